"""Blackjack with free bets: doubles and splits for a lammer, which wins a unit or loses nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from houseway.cite import cite as note_citation
from houseway.cite import rule
from houseway.game import Dealing
from houseway.hands.points21 import is_soft, points, same_rank, value
from houseway.shapes.blackjack import Blackjack
from houseway.shapes.blackjack.rules import LOSE
from houseway.shapes.blackjack.state import BlackjackState, Hand, LammerLaid


@rule("CO-2116-7A", "CO-2119-11")
def hard_9_to_11(hand: Sequence[int]) -> bool:
    """Two cards that make a hard 9, 10 or 11."""
    return len(hand) == 2 and not is_soft(hand) and 9 <= points(hand) <= 11


@rule("CO-2116-7B", "CO-2119-15")
def pair_below_ten(hand: Sequence[int]) -> bool:
    """A pair of one rank, but not of ten-valued cards."""
    return len(hand) == 2 and same_rank(hand[0], hand[1]) and value(hand[0]) != 10


class FreeBets(Blackjack):
    """What games with free bets share; each has its own rules of who may, with its own clauses."""

    free_split_clauses: ClassVar[Mapping[int, tuple[str, ...]]] = {}
    """Outcome of a hand -> what the section says of its free split then; LOSE if it is not here."""
    free_double_clauses: ClassVar[Mapping[int, tuple[str, ...]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for cited in (cls.free_split_clauses, cls.free_double_clauses):
            for clauses in cited.values():
                note_citation(clauses, f"{cls.__module__}.{cls.__name__}.outcome_cited")

    def lay_lammer(self, r: Dealing, seat: int) -> None:
        """One lammer for each free split and each free double, beside the original bet."""
        r.emit(LammerLaid(seat))

    def outcome_cited(
        self, s: BlackjackState, hand: Hand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """A hand with lammers also rests on what the section says of them."""
        clauses, words = super().outcome_cited(s, hand, outcome)
        if hand.free:
            cited = self.free_split_clauses
            clauses += cited.get(outcome, cited.get(LOSE, ()))
        if hand.doubled == "free":
            cited = self.free_double_clauses
            clauses += cited.get(outcome, cited.get(LOSE, ()))
        return clauses + self.declared()["tucks"].clauses * hand.tucked, words
