"""The rulings a supervisor makes in a poker hand.

A ruling answers no question: when its script ends, the standing question is asked anew from the
state it has left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from houseway.engine.questions import Ruling
from houseway.families.poker.rulings.cards import (
    FLOP,
    TURN,
    after_the_deal,
    before_the_flop,
    during,
    exposed_card,
    extra_card,
    flop_is_due,
    flop_too_many,
    holds_exposed,
    misdeal,
    no_action_yet,
    one_too_many,
    premature_flop,
    premature_river,
    premature_turn,
)
from houseway.families.poker.rulings.draw import DRAW_RULINGS
from houseway.families.poker.rulings.openers import OPENING_RULINGS
from houseway.families.poker.rulings.players import (
    at_the_table,
    clock,
    dead_hand,
    excess_chips,
    facing_a_bet,
    in_the_hand,
    is_excess,
    is_over_the_pot,
    is_too_little,
    miscall,
    out_of_turn,
    over_the_pot,
    said_a_bet,
    short_chips,
    short_chips_stay,
    verbal_over_chips,
)
from houseway.families.poker.rulings.stud import STUD_RULINGS
from houseway.families.poker.state import PokerState
from houseway.game.base import RulingRule
from houseway.game.rulings import BY_DEALER

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker


def _one_at_a_time(rule: RulingRule) -> RulingRule:
    """No other ruling is made before the cards of this one are on the table."""

    def why_not(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
        if s.error_cards or s.others_out or s.replacing or s.extra_owed or s.missing:
            return "the cards of the last ruling are still to come"
        if s.rescuers:
            return "others are still asked whether they open the pot"
        return str(why) if rule.why_not and (why := rule.why_not(game, s, ruling)) else None

    return msgspec.structs.replace(rule, why_not=why_not)


_RULES: tuple[RulingRule, ...] = (
    RulingRule(
        "misdeal", "a misdeal: all wagers go back", (), misdeal, before_the_flop, ("reason",)
    ),
    RulingRule("void", "the hand is void: all wagers go back", (), misdeal, None, ("reason",)),
    RulingRule(
        "first_card_exposed",
        "the first card off the deck was exposed: a misdeal",
        (),
        misdeal,
        no_action_yet,
        ("reason",),
    ),
    RulingRule(
        "exposed_card",
        "the dealer exposed a hole card",
        (),
        exposed_card,
        holds_exposed,
        ("seat", "pieces"),
    ),
    RulingRule(
        "extra_card", "the first player was dealt one card too many", (), extra_card, one_too_many
    ),
    RulingRule(
        "extra_cards",
        "more than one card too many: a misdeal",
        (),
        misdeal,
        after_the_deal,
        ("reason",),
    ),
    RulingRule(
        "premature_flop",
        "the flop came before betting was complete",
        (),
        premature_flop,
        during(0, "the betting before the flop"),
    ),
    RulingRule("flop_too_many", "the flop has four cards", (), flop_too_many, flop_is_due),
    RulingRule(
        "premature_turn",
        "the turn came before betting was complete",
        (),
        premature_turn,
        during(FLOP, "the betting on the flop"),
    ),
    RulingRule(
        "premature_river",
        "the river came before betting was complete",
        (),
        premature_river,
        during(TURN, "the betting on the turn"),
    ),
    RulingRule(
        "dead_hand", "a hand is declared dead", (), dead_hand, in_the_hand, ("seat", "reason")
    ),
    RulingRule("miscall", "a hand was miscalled on purpose", (), miscall, in_the_hand, ("seat",)),
    RulingRule(
        "out_of_turn", "a player acted out of turn", (), out_of_turn, at_the_table, ("seat",)
    ),
    RulingRule(
        "clock", "the clock is put on a player", (), clock, facing_a_bet, ("seat",), BY_DEALER
    ),
    RulingRule(
        "verbal_over_chips",
        "the bet is what was said",
        (),
        verbal_over_chips,
        said_a_bet,
        ("seat", "amount"),
    ),
    RulingRule(
        "over_the_pot",
        "a wager above the size of the pot",
        (),
        over_the_pot,
        is_over_the_pot,
        ("seat", "amount"),
    ),
    RulingRule(
        "short_chips",
        "too few chips, no action behind",
        (),
        short_chips,
        is_too_little,
        ("seat", "amount"),
    ),
    RulingRule(
        "short_chips_stay",
        "too few chips, action behind",
        (),
        short_chips_stay,
        is_too_little,
        ("seat", "amount"),
    ),
    RulingRule(
        "excess_chips",
        "chips beyond the bet faced are found",
        (),
        excess_chips,
        is_excess,
        ("seat", "amount"),
    ),
)

_RULES += (*STUD_RULINGS, *DRAW_RULINGS, *OPENING_RULINGS)

RULINGS = tuple(rule if rule.run is misdeal else _one_at_a_time(rule) for rule in _RULES)

RULING_WORDS = {rule.name: rule.words for rule in RULINGS}
"""What each ruling of any poker game is made on."""

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
