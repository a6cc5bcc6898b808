"""The fourteen invariants of the books, as laws that follow the books as they grow.

A law sees every row with its postings in two orders: as all streams were written, and stream by
stream. Then it may inspect the present books. Faults are sentences.

The books alone show money and order. A replay checks the games (``invariants.check``): that stacks,
pots and meters are those of the rounds, and that the same ledger results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from houseway.room.cage.log import Reversed
from houseway.room.errors import UNREADABLE
from houseway.room.ledger import MAY_OWE, Posting, kind_of
from houseway.room.store import chain
from houseway.room.store.interface import Books, PostedEntry, Row, StreamHead
from houseway.room.store.sums import all_balances
from houseway.room.tables import log


class Invariant:
    """One invariant."""

    number = 0
    says = ""
    dear = False
    """True if the check takes long even when little is new."""

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        """Check the postings of the next row, in the order in which all streams were written."""
        yield from ()

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        """Check the next row of a stream."""
        yield from ()

    def now(self, books: Books) -> Iterator[str]:
        """Yield the faults of the books as they stand."""
        yield from ()


class Pairs(Invariant):
    """Each posting takes from one account what it gives to another, in one unit."""

    number, says = 1, "the postings of a transfer add up to 0"

    def __init__(self) -> None:
        self._pairs: set[tuple[str, str]] = set()

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            debit, credit, cents = msgspec.structs.astuple(written.posting)
            if cents <= 0:
                yield f"{where(written)} moves {cents}: an amount is above 0"
            if debit == credit:
                yield f"{where(written)} moves from {debit} to itself"
            self._pairs.add((debit, credit))

    def now(self, books: Books) -> Iterator[str]:
        units = {account.name: account.unit for account in books.accounts()}
        pairs, self._pairs = self._pairs, set()
        for debit, credit in sorted(pairs):
            if units.get(debit) != units.get(credit):
                yield f"{debit} and {credit} do not count in the same unit"


class Zero(Invariant):
    """All balances sum to 0."""

    number, says = 2, "all balances add up to 0"

    def now(self, books: Books) -> Iterator[str]:
        yield from all_balances(books)


class Stored(Invariant):
    """Stored balances equal the sums of postings."""

    number, says = 3, "the balance of an account is the sum of its postings"

    def __init__(self) -> None:
        self._sums: defaultdict[str, int] = defaultdict(int)

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            self._sums[written.posting.debit] -= written.posting.cents
            self._sums[written.posting.credit] += written.posting.cents
        yield from ()

    def now(self, books: Books) -> Iterator[str]:
        left = set(self._sums)
        for account in books.accounts():
            left.discard(account.name)
            posted = self._sums.get(account.name, 0)
            if account.balance != posted:
                yield f"{account.name} stands at {account.balance}, its postings come to {posted}"
        for name in sorted(left):
            yield f"{name} has postings and is no account"


class NotBelowZero(Invariant):
    """Wallets, purses, pots and meters are never below 0, now or after any row."""

    number, says = 4, "a wallet, a pot and a meter are never below 0"

    def __init__(self) -> None:
        self._balances: defaultdict[str, int] = defaultdict(int)

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        touched = set()
        for written in postings:
            self._balances[written.posting.debit] -= written.posting.cents
            self._balances[written.posting.credit] += written.posting.cents
            touched.add(written.posting.debit)
        for name in sorted(touched):
            if self._balances[name] < 0 and _guarded(name):
                yield f"{name} stood at {self._balances[name]} after row {row[1]} of {row[0]}"

    def now(self, books: Books) -> Iterator[str]:
        for account in books.accounts():
            if account.balance < 0 and _guarded(account.name):
                yield f"{account.name} stands at {account.balance}"
            if account.kind != _kind(account.name):
                yield f"{account.name} is kept as {account.kind}, and is {_kind(account.name)}"


class OnlyAdded(Invariant):
    """Nothing is updated or deleted; a row that reverses another names it."""

    number, says = 5, "postings are never changed; a correction is a reversal naming the original"

    def __init__(self) -> None:
        self._last = 0
        self._gaps: list[tuple[int, int]] = []
        self._void: set[tuple[str, int]] = set()

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            if written.id <= self._last:
                yield f"posting {written.id} was written after posting {self._last}"
            elif written.id != self._last + 1:
                self._gaps.append((self._last, written.id))
            self._last = written.id

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        if [written.n for written in postings] != list(range(len(postings))):
            yield f"the postings of row {row.seq} of {row.stream} are not numbered from 0 on"
        if row.kind not in ("voided", "reversed"):
            return
        original: Counter[Posting] = Counter()
        for seq in _takes_back(row):
            if seq >= row.seq or (row.stream, seq) in self._void:
                yield f"row {row.seq} of {row.stream} takes back row {seq}, which it cannot"
            self._void.add((row.stream, seq))
            found = books.postings(row.stream, seq - 1, seq)
            original.update(written.posting.reversed() for written in found)
        if not original and postings:
            yield f"row {row.seq} of {row.stream} does not say what it takes back"
        elif original != Counter(written.posting for written in postings):
            yield f"row {row.seq} of {row.stream} does not take back what the rows it names moved"

    def now(self, books: Books) -> Iterator[str]:
        gaps, self._gaps = self._gaps, []
        if not books.has_gaps:
            for before, after in gaps:
                yield f"between posting {before} and posting {after} something is missing"


class Keys(Invariant):
    """An answer under a key is given again: it is stored with its row."""

    number, says, dear = 6, "a key has one command and one answer", True

    def __init__(self) -> None:
        self._answers: dict[tuple[int, str], int] = {}

    def now(self, books: Books) -> Iterator[str]:
        heads = {head.stream: head.seq for head in books.streams()}
        before, self._answers = self._answers, {}
        for kept in books.commands():
            key, what = (kept.by, kept.key), f"the key {kept.key!r} of person {kept.by}"
            self._answers[key] = found = hash((kept.digest, kept.answer))
            if before.pop(key, found) != found:
                yield f"{what} has another answer than before"
            if len(kept.digest) != 32:
                yield f"{what} has no digest of what was asked"
            if not 0 < kept.seq <= heads.get(kept.stream, 0):
                yield f"{what} names row {kept.seq} of {kept.stream}, which is not there"
            elif next(books.rows(kept.stream, kept.seq - 1, 1)).by != kept.by:
                yield f"{what} names row {kept.seq} of {kept.stream}, by another person"
        for by, name in before:
            yield f"the key {name!r} of person {by} is gone"


class Liability(Invariant):
    """The liability to players equals cash taken in, less the house's result."""

    number, says = 10, "wallets and funds in play are the cage's control account"

    def __init__(self) -> None:
        self._owed = 0

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            for account, sign in ((written.posting.debit, -1), (written.posting.credit, 1)):
                if _guarded(account):
                    self._owed += sign * written.posting.cents
        yield from ()

    def now(self, books: Books) -> Iterator[str]:
        owed = control = 0
        for account in books.accounts():
            if _guarded(account.name):
                owed += account.balance
            else:
                control -= account.balance
        if not owed == control == self._owed:
            yield (
                f"wallets and tables hold {owed}, cage and house account for {control}, "
                f"and {self._owed} was paid in"
            )


