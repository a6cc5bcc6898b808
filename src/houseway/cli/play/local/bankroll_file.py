"""A purse kept between visits: a small file with a name, its chips and the number of visits.

The file is replaced atomically, and never if it was changed meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path

import msgspec

from houseway.errors import BadFile, HousewayError
from houseway.money import dollars, format_amount, format_dollars
from houseway.util.english import n
from houseway.util.toml import decode_as, read_file

FORMAT = 1
HEAD = "# A purse of houseway: chips kept between visits to its tables (play --purse).\n"


class Purse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file, in dollars."""

    format: int
    name: str
    chips: str
    visits: int = 0

    @property
    def cents(self) -> int:
        """Return its chips in cents."""
        return dollars(self.chips)


class KeptPurse:
    """A purse and its file."""

    def __init__(self, path: Path, first: int) -> None:
        self.path = path
        if not path.parent.is_dir() or path.is_dir():
            what = "that is a folder" if path.is_dir() else f"there is no folder {path.parent}"
            raise HousewayError(f"a purse cannot be kept in {path}: {what}")
        self.is_new = not path.exists()
        self.purse = (
            Purse(FORMAT, path.stem, format_amount(first)) if self.is_new else read_purse(path)
        )
        self.before = self.purse.cents
        self._text = "" if self.is_new else _text_of(path)
        self._visits = self.purse.visits + 1
        if not self.before:
            raise HousewayError(
                f"the purse {path} is empty; remove the file to begin with a new one"
            )

    @property
    def words(self) -> str:
        """Return its content in words."""
        if self.is_new:
            return f"A new purse, {self.path}: {format_dollars(self.before)} in it."
        visits = n(self.purse.visits, "visit")
        return (
            f"The purse of {self.purse.name}, {self.path}: "
            f"{format_dollars(self.before)}, {visits} so far."
        )

    @property
    def now(self) -> str:
        """Return what is in it at the end."""
        return f"In the purse {self.path}: {format_dollars(self.purse.cents)}."

    def keep(self, cents: int) -> None:
        """Write the amount of the purse, in cents."""
        if not self.is_new and _text_of(self.path) != self._text:
            raise HousewayError(
                f"the purse {self.path} was changed by another program during this visit; it stays "
                "unchanged, without the chips of this visit"
            )
        self.purse = Purse(FORMAT, self.purse.name, format_amount(cents), self._visits)
        self._text = _written(self.purse)
        _put(self.path, self._text)
        self.is_new = False


def read_purse(path: Path) -> Purse:
    """Return the purse of a file; Refused if it is not one."""
    try:
        purse = decode_as(read_file(path), Purse, str(path))
        if purse.format != FORMAT:
            raise BadFile(str(path), "", f"format {purse.format} is not known; there is {FORMAT}")
        if purse.cents < 0 or purse.visits < 0:
            raise BadFile(str(path), "", "chips and visits are never negative")
    except (BadFile, ValueError) as error:
        raise HousewayError(f"this is not a purse, and it is left as it is: {error}") from None
    return purse


def _text_of(path: Path) -> str:
    """Return the text of a file; "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _written(purse: Purse) -> str:
    """Return a purse as the text of its file."""
    return (
        f"{HEAD}format = {purse.format}\nname = {quoted(purse.name)}\n"
        f"chips = {quoted(purse.chips)}\nvisits = {purse.visits}\n"
    )


def quoted(text: str) -> str:
    """Return a TOML string; JSON writes them alike."""
    return json.dumps(text, ensure_ascii=False)


def _put(path: Path, text: str) -> None:
    """Write to a temporary file in the same folder, then replace the file with it."""
    beside = ""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            with contextlib.suppress(OSError):
                os.chmod(beside, path.stat().st_mode & 0o777)
        os.replace(beside, path)
    except OSError as error:
        if beside:
            with contextlib.suppress(OSError):
                os.unlink(beside)
        raise HousewayError(f"cannot write the purse {path}: {error.strerror}") from None
