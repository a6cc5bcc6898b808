"""A seeded evening of people who bet, stall, drop, come back, repeat themselves and forge.

Every step is one command, or time that passes, or the server dying.  After every step the
invariants of the books are looked at, and what lies on the tables is compared with what the books
say.  A failure names its seed and its step; to see it again:

    python tests/support/room_simulator.py --seed 7 --steps 500
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path

from msgspec.structs import replace

from houseway.engine.inputs import Act, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.room.api.table_types import Answer
from houseway.room.audit.invariants.check import Watch
from houseway.room.errors import Denied
from houseway.room.keys import keys_at
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands, deadlines, log
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.rounds import rule
from houseway.room.tables.seats import Player
from houseway.room.testing.failing_store import Crash, FailingStore, Fault
from tests.support.local_room import (
    FLOOR,
    TickingClock,
    books_agree,
    fund,
    open_table,
    player,
    room_over,
    same,
)
from tests.support.random_play import GAME_IDS, random_act

GAMES: dict[tuple[str, bytes], Game] = {}
"""Built once: a process that is started again has the same games."""
PEOPLE = 12
DEAR = 50
"""Steps between checks of everything from the beginning."""
Command = Callable[[str], Awaitable[Answer]]


class Failure(AssertionError):  # noqa: N818 - named for what it is
    """A fault, with the seed that shows it again."""


class Evening:
    """One room, its people and its accidents."""

    def __init__(
        self, seed: int, books: SqliteStore, folder: Path, games: tuple[str, ...] = ()
    ) -> None:
        self.seed, self.rng, self.folder = seed, random.Random(seed), folder
        self.games = games or tuple(self.rng.sample(GAME_IDS, 4))
        self.clock = TickingClock()
        self.books = books
        self.keys = keys_at(folder / "keys.json")
        self.watch = Watch()
        self.did: Counter[str] = Counter()
        self.steps = self.restarts = 0
        self.done: list[tuple[str, int, Command]] = []
        """Commands that were answered: their keys, who gave them, how they are given again."""
        self.acknowledged: dict[str, int] = {}
        self._room()

    def _room(self) -> None:
        self.store = FailingStore(self.books)
        self.room = room_over(self.store, self.folder, self.clock, self.keys, self.seed * 1000)
        self.room.making.games = GAMES
        self.room.entropy._n = self.restarts * 100_000

    async def open(self) -> None:
        """The tables, and money for everybody."""
        for number, game in enumerate(self.games):
            await open_table(self.room, f"T{number}", game, question_ms=9_000, hold_ms=120_000)
        for person in range(1, PEOPLE + 1):
            fund(self.store, person, self.rng.choice((200_00, 5_000_00, 50_000_00)))

    async def step(self) -> None:
        """Take a random step, then check all invariants."""
        self.steps += 1
        kinds = {
            self.decides: 45, self.decide: 8, self.sits: 8, self.changes: 8, self.again: 5,
            self.forges: 7, self.time: 8, self.rules: 3, self.floor: 2, self.dies: 1,
            self.fails: 3, self.cage: 2,
        }  # fmt: skip
        [kind] = self.rng.choices(list(kinds), list(kinds.values()))
        self.did[kind.__name__] += 1
        try:
            await kind()
        except Denied as denied:
            self.did[f"denied {denied.code}"] += 1
            if denied.code == "fault":
                raise Failure(f"{self.where(kind.__name__)}: {denied.what}") from denied
        self.look(kind.__name__)

    def where(self, what: str) -> str:
        """Return words for the present step."""
        return f"seed {self.seed}, step {self.steps}, {what}, games {self.games}"

    def look(self, what: str) -> None:
        """The invariants, and that the books say what lies on the tables."""
        dear = self.steps % DEAR == 0
        if found := self.watch.look(self.books, dear=dear):
            raise Failure(f"{self.where(what)}: {found[0]}")
        if self.room.failures:
            raise Failure(f"{self.where(what)}: an error of the program")
        for actor in self.room.tables.values():
            if actor.seq != self.acknowledged.get(actor.name):
                self._agrees(actor, what)
            self.acknowledged[actor.name] = actor.seq

    def _agrees(self, actor: Actor, what: str) -> None:
        try:
            books_agree(actor, self.room)
        except AssertionError as error:
            raise Failure(f"{self.where(what)}: {error}") from error

    def table(self) -> Actor:
        """Return a random table."""
        return self.rng.choice(list(self.room.tables.values()))

    async def give(self, person: int, command: Command) -> None:
        """A command with a key; it may be given again later."""
        key = f"{person}-{self.steps}"
        await command(key)
        self.done.append((key, person, command))

    async def decides(self) -> None:
        """A player who is asked decides."""
        if found := self.decision(self.table()):
            await self.give(*found)

    async def decide(self) -> None:
        """Many decide at once, some of them twice, and the same is sent twice."""
        actor, key = self.table(), f"{self.steps}"
        found = [self.decision(actor) for _ in range(self.rng.randint(2, 8))]
        given = [(f"{key}-{n}", *each) for n, each in enumerate(found) if each is not None]
        given += given[:1]
        said = await asyncio.gather(*(x[2](x[0]) for x in given), return_exceptions=True)
        for one, answer in zip(given, said, strict=True):
            if isinstance(answer, Answer):
                self.done.append(one)
                if answer.seq > self.room.tables[actor.name].seq:
                    raise Failure(f"{self.where('decide')}: row {answer.seq} is not there")
            elif not isinstance(answer, Denied) or answer.code == "fault":
                raise answer

    def decision(self, actor: Actor) -> tuple[int, Command] | None:
        """Return a seat's possible decision at a table now; None if there is none."""
        live, name = actor.live, actor.name
        if live.round_ is None or not live.asked() or live.status not in commands.TAKING:
            return None
        given = random_act(live.round_, self.rng)
        person = live.seating.seats[given.seat].player.person
        round_, ask = commands.round_now(live), live.round_.asked[given.seat]
        return person, lambda key: commands.act(
            self.room.table(name), player(person), key, round_, ask, given
        )

    async def sits(self) -> None:
        """A person sits down, perhaps twice, perhaps with money they do not have."""
        actor, person = self.table(), self.rng.randint(1, PEOPLE)
        cents = self.rng.choice((1, 50_00, 500_00, 2_000_00, 10**9))
        seat, guest, name = (
            self.rng.choice((0, 0, 0, 1, 99)),
            Player(person, f"p{person}"),
            actor.name,
        )
        await self.give(
            person,
            lambda key: commands.sit(
                self.room.table(name), player(person), key, guest, cents, seat
            ),
        )

    async def changes(self) -> None:
        """A player leaves, goes away, comes back, tops up, is ready."""
        actor, person = self.table(), self.rng.randint(1, PEOPLE)
        name, cents = actor.name, self.rng.choice((0, 1, 100_00, 10**8))
        what = self.rng.choice(
            (
                commands.leave,
                commands.away,
                commands.back,
                commands.back,
                commands.ready,
                commands.top_up,
            )
        )

        def command(key: str) -> Awaitable[Answer]:
            table = self.room.table(name)
            if what is commands.top_up:
                return commands.top_up(table, player(person), key, cents)
            return what(table, player(person), key)

        await self.give(person, command)

    async def again(self) -> None:
        """Something is sent a second time: it is answered as before and nothing happens."""
        if not self.done:
            return
        key, _, command = self.rng.choice(self.done[-40:])
        before = {name: actor.seq for name, actor in self.room.tables.items()}
        try:
            await command(key)
        except Denied as denied:
            why = f"{self.where('again')}: a command that was done is refused: {denied.what}"
            raise Failure(why) from denied
        after = {name: actor.seq for name, actor in self.room.tables.items()}
        if before != after:
            raise Failure(f"{self.where('again')}: a repeated command was done twice")

    async def forges(self) -> None:
        """Decisions of others, of no question, with wild numbers; and keys of others' commands."""
        actor, person = self.table(), self.rng.randint(1, PEOPLE)
        live = actor.live
        wild = Act(
            self.rng.randint(0, 9),
            self.rng.choice(("bet", "call", "fold", "raise", "hit", "take_all", "")),
            self.rng.choice((0, -5, 1, 10**12)),
            places=(("main", self.rng.choice((-100, 100, 10**12))),) * self.rng.randint(0, 2),
        )
        round_ = commands.round_now(live) + self.rng.choice((0, 0, -1, 1))
        seat = self.rng.choice(live.asked() or (0,))
        ask = live.round_.asked.get(seat, 0) if live.round_ else 0
        key = self.rng.choice(self.done)[0] if self.done and self.rng.random() < 0.3 else ""
        money = self.money()
        try:
            await commands.act(actor, player(person), key, round_, ask, wild)
        except Denied:
            if self.money() != money:
                raise Failure(f"{self.where('forges')}: a refused command moved money") from None

    def money(self) -> dict[str, int]:
        """Return all balances."""
        return self.books.balances()

    async def time(self) -> None:
        """Time passes, or the wall clock is set, which makes no time pass."""
        if self.rng.random() < 0.2:
            self.clock.jump(self.rng.choice((-3_600_000, 3_600_000)))
        else:
            self.clock.advance(self.rng.choice((100, 5_000, 21_000, 130_000)))
        for actor in list(self.room.tables.values()):
            await actor.tick()

    async def rules(self) -> None:
        """The floor makes some ruling of the game, or tries to."""
        actor = self.table()
        live = actor.live
        if not live.playing or live.round_ is None:
            return
        rule = self.rng.choice(list(live.posted.ruling_rules.values()))
        seat = self.rng.choice([s.seat for s in live.round_.seats])
        ruling = Ruling(rule.name, seat=seat if "seat" in rule.takes else 0, reason="a try")
        if "pieces" in rule.takes or "amount" in rule.takes:
            ruling = replace(ruling, amount=100 if "amount" in rule.takes else 0)
        if explain_ruling(live.round_.game, live.round_.state, ruling) is None:
            await _ruled(actor, ruling)

    async def floor(self) -> None:
        """The floor voids a round, pauses a table or lets it go on."""
        actor = self.table()
        if actor.live.status == "paused":
            await commands.row(actor, FLOOR, "", log.Resumed({}))
        elif self.rng.random() < 0.5:
            await commands.row(actor, FLOOR, "", log.Paused("a look"))
            await commands.row(
                actor,
                FLOOR,
                "",
                log.Resumed(deadlines.restarted_deadlines(actor.live, actor.now())),
            )
        else:
            before = {s: sitter.chips for s, sitter in actor.live.seating.seats.items()}
            await commands.void(actor, FLOOR, "", "a misdeal")
            after = {s: sitter.chips for s, sitter in actor.live.seating.seats.items()}
            lost = {s for s in before if s in after and before[s] != after[s]}
            topped = {s for s in lost if after[s] > before[s]}
            if lost - topped:
                raise Failure(f"{self.where('void')}: seats {lost} lost money by a void")

    async def cage(self) -> None:
        """A person brings cash."""
        fund(self.store, self.rng.randint(1, PEOPLE), 1_000_00)

    async def dies(self) -> None:
        """The process is killed and started again: everything is as it was."""
        before = {name: (actor.seq, _looks(actor)) for name, actor in self.room.tables.items()}
        await self.restart()
        for name, (seq, looked) in before.items():
            actor = self.room.tables[name]
            if actor.seq < seq or (looked != _looks(actor) and looked is not None):
                raise Failure(f"{self.where('dies')}: {name} is not what it was")

    async def restart(self) -> None:
        """Open the room again over the same books, as a new process does."""
        self.restarts += 1
        for actor in self.room.tables.values():
            self.acknowledged[actor.name] = -1
        self._room()
        for actor in self.room.tables.values():
            actor.rebuild()
            same(actor, self.room)
            await actor.resume()

    async def fails(self) -> None:
        """The store fails in the middle of something; what was acknowledged stays."""
        fault = self.rng.choice([f for f in Fault if f is not Fault.SLOW])
        self.store.fail(fault, self.rng.choice((0, 0, 0, 1)))
        acknowledged = {name: actor.seq for name, actor in self.room.tables.items()}
        self.did[f"fault {fault.name}"] += 1
        try:
            await self.rng.choice(
                (self.decides, self.decide, self.decide, self.sits, self.changes, self.time)
            )()
        except Crash:
            await self.restart()
        except Denied:
            pass
        if self.store.dead:
            await self.restart()
        self.store._faults.clear()
        for name, seq in acknowledged.items():
            if self.room.tables[name].seq < seq:
                raise Failure(f"{self.where('fails')}: an acknowledged row of {name} is lost")


