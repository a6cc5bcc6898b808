"""What stands first on a sheet: who has an edge that he should not have, and what takes it away.

A wager, a posting or an informed decision that gives the player the edge, with the nearest posting
that does not; a house way that loses to best play; a reading that turns the sign.  Who cannot win
after fees is said with the wager (``bank_side``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.game_math import math_of, worths
from houseway.analysis.row import Chance, OddsRow
from houseway.analysis.row_warnings import SURE
from houseway.analysis.set_hands.settings import BestSettings
from houseway.analysis.strategy_sheet import percent
from houseway.analysis.wager_odds import WagerOdds, moments
from houseway.errors import Refused
from houseway.game.base import OFF, Game
from houseway.game.posting import OneOf
from houseway.rulebook.clauses import readings_of

MATTERS = 0.01
"""A house way is warned of when best play takes this much of a wager from it, or has the edge."""
BEST_SETTINGS = "best settings"
Progress = Any


@dataclass(frozen=True)
class Variant:
    """A table that differs from the posted one in one thing, and what its wagers are worth."""

    key: str
    value: Any
    edges: Mapping[str, Chance]

    def wager_edge(self, wager: str) -> float:
        """The bank's edge on a wager; one that is not known counts as the player's."""
        return float(self.edges.get(wager, -1.0))

    def words(self, kind: type[Game]) -> str:
        """The posting as people read it: ``Soft 17: the dealer stands``."""
        words = kind.words()
        return f"{words.posting(self.key)}: {words.value(self.key, self.value)}"


def alarms(
    game: Game, rows: Sequence[OddsRow], progress: Progress = None, readings: bool = True
) -> tuple[str, ...]:
    """Every warning about a posted table as a whole; what other readings turn takes longest."""
    off = {wager.name for wager in game.wagers} - {wager.name for wager in game.offered}
    here = {row.wager: row for row in rows if row.wager not in off and _is_posted(game, row)}
    found = [*house_way_alarms(game)]
    asked = _of_readings(game) if readings else []
    turned = tuple(variants(game, asked, here, progress))
    posted = {name: row.house_edge for name, row in here.items()}
    if turned:
        found += sign_turns(game, posted | by_best_settings(game), turned)
    lost = [row for row in here.values() if _players_edge(row)]
    if lost:
        keys = [key for key in choices_of(game) if key not in asked]
        tried = (*turned, *variants(game, keys, here, progress))
        found += [nearest_posting(game, row, tried) for row in lost]
    return tuple(dict.fromkeys(found))


def _is_posted(game: Game, row: OddsRow) -> bool:
    declared = game.declared()
    return all(
        row.posting.get(key) == declared[key].show(value)
        for key, value in game.posting.items()
        if key in row.posting and value != OFF
    )


def _players_edge(row: OddsRow) -> bool:
    return float(row.house_edge) < -SURE * (row.stderr or 0.0)


# -- tables that differ in one posting -----------------------------------------------------------


def choices_of(game: Game) -> list[str]:
    """The postings with a few values that could change an edge: pay tables and rules of play.

    What binds the bank alone, its cover and its turns, changes no edge of a covered wager.
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
    """The postings that select another reading of an unclear place."""
    able = set(choices_of(game))
    named = (reading.posted for reading in readings_of(game.id))
    return [key for key in dict.fromkeys(named) if key in able]


def variants(
    game: Any, keys: Iterable[str], wagers: Iterable[str], progress: Progress = None
) -> Iterator[Variant]:
    """The table with each other value of each of these postings."""
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
            except Refused:  # it does not go with the rest, or the lab does not treat it
                continue
            yield found


def edges_of(game: Any, wagers: Iterable[str]) -> dict[str, Chance]:
    """The house edge of wagers at a posted table, as far as it is known."""
    asked = [game.wager_named[name] for name in wagers if name in game.wager_named]
    found: dict[str, Chance] = {}
    for name, worth in worths(game, asked).items():
        if isinstance(worth, WagerOdds):
            column = getattr(game, worth.posted_as) if worth.posted_as else ""
            nets = worth.columns.get(column) or next(iter(worth.columns.values()))
            found[name] = -moments(worth.chances, nets)[0]
    return found | by_best_settings(game)


def by_best_settings(game: Any) -> dict[str, Chance]:
    """Where hands are set: what the bank keeps of players who set best against its house way."""
    find = math_of(game).settings
    return {BEST_SETTINGS: find(game).best} if find is not None else {}


def nearest_posting(game: Game, row: OddsRow, tried: Sequence[Variant]) -> str:
    """Of the postings that take the player's edge away, the one that changes it least."""
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
    """Readings on which it hangs who has the edge."""
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


# -- house ways ----------------------------------------------------------------------------------


def house_way_alarms(game: Game) -> Iterator[str]:
    """A house way that loses to best play, on either side."""
    find = math_of(game).settings
    if find is None:
        return
    best: BestSettings = find(game)
    cost = float(best.house_way - best.best)
    if best.best < 0 or cost >= MATTERS:
        yield (
            f"the house way of {best.bank} loses to best play: it keeps {percent(best.best, 3)} of "
            f"players who set best against it, {percent(best.house_way, 3)} of those who set the "
            "house way"
        )
    if best.reply is not None and float(best.reply.to_house_way - best.house_way) >= MATTERS:
        yield (
            f"the house way of players loses to best play: {best.bank} who sets best keeps "
            f"{percent(best.reply.to_house_way, 3)} of them, and by the house way "
            f"{percent(best.house_way, 3)}"
        )
