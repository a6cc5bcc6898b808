"""The worker process: it runs one job after the other, and ends when its input is closed.

Usage: ``python -m houseway.jobs.worker NICE``
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
from houseway.jobs.job import (
    LENGTH,
    CrashMessage,
    DoneMessage,
    JobRequest,
    JobStatus,
    PartMessage,
    RefusedMessage,
    StatusMessage,
    framed,
    kind_called,
)


class Speaker:
    """Sends the progress of a job to the process that requested it."""

    def __init__(self, out: BinaryIO, number: int) -> None:
        self._out, self._number = out, number
        self._status = JobStatus()

    def __call__(self, words: str) -> None:
        """Report the current step."""
        self._say(msgspec.structs.replace(self._status, words=words))

    def count(self, done: int, of: int, what: str = "") -> None:
        """Report that ``done`` of ``of`` units of work are finished."""
        self._say(msgspec.structs.replace(self._status, done=done, of=of))

    def left(self, seconds: float) -> None:
        """Report how long the work will still take."""
        self._say(msgspec.structs.replace(self._status, left=seconds))

    def part(self, found: object) -> None:
        """Report a partial result."""
        send(self._out, PartMessage(self._number, msgspec.msgpack.encode(found)))

    def _say(self, status: JobStatus) -> None:
        """Send a status, unless it is the same as the last one."""
        if status != self._status:
            self._status = status
            send(self._out, StatusMessage(self._number, status))


def send(out: BinaryIO, message: object) -> None:
    """Send a message to the pool."""
    out.write(framed(message))
    out.flush()


def do(asked: JobRequest, out: BinaryIO) -> None:
    """Run one job and return the answer."""
    number = asked.number
    try:
        kind = kind_called(asked.kind)
        job = msgspec.msgpack.decode(asked.body, type=kind)
        found = job.run(Speaker(out, number))
        send(out, DoneMessage(number, msgspec.msgpack.encode(found)))
    except Refused as refused:
        send(out, RefusedMessage(number, refused.what, refused.clauses))
    except HousewayError as error:
        send(out, RefusedMessage(number, str(error)))
    except Exception:
        send(out, CrashMessage(number, traceback.format_exc()))


def listen(source: BinaryIO, jobs: queue.SimpleQueue[JobRequest]) -> None:
    """Read jobs; end this process at once when the pool closes its input."""
    read = msgspec.msgpack.Decoder(JobRequest)
    while len(length := source.read(LENGTH)) == LENGTH:
        body = source.read(int.from_bytes(length, "big"))
        jobs.put(read.decode(body))
    os._exit(0)


def main(nice: int) -> None:
    """Run jobs until the input is closed; ignore Ctrl-C, which the main process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # output of a job must not end up among the answers
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    jobs: queue.SimpleQueue[JobRequest] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        do(jobs.get(), out)


if __name__ == "__main__":
    main(int(sys.argv[1]))
