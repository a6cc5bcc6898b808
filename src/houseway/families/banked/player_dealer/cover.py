"""The player-dealer's wager in one round: its cover, and what it has won and paid.

The house pays without limit and needs no cover. A player who banks pays and collects out of one
wager, in the order of claims, until it is used up.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from houseway.cite import rule
from houseway.engine.events import State

Coverage = Literal["action", "net"]


@rule()
def cover(claim: int, put_up: int, used: int, result: int, net: bool) -> int:
    """Return how much of a claim the player-dealer's wager covers, in cents.

    Positive: the bank collects; negative: it pays. With ``net``, the bank's running ``result``
    stays within ``put_up``; otherwise every cent collected or paid uses up the wager.
    """
    if net:
        return max(-put_up, min(put_up, result + claim)) - result
    left = put_up - used
    if -left <= claim <= left:
        return claim
    return left if claim > 0 else -left


class BankTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position between two hands: at which seat it is offered first, and who held it till now.

    ``held`` counts the hands in a row of everybody who had a part in the last hand's bank, a firm
    as one.  Where it is not known, ``turn`` says which hand of the one at that seat comes next.
    """

    bank: int = 1
    turn: int = 1
    held: dict[str, int] = {}
    bettors: tuple[str, ...] = ()
    """The parties that bet against the bank in the last hand; empty before the first hand."""
    broken: bool = False
    """True if the game stopped because no other player would bank."""

    def in_a_row(self, party: str, seat: int) -> int:
        """Return how many hands in a row a party has held the position, alone or with others."""
        if self.held:
            return self.held.get(party, 0)
        return self.turn - 1 if seat == self.bank else 0


class PlayerBank(State):
    """A player's, or several players', wager against all others.

    ``action``: the wager is used up by what it collects and by what it pays; a push uses none.
    ``net``: settling goes on while the bank's running result stays within the wager.
    """

    before: BankTurn
    coverage: Coverage = "action"
    seat: int = 0
    """The seat that holds the position; 0: none yet."""
    turn: int = 0
    """The number of the hand in the player-dealer's turn, from 1."""
    shares: dict[int, int] = {}
    """Seat -> what it has put up."""
    put_up: int = 0
    wager: int = 0
    """The rest of the wager with its winnings, in cents."""
    used: int = 0
    action: int = 0
    """The seat of the action button."""
    parties: dict[int, str] = {}
    """Seat -> the party it counts as: a person, or the firm for which that person plays."""
    bettors: list[int] = []
    """The seats that have wagered against it."""
    broken: bool = False

    def covers(self, claim: int) -> int | None:
        """Return how much of a claim is covered, in cents: positive to collect, negative to pay.

        None: there is no action, and the wager against the bank goes back whole.
        """
        net, put_up = self.coverage == "net", self.put_up
        if not net and self.used == put_up:
            return None
        covered = cover(claim, put_up, self.used, self.wager - put_up, net)
        return covered if covered or not claim else None

    def takes(self, cents: int) -> None:
        """Record a claim of ``cents``: collected if positive, paid if negative."""
        self.wager += cents
        self.used += abs(cents)

    def gives_back(self, cents: int) -> None:
        """Reverse a settled claim of ``cents``."""
        self.wager += cents
        self.used -= abs(cents)
