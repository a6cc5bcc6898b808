"""Signed heads of the logs in a file: kept elsewhere, they reveal later cuts and forgeries.

A head is the number and the hash of the last row of a stream. The hash covers every row before it.
A head of yesterday therefore proves that today's books still begin with yesterday's. The file has
the hash trees of the logs too (``tree_heads.py``), by which short proofs show the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from houseway.errors import BadFile, HousewayError
from houseway.room.api import audit_types
from houseway.room.api.audit_types import FORMAT, Heads, SignedTreeHead
from houseway.room.audit.tree_heads import exported
from houseway.room.keys import Keys, is_signed, wrong_with
from houseway.room.store.interface import Books, StreamHead
from houseway.util.toml import read_bytes


class HeadsGiven(msgspec.Struct, frozen=True):
    """Row: heads were exported, with their number."""

    heads: int


def signed_heads(books: Books, keys: Keys, at_ms: int, tree: SignedTreeHead | None = None) -> Heads:
    """Return the heads of all logs at one moment, with a tree head: one just published, or new."""
    with books.snapshot() as still:
        found = [
            keys.sign(audit_types.LogHead(head.stream, head.seq, head.hash.hex(), at_ms))
            for head in still.streams()
            if head.seq
        ]
        tree = tree or exported(still, keys, at_ms)
    return Heads(at_ms=at_ms, key=keys.public, heads=tuple(found), tree=tree)


def written(given: Heads) -> bytes:
    """Return heads in the format of their file."""
    return msgspec.json.format(msgspec.json.encode(given), indent=1) + b"\n"


def read_heads(path: Path) -> Heads:
    """Return the heads of a file, without checking their signatures."""
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


def not_signed(given: Heads, publics: tuple[str, ...] = ()) -> list[str]:
    """Return the faults of the signatures, by the public keys of the room if they are known."""
    known = publics or (given.key,)
    found = [said for head in given.heads if (said := wrong_with(head, known))]
    tree = given.tree
    if tree is not None and tree.key not in known:
        found.append("the tree head is signed with another key than the room's")
    elif tree is not None and not is_signed(tree.head.signed_bytes(), tree.signature, tree.key):
        found.append("the tree head was not signed so")
    return found


def compared(given: Iterable[Heads]) -> list[StreamHead]:
    """Return the heads in the form that chains are compared with; they must be signed."""
    found = []
    for each in given:
        if wrong := not_signed(each):
            raise HousewayError(f"these heads prove nothing: {wrong[0]}")
        found += [
            StreamHead(h.head.stream, h.head.seq, bytes.fromhex(h.head.hash)) for h in each.heads
        ]
    return found
