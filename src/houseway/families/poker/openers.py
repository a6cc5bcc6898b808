"""A pot that is opened by a hand: who opens it must show openers to win it.

To open is everybody's choice, also without openers; what comes of that is told here, and in
``rulings/openers.py`` where it is found out before the end.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import Act, Amount, Ask, Button, Choice, Pick, Pieces, Script
from houseway.errors import Reason
from houseway.families.poker.betting.rounds import limits_of, wager
from houseway.families.poker.events.betting import Checked
from houseway.families.poker.events.ending import ClaimLost
from houseway.families.poker.events.opening import (
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


@step
def open_the_pot(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Let each player open or pass in turn from the left of the button; if all pass, no one
    wins.
    """
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
    """Return the question to open: pass, bet, or, all-in for the antes, declare the pot open."""
    seat = s.queue[0]
    opens: Choice = OPEN
    if s.chips[seat]:
        least, most = limits_of(game, s, seat)
        opens = Amount("bet", least, most, game.smallest_chip, "open the pot")
    return Ask({seat: (CHECK, opens)}, "open the pot or pass", "check")


def explain_no_opening(game: Poker, s: PokerState, seat: int, name: str) -> Reason:
    """Explain why a decision is not available before the pot is opened."""
    if name == "split":
        return game.no(
            "openers-split-in-draw",
            "openers are split by the player who opened the pot, in the draw",
            "splits",
        )
    if s.rescuers:
        return game.no(
            "opened-falsely", "the pot was opened falsely: declare it open, or pass", "rescue"
        )
    if not s.unopened:
        return game.no("opened-already", "the pot is open already, or cannot be opened now", "open")
    if name == "open":
        return game.no("opens-with-a-bet", "a player who has chips opens with a bet", "open")
    if name == "bet":
        return game.no(
            "opened-without-chips", "without chips the pot is declared open, not bet at", "open"
        )
    return game.no(
        "not-opened", "no one has opened the pot: open it with a bet, or pass", "openers"
    )


def split_choice(give: Pick) -> Pick:
    """Return the choice to discard as usual and announce split openers."""
    return Pick("split", give.pieces, give.least, give.most, "split openers: under a chip")


@step
def put_under_chip(r: RoundContext[PokerState], act: Act) -> None:
    """Put the opener's discards under a chip after a declared split, to be shown later."""
    s = r.state
    if act.seat == s.opener and s.gave[act.seat] and (act.name == "split" or s.keeps):
        r.emit(PutUnderChip(act.seat, act.name == "split"))


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
    """Return the fewest cards that show openers, of the opening hand and the cards kept apart.

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
    """Make the opener show openers, called or not; without them the pot cannot be won.

    Where the table does not show hands itself, an uncalled opener is asked.
    """
    s = r.state
    while game.showdown == "declare" and s.live == [s.opener] and not s.proved:
        act = yield Ask({s.opener: (SHOW, MUCK)}, "show your openers", "show")
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
    """Turn up the cards under a chip first; they may prove the openers."""
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
    """Put a false opener's first bet in the pot if no player called it before the draw."""
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
