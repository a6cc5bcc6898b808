"""The words at a table of a room that are no decisions: one's chair, one's account, the rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.cli.play.commands import COMMANDS as AT_A_TABLE
from houseway.cli.play.commands import Desk
from houseway.cli.play.drawing import example, print_forbidden
from houseway.cli.play.event_log import moved
from houseway.cli.play.prompt_view import print_prompt, print_spots
from houseway.cli.play.remote_narrator import news
from houseway.cli.play.table_view import print_table
from houseway.cli.terminal import console
from houseway.cli.terminal.pager import paged
from houseway.cli.terminal.wrap import width_of
from houseway.engine.questions import Place
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.money import dollars, format_dollars
from houseway.presentation.views import View
from houseway.records.cases import settlements
from houseway.room.api.messages import Chair
from houseway.room.client.client import RoomClient, Seen, Table
from houseway.room.client.round import Followed
from houseway.rulebook.glossary import explained

AS_ALWAYS = ("?", "odds", "rules", "why", "view", "log", "spots", "again")
"""What may be typed at any table."""
COMMANDS = {name: AT_A_TABLE[name] for name in AS_ALWAYS} | {
    "wallet": "what is on your account, what you have here, and what you have won or lost",
    "top_up": "more chips from your account: top up 50; in a round they come at its end",
    "away": "not be dealt in from the next round on; you keep the seat",
    "back": "be dealt in again",
    "ready": "not wait for the next round any longer; Enter alone does it too",
    "help": "this; help WORD: a word of the glossary",
    "quit": "leave the table: what is in front of you goes back to your account",
}
OTHER_NAMES = {"exit": "quit", "q": "quit", "h": "help", "leave": "quit", "sit_out": "away",
               "topup": "top_up", "account": "wallet", "balance": "wallet"}  # fmt: skip
NOT_HERE = {
    "hint": "hints are worked out from the whole state of a round, which only the room has; "
    "houseway play without --room gives them",
    "save": "the room keeps the records of its rounds; ask there for a hand's history",
    "floor": "only the floor makes rulings in this room",
    "time_up": "time runs out by itself here",
}
"""What is typed at a table of one's own, and why not here."""
LONG = ("rules", "why", "log", "help")


class RoomDesk:
    """Answers questions about the table and the chair; decides nothing."""

    def __init__(self, out: Console, game: Game, client: RoomClient, table: Table) -> None:
        self.out, self.game, self.client, self.table = out, game, client, table
        self.desk = Desk(out, game, table.seat, None)
        self.followed: Followed | None = None

    @property
    def chair(self) -> Chair | None:
        """One's own chair, by the newest view; None when one has left."""
        return self.chair_in(self.table.seen) if self.table.seen is not None else None

    def chair_in(self, seen: Seen) -> Chair | None:
        """One's own chair in a view; None when one has left."""
        name = self.table.joined.you.name if self.table.joined is not None else ""
        mine = [c for c in seen.table.chairs if c.seat == self.table.seat]
        return next((c for c in mine if c.name == name), None)

    @property
    def view(self) -> View | None:
        """The round as one sees it, by the newest view."""
        return self.table.seen.by(self.table.seat) if self.table.seen is not None else None

    async def carry_out(self, name: str, rest: Sequence[str]) -> bool:
        """Do what a command asks for; False when it is none of these."""
        if name in NOT_HERE:
            raise Refused(NOT_HERE[name])
        if name in ("wallet", "top_up", "away", "back", "ready"):
            await self._chair(name, rest)
        elif name in LONG:
            with paged(["rules", *sys.argv[1:]]):
                self._looks_up(name, " ".join(rest))
        elif name in ("?", "odds", "view", "spots"):
            self._looks(name, " ".join(rest))
        else:
            return False
        return True

    # -- chair and account -----------------------------------------------------------------------

    async def _chair(self, name: str, rest: Sequence[str]) -> None:
        if name == "top_up":
            await self._top_up(rest)
        elif name == "away":
            await self.table.away()
            self.out.print(Text("You are not dealt in from the next round on; back ends it."))
        elif name == "back":
            await self.table.back()
            self.out.print(Text("You are dealt in again from the next round on."))
        elif name == "ready":
            await self.table.ready()
        else:
            await self.wallet()

    async def _top_up(self, rest: Sequence[str]) -> None:
        if len(rest) != 1:
            raise Refused("say how much, like top up 50")
        cents = dollars(rest[0])
        seen = await self.table.top_up(cents)
        if seen.own is not None and not seen.table.closed:
            self.out.print(
                Text(f"{format_dollars(cents)} more comes from your account after this round.")
            )
        else:
            await self.wallet()

    async def wallet(self) -> None:
        """The account, the chips here, and what has been won or lost at this table."""
        me, chair = await self.client.me(), self.chair
        words = f"There is {format_dollars(me.cents)} on your account"
        if chair is not None:
            result = moved(chair.result) or "even"
            words += f", and {format_dollars(chair.chips)} here, as counted before this round"
            words += f" (at this table until then: {result})"
        self.out.print(Text(f"{words}."))

    # -- looking ---------------------------------------------------------------------------------

    def _looks(self, name: str, word: str) -> None:
        view = self.view
        prompt = view.prompt if view is not None else None
        if name == "odds":
            from houseway.cli.play.hints import print_odds

            print_odds(self.out, self.game, [wager.name for wager in self.game.offered], word)
        elif name == "view":
            if view is None:
                raise Refused("no round has been dealt here yet")
            print_table(self.out, self.game, view)
        elif prompt is None:
            raise Refused("you are not asked anything now")
        elif name == "spots":
            if not any(isinstance(c, Place) for c in prompt.actions):
                raise Refused("no chips are put on spots now")
            print_spots(self.out, self.game, prompt, word)
        else:
            print_prompt(self.out, self.game, prompt)
            print_forbidden(self.out, prompt)

    def _looks_up(self, name: str, word: str) -> None:
        if name == "rules":
            self.desk.rules(word)
        elif name == "why":
            followed = self.followed
            self.desk.why(settlements(followed) if followed is not None else [], word)
        elif name == "log":
            view, followed = self.view, self.followed
            if view is None or followed is None:
                raise Refused("nothing has happened here yet")
            for line in news(followed, view, self.table.seat, 0, width_of(self.out)):
                self.out.print(line)
        else:
            self._help(word)

    def _help(self, word: str) -> None:
        if word in ("tips", "spots", "circles"):
            self._looks("spots", word)
            return
        if word:
            known = {word: COMMANDS[word]} if word in COMMANDS else {}
            self.out.print(console.hanging(known.items() or explained(type(self.game), word)))
            return
        view = self.view
        if view is not None and view.prompt is not None:
            lines = [example(choice, self.game.kind) for choice in view.prompt.actions]
            self.out.print(Text("decide by name, beginning or number: " + " | ".join(lines)))
        self.out.print(console.hanging(COMMANDS.items()))
