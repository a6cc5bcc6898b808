"""Free bets, a part that a game of blackjack may have: doubles and splits for a lammer.

A lammer stands in for a wager: it wins a unit or loses nothing.  Two sections have such bets; each
has its own rules of who may have one, its own clauses, and says what its lammers are called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cite import rule, step
from houseway.engine.questions import PLAYER, Button
from houseway.families.banked.settlement import Step
from houseway.families.banked.state import Who
from houseway.families.blackjack.rules import LOSE, WIN
from houseway.families.blackjack.state import BlackjackState, Hand, LammerLaid, LammersMoved
from houseway.game.base import RoundContext
from houseway.hands.blackjack import points, same_rank, value

Cited = Mapping[int, tuple[str, ...]]
"""Outcome of a hand -> what the section says of its free bet then; LOSE if it is not here."""
COUNTED = -1
"""In place of an outcome: what it says of lammers that another wager counts."""


@rule()
def hard_9_to_11(hand: Sequence[int]) -> bool:
    """Two cards that make a hard 9, 10 or 11; with an ace as 11 they make 12 at least."""
    return len(hand) == 2 and 9 <= points(hand) <= 11


@rule()
def pair_below_ten(hand: Sequence[int]) -> bool:
    """A pair of one rank, but not of ten-valued cards."""
    return len(hand) == 2 and same_rank(hand[0], hand[1]) and value(hand[0]) != 10


class FreeBets:
    """The free bets of one table.

    Of its game it reads ``marker`` (what marks a free bet), ``free_split_signal`` (how one is asked
    for), ``tips_get_free_bets``, ``tucks`` (a busted original hand stays while it measures lammers)
    and ``lammers_count_for`` (the wager that counts them).
    """

    names = ("double_free", "split_free")

    def __init__(self, game: Any, split: Cited, double: Cited) -> None:
        self.game, self.split_cited, self.double_cited = game, split, double
        self.of_tips: tuple[str, ...] = (
            game.declared()["tips_get_free_bets"].clauses if game.tips_get_free_bets else ()
        )
        signal = f"split for a {game.marker}, asked for by {game.free_split_signal}"
        self.buttons = (
            Button("double_free", f"double for a {game.marker}"),
            Button("split_free", signal),
        )

    @step
    def lay(self, r: RoundContext[BlackjackState], seat: int) -> None:
        """One lammer for each free split and each free double, beside the original bet."""
        r.emit(LammerLaid(seat))

    @step
    def won(
        self, s: BlackjackState, seat: int, hand: Hand, outcome: int
    ) -> dict[Who, tuple[int, str]]:
        """A unit for each lammer of a hand that wins; a tip gets those of its player."""
        found: dict[Who, tuple[int, str]] = {}
        lammers = hand.lammers
        if lammers:
            note = f"{lammers} {self.game.marker}{'s' * (lammers > 1)}"
            along = self.game.tips_get_free_bets and hand.tipped
            for who, unit in s.units.get(seat, {}).items():
                if who[1] == PLAYER or along:
                    found[who] = (lammers * unit * (outcome == WIN), note)
        return found

    def stays(self, s: BlackjackState, seat: int, i: int) -> bool:
        """Whether the wager of a busted hand must stay as the measure of lammers."""
        return bool(self.game.tucks and i == 0 and any(hand.free for hand in s.hands[seat]))

    @step
    def gathered(self, s: BlackjackState, seat: int) -> list[Step]:
        """The lammers of a spot go to the wager that counts them, or back to the dealer."""
        if (n := s.lammers.get(seat)) is None:
            return []
        counts_for = self.game.lammers_count_for
        return [LammersMoved(seat, n, counts_for if s.own(seat, counts_for) else "dealer")]

    def clauses(self, s: BlackjackState, seat: int, hand: Hand, outcome: int) -> tuple[str, ...]:
        """What the section says of the lammers of a hand with this outcome."""
        counted = s.own(seat, self.game.lammers_count_for)
        found: tuple[str, ...] = ()
        for free, cited in (
            (hand.free, self.split_cited), (hand.doubled == "free", self.double_cited)
        ):  # fmt: skip
            if free:
                found += cited.get(outcome, cited.get(LOSE, ()))
                found += cited.get(COUNTED, ()) if counted else ()
        tucked: tuple[str, ...] = self.game.declared()["tucks"].clauses
        return found + tucked * hand.tucked
