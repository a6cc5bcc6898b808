"""Odds and strategy sheet of an ante against an open card: readings compared, and the chart."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.ante_play.exact import FOLD, StrategyValue
from houseway.analysis.ante_play.open_card import OpenCounted, best_by_rank, value_by_rank
from houseway.analysis.ante_play.table import (
    ante_odds,
    best,
    by_open_card,
    counted,
    if_folded,
    own_cards,
    pays,
)
from houseway.analysis.game_math import ExactCount
from houseway.analysis.odds_row import allowed_decks, in_words, player_edge
from houseway.analysis.strategy_sheet import Figures, Sentence, StrategySheet, percent
from houseway.analysis.wager_odds import WagerOdds, moments, with_details
from houseway.families.ante_play.game import AntePlay
from houseway.game.posting import OneOf
from houseway.game.wagers import Wager
from houseway.pieces.cards import RANKS

READ = ("ante", "ties")
"""The postings that choose a reading of the showdown."""


def by_readings(game: AntePlay) -> dict[str, Fraction]:
    """Return the house edge of the ante under every reading, keyed by the postings."""
    declared = game.declared()
    choices = [declared[key] for key in READ]
    found = {}
    for values in itertools.product(*(x.values for x in choices if isinstance(x, OneOf))):
        posting = {"decks": game.sets()} | dict(zip(READ, values, strict=True))
        other = type(game)(posting)
        words = ", ".join(f"{key} {value}" for key, value in zip(READ, values, strict=True))
        found[words] = best(other).edge
    return found


def odds_by_readings(game: AntePlay, wager: Wager) -> WagerOdds:
    """Odds of the ante under best play, with its edge by reading and a warning if signs differ."""
    edges = by_readings(game)
    worth = ante_odds(game, wager)
    column = getattr(game, wager.name)
    said = {"readings": {words: float(edge) for words, edge in edges.items()}}
    worth = with_details(worth, {column: said})
    signs = {edge > 0 for edge in edges.values()}
    if len(signs) == 1:
        return worth
    turns = ", ".join(f"{words}: {percent(edge)}" for words, edge in edges.items())
    worth.warnings[column] = (*worth.warnings.get(column, ()), f"a reading turns the edge: {turns}")
    return worth


@dataclass(frozen=True)
class EqualToTheAnte(ExactCount):
    """A wager on the player's cards that equals the ante, with a warning about a player edge.

    It is made together with the ante, so the bank faces both.
    """

    def __call__(self, game: Any, wager: Wager) -> WagerOdds:
        worth, ante = super().__call__(game, wager), best(game).edge
        for column, nets in worth.columns.items():
            edge = -moments(worth.chances, nets)[0]
            said = {"house_edge_with_the_ante": float(ante + edge)}
            worth = with_details(worth, {column: said})
            if edge < 0:
                words = [safe_decks(game, wager, column)]
                if ante + edge < 0:
                    gain = percent(-ante - edge, 3)
                    words.append(
                        f"ante and {wager.name} together give the player {gain} of an ante"
                    )
                worth.warnings[column] = (*worth.warnings.get(column, ()), *words)
        return worth


OWN_CARDS = EqualToTheAnte(own_cards, about=if_folded)
"""The method of such a wager."""


def safe_decks(game: AntePlay, wager: Wager, column: str) -> str:
    """Return a sentence on the nearest number of decks without an edge for the player.

    It says so if the player has the edge with any number.
    """
    others = sorted(allowed_decks(type(game)), key=lambda n: abs(n - game.sets()))
    for decks in others:
        other = type(game)({"decks": decks, wager.paid_by: column})
        found = ExactCount(own_cards)(other, wager)
        edge = -moments(found.chances, found.columns[column])[0]
        if edge >= 0:
            return f"with {in_words((decks,))} the bank keeps {percent(edge, 3)} of {wager.name}"
    return f"the player has the edge on {wager.name} with any number of decks"


def by_the_chart(game: AntePlay) -> tuple[dict[int, int], StrategyValue]:
    """Return the lowest hand to play for each rank of the open card, and the value of that play."""
    deals = counted(game)
    assert isinstance(deals, OpenCounted)
    least = best_by_rank(deals, pays(game))
    return least, value_by_rank(deals, pays(game), least)


def open_card_strategy(game: AntePlay, most: int) -> StrategySheet:
    """Return the lowest hand to play for each open card, its cost, and other readings."""
    value, (least, chart), edges = best(game), by_the_chart(game), by_readings(game)
    cost = chart.edge - value.edge
    found = {
        "game": game.id,
        "best_play": by_open_card(game, least),
        "house_edge": str(value.edge),
        "element_of_risk": str(value.element_of_risk),
        "folds": str(value.probability[FOLD]),
        "house_edge_by_chart": str(chart.edge),
        "lowest_hands": {RANKS[rank]: game.describe(low) for rank, low in least.items()},
        "readings": {words: str(edge) for words, edge in edges.items()},
    }
    parts = [
        Sentence(
            f"every hand by its own cards and the open one: the house keeps {percent(value.edge)} "
            f"of the ante = {value.edge}, {percent(value.element_of_risk)} of all that is wagered; "
            f"{percent(value.probability[FOLD], 2)} of the hands are folded"
        ),
        Sentence(
            f"by the lowest hand against each open card the house keeps {percent(chart.edge)}, "
            f"which is {percent(cost, 5)} more"
        ),
    ]
    if warning := player_edge(value.edge):
        parts.insert(0, Sentence(warning, alarm=True))
    table = Figures(
        ("open card", "play from", "and fold"),
        tuple((RANKS[rank], game.describe(low), "all below") for rank, low in least.items()),
    )
    readings = Figures(
        ("reading", "house edge"),
        tuple((words, percent(edge)) for words, edge in edges.items()),
        title="the ante under each reading",
        right=("house edge",),
    )
    return StrategySheet(
        f"{game.name}: when to play and when to fold", found, (*parts, table, readings)
    )
