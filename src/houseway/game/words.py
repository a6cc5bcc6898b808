"""What people read for each name of a game: the ``words.toml`` files, merged.

Names are for programs: ``colored_22``, ``double_free``, ``hedge_22_aggregate_per``.  Words are for
people, and stand in files beside the code: what all games share, what a shape's games share, and
each game's own; the nearer file has the last word.  A side bet brings them in its book.
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
"""The table of outcomes and reasons that any wager may have."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
WAGER = ("wager", "bet", "ante")
"""How the words of a wager end that say that it is one."""
OFF = "off"
NOT_PRINTED = "a table of one's own, not the regulation's"
NOT_OFFERED = "not offered"
OTHER = "*"
"""The words of any value that has none of its own."""
PAY = "pay"
"""The part of a wager's posting that chooses its pay table."""
PACKAGE = Path(__file__).parent.parent


class ButtonFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on the button of a decision, the key that presses it, and its place in the bar.

    Places are counted from the left; decisions that never stand at one time may share one.
    """

    label: str
    says: str = ""
    key: str = ""
    place: int = 0


class WordsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``words.toml``: name -> words, by what it is the name of."""

    wagers: dict[str, str] = {}
    outcomes: dict[str, dict[str, str]] = {}
    """Wager (or ``any``) -> outcome -> words."""
    because: dict[str, dict[str, str]] = {}
    """Wager (or ``any``) -> the reason that decided -> words."""
    actions: dict[str, str] = {}
    buttons: dict[str, ButtonFace] = {}
    phases: dict[str, str] = {}
    moments: dict[str, str] = {}
    """When wagers are placed and decided, where the phase of that name does not say it."""
    zones: dict[str, str] = {}
    postings: dict[str, str] = {}
    parts: dict[str, str] = {}
    """What is posted of a wager (``limits``, ``seed``) -> words with ``{wager}``, ``{meter}``."""
    values: dict[str, dict[str, str]] = {}
    """Posting, or part -> value, as it is written -> words; ``*``: any other, as ``{}``."""
    meters: dict[str, str] = {}
    rulings: dict[str, str] = {}
    pucks: dict[str, str] = {}
    statuses: dict[str, str] = {}


def read_words(path: Path) -> WordsFile:
    """The words of one file; none if there is no such file."""
    return decode_as(read_file(path), WordsFile, str(path)) if path.exists() else WordsFile()


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
    for folder in folders_of(game):
        yield read_words(folder / "words.toml")
    own: Mapping[str, Iterable[str]] = getattr(game, "own_pay", {})
    yield WordsFile(values={table: {column: f"{column}, {NOT_PRINTED}" for column in columns}
                            for table, columns in own.items()})  # fmt: skip


def folders_of(game: type) -> tuple[Path, ...]:
    """The folders that may have something to say of a game, the nearest last."""
    bases = (base for base in reversed(game.__mro__) if base is not object)
    return tuple(dict.fromkeys(folder for base in bases for folder in _folders(base)))


def _folders(part: type) -> Iterator[Path]:
    """The folder of a class, after those of the package in which it lies."""
    folder = Path(inspect.getfile(part)).parent
    if folder.is_relative_to(PACKAGE):
        yield from (above for above in reversed(folder.parents) if above.is_relative_to(PACKAGE))
    yield folder


def _of_wager(wager: Wager) -> WordsFile:
    """The words that a wager brings along: in its book, or beside the table that it borrows."""
    if wager.book:
        tables = read_book(wager.book, wager.name).words
        own = {name: {wager.name: words} for name, words in tables.items()}
        return decode_as(own, WordsFile, wager.name)
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


def in_units(outcome: str) -> str:
    """What a counted result of a wager says, ``+2`` or ``-0.5``; nothing of any other outcome."""
    if not re.fullmatch(r"[+-][0-9]+(\.5)?", outcome):
        return ""
    units = outcome[1:]
    if units == "0":
        return "comes out even"
    return (
        f"{'wins' if outcome[0] == '+' else 'loses'} {units} {'unit' if units == '1' else 'units'}"
    )


def heading(words: str) -> str:
    """Words at the head of a line."""
    return words[:1].upper() + words[1:]


