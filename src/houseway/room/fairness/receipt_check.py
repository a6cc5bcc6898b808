"""Checks of the receipt of a round: its signature, and the record it was signed for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.engine.ledger import changes
from houseway.errors import short_repr
from houseway.room.api.record_types import (
    RECEIPT_FORMAT,
    PublicRecord,
    RoundReceipt,
    SeenEvent,
    SignedReceipt,
)
from houseway.room.fairness.receipt import (
    draws_digest,
    inner_of,
    key_id,
    leaf,
    receipt_hash,
    signed_bytes,
    told_digest,
    tree_root,
    whole_digest,
)
from houseway.room.fairness.shuffle import SALT_BYTES
from houseway.table.round import Round

CARDS_ONLY = (
    "cards only: the record has no receipt, so nothing binds its table, seats, wagers, results "
    "or the order of rounds"
)
SAME = {
    "table": "table", "round": "round", "game": "game", "posted": "posting",
    "rules": "set of rules", "shoe": "shoe", "commitment": "commitment", "roots": "list of roots",
}  # fmt: skip
"""Fields that a record and its receipt have in common, and their names in a sentence."""


def from_hex(text: str, size: int) -> bytes | None:
    """Return bytes written in lower-case hex, or None if they are of another size."""
    if len(text) != 2 * size or not re.fullmatch("[0-9a-f]*", text):
        return None
    return bytes.fromhex(text)


def signature_fault(signed: SignedReceipt, key: str = "") -> str:
    """Return the fault of a signature in a sentence; empty if there is none.

    ``key`` is the public key of the room in hex, if it is known beforehand.
    """
    if key and signed.key != key.strip().lower():
        return "the receipt is signed with another key than the room's"
    public, signature = from_hex(signed.key, 32), from_hex(signed.signature, 64)
    if public is None or signature is None:
        return "key or signature of the receipt is not what it should be in hex"
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed_bytes(signed.body))
    except (InvalidSignature, ValueError):
        return "the receipt was not signed with this key"
    return ""


def read_receipt(signed: SignedReceipt) -> RoundReceipt | None:
    """Return what a receipt says; None if it is no receipt that this program can read."""
    try:
        json.loads(signed.body)  # surrogates that are no text are refused here and by the page
        found = msgspec.json.decode(signed.body, type=RoundReceipt)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    if found.format != RECEIPT_FORMAT or found.key != key_id(signed.key):
        return None
    return found


def receipt_faults(record: PublicRecord, receipt: RoundReceipt, is_open: bool) -> Iterator[str]:
    """Yield the differences between a record and its receipt; ``is_open``: every piece is open."""
    for name, words in SAME.items():
        said = getattr(record, name)
        if name == "roots":
            said = [msgspec.structs.replace(root, contents="") for root in said]
        if _sorted(said) != _sorted(getattr(receipt, name)):
            yield f"the receipt was signed for another {words}"
    if not record.closed:
        yield "the receipt is of a round that was over, and this record says that it was not"
    if draws_digest(record.draws) != receipt.draws:
        yield "the receipt was signed for other draws"
    if not record.draws and any(seat.net for seat in receipt.seats):
        yield "money was won and lost, and nothing was dealt"
    yield from _event_faults(record, receipt)
    if is_open and record.replay is None:
        yield "every piece is open, and the whole round is not in the record"
    if record.replay is not None:
        if not is_open:
            yield "the whole round is in the record, and not every piece is open"
        salt = from_hex(record.replay_salt, SALT_BYTES)
        whole = msgspec.to_builtins(record.replay)
        if salt is None or whole_digest(salt, whole).hex() != receipt.replay:
            yield "the receipt was signed for another whole round"


def _sorted(value: object) -> bytes:
    """Return a value as JSON with sorted keys; unlike ``==`` it tells 1 from true."""
    return msgspec.json.encode(value, order="sorted")


def _event_faults(record: PublicRecord, receipt: RoundReceipt) -> Iterator[str]:
    """Yield the faults of the events by their digest for this reader and by their tree."""
    if not record.events or len(record.events) != receipt.events:
        yield f"the record has {len(record.events)} events, and {receipt.events} were signed"
    expected = receipt.viewers.get(str(record.viewer))
    salt = from_hex(record.salt, SALT_BYTES)
    if expected is None:
        yield f"the round was not told to seat {record.viewer}"
    elif (
        salt is None
        or expected
        != told_digest(
            record.table, record.round, record.viewer, salt, [told.line for told in record.events]
        ).hex()
    ):
        yield "the events are not those that this reader was told"
    leaves = [_leaf(told) for told in record.events]
    for number, (told, found) in enumerate(zip(record.events, leaves, strict=True), 1):
        if found is None:
            yield f"event {number} ({short_repr(told.line)}): its salt or hash is not in hex"
    if tree_root(record.table, record.round, [x or b"" for x in leaves]).hex() != receipt.tree:
        yield "the events are not those over which the receipt was signed"


def _leaf(told: SeenEvent) -> bytes | None:
    """Return the leaf of an event as the reader knows it; None if that is not in hex."""
    if told.hash:
        inner = None if told.salt or told.public else from_hex(told.hash, 32)
        return None if inner is None else leaf(told.line, inner)
    salt = from_hex(told.salt, SALT_BYTES if told.salt else 0)
    return None if salt is None else leaf(told.public or told.line, inner_of(salt, told.line))


def result_faults(receipt: RoundReceipt, again: Round) -> Iterator[str]:
    """Yield the seats whose result in the receipt is not that of the round played again."""
    came = changes(again)
    names = {seat.seat: seat.name for seat in again.seats}
    if {seat.seat: (seat.name, seat.net) for seat in receipt.seats} != {
        seat: (names[seat], net) for seat, net in came.items()
    }:
        yield "played again, the results are not those in the receipt"


def chain_faults(records: Sequence[PublicRecord]) -> Iterator[str]:
    """Yield faults of the order of rounds of one table, each with a receipt that can be read."""
    before: RoundReceipt | None = None
    hashed = b""
    for record in records:
        receipt = read_receipt(record.receipt) if record.receipt else None
        if receipt is None or record.receipt is None:
            before = None
            continue
        if before is not None and receipt.table == before.table:
            where = f"round {receipt.round} of {receipt.table}"
            if receipt.round <= before.round or receipt.first <= before.last:
                yield f"{where} is said to come after round {before.round}"
            elif receipt.round == before.round + 1 and receipt.before != hashed.hex():
                yield f"{where} does not follow round {before.round} as it is given here"
        before, hashed = receipt, receipt_hash(record.receipt.body)
