"""What winners of one round share: meters, and the most that a house pays on a wager.

Both are worked out for all seats together before the first is paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.meters import ALL, Terms, Winner, award
from houseway.money import shown
from houseway.pay import Payout
from houseway.shapes.stakes import BankedState, Place, Who
from houseway.wager import Wager


class Share(msgspec.Struct, frozen=True):
    """What a seat's wager gets otherwise than by the odds alone."""

    cents: int = 0
    """From the meter."""
    meter: int = 0
    wins_meter: bool = False
    of: tuple[int, int] = (1, 1)
    """The part of its winnings that is paid, where all together exceed the limit."""
    note: str = ""


WHOLE = Share()
Claimed = Sequence[tuple[Place, Who, int]]
"""Wagers with the row of the pay table they have come to, in the order of settlement."""


class Sharing:
    """The terms of one wager at one table."""

    def __init__(self, game: Any, wager: Wager) -> None:
        self.wager, self.words = wager, game.words()
        self.payouts: tuple[Payout, ...] = game.pay[wager.paid_by]
        self.breakage = game.breakage
        self.limit: int = getattr(game, f"{wager.name}_aggregate", 0)
        self.per_hand = getattr(game, f"{wager.name}_aggregate_per", "") == "hand"
        self.terms: tuple[Terms, ...] = wager.terms(game) if wager.meters else ()
        self.at_least_fixed: bool = getattr(game, f"{wager.name}_at_least_fixed", False)
        column: str = getattr(game, wager.paid_by)
        self.meter_of = meter_of(
            self.payouts, game.pay_tables()[wager.paid_by].printed[column], len(self.terms)
        )

    @property
    def needed(self) -> bool:
        """Whether there is anything to share or to limit."""
        return bool(self.terms or self.limit)

    @property
    def in_turn(self) -> bool:
        """Whether winners come one after the other, each to what the one before has left."""
        return bool(self.terms) and self.terms[0].awards == "in turn"

    def shares(self, s: BankedState, claims: Claimed) -> dict[tuple[Place, Who], Share]:
        """What each wager gets, for all who have one."""
        found = self._from_meters(s, claims)
        if self.limit:
            self._cut(s, claims, found)
        return {claims[i][:2]: share for i, share in found.items()}

    def _from_meters(self, s: BankedState, claims: Claimed) -> dict[int, Share]:
        found: dict[int, Share] = {}
        for meter, terms in enumerate(self.terms):
            winners = [
                Winner(i, self.payouts[row].meter_percent)
                for i, (_, _, row) in enumerate(claims)
                if self.payouts[row].meter_percent and self.meter_of[row] == meter
            ]
            if not winners:
                continue
            for won in award(s.meters[self.wager.name][meter], terms, winners)[1]:
                note = f"{won.percent} % of the meter, {shown(won.cents)}"
                found[won.seat] = Share(won.cents, meter, won.percent == ALL, (1, 1), note)
        return found

    def _cut(self, s: BankedState, claims: Claimed, found: dict[int, Share]) -> None:
        """Pro rata where all together, or all on one hand, would be paid more than the limit."""
        won = [
            max(0, self.payouts[row].back(staked, self.breakage) - staked)
            for place, who, row in claims
            for staked in (s.stakes[place][who],)
        ]
        for i, (place, _, _) in enumerate(claims):
            beside = (
                each
                for each, other in zip(won, claims, strict=True)
                if not self.per_hand or other[0] == place
            )
            if won[i] and (total := sum(beside)) > self.limit:
                note = f"{shown(total)} won, {shown(self.limit)} is the most that is paid"
                found[i] = msgspec.structs.replace(
                    found.get(i, WHOLE), of=(self.limit, total), note=note
                )

    def back(self, outcome: int, staked: int, share: Share) -> int:
        """Everything that goes to a wager's owner, meter included."""
        payout = self.payouts[outcome]
        back = payout.back(staked, self.breakage)
        if back > staked and share.of != (1, 1):
            back = staked + (back - staked) * share.of[0] // share.of[1]
        if payout.meter_percent and self.at_least_fixed and not payout.numerator:
            return max(back + share.cents, self._next_fixed(outcome).back(staked, self.breakage))
        return back + share.cents

    def _next_fixed(self, outcome: int) -> Payout:
        """The best of the fixed awards below: in a table that falls, the next printed one."""
        return max((p for p in self.payouts[outcome:] if not p.meter_percent), key=Payout.net)

    def short_shares(self, stake: int) -> tuple[str, ...]:
        """Rows whose share of a fresh meter is less than the next fixed award, in words."""
        found = []
        for i, payout in enumerate(self.payouts):
            if not payout.meter_percent or payout.numerator:
                continue
            share = self.terms[self.meter_of[i]].seed * payout.meter_percent // ALL
            below = self._next_fixed(i).back(stake, self.breakage)
            if share < below:
                said = self.words.outcome(self.wager.name, self.wager.by.outcomes[i])
                found.append(
                    f"{payout.text} of the seed for {said} is {shown(share)}, less than the "
                    f"{shown(below)} of the next fixed award"
                )
        return tuple(found)


def meter_of(payouts: Sequence[Payout], printed: Sequence[int], meters: int) -> tuple[int, ...]:
    """The meter each outcome is paid from: each printed row of 100 % its own while there are.

    Part shares are of the first one, and so is everything where there is only one.
    """
    whole = [
        row
        for row in dict.fromkeys(printed)
        if payouts[row].meter_percent == ALL
    ]  # fmt: skip
    return tuple(
        whole.index(row) if row in whole and whole.index(row) < meters else 0 for row in printed
    )
