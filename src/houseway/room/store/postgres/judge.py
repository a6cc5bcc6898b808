"""The judge of a refused group: which of its batches the books do not take, and why.

The database says that a group is refused, and undoes all of it. The judge reads once what the group
depends on, and goes through the batches in their order. The others are sent again as a group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import psycopg

from houseway.room.ledger import MAY_OWE, kind_of
from houseway.room.store.append_plan import Plan, Planner, conflict, key_used, too_much
from houseway.room.store.interface import (
    Batch,
    Conflict,
    Overdrawn,
    RoundKept,
    ShoeKept,
    StoreError,
)
from houseway.room.store.postgres.connection import Connection

MOST = (1 << 63) - 1
"""The largest number that a column holds."""
_STREAMS = "SELECT name, seq, fence, head FROM stream WHERE name = ANY (%b)"
_ACCOUNTS = "SELECT name, id, kind, balance FROM account WHERE name = ANY (%b)"
_KEYS = """SELECT k.by_who, k.key FROM unnest(%b::bigint[], %b::text[]) g(by_who, key)
  JOIN command k ON k.by_who = g.by_who AND k.key = g.key"""


class Standing(msgspec.Struct):
    """The part of the books on which a group depends, as of now."""

    streams: dict[str, tuple[int, int, bytes]]
    """Last row, fence and hash."""
    accounts: dict[str, tuple[int, str, int]]
    """Id, kind and balance."""
    keys: set[tuple[int, str]]


def standing(connection: Connection, group: Sequence[Batch]) -> Standing:
    """Read the part of the books on which a group depends."""
    streams = sorted({batch.stream for batch in group})
    names = sorted(
        {
            name
            for batch in group
            for entry in batch.entries
            for posting in entry.postings
            for name in (posting.debit, posting.credit)
        }
    )
    keys = [(b.command.by, b.command.key) for b in group if b.command is not None]

    def read(sql: str, *values: object) -> Iterable[tuple[object, ...]]:
        return connection.execute(sql.encode(), values, prepare=True, binary=True).fetchall()

    return Standing(
        {name: tuple(found) for name, *found in read(_STREAMS, streams)},  # type: ignore[misc]
        {name: tuple(found) for name, *found in read(_ACCOUNTS, names)},  # type: ignore[misc]
        set(read(_KEYS, [by for by, _ in keys], [key for _, key in keys])),  # type: ignore[arg-type]
    )


def judge(planner: Planner, group: Sequence[Batch], now: Standing) -> list[StoreError | None]:
    """Return the reason why each batch is refused; None for those that the books take.

    The planner is as it was before.
    """
    mark = planner.mark(batch.stream for batch in group)
    said = [_refusal(planner, batch, now) for batch in group]
    planner.go_back(mark)
    return said


def _refusal(planner: Planner, batch: Batch, now: Standing) -> StoreError | None:
    """Return the reason to refuse a batch after those before it; None takes it, and goes on."""
    mark = planner.mark((batch.stream,))
    try:
        plan = planner.plan(batch)
        _check_stream(plan, now)
        for change in batch.changes:
            if isinstance(change, RoundKept | ShoeKept):
                planner.stream_id(change.stream)
        balances = _balances(plan, planner, now)
        command = batch.command
        if command is not None and (command.by, command.key) in now.keys:
            raise key_used(command)
    except StoreError as refused:
        planner.go_back(mark)
        return refused
    except (ValueError, TypeError, OverflowError, psycopg.Error) as error:
        planner.go_back(mark)
        return StoreError(f"{batch.stream}: this cannot be written: {error}")
    now.streams[batch.stream] = (plan.ends.seq, batch.fence, plan.ends.head)
    for name, balance in balances.items():
        now.accounts[name] = (planner.accounts[name], kind_of(name), balance)
    if command is not None:
        now.keys.add((command.by, command.key))
    return None


def _check_stream(plan: Plan, now: Standing) -> None:
    """Raise Conflict unless a batch follows the head of its stream, by the holder of its fence."""
    batch = plan.batch
    found = now.streams.get(batch.stream)
    if found is None:
        raise Conflict(f"no writer has claimed the stream {batch.stream}")
    seq, fence, head = found
    if (seq, fence, head) != (batch.after, batch.fence, plan.stands.head):
        raise conflict(batch, seq, fence)


def _balances(plan: Plan, planner: Planner, now: Standing) -> dict[str, int]:
    """Return the balances of the accounts after a batch; each row must leave all as they may be."""
    for id, name, kind in plan.opened:
        now.accounts.setdefault(name, (id, kind, 0))
    balances: dict[str, int] = {}
    for entry in plan.batch.entries:
        moved: dict[str, int] = {}
        for posting in entry.postings:
            debit, credit, cents = posting.debit, posting.credit, posting.cents
            if not 0 < cents <= MOST or debit == credit:
                raise StoreError(f"{plan.batch.stream}: {posting} is no posting")
            moved[debit] = moved.get(debit, 0) - cents
            moved[credit] = moved.get(credit, 0) + cents
        for name, cents in moved.items():
            _, kind, balance = now.accounts.get(name) or (0, kind_of(name), 0)
            balances[name] = balance = balances.get(name, balance) + cents
            if balance < 0 and kind not in MAY_OWE:
                raise Overdrawn(name)
            if not -MOST <= balance <= MOST:
                raise too_much(name)
    return balances
