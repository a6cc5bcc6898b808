"""A game: facts, choices, wagers and a round script.  ``Table = Game + Posting``."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from houseway.cite import Cites, cites_of_game, note_game, step
from houseway.engine.events import Event, Transfer
from houseway.engine.inputs import Seat as Seat
from houseway.engine.inputs import validate_seat
from houseway.engine.questions import Act, Script
from houseway.errors import BadFile, Reason, Refused, short_repr
from houseway.game.decisions import Decision, DecisionTable
from houseway.game.digest import fingerprint
from houseway.game.face.layout import Layout, Zone
from houseway.game.fees import Collection, Schedule, load_collection
from houseway.game.pay_columns import OFF as OFF
from houseway.game.pay_columns import choose_pay_columns, posted_columns, posted_values
from houseway.game.pay_tables import Payout, PayTable, check_rows, load_pay, pay_table
from houseway.game.posting import Column, Declared, Fact, as_posting, posted
from houseway.game.rulings import RulingRule as RulingRule
from houseway.game.wagers import Wager, read_book
from houseway.game.words import Words, as_it_is, merged, words_files
from houseway.money import Breakage
from houseway.pieces.kind import Kind

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from houseway.game.face.presenter import Presenter

    S_co = TypeVar("S_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    S_co = TypeVar("S_co", covariant=True)


class RoundContext(Protocol[S_co]):
    """The round as its script sees it; a family names its state: ``RoundContext[State]``."""

    @property
    def state(self) -> S_co: ...

    @property
    def left(self) -> int: ...

    def emit(self, event: Event) -> None: ...

    def emit_all(self, events: list[Event]) -> None: ...


class Game:
    """The base of every game. Subclasses state facts and differences; families write ``play``."""

    id: ClassVar[str] = ""
    name: ClassVar[str] = ""
    jurisdiction: ClassVar[str] = ""
    section: ClassVar[str] = ""
    owner: ClassVar[str] = ""
    predominant: ClassVar[str] = ""
    family: ClassVar[str] = ""
    sections: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[Kind]
    seats_max: int = 7
    seats_min: ClassVar[int] = 1
    opens_by_betting: ClassVar[bool] = True
    """True if a round waits first for a seat to wager or to take the bank."""
    chips_least: ClassVar[int] = 1
    """Least chips of a seat at the table, in cents."""
    wagers: ClassVar[tuple[Wager, ...]] = ()
    own_pay: ClassVar[Mapping[str, Mapping[str, tuple[Payout, ...]]]] = {}
    """Pay tables with columns that no text prints (``variants.py``): name -> columns."""
    rulings: ClassVar[tuple[RulingRule, ...]] = ()
    decisions: ClassVar[tuple[Decision, ...]] = ()
    """The decisions of the family, and the game's own after them."""
    rulings_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Rulings that only other games of the family have, with their words."""
    zones: ClassVar[tuple[Zone, ...]] = ()
    pucks: ClassVar[tuple[str, ...]] = ()
    presenter_class: ClassVar[type[Presenter]]
    """The layout, views and texts of its family."""
    carry_over: ClassVar[type[msgspec.Struct]]
    reset_on_shuffle: ClassVar[tuple[str, ...]] = ()
    """Fields of ``carry_over`` that are reset by a shuffle."""
    deal_clauses: tuple[str, ...] = ()
    turn_clauses: tuple[str, ...] = ()
    choice_clauses: Mapping[str, tuple[str, ...]] = {}
    """Clauses cited when a deal, a turn or an amount is refused."""
    signs: ClassVar[tuple[Callable[[Game], tuple[str, str]], ...]] = ()
    """Further displays that a jurisdiction demands, each as a function of the game."""

    cites: ClassVar[Cites] = {}
    """Step of the family, such as ``initial_deal`` -> the clauses of this game that carry it."""

    inherits: ClassVar[Mapping[str, type[Game]]] = {}
    """Clause of this game that makes the rules of another apply -> that other game."""
    replaces: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Clause of an inherited game that does not apply here -> the clauses that replace it."""
    borrowed: ClassVar[tuple[str, ...]] = ()
    """Clauses of other sections that come with wagers borrowed from them."""

    step_modules: ClassVar[Mapping[str, object]] = {}
    """Name -> further class or module with steps of the family's round."""

    breakage: Breakage = posted(
        "down", "nearest", "up", says="what becomes of a fraction of a cent"
    )

    stated: frozenset[str]
    """The postings that the house states; the others have their defaults."""
    chosen: dict[str, str]
    """Pay table -> column chosen because it fits the posted number of decks."""
    posting: dict[str, Any]
    pay: dict[str, tuple[Payout, ...]]
    """Pay table -> the payouts of the posted column."""
    offered: tuple[Wager, ...]
    """The wagers that the house offers."""
    ruling_rules: dict[str, RulingRule]

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        declared, given = self.declared(), as_posting(posting)
        values = posted_values(self, declared, given)
        self.stated = frozenset(given)
        for key, value in values.items():
            setattr(self, key, value)
        self.chosen = choose_pay_columns(self, declared, self.stated)
        for key, column in self.chosen.items():
            setattr(self, key, column)
        values |= self.chosen
        self.posting = {
            key: value for key, value in values.items() if not isinstance(declared[key], Fact)
        }
        self.pay = posted_columns(self)
        self.offered = tuple(w for w in self.wagers if getattr(self, w.paid_by, None) != OFF)
        self._fingerprint = ""
        decided = {x.name: x.clauses for x in self.decisions if x.clauses}
        self.choice_clauses = decided | dict(self.choice_clauses)
        self.ruling_rules = {
            x.name: x if x.clauses else x.by(self.clauses_at(f"ruling.{x.name}"))
            for x in self.rulings
        }
        self.check_posting()

    def __repr__(self) -> str:
        stated = ", ".join(f"{key}={self.posting.get(key)}" for key in sorted(self.stated))
        return f"<{self.id}{': ' if stated else ''}{stated}>"

    @classmethod
    def folder(cls) -> Path:
        """Return the folder of the game's files."""
        return Path(inspect.getfile(cls)).parent

    @classmethod
    @functools.cache
    def pay_tables(cls) -> dict[str, PayTable]:
        """Return the pay tables of the game, of inherited games, and of side bets with a book."""
        tables: dict[str, PayTable] = {}
        for base in reversed(cls.__mro__):
            if isinstance(base, type) and issubclass(base, Game) and base.id:
                path = base.folder() / "pay.toml"
                if path.exists():
                    tables |= load_pay(path)
        for wager in cls.wagers:
            if wager.pay.borrowed_from:
                path = (
                    Path(importlib.import_module(wager.pay.borrowed_from).__path__[0]) / "pay.toml"
                )
                tables[wager.paid_by] = load_pay(path)[wager.paid_by]
            if wager.pay.book:
                book = read_book(wager.pay.book, wager.name)
                tables[wager.name] = pay_table(wager.name, book.pay, wager.name)
            if wager.rule is not None:
                if wager.paid_by not in tables:
                    raise BadFile(str(cls.folder() / "pay.toml"), wager.paid_by, "has no pay table")
                check_rows(tables[wager.paid_by], wager.rule.outcomes, f"pay table of {cls.id}")
        return tables | {name: tables[name].with_own(own) for name, own in cls.own_pay.items()}

    @classmethod
    @functools.cache
    def collection(cls) -> Collection:
        """Return the printed fees of the game; empty if it takes none."""
        return load_collection(cls.folder() / "pay.toml")

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        """Return its schedules of fees by name."""
        return cls.collection().schedules

    @classmethod
    @functools.cache
    def declared(cls) -> dict[str, Declared]:
        """Return every fact and choice: of the class, of its pay tables and of its wagers."""
        found: dict[str, Declared] = {}
        for base in reversed(cls.__mro__):
            for key, value in vars(base).items():
                if isinstance(value, Declared):
                    found[key] = value
                else:
                    found.pop(key, None)
        for part in tuple(found.values()):
            if isinstance(part, Fact) and hasattr(part.default, "postings"):
                found |= part.default.postings()
        named = {w.paid_by: w.words for w in cls.wagers}
        optional = {w.paid_by: w.off_by_default for w in cls.wagers if not (w.required or w.always)}
        for table in cls.pay_tables().values():
            columns = table.postings() + (OFF,) * (table.name in optional)
            start = OFF if optional.get(table.name) and not table.own else columns[0]
            says = f"pay table of {named.get(table.name, as_it_is(table.name))}"
            choice = Column(columns, start, (table.clause, *table.posted_clauses), says)
            choice.key = table.name
            found[table.name] = choice
        for wager in cls.wagers:
            found |= wager.postings()
        found = cls.collection().postings() | found
        for key, clauses in cls.cited().items():
            if key in found:
                found[key] = found[key].cited_too(clauses)
        note_game(cls)
        return found

    @classmethod
    @functools.cache
    def words(cls) -> Words:
        """Return the words for the names of the game, from the family, the game and its side
        bets."""
        tables = {wager.name: wager.paid_by for wager in cls.wagers}
        return Words(merged(words_files(cls, cls.wagers)), tables, cls.declared())

    @classmethod
    @functools.cache
    def cited(cls) -> dict[str, tuple[str, ...]]:
        """Return step -> the clauses that carry it in this game."""
        return cites_of_game(cls)

    def clauses_at(self, *steps: str) -> tuple[str, ...]:
        """Return the clauses that carry these steps."""
        return self._carrying(steps)

    @classmethod
    @functools.cache
    def _carrying(cls, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Return the clauses of these steps, each once."""
        cited = cls.cited()
        return tuple(dict.fromkeys(clause for key in steps for clause in cited.get(key, ())))

    def check_posting(self) -> None:
        """Refuse choices that are allowed alone but not together."""

    def limits(self, wager: Wager) -> tuple[int, int]:
        """Return least and most of a wager as posted, in cents."""
        if wager.progressive and wager.progressive.flat:
            base: int = getattr(self, f"{wager.name}_base")
            return base, base
        found: tuple[int, int] = getattr(self, f"{wager.name}_limits")
        return found

    def requires(self, wager: Wager) -> bool:
        """Return True if a player must make this wager to be dealt in."""
        return wager.required

    def sets(self) -> int:
        """Return the number of decks or tile sets in play."""
        return int(getattr(self, "decks", 1))

    @functools.cached_property
    def in_play(self) -> list[int]:
        """The number of copies of each piece in play."""
        sets = self.sets()
        return [n * sets for n in self.kind.copies]

    @functools.cached_property
    def one_of_each(self) -> frozenset[int] | None:
        """The pieces in play; None if any has a copy."""
        return frozenset(self.all_pieces) if max(self.in_play) == 1 else None

    @functools.cached_property
    def all_pieces(self) -> tuple[int, ...]:
        """Every piece in play, sorted: the content of a complete shuffle."""
        return tuple(self.kind.one_set(self.sets()))

    @step
    def reshuffle_at(self) -> int:
        """Return the number of pieces left at which a round begins with a shuffle.

        By default it is all pieces: every round begins with a shuffle.
        """
        return self.sets() * sum(self.kind.copies)

    def check_seat(self, seat: Seat) -> None:
        """Refuse a seat that cannot be taken like this."""
        if type(seat.seat) is not int or not 1 <= seat.seat <= self.seats_max:
            cited = self.declared()["seats_max"].clauses if "seats_max" in self.declared() else ()
            raise Refused(
                "no-such-seat",
                f"{self.name} has seats 1 to {self.seats_max}, not {short_repr(seat.seat)}",
                cited,
            )
        reason = validate_seat(seat.name, seat.who, seat.chips, seat.firm, self.chips_least)
        if reason is not None:
            raise Refused.because(reason.after(f"seat {seat.seat}: "))

    def plays_without_chips(self, seat: Seat, carry_over: Any) -> bool:
        """Return True if a seat without chips takes part in the next round."""
        return False

    def upgrade_carry_over(
        self, carry_over: dict[str, Any], seats: Sequence[Seat]
    ) -> dict[str, Any]:
        """Return the carry-over of an older record in today's form."""
        return carry_over

    def check_carry_over(self, carry_over: Any) -> None:
        """Refuse a carry-over that no round can have left."""

    def chips_after(self, state: Any) -> dict[int, int]:
        """Return seat -> chips in front of it after the round, in cents."""
        balances: dict[tuple[str, int], int] = state.balances()
        return {seat: cents for (name, seat), cents in balances.items() if name == "purse"}

    def opening_transfers(self, carry_over: Any = None) -> tuple[Transfer, ...]:
        """Return the transfers that open the books of a table: into its meters."""
        return ()

    def warm(self) -> None:
        """Compute what the first round would wait for: words, digest, tables of hands."""
        self.layout()

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> Any:
        """Return the state before the first question."""
        raise NotImplementedError

    def play(self, r: RoundContext) -> Script:
        """Yield the questions of a round, from top to bottom as in the regulation."""
        raise NotImplementedError

    def first(self, seats: Sequence[Seat]) -> Any:
        """Return the carry-over into the first round at a table."""
        return self.carry_over()

    def carried(self, carry_over: Any, state: Any) -> Any:
        """Return the carry-over that a finished round leaves."""
        return carry_over

    def shuffled(self, carry_over: Any) -> Any:
        """Return the carry-over with the fields that a complete shuffle resets."""
        if not self.reset_on_shuffle:
            return carry_over
        anew = self.carry_over()
        fields = {name: getattr(anew, name) for name in self.reset_on_shuffle}
        return msgspec.structs.replace(carry_over, **fields)

    def check(self, state: Any, act: Act) -> None:
        """Refuse a decision that fits an offered choice if its particulars are not allowed."""

    def explain(self, state: Any, act: Act, *, asked: bool = True) -> Reason | None:
        """Explain why a decision is not offered, with its clauses; None if the game cannot.

        ``asked`` is False if the seat is asked nothing now. The reason is then one beyond the order
        of turns. An act with a place is about that spot, which does not exist now.
        """
        return self.decision_table.explain(state, act, asked)

    def nothing_to_draw(self, state: Any) -> str:
        """Explain why a finished round took no more pieces; "" if the game cannot."""
        return ""

    @functools.cached_property
    def decision_table(self) -> DecisionTable:
        """The decisions of the game as posted."""
        return DecisionTable(self)

    def actions(self) -> tuple[str, ...]:
        """Return the name of every decision that exists in this game."""
        return tuple(self.decision_table.named)

    def sign(self) -> tuple[tuple[str, str], ...]:
        """Return the signage: (key, text) of each posting and display."""
        declared = self.declared()
        posted = tuple((key, declared[key].show(value)) for key, value in self.posting.items())
        return (*posted, *(sign(self) for sign in self.signs))

    def fingerprint(self) -> str:
        """Return the digest of the rules of this table: of all that could change a result."""
        if not self._fingerprint:
            self._fingerprint = fingerprint(self)
        return self._fingerprint

    @functools.cached_property
    def presenter(self) -> Presenter:
        """The layout of the table, and the views and texts of its rounds."""
        return self.presenter_class(self)

    def layout(self) -> Layout:
        """Return the layout of the empty table, with words for people."""
        return self.presenter.layout()

    def ruled_on(self, state: Any) -> list[int]:
        """Return the seats that a ruling may be about: all occupied ones."""
        return [seat for account, seat in state.balances() if account == "purse"]
