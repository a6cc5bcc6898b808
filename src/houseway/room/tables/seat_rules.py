"""Rules of the seats: a request returns the event that follows, or raises Denied.

Pure, like ``seats.py``: nothing is changed here. An event that moves money is written first and
applied once the books have accepted it (``seats.postings``). The rules are those of the electronic
table (CA-LTN) where its text has them; the posted values are in ``Terms``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.engine.inputs import not_cents
from houseway.errors import short_repr
from houseway.game.base import Game, Seat
from houseway.money import format_dollars
from houseway.room.api.table_types import Terms
from houseway.room.errors import Denied
from houseway.room.tables.seats import (
    CameBack,
    HoldEnded,
    Leaves,
    Left,
    Player,
    SaidReady,
    Sat,
    SeatedPlayer,
    SeatEvent,
    SeatHeld,
    Seating,
    ToppedUp,
    TopUpAsked,
    WentAway,
)
from houseway.util.english import n, one_of, within

NEXT_HAND = ("CA-LTN-05",)
LEAVES_TABLE = ("CA-LTN-08",)
STAKES = ("CA-LTN-27",)
BUY_IN = ("CA-LTN-28",)
"""Clauses on buy-ins: the glossary's definition and the usual amounts."""


def seat_of(seating: Seating, person: int) -> int:
    """The seat of a person, 0 if there is none."""
    for seat, sitter in seating.seats.items():
        if sitter.player.person == person:
            return seat
    return 0


def free_seats(seating: Seating, terms: Terms, person: int = 0) -> list[int]:
    """Return the free seats that are not held for another person."""
    return [
        seat
        for seat in range(1, terms.seats + 1)
        if seat not in seating.seats
        and (seat not in seating.held or seating.held[seat].person == person)
    ]


def _seated(seating: Seating, person: int) -> tuple[int, SeatedPlayer]:
    """Return the seat of a person and what is known of it; Denied if the person has none."""
    if not (seat := seat_of(seating, person)):
        raise Denied("you do not sit at this table", clauses=NEXT_HAND)
    return seat, seating.seats[seat]


def buy_in_bounds(seating: Seating, terms: Terms, person: int, at: int) -> tuple[int, int]:
    """Return the least and the largest buy-in: posted, and at least what one left with."""
    least, most = terms.buy_in_least, terms.buy_in_most
    gone = seating.gone.get(person)
    if gone is None or gone.until <= at:
        return least, most
    return max(least, gone.cents), max(most, gone.cents)


def sit(seating: Seating, terms: Terms, guest: Player, cents: int, at: int, seat: int = 0) -> Sat:
    """Seat a player at a chosen seat, or (0) at the first free one.

    A player who sits down during a round is dealt in from the next one on.
    """
    if taken := seat_of(seating, guest.person):
        raise Denied(f"you sit at this table already, on seat {taken}; one seat each")
    chair = _chair(seating, terms, guest.person, seat)
    _check_buy_in(seating, terms, guest.person, cents, at)
    return Sat(at=at, seat=chair, player=guest, cents=cents)


def _chair(seating: Seating, terms: Terms, person: int, seat: int) -> int:
    """Return the seat to sit down at."""
    free = free_seats(seating, terms, person)
    kept = [s for s, held in seating.held.items() if held.person == person]
    if not seat:
        if not free:
            raise Denied("no seat is free at this table; register for its game to be called")
        return kept[0] if kept else free[0]
    if type(seat) is not int or not 1 <= seat <= terms.seats:
        raise Denied(f"this table has seats 1 to {terms.seats}, not {short_repr(seat)}")
    if seat in free:
        return seat
    others = f"; {_are_free(free)}"
    if seat in seating.seats:
        raise Denied(f"seat {seat} is taken by {seating.seats[seat].player.name}{others}")
    raise Denied(f"seat {seat} is kept for a person from the waiting list{others}")


def _are_free(free: list[int]) -> str:
    """Return the sentence about free seats."""
    if not free:
        return "no other is free"
    return f"seat {free[0]} is free" if len(free) == 1 else f"free are {one_of(free)}"


