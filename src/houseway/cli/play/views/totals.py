"""Totals of a visit: rounds, each wager, fees and tips, the biggest win."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from houseway.cli.terminal.console import hanging
from houseway.engine.events import DROP, Settlement, purse
from houseway.engine.ledger import changes
from houseway.engine.questions import DEALER
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.table.round import GameLog
from houseway.util.english import n

NO_ACTION = "no action"
REST = "other"


class Ledger:
    """One player's totals, accumulated round by round from events."""

    def __init__(self, me: int) -> None:
        self.me = me
        self.rounds = 0
        self.result = 0
        self.wagers: dict[str, int] = {}
        """Wager -> won or lost on it."""
        self.fees = 0
        self.tips = 0
        self.pots = 0
        self.biggest = 0
        self.biggest_words = ""

    def add(self, round_: GameLog, is_whole: bool = True) -> None:
        """Add a finished round; one whose beginning is not known is counted without its money."""
        self.rounds += 1
        if not is_whole:
            return
        net = changes(round_).get(self.me, 0)
        said = 0
        words = round_.game.words()
        for name, cents in self._settled(round_):
            called = words.wager(name)
            self.wagers[called] = self.wagers.get(called, 0) + cents
            said += cents
            if cents > self.biggest:
                self.biggest, self.biggest_words = cents, f"{called}, round {self.rounds}"
        fees, tips = self._fees(round_), self._tips(round_)
        self.fees += fees
        self.tips += tips
        rest = net - said + fees + tips
        if rest:
            self.wagers[REST] = self.wagers.get(REST, 0) + rest
        self.result += net

    def _settled(self, round_: GameLog) -> Iterator[tuple[str, int]]:
        """Yield name and net in cents of own wagers; in poker, of all pots of a hand."""
        if round_.game.family == "poker":
            won = sum(s.back for s in self._mine(round_))
            self.pots += won > 0
            put_in = won - changes(round_).get(self.me, 0) - self._fees(round_)
            if won or put_in:
                yield "pots", won - put_in
            return
        for settled in self._mine(round_):
            if settled.owner != DEALER:
                yield settled.wager, settled.net

    def _mine(self, round_: GameLog) -> Iterator[Settlement]:
        """Yield the settlements of this player in a round."""
        for event in round_.events:
            settled = event.settlement()
            if settled is not None and settled.seat == self.me:
                yield settled

    def _fees(self, round_: GameLog) -> int:
        """Return the chips that went to the house's drop, less those that came back."""
        mine, found = purse(self.me), 0
        for event in round_.events:
            for source, target, cents in event.transfers():
                if (source, target) == (mine, DROP):
                    found += cents
                elif (source, target) == (DROP, mine):
                    found -= cents
        return found

    def _tips(self, round_: GameLog) -> int:
        """Return the chips given to the dealer."""
        return sum(
            s.stake - (s.back if s.odds == NO_ACTION else 0)
            for s in self._mine(round_)
            if s.owner == DEALER
        )

    def print(self, out: Console, game: Game, chips: int) -> None:
        """Print the summary on leaving."""
        if not self.rounds:
            out.print(Text(f"You leave the table with {format_dollars(chips)}.", "bold"))
            return
        rounds = n(self.rounds, "hand" if game.family == "poker" else "round")
        out.print(Text(f"This visit: {rounds}, {describe_result(self.result)}.", "bold"))
        lines = [
            (name, describe_result(cents))
            for name, cents in self.wagers.items()
            if len(self.wagers) > 1
        ]
        if self.pots:
            lines.append(("pots won", str(self.pots)))
        if self.biggest:
            lines.append(("biggest win", f"{format_dollars(self.biggest)} ({self.biggest_words})"))
        lines += [("fees paid", format_dollars(self.fees))] * bool(self.fees)
        lines += [("tips given", format_dollars(self.tips))] * bool(self.tips)
        if lines:
            out.print(hanging(lines))
        out.print(Text(f"You leave the table with {format_dollars(chips)}.", "bold"))


def describe_result(cents: int) -> str:
    """Return a result in words: ``$15 won``, ``$15 lost``, ``even``."""
    if not cents:
        return "even"
    return f"{format_dollars(abs(cents))} {'won' if cents > 0 else 'lost'}"
