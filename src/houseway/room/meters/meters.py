"""Progressive meters of live tables: where they stand, what the books hold for them, their history.

Pure functions over a table and its books; ``desk.py`` is the desk.  A meter is kept in
parts of a cent; its account holds the whole cents of meter and reserve together, and what is left
of a cent stays with the house until it is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.engine.events import meter as account_of
from houseway.game.base import Game
from houseway.game.progressives import PARTS, Meter, Terms, opened
from houseway.money import format_dollars
from houseway.room.errors import Denied
from houseway.room.ledger import Posting, at_table
from houseway.room.tables import log
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.state import TableState
from houseway.util.english import all_of

IN_TRANSIT = "house:meters"
"""What has left the meter of one table and has not come to another's yet: as a rule nothing."""
EMPTY = Meter(value=0)
"""A meter whose money was transferred: it begins anew, with its seed, when its table opens."""


def meter_account(table: str, spot: str, number: int) -> str:
    """The account of a meter of a table."""
    return at_table(table, account_of(spot, number))


def house_account(table: str) -> str:
    """What the house has on a table."""
    return f"table:{table}:house"


def terms_of(game: Game | None) -> dict[str, tuple[Terms, ...]]:
    """What is posted for the meters of a game; nothing where it has none."""
    found: dict[str, tuple[Terms, ...]] = getattr(game, "meter_terms", {})
    return found


def meters_of(between: Any) -> dict[str, list[Meter]]:
    """The meters that are carried from round to round."""
    found: dict[str, list[Meter]] = getattr(between, "meters", {})
    return found


def meters_now(live: TableState) -> dict[str, list[Meter]]:
    """The meters as they stand, in the middle of a round too."""
    if live.playing and live.round_ is not None:
        found: dict[str, list[Meter]] = getattr(live.round_.state, "meters", {})
        return found
    return meters_of(live.between)


def each(meters: Mapping[str, list[Meter]]) -> Iterator[tuple[str, int, Meter]]:
    """Every meter: wager, number, and how it stands."""
    for spot, kept in meters.items():
        for number, meter in enumerate(kept):
            yield spot, number, meter


def named(game: Game, spot: str, number: int) -> str:
    """A meter as people call it."""
    words, several = game.words().wager(spot), len(terms_of(game).get(spot, ())) > 1
    return f"the {words} meter" + (f" {number + 1}" if several else "")


# -- another posting -------------------------------------------------------------------------------


def check_kept(live: TableState, game: Game) -> None:
    """Denied if another posting would drop or change a meter that holds money (P39)."""
    lost = [
        f"{named(live.posted, spot, number)} ({format_dollars(meter.held)})"
        for spot, number, meter in each(meters_of(live.between))
        if meter.held and not _stays(live.posted, game, spot, number)
    ]
    if lost:
        raise Denied(
            f"{all_of(lost)} of {live.name} would not go on as posted: transfer the money to the "
            "same meter of another table, or have it taken out, by two people, before this is "
            "posted"
        )


def _stays(old: Game, new: Game, spot: str, number: int) -> bool:
    """Whether a meter is fed, seeded and won by another posting as it was."""
    return old.id == new.id and same_kind(old, new, spot, number)


def same_kind(one: Game, other: Game, spot: str, number: int) -> bool:
    """Whether two games have a meter that is fed, seeded and won alike."""
    mine, theirs = terms_of(one).get(spot, ()), terms_of(other).get(spot, ())
    if number >= min(len(mine), len(theirs)) or mine[number] != theirs[number]:
        return False
    return _won_by(one, spot) == _won_by(other, spot)


def _won_by(game: Game, spot: str) -> object:
    wager = next(w for w in game.offered if w.name == spot)
    return game.pay[wager.paid_by], getattr(wager.by, "__qualname__", "")


def carried_on(live: TableState, game: Game) -> list[PendingRow]:
    """What a table is opened with again: the meters it has, and new ones with their seeds.

    What the first round of a game begins with is made when somebody sits down to it.
    """
    if live.game is None or live.game.id != game.id or live.between is None:
        return []
    old = meters_of(live.between)
    new: dict[str, list[Meter]] = {}
    seeds: list[Posting] = []
    for spot, posted in terms_of(game).items():
        had = old.get(spot, [])
        new[spot] = []
        for number, terms in enumerate(posted):
            meter = had[number] if number < len(had) else EMPTY
            if meter == EMPTY:
                meter = opened(terms)
                seeds += moved(house_account(live.name), live.name, spot, number, meter.held)
            new[spot].append(meter)
    if new == old:
        return []
    between = replace(live.between, meters=new)
    return [PendingRow(log.Carried(log.packed(between), "meters begin with their seeds"), seeds)]


def moved(other: str, table: str, spot: str, number: int, cents: int) -> list[Posting]:
    """So many cents from another account to a meter, or (below 0) the other way."""
    account = meter_account(table, spot, number)
    if not cents:
        return []
    return [Posting(other, account, cents) if cents > 0 else Posting(account, other, -cents)]


# -- changing a meter ------------------------------------------------------------------------------


def with_meter(between: Any, spot: str, number: int, meter: Meter) -> Any:
    """What is carried, with one meter standing so."""
    meters = {name: list(kept) for name, kept in meters_of(between).items()}
    meters[spot][number] = meter
    return replace(between, meters=meters)


def raised(meter: Meter, cents: int) -> Meter:
    """A meter to which the house has added so many cents, or (below 0) from which it took them."""
    parts = cents * PARTS
    return replace(meter, value=meter.value + parts, seeded=meter.seeded + parts)


def joined(one: Meter, other: Meter) -> Meter:
    """A meter with all that went through another, when that one's money comes to it."""
    return msgspec.structs.replace(
        one,
        value=one.value + other.value,
        reserve=one.reserve + other.reserve,
        seeded=one.seeded + other.seeded,
        taken=one.taken + other.taken,
        paid=one.paid + other.paid,
        since=one.since + other.since,
    )
