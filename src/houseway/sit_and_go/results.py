"""Who came where, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from houseway.money import format_dollars
from houseway.util.english import n


class Placed(msgspec.Struct, frozen=True):
    """One player at the end: places are shared by who cannot be told apart.

    ``hand`` is the one in which he lost his last chips, 0 if he never did.
    """

    place: int
    seat: int
    name: str
    prize: int
    hand: int = 0
    level: int = 0


class Lost(msgspec.Struct, frozen=True):
    """Somebody lost his last chips: in which hand, and what he began it with.

    What he is ``left_with`` is too little for an ante of a game that gives no hand for less.
    """

    seat: int
    hand: int
    level: int
    began_with: int
    left_with: int = 0


def ranked(lost: Iterable[Lost]) -> list[list[Lost]]:
    """Those who are out, from the one who came furthest; together who cannot be told apart.

    Who lasted longer comes before; of those who went out in one hand, who began it with more.
    """
    groups: dict[tuple[int, int], list[Lost]] = {}
    for out in lost:
        groups.setdefault((out.hand, out.began_with), []).append(out)
    return [groups[key] for key in sorted(groups, reverse=True)]


def placed(
    names: Mapping[int, str], left: Mapping[int, int], lost: Iterable[Lost], prizes: Sequence[int]
) -> list[Placed]:
    """Everybody's place and prize; ``left`` are those who were never out, with what they get."""
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
    """What a place is paid."""
    return format_dollars(cents) if cents else "no prize"


def sheet(entries: int, entry: int, fee: int, results: Sequence[Placed]) -> list[str]:
    """The result in lines, with sums that add up."""
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
