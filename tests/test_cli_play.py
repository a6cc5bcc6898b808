"""Playing at the terminal, with piped input; what is saved there replays and settles."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.cli import run
from houseway.rulebook import games

GAME_IDS = list(games())
BLACKJACK = "blackjack"
FREE_BET = "free-bet-blackjack"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def houseway(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*words: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = run(list(words))
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    return call


def assert_refused(ran: Ran, *parts: str) -> None:
    assert ran.code == 2, ran
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_play_save_replay_settle(game_id: str, houseway: Any, tmp_path: Path) -> None:
    """A player who takes the first choice that is not refused, at every game, to the end."""
    lines = "\n".join(str(1 + n % 4) for n in range(4000))
    first = example_line(game_id)
    words = ("play", game_id, "--seed", "7", "--bots", "2", "--rounds", "2")
    ran = houseway(*words, "--save", str(tmp_path), stdin=f"{first}\n{lines}\n")
    assert ran.code == 0, ran
    assert "Traceback" not in ran.err
    files = sorted(tmp_path.glob("*.toml"))
    assert len(files) == 2, ran.out[-3000:]
    for file in files:
        again = houseway("replay", str(file))
        assert again.code == 0, again
        assert "events are equal" in again.out
        assert houseway("settle", str(file)).code == 0
    text = files[0].read_text(encoding="utf-8")
    files[0].write_text(text.replace('"closed"', '"opened"'), encoding="utf-8")
    wrong = houseway("replay", str(files[0]))
    assert wrong.code == 1
    assert "expected: opened" in wrong.out and "got:      closed" in wrong.out


def example_line(game_id: str) -> str:
    """The least on every spot that must be played."""
    required = [w for w in games()[game_id].wagers if w.required]
    spots = " ".join(f"{w.name}={w.least // 100}" for w in required)
    return f"bet {spots}" if spots else "view"


def test_play_shows_choices_reasons_and_refusals(houseway: Any, tmp_path: Path) -> None:
    lines = [
        "?", "help", "hit", "bet main=1", "bet", "bet main=5 moon=5", "9", "again", "bet main=ten",
        "bet main=10 push_22=5", "view", "?", "5 hit", "floor", "floor moon",
        f"save {tmp_path}", "floor void_round reason=spilled_drink", "again", "quit",
    ]  # fmt: skip
    ran = houseway("play", FREE_BET, "--seed", "3", stdin="\n".join(lines))
    assert ran.code == 0
    for part in (
        "place your wagers", "main=5..500", "sit_out", "quit", "no: seat 1 may not hit",
        "main takes from $5 to $500, not $1 (CO-2116-2)", "say how much, like bet main=5",
        "there is no spot 'moon'", "the choices are 1 to 2, not 9", "no earlier wager",
        "not understood: 'ten' is not money", "not split: ", "(BJ-5)", "not seat 5's turn",
        "floor void_round", "there is no ruling 'moon'", "saved as", "returned (spilled drink)",
        "the round is left unfinished", "you leave the table with $485",
    ):  # fmt: skip
        assert part in ran.out, part
    saved = next(tmp_path.glob("*.toml"))
    again = houseway("replay", str(saved))
    assert again.code == 0
    assert "waits for seat 1" in again.out


def test_the_hole_card_is_not_shown(houseway: Any) -> None:
    ran = houseway("play", BLACKJACK, "--seed", "3", stdin="bet main=10\n")
    assert "??" in ran.out


def test_end_of_input_and_interrupt_leave_politely(
    houseway: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = houseway("play", BLACKJACK)
    assert ran.code == 0
    assert "you leave the table with $500" in ran.out

    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = houseway("play", BLACKJACK, "--chips", "7.50")
    assert ran.code == 0
    assert "you leave the table with $7.50" in ran.out


def test_time_and_broke(houseway: Any) -> None:
    ran = houseway("play", BLACKJACK, "--rounds", "1", stdin="time_up\n")
    assert ran.code == 0
    assert "no wager was settled" in ran.out
    lines = "bet main=5\nstand\n" * 60
    ran = houseway("play", BLACKJACK, "--chips", "5", "--seed", "2", stdin=lines)
    assert ran.code == 0


def test_a_table_that_cannot_be_had_is_refused(houseway: Any) -> None:
    assert_refused(houseway("play", BLACKJACK, "--seat", "9"), "seats 1 to 7")
    assert_refused(houseway("play", BLACKJACK, "--bots", "9"), "--bots may be 0 to 6")
    assert_refused(houseway("play", BLACKJACK, "--chips", "much"), "--chips", "not money")
    assert_refused(houseway("play", BLACKJACK, "--chips", "0"), "sits down with $0")


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_game_gets_the_bots_it_needs(game_id: str, houseway: Any) -> None:
    ran = houseway("play", game_id, "--seed", "1", stdin="quit\n")
    assert ran.code == 0
    assert ran.out.count("bot ") >= games()[game_id].seats_min - 1
