"""The laws of a player's bank are red when what they guard against happens: one fault of a kind."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from houseway.families.banked.game import Banked
from houseway.families.banked.state import WagerSettled
from tests.laws.test_california_rounds import follow_laws

LAST_STEPS, CHANGES = Banked.last_steps, itertools.count()
TRIED = 2_000
"""Rounds within which a fault shows."""


def backwards(self: Any, s: Any, boxes: Any) -> Any:
    """The last claim first."""
    return LAST_STEPS(self, s, boxes)[::-1]


def a_cent_more(seat: int, spot: str, *, back: int, **more: Any) -> WagerSettled:
    """A settlement of one cent more than the odds give."""
    return WagerSettled(seat, spot, back=back + 1, **more)


FAULTS: dict[str, tuple[str, str, str, Any]] = {
    "cover without end": (
        "three-card-poker", "houseway.families.banked.player_dealer.cover.PlayerBank.covers",
        r"is beyond|bank \d has -",
        lambda self, claim: claim,
    ),
    "cover given up too early": (
        "blackjack-7", "houseway.families.banked.player_dealer.cover.PlayerBank.covers",
        "there was cover",
        lambda self, claim: None if self.used else max(-self.put_up, min(self.put_up, claim)),
    ),
    "an award of a cent too much": (
        "funtazee-21", "houseway.families.banked.settlement.WagerSettled",
        "should give|beyond|in part",
        a_cent_more,
    ),
    "a wager against one's own bank, from another seat": (
        "blackjack-x", "houseway.families.banked.player_dealer.bank.PlayerDealer.bettors",
        "on both sides",
        lambda self, s: [seat for seat in s.seats if seat != s.bank.seat],
    ),
    "a wager beside a part of the bank": (
        "pai-gow-tiles", "houseway.families.banked.player_dealer.bank.PlayerDealer.shares_in",
        "on both sides",
        lambda self, bank, seat: seat in bank.shares,
    ),
    "a third hand of a person": (
        "funtazee-21", "houseway.families.banked.player_dealer.rotation.Rotation.rested",
        "third time",
        lambda self, s, seat: True,
    ),
    "a third hand of a firm": (
        "blackjack-x", "houseway.engine.inputs.Seat.party", "firm.*(third time|on both sides)",
        property(lambda self: self.person),
    ),
    "a third hand of a share": (
        "pai-gow-tiles", "houseway.families.banked.player_dealer.bank.PlayerDealer.may_join",
        "third time|both sides",
        lambda self, s, seat: True,
    ),
    "newcomers before their time": (
        "pai-gow-poker", "houseway.families.banked.player_dealer.bank.PlayerDealer.newcomer",
        "has not bet",
        lambda self, s, seat: False,
    ),
    "one fee for all circles": (
        "no-bust-blackjack-5", "houseway.families.banked.player_dealer.fees._taken_for", "owed",
        lambda fees, place: (1, "", 0),
    ),
    "fees kept though there was no hand": (
        "blackjack-7", "houseway.families.banked.player_dealer.bank.PlayerDealer.void",
        "purses|kept for a hand",
        lambda self, game, r: None,
    ),
    "a joint bank that is one's": (
        "three-card-poker", "houseway.families.banked.player_dealer.bank.shared_out",
        "BankReturned|changed the purses",
        lambda shares, left, bank: {seat: left * (seat == bank) for seat in shares},
    ),
    "a transfer that is not said": (
        "funtazee-21", "houseway.families.banked.state.FeeTaken.transfers", "not what was said",
        lambda self: (),
    ),
    "a wager outside the limits": (
        "pai-gow-tiles", "houseway.families.banked.player_dealer.bank.PlayerDealer.check_posting",
        r"of \d+\.\.\d+",
        lambda self, game: None,
    ),
    "a wager in a circle that is not bet": (
        "blackjack-x", "houseway.families.banked.circles.OtherCircles.offered",
        "no one sits|the bank's own",
        lambda self, s: {
            seat: self._with("", [(c, True) for c in self.circles() if c != seat])
            for seat in s.seats
        },
    ),
    "a stack above its limit": (
        "funtazee-21", "houseway.families.banked.circles.OtherCircles._too_high", "together",
        lambda self, s, circle, placed: None,
    ),
    "claims paid backwards": (
        "no-bust-blackjack-5", "houseway.families.banked.game.Banked.last_steps", "out of order",
        backwards,
    ),
    "a round that depends on more than its inputs": (
        "pai-gow-poker", "houseway.families.banked.player_dealer.bank.PlayerDealer.turn_of",
        "another round",
        lambda self, s, act: next(CHANGES) % 2 + 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_comes_to_light(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, place, told, wrong = FAULTS[fault]
    monkeypatch.setattr(place, wrong)
    with pytest.raises(AssertionError, match=told):
        follow_laws(game_id, TRIED)
