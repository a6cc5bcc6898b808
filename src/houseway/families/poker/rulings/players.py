"""Rulings on players and their chips: dead hands, the clock, words against chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Ruling, Script
from houseway.families.poker.betting import can_raise, limits_of, wager
from houseway.families.poker.betting_events import Called
from houseway.families.poker.ruling_events import (
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
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext
from houseway.money import format_dollars
from houseway.util.english import within

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

# -- hands and players ---------------------------------------------------------------------------


def dead_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The hand is out: mucked unprotected, or two players were let act behind."""
    r.emit(HandDead(ruling.seat, ruling.reason or "declared dead"))
    return
    yield


def miscall(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A hand miscalled on purpose is dead; the second time the player may be excluded."""
    r.emit(HandDead(ruling.seat, "miscalled on purpose"))
    s = r.state
    _warn_or_exclude(r, ruling.seat, s.miscalled, MISCALL)
    return
    yield


def out_of_turn(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Warned once; the next time the player may be excluded from the game."""
    s = r.state
    _warn_or_exclude(r, ruling.seat, s.warned, "acted out of turn")
    return
    yield


def _warn_or_exclude(r: RoundContext[PokerState], seat: int, before: list[int], why: str) -> None:
    s = r.state
    if seat in before:
        if seat not in s.excluded:
            r.emit(Excluded(seat, why))
    else:
        r.emit(Warned(seat, why))


def in_the_hand(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The seat has a live hand, and somebody else has one too."""
    if ruling.seat not in s.live or not s.hole[ruling.seat]:
        return f"seat {ruling.seat} has no live hand"
    return "nobody else has a live hand" if len(s.live) == 1 else None


def at_the_table(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Somebody sits there."""
    if any(player.seat == ruling.seat for player in s.players):
        return None
    return f"nobody sits at seat {ruling.seat}"


def clock(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """One more minute with a warning of ten seconds; then time is up and the hand is dead."""
    r.emit(ClockStarted(ruling.seat, game.clock - 10, game.clock))
    return
    yield


def facing_a_bet(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The clock is for a player facing a bet."""
    if game.limited:
        return "the clock is for no limit and pot limit games"
    why = to_act(game, s, ruling)
    if why is None and s.bets[ruling.seat] >= s.to_call:
        return f"seat {ruling.seat} faces no bet"
    return why


# -- chips ---------------------------------------------------------------------------------------


def to_act(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """It is this seat's turn."""
    if not s.betting or not s.queue or s.queue[0] != ruling.seat:
        return f"it is not seat {ruling.seat}'s turn"
    return None


def verbal_over_chips(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The bet is what the player said, whatever chips he put in."""
    s = r.state
    seat = ruling.seat
    if ruling.amount > s.to_call:
        wager(game, r, seat, ruling.amount)
    else:
        r.emit(Called(seat, min(s.to_call - s.bets[seat], s.chips[seat])))
    return
    yield


def said_a_bet(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The declared amount is a call, or a bet or raise the player may make."""
    why = to_act(game, s, ruling)
    seat, to = ruling.seat, ruling.amount
    if why is not None:
        return why
    all_in = s.chips[seat] + s.bets[seat]
    if to == min(s.to_call, all_in) and to > s.bets[seat]:
        return None
    if to <= s.to_call or not can_raise(s, seat):
        return f"seat {seat} cannot have declared {format_dollars(to)}: it may not raise to that"
    least, most = limits_of(game, s, seat)
    if least <= to <= most:
        return None
    return f"a declared bet must be {within(least, most)}, not {format_dollars(to)}"


def over_the_pot(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A wager above the pot stands at the most allowed; the surplus goes back."""
    most = limits_of(game, r.state, ruling.seat)[1]
    r.emit(SurplusReturned(ruling.seat, ruling.amount - most))
    wager(game, r, ruling.seat, most)
    return
    yield


def is_over_the_pot(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """In pot limit, a player who may bet has put in more than he may."""
    if game.structure != "pot_limit":
        return "only in a pot limit game is a bet limited by the pot"
    why = to_act(game, s, ruling)
    if why is not None:
        return why
    seat = ruling.seat
    if not can_raise(s, seat) or s.chips[seat] <= s.to_call - s.bets[seat]:
        return f"seat {seat} may not raise now"
    if ruling.amount > s.chips[seat] + s.bets[seat]:
        return f"seat {seat} does not have {format_dollars(ruling.amount)}"
    most = limits_of(game, s, seat)[1]
    return (
        None
        if ruling.amount > most
        else f"{format_dollars(ruling.amount)} is not above {format_dollars(most)}"
    )


def short_chips(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Too few chips and nobody has acted behind: the player may reconsider."""
    r.emit(Reconsiders(ruling.seat, ruling.amount))
    return
    yield


def short_chips_stay(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Too few chips and there is action behind: complete the bet, or forfeit hand and chips."""
    r.emit(ChipsStay(ruling.seat, ruling.amount))
    return
    yield


def is_too_little(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The chips are fewer than the call."""
    why = to_act(game, s, ruling)
    if why is not None:
        return why
    owes = s.to_call - s.bets[ruling.seat]
    if 0 < ruling.amount < min(owes, s.chips[ruling.seat]):
        return None
    if owes <= 0:
        return f"there is nothing for seat {ruling.seat} to call"
    return f"{format_dollars(ruling.amount)} is not less than the {format_dollars(owes)} to call"


def excess_chips(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Extra chips without a word of raise or all-in go back whenever they are found.

    As long as the betting round lasts, nobody has to call them: what others have put in to meet
    them goes back too.
    """
    s = r.state
    from_pot = s.bets[ruling.seat] < ruling.amount or not s.betting
    r.emit(ExcessReturned(ruling.seat, ruling.amount, from_pot))
    if not from_pot:
        for seat in s.live:
            if (more := s.bets[seat] - s.to_call) > 0:
                r.emit(OvercallReturned(seat, more))
    return
    yield


def is_excess(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The chips are what an all-in that was no full raise had beyond the bet it faced."""
    seat = ruling.seat
    if seat not in s.live:
        return f"seat {seat} has no live hand, and without one no ruling is in its favour"
    extra = s.over[seat]
    if extra and ruling.amount == extra:
        return None
    found = format_dollars(extra) if extra else "nothing"
    return (
        f"seat {seat} put in {found} beyond the bet it faced, not {format_dollars(ruling.amount)}"
    )
