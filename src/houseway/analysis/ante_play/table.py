"""Ante and play at a posted table: its deals, best play, and odds.

The ante includes its play wager and its bonus, if it has one. Its outcomes are a fold, or the
showdown of a played hand with the bonus it earns. With an open dealer card, best play depends on
that card too (``open_card.py``).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from houseway.analysis.ante_play.exact import (
    FOLD,
    DealCounts,
    DuelPays,
    DuelRules,
    StrategyValue,
    best_play,
    best_threshold,
    count_deals,
    value_of,
)
from houseway.analysis.ante_play.open_card import (
    OpenCounted,
    best_by_rank,
    count_open,
    folded_ways,
    hand_number,
    table_of,
)
from houseway.analysis.enumeration import hands_joint, wager_ways
from houseway.analysis.facts.distribution import rule_outcomes
from houseway.analysis.strategy_sheet import Figures, Sentence, StrategySheet, percent
from houseway.analysis.wager_odds import EXACT, Details, WagerOdds, net_of
from houseway.errors import Refused
from houseway.families.ante_play.decisions import ANTE, PAID_BY, PLAY
from houseway.families.ante_play.game import ANTE_BONUS, AntePlay
from houseway.game.pay_tables import LOSE
from houseway.game.wagers import Wager
from houseway.pieces.cards import RANKS

GIVEN_UP = "the ante is played for its own best, and a fold gives this wager up"


def own_cards(game: AntePlay, wager: Wager) -> Sequence[int]:
    """The ways of each outcome over the player's hands; a folded hand loses if it forfeits."""
    joint = hands_joint("player", game.hand_size, copies(game))
    said = rule_outcomes(wager, joint, game.kind.show)
    weights, given_up = np.asarray(joint.weights), 0
    if wager.name in game.forfeits:
        hands = np.array([hand for (hand,) in joint.space])
        weights, folded = kept_and_folded(game, hands, weights)
        given_up = int(folded.sum())
    ways = [int(weights[said == k].sum()) for k in range(len(wager.rule.outcomes))]
    if given_up:
        ways[game.pay[wager.paid_by].index(LOSE)] += given_up
    return ways


def kept_and_folded(game: AntePlay, hands: Any, weights: Any) -> tuple[Any, Any]:
    """Return the ways in which each hand is played and folded under best play of the ante."""
    deals = counted(game)
    if isinstance(deals, OpenCounted):
        folded = folded_ways(deals, best(game).plays, copies(game))[hand_number(hands.T)]
        beside = sum(copies(game)) - game.hand_size
        return weights * beside - folded * weights, folded * weights
    least = raise_from(game)
    below = np.array([game.rank(hand) < least for hand in hands.tolist()])
    return np.where(below, 0, weights), np.where(below, weights, 0)


