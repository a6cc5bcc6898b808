"""The player-dealer's wager in one round: what it covers, and what it has come to.

The house pays without limit and needs no such thing.  A player who banks pays and collects out of
one wager, in the order in which claims come, until it is used up.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from houseway.cite import rule
from houseway.engine.events import State

Coverage = Literal["action", "net"]


@rule()
def cover(claim: int, put_up: int, used: int, result: int, net: bool) -> int:
    """How much of a claim a wager covers, of which so much is used up, or which has so much won.

    What it would collect is above nothing, what it would pay below.
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
    """Who made a bet in the last hand that was not the bank; nobody before the first hand."""
    broken: bool = False
    """Whether the game was stopped because nobody else would bank."""

    def in_a_row(self, party: str, seat: int) -> int:
        """How many hands in a row it has held the position, alone or with others."""
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
    """Who holds the position; nobody yet while it is 0."""
    turn: int = 0
    """Which hand in a row it is."""
    shares: dict[int, int] = {}
    """Seat -> what it has put up."""
    put_up: int = 0
    wager: int = 0
    """What is left of it, with what it has won."""
    used: int = 0
    action: int = 0
    """The seat of the action button."""
    parties: dict[int, str] = {}
    """Seat -> whom it counts as: a person, or the firm that he plays for."""
    bettors: list[int] = []
    """The seats that have wagered against it."""
    broken: bool = False

    def covers(self, claim: int) -> int | None:
        """How much it covers of what it would collect (above nothing) or pay (below).

        None: there is no action, and the wager against it goes back whole.
        """
        net, put_up = self.coverage == "net", self.put_up
        if not net and self.used == put_up:
            return None
        covered = cover(claim, put_up, self.used, self.wager - put_up, net)
        return covered if covered or not claim else None

    def takes(self, cents: int) -> None:
        """It has collected so much, or paid it."""
        self.wager += cents
        self.used += abs(cents)

    def gives_back(self, cents: int) -> None:
        """A claim that was settled is undone: so much comes back to it, or goes out again."""
        self.wager += cents
        self.used -= abs(cents)
