"""A game: facts, choices, wagers and a round script.  ``Table = Game + Posting``."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

import msgspec

from houseway.cite import cite as note_citation
from houseway.collection import Schedule, load_schedules
from houseway.errors import BadFile, Refused
from houseway.events import Event
from houseway.money import Breakage
from houseway.pay import Payout, PayTable, check_rows, load_pay, pay_table
from houseway.pieces.kinds import Kind
from houseway.posting import Declared, Fact, Limits, OneOf, posted, read_posting
from houseway.script import Act, Ruling, Script
from houseway.tomlfile import read_toml
from houseway.views import Layout, PaySheet, SpotPlan, View, Zone
from houseway.wager import Wager

OFF = "off"


class Seat(msgspec.Struct, frozen=True):
    """Who sits down to a round, where, and with how much."""

    seat: int
    name: str
    chips: int


class Dealing(Protocol):
    """What a script sees of the round that runs it."""

    @property
    def state(self) -> Any: ...

    def emit(self, event: Event) -> None: ...


class RulingRule(msgspec.Struct, frozen=True):
    """A supervisor's ruling a game knows: its small script, and when it may not be made.

    ``run(game, round, ruling)`` is a script; ``why_not(game, state, ruling)`` gives a sentence
    when the ruling does not fit the moment.
    """

    name: str
    words: str
    clauses: tuple[str, ...]
    run: Any
    why_not: Any = None
    takes: tuple[str, ...] = ()


class Game:
    """The base of every game.  Subclasses state facts and differences; shapes write ``play``."""

    id: ClassVar[str] = ""
    name: ClassVar[str] = ""
    jurisdiction: ClassVar[str] = ""
    section: ClassVar[str] = ""
    owner: ClassVar[str] = ""
    predominant: ClassVar[str] = ""
    shape: ClassVar[str] = ""
    sections: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[Kind]
    seats_max: ClassVar[int] = 7
    seats_min: ClassVar[int] = 1
    wagers: ClassVar[tuple[Wager, ...]] = ()
    rulings: ClassVar[tuple[RulingRule, ...]] = ()
    zones: ClassVar[tuple[Zone, ...]] = ()
    pucks: ClassVar[tuple[str, ...]] = ()
    between: ClassVar[type[msgspec.Struct]]

    breakage: Breakage = posted(
        "down", "nearest", "up", says="what becomes of a fraction of a cent"
    )

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        declared = self.declared()
        values = read_posting(declared, posting or {})
        for key, value in values.items():
            setattr(self, key, value)
        self.posting: dict[str, Any] = {
            key: value for key, value in values.items() if not isinstance(declared[key], Fact)
        }
        self.pay: dict[str, tuple[Payout, ...]] = self._posted_columns()
        self.offered: tuple[Wager, ...] = tuple(
            w for w in self.wagers if getattr(self, w.name, None) != OFF
        )
        self.ruling_rules: dict[str, RulingRule] = {x.name: x for x in self.rulings}
        self.check_posting()

    # -- what the class declares -------------------------------------------------------------

    @classmethod
    def folder(cls) -> Path:
        """The folder with the game's four files."""
        return Path(inspect.getfile(cls)).parent

    @classmethod
    @functools.cache
    def pay_tables(cls) -> dict[str, PayTable]:
        """Pay tables of the game, of what it inherits, and of side bets that bring their own."""
        tables: dict[str, PayTable] = {}
        for base in reversed(cls.__mro__):
            if isinstance(base, type) and issubclass(base, Game) and base.id:
                path = base.folder() / "pay.toml"
                if path.exists():
                    tables |= load_pay(path)
        for wager in cls.wagers:
            if wager.book:
                data = read_toml(wager.book, wager.name)
                tables[wager.name] = pay_table(wager.name, data["pay"], wager.name)
            if wager.by is not None:
                if wager.name not in tables:
                    raise BadFile(str(cls.folder() / "pay.toml"), wager.name, "has no pay table")
                check_rows(tables[wager.name], wager.by.outcomes, f"pay table of {cls.id}")
        return tables

    @classmethod
    @functools.cache
    def schedules(cls) -> dict[str, Schedule]:
        """Collection schedules of the game, if it takes fees."""
        return load_schedules(cls.folder() / "pay.toml")

    @classmethod
    @functools.cache
    def declared(cls) -> dict[str, Declared]:
        """Every fact and choice: of the class, of its pay tables, of its wagers' limits."""
        found: dict[str, Declared] = {}
        for base in reversed(cls.__mro__):
            for key, value in vars(base).items():
                if isinstance(value, Declared):
                    found[key] = value
                else:
                    found.pop(key, None)
        optional = {w.name for w in cls.wagers if not w.required}
        for table in cls.pay_tables().values():
            columns = (*table.columns, OFF) if table.name in optional else tuple(table.columns)
            choice = OneOf(columns, columns[0], (table.clause,), f"pay table of {table.name}")
            choice.key = table.name
            note_citation((table.clause,), f"{cls.__module__}.{cls.__name__}.{table.name}")
            found[table.name] = choice
        for wager in cls.wagers:
            limits = Limits(
                (wager.least, wager.most), wager.cap, wager.clauses, f"limits of {wager.words}"
            )
            limits.key = f"{wager.name}_limits"
            note_citation(wager.clauses, f"{cls.__module__}.{cls.__name__}.{wager.name}")
            found[limits.key] = limits
        for ruling in cls.rulings:
            note_citation(ruling.clauses, f"{cls.__module__}.{cls.__name__}.{ruling.name}")
        return found

    def _posted_columns(self) -> dict[str, tuple[Payout, ...]]:
        columns = {}
        for name, table in self.pay_tables().items():
            column = getattr(self, name)
            if column == OFF:
                continue
            decks = table.decks.get(column)
            if decks and getattr(self, "decks", 1) not in decks:
                allowed = " or ".join(map(str, decks))
                raise Refused(
                    f"pay table {column} of {name} is for {allowed} decks only", (table.clause,)
                )
            columns[name] = table.columns[column]
        return columns

    def check_posting(self) -> None:
        """Refuse choices that are allowed alone but not together."""

    def limits(self, wager: Wager) -> tuple[int, int]:
        """Least and most of a wager as posted."""
        found: tuple[int, int] = getattr(self, f"{wager.name}_limits")
        return found

    # -- what a shape writes -----------------------------------------------------------------

    def sets(self) -> int:
        """How many decks (or tile sets) are in play."""
        return int(getattr(self, "decks", 1))

    def reshuffle_at(self) -> int:
        """Shuffle before a round when so few pieces are left; by default before every round."""
        return self.sets() * sum(self.kind.copies)

    def chips_after(self, state: Any) -> dict[int, int]:
        """The chips in front of each seat when the round is over."""
        balances: dict[tuple[str, int], int] = state.balances()
        return {seat: cents for (name, seat), cents in balances.items() if name == "purse"}

    def new_state(self, seats: Sequence[Seat], between: Any) -> Any:
        """The state before the first question."""
        raise NotImplementedError

    def play(self, r: Dealing) -> Script:
        """The round, top to bottom as the regulation tells it."""
        raise NotImplementedError

    def first(self, seats: Sequence[Seat]) -> Any:
        """What is carried into the first round at a table."""
        return self.between()

    def carried(self, between: Any, state: Any) -> Any:
        """What a finished round hands to the next."""
        return between

    def forbids(self, state: Any, act: Act) -> Refused | None:
        """Why an offered choice is still not allowed in these particulars."""
        return None

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        """Why a decision is not offered now, with its clause."""
        return None

    def actions(self) -> tuple[str, ...]:
        """Every decision a player can ever take in this game."""
        return ()

    def view(self, state: Any, viewer: int) -> View:
        """What this viewer may see, without the prompt."""
        raise NotImplementedError

    def sign(self) -> tuple[tuple[str, str], ...]:
        """Signage: what is posted, printed."""
        declared = self.declared()
        return tuple((key, declared[key].show(value)) for key, value in self.posting.items())

    def layout(self) -> Layout:
        """The table before anybody sits."""
        tables = self.pay_tables()
        return Layout(
            game=self.id,
            name=self.name,
            felt=str(getattr(self, "felt", self.id)),
            shape=self.shape,
            seats=self.seats_max,
            zones=self.zones,
            spots=tuple(
                SpotPlan(w.name, w.words, *self.limits(w), w.required, w.clauses)
                for w in self.offered
            ),
            pucks=self.pucks,
            signage=self.sign(),
            pay=tuple(
                PaySheet(
                    name,
                    getattr(self, name),
                    tuple(
                        (outcome, payout.text)
                        for outcome, payout in zip(tables[name].outcomes, payouts, strict=True)
                    ),
                    tables[name].clause,
                )
                for name, payouts in self.pay.items()
            ),
        )

    def ruling_refused(self, state: Any, ruling: Ruling) -> Refused | None:
        """Why a supervisor cannot make this ruling now."""
        known = self.ruling_rules.get(ruling.name)
        if known is None:
            names = ", ".join(self.ruling_rules) or "none"
            return Refused(f"there is no ruling {ruling.name!r} in {self.name}; there is {names}")
        why = known.why_not(self, state, ruling) if known.why_not else None
        return Refused(why, known.clauses) if why else None
