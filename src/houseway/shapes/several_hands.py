"""Several hands of one player: ``main.2`` is the spot of the main wager on the second hand.

Every hand has its own wagers and tips, under the conditions of a first hand.  How many hands a
player may play is for the house to post.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from houseway.errors import Refused
from houseway.money import shown
from houseway.script import Act, Button, Choice, Place, Spot
from houseway.shapes.banked import PLAYER, Banked
from houseway.shapes.stakes import spot_and_hand

HandOf = tuple[int, int]
"""A seat and the number of one of its hands, from 0."""


class SeveralHands(Banked):
    """Base of the games in which a player may play more than one hand of a round."""

    hands_each: int
    hands_clauses: ClassVar[tuple[str, ...]] = ()

    def _make_bet_choices(self, name: str, moment: str, none: Button) -> tuple[Choice, ...]:
        bet, *others = super()._make_bet_choices(name, moment, none)
        if not isinstance(bet, Place):
            return (bet, *others)
        more = [spot_of(spot, n) for n in range(2, self.hands_each + 1) for spot in bet.spots]
        return (msgspec.structs.replace(bet, spots=(*bet.spots, *more)), *others)

    def hands_wagered(self, s: Any) -> list[HandOf]:
        """The hands with a main wager, in the order of the deal: clockwise, a seat's in a row."""
        found = [(seat, hand) for seat, spot, hand, owner in s.stakes
                 if spot == "main" and owner == PLAYER]  # fmt: skip
        return sorted(found)

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        if self.hands_each == 1:
            return super().refuses_bet(s, act)
        hands: dict[int, list[tuple[str, int]]] = {0: []}
        for spot, cents in act.places:
            if cents:
                name, hand = spot_and_hand(spot)
                hands.setdefault(hand, []).append((name, cents))
        total = sum(cents for _, cents in act.places)
        if total > s.purses[act.seat]:
            return Refused(
                f"seat {act.seat} has {shown(s.purses[act.seat])} in front, not {shown(total)}"
            )
        for hand, places in sorted(hands.items()):
            if why := self._refuses_hand(s, act.seat, hand, places, hands):
                return why
        return None

    def _refuses_hand(
        self, s: Any, seat: int, hand: int, places: list[tuple[str, int]], hands: Any
    ) -> Refused | None:
        """Why the wagers of one hand are not taken: what a first hand must have, or a gap."""
        if hand and hand - 1 not in hands:
            return Refused(f"hand {hand + 1} is played beside hand {hand}", self.hands_clauses)
        placed = {name for name, _ in places}
        for wager in self.offered:
            if hand and self.requires(wager) and wager.name not in placed:
                return Refused(f"hand {hand + 1} needs a {wager.name} wager", wager.clauses)
        refused = super().refuses_bet(s, Act(seat, "bet", places=tuple(places)))
        if refused is None or not hand:
            return refused
        return Refused(f"hand {hand + 1}: {refused.what}", refused.clauses)


def spot_of(spot: Spot, n: int) -> Spot:
    """The spot of the n-th hand; its base wager lies beside that of the hand before."""
    beside = tuple(f"{name}.{n}" for name in spot.beside)
    if spot.required:
        beside = (f"{spot.name}.{n - 1}" if n > 2 else spot.name,)
    return msgspec.structs.replace(
        spot, name=f"{spot.name}.{n}", required=False, words=f"{spot.words}, hand {n}",
        beside=beside,
    )  # fmt: skip
