"""Rulings on openers: false ones that are found out, and an opening hand kept or retrieved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.engine.questions import Ask, Button, Ruling, Script
from houseway.errors import Reason
from houseway.families.poker.events.opening import (
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
from houseway.families.poker.openers import CHECK, opening_hand, still_there
from houseway.families.poker.rulings.cards import no_live_hand
from houseway.families.poker.rulings.players import explain_not_at_table
from houseway.families.poker.state import PokerState, after
from houseway.game.base import RoundContext
from houseway.game.rulings import BY_DEALER, ruling

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker


@step
@rule()
def pot_plays(raised: bool, callers: int, complete: bool) -> bool:
    """Return True if a falsely opened pot is played: it was raised, called twice, or all is
    done.
    """
    return raised or callers >= 2 or complete


def explain_not_opened_falsely(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this seat did not open the pot without openers."""
    if why := explain_not_opener(s, ruling.seat):
        return why
    if game.has_openers(opening_hand(s)):
        return Reason("has-openers", f"seat {ruling.seat} opened with openers")
    return None


@ruling("the opener had no openers", unless=explain_not_opened_falsely, takes=("seat",))
def false_openers(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Kill the false opener's hand; the first bet stays, and others may open the pot instead.

    Nothing is opened again if the pot plays all the same. During the betting before the draw, bets
    beyond the first go back.
    """
    s = r.state
    others = () if plays_on(s) else find_rescuers(s)
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
    """Return True if the pot plays though its opener has no openers."""
    callers = sum([bet > 0 for seat, bet in enumerate(s.bets) if seat != s.opener])
    raised = s.betting and s.to_call > s.opening_bet
    return pot_plays(raised, callers, s.street > 0 or not s.betting)


@step
def find_rescuers(s: PokerState) -> tuple[int, ...]:
    """Return the seats that may open the pot instead: those that have not passed."""
    return tuple([x for x in after(s.opener, s.live) if x != s.opener and x not in s.passed])


@step
def rescue(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Ask each rescuer to declare the pot open or pass; if all pass, calls of the bet go back."""
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
    """Return the amount for which a rescuer opens the pot: the false opener's bet, or a full
    one.
    """
    return max(game.bet_size(s), s.opening_bet)


def rescue_question(game: Poker, s: PokerState) -> Ask:
    """Declare the pot open, and a call of the false bet is part of it, or pass."""
    seat = s.rescuers[0]
    owes = min(rescued_for(game, s) - s.bets[seat], s.chips[seat])
    opens = Button("open", "declare the pot open", owes)
    return Ask({seat: (CHECK, opens)}, "the pot was opened falsely: open it or pass", "check")


def explain_not_opener(s: PokerState, seat: int) -> Reason | None:
    """Explain why this seat is not the opener with a live hand."""
    if not s.opener:
        return not_opened()
    if s.opener != seat:
        return Reason("not-the-opener", f"seat {seat} has not opened the pot")
    return None if seat in s.live else no_live_hand(seat)


def not_opened() -> Reason:
    """Explain that there is no opener."""
    return Reason("pot-not-opened", "no player has opened the pot")


def explain_openers_not_kept(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the opener cannot be asked to keep the opening hand."""
    if why := explain_not_at_table(game, s, ruling):
        return why
    if not s.opener:
        return not_opened()
    if s.keeps:
        return Reason("opening-hand-kept", "the opener keeps the opening hand already")
    if still_there(s) != opening_hand(s):
        return Reason(
            "discards-shuffled-in", "what the opener gave up has been shuffled into the stub"
        )
    return None


@ruling(
    "a player asks the opener to keep the opening hand",
    unless=explain_openers_not_kept,
    takes=("seat",),
    needs=BY_DEALER,
)
def keep_openers(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Ask the opener to keep the opening hand and show it when the pot is won; any player may
    ask.
    """
    r.emit(OpenersKept(ruling.seat))


def explain_openers_not_retrieved(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the opener has no discards to take back."""
    if why := explain_not_opener(s, ruling.seat):
        return why
    if not any(card in s.muck for card in s.gave.get(ruling.seat, ())):
        return Reason(
            "nothing-among-discards",
            f"nothing that seat {ruling.seat} gave up lies among the discards",
        )
    return None


@ruling(
    "the opener may retrieve the cards to prove openers",
    unless=explain_openers_not_retrieved,
    takes=("seat",),
)
def retrieve_openers(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Let the opener take discards back to prove openers, with the shift manager's consent."""
    r.emit(OpenersRetrieved(ruling.seat))


OPENING_RULINGS = (
    false_openers, keep_openers, retrieve_openers,
)  # fmt: skip
