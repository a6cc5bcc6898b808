"""Rulings on openers: false ones that are found out, and an opening hand kept or retrieved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.engine.questions import Ask, Button, Ruling, Script
from houseway.families.poker.openers import CHECK, opening_hand, still_there
from houseway.families.poker.opening_events import (
    BetReturned,
    BetWithdrawn,
    FalseOpeners,
    NobodyOpened,
    OpenersKept,
    OpenersRetrieved,
    OpeningBetStays,
    OpeningPassed,
    PotRescued,
)
from houseway.families.poker.rulings.players import at_the_table
from houseway.families.poker.state import PokerState, after
from houseway.game.base import RoundContext, RulingRule
from houseway.game.rulings import BY_DEALER

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker


# -- false openers -------------------------------------------------------------------------------


@step
@rule()
def pot_plays(raised: bool, callers: int, complete: bool) -> bool:
    """Whether a pot that was opened falsely is played on: raised, called twice, or all is done."""
    return raised or callers >= 2 or complete


def false_openers(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The hand is dead and the first bet stays; others may open the pot in his place.

    Not if the pot plays all the same.  As long as the betting before the draw goes on, what he bet
    beyond his first bet goes back to him.
    """
    s = r.state
    others = () if plays_on(s) else may_rescue(s)
    played_on = plays_on(s)
    r.emit(FalseOpeners(s.opener, still_there(s), others))
    if s.betting and s.street == 0 and (more := s.bets[s.opener] - s.opening_bet) > 0:
        r.emit(BetWithdrawn(s.opener, more))
    if not played_on:
        if s.bets[s.opener]:
            r.emit(OpeningBetStays(s.opener, s.bets[s.opener]))
        yield from rescue(game, r)


@step
def plays_on(s: PokerState) -> bool:
    """Whether the pot plays though its opener has no openers."""
    callers = sum([bet > 0 for seat, bet in enumerate(s.bets) if seat != s.opener])
    raised = s.betting and s.to_call > s.opening_bet
    return pot_plays(raised, callers, s.street > 0 or not s.betting)


@step
def may_rescue(s: PokerState) -> tuple[int, ...]:
    """Who may open the pot instead: nobody who has passed, with openers or without them."""
    return tuple([x for x in after(s.opener, s.live) if x != s.opener and x not in s.passed])


@step
def rescue(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Each of them declares the pot open or passes; if nobody does, calls of the bet go back."""
    s = r.state
    while s.rescuers:
        act = yield rescue_question(game, s)
        if act is None:
            continue
        if act.name == "check":
            r.emit(OpeningPassed(act.seat))
        else:
            to = rescued_for(game, s)
            r.emit(PotRescued(act.seat, to, min(to - s.bets[act.seat], s.chips[act.seat])))
    if s.opener not in s.live:
        for seat in s.live:
            if s.bets[seat]:
                r.emit(BetReturned(seat, s.bets[seat]))
        r.emit(NobodyOpened())


def rescued_for(game: Poker, s: PokerState) -> int:
    """What the pot is opened for in the place of a false opener: his bet, or a full one."""
    return max(game.bet_size(s), s.opening_bet)


def rescue_question(game: Poker, s: PokerState) -> Ask:
    """Declare the pot open, and a call of the false bet is part of it, or pass."""
    seat = s.rescuers[0]
    owes = min(rescued_for(game, s) - s.bets[seat], s.chips[seat])
    opens = Button("open", "declare the pot open", owes)
    return Ask(seat, (CHECK, opens), "the pot was opened falsely: open it or pass", "check")


def opened_falsely(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The seat has opened the pot, has a live hand, and had no openers."""
    if why := opened_by(s, ruling.seat):
        return why
    if game.has_openers(opening_hand(s)):
        return f"seat {ruling.seat} opened with openers"
    return None


def opened_by(s: PokerState, seat: int) -> str | None:
    """The seat has opened the pot and is still in it."""
    if not s.opener:
        return "nobody has opened the pot"
    if s.opener != seat:
        return f"seat {seat} has not opened the pot"
    return None if seat in s.live else f"seat {seat} has no live hand"


# -- the opening hand ----------------------------------------------------------------------------


def keep_openers(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Any player may ask the opener to keep his opening hand and show it when the pot is won."""
    r.emit(OpenersKept(ruling.seat))
    return
    yield


def may_be_kept(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A pot that is open, and an opener who can still keep his hand."""
    if why := at_the_table(game, s, ruling):
        return why
    if not s.opener:
        return "nobody has opened the pot"
    if s.keeps:
        return "the opener keeps the opening hand already"
    if still_there(s) != opening_hand(s):
        return "what the opener gave up has been shuffled into the stub"
    return None


def retrieve_openers(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The shift manager may let the opener take back what he gave up, to prove his openers."""
    r.emit(OpenersRetrieved(ruling.seat))
    return
    yield


def may_be_retrieved(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The opener has given up cards that lie among the discards."""
    if why := opened_by(s, ruling.seat):
        return why
    if not any(card in s.muck for card in s.gave.get(ruling.seat, ())):
        return f"nothing that seat {ruling.seat} gave up lies among the discards"
    return None


OPENING_RULINGS = (
    RulingRule(
        "false_openers", "the opener had no openers", (), false_openers, opened_falsely, ("seat",)
    ),
    RulingRule(
        "keep_openers",
        "a player asks the opener to keep the opening hand",
        (),
        keep_openers,
        may_be_kept,
        ("seat",),
        BY_DEALER,
    ),
    RulingRule(
        "retrieve_openers",
        "the opener may retrieve the cards to prove openers",
        (),
        retrieve_openers,
        may_be_retrieved,
        ("seat",),
    ),
)
