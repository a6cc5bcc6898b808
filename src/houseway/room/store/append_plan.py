"""The plan of a batch: everything it writes, worked out once, whatever database keeps the books.

A plan has hashed rows, postings by the ids of accounts, the moves of money and the next head of its
stream. A store turns it into SQL and lets the database check what only the
database knows: the head, the fence, the balances and the used keys.

The ``Planner`` keeps what a writer needs to know before it writes: ids and heads of streams, ids of
accounts. It runs ahead of the database. What is refused is taken back with a ``Mark``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.room.ledger import kind_of
from houseway.room.store import chain
from houseway.room.store.interface import (
    Batch,
    Change,
    Conflict,
    HeadSealed,
    KeyedCommand,
    KeyUsed,
    Person,
    RoundKept,
    Session,
    ShoeKept,
    StoreError,
    StreamHead,
)
from houseway.room.store.seals import Seals

LoggedRow: TypeAlias = tuple[int, int, int, str, int, bytes, bytes]
"""Stream, number, time, kind, author, body, hash."""
PostedRow: TypeAlias = tuple[int, int, int, int, int, int]
"""Stream, number of the row, number in the row, debit, credit, cents."""
OpenedAccount: TypeAlias = tuple[int, str, str]
"""Id, name, kind."""


class KnownStream(msgspec.Struct, frozen=True):
    """A stream as its writer knows it: its id, its last row, the hash of that row, its seal."""

    id: int
    seq: int
    head: bytes
    seal: bytes | None = None


class Plan(msgspec.Struct, frozen=True):
    """Everything that one batch writes.

    ``batch`` has its changes with their seals. ``stands`` is the stream before it, ``ends`` after
    it. ``moves`` are pairs of account and cents, netted over a row and no further: a wallet must
    bear each row alone.
    """

    batch: Batch
    stands: KnownStream
    ends: KnownStream
    rows: list[LoggedRow]
    postings: list[PostedRow]
    moves: list[tuple[int, int]]
    opened: list[OpenedAccount]


class Mark(msgspec.Struct, frozen=True):
    """The state of a planner, to which it can return."""

    streams: dict[str, KnownStream]
    accounts: int


class Planner:
    """Plans batches, one after the other, as if each of them were written.

    ``next_account`` gives the id of an account that is opened on first use. With ``seals`` each
    head, person and login that is written gets a seal.
    """

    def __init__(
        self, next_account: Callable[[], int] | None = None, seals: Seals | None = None
    ) -> None:
        self.seals = seals
        self.streams: dict[str, KnownStream] = {}
        self.accounts: dict[str, int] = {}
        self._next_account = next_account or (lambda: len(self.accounts) + 1)

    def plan(self, batch: Batch) -> Plan:
        """Plan a batch after those before it.

        Raises Conflict for a stream that was never claimed, ValueError for what is no account. Its
        caller goes back to a mark then.
        """
        name = batch.stream
        stands = self.streams.get(name)
        if stands is None:
            raise Conflict(f"no writer has claimed the stream {name}")
        seq, hash, stream = batch.after, stands.head, stands.id
        rows: list[LoggedRow] = []
        postings: list[PostedRow] = []
        moves: list[tuple[int, int]] = []
        opened: list[OpenedAccount] = []
        for entry in batch.entries:
            seq += 1
            at, kind, by, body = entry.at, entry.kind, entry.by, entry.body
            hash = chain.row_hash(hash, name, seq, at, kind, by, body, entry.postings)
            rows.append((stream, seq, at, kind, by, body, hash))
            moved = dict[int, int]()
            for n, posting in enumerate(entry.postings):
                debit = self._account(posting.debit, opened)
                credit = self._account(posting.credit, opened)
                postings.append((stream, seq, n, debit, credit, posting.cents))
                moved[debit] = moved.get(debit, 0) - posting.cents
                moved[credit] = moved.get(credit, 0) + posting.cents
            moves += [move for move in moved.items() if move[1]]
        seal = self.seals.of_head(name, seq, hash) if self.seals else None
        ends = self.streams[name] = KnownStream(stream, seq, hash, seal)
        if self.seals and batch.changes:
            batch = replace(batch, changes=self.seals.sealed(batch, seq))
        return Plan(batch, stands, ends, rows, postings, moves, opened)

    def first_seal(self, name: str) -> bytes | None:
        """Return the seal of a stream that has no row yet; None without seals."""
        return self.seals.of_head(name, 0, chain.BEGINNING) if self.seals else None

    def claimed(self, name: str, known: KnownStream) -> None:
        """Go on from the head of a stream; SealBroken if it has not the seal of the room."""
        if self.seals:
            self.seals.require(StreamHead(name, known.seq, known.head, seal=known.seal))
        self.streams[name] = known

    def written(self, batches: Iterable[Batch]) -> None:
        """Note batches that are durable now, as they were planned."""
        for batch in batches if self.seals else ():
            if batch.changes:
                assert self.seals is not None
                seq = batch.after + len(batch.entries)
                self.seals.remember(batch, seq)

    def stream_id(self, name: str) -> int:
        """Return the id of a stream; StoreError if there is none."""
        if name not in self.streams:
            raise StoreError(f"there is no stream {name}")
        return self.streams[name].id

    def mark(self, streams: Iterable[str]) -> Mark:
        """Return the state to which a refusal of batches of these streams returns."""
        found = {name: self.streams[name] for name in streams if name in self.streams}
        return Mark(found, len(self.accounts))

    def go_back(self, mark: Mark) -> None:
        """Forget what was planned since a mark."""
        self.streams.update(mark.streams)
        while len(self.accounts) > mark.accounts:
            self.accounts.popitem()

    def _account(self, name: str, opened: list[OpenedAccount]) -> int:
        """Return the id of an account; one that is used for the first time is opened."""
        known = self.accounts.get(name)
        if known is None:
            kind = kind_of(name)
            known = self._next_account()
            opened.append((known, name, kind))
            self.accounts[name] = known
        return known


def conflict(batch: Batch, seq: int, fence: int) -> Conflict:
    """Return the reason why a batch does not follow a stream that has this last row and fence."""
    if fence != batch.fence:
        return Conflict(f"{batch.stream} was claimed by another owner (fence {fence})")
    if seq != batch.after:
        return Conflict(f"{batch.stream} stands at row {seq}, not at {batch.after}")
    return Conflict(f"the head of {batch.stream} has been changed behind the writer's back")


def key_used(command: KeyedCommand) -> KeyUsed:
    """Return the error of a command whose key was used before."""
    return KeyUsed(f"the key {command.key!r} has been used before")


def too_much(account: str) -> StoreError:
    """Return the error of an account that would hold more than a column of the database can."""
    return StoreError(f"{account} cannot hold so much")


def columns(
    change: Change, stream_id: Callable[[str], int]
) -> tuple[int | str | bytes | None, ...]:
    """Return the columns of a change in the order of its table; the key comes first."""
    match change:
        case Person():
            excluded, *others = msgspec.structs.astuple(change)[9:]
            return (*msgspec.structs.astuple(change)[:9], int(excluded), *others)
        case Session(token, person, station, until, since, row, seal):
            return (person, token, station, until, since, row, seal)
        case HeadSealed(stream, seal):
            return (seal, stream_id(stream))
        case ShoeKept(stream, no, sealed, root, finished):
            return (stream_id(stream), no, sealed, root, int(finished))
        case RoundKept(stream):
            return (stream_id(stream), *msgspec.structs.astuple(change)[1:])
        case _:
            return (change.person,)
