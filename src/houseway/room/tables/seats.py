"""Seats of a table: the people, their chips, departures, and the events that change them.

Pure: no store, no clock, no task. ``seat_rules.py`` derives the event of a request, and the event
is written to the table's log. ``apply`` returns the next seating. So the rows of a log, applied
again, give the same seating. During a round the chips of its players belong to the round;
``SeatedPlayer.chips`` then has what the person brought to the round.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from houseway.room.api.table_types import State
from houseway.room.ledger import Posting, purse_at, wallet

V = TypeVar("V")


class Player(msgspec.Struct, frozen=True):
    """A person who wants to sit down, and their firm, if any."""

    person: int
    name: str
    bot: bool = False
    firm: str = ""


class SeatedPlayer(
    msgspec.Struct,
    frozen=True,
    rename={"player": "guest", "timeouts_in_a_row": "silent", "removed_by_floor": "ended"},
):
    """A seated player."""

    player: Player
    chips: int
    brought: int
    """All money brought to this table since the person first sat down, in cents."""
    taken: int = 0
    """All money taken away on earlier visits, in cents."""
    state: State = "here"
    since: int = 0
    """The time since when the present state holds: here, away, leaving, or without chips."""
    top_up: int = 0
    """Requested chips in cents, due when the round is over."""
    missed: int = 0
    """Rounds played without the player."""
    timeouts_in_a_row: int = 0
    """Consecutive rounds in which the player's time ran out."""
    ready: bool = False
    removed_by_floor: bool = False
    """True if the floor has ended the seat: the person leaves after the round."""

    @property
    def result(self) -> int:
        """Return the present result at this table in cents; negative for a loss."""
        return self.chips + self.taken - self.brought


class RecentLeaver(msgspec.Struct, frozen=True):
    """A player who has left: the amount, and until when they must return with at least that."""

    cents: int
    until: int
    brought: int
    taken: int
    """All money taken away, including this time, in cents."""


class SeatHold(msgspec.Struct, frozen=True):
    """A seat that is held for a called person."""

    person: int
    until: int


class Seating(msgspec.Struct, frozen=True):
    """The seats of a table."""

    seats: dict[int, SeatedPlayer] = {}
    held: dict[int, SeatHold] = {}
    gone: dict[int, RecentLeaver] = {}
    """Players who have left, by id."""
    playing: tuple[int, ...] = ()
    """The seats of the round in play; empty between rounds."""


class TimedSeatEvent(msgspec.Struct, frozen=True, tag_field="fact", kw_only=True):
    """A seat event with its time in milliseconds."""

    at: int


class Sat(TimedSeatEvent, frozen=True, tag="sat", rename={"player": "guest"}):
    """A player has sat down with cents from the wallet."""

    seat: int
    player: Player
    cents: int


class Leaves(TimedSeatEvent, frozen=True, tag="leaves", rename={"removed_by_floor": "ended"}):
    """A player leaves when the round is over, by choice or by the floor.

    A player who leaves by choice is not asked any more; one whose seat the floor ends plays the
    round out.
    """

    seat: int
    removed_by_floor: bool = False


class Left(TimedSeatEvent, frozen=True, tag="left"):
    """A player has left; the cents go to the wallet. ``until``: the least buy-in on return is that
    amount.
    """

    seat: int
    person: int
    cents: int
    until: int
    why: str = ""


class WentAway(TimedSeatEvent, frozen=True, tag="away"):
    """A player sits out and keeps the seat."""

    seat: int
    why: str = ""


class CameBack(TimedSeatEvent, frozen=True, tag="back"):
    """A player returns to play from the next round on, or does not leave after all."""

    seat: int


class TopUpAsked(TimedSeatEvent, frozen=True, tag="top_up"):
    """A player in the round requests more cents when it is over (0: cancelled)."""

    seat: int
    cents: int
    why: str = ""
    """The reason if the table cancels it."""


class ToppedUp(TimedSeatEvent, frozen=True, tag="topped_up"):
    """Cents have moved from the wallet to the chips."""

    seat: int
    cents: int


class SaidReady(TimedSeatEvent, frozen=True, tag="ready"):
    """A player is ready for the next round."""

    seat: int


class SeatHeld(TimedSeatEvent, frozen=True, tag="held"):
    """A seat is held for a person until this time."""

    seat: int
    person: int
    until: int


class HoldEnded(TimedSeatEvent, frozen=True, tag="hold_ended"):
    """A hold has ended."""

    seat: int
    why: str = ""


class Began(TimedSeatEvent, frozen=True, tag="began"):
    """A round has begun with these seats."""

    seats: tuple[int, ...]


class Ended(TimedSeatEvent, frozen=True, tag="ended"):
    """A round is over: the chips of its players, and the seats that timed out in it."""

    chips: dict[int, int]
    silent: tuple[int, ...] = ()


