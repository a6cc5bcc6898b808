"""The keys of a room, in a file outside the database that only its owner can read.

The *pepper* goes into the hashes of PINs. The *sealing* key hides the seeds of shoes from readers
of the database. The *signing* key signs the heads of the logs. Without the file, open shoes cannot
be read and PINs cannot be checked: back it up, apart from the database.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tomllib
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.errors import BadFile, HousewayError
from houseway.room.api.audit_types import LogHead, SignedHead
from houseway.room.fairness.entropy import from_system
from houseway.util.english import all_of

KEY_BYTES = 32
NONCE_BYTES = 12
NAMES = ("pepper", "sealing", "signing")
FORMAT = 1
_HEAD = """\
# The keys of a cardroom.  Keep this file apart from the database, and keep a copy of it: without
# it open shoes cannot be dealt on and no PIN can be checked.  No other user may read it.
"""


class Keys:
    """The keys of a room.  They are never shown, not even in an error."""

    __slots__ = ("_sealing", "_signing", "pepper")

    def __init__(self, pepper: bytes, sealing: bytes, signing: bytes) -> None:
        for name, key in zip(NAMES, (pepper, sealing, signing), strict=True):
            if len(key) != KEY_BYTES:
                raise HousewayError(f"the {name} key has {len(key)} bytes and not {KEY_BYTES}")
        self.pepper = pepper
        self._sealing = AESGCM(sealing)
        self._signing = Ed25519PrivateKey.from_private_bytes(signing)

    def __repr__(self) -> str:
        return "<the keys of a room>"

    def seal(self, secret: bytes, about: str) -> bytes:
        """Return a secret in storable form; it opens only together with its context."""
        nonce = from_system(NONCE_BYTES)
        return nonce + self._sealing.encrypt(nonce, secret, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        """Return the secret that was sealed with this context; raise for any other."""
        try:
            return self._sealing.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], about.encode())
        except (InvalidTag, ValueError):
            raise HousewayError(
                f"the sealed secret of {about} cannot be opened: it was changed, it belongs to "
                "something else, or it was sealed with the keys of another room"
            ) from None

    @property
    def public(self) -> str:
        """Return the public key in hex, which checks a signed head."""
        return self._signing.public_key().public_bytes_raw().hex()

    def sign(self, head: LogHead) -> SignedHead:
        """Return a signed head of a log."""
        return SignedHead(head, self._signing.sign(head.signed_bytes()).hex(), self.public)


def about_shoe(table: str, shoe: int) -> str:
    """Return the context that a shoe's seed is sealed with: it opens for this shoe of this table
    only."""
    return f"shoe {shoe} of table {table}"


def wrong_with(signed: SignedHead, public: str = "") -> str:
    """Return the fault of a signed head in a sentence; empty if there is none.

    Without the room's public key, known beforehand, only the head itself is checked.
    """
    if public and signed.key != public:
        return f"the head of {signed.head.stream} is signed with another key than the room's"
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key))
        key.verify(bytes.fromhex(signed.signature), signed.head.signed_bytes())
    except (InvalidSignature, ValueError):
        return f"the head of {signed.head.stream} at row {signed.head.seq} was not signed so"
    return ""


def make_keys(path: Path) -> Keys:
    """Make new keys in a new file; an existing file is never changed."""
    keys = {name: from_system(KEY_BYTES) for name in NAMES}
    lines = [f"format = {FORMAT}", *(f'{name} = "{key.hex()}"' for name, key in keys.items())]
    try:
        _write_once(path, _HEAD + "\n".join(lines) + "\n")
    except FileExistsError:
        raise HousewayError(f"{path}: there is a key file already, and it is kept") from None
    except OSError as error:
        raise HousewayError(f"{path}: the key file cannot be made: {error.strerror}") from None
    return Keys(**keys)


def _write_once(path: Path, text: str) -> None:
    """Write a temporary file, then link it to its name if that is still free."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with os.fdopen(os.open(beside, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.link(beside, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()


def read_keys(path: Path) -> Keys:
    """Return the keys of a file."""
    file = str(path)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(file, "", f"the key file cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):  # their words may repeat a key
        raise BadFile(file, "", "this is not a key file: it is not TOML") from None
    if mode & 0o077:
        raise BadFile(
            file, "", f"others may read this key file (mode {mode:03o}); only its owner may: "
            "chmod 600, and make new keys if anybody else has seen it"
        )  # fmt: skip
    if data.get("format") != FORMAT:
        raise BadFile(file, "format", f"this program reads key files of format {FORMAT}")
    if strange := sorted(set(data) - {"format", *NAMES}):
        raise BadFile(file, strange[0], f"a key file has format, {all_of(NAMES)} only")
    return Keys(**{name: _key(data.get(name), name, file) for name in NAMES})


def _key(written: object, name: str, file: str) -> bytes:
    """Return one key of the file; an error message never repeats it."""
    if written is None:
        raise BadFile(file, name, "this key is missing")
    try:
        key = bytes.fromhex(written) if isinstance(written, str) else b""
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadFile(file, name, f"a key is written as {2 * KEY_BYTES} hexadecimal digits")
    if len(set(key)) < 8:
        raise BadFile(file, name, "this is no key: too few of its bytes differ")
    return key


def keys_at(path: Path) -> Keys:
    """Return the keys of a file, made if there is none yet."""
    return read_keys(path) if path.exists() else make_keys(path)
