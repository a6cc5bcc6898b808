"""Files that commands write: refused before the work is done, not after it."""

from __future__ import annotations

from pathlib import Path

from houseway.errors import HousewayError


def demand_place(path: Path) -> None:
    """Refuse what cannot be written."""
    try:
        if path.is_dir():
            raise HousewayError(f"{path}: is a folder")
        new = not path.exists()
        path.open("ab").close()
        if new:
            path.unlink()
    except OSError as error:
        raise HousewayError(f"{path}: {error.strerror}") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a whole file, or say why not."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise HousewayError(f"{path}: {error.strerror}") from None