class Named(Invariant):
    """Each posting belongs to a row of the log."""

    number, says = 11, "each transfer names its event"

    def __init__(self) -> None:
        self._there: Counter[str] = Counter()

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        self._there[row[0]] += len(postings)
        yield from ()

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            if written.seq != row.seq:
                yield f"{where(written)} belongs to no row of the log"
        self._there[row.stream] -= len(postings)
        yield from ()

    def now(self, books: Books) -> Iterator[str]:
        for stream, left in sorted(self._there.items()):
            if left:
                yield f"{left} postings of {stream} belong to no row of the log"


class Chained(Invariant):
    """Each row carries the hash of itself and all before it; exported rows still exist."""

    number, says = 12, "the hash chain is unbroken"

    def __init__(self, exported: Sequence[StreamHead] = ()) -> None:
        self._links: dict[str, chain.Link] = {}
        self._exported = exported

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        yield from self._link(row.stream).add(row, [written.posting for written in postings])

    def _link(self, stream: str) -> chain.Link:
        """Return the check of a stream's hash chain; a new one for a new stream."""
        if stream not in self._links:
            self._links[stream] = chain.Link(stream, self._exported)
        return self._links[stream]

    def now(self, books: Books) -> Iterator[str]:
        heads = {head.stream: head for head in books.streams()}
        for stream in sorted({*heads, *self._links, *(head.stream for head in self._exported)}):
            yield from self._link(stream).ends(heads.get(stream))


class Replayed(Invariant):
    """Found by a replay alone."""

    number, says = 13, "a replay from an empty database gives the same ledger"


def where(written: PostedEntry) -> str:
    """Return the words that identify a posting."""
    return f"posting {written.n} of row {written.seq} of {written.stream}"


def _kind(account: str) -> str:
    """Return the kind of an account, or a text if the books have no such kind."""
    try:
        return kind_of(account)
    except ValueError:
        return "no account of the books"


def _guarded(account: str) -> bool:
    """Return True if the balance of an account must not fall below 0."""
    return _kind(account) not in MAY_OWE


def table_of(stream: str) -> str | None:
    """Return the table of a stream; empty for other streams."""
    first, _, name = stream.partition(":")
    return name if first == "table" and name else None


def body_of(row: Row) -> log.Body | None:
    """Return the body of a table's row; None if it cannot be read, which the audit reports."""
    try:
        return log.read(row.body)
    except UNREADABLE:
        return None


def _takes_back(row: Row) -> tuple[int, ...]:
    """Return the rows that a row reverses: a void of a table, a reversal of the cage."""
    if table_of(row.stream) is not None:
        body = body_of(row)
        return body.rows if isinstance(body, log.Voided) else ()
    try:
        return (msgspec.msgpack.decode(row.body, type=Reversed).row,)
    except UNREADABLE:
        return ()
