"""The rulings of a supervisor in a poker hand.

A ruling answers no question: when its script ends, the open question is asked again from the new
state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.errors import Reason
from houseway.families.poker.rulings import cards, players
from houseway.families.poker.rulings.draw import DRAW_RULINGS
from houseway.families.poker.rulings.openers import OPENING_RULINGS
from houseway.families.poker.rulings.stud import STUD_RULINGS
from houseway.game.base import RulingRule

if TYPE_CHECKING:
    from houseway.engine.questions import Ruling
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerState


def _one_at_a_time(rule: RulingRule) -> RulingRule:
    """No other ruling is made before the cards of this one are on the table."""

    def explain_unavailable(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
        if s.error_cards or s.others_out or s.replacing or s.extra_owed or s.missing:
            return Reason("cards-still-to-come", "the cards of the last ruling are still to come")
        if s.rescuers:
            return Reason("others-still-open", "others are still asked whether they open the pot")
        found: Reason | None = (
            rule.explain_unavailable(game, s, ruling) if rule.explain_unavailable else None
        )
        return found

    return replace(rule, explain_unavailable=explain_unavailable)


_RULES = (
    cards.misdeal, cards.void, cards.first_card_exposed, cards.exposed_card, cards.extra_card,
    cards.extra_cards, cards.premature_flop, cards.flop_too_many, cards.premature_turn,
    cards.premature_river, players.dead_hand, players.miscall, players.out_of_turn, players.clock,
    players.verbal_over_chips, players.over_the_pot, players.short_chips, players.short_chips_stay,
    players.excess_chips, *STUD_RULINGS, *DRAW_RULINGS, *OPENING_RULINGS,
)  # fmt: skip

RULINGS = tuple(rule if rule.run is cards.misdeal.run else _one_at_a_time(rule) for rule in _RULES)

RULING_WORDS = {rule.name: rule.words for rule in RULINGS}
"""Ruling of any poker game -> the situation it is for, in words."""

EVERY_GAME = (
    *("misdeal", "void", "dead_hand", "miscall", "out_of_turn", "clock", "verbal_over_chips"),
    *("over_the_pot", "short_chips", "short_chips_stay", "excess_chips"),
)
FLOP_GAMES = (
    *("first_card_exposed", "exposed_card", "extra_card", "extra_cards", "premature_flop"),
    *("flop_too_many", "premature_turn", "premature_river"),
)
OPENED_BY_A_HAND = tuple(rule.name for rule in OPENING_RULINGS)
"""The rulings by families: those that any poker game may have, those on a flop's cards, and those
where a pot is opened by a hand."""


def rulings_by(
    clauses: Mapping[str, tuple[str, ...]], *families: tuple[str, ...]
) -> tuple[RulingRule, ...]:
    """The rulings of these families, each on the clauses that the game names for it."""
    names = {name for family in families for name in family}
    if wrong := names.symmetric_difference(clauses):
        raise ValueError(f"every ruling has its clauses, and no other: {', '.join(sorted(wrong))}")
    return tuple(rule.by(clauses[rule.name]) for rule in RULINGS if rule.name in names)
