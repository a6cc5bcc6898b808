"""Wagers settled already that go back: the deal was a misdeal, and everybody keeps his bets."""

from __future__ import annotations

from houseway.events import TOKES, Event, Settlement, Transfer, purse
from houseway.game import Dealing
from houseway.money import Cents
from houseway.shapes.stakes import (
    PLAYER,
    BankedState,
    bank_account,
    return_wagers,
    take_out_of_meters,
)


class SettlementUndone(Event, frozen=True):
    """What a wager was paid goes back to the bank, and the wager to whoever put it up."""

    seat: int
    spot: str
    stake: Cents
    back: Cents
    reason: str
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = PLAYER
    bank: int = 0

    def do(self, s: BankedState) -> None:
        del s.decided[self.seat, self.spot, self.hand, self.owner]
        if self.owner == PLAYER:
            s.purses[self.seat] -= self.back
        else:
            s.tokes -= self.back
        s.purses[self.seat] += self.stake
        if self.bank:
            s.bank_wager += self.back - self.stake
        else:
            s.house += self.back - self.stake

    def transfers(self) -> tuple[Transfer, ...]:
        owner = purse(self.seat) if self.owner == PLAYER else TOKES
        bank = bank_account(self.bank)
        return ((owner, bank, self.back), (bank, purse(self.seat), self.stake))

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, "undone", "no action", self.back, self.stake, self.clauses,
            self.hand, self.owner, self.reason,
        )  # fmt: skip


def undo_settlements(
    r: Dealing, reason: str, clauses: tuple[str, ...], seat: int | None = None,
    lost_only: bool = False,
) -> None:  # fmt: skip
    """Every wager settled in this round, or of one seat; or only those that lost.

    Losses come back first, so that nobody owes what he has won before.
    """
    s = r.state
    settled = sorted(s.decided.items(), key=lambda item: item[1][1] - item[1][0])
    for (who, spot, hand, owner), (staked, back) in settled:
        if seat not in (None, who) or (lost_only and back):
            continue
        r.emit(SettlementUndone(who, spot, staked, back, reason, clauses, hand, owner, s.bank))
        if owner == PLAYER:
            take_out_of_meters(r, who, spot)


def give_back(r: Dealing, reason: str, clauses: tuple[str, ...], seat: int | None = None) -> None:
    """Every wager of the round, or of one seat: those on the table, and those settled already."""
    return_wagers(r, reason, clauses, seat)
    undo_settlements(r, reason, clauses, seat)
