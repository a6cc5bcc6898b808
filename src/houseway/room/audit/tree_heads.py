"""Tree heads of all logs: made and signed, published in the log of the room, and proved.

A published head is a row of the log of the room. It names the head before it by digest, so the
heads are a chain of their own. The row keeps the frontier of each tree, and the next head reads the
rows written since. An auditor who kept an earlier head checks by a short proof that each log begins
with what that head covers; ``houseway witness`` does so, with checks that share no code with this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from houseway.errors import short_repr
from houseway.room.api import roles
from houseway.room.api.audit_types import (
    Consistency,
    Inclusion,
    PublicKey,
    SignedTreeHead,
    StreamProof,
    StreamTree,
    TreeHead,
    TreeHeadList,
)
from houseway.room.api.declare import Endpoints
from houseway.room.api.roles import Caller
from houseway.room.audit.tree import Frontier, LogTree, leaf_hash
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.keys import SIGNING_KEY, Keys, SigningKeyRow, is_signed
from houseway.room.store.interface import Books, Store
from houseway.room.store.stream import Journal

api = Endpoints("audit")
T = TypeVar("T")
STREAM, KIND = "room", "tree_head"
MOST = 100
"""The most heads in one answer."""
Number = Annotated[int, Meta(ge=1, le=2**53, description="The number of a published tree head.")]
After = Annotated[int, Meta(ge=0, le=2**53, description="Heads after this number; 0: all.")]
LogName = Annotated[str, Meta(min_length=1, max_length=80, description="A log: cage, table:T1.")]
RowNumber = Annotated[int, Meta(ge=1, le=2**53, description="The number of a row.")]
RowHash = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="The hash of that row, in hex.")
]


class TreeHeadRow(msgspec.Struct, frozen=True):
    """Row: a tree head was published; the frontiers of its trees, for the next one."""

    signed: SignedTreeHead
    frontiers: dict[str, tuple[bytes, ...]]


class TreeHeads:
    """The published tree heads of a room, and proofs about them.

    Heads and proofs of consistency are open to all. They show the names of logs and their numbers
    of rows, and no row.
    """

    def __init__(self, store: Store, keys: Keys, clock: Clock, diary: Journal) -> None:
        self._store, self._keys, self._clock, self._diary = store, keys, clock, diary
        self._publishing, self._proving = asyncio.Lock(), asyncio.Lock()
        self._trees: dict[str, LogTree] = {}

    async def publish(self, caller: Caller) -> SignedTreeHead:
        """Sign the trees of all logs as they are now, and log that as the next head."""
        roles.check(caller, "heads")
        async with self._publishing:
            at = self._clock.now_ms()
            head, frontiers = await asyncio.to_thread(grown, self._store, at)
            signed = signed_tree_head(head, self._keys)
            await self._diary.write(caller, KIND, TreeHeadRow(signed, frontiers))
        return signed

    @api.get("/tree-heads", "", "List published tree heads")
    async def tree_heads(self, after: After = 0) -> TreeHeadList:
        """Return at most 100 published tree heads after a number, and the room's public keys.

        Each key but the first is signed by the key before it.
        """
        return await asyncio.to_thread(self._listed, after)

    def _listed(self, after: int) -> TreeHeadList:
        """Return published heads and keys, from one snapshot."""
        with self._store.snapshot() as books:
            rows = list(published(books))
            keys = [
                msgspec.msgpack.decode(row.body, type=SigningKeyRow)
                for row in reversed(books.rows_of(STREAM, (SIGNING_KEY,), 0))
            ]
        shown = tuple(row.signed for row in rows if row.signed.head.number > after)[:MOST]
        last = rows[-1].signed.head.number if rows else 0
        known = [PublicKey(k.public, k.id, k.made, k.before, k.signature) for k in keys]
        return TreeHeadList(shown, last, tuple(known))

    @api.get("/tree-heads/consistency", "", "Prove that a tree head continues an earlier one")
    async def tree_consistency(self, first: Number, second: Number) -> Consistency:
        """Return for each log of the earlier head the proof that the later one begins with it.

        The proofs are those of RFC 6962; an empty one belongs to a log that has not grown.
        """
        if first > second:
            raise Denied(f"tree head {first} is no earlier one than {second}")
        return await self._aside(lambda: self._consistency(first, second))

    def _consistency(self, first: int, second: int) -> Consistency:
        """Return the proofs between two published heads."""
        before, after = self._head(first), self._head(second)
        sizes = {tree.stream: tree.size for tree in after.trees}
        proofs = tuple(
            StreamProof(tree.stream, _hex(self._tree(tree.stream).consistency(tree.size, size)))
            for tree in before.trees
            if (size := sizes.get(tree.stream, 0)) >= tree.size
        )
        return Consistency(first, second, proofs)

    @api.get("/tree-heads/inclusion", "", "Prove that a row is in a published tree head")
    async def tree_inclusion(
        self, stream: LogName, row: RowNumber, hash: RowHash, number: Number
    ) -> Inclusion:
        """Return the proof of RFC 6962 for a row whose hash the caller knows, from a receipt."""
        return await self._aside(lambda: self._inclusion(stream, row, hash, number))

    def _inclusion(self, stream: str, row: int, hash: str, number: int) -> Inclusion:
        """Return the proof that a row is in a published head."""
        size = next((t.size for t in self._head(number).trees if t.stream == stream), 0)
        found = next(self._store.rows(stream, row - 1, 1), None) if row <= size else None
        if found is None or found.hash.hex() != hash:
            raise Denied(f"tree head {number} has no such row of {short_repr(stream)}", "unknown")
        path = self._tree(stream).inclusion(row - 1, size)
        return Inclusion(number, stream, row, size, _hex(path))

    def _head(self, number: int) -> TreeHead:
        """Return a published head."""
        for row in published(self._store):
            if row.signed.head.number == number:
                return row.signed.head
        raise Denied(f"no tree head {number} has been published", "unknown")

    def _tree(self, stream: str) -> LogTree:
        """Return the tree of a log, with what was computed of it before."""
        if stream not in self._trees:
            self._trees[stream] = LogTree(lambda low, high: _leaves(self._store, stream, low, high))
        return self._trees[stream]

    async def _aside(self, work: Callable[[], T]) -> T:
        """Compute a proof in another thread, one at a time."""
        async with self._proving:
            return await asyncio.to_thread(work)


def _leaves(books: Books, stream: str, low: int, high: int) -> list[bytes]:
    """Return the leaves of a range of rows."""
    return [leaf_hash(row.hash) for row in books.rows(stream, low, high - low)]


def _hex(path: Iterable[bytes]) -> tuple[str, ...]:
    """Return hashes in hex."""
    return tuple(each.hex() for each in path)


def published(books: Books) -> Iterator[TreeHeadRow]:
    """Yield the published heads, the first one first."""
    for row in reversed(books.rows_of(STREAM, (KIND,), 0)):
        yield msgspec.msgpack.decode(row.body, type=TreeHeadRow)


def signed_tree_head(head: TreeHead, keys: Keys) -> SignedTreeHead:
    """Return a tree head with the signature of the room."""
    return SignedTreeHead(head, keys.sign_message(head.signed_bytes()), keys.public)


def grown(store: Store, at_ms: int) -> tuple[TreeHead, dict[str, tuple[bytes, ...]]]:
    """Return the next head of the books as they are now, and its frontiers."""
    with store.snapshot() as books:
        last = books.last_row(STREAM, KIND)
        row = msgspec.msgpack.decode(last.body, type=TreeHeadRow) if last else None
        known = {tree.stream: tree.size for tree in row.signed.head.trees} if row else {}
        trees, frontiers = [], {}
        for stream in sorted(head.stream for head in books.streams() if head.seq):
            tops = row.frontiers[stream] if row and stream in known else ()
            frontier = Frontier(known.get(stream, 0), tops)
            for each in books.rows(stream, frontier.size):
                frontier.add(leaf_hash(each.hash))
            trees.append(StreamTree(stream, frontier.size, frontier.root().hex()))
            frontiers[stream] = tuple(frontier.tops)
    number, before = (row.signed.head.number, row.signed.head.digest()) if row else (0, "")
    return TreeHead(number + 1, at_ms, before, tuple(trees)), frontiers


def exported(books: Books, keys: Keys, at_ms: int) -> SignedTreeHead:
    """Return a signed head of the books as they are, which is published nowhere: number 0."""
    trees = []
    for stream in sorted(head.stream for head in books.streams() if head.seq):
        frontier = Frontier()
        for row in books.rows(stream):
            frontier.add(leaf_hash(row.hash))
        trees.append(StreamTree(stream, frontier.size, frontier.root().hex()))
    return signed_tree_head(TreeHead(0, at_ms, "", tuple(trees)), keys)


def tree_faults(
    books: Books, kept: Iterable[SignedTreeHead] = (), publics: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield what is wrong with the published heads of the books, and with heads that were kept.

    Each tree is computed again from the stored hashes and compared at every size that a head has.
    ``publics`` are the keys of the room, if they are known.
    """
    try:
        rows = list(published(books))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        yield f"the published tree heads cannot be read: {error}"
        return
    heads = [row.signed.head for row in rows] + [each.head for each in kept]
    yield from _chain_faults([row.signed for row in rows], publics)
    mine = {head.number: head.digest() for head in heads[: len(rows)]}
    for head in heads[len(rows) :]:
        if head.number and mine.get(head.number) != head.digest():
            yield f"tree head {head.number} is not the one that was published"
    wanted: dict[str, dict[int, dict[str, int]]] = {}
    for head in heads:
        for tree in head.trees:
            wanted.setdefault(tree.stream, {}).setdefault(tree.size, {})[tree.root] = head.number
    for stream, sizes in sorted(wanted.items()):
        yield from _root_faults(books, stream, sizes)


