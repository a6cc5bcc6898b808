"""Advice at a live blackjack table: the value of each choice, and a player of the basic chart."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DECISIONS
from houseway.analysis.blackjack.side_bets.insurance import NETS
from houseway.analysis.blackjack.solver.best_play import (
    ADDED,
    LAMMER,
    ORIGINAL,
    bust_value,
    stake_value,
)
from houseway.analysis.blackjack.solver.dealer import VALUES
from houseway.analysis.blackjack.solver.rules import SolverRules, TermsKey, terms_of
from houseway.analysis.blackjack.solver.solve import (
    CARDS_OF_VALUE,
    UpCardContext,
    given_up,
    ground,
    solve_up,
    terms_by,
)
from houseway.analysis.blackjack.strategy.basic import basic
from houseway.analysis.decision_values import Advice, DecisionValue, Progress, ranked
from houseway.analysis.game_math import LivePlayer
from houseway.engine.questions import DEALER, Act, Amount, Asking, Choice
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import MUST_HIT, MUST_STAND
from houseway.families.blackjack.state import BlackjackHand, BlackjackState
from houseway.hands.blackjack import value
from houseway.table.round import Round

PLAYED = {"stand", "hit", "double", "double_free", "split", "split_free", "surrender"}
FAMILIES = ("blackjack", "blackjack_switch")
HOW = "exact, by the cards of the hand from a full shoe"
NO_BLACKJACK = "the dealer has looked and has no blackjack"
OTHER_HANDS = "of this hand alone; the other hands of the split go on by themselves"


def blackjack_advice(
    unsupported_reason: Callable[[Blackjack], str],
) -> Callable[[Round, int, Progress], Advice | None]:
    """The advice function of games that are solved unless ``unsupported_reason`` gives a reason."""

    def advice(round_: Round, seat: int, progress: Progress) -> Advice | None:
        return _advice(unsupported_reason, round_, seat, progress)

    return advice


def _advice(
    unsupported_reason: Callable[[Blackjack], str], round_: Round, seat: int, progress: Progress
) -> Advice | None:
    """The value of every choice, or None for an unsupported table or another kind of question."""
    game, state, question = round_.game, round_.state, round_.question
    if game.family not in FAMILIES or not isinstance(state, BlackjackState):
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
    if unsupported_reason(game):
        return None
    hand = state.hands[turn[0]][turn[1]]
    progress(f"{game.name}: best play against this up card")
    terms = terms_of(game)
    at, splits = against(terms.key, _up(state))
    found = _worths(terms, at, splits, hand)
    if choices.keys() - found.keys():
        return None
    options = [
        DecisionValue(Act(seat, name, _amount(choice)), found[name])
        for name, choice in choices.items()
    ]
    unit = _unit(state, turn) or _unit(state, (turn[0], 0))
    notes = (NO_BLACKJACK,) * bool(terms.peek and at.barred >= 0)
    return ranked(options, unit, HOW, (*notes, *((OTHER_HANDS,) if hand.split else ())))


def _up(state: BlackjackState) -> int:
    """Return the index of the dealer's up card by value: 0 for an ace."""
    return value(state.dealer[0]) - 1


def _amount(choice: Choice) -> int:
    """Return the greatest amount of a choice in cents; 0 if it asks for none."""
    return choice.most if isinstance(choice, Amount) else 0


def _unit(state: BlackjackState, at: tuple[int, int]) -> int:
    """Return the bet of a hand in cents, without tips, which are never returned."""
    chips = state.stakes.get((at[0], "main", at[1]), {})
    return sum(cents for (_, whom), cents in chips.items() if whom != DEALER)


@functools.lru_cache(maxsize=40)
def against(key: TermsKey, up: int) -> tuple[UpCardContext, Any]:
    """Return the chances of every hand against an up card, and the values of splits; cached."""
    terms = terms_by(key)
    shoe = np.array([n * terms.decks for n in CARDS_OF_VALUE], dtype=np.float64)
    at = ground(terms, shoe, up)
    return at, solve_up(terms, at)[3]


def _worths(
    terms: SolverRules, g: UpCardContext, splits: Any, hand: BlackjackHand
) -> dict[str, float]:
    """Return the value of each choice of a hand, in units of its bet; empty for an unknown hand."""
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
    """Return the value of one more card:

    ``best`` values what follows; None ends the hand (a double).
    """
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
    """Return the value function of a hand that stands or draws, whichever is better."""

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
    """Return the value of insurance in units of its stake, by the cards that this seat sees."""
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
    options = (DecisionValue(Act(seat, choice.name, _amount(choice)), worth),
               DecisionValue(Act(seat, "no_insurance"), 0.0))  # fmt: skip
    said = f"{tens} of the {sum(left)} cards that you have not seen make a blackjack"
    return ranked(options, _amount(choice), "exact, by the cards in sight and a full shoe", (said,))


def by_chart(game: Blackjack) -> LivePlayer:
    """Return a player of the basic chart, restricted to the decisions that the game offers."""
    bit = {name: 1 << decision for decision, name in enumerate(DECISIONS)}

    def decide(question: Asking, state: Any, seat: int) -> Act | None:
        choices = {choice.name: choice for choice in question.choices_of(seat)}
        turn = state.playing()
        if turn is None or turn[0] != seat or not choices.keys() & {"hit", "stand"}:
            return None
        offered = sum(bit.get(name, 0) for name in choices)
        cards = state.hands[turn[0]][turn[1]].cards
        chosen = choices.get(DECISIONS[basic(cards, state.dealer[0], offered)])
        if isinstance(chosen, Amount):
            return Act(seat, chosen.name, chosen.most)
        return Act(seat, chosen.name) if chosen is not None else None

    return decide


CHART_PLAYER = (by_chart, "hands are played by the common chart, as far as it is offered")