def _looks(actor: Actor) -> object:
    """Return the look of a table, without its times."""
    live = actor.live
    if not live.playing or live.round_ is None:
        return None
    shoe = live.shoe.place() if live.shoe else None
    return live.number, live.round_.inputs[:], live.round_.state.balances(), shoe


async def _ruled(actor: Actor, ruling: Ruling) -> Answer:
    async def work(turn: Turn) -> Answer:
        at, seq, live = turn.at, turn.seq + 1, turn.live
        return await turn.commit_round(lambda: [rule(live, seq, ruling, at)])

    return await actor.command(FLOOR, "", ruling, work)


async def evening(seed: int, steps: int, folder: Path, games: tuple[str, ...] = ()) -> Evening:
    """Run this number of steps of one seed."""
    with closing(SqliteStore(folder / "books.db", durable=False)) as books:
        found = Evening(seed, books, folder, games)
        await found.open()
        for _ in range(PEOPLE):
            with suppress(Refused):
                await found.sits()
        for _ in range(steps):
            await found.step()
        return found


def main() -> None:
    """Run some evenings from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--game", action="append", default=[])
    asked = parser.parse_args()
    for seed in range(asked.seed, asked.seed + asked.seeds):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(evening(seed, asked.steps, Path(folder), tuple(asked.game)))
        rounds = sum(actor.live.number for actor in found.room.tables.values())
        print(f"seed {seed}: {found.steps} steps, {rounds} rounds, {found.restarts} restarts")
        print("  " + ", ".join(f"{n} {what}" for what, n in found.did.most_common()))


if __name__ == "__main__":
    main()

__all__ = ["Evening", "Failure", "evening"]