def ordinal(number: int) -> str:
    """``first`` for 0; ``no. 9`` where there are no more words."""
    return ORDINALS[number] if number < len(ORDINALS) else f"no. {number + 1}"


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

    def unnamed(self, kind: str, name: str, of: str = "") -> str:
        """What is said where the files have no words; a test sees to it that they have."""
        return as_it_is(name)

    def _name(self, kind: str, name: str) -> str:
        said: str | None = getattr(self.file, kind).get(name)
        return said or self.unnamed(kind, name)

    def wager(self, name: str) -> str:
        """A wager as it is called: ``Push 22``."""
        return self._name("wagers", name)

    def named(self, name: str) -> str:
        """A wager in a sentence: ``Push 22``, ``the initial bet``."""
        said = self.wager(name)
        return f"the {said}" if said[:1].islower() or said.endswith(WAGER) else said

    def a_wager(self, *names: str) -> str:
        """One of these wagers: ``an initial bet``, ``a 21+3 Classic or 21+3 Xtreme wager``."""
        return a(self._as_wager(names))

    def the_wager(self, name: str) -> str:
        """This wager: ``the initial bet``, ``the Push 22 wager``."""
        return f"the {self._as_wager((name,))}"

    def _as_wager(self, names: Sequence[str]) -> str:
        said = one_of([self.wager(name) for name in names])
        return said if said.lower().endswith(WAGER) else f"{said} wager"

    def spot(self, wager: str, hand: int = 0, whom: str = PLAYER, circle: int = 0) -> str:
        """Where chips lie: ``Push 22``, ``main wager, second hand``, ``tip on Push 22``."""
        said = self.wager(wager)
        if whom == DEALER:
            said = f"tip on {self.named(wager)}"
        if hand:
            said = f"{said}, {ordinal(hand)} hand"
        return f"{said}, at seat {circle}" if circle else said

    def outcome(self, wager: str, outcome: str, because: str = "") -> str:
        """How a wager came out; where its name does not say why, the reason that decided."""
        said = self._of_wager(self.file.because, wager, because) if because else None
        said = said or self._of_wager(self.file.outcomes, wager, outcome)
        return said or in_units(outcome) or self.unnamed("outcomes", outcome, wager)

    def _of_wager(
        self, words: Mapping[str, Mapping[str, str]], wager: str, name: str
    ) -> str | None:
        for table in (wager, self.tables.get(wager, wager), ANY):
            if said := words.get(table, {}).get(name):
                return said
        return None

    def row(self, table: str, outcome: str, covers: Sequence[str]) -> str:
        """A row of a pay table as it is printed; it may pay several outcomes."""
        together = self._of_wager(self.file.outcomes, table, " + ".join(covers))
        return together or self.outcome(table, outcome)

    def has_reason(self, wager: str, because: str) -> bool:
        """Whether the files have words for what decided a wager."""
        return self._of_wager(self.file.because, wager, because) is not None

    def action(self, name: str) -> str:
        """What a player does: ``double down free``."""
        return self._name("actions", name)

    def button(self, name: str) -> ButtonFace:
        """What stands on the button of a decision; of one that the files do not know, its words."""
        if found := self.file.buttons.get(name):
            return found
        self.unnamed("buttons", name)
        return ButtonFace(heading(self.action(name)))

    def does(self, name: str) -> str:
        """A decision within a sentence: the word that is typed, if people would say it so too."""
        said = self.action(name)
        return name if said.startswith(name) else said

    def phase(self, name: str) -> str:
        """Where the round stands."""
        return self._name("phases", name)

    def moment(self, name: str) -> str:
        """When a wager is placed or decided: ``when the dealer shows an ace``."""
        return self.file.moments.get(name) or self.phase(name)

    def zone(self, name: str) -> str:
        """A place where pieces lie."""
        return self._name("zones", name)

    # -- what is posted ----------------------------------------------------------------------

    def posting(self, key: str) -> str:
        """What the house chooses, as a heading: ``Soft 17``."""
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
        """The refusal of a posting, with what the posting is before how it is written."""
        key = refused.what.partition(" ")[0].rstrip(":")
        if key not in self.declared or "_" not in key:
            return refused
        return Refused(f"{self.posting(key)}: {refused.what}", refused.clauses)

    def _part(self, key: str) -> tuple[str, str, int]:
        """The wager that a posting is about, what of it, and of which meter; nothing for others."""
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
        """What it has chosen: ``the dealer hits``."""
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
        """A value that speaks for itself: numbers, money, yes and no, wagers, the house's text."""
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
        """Several names in their order, wagers by their words."""
        if isinstance(value, Mapping):
            told = [f"{self._several(key)} {self._several(each)}" for key, each in value.items()]
            return ", ".join(told) or "none"
        if isinstance(value, tuple):
            return ", ".join(self._several(each) for each in value) or "none"
        return self.file.wagers.get(value) or as_it_is(in_words(value))

    def meter(self, wager: str, number: int = 0, of: int = 1) -> str:
        """A progressive meter: ``Rocket Aces, second meter``."""
        said = self.file.meters.get(f"{wager} {number + 1}") or self.file.meters.get(wager)
        if said:
            return said
        name = self.wager(wager)
        return f"{name}, {ordinal(number)} meter" if of > 1 else f"{name} meter"

    def ruling(self, name: str) -> str:
        """A supervisor's ruling."""
        return self._name("rulings", name)

    def puck(self, name: str) -> str:
        """A button or marker."""
        return self._name("pucks", name)

    def status(self, word: str) -> str:
        """What a seat's part in the round is."""
        return self._name("statuses", word) if word else ""


def _percent(hundredths: Any) -> str:
    """``12.5 %`` for 1250 hundredths of a percent; nothing for what is no number."""
    if type(hundredths) is not int:
        return ""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") + " %"
