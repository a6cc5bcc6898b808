"""The first second: default answers on a machine that has computed nothing yet."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks.default_answers import MOST, commands_for, fresh_cpu

from houseway.analysis.odds_run.book_maker import games_in_book
from houseway.room.demo import setups
from houseway.rulebook import GAMES

pytestmark = pytest.mark.process

SAID = "from the book of odds, computed by houseway"
FEW = ("blackjack", "free-bet-blackjack", "pai-gow-poker")
"""Games that took half a minute and more before there was a book."""
FIRST_PAGE = 3.0
"""Seconds from the first page of a lobby to the edges of all its tables."""
START = 120


@pytest.mark.parametrize(
    "game", [game if game in FEW else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
def test_a_default_answer_takes_a_second(game: str) -> None:
    book = game in games_in_book()
    for name, (words, given) in commands_for(game).items():
        seconds, printed = fresh_cpu(words, given)
        assert SAID in printed or words[0] == "-c" or not book, name
        assert seconds <= MOST, f"{name}: {' '.join(words)} took {seconds:.2f} CPU seconds"


def test_a_number_of_decks_takes_a_second_too() -> None:
    for game in ("golden-21-poker", "free-bet-blackjack"):
        seconds, printed = fresh_cpu(("-m", "houseway", "odds", game, "-p", "decks=6"))
        assert SAID in printed and seconds <= MOST, game


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a room that was opened for the first time on a fresh machine."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("HOUSEWAY_")}
    env |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    words = [sys.executable, "-m", "houseway", "serve", "--data", str(tmp_path / "room"),
             "--port", "0"]  # fmt: skip
    log = tmp_path / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(words, stdout=output, stderr=output, env=env, cwd=tmp_path)
    try:
        until = time.monotonic() + START
        while not (found := re.search(r"is open at (http://\S+)", log.read_text())):
            assert server.poll() is None and time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        yield found[1]
    finally:
        server.terminate()
        server.wait(60)


def test_a_lobby_has_the_edge_of_every_table_within_seconds(address: str) -> None:
    began = time.monotonic()
    assert b"<html" in read(f"{address}/")
    tables = json.loads(read(f"{address}/api/tables"))
    edges = {edge["table"]: edge for edge in json.loads(read(f"{address}/api/lab/tables"))}
    took = time.monotonic() - began
    banked = {setup.name for setup in setups() if setup.game in games_in_book()}
    assert set(edges) == {table["table"] for table in tables} and banked <= set(edges)
    for name in banked:
        edge = edges[name]
        assert not edge["pending"] and edge["edge"] is not None and SAID in edge["source"], edge
    assert took <= FIRST_PAGE, f"{took:.2f} s"


def read(url: str) -> bytes:
    """Return the answer of a server."""
    with urllib.request.urlopen(url) as answer:
        found: Any = answer.read()
    return bytes(found)
