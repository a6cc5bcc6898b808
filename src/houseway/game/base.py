"""A game: facts, choices, wagers and a round script.  ``Table = Game + Posting``."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from houseway.cite import Cites, cites_of_game, note_game, step, steps_of_game
from houseway.engine.events import Event, Transfer
from houseway.engine.inputs import validate_seat
from houseway.engine.questions import Act, Ruling, Script
from houseway.engine.seat import Seat as Seat
from houseway.errors import BadFile, Refused, short_repr
from houseway.game.fees import Collection, Schedule, load_collection
from houseway.game.pay_columns import OFF as OFF
from houseway.game.pay_columns import choose_pay_columns, posted_columns, posted_values
from houseway.game.pay_tables import Payout, PayTable, check_rows, load_pay, pay_table
from houseway.game.posting import Column, Declared, Fact, as_posting, posted
from houseway.game.rulings import RulingRule as RulingRule
from houseway.game.rulings import refused_ruling
from houseway.game.wagers import Wager, read_book
from houseway.game.words import Words, as_it_is, merged, words_files
from houseway.money import Breakage
from houseway.pieces.kind import Kind
from houseway.presentation.layout import Layout, Zone
from houseway.presentation.layout_of_game import layout_of, told
from houseway.presentation.presenter import Shown

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S_co = TypeVar("S_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    S_co = TypeVar("S_co", covariant=True)


class RoundContext(Protocol[S_co]):
    """What a script sees of the round that runs it; a shape names its state, ``Dealing[State]``."""

    @property
    def state(self) -> S_co: ...

    @property
    def left(self) -> int: ...

    def emit(self, event: Event) -> None: ...

    def emit_all(self, events: list[Event]) -> None: ...


class Game(Shown):
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
    seats_max: int = 7
    seats_min: ClassVar[int] = 1
    opens_by_betting: ClassVar[bool] = True
    """Whether nothing happens in a round before somebody acts: a wager, or the bank taken."""
    chips_least: ClassVar[int] = 1
    """Who has fewer cannot be at the table."""
    wagers: ClassVar[tuple[Wager, ...]] = ()
    own_pay: ClassVar[Mapping[str, Mapping[str, tuple[Payout, ...]]]] = {}
    """Pay tables with columns that no text prints (``variants.py``): name -> columns."""
    rulings: ClassVar[tuple[RulingRule, ...]] = ()
    zones: ClassVar[tuple[Zone, ...]] = ()
    pucks: ClassVar[tuple[str, ...]] = ()
    button_groups: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Decisions beside its shape's that are open at one moment, group by group."""
    between: ClassVar[type[msgspec.Struct]]
    reset_on_shuffle: ClassVar[tuple[str, ...]] = ()
    """What of that begins anew when all pieces are shuffled."""
    deal_clauses: tuple[str, ...] = ()
    turn_clauses: tuple[str, ...] = ()
    choice_clauses: Mapping[str, tuple[str, ...]] = {}
    """Where it stands what is dealt, whose turn it is, and what a decision may come to."""
    signs: ClassVar[tuple[Callable[[Game], tuple[str, str]], ...]] = ()
    """What a jurisdiction has displayed besides the posting, each as a function of the game."""

    cites: ClassVar[Cites] = {}
    """Which clauses of the game carry which step of its shape, as ``initial_deal``."""

    inherits: ClassVar[Mapping[str, type[Game]]] = {}
    """A clause of this game that makes the rules of another apply -> that other game."""
    replaces: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """A clause of that game that does not apply here -> the clauses that stand in its place."""
    borrowed: ClassVar[tuple[str, ...]] = ()
    """Clauses of other sections that come with the wagers which a game has of them."""

    step_modules: ClassVar[Mapping[str, object]] = {}
    """Further code that runs the shape's round, by name: classes or modules that have steps."""

    breakage: Breakage = posted(
        "down", "nearest", "up", says="what becomes of a fraction of a cent"
    )

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        declared, given = self.declared(), as_posting(posting)
        values = posted_values(self, declared, given)
        self.stated = frozenset(given)
        for key, value in values.items():
            setattr(self, key, value)
        self.chosen: dict[str, str] = choose_pay_columns(self, declared, self.stated)
        """The pay tables that were chosen because they go with the decks posted."""
        for key, column in self.chosen.items():
            setattr(self, key, column)
        values |= self.chosen
        self.posting: dict[str, Any] = {
            key: value for key, value in values.items() if not isinstance(declared[key], Fact)
        }
        self.pay: dict[str, tuple[Payout, ...]] = posted_columns(self)
        self.offered: tuple[Wager, ...] = tuple(
            w for w in self.wagers if getattr(self, w.paid_by, None) != OFF
        )
        self._fingerprint = ""
        self.forbids_some = type(self).forbids is not Game.forbids
        self.ruling_rules: dict[str, RulingRule] = {
            x.name: x if x.clauses else x.by(self.clauses_at(f"ruling.{x.name}"))
            for x in self.rulings
        }
        self.check_posting()

    def __repr__(self) -> str:
        stated = ", ".join(f"{key}={self.posting.get(key)}" for key in sorted(self.stated))
        return f"<{self.id}{': ' if stated else ''}{stated}>"

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
            if wager.of:
                path = Path(importlib.import_module(wager.of).__path__[0]) / "pay.toml"
                tables[wager.paid_by] = load_pay(path)[wager.paid_by]
            if wager.book:
                book = read_book(wager.book, wager.name)
                tables[wager.name] = pay_table(wager.name, book.pay, wager.name)
            if wager.by is not None:
                if wager.paid_by not in tables:
                    raise BadFile(str(cls.folder() / "pay.toml"), wager.paid_by, "has no pay table")
                check_rows(tables[wager.paid_by], wager.by.outcomes, f"pay table of {cls.id}")
        return tables | {name: tables[name].with_own(own) for name, own in cls.own_pay.items()}

    @classmethod
    @functools.cache
    def collection(cls) -> Collection:
        """The fees of the game as printed, if it takes any."""
        return load_collection(cls.folder() / "pay.toml")

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        """Its schedules of fees, by name."""
        return cls.collection().schedules

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
        for part in tuple(found.values()):
            if isinstance(part, Fact) and hasattr(part.default, "postings"):
                found |= part.default.postings()
        named = {w.paid_by: w.words for w in cls.wagers}
        optional = {w.paid_by: w.off for w in cls.wagers if not (w.required or w.always)}
        for table in cls.pay_tables().values():
            columns = table.postings() + (OFF,) * (table.name in optional)
            start = OFF if optional.get(table.name) and not table.own else columns[0]
            says = f"pay table of {named.get(table.name, as_it_is(table.name))}"
            choice = Column(columns, start, (table.clause,), says)
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
        """What people read for the names of the game: of its files, its shape's, its side bets'."""
        tables = {wager.name: wager.paid_by for wager in cls.wagers}
        return Words(merged(words_files(cls, cls.wagers)), tables, cls.declared())

    @classmethod
    @functools.cache
    def steps(cls) -> dict[str, Any]:
        """What ``cites`` may name: steps of the shape and of its parts, facts and postings."""
        return steps_of_game(cls)

    @classmethod
    @functools.cache
    def cited(cls) -> dict[str, tuple[str, ...]]:
        """Step -> the clauses that carry it in this game."""
        return cites_of_game(cls)

    def clauses_at(self, *steps: str) -> tuple[str, ...]:
        """The clauses that carry these steps."""
        return self._carrying(steps)

    @classmethod
    @functools.cache
    def _carrying(cls, steps: tuple[str, ...]) -> tuple[str, ...]:
        cited = cls.cited()
        return tuple(dict.fromkeys(clause for key in steps for clause in cited.get(key, ())))

    def check_posting(self) -> None:
        """Refuse choices that are allowed alone but not together."""

    def limits(self, wager: Wager) -> tuple[int, int]:
        """Least and most of a wager as posted."""
        if wager.meters and wager.flat:
            base: int = getattr(self, f"{wager.name}_base")
            return base, base
        found: tuple[int, int] = getattr(self, f"{wager.name}_limits")
        return found

    def requires(self, wager: Wager) -> bool:
        """Whether nobody is dealt in without this wager."""
        return wager.required

    # -- what a shape writes -----------------------------------------------------------------

    def sets(self) -> int:
        """How many decks (or tile sets) are in play."""
        return int(getattr(self, "decks", 1))

    @functools.cached_property
    def in_play(self) -> list[int]:
        """How often each piece is in play."""
        sets = self.sets()
        return [n * sets for n in self.kind.copies]

    @functools.cached_property
    def one_of_each(self) -> frozenset[int] | None:
        """The pieces in play where none has a copy."""
        return frozenset(self.all_pieces) if max(self.in_play) == 1 else None

    @functools.cached_property
    def all_pieces(self) -> tuple[int, ...]:
        """Every piece in play, in order: what is shuffled before a round."""
        return tuple(self.kind.one_set(self.sets()))

    @step
    def reshuffle_at(self) -> int:
        """Shuffle before a round when so few pieces are left; by default before every round."""
        return self.sets() * sum(self.kind.copies)

    def seat_refused(self, seat: Seat) -> Refused | None:
        """Why nobody can sit down like this."""
        if type(seat.seat) is not int or not 1 <= seat.seat <= self.seats_max:
            cited = self.declared()["seats_max"].clauses if "seats_max" in self.declared() else ()
            return Refused(
                f"{self.name} has seats 1 to {self.seats_max}, not {short_repr(seat.seat)}", cited
            )
        fault = validate_seat(seat.name, seat.who, seat.chips, seat.firm, self.chips_least)
        return Refused(f"seat {seat.seat}: {fault}") if fault else None

    def plays_without_chips(self, seat: Seat, between: Any) -> bool:
        """Whether who has no chips left is part of the next round; who has some always is."""
        return False

    def older_between(self, between: dict[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
        """What an older record carries over, as it is written now."""
        return between

    def check_between(self, between: Any) -> None:
        """Refuse what cannot have been carried over from a round before."""

    def chips_after(self, state: Any) -> dict[int, int]:
        """The chips in front of each seat when the round is over."""
        balances: dict[tuple[str, int], int] = state.balances()
        return {seat: cents for (name, seat), cents in balances.items() if name == "purse"}

    def opening_transfers(self, between: Any = None) -> tuple[Transfer, ...]:
        """What opens the books of a table that begins with this: what its meters hold."""
        return ()

    def warm(self) -> None:
        """Make what the first round would have to wait for: words, digest, tables of hands."""
        self.layout()

    def new_state(self, seats: Sequence[Seat], between: Any) -> Any:
        """The state before the first question."""
        raise NotImplementedError

    def play(self, r: RoundContext) -> Script:
        """The round, top to bottom as the regulation tells it."""
        raise NotImplementedError

    def first(self, seats: Sequence[Seat]) -> Any:
        """What is carried into the first round at a table."""
        return self.between()

    def carried(self, between: Any, state: Any) -> Any:
        """What a finished round hands to the next."""
        return between

    def shuffled(self, between: Any) -> Any:
        """What is carried on when all pieces are shuffled before a round."""
        if not self.reset_on_shuffle:
            return between
        anew = self.between()
        fields = {name: getattr(anew, name) for name in self.reset_on_shuffle}
        return msgspec.structs.replace(between, **fields)

    def forbids(self, state: Any, act: Act) -> Refused | None:
        """Why an offered choice is still not allowed in these particulars."""
        return None

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        """Why a decision is not offered now, with its clause."""
        return None

    def why_no_turn(self, state: Any, seat: int, name: str) -> Refused | None:
        """Why a seat that is not asked has no turn for this decision, where more can be said."""
        return None

    def why_no_spot(self, state: Any, name: str, spot: str) -> Refused | None:
        """Why chips cannot lie on this spot with this decision, where more can be said."""
        return None

    def nothing_to_draw(self, state: Any) -> str:
        """Why no more pieces came in a round that is over, where the game can say it."""
        return ""

    def clauses_of_choice(self, state: Any, name: str) -> tuple[str, ...]:
        """The clauses that say what an offered decision may come to."""
        return self.choice_clauses.get(name, ())

    def actions(self) -> tuple[str, ...]:
        """Every decision a player can ever take in this game."""
        return ()

    def sign(self) -> tuple[tuple[str, str], ...]:
        """Signage: what is posted, printed."""
        declared = self.declared()
        posted = tuple((key, declared[key].show(value)) for key, value in self.posting.items())
        return (*posted, *(sign(self) for sign in self.signs))

    def fingerprint(self) -> str:
        """The digest of the rules of this table: of everything that could change a result."""
        if not self._fingerprint:
            from houseway.rulebook.fingerprint import fingerprint

            self._fingerprint = fingerprint(self)
        return self._fingerprint

    def laid_out(self) -> Layout:
        """The table before anybody sits, by its names."""
        return layout_of(self)

    def layout(self) -> Layout:
        """The table before anybody sits, in words for people too."""
        return told(self, self.laid_out())

    def ruled_on(self, state: Any) -> list[int]:
        """The seats about which a ruling may be made: those at which somebody sits."""
        return [seat for account, seat in state.balances() if account == "purse"]

    def ruling_refused(self, state: Any, ruling: Ruling) -> Refused | None:
        """Why a supervisor cannot make this ruling now."""
        return refused_ruling(self, state, ruling)
