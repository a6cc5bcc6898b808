"""A live player of two hands, who plays and switches as the simulation does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.analysis.blackjack.decisions import DECISIONS
from houseway.analysis.blackjack.solver.best_play import ORIGINAL
from houseway.engine.questions import Act, Ask, Question
from houseway.hands.blackjack import value
from houseway.rulebook.colorado.blackjack_switch.decisions import KEEP, SWITCH
from houseway.rulebook.colorado.blackjack_switch.state import SwitchState


def switch_policy(wagers: Mapping[str, int], played: Any) -> Callable[[Question, Any], Act]:
    """The same wagers (in cents) every round, played by the arrays of a ``Played``."""
    places = tuple(wagers.items())
    first, after = played.first.tolist(), played.after[:, ORIGINAL].tolist()
    pair, child = played.pair.tolist(), played.child.tolist()

    def decision(state: SwitchState, seat: int, offered: set[str]) -> str:
        turn = state.playing()
        assert turn is not None and turn[0] == seat
        hand, up = state.hands[seat][turn[1]], value(state.dealer[0]) - 1
        a, b, *more = (value(card) - 1 for card in hand.cards)
        h = pair[a][b]
        for card in more:
            h = child[h][card]
        said = DECISIONS[first[up][h]]
        if said in offered and (not hand.split or said == "split"):
            return said
        return DECISIONS[after[up][h]]

    def answer(question: Question, state: SwitchState) -> Act:
        assert isinstance(question, Ask)
        seat = question.seats()[0]
        if state.phase == "betting":
            return Act(seat, "bet", places=places)
        offered = {choice.name for choice in question.choices}
        if "insure" in offered:
            return Act(seat, "no_insurance")
        if SWITCH not in offered:
            return Act(seat, decision(state, seat, offered))
        cards = (state.dealer[0], *state.dealt[seat])
        better = played.switches[tuple(value(card) - 1 for card in cards)]
        return Act(seat, SWITCH if better else KEEP)

    return answer
