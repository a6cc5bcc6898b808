"""PINs: which are allowed, and how they are stored.

A PIN of four digits has ten thousand values, so a hash alone does not protect it from a reader of
the database. Person and PIN are first made into HMAC-SHA256 with the pepper, a key outside the
database, and that is hashed with argon2id. So the hash of one person fits no other. Hashing takes a
core and memory for its time. It runs in threads, few at once. When too many wait, further requests
are answered busy.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from hmac import digest
from typing import Annotated, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from houseway.room.errors import Denied
from houseway.room.fairness.drbg import Stream
from houseway.room.fairness.entropy import Entropy
from houseway.room.settings import Internal, number

LEAST, MOST = 4, 12
"""The least and the largest number of digits of a PIN."""
SALT_BYTES = 16
_FOR = b"houseway pin 2\0"
_FORMER = b"houseway pin 1\0"
"""The label of hashes that were made of the PIN alone; the next login replaces them."""
_DIGITS = re.compile(rf"[0-9]{{{LEAST},{MOST}}}")
_UP = "01234567890"
T = TypeVar("T")


class PinTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terms of PINs: the cost of a hash, how many are made at once, and what is refused."""

    memory_kib: Annotated[int, number(8, 1024 * 1024, "hash_memory_kib")] = 19 * 1024
    passes: Annotated[int, number(1, 20, "hash_passes")] = 2
    lanes: Annotated[int, Internal()] = 1
    at_once: Annotated[int, number(1, 64, "hashes_at_once")] = 2
    """Hashes computed at the same time; each takes its memory and a core."""
    waiting: Annotated[int, Internal()] = 64
    """The most requests that wait for a hash; the next is answered busy."""
    refuse_trivial: bool = True
    """True to refuse trivial PINs such as 0000 and 1234."""


CHEAP = PinTerms(memory_kib=8, passes=1)
"""Terms for tests and rehearsals only: a cheap hash protects nothing."""


def is_trivial(pin: str) -> bool:
    """Return True for one digit repeated, consecutive digits up or down, or one pair repeated."""
    return len(set(pin)) == 1 or pin in _UP or pin in _UP[::-1] or pin == pin[:2] * (len(pin) // 2)


def check_pin(pin: str, terms: PinTerms, card: str = "") -> None:
    """Refuse a PIN that is not allowed (for this card), without repeating it."""
    if not _DIGITS.fullmatch(pin):
        raise Denied(f"a PIN has {LEAST} to {MOST} digits and nothing else")
    if terms.refuse_trivial and is_trivial(pin):
        raise Denied("this PIN is guessed first: no single digit, row or pair over and over")
    if terms.refuse_trivial and card and pin in card:
        raise Denied("this PIN stands on the card: choose other digits")


class Pins:
    """Computes and compares hashes of PINs in threads.

    ``peppers`` are by id, the oldest first; the last one is in use. A hash in the books is the id
    of its pepper, a colon, and the hash by argon2id.
    """

    def __init__(
        self, peppers: Mapping[str, bytes], entropy: Entropy, terms: PinTerms | None = None
    ) -> None:
        self.terms = terms or PinTerms()
        self._peppers, self._entropy = dict(peppers), entropy
        self._id = list(self._peppers)[-1]
        self._hasher = PasswordHasher(
            time_cost=self.terms.passes,
            memory_cost=self.terms.memory_kib,
            parallelism=self.terms.lanes,
        )
        self._free = asyncio.Semaphore(self.terms.at_once)
        self._waiting = 0
        self._hash_of_none = self._hash(0, "", entropy.seed()[:SALT_BYTES])

    def __repr__(self) -> str:
        return "<hashes of PINs>"

    def _hash(self, person: int, pin: str, salt: bytes) -> str:
        """Return the hash of a person's PIN; this takes time on purpose."""
        keyed = _keyed(self._peppers[self._id], person, pin)
        return f"{self._id}:{self._hasher.hash(keyed, salt=salt)}"

    def _matches(self, person: int, kept: str, pin: str) -> bool:
        """Return True if a PIN fits the stored hash of a person."""
        id, hashed = _parts(kept)
        # Before hashes had ids there was one pepper, the oldest.
        pepper = self._peppers.get(id) if id else next(iter(self._peppers.values()))
        if pepper is None:
            pepper, hashed = bytes(SALT_BYTES), _parts(self._hash_of_none)[1]  # it takes as long
        if id:
            keyed = _keyed(pepper, person, pin)
        else:
            keyed = digest(pepper, _FORMER + pin.encode(), "sha256")
        try:
            return self._hasher.verify(hashed, keyed)
        except (Argon2Error, InvalidHashError):
            return False

    def salt(self) -> bytes:
        """Return the salt for a new hash."""
        return self._entropy.seed()[:SALT_BYTES]

    async def hashed(self, person: int, pin: str, salt: bytes = b"") -> str:
        """Return the hash of a person's PIN for storage; it gets a new salt unless one is given."""
        salt = salt or self.salt()
        return await self._in_thread(lambda: self._hash(person, pin, salt))

    async def fits(self, person: int, kept: str | None, pin: str) -> bool:
        """Return True if a PIN fits the hash of a person; None takes as long and fits nothing."""
        found = await self._in_thread(
            lambda: self._matches(person, kept or self._hash_of_none, pin)
        )
        return found and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Return True if a hash was made with another pepper, other costs, or of the PIN alone."""
        id, hashed = _parts(kept)
        return id != self._id or self._hasher.check_needs_rehash(hashed)

    def mark(self, pin: str) -> str:
        """Return the mark of a PIN for the digest of a command; it does not reveal the PIN."""
        return digest(self._peppers[self._id], b"asked\0" + pin.encode(), "sha256").hex()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Run work in a thread; Denied (busy) if too many wait."""
        if self._waiting >= self.terms.waiting:
            raise Denied("too many people are logging in at once; try again in a moment", "busy")
        # A thread cannot be stopped: its place stays taken until it ends, even without the caller.
        self._waiting += 1
        return await asyncio.shield(self._in_turn(work))

    async def _in_turn(self, work: Callable[[], T]) -> T:
        """Run work once a thread is free, and give up its place in the queue."""
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _keyed(pepper: bytes, person: int, pin: str) -> bytes:
    """Return the keyed digest of person and PIN, so that hashes alone cannot be tried out."""
    return digest(pepper, _FOR + person.to_bytes(8, "big") + pin.encode(), "sha256")


def _parts(kept: str) -> tuple[str, str]:
    """Return the id of the pepper of a stored hash, and the hash; a former one has no id."""
    id, colon, hashed = kept.partition(":")
    return (id, hashed) if colon else ("", kept)


def new_pin(entropy: Entropy, card: str = "") -> str:
    """Return a random PIN of six digits that is neither trivial nor part of the card number."""
    stream = Stream(entropy.seed())
    while True:
        pin = "".join(str(stream.below(10)) for _ in range(6))
        if not is_trivial(pin) and pin not in card:
            return pin
