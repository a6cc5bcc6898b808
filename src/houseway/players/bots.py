"""Simple players: they choose a legal decision from the kinds of choices alone.

A bot knows no game. It bets the least on spots that must have chips, and sometimes in another
circle. It takes the suggested arrangement, the least amount, or a random button. As a bank it puts
up half of its chips or more. ``wild`` bots choose evenly among everything, for tests that must
reach every corner.
"""

from __future__ import annotations

import random

from houseway.engine.questions import (
    Act,
    Amount,
    Arrange,
    Asking,
    Button,
    Choice,
    Pick,
    Pieces,
    Place,
    Spot,
)
from houseway.errors import Refused
from houseway.table.round import Round
from houseway.table.table import Table

TRIES = 12
WEIGHTS: dict[type, int] = {Button: 40, Amount: 10, Pick: 40, Arrange: 400, Place: 400}
BANKS = {"bank": 80, "join_bank": 40}
"""Decisions to hold the player-dealer position, with their weights among the choices."""
GIVES_UP = ("fold", "surrender")
"""Decisions that a sensible player takes only as the default of a time-out."""


class Bot:
    """A player with its own random source."""

    def __init__(self, seed: int | None = None, wild: bool = False) -> None:
        self.random = random.Random(seed)
        self.wild = wild

    def choose(self, round_: Round, seat: int) -> Act:
        """Return a decision that the rules allow this seat now."""
        question = round_.question
        if not isinstance(question, Asking) or seat not in question.seats():
            raise Refused.because(round_.not_asked(seat))
        choices = question.choices_of(seat)
        for _ in range(TRIES):
            act = self._answer(seat, self._pick(choices, question.default_action))
            if round_.refusal(act) is None:
                return act
        for choice in choices:
            act = plainest(seat, choice)
            if round_.refusal(act) is None:
                return act
        raise Refused("no-legal-decision", f"seat {seat} has no legal decision")

    def _pick(self, choices: tuple[Choice, ...], late: str) -> Choice:
        """Return a random choice; unless the bot is wild, it seldom gives up."""
        if self.wild:
            return self.random.choice(choices)
        weights = [
            1
            if choice.name in GIVES_UP and choice.name != late
            else BANKS.get(choice.name, WEIGHTS[type(choice)])
            for choice in choices
        ]
        return self.random.choices(choices, weights)[0]

    def _answer(self, seat: int, choice: Choice) -> Act:
        """Return a random decision of this choice."""
        rng, wild = self.random, self.wild
        if isinstance(choice, Amount):
            return Act(seat, choice.name, self._amount(choice))
        if isinstance(choice, Pick):
            n = rng.randint(choice.least, min(choice.most, len(choice.pieces)))
            return Act(seat, choice.name, pieces=tuple(rng.sample(choice.pieces, n)))
        if isinstance(choice, Arrange):
            if choice.suggestion and self._likely(50 if wild else 90):
                return plainest(seat, choice)
            return Act(seat, choice.name, parts=_dealt_into(choice, rng))
        if isinstance(choice, Place):
            return Act(seat, choice.name, places=self._places(choice))
        return Act(seat, choice.name)

    def _likely(self, percent: int) -> bool:
        """Return True with this probability in percent."""
        return self.random.randrange(100) < percent

    def _amount(self, choice: Amount) -> int:
        """Return a random amount in cents, most often the least."""
        steps = (choice.most - choice.least) // choice.step
        if self.wild:
            if self._likely(20):
                return choice.most
            return choice.least + self.random.randint(0, steps) * choice.step
        if choice.name in BANKS:
            amount = choice.least + self.random.randint((steps + 1) // 2, steps) * choice.step
            whole = amount - amount % 100
            return whole if whole >= choice.least and choice.step == 1 else amount
        few = min(steps, choice.least // choice.step)
        return choice.least + self.random.choice((0, 0, 0, few)) * choice.step

    def _places(self, choice: Place) -> tuple[tuple[str, int], ...]:
        """Return wagers by spot: the required ones, and sometimes others."""
        rng = self.random
        percent, behind = (50, 20) if self.wild else (15, 4)
        away = any(spot.circle for spot in choice.spots) and self._likely(behind)
        placed: list[tuple[str, int]] = []
        for spot in choice.spots:
            if away and not spot.circle:
                continue  # all of its chips go to other circles
            fits = choice.open_to(spot, (name for name, _ in placed))
            if spot.equals:
                lies = dict(placed).get(spot.equals)
                if lies and (spot.required or self._likely(percent)):
                    placed.append((spot.name, lies))
            elif spot.required or (self._likely(behind if spot.circle else percent) and fits):
                least = least_on(spot)
                most = min(spot.most, least * 20) if self.wild else least
                steps = (most - least) // spot.step
                placed.append((spot.name, least + rng.randint(0, steps) * spot.step))
        return tuple(placed)


def plainest(seat: int, choice: Choice) -> Act:
    """Return the smallest decision that fits this choice."""
    if isinstance(choice, Amount):
        return Act(seat, choice.name, choice.least)
    if isinstance(choice, Pick):
        return Act(seat, choice.name, pieces=choice.pieces[: choice.least])
    if isinstance(choice, Arrange):
        return Act(seat, choice.name, parts=choice.suggestion or _in_order(choice, choice.pieces))
    if isinstance(choice, Place):
        spots = [spot for spot in choice.spots if spot.required] or choice.spots[:1]
        return Act(seat, choice.name, places=tuple((spot.name, least_on(spot)) for spot in spots))
    return Act(seat, choice.name)


def least_on(spot: Spot) -> int:
    """Return the smallest amount that a spot takes, in its steps, in cents."""
    return -(-spot.least // spot.step) * spot.step


def _dealt_into(choice: Arrange, rng: random.Random) -> tuple[tuple[str, Pieces], ...]:
    """Return the pieces of an arrangement in random parts."""
    return _in_order(choice, tuple(rng.sample(choice.pieces, len(choice.pieces))))


def _in_order(choice: Arrange, pieces: Pieces) -> tuple[tuple[str, Pieces], ...]:
    """Return pieces cut into the parts of an arrangement, in order."""
    parts, at = [], 0
    for name, n in choice.parts:
        parts.append((name, pieces[at : at + n]))
        at += n
    return tuple(parts)


def play_round(table: Table, bot: Bot) -> Round:
    """Play one whole round in which the bot decides for every seat, in any order."""
    round_ = table.start()
    while isinstance(question := round_.question, Asking):
        table.enter(bot.choose(round_, bot.random.choice(question.seats())))
    return round_
