"""A pot that is opened by a hand: who opens it must show openers to win it.

To open is everybody's choice, also without openers; what comes of that is told here, and in
``opening_rulings`` where it is found out before the end.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import Act, Amount, Ask, Button, Choice, Pick, Pieces, Script
from houseway.errors import Refused
from houseway.families.poker.betting import limits_of, wager
from houseway.families.poker.betting_events import Checked
from houseway.families.poker.end_events import ClaimLost
from houseway.families.poker.opening_events import (
    DiscardsExposed,
    NobodyOpened,
    OpenersMissing,
    OpenersShown,
    OpeningAsked,
    OpeningBetStays,
    OpeningHandShown,
    PotOpened,
    PutUnderChip,
)
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

CHECK = Button("check", "pass")
OPEN = Button("open", "declare the pot open")
SHOW = Button("show", "show your openers")
MUCK = Button("muck", "give up every claim to the pot")


# -- opening -------------------------------------------------------------------------------------


@step
def open_the_pot(game: Poker, r: RoundContext[PokerState]) -> Script:
    """In turn from the left of the button each player opens or passes; if all pass, nobody wins."""
    s = r.state
    r.emit(OpeningAsked(tuple(s.live), game.bet_size(s), game.spread(s)))
    while s.unopened and s.queue:
        act = yield opening_question(game, s)
        if act is None:
            continue
        if act.name == "check":
            r.emit(Checked(act.seat))
        elif act.name == "open":
            r.emit(PotOpened(act.seat, s.size, declared=True))
        else:
            wager(game, r, act.seat, act.amount)
    if s.unopened:
        r.emit(NobodyOpened())


@step
def opening_question(game: Poker, s: PokerState) -> Ask:
    """Pass, or open with a bet; who is all-in for the antes only declares that he opens."""
    seat = s.queue[0]
    opens: Choice = OPEN
    if s.chips[seat]:
        least, most = limits_of(game, s, seat)
        opens = Amount("bet", least, most, game.smallest_chip, "open the pot")
    return Ask(seat, (CHECK, opens), "open the pot or pass", "check")


def why_no_opening(game: Poker, s: PokerState, seat: int, name: str) -> Refused:
    """Why a decision is not to be had before the pot is opened, or in the opener's place."""
    if name == "split":
        return game.no("splits", "openers are split by the player who opened the pot, in the draw")
    if s.rescuers:
        return game.no("rescue", "the pot was opened falsely: declare it open, or pass")
    if not s.unopened:
        return game.no("open", "the pot is open already, or cannot be opened now")
    if name == "open":
        return game.no("open", "a player who has chips opens with a bet")
    if name == "bet":
        return game.no("open", "without chips the pot is declared open, not bet at")
    return game.no("openers", "nobody has opened the pot: open it with a bet, or pass")


# -- the draw ------------------------------------------------------------------------------------


def split_choice(give: Pick) -> Pick:
    """To give up the same cards, and say that openers are split."""
    return Pick("split", give.pieces, give.least, give.most, "split openers: under a chip")


@step
def put_under_chip(r: RoundContext[PokerState], act: Act) -> None:
    """Who splits his openers declares it, and what he gives up lies under a chip to be shown."""
    s = r.state
    if act.seat == s.opener and s.gave[act.seat] and (act.name == "split" or s.keeps):
        r.emit(PutUnderChip(act.seat, act.name == "split"))


# -- to win the pot ------------------------------------------------------------------------------


def opening_hand(s: PokerState) -> Pieces:
    """The hand with which the pot was opened; a card that never reached its player is not in it."""
    had = (*s.hole[s.opener], *s.gave.get(s.opener, ()))
    return tuple([card for card in s.opening if card in had])


def still_there(s: PokerState) -> Pieces:
    """The cards of the opening hand that have not gone back into the stub, and to others."""
    seat = s.opener
    others = [x for x in s.dealt_in if x != seat]
    gone = {card for x in others for card in (*s.hole[x], *s.gave.get(x, ()))}
    here = {*s.muck, *s.under_chip, *(s.hole[seat] if seat in s.live else ())}
    return tuple([card for card in opening_hand(s) if card in here and card not in gone])


@step
def proof_of_openers(game: Poker, s: PokerState) -> Pieces:
    """The fewest cards that show openers, of the opening hand what he still has or kept apart.

    One card shows nothing.
    """
    held = (*s.hole[s.opener], *s.under_chip)
    kept = [card for card in s.opening if card in held]
    for n in range(2, len(kept) + 1):
        for cards in combinations(kept, n):
            if game.has_openers(cards):
                return cards
    return ()


@step
def prove_openers(game: Poker, r: RoundContext[PokerState]) -> Script:
    """The opener shows openers, called or not, or cannot win the pot.

    Where the table does not show hands itself, an opener whom nobody has called is asked.
    """
    s = r.state
    while game.showdown == "declare" and s.live == [s.opener] and not s.proved:
        act = yield Ask(s.opener, (SHOW, MUCK), "show your openers", "show")
        if act is None:
            continue
        if act.name == "muck":
            r.emit(ClaimLost(act.seat, "mucked"))
            opening_bet_stays(r)
        else:
            show_openers(game, r)
    if s.opener in s.live and not s.proved:
        show_openers(game, r)


def show_openers(game: Poker, r: RoundContext[PokerState]) -> None:
    """What lies under a chip is turned up first; it may be what proves the openers."""
    s = r.state
    if s.under_chip and not s.turned_up:
        r.emit(DiscardsExposed(s.opener, s.under_chip))
    proof = proof_of_openers(game, s)
    if proof:
        r.emit(OpenersShown(s.opener, proof))
        return
    r.emit(OpenersMissing(s.opener))
    if not s.live:
        opening_bet_stays(r)


@step
def opening_bet_stays(r: RoundContext[PokerState]) -> None:
    """Nobody called a false opener before the draw: his first bet is in the pot all the same."""
    s = r.state
    cents = 0 if s.declared or s.street else s.opening_bet - s.put[s.opener]
    if cents > 0:
        r.emit(OpeningBetStays(s.opener, min(cents, s.chips[s.opener]), back=True))


@step
def show_what_was_kept(r: RoundContext[PokerState]) -> None:
    """When the hand is over, what lies under a chip is turned up, and a hand kept for it shown."""
    s = r.state
    if s.under_chip and not s.turned_up:
        r.emit(DiscardsExposed(s.opener, s.under_chip))
    if s.keeps:
        r.emit(OpeningHandShown(s.opener, still_there(s)))
