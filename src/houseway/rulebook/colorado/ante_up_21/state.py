"""What Ante Up 21 adds to a blackjack round: the dealer's poker hand, and settlements undone."""

from __future__ import annotations

from houseway.events import HOUSE, Event, PieceTuple, Settlement, Transfer, purse
from houseway.money import Cents
from houseway.shapes.banked import BetKey, WagerSettled
from houseway.shapes.blackjack.state import BlackjackState


class AnteUpState(BlackjackState):
    """A blackjack round with two-card poker."""

    early: dict[BetKey, tuple[int, int]] = {}
    """What was settled before anybody played: (stake, back), in case the deal is a misdeal."""
    forward: list[int] = []
    """The dealer's best two cards, pushed forward."""


class SettledEarly(WagerSettled, frozen=True):
    """A wager decided before the hands are played: a Poker Bonus, or a folded ANTE."""

    def do(self, s: AnteUpState) -> None:  # type: ignore[override]
        super().do(s)
        s.early[self.seat, self.spot, self.hand, self.owner] = (self.stake, self.back)


class SettlementUndone(Event, frozen=True):
    """The deal was a misdeal: what a wager lost goes back, and what it won."""

    seat: int
    spot: str
    stake: Cents
    back: Cents
    reason: str
    clauses: tuple[str, ...]
    owner: str = "player"

    def do(self, s: AnteUpState) -> None:
        del s.early[self.seat, self.spot, 0, self.owner]
        s.purses[self.seat] += self.stake - self.back
        s.house -= self.stake - self.back

    def transfers(self) -> tuple[Transfer, ...]:
        if self.stake >= self.back:
            return ((HOUSE, purse(self.seat), self.stake - self.back),)
        return ((purse(self.seat), HOUSE, self.back - self.stake),)

    def settlement(self) -> Settlement:
        lost, won = max(self.stake - self.back, 0), max(self.back - self.stake, 0)
        return Settlement(
            self.seat, self.spot, "undone", "no action", won, lost, self.clauses, 0, self.owner,
            self.reason,
        )  # fmt: skip


class PokerHandShown(Event, frozen=True):
    """The dealer pushes his best two cards forward."""

    pieces: PieceTuple
    words: str

    def do(self, s: AnteUpState) -> None:
        s.forward = list(self.pieces)
