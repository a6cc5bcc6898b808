"""Small jobs for the tests of the pool."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import ClassVar

from houseway.errors import Refused
from houseway.jobs import Job, Tell


class Sum(Job[int], frozen=True):
    """A sum, with a word about it; each time it is done a line is added to a file."""

    upto: int
    file: str = ""

    def run(self, tell: Tell) -> int:
        tell("adding up")
        print("this is no answer")
        if self.file:
            with Path(self.file).open("a") as out:
                out.write("done\n")
        return sum(range(self.upto))


class Who(Job[tuple[int, int]], frozen=True):
    """The process, and how far it stands back."""

    number: int = 0
    kept: ClassVar[bool] = False

    def run(self, tell: Tell) -> tuple[int, int]:
        return os.getpid(), os.nice(0)


class Until(Job[str], frozen=True):
    """A job that runs until a file is there; its partial results are numbers."""

    file: str
    part: ClassVar[type] = int

    def run(self, tell: Tell) -> str:
        tell("waiting for a file")
        tell.count(1, 3)
        tell.part(41)
        tell.part(42)
        while not Path(self.file).exists():
            time.sleep(0.01)
        return "it is there"


class Wrong(Job[int], frozen=True):
    """A job that cannot be done: refused, an error, the end of its process."""

    how: str

    def run(self, tell: Tell) -> int:
        if self.how == "refused":
            raise Refused("that is not allowed", ("CO-1",))
        if self.how == "error":
            raise ZeroDivisionError("nothing to divide by")
        os._exit(3)


class AtTheTable(Who, frozen=True):
    """A job that a player at a table waits for."""

    lane: ClassVar[str] = "table"
