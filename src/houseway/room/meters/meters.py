"""Progressive meters of live tables: values, balances in the books, and history.

Pure functions over a table and its books; ``desk.py`` has the commands. A meter is kept in parts of
a cent. Its account holds the whole cents of meter and reserve together. A fraction of a cent stays
with the house until it is a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.engine.events import meter as account_of
from houseway.game.base import Game
from houseway.game.progressives import PARTS, Meter, MeterTerms, opened
from houseway.money import format_dollars
from houseway.room.errors import Denied
from houseway.room.ledger import Posting, at_table
from houseway.room.tables import log
from houseway.room.tables.log import PendingRow
from houseway.room.tables.state import TableState, TableSummary
from houseway.util.english import all_of

IN_TRANSIT = "house:meters"
"""The account of money on its way from the meter of one table to that of another."""
EMPTY = Meter(value=0)
"""A meter whose money was transferred: it gets its seed when its table opens."""


def meter_account(table: str, spot: str, number: int) -> str:
    """Return the account of a meter of a table."""
    return at_table(table, account_of(spot, number))


def house_account(table: str) -> str:
    """Return the account of the house at a table."""
    return f"table:{table}:house"


def terms_of(game: Game | None) -> dict[str, tuple[MeterTerms, ...]]:
    """Return the posted meters of a game; empty if it has none."""
    found: dict[str, tuple[MeterTerms, ...]] = getattr(game, "meter_terms", {})
    return found


def meters_of(carry_over: Any) -> dict[str, list[Meter]]:
    """Return the meters that are carried from round to round."""
    found: dict[str, list[Meter]] = getattr(carry_over, "meters", {})
    return found


def each(meters: Mapping[str, list[Meter]]) -> Iterator[tuple[str, int, Meter]]:
    """Yield every meter: wager, number, and value."""
    for spot, kept in meters.items():
        for number, meter in enumerate(kept):
            yield spot, number, meter


def named(game: Game, spot: str, number: int) -> str:
    """Return the name of a meter in words."""
    words, several = game.words().wager(spot), len(terms_of(game).get(spot, ())) > 1
    return f"the {words} meter" + (f" {number + 1}" if several else "")


def check_kept(live: TableState | TableSummary, game: Game) -> None:
    """Raise Denied if another posting would drop or change a meter that holds money (P39)."""
    lost = [
        f"{named(live.posted, spot, number)} ({format_dollars(meter.held)})"
        for spot, number, meter in each(meters_of(live.carry_over))
        if meter.held and not _stays(live.posted, game, spot, number)
    ]
    if lost:
        raise Denied(
            f"{all_of(lost)} of {live.name} would not go on as posted: transfer the money to the "
            "same meter of another table, or have it taken out, by two people, before this is "
            "posted"
        )


def _stays(old: Game, new: Game, spot: str, number: int) -> bool:
    """Return True if another posting feeds, seeds and wins a meter in the same way."""
    return old.id == new.id and same_kind(old, new, spot, number)


def same_kind(one: Game, other: Game, spot: str, number: int) -> bool:
    """Return True if two games have a meter that is fed, seeded and won alike."""
    mine, theirs = terms_of(one).get(spot, ()), terms_of(other).get(spot, ())
    if number >= min(len(mine), len(theirs)) or mine[number] != theirs[number]:
        return False
    return _won_by(one, spot) == _won_by(other, spot)


def _won_by(game: Game, spot: str) -> object:
    """Return the pays and the rule that win a meter, to compare two games."""
    wager = next(w for w in game.offered if w.name == spot)
    return game.pay[wager.paid_by], getattr(wager.rule, "__qualname__", "")


def carried_on(live: TableState, game: Game) -> list[PendingRow]:
    """Return the rows for a table that opens again: its meters, and new ones with their seeds.

    The state for the first round of a game is made when the first player sits down.
    """
    if live.game is None or live.game.id != game.id or live.carry_over is None:
        return []
    old = meters_of(live.carry_over)
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
    carry_over = replace(live.carry_over, meters=new)
    return [PendingRow(log.Carried(log.packed(carry_over), "meters begin with their seeds"), seeds)]


def moved(other: str, table: str, spot: str, number: int, cents: int) -> list[Posting]:
    """Return the postings of cents from another account to a meter, or (below 0) back."""
    account = meter_account(table, spot, number)
    if not cents:
        return []
    return [Posting(other, account, cents) if cents > 0 else Posting(account, other, -cents)]


def with_meter(carry_over: Any, spot: str, number: int, meter: Meter) -> Any:
    """Return the carried values with one meter replaced."""
    meters = {name: list(kept) for name, kept in meters_of(carry_over).items()}
    meters[spot][number] = meter
    return replace(carry_over, meters=meters)


def raised(meter: Meter, cents: int) -> Meter:
    """Return a meter after the house has added cents, or (below 0) taken them."""
    parts = cents * PARTS
    return replace(meter, value=meter.value + parts, seeded=meter.seeded + parts)


def joined(one: Meter, other: Meter) -> Meter:
    """Return a meter combined with another whose money is transferred to it, history included."""
    return msgspec.structs.replace(
        one,
        value=one.value + other.value,
        reserve=one.reserve + other.reserve,
        seeded=one.seeded + other.seeded,
        taken=one.taken + other.taken,
        paid=one.paid + other.paid,
        since=one.since + other.since,
    )
