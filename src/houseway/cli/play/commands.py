"""Table commands that are not decisions: help, hint, odds, rules, why, view, save, floor."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from houseway.cli.play.input_parser import example, is_money, ruling_help, the_one
from houseway.cli.play.keyboard import on_interrupt
from houseway.cli.play.lookup import BUSY, PATIENCE, WAITS, Lookup, Lookups, Question
from houseway.cli.play.port import Show, TablePort
from houseway.cli.play.views import screen
from houseway.cli.play.views.prompt import print_forbidden, print_prompt, print_spots
from houseway.cli.play.views.table import print_table
from houseway.cli.render.rules import print_rules
from houseway.cli.terminal import console
from houseway.cli.terminal.pager import paged
from houseway.engine.events import Settlement
from houseway.engine.questions import Arrange, Choice, Place
from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.records.cases import settlements
from houseway.rulebook.clauses import clauses_of
from houseway.rulebook.glossary import explained, glossary
from houseway.sheets.rule_sheet import one_line, rule_sheet
from houseway.sheets.settlement.settle import words_of
from houseway.table.round import GameLog
from houseway.util.english import at_odds, suggest

COMMANDS = {
    "?": "what is not allowed now, why, and by which clause",
    "hint": "what is best now, and what the other choices cost",
    "odds": "what the wagers return at this table; odds WAGER: one of them by its outcomes",
    "rules": "the rules in our words; rules CLAUSE, or rules WORD: those that speak of it",
    "why": "what decided the last settled wagers, clause by clause; why WAGER: one of them",
    "view": "draw the table again",
    "log": "everything that has happened in this round",
    "spots": "every spot on which chips may be put now, tips and other circles included",
    "again": "the same wagers as the last time; Enter alone does it too",
    "save": "save the last finished round as a record: save, or save FOLDER",
    "time_up": "let the time run out: the default decision is taken",
    "floor": "a supervisor's ruling: floor NAME seat=2 pieces=.. amount=.. reason=..",
    "help": "this; help WORD: a word of the glossary",
    "quit": "leave the table",
}
OTHER_NAMES = {"exit": "quit", "q": "quit", "h": "help", "leave": "quit"}
LONG = ("rules", "why", "log", "help")
"""Commands with output that may exceed the screen; it is shown in a pager."""
POLL_S = 0.1
"""Seconds between two checks of a lookup."""
LISTED = 60
"""The most completions of a word."""
MOST_CLAUSES = 8
"""The most clauses printed for a search word; of more, only their numbers."""


class TableCommands:
    """Executes commands about the table; makes no decisions."""

    def __init__(self, out: Console, table: TablePort, folder: Path | None) -> None:
        self.out, self.table, self.folder = out, table, folder
        self.over: GameLog | None = None
        """The last round that was finished."""
        self.over_number = 0
        self.pending: asyncio.Task[Show] | None = None
        """A hint or odds that come later."""
        self._lookups = Lookups()

    @property
    def game(self) -> Game:
        """Return the game, as it is posted now."""
        return self.table.game

    async def carry_out(self, name: str, rest: Sequence[str]) -> bool:
        """Carry out a command; return False if it is none."""
        if name in self.table.not_here:
            raise Refused(self.table.not_here[name])
        word = " ".join(rest)
        if name in LONG:
            with paged(["rules", *sys.argv[1:]]):  # --no-pager may be among them
                self._look_through(name, word)
        elif name in ("?", "view", "spots"):
            self._look(name, word)
        elif name == "hint":
            await self._look_up(self.table.hint())
        elif name == "odds":
            from houseway.cli.play.hints import odds_question

            await self._look_up(odds_question(self.out, self.game, self._wagers(), word))
        elif name == "save":
            await self.save(Path(rest[0]) if rest else self.folder or Path())
        elif name == "floor" and not rest and name in self.table.commands:
            self.out.print(console.hanging(ruling_help(rule) for rule in self.game.rulings))
        else:
            return await self.table.carry_out(name, rest)
        return True

    def _look_through(self, name: str, word: str) -> None:
        """Print what may exceed the screen."""
        course = self.table.course
        if name == "help":
            self._help(word)
        elif name == "rules":
            self.rules(word)
        elif name == "why":
            self.why(settlements(course.log) if course is not None else [], word)
        elif course is None:
            raise Refused("nothing has happened here yet")
        else:
            screen.tell(self.out, course, 0)

    def _look(self, name: str, word: str) -> None:
        """Draw the table, or the question in another way."""
        course, prompt = self.table.course, self.table.prompt
        if name == "view":
            if course is None:
                raise Refused("no round has been dealt here yet")
            print_table(self.out, self.game, course.view)
        elif name == "spots":
            if prompt is None or not self._places():
                raise Refused("no chips are put on spots now")
            print_spots(self.out, self.game, prompt, word)
        elif prompt is not None:
            print_prompt(self.out, self.game, prompt)
            print_forbidden(self.out, prompt)
        elif not self.table.is_between:
            raise Refused("you are not asked anything now")

    def _help(self, word: str) -> None:
        """Print help on a command or a word of the glossary.

        For "", print how to answer the open question, and all commands.
        """
        commands, prompt = self.table.commands, self.table.prompt
        if word in ("tips", "spots", "circles"):
            self._look("spots", word)
            return
        if word in commands:
            self.out.print(console.hanging([(word, commands[word])]))
            return
        if word:
            self.out.print(console.hanging(explained(type(self.game), word)))
            return
        if prompt is not None:
            lines = [example(choice, self.game.kind) for choice in prompt.actions]
            self.out.print(Text("decide by name, beginning or number: " + " | ".join(lines)))
        if self._places():
            self.out.print(Text("10 alone is the wager that must be made; 10 NAME=5 adds another"))
        self.out.print(console.hanging(commands.items()))
        if glossary(type(self.game)):
            self.out.print(console.hanging([("help words", "all words of the glossary")]))

    def _places(self) -> list[Place]:
        """Return the choices of the open question that put chips on spots."""
        prompt = self.table.prompt
        return [c for c in prompt.actions if isinstance(c, Place)] if prompt is not None else []

    def _wagers(self) -> list[str]:
        """Return the wagers that may be made now, each once."""
        spots = [spot for c in self._places() for spot in c.spots if spot.whom == "player"]
        return list(dict.fromkeys(spot.wager or spot.name for spot in spots if not spot.circle))

    async def _look_up(self, question: Question | Awaitable[Show]) -> None:
        """Answer at once if the result comes in time; at a terminal it may come later."""
        is_terminal, lookup = sys.stdin.isatty(), None
        if isinstance(question, Question):
            if not is_terminal and not self.table.goes_on:
                from houseway.cli.play.hints import answer

                answer(question)
                return
            lookup = self._lookups.ask(question)
            question = self._worked_out(lookup)
        elif self.pending is not None:
            raise Refused(BUSY)
        self.pending = asyncio.ensure_future(question)
        with on_interrupt(self.stop):
            await asyncio.wait([self.pending], timeout=PATIENCE if is_terminal else None)
        if self.pending is None:
            raise KeyboardInterrupt
        if self.pending.done():
            self.show_answer()
        else:
            self.out.print(Text(lookup.waits() if lookup is not None else WAITS, style="dim"))

    async def _worked_out(self, lookup: Lookup) -> Show:
        """Wait for the other process."""
        while not lookup.poll():
            await asyncio.sleep(POLL_S)
        self._lookups.end()
        return lookup.show

    def show_answer(self) -> None:
        """Print a finished answer."""
        assert self.pending is not None, "an answer was looked up"
        answer, self.pending = self.pending, None
        answer.result()()

    def stop(self) -> bool:
        """Cancel the pending lookup; return True if there was one."""
        pending, self.pending = self.pending, None
        if pending is not None:
            pending.cancel()
        self._lookups.end()
        return pending is not None

    def close(self) -> None:
        """Stop at the end of the visit, and end the other process."""
        self.stop()
        self._lookups.close()

    def rules(self, word: str) -> None:
        """Print all rules, one clause, or those that contain a word."""
        if not word:
            print_rules(rule_sheet(self.game))
            return
        clauses = {clause.id: one_line(clause.says) for clause in clauses_of(self.game.id)}
        by_id = [each for each in clauses if each.lower().startswith(word.lower())]
        exact = [each for each in by_id if each.lower() == word.lower()]
        by_id = by_id or [each for each in clauses if each.lower().endswith(word.lower())]
        found = exact or by_id or [c for c, says in clauses.items() if word.lower() in says.lower()]
        if not found:
            raise Refused(
                f"no clause of {self.game.name} is called {short_repr(word)} or speaks of it; "
                f"{suggest(word, clauses)[:200]}"
            )
        self.out.print(console.hanging((each, clauses[each]) for each in found[:MOST_CLAUSES]))
        if found[MOST_CLAUSES:]:
            self.out.print(Text(f"  and {', '.join(found[MOST_CLAUSES:])}", style="dim"))

    def why(self, lines: list[Settlement], word: str) -> None:
        """Print the settlements of this round so far, or of the last one, with their clauses."""
        lines = lines or (settlements(self.over) if self.over is not None else [])
        mine = [s for s in lines if s.seat == self.table.me] or lines
        if not mine:
            raise Refused("no wager is settled yet")
        words = self.game.words()
        if word:
            called = {s.wager: s.wager for s in lines} | {
                words.wager(s.wager): s.wager for s in lines
            }
            name = called[the_one(word, list(called), "settled wager")]
            mine = [s for s in lines if s.wager == name and s.seat == self.table.me] or [
                s for s in lines if s.wager == name
            ]
        for settled in mine:
            self.out.print(Text(settled_words(settled, self.game, self.table.me), style="bold"))
            clauses = dict.fromkeys(settled.clauses)
            self.out.print(console.hanging((clause, words_of(clause)) for clause in clauses))

    async def save(self, folder: Path) -> None:
        """Save the last finished round as a record."""
        if self.over is None:
            raise Refused("no round is over yet, and before its end a record shows hidden cards")
        path = await self.table.save(self.over_number, folder)
        self.out.print(Text(f"the last finished round is saved as {path}"), soft_wrap=True)


def settled_words(settled: Settlement, game: Game, me: int) -> str:
    """Return a settlement in words: ``Push 22, $5: 22 in one colour, 20 to 1, paid $100``."""
    words = game.words()
    what = words.spot(settled.wager, settled.hand, settled.owner, settled.circle)
    who = "" if settled.seat == me else f"seat {settled.seat}, "
    stake = f", {format_dollars(settled.stake)}" if settled.stake else ""
    said = [words.outcome(settled.wager, settled.outcome, settled.because)]
    odds = "" if settled.odds in ("lose", "push", "no action") else at_odds(settled.odds)
    said += [part for part in (odds, settled.note) if part and part not in said]
    net = settled.net
    end = (
        f"paid {format_dollars(net)}"
        if net > 0
        else "goes back"
        if not net
        else f"lost {format_dollars(-net)}"
    )
    return f"{who}{what}{stake}: {', '.join(said)}; {end}"


def completions(
    before: str, word: str, game: Game, choices: Sequence[Choice], commands: Mapping[str, str]
) -> list[str]:
    """Return the completions of a word; ``before`` is the text to its left."""
    said = before.split()
    if not said:
        found = [*(choice.name for choice in choices), *commands]
    else:
        found = _after(said[0].lower(), game, choices, commands)
    begun = word.lower()
    return [name for name in dict.fromkeys(found) if name.lower().startswith(begun)][:LISTED]


def _after(
    first: str, game: Game, choices: Sequence[Choice], commands: Mapping[str, str]
) -> list[str]:
    """Return what may follow the first word of a line."""
    if first in ("odds", "why"):
        return [wager.name for wager in game.wagers]
    if first == "rules":
        return [clause.id for clause in clauses_of(game.id)]
    if first == "help":
        return [*commands, *glossary(type(game))]
    if first == "floor" and first in commands:
        return [rule.name for rule in game.rulings]
    for choice in choices:
        begun = choice.name.startswith(first) or (is_money(first) and isinstance(choice, Place))
        if begun and isinstance(choice, Place):
            return [f"{spot.name}=" for spot in choice.spots]
        if begun and isinstance(choice, Arrange):
            return [f"{part}=" for part, _ in choice.parts]
    return []
