"""The tables of a room file: each game is built with its posting, and checks the terms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from houseway.errors import Refused, short_repr
from houseway.families.poker.game import Poker
from houseway.game.base import Game
from houseway.game.posting import Fact
from houseway.money import format_dollars
from houseway.room.api.table_types import Terms
from houseway.room.config.faults import Reading
from houseway.room.config.schema import TableFile
from houseway.room.config.toml_lines import KeyPath
from houseway.room.settings import Dollars, file_keys
from houseway.room.tables.terms import TIMES, default_terms, house_banks, largest_bet, least_bet
from houseway.rulebook import find
from houseway.util.english import n, one_of, suggest

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
DEALERS = ("automatic",)
BLANK = Terms(buy_in_least=1, buy_in_most=1, seats=0)
"""Terms of a table whose game has not been built yet."""
StatedTerms: TypeAlias = dict[str, tuple[Any, KeyPath]]
"""Terms that the file states, by the names of the fields: the value, and its place in the file."""


def stated_terms(reading: Reading, data: Any, place: KeyPath) -> StatedTerms:
    """Return the terms of a section, in cents and milliseconds."""
    values = reading.values(Terms, data, place, partly=True)
    return _with_places(values, place)


def _with_places(values: dict[str, Any], place: KeyPath) -> StatedTerms:
    keys = {key.field.name: key.name for key in file_keys(Terms)}
    return {name: (value, (*place, keys[name])) for name, value in values.items()}


def table_of(
    reading: Reading, data: dict[str, Any], i: int, general: StatedTerms, notes: list[str]
) -> TableFile | None:
    """Return a table; None if its game cannot be built."""
    place: KeyPath = ("table", i)
    values = reading.values(TableFile, data, place)
    if "name" not in values or "game" not in values:
        return None
    table = TableFile(**{**values, "terms": BLANK})
    _check_name(reading, (*place, "name"), table.name)
    if table.dealer not in DEALERS:
        why = f"tables are dealt by {one_of(DEALERS)} here, not {short_repr(table.dealer)}"
        reading.fault((*place, "dealer"), why)
    game = _game(reading, table, place)
    if game is None:
        return None
    if table.bankroll and not house_banks(game):
        why = f"the house does not bank {game.name}, so it puts nothing on the table"
        reading.fault((*place, "bankroll"), why)
    if "seats" in general:  # for all tables: as many as there are chairs at this one
        seats, at = general["seats"]
        general = {**general, "seats": (min(seats, game.seats_max), at)}
    at = (*place, "terms")
    stated = general | _with_places(values.get("terms") or {}, at)
    terms = _terms(reading, game, stated, at, table.name)
    _note_short(game, terms, table.name, notes)
    meters = _meters(reading, game, values.get("meters", {}), (*place, "meters"))
    return replace(table, terms=terms, meters=meters)


def _check_name(reading: Reading, place: KeyPath, name: str) -> None:
    """Note a fault if the name of a table has other characters than allowed."""
    if not NAME.fullmatch(name):
        reading.fault(
            place,
            f"the name of a table is 1 to 24 letters, digits and hyphens, not {short_repr(name)}",
        )


def _game(reading: Reading, table: TableFile, place: KeyPath) -> Game | None:
    """Return the game with its posting; each wrong key of it is a fault on its own line."""
    kind = reading.tried((*place, "game"), lambda: find(table.game), Refused)
    if kind is None:
        return None
    declared = kind.declared()
    known = [key for key, choice in declared.items() if not isinstance(choice, Fact)]
    wrong = len(reading.faults)
    for key, value in table.posting.items():
        at = (*place, "posting", key)
        if key not in declared:
            why = (
                f"there is nothing called {short_repr(key)} to post in {kind.name}; "
                f"{suggest(key, known)}"
            )
            reading.fault(at, why)
        else:
            reading.tried(at, partial(declared[key].read, value), Refused)
    if len(reading.faults) > wrong:
        return None
    return reading.tried((*place, "posting"), lambda: kind(table.posting), Refused)


def _terms(reading: Reading, game: Game, stated: StatedTerms, place: KeyPath, name: str) -> Terms:
    """Return the terms: the game's defaults with the stated values; the game checks them."""
    usual = default_terms(game)
    terms = replace(usual, **{key: value for key, (value, _) in stated.items()})
    if "start_with" not in stated:
        terms = replace(terms, start_with=min(terms.start_with, terms.seats))
    where = {key: at for key, (_, at) in stated.items()}
    least = least_bet(game)
    if terms.buy_in_least < least:
        why = (
            f"a buy-in of {format_dollars(terms.buy_in_least)} is not enough for one "
            f"bet of {format_dollars(least)}"
        )
        reading.fault(where.get("buy_in_least", place), f"{why} at {name}")
    if not game.seats_min <= terms.seats <= game.seats_max:
        why = f"{game.name} has {game.seats_min} to {game.seats_max} seats, not {terms.seats}"
        reading.fault(where.get("seats", place), why)
    for key in ("start_with", "people_least"):
        if (wanted := getattr(terms, key)) > terms.seats:
            why = f"{name} has {n(terms.seats, 'seat')} and cannot wait for {wanted} players"
            reading.fault(where.get(key, place), why)
    return terms


def _note_short(game: Game, terms: Terms, name: str, notes: list[str]) -> None:
    """Note a buy-in below the usual one; it is allowed."""
    usual = TIMES * largest_bet(game)
    if isinstance(game, Poker) and terms.buy_in_least < usual:
        notes.append(
            f"table {name}: a buy-in of {format_dollars(terms.buy_in_least)} is less "
            "than the usual five "
            f"times the largest bet, {format_dollars(usual)} (CA-LTN-28)"
        )


def _meters(
    reading: Reading, game: Game, given: Mapping[str, list[int | str]], place: KeyPath
) -> dict[str, tuple[int, ...]]:
    """Return the opening values of meters where they differ from the seed; never less."""
    posted: dict[str, Any] = getattr(game, "meter_terms", {})
    found = {}
    read = Dollars().read
    for spot, amounts in given.items():
        at = (*place, spot)
        if spot not in posted:
            reading.fault(
                at, f"{short_repr(spot)} has no meter at this table; {suggest(spot, posted)}"
            )
            continue
        seeds = [terms.seed for terms in posted[spot]]
        cents = [reading.tried(at, partial(read, amount), ValueError) or 0 for amount in amounts]
        if len(cents) != len(seeds):
            reading.fault(at, f"has {n(len(seeds), 'meter')}, not {len(cents)}")
        for value, seed in zip(cents, seeds, strict=False):
            if value < seed:
                why = (
                    "a meter does not begin below its seed of "
                    f"{format_dollars(seed)}: {format_dollars(value)}"
                )
                reading.fault(at, why)
        found[spot] = tuple(cents)
    return found
