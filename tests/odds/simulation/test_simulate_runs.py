"""Runs of a simulation: a seed and its rounds, by any number of workers, here or on a cluster."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.simulation.protocol import chunks
from houseway.analysis.simulation_runs import pool
from houseway.analysis.simulation_runs.run import Progress, run
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.errors import Refused
from houseway.rulebook import find

SMALL = 20_000
"""Rounds of a stream in these tests."""


def table(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


@pytest.mark.process
def test_a_run_is_its_seed_and_its_rounds() -> None:
    """Alone, by two processes, and by the plain call: the same counts."""
    game = table("blackjack")
    alone = run(game, 210_000, workers=1, chunk=SMALL)
    two = run(game, 210_000, workers=2, chunk=SMALL)
    assert (alone.counts == two.counts).all() and alone.rounds == two.rounds == 210_000
    assert run(game, 1_000).estimates == simulate(game, 1_000)
    assert (run(game, 210_000, workers=1, chunk=SMALL, seed=2).counts != alone.counts).any()


@pytest.mark.process
def test_a_run_to_an_error_stops_where_it_is_reached() -> None:
    game = table("blackjack")
    seen: list[Progress] = []
    found = run(game, until=0.004, chunk=SMALL, workers=1, progress=seen.append)
    assert found.stderr <= 0.004 and found.rounds % SMALL == 0
    assert run(game, found.rounds - SMALL, chunk=SMALL, workers=1).stderr > 0.004
    assert [far.rounds for far in seen] == list(range(SMALL, found.rounds + 1, SMALL))
    assert all(isinstance(far, Progress) and far.target >= far.rounds for far in seen)
    both = run(game, 2 * SMALL, until=0.004, chunk=SMALL, workers=2)
    assert both.rounds == 2 * SMALL


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({}, "say how many rounds"),
        ({"rounds": 0}, "at least one round, not 0"),
        ({"until": 0.0}, "from 0.0001% to 50%, not 0%"),
        ({"until": float("nan")}, "from 0.0001% to 50%"),
        ({"rounds": 5, "workers": 0}, "0 workers cannot compute anything; 1 is the least"),
        ({"rounds": 5, "seed": -1}, "a seed is a whole number"),
        ({"rounds": 5, "seed": 1 << 64}, "a seed is a whole number"),
        ({"rounds": 10**15 + 1}, "at most 1,000,000,000,000,000 rounds"),
        ({"rounds": 10**300}, "rounds, not so large a number"),
        ({"rounds": 5, "workers": 6400}, "6400 workers are too many for"),
        ({"rounds": 5, "wagers": ["nothing"]}, "no wager 'nothing'"),
    ],
)
def test_what_cannot_be_run_is_refused(wanted: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        run(table("blackjack"), **wanted)


def test_workers_by_the_cores() -> None:
    assert pool.workers_of(None, False) == pool.cores()
    assert pool.workers_of(None, True) == max(1, pool.cores() - 1)
    assert pool.workers_of(2, True) == 2
    most = pool.CROWD * pool.cores()
    assert pool.workers_of(most, False) == most
    with pytest.raises(Refused, match=f"; {most} at the most"):
        pool.workers_of(most + 1, False)


def test_the_streams_of_a_long_run_are_not_listed() -> None:
    """A run of a year begins at once; the last of its streams is a part of one."""
    streams = chunks(10**15 - 1, 1 << 20)
    assert next(streams) == (0, 1 << 20) and next(streams) == (1, 1 << 20)
    assert list(chunks(50, 20)) == [(0, 20), (1, 20), (2, 10)]
    assert list(chunks(40, 20, first=1)) == [(1, 20)]


def test_an_interrupt_gives_what_is_known(tmp_path: Path) -> None:
    def stop(far: Progress) -> None:
        if far.rounds == 3 * SMALL:
            raise KeyboardInterrupt

    file = tmp_path / "run.json"
    game = table("free-bet-blackjack")
    found = run(game, 10 * SMALL, chunk=SMALL, workers=1, progress=stop, checkpoint=file)
    assert found.interrupted and found.rounds == 3 * SMALL
    assert found.estimates == run(game, 3 * SMALL, chunk=SMALL, workers=1).estimates
    again = run(game, 10 * SMALL, chunk=SMALL, workers=1, checkpoint=file)
    assert again.resumed == 3 * SMALL and not again.interrupted
    assert (again.counts == run(game, 10 * SMALL, chunk=SMALL, workers=1).counts).all()


CLUSTER = """
import os, signal, sys, threading, time
import distributed
from houseway.analysis.simulation_runs.run import run
from houseway.rulebook import find

def main():
    game = find("blackjack")({})
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        seen, killed = [], []
        def kill(far):
            seen.append(far.rounds)
            if len(seen) == 4:
                worker = cluster.workers[0].pid
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
        found = run(game, 60 * 20000, chunk=20000, cluster=cluster.scheduler_address, progress=kill)
    assert killed and found.rounds == 60 * 20000
    print(",".join(map(str, found.counts.tolist())))

if __name__ == "__main__":
    main()
"""


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_counts_the_same(tmp_path: Path) -> None:
    """A process of its own: Dask starts threads and loops that tests should not inherit."""
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    alone = run(table("blackjack"), 60 * SMALL, chunk=SMALL, workers=1)
    assert done.stdout.strip().splitlines()[-1] == ",".join(map(str, alone.counts.tolist()))


def test_without_dask_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=r"pip install 'houseway\[cluster\]'"):
        run(table("blackjack"), 10 * SMALL, chunk=SMALL, cluster="local")


@pytest.mark.parametrize("address", ["tcp://nobody:8786", "", "LOCAL"])
def test_a_cluster_that_is_not_there_is_refused_before_any_work(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_one(*_: Any, **__: Any) -> None:
        raise OSError("timed out")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=no_one))
    file, seen = tmp_path / "run.json", list[Progress]()
    with pytest.raises(Refused, match="no Dask scheduler answers at"):
        run(table("blackjack"), 10, cluster=address, checkpoint=file, progress=seen.append)
    assert not seen and not file.exists()
