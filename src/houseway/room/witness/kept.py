"""The file of a witness: each head that it has checked, with its own signature.

One line of JSON for each head, the first one first. Lines are only added. A line that was changed
since does not have the signature of the witness, and the file is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.errors import BadFile, HousewayError
from houseway.room.witness.checks import Contradiction, Json, digest_of, is_signed, message_of


class WitnessKey:
    """The key of a witness, in a file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            _make(path)
        try:
            if path.stat().st_mode & 0o077:
                raise BadFile(str(path), "", "others may read this key; only its owner may")
            self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text()))
        except OSError as error:
            raise HousewayError(f"{path}: {error.strerror}") from None
        except ValueError:
            raise BadFile(str(path), "", "a key of a witness is 64 hexadecimal digits") from None

    @property
    def public(self) -> str:
        """Return the public key in hex."""
        return self._key.public_key().public_bytes_raw().hex()

    def countersign(self, signed: Json, at_ms: int) -> dict[str, Any]:
        """Return a line of the file for a head that was checked."""
        mine = {"at_ms": at_ms, "key": self.public}
        signature = self._key.sign(_countersigned(signed, at_ms)).hex()
        return {**signed, "witness": {**mine, "signature": signature}}


def _make(path: Path) -> None:
    """Make a new key in a new file."""
    made = Ed25519PrivateKey.generate().private_bytes_raw().hex()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(made + "\n")
    except OSError as error:
        raise HousewayError(f"{path}: the key cannot be made: {error.strerror}") from None


def _countersigned(signed: Json, at_ms: int) -> bytes:
    """Return the bytes that a witness signs: the signed head, and when it was checked."""
    digest = hashlib.sha256(message_of(signed["head"]) + bytes.fromhex(signed["signature"]))
    return b"houseway witness 1\0" + digest.digest() + at_ms.to_bytes(8, "big")


class KeptHeads:
    """The heads that a witness has checked, in its file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heads: list[Mapping[str, Any]] = read_kept(path) if path.exists() else []

    @property
    def last(self) -> Json | None:
        """Return the last head; None before the first."""
        return self.heads[-1]["head"] if self.heads else None

    @property
    def room_key(self) -> str:
        """Return the key that signed the first head; empty before it."""
        return str(self.heads[0]["key"]) if self.heads else ""

    def add(self, line: Mapping[str, Any]) -> None:
        """Write a head that was checked; it is on the disk when this returns."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise HousewayError(f"{self.path}: {error.strerror}") from None
        self.heads.append(line)


def read_kept(path: Path) -> list[Mapping[str, Any]]:
    """Return the heads of a file; raise if a line is none, or is not as its witness signed it."""
    found: list[Mapping[str, Any]] = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise HousewayError(f"{path}: {error.strerror}") from None
    for number, text in enumerate(lines, 1):
        try:
            line = json.loads(text)
            mine = line["witness"]
            message = _countersigned(line, mine["at_ms"])
            ok = is_signed(message, mine["signature"], mine["key"])
            follows = not found or line["head"]["before"] == digest_of(found[-1]["head"])
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            raise BadFile(str(path), f"line {number}", "this is no head of a witness") from None
        if not ok or not follows:
            raise BadFile(str(path), f"line {number}", "this is not as the witness wrote it")
        found.append(line)
    return found


def compare(mine: list[Mapping[str, Any]], theirs: list[Mapping[str, Any]]) -> int:
    """Return the number of heads that two witnesses both have; raise if one of them differs."""
    of = {line["head"]["number"]: line for line in mine}
    both = [line for line in theirs if line["head"]["number"] in of]
    for line in both:
        number = line["head"]["number"]
        if digest_of(line["head"]) != digest_of(of[number]["head"]):
            raise Contradiction(f"the room showed two witnesses two different heads {number}")
    return len(both)
