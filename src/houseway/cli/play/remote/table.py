"""A table of a cardroom, over the network.

The room decides everything; this side follows views and events, and sends decisions.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from houseway.cli.play.commands import COMMANDS
from houseway.cli.play.keyboard import open_keyboard
from houseway.cli.play.lookup import Question
from houseway.cli.play.narration.course import Step
from houseway.cli.play.narration.event_log import moved
from houseway.cli.play.port import Show, TablePort
from houseway.cli.play.remote.join import RoomPlan, entered, seated
from houseway.cli.play.session import Session
from houseway.cli.play.views.totals import Ledger
from houseway.cli.terminal import console
from houseway.engine.events import Event
from houseway.engine.questions import Act
from houseway.errors import HousewayError, Reason, Refused
from houseway.game.face.layout import Layout
from houseway.game.face.views import Prompt, View
from houseway.hints.answers import Hint
from houseway.money import dollars, format_dollars
from houseway.records.files import write_text
from houseway.room.api import messages
from houseway.room.api.messages import Chair
from houseway.room.client.client import RoomClient, RoomRefused, Seen, Table
from houseway.room.client.round import Followed, game_of
from houseway.room.clock import RealClock

HURRY_MS = 6_000
"""The remaining time below which a warning is printed, in milliseconds."""
PATIENCE = 60
"""The number of attempts to reconnect: about two minutes."""
STANDS = {
    "paused": "The table is paused",
    "closing": "The table closes after this round",
    "shut": "The table is closed",
    "faulted": "The table has stopped; the floor knows",
}
NOT_HERE = {
    "floor": "only the floor makes rulings in this room",
    "time_up": "time runs out by itself here",
}
OF_ROOM = {
    "wallet": "what is on your account, what you have here, and what you have won or lost",
    "top_up": "more chips from your account: top up 50; in a round they come at its end",
    "away": "not be dealt in from the next round on; you keep the seat",
    "back": "be dealt in again",
    "ready": "not wait for the next round any longer; Enter alone does it too",
    "help": COMMANDS["help"],
    "quit": "leave the table: what is in front of you goes back to your account",
}


async def visit(plan: RoomPlan, save: Path | None = None) -> None:
    """Join the room, sit down, play, leave."""
    out = console.console()
    async with entered(plan, out) as client:
        # Ctrl-C is read with the line; while none is read, it must not break the connection.
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, lambda: None)
        name, _ = await seated(plan, client, open_keyboard(lambda *_: [], True), out)
        table = client.table(name, seen=1, patience=PATIENCE)
        views = table.follow()
        async with table:
            await Session(RoomTable(plan, out, client, table, views), out, save).visit()


class RoomTable(TablePort):
    """The port of a visit to a table of a room."""

    commands: Mapping[str, str] = {
        **{name: COMMANDS[name] for name in COMMANDS if name not in NOT_HERE},
        **OF_ROOM,
    }
    not_here: Mapping[str, str] = NOT_HERE
    other_names: Mapping[str, str] = {
        "sit_out": "away", "topup": "top_up", "account": "wallet", "balance": "wallet"
    }  # fmt: skip
    goes_on = True
    between_prompt = "Enter when you are ready> "

    def __init__(
        self,
        plan: RoomPlan,
        out: Console,
        client: RoomClient,
        table: Table,
        views: AsyncIterator[Seen],
    ) -> None:
        assert table.joined is not None, "the player has been welcomed"
        self.plan, self.out, self.client, self.table = plan, out, client, table
        layout: Layout = table.joined.drawn()
        self.game = game_of(layout)
        self.me = table.seat
        self._leaves = self._lost = False
        self._is_same = layout.rules == self.game.fingerprint()
        self._views = views
        self._coming: list[Seen | None] = []
        self._seen: Seen | None = None
        """The view that was taken last."""
        self._followed: Followed | None = None
        self._number = self._finished = self._rounds = 0
        self._stood, self._state = "open", "here"
        self._hurried = (0, -1)
        self._chips = 0
        self._result: int | None = None
        self._clock = RealClock()
        self._off = table.joined.now - self._clock.now_ms()
        self._name = table.joined.you.name

    @property
    def chair(self) -> Chair | None:
        """Return one's own seat in the newest view; None after leaving."""
        return self._chair_in(self.table.seen) if self.table.seen is not None else None

    def _chair_in(self, seen: Seen) -> Chair | None:
        """Return the player's chair at the table; None if there is none any more."""
        chairs = seen.table.chairs
        return next((c for c in chairs if (c.seat, c.name) == (self.me, self._name)), None)

    @property
    def has_news(self) -> bool:
        """Return True if a view has come."""
        return bool(self._coming)

    @property
    def prompt(self) -> Prompt | None:
        """Return the question of the view taken last; None unless the newest has it open too."""
        return super().prompt if self._seen is self.table.seen else None

    @property
    def question_id(self) -> tuple[int, int]:
        """Return the number of the round and of its question."""
        prompt = self.prompt
        return self._number, prompt.id if prompt is not None else -1

    @property
    def is_between(self) -> bool:
        """Return True between two rounds."""
        return self._seen is not None and self._seen.table.closed

    @property
    def asks_between(self) -> bool:
        """Return True if the next round does not come without the player."""
        chair = self.chair
        return chair is not None and (chair.state == "away" or not chair.chips)

    async def begin(self) -> None:
        """Print the heading; the views come by themselves."""
        if not self._is_same:
            self._say("This program has other rules than the room: those of the room count.")
        self.out.print(Text(f"{self.game.name}. Type help for help.", style="bold"))

    async def wait(self) -> None:
        """Wait for the next view from the room."""
        if self._coming:
            return
        async for seen in self._views:
            self._coming.append(seen)
            return
        self._coming.append(None)

    def advance(self) -> bool:
        """Take the next view; say what has changed about the table and the seat."""
        if not self._coming:
            return False
        seen = self._coming.pop(0)
        if seen is None:
            self.is_over = True
            return False
        if self._lost:
            self._lost = False
            self._say("The room is back; the table goes on where it was.")
        self._seen = seen
        chair = self._chair_in(seen)
        self._print_changes(seen, chair)
        view = seen.by(self.me)
        if view is not None and self._plays(view):
            self._follow(seen, view)
        elif view is not None and self._followed is None:
            self._say("A round is being played; you are dealt in from the next one on.", "dim")
            self._followed = Followed(self.game, 0)
        if chair is None:
            self.is_over = True
        else:
            self._chips, self._result = chair.chips, chair.result
        return True

    def _plays(self, view: View) -> bool:
        """Return True if this player is in the round; another may have had the seat before."""
        return any((seat.seat, seat.name) == (self.me, self._name) for seat in view.seats)

    def _follow(self, seen: Seen, view: View) -> None:
        """Add a view of the room to the round that is followed, or begin a new round."""
        followed = self._followed
        if followed is None or followed.number != seen.round:
            if followed is not None and followed.number > self._finished:
                self._say("That round is over; its end came too fast to be shown.", "dim")
            followed = self._followed = Followed(self.game, seen.round)
        followed.take(seen)
        self._number = seen.round
        self.course = RemoteCourse(followed, replace(view, viewer=self.me))

    def _print_changes(self, seen: Seen, chair: Chair | None) -> None:
        """Print the state of the table and the own seat where it has changed."""
        status = seen.table.status
        if status != self._stood:
            self._stood = status
            why = f": {seen.table.why}" if seen.table.why else ""
            self._say(f"{STANDS[status]}{why}." if status in STANDS else "The table goes on.")
        if chair is not None and chair.state != self._state:
            if chair.state == "away":
                self._say("You are away; back ends it.")
            self._state = chair.state

    def notices(self) -> list[Text]:
        """Return a warning where the connection is lost, or a question runs out."""
        found = []
        if not self.table.connected and not self._lost and self.table.ended is None:
            self._lost = True
            found.append(Text("The connection to the room is lost; it is tried again.", "yellow"))
        due = self._seen.due.get(self.me, 0) if self._seen is not None and self.prompt else 0
        now = self._clock.now_ms() + self._off
        if due and self.question_id != self._hurried and now >= due - HURRY_MS:
            self._hurried = self.question_id
            found.append(Text(f"{HURRY_MS // 1000} seconds left.", "yellow"))
        return found

    def question_lines(self) -> list[Text]:
        """Return the time to decide, and what is decided then."""
        seen, prompt = self._seen, self.prompt
        due = seen.due.get(self.me, 0) if seen is not None else 0
        if not due or seen is None or prompt is None:
            return []
        late = prompt.default_action
        words = self.game.words().action(late) if late else "nothing"
        seconds = -(-max(due - seen.now, 1) // 1000)
        return [Text(f"{seconds} seconds to decide; then: {words}", "dim")]

    def explain(self, act: Act) -> Reason | None:
        """Return why a decision is none of the choices, as far as they tell."""
        prompt = self.prompt
        actions = prompt.actions if prompt is not None else []
        choice = next((c for c in actions if c.name == act.name), None)
        return choice.fault(act) if choice is not None else None

    async def enter(self, act: Act) -> None:
        """Send a decision as the answer to the drawn question, and to no other."""
        if (reason := self.explain(act)) is not None:
            raise Refused.because(reason)
        number, ask = self.question_id
        await self.table.command(
            messages.Act(
                self.table.new_key(), number, ask, act.name, act.amount, act.pieces, act.parts,
                act.places,
            )
        )  # fmt: skip

    async def ready(self) -> None:
        """Not wait for the next round any longer."""
        await self.table.ready()

    def consequence(self) -> str:
        """Return what leaving now costs; the second time it is known."""
        return "" if self._leaves else super().consequence()

    async def leave(self) -> None:
        """Leave when the round is over; the second time, without waiting for its end."""
        if self._leaves:
            self._say("Your chips go to your account when the round is over.")
            self.is_over = True
            return
        self._leaves = True
        await self.table.leave()
        if self.chair is not None:
            self._say("You leave when this round is over.")

    async def carry_out(self, name: str, rest: Sequence[str]) -> bool:
        """Carry out a command about the seat or the account."""
        if name == "top_up":
            await self._top_up(rest)
        elif name == "away":
            await self.table.away()
            self._say("You are not dealt in from the next round on; back ends it.")
        elif name == "back":
            await self.table.back()
            self._say("You are dealt in again from the next round on.")
        elif name == "ready":
            await self.table.ready()
        elif name == "wallet":
            await self._wallet()
        else:
            return False
        return True

    async def _top_up(self, rest: Sequence[str]) -> None:
        """Ask for chips in dollars from the account, and say when they come."""
        if len(rest) != 1:
            raise Refused("say how much, like top up 50")
        cents = dollars(rest[0])
        seen = await self.table.top_up(cents)
        if seen.own is not None and not seen.table.closed:
            self._say(f"{format_dollars(cents)} more comes from your account after this round.")
        else:
            await self._wallet()

    async def _wallet(self) -> None:
        """Print the account, the chips here, and the result at this table."""
        me, chair = await self.client.me(), self.chair
        words = f"There is {format_dollars(me.cents)} on your account"
        if chair is not None:
            result = moved(chair.result) or "even"
            words += f", and {format_dollars(chair.chips)} here, as counted before this round"
            words += f" (at this table until then: {result})"
        self.out.print(Text(f"{words}."))

    def hint(self) -> Question | Awaitable[Show]:
        """Ask the room for a hint; it alone knows the state of the round."""
        return self._hint()

    async def _hint(self) -> Show:
        """Ask the room for a hint; return the function that prints it."""
        return partial(self._print_hint, await self.client.hint(self.table.name))

    def _print_hint(self, found: Hint) -> None:
        """Print a hint; Refused if the question has changed meanwhile."""
        from houseway.cli.play.hints import hint_lines

        if self.question_id != (found.round, found.ask):
            raise Refused("the hint came too late: the question has changed")
        for line in hint_lines(found):
            self.out.print(line)

    async def save(self, number: int, folder: Path) -> Path:
        """Save the record that the room gives; a poker hand with covered cards as PHH."""
        stem = f"{self.table.name}-{number}"
        try:
            text, end = await self.client.round_record(self.table.name, number), "toml"
        except RoomRefused:
            if self.game.family != "poker":
                raise
            text, end = await self.client.round_phh(self.table.name, number), "phh"
        return write_text(text, folder, f"{stem}.{end}")

    async def finish_round(self) -> None:
        """Note that the end of the round was shown."""
        self._finished = self._number

    async def follow_on(self, is_terminal: bool) -> None:
        """Wait for the next round, or end the visit."""
        chair = self.chair
        if chair is None or self._leaves or self.is_over:
            return
        self._rounds += 1
        if self.plan.rounds and self._rounds >= self.plan.rounds:
            await self.leave()
        elif not chair.chips:
            self._say("You have no chips left: top up AMOUNT, or quit.")
        elif not is_terminal and chair.state == "here" and not chair.ready:
            with contextlib.suppress(HousewayError):
                await self.table.ready()

    async def goodbye(self, totals: Ledger) -> None:
        """Print the totals of the visit, and the amount returned to the account."""
        if self.table.ended is not None:
            raise self.table.ended
        if self.chair is not None or self.table.seen is None:
            return
        chips = self._closing_chips(self.table.seen)
        totals.print(self.out, self.game, chips)
        there = (await self.client.me()).cents
        self.out.print(Text(
            f"{format_dollars(chips)} goes back to your account; there is {format_dollars(there)} "
            "on it now.", "bold",
        ))  # fmt: skip
        # The room counts between rounds, so what the last round changed is added.
        if self._result is not None and totals.rounds:
            result = moved(self._result + chips - self._chips) or "even"
            self.out.print(Text(f"At this table, all visits: {result}."))

    def _closing_chips(self, seen: Seen) -> int:
        """Return the chips on leaving: after the last round, or as counted before it."""
        view = seen.by(self.me)
        if view is None or not view.closed or not self._plays(view):
            return self._chips
        return sum(seat.chips for seat in view.seats if seat.seat == self.me)

    def _say(self, words: str, style: str = "") -> None:
        """Print a sentence of the room."""
        self.out.print(Text(words, style), soft_wrap=not self.out.is_terminal)


class RemoteCourse:
    """A round as received: its events, with the newest view.

    A local table rebuilds its state event by event; here the state is not known. The value of a
    hand is read from the newest view, so it is told once, with the last piece of the hand.
    """

    def __init__(self, followed: Followed, view: View) -> None:
        self.log, self.view = followed, view

    @property
    def is_whole(self) -> bool:
        """Return True if the round was followed from its first event on."""
        return self.log.whole

    def steps(self) -> Iterator[Step]:
        """Yield the events that were received."""
        last = set({_hand_of(each): id(each) for each in self.log.events}.values())
        for event in self.log.events:
            yield Step(event, lambda: self.view, self._meters, id(event) in last)

    def _meters(self, spot: str) -> list[int]:
        """Return the cents in each meter of a spot."""
        return [meter.cents for meter in self.view.meters if meter.spot == spot]


def _hand_of(event: Event) -> tuple[int, int, bool]:
    """Return the hand that receives pieces by an event: seat, hand, and False for no pieces."""
    seat, hand = getattr(event, "seat", 0), getattr(event, "hand", 0)
    return seat, hand if isinstance(hand, int) else 0, bool(getattr(event, "pieces", ()))
