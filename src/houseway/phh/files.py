"""Files of hands: one (``.phh``), many (``.phhs``), or a folder of either; and what became of all.

A hand that cannot be read or played does not keep the others from it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from houseway.errors import BadFile, HousewayError
from houseway.phh.compare import Replayed
from houseway.phh.model import BadHand, Hand
from houseway.phh.replay import replay
from houseway.phh.text import next_number, read, read_all, write, write_all
from houseway.util.toml import utf8

ONE, MANY = ".phh", ".phhs"
LARGEST = 500_000_000
"""How large a file of hands may be, in bytes."""

AS_STATED, RAKED, NOTHING_STATED = "as stated", "as stated, less a rake", "nothing stated"
DIFFERENT, BAD = "different", "bad"


class Found(msgspec.Struct, frozen=True):
    """One hand of a file: which it is, and the hand, or why it cannot be read."""

    where: str
    hand: Hand | BadHand


class Outcome(msgspec.Struct, frozen=True):
    """What became of one hand, in one word, and if it is not as it should be, a sentence."""

    where: str
    became: str
    why: str = ""
    replayed: Replayed | None = None


def is_phh(path: Path) -> bool:
    """Whether this is a file of hands, or a folder, which is taken for one."""
    return path.suffix in (ONE, MANY) or os.path.isdir(path)  # a name too long is none


def hands_in(path: Path) -> Iterator[Found]:
    """Each hand of a file, or of the files of a folder."""
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.suffix in (ONE, MANY))
        if not files:
            raise BadFile(str(path), "", "there is no .phh or .phhs file in it")
        for file in files:
            yield from hands_in(file)
        return
    text = utf8(_bytes(path), str(path))
    if path.suffix == MANY:
        for name, hand in read_all(text):
            yield Found(f"{path}: hand {name}" if name else str(path), hand)
        return
    try:
        yield Found(str(path), read(text))
    except BadHand as bad:
        yield Found(str(path), bad)


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            size = LARGEST // 1_000_000
            raise BadFile(str(path), "", f"is too large; a file of hands has {size} MB at the most")
        return path.read_bytes()
    except FileNotFoundError:
        raise BadFile(str(path), "", "there is no such file") from None
    except OSError as error:
        raise BadFile(str(path), "", f"cannot be read: {error.strerror}") from None


def play(found: Found, posting: Mapping[str, str] | None = None) -> Outcome:
    """Play a hand of a file."""
    if isinstance(found.hand, BadHand):
        return Outcome(found.where, BAD, str(found.hand))
    try:
        replayed = replay(found.hand, posting)
    except BadHand as bad:
        return Outcome(found.where, BAD, str(bad))
    hand = found.hand
    if replayed.difference:
        return Outcome(found.where, DIFFERENT, replayed.difference, replayed)
    if replayed.stopped:
        became = replayed.stopped
    elif hand.finishing_stacks is None and hand.winnings is None:
        became = NOTHING_STATED
    else:
        became = RAKED if replayed.rake else AS_STATED
    return Outcome(found.where, became, "", replayed)


def summary(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """How many hands became what."""
    return dict(Counter(outcome.became for outcome in outcomes))


def write_hands(path: Path, hands: Iterable[Hand]) -> int:
    """Write hands: one to a ``.phh`` file, or behind those that a ``.phhs`` file has already."""
    listed = list(hands)
    try:
        if path.suffix == MANY:
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            gap = "\n" if before.strip() else ""
            with path.open("a", encoding="utf-8") as file:
                file.write(gap + write_all(listed, next_number(before)))
        elif len(listed) != 1:
            raise HousewayError(f"{path}: a .phh file has one hand; {len(listed)} go into a .phhs")
        else:
            path.write_text(write(listed[0]), encoding="utf-8")
    except OSError as error:
        raise HousewayError(f"{path}: cannot be written: {error.strerror}") from None
    return len(listed)
