"""Answers of the audit: findings, signed heads, backups, the program, significant events."""

from __future__ import annotations

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


FORMAT = "houseway-heads-1"


class Heads(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The heads of all logs at one moment, each signed; ``key`` is the room's public key."""

    format: str = FORMAT
    at_ms: int
    key: str
    heads: tuple[SignedHead, ...]


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
