"""A posted poker game as an array of facts for the compiled engine, or a reason why it has none."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.poker.showdown import Showdown
from houseway.analysis.poker.tables.compiled import layout
from houseway.errors import Refused
from houseway.families.poker import Poker, Street
from houseway.families.poker.streets import (
    BLINDS,
    BUTTON,
    HIGH_BOARD,
    HIGH_CARD,
    LOW_BOARD,
    LOW_CARD,
    OPENER,
    OPENERS,
)

ANTES = {"all": layout.ALL, "button": layout.OF_BUTTON, "big": layout.OF_BIG_BLIND}
OPENED_BY = {
    BLINDS: layout.BY_BLINDS,
    BUTTON: layout.BY_BUTTON,
    OPENER: layout.BY_OPENER,
    OPENERS: layout.BY_HAND,
    LOW_CARD: layout.BY_LOW_CARD,
    HIGH_CARD: layout.BY_HIGH_CARD,
    HIGH_BOARD: layout.BY_HIGH_BOARD,
    LOW_BOARD: layout.BY_LOW_BOARD,
}
ODD_CHIPS = {
    "left_of_button": layout.BY_PLACE,
    "highest_card": layout.BY_HIGHEST_CARD,
    "lowest_card": layout.BY_LOWEST_CARD,
    "lowest_card_ace_high": layout.BY_LOWEST_ACE_HIGH,
}
NOT_PLAYED = {
    "kill": (("off",), "a kill goes from hand to hand, and these hands stand alone"),
    "straddle": (("off",), "a straddle is not among the decisions"),
    "showdown": (("cards_speak", "in_order"), "a hand is not declared: cards speak"),
}
"""Postings without a fast table, with the reason."""


def explain_unavailable(game: Poker, seats: int, showdown: Showdown | None) -> str:
    """Return the reason why a posted table cannot be played fast; empty if it can."""
    if not game.seats_min <= seats <= min(game.seats_max, layout.PLACES):
        return f"it has {game.seats_min} to {game.seats_max} seats, not {seats}"
    for key, (only, why) in NOT_PLAYED.items():
        if getattr(game, key) not in only:
            return f"with {key}={getattr(game, key)} it is not played: {why}"
    if showdown is None or type(game).hands is not showdown.hands:
        return "it makes its hands in a way that is not known here"
    if type(game).returned_bets is not showdown.returned_bets:
        return "bets go back at its showdown in a way that is not known here"
    if game.opened_by_a_hand and game.has_openers is not showdown.has_openers:
        return "its pots are opened by hands that are not known here"
    if len(game.streets) > layout.STREETS_MOST:
        return f"it has more than {layout.STREETS_MOST} streets"
    for street in game.streets:
        if len(street.cards) > layout.ROUNDS_MOST or street.opens not in OPENED_BY:
            return f"its {street.name} is dealt or opened in a way that is not known here"
    held = sum(cards.n for street in game.streets for cards in street.cards)
    if held > layout.HELD_MOST:
        return f"a player gets {held} cards, more than {layout.HELD_MOST}"
    if most_dealt(game.streets, seats) + len(game.kind.copies) > layout.BURNS - layout.DECK:
        return f"with {seats} players it may take more cards than there is room for"
    return ""


def facts_of(game: Poker, seats: int, showdown: Showdown | None) -> Any:
    """Return the array of facts that drives the engine."""
    if why := explain_unavailable(game, seats, showdown):
        raise Refused(f"{game.name}: {why}")
    assert showdown is not None
    g: Any = np.zeros(layout.FACTS, np.int64)
    small = game.small_bet or game.big_blind
    by_name = {
        layout.N_STREETS: len(game.streets),
        layout.STRUCTURE: game.betting,
        layout.CHIP: game.smallest_chip,
        layout.DECK_SIZE: len(game.kind.copies),
        layout.SHUFFLED: min(len(game.kind.copies), most_dealt(game.streets, seats)),
        layout.BLINDS_LEFT: game.blinds_left,
        layout.HAS_BUTTON: int(has_button(game)),
        layout.ANTES_STAY: int(game.ante_limit > 0),
        layout.SEVENS: int(showdown.sevens and game.limited),
        layout.SMALL_BLIND: game.small_blind,
        layout.MIDDLE_BLIND: game.middle_blind,
        layout.BIG_BLIND: game.big_blind,
        layout.BUTTON_BLIND: game.button_blind,
        layout.HALF_BLIND: int(game.half_blind),
        layout.ANTE: game.ante,
        layout.ANTE_OF: ANTES[game.ante_of],
        layout.BRING_IN: game.bring_in,
        layout.GO_ON: goes_on(game),
        layout.DRAWS: int(any(street.draw for street in game.streets)),
        layout.LEAST_BET: game.least_bet,
        layout.LOWER_BET: small,
        layout.UPPER_BET: game.big_bet or 2 * small,
        layout.RAISES_MAX: game.raises_max,
        layout.HALF_BET: int(game.short_all_in == "half_bet"),
        layout.POT_UNIT: game.pot_unit,
        layout.OPENS_FOR: game.opens_for if game.opens_by_blinds else 0,
        layout.DEAD_COLLECTION: game.dead_collection_blind if game.blinds_left else 0,
        layout.SEAT_COLLECTION: game.seat_collection,
        layout.POT_COLLECTION: game.pot_collection,
        layout.N_PARTS: len(game.parts),
    }
    for key, value in by_name.items():
        g[key] = value
    for i, (part, made) in enumerate(zip(game.parts, showdown.parts, strict=True)):
        order = ODD_CHIPS[part.odd_chip or game.odd_chip]
        first = layout.PARTS + 3 * i
        g[first : first + 3] = made.kernel, made.qualifier(game), order
    for i, street in enumerate(game.streets):
        write_street(g, layout.STREETS + layout.A_STREET * i, street)
    return g


def has_button(game: Poker) -> bool:
    """Return True if a button goes round: with blinds, or where antes stay in the pot."""
    return game.blinds_left > 0 or game.ante_limit > 0


def goes_on(game: Poker) -> int:
    """Return the case in which a folded seat goes on receiving cards."""
    if not game.folded_go_on:
        return layout.OUT
    forced = game.fold_to_bring_in == "goes_on"
    return layout.AGAINST_A_FORCED_BET if forced else layout.WITHOUT_A_WAGER


def write_street(g: Any, first: int, street: Street) -> None:
    """Write one street into the array."""
    g[first : first + layout.ROUNDS] = (
        OPENED_BY[street.opens],
        street.tier,
        int(street.open_pair),
        int(street.burn),
        street.board,
        street.discard,
        street.draw,
        street.at_once,
        len(street.cards),
    )
    for j, cards in enumerate(street.cards):
        place = first + layout.ROUNDS + 2 * j
        g[place : place + 2] = cards.n, int(cards.up)


def most_dealt(streets: tuple[Street, ...], seats: int) -> int:
    """Return the most cards that a hand can use, if the deck has them."""
    each = sum(cards.n for street in streets for cards in street.cards)
    each += sum(street.draw for street in streets)
    return seats * each + sum(street.board + street.burn for street in streets)
