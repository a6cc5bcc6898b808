"""Simulations that run as long as somebody looks: step by step, so that nothing waits for them."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Literal

import msgspec

from houseway.errors import Refused
from houseway.jobs import Failed, NotYet, Pool, TooMany
from houseway.odds_service.answers import Played, SimulatedAt
from houseway.odds_service.jobs import StepOf
from houseway.odds_service.query import Asked
from houseway.room.clock import Clock, seconds
from houseway.room.errors import Denied

PATIENCE_MS = 20_000
"""A simulation stops when nobody has looked for so long."""
STEP_MS = 600_000
"""A step has at most so long: the first one compiles."""
MOST, EACH = 8, 2
"""Simulations that run in all, and of one caller."""
KEPT = 64
"""So many are remembered, the last ones."""
State = Literal["runs", "done", "stopped", "refused"]


class Simulation(msgspec.Struct, frozen=True):
    """How far a simulation is, and every point it has passed."""

    id: str
    state: State
    wager: str
    seed: int
    rounds: int
    target: int
    edge: float | None
    stderr: float | None
    points: tuple[SimulatedAt, ...]
    words: str
    """What is being done, or why nothing is."""
    assumptions: tuple[str, ...]


class _Run:
    """One simulation."""

    def __init__(self, id: str, asked: Asked, wager: str, seed: int, rounds: int, who: str) -> None:
        self.id, self.asked, self.wager, self.who = id, asked, wager, who
        self.seed, self.target = seed, rounds
        self.so_far, self.words = Played(), ""
        self.state: State = "runs"
        self.looked = 0
        self.task: asyncio.Task[None] | None = None

    def job(self) -> StepOf:
        """The next step."""
        return StepOf(self.asked, self.wager, self.seed, self.target, self.so_far)

    def told(self) -> Simulation:
        """As it is told."""
        last = self.so_far.last
        return Simulation(
            self.id, self.state, self.wager, self.seed, self.so_far.rounds, self.target,
            last.edge if last else None, last.stderr if last else None,
            self.so_far.points, self.words, self.so_far.assumptions,
        )  # fmt: skip


class Runs:
    """Every simulation of a room."""

    def __init__(self, workers: Pool, clock: Clock) -> None:
        self._workers, self._clock = workers, clock
        self._runs: dict[str, _Run] = {}

    def start(self, asked: Asked, wager: str, seed: int, rounds: int, who: str) -> Simulation:
        """Begin a simulation, or look at the same one of the same caller."""
        words = repr((asked, wager, seed, rounds, who))
        id = sha256(words.encode()).hexdigest()[:24]
        run = self._runs.get(id)
        if run is None or run.state in ("stopped", "refused"):
            self._demand_room(who)
            run = self._runs[id] = _Run(id, asked, wager, seed, rounds, who)
            run.looked = self._clock.now_ms()
            run.task = asyncio.get_running_loop().create_task(self._go(run))
            self._forget()
        return run.told()

    def look(self, id: str) -> Simulation:
        """How far it is."""
        run = self._run(id)
        run.looked = self._clock.now_ms()
        return run.told()

    def stop(self, id: str) -> Simulation:
        """No more rounds."""
        run = self._run(id)
        if run.state == "runs":
            run.state = "stopped"
            self._workers.drop(run.job())
        return run.told()

    async def close(self) -> None:
        """No simulation runs any more."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _run(self, id: str) -> _Run:
        run = self._runs.get(id)
        if run is None:
            raise Denied("there is no such simulation, or it is forgotten", "unknown")
        return run

    def _demand_room(self, who: str) -> None:
        going = [run for run in self._runs.values() if run.state == "runs"]
        if len(going) >= MOST:
            raise Denied("as many simulations run already as can; stop one, or wait", "busy")
        if sum(run.who == who for run in going) >= EACH:
            raise Denied(f"{EACH} of your simulations run already; stop one of them", "rate")

    def _forget(self) -> None:
        over = [id for id, run in self._runs.items() if run.state != "runs"]
        for id in over[:-KEPT]:
            del self._runs[id]

    async def _go(self, run: _Run) -> None:
        try:
            while run.state == "runs" and run.so_far.rounds < run.target:
                if self._clock.now_ms() - run.looked > PATIENCE_MS:
                    run.state, run.words = "stopped", "nobody looked any more"
                    return
                await self._step(run)
            if run.state == "runs":
                run.state, run.words = "done", ""
        except (Refused, TooMany) as error:
            run.state, run.words = "refused", str(error)
        except Failed:
            if run.state == "runs":
                run.state, run.words = "refused", "the simulation has ended with an error"

    async def _step(self, run: _Run) -> None:
        """Some more rounds; whoever looks is told what takes so long."""
        job = run.job()
        while run.state == "runs":
            try:
                run.so_far = await self._workers.run(job, seconds(500), caller=run.who)
                run.words = ""
                return
            except NotYet as not_yet:
                run.words = not_yet.told.words
                if self._clock.now_ms() - run.looked > PATIENCE_MS:
                    run.state, run.words = "stopped", "nobody looked any more"
                    self._workers.drop(job)
