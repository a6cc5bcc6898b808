"""Words for the names of a game: the ``labels.toml`` files, merged.

Names are for programs: ``colored_22``, ``double_free``, ``hedge_22_aggregate_per``. Words are for
people. They are in files next to the code: of all games, of a family, and of each game; the nearest
file wins. A side bet brings them in its book.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from houseway.engine.questions import DEALER, PLAYER
from houseway.errors import Refused
from houseway.game.fees import PostedSchedule
from houseway.game.posting import Declared, Limits, Money, Number, Text, in_words
from houseway.game.wagers import Wager, read_book
from houseway.money import format_dollars
from houseway.util.english import a, one_of
from houseway.util.toml import decode_as, read_file

ANY = "any"
"""The table of outcomes and reasons of all wagers."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
WAGER = ("wager", "bet", "ante")
"""Endings of words that say that they name a wager."""
OFF = "off"
NOT_PRINTED = "a table of one's own, not the regulation's"
NOT_OFFERED = "not offered"
OTHER = "*"
"""The key of the words for any other value."""
PAY = "pay"
"""The part of a wager's posting that chooses its pay table."""
PACKAGE = Path(__file__).parent.parent


class ButtonFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The label of a decision's button, the key that presses it, and its place in the bar.

    Places are counted from the left; decisions that are never shown together may share one.
    """

    label: str
    """The text of the button."""
    says: str = ""
    """One line about its effect."""
    key: str = ""
    """The key that presses it."""
    place: int = 0
    """Its place in the bar, from the left."""


class WordsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``labels.toml``: kind of name -> name -> words."""

    wagers: dict[str, str] = {}
    """Wager -> words; without an entry, the words it is declared with."""
    outcomes: dict[str, dict[str, str]] = {}
    """Wager (or ``any``) -> outcome -> words."""
    because: dict[str, dict[str, str]] = {}
    """Wager (or ``any``) -> deciding reason -> words."""
    actions: dict[str, str] = {}
    """Decision -> words."""
    buttons: dict[str, ButtonFace] = {}
    """Decision -> its button."""
    phases: dict[str, str] = {}
    """Phase of the round -> words."""
    moments: dict[str, str] = {}
    """Moments of placing and deciding wagers, if the phase of that name does not say it."""
    zones: dict[str, str] = {}
    """Zone of pieces -> words."""
    postings: dict[str, str] = {}
    """Posting -> its heading."""
    parts: dict[str, str] = {}
    """Part of a wager's posting (``limits``, ``seed``) -> words with ``{wager}``, ``{meter}``."""
    values: dict[str, dict[str, str]] = {}
    """Posting, or part -> value as written -> words; ``*``: any other, as ``{}``."""
    meters: dict[str, str] = {}
    """Progressive -> words."""
    rulings: dict[str, str] = {}
    """Ruling of the floor -> words."""
    pucks: dict[str, str] = {}
    """Button or marker -> words."""
    statuses: dict[str, str] = {}
    """Status of a seat -> words."""


def read_words(path: Path) -> WordsFile:
    """Return the words of one file; empty if it does not exist."""
    return decode_as(read_file(path), WordsFile, str(path)) if path.exists() else WordsFile()


def merged(files: Iterable[WordsFile]) -> WordsFile:
    """Return several files as one; a later one wins."""
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
    """Return all words for a game, the nearest last: of wagers, folders and books."""
    yield WordsFile(wagers={wager.name: wager.words for wager in wagers})
    for wager in wagers:
        yield _of_wager(wager)
    for folder in folders_of(game):
        yield read_words(folder / "labels.toml")
    own: Mapping[str, Iterable[str]] = getattr(game, "own_pay", {})
    yield WordsFile(values={table: {column: f"{column}, {NOT_PRINTED}" for column in columns}
                            for table, columns in own.items()})  # fmt: skip


def folders_of(game: type) -> tuple[Path, ...]:
    """Return the folders that may have words for a game, the nearest last."""
    bases = (base for base in reversed(game.__mro__) if base is not object)
    return tuple(dict.fromkeys(folder for base in bases for folder in _folders(base)))


def _folders(part: type) -> Iterator[Path]:
    """Yield the folder of a class, after those of the packages that contain it."""
    folder = Path(inspect.getfile(part)).parent
    if folder.is_relative_to(PACKAGE):
        yield from (above for above in reversed(folder.parents) if above.is_relative_to(PACKAGE))
    yield folder


