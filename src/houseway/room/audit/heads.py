"""Signed heads of the logs: kept elsewhere, they show any cut or forgery since.

A head is the number and the hash of the last row of a stream.  The hash stands for every row before
it, so whoever has a head of yesterday can tell whether today's books still begin with yesterday's.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from houseway.errors import BadFile, HousewayError
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.keys import Head as Signed
from houseway.room.keys import Keys, SignedHead, wrong_with
from houseway.room.store.interface import Books, Head
from houseway.util.toml import read_bytes

if TYPE_CHECKING:
    from houseway.room.room import Room

FORMAT = "houseway-heads-1"


class Heads(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The heads of all logs at one moment, each signed; ``key`` is the room's public key."""

    format: str = FORMAT
    at_ms: int
    key: str
    heads: tuple[SignedHead, ...]


class HeadsGiven(msgspec.Struct, frozen=True):
    """Row: heads were exported; how many."""

    heads: int


def signed_heads(books: Books, keys: Keys, at_ms: int) -> Heads:
    """The heads of all logs as they are at one moment."""
    with books.snapshot() as still:
        found = [
            keys.sign(Signed(head.stream, head.seq, head.hash.hex(), at_ms))
            for head in still.streams()
            if head.seq
        ]
    return Heads(at_ms=at_ms, key=keys.public, heads=tuple(found))


async def heads(room: Room, caller: Caller) -> Heads:
    """The signed heads of a room that runs; that they were given is written down before."""
    roles.check(caller, "heads")
    await room.diary.write(caller, "heads", HeadsGiven(len(room.store.streams())))
    return signed_heads(room.store, room.keys, room.clock.now_ms())


def written(given: Heads) -> bytes:
    """Heads as they stand in a file."""
    return msgspec.json.format(msgspec.json.encode(given), indent=1) + b"\n"


def read_heads(path: Path) -> Heads:
    """The heads of a file; whether they were signed is another question."""
    file = str(path)
    try:
        found = msgspec.json.decode(read_bytes(path), type=Heads)
    except msgspec.ValidationError as error:
        raise BadFile(file, "", f"these are no heads of a room: {error}") from None
    except msgspec.MsgspecError:
        raise BadFile(file, "", "this is not JSON") from None
    if found.format != FORMAT:
        raise BadFile(file, "format", f"this program reads {FORMAT}")
    return found


def not_signed(given: Heads, public: str = "") -> list[str]:
    """What is wrong with the signatures, by the public key of the room, as far as it is known."""
    return [said for head in given.heads if (said := wrong_with(head, public or given.key))]


def compared(given: Iterable[Heads]) -> list[Head]:
    """The heads as the chains are compared with; they must have been signed."""
    found = []
    for each in given:
        if wrong := not_signed(each):
            raise HousewayError(f"these heads prove nothing: {wrong[0]}")
        found += [Head(h.head.stream, h.head.seq, bytes.fromhex(h.head.hash)) for h in each.heads]
    return found
