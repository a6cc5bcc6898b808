"""A job for another process, and the messages about it."""

from __future__ import annotations

import functools
import importlib
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_type_hints

import msgspec

from houseway.errors import HousewayError

T = TypeVar("T")


class JobStatus(msgspec.Struct, frozen=True):
    """The progress of a job: the current step in words, and ``done`` of ``of`` units of work."""

    words: str = ""
    done: int = 0
    of: int = 0
    left: float = 0.0
    """Seconds that it is expected to take still; 0 where nothing is expected."""


class Tell(Protocol):
    """Receives the progress of a job; compatible with progress in ``analysis/progress.py``."""

    def __call__(self, words: str) -> None:
        """Report the current step."""
        ...

    def count(self, done: int, of: int, what: str = "") -> None:
        """Report that ``done`` of ``of`` units of work are finished."""
        ...

    def left(self, seconds: float) -> None:
        """Report how long the work will still take."""
        ...

    def part(self, found: object) -> None:
        """Report a partial result, of the type that ``Job.part`` names."""
        ...


class Job(msgspec.Struct, Generic[T], frozen=True):
    """A request for work in another process; equal jobs are run once for all callers."""

    lane: ClassVar[str] = "lab"
    """The kind of process: ``lab`` for jobs that may take hours, ``table`` for jobs a player waits
    for."""
    kept: ClassVar[bool] = True
    """True if the result may be cached and returned again."""
    part: ClassVar[Any] = None
    """The type of partial results."""

    def run(self, tell: Tell) -> T:
        """Do the work, in the other process."""
        raise NotImplementedError


class NotYet(Exception):  # noqa: N818 - it is not a failure, it takes its time
    """The job is not finished; has its progress and any partial result."""

    def __init__(self, status: JobStatus, parts: tuple[Any, ...] = (), ahead: int = 0) -> None:
        super().__init__(status.words)
        self.status, self.parts, self.ahead = status, parts, ahead
        """``ahead``: how many jobs are done before this one is begun."""


class TooMany(HousewayError):  # noqa: N818 - named for what is the matter
    """The queue is full."""


class Failed(Exception):  # noqa: N818 - named for what became of it
    """The job raised an unexpected error, or its process was killed."""


def name_of(kind: type[Job[Any]]) -> str:
    """Return the name by which the other process finds a job class."""
    return f"{kind.__module__}:{kind.__qualname__}"


@functools.cache
def kind_called(name: str) -> type[Job[Any]]:
    """Return the job class with this name."""
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, Job)):
        raise TypeError(f"{name} is no job")
    return found


@functools.cache
def gives(kind: type[Job[Any]]) -> Any:
    """Return the type of a job's result: the return annotation of its ``run``."""
    return get_type_hints(kind.run)["return"]


class JobRequest(msgspec.Struct, tag="do"):
    """To the worker: run this job."""

    number: int
    kind: str
    body: msgspec.Raw


class StatusMessage(msgspec.Struct, tag="told"):
    """From the worker: progress."""

    number: int
    status: JobStatus


class PartMessage(msgspec.Struct, tag="part"):
    """From the worker: a partial result."""

    number: int
    body: bytes


class DoneMessage(msgspec.Struct, tag="done"):
    """From the worker: the result."""

    number: int
    body: bytes


class RefusedMessage(msgspec.Struct, tag="not"):
    """From the worker: a refusal, with its clauses."""

    number: int
    what: str
    clauses: tuple[str, ...] = ()


class CrashMessage(msgspec.Struct, tag="broke"):
    """From the worker: an unexpected error."""

    number: int
    trace: str


Answer = StatusMessage | PartMessage | DoneMessage | RefusedMessage | CrashMessage
LENGTH = 4
"""Bytes of the length in front of each message."""
LONGEST = 64 * 1024 * 1024


def framed(message: object) -> bytes:
    """Return a message with its length in front."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body
