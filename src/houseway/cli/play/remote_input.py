"""What is typed at a table of a room: decisions for the room, and words for the desk."""

from __future__ import annotations

from msgspec.structs import replace

from houseway.cli.play.input_parser import (
    as_said,
    chosen,
    folded,
    read_answer,
    spot_begins,
    unknown,
    wagers_words,
)
from houseway.cli.play.remote_commands import COMMANDS, NOT_HERE, OTHER_NAMES, RoomDesk
from houseway.engine.questions import Act, Ask
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.presentation.views import Prompt, View
from houseway.room.api import messages
from houseway.room.api.messages import Chair
from houseway.room.client.client import Table
from houseway.room.clock import RealClock


class Answers:
    """Reads lines at one table, and remembers the last wagers and the last sight of the chair."""

    def __init__(self, game: Game, table: Table, desk: RoomDesk) -> None:
        self.game, self.table, self.desk = game, table, desk
        self.last_bet: Act | None = None
        self.result: int | None = None
        self._chips = 0
        self._clock = RealClock()
        self._off = table.joined.now - self._clock.now_ms() if table.joined is not None else 0

    def now_ms(self) -> int:
        """The room's clock."""
        return self._clock.now_ms() + self._off

    def note(self, chair: Chair | None) -> None:
        """Remember what one had when one was seen last."""
        if chair is not None:
            self._chips, self.result = chair.chips, chair.result

    def chips(self, view: View | None, seat: int) -> int:
        """What one has left with: as the last round ended, or as it was counted before."""
        if view is None or not view.closed:
            return self._chips
        return sum(each.chips for each in view.seats if each.seat == seat)

    async def take(self, line: str, asked: tuple[int, int]) -> bool:
        """Answer the question that was drawn, or do what a command asks; True: leave the table."""
        prompt = self.question(asked)
        words = folded(line.split())
        if not words or words == ["again"]:
            await self._alone(prompt, asked, bool(words))
            return False
        choices = prompt.actions if prompt is not None else []
        names = [choice.name for choice in choices]
        if prompt is not None and spot_begins(words, choices):
            await self._decide(prompt, asked, words)
            return False
        words = self._named(words, names)
        name, rest = words[0], words[1:]
        if name == "quit" and name not in names:
            return True
        if name == "again" and name not in names:
            await self._alone(prompt, asked, True)
        elif name in names or (prompt is not None and not name[:1].isalpha()):
            assert prompt is not None, "there are choices"
            await self._decide(prompt, asked, words)
        elif not await self.desk.carry_out(name, rest):
            if prompt is not None and name in self.game.actions():
                await self._decide(prompt, asked, words)
            if prompt is None and name in self.game.actions():
                raise Refused(f"it is not your turn to {as_said(name)}")
            raise unknown(name, names or ["wait"], list(COMMANDS))
        return False

    def question(self, asked: tuple[int, int]) -> Prompt | None:
        """The question that stands, if it is the one that was drawn."""
        seen = self.table.seen
        prompt = seen.own.prompt if seen is not None and seen.own is not None else None
        if seen is None or prompt is None or (seen.round, prompt.id) != asked:
            return None
        return prompt

    def _named(self, words: list[str], names: list[str]) -> list[str]:
        """The words with the first of them as the table knows it."""
        both = "_".join(words[:2])
        if both in (*COMMANDS, *OTHER_NAMES) and both not in names:
            words = [both, *words[2:]]
        if words[0] in OTHER_NAMES and not any(each.startswith(words[0]) for each in names):
            return [OTHER_NAMES[words[0]], *words[1:]]
        if not words[0][:1].isalpha():
            return words
        return chosen(words, names, [*COMMANDS, *NOT_HERE])

    async def _alone(self, prompt: Prompt | None, asked: tuple[int, int], said: bool) -> None:
        """Enter: the same wagers again, or not to wait for the next round."""
        if prompt is None:
            seen = self.table.seen
            if said or seen is None or not seen.table.closed:
                raise Refused("you are not asked anything now; help shows what can be typed")
            await self.table.ready()
            return
        again = self._again(prompt)
        if again is not None:
            await self._send(again, asked)
            return
        if said:
            raise Refused("there are no earlier wagers that could be made again now")
        names = [as_said(choice.name) for choice in prompt.actions]
        raise Refused(f"say one of {', '.join(names)}; or help")

    def _again(self, prompt: Prompt) -> Act | None:
        last = self.last_bet
        choice = next((c for c in prompt.actions if last is not None and c.name == last.name), None)
        return last if last is not None and choice is not None and not choice.fault(last) else None

    def again_words(self, prompt: Prompt) -> str:
        """What Enter would bet, if anything."""
        again = self._again(prompt)
        if again is None:
            return ""
        choice = next(c for c in prompt.actions if c.name == again.name)
        words = f"Enter bets {wagers_words(again, choice, self.game)} again"
        return words if len(words) < 72 else "Enter bets the same again"

    async def _decide(self, prompt: Prompt, asked: tuple[int, int], words: list[str]) -> None:
        seat = prompt.seat
        question = Ask(seat, tuple(prompt.actions), prompt.words, prompt.late)
        act = read_answer(words, question, seat, self.game)
        choice = next((c for c in prompt.actions if c.name == act.name), None)
        fault = choice.fault(act) if choice is not None else None
        if fault:
            raise Refused(fault)
        await self._send(act, asked)

    async def _send(self, act: Act, asked: tuple[int, int]) -> None:
        """Send a decision as the answer to the question that was drawn, and to no other."""
        number, ask = asked
        await self.table.command(
            messages.Act(
                self.table.new_key(), number, ask, act.name, act.amount, act.pieces, act.parts,
                act.places,
            )
        )  # fmt: skip
        if act.places and act.name == "bet":
            self.last_bet = replace(act)
