"""Files of hands: one (``.phh``), many (``.phhs``), or a folder of either; and their outcomes.

A hand that cannot be read or played does not stop the others.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from houseway.errors import BadFile, HousewayError
from houseway.phh.compare import NOT_RECORDED, POTS, WITH_UNCALLED, ReplayedHand
from houseway.phh.model import BadHand, Hand
from houseway.phh.replay import replay
from houseway.phh.text import next_number, read, read_all, write, write_all
from houseway.util.english import n
from houseway.util.toml import utf8

ONE, MANY = ".phh", ".phhs"
LARGEST = 500_000_000
"""The largest file of hands, in bytes."""

AS_STATED, RAKED, NOTHING_STATED = "as stated", "as stated, less a rake", "nothing stated"
DIFFERENT, BAD = "different", "bad"


class FoundHand(msgspec.Struct, frozen=True):
    """One hand of a file: its place, and the hand or the reason why it cannot be read."""

    where: str
    hand: Hand | BadHand


class Outcome(msgspec.Struct, frozen=True):
    """The verdict on one hand in a word or two, and a sentence if it is different or bad."""

    where: str
    became: str
    why: str = ""
    replayed: ReplayedHand | None = None

    @property
    def winnings_are(self) -> str:
        """Return the convention of the stated winnings; "" if none are stated or none fits."""
        return "" if self.replayed is None else self.replayed.winnings_are


def is_phh(path: Path) -> bool:
    """Return True for a file of hands, or for a folder, which is taken for one."""
    return path.suffix in (ONE, MANY) or os.path.isdir(path)  # a name too long is none


def hands_in(path: Path) -> Iterator[FoundHand]:
    """Yield each hand of a file, or of the files of a folder.

    A file of a folder that cannot be read counts as one bad hand; the others are still read.
    """
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.suffix in (ONE, MANY))
        if not files:
            raise BadFile(str(path), "", "there is no .phh or .phhs file in it")
        for file in files:
            try:
                yield from hands_in(file)
            except BadFile as bad:
                yield FoundHand(str(file), BadHand(bad.why))
        return
    text = utf8(_bytes(path), str(path))
    if path.suffix == MANY:
        for name, hand in read_all(text):
            yield FoundHand(f"{path}: hand {name}" if name else str(path), hand)
        return
    try:
        yield FoundHand(str(path), read(text))
    except BadHand as bad:
        yield FoundHand(str(path), bad)


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


def play(found: FoundHand, posting: Mapping[str, str] | None = None) -> Outcome:
    """Play a hand of a file and return its outcome."""
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
    elif hand.finishing_stacks is None and replayed.winnings_are in ("", NOT_RECORDED):
        became = NOTHING_STATED
    else:
        became = RAKED if replayed.rake else AS_STATED
    return Outcome(found.where, became, "", replayed)


def summary(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Return the number of hands for each verdict."""
    return dict(Counter(outcome.became for outcome in outcomes))


def describe_winnings(conventions: Mapping[str, int]) -> str:
    """Return a sentence on the meaning of ``winnings``; "" if they are the pots throughout.

    >>> describe_winnings({"the pots": 12, "not recorded": 3})
    'winnings are the pots in 12 hands, not recorded in 3 hands'
    """
    counts = {x: conventions[x] for x in (POTS, WITH_UNCALLED, NOT_RECORDED) if conventions.get(x)}
    if not counts or set(counts) == {POTS}:
        return ""
    parts = [f"{convention} in {n(count, 'hand')}" for convention, count in counts.items()]
    return f"winnings are {', '.join(parts)}"


def write_hands(path: Path, hands: Iterable[Hand]) -> int:
    """Write one hand to a ``.phh`` file, or append hands to a ``.phhs`` file; return the number."""
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
