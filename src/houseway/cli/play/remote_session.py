"""A visit to a table of a room: what happens is told as it comes, what is typed goes to the room.

The room decides everything; this side draws what it shows and reads what is typed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from houseway.cli.play import screen
from houseway.cli.play.async_input import END, Keyboard
from houseway.cli.play.event_log import moved
from houseway.cli.play.input_parser import to_you
from houseway.cli.play.join_room import RoomPlan, entered, seated
from houseway.cli.play.prompt_view import prompt_lines
from houseway.cli.play.remote_commands import RoomDesk
from houseway.cli.play.remote_input import Answers
from houseway.cli.play.remote_narrator import at_stake, news, outcome
from houseway.cli.play.totals import Ledger
from houseway.cli.terminal import console
from houseway.cli.terminal.wrap import width_of
from houseway.errors import HousewayError
from houseway.money import format_dollars
from houseway.presentation.layout import Layout
from houseway.presentation.views import Prompt, View
from houseway.room.client.client import RoomClient, Seen, Table
from houseway.room.client.round import Followed, game_of

TICK_S = 1
HURRY_MS = 6_000
"""With so little time left a line says so."""
PATIENCE = 60
"""So often a room that is gone is tried again: two minutes."""
STANDS = {
    "paused": "The table is paused",
    "closing": "The table closes after this round",
    "shut": "The table is closed",
    "faulted": "The table has stopped; the floor knows",
}


async def visit(plan: RoomPlan) -> None:
    """Come in, sit down, play, leave."""
    out = console.console()
    async with entered(plan, out) as client:
        with Keyboard() as keys:
            name, _ = await seated(plan, client, keys, out)
            table = client.table(name, seen=1, patience=PATIENCE)
            views = table.follow()
            async with table:
                await Visit(plan, out, client, keys, table).play(views)


class Visit:
    """One visit to one table."""

    def __init__(
        self, plan: RoomPlan, out: Console, client: RoomClient, keys: Keyboard, table: Table
    ) -> None:
        assert table.joined is not None, "who plays has been welcomed"
        self.plan, self.out, self.client, self.keys, self.table = plan, out, client, keys, table
        layout: Layout = table.joined.drawn()
        self.game = game_of(layout)
        self.me = table.seat
        self.desk = RoomDesk(out, self.game, client, table)
        self.answers = Answers(self.game, table, self.desk)
        self.ledger = Ledger(self.me)
        self.followed: Followed | None = None
        self.told = 0
        self.asked = (0, -1)
        """The round and the question that was drawn last."""
        self.over = 0
        self.stood = "open"
        self.state = "here"
        self.hurried = (0, -1)
        self.lost = False
        self.leaves = False
        self.prompted = ""
        if layout.rules != self.game.fingerprint():
            self._say("This program has other rules than the room: those of the room count.")

    # -- the loop --------------------------------------------------------------------------------

    async def play(self, views: AsyncIterator[Seen]) -> None:
        """Until one has left, in whatever way."""
        self.out.print(Text(f"{self.game.name}. Type help for help.", style="bold"))
        change = asyncio.ensure_future(_next(views))
        typed: asyncio.Future[str | None] | None = None
        try:
            while True:
                if typed is None and self._listens():
                    typed = asyncio.ensure_future(self.keys.line())
                waits: list[asyncio.Future[Any]] = [change] if typed is None else [change, typed]
                await asyncio.wait(waits, timeout=TICK_S, return_when=asyncio.FIRST_COMPLETED)
                if change.done():
                    seen = change.result()
                    if seen is None or not self._seen(seen):
                        break
                    change = asyncio.ensure_future(_next(views))
                    await self._goes_on(seen)
                if typed is not None and typed.done():
                    line, typed = typed.result(), None
                    if not await self._typed(line):
                        break
                self._notice()
        finally:
            for task in (change, typed):
                if task is not None:
                    task.cancel()
        await self._goodbye()

    def _listens(self) -> bool:
        """At a terminal always; what stands in a file is read when there is something to say."""
        if self.keys.is_tty:
            return True
        if self.leaves or self.table.seen is None:
            return False
        chair = self.desk.chair
        stuck = chair is not None and self._closed and (chair.state == "away" or not chair.chips)
        return self._prompt() is not None or stuck

    @property
    def _closed(self) -> bool:
        return self.table.seen is not None and self.table.seen.table.closed

    def _prompt(self) -> Prompt | None:
        """The question that stands, once it has been drawn."""
        return self.answers.question(self.asked)

    # -- what is seen ----------------------------------------------------------------------------

    def _seen(self, seen: Seen) -> bool:
        """Show what a view brings; False when one does not sit at the table any more."""
        if self.lost:
            self.lost = False
            self._say("The room is back; the table goes on where it was.")
        self._stands(seen)
        view = seen.by(self.me)
        if view is not None and self._plays(view):
            self._follow(seen, replace(view, viewer=self.me))
        elif view is not None and not self.followed:
            self._say("A round is being played; you are dealt in from the next one on.", "dim")
            self.followed = Followed(self.game, 0)
        chair = self.desk.chair_in(seen)
        self.answers.note(chair)
        if chair is not None:
            self._ask_again()
        return chair is not None

    def _plays(self, view: View) -> bool:
        """Whether one is in the round; somebody else may have had this seat in the last one."""
        joined = self.table.joined
        name = joined.you.name if joined is not None else ""
        return any((seat.seat, seat.name) == (self.me, name) for seat in view.seats)

    def _follow(self, seen: Seen, view: View) -> None:
        followed = self.followed
        if followed is None or followed.number != seen.round:
            if followed is not None and followed.number > self.over:
                self._say("That round is over; its end came too fast to be shown.", "dim")
            followed = Followed(self.game, seen.round)
            self.followed = self.desk.followed = followed
            self.told = 0
        before = len(followed.events)
        followed.take(seen)
        if view.prompt is not None:
            question = seen.round, view.prompt.id
            if question != self.asked and seen is self.table.seen:
                self.asked = question
                self._draw(followed, view, self._question(view.prompt))
        elif seen.table.closed and seen.round > self.over:
            self.over = seen.round
            self._draw(followed, view, outcome(followed, view, self.me, width_of(self.out)))
            self._count(followed)
        elif len(followed.events) > before:
            self._tell(followed, view)

    def _draw(self, followed: Followed, view: View, below: list[Text]) -> None:
        """The whole screen: what happened, the table, and what stands below it."""
        self._clear()
        lines = news(followed, view, self.me, self.told, width_of(self.out))
        self.told = len(followed.events)
        screen.draw(self.out, lines, self.game, view, below)

    def _tell(self, followed: Followed, view: View) -> None:
        """What happened, while others are asked."""
        self._clear()
        for line in news(followed, view, self.me, self.told, width_of(self.out)):
            self.out.print(line)
        self.told = len(followed.events)

    def _question(self, prompt: Prompt) -> list[Text]:
        lines = prompt_lines(self.game, prompt, width_of(self.out))
        again, left = self.answers.again_words(prompt), self._left_ms()
        ends = [again] if again else []
        if left:
            late = self.game.words().action(prompt.late) if prompt.late else "nothing"
            ends.append(f"{-(-left // 1000)} seconds to decide; then: {late}")
        return [*lines, *(Text(words, "dim") for words in ends)]

    def _left_ms(self) -> int:
        """How much time is left for one's question, as of the newest view; 0: no end."""
        seen = self.table.seen
        due = seen.due.get(self.me, 0) if seen is not None else 0
        return max(due - seen.now, 1) if due and seen is not None else 0

    def _count(self, followed: Followed) -> None:
        if followed.whole:
            self.ledger.add(followed)
        else:
            self.ledger.rounds += 1

    def _stands(self, seen: Seen) -> None:
        """How the table and one's chair stand, where that has changed."""
        status, chair = seen.table.status, self.desk.chair_in(seen)
        if status != self.stood:
            self.stood = status
            why = f": {seen.table.why}" if seen.table.why else ""
            self._say(f"{STANDS[status]}{why}." if status in STANDS else "The table goes on.")
        if chair is not None and chair.state != self.state:
            if chair.state == "away" and not self.keys.is_tty:
                self._say("You are away; back ends it.")
            self.state = chair.state

    async def _goes_on(self, seen: Seen) -> None:
        """After a round: the next one, more chips, or the end of the visit."""
        chair = self.desk.chair_in(seen)
        if not seen.table.closed or chair is None or self.leaves or seen.round != self.over:
            return
        if self.plan.rounds and self.ledger.rounds >= self.plan.rounds:
            await self._leave()
        elif not chair.chips:
            self._say("You have no chips left: top up AMOUNT, or quit.")
            self._ask_again()
        elif not self.keys.is_tty and chair.state == "here" and not chair.ready:
            with contextlib.suppress(HousewayError):
                await self.table.ready()

    def _notice(self) -> None:
        """Things that come with time: a connection that is gone, a question that runs out."""
        if not self.table.connected and not self.lost and self.table.ended is None:
            self.lost = True
            self._say("The connection to the room is lost; it is tried again.", "yellow")
        seen = self.table.seen
        due = seen.due.get(self.me, 0) if seen is not None and self._prompt() else 0
        if due and self.asked != self.hurried and self.answers.now_ms() >= due - HURRY_MS:
            self.hurried = self.asked
            self._say(f"{HURRY_MS // 1000} seconds left.", "yellow")
            self._ask_again()

    # -- what is typed ---------------------------------------------------------------------------

    async def _typed(self, line: str | None) -> bool:
        """A line; False when somebody goes at once."""
        if line is END:
            return await self._goes()
        if not self.keys.is_tty:
            print(line)
        self.prompted = ""
        try:
            if await self.answers.take(line, self.asked):
                await self._leave_if_meant()
        except HousewayError as error:
            if self.table.ended is not None:
                raise
            self._say(f"no: {to_you(str(error), self.me)}", "red")
        except ValueError as error:
            self._say(f"not understood: {error}", "red")
        self._ask_again()
        return True

    async def _goes(self) -> bool:
        """Ctrl-C, Ctrl-D or the end of the input: leave; once more: do not wait for the end."""
        if self.keys.is_tty:
            print()
        self.prompted = ""
        if self.leaves:
            self._say("Your chips go to your account when the round is over.")
            return False
        await self._leave_if_meant()
        self._ask_again()
        return True

    async def _leave_if_meant(self) -> None:
        """Say what becomes of the stakes; at a terminal, ask whether that is meant."""
        view, followed = self.desk.view, self.followed
        stake = at_stake(followed, view, self.me) if view is not None and followed else 0
        if stake:
            self._say(
                f"You have {format_dollars(stake)} in this round. If you leave, the table decides for you "
                "from now on; the round is then settled, and what comes back is yours.", "yellow",
            )  # fmt: skip
            if self.keys.is_tty:
                print("Leave the table? (yes or no)> ", end="", flush=True)
                said = await self.keys.line()
                if said is not END and said.strip().lower()[:1] != "y":
                    self._say("You stay.")
                    return
        await self._leave()

    async def _leave(self) -> None:
        self.leaves = True
        await self.table.leave()
        if self.desk.chair is not None:
            self._say("You leave when this round is over.")

    async def _goodbye(self) -> None:
        """What the visit came to, and what went back to the account."""
        if self.table.ended is not None:
            raise self.table.ended
        seen = self.table.seen
        if self.desk.chair is not None or seen is None:
            return
        self._clear()
        chips = self.answers.chips(self._closing_view(seen), self.me)
        self.ledger.print(self.out, self.game, chips)
        there = (await self.client.me()).cents
        words = f"{format_dollars(chips)} goes back to your account; there is {format_dollars(there)} on it now."
        self.out.print(Text(words, "bold"))
        result = self.answers.result
        if result is not None and self.ledger.rounds:
            self.out.print(Text(f"At this table, all visits: {moved(result) or 'even'}."))

    def _closing_view(self, seen: Seen) -> View | None:
        view = seen.by(self.me)
        return view if view is not None and self._plays(view) else None

    # -- the screen ------------------------------------------------------------------------------

    def _say(self, words: str, style: str = "") -> None:
        self._clear()
        self.out.print(Text(words, style), soft_wrap=not self.keys.is_tty)

    def _clear(self) -> None:
        """Take away the line in which something may be typed, before something else is printed."""
        if self.prompted and self.keys.is_tty:
            print("\r\x1b[K", end="")
        self.prompted = ""

    def _ask_again(self) -> None:
        """Show where something may be typed."""
        if self.prompted or not self._listens():
            return
        if self._prompt() is not None:
            self.prompted = f"seat {self.me}> "
        elif self._closed and self.over:
            self.prompted = "Enter when you are ready> "
        else:
            self.prompted = f"seat {self.me}, waiting> "
        print(self.prompted, end="", flush=True)


async def _next(views: AsyncIterator[Seen]) -> Seen | None:
    """The next view; None when none comes any more."""
    async for seen in views:
        return seen
    return None
