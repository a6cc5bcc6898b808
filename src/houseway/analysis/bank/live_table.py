"""Rounds of a whole table played by the engine, for games without compiled table rounds.

The engine deals and settles against a bank that covers everything. So every game with a player's
bank is supported, at a few thousand rounds a second. ``GameMath.live_player`` decides for the
seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.game_math import timed_out
from houseway.analysis.games import math_of
from houseway.engine.questions import Act, Asking
from houseway.errors import Refused
from houseway.families.banked.state import WagerSettled
from houseway.money import format_dollars
from houseway.table.round import Round
from houseway.table.table import Table

CHIPS = 10_000_000_00
"""Chips of every seat in cents: enough for any loss in a run."""
TIMED_OUT = (timed_out, "everybody does what the table would do when time is up")


class LiveTable:
    """Rounds of a table played by the engine."""

    is_compiled = False

    def __init__(self, game: Any, players: int) -> None:
        self.game, self.players = game, players
        self.wagers = tuple(game.wager_named)
        make, self.how = math_of(type(game)).live_player or TIMED_OUT
        self.decides = make(game)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the rounds, as sentences."""
        return (
            f"live rounds; {self.how}",
            "what a wager collects or pays in several hands is settled at once",
        )

    def owed(self, rounds: int, stakes: Mapping[str, int], random: Any) -> npt.NDArray[Any]:
        """Return [round, seat from the button, wager]: the bank's net in cents."""
        found = np.zeros((rounds, self.players, len(self.wagers)), np.int64)
        seed = int(random[0]) >> 1
        table = Table(self.game, seed=seed)
        for i in range(rounds):
            if not i % 1_000:
                self._seat(table)
            self._add(self._play(table, stakes), found[i])
        return found

    def _seat(self, table: Table) -> None:
        """Seat every player again with full chips."""
        for seat in range(1, self.players + 2):
            if seat in table.seats:
                table.leave(seat)
            table.sit(seat, f"seat {seat}", CHIPS)

    def _play(self, table: Table, stakes: Mapping[str, int]) -> Round:
        """Play one round at a live table with these stakes in cents; return it finished."""
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            seat = question.seats()[0]
            names = {choice.name for choice in question.choices_of(seat)}
            if "bank" in names:
                table.enter(Act(seat, "bank", CHIPS // 2))
            elif "bet" in names:
                table.enter(Act(seat, "bet", places=tuple(stakes.items())))
            elif (act := self.decides(question, round_.state, seat)) is not None:
                table.enter(act)
            else:
                table.time_up(seat)
        return round_

    def _add(self, round_: Round, found: Any) -> None:
        """Add the bank's results of a played round to ``found``, by seat and wager, in cents."""
        state, game = round_.state, self.game
        settled = [event for event in round_.events if isinstance(event, WagerSettled)]
        seats = game.in_order(state, {event.circle or event.seat for event in settled})
        place = {seat: n for n, seat in enumerate(seats)}
        for event in settled:
            spot = event.spot if event.spot in self.wagers else game.follows.get(event.spot, "")
            if spot not in self.wagers:
                spot = self.wagers[0]
            found[place[event.seat], self.wagers.index(spot)] += event.stake - event.back
            if event.note and "covered" in event.note:
                raise Refused(f"a bank of {format_dollars(CHIPS // 2)} does not cover these wagers")
