"""The table at the terminal: every game played by a bot through the screens a player would see."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from houseway.cli import results, screen, told
from houseway.money import dollars
from houseway.rulebook import find, games
from houseway.script import Ask, AskAll, Place
from houseway.table.bots import Bot
from houseway.table.round import Round
from houseway.table.table import Table

GAME_IDS = list(games())
ME = 1
MOVED = re.compile(r"([+-])\$([\d,]+(?:\.\d\d)?)$")
MACHINE = re.compile(r"[\w:.]*[^\W_]_[\w.]*")


class Played:
    """Rounds of one game, and everything that was on the screen of one player."""

    def __init__(self, game_id: str, seed: int, bots: int = 99, rounds: int = 2) -> None:
        game = find(game_id)({})
        self.table = Table(game, seed=seed)
        for seat in range(1, 1 + min(game.seats_max, bots + 1)):
            self.table.sit(seat, "you" if seat == ME else f"Bot no. {seat}", dollars(500))
        self.bot, self.rng = Bot(seed), random.Random(seed)
        self.screens: list[str] = []
        self.told: list[tuple[Round, list[str]]] = []
        self.typed: set[str] = set()
        for _ in range(rounds):
            self.play_round()

    def play_round(self) -> None:
        round_, since, lines = self.table.start(), 0, []
        while isinstance(question := round_.question, Ask | AskAll):
            seat = self.rng.choice(question.seats())
            if seat == ME:
                for choice in question.choices_of(ME):
                    spots = choice.spots if isinstance(choice, Place) else ()
                    self.typed |= {choice.name, *(spot.name for spot in spots)}
                lines += [line.plain for line in told.lines(round_, since, ME)]
                since = self.shown(lambda out, n: screen.show(out, round_, ME, n), since)
            self.table.enter(self.bot.choose(round_, seat))
        lines += [line.plain for line in told.lines(round_, since, ME)]
        self.shown(lambda out, n: screen.show_result(out, round_, ME, n), since)
        self.told.append((round_, lines))

    def shown(self, show, since: int) -> int:  # type: ignore[no-untyped-def]
        """What a terminal of 80 by 24 gets."""
        file = io.StringIO()
        out = Console(file=file, force_terminal=True, width=80, height=24, color_system=None,
                      highlight=False)  # fmt: skip
        found: int = show(out, since)
        self.screens.append(re.sub(r"\x1b\[[\d;]*m", "", file.getvalue()))
        return found


def change(round_: Round) -> int:
    """What the round has changed of the player's chips, from the state alone."""
    before = next(seat.chips for seat in round_.seats if seat.seat == ME)
    after: int = round_.game.chips_after(round_.state)[ME]
    return after - before


def said(lines: list[str]) -> int:
    """The amounts at the ends of the lines, in cents."""
    found = [match for line in lines if (match := MOVED.search(line))]
    return sum((1 if m[1] == "+" else -1) * dollars(m[2]) for m in found)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_screen_fits_and_every_dollar_is_told(game_id: str) -> None:
    played = Played(game_id, seed=len(game_id))
    for shown in played.screens:
        lines = shown.splitlines()
        assert len(lines) <= 23, f"{len(lines)} lines:\n{shown}"
        assert max(map(cell_len, lines)) <= 80, shown
        for word in MACHINE.findall(shown):
            assert word.rstrip("=") in played.typed, f"{word} is no word for people:\n{shown}"
    for round_, lines in played.told:
        assert said(lines) == change(round_), "\n".join(lines)
        rows = results.rows(round_, ME)
        assert sum(row.net for row in rows) == change(round_)
        assert "other chips" not in [row.name for row in rows], rows
