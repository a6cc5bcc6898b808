"""Checks of a room's tree heads, from the bytes alone.

Nothing of houseway is imported here: these are the formulas of RFC 9162 (2.1.3, 2.1.4) and the
signatures of RFC 8032, over the JSON that a room sends. The room makes its heads with other code,
so that one mistake cannot be made on both sides.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Json = Mapping[str, Any]
HASH_BYTES = 32


class Contradiction(Exception):  # noqa: N818 - named for what was found
    """A room contradicts itself, or what it signed before."""


def message_of(head: Json) -> bytes:
    """Return the bytes of a tree head that the room signs."""
    trees = [[tree["stream"], tree["size"], tree["root"]] for tree in head["trees"]]
    listed = [head["number"], head["at_ms"], head["before"], trees]
    return b"houseway tree head 1\0" + _compact(listed)


def digest_of(head: Json) -> str:
    """Return the digest by which the next head names a head."""
    return hashlib.sha256(message_of(head)).hexdigest()


def _compact(value: object) -> bytes:
    """Return JSON without spaces, in UTF-8."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def is_signed(message: bytes, signature: str, key: str) -> bool:
    """Return whether a key signed a message; both are in hex."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), message
        )
    except (InvalidSignature, ValueError):
        return False
    return True


def keys_from(pinned: str, listed: Sequence[Json]) -> set[str]:
    """Return the keys that may sign: the pinned one, and each that a key before it signed."""
    trusted = {pinned}
    for each in listed:
        listed_key = _compact([each["before"], each["public"], each["id"], each["made"]])
        signed = b"houseway signing key 1\0" + listed_key
        if each["before"] in trusted and is_signed(signed, each["signature"], each["before"]):
            trusted.add(each["public"])
    return trusted


def check_signature(signed: Json, keys: set[str]) -> None:
    """Raise unless one of these keys signed a head."""
    head = signed["head"]
    if signed["key"] not in keys:
        raise Contradiction(
            f"head {head['number']} is signed with the key {signed['key'][:16]}…, which no known "
            "key of the room has signed"
        )
    if not is_signed(message_of(head), signed["signature"], signed["key"]):
        raise Contradiction(f"the signature of head {head['number']} is wrong")


def check_follows(before: Json, after: Json, proofs: Sequence[Json]) -> None:
    """Raise unless a head continues the one before it, each log by its proof."""
    number = after["number"]
    if number != before["number"] + 1 or after["before"] != digest_of(before):
        raise Contradiction(f"head {number} does not follow head {before['number']}")
    if after["at_ms"] < before["at_ms"]:
        raise Contradiction(f"head {number} is older than the one before it")
    now, paths = _trees(after), {each["stream"]: each["path"] for each in proofs}
    for stream, (size, root) in _trees(before).items():
        if stream not in now:
            raise Contradiction(f"head {number} has no log {stream}, and the head before has one")
        later, top = now[stream]
        if later < size:
            raise Contradiction(f"{stream} had {size} rows and has {later} in head {number}")
        if not proves_consistency(size, later, root, top, paths.get(stream, ())):
            raise Contradiction(
                f"{stream}: head {number} does not begin with the {size} rows of the head before"
            )


def _trees(head: Json) -> dict[str, tuple[int, str]]:
    """Return the size and the root of each log; raise if one stands there twice."""
    found = {tree["stream"]: (tree["size"], tree["root"]) for tree in head["trees"]}
    if len(found) != len(head["trees"]):
        raise Contradiction(f"head {head['number']} has a log twice")
    return found


def proves_consistency(
    first: int, second: int, first_root: str, second_root: str, path: Sequence[str]
) -> bool:
    """Return whether a path proves that a tree begins with an earlier one (RFC 9162, 2.1.4.2)."""
    try:
        old, new = bytes.fromhex(first_root), bytes.fromhex(second_root)
        left = [bytes.fromhex(each) for each in path]
    except ValueError:
        return False
    if any(len(each) != HASH_BYTES for each in (old, new, *left)) or first < 0:
        return False
    if first == second or first == 0:
        return not left and (first < second or old == new)
    if first > second:
        return False
    if first & (first - 1) == 0:  # a complete tree is its own first node
        left.insert(0, old)
    if not left:
        return False
    node, last = first - 1, second - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    mine = other = left[0]
    for each in left[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            mine, other = _above(each, mine), _above(each, other)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            other = _above(other, each)
        node, last = node >> 1, last >> 1
    return last == 0 and mine == old and other == new


def proves_inclusion(row_hash: str, row: int, size: int, root: str, path: Sequence[str]) -> bool:
    """Return whether a path proves that a row is in a tree (RFC 9162, 2.1.3.2); rows begin at 1."""
    try:
        found, top = _leaf(bytes.fromhex(row_hash)), bytes.fromhex(root)
        left = [bytes.fromhex(each) for each in path]
    except ValueError:
        return False
    node, last = row - 1, size - 1
    if not 0 <= node <= last:
        return False
    for each in left:
        if last == 0 or len(each) != HASH_BYTES:
            return False
        if node & 1 or node == last:
            found = _above(each, found)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            found = _above(found, each)
        node, last = node >> 1, last >> 1
    return last == 0 and found == top


def _leaf(row_hash: bytes) -> bytes:
    """Return the leaf of a row."""
    return hashlib.sha256(b"\x00" + row_hash).digest()


def _above(left: bytes, right: bytes) -> bytes:
    """Return the node above two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()
