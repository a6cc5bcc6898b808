"""Jobs in other processes: done once, dropped without callers, giving way, never in the way."""

from __future__ import annotations

import asyncio
import functools
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.jobs import Failed, JobStatus, Lane, NotYet, Pool, TooMany, pool
from tests.support.background_jobs import AtTheTable, Sum, Until, Who, Wrong

pytestmark = pytest.mark.process

LONG = 30.0


def in_loop(test: Callable[..., Coroutine[None, None, None]]) -> Callable[..., None]:
    """A test that runs in a loop of its own."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(test(*given, **named))

    return run


@asynccontextmanager
async def made(**how: Any) -> AsyncIterator[Pool]:
    workers = Pool(**how)
    try:
        yield workers
    finally:
        await workers.close()
        assert not workers.pids


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.005)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@in_loop
async def test_nothing_is_started_before_there_is_work_and_a_print_is_no_answer() -> None:
    async with made() as workers:
        assert not workers.pids
        assert await workers.run(Sum(10), LONG) == 45
        assert len(workers.pids) == 1
        assert workers.known(Sum(10)) == 45 and workers.known(Sum(11)) is None


@in_loop
async def test_workers_are_other_processes_that_stand_back() -> None:
    async with made() as workers:
        here = os.nice(0)
        far, there = await asyncio.gather(workers.run(Who(), LONG), workers.run(AtTheTable(), LONG))
        assert os.getpid() not in (far[0], there[0]) and far[0] != there[0]
        assert (far[1], there[1]) == (min(here + 19, 19), min(here + 5, 19))
        assert await workers.run(Who(1), LONG) == far, "a process does one job after the other"


@in_loop
async def test_equal_jobs_are_done_once_and_the_answer_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "times"
    async with made() as workers:
        asked = [workers.run(Sum(100, str(file)), LONG, caller=f"{n}") for n in range(5)]
        assert await asyncio.gather(*asked) == [4950] * 5
        assert await workers.run(Sum(100, str(file)), 0) == 4950, "what is kept is there at once"
    assert file.read_text() == "done\n"


@in_loop
async def test_who_asks_too_early_hears_how_far_it_is(tmp_path: Path) -> None:
    file = tmp_path / "there"
    async with made() as workers:
        with pytest.raises(NotYet):
            await workers.run(Until(str(file)), 0)

        async def status() -> NotYet:
            with pytest.raises(NotYet) as found:
                await workers.run(Until(str(file)), 0.01)
            return found.value

        async with asyncio.timeout(LONG):
            while len((so_far := await status()).parts) < 2:
                pass
        assert so_far.status == JobStatus("waiting for a file", 1, 3) and so_far.parts == (41, 42)
        with pytest.raises(NotYet) as found:
            await workers.run(Sum(5), 0)
        assert found.value.ahead == 1
        file.touch()
        assert await workers.run(Until(str(file)), LONG) == "it is there"


@in_loop
async def test_a_job_that_no_one_asks_for_any_more_is_ended(tmp_path: Path) -> None:
    async with made(patience=0.2) as workers:
        with pytest.raises(NotYet):
            await workers.run(Until(str(tmp_path / "never")), 0.05)
        await until(lambda: bool(workers.pids))
        (pid,) = workers.pids
        await until(lambda: not lives(pid))
        assert not len(workers) and workers.dropped == 1
        assert await workers.run(Sum(10), LONG) == 45, "another process goes on with the next"


@in_loop
async def test_a_job_is_dropped_by_who_wants_it_no_more(tmp_path: Path) -> None:
    job = Until(str(tmp_path / "never"))
    async with made() as workers:
        with pytest.raises(NotYet):
            await workers.run(job, 0.05)
        workers.drop(job)
        assert await workers.run(Sum(10), LONG) == 45


@in_loop
async def test_what_is_done_for_no_one_gives_way_and_is_done_later(tmp_path: Path) -> None:
    file = tmp_path / "there"
    quiet = Until(str(file))
    async with made() as workers:
        assert not workers.quietly(quiet)
        await until(lambda: bool(workers.pids))
        assert await workers.run(Sum(10), LONG) == 45, "it does not wait for the other"
        file.touch()
        await until(lambda: workers.quietly(quiet))
        assert workers.known(quiet) == "it is there"


@in_loop
async def test_an_answer_that_is_no_answer() -> None:
    async with made() as workers:
        with pytest.raises(Refused, match="not allowed") as found:
            await workers.run(Wrong("refused"), LONG)
        assert found.value.clauses == ("CO-1",)
        with pytest.raises(Failed, match="ZeroDivisionError: nothing to divide by"):
            await workers.run(Wrong("error"), LONG)
        with pytest.raises(Failed, match="was ended"):
            await workers.run(Wrong("end"), LONG)
        assert await workers.run(Sum(10), LONG) == 45


@in_loop
async def test_a_job_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    async with made(longest=0.3) as workers:
        with pytest.raises(Refused, match="takes more than"):
            await workers.run(Until(str(tmp_path / "never")), LONG)


@in_loop
async def test_the_line_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST", 3)
    monkeypatch.setattr(pool, "EACH", 2)
    async with made() as workers:

        async def ask(number: int, caller: str) -> None:
            with pytest.raises(NotYet):
                await workers.run(Until(str(tmp_path / f"{number}")), 0, caller=caller)

        await ask(1, "Ann")
        await ask(2, "Ann")
        await ask(2, "Ann")
        with pytest.raises(TooMany, match="2 of your questions wait"):
            await workers.run(Sum(1), 0, caller="Ann")
        await ask(3, "Bob")
        with pytest.raises(TooMany, match="too much to do"):
            await workers.run(Sum(1), 0, caller="Cy")
        assert not workers.quietly(Sum(2)), "what is done for no one takes no place"


@in_loop
async def test_a_process_with_nothing_to_do_ends() -> None:
    async with made(idle=0.05) as workers:
        assert await workers.run(Sum(10), LONG) == 45
        await until(lambda: not workers.pids)
        assert await workers.run(Sum(11), LONG) == 55


@in_loop
async def test_the_loop_goes_on_while_a_job_is_done() -> None:
    """Two lanes at work, and a heartbeat here that never waits for them."""
    async with made(lanes={"lab": Lane(workers=1)}) as workers:
        working = asyncio.ensure_future(workers.run(Sum(3_000_000), LONG))
        beats = 0
        while not working.done():
            await asyncio.sleep(0.001)
            beats += 1
        assert await working == 4_499_998_500_000 and beats > 20


@in_loop
async def test_a_worker_ends_with_who_started_it(tmp_path: Path) -> None:
    """A worker without its parent ends in the middle of its work: no process would hear the
    answer."""
    async with made() as workers:
        with pytest.raises(NotYet):
            await workers.run(Until(str(tmp_path / "never")), 0.2)
        await until(lambda: bool(workers.pids))
        (worker,) = (w for lane in workers._lanes.values() for w in lane.workers if w.pid)
        assert worker._process is not None and worker._process.stdin is not None
        pid = worker.pid
        worker._process.stdin.close()
        await until(lambda: not lives(pid) or not worker.pid or worker.pid != pid)


@in_loop
async def test_a_process_that_is_just_starting_is_not_left_behind() -> None:
    """Dropped at any moment of its start, a job leaves no process; warnings are errors here."""
    for moment in range(12):
        async with made() as workers:
            with pytest.raises(NotYet):
                await workers.run(Sum(moment), moment * 0.0004)
            workers.drop(Sum(moment))