def _of_wager(wager: Wager) -> WordsFile:
    """Return the words that a wager brings: from its book, or with the table it borrows."""
    if wager.pay.book:
        tables = read_book(wager.pay.book, wager.name).words
        own = {name: {wager.name: words} for name, words in tables.items()}
        return decode_as(own, WordsFile, wager.name)
    if not wager.pay.borrowed_from:
        return WordsFile()
    whole = read_words(
        Path(importlib.import_module(wager.pay.borrowed_from).__path__[0]) / "labels.toml"
    )
    table = wager.paid_by
    return WordsFile(
        outcomes={table: whole.outcomes.get(table, {})},
        because={table: whole.because.get(table, {})},
    )


def as_it_is(name: str) -> str:
    """Return a name without words: itself, with blanks."""
    return str(name).replace("_", " ")


def in_units(outcome: str) -> str:
    """Return words for a counted result of a wager, ``+2`` or ``-0.5``; "" for other outcomes."""
    if not re.fullmatch(r"[+-][0-9]+(\.5)?", outcome):
        return ""
    units = outcome[1:]
    if units == "0":
        return "comes out even"
    return (
        f"{'wins' if outcome[0] == '+' else 'loses'} {units} {'unit' if units == '1' else 'units'}"
    )


def heading(words: str) -> str:
    """Return words with a capital, for the head of a line."""
    return words[:1].upper() + words[1:]


def ordinal(number: int) -> str:
    """Return ``first`` for 0; ``no. 9`` beyond the known words."""
    return ORDINALS[number] if number < len(ORDINALS) else f"no. {number + 1}"


