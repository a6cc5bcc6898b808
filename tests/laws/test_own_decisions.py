"""A decision of one's own is one function in the file of a game, whatever the family."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.questions import Act, Asking, Chance
from houseway.errors import Reason, Refused
from houseway.families.ante_play.decisions import hand_decision as ante_decision
from houseway.families.baccarat.dice import SHAKING, CupLeft
from houseway.families.blackjack.decisions import hand_decision
from houseway.families.blackjack.state import Stood
from houseway.game.base import Game, Seat
from houseway.game.decisions import decision
from houseway.rulebook import find
from houseway.table.round import Round

SEATS = [Seat(seat, f"seat {seat}", 100_000) for seat in (1, 2)]


def explain_not_twelve(game: Any, s: Any, turn: Any) -> Reason | None:
    """Explain that only a hand of 12 may be frozen."""
    if game.count.total(turn.hand.cards) == 12:
        return None
    return Reason("not-twelve", "only a hand of 12 is frozen", ("OWN-1",))


@hand_decision("leave a hand of 12 as it is", "OWN-1", unless=explain_not_twelve)
def freeze(game: Any, r: Any, at: Any, act: Act) -> None:
    """The hand takes no more cards."""
    r.emit(Stood(*at))


@ante_decision("give the hand up with a word")
def bow_out(game: Any, r: Any, at: Any, act: Act) -> None:
    """The hand is folded."""
    game.fold(r, at, "player")


@decision("hand the cup back with a nod", at=SHAKING,
          unless=lambda game, s, seat: None if seat in s.handed.values() else Reason(
              "no-cup", "there is no cup to nod at"))  # fmt: skip
def nod(game: Any, r: Any, act: Act) -> None:
    """The cups of a seat go back as they are."""
    for hand in [hand for hand, seat in r.state.handed.items() if seat == act.seat]:
        r.emit(CupLeft(hand, act.seat))


def own(game_id: str, *decisions: Any, **posting: Any) -> Game:
    """Return a table of a game with further decisions."""
    base = find(game_id)
    made: type[Game] = type("Own", (base,), {"decisions": (*base.decisions, *decisions)})
    return made(posting)


def asked(game: Game, cards: tuple[str, ...], **bets: int) -> Round:
    """Return a round with wagers of seat 1 alone, dealt these cards."""
    round_ = Round(game, SEATS[:1])
    round_.act(Act(1, "bet", places=tuple(bets.items())))
    pieces = tuple(map(game.kind.names.index, cards))
    if isinstance(round_.question, Chance):
        round_.deal(pieces)
    return round_


def names(round_: Round) -> list[str]:
    """Return the decisions that seat 1 is offered."""
    assert isinstance(round_.question, Asking)
    return [choice.name for choice in round_.question.choices_of(1)]


def test_a_blackjack_hand_gets_a_decision_of_its_own() -> None:
    game = own("blackjack", freeze)
    round_ = asked(game, ("Tc", "6d", "2h", "9s"), main=10_00)
    assert names(round_)[-1] == "freeze"
    round_.act(Act(1, "freeze"))
    assert round_.state.hands[1][0].done

    other = asked(game, ("Tc", "6d", "5h", "9s"), main=10_00)
    assert "freeze" not in names(other)
    with pytest.raises(Refused, match=r"only a hand of 12 is frozen \(OWN-1\)"):
        other.act(Act(1, "freeze"))
    prompt = other.view(1).prompt
    assert prompt is not None
    (told,) = [each for each in prompt.forbidden if each.name == "freeze"]
    assert told.here and told.clauses == ("OWN-1",)
    assert "freeze" in game.actions() and game.choice_clauses["freeze"] == ("OWN-1",)
    assert "freeze" in [action.name for action in game.layout().actions]


def test_an_ante_hand_gets_a_decision_of_its_own() -> None:
    round_ = asked(own("3-card-shine", bow_out), ("2c", "3c", "5d", "8d", "9h", "Js"), ante=10_00)
    assert names(round_)[-1] == "bow_out"
    round_.act(Act(1, "bow_out"))
    assert round_.closed and round_.state.hands[1, 0].decision == "fold"


def test_a_cup_of_dice_gets_a_decision_of_its_own() -> None:
    game = own("3-dice-baccarat", nod, players_shake="largest wager")
    round_ = Round(game, SEATS[:1])
    round_.act(Act(1, "bet", places=(("player", 10_00),)))
    assert names(round_) == ["shake", "leave", "nod"]
    round_.act(Act(1, "nod"))
    assert isinstance(round_.question, Chance) and not round_.state.handed
