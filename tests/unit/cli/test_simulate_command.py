"""``houseway simulate``: what it prints, what it refuses, and that it can be stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.simulation_runs.run import run
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.cli.main import run as command
from houseway.rulebook import find


def table(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


def test_the_command_prints_every_wager(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["simulate", "free-bet-blackjack", "--rounds", "20,000", "-p", "decks=8"]) == 0
    out = capsys.readouterr().out
    for words in ("20,000 rounds", "seed 1", "Push 22", "King's Bounty", "(not", "8 decks"):
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
        (["nogame"], "there is no game 'nogame'; there are blackjack"),
        (["blackjack", "--rounds", "-5"], "at least one round, not -5"),
        (["blackjack", "--rounds", "many"], "a whole number such as 1000000"),
        (["blackjack", "--until", "0%"], "from 0.0001% to 50%"),
        (["blackjack", "--until", "soon"], "such as 0.01% or 0.0001"),
        (["blackjack", "-p", "decks=9"], "it may be 1 to 8"),
        (["blackjack", "-p", "deck=6"], "there is nothing called 'deck' to post"),
        (["blackjack", "--seats", "9"], "1 to 7 seats, not 9"),
        (
            ["blackjack", "--rounds", "1e30"],
            "--rounds is at most 1,000,000,000,000,000, not '1e30'",
        ),
        (["blackjack", "--rounds", "1e99999999"], "--rounds is at most"),
        (["blackjack", "--rounds", "-1e99999999"], "--rounds is at least one"),
        (["blackjack", "--rounds", "1.5"], "a whole number such as 1000000"),
        (["blackjack", "--rounds", "nan"], "a whole number such as 1000000"),
        (["blackjack", "--seed", "1.5"], "--seed is a whole number of up to 19 digits, not '1.5'"),
        (["blackjack", "--seed", "9" * 19], "a seed is a whole number from 0 to"),
        (["blackjack", "--seed", "1" * 5000], "--seed is a whole number of up to 19 digits"),
        (["blackjack", "--workers", "1.5"], "--workers is a whole number"),
        (["blackjack", "--workers", "6400"], "6400 workers are too many"),
        (["blackjack", "--seats", "1.6"], "--seats is a whole number"),
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
        [sys.executable, "-c", "from houseway.cli.main import main; main()", *words, "run.json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    yield started
    started.kill()
    started.wait()
    for pipe in (started.stdout, started.stderr):
        assert pipe is not None
        pipe.close()


@pytest.mark.process
def test_ctrl_c_prints_what_is_known(endless: subprocess.Popen[str], tmp_path: Path) -> None:
    simulate(table("blackjack"), 10)  # so that the test does not wait for the compiler

    def interrupt() -> None:
        for _ in range(100):  # until something is known
            file = tmp_path / "run.json"
            if file.exists() and json.loads(file.read_text())["chunks"]:
                break
            time.sleep(0.5)
        os.kill(endless.pid, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    out, err = endless.communicate(timeout=60)
    assert endless.returncode == 0, err
    assert "this is what is known so far" in err and "Traceback" not in err
    assert "rounds simulated" in out and "3 to 2" in out


@pytest.mark.process
def test_the_best_chart_of_the_posting_may_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    game = find("blackjack")({"decks": 1, "soft_17": "stand"})
    found = run(game, 400_000, strategy="best", workers=2, chunk=100_000)
    alone = run(game, 400_000, strategy="best", workers=1, chunk=100_000)
    common = run(game, 400_000, workers=1, chunk=100_000)
    assert (found.counts == alone.counts).all() and not (found.counts == common.counts).all()
    assert "best chart by totals of this posting" in " ".join(found.assumptions)
    assert "not the best of this posting" in " ".join(common.assumptions)
    assert command(["simulate", "blackjack", "--rounds", "1000", "--strategy", "clever"]) == 2
    assert 'Choose from: "basic", "best"' in capsys.readouterr().err
