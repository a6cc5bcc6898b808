"""Playing at the terminal, with piped input; what is saved there replays and settles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.main import run
from houseway.rulebook import games
from tests.support.keyboard import Keyboard, Ran, script_terminal

GAME_IDS = list(games())
BLACKJACK = "blackjack"
FREE_BET = "free-bet-blackjack"


@pytest.fixture
def houseway(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*words: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", Keyboard(stdin))
        monkeypatch.setenv("COLUMNS", "")
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
    spots = " ".join(f"{w.name}={w.amounts.least // 100}" for w in required)
    return f"bet {spots}" if spots else "view"


def test_play_shows_choices_reasons_and_refusals(houseway: Any, tmp_path: Path) -> None:
    lines = [
        "?", "help", "hit", "bet main=1", "bet", "bet main=5 moon=5", "600", "again",
        "bet main=ten",
        "bet main=10 push_22=5", "view", "?", "5 hit", "floor", "floor moon",
        f"save {tmp_path}", "floor void_round reason=spilled_drink", "again", "quit",
    ]  # fmt: skip
    ran = houseway("play", FREE_BET, "--seed", "3", stdin="\n".join(lines))
    assert ran.code == 0
    for part in (
        "place your wagers", "$5-$500", "sit out", "quit", "no: you may not hit",
        "no: the initial bet takes from $5 to $500, not $1 (CO-2116-2)",
        "initial bet takes from $5 to $500, not $600", "say how much, like bet main=5",
        "there is no spot 'moon'", "no earlier wager",
        "not understood: 'ten' is not money", "not split: ", "(CO-2116-7E)", "not seat 5's turn",
        "floor void_round", "there is no ruling 'moon'", "no round is over yet",
        "goes back to you: spilled drink", "+$10",
        "Enter bets initial bet $10, Push 22 $5 again", "You have $15 in this round.",
        "as it does when time is up", "stand); the round", "You leave the table with $485",
    ):  # fmt: skip
        assert part in ran.out, part
    assert not list(tmp_path.glob("*.toml"))


def test_only_a_finished_round_is_saved_and_explained(houseway: Any, tmp_path: Path) -> None:
    lines = ["why", "BET Main=10", "STAND", "why", f"save {tmp_path}", "bet main=10", "quit"]
    ran = houseway("play", BLACKJACK, "--seed", "4", stdin="\n".join(lines))
    before, _, after = ran.out.partition("you: ")
    assert "no: no wager is settled yet" in before
    assert "BJ-8" not in before and "how it came out" in before
    assert "BJ-8  " in after
    saved = next(tmp_path.glob("*.toml"))
    assert "all" in houseway("replay", str(saved)).out
    assert "waits" not in houseway("replay", str(saved)).out


def test_at_a_terminal_the_result_stays_until_enter(
    houseway: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Keyboard, "terminal", True)
    script_terminal(monkeypatch)
    lines = "bet main=10\nstand\nwhy\nstand\nfloor void_round\n\nsit_out\nquit\n"
    ran = houseway("play", BLACKJACK, "--seed", "4", stdin=lines)
    assert ran.code == 0 and "Enter goes on" in ran.out and "BJ-8  " in ran.out
    assert "no: the round is over" in ran.out
    assert "unfinished" not in ran.out and "no wager of yours was settled" in ran.out


def test_a_ruling_shows_what_it_did(houseway: Any) -> None:
    lines = "floor out_of_turn seat=2\nfloor OUT_OF_TURN Seat=2\nfloor misdeal reason=cards_flew\n"
    ran = houseway("play", "holdem", "--seed", "5", "--bots", "2", stdin=lines)
    assert "bot 2 is warned: acted out of turn" in ran.out
    assert "bot 2 is excluded after this hand: acted out of turn" in ran.out
    assert "the hand is void: cards flew; $1 to bot 2 and $2 to bot 3 goes back" in ran.out


def test_an_excluded_player_leaves(houseway: Any) -> None:
    lines = "floor out_of_turn seat=1\n" * 2 + "fold\n"
    ran = houseway("play", "holdem", "--seed", "5", "--bots", "2", stdin=lines)
    assert ran.code == 0 and "You are excluded from the game" in ran.out


def test_a_pot_is_won_and_the_result_is_what_is_left_of_it(houseway: Any) -> None:
    words = ("play", "holdem", "--seed", "5", "--bots", "2", "--rounds", "1")
    out = houseway(*words, stdin="fold\n" * 9).out
    assert " of the pot" in out and "stake" not in out


def test_every_poker_decision_has_its_reason(houseway: Any) -> None:
    ran = houseway("play", "holdem", "--seed", "5", "--bots", "2", stdin="?\ncheck\n")
    assert "nothing else can be done" not in ran.out
    assert "not show, muck:" in ran.out
    assert "you may not check: it is $2 to call (CA-HOLDEM-05)" in ran.out


def test_tiles_are_shown_in_words(houseway: Any) -> None:
    lines = "bank 100\nhouse_way\n"
    words = ("play", "pai-gow-tiles", "--seed", "19", "--bots", "2", "--rounds", "1")
    out = houseway(*words, stdin=lines).out
    assert "[foo 5-6] [foo 5-6] pair of foo" in out
    assert out.count(" low ") - out.count(" low ?? ??") >= 3


def test_the_hole_card_is_not_shown(houseway: Any) -> None:
    ran = houseway("play", BLACKJACK, "--seed", "3", stdin="bet main=10\n")
    assert "??" in ran.out


def test_end_of_input_and_interrupt_leave_politely(
    houseway: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = houseway("play", BLACKJACK)
    assert ran.code == 0
    assert "You leave the table with $500" in ran.out

    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = houseway("play", BLACKJACK, "--chips", "7.50")
    assert ran.code == 0
    assert "You leave the table with $7.50" in ran.out


def test_time_and_broke(houseway: Any) -> None:
    ran = houseway("play", BLACKJACK, "--rounds", "1", stdin="time_up\n")
    assert ran.code == 0
    assert "no wager of yours was settled" in ran.out
    lines = "bet main=5\nstand\n" * 60
    ran = houseway("play", BLACKJACK, "--chips", "5", "--seed", "2", stdin=lines)
    assert ran.code == 0


def test_a_table_that_cannot_be_had_is_refused(houseway: Any) -> None:
    assert_refused(houseway("play", BLACKJACK, "--seat", "9"), "seats 1 to 7")
    assert_refused(houseway("play", BLACKJACK, "--bots", "9"), "--bots may be 0 to 6")
    assert_refused(houseway("play", BLACKJACK, "--chips", "much"), "--chips", "not money")
    assert_refused(
        houseway("play", BLACKJACK, "--chips", "0"), "a seat needs at least $0.01, not $0"
    )
    assert_refused(houseway("play", BLACKJACK, "--rounds", "-1"), "--rounds must be 1 or more")


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_game_gets_the_bots_it_needs(game_id: str, houseway: Any) -> None:
    ran = houseway("play", game_id, "--seed", "1", stdin="quit\n")
    assert ran.code == 0
    assert ran.out.count("bot ") >= games()[game_id].seats_min - 1


def test_bets_are_placed_behind_others_and_in_empty_circles(houseway: Any, tmp_path: Path) -> None:
    lines = "refuse\nbet main=5 3:main=4 6:main=3\n" + "stand\nhit\nno_match\nno_insurance\n" * 12
    words = ("play", "blackjack-7", "--seed", "4", "--bots", "2", "--rounds", "1")
    ran = houseway(*words, "--save", str(tmp_path), stdin=lines)
    assert "in circles 3, 4, 5, 6, 7, 8 too: e.g. 3:main=2" in ran.out
    assert "empty seat" in ran.out and "circle 6" in ran.out
    (record,) = tmp_path.iterdir()
    assert "1 bet main=5 3:main=4 6:main=3" in record.read_text()
    assert houseway("replay", str(record)).code == 0
