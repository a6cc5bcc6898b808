"""A group of planned batches as the arguments of one call, ``books_append``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from psycopg.types.json import Jsonb

from houseway.room.store.append_plan import Plan, columns
from houseway.room.store.interface import (
    Change,
    HeadSealed,
    Person,
    RoundKept,
    Session,
    SessionEnded,
    ShoeKept,
)
from houseway.room.store.postgres.arrays import Bigints, Byteas, Texts

Column: TypeAlias = Bigints | Texts | Byteas
Argument: TypeAlias = Column | Jsonb | None
LISTS: dict[str, tuple[type[Column], ...]] = {
    "s": (Bigints, Bigints, Bigints, Byteas, Bigints, Byteas, Byteas),
    "l": (Bigints, Bigints, Bigints, Texts, Bigints, Byteas, Byteas),
    "a": (Bigints, Texts, Texts),
    "p": (Bigints,) * 6,
    "b": (Bigints,) * 3,
    "k": (Bigints, Texts, Byteas, Bigints, Bigints, Byteas),
    "r": (Bigints, Bigints, Bigints, Bigints, Texts, Texts, Bigints, Byteas),
    "h": (Bigints, Bigints, Byteas, Byteas, Bigints),
}
"""The lists of ``books_append`` in its order, with the types of their columns."""
APPEND = "SELECT books_append({}, %b::jsonb, %b::jsonb, %b, %b::jsonb)".format(
    ", ".join("%b" for kinds in LISTS.values() for _ in kinds)
).encode()
"""The call; its text is constant, so that it is prepared once."""
PERSON = [
    "id", "role", "name", "card", "pin", "wrong", "locked_ms", "last_login_ms", "last_station",
    "excluded", "firm", "row_no", "seal",
]  # fmt: skip
SESSION = ["person", "token", "station", "until_ms", "since_ms", "row_no", "seal"]
_EMPTY = {name: [kind() for kind in kinds] for name, kinds in LISTS.items()}


def follow(plans: Iterable[Plan]) -> bool:
    """Return True if every batch of a group follows the one before it in its stream."""
    ends: dict[str, tuple[int, int]] = {}
    for plan in plans:
        batch = plan.batch
        if ends.get(batch.stream, (batch.after, batch.fence)) != (batch.after, batch.fence):
            return False
        ends[batch.stream] = (plan.ends.seq, batch.fence)
    return True


def arguments(plans: Sequence[Plan], stream_id: Callable[[str], int]) -> list[Argument]:
    """Return the arguments of one call that writes these batches; each follows those before it."""
    lists: dict[str, list[tuple[Any, ...]]] = {name: [] for name in LISTS}
    streams: dict[int, tuple[Any, ...]] = {}
    changes: dict[tuple[str, Any], Change] = {}
    for plan in plans:
        batch, stands, ends = plan.batch, plan.stands, plan.ends
        id = stands.id
        begins = streams.get(id) or (id, batch.after, batch.fence, stands.head)
        streams[id] = (*begins[:4], ends.seq, ends.head, ends.seal)
        lists["l"] += plan.rows
        lists["a"] += plan.opened
        lists["p"] += plan.postings
        if (said := batch.command) is not None:
            lists["k"].append((said.by, said.key, said.digest, id, ends.seq, said.answer))
        for change in batch.changes:
            changes[_key(change)] = change
    lists["s"] = [streams[id] for id in sorted(streams)]
    lists["a"].sort(key=lambda opened: opened[1])
    lists["k"].sort(key=lambda kept: kept[:2])
    lists["b"] = _balances(plans)
    beside = (
        _beside(changes.values(), stream_id, lists) if changes else [None, None, Bigints(), None]
    )
    found: list[Argument] = []
    for name, rows in lists.items():
        if rows:
            values = zip(*rows, strict=True)
            found += [kind(column) for kind, column in zip(LISTS[name], values, strict=True)]
        else:
            found += _EMPTY[name]
    return found + beside


def _balances(plans: Iterable[Plan]) -> list[tuple[int, int, int]]:
    """Return the accounts of all postings by id, each with its sum and its lowest sum on the way.

    The sums alone would hide that an account is overdrawn in the middle of a group.
    """
    sums: dict[int, int] = {}
    lowest: dict[int, int] = {}
    for plan in plans:
        for posting in plan.postings:
            sums.setdefault(posting[3], 0)
            sums.setdefault(posting[4], 0)
        for account, cents in plan.moves:
            sums[account] = now = sums[account] + cents
            if now < lowest.get(account, 0):
                lowest[account] = now
    return [(id, sums[id], lowest.get(id, 0)) for id in sorted(sums)]


def _key(change: Change) -> tuple[str, Any]:
    """Return the entry that a change replaces; the last change of a group stays."""
    match change:
        case Person(id=id):
            return ("person", id)
        case Session(person=person) | SessionEnded(person=person):
            return ("session", person)
        case ShoeKept(stream, no):
            return ("shoe", (stream, no))
        case RoundKept(stream, no):
            return ("round", (stream, no))
        case HeadSealed(stream):
            return ("head", stream)


def _beside(
    changes: Iterable[Change],
    stream_id: Callable[[str], int],
    lists: dict[str, list[tuple[Any, ...]]],
) -> list[Argument]:
    """Sort changes into the lists; return people, logins, ended logins and sealed heads."""
    people: list[dict[str, Any]] = []
    logins: list[dict[str, Any]] = []
    heads: list[dict[str, Any]] = []
    ended = Bigints()
    for change in changes:
        values = columns(change, stream_id)
        match change:
            case Person():
                people.append(_in_json(PERSON, values))
            case Session():
                logins.append(_in_json(SESSION, values))
            case HeadSealed():
                heads.append(_in_json(["seal", "id"], values))
            case SessionEnded(person):
                ended.append(person)
            case ShoeKept():
                lists["h"].append(values)
            case RoundKept():
                lists["r"].append(values)
    lists_of_rows = [Jsonb(rows) if rows else None for rows in (people, logins, heads)]
    return [*lists_of_rows[:2], ended, lists_of_rows[2]]


def _in_json(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return a row in JSON as the database reads it into its columns."""
    return {
        name: f"\\x{value.hex()}" if isinstance(value, bytes) else value
        for name, value in zip(names, values, strict=True)
    }
