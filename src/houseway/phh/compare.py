"""What came of a hand beside what it states: stacks, winnings, and what the house took."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.engine.questions import Input
from houseway.engine.round import Round
from houseway.families.poker.end_events import PotAwarded
from houseway.phh.amounts import Amounts
from houseway.phh.model import CENTS, Hand, Number, finite, number, plain

LARGEST_RAKE = 10
"""What a house takes is a tenth of the pots at the most; more is a difference, and no rake."""


class Replayed(msgspec.Struct):
    """A hand played again: its round, and what came of it in the hand's own numbers.

    ``order`` are the seats of its players, and ``stacks`` what they have.
    ``stopped`` is "unfinished" where the actions end before the hand, and "undecided" where nobody
    at the showdown has cards that are told.  ``rake`` is missing from the stacks that are stated;
    ``difference`` says in which other way they are not those of the rules.  ``unknown`` are the
    cards that stand for those which the hand does not tell, and ``scale`` says into how many of
    the round's units one of the hand's is divided.
    """

    hand: Hand
    round: Round
    order: Sequence[int]
    stacks: list[Number]
    stopped: str = ""
    rake: Number = 0
    difference: str = ""
    unknown: frozenset[int] = frozenset()
    scale: int = CENTS

    @property
    def inputs(self) -> list[Input]:
        """All that came into the round."""
        return self.round.inputs

    @property
    def pots(self) -> list[int]:
        """What each player has collected, in the units of the round."""
        won = dict.fromkeys(self.order, 0)
        for event in self.round.events:
            if type(event) is PotAwarded:
                won[event.seat] += event.cents
        return list(won.values())

    @property
    def winnings(self) -> list[Number]:
        """What each player has collected."""
        return [number(cents, self.scale) for cents in self.pots]


def compared(
    hand: Hand, round_: Round, stopped: str, amounts: Amounts, order: Sequence[int]
) -> Replayed:
    """What came of the hand, and whether it is what the hand says; ``order`` are its seats."""
    chips = [round_.state.chips[seat] for seat in order]
    scale = amounts.scale
    found = Replayed(hand, round_, order, [], stopped, scale=scale)
    found.stacks = [
        number(cents, scale) if finite(begun) else begun
        for cents, begun in zip(chips, hand.starting_stacks, strict=True)
    ]
    if stopped != "undecided" and (hand.winnings or found.stacks != hand.finishing_stacks):
        _check(found, chips, amounts)
    return found


def _check(found: Replayed, chips: list[int], amounts: Amounts) -> None:
    """What is stated beside what came of it: the same, less a rake, or different."""
    hand, pots = found.hand, found.pots
    rakes = set()
    for what, stated, ours in (
        ("finishing_stacks", hand.finishing_stacks, chips),
        ("winnings", hand.winnings, pots),
    ):
        if stated is not None and not found.difference:
            rake, found.difference = _beside(what, stated, ours, pots, amounts)
            rakes.add(rake)
    if len(rakes) > 1 and not found.difference:
        found.difference = "finishing_stacks and winnings do not tell of the same rake"
    elif rakes:
        found.rake = amounts.number(rakes.pop())


def _beside(
    what: str, stated: list[Number], ours: list[int], pots: list[int], amounts: Amounts
) -> tuple[int, str]:
    """The rake that is missing from what is stated, or in words what else differs."""
    lacking = [
        mine - amounts.units(value) if finite(value) else 0
        for mine, value in zip(ours, stated, strict=True)
    ]
    if not any(lacking):
        return 0, ""
    rake = sum(lacking)
    raked = all(0 <= less <= won for less, won in zip(lacking, pots, strict=True))
    if raked and rake * LARGEST_RAKE <= sum(pots):
        return rake, ""
    player = next(i for i, less in enumerate(lacking) if less)
    mine = plain(amounts.number(ours[player]))
    return 0, f"{what}: p{player + 1} has {mine} by the rules, not {plain(stated[player])}"
