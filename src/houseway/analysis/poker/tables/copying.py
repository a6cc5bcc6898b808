"""Copy a hand of a fast table to the live one: the same cards, the same decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.analysis.poker.tables.compiled.layout import CALL, FOLD
from houseway.analysis.poker.tables.compiled.loops import Policy
from houseway.analysis.poker.tables.facts import has_button
from houseway.analysis.poker.tables.fast_table import FastTable
from houseway.engine.questions import Act, Amount, Asking, Button, Chance, Pick
from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.game.base import Seat
from houseway.table.round import Round

CALLS = ("check", "call", "bring_in", "pat")


def copy_hand(table: FastTable, number: int, policies: Policy | Sequence[Policy]) -> Round:
    """Play a hand by these policies and return it as a live round that is over."""
    _, decks, logs = table.played(1, policies, number)
    if logs[0, 0] >= logs.shape[1]:
        raise Refused(f"hand {number} has {logs[0, 0]} decisions, too many to be kept")
    return live_hand(table, number, decks[0].tolist(), logs[0, 1 : logs[0, 0] + 1].tolist())


def live_hand(table: FastTable, number: int, deck: Sequence[int], said: Sequence[int]) -> Round:
    """Return a live round from the cards and decisions that ``played`` gives for a hand."""
    stacks = table.stacks[number % len(table.stacks)]
    seats = [Seat(i + 1, f"seat {i + 1}", int(x)) for i, x in enumerate(stacks)]
    carry_over = PokerCarryOver(button=number % table.seats + 1 if has_button(table.game) else 0)
    round_ = Round(table.game, seats, carry_over)
    left, at = list(said), 0
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            n = question.n if question.kind == "pieces" else 0
            round_.deal(tuple(deck[at : at + n]))
            at += n
        else:
            assert isinstance(question, Asking)
            round_.act(act_of(question, left.pop(0), round_.state))
    if left:
        raise ValueError(f"hand {number} is over with {len(left)} decisions left")
    return round_


def act_of(question: Asking, decision: int, state: Any) -> Act:
    """Return a decision of the fast table as an act that answers the question."""
    seat = question.seats()[0]
    for choice in reversed(question.choices_of(seat)):  # a player who opened may split the openers
        if isinstance(choice, Pick) and decision:
            cards = [card for i, card in enumerate(state.hole[seat]) if decision >> i & 1]
            return Act(seat, choice.name, pieces=tuple(cards))
        if isinstance(choice, Amount) and choice.name != "chip" and decision > CALL:
            return Act(seat, choice.name, decision)
        if isinstance(choice, Button):
            if decision == FOLD and choice.name == "fold":
                return Act(seat, "fold")
            if decision == CALL and choice.name in CALLS:
                return Act(seat, choice.name)
            if decision > CALL and choice.name == "open":
                return Act(seat, "open")
    raise ValueError(f"{decision} is not an answer to {question}")


def chips_after(round_: Round) -> list[int]:
    """Return the net result of each seat in a live hand that is over, in cents."""
    after = round_.game.chips_after(round_.state)
    return [after[seat.seat] - seat.chips for seat in round_.seats]
