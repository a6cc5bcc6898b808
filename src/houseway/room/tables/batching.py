"""Decisions at a table: those that wait for a turn together are written together, and told once.

Where everybody is asked at once, everybody answers at about the same time.  Each answer is a row
of the log for itself, with its own postings and its own key, as if they had come one after the
other; but they are on the disk with one commit, and people are shown the table after the last of
them instead of after each.

What does not simply succeed is tried once more by itself, when the others are durable: a decision
that the rules refuse, and whatever was not written.  So nobody is told of a refusal that came of
something that may yet be lost, and there is one way for everything that can go wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.errors import Refused
from houseway.room.store.interface import Batch
from houseway.room.tables.rounds import PendingRow

if TYPE_CHECKING:
    from houseway.room.tables.actor import Actor, Answer, CommandContext


class Decision:
    """What somebody has decided: ``make`` moves the round and says what is written from a row."""

    __slots__ = ("answer", "asking", "make")

    def __init__(self, asking: CommandContext, make: Callable[[int], list[PendingRow]]) -> None:
        self.asking, self.make = asking, make
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def is_done(self, answer: Answer) -> None:
        """Say so, if whoever decided is still there to hear it."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def failed(self, error: BaseException) -> None:
        """Say why not."""
        if isinstance(error, asyncio.CancelledError):
            self.answer.cancel()
        elif not self.answer.done():
            self.answer.set_exception(error)


class DecisionBatch:
    """The decisions that wait for the turn of one table."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._waiting: list[Decision] = []
        self._turns: set[asyncio.Task[None]] = set()

    async def ask(self, asking: CommandContext, make: Callable[[int], list[PendingRow]]) -> Answer:
        """Wait for the turn; what was asked is done, though its asker may leave."""
        self._actor.wait()
        decision = Decision(asking, make)
        self._waiting.append(decision)
        if len(self._waiting) == 1:
            turn = asyncio.ensure_future(self._in_turn(self._waiting))
            self._turns.add(turn)
            turn.add_done_callback(self._turns.discard)
        return await decision.answer

    def others_come(self) -> None:
        """Something else waits for its turn: who decides from now on comes after it."""
        self._waiting = []

    async def _in_turn(self, decisions: list[Decision]) -> None:
        actor = self._actor
        try:
            async with actor.lock:
                if self._waiting is decisions:
                    self._waiting = []
                for decision in await self._together(decisions):
                    await self._alone(decision)
        except BaseException as error:
            for decision in decisions:
                decision.failed(error)
        finally:
            actor.waiting -= len(decisions)

    async def _alone(self, decision: Decision) -> None:
        """One decision, whatever comes of it."""
        actor, make = self._actor, decision.make
        try:
            work = lambda: actor.moved(lambda: make(actor.seq + 1))  # noqa: E731
            decision.is_done(await actor.once(decision.asking, work))
        except Exception as error:
            decision.failed(error)

    async def _together(self, decisions: list[Decision]) -> list[Decision]:
        """Those that succeed one after the other, with one commit; the others are left over."""
        if len(decisions) == 1:
            return decisions
        actor = self._actor
        try:
            made = self._made(decisions)
        except Exception:
            actor.rebuild()
            await actor.and_then()
            return decisions
        if not made:
            return decisions
        said = await actor.appended([batch for _, batch, _ in made])
        if any(said):
            actor.rebuild()
        else:
            actor.seq += sum(len(batch.entries) for _, batch, _ in made)
        written = {
            decision: answer
            for (decision, _, answer), wrong in zip(made, said, strict=True)
            if wrong is None
        }
        await actor.and_then()
        for decision, answer in written.items():
            decision.is_done(answer)
        return [decision for decision in decisions if decision not in written]

    def _made(self, decisions: list[Decision]) -> list[tuple[Decision, Batch, Answer]]:
        """Each decision that the rules take after those before it, and what is written of it."""
        actor, found = self._actor, []
        seq = actor.seq
        for decision in decisions:
            if decision.asking.caller.person in actor.repeat:
                continue
            before = actor.moves
            try:
                made = decision.make(seq + 1)
            except Refused:
                if actor.moves != before:
                    raise
                continue
            answer = actor.answer(seq, made)
            found.append((decision, actor.batch(decision.asking, seq, made, answer), answer))
            seq += len(made)
        return found
