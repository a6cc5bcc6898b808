"""Blackjack: what each choice of a hand is worth, card by card from a full shoe."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from houseway.analysis.advice.told import Advice, Option, Progress, ranked
from houseway.analysis.blackjack.best_play import ADDED, LAMMER, ORIGINAL, bust_value, stake_value
from houseway.analysis.blackjack.dealer import VALUES
from houseway.analysis.blackjack.side_bets.insurance import NETS
from houseway.analysis.blackjack.solver import (
    CARDS_OF_VALUE,
    UpCardContext,
    given_up,
    ground,
    solve_up,
    terms_by,
)
from houseway.analysis.blackjack.solver_rules import SolverRules, TermsKey, terms_of
from houseway.analysis.game_math import math_of
from houseway.engine.questions import DEALER, Act, Amount, Asking, Choice
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.families.blackjack.counting import MUST_HIT, MUST_STAND
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState, Hand
from houseway.hands.blackjack import value

PLAYED = {"stand", "hit", "double", "double_free", "split", "split_free", "surrender"}
SHAPES = ("blackjack", "blackjack_switch")
HOW = "exact, by the cards of the hand from a full shoe"
NO_BLACKJACK = "the dealer has looked and has no blackjack"
OTHER_HANDS = "of this hand alone; the other hands of the split go on by themselves"


def blackjack_advice(round_: Round, seat: int, progress: Progress) -> Advice | None:
    """The worth of every choice, if the lab treats this table and the question is one of play."""
    game, state, question = round_.game, round_.state, round_.question
    if game.shape not in SHAPES or not isinstance(state, BlackjackState):
        return None
    assert isinstance(game, Blackjack)
    if not isinstance(question, Asking):
        return None
    choices = {choice.name: choice for choice in question.choices_of(seat)}
    if "insure" in choices:
        return _insurance(round_, seat, choices["insure"])
    turn = state.playing()
    if turn is None or not choices.keys() <= PLAYED or state.holder(turn[0]) != seat:
        return None
    try:
        math_of(game)
    except Refused:
        return None
    hand = state.hands[turn[0]][turn[1]]
    progress(f"{game.name}: best play against this up card")
    terms = terms_of(game)
    at, splits = against(terms.key, _up(state))
    found = _worths(terms, at, splits, hand)
    if choices.keys() - found.keys():
        return None
    options = [
        Option(Act(seat, name, _amount(choice)), found[name]) for name, choice in choices.items()
    ]
    unit = _unit(state, turn) or _unit(state, (turn[0], 0))
    notes = (NO_BLACKJACK,) * bool(terms.peek and at.barred >= 0)
    return ranked(options, unit, HOW, (*notes, *((OTHER_HANDS,) if hand.split else ())))


def _up(state: BlackjackState) -> int:
    return value(state.dealer[0]) - 1


def _amount(choice: Choice) -> int:
    return choice.most if isinstance(choice, Amount) else 0


def _unit(state: BlackjackState, at: tuple[int, int]) -> int:
    """The bet of a hand, without tips: these never come back to who made them."""
    chips = state.stakes.get((at[0], "main", at[1]), {})
    return sum(cents for (_, whom), cents in chips.items() if whom != DEALER)


@functools.lru_cache(maxsize=40)
def against(key: TermsKey, up: int) -> tuple[UpCardContext, Any]:
    """The chances of every hand against an up card by such terms, and what splits are worth."""
    terms = terms_by(key)
    shoe = np.array([n * terms.decks for n in CARDS_OF_VALUE], dtype=np.float64)
    at = ground(terms, shoe, up)
    return at, solve_up(terms, at)[3]


def _worths(terms: SolverRules, g: UpCardContext, splits: Any, hand: Hand) -> dict[str, float]:
    """What each choice of a hand brings, in units of its bet."""
    tree = g.tree
    values = [value(card) - 1 for card in hand.cards]
    if len(values) < 2:
        return {}
    h = int(tree["pair"][values[0], values[1]])
    for card in values[2:]:
        h = int(tree["child"][h, card])
        if h < 0:
            return {}
    kind = LAMMER if hand.free else ADDED if hand.split else ORIGINAL
    best = _best_of(terms, g, kind)
    found = {
        "stand": stake_value(g.rows[h], kind, 0.0, 0.0, terms.takes),
        "hit": _drawn(terms, g, h, kind, best),
        "double": _drawn(terms, g, h, kind, None, chips=1.0),
        "double_free": _drawn(terms, g, h, kind, None, lammers=1.0),
        "surrender": float(given_up(terms, g)[h]) if not hand.split else 0.5 * bust_value(kind, 0),
    }
    if len(values) == 2 and values[0] == values[1] and not hand.split:
        found |= {"split": float(splits[values[0], 0]), "split_free": float(splits[values[0], 1])}
    return found


def _drawn(
    terms: SolverRules,
    g: UpCardContext,
    h: int,
    kind: int,
    best: Any,
    chips: float = 0.0,
    lammers: float = 0.0,
) -> float:
    """One card: then as good as can be, or, of a double, the end."""
    worth = 0.0
    for v in range(VALUES):
        chance = float(g.chances[h, v])
        if chance <= 0.0:
            continue
        c = int(g.tree["child"][h, v])
        if c < 0:
            worth += chance * bust_value(kind, chips)
        elif best is not None:
            worth += chance * best(c)
        else:
            worth += chance * stake_value(g.rows[c], kind, chips, lammers, terms.takes)
    return worth


def _best_of(terms: SolverRules, g: UpCardContext, kind: int) -> Any:
    """What a hand is worth that stands or draws as it is best."""

    @functools.cache
    def best(h: int) -> float:
        chart = g.tree["chart"][h]
        stands = stake_value(g.rows[h], kind, 0.0, 0.0, terms.takes)
        if chart == MUST_STAND:
            return stands
        hits = _drawn(terms, g, h, kind, best)
        return hits if chart == MUST_HIT else max(stands, hits)

    return best


def _insurance(round_: Round, seat: int, choice: Choice) -> Advice | None:
    """By the cards that this seat sees: what it pays if one of the others is a ten."""
    game: Any = round_.game
    view = round_.view(seat)
    left = [n * game.sets() for n in game.kind.copies]
    for pile in view.piles:
        for name in pile.pieces:
            if name != "??":
                left[game.kind.names.index(name)] -= 1
    up = round_.state.dealer[0]
    tens = sum(n for card, n in enumerate(left) if n > 0 and game.count.natural((up, card)))
    chance = tens / sum(left)
    worth = chance * float(NETS[0]) + (1 - chance) * float(NETS[1])
    options = (Option(Act(seat, choice.name, _amount(choice)), worth),
               Option(Act(seat, "no_insurance"), 0.0))  # fmt: skip
    said = f"{tens} of the {sum(left)} cards that you have not seen make a blackjack"
    return ranked(options, _amount(choice), "exact, by the cards in sight and a full shoe", (said,))
