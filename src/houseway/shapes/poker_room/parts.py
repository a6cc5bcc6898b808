"""The parts of a pot: what each goes to, and who gets the odd chip among tied hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from houseway.cite import rule
from houseway.hands.rankings import RANKINGS

AS_POSTED = ""
"""The odd chip goes where the house has posted."""


class Part(msgspec.Struct, frozen=True):
    """One part of every pot.

    A game's ``hands`` gives the strength of each hand for each part, 0 if it does not qualify.  A
    part that nobody qualifies for goes with the others; with one part left the pot is not divided.
    ``ranking`` is how its hands are ranked, if that is not its name; ``odd_chip`` who gets an odd
    chip among tied hands, a key of ``ODD_CHIPS``; ``clauses`` stand behind what is awarded.
    """

    name: str
    clauses: tuple[str, ...] = ()
    ranking: str = ""
    odd_chip: str = AS_POSTED

    def __post_init__(self) -> None:
        if (self.ranking or self.name) not in RANKINGS:
            raise ValueError(f"no ranking of hands is called {self.ranking or self.name!r}")
        if self.odd_chip and self.odd_chip not in ODD_CHIPS:
            raise ValueError(f"no rule for odd chips is called {self.odd_chip!r}")


@rule()
def highest_card(cards: Sequence[int]) -> int:
    """The highest card by rank and then by suit comes first."""
    highest = 0
    for i in range(len(cards)):
        highest = max(highest, int(cards[i]))
    return -highest


@rule()
def lowest_card(cards: Sequence[int]) -> int:
    """The lowest card by rank and then by suit comes first; the ace is low."""
    lowest = 52
    for i in range(len(cards)):
        lowest = min(lowest, (int(cards[i]) + 4) % 52)
    return lowest


@rule()
def lowest_card_ace_high(cards: Sequence[int]) -> int:
    """The lowest card by rank and then by suit comes first; the ace is high."""
    lowest = 53
    for i in range(len(cards)):
        lowest = min(lowest, int(cards[i]))
    return lowest


ODD_CHIPS: Mapping[str, Callable[[Sequence[int]], int] | None] = {
    "left_of_button": None,
    "highest_card": highest_card,
    "lowest_card": lowest_card,
    "lowest_card_ace_high": lowest_card_ace_high,
}
"""Among tied hands the first of this order gets the first odd chip; without one, by seat."""
