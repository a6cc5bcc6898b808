"""The keys of a room, in a file outside the database that only its owner can read.

The *pepper* goes into the hashes of PINs. The *sealing* key hides the seeds of shoes from readers
of the database. The *seal* key marks rows that only the room can have written. The *signing* key
signs the heads of the logs. Without the file, open shoes cannot be read and PINs cannot be checked:
back it up, apart from the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from hmac import digest
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct, json
from msgspec.structs import replace

from houseway.errors import HousewayError
from houseway.room.api.audit_types import LogHead, SignedHead
from houseway.room.clock import Clock, RealClock
from houseway.room.fairness.entropy import from_system
from houseway.room.key_file import ID_BYTES, Key, KeyRing, make_file, read_file, write_file
from houseway.room.store.seals import Seals

NONCE_BYTES = 12
SIGNING_KEY = "signing_key"
"""The kind of the rows with the public keys of the room."""


class SigningKeyRow(Struct, frozen=True):
    """Row: a public key with which the room signs from now on, signed by the one before it.

    ``made`` is in milliseconds. The first key of a room has none before it and no signature.
    """

    public: str
    id: str
    made: int
    before: str = ""
    signature: str = ""

    def signed_bytes(self) -> bytes:
        """Return the bytes that the key before it signs."""
        return b"houseway signing key 1\0" + json.encode(
            [self.before, self.public, self.id, self.made]
        )

    def explain_fault(self, before: str) -> str:
        """Return the reason why this key does not follow the one before; empty if it does."""
        if self.before != before:
            return f"the signing key {self.id} does not follow the key in use before it"
        if before and not is_signed(self.signed_bytes(), self.signature, before):
            return f"the signing key {self.id} is not signed by the key before it"
        return ""


class Keys:
    """The keys of a room. They are never shown, not even in an error."""

    __slots__ = ("_sealing", "_signing", "ring")

    def __init__(self, ring: KeyRing) -> None:
        self.ring = ring
        self._sealing = {bytes.fromhex(k.id): AESGCM(k.secret) for k in ring.keys["sealing"]}
        self._signing = {
            _public(signer): (key, signer)
            for key in ring.keys["signing"]
            for signer in [Ed25519PrivateKey.from_private_bytes(key.secret)]
        }

    def __repr__(self) -> str:
        return "<the keys of a room>"

    @property
    def pepper(self) -> bytes:
        """Return the key in use for PINs."""
        return self._last("pepper").secret

    @property
    def peppers(self) -> Mapping[str, bytes]:
        """Return all keys for PINs by id, the oldest first."""
        return {key.id: key.secret for key in self.ring.keys["pepper"]}

    def seals(self) -> Seals:
        """Return what makes and checks the seals of rows."""
        return Seals({key.id: key.secret for key in self.ring.keys["seal"]})

    def _last(self, kind: str) -> Key:
        """Return the key in use of a kind."""
        return self.ring.keys[kind][-1]

    def seal(self, secret: bytes, about: str) -> bytes:
        """Return a secret in storable form; it opens only together with its context."""
        id, nonce = bytes.fromhex(self._last("sealing").id), from_system(NONCE_BYTES)
        return id + nonce + self._sealing[id].encrypt(nonce, secret, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        """Return the secret that was sealed with this context; raise for any other."""
        known = self._sealing.get(sealed[:ID_BYTES])
        tried = [(known, sealed[ID_BYTES:])] if known is not None else []
        # Before keys had ids, a sealed secret began with its nonce.
        tried += [(key, sealed) for key in self._sealing.values()]
        for key, blob in tried:
            try:
                return key.decrypt(blob[:NONCE_BYTES], blob[NONCE_BYTES:], about.encode())
            except (InvalidTag, ValueError):
                continue
        raise HousewayError(
            f"the sealed secret of {about} cannot be opened: it was changed, it belongs to "
            "something else, or it was sealed with the keys of another room"
        )

    def derive(self, kind: str, purpose: str) -> bytes:
        """Return a key for one purpose, made from the key in use of a kind."""
        return digest(self._last(kind).secret, b"houseway derive 1\0" + purpose.encode(), "sha256")

    @property
    def public(self) -> str:
        """Return the public key in use in hex, which checks a signature of the room."""
        return next(reversed(self._signing))

    @property
    def publics(self) -> tuple[str, ...]:
        """Return the public keys in hex, the oldest first; the last one is in use."""
        return tuple(self._signing)

    def sign_message(self, message: bytes) -> str:
        """Return the signature of a message in hex, with the key in use.

        Messages begin with a label of their kind and a zero byte, so that none passes for another.
        """
        return self._signing[self.public][1].sign(message).hex()

    def sign(self, head: LogHead) -> SignedHead:
        """Return a signed head of a log."""
        return SignedHead(head, self.sign_message(head.signed_bytes()), self.public)

    def signing_rows(self, last: str) -> list[SigningKeyRow]:
        """Return the rows that lead from the last logged public key to the one in use.

        ``last`` is empty if the log has none; the rows then begin with the oldest key.
        """
        publics, rows = self.publics, list[SigningKeyRow]()
        begin = publics.index(last) + 1 if last else 0
        for i in range(begin, len(publics)):
            key, before = self._signing[publics[i]][0], publics[i - 1] if i else ""
            row = SigningKeyRow(publics[i], key.id, key.made, before)
            if before:
                signed = self._signing[before][1].sign(row.signed_bytes()).hex()
                row = replace(row, signature=signed)
            rows.append(row)
        return rows


def _public(signer: Ed25519PrivateKey) -> str:
    """Return the public half of a signing key in hex."""
    return signer.public_key().public_bytes_raw().hex()


def about_shoe(table: str, shoe: int) -> str:
    """Return the context that a shoe's seed is sealed with: it opens for this shoe of this table
    only."""
    return f"shoe {shoe} of table {table}"


def is_signed(message: bytes, signature: str, public: str) -> bool:
    """Return True if a message has this signature by this public key, both in hex."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def wrong_with(signed: SignedHead, publics: tuple[str, ...] = ()) -> str:
    """Return the fault of a signed head in a sentence; empty if there is none.

    Without the room's public keys, known beforehand, only the head itself is checked.
    """
    if publics and signed.key not in publics:
        return f"the head of {signed.head.stream} is signed with another key than the room's"
    if not is_signed(signed.head.signed_bytes(), signed.signature, signed.key):
        return f"the head of {signed.head.stream} at row {signed.head.seq} was not signed so"
    return ""


def make_keys(path: Path, clock: Clock | None = None) -> Keys:
    """Make new keys in a new file; an existing file is never changed."""
    return Keys(make_file(path, clock))


def read_keys(path: Path) -> Keys:
    """Return the keys of a file, which stays as it is.

    A file of format 1 has no key for seals; a server that starts makes one.
    """
    return Keys(read_file(path))


def keys_at(path: Path) -> Keys:
    """Return the keys of a file; it is made if there is none, and brought to format 2."""
    if not path.exists():
        return make_keys(path)
    ring = read_file(path)
    if ring.former:
        ring = replace(ring, former=False)
        write_file(path, ring)
    return Keys(ring)


def rotate_key(path: Path, kind: str, clock: Clock | None = None) -> Keys:
    """Add a new key of a kind to a file, in use from the next start; the old ones stay."""
    ring = replace(read_file(path).rotated(kind, (clock or RealClock()).now_ms()), former=False)
    write_file(path, ring)
    return Keys(ring)
