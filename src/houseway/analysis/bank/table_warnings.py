"""Warnings about a table as a whole, which stand first on its PAR sheet.

They name a wager or posting that gives the player the edge, with the nearest posting that does not.
They also name a house way that loses to best play, and a reading that changes the sign of an edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.games import math_of
from houseway.analysis.odds_book.known import known_alarms, known_odds
from houseway.analysis.odds_row import SURE, Chance, OddsRow
from houseway.analysis.strategy_sheet import percent
from houseway.analysis.wager_odds import WagerOdds, moments
from houseway.errors import Refused
from houseway.game.base import OFF, Game
from houseway.game.posting import OneOf
from houseway.rulebook.clauses import readings_of

BEST_SETTINGS = "best settings"
Progress = Any


@dataclass(frozen=True)
class Variant:
    """A table that differs from the posted one in one option, and the edges of its wagers."""

    key: str
    value: Any
    edges: Mapping[str, Chance]

    def wager_edge(self, wager: str) -> float:
        """Return the bank's edge on a wager; -1 if it is not known."""
        return float(self.edges.get(wager, -1.0))

    def words(self, kind: type[Game]) -> str:
        """Return the option in words: ``Soft 17: the dealer stands``."""
        words = kind.words()
        return f"{words.posting(self.key)}: {words.value(self.key, self.value)}"


def alarms(
    game: Game, rows: Sequence[OddsRow], progress: Progress = None, readings: bool = True
) -> tuple[str, ...]:
    """Return every warning about a posted table as a whole; other readings take the longest."""
    off = {wager.name for wager in game.wagers} - {wager.name for wager in game.offered}
    here = {row.wager: row for row in rows if row.wager not in off and _is_posted(game, row)}
    found = [*known_alarms(game)]
    reading_keys = _of_readings(game) if readings else []
    turned = tuple(variants(game, reading_keys, here, progress))
    posted = {name: row.house_edge for name, row in here.items()}
    if turned:
        found += sign_turns(game, posted | by_best_settings(game), turned)
    lost = [row for row in here.values() if _players_edge(row)]
    if lost:
        keys = [key for key in choices_of(game) if key not in reading_keys]
        tried = (*turned, *variants(game, keys, here, progress))
        found += [nearest_posting(game, row, tried) for row in lost]
    return tuple(dict.fromkeys(found))


def _is_posted(game: Game, row: OddsRow) -> bool:
    """Return True if a row was computed for the options that this table posts."""
    declared = game.declared()
    return all(
        row.posting.get(key) == declared[key].show(value)
        for key, value in game.posting.items()
        if key in row.posting and value != OFF
    )


def _players_edge(row: OddsRow) -> bool:
    """Return True if the player's edge is larger than the error of a simulation allows for."""
    return float(row.house_edge) < -SURE * (row.stderr or 0.0)


# Tables that differ in one option.


def choices_of(game: Game) -> list[str]:
    """Return the options with a few values that may change an edge: pay tables and rules of play.

    Options of the bank alone, such as its cover and its turns, change no edge of a covered wager.
    """
    declared = game.declared()
    of_bank = declared["bank"].default.postings() if "bank" in declared else {}
    plain = {"breakage", "schedule", "rates", "tier_counts_side_bets", "felt", *of_bank}
    return [
        key
        for key, choice in declared.items()
        if isinstance(choice, OneOf) and len(choice.values) > 1 and key not in plain
        if key in game.posting
    ]


def _of_readings(game: Game) -> list[str]:
    """Return the options that select another reading of an unclear clause."""
    able = set(choices_of(game))
    named = (reading.posted for reading in readings_of(game.id))
    return [key for key in dict.fromkeys(named) if key in able]


def variants(
    game: Any, keys: Iterable[str], wagers: Iterable[str], progress: Progress = None
) -> Iterator[Variant]:
    """Yield the table with each other value of each of these options.

    Values that the rules or the game's mathematics refuse are left out.
    """
    kind, declared = type(game), game.declared()
    stated = {key: declared[key].show(game.posting[key]) for key in game.stated}
    for key in keys:
        for value in declared[key].values:
            if value in (game.posting[key], OFF):
                continue
            if progress is not None:
                progress(f"{game.name}: {Variant(key, value, {}).words(kind)}")
            try:
                table = kind({**stated, key: declared[key].show(value)})
                found = Variant(key, value, edges_of(table, wagers))
            except (
                Refused
            ):  # it conflicts with other options, or the game's mathematics does not support it
                continue
            yield found


def edges_of(game: Any, wagers: Iterable[str]) -> dict[str, Chance]:
    """Return the house edge of wagers at a posted table, where it is known."""
    offered = [game.wager_named[name] for name in wagers if name in game.wager_named]
    found: dict[str, Chance] = {}
    for name, worth in known_odds(game, offered).items():
        if isinstance(worth, WagerOdds):
            column = getattr(game, worth.posted_as) if worth.posted_as else ""
            nets = worth.columns.get(column) or next(iter(worth.columns.values()))
            found[name] = -moments(worth.chances, nets)[0]
    return found | by_best_settings(game)


def by_best_settings(game: Any) -> dict[str, Chance]:
    """Return the bank's expectation against best settings; empty where no hands are set."""
    find = math_of(game).settings
    return {BEST_SETTINGS: find(game).best} if find is not None else {}


def nearest_posting(game: Game, row: OddsRow, tried: Sequence[Variant]) -> str:
    """Return a sentence on the option that takes the player's edge away with the least change."""
    edge = percent(-float(row.house_edge), 3)
    name = game.words().wager(row.wager)
    able = [v for v in tried if v.wager_edge(row.wager) >= 0]
    if not able:
        return (
            f"{name}: the player has the edge, {edge} of the wager, and no other posting of "
            "one thing takes it away"
        )
    nearest = min(able, key=lambda v: v.wager_edge(row.wager))
    kept = percent(nearest.wager_edge(row.wager), 3)
    return (
        f"{name}: the player has the edge, {edge} of the wager; the nearest posting that gives "
        f"it to the bank is “{nearest.words(type(game))}”, {kept}"
    )


def sign_turns(game: Game, here: Mapping[str, Chance], tried: Sequence[Variant]) -> Iterator[str]:
    """Yield warnings about readings that change the sign of an edge."""
    ids = {reading.posted: reading.id for reading in readings_of(game.id) if reading.posted}
    words = game.words()
    for variant in tried:
        for name, edge in variant.edges.items():
            posted = float(here.get(name, 0))
            if (posted > 0) == (float(edge) > 0) or not posted:
                continue
            yield (
                f"{words.wager(name)}: reading {ids[variant.key]} turns the sign: the bank's edge "
                f"is {percent(posted, 3)} as posted and {percent(edge, 3)} with "
                f"“{variant.words(type(game))}”"
            )
