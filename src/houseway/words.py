"""What people read for each name of a game: the ``words.toml`` files, merged.

Names are for programs: ``colored_22``, ``double_free``, ``hedge_22_aggregate_per``.  Words are for
people, and stand in files beside the code: what all games share, what a shape's games share, and
each game's own; the nearer file has the last word.  A side bet brings them in its book.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from houseway.english import the
from houseway.money import shown
from houseway.posting import Declared, Limits, Money, in_words
from houseway.script import DEALER, PLAYER
from houseway.tomlfile import read_file, shape_as
from houseway.wager import Wager, read_book

ANY = "any"
"""The table of outcomes and reasons that any wager may have."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
OFF = "off"
NOT_OFFERED = "not offered"
EVERY_GAME = Path(__file__).parent / "shapes"
"""The folder with the words that all games share."""


class WordsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``words.toml``: name -> words, by what it is the name of."""

    wagers: dict[str, str] = {}
    outcomes: dict[str, dict[str, str]] = {}
    """Wager (or ``any``) -> outcome -> words."""
    because: dict[str, dict[str, str]] = {}
    """Wager (or ``any``) -> the reason that decided -> words."""
    actions: dict[str, str] = {}
    phases: dict[str, str] = {}
    zones: dict[str, str] = {}
    postings: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    """Posting -> value, as it is written -> words."""
    meters: dict[str, str] = {}
    rulings: dict[str, str] = {}
    pucks: dict[str, str] = {}
    statuses: dict[str, str] = {}


def read_words(path: Path) -> WordsFile:
    """The words of one file; none if there is no such file."""
    return shape_as(read_file(path), WordsFile, str(path)) if path.exists() else WordsFile()


def merged(files: Iterable[WordsFile]) -> WordsFile:
    """Several files in one; a later one has the last word."""
    found: dict[str, Any] = {name: {} for name in WordsFile.__struct_fields__}
    for each in files:
        for name, tables in found.items():
            for key, words in getattr(each, name).items():
                if isinstance(words, dict):
                    tables[key] = tables.get(key, {}) | words
                else:
                    tables[key] = words
    return WordsFile(**found)


def words_files(game: type, wagers: Iterable[Wager]) -> Iterator[WordsFile]:
    """Everything that has words for a game, the nearest last: its wagers, folders, books."""
    yield WordsFile(wagers={wager.name: wager.words for wager in wagers})
    for wager in wagers:
        yield _of_wager(wager)
    folders = (_folder(base) for base in reversed(game.__mro__) if base is not object)
    for folder in dict.fromkeys((EVERY_GAME, *folders)):
        yield read_words(folder / "words.toml")


def _folder(part: type) -> Path:
    return Path(inspect.getfile(part)).parent


def _of_wager(wager: Wager) -> WordsFile:
    """The words that a wager brings along: in its book, or beside the table that it borrows."""
    if wager.book:
        tables = read_book(wager.book, wager.name).words
        own = {name: {wager.name: words} for name, words in tables.items()}
        return shape_as(own, WordsFile, wager.name)
    if not wager.of:
        return WordsFile()
    whole = read_words(Path(importlib.import_module(wager.of).__path__[0]) / "words.toml")
    table = wager.paid_by
    return WordsFile(
        outcomes={table: whole.outcomes.get(table, {})},
        because={table: whole.because.get(table, {})},
    )


def as_it_is(name: str) -> str:
    """A name that has no words: as it is, with blanks."""
    return str(name).replace("_", " ")


class Words:
    """The words of one game.

    ``tables`` says of each wager by which pay table it is paid (wagers that share one share its
    words), ``declared`` what may be posted.
    """

    def __init__(
        self, file: WordsFile, tables: Mapping[str, str], declared: Mapping[str, Declared]
    ) -> None:
        self.file = file
        self.tables = tables
        self.declared = declared

    def wager(self, name: str) -> str:
        """A wager as it is called: ``Push 22``."""
        return self.file.wagers.get(name) or as_it_is(name)

    def spot(self, wager: str, hand: int = 0, whom: str = PLAYER, circle: int = 0) -> str:
        """Where chips lie: ``Push 22``, ``main wager, second hand``, ``tip on Push 22``."""
        said = self.wager(wager)
        if whom == DEALER:
            said = f"tip on {the(said)}"
        if hand:
            said = f"{said}, {ORDINALS[hand] if hand < len(ORDINALS) else f'no. {hand + 1}'} hand"
        return f"{said}, at seat {circle}" if circle else said

    def outcome(self, wager: str, outcome: str, because: str = "") -> str:
        """How a wager came out; where its name does not say why, the reason that decided."""
        said = self._of_wager(self.file.because, wager, because) if because else None
        return said or self._of_wager(self.file.outcomes, wager, outcome) or as_it_is(outcome)

    def _of_wager(
        self, words: Mapping[str, Mapping[str, str]], wager: str, name: str
    ) -> str | None:
        for table in (wager, self.tables.get(wager, wager), ANY):
            if said := words.get(table, {}).get(name):
                return said
        return None

    def has_outcome(self, wager: str, outcome: str) -> bool:
        """Whether the files have words for an outcome."""
        return self._of_wager(self.file.outcomes, wager, outcome) is not None

    def action(self, name: str) -> str:
        """What a player does: ``double down free``."""
        return self.file.actions.get(name) or as_it_is(name)

    def phase(self, name: str) -> str:
        """Where the round stands."""
        return self.file.phases.get(name) or as_it_is(name)

    def zone(self, name: str) -> str:
        """A place where pieces lie."""
        return self.file.zones.get(name) or as_it_is(name)

    def posting(self, key: str) -> str:
        """What the house chooses, as a heading: ``Soft 17``."""
        return self.file.postings.get(key) or as_it_is(key)

    def value(self, key: str, value: Any) -> str:
        """What it has chosen: ``the dealer hits``."""
        said = self.file.values.get(key, {}).get(in_words(value))
        if said:
            return said
        choice = self.declared.get(key)
        if isinstance(choice, Money):
            return shown(value)
        if isinstance(choice, Limits):
            least, most = value
            return shown(least) if least == most else f"{shown(least)} to {shown(most)}"
        return NOT_OFFERED if value == OFF else as_it_is(in_words(value))

    def meter(self, wager: str, number: int = 0, of: int = 1) -> str:
        """A progressive meter: ``Rocket Aces, second meter``."""
        said = self.file.meters.get(f"{wager} {number + 1}") or self.file.meters.get(wager)
        if said:
            return said
        name = self.wager(wager)
        return f"{name}, {ORDINALS[number]} meter" if of > 1 else f"{name} meter"

    def ruling(self, name: str) -> str:
        """A supervisor's ruling."""
        return self.file.rulings.get(name) or as_it_is(name)

    def puck(self, name: str) -> str:
        """A button or marker."""
        return self.file.pucks.get(name) or as_it_is(name)

    def status(self, word: str) -> str:
        """What a seat's part in the round is."""
        return self.file.statuses.get(word) or as_it_is(word)
