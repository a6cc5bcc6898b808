"""``houseway drill``: practise what each wager is paid, in the order of settlement."""

from __future__ import annotations

import sys
import time
from itertools import islice

from rich.text import Text

from houseway.cli.options import Flag, GameId, Posting, Whole, read_pairs
from houseway.cli.play.views.table import print_table
from houseway.cli.terminal import console
from houseway.cli.terminal.output import OK, printable
from houseway.cli.terminal.stdio import read_line
from houseway.drill import Answer, DrillPosition, Question, judge, positions, summary
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.game.face.layout_of_game import pay_told
from houseway.rulebook import find

MOST_ROUNDS = 1_000
HELP = (
    ("15, 7.50, $40", "the amount paid on the wager, without its stake"),
    ("push", "it goes back, neither paid nor taken"),
    ("lose", "the wager is taken; lose 5: only this part of it"),
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
    totals: Flag = False,
) -> int:
    """Deal settled positions and ask what each wager is paid, in the order of the clause.

    Parameters
    ----------
    rounds
        Number of positions.
    seats
        Number of players. Default: as many as the game is played with.
    seed
        Seed of the random numbers. The same seed gives the same positions. Default: random.
    totals
        Show the value of each hand.
    """
    if sys.stdin is None:
        raise HousewayError("no answer can be read: the standard input is closed")
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
    """The trainee ends the drill."""


class Lesson:
    """One session of the drill."""

    def __init__(self, game: Game, rounds: int) -> None:
        self.out = console.console()
        self.game = game
        self.rounds = rounds
        self.answers: list[Answer] = []
        title = f"{game.name}: a dealer's drill. What is each wager paid? Type help for help."
        self.out.print(Text(title, style="bold"))

    def ask_all(self, position: DrillPosition) -> None:
        """Ask the questions of one position, one after the other."""
        self.out.print()
        self.out.print(Text(f"position {position.number} of {self.rounds}", style="bold cyan"))
        self._draw(position)
        for number, question in enumerate(position.questions, 1):
            self._ask(position, question, f"{number} of {len(position.questions)}")

    def _draw(self, position: DrillPosition) -> None:
        """Print the table of a position, and the seats that have given up."""
        print_table(self.out, self.game, position.view)
        words = self.game.words()
        said = [f"seat {seat}, {words.action(name)}" for seat, name in position.given_up]
        if said and self.game.family != "poker":
            self.out.print(Text(f"    given up: {'; '.join(said)}"))

    def _ask(self, position: DrillPosition, question: Question, which: str) -> None:
        """Ask a question until it is answered or skipped, and note the time."""
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

    def _command(self, position: DrillPosition, text: str) -> bool:
        """Carry out a command word; return False if it is an answer."""
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
        """Print the pay tables of the game."""
        for sheet in pay_told(self.game):
            self.out.print(Text(f"{sheet.words} ({sheet.clause})", style="bold"))
            self.out.print(console.hanging((row.pays, row.words) for row in sheet.rows))

    def _tell(self, question: Question, right: bool) -> None:
        """Print that the answer is right, or explain the right one with its clauses."""
        if right:
            self.out.print(Text("  right", style="green"))
            return
        self.out.print(Text(f"  no: {question.explained}", style="red"))
        said = [(cited.clause, cited.says) for cited in question.clauses if cited.says]
        self.out.print(console.hanging(said, style="dim"))

    def result(self) -> None:
        """Print the score."""
        self.out.print(Text("How it went", style="bold"))
        for line in summary(self.answers):
            self.out.print(Text(f"  {line}"))
