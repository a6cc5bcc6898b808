"""The searchable entries of the rulebook: title, text and address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from houseway.game.base import Game
from houseway.game.face.felt import look_of
from houseway.game.posting import Fact
from houseway.rulebook import games
from houseway.rulebook.clauses import Reading, all_clauses
from houseway.rulebook.glossary import glossary
from houseway.sheets.posted_table import capital, expand_names
from houseway.sheets.rule_sheet import one_line
from houseway.sheets.rulebook_pages.anchors import place, reading_places
from houseway.sheets.rulebook_pages.clause_card import games_with


class FoundKind(msgspec.Struct, frozen=True):
    """A kind of entry: its label, and its weight among others."""

    words: str
    weight: int


KINDS = {
    "game": FoundKind("game", 6),
    "wager": FoundKind("wager", 4),
    "word": FoundKind("word", 4),
    "posting": FoundKind("choice of the house", 3),
    "clause": FoundKind("clause", 2),
    "reading": FoundKind("reading", 1),
}


class Thing(msgspec.Struct, frozen=True):
    """A searchable entry.

    ``also`` has further words that count like its title, ``within`` like its text. ``at`` is the
    address of its page, with the anchor. ``more`` counts further games that have it.
    """

    kind: str
    title: str
    text: str
    game: str
    game_name: str
    at: str
    also: str = ""
    within: str = ""
    more: int = 0


def things() -> Iterator[Thing]:
    """Yield all entries; a clause, a reading or an option of several games appears once."""
    for kind in games().values():
        yield from _of_game(kind())
    for clause in all_clauses().values():
        where = games_with()[clause.id]
        if where:
            also = f"{clause.ref} {clause.id.replace('-', ' ')}"
            yield _thing("clause", clause.id, one_line(clause.says), where, clause.id, also)
    yield from _readings()
    yield from _postings()


def _thing(
    kind: str, title: str, text: str, where: Sequence[str], at: str = "", also: str = "",
    within: str = "",
) -> Thing:  # fmt: skip
    """Return an entry of the search; ``where`` names its games, the first one is linked."""
    game = where[0]
    address = f"/rules/{game}#{at}" if at else f"/rules/{game}"
    name = games()[game].name
    return Thing(kind, title, text, game, name, address, also, within, len(where) - 1)


def _of_game(game: Game) -> Iterator[Thing]:
    """Yield the entries of a game: itself, its wagers and the words of its glossary."""
    words, look = game.words(), look_of(game, "")
    about = look.about or f"{game.jurisdiction}, {game.section}"
    also = f"{game.id} {game.jurisdiction} {game.section} {look.family_words} {game.owner}"
    yield _thing("game", game.name, about, [game.id], "", also)
    tables = game.pay_tables()
    for wager in game.wagers:
        outcomes = tables[wager.paid_by].outcomes if wager.paid_by in tables else ()
        text = ", ".join(dict.fromkeys(words.outcome(wager.name, each) for each in outcomes))
        yield _thing(
            "wager", capital(words.wager(wager.name)), capital(text) or about, [game.id],
            place("wager", wager.name), "", game.name,
        )  # fmt: skip
    for word, means in glossary(type(game)).items():
        yield _thing("word", capital(word), means, [game.id], place("word", word))


def _readings() -> Iterator[Thing]:
    """Yield each reading once, in the first game that has it."""
    found: dict[tuple[str, str], list[str]] = {}
    things: dict[tuple[str, str], tuple[Reading, str]] = {}
    for game in games():
        for reading, at in reading_places(game):
            key = (reading.id, reading.question)
            found.setdefault(key, []).append(game)
            things.setdefault(key, (reading, at))
    for key, where in found.items():
        reading, at = things[key]
        title, question = f"Reading {reading.id}", one_line(reading.question)
        yield _thing("reading", title, question, where, at, within=one_line(reading.reading))


def _postings() -> Iterator[Thing]:
    """Yield each option of a table once, in the first game that has it.

    Options of single wagers are left out.
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for kind in games().values():
        game = kind()
        words, declared = game.words(), game.declared()
        of_wagers = {k for wager in game.wagers for k in (*wager.postings(), wager.paid_by)}
        for key, choice in declared.items():
            if key not in of_wagers and not isinstance(choice, Fact):
                what = (key, capital(words.posting(key)), expand_names(game, choice.says))
                found.setdefault(what, []).append(game.id)
    for (key, title, says), where in found.items():
        yield _thing("posting", title, capital(says), where, place("posted", key))
