"""A piece of work that another process does, and what is said of it meanwhile."""

from __future__ import annotations

import functools
import importlib
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_type_hints

import msgspec

from houseway.errors import HousewayError

T = TypeVar("T")


class Told(msgspec.Struct, frozen=True):
    """How far a job is: what is being worked on, and how much is done of how much."""

    words: str = ""
    done: int = 0
    of: int = 0


class Tell(Protocol):
    """Whoever is told of the work; it fits what the odds lab tells (``analysis/progress.py``)."""

    def __call__(self, words: str) -> None:
        """What is being worked on."""
        ...

    def count(self, done: int, of: int, what: str = "") -> None:
        """How much is done of how much."""
        ...

    def part(self, found: object) -> None:
        """Something that is known already; it is of the type that ``Job.part`` names."""
        ...


class Job(msgspec.Struct, Generic[T], frozen=True):
    """What is to be done; equal jobs are done once for everybody who asks."""

    lane: ClassVar[str] = "lab"
    """Who does it: ``lab``, where hours may pass, or ``table``, where somebody waits for it."""
    kept: ClassVar[bool] = True
    """Whether the same answer is given again, as long as there is room for it."""
    part: ClassVar[Any] = None
    """The type of what is told before the end."""

    def run(self, tell: Tell) -> T:
        """Do it, in the other process."""
        raise NotImplementedError


class NotYet(Exception):  # noqa: N818 - it is not a failure, it takes its time
    """The job is not done yet: how far it is, and what is known."""

    def __init__(self, told: Told, parts: tuple[Any, ...] = (), ahead: int = 0) -> None:
        super().__init__(told.words)
        self.told, self.parts, self.ahead = told, parts, ahead
        """``ahead``: how many jobs are done before this one is begun."""


class TooMany(HousewayError):  # noqa: N818 - named for what is the matter
    """More is asked for than can wait."""


class Failed(Exception):  # noqa: N818 - named for what became of it
    """The job met an error of the program, or its process was ended from outside."""


def name_of(kind: type[Job[Any]]) -> str:
    """Under which name the other process finds a job."""
    return f"{kind.__module__}:{kind.__qualname__}"


@functools.cache
def kind_called(name: str) -> type[Job[Any]]:
    """The job of this name."""
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, Job)):
        raise TypeError(f"{name} is no job")
    return found


@functools.cache
def gives(kind: type[Job[Any]]) -> Any:
    """The type of what a job gives: what its ``run`` is annotated to return."""
    return get_type_hints(kind.run)["return"]


class Asked(msgspec.Struct, tag="do"):
    """To the other process: do this."""

    number: int
    kind: str
    body: msgspec.Raw


class Word(msgspec.Struct, tag="told"):
    """From there: how far it is."""

    number: int
    told: Told


class Part(msgspec.Struct, tag="part"):
    """From there: something that is known already."""

    number: int
    body: bytes


class Done(msgspec.Struct, tag="done"):
    """From there: what the job gives."""

    number: int
    body: bytes


class Not(msgspec.Struct, tag="not"):
    """From there: it was refused, and by which clauses."""

    number: int
    what: str
    clauses: tuple[str, ...] = ()


class Broke(msgspec.Struct, tag="broke"):
    """From there: an error of the program."""

    number: int
    trace: str


Answer = Word | Part | Done | Not | Broke
LENGTH = 4
"""Bytes in front of each message that say how long it is."""
LONGEST = 64 * 1024 * 1024


def framed(message: object) -> bytes:
    """A message with its length in front."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body
