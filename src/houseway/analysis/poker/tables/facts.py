"""A posted poker game as an array of facts, or a sentence on what cannot be played so."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.poker.tables import layout as at
from houseway.analysis.poker.tables.showdown import Showdown
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

ANTES = {"all": at.ALL, "button": at.OF_BUTTON, "big": at.OF_BIG_BLIND}
OPENED_BY = {
    BLINDS: at.BY_BLINDS,
    BUTTON: at.BY_BUTTON,
    OPENER: at.BY_OPENER,
    OPENERS: at.BY_HAND,
    LOW_CARD: at.BY_LOW_CARD,
    HIGH_CARD: at.BY_HIGH_CARD,
    HIGH_BOARD: at.BY_HIGH_BOARD,
    LOW_BOARD: at.BY_LOW_BOARD,
}
ODD_CHIPS = {
    "left_of_button": at.BY_PLACE,
    "highest_card": at.BY_HIGHEST_CARD,
    "lowest_card": at.BY_LOWEST_CARD,
    "lowest_card_ace_high": at.BY_LOWEST_ACE_HIGH,
}
NOT_PLAYED = {
    "kill": (("off",), "a kill goes from hand to hand, and these hands stand alone"),
    "straddle": (("off",), "a straddle is not among the decisions"),
    "showdown": (("cards_speak", "in_order"), "a hand is not declared: cards speak"),
}
"""Postings for which there is no fast table, and why."""


def why_not(game: Poker, seats: int, showdown: Showdown | None) -> str:
    """Why a posted table cannot be played fast, or nothing."""
    if not game.seats_min <= seats <= min(game.seats_max, at.PLACES):
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
    if len(game.streets) > at.STREETS_MOST:
        return f"it has more than {at.STREETS_MOST} streets"
    for street in game.streets:
        if len(street.cards) > at.ROUNDS_MOST or street.opens not in OPENED_BY:
            return f"its {street.name} is dealt or opened in a way that is not known here"
    held = sum(cards.n for street in game.streets for cards in street.cards)
    if held > at.HELD_MOST:
        return f"a player gets {held} cards, more than {at.HELD_MOST}"
    if most_dealt(game.streets, seats) + len(game.kind.copies) > at.BURNS - at.DECK:
        return f"with {seats} players it may take more cards than there is room for"
    return ""


def facts_of(game: Poker, seats: int, showdown: Showdown | None) -> Any:
    """The array that the engine is driven by."""
    if why := why_not(game, seats, showdown):
        raise Refused(f"{game.name}: {why}")
    assert showdown is not None
    g: Any = np.zeros(at.FACTS, np.int64)
    small = game.small_bet or game.big_blind
    by_name = {
        at.N_STREETS: len(game.streets),
        at.STRUCTURE: game.betting,
        at.CHIP: game.smallest_chip,
        at.DECK_SIZE: len(game.kind.copies),
        at.SHUFFLED: min(len(game.kind.copies), most_dealt(game.streets, seats)),
        at.BLINDS_LEFT: game.blinds_left,
        at.HAS_BUTTON: int(has_button(game)),
        at.ANTES_STAY: int(game.ante_limit > 0),
        at.SEVENS: int(showdown.sevens and game.limited),
        at.SMALL_BLIND: game.small_blind,
        at.MIDDLE_BLIND: game.middle_blind,
        at.BIG_BLIND: game.big_blind,
        at.BUTTON_BLIND: game.button_blind,
        at.HALF_BLIND: int(game.half_blind),
        at.ANTE: game.ante,
        at.ANTE_OF: ANTES[game.ante_of],
        at.BRING_IN: game.bring_in,
        at.GO_ON: goes_on(game),
        at.DRAWS: int(any(street.draw for street in game.streets)),
        at.LEAST_BET: game.least_bet,
        at.LOWER_BET: small,
        at.UPPER_BET: game.big_bet or 2 * small,
        at.RAISES_MAX: game.raises_max,
        at.HALF_BET: int(game.short_all_in == "half_bet"),
        at.POT_UNIT: game.pot_unit,
        at.OPENS_FOR: game.opens_for if game.opens_by_blinds else 0,
        at.DEAD_COLLECTION: game.dead_collection_blind if game.blinds_left else 0,
        at.SEAT_COLLECTION: game.seat_collection,
        at.POT_COLLECTION: game.pot_collection,
        at.N_PARTS: len(game.parts),
    }
    for key, value in by_name.items():
        g[key] = value
    for i, (part, made) in enumerate(zip(game.parts, showdown.parts, strict=True)):
        order = ODD_CHIPS[part.odd_chip or game.odd_chip]
        first = at.PARTS + 3 * i
        g[first : first + 3] = made.kernel, made.qualifier(game), order
    for i, street in enumerate(game.streets):
        write_street(g, at.STREETS + at.A_STREET * i, street)
    return g


def has_button(game: Poker) -> bool:
    """Whether a button goes round: with blinds, or where antes stay in the pot."""
    return game.blinds_left > 0 or game.ante_limit > 0


def goes_on(game: Poker) -> int:
    """When who folds goes on receiving cards."""
    if not game.folded_go_on:
        return at.OUT
    forced = game.fold_to_bring_in == "goes_on"
    return at.AGAINST_A_FORCED_BET if forced else at.WITHOUT_A_WAGER


def write_street(g: Any, first: int, street: Street) -> None:
    """One street into its place."""
    g[first : first + at.ROUNDS] = (
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
        place = first + at.ROUNDS + 2 * j
        g[place : place + 2] = cards.n, int(cards.up)


def most_dealt(streets: tuple[Street, ...], seats: int) -> int:
    """How many cards a hand can use if the deck has them."""
    each = sum(cards.n for street in streets for cards in street.cards)
    each += sum(street.draw for street in streets)
    return seats * each + sum(street.board + street.burn for street in streets)
