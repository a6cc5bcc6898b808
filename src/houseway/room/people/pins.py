"""PINs: what may be one, and how one is kept.

A PIN of four digits has ten thousand values, and no hash saves it from who has the database.  So
it is first made into HMAC-SHA256 with the pepper, a key outside the database, and that is hashed
with argon2id.  Hashing takes a core and memory for its time: it runs in threads, few at once, and
who comes when too many wait is told to come again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from hmac import digest
from typing import TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from houseway.room.errors import Denied
from houseway.room.fairness.entropy import Entropy

LEAST, MOST = 4, 12
"""How many digits a PIN has."""
SALT_BYTES = 16
_FOR = b"houseway pin 1\0"
_DIGITS = re.compile(rf"[0-9]{{{LEAST},{MOST}}}")
_UP = "01234567890"
T = TypeVar("T")


class PinTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How PINs are kept: the cost of a hash, how many are made at once, and what is refused."""

    memory_kib: int = 19 * 1024
    passes: int = 2
    lanes: int = 1
    at_once: int = 2
    """Hashes that are made at the same time; each has its memory and its core."""
    waiting: int = 64
    """So many may wait for one; the next is told that the room is busy."""
    refuse_trivial: bool = True
    """Whether 0000, 1234 and their like are refused."""


CHEAP = PinTerms(memory_kib=8, passes=1)
"""For tests and rehearsals only: a hash that costs nothing protects nothing."""


def is_trivial(pin: str) -> bool:
    """One digit over and over, digits in a row up or down, or one pair over and over."""
    return len(set(pin)) == 1 or pin in _UP or pin in _UP[::-1] or pin == pin[:2] * (len(pin) // 2)


def check_pin(pin: str, terms: PinTerms, card: str = "") -> None:
    """Refused, without repeating it, unless this may be a PIN (of this card)."""
    if not _DIGITS.fullmatch(pin):
        raise Denied(f"a PIN has {LEAST} to {MOST} digits and nothing else")
    if terms.refuse_trivial and is_trivial(pin):
        raise Denied("this PIN is guessed first: no single digit, row or pair over and over")
    if terms.refuse_trivial and card and pin in card:
        raise Denied("this PIN stands on the card: choose other digits")


class Pins:
    """Hashes of PINs, made and compared in threads."""

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
        self._nobodys = self._hash("", entropy.seed()[:SALT_BYTES])

    def __repr__(self) -> str:
        return "<hashes of PINs>"

    def _peppered(self, pin: str) -> bytes:
        return digest(self._pepper, _FOR + pin.encode(), "sha256")

    def _hash(self, pin: str, salt: bytes) -> str:
        return self._hasher.hash(self._peppered(pin), salt=salt)

    def _matches(self, kept: str, pin: str) -> bool:
        try:
            return self._hasher.verify(kept, self._peppered(pin))
        except (Argon2Error, InvalidHashError):
            return False

    async def hashed(self, pin: str) -> str:
        """The hash of a PIN, to be kept."""
        salt = self._entropy.seed()[:SALT_BYTES]
        return await self._in_thread(lambda: self._hash(pin, salt))

    async def fits(self, kept: str | None, pin: str) -> bool:
        """Whether this is the PIN of a hash; with no hash it takes as long, and it is not."""
        found = await self._in_thread(lambda: self._matches(kept or self._nobodys, pin))
        return found and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether a hash was made with other costs than are posted now."""
        return self._hasher.check_needs_rehash(kept)

    def mark(self, pin: str) -> str:
        """What stands for a PIN in the digest of a command: who has the database cannot try all."""
        return digest(self._pepper, b"asked\0" + pin.encode(), "sha256").hex()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= self.terms.waiting:
            raise Denied("too many people are logging in at once; try again in a moment", "busy")
        # A thread cannot be stopped: its place stays taken until it is done, whoever goes away.
        self._waiting += 1
        return await asyncio.shield(self._in_turn(work))

    async def _in_turn(self, work: Callable[[], T]) -> T:
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1
