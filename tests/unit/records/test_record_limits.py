"""Limits of records: nothing hides in them, and too much is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.errors import BadFile, Refused
from houseway.records import files
from houseway.records.record import MOST_PIECES, Playback, Record, load_record
from houseway.table.table import Table

DEALT = {"game": "blackjack", "posted": {"decks": 1}, "deal": "Ts Th 9d 8s", "play": "stand"}


@pytest.mark.parametrize(
    ("bets", "words"),
    [
        ({"main": "10 push_22=5"}, r"bets\.main: '10 push_22=5' is not money"),
        ({"main": "10\n2 hit"}, r"bets\.main: .* is not money"),
        ({"main=10 tip_main": 5}, "bets: 'main=10 tip_main' is not the name of a spot"),
        ({"main 5": 5}, "is not the name of a spot"),
        ({"": 5}, "is not the name of a spot"),
        ({"main": ""}, r"bets\.main: '' is not money"),
    ],
)
def test_nothing_hides_in_a_wager(bets: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        Playback(load_record({**DEALT, "bets": bets}, "r.toml"))
    assert Playback(load_record({**DEALT, "bets": {"main": " 10 "}}, "r.toml")).finish().closed


def test_a_seat_may_not_stand_twice_in_json() -> None:
    text = '{"game": "blackjack", "seats": {"1": 100, "2": 50, "1": 900}}'
    with pytest.raises(BadFile, match=r"r\.json: the key '1' stands twice in one table"):
        files.load_json(text, "r.json")
    with pytest.raises(BadFile, match="the key 'bets' stands twice"):
        files.load_json('{"bets": {"main": 5}, "game": "blackjack", "bets": {}}', "r.json")
    with pytest.raises(BadFile, match="not JSON"):
        files.load_json('{"game": "\\ud800"}', "r.json")


@pytest.mark.parametrize(
    "reason",
    ["a hard look", "under_score", "50 %", "a  b ", "_ _", "x;y", "no\u00a0break", "Zoë 李", "%5F"],
)
def test_a_reason_survives_its_record(reason: str) -> None:
    table = Table("blackjack", seed=2)
    table.sit(1, "Ann", 500_00)
    round_ = table.start()
    table.rule("void_round", reason=reason)
    again = files.replay(files.load(files.save(round_)))
    assert again.round.inputs == round_.inputs and again.difference is None
    for text in ("; ".join(files.record_of(round_).play),):
        record = Record(game="blackjack", seats={"1": 500}, play=text)
        assert Playback(record).run().inputs == round_.inputs


def test_a_deal_longer_than_any_round_is_refused_before_it_is_read() -> None:
    for deal in ("Ts " * (MOST_PIECES + 1), "Ts" * 5_000_000, " " * 1_000_000 + "Ts"):
        with pytest.raises(Refused, match="deal: a record has 10,000 cards at the most"):
            Playback(Record(game="blackjack", deal=deal))
    with pytest.raises(Refused, match="dice: a record has 10,000 dice at the most"):
        Playback(Record(game="3-dice-baccarat", dice="1 " * 10_001))
    assert Playback(Record(game="blackjack", deal=" | ")).run()


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    for name in ("r.toml", "r.json"):
        path = tmp_path / name
        path.write_bytes(b"#" * 2_000_001)
        with pytest.raises(BadFile, match="is too large; a file has 2 MB at the most"):
            files.load_file(path)
    with pytest.raises(BadFile, match="is too large"):
        files.load_file(Path("/dev/zero"))
    with pytest.raises(BadFile, match="is too large"):
        files.load("#" * 2_000_001)
    with pytest.raises(BadFile, match="is too large"):
        files.load_json(" " * 2_000_001)


@pytest.mark.parametrize("part", ["a", '"a"', "'a'", "a "])
def test_a_key_of_many_parts_is_refused_at_once(part: str) -> None:
    for text in (".".join([part] * 40_000) + " = 1", f"[{'.'.join([part] * 40_000)}]"):
        with pytest.raises(BadFile, match="a key may have 50 parts at most"):
            files.load(text, "r.toml")
    with pytest.raises(BadFile, match="unknown key"):
        files.load(".".join(["a"] * 50) + " = 1\ngame = 'blackjack'", "r.toml")


def test_a_long_line_is_not_repeated_whole() -> None:
    with pytest.raises(Refused, match="play line 1") as refused:
        Playback(Record(game="blackjack", play=["bet " + "x" * 100_000])).run()
    assert len(str(refused.value)) < 400
