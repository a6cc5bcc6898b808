"""The file with the keys of a room: its format, its making, its changes.

Format 2 is TOML with one table for each key, the oldest of a kind first. The last key of a kind is
in use; earlier ones have the time at which they were replaced, and stay for checking. Format 1 had
three keys without dates. It is read, and rewritten as format 2 when a server starts.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.errors import BadFile, HousewayError, short_repr
from houseway.room.clock import Clock, RealClock
from houseway.room.fairness.entropy import from_system
from houseway.util.english import all_of, one_of

KEY_BYTES = 32
ID_BYTES = 4
KINDS = ("pepper", "sealing", "seal", "signing")
"""The kinds of keys: for PINs, for the seeds of shoes, for rows of the books, for signatures."""
FORMER = ("pepper", "sealing", "signing")
"""The keys of a file of format 1."""
FORMAT = 2
CREDENTIALS = "CREDENTIALS_DIRECTORY"
"""The variable with the folder of a service's credentials; the service manager guards it."""
_HEAD = """\
# The keys of a cardroom. Keep this file apart from the database, and keep a copy of it: without
# it open shoes cannot be dealt on and no PIN can be checked. No other user may read it.
# The last key of a kind is in use; earlier ones check what was made with them.
"""
ADOPT, RESEAL = "adopt", "reseal"
_BOOKS = {
    ADOPT: "the next start seals the books as they are, and says so",
    RESEAL: "the next start seals with the new key what has a seal of an earlier one",
}
_FIELDS = ("id", "made", "until", "key")


class Key(msgspec.Struct, frozen=True):
    """One key: its kind, its times in milliseconds (``until`` None: in use), its bytes."""

    kind: str
    made: int
    secret: bytes
    until: int | None = None

    @property
    def id(self) -> str:
        """Return the first digits of a digest of the key, which name it without showing it."""
        about = b"houseway key 2\0" + self.kind.encode() + b"\0"
        return sha256(about + self.secret).digest()[:ID_BYTES].hex()

    def __repr__(self) -> str:
        return f"<the {self.kind} key {self.id}>"


class KeyRing(msgspec.Struct, frozen=True):
    """All keys of a file by kind, the one in use last.

    ``books`` tells the next start to seal the books: ``adopt`` seals them as they are, ``reseal``
    those rows that have the seal of an earlier key. ``former`` is True for a file of format 1.
    """

    keys: Mapping[str, tuple[Key, ...]]
    books: str = ""
    former: bool = False

    def __repr__(self) -> str:
        return "<the keys of a room>"

    def rotated(self, kind: str, at: int) -> KeyRing:
        """Return the ring with a new key of a kind in use from a time on."""
        if kind not in KINDS:
            raise HousewayError(f"the keys of a room are {one_of(KINDS)}, not {short_repr(kind)}")
        *old, last = self.keys[kind]
        new = (*old, replace(last, until=at), fresh(kind, at))
        books = (self.books or RESEAL) if kind == "seal" else self.books
        return replace(self, keys={**self.keys, kind: new}, books=books)


def fresh(kind: str, at: int) -> Key:
    """Return a new key of a kind, made at a time."""
    return Key(kind, at, from_system(KEY_BYTES))


def make_file(path: Path, clock: Clock | None = None) -> KeyRing:
    """Make new keys in a new file; an existing file is never changed."""
    at = (clock or RealClock()).now_ms()
    ring = KeyRing({kind: (fresh(kind, at),) for kind in KINDS})
    try:
        _write(path, _text(ring), new=True)
    except FileExistsError:
        raise HousewayError(f"{path}: there is a key file already, and it is kept") from None
    except OSError as error:
        raise HousewayError(f"{path}: the key file cannot be made: {error.strerror}") from None
    return ring


def write_file(path: Path, ring: KeyRing) -> None:
    """Replace a key file by another with these keys, whole or not at all."""
    try:
        _write(path, _text(ring), new=False)
    except OSError as error:
        raise HousewayError(
            f"{path}: the key file cannot be changed here ({error.strerror}); change it where it "
            "is kept: `houseway room rotate-key`"
        ) from None


def _text(ring: KeyRing) -> str:
    """Return a key file of format 2."""
    lines = [_HEAD, f"format = {FORMAT}"]
    if ring.books:
        lines.append(f'books = "{ring.books}"  # {_BOOKS[ring.books]}')
    for kind in KINDS:
        for key in ring.keys[kind]:
            lines += ["", f"[[{kind}]]", f'id = "{key.id}"', f"made = {_written(key.made)}"]
            if key.until is not None:
                lines.append(f"until = {_written(key.until)}")
            lines.append(f'key = "{key.secret.hex()}"')
    return "\n".join(lines) + "\n"


