"""A simulation's checkpoint: a JSON file from which a stopped run continues.

``counts`` are the sums of the first ``chunks`` numbered streams of ``chunk`` rounds each. The other
fields identify the run. A run continues only from a file with the same game, posting, strategy,
wagers, seats, seed and rules. Its result then equals that of an uninterrupted run. ``digest`` is
the SHA-256 of all other fields: a file that was changed or damaged is refused.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from houseway.errors import Refused

FORMAT = "houseway simulation 2"
LARGEST = 10_000_000
"""The size limit of a file, in bytes; a checkpoint of thousands of counters has a hundredth of
it.
"""
MOST = 2**63 - 1
"""The largest count; counts are summed as 64-bit integers."""


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a checkpoint file."""

    format: str
    game: str
    posting: dict[str, str]
    strategy: str
    wagers: list[str]
    seats: int
    seed: int
    chunk: int
    rules: str
    chunks: int
    counts: list[int]
    digest: str = ""


def digest_of(checkpoint: Checkpoint) -> str:
    """Return the SHA-256 of everything but the digest itself."""
    content = msgspec.structs.replace(checkpoint, digest="")
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


SAME = ("format", "game", "strategy", "wagers", "seats", "seed", "chunk")
"""Fields that must agree, with the words for them; postings and rules are compared too."""


def load(path: Path, ours: Checkpoint) -> Checkpoint:
    """Return the checkpoint of this run from the file, or ``ours`` if there is no file."""
    try:
        if not path.parent.is_dir():
            raise Refused(f"there is no folder {path.parent} for the checkpoint {path.name}")
        if not path.exists():
            return ours
        if not path.is_file():
            raise Refused(f"the checkpoint {path} is not a file")
        if path.stat().st_size > LARGEST:
            raise Refused(f"{path} is not a checkpoint of a simulation: it is larger than "
                          f"{LARGEST:,} bytes")  # fmt: skip
        content = path.read_bytes()
    except OSError as error:
        raise Refused(f"the checkpoint {path} cannot be read: {error.strerror}") from None
    try:
        found = msgspec.json.decode(content, type=Checkpoint)
    except (ValueError, msgspec.MsgspecError) as error:
        raise Refused(f"{path} is not a checkpoint of a simulation: {error}") from None
    for field in SAME:
        here, there = getattr(ours, field), getattr(found, field)
        if here != there:
            raise Refused(f"{path} is a checkpoint of another run: its {field} is {there!r}, "
                          f"not {here!r}")  # fmt: skip
    posted = ours.posting
    for key in sorted({*posted, *found.posting}):
        if posted.get(key) != found.posting.get(key):
            raise Refused(f"{path} is a checkpoint of another posting: {key} is "
                          f"{found.posting.get(key)!r} there, not {posted.get(key)!r}")  # fmt: skip
    if found.rules != ours.rules:
        raise Refused(f"{path} was made by other rules: the code of {ours.game} has changed since; "
                      "remove the file to start again")  # fmt: skip
    numbers = (found.chunks * found.chunk, *found.counts)
    if len(found.counts) != len(ours.counts) or min(numbers) < 0 or max(numbers) > MOST:
        raise damaged(path)
    if found.digest != digest_of(found):
        raise Refused(f"{path} is not as it was written: the file was changed or damaged; "
                      "remove it to start again")  # fmt: skip
    return found


def damaged(path: Path) -> Refused:
    """Return the refusal of impossible counts."""
    return Refused(f"{path} is not a checkpoint of a simulation: its counts are damaged; "
                   "remove the file to start again")  # fmt: skip


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write the file atomically."""
    part = path.with_name(path.name + ".part")
    try:
        checkpoint.digest = digest_of(checkpoint)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(checkpoint), indent=1))
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise Refused(f"the checkpoint {path} cannot be written: {error.strerror}") from None
