"""The receipt of a round, which the room signs when the round closes.

A receipt binds the record of a round to its place in the books and to the receipt before it. It
binds rules, posting, commitments, seats, bets and results, too. All viewers get the same receipt.
It has a digest of the events as each viewer was told them, and the root of a tree over all events.
So the records of two viewers meet in it. Whatever is covered for a
viewer goes in with a salt that follows from the seed of the shoe. A digest therefore reveals
nothing to a viewer who was not given its salt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Protocol

import msgspec

from houseway.engine.events import COVERS, kind_of, line
from houseway.engine.questions import Drawn
from houseway.records.files import posted_of
from houseway.records.record import Record
from houseway.room.api.record_types import (
    Draw,
    RootShown,
    RoundReceipt,
    SeatResult,
    SignedReceipt,
)
from houseway.room.fairness import merkle
from houseway.room.fairness.committed_shoe import FairShoe, ShoePosition
from houseway.room.fairness.shuffle import Root
from houseway.table.round import Round

LEAF, INNER, ROOT, TOLD, WHOLE, RECEIPT = b"\x04", b"\x05", b"\x06", b"\x07", b"\x08", b"\x09"
"""First bytes of what is hashed, so that none of it can pass for another."""
SIGNED = b"houseway receipt 1\0"
"""The bytes before the text of a receipt where it is signed."""
ID_DIGITS = 16


class Signer(Protocol):
    """A key of the room that signs receipts."""

    @property
    def public(self) -> str:
        """Return the public key in hex, which checks its signatures."""
        ...

    def sign_message(self, message: bytes) -> str:
        """Return the signature of a message in hex."""
        ...


class ToldEvent(msgspec.Struct, frozen=True):
    """An event in both versions, and the salt of the full one; empty if all may see it."""

    public: str
    full: str
    salt: bytes = b""


class ReceiptDraft(msgspec.Struct, frozen=True):
    """A receipt of a closed round before the hash of its last row is known."""

    receipt: RoundReceipt

    def complete(self, first: int, last: int, row: bytes, before: bytes, key: str) -> RoundReceipt:
        """Return the receipt with its place in the books; ``before`` is empty for the first."""
        return msgspec.structs.replace(
            self.receipt, key=key_id(key), first=first, last=last, row=row.hex(),
            before=before.hex(),
        )  # fmt: skip


class ReceiptChain:
    """The receipts of one table, each with the hash of the one before."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self.round = 0
        """The round of the last receipt; 0: there is none."""
        self.last: bytes | None = None
        """The last receipt as it is kept, in JSON."""
        self._before = b""
        self._signed: tuple[int, bytes, bytes] | None = None

    def sign(self, draft: ReceiptDraft, first: int, last: int, row: bytes) -> bytes:
        """Return the signed receipt of a round, in JSON.

        It counts once its row is durable (``accept``).
        """
        receipt = draft.complete(first, last, row, self._before, self._signer.public)
        signed = sign_receipt(receipt, self._signer)
        kept = msgspec.json.encode(signed)
        self._signed = receipt.round, kept, receipt_hash(signed.body)
        return kept

    def accept(self) -> None:
        """Take the receipt that was signed last as given; nothing if there is none."""
        if self._signed is not None:
            self.round, self.last, self._before = self._signed
            self._signed = None

    def go_on(self, number: int, kept: SignedReceipt | None) -> None:
        """Go on after a receipt of the books; None: the round has none."""
        self.round, self.last, self._before, self._signed = number, None, b"", None
        if kept is not None:
            self.last, self._before = msgspec.json.encode(kept), receipt_hash(kept.body)


def key_id(public: str) -> str:
    """Return the id of a public key (hex): the beginning of its SHA-256."""
    return sha256(bytes.fromhex(public)).hexdigest()[:ID_DIGITS]


def receipt_hash(body: str) -> bytes:
    """Return the hash of a receipt, which the next receipt of the table has."""
    return sha256(RECEIPT + body.encode()).digest()


def signed_bytes(body: str) -> bytes:
    """Return the bytes that are signed for the text of a receipt."""
    return SIGNED + body.encode()


def sign_receipt(receipt: RoundReceipt, signer: Signer) -> SignedReceipt:
    """Return a receipt with its signature; the text that is signed is the text that is kept."""
    body = msgspec.json.encode(receipt).decode()
    return SignedReceipt(body, signer.public, signer.sign_message(signed_bytes(body)))


def draft_receipt(
    round_: Round, shoe: FairShoe, place: ShoePosition, number: int, whole: Record
) -> ReceiptDraft:
    """Return the receipt of a closed round; ``place`` is that of the shoe before the round.

    ``whole`` is the record of the round without ids of accounts, with a line for each event.
    """
    game = round_.game
    told = told_events(round_, shoe, number, whole.events)
    viewers = (0, *(seat.seat for seat in round_.seats))
    return ReceiptDraft(
        RoundReceipt(
            key="", table=shoe.table, round=number, first=0, last=0, row="", before="",
            game=game.id, posted=dict(posted_of(game)), rules=game.fingerprint(), shoe=shoe.shoe,
            commitment=shoe.commitment.hex(),
            roots=[root_shown(root) for root in shoe.roots_since(place)],
            draws=draws_digest(draws_of(round_, shoe.dealt)),
            seats=list(seat_results(round_)), events=len(told),
            tree=tree_root(shoe.table, number, [leaf_of(x) for x in told]).hex(),
            viewers={
                str(viewer): told_digest(
                    shoe.table, number, viewer, viewer_salt(shoe, number, viewer),
                    told_lines(round_, told, viewer),
                ).hex()
                for viewer in viewers
            },
            replay=whole_digest(whole_salt(shoe, number), msgspec.to_builtins(whole)).hex(),
        )
    )  # fmt: skip


