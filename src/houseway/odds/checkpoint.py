"""A simulation's checkpoint: a JSON file from which a stopped run goes on.

``counts`` are the sums of the first ``chunks`` numbered streams of ``chunk`` rounds each; all the
other fields say of which run.  A run goes on only from a file of the very same game, posting,
strategy, wagers, seats, seed and rules, so a resumed run ends as one that was never stopped.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from houseway.errors import Refused

FORMAT = "houseway simulation 1"


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """What the file holds."""

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


SAME = ("format", "game", "strategy", "wagers", "seats", "seed", "chunk")
"""What must be the same and can be said in a word; postings and rules are compared too."""


def load(path: Path, ours: Checkpoint) -> Checkpoint:
    """The checkpoint of this very run, or ours where there is no file yet."""
    if not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent} for the checkpoint {path.name}")
    if not path.exists():
        return ours
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Checkpoint)
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused(f"{path} is no checkpoint of a simulation: {error}") from None
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
                      "remove the file to begin anew")  # fmt: skip
    if len(found.counts) != len(ours.counts) or found.chunks < 0 or min(found.counts) < 0:
        raise Refused(f"{path} is no checkpoint of a simulation: its counts are damaged")
    return found


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write it whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(msgspec.json.format(msgspec.json.encode(checkpoint), indent=1))
        os.replace(part, path)
    except OSError as error:
        raise Refused(f"the checkpoint {path} cannot be written: {error.strerror}") from None
