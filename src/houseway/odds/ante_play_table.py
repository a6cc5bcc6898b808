"""Ante and play at a posted table: its deals counted, best play, and what that is worth.

The ante is reckoned with its play wager and its bonus: the outcomes of the wager are a fold, or how
a played hand comes out and which bonus it earns.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.odds.ante_play import (
    FOLD,
    Counted,
    Pays,
    Rules,
    Value,
    best_play,
    best_threshold,
    count_deals,
    value_of,
)
from houseway.odds.deals import hands_joint, wager_ways
from houseway.odds.joint import said_by
from houseway.odds.paper import Figures, Paper, Words, percent
from houseway.odds.result import net_of
from houseway.odds.worth import EXACT, Details, Worth
from houseway.pay import LOSE
from houseway.shapes.ante_play import ANTE_BONUS, PAID_BY, AntePlay
from houseway.shapes.ante_play.offers import ANTE, PLAY
from houseway.wager import Wager

GIVEN_UP = "the ante is played for its own best, and a fold gives this wager up"


def own_cards(game: AntePlay, wager: Wager) -> Sequence[int]:
    """Every hand of the player; one that is folded loses what a fold gives up."""
    joint = hands_joint("player", game.hand_size, copies(game))
    said = said_by(wager, joint, game.kind.show)
    if wager.name in game.forfeits:
        least, lost = raise_from(game), game.pay[wager.paid_by].index(LOSE)
        folded = [game.rank(hand) < least for (hand,) in joint.space]
        said = np.where(folded, lost, said)
    weights = np.asarray(joint.weights)
    return [int(weights[said == k].sum()) for k in range(len(wager.by.outcomes))]


def if_folded(game: AntePlay, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """What a fold does to a side wager, in words."""
    return ((GIVEN_UP,) if wager.name in game.forfeits else ()), {}


def cards_of_both(game: AntePlay, wager: Wager) -> Sequence[int]:
    """Every choice of as many cards as both hands have; whose they are does not matter."""
    return wager_ways(wager, {"both_hands": 2 * game.hand_size}, copies(game), game.kind.show)


def is_kept(game: AntePlay, wager: Wager) -> bool:
    """Whether a fold does not give the wager up."""
    return wager.name not in game.forfeits


def copies(game: AntePlay) -> tuple[int, ...]:
    """How many of each card are in play."""
    return tuple(n * game.sets() for n in game.kind.copies)


# -- the ante ------------------------------------------------------------------------------------


def counted(game: AntePlay) -> Counted:
    """Every deal of a table."""
    return _counted(game.rank, game.showdown, game.bonus, game.hand_size, copies(game))


@functools.lru_cache(maxsize=8)
def _counted(rank: Any, showdown: Any, bonus: Any, cards: int, left: tuple[int, ...]) -> Counted:
    return count_deals(Rules(rank, showdown, bonus, cards=cards), left)


def pays(game: AntePlay) -> Pays:
    """What outcomes and bonuses are worth, in antes."""
    ante, play = (game.pay[PAID_BY[spot]] for spot in (ANTE, PLAY))
    bonus = [net_of(payout, ANTE_BONUS) for payout in game.pay[ANTE_BONUS]]
    return Pays(
        nets=[net_of(a, ANTE) + net_of(p, PLAY) for a, p in zip(ante, play, strict=True)],
        bonus=[*bonus, Fraction(0)],
    )


def best(game: AntePlay) -> Value:
    """Best play of every hand."""
    return best_play(counted(game), pays(game))


def raise_from(game: AntePlay) -> int:
    """The least strength to play, of the best strategy that plays all hands from there on."""
    found = best_threshold(counted(game), pays(game))
    return found.least if found.least is not None else int(counted(game).strength[-1]) + 1


def compared(game: AntePlay) -> list[tuple[str, Value]]:
    """Strategies that play from a hand on: every hand, the one below best play, it, one above."""
    deals, worth, least = counted(game), pays(game), raise_from(game)
    levels = sorted({*deals.strength.tolist(), least})
    at = levels.index(least)
    near = dict.fromkeys(levels[i] for i in (0, at - 1, at, at + 1) if 0 <= i < len(levels))
    return [(game.describe(level), value_of(deals, worth, level)) for level in near]


def outcomes(game: AntePlay) -> tuple[str, ...]:
    """What may become of an ante: by bonus, and for each by the showdown."""
    shown: tuple[str, ...] = game.showdown.outcomes
    earned = game.bonus.outcomes[:-1]
    return (FOLD, *(f"{end}_{bonus}" for bonus in earned for end in shown), *shown)


def nets(game: AntePlay) -> tuple[Fraction, ...]:
    """What each of these outcomes is worth, in antes."""
    worth = pays(game)
    return (
        Fraction(worth.fold),
        *(Fraction(net) + Fraction(bonus) for bonus in worth.bonus for net in worth.nets),
    )


def ways(game: AntePlay, value: Value) -> tuple[int, ...]:
    """How many deals come to each of these outcomes."""
    deals = counted(game)
    played = [i for i, plays in enumerate(value.plays) if plays]
    found, bonus = deals.found[played], deals.bonus[played]
    cells: list[int] = []
    for kind in range(len(game.bonus.outcomes)):
        cells += found[bonus == kind].sum(axis=0).tolist()
    return (deals.total - sum(cells), *cells)


def ante_worth(game: AntePlay, wager: Wager) -> Worth:
    """The ante with its play wager and bonus, by best play."""
    value = best(game)
    total = value.total
    risk = value.element_of_risk
    assumptions = (
        f"best play: {rule_of(game, value)}",
        "per ante, with the play wager and the ante bonus; of all that is wagered, "
        f"{float(value.wagered):.4f} antes on average, the house keeps {float(risk):.4%}",
        "the player sees one hand and nothing else",
    )
    table = game.pay_tables()[ANTE]
    said = {
        "best_play": rule_of(game, value),
        "element_of_risk": float(risk),
        "average_wagered": float(value.wagered),
    }
    return Worth(
        outcomes(game), tuple(Fraction(n, total) for n in ways(game, value)),
        dict.fromkeys(table.columns, nets(game)), ANTE, EXACT, assumptions, clause=table.clause,
        details=dict.fromkeys(table.columns, said),
    )  # fmt: skip


def rule_of(game: AntePlay, value: Value) -> str:
    """Best play in words."""
    if value.least is None:
        return "each hand by its cards, no single hand parts what is played from what is folded"
    return f"play {game.describe(value.least)} or better, fold everything else"


def play_paper(game: AntePlay, most: int) -> Paper:
    """Which hands are worth a play wager, and what other lowest hands to play cost."""
    value, others = best(game), compared(game)
    found = {
        "game": game.id,
        "best_play": rule_of(game, value),
        "house_edge": str(value.edge),
        "element_of_risk": str(value.element_of_risk),
        "lowest_hands": [
            {"plays_from": words, "house_edge": str(other.edge),
             "folds": str(other.probability[FOLD])}
            for words, other in others
        ],
    }  # fmt: skip
    said = Words(
        f"{rule_of(game, value)}: the house keeps {percent(value.edge)} of the ante = "
        f"{value.edge}, {percent(value.element_of_risk)} of all that is wagered"
    )
    table = Figures(
        ("lowest hand played", "house edge", "folds"),
        tuple(
            (words, percent(other.edge), percent(other.probability[FOLD], 2))
            for words, other in others
        ),
        right=("house edge", "folds"),
    )
    return Paper(f"{game.name}: when to play and when to fold", found, (said, table))
