"""Simulations: what they count, that it depends on the seed alone, and how they are run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from houseway.cli import run as command
from houseway.errors import Refused
from houseway.hands.points21 import points
from houseway.odds import checkpoint as saved
from houseway.odds import pool
from houseway.odds.blackjack import fast as fast_blackjack
from houseway.odds.blackjack.sim import BlackjackSimulation
from houseway.odds.blackjack.strategy import BY_TOTALS, basic
from houseway.odds.compiled import compiled
from houseway.odds.run import Progress, Run, run
from houseway.odds.shuffle import mix, stream, xoshiro
from houseway.odds.simulate import simulate, simulation_of
from houseway.pieces.cards import CARDS
from houseway.rulebook import find, games

SMALL = 20_000
"""Rounds of a stream in these tests."""


def table(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


# --- random numbers ---


def test_xoshiro_is_the_published_one() -> None:
    word = compiled(xoshiro)
    state, found = [1, 2, 3, 4], []
    for _ in range(4):
        out, *state = (int(x) % 2**64 for x in word(*map(np.uint64, state)))
        found.append(out)
    assert found == [41943041, 58720359, 3588806011781223, 3591011842654386]


@pytest.mark.parametrize("n", [3, 5])
def test_mixing_is_even(n: int) -> None:
    """Every order of a few pieces as often as any other: chi square."""
    twin, state, seen = compiled(mix), stream(3, 0), {}
    orders = {3: 6, 5: 120}[n]
    pieces: Any = np.arange(n)
    for _ in range(orders * 500):
        assert twin(pieces, 0, n, state) == n
        key = tuple(pieces.tolist())
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == orders
    assert sum((x - 500) ** 2 / 500 for x in seen.values()) < orders + 6 * (2 * orders) ** 0.5


def test_mixing_fills_the_places_asked_for_from_all_pieces() -> None:
    twin, state = compiled(mix), stream(5, 1)
    pieces: Any = np.arange(40)
    before = pieces[:8].copy()
    assert twin(pieces, 8, 15, state) == 16
    assert (pieces[:8] == before).all() and sorted(pieces.tolist()) == list(range(40))


def test_streams_differ_and_are_the_same_every_time() -> None:
    assert (stream(1, 0) == stream(1, 0)).all()
    assert len({tuple(stream(s, n).tolist()) for s in range(20) for n in range(20)}) == 400


# --- the quick blackjack loop is the general driver ---


def counts_of(game: Any, rounds: int, by_tables: bool) -> Any:
    sim = BlackjackSimulation(game, basic, None)
    sim.by_tables = by_tables
    return sim.play(rounds, stream(6, 0))


@pytest.mark.parametrize(
    ("game_id", "posting"),
    [
        ("blackjack", {}),
        ("blackjack", {"decks": 1, "cut_card": 95, "surrender": "late"}),
        ("blackjack", {"decks": 2, "peek": False, "no_peek_takes": "original"}),
        ("blackjack", {"decks": 8, "soft_17": "stand", "split_by": "rank", "hands_max": 2}),
        ("free-bet-blackjack", {}),
        ("free-bet-blackjack", {"blackjack_against_22": "pushed", "surrender": "late"}),
        ("free-bet-blackjack", {"side_bets_judge": "any_hand", "peek": False, "decks": 5}),
    ],
    ids=str,
)
def test_tables_count_what_the_driver_counts(game_id: str, posting: dict[str, Any]) -> None:
    """From one stream of random numbers, shoe by shoe: not nearly the same, the same."""
    game = table(game_id, **posting)
    assert (counts_of(game, 100_000, True) == counts_of(game, 100_000, False)).all()


def test_a_strategy_by_totals_looks_at_nothing_else() -> None:
    """Hands of one state, dealt at random, are played alike; so tables may stand for it."""
    chance = random.Random(1)
    first: dict[Any, int] = {}
    for strategy in BY_TOTALS:
        for _ in range(20_000):
            cards = [chance.randrange(52) for _ in range(chance.choice((2, 2, 3, 4)))]
            if points(cards) > 21:
                continue  # nobody is asked any more
            up, offered = chance.randrange(52), chance.choice((0b11, 0b11111, 0b1111111))
            ranks = tuple(card >> 2 for card in cards) if len(cards) == 2 else len(cards) > 2
            key = strategy, fast_blackjack._state(cards), ranks, up >> 2, offered
            said = strategy(cards, up, offered)
            assert first.setdefault(key, said) == said, CARDS.show(cards)


def test_the_state_of_a_hand_is_all_that_drawing_asks() -> None:
    states, chance = fast_blackjack.states_of(), random.Random(2)
    for _ in range(5000):
        cards = [chance.randrange(52) for _ in range(chance.randint(2, 5))]
        state = fast_blackjack._state(cards)
        if state[0] < 21 and state in states:
            card = chance.randrange(52)
            like = states[state]
            assert fast_blackjack._state([*cards, card]) == fast_blackjack._state([*like, card])


def test_several_seats_are_a_table() -> None:
    """More seats use up the shoe sooner, and hardly move the edge of the first."""
    game = table("blackjack")
    one = simulate(game, 400_000, seed=3)["main"]
    five = simulate(game, 400_000, seed=4, seats=5)["main"]
    error = (one.stderr() ** 2 + five.stderr() ** 2) ** 0.5
    assert abs(float(one.mean() - five.mean())) < 5 * error
    with pytest.raises(Refused, match="1 to 7 seats, not 8"):
        simulate(game, 10, seats=8)


# --- the other shapes ---


def test_tiles_by_the_house_way_favour_the_player_dealer() -> None:
    found = simulate(table("pai-gow-tiles"), 300_000)["main"]
    assert found.outcomes == ("win", "push", "lose") and found.rounds == 300_000
    assert 0.005 < float(found.here.edge) < 0.03, "copies go to the player-dealer"


@pytest.mark.parametrize("game_id", ["holdem", "omaha", "omaha-8"])
def test_equal_players_share_equally(game_id: str) -> None:
    found = simulate(table(game_id), 60_000, seats=3)
    assert list(found) == ["seat 1", "seat 2", "seat 3"]
    assert sum(seat.mean() for seat in found.values()) == 0, "the pot is what was put in"
    for seat in found.values():
        assert abs(float(seat.mean())) < 5 * seat.stderr()
    with pytest.raises(Refused, match="2 to 10 seats, not 1"):
        simulate(table(game_id), 10, seats=1)


def test_every_game_is_simulated() -> None:
    for game_id, kind in games().items():
        sim = simulation_of(kind({}))
        assert sim.assumptions, game_id
        counts = sim.play(500, stream(1, 0))
        assert len(counts) == sim.counts
        late = {wager.name for wager in kind.wagers if wager.placed}
        for name, found in sim.estimates(counts).items():
            assert found.rounds == 500 or (name in late and 300 < found.rounds < 500), name


# --- runs ---


def test_a_run_is_its_seed_and_its_rounds() -> None:
    """Alone, by two processes, and by the plain call: the same counts."""
    game = table("blackjack")
    alone = run(game, 210_000, workers=1, chunk=SMALL)
    two = run(game, 210_000, workers=2, chunk=SMALL)
    assert (alone.counts == two.counts).all() and alone.rounds == two.rounds == 210_000
    assert run(game, 1_000).estimates == simulate(game, 1_000)
    assert (run(game, 210_000, workers=1, chunk=SMALL, seed=2).counts != alone.counts).any()


def test_a_run_to_an_error_stops_where_it_is_reached() -> None:
    game, seen = table("blackjack"), []
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
        ({"rounds": 5, "workers": 0}, "1 worker or more"),
        ({"rounds": 5, "seed": -1}, "a seed is a whole number"),
        ({"rounds": 5, "wagers": ["nothing"]}, "no wager 'nothing'"),
    ],
)
def test_what_cannot_be_run_is_refused(wanted: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        run(table("blackjack"), **wanted)


def test_workers_by_the_cores() -> None:
    assert pool.workers_of(None, False) == pool.cores()
    assert pool.workers_of(None, True) == max(1, pool.cores() - 1)
    assert pool.workers_of(3, True) == 3


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


# --- checkpoints ---


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, Run]:
    """A checkpoint of two whole streams; the part of a third is not for going on from."""
    file = tmp_path / "run.json"
    return file, run(table("blackjack"), 50_000, chunk=SMALL, workers=1, checkpoint=file)


def test_a_checkpoint_says_of_what_it_is(kept: tuple[Path, Run]) -> None:
    data = json.loads(kept[0].read_text())
    assert (data["game"], data["seed"], data["chunk"], data["chunks"]) == ("blackjack", 1, SMALL, 2)
    assert data["posting"]["decks"] == "6" and sum(data["counts"]) == 2 * SMALL
    more = run(table("blackjack"), 90_000, chunk=SMALL, workers=1, checkpoint=kept[0])
    assert more.resumed == 2 * SMALL
    assert (more.counts == run(table("blackjack"), 90_000, chunk=SMALL, workers=1).counts).all()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"chunk": 999}, "its chunk is 20000, not 999"),
        ({"game": "free-bet-blackjack"}, "its game is 'blackjack'"),
        ({"posting": {"decks": 8}}, "decks is '6' there, not '8'"),
        ({"rounds": 100}, "has 40,000 rounds already, more than the 100"),
        ({"rules": "0" * 24}, "made by other rules"),
        ({"text": "[]"}, "is no checkpoint"),
        ({"counts": [1]}, "counts are damaged"),
    ],
    ids=str,
)
def test_another_checkpoint_is_refused(
    kept: tuple[Path, Run], changed: dict[str, Any], says: str
) -> None:
    file, data = kept[0], json.loads(kept[0].read_text())
    for key in ("rules", "counts"):
        if key in changed:
            file.write_text(json.dumps(data | {key: changed[key]}))
    if "text" in changed:
        file.write_text(changed["text"])
    game = table(changed.get("game", "blackjack"), **changed.get("posting", {}))
    with pytest.raises(Refused, match=says):
        run(game, changed.get("rounds", 90_000), seed=changed.get("seed", 1), workers=1,
            chunk=changed.get("chunk", SMALL), checkpoint=file)  # fmt: skip


def test_a_checkpoint_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no folder"):
        run(table("blackjack"), 10, checkpoint=tmp_path / "none" / "run.json")


def signed(file: Path, **changed: Any) -> None:
    """Change a checkpoint, with a digest that says nobody did."""
    found = msgspec.json.decode(file.read_bytes(), type=saved.Checkpoint)
    saved.save(file, msgspec.structs.replace(found, **changed))


@pytest.mark.parametrize("key", ["first", "chunks", "digest", "no digest"])
def test_a_changed_checkpoint_is_refused(kept: tuple[Path, Run], key: str) -> None:
    file, data = kept[0], json.loads(kept[0].read_text())
    data["chunks"] *= key != "chunks"
    data["digest"] = "" if key == "digest" else data["digest"]
    if key == "first":
        data["counts"][0] *= 2
    if key == "no digest":
        del data["digest"]
    file.write_text(json.dumps(data))
    with pytest.raises(Refused, match="the file was changed or damaged"):
        run(table("blackjack"), 90_000, chunk=SMALL, workers=1, checkpoint=file)


@pytest.mark.parametrize("huge", [10**25, 2**63])
@pytest.mark.parametrize("key", ["counts", "chunks"])
def test_numbers_too_large_are_refused(kept: tuple[Path, Run], key: str, huge: int) -> None:
    file, data = kept[0], json.loads(kept[0].read_text())
    data[key] = [huge, *data[key][1:]] if key == "counts" else huge
    file.write_text(json.dumps(data))
    with pytest.raises(Refused, match="counts are damaged"):
        run(table("blackjack"), 90_000, chunk=SMALL, workers=1, checkpoint=file)


@pytest.mark.parametrize("key", ["first", "none", "chunks", "more chunks"])
def test_counts_that_do_not_add_up_are_refused(kept: tuple[Path, Run], key: str) -> None:
    """Also where the digest is right."""
    file, counts = kept[0], json.loads(kept[0].read_text())["counts"]
    changed: dict[str, dict[str, Any]] = {
        "first": {"counts": [2 * counts[0] + 1, *counts[1:]]},
        "none": {"counts": [0] * len(counts)},
        "chunks": {"chunks": 0},
        "more chunks": {"chunks": 3},
    }
    signed(file, **changed[key])
    with pytest.raises(Refused, match="counts are damaged"):
        run(table("blackjack"), 90_000, chunk=SMALL, workers=1, checkpoint=file)


def test_a_checkpoint_of_an_older_format_is_refused(kept: tuple[Path, Run]) -> None:
    data = json.loads(kept[0].read_text()) | {"format": "houseway simulation 1"}
    del data["digest"]
    kept[0].write_text(json.dumps(data))
    with pytest.raises(Refused, match="its format is 'houseway simulation 1'"):
        run(table("blackjack"), 90_000, chunk=SMALL, workers=1, checkpoint=kept[0])


@pytest.mark.parametrize("game_id", ["pai-gow-tiles", "holdem", "free-bet-blackjack"])
def test_every_shape_goes_on_from_its_checkpoint(game_id: str, tmp_path: Path) -> None:
    game, file = table(game_id), tmp_path / "run.json"
    run(game, 2000, chunk=1000, workers=1, checkpoint=file)
    more = run(game, 3000, chunk=1000, workers=1, checkpoint=file)
    assert more.resumed == 2000
    assert (more.counts == run(game, 3000, chunk=1000, workers=1).counts).all()


def test_a_checkpoint_that_cannot_be_written_is_found_at_once(tmp_path: Path) -> None:
    (tmp_path / "run.json.part").mkdir()  # where it would be written
    seen: list[Progress] = []
    with pytest.raises(Refused, match=r"run\.json cannot be written"):
        run(table("blackjack"), 10, checkpoint=tmp_path / "run.json", progress=seen.append)
    assert not seen


def test_results_outlive_a_checkpoint_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.odds.run.SAVE_EVERY", -1.0)
    file, said = tmp_path / "run.json", list[str]()

    def spoil(far: Progress) -> None:
        if far.rounds == SMALL:
            (tmp_path / "run.json.part").mkdir()

    game = table("blackjack")
    found = run(game, 3 * SMALL, chunk=SMALL, workers=1, checkpoint=file, progress=spoil,
                say=said.append)  # fmt: skip
    assert (found.counts == run(game, 3 * SMALL, chunk=SMALL, workers=1).counts).all()
    said = [words for words in said if "compiling" not in words]
    assert len(said) == 2 and all("run.json cannot be written" in words for words in said)
    assert "the run goes on" in said[0] and "the results are whole" in said[1]


def test_a_short_run_says_that_nothing_was_saved(tmp_path: Path) -> None:
    file, said, game = tmp_path / "run.json", list[str](), table("blackjack")
    found = run(game, 1000, chunk=SMALL, workers=1, checkpoint=file, say=said.append)
    assert found.rounds == 1000 and json.loads(file.read_text())["chunks"] == 0
    assert "nothing was saved" in said[-1] and "one stream of 20,000 rounds" in said[-1]
    more = run(game, 2 * SMALL, chunk=SMALL, workers=1, checkpoint=file)
    assert more.resumed == 0
    assert (more.counts == run(game, 2 * SMALL, chunk=SMALL, workers=1).counts).all()


# --- a real cluster ---

CLUSTER = """
import os, signal, sys, threading, time
import distributed
from houseway.odds.run import run
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
    def nobody(*_: Any, **__: Any) -> None:
        raise OSError("timed out")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=nobody))
    file, seen = tmp_path / "run.json", list[Progress]()
    with pytest.raises(Refused, match="no Dask scheduler answers at"):
        run(table("blackjack"), 10, cluster=address, checkpoint=file, progress=seen.append)
    assert not seen and not file.exists()


