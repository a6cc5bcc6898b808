"""The engine runs whatever satisfies ``Rules``; it needs no class of the game package."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from houseway.engine.driver import RoundDriver
from houseway.engine.events import Event, State
from houseway.engine.inputs import Act, Seat
from houseway.engine.questions import Ask, Button, Chance, Script
from houseway.engine.rules import Rules, RulingScript
from houseway.errors import Reason, Refused
from houseway.pieces.cards import CARDS
from houseway.pieces.kind import Kind

SEATS = (Seat(1, "Ann", 100),)


class Drawn(State):
    card: int = -1
    closed: bool = False


class CardDealt(Event, frozen=True):
    card: int

    def do(self, state: Drawn) -> None:
        state.card = self.card


class Ended(Event, frozen=True):
    def do(self, state: Drawn) -> None:
        state.closed = True


class Words:
    def does(self, name: str) -> str:
        return name


class OneCard:
    """Deal one card, ask one seat to stop, end."""

    id, name = "one-card", "One Card"
    kind: Kind = CARDS
    deal_clauses: tuple[str, ...] = ("X-1",)
    turn_clauses: tuple[str, ...] = ("X-2",)
    ruling_rules: Mapping[str, RulingScript] = {}
    choice_clauses: Mapping[str, tuple[str, ...]] = {}
    rulings_elsewhere: Mapping[str, str] = {}
    in_play = CARDS.copies
    one_of_each = frozenset(CARDS.one_set(1))

    def sets(self) -> int:
        return 1

    def words(self) -> Words:
        return Words()

    def actions(self) -> tuple[str, ...]:
        return ("stop",)

    def first(self, seats: Sequence[Seat]) -> None:
        return None

    def new_state(self, seats: Sequence[Seat], between: Any) -> Drawn:
        return Drawn()

    def play(self, r: RoundDriver[Any]) -> Script:
        (card,) = yield Chance("a card", 1)
        r.emit(CardDealt(card))
        yield Ask({1: (Button("stop"),)})
        r.emit(Ended())

    def ruled_on(self, state: Any) -> Sequence[int]:
        return ()

    def check(self, state: Any, act: Act) -> None:
        pass

    def explain(self, state: Any, act: Act, *, asked: bool = True) -> Reason | None:
        return None


def test_the_driver_plays_any_rules() -> None:
    rules: Rules = OneCard()
    round_ = RoundDriver(rules, SEATS)
    with pytest.raises(Refused, match="seat 1 cannot stop now; the round waits for a card"):
        round_.act(Act(1, "stop"))
    round_.deal((5,))
    with pytest.raises(Refused, match="'jump' is not a decision of One Card"):
        round_.act(Act(1, "jump"))
    round_.act(Act(1, "stop"))
    assert round_.closed and round_.state.card == 5 and len(round_.events) == 2
    again = RoundDriver(rules, SEATS)
    for given in round_.inputs:
        again.enter(given)
    assert again.events == round_.events


@pytest.mark.process
def test_the_engine_loads_no_game_and_no_view() -> None:
    code = (
        "import sys, houseway.engine.driver, houseway.engine.ledger\n"
        "print([n for n in sys.modules if n.startswith(('houseway.game', 'houseway.presentation',"
        " 'houseway.table', 'houseway.rulebook'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
