"""The main wager of Pai Gow Poker: all 8.25 x 10^15 deals, both hands set the house way."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from houseway.analysis.set_hands.pai_gow_poker.classes import Deck
from houseway.analysis.set_hands.pai_gow_poker.meeting import (
    SetRange,
    count_marks,
    count_sets,
    meet,
    parts_of,
)
from houseway.analysis.set_hands.pai_gow_poker.stored_counts import KeptParts
from houseway.analysis.set_hands.pai_gow_poker.table import set_all, set_the_house_way, spread_out
from houseway.game.wagers import Wager

FEW = 20
"""The number of parts that are finished before a progress report is of use."""
SETS = "player and player-dealer both set the house way"


@functools.lru_cache(maxsize=32)
def house_ways(posted: int, deck: Deck = Deck()) -> tuple[int, int, int]:  # noqa: B008 - frozen
    """Return the deals won, pushed and lost by a player; counted once, then stored on disk."""
    kept = KeptParts(
        f"pai-gow-poker-{deck.ranks}-{posted}", (set_all, spread_out, count_marks, count_sets),
        "all deals of two hands of Pai Gow Poker are counted, which takes a minute or two",
    )  # fmt: skip
    if "all" not in kept.parts:
        with kept.counting():
            if "all" not in kept.parts:
                kept.parts["all"] = _counted(kept, deck, posted)
                kept.save()
    won, pushed, lost = kept.parts["all"]
    return won, pushed, lost


def _counted(kept: KeptParts, deck: Deck, posted: int) -> tuple[int, int, int]:
    """Count what is not kept yet."""
    parts = parts_of(deck)
    if len(parts) > FEW:
        kept.tell(0)
    done = {
        part: (kept.parts[_name(part)][0], kept.parts[_name(part)][1])
        for part in parts
        if _name(part) in kept.parts
    }
    number = {part: i for i, part in enumerate(parts, 1)}

    def keep(part: SetRange, found: tuple[int, int]) -> None:
        kept.add(_name(part), found, number[part] / (len(parts) + 1))

    return meet(set_the_house_way(deck, posted), done, keep)


def _name(part: SetRange) -> str:
    """Return the name by which the sums of a part are stored."""
    return f"{part.shared}:{part.first}-{part.last}"


def main_ways(game: Any, wager: Wager) -> Sequence[int]:
    """Return the deals won, pushed and lost by a player who sets the house way."""
    return house_ways(game.as_posted)
