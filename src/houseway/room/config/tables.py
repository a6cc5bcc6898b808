"""The tables of a room file: each game is built with its posting, and checks the terms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from houseway.errors import Refused, short_repr
from houseway.families.poker.game import Poker
from houseway.game.base import Game
from houseway.game.posting import Fact
from houseway.money import MOST_DOLLARS, dollars, format_dollars
from houseway.room.api.table_types import Terms
from houseway.room.config.checks import bounded, money
from houseway.room.config.faults import Reading
from houseway.room.config.schema import TableFile, TablePart, TermsPart
from houseway.room.config.toml_lines import KeyPath
from houseway.room.tables.terms import TIMES, default_terms, house_banks, largest_bet, least_bet
from houseway.rulebook import find
from houseway.util.english import n, one_of, suggest

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
DEALERS = ("automatic",)
MINUTE, SECOND = 60_000, 1_000
TIMED = {
    "return_minutes": ("return_within_ms", MINUTE, 0, 24 * 60),
    "betting_seconds": ("window_ms", SECOND, 3, 3_600),
    "question_seconds": ("question_ms", SECOND, 3, 3_600),
    "arrange_seconds": ("arrange_ms", SECOND, 3, 3_600),
    "pause_seconds": ("pause_ms", SECOND, 0, 600),
    "away_after": ("away_after", 1, 0, 100),
    "hold_minutes": ("hold_ms", MINUTE, 0, 24 * 60),
    "offer_seconds": ("offer_ms", SECOND, 5, 3_600),
    "watch_delay_seconds": ("watch_delay_ms", SECOND, 0, 24 * 3_600),
    "seats": ("seats", 1, 1, 100),
    "start_with": ("start_with", 1, 1, 100),
    "people_least": ("people_least", 1, 0, 100),
}
"""Key of the file -> field of the terms, number of milliseconds in its unit, and bounds."""
Said = dict[str, tuple[int, KeyPath]]
"""Stated terms: the value, and its place in the file."""


def terms_of(reading: Reading, part: TermsPart, place: KeyPath) -> Said:
    """Return the stated terms, in cents and milliseconds."""
    said: Said = {}
    for key, (name, unit, least, most) in TIMED.items():
        value = getattr(part, key)
        if value is not None:
            at = (*place, key)
            said[name] = bounded(reading, at, value, least, most) * unit, at
    if part.practice is not None:
        said["practice"] = part.practice, (*place, "practice")
    if part.buy_in is not None:
        at = (*place, "buy_in")
        if found := _range(reading, at, part.buy_in):
            said["buy_in_least"], said["buy_in_most"] = (found[0], at), (found[1], at)
    return said


def _range(reading: Reading, place: KeyPath, text: str) -> tuple[int, int] | None:
    """Return two amounts, as in 40..200; note a fault for anything else."""
    try:
        least, most = (dollars(part) for part in text.split(".."))
    except ValueError:
        reading.fault(
            place, f"must be the least and the most, like 40..200, not {short_repr(text)}"
        )
        return None
    if not 0 < least <= most <= MOST_DOLLARS * 100:
        reading.fault(place, f"must go from more than $0 upwards, and is {short_repr(text)}")
        return None
    return least, most


def table_of(
    reading: Reading, part: TablePart, i: int, general: Said, notes: list[str]
) -> TableFile | None:
    """Return a table; None if its game cannot be built."""
    place: KeyPath = ("table", i)
    _check_name(reading, (*place, "name"), part.name)
    if part.dealer not in DEALERS:
        why = f"tables are dealt by {one_of(DEALERS)} here, not {short_repr(part.dealer)}"
        reading.fault((*place, "dealer"), why)
    said = terms_of(reading, part.terms, (*place, "terms"))
    bankroll = money(reading, (*place, "bankroll"), part.bankroll)
    game = _game(reading, part, place)
    if game is None:
        return None
    if bankroll and not house_banks(game):
        why = f"the house does not bank {game.name}, so it puts nothing on the table"
        reading.fault((*place, "bankroll"), why)
    if "seats" in general:  # for all tables: as many as there are chairs at this one
        seats, at = general["seats"]
        general = {**general, "seats": (min(seats, game.seats_max), at)}
    terms = _terms(reading, game, general | said, (*place, "terms"), part.name)
    _note_short(game, terms, part.name, notes)
    return TableFile(
        name=part.name,
        game=part.game,
        posting=part.posting,
        terms=terms,
        bankroll=bankroll,
        meters=_meters(reading, game, part.meters, (*place, "meters")),
        dealer=part.dealer,
        open=part.open,
    )


def _check_name(reading: Reading, place: KeyPath, name: str) -> None:
    """Note a fault if the name of a table has other characters than allowed."""
    if not NAME.fullmatch(name):
        reading.fault(
            place,
            f"the name of a table is 1 to 24 letters, digits and hyphens, not {short_repr(name)}",
        )


def _game(reading: Reading, part: TablePart, place: KeyPath) -> Game | None:
    """Return the game with its posting; each wrong key of it is a fault on its own line."""
    kind = reading.tried((*place, "game"), lambda: find(part.game), Refused)
    if kind is None:
        return None
    declared = kind.declared()
    known = [key for key, choice in declared.items() if not isinstance(choice, Fact)]
    wrong = len(reading.faults)
    for key, value in part.posting.items():
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
    return reading.tried((*place, "posting"), lambda: kind(part.posting), Refused)


def _terms(reading: Reading, game: Game, said: Said, place: KeyPath, name: str) -> Terms:
    """Return the terms: the game's defaults with the stated values; the game checks them."""
    usual = default_terms(game)
    terms = msgspec.structs.replace(usual, **{key: value for key, (value, _) in said.items()})
    if "start_with" not in said:
        terms = msgspec.structs.replace(terms, start_with=min(terms.start_with, terms.seats))
    where = {key: at for key, (_, at) in said.items()}
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
    for spot, amounts in given.items():
        at = (*place, spot)
        if spot not in posted:
            reading.fault(
                at, f"{short_repr(spot)} has no meter at this table; {suggest(spot, posted)}"
            )
            continue
        seeds = [terms.seed for terms in posted[spot]]
        cents = [money(reading, at, amount) for amount in amounts]
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
