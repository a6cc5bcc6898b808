"""What there is to say of an ante beside an open card: readings compared, and the chart."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.ante_play.exact import FOLD, Value
from houseway.analysis.ante_play.open_card import OpenCounted, best_by_rank, value_by_rank
from houseway.analysis.ante_play.table import (
    ante_worth,
    best,
    by_open_card,
    counted,
    if_folded,
    own_cards,
    pays,
)
from houseway.analysis.game_math import ExactCount
from houseway.analysis.report import allowed_decks
from houseway.analysis.row_warnings import in_words, player_edge
from houseway.analysis.strategy_sheet import Figures, Paper, Words, percent
from houseway.analysis.wager_odds import WagerOdds, moments, with_details
from houseway.families.ante_play.game import AntePlay
from houseway.game.posting import OneOf
from houseway.game.wagers import Wager
from houseway.pieces.cards import RANKS

READ = ("ante", "ties")
"""The postings that choose a reading of the showdown."""


def by_readings(game: AntePlay) -> dict[str, Fraction]:
    """The edge of the ante under every reading of a table, by its postings."""
    declared = game.declared()
    choices = [declared[key] for key in READ]
    found = {}
    for values in itertools.product(*(x.values for x in choices if isinstance(x, OneOf))):
        posting = {"decks": game.sets()} | dict(zip(READ, values, strict=True))
        other = type(game)(posting)
        words = ", ".join(f"{key} {value}" for key, value in zip(READ, values, strict=True))
        found[words] = best(other).edge
    return found


def worth_by_readings(game: AntePlay, wager: Wager) -> WagerOdds:
    """The ante by best play, with the edge under each reading and a warning if one turns it."""
    edges = by_readings(game)
    worth = ante_worth(game, wager)
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
    """A wager on the player's own cards that equals the ante, with a warning where it is too good.

    It is made by who has an ante, so that both together are what the bank faces.
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
    """The nearest number of decks with which the player has no edge, in a sentence."""
    others = sorted(allowed_decks(type(game)), key=lambda n: abs(n - game.sets()))
    for decks in others:
        other = type(game)({"decks": decks, wager.paid_by: column})
        found = ExactCount(own_cards)(other, wager)
        edge = -moments(found.chances, found.columns[column])[0]
        if edge >= 0:
            return f"with {in_words((decks,))} the bank keeps {percent(edge, 3)} of {wager.name}"
    return f"the player has the edge on {wager.name} with any number of decks"


def by_the_chart(game: AntePlay) -> tuple[dict[int, int], Value]:
    """The lowest hand to play beside each rank of the open card, and what such play is worth."""
    deals = counted(game)
    assert isinstance(deals, OpenCounted)
    least = best_by_rank(deals, pays(game))
    return least, value_by_rank(deals, pays(game), least)


def open_paper(game: AntePlay, most: int) -> Paper:
    """The lowest hand to play beside each open card, what that costs, and other readings."""
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
        Words(
            f"every hand by its own cards and the open one: the house keeps {percent(value.edge)} "
            f"of the ante = {value.edge}, {percent(value.element_of_risk)} of all that is wagered; "
            f"{percent(value.probability[FOLD], 2)} of the hands are folded"
        ),
        Words(
            f"by the lowest hand beside each open card the house keeps {percent(chart.edge)}, "
            f"which is {percent(cost, 5)} more"
        ),
    ]
    if warning := player_edge(value.edge):
        parts.insert(0, Words(warning, alarm=True))
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
    return Paper(f"{game.name}: when to play and when to fold", found, (*parts, table, readings))