def root_shown(root: Root, contents: str = "") -> RootShown:
    """Return a root in the form of a record."""
    return RootShown(root.stream, root.epoch, root.size, root.root.hex(), contents)


# Salts: each follows from the seed of the shoe, the number of the round and its purpose.


def event_salts(shoe: FairShoe, number: int, n: int) -> list[bytes]:
    """Return the salts of the first ``n`` events of a round that can be covered."""
    return shoe.salts(b"event", number, n)


def viewer_salt(shoe: FairShoe, number: int, viewer: int) -> bytes:
    """Return the salt of the digest for a viewer: a seat, or 0 for everybody."""
    return shoe.salts(b"viewer %d" % viewer, number, 1)[0]


def whole_salt(shoe: FairShoe, number: int) -> bytes:
    """Return the salt of the digest of the whole round."""
    return shoe.salts(b"whole", number, 1)[0]


# Digests.


def told_events(
    round_: Round, shoe: FairShoe, number: int, lines: Sequence[str]
) -> list[ToldEvent]:
    """Return the events of a round in both versions, with their salts.

    ``lines`` are the full versions. Only an event that can be covered has a salt.
    """
    kind = round_.game.kind
    covered = sum(COVERS[type(event)] is not None for event in round_.events)
    salts = iter(event_salts(shoe, number, covered))
    return [
        ToldEvent(full, full)
        if COVERS[type(event)] is None
        else ToldEvent(line(event.hidden(), kind), full, next(salts))
        for event, full in zip(round_.events, lines, strict=True)
    ]


def told_lines(round_: Round, told: Sequence[ToldEvent], viewer: int) -> list[str]:
    """Return the lines of the events as a viewer was told them."""
    return [
        each.full if event.seen_by(viewer) else each.public
        for event, each in zip(round_.events, told, strict=True)
    ]


def _place(table: str, number: int) -> bytes:
    """Return table and round as they go into every digest of a receipt."""
    name = table.encode()
    return len(name).to_bytes(2, "big") + name + number.to_bytes(8, "big")


def inner_of(salt: bytes, full: str) -> bytes:
    """Return the hash of the full version of an event."""
    return sha256(INNER + salt + full.encode()).digest()


def leaf(public: str, inner: bytes) -> bytes:
    """Return the leaf of an event: its public line, and the hash of its full version."""
    said = public.encode()
    return sha256(LEAF + len(said).to_bytes(4, "big") + said + inner).digest()


def leaf_of(told: ToldEvent) -> bytes:
    """Return the leaf of an event of which everything is known."""
    return leaf(told.public, inner_of(told.salt, told.full))


def tree_root(table: str, number: int, leaves: Sequence[bytes]) -> bytes:
    """Return the root over the events of a round, in order."""
    top = merkle.levels(leaves)[-1][0] if leaves else b""
    return sha256(ROOT + _place(table, number) + len(leaves).to_bytes(4, "big") + top).digest()


def told_digest(table: str, number: int, viewer: int, salt: bytes, lines: Iterable[str]) -> bytes:
    """Return the digest of the events as a viewer was told them."""
    found = sha256(TOLD + salt + _place(table, number) + viewer.to_bytes(4, "big"))
    for words in lines:
        said = words.encode()
        found.update(len(said).to_bytes(4, "big") + said)
    return found.digest()


def whole_digest(salt: bytes, whole: Any) -> bytes:
    """Return the digest of a whole round, in JSON with sorted keys and without spaces."""
    return sha256(WHOLE + salt + msgspec.json.encode(whole, order="sorted")).digest()


def draws_of(round_: Round, dealt: Iterable[Draw]) -> Iterator[Draw]:
    """Yield what chance was asked for in a round, from the notes of its shoe."""
    notes = iter(dealt)
    for given in round_.inputs:
        left = len(given.pieces) if isinstance(given, Drawn) else 0
        while left > 0 and isinstance(given, Drawn):
            note = next(notes)
            left -= note.n
            yield msgspec.structs.replace(note, what=given.what)


def draws_digest(draws: Iterable[Draw]) -> str:
    """Return the digest of the draws of a round, a line each, in hex."""
    lines = (f"{x.stream} {x.epoch} {x.first} {x.n} {x.what}\n" for x in draws)
    return sha256("".join(lines).encode()).hexdigest()


def seat_results(round_: Round) -> Iterator[SeatResult]:
    """Yield the seats of a round: what each has put up, and its result, in cents."""
    bets = {seat.seat: 0 for seat in round_.seats}
    net = dict(bets)
    for event in round_.events:
        for giver, getter, cents in event.transfers():
            if kind_of(giver) == "purse":
                bets[giver[1]] += cents
                net[giver[1]] -= cents
            if kind_of(getter) == "purse":
                net[getter[1]] += cents
    for seat in round_.seats:
        yield SeatResult(seat.seat, seat.name, bets[seat.seat], net[seat.seat])
