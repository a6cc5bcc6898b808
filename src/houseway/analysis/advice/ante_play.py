"""Ante and play: a play wager against every hand that the dealer may hold."""

from __future__ import annotations

from itertools import combinations
from math import comb

from houseway.analysis.advice.told import Advice, Option, Progress, ranked
from houseway.analysis.ante_play.table import pays
from houseway.engine.questions import DEALER, Act, Asking
from houseway.engine.round import Round
from houseway.families.ante_play.decisions import ANTE
from houseway.families.ante_play.game import AntePlay

MOST = 30_000
"""Hands of the dealer's that are gone through one by one."""
HOW = "exact, against every hand that the dealer may hold"
SIDES = "side bets are left out"


def ante_play_advice(round_: Round, seat: int, progress: Progress) -> Advice | None:
    """What it is worth to play and to fold, in antes; one deck without jokers is gone through."""
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
    options = (Option(Act(seat, "play"), plays), Option(Act(seat, "fold"), float(worth.fold)))
    antes = state.stakes[(circle, ANTE, number)]
    unit = sum(cents for (_, whom), cents in antes.items() if whom != DEALER)
    return ranked(options, unit, f"{HOW}, {total:,} of them", (SIDES,))
