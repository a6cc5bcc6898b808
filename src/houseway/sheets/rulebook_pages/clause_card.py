"""The summary of one clause, for the pop-up on a clause number: its text and its readings."""

from __future__ import annotations

import msgspec

from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.rulebook import cached_until_changed, games
from houseway.rulebook.clauses import (
    Clause,
    Reading,
    all_clauses,
    clause_files,
    clauses_of,
    readings_of,
)
from houseway.sheets.conformance.clause import KINDS, ReadingShown, reading_shown
from houseway.sheets.rule_sheet import one_line
from houseway.util.english import close_matches, one_of

NEAREST = 3


class GameName(msgspec.Struct, frozen=True):
    """A game id with its name."""

    id: str
    name: str


class ClauseCard(msgspec.Struct, frozen=True):
    """A clause of the rulebook in our words, as it applies in ``game``.

    ``replaced`` has the clauses that apply there in its place. ``readings`` are the readings of its
    unclear places there. ``games`` are all games that have it.
    """

    id: str
    says: str
    ref: str
    kind: str
    kind_words: str
    why: str
    title: str
    source: str
    game: GameName
    replaced: tuple[str, ...]
    readings: tuple[ReadingShown, ...]
    games: tuple[GameName, ...]


def clause_card(clause_id: str, game_id: str = "") -> ClauseCard:
    """Return a clause by its number, as it applies in one game; Refused with the nearest
    numbers.
    """
    clause = all_clauses().get(clause_id)
    if clause is None:
        close = close_matches(clause_id, all_clauses(), NEAREST)
        hint = f"did you mean {one_of(close)}?" if close else "the rulebook lists all of them"
        raise Refused(f"there is no clause {short_repr(clause_id)}; {hint}")
    standing = games_with()[clause_id]
    if game_id and game_id not in standing:
        raise Refused(f"{clause_id} is no clause of {short_repr(game_id)}")
    return _card(clause, games()[game_id or standing[0]], standing)


@cached_until_changed
def games_with() -> dict[str, tuple[str, ...]]:
    """Return every clause -> its games, first the one whose own text has it."""
    found: dict[str, list[str]] = {clause: [] for clause in all_clauses()}
    for game in games().values():
        for clause in clauses_of(game.id):
            if clause.id.startswith(f"{game.sections[0]}-"):
                found[clause.id].insert(0, game.id)
            else:
                found[clause.id].append(game.id)
    return {clause: tuple(where) for clause, where in found.items()}


def _card(clause: Clause, game: type[Game], standing: tuple[str, ...]) -> ClauseCard:
    """Return a clause with its words, readings and place in a game."""
    file = next(file for file in clause_files() if clause in file.clause)
    readings: list[Reading] = [r for r in readings_of(game.id) if clause.id in r.clauses]
    return ClauseCard(
        id=clause.id,
        says=one_line(clause.says),
        ref=one_line(clause.ref),
        kind=clause.kind,
        kind_words=KINDS[clause.kind],
        why=one_line(clause.why),
        title=file.title,
        source=one_line(file.source),
        game=GameName(game.id, game.name),
        replaced=game.replaces.get(clause.id, ()),
        readings=tuple(reading_shown(game, reading) for reading in readings),
        games=tuple(GameName(each, games()[each].name) for each in standing),
    )