def _check_buy_in(seating: Seating, terms: Terms, person: int, cents: int, at: int) -> None:
    """Raise Denied unless the cents are within the table's buy-in for this person now."""
    if fault := not_cents(cents):
        raise Denied(fault.what)
    least, most = buy_in_bounds(seating, terms, person, at)
    gone = seating.gone.get(person)
    if gone and cents < least == gone.cents > terms.buy_in_least:
        minutes = -(-(gone.until - at) // 60_000)
        raise Denied(
            f"you left this table with {format_dollars(gone.cents)} and come back with no less; "
            f"in {n(minutes, 'minute')} with any buy-in again",
            clauses=STAKES,
        )
    if not least <= cents <= most:
        raise Denied(
            f"the buy-in is {within(least, most)} here, not {format_dollars(cents)}", clauses=BUY_IN
        )


def leave(seating: Seating, terms: Terms, person: int, at: int, why: str = "") -> Left | Leaves:
    """Let a player leave: at once, or when the round in which they play is over."""
    seat, sitter = _seated(seating, person)
    if seat not in seating.playing:
        return _left(terms, seat, sitter, at, why)
    if sitter.state == "leaving":
        raise Denied("you leave already, as soon as this round is over", clauses=LEAVES_TABLE)
    return Leaves(at=at, seat=seat)


def end_seat(seating: Seating, terms: Terms, person: int, at: int, why: str) -> Left | Leaves:
    """End a person's seat by the floor: at once, or after the round in play."""
    seat, sitter = _seated(seating, person)
    if seat not in seating.playing:
        return _left(terms, seat, sitter, at, why)
    return Leaves(at=at, seat=seat, removed_by_floor=True)


def _left(terms: Terms, seat: int, sitter: SeatedPlayer, at: int, why: str = "") -> Left:
    """Return the event of a leaving player, who may return with the same chips until a time."""
    return Left(
        at=at,
        seat=seat,
        person=sitter.player.person,
        cents=sitter.chips,
        until=at + terms.return_within_ms,
        why=why,
    )


def away(seating: Seating, person: int, at: int, why: str = "") -> WentAway:
    """Sit a player out from the next round on."""
    seat, sitter = _seated(seating, person)
    if sitter.state != "here":
        raise Denied(
            "you are away already" if sitter.state == "away" else "you leave after this round"
        )
    return WentAway(at=at, seat=seat, why=why)


def back(seating: Seating, person: int, at: int) -> CameBack:
    """Return a player to play from the next round on, or cancel a pending departure."""
    seat, sitter = _seated(seating, person)
    if sitter.state == "here":
        raise Denied("you are here: you are dealt in already", clauses=NEXT_HAND)
    if sitter.removed_by_floor:
        raise Denied("the floor has ended your seat, when this round is over", "role")
    if not sitter.chips and not sitter.top_up and seat not in seating.playing:
        raise Denied("you have no chips at this table; top up to be dealt in", clauses=STAKES)
    return CameBack(at=at, seat=seat)


def ready(seating: Seating, person: int, at: int) -> SaidReady:
    """Note that a player is ready for the next round."""
    seat, sitter = _seated(seating, person)
    if sitter.state != "here":
        raise Denied("you are away; come back to be dealt in", clauses=NEXT_HAND)
    return SaidReady(at=at, seat=seat)


def top_up(
    seating: Seating, terms: Terms, person: int, cents: int, at: int
) -> ToppedUp | TopUpAsked:
    """Add chips, between rounds only: at once, or due when the round is over (0 cancels).

    No player plays a round with more chips than at its beginning (CA-LTN-27).
    """
    seat, sitter = _seated(seating, person)
    if fault := not_cents(cents):
        raise Denied(fault.what)
    if sitter.state == "leaving":
        raise Denied("you leave after this round; say that you stay before you top up")
    if cents == 0 and sitter.top_up:
        return TopUpAsked(at=at, seat=seat, cents=0)
    if cents <= 0:
        raise Denied(f"a top-up is more than $0, not {format_dollars(cents)}")
    if seat in seating.playing:
        if cents > terms.buy_in_most:
            raise Denied(
                f"the most after a top-up is {format_dollars(terms.buy_in_most)} at this table",
                clauses=BUY_IN,
            )
        return TopUpAsked(at=at, seat=seat, cents=cents)
    room = terms.buy_in_most - sitter.chips
    if room <= 0:
        raise Denied(
            f"you have {format_dollars(sitter.chips)} in front of you; the most after a top-up is "
            f"{format_dollars(terms.buy_in_most)} here",
            clauses=BUY_IN,
        )
    least = 1 if sitter.chips else terms.buy_in_least
    if not least <= cents <= room:
        raise Denied(
            f"you may top up {within(least, room)} now, not {format_dollars(cents)}", clauses=BUY_IN
        )
    return ToppedUp(at=at, seat=seat, cents=cents)


def seated(number: int, sitter: SeatedPlayer) -> Seat:
    """Return the seat of a player in the form a round takes."""
    guest = sitter.player
    return Seat(number, guest.name, sitter.chips, str(guest.person), guest.firm)


def playing(seating: Seating, game: Game, carry_over: Any) -> tuple[Seat, ...]:
    """Return the seats of the next round: players who are present, with chips if needed."""
    found = [
        seated(number, sitter) for number, sitter in seating.seats.items() if sitter.state == "here"
    ]
    return tuple(s for s in found if s.chips > 0 or game.plays_without_chips(s, carry_over))


def missing(seating: Seating, terms: Terms, game: Game, carry_over: Any) -> int:
    """Return the number of players still needed to begin a round."""
    players = playing(seating, game, carry_over)
    people = [seat for seat in players if not seating.seats[seat.seat].player.bot]
    needs = max(terms.start_with, game.seats_min)
    return max(0, needs - len(players), terms.people_least - len(people))


def all_ready(seating: Seating, game: Game, carry_over: Any) -> bool:
    """Return whether every player who would be dealt in is ready; bots always are."""
    return all(
        (sitter := seating.seats[seat.seat]).ready or sitter.player.bot
        for seat in playing(seating, game, carry_over)
    )


def came_with(seating: Seating) -> dict[int, int]:
    """Return the chips that the players of the round had at its beginning."""
    return {seat: seating.seats[seat].chips for seat in seating.playing}


def due(seating: Seating, terms: Terms, at: int) -> tuple[SeatEvent, ...]:
    """Return the events that are due between rounds, each once.

    Pending departures and top-ups take effect. Players who timed out in too many rounds are set
    away. Players who were away for too long leave. Holds that are over end.
    """
    return tuple(_due(seating, terms, at))


def _due(seating: Seating, terms: Terms, at: int) -> Iterator[SeatEvent]:
    """Yield the events of seats that are due between rounds."""
    for seat, held in seating.held.items():
        if held.until <= at:
            yield HoldEnded(at=at, seat=seat, why="the time to sit down is over")
    for seat, sitter in seating.seats.items():
        if seat in seating.playing:
            continue
        if sitter.state == "leaving":
            yield _left(terms, seat, sitter, at)
            continue
        if sitter.state == "here" and sitter.timeouts_in_a_row >= terms.away_after > 0:
            yield WentAway(
                at=at, seat=seat, why=f"silent for {n(sitter.timeouts_in_a_row, 'round')}"
            )
        if (fact := _top_up_due(seat, sitter, terms, at)) is not None:
            yield fact
        elif (until := kept_until(sitter, terms)) and until <= at:
            why = "away for too long" if sitter.chips else "without chips for too long"
            yield _left(terms, seat, sitter, at, why)


def _top_up_due(
    seat: int, sitter: SeatedPlayer, terms: Terms, at: int
) -> ToppedUp | TopUpAsked | None:
    """Return the requested top-up, cut to the allowed amount, or the reason against it."""
    if not sitter.top_up:
        return None
    cents = min(sitter.top_up, terms.buy_in_most - sitter.chips)
    if cents <= 0:
        why = (
            f"you have {format_dollars(sitter.chips)}, which is as much as anybody tops up to here"
        )
        return TopUpAsked(at=at, seat=seat, cents=0, why=why)
    if not sitter.chips and cents < terms.buy_in_least:
        why = f"without chips it takes a buy-in of {format_dollars(terms.buy_in_least)}"
        return TopUpAsked(at=at, seat=seat, cents=0, why=why)
    return ToppedUp(at=at, seat=seat, cents=cents)


def top_up_failed(seating: Seating, seat: int, at: int) -> TopUpAsked:
    """Return the event for a top-up that the wallet did not cover."""
    cents = format_dollars(seating.seats[seat].top_up)
    return TopUpAsked(at=at, seat=seat, cents=0, why=f"there is no {cents} on your account")


def kept_until(sitter: SeatedPlayer, terms: Terms) -> int:
    """Return the time until which the seat of an absent or broke player is kept; 0: no limit."""
    idle = sitter.state == "away" or not sitter.chips
    return sitter.since + terms.hold_ms if idle and terms.hold_ms else 0


def hold(seating: Seating, terms: Terms, person: int, at: int) -> SeatHeld:
    """Hold a seat for a person called from the waiting list."""
    if taken := seat_of(seating, person):
        raise Denied(f"this person sits at this table already, on seat {taken}")
    if any(held.person == person for held in seating.held.values()):
        raise Denied("a seat is kept for this person already")
    if not (free := free_seats(seating, terms)):
        raise Denied("no seat is free at this table")
    return SeatHeld(at=at, seat=free[0], person=person, until=at + terms.offer_ms)


def let_go(seating: Seating, person: int, at: int, why: str = "") -> HoldEnded:
    """End a hold that its person does not use."""
    for seat, held in seating.held.items():
        if held.person == person:
            return HoldEnded(at=at, seat=seat, why=why)
    raise Denied("no seat of this table is kept for you")


def next_due(seating: Seating, terms: Terms) -> int:
    """Return the time at which the next hold ends, in milliseconds; 0: none."""
    times = [held.until for held in seating.held.values()]
    times += [kept_until(s, terms) for s in seating.seats.values()]
    return min(filter(None, times), default=0)
