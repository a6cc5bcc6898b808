"""Checkpoints of a simulation: what a stopped run goes on from, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.analysis.simulation_runs import checkpoint
from houseway.analysis.simulation_runs.run import Progress, Run, run
from houseway.errors import Refused
from houseway.rulebook import find

SMALL = 20_000
"""Rounds of a stream in these tests."""


def table(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


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
        ({"text": "[]"}, "is not a checkpoint"),
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


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_not_read(make: Any, tmp_path: Path) -> None:
    """A pipe or a device would be read for ever."""
    make(tmp_path / "run.json")
    with pytest.raises(Refused, match=r"run\.json is not a file"):
        run(table("blackjack"), 10, checkpoint=tmp_path / "run.json")


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "run.json").open("wb") as file:
        file.truncate(checkpoint.LARGEST + 1)
    with pytest.raises(Refused, match="larger than 10,000,000 bytes"):
        run(table("blackjack"), 10, checkpoint=tmp_path / "run.json")


def signed(file: Path, **changed: Any) -> None:
    """Change a checkpoint, with a valid digest."""
    found = msgspec.json.decode(file.read_bytes(), type=checkpoint.Checkpoint)
    checkpoint.save(file, msgspec.structs.replace(found, **changed))


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


@pytest.mark.parametrize(
    "game_id",
    [
        "holdem",
        "free-bet-blackjack",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("pai-gow-tiles", "buffalo-blackjack-2")
        ),
    ],
)
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
    monkeypatch.setattr("houseway.analysis.simulation_runs.run.SAVE_EVERY", -1.0)
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
