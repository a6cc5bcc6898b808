"""Advice at a live table of ante and play, against every hand that the dealer may hold."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.ante_play.table import pays
from houseway.analysis.decision_values import Advice, DecisionValue, Progress, ranked
from houseway.analysis.game_math import LivePlayer
from houseway.engine.questions import DEALER, Act, Asking
from houseway.families.ante_play.decisions import ANTE
from houseway.families.ante_play.game import AntePlay
from houseway.table.round import Round

MOST = 30_000
"""The largest number of dealer hands that is enumerated."""
HOW = "exact, against every hand that the dealer may hold"
SIDES = "side bets are left out"


def ante_play_advice(round_: Round, seat: int, progress: Progress) -> Advice | None:
    """Return the values of playing and folding, in antes.

    Return None for any other question, and for more than one deck, which is not enumerated.
    """
    game, state, question = round_.game, round_.state, round_.question
    if not isinstance(game, AntePlay) or not isinstance(question, Asking):
        return None
    names = {choice.name for choice in question.choices_of(seat)}
    if not {"play", "fold"} <= names or game.sets() != 1:
        return None
    circle, number = at = game.undecided(state)[seat]
    cards = state.hands[at].cards
    view = round_.view(seat)
    read, seen, shown = game.kind.read, set(), []
    for pile in view.piles:
        known = [read(name) for name in pile.pieces if name != "??"]
        seen.update(known)
        if pile.zone == "dealer":
            shown = known
    seen.update(cards)
    left = [card for card in range(len(game.kind.names)) if card not in seen]
    covered = game.hand_size - len(shown)
    if covered < 1 or comb(len(left), covered) > MOST:
        return None
    progress(f"{game.name}: every hand of the dealer's")
    worth, mine = pays(game), game.rank(cards)
    counts = [0] * len(worth.nets)
    for others in combinations(left, covered):
        counts[game.showdown(mine, game.rank([*shown, *others]))] += 1
    total = sum(counts)
    plays = sum(n * float(net) for n, net in zip(counts, worth.nets, strict=True)) / total
    if game.bonus_rule is not None:
        plays += float(worth.bonus[game.bonus_rule(cards)])
    options = (
        DecisionValue(Act(seat, "play"), plays),
        DecisionValue(Act(seat, "fold"), float(worth.fold)),
    )
    antes = state.stakes[(circle, ANTE, number)]
    unit = sum(cents for (_, whom), cents in antes.items() if whom != DEALER)
    return ranked(options, unit, f"{HOW}, {total:,} of them", (SIDES,))


def by_best_play(game: AntePlay) -> LivePlayer:
    """Return a player who plays or folds every hand by exact best play."""
    simulation = AntePlaySimulation(game)

    def decide(question: Asking, state: Any, seat: int) -> Act | None:
        if "play" not in {choice.name for choice in question.choices_of(seat)}:
            return None
        cards = state.hands[game.undecided(state)[seat]].cards
        return Act(seat, "play" if simulation.is_played(cards, state.dealer) else "fold")

    return decide


BEST_PLAYER = (by_best_play, "every hand is played or folded by best play")
