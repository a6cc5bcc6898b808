"""Who sits at a table, with how much, and who has left: a value, and the facts that change it.

Pure: no store, no clock, no task.  ``seat_rules.py`` finds out which fact follows from what
somebody asks; the fact is written to the table's log; ``apply`` makes the next seating of it.  So
the rows of a log, applied again, give the same seating.

While a round runs, the chips of who plays in it are the round's; ``Sitter.chips`` is then what the
person came to the round with.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from houseway.room.ledger import Posting, purse_at, wallet

V = TypeVar("V")
State = Literal["here", "away", "leaving"]


class Guest(msgspec.Struct, frozen=True):
    """Who wants to sit down: a person of the room, and the firm he plays for, if any."""

    person: int
    name: str
    bot: bool = False
    firm: str = ""


class Sitter(msgspec.Struct, frozen=True):
    """Somebody on a chair."""

    guest: Guest
    chips: int
    brought: int
    """All that was brought to this table, since the person first sat down at it."""
    taken: int = 0
    """All that was taken away from it before, on earlier visits."""
    state: State = "here"
    since: int = 0
    """Since when it is so: here, away, leaving, or without chips."""
    top_up: int = 0
    """Asked for, and due when the round is over."""
    missed: int = 0
    """Rounds that were played without who is away."""
    silent: int = 0
    """Rounds in a row in which the time of this seat ran out."""
    ready: bool = False
    ended: bool = False
    """The floor has ended the seat: the round is played to its end, and nobody stays after it."""

    @property
    def result(self) -> int:
        """Won (or lost, below 0) at this table until now."""
        return self.chips + self.taken - self.brought


class Gone(msgspec.Struct, frozen=True):
    """Who has left with how much, and until when nobody comes back with less."""

    cents: int
    until: int
    brought: int
    taken: int
    """All that was taken away, this time too."""


class Held(msgspec.Struct, frozen=True):
    """A chair that is kept for somebody who was called."""

    person: int
    until: int


class Seating(msgspec.Struct, frozen=True):
    """The chairs of a table."""

    seats: dict[int, Sitter] = {}
    held: dict[int, Held] = {}
    gone: dict[int, Gone] = {}
    """By the person's id."""
    playing: tuple[int, ...] = ()
    """The seats in the round that runs; none between rounds."""


# -- facts -----------------------------------------------------------------------------------


class Noted(msgspec.Struct, frozen=True, tag_field="fact", kw_only=True):
    """Something that has happened at the chairs of a table, and when (milliseconds)."""

    at: int


class Sat(Noted, frozen=True, tag="sat"):
    """Somebody has sat down with so many cents out of the wallet."""

    seat: int
    guest: Guest
    cents: int


class Leaves(Noted, frozen=True, tag="leaves"):
    """Somebody in the round will leave when it is over, of their own or because the floor says so.

    Who leaves of their own is not asked any more; whose seat the floor ends plays the round out.
    """

    seat: int
    ended: bool = False


class Left(Noted, frozen=True, tag="left"):
    """Somebody has left; the cents go to the wallet.  Until when less is not taken again."""

    seat: int
    person: int
    cents: int
    until: int
    why: str = ""


class WentAway(Noted, frozen=True, tag="away"):
    """Somebody is not dealt in any more, but keeps the chair."""

    seat: int
    why: str = ""


class CameBack(Noted, frozen=True, tag="back"):
    """Somebody is dealt in again from the next round on, or does not leave after all."""

    seat: int


class TopUpAsked(Noted, frozen=True, tag="top_up"):
    """Somebody in the round wants so many cents more when it is over (0: not any more)."""

    seat: int
    cents: int
    why: str = ""
    """Why it is taken back, where the table does that."""


class ToppedUp(Noted, frozen=True, tag="topped_up"):
    """So many cents have come from the wallet to the chips."""

    seat: int
    cents: int


class SaidReady(Noted, frozen=True, tag="ready"):
    """Somebody does not wait for more before the next round."""

    seat: int


class SeatHeld(Noted, frozen=True, tag="held"):
    """A chair is kept for somebody until then."""

    seat: int
    person: int
    until: int


class HoldEnded(Noted, frozen=True, tag="hold_ended"):
    """A chair is kept no more."""

    seat: int
    why: str = ""


class Began(Noted, frozen=True, tag="began"):
    """A round has begun with these seats."""

    seats: tuple[int, ...]


class Ended(Noted, frozen=True, tag="ended"):
    """A round is over: the chips of those who played, and whose time had run out in it."""

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
    """What a fact moves between a wallet and the chips of a seat."""
    match fact:
        case Sat(seat=seat, guest=guest, cents=cents):
            pair = wallet(guest.person), purse_at(table, seat)
        case ToppedUp(seat=seat, cents=cents):
            pair = wallet(seating.seats[seat].guest.person), purse_at(table, seat)
        case Left(seat=seat, person=person, cents=cents):
            pair = purse_at(table, seat), wallet(person)
        case _:
            return ()
    return (Posting(*pair, cents),) if cents else ()


# -- what a fact makes of a seating ----------------------------------------------------------


def apply(seating: Seating, fact: SeatEvent) -> Seating:
    """The seating after a fact."""
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
            return replace(seating, held={**seating.held, seat: Held(person, until)})
        case HoldEnded(seat=seat):
            return replace(seating, held=_without(seating.held, seat))
        case _:
            sitter = _changed(seating.seats[fact.seat], fact)
            return replace(seating, seats={**seating.seats, fact.seat: sitter})


def _changed(
    sitter: Sitter, fact: Leaves | WentAway | CameBack | TopUpAsked | ToppedUp | SaidReady
) -> Sitter:
    """Somebody on a chair, after a fact about that seat alone."""
    match fact:
        case Leaves():
            return replace(sitter, state="leaving", since=fact.at, top_up=0, ended=fact.ended)
        case WentAway():
            return replace(sitter, state="away", since=fact.at, missed=0, silent=0, ready=False)
        case CameBack():
            return replace(sitter, state="here", since=fact.at, missed=0, silent=0)
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
    """A new sitter, who goes on from what was won and lost on earlier visits."""
    person = fact.guest.person
    before = seating.gone.get(person)
    sitter = Sitter(
        fact.guest,
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
    """Without that sitter, who is remembered as long as it matters."""
    sitter = seating.seats[fact.seat]
    gone = Gone(fact.cents, fact.until, sitter.brought, sitter.taken + fact.cents)
    return replace(
        seating,
        seats=_without(seating.seats, fact.seat),
        gone=_still({**seating.gone, fact.person: gone}, fact.at),
    )


def _ended(seating: Seating, fact: Ended) -> Seating:
    """Chips as the round left them; silence and missed rounds counted."""
    seats = {seat: _after_round(seat, sitter, fact) for seat, sitter in seating.seats.items()}
    return replace(seating, seats=seats, playing=())


def _after_round(seat: int, sitter: Sitter, fact: Ended) -> Sitter:
    if seat not in fact.chips:
        missed = sitter.missed + (sitter.state == "away")
        return replace(sitter, missed=missed, ready=False)
    chips = fact.chips[seat]
    return replace(
        sitter,
        chips=chips,
        silent=sitter.silent + 1 if seat in fact.silent else 0,
        since=sitter.since if chips else fact.at,
        ready=False,
    )


def _still(gone: dict[int, Gone], now: int) -> dict[int, Gone]:
    """Those who are still remembered."""
    return {person: g for person, g in gone.items() if g.until > now}


def _without(kept: dict[int, V], key: int) -> dict[int, V]:
    return {k: v for k, v in kept.items() if k != key}