# --- the command ---


def test_the_command_prints_every_wager(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["simulate", "free-bet-blackjack", "--rounds", "20,000", "-p", "decks=8"]) == 0
    out = capsys.readouterr().out
    for words in ("20,000 rounds", "seed 1", "push_22", "kings_bounty", "(not", "8 decks"):
        assert words in out


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "blackjack", "--rounds", "2e4", "--seed", "5", "--workers", "1", "--json"]
    assert command(words) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["table"] for row in rows] == ["3 to 2", "6 to 5"]
    row = rows[0]
    expected = simulate(table("blackjack"), 20_000, seed=5)["main"]
    assert row["house_edge"] == float(expected.here.edge) and row["stderr"] == expected.stderr()
    assert (row["method"], row["rounds"], row["seed"]) == ("simulated", 20_000, 5)
    assert row["decks"] == 6 and row["posting"]["decks"] == "6" and row["assumptions"]
    assert sum(row["outcomes"].values()) == pytest.approx(1)
    assert {"game", "wager", "hit_frequency", "return", "variance"} <= set(row)
    assert rows[1]["posting"]["blackjack_pays"] == "6 to 5" and not rows[1]["posted"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nogame"], "there is no game 'nogame'; there is blackjack"),
        (["blackjack", "--rounds", "-5"], "at least one round, not -5"),
        (["blackjack", "--rounds", "many"], "a whole number such as 1000000"),
        (["blackjack", "--until", "0%"], "from 0.0001% to 50%"),
        (["blackjack", "--until", "soon"], "such as 0.01% or 0.0001"),
        (["blackjack", "-p", "decks=9"], "it may be 1 to 8"),
        (["blackjack", "-p", "deck=6"], "there is nothing called 'deck' to post"),
        (["blackjack", "--seats", "9"], "1 to 7 seats, not 9"),
    ],
)
def test_bad_input_is_a_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["simulate", *words]) == 2
    err = capsys.readouterr().err
    assert says in err and "Traceback" not in err


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A run that would take days, in a process of its own."""
    words = ["simulate", "blackjack", "--until", "0.0001%", "--workers", "2", "--checkpoint"]
    started = subprocess.Popen(
        [sys.executable, "-c", "from houseway.cli import main; main()", *words, "run.json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    yield started
    started.kill()
    started.wait()
    for pipe in (started.stdout, started.stderr):
        assert pipe is not None
        pipe.close()


def test_ctrl_c_prints_what_is_known(endless: subprocess.Popen[str]) -> None:
    simulate(table("blackjack"), 10)  # so that nobody waits for the compiler there

    def interrupt() -> None:
        time.sleep(4)
        os.kill(endless.pid, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    out, err = endless.communicate(timeout=60)
    assert endless.returncode == 0, err
    assert "this is what is known so far" in err and "Traceback" not in err
    assert "rounds simulated" in out and "3 to 2" in out


def test_the_best_chart_of_the_posting_may_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    game = find("blackjack")({"decks": 1, "soft_17": "stand"})
    found = run(game, 400_000, strategy="best", workers=2, chunk=100_000)
    alone = run(game, 400_000, strategy="best", workers=1, chunk=100_000)
    common = run(game, 400_000, workers=1, chunk=100_000)
    assert (found.counts == alone.counts).all() and not (found.counts == common.counts).all()
    assert "best chart by totals of this posting" in " ".join(found.assumptions)
    assert "not the best of this posting" in " ".join(common.assumptions)
    assert command(["simulate", "blackjack", "--rounds", "1000", "--strategy", "clever"]) == 2
    assert "there is basic and best" in capsys.readouterr().err