def _chain_faults(signed: list[SignedTreeHead], publics: tuple[str, ...]) -> Iterator[str]:
    """Yield faults of the published heads among themselves: numbers, digests, signatures."""
    before = ""
    for number, each in enumerate(signed, 1):
        if (each.head.number, each.head.before) != (number, before):
            yield f"tree head {each.head.number} does not follow the one before it"
        if not is_signed(each.head.signed_bytes(), each.signature, each.key):
            yield f"tree head {each.head.number} was not signed so"
        elif publics and each.key not in publics:
            yield f"tree head {each.head.number} is signed with another key than the room's"
        before = each.head.digest()


def _root_faults(
    books: Books, stream: str, sizes: Mapping[int, Mapping[str, int]]
) -> Iterator[str]:
    """Yield the sizes at which the tree of a log is another than a head says."""
    frontier, roots = Frontier(), dict.fromkeys(sizes, "")
    for row in books.rows(stream, 0, max(sizes)):
        frontier.add(leaf_hash(row.hash))
        if frontier.size in roots:
            roots[frontier.size] = frontier.root().hex()
    for size, given in sorted(sizes.items()):
        for root, number in given.items():
            if roots[size] != root:
                which = f"head {number}" if number else "the head that was exported"
                yield f"{stream}: the tree of its first {size} rows is not the one of {which}"
