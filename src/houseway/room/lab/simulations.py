"""Simulations that run as long as they are watched: step by step, so that they delay no command."""

from __future__ import annotations

import asyncio
from hashlib import sha256

from houseway.errors import Refused
from houseway.jobs import Failed, NotYet, Pool, TooMany
from houseway.odds_service.answers import SimulationState
from houseway.odds_service.jobs import StepOf
from houseway.odds_service.query import TableQuery
from houseway.room.api.lab_types import Simulation, State
from houseway.room.clock import Clock, seconds
from houseway.room.errors import Denied

PATIENCE_MS = 20_000
"""A simulation stops when it has not been watched for this time."""
STEP_MS = 600_000
"""The time limit of a step in milliseconds; the first one compiles."""
MOST, EACH = 8, 2
"""The most running simulations in all, and of one caller."""
KEPT = 64
"""The number of simulations that are remembered, the latest."""


class RunState:
    """One simulation."""

    def __init__(
        self, id: str, query: TableQuery, wager: str, seed: int, rounds: int, who: str
    ) -> None:
        self.id, self.query, self.wager, self.who = id, query, wager, who
        self.seed, self.target = seed, rounds
        self.so_far, self.words = SimulationState(), ""
        self.state: State = "runs"
        self.looked = 0
        self.task: asyncio.Task[None] | None = None

    def job(self) -> StepOf:
        """Return the job of the next step."""
        return StepOf(self.query, self.wager, self.seed, self.target, self.so_far)

    def progress(self) -> Simulation:
        """Return its state as sent to pages."""
        last = self.so_far.last
        return Simulation(
            self.id, self.state, self.wager, self.seed, self.so_far.rounds, self.target,
            last.edge if last else None, last.stderr if last else None,
            self.so_far.points, self.words, self.so_far.assumptions,
        )  # fmt: skip


class SimulationRuns:
    """All simulations of a room."""

    def __init__(self, workers: Pool, clock: Clock) -> None:
        self._workers, self._clock = workers, clock
        self._runs: dict[str, RunState] = {}

    def start(self, query: TableQuery, wager: str, seed: int, rounds: int, who: str) -> Simulation:
        """Start a simulation; an equal one of the same caller is continued."""
        words = repr((query, wager, seed, rounds, who))
        id = sha256(words.encode()).hexdigest()[:24]
        run = self._runs.get(id)
        if run is None or run.state in ("stopped", "refused"):
            self._demand_room(who)
            run = self._runs[id] = RunState(id, query, wager, seed, rounds, who)
            run.looked = self._clock.now_ms()
            run.task = asyncio.get_running_loop().create_task(self._go(run))
            self._forget()
        return run.progress()

    def look(self, id: str) -> Simulation:
        """Return the progress of a simulation, and note that it is still watched."""
        run = self._run(id)
        run.looked = self._clock.now_ms()
        return run.progress()

    def stop(self, id: str) -> Simulation:
        """Stop playing rounds."""
        run = self._run(id)
        if run.state == "runs":
            run.state = "stopped"
            self._workers.drop(run.job())
        return run.progress()

    async def close(self) -> None:
        """Stop all simulations."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _run(self, id: str) -> RunState:
        """Return the simulation with this id; Denied if there is none."""
        run = self._runs.get(id)
        if run is None:
            raise Denied("there is no such simulation, or it is forgotten", "unknown")
        return run

    def _demand_room(self, who: str) -> None:
        """Raise Denied if this caller, or the room, has too many simulations running."""
        going = [run for run in self._runs.values() if run.state == "runs"]
        if len(going) >= MOST:
            raise Denied("as many simulations run already as can; stop one, or wait", "busy")
        if sum(run.who == who for run in going) >= EACH:
            raise Denied(f"{EACH} of your simulations run already; stop one of them", "rate")

    def _forget(self) -> None:
        """Drop the oldest finished simulations beyond those that are kept."""
        over = [id for id, run in self._runs.items() if run.state != "runs"]
        for id in over[:-KEPT]:
            del self._runs[id]

    async def _go(self, run: RunState) -> None:
        """Play a simulation step by step until it is done, refused, or no longer looked at."""
        try:
            while run.state == "runs" and run.so_far.rounds < run.target:
                if self._clock.now_ms() - run.looked > PATIENCE_MS:
                    run.state, run.words = "stopped", "no page shows it any more"
                    return
                await self._step(run)
            if run.state == "runs":
                run.state, run.words = "done", ""
        except (Refused, TooMany) as error:
            run.state, run.words = "refused", str(error)
        except Failed:
            if run.state == "runs":
                run.state, run.words = "refused", "the simulation has ended with an error"

    async def _step(self, run: RunState) -> None:
        """Play some more rounds; a delay is reported with its reason."""
        job = run.job()
        while run.state == "runs":
            try:
                run.so_far = await self._workers.run(job, seconds(500), caller=run.who)
                run.words = ""
                return
            except NotYet as not_yet:
                run.words = not_yet.status.words
                if self._clock.now_ms() - run.looked > PATIENCE_MS:
                    run.state, run.words = "stopped", "no page shows it any more"
                    self._workers.drop(job)