SeatEvent: TypeAlias = (
    Sat
    | Leaves
    | Left
    | WentAway
    | CameBack
    | TopUpAsked
    | ToppedUp
    | SaidReady
    | SeatHeld
    | HoldEnded
    | Began
    | Ended
)


def postings(seating: Seating, table: str, fact: SeatEvent) -> tuple[Posting, ...]:
    """Return the postings of an event between a wallet and the chips of a seat."""
    match fact:
        case Sat(seat=seat, player=player, cents=cents):
            pair = wallet(player.person), purse_at(table, seat)
        case ToppedUp(seat=seat, cents=cents):
            pair = wallet(seating.seats[seat].player.person), purse_at(table, seat)
        case Left(seat=seat, person=person, cents=cents):
            pair = purse_at(table, seat), wallet(person)
        case _:
            return ()
    return (Posting(*pair, cents),) if cents else ()


def apply(seating: Seating, fact: SeatEvent) -> Seating:
    """Return the seating after an event."""
    match fact:
        case Sat():
            return _sat(seating, fact)
        case Left():
            return _left(seating, fact)
        case Began(seats=seats):
            return replace(seating, playing=seats)
        case Ended():
            return _ended(seating, fact)
        case SeatHeld(seat=seat, person=person, until=until):
            return replace(seating, held={**seating.held, seat: SeatHold(person, until)})
        case HoldEnded(seat=seat):
            return replace(seating, held=_without(seating.held, seat))
        case _:
            sitter = _changed(seating.seats[fact.seat], fact)
            return replace(seating, seats={**seating.seats, fact.seat: sitter})


def _changed(
    sitter: SeatedPlayer, fact: Leaves | WentAway | CameBack | TopUpAsked | ToppedUp | SaidReady
) -> SeatedPlayer:
    """Return the player on a chair after an event at that seat alone."""
    match fact:
        case Leaves():
            return replace(
                sitter,
                state="leaving",
                since=fact.at,
                top_up=0,
                removed_by_floor=fact.removed_by_floor,
            )
        case WentAway():
            return replace(
                sitter, state="away", since=fact.at, missed=0, timeouts_in_a_row=0, ready=False
            )
        case CameBack():
            return replace(sitter, state="here", since=fact.at, missed=0, timeouts_in_a_row=0)
        case TopUpAsked(cents=cents):
            return replace(sitter, top_up=cents)
        case ToppedUp(cents=cents):
            return replace(
                sitter,
                chips=sitter.chips + cents,
                brought=sitter.brought + cents,
                top_up=0,
                since=sitter.since if sitter.chips else fact.at,
            )
        case SaidReady():
            return replace(sitter, ready=True)


def _sat(seating: Seating, fact: Sat) -> Seating:
    """Return the seating with a new player, whose earlier results at this table continue."""
    person = fact.player.person
    before = seating.gone.get(person)
    sitter = SeatedPlayer(
        fact.player,
        chips=fact.cents,
        brought=fact.cents + (before.brought if before else 0),
        taken=before.taken if before else 0,
        since=fact.at,
    )
    return replace(
        seating,
        seats=dict(sorted({**seating.seats, fact.seat: sitter}.items())),
        held={s: h for s, h in seating.held.items() if s != fact.seat and h.person != person},
        gone=_still(_without(seating.gone, person), fact.at),
    )


def _left(seating: Seating, fact: Left) -> Seating:
    """Return the seating without that player, who is remembered as long as it matters."""
    sitter = seating.seats[fact.seat]
    gone = RecentLeaver(fact.cents, fact.until, sitter.brought, sitter.taken + fact.cents)
    return replace(
        seating,
        seats=_without(seating.seats, fact.seat),
        gone=_still({**seating.gone, fact.person: gone}, fact.at),
    )


def _ended(seating: Seating, fact: Ended) -> Seating:
    """Return the seating with the chips after the round; timeouts and missed rounds are counted."""
    seats = {seat: _after_round(seat, sitter, fact) for seat, sitter in seating.seats.items()}
    return replace(seating, seats=seats, playing=())


def _after_round(seat: int, sitter: SeatedPlayer, fact: Ended) -> SeatedPlayer:
    """Return a seat after a round: its chips, and its rounds missed or silent."""
    if seat not in fact.chips:
        missed = sitter.missed + (sitter.state == "away")
        return replace(sitter, missed=missed, ready=False)
    chips = fact.chips[seat]
    return replace(
        sitter,
        chips=chips,
        timeouts_in_a_row=sitter.timeouts_in_a_row + 1 if seat in fact.silent else 0,
        since=sitter.since if chips else fact.at,
        ready=False,
    )


def _still(gone: dict[int, RecentLeaver], now: int) -> dict[int, RecentLeaver]:
    """Return the departed players who are still remembered."""
    return {person: g for person, g in gone.items() if g.until > now}


def _without(kept: dict[int, V], key: int) -> dict[int, V]:
    """Return a copy without this key."""
    return {k: v for k, v in kept.items() if k != key}
