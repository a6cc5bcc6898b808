"""PINs: which are allowed, and how they are stored.

A PIN of four digits has ten thousand values, so a hash alone does not protect it from a reader of
the database. It is first made into HMAC-SHA256 with the pepper, a key outside the database, and
that is hashed with argon2id. Hashing takes a core and memory for its time. It runs in threads, few
at once. When too many wait, further requests are answered busy.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
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
_FOR = b"houseway pin 1\0"
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
    """Computes and compares hashes of PINs in threads."""

    def __init__(self, pepper: bytes, entropy: Entropy, terms: PinTerms | None = None) -> None:
        self.terms = terms or PinTerms()
        self._pepper, self._entropy = pepper, entropy
        self._hasher = PasswordHasher(
            time_cost=self.terms.passes,
            memory_cost=self.terms.memory_kib,
            parallelism=self.terms.lanes,
        )
        self._free = asyncio.Semaphore(self.terms.at_once)
        self._waiting = 0
        self._hash_of_none = self._hash("", entropy.seed()[:SALT_BYTES])

    def __repr__(self) -> str:
        return "<hashes of PINs>"

    def _peppered(self, pin: str) -> bytes:
        """Return the keyed digest of a PIN, so that hashes alone cannot be tried out."""
        return digest(self._pepper, _FOR + pin.encode(), "sha256")

    def _hash(self, pin: str, salt: bytes) -> str:
        """Return the Argon2 hash of a PIN; this takes time on purpose."""
        return self._hasher.hash(self._peppered(pin), salt=salt)

    def _matches(self, kept: str, pin: str) -> bool:
        """Return True if a PIN fits its stored hash."""
        try:
            return self._hasher.verify(kept, self._peppered(pin))
        except (Argon2Error, InvalidHashError):
            return False

    async def hashed(self, pin: str) -> str:
        """Return the hash of a PIN for storage."""
        salt = self._entropy.seed()[:SALT_BYTES]
        return await self._in_thread(lambda: self._hash(pin, salt))

    async def fits(self, kept: str | None, pin: str) -> bool:
        """Return True if a PIN fits a hash; without a hash it takes as long, and returns False."""
        found = await self._in_thread(lambda: self._matches(kept or self._hash_of_none, pin))
        return found and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Return True if a hash was made with other costs than the present ones."""
        return self._hasher.check_needs_rehash(kept)

    def mark(self, pin: str) -> str:
        """Return the mark of a PIN for the digest of a command; it does not reveal the PIN."""
        return digest(self._pepper, b"asked\0" + pin.encode(), "sha256").hex()

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


def new_pin(entropy: Entropy, card: str = "") -> str:
    """Return a random PIN of six digits that is neither trivial nor part of the card number."""
    stream = Stream(entropy.seed())
    while True:
        pin = "".join(str(stream.below(10)) for _ in range(6))
        if not is_trivial(pin) and pin not in card:
            return pin
