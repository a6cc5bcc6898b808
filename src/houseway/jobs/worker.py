"""The other process: it does one job after the other, and ends when nobody talks to it any more.

python -m houseway.jobs.worker NICE
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from typing import BinaryIO

import msgspec

from houseway.errors import HousewayError, Refused
from houseway.jobs.job import LENGTH, Asked, Broke, Done, Not, Part, Told, Word, framed, kind_called


class Speaker:
    """What a job tells goes to who asked for it."""

    def __init__(self, out: BinaryIO, number: int) -> None:
        self._out, self._number = out, number
        self._told = Told()

    def __call__(self, words: str) -> None:
        """What is being worked on."""
        self._say(Told(words, self._told.done, self._told.of))

    def count(self, done: int, of: int, what: str = "") -> None:
        """How much is done of how much."""
        self._say(Told(self._told.words, done, of))

    def part(self, found: object) -> None:
        """Something that is known already."""
        send(self._out, Part(self._number, msgspec.msgpack.encode(found)))

    def _say(self, told: Told) -> None:
        if told != self._told:
            self._told = told
            send(self._out, Word(self._number, told))


def send(out: BinaryIO, message: object) -> None:
    """A message to the other side."""
    out.write(framed(message))
    out.flush()


def do(asked: Asked, out: BinaryIO) -> None:
    """One job, from what is asked to the answer."""
    number = asked.number
    try:
        kind = kind_called(asked.kind)
        job = msgspec.msgpack.decode(asked.body, type=kind)
        found = job.run(Speaker(out, number))
        send(out, Done(number, msgspec.msgpack.encode(found)))
    except Refused as refused:
        send(out, Not(number, refused.what, refused.clauses))
    except HousewayError as error:
        send(out, Not(number, str(error)))
    except Exception:
        send(out, Broke(number, traceback.format_exc()))


def listen(source: BinaryIO, jobs: queue.SimpleQueue[Asked]) -> None:
    """Take jobs in; when the other side is gone, so is this process, whatever it is doing."""
    read = msgspec.msgpack.Decoder(Asked)
    while len(length := source.read(LENGTH)) == LENGTH:
        body = source.read(int.from_bytes(length, "big"))
        jobs.put(read.decode(body))
    os._exit(0)


def main(nice: int) -> None:
    """Do jobs for ever; Ctrl-C is for the process in front, which then ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whoever prints does not spoil the answers
    jobs: queue.SimpleQueue[Asked] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        do(jobs.get(), out)


if __name__ == "__main__":
    main(int(sys.argv[1]))
