"""Wagers already taken that go back: the deal was a misdeal, and everybody keeps his bets."""

from __future__ import annotations

from houseway.events import Event, Settlement, Transfer, purse
from houseway.game import Dealing
from houseway.money import Cents
from houseway.shapes.stakes import PLAYER, BankedState, bank_account, take_out_of_meters


class WagerRestored(Event, frozen=True):
    """A wager already taken goes back to whoever put it up."""

    seat: int
    spot: str
    cents: Cents
    reason: str
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = PLAYER
    bank: int = 0

    def do(self, s: BankedState) -> None:
        del s.decided[self.seat, self.spot, self.hand, self.owner]
        s.purses[self.seat] += self.cents
        if self.bank:
            s.bank_wager -= self.cents
        else:
            s.house -= self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((bank_account(self.bank), purse(self.seat), self.cents),)

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, "restored", "no action", 0, self.cents, self.clauses, self.hand,
            self.owner, self.reason,
        )  # fmt: skip


def restore_wagers(
    r: Dealing, reason: str, clauses: tuple[str, ...], seat: int | None = None
) -> None:
    """Give back every wager lost before the end of the round, or those of one seat."""
    s = r.state
    for (who, spot, hand, owner), (staked, back) in tuple(s.decided.items()):
        if staked and not back and seat in (None, who):
            r.emit(WagerRestored(who, spot, staked, reason, clauses, hand, owner, s.bank))
            if owner == PLAYER:
                take_out_of_meters(r, who, spot)
