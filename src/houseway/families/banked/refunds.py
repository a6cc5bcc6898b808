"""Wagers that go back: without action, or settled already though the deal was a misdeal."""

from __future__ import annotations

from houseway.engine.events import TOKES, Event, Settlement, Transfer, meter, purse
from houseway.engine.questions import PLAYER
from houseway.families.banked.progressives import take_out_of_meters
from houseway.families.banked.state import (
    BankedState,
    StakeKey,
    StakeOwner,
    WagerReturned,
    bank_account,
)
from houseway.game.base import RoundContext
from houseway.game.progressives import paid
from houseway.money import Cents


def return_wagers(
    r: RoundContext[BankedState], reason: str, clauses: tuple[str, ...], seat: int | None = None
) -> None:
    """Give back every wager still on the table, or those of one seat and in its circle."""
    s = r.state
    lying = [(at, who) for at, who, _ in s.iter_stakes()] if seat is None else s.owns(seat)
    for place, who in lying:
        return_wager(r, place, who, reason, clauses)


def return_wager(
    r: RoundContext[BankedState],
    place: StakeKey,
    who: StakeOwner,
    reason: str,
    clauses: tuple[str, ...],
) -> None:
    """Give back one wager, and take out of the meters what it has put in."""
    (circle, spot, hand), (bettor, whom) = place, who
    cents = r.state.stakes[place][who]
    elsewhere = circle if circle != bettor else 0
    r.emit(WagerReturned(
        bettor, spot, cents=cents, reason=reason, clauses=clauses, hand=hand, owner=whom,
        circle=elsewhere,
    ))  # fmt: skip
    if whom == PLAYER:
        take_out_of_meters(r, place, bettor)


class SettlementUndone(Event, frozen=True):
    """The payment of a wager goes back to the bank, and the wager to its bettor."""

    seat: int
    spot: str
    stake: Cents
    back: Cents
    reason: str
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = PLAYER
    bank: int = 0
    circle: int = 0
    """The seat of the circle, if it is not the bettor's own; 0: it is."""
    from_meter: Cents = 0
    """The part of ``back`` that goes back into a meter."""
    meter: int = 0
    settles = True

    def do(self, s: BankedState) -> None:
        place = (self.circle or self.seat, self.spot, self.hand)
        del s.decided[place, (self.seat, self.owner)]
        if self.owner == PLAYER:
            s.purses[self.seat] -= self.back
        else:
            s.tokes -= self.back
        s.purses[self.seat] += self.stake
        gained = self.back - self.from_meter - self.stake
        if s.bank is not None and self.bank:
            s.bank.gives_back(gained)
        else:
            s.house += gained
        if self.from_meter:
            kept = s.meters[self.spot]
            kept[self.meter] = paid(kept[self.meter], -self.from_meter)

    def transfers(self) -> tuple[Transfer, ...]:
        owner = purse(self.seat) if self.owner == PLAYER else TOKES
        bank = bank_account(self.bank)
        from_bank = self.back - self.from_meter
        moved = ((owner, bank, from_bank), (bank, purse(self.seat), self.stake))
        if not self.from_meter:
            return moved
        return (*moved, (owner, meter(self.spot, self.meter), self.from_meter))

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, outcome="undone", odds="no action", stake=self.back,
            back=self.stake, clauses=self.clauses, hand=self.hand, owner=self.owner,
            note=self.reason, element="", circle=self.circle,
        )  # fmt: skip


def undo_settlements(
    r: RoundContext[BankedState], reason: str, clauses: tuple[str, ...], seat: int | None = None,
    lost_only: bool = False,
) -> None:  # fmt: skip
    """Undo the settled wagers of this round: all, those of one seat, or only those that lost.

    Losses come back first, so that no one owes winnings that came earlier.
    """
    s = r.state
    settled = sorted(s.decided.items(), key=lambda item: item[1][1] - item[1][0])
    for (place, who), found in settled:
        if seat in (None, place[0], who[0]) and not (lost_only and found[1]):
            undo_settlement(r, place, who, reason, clauses)


def undo_settlement(
    r: RoundContext[BankedState],
    place: StakeKey,
    who: StakeOwner,
    reason: str,
    clauses: tuple[str, ...],
) -> None:
    """Undo one settlement, and take out of the meters what the wager has put in."""
    s = r.state
    (circle, spot, hand), (bettor, whom) = place, who
    staked, back, from_meter, meter = s.decided[place, who]
    bank = s.bank.seat if s.bank is not None else 0
    elsewhere = circle if circle != bettor else 0
    r.emit(
        SettlementUndone(
            bettor, spot, stake=staked, back=back, reason=reason, clauses=clauses, hand=hand,
            owner=whom, bank=bank, circle=elsewhere, from_meter=from_meter, meter=meter,
        )
    )  # fmt: skip
    if whom == PLAYER:
        take_out_of_meters(r, place, bettor)


def give_back(
    r: RoundContext[BankedState], reason: str, clauses: tuple[str, ...], seat: int | None = None
) -> None:
    """Give back every wager of the round or of one seat, on the table or settled already."""
    return_wagers(r, reason, clauses, seat)
    undo_settlements(r, reason, clauses, seat)


def give_back_hand(
    r: RoundContext[BankedState], circle: int, hand: int, reason: str, clauses: tuple[str, ...]
) -> None:
    """Give back every wager on one hand of a circle, on the table or settled already."""
    s = r.state
    for place, who, _ in tuple(s.iter_stakes()):
        if (place[0], place[2]) == (circle, hand):
            return_wager(r, place, who, reason, clauses)
    settled = sorted(s.decided.items(), key=lambda item: item[1][1] - item[1][0])
    for (place, who), _ in settled:
        if (place[0], place[2]) == (circle, hand):
            undo_settlement(r, place, who, reason, clauses)
