"""The rulings a supervisor makes in a poker hand.

A ruling answers no question: when its script ends, the standing question is asked anew from the
state it has left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houseway.game import RulingRule
from houseway.script import Ruling
from houseway.shapes.poker_room.card_rulings import (
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
    premature_flop,
    premature_river,
    premature_turn,
)
from houseway.shapes.poker_room.player_rulings import (
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
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


def _one_at_a_time(rule: RulingRule) -> RulingRule:
    """No other ruling is made before the cards of this one are on the table."""

    def why_not(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
        if s.error_cards or s.replacing or s.extra_owed:
            return "the cards of the last ruling are still to come"
        return str(why) if rule.why_not and (why := rule.why_not(game, s, ruling)) else None

    return msgspec.structs.replace(rule, why_not=why_not)


_RULES = (
    RulingRule("misdeal", "a misdeal: all wagers go back", ("CA-HOLDEM-22",), misdeal,
               before_the_flop, ("reason",)),
    RulingRule("void", "the hand is void: all wagers go back", ("CA-HOLDEM-22",), misdeal,
               None, ("reason",)),
    RulingRule("first_card_exposed", "the first card off the deck was exposed: a misdeal",
               ("CA-HOLDEM-14", "CA-HOLDEM-22"), misdeal, no_action_yet, ("reason",)),
    RulingRule("exposed_card", "the dealer exposed a hole card", ("CA-HOLDEM-15",),
               exposed_card, holds_exposed, ("seat", "pieces")),
    RulingRule("extra_card", "the first player was dealt one card too many",
               ("CA-HOLDEM-19",), extra_card, after_the_deal),
    RulingRule("extra_cards", "more than one card too many: a misdeal",
               ("CA-HOLDEM-19", "CA-HOLDEM-22"), misdeal, after_the_deal, ("reason",)),
    RulingRule("premature_flop", "the flop came before betting was complete",
               ("CA-HOLDEM-16",), premature_flop, during(0, "the betting before the flop")),
    RulingRule("flop_too_many", "the flop has four cards", ("CA-HOLDEM-16",),
               flop_too_many, flop_is_due),
    RulingRule("premature_turn", "the turn came before betting was complete",
               ("CA-HOLDEM-17",), premature_turn, during(FLOP, "the betting on the flop")),
    RulingRule("premature_river", "the river came before betting was complete",
               ("CA-HOLDEM-18",), premature_river, during(TURN, "the betting on the turn")),
    RulingRule("dead_hand", "a hand is declared dead", ("CA-NL-01", "CA-NL-02", "CA-NL-05"),
               dead_hand, in_the_hand, ("seat", "reason")),
    RulingRule("miscall", "a hand was miscalled on purpose", ("CA-NL-17",), miscall,
               in_the_hand, ("seat",)),
    RulingRule("out_of_turn", "a player acted out of turn", ("CA-NL-04",), out_of_turn,
               at_the_table, ("seat",)),
    RulingRule("clock", "the clock is put on a player", ("CA-NL-18",), clock, facing_a_bet,
               ("seat",)),
    RulingRule("verbal_over_chips", "the bet is what was said", ("CA-NL-11",),
               verbal_over_chips, said_a_bet, ("seat", "amount")),
    RulingRule("over_the_pot", "a wager above the size of the pot", ("CA-PL-01",),
               over_the_pot, is_over_the_pot, ("seat", "amount")),
    RulingRule("short_chips", "too few chips, no action behind", ("CA-NL-14",), short_chips,
               is_too_little, ("seat", "amount")),
    RulingRule("short_chips_stay", "too few chips, action behind", ("CA-NL-15", "CA-KILL-09"),
               short_chips_stay, is_too_little, ("seat", "amount")),
    RulingRule("excess_chips", "chips beyond the bet faced are found",
               ("CA-NL-02", "CA-NL-16"), excess_chips, is_excess, ("seat", "amount")),
)  # fmt: skip

RULINGS = tuple(rule if rule.run is misdeal else _one_at_a_time(rule) for rule in _RULES)