class Words:
    """The words of one game.

    ``tables`` maps each wager to its pay table (wagers that share one share its words);
    ``declared`` holds the postings.
    """

    def __init__(
        self, file: WordsFile, tables: Mapping[str, str], declared: Mapping[str, Declared]
    ) -> None:
        self.file = file
        self.tables = tables
        self.declared = declared

    def unnamed(self, kind: str, name: str, of: str = "") -> str:
        """Return the text for a name without words; a test checks that none is needed."""
        return as_it_is(name)

    def _name(self, kind: str, name: str) -> str:
        """Return the words for a name of this kind."""
        said: str | None = getattr(self.file, kind).get(name)
        return said or self.unnamed(kind, name)

    def wager(self, name: str) -> str:
        """Return the name of a wager: ``Push 22``."""
        return self._name("wagers", name)

    def named(self, name: str) -> str:
        """Return a wager within a sentence: ``Push 22``, ``the initial bet``."""
        said = self.wager(name)
        return f"the {said}" if said[:1].islower() or said.endswith(WAGER) else said

    def a_wager(self, *names: str) -> str:
        """Return one of these wagers: ``an initial bet``, ``a 21+3 Classic or 21+3 Xtreme
        wager``."""
        return a(self._as_wager(names))

    def the_wager(self, name: str) -> str:
        """Return this wager: ``the initial bet``, ``the Push 22 wager``."""
        return f"the {self._as_wager((name,))}"

    def _as_wager(self, names: Sequence[str]) -> str:
        """Return several wagers joined by "or", followed by the word wager."""
        said = one_of([self.wager(name) for name in names])
        return said if said.lower().endswith(WAGER) else f"{said} wager"

    def spot(self, wager: str, hand: int = 0, whom: str = PLAYER, circle: int = 0) -> str:
        """Return the place of chips: ``Push 22``, ``main wager, second hand``, ``tip on Push
        22``."""
        said = self.wager(wager)
        if whom == DEALER:
            said = f"tip on {self.named(wager)}"
        if hand:
            said = f"{said}, {ordinal(hand)} hand"
        return f"{said}, at seat {circle}" if circle else said

    def outcome(self, wager: str, outcome: str, because: str = "") -> str:
        """Return the outcome of a wager, or the deciding reason if its name does not say why."""
        said = self._of_wager(self.file.because, wager, because) if because else None
        said = said or self._of_wager(self.file.outcomes, wager, outcome)
        return said or in_units(outcome) or self.unnamed("outcomes", outcome, wager)

    def _of_wager(
        self, words: Mapping[str, Mapping[str, str]], wager: str, name: str
    ) -> str | None:
        """Return the words for a name of a wager, the nearest table first; None if
        there are none.
        """
        for table in (wager, self.tables.get(wager, wager), ANY):
            if said := words.get(table, {}).get(name):
                return said
        return None

    def row(self, table: str, outcome: str, covers: Sequence[str]) -> str:
        """Return a row of a pay table as printed; it may pay several outcomes."""
        together = self._of_wager(self.file.outcomes, table, " + ".join(covers))
        return together or self.outcome(table, outcome)

    def has_reason(self, wager: str, because: str) -> bool:
        """Return True if the files have words for a deciding reason of a wager."""
        return self._of_wager(self.file.because, wager, because) is not None

    def action(self, name: str) -> str:
        """Return a decision in words: ``double down free``."""
        return self._name("actions", name)

    def button(self, name: str) -> ButtonFace:
        """Return the button of a decision; its words, if the files do not know it."""
        if found := self.file.buttons.get(name):
            return found
        self.unnamed("buttons", name)
        return ButtonFace(heading(self.action(name)))

    def does(self, name: str) -> str:
        """Return a decision within a sentence: its name, if people would say it so too."""
        said = self.action(name)
        return name if said.startswith(name) else said

    def phase(self, name: str) -> str:
        """Return the phase of a round in words."""
        return self._name("phases", name)

    def moment(self, name: str) -> str:
        """Return the moment of placing or deciding a wager: ``when the dealer shows an ace``."""
        return self.file.moments.get(name) or self.phase(name)

    def zone(self, name: str) -> str:
        """Return a zone of the table in words."""
        return self._name("zones", name)

    def posting(self, key: str) -> str:
        """Return a posting as a heading: ``Soft 17``."""
        if said := self.file.postings.get(key):
            return said
        wager, part, meter = self._part(key)
        if template := self.file.parts.get(part):
            several = 2 if f"{wager}_seed_2" in self.declared else 1
            return heading(
                template.format(wager=self.wager(wager), meter=self.meter(wager, meter, several))
            )
        return self.unnamed("postings", key)

    def retold(self, refused: Refused) -> Refused:
        """Return the refusal of a posting that begins with the posting in words."""
        key = refused.what.partition(" ")[0].rstrip(":")
        if key not in self.declared or "_" not in key:
            return refused
        return Refused.because(refused.after(f"{self.posting(key)}: "))

    def _part(self, key: str) -> tuple[str, str, int]:
        """Return the wager of a posting, its part, and the number of its meter; "" for others."""
        for wager, table in self.tables.items():
            if key == table:
                return wager, PAY, 0
            if key.startswith((f"{wager}_", f"{wager} ")):
                part, meter = key[len(wager) + 1 :], 0
                stem, _, number = part.rpartition("_")
                if number.isdecimal():
                    part, meter = stem, int(number) - 1
                if part in self.file.parts:
                    return wager, part, meter
        return "", "", 0

    def value(self, key: str, value: Any) -> str:
        """Return a posted value in words: ``the dealer hits``."""
        written = in_words(value)
        named = [self.file.values.get(name, {}) for name in (key, self._part(key)[1])]
        for words in named:
            if said := words.get(written):
                return said
        if written == OFF:
            return NOT_OFFERED
        plain = self._plain(key, value)
        for words in named:
            if said := words.get(OTHER):
                return said.format(plain or written, percent=_percent(value))
        return self.unnamed("values", written, key) if plain is None else plain

    def _plain(self, key: str, value: Any) -> str | None:
        """Return a value that needs no words: numbers, money, yes and no, wagers, own text."""
        choice = self.declared.get(key)
        if isinstance(choice, Money):
            return format_dollars(value)
        if isinstance(choice, PostedSchedule):
            return choice.in_words(value)
        if isinstance(choice, Limits):
            least, most = value
            return (
                format_dollars(least)
                if least == most
                else f"{format_dollars(least)} to {format_dollars(most)}"
            )
        if isinstance(choice, Number | Text) or type(value) in (int, bool):
            return in_words(value)
        if isinstance(value, tuple | Mapping):
            return self._several(value)
        if isinstance(value, str):
            return self.file.wagers.get(value)
        return in_words(value)

    def _several(self, value: Any) -> str:
        """Return several names in order, wagers by their words."""
        if isinstance(value, Mapping):
            told = [f"{self._several(key)} {self._several(each)}" for key, each in value.items()]
            return ", ".join(told) or "none"
        if isinstance(value, tuple):
            return ", ".join(self._several(each) for each in value) or "none"
        return self.file.wagers.get(value) or as_it_is(in_words(value))

    def meter(self, wager: str, number: int = 0, of: int = 1) -> str:
        """Return a progressive meter in words: ``Rocket Aces, second meter``."""
        said = self.file.meters.get(f"{wager} {number + 1}") or self.file.meters.get(wager)
        if said:
            return said
        name = self.wager(wager)
        return f"{name}, {ordinal(number)} meter" if of > 1 else f"{name} meter"

    def ruling(self, name: str) -> str:
        """Return a supervisor's ruling in words."""
        return self._name("rulings", name)

    def puck(self, name: str) -> str:
        """Return a button or marker in words."""
        return self._name("pucks", name)

    def status(self, word: str) -> str:
        """Return the part of a seat in the round in words."""
        return self._name("statuses", word) if word else ""


def _percent(hundredths: Any) -> str:
    """Return ``12.5 %`` for 1250 hundredths of a percent; "" for anything but a number."""
    if type(hundredths) is not int:
        return ""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") + " %"
