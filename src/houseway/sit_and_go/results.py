"""Places and prizes of a sit & go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from houseway.money import format_dollars
from houseway.util.english import n


class Placed(msgspec.Struct, frozen=True):
    """A player's final place; players who cannot be separated share a place.

    ``hand`` is the one in which the player lost the last chips, 0 if that never happened.
    """

    place: int
    seat: int
    name: str
    prize: int
    hand: int = 0
    level: int = 0


class Lost(msgspec.Struct, frozen=True):
    """A player who lost the last chips: the hand, and the stack at its start.

    ``left_with`` is a stack below the ante, in a game that deals no hand for less.
    """

    seat: int
    hand: int
    level: int
    began_with: int
    left_with: int = 0


def ranked(lost: Iterable[Lost]) -> list[list[Lost]]:
    """Return groups of eliminated players from the best place; a group shares a place.

    Later elimination ranks higher; within one hand, the larger stack at its start.
    """
    groups: dict[tuple[int, int], list[Lost]] = {}
    for out in lost:
        groups.setdefault((out.hand, out.began_with), []).append(out)
    return [groups[key] for key in sorted(groups, reverse=True)]


def placed(
    names: Mapping[int, str], left: Mapping[int, int], lost: Iterable[Lost], prizes: Sequence[int]
) -> list[Placed]:
    """Return every player's place and prize; ``left`` has the players still in, with their
    chips.
    """
    best = sorted(left.values(), reverse=True)
    found = [
        Placed(1 + best.index(cents), seat, names[seat], cents)
        for seat, cents in sorted(left.items(), key=lambda x: -x[1])
    ]
    at = len(left)
    for group in ranked(lost):
        paid = sum(prizes[at : at + len(group)])
        each, odd = divmod(paid, len(group))
        for i, out in enumerate(sorted(group, key=lambda x: x.seat)):
            prize = each + (i < odd)
            found.append(Placed(at + 1, out.seat, names[out.seat], prize, out.hand, out.level))
        at += len(group)
    return found


def prize(cents: int) -> str:
    """Return the prize of a place in words."""
    return format_dollars(cents) if cents else "no prize"


def sheet(entries: int, entry: int, fee: int, results: Sequence[Placed]) -> list[str]:
    """Return the result in lines, with totals."""
    count = n(entries, "entry")
    lines = [f"{count} of {format_dollars(entry)}: {format_dollars(entries * entry)} to play for"]
    if fee:
        fees = f"{n(entries, 'fee')} of {format_dollars(fee)}"
        lines.append(f"to the house: {fees}, {format_dollars(entries * fee)} in all")
    for one in results:
        when = f"out in hand {one.hand}, level {one.level}" if one.hand else "in to the end"
        lines.append(f"{one.place}. {one.name} (seat {one.seat}): {prize(one.prize)}, {when}")
    lines.append(f"paid out: {format_dollars(sum(one.prize for one in results))}")
    return lines