def if_folded(game: AntePlay, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """Return the assumption that a fold gives the wager up, if it does."""
    return ((GIVEN_UP,) if wager.name in game.forfeits else ()), {}


def cards_of_both(game: AntePlay, wager: Wager) -> Sequence[int]:
    """Return the ways over every union of both hands; the owners of the cards do not matter."""
    return wager_ways(wager, {"both_hands": 2 * game.hand_size}, copies(game), game.kind.show)


def is_kept(game: AntePlay, wager: Wager) -> bool:
    """Return True if a fold does not give the wager up."""
    return wager.name not in game.forfeits


def copies(game: AntePlay) -> tuple[int, ...]:
    """Return the number of each card in play."""
    return tuple(n * game.sets() for n in game.kind.copies)


# The ante.


def counted(game: AntePlay) -> DealCounts:
    """Return the counted deals of a table."""
    return _counted(_decides(game))


Decides: TypeAlias = tuple[Any, Any, Any, int, int, tuple[int, ...]]
"""Ranking, showdown and bonus, the size of a hand, open cards, copies of each card."""


def _decides(game: AntePlay) -> Decides:
    """Return everything of a game that decides its counts: rules, cards of a hand, copies."""
    rules = (game.rank, game.showdown, game.bonus_rule)
    return (*rules, game.hand_size, game.up_cards, copies(game))


@functools.lru_cache(maxsize=16)
def _counted(by: Decides) -> DealCounts:
    """Return the counted deals of a table; Refused for open cards that cannot be counted."""
    rank, showdown, bonus, cards, up_cards, left = by
    if not up_cards:
        return count_deals(DuelRules(rank, showdown, bonus, cards=cards), left)
    if (up_cards, cards, bonus) != (1, 3, None):
        raise Refused(
            "open cards are counted for one open and two covered cards, without an ante bonus"
        )
    return count_open(rank, showdown, left)


def pays(game: AntePlay) -> DuelPays:
    """Return the nets of outcomes and bonuses, in antes."""
    ante, play = (game.pay[PAID_BY[spot]] for spot in (ANTE, PLAY))
    earns = game.pay[ANTE_BONUS] if game.bonus_rule is not None else ()
    bonus = [net_of(payout, ANTE_BONUS) for payout in earns]
    return DuelPays(
        nets=[net_of(a, ANTE) + net_of(p, PLAY) for a, p in zip(ante, play, strict=True)],
        bonus=[*bonus, Fraction(0)],
    )


def best(game: AntePlay) -> StrategyValue:
    """Return best play of every hand."""
    worth = pays(game)
    return _best(_decides(game), tuple(worth.nets), tuple(worth.bonus))


@functools.lru_cache(maxsize=64)
def _best(by: Decides, nets: tuple[Any, ...], bonus: tuple[Any, ...]) -> StrategyValue:
    """Return the value of best play; cached, since tables differ in pays alone."""
    return best_play(_counted(by), DuelPays(nets, bonus))


def raise_from(game: AntePlay) -> int:
    """Return the least strength to play, under the best strategy that plays all stronger hands."""
    found = best_threshold(counted(game), pays(game))
    return found.least if found.least is not None else int(counted(game).strength[-1]) + 1


def policy(game: AntePlay) -> Any:
    """Return best play for the simulation: the least strength to play, or a table of all hands."""
    deals = counted(game)
    if isinstance(deals, OpenCounted):
        return table_of(deals, best(game).plays).ravel().astype(np.int8)
    return np.array([raise_from(game)], np.int64)


def policy_words(game: AntePlay) -> str:
    """Return best play in words."""
    if game.up_cards:
        return "every hand by its own cards and the open one"
    return f"{game.describe(raise_from(game))} or better is played, all below is folded"


def compared(game: AntePlay) -> list[tuple[str, StrategyValue]]:
    """Return threshold strategies: every hand, one level below best play, best play, one above."""
    deals, worth, least = counted(game), pays(game), raise_from(game)
    levels = sorted({*deals.strength.tolist(), least})
    at = levels.index(least)
    near = dict.fromkeys(levels[i] for i in (0, at - 1, at, at + 1) if 0 <= i < len(levels))
    return [(game.describe(level), value_of(deals, worth, level)) for level in near]


def outcomes(game: AntePlay) -> tuple[str, ...]:
    """Return the outcomes of an ante: a fold, then by bonus and showdown."""
    shown: tuple[str, ...] = game.showdown.outcomes
    earned = game.bonus_rule.outcomes[:-1] if game.bonus_rule is not None else ()
    return (FOLD, *(f"{end}_{bonus}" for bonus in earned for end in shown), *shown)


def nets(game: AntePlay) -> tuple[Fraction, ...]:
    """Return the net of each of these outcomes, in antes."""
    worth = pays(game)
    return (
        Fraction(worth.fold),
        *(Fraction(net) + Fraction(bonus) for bonus in worth.bonus for net in worth.nets),
    )


def ways(game: AntePlay, value: StrategyValue) -> tuple[int, ...]:
    """Return the number of deals with each of these outcomes."""
    deals = counted(game)
    played = [i for i, plays in enumerate(value.plays) if plays]
    found, bonus = deals.found[played], deals.bonus[played]
    cells: list[int] = []
    for kind in range(len(pays(game).bonus)):
        cells += found[bonus == kind].sum(axis=0).tolist()
    return (deals.total - sum(cells), *cells)


def ante_odds(game: AntePlay, wager: Wager) -> WagerOdds:
    """Return odds of the ante with its play wager and bonus, under best play."""
    value = best(game)
    total = value.total
    risk = value.element_of_risk
    seen = "the dealer's open card" if game.up_cards else "nothing else"
    extra = " and the ante bonus" if game.bonus_rule is not None else ""
    assumptions = (
        f"best play: {rule_of(game, value)}",
        f"per ante, with the play wager{extra}; of all that is wagered, "
        f"{float(value.wagered):.4f} antes on average, the house keeps {float(risk):.4%}",
        f"the player sees one hand and {seen}",
    )
    table, column = game.pay_tables()[ANTE], getattr(game, ANTE)
    said = {
        "best_play": rule_of(game, value),
        "element_of_risk": float(risk),
        "average_wagered": float(value.wagered),
    }
    return WagerOdds(
        outcomes(game), tuple(Fraction(n, total) for n in ways(game, value)),
        {column: nets(game)}, ANTE, EXACT, assumptions, clause=table.clause,
        details={column: said},
    )  # fmt: skip


def rule_of(game: AntePlay, value: StrategyValue) -> str:
    """Return best play in words."""
    deals = counted(game)
    if isinstance(deals, OpenCounted):
        near = by_open_card(game, best_by_rank(deals, pays(game)))
        return f"every hand by its own cards and the open one; nearly, play from {near}"
    if value.least is None:
        return "each hand by its cards, no single hand parts what is played from what is folded"
    return f"play {game.describe(value.least)} or better, fold everything else"


def by_open_card(game: AntePlay, least: Mapping[int, int]) -> str:
    """Return the lowest hand to play for each open card, in one line."""
    return ", ".join(f"{RANKS[rank]}: {game.describe(low)}" for rank, low in least.items())


def ante_play_sheet(game: AntePlay, most: int) -> StrategySheet:
    """Return the sheet of hands to play, with the cost of other thresholds."""
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
    said = Sentence(
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
    return StrategySheet(f"{game.name}: when to play and when to fold", found, (said, table))
