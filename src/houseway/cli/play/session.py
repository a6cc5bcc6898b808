"""One visit to a table: prints events, and carries out typed lines.

The table is a ``TablePort``; a table of this process and one of a cardroom are visited alike.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.cli.play.commands import OTHER_NAMES, TableCommands, completions
from houseway.cli.play.input_parser import (
    as_said,
    chosen,
    folded,
    read_answer,
    same_again,
    spot_begins,
    to_you,
    unknown,
    wagers_words,
)
from houseway.cli.play.keyboard import Key, Keyboard, open_keyboard
from houseway.cli.play.poker_amounts import read_amount
from houseway.cli.play.port import TablePort
from houseway.cli.play.views import screen
from houseway.cli.play.views.totals import Ledger
from houseway.engine.questions import Act, Choice, Place
from houseway.errors import Halted, HousewayError, Reason, Refused
from houseway.game.face.views import Prompt

TICK_S = 1
"""Seconds between two looks at the clock while a line is awaited."""
BETWEEN = "Enter goes on; or say why, save, view, rules or quit"


def visit(table: TablePort, out: Console, save: Path | None = None) -> None:
    """Play one visit to a table of this process."""
    # Not asyncio.run: Ctrl-C has to interrupt a bot that thinks, and not only the next wait.
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(Session(table, out, save).visit())
    finally:
        loop.close()


class Session:
    """One visit to one table."""

    def __init__(self, table: TablePort, out: Console, save: Path | None = None) -> None:
        self.table, self.out = table, out
        self.keys: Keyboard = open_keyboard(self._complete, table.goes_on)
        self.commands = TableCommands(out, table, save)
        self.ledger = Ledger(table.me)
        self.last_bet: Act | None = None
        self._number = 0
        """The round of which events were printed."""
        self._events_shown = 0
        """The number of its events that were printed."""
        self._drawn = (0, -1)
        """The question that was drawn last."""
        self._over = 0
        """The last round of which the result was drawn."""

    async def visit(self) -> None:
        """Play until the visit ends, for any reason."""
        coming: asyncio.Task[None] | None = None
        typed: asyncio.Task[str | Key] | None = None
        await self.table.begin()
        try:
            while await self._shown():
                if typed is None and self._listens():
                    typed = asyncio.ensure_future(self.keys.line(self._prompt_words))
                coming = coming or asyncio.ensure_future(self.table.wait())
                waits: list[asyncio.Task[Any]] = [
                    task for task in (coming, typed, self.commands.pending) if task is not None
                ]
                await asyncio.wait(waits, timeout=TICK_S, return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    coming = coming.result()
                elif typed is not None and typed.done():
                    line, typed = typed.result(), None
                    with self.table.amounts():
                        await self._typed(line)
                self._answered()
                self._notice()
        finally:
            self.commands.close()
            for task in (coming, typed):
                if task is not None:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task
        await self.table.goodbye(self.ledger)

    def _complete(self, before: str, word: str) -> list[str]:
        """Return the words with which a line may go on after ``before``."""
        prompt = self._prompt()
        choices = prompt.actions if prompt is not None else ()
        return completions(before, word, self.table.game, choices, self.table.commands)

    def _prompt(self) -> Prompt | None:
        """Return the open question; None until it has been drawn."""
        return self.table.prompt if self.table.question_id == self._drawn else None

    def _listens(self) -> bool:
        """Return True if a line is wanted: where the table goes on, always at a terminal."""
        between = self.table.is_between and self._over > 0
        if self.keys.is_terminal:
            return self.table.goes_on or between or self._prompt() is not None
        return self._prompt() is not None or (between and self.table.asks_between)

    def _prompt_words(self) -> str:
        """Return the prompt: it says if the seat is asked, waits, or a round is over."""
        if self._prompt() is not None:
            return f"seat {self.table.me}> "
        if self.table.is_between and self._over:
            return self.table.between_prompt
        return f"seat {self.table.me}, waiting> "

    async def _shown(self) -> bool:
        """Show all changes of the table; return False when the visit has ended."""
        while self.table.has_news and not self.table.is_over:
            try:
                with self.table.amounts(), self.keys.above():
                    if not self.table.advance():
                        break
                    is_end = self._show()
                if is_end:
                    await self._finish_round()
            except KeyboardInterrupt:
                self.out.print()
                await self._interrupted()
        while self.table.is_over and self.table.advance():  # the round was played out
            with self.keys.above():
                if self._show():
                    await self.table.finish_round()
        return not self.table.is_over

    def _show(self) -> bool:
        """Print a change of the table; return True at the end of a round."""
        course, (number, _) = self.table.course, self.table.question_id
        if course is None:
            return False
        if number != self._number:
            self._number, self._events_shown = number, 0
        if (prompt := self.table.prompt) is not None:
            if self.table.question_id != self._drawn:
                self._drawn = self.table.question_id
                more = [*self._again_lines(prompt), *self.table.question_lines()]
                self._events_shown = screen.show(self.out, course, self._events_shown, more)
        elif self.table.is_between and number > self._over:
            self._over = self.commands.over_number = number
            self.commands.over = course.log
            self._events_shown = screen.show_result(self.out, course, self._events_shown)
            self.ledger.add(course.log, course.is_whole)
            return True
        elif len(course.log.events) > self._events_shown:
            self._events_shown = screen.tell(self.out, course, self._events_shown)
        return False

    async def _finish_round(self) -> None:
        """Note a round that was shown to its end, and let the next one come."""
        with self.keys.above():
            await self.table.finish_round()
            if self.commands.folder is not None:
                try:
                    await self.commands.save(self.commands.folder)
                except HousewayError as error:
                    if not self.table.goes_on:
                        raise
                    self._refused(error)
            await self.table.follow_on(self.keys.is_terminal)

    def _again_lines(self, prompt: Prompt) -> list[Text]:
        """Return the wagers that Enter would make."""
        again = self._repeated_bets(prompt.actions)
        if again is None:
            return []
        choice = next(c for c in prompt.actions if c.name == again.name)
        words = f"Enter bets {wagers_words(again, choice, self.table.game)} again"
        return [Text(words if len(words) < self.out.width else "Enter bets the same again")]

    def _repeated_bets(self, choices: Sequence[Choice]) -> Act | None:
        """Return the bets of the last round as a decision; None if they are not offered now."""
        return same_again(self.last_bet, choices, self.table.explain)

    def _answered(self) -> None:
        """Print a hint or odds once they are known."""
        pending = self.commands.pending
        if pending is None or not pending.done():
            return
        with self.keys.above(), self.table.amounts():
            try:
                self.commands.show_answer()
            except HousewayError as error:
                self._refused(error)

    def _notice(self) -> None:
        """Print notices of the table, such as a lost connection or little time left."""
        if lines := self.table.notices():
            with self.keys.above():
                for line in lines:
                    self.out.print(line)

    def _refused(self, error: HousewayError) -> None:
        """Print the reason why an input was refused, addressed to the player."""
        self.out.print(Text(f"no: {to_you(str(error), self.table.me)}", style="red"))

    async def _typed(self, line: str | Key) -> None:
        """Carry out a line."""
        try:
            if isinstance(line, Key):
                await self._interrupted(line)
            else:
                await self._take(line.split())
        except Halted:
            raise
        except HousewayError as error:
            if self.table.is_over:
                raise
            self._refused(error)
        except ValueError as error:
            self.out.print(Text(f"not understood: {error}", style="red"))
        except KeyboardInterrupt:
            self.out.print(Text("\nstopped"))

    async def _interrupted(self, key: Key = Key.INTERRUPT) -> None:
        """Handle Ctrl-C, Ctrl-D or the end of input: stop a lookup, or leave."""
        if key is Key.INTERRUPT and self.commands.stop():
            self.out.print(Text("stopped"))
        else:
            await self._leave()

    async def _leave(self) -> None:
        """Leave; where something is at stake, say so and let the player confirm it."""
        if words := self.table.consequence():
            self.out.print(Text(words, style="yellow"))
            if self.keys.is_terminal:
                said = await self.keys.line(lambda: self.table.leave_prompt)
                if isinstance(said, str) and said.strip().lower()[:1] != "y":
                    self.out.print(Text("You stay."))
                    return
        await self.table.leave()

    async def _take(self, typed: list[str]) -> None:
        """Answer the drawn question, or carry out a command."""
        prompt = self._prompt()
        offered: list[Any] = prompt.actions if prompt is not None else []
        words = folded(typed)
        course = self.table.course
        if course is not None:
            words = read_amount(words, offered, course.view, self.table.game)
        if not words or words == ["again"]:
            await self._alone(prompt, bool(words))
            return
        names = [choice.name for choice in offered]
        if prompt is not None and spot_begins(words, offered):
            await self._decide(words)
            return
        words = self._named(words, names)
        name, rest = words[0], words[1:]
        is_action = name in self.table.game.actions()
        if name == "quit" and name not in names:
            await self._leave()
        elif name == "again" and name not in names:
            await self._alone(prompt, True)
        elif name not in names and await self.commands.carry_out(name, rest):
            return
        elif prompt is not None and (name in names or not name[:1].isalpha() or is_action):
            await self._decide(words)
        elif self.table.is_between:
            self.out.print(Text(BETWEEN))
        elif is_action:
            raise Refused(f"it is not your turn to {as_said(name)}")
        else:
            raise unknown(name, names or ["wait"], list(self.table.commands))

    def _named(self, words: list[str], names: list[str]) -> list[str]:
        """Return the words with the first one completed."""
        commands, others = self.table.commands, {**OTHER_NAMES, **self.table.other_names}
        both = "_".join(words[:2])
        if both in (*commands, *others) and both not in names:
            words = [both, *words[2:]]
        if words[0] in others and not any(each.startswith(words[0]) for each in names):
            return [others[words[0]], *words[1:]]
        if not words[0][:1].isalpha():
            return words
        return chosen(words, names, [*commands, *self.table.not_here])

    async def _alone(self, prompt: Prompt | None, is_asked: bool) -> None:
        """Handle Enter: make the same wagers again, or go on to the next round."""
        if prompt is None:
            if is_asked or not self.table.is_between:
                raise Refused("you are not asked anything now; help shows what can be typed")
            await self.table.ready()
            return
        again = self._repeated_bets(prompt.actions)
        if again is not None:
            await self._enter(again)
            return
        places = any(isinstance(choice, Place) for choice in prompt.actions)
        if is_asked or (places and self.last_bet is not None):
            if self.last_bet is None:
                raise Refused("there is no earlier wager to make again")
            reason = self.table.explain(self.last_bet)
            raise Refused.because(reason or Reason("no-wagers-now", "no wagers are made now"))
        names = [as_said(choice.name) for choice in prompt.actions]
        raise Refused(f"say one of {', '.join(names)}; hint or help if you like")

    async def _decide(self, words: list[str]) -> None:
        """Enter these words as the answer to the open question."""
        act = read_answer(words, self.table.asking(), self.table.me, self.table.game)
        await self._enter(act)

    async def _enter(self, act: Act) -> None:
        """Enter an act; a bet is remembered, so that it can be repeated."""
        is_bet = act.places and act.seat == self.table.me and act.name == "bet"
        await self.table.enter(act)
        if is_bet:
            self.last_bet = act