def _written(at: int) -> str:
    """Return a time as TOML writes it, to the second."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _write(path: Path, text: str, *, new: bool) -> None:
    """Write a temporary file, then give it its name; ``new`` True: only if that is still free."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with os.fdopen(os.open(beside, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(beside, path)
        else:
            beside.replace(path)
        _sync_folder(path.parent)
    finally:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()


def _sync_folder(folder: Path) -> None:
    """Flush the entries of a folder to the disk, so that a new name outlives a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_file(path: Path) -> KeyRing:
    """Return the keys of a file of format 2 or 1."""
    file = str(path)
    try:
        found = path.stat()
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(file, "", f"the key file cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):  # their words may repeat a key
        raise BadFile(file, "", "this is not a key file: it is not TOML") from None
    mode = stat.S_IMODE(found.st_mode)
    if mode & _forbidden(path):
        raise BadFile(
            file, "", f"others may read this key file (mode {mode:03o}); only its owner may: "
            "chmod 600, and make new keys if anybody else has seen it"
        )  # fmt: skip
    if data.get("format") == 1:
        return _former(data, file, int(found.st_mtime) * 1000)
    if data.get("format") != FORMAT:
        raise BadFile(file, "format", f"this program reads key files of format 1 and {FORMAT}")
    _check_names(data, ("format", "books", *KINDS), file, "")
    books = data.get("books", "")
    if books not in ("", *_BOOKS):
        raise BadFile(file, "books", f"this is {one_of(tuple(_BOOKS))}")
    return KeyRing({kind: _of_kind(data.get(kind), kind, file) for kind in KINDS}, books)


def _forbidden(path: Path) -> int:
    """Return the mode bits that a key file may not have.

    A service manager gives a credential to the user of the service by an access list, which shows
    as read access of the group; the folder is closed to others.
    """
    folder = os.environ.get(CREDENTIALS)
    return 0o037 if folder and path.resolve().parent == Path(folder).resolve() else 0o077


def _check_names(data: Iterable[str], known: tuple[str, ...], file: str, where: str) -> None:
    """Refuse names that a key file does not have."""
    if strange := sorted(set(data) - set(known)):
        raise BadFile(file, f"{where}{strange[0]}", f"here stand {all_of(known)} only")


def _former(data: Mapping[str, object], file: str, made: int) -> KeyRing:
    """Return the keys of a file of format 1, with a new one for seals that is in no file yet."""
    _check_names(data, ("format", *FORMER), file, "")
    keys = {kind: (Key(kind, made, _secret(data.get(kind), kind, file)),) for kind in FORMER}
    return KeyRing({**keys, "seal": (fresh("seal", made),)}, books=ADOPT, former=True)


def _of_kind(listed: object, kind: str, file: str) -> tuple[Key, ...]:
    """Return the keys of one kind; exactly the last one is in use."""
    if not listed:
        raise BadFile(file, kind, "this key is missing")
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise BadFile(file, kind, f"keys are tables: [[{kind}]]")
    keys = tuple(_key(each, kind, file, f"{kind}[{i}].") for i, each in enumerate(listed, 1))
    if any(key.until is None for key in keys[:-1]) or keys[-1].until is not None:
        raise BadFile(file, kind, "the last key is in use, and every earlier one has an `until`")
    if len({key.id for key in keys}) < len(keys):
        raise BadFile(file, kind, "one key stands here twice")
    return keys


def _key(table: Mapping[str, Any], kind: str, file: str, where: str) -> Key:
    """Return one key of a file, whose id must be its own."""
    _check_names(table, _FIELDS, file, where)
    until = table.get("until")
    key = Key(
        kind,
        _time(table.get("made"), f"{where}made", file),
        _secret(table.get("key"), f"{where}key", file),
        None if until is None else _time(until, f"{where}until", file),
    )
    if table.get("id", key.id) != key.id:
        raise BadFile(file, f"{where}id", f"the key that stands here has the id {key.id}")
    return key


def _time(given: object, where: str, file: str) -> int:
    """Return a time of the file in milliseconds."""
    if not isinstance(given, datetime) or given.tzinfo is None:
        raise BadFile(file, where, "a time is written as 2026-03-31T18:00:00Z")
    return int(given.timestamp()) * 1000


def _secret(given: object, where: str, file: str) -> bytes:
    """Return the bytes of a key; an error message never repeats them."""
    if given is None:
        raise BadFile(file, where, "this key is missing")
    try:
        key = bytes.fromhex(given) if isinstance(given, str) else b""
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadFile(file, where, f"a key is written as {2 * KEY_BYTES} hexadecimal digits")
    if len(set(key)) < 8:
        raise BadFile(file, where, "this is no key: too few of its bytes differ")
    return key
