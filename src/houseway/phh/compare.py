"""Compare the result of a replayed hand with the one it states: stacks, winnings and rake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from houseway.engine.questions import Input
from houseway.families.poker.events.betting import UncalledReturned
from houseway.families.poker.events.ending import PotAwarded
from houseway.phh.amounts import HandAmounts
from houseway.phh.model import CENTS, Hand, Number, finite, number, plain
from houseway.table.round import Round

LARGEST_RAKE = 10
"""The largest rake is one part of this many of the pots; what lacks more is a difference."""


POTS = "the pots"
WITH_UNCALLED = "the pots and the uncalled bet"
NOT_RECORDED = "not recorded"
ALL_CALLED = "the pots, and every bet was called"
"""Meanings of ``winnings``.  A hand has a winner, so zeros alone record nothing.

Where every bet was called, the first two are the same."""


class ReplayedHand(msgspec.Struct):
    """A hand played again: its round, and its result in the hand's own numbers.

    ``order`` lists the seats of the players, ``stacks`` their chips at the end. ``stopped`` is
    "unfinished" if the actions end before the hand. It is "undecided" if no hand at the showdown
    has known cards. ``rake`` is missing from the stated stacks; ``difference`` describes any other
    way in which they are not those of the rules. ``winnings_are`` is the convention of the stated
    winnings, "" if none are stated. ``unknown`` are the cards that stand for unknown ones.
    ``scale`` is the number of the round's units in one of the hand's.
    """

    hand: Hand
    round: Round
    order: Sequence[int]
    stacks: list[Number]
    stopped: str = ""
    rake: Number = 0
    difference: str = ""
    winnings_are: str = ""
    unknown: frozenset[int] = frozenset()
    scale: int = CENTS

    @property
    def inputs(self) -> list[Input]:
        """Return every input of the round, in order."""
        return self.round.inputs

    @property
    def pots(self) -> list[int]:
        """Return the pots that each player collected, in the units of the round."""
        return self._received(PotAwarded)

    @property
    def uncalled(self) -> list[int]:
        """Return the bets that no other player matched, in the units of the round."""
        return self._received(UncalledReturned)

    def _received(self, kind: type[PotAwarded | UncalledReturned]) -> list[int]:
        """Return the cents that each seat received by this kind of event, in playing order."""
        got = dict.fromkeys(self.order, 0)
        for event in self.round.events:
            if type(event) is kind:
                got[event.seat] += event.cents
        return list(got.values())

    @property
    def winnings(self) -> list[Number]:
        """Return the pots that each player collected."""
        return [number(cents, self.scale) for cents in self.pots]


def compared(
    hand: Hand, round_: Round, stopped: str, amounts: HandAmounts, order: Sequence[int]
) -> ReplayedHand:
    """Compare the round of a hand with the result that the hand states."""
    chips = [round_.state.chips[seat] for seat in order]
    scale = amounts.scale
    found = ReplayedHand(hand, round_, order, [], stopped, scale=scale)
    found.stacks = [
        number(cents, scale) if finite(begun) else begun
        for cents, begun in zip(chips, hand.starting_stacks, strict=True)
    ]
    if stopped != "undecided" and (hand.winnings or found.stacks != hand.finishing_stacks):
        _check(found, chips, amounts)
    return found


class _Verdict(NamedTuple):
    """The rake that is missing from a stated list, and the other difference in words, or ""."""

    rake: int
    difference: str
    convention: str = ""


def _check(found: ReplayedHand, chips: list[int], amounts: HandAmounts) -> None:
    """Compare stacks and winnings: they are the same, lack a rake, or differ."""
    hand, pots = found.hand, found.pots
    stacks = won = None
    if hand.finishing_stacks is not None:
        stacks = _beside("finishing_stacks", hand.finishing_stacks, chips, pots, amounts)
    if hand.winnings is not None and not found.stopped:
        won = _winnings(found, hand.winnings, amounts, None if stacks is None else stacks.rake)
        found.winnings_are = won.convention
    verdicts = [x for x in (stacks, won) if x is not None and x.convention != NOT_RECORDED]
    found.difference = next((x.difference for x in verdicts if x.difference), "")
    if found.difference:
        return
    rakes = {x.rake for x in verdicts}
    if len(rakes) > 1:
        found.difference = "finishing_stacks and winnings do not tell of the same rake"
    elif rakes:
        found.rake = amounts.number(rakes.pop())


def _winnings(
    found: ReplayedHand, stated: list[Number], amounts: HandAmounts, rake: int | None
) -> _Verdict:
    """Compare stated winnings by the convention that fits them.

    Where both fit, it is the one with the ``rake`` of the stacks, or else with the smaller rake.
    """
    if not any(stated):
        return _Verdict(0, "", NOT_RECORDED)
    pots, uncalled = found.pots, found.uncalled
    if not any(uncalled):
        verdict = _beside("winnings", stated, pots, pots, amounts)
        return verdict._replace(convention="" if verdict.difference else ALL_CALLED)
    whole = [won + back for won, back in zip(pots, uncalled, strict=True)]
    verdicts = [
        _beside("winnings", stated, ours, pots, amounts)._replace(convention=convention)
        for convention, ours in ((POTS, pots), (WITH_UNCALLED, whole))
    ]
    fitting = [x for x in verdicts if not x.difference]
    if not fitting:
        return verdicts[0]._replace(convention="")
    return min(fitting, key=lambda x: (rake is not None and x.rake != rake, x.rake))


def _beside(
    what: str, stated: list[Number], ours: list[int], pots: list[int], amounts: HandAmounts
) -> _Verdict:
    """Compare one stated list with ours; only winners may have less, and a tenth at the most."""
    lacking = [
        mine - amounts.units(value) if finite(value) else 0
        for mine, value in zip(ours, stated, strict=True)
    ]
    if not any(lacking):
        return _Verdict(0, "")
    rake = sum(lacking)
    raked = all(0 <= less <= won for less, won in zip(lacking, pots, strict=True))
    if raked and rake * LARGEST_RAKE <= sum(pots):
        return _Verdict(rake, "")
    player = next(i for i, less in enumerate(lacking) if less)
    mine = plain(amounts.number(ours[player]))
    words = f"{what}: p{player + 1} has {mine} by the rules, not {plain(stated[player])}"
    return _Verdict(0, words)
