"""Rulings on players and their chips: dead hands, the clock, words against chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Ruling
from houseway.errors import Reason
from houseway.families.poker.betting.rounds import can_raise, limits_of, wager
from houseway.families.poker.events.betting import Called
from houseway.families.poker.events.rulings import (
    MISCALL,
    ChipsStay,
    ClockStarted,
    ExcessReturned,
    Excluded,
    HandDead,
    OvercallReturned,
    Reconsiders,
    SurplusReturned,
    Warned,
)
from houseway.families.poker.rulings.cards import no_live_hand
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext
from houseway.game.rulings import BY_DEALER, ruling
from houseway.money import format_dollars
from houseway.util.english import within

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker


def explain_not_in_hand(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the seat does not contest the pot with a live hand."""
    if ruling.seat not in s.live or not s.hole[ruling.seat]:
        return no_live_hand(ruling.seat)
    if len(s.live) == 1:
        return Reason("last-live-hand", f"seat {ruling.seat} has the only live hand")
    return None


@ruling("a hand is declared dead", unless=explain_not_in_hand, takes=("seat", "reason"))
def dead_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """The hand is out: mucked unprotected, or two players were let act behind."""
    r.emit(HandDead(ruling.seat, ruling.reason or "declared dead"))


@ruling("a hand was miscalled on purpose", unless=explain_not_in_hand, takes=("seat",))
def miscall(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A hand miscalled on purpose is dead; the second time the player may be excluded."""
    r.emit(HandDead(ruling.seat, "miscalled on purpose"))
    s = r.state
    _warn_or_exclude(r, ruling.seat, s.miscalled, MISCALL)


def explain_not_at_table(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that the seat is empty."""
    if any(player.seat == ruling.seat for player in s.players):
        return None
    return Reason("no-such-player", f"no player sits at seat {ruling.seat}")


@ruling("a player acted out of turn", unless=explain_not_at_table, takes=("seat",))
def out_of_turn(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Warned once; the next time the player may be excluded from the game."""
    s = r.state
    _warn_or_exclude(r, ruling.seat, s.warned, "acted out of turn")


def _warn_or_exclude(r: RoundContext[PokerState], seat: int, before: list[int], why: str) -> None:
    """Warn a seat, or exclude one that was warned before."""
    s = r.state
    if seat in before:
        if seat not in s.excluded:
            r.emit(Excluded(seat, why))
    else:
        r.emit(Warned(seat, why))


def explain_no_clock(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the clock cannot be put on this seat: it must face a bet in its turn."""
    if game.limited:
        return Reason(
            "clock-in-big-bet-games-only", "the clock is for no limit and pot limit games"
        )
    why = explain_not_to_act(game, s, ruling)
    if why is None and s.bets[ruling.seat] >= s.to_call:
        return Reason("seat-faces-no-bet", f"seat {ruling.seat} faces no bet")
    return why


@ruling("the clock is put on a player", unless=explain_no_clock, takes=("seat",), needs=BY_DEALER)
def clock(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """One more minute with a warning of ten seconds; then time is up and the hand is dead."""
    r.emit(ClockStarted(ruling.seat, game.clock - 10, game.clock))


def explain_not_to_act(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that it is not this seat's turn."""
    if not s.betting or not s.queue or s.queue[0] != ruling.seat:
        return Reason("not-the-turn-of", f"it is not seat {ruling.seat}'s turn")
    return None


def explain_not_declared_bet(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the player cannot have declared a call, bet or raise of this amount."""
    why = explain_not_to_act(game, s, ruling)
    seat, to = ruling.seat, ruling.amount
    if why is not None:
        return why
    all_in = s.chips[seat] + s.bets[seat]
    if to == min(s.to_call, all_in) and to > s.bets[seat]:
        return None
    if to <= s.to_call or not can_raise(s, seat):
        return Reason(
            "may-not-raise-to",
            f"seat {seat} cannot have declared {format_dollars(to)}: it may not raise to that",
        )
    least, most = limits_of(game, s, seat)
    if least <= to <= most:
        return None
    return Reason(
        "declared-outside-limits",
        f"a declared bet must be {within(least, most)}, not {format_dollars(to)}",
    )


@ruling("the bet is what was said", unless=explain_not_declared_bet, takes=("seat", "amount"))
def verbal_over_chips(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Set the bet to the player's words, whatever chips were put in."""
    s = r.state
    seat = ruling.seat
    if ruling.amount > s.to_call:
        wager(game, r, seat, ruling.amount)
    else:
        r.emit(Called(seat, min(s.to_call - s.bets[seat], s.chips[seat])))


def explain_not_over_pot(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the chips are not a pot-limit wager above the limit."""
    if game.structure != "pot_limit":
        return Reason("not-pot-limit", "only in a pot limit game is a bet limited by the pot")
    why = explain_not_to_act(game, s, ruling)
    if why is not None:
        return why
    seat = ruling.seat
    if not can_raise(s, seat) or s.chips[seat] <= s.to_call - s.bets[seat]:
        return Reason("may-not-raise", f"seat {seat} may not raise now")
    if ruling.amount > s.chips[seat] + s.bets[seat]:
        has = format_dollars(s.chips[seat] + s.bets[seat])
        return Reason(
            "more-than-in-stack", f"seat {seat} has {has}, not {format_dollars(ruling.amount)}"
        )
    most = limits_of(game, s, seat)[1]
    if ruling.amount > most:
        return None
    return Reason(
        "not-above-pot-limit",
        f"{format_dollars(ruling.amount)} is not above the limit of {format_dollars(most)}",
    )


@ruling("a wager above the size of the pot", unless=explain_not_over_pot, takes=("seat", "amount"))
def over_the_pot(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A wager above the pot stands at the most allowed; the surplus goes back."""
    most = limits_of(game, r.state, ruling.seat)[1]
    r.emit(SurplusReturned(ruling.seat, ruling.amount - most))
    wager(game, r, ruling.seat, most)


def explain_not_too_little(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the chips are not fewer than the call."""
    why = explain_not_to_act(game, s, ruling)
    if why is not None:
        return why
    owes = s.to_call - s.bets[ruling.seat]
    if 0 < ruling.amount < min(owes, s.chips[ruling.seat]):
        return None
    if owes <= 0:
        return Reason(
            "nothing-to-call-for-seat", f"there is nothing for seat {ruling.seat} to call"
        )
    return Reason(
        "not-below-the-call",
        f"{format_dollars(ruling.amount)} is not less than the {format_dollars(owes)} to call",
    )


@ruling("too few chips, no action behind", unless=explain_not_too_little, takes=("seat", "amount"))
def short_chips(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Let a player with too few chips in, and no action behind, decide again."""
    r.emit(Reconsiders(ruling.seat, ruling.amount))


@ruling("too few chips, action behind", unless=explain_not_too_little, takes=("seat", "amount"))
def short_chips_stay(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Too few chips and there is action behind: complete the bet, or forfeit hand and chips."""
    r.emit(ChipsStay(ruling.seat, ruling.amount))


def explain_not_excess(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why these are not the chips of a short all-in beyond the bet it faced."""
    seat = ruling.seat
    if seat not in s.live:
        return Reason(
            "no-ruling-in-favour",
            f"seat {seat} has no live hand, and without one no ruling is in its favour",
        )
    extra = s.over[seat]
    if extra and ruling.amount == extra:
        return None
    found = format_dollars(extra) if extra else "nothing"
    return Reason(
        "not-the-excess",
        f"seat {seat} put in {found} beyond the bet it faced, not {format_dollars(ruling.amount)}",
    )


@ruling("chips beyond the bet faced are found", unless=explain_not_excess, takes=("seat", "amount"))
def excess_chips(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Return extra chips without a word of raise or all-in, whenever they are found.

    During the betting round they need no call: chips put in to meet them go back too.
    """
    s = r.state
    from_pot = s.bets[ruling.seat] < ruling.amount or not s.betting
    r.emit(ExcessReturned(ruling.seat, ruling.amount, from_pot))
    if not from_pot:
        for seat in s.live:
            if (more := s.bets[seat] - s.to_call) > 0:
                r.emit(OvercallReturned(seat, more))
