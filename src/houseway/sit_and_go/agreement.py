"""Division of the remaining prizes among the players left: equally, by chips, or by chances.

Amounts are fractions until the end. Each player then gets whole cents, and the remaining cents go
one each to the largest remainders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

EQUAL, BY_CHIPS, ICM = "equal", "by_chips", "icm"
WAYS = {
    EQUAL: "everybody the same",
    BY_CHIPS: "the least prize to everybody, the rest by chips",
    ICM: "by the chance of each place, as the chips give it",
}


def shared(way: str, chips: Mapping[int, int], prizes: Sequence[int]) -> dict[int, int]:
    """Return cents by seat; ``prizes`` has one prize for each player left, the largest first."""
    total = sum(prizes)
    if way == EQUAL:
        parts = {seat: Fraction(total, len(chips)) for seat in chips}
    elif way == BY_CHIPS:
        sure, all_chips = min(prizes), sum(chips.values())
        rest = total - sure * len(chips)
        parts = {seat: sure + Fraction(rest * n, all_chips) for seat, n in chips.items()}
    else:
        parts = {
            seat: sum(
                (chance * prize for chance, prize in zip(of, prizes, strict=True)), Fraction()
            )
            for seat, of in chances_of(chips).items()
        }
    return in_cents(parts, total)


def in_cents(parts: Mapping[int, Fraction], total: int) -> dict[int, int]:
    """Return whole cents with this total."""
    found = {seat: int(part) for seat, part in parts.items()}
    lost = sorted(parts, key=lambda seat: (found[seat] - parts[seat], seat))
    for seat in lost[: total - sum(found.values())]:
        found[seat] += 1
    return found


def chances_of(chips: Mapping[int, int]) -> dict[int, tuple[Fraction, ...]]:
    """Return the chances of each place for each seat, the first place first.

    A seat wins with a chance equal to its share of the chips. Each further place is decided in the
    same way among the seats left. The model ignores the cards.
    """
    seats = tuple(chips)

    @cache
    def left(gone: frozenset[int]) -> Fraction:
        """Return the chance that exactly these have taken the first places, in any order."""
        if not gone:
            return Fraction(1)
        return sum(
            (left(gone - {seat}) * next_is(gone - {seat}, seat) for seat in gone), Fraction()
        )

    def next_is(gone: frozenset[int], seat: int) -> Fraction:
        among = sum(chips[other] for other in seats if other not in gone)
        return Fraction(chips[seat], among)

    found = {seat: [Fraction()] * len(seats) for seat in seats}
    for gone in _sets(seats):
        for seat in seats:
            if seat not in gone:
                found[seat][len(gone)] += left(gone) * next_is(gone, seat)
    return {seat: tuple(of) for seat, of in found.items()}


def _sets(seats: Sequence[int]) -> list[frozenset[int]]:
    """Return every set of seats except the set of all."""
    n = len(seats)
    return [
        frozenset(seat for i, seat in enumerate(seats) if bits >> i & 1)
        for bits in range((1 << n) - 1)
    ]
