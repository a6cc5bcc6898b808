"""``houseway drill``: what is each wager paid?  Asked in the order of settlement, judged, timed."""

from __future__ import annotations

import sys
import time
from itertools import islice

from rich.text import Text

from houseway.cli.app import OK, GameId, Posting, Whole, printable
from houseway.cli.options import read_pairs
from houseway.cli.play.table_view import print_table
from houseway.cli.terminal import console
from houseway.cli.terminal.stdio import read_line
from houseway.drill import Answer, Position, Question, judge, positions, summary
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.presentation.layout_of_game import pay_told
from houseway.rulebook import find

MOST_ROUNDS = 1_000
HELP = (
    ("15, 7.50, $40", "the wager is paid so much; its stake is not counted"),
    ("push", "it goes back, neither paid nor taken"),
    ("lose", "it is taken; lose 5: only so much of it"),
    ("2=15 4=15", "of a pot: which seat gets how much; a seat alone gets all"),
    ("table", "draw the table again"),
    ("pays", "the posted pay tables"),
    ("skip", "show the answer; it counts as missed"),
    ("quit", "stop, and see how it went"),
)


def drill(
    game: GameId,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    rounds: Whole = 5,
    seats: Whole | None = None,
    seed: Whole | None = None,
    totals: bool = False,
) -> int:
    """Deal settled positions and ask what each wager is paid, in the order of the clause.

    Parameters
    ----------
    rounds
        How many positions to deal.
    seats
        Players at the table.
    seed
        Makes the positions the same every time.
    totals
        Show beside each hand what it comes to.
    """
    if sys.stdin is None:
        raise HousewayError("there is nobody to ask: the standard input is closed")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise HousewayError(f"--rounds is from 1 to {MOST_ROUNDS:,}, not {rounds}")
    posted = find(game)(read_pairs(posting))
    lesson = Lesson(posted, rounds)
    try:
        for position in islice(positions(posted, seed, seats, totals), rounds):
            lesson.ask_all(position)
    except (Stopped, EOFError, KeyboardInterrupt):
        lesson.out.print()
    lesson.result()
    return OK


class Stopped(Exception):  # noqa: N818 - to stop is no error
    """Whoever is asked has had enough."""


class Lesson:
    """One sitting."""

    def __init__(self, game: Game, rounds: int) -> None:
        self.out = console.console()
        self.game = game
        self.rounds = rounds
        self.answers: list[Answer] = []
        title = f"{game.name}: a dealer's drill. What is each wager paid? Type help for help."
        self.out.print(Text(title, style="bold"))

    def ask_all(self, position: Position) -> None:
        """The questions of one position, one after the other."""
        self.out.print()
        self.out.print(Text(f"position {position.number} of {self.rounds}", style="bold cyan"))
        self._draw(position)
        for number, question in enumerate(position.questions, 1):
            self._ask(position, question, f"{number} of {len(position.questions)}")

    def _draw(self, position: Position) -> None:
        print_table(self.out, self.game, position.view)
        words = self.game.words()
        said = [f"seat {seat}, {words.action(name)}" for seat, name in position.given_up]
        if said and self.game.shape != "poker_room":
            self.out.print(Text(f"    given up: {'; '.join(said)}"))

    def _ask(self, position: Position, question: Question, which: str) -> None:
        self.out.print(Text(f"{which}: {question.asks}"))
        began = time.monotonic()
        while True:
            text = printable(read_line("> ")).strip()
            if not sys.stdin.isatty():
                self.out.print(Text(text))
            try:
                right = text.lower() != "skip" and not self._command(position, text)
                if right or text.lower() == "skip":
                    right = right and judge(question, text)
                    break
            except (Refused, ValueError) as error:
                self.out.print(Text(str(error), style="yellow"))
        self.answers.append(Answer(question, right, time.monotonic() - began))
        self._tell(question, right)

    def _command(self, position: Position, text: str) -> bool:
        """Carry out a word that is no answer; False when it is one."""
        word = text.lower()
        if word in ("quit", "exit", "q"):
            raise Stopped
        if word in ("help", "h", "?"):
            self.out.print(console.hanging(HELP))
        elif word in ("table", "view"):
            self._draw(position)
        elif word in ("pays", "odds"):
            self._pays()
        else:
            return False
        return True

    def _pays(self) -> None:
        for sheet in pay_told(self.game):
            self.out.print(Text(f"{sheet.words} ({sheet.clause})", style="bold"))
            self.out.print(console.hanging((row.pays, row.words) for row in sheet.rows))

    def _tell(self, question: Question, right: bool) -> None:
        if right:
            self.out.print(Text("  right", style="green"))
            return
        self.out.print(Text(f"  no: {question.explained}", style="red"))
        said = [(cited.clause, cited.says) for cited in question.clauses if cited.says]
        self.out.print(console.hanging(said, style="dim"))

    def result(self) -> None:
        """How it went."""
        self.out.print(Text("How it went", style="bold"))
        for line in summary(self.answers):
            self.out.print(Text(f"  {line}"))
