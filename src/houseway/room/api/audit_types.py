"""Answers of the audit: findings, signed heads, backups, the program, significant events."""

from __future__ import annotations

from hashlib import sha256

import msgspec


class LogHead(msgspec.Struct, frozen=True):
    """The head of a hash-chained log at one moment; a kept head reveals a changed log."""

    stream: str
    seq: int
    hash: str
    at_ms: int

    def signed_bytes(self) -> bytes:
        """Return the bytes that are signed."""
        return b"houseway head 1\0" + msgspec.json.encode(
            [self.stream, self.seq, self.hash, self.at_ms]
        )


class SignedHead(msgspec.Struct, frozen=True):
    """A head with the signature of a room and the public key to check it with, both in hex."""

    head: LogHead
    signature: str
    key: str


class Finding(msgspec.Struct, frozen=True):
    """A fault: the number of the invariant (0: none), and a description."""

    invariant: int
    says: str
    what: str


class Report(msgspec.Struct, kw_only=True):
    """The result of an audit: its scope, its findings, and its gaps."""

    streams: int = 0
    rows: int = 0
    postings: int = 0
    tables: int = 0
    rounds: int = 0
    replayed: int = 0
    heads: int = 0
    seeds: bool = False
    """The dealt pieces were compared with the seeds of the shoes."""
    findings: list[Finding] = []
    notes: list[str] = []

    @property
    def good(self) -> bool:
        """Return whether no fault was found."""
        return not self.findings


class BackupMade(msgspec.Struct, frozen=True):
    """A copy of the books: its file, its size, and the SHA-256 of it."""

    file: str
    size: int
    sha256: str
    at_ms: int


class StreamTree(msgspec.Struct, frozen=True):
    """The hash tree over the first ``size`` rows of a log; ``root`` is its top, in hex."""

    stream: str
    size: int
    root: str


class TreeHead(msgspec.Struct, frozen=True):
    """The trees of all logs at one moment.

    Published heads are numbered from 1, and ``before`` is the digest of the one before, in hex. A
    head that was only exported has the number 0.
    """

    number: int
    at_ms: int
    before: str
    trees: tuple[StreamTree, ...]

    def signed_bytes(self) -> bytes:
        """Return the bytes that are signed."""
        trees = [[tree.stream, tree.size, tree.root] for tree in self.trees]
        return b"houseway tree head 1\0" + msgspec.json.encode(
            [self.number, self.at_ms, self.before, trees]
        )

    def digest(self) -> str:
        """Return the SHA-256 of the signed bytes, in hex."""
        return sha256(self.signed_bytes()).hexdigest()


class SignedTreeHead(msgspec.Struct, frozen=True):
    """A tree head with the signature of a room and the public key to check it with, in hex."""

    head: TreeHead
    signature: str
    key: str


class PublicKey(msgspec.Struct, frozen=True):
    """A key with which a room signs, signed by the key before it; the first has none before."""

    public: str
    id: str
    made: int
    before: str
    signature: str


class TreeHeadList(msgspec.Struct, frozen=True):
    """Published tree heads in order, the number of the last one, and the keys of the room."""

    heads: tuple[SignedTreeHead, ...]
    last: int
    keys: tuple[PublicKey, ...]


class StreamProof(msgspec.Struct, frozen=True):
    """A proof that the tree of a log begins with an earlier one: hashes in hex (RFC 6962)."""

    stream: str
    path: tuple[str, ...]


class Consistency(msgspec.Struct, frozen=True):
    """The proofs that each log of one published head begins as an earlier head says."""

    first: int
    second: int
    proofs: tuple[StreamProof, ...]


class Inclusion(msgspec.Struct, frozen=True):
    """The proof that a row is in a log of a published head: hashes in hex, leaf to top."""

    number: int
    stream: str
    row: int
    size: int
    path: tuple[str, ...]


FORMAT = "houseway-heads-1"


class Heads(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The heads of all logs at one moment, each signed; ``key`` is the room's public key."""

    format: str = FORMAT
    at_ms: int
    key: str
    heads: tuple[SignedHead, ...]
    tree: SignedTreeHead | None = None
    """The hash trees of the logs at the same moment; None in files of earlier versions."""


class Program(msgspec.Struct, frozen=True):
    """The running program: the digest of its files, and its interpreter."""

    version: str
    files: int
    digest: str
    python: str


class Significant(msgspec.Struct, frozen=True):
    """Something that happened: when, who, where, in words; and the row that says so."""

    at: int
    by: int
    name: str
    where: str
    about: str
    kind: str
    words: str
    stream: str
    seq: int


class EventFilter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A filter of events by time (milliseconds; 0: no bound), log (``table:T1``) and subject."""

    since: int = 0
    until: int = 0
    stream: str = ""
    about: str = ""
    by: int = 0
    most: int = 100
