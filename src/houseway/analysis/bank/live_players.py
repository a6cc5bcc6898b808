"""How people decide at a table that is played live for the lab, by the shape of its game.

Whatever a player has no answer to, the table decides as it does when his time is up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.blackjack.strategy import DECISIONS, basic
from houseway.engine.questions import Act, Amount, Asking
from houseway.game.base import Game

Player: TypeAlias = Callable[[Any, Any, int], Act | None]
"""(question, state, seat) -> a decision, or None to let the time run out."""


def by_best_play(game: Any) -> Player:
    """Ante and play: every hand as exact best play has it."""
    simulation = AntePlaySimulation(game)

    def decides(question: Asking, state: Any, seat: int) -> Act | None:
        if "play" not in {choice.name for choice in question.choices_of(seat)}:
            return None
        cards = state.hands[game.undecided(state)[seat]].cards
        return Act(seat, "play" if simulation.is_played(cards, state.dealer) else "fold")

    return decides


def by_the_chart(game: Any) -> Player:
    """Blackjack: the common chart, as far as the game offers what it says."""
    bit = {name: 1 << decision for decision, name in enumerate(DECISIONS)}

    def decides(question: Asking, state: Any, seat: int) -> Act | None:
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

    return decides


def by_the_table(game: Any) -> Player:
    """Whoever decides nothing: the house way, where hands are set."""
    return lambda question, state, seat: None


PLAYERS: dict[str, tuple[Callable[[Any], Player], str]] = {
    "ante_play": (by_best_play, "every hand is played or folded by best play"),
    "blackjack": (by_the_chart, "hands are played by the common chart, as far as it is offered"),
    "set_hands": (by_the_table, "everybody sets the house way"),
}
TIMED_OUT = (by_the_table, "everybody does what the table would do when time is up")


def player_of(game: Game) -> tuple[Player, str]:
    """How everybody plays, and that in words."""
    made, words = PLAYERS.get(game.shape, TIMED_OUT)
    return made(game), words
