"""What a round script asks, and what comes back: the inputs that are the log.

A script yields three things only: ``Ask`` one seat, ``AskAll`` several in any order, and
``Chance``.  What they may choose is in ``choices``.  A shape may ask in a form of its own, which is
written down as one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from houseway.engine.choices import Amount, Arrange, Button, Choice, Pick, Place, Spot
from houseway.engine.inputs import (
    DEALER,
    PLAYER,
    Act,
    Drawn,
    Input,
    Pieces,
    Put,
    Ruling,
    TimeUp,
    label_of,
)


class Asking(msgspec.Struct, frozen=True, tag_field="asks"):
    """A question to people; ``late`` is the decision taken when time is up.

    ``seconds`` is the time that the rules give for it; 0: as long as the room has it.
    """

    if TYPE_CHECKING:

        @property
        def words(self) -> str: ...

        @property
        def late(self) -> str: ...

        @property
        def seconds(self) -> int: ...

    def takes(self, act: Act) -> bool:
        """Whether this answers it at a glance; what does not may still be an answer."""
        raise NotImplementedError

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """What this seat may choose now."""
        raise NotImplementedError

    def seats(self) -> tuple[int, ...]:
        """The seats that may answer."""
        raise NotImplementedError

    def whole(self) -> Ask | AskAll:
        """The same question with every choice made, as it is written down."""
        raise NotImplementedError


class Ask(Asking, frozen=True, gc=False, tag="seat"):
    """A question to one seat."""

    seat: int
    choices: tuple[Choice, ...]
    words: str = ""
    late: str = ""
    seconds: int = 0

    def takes(self, act: Act) -> bool:
        """Whether this answers it at a glance; what does not may still be an answer."""
        if type(act) is Act and act.seat is self.seat:
            name = act.name
            for choice in self.choices:
                if choice.name is name:
                    return choice.fits(act)
        return False

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """What this seat may choose now."""
        return self.choices if seat == self.seat else ()

    def seats(self) -> tuple[int, ...]:
        """The seats that may answer."""
        return (self.seat,)

    def whole(self) -> Ask:
        """It has its choices from the beginning."""
        return self


class PerSeat(Mapping[int, tuple[Choice, ...]]):
    """What each of several seats may choose, made when somebody looks at it.

    All are asked anew whenever one has answered; most of them are not looked at in between.  So
    only what stays the same for a seat when others answer is asked like this.
    """

    __slots__ = ("_made", "_make", "seats")

    def __init__(self, seats: Iterable[int], make: Callable[[int], tuple[Choice, ...]]) -> None:
        self.seats, self._make = tuple(seats), make
        self._made: dict[int, tuple[Choice, ...]] = {}

    def __getitem__(self, seat: int) -> tuple[Choice, ...]:
        if seat not in self.seats:
            raise KeyError(seat)
        return self.of(seat)

    def of(self, seat: int) -> tuple[Choice, ...]:
        """The same, or nothing for a seat that is not asked."""
        found = self._made.get(seat)
        if found is None:
            if seat not in self.seats:
                return ()
            found = self._made[seat] = self._make(seat)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self.seats)

    def __len__(self) -> int:
        return len(self.seats)


class AskAll(Asking, frozen=True, tag="seats"):
    """A question to several seats, answered in any order."""

    asked: Mapping[int, tuple[Choice, ...]]
    words: str = ""
    late: str = ""
    seconds: int = 0

    def whole(self) -> AskAll:
        """The same question with the choices of all seats made."""
        return AskAll(dict(self.asked), self.words, self.late, self.seconds)

    def same_for(self, seat: int, earlier: AskAll) -> bool:
        """Whether an earlier question, which another seat has answered, was this one already."""
        mine, other = self.asked, earlier.asked
        if seat not in other or (self.words, self.late) != (earlier.words, earlier.late):
            return False
        if self.seconds != earlier.seconds or type(mine) is not type(other):
            return False
        return type(mine) is PerSeat or mine[seat] == other[seat]

    def takes(self, act: Act) -> bool:
        """Whether this answers it at a glance; what does not may still be an answer."""
        if type(act) is Act and type(act.seat) is int:
            name = act.name
            for choice in self.choices_of(act.seat):
                if choice.name is name:
                    return choice.fits(act)
        return False

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """What this seat may choose now."""
        asked = self.asked
        return asked.of(seat) if type(asked) is PerSeat else asked.get(seat, ())

    def seats(self) -> tuple[int, ...]:
        """The seats that may answer."""
        asked = self.asked
        return asked.seats if type(asked) is PerSeat else tuple(asked)


class Chance(msgspec.Struct, frozen=True, gc=False, tag_field="asks", tag="chance"):
    """``n`` pieces from the deck, dice from the cup, or a shuffle.

    ``back`` are pieces shuffled into the deck before anything is drawn from it.
    """

    what: str
    n: int
    kind: str = "pieces"
    back: Pieces = ()

    def takes(self, act: Act) -> bool:
        """Nobody's decision is an answer to chance."""
        return False


Question: TypeAlias = Asking | Chance
Written: TypeAlias = Ask | AskAll | Chance
"""Each is written with its kind under ``asks``, and read back like the inputs."""
Script: TypeAlias = Generator[Question, Any, None]
"""Asked questions get an ``Act`` (or None: a ruling intervened, ask anew); chance gets pieces."""

__all__ = [
    "DEALER", "PLAYER", "Act", "Amount", "Arrange", "Ask", "AskAll", "Asking", "Button", "Chance",
    "Choice", "Drawn", "Input", "PerSeat", "Pick", "Pieces", "Place", "Put", "Question", "Ruling",
    "Script", "Spot", "TimeUp", "Written", "label_of",
]  # fmt: skip
