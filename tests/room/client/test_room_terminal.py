"""An evening at a terminal of 80 by 24 in a room that is served, and killed in the middle of it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
from pathlib import Path

import pytest

from houseway.cli.main import run
from houseway.room.client.bot import RoomBot
from houseway.room.client.client import RoomClient
from tests.support.room_served import PIN, Served
from tests.support.terminal import Terminal

pytestmark = pytest.mark.process

ASKED, READY = "seat 1>", "Enter when you are ready>"
LOST, BACK = "The connection to the room is lost", "The room is back"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> object:
    with Served(tmp_path_factory.mktemp("room")) as room:
        yield room


def hand_of(seen: list[str]) -> str:
    """One's own line of the table: seat, chips, cards."""
    return [line[1:].strip() for line in seen if re.match(r"^[> ] 1 you ", line)][-1]


def test_a_hand_goes_on_when_the_server_is_killed(served: Served) -> None:
    """Ante and play: the question and one's own cards in sight, a kill, the same hand, the end."""
    with Terminal(*served.words("Ann", "3-card-shine"), "--buy-in", "200") as at:
        seen = at.until(ASKED)
        text = "\n".join(seen)
        assert "Welcome, Ann." in text and "$800 is left on your account" in text, text
        assert "place your wagers" in text and "up to 40 to 1" in text, text
        seen = at.type("ante 10", ASKED)
        text, hand = "\n".join(seen), hand_of(seen)
        assert re.search(r"^> 1 you +\$\d+  ((10|[2-9JQKA])[♣♦♥♠] ){3}", text, re.M), text
        assert "3 Card Shine ─" in text and "seconds to decide; then: fold" in text, text
        served.kill()
        at.until_text(LOST)
        served.start()
        at.until_text(BACK)
        at.until(ASKED)
        seen = at.type("view", ASKED)
        assert hand_of(seen)[:30] == hand[:30], "the same cards, the same chips"
        seen = at.type("play", READY)
        text = "\n".join(seen)
        assert "your wagers" in text and re.search(r"^you: ", text, re.M), text
        assert hand.split("  ")[-2].strip()[:8] in text, "the hand that was dealt is settled"
        seen = at.type("leave", "")
        at.until_text("on it now")
        text = "\n".join(at.lines)
        left = re.search(r"\$([\d,.]+) goes back to your account; there is \$([\d,.]+)", text)
        assert left is not None, text
        there = [float(part.replace(",", "")) for part in left.groups()]
        assert there[1] == 800 + there[0], text
    assert at.child.returncode in (0, -15)


def test_hints_and_odds_at_a_practice_table(tmp_path: Path) -> None:
    """The room gives the hint, this program the odds; neither stops the table."""
    with (
        Served(tmp_path) as room,
        Terminal(*room.words("Bob", "3-card-shine"), "--buy-in", "200") as at,
    ):
        at.until(ASKED)
        at.type("odds", ASKED)
        at.until_text("what the wagers return, and how often they win")
        at.until(ASKED)
        at.type("ante 10", ASKED)
        at.type("hint", ASKED)
        seen = " ".join(at.until_text(", costs $"))
        assert "hint: " in seen and "of your bet" in seen, seen
        at.until(ASKED)
        at.type("fold", READY)
        os.write(at.keys, b"quit\n")
        at.until_text("on it now")


def test_leaving_in_the_middle_of_a_round_counts_it(tmp_path: Path) -> None:
    """The result at the table has the round that was played to its end without the player."""
    with (
        Served(tmp_path) as room,
        Terminal(*room.words("Bob", "3-card-shine"), "--buy-in", "200") as at,
    ):
        at.until(ASKED)
        at.type("ante 10", ASKED)
        os.write(at.keys, b"quit\n")
        at.until_text("Leave the table?")
        os.write(at.keys, b"yes\n")
        text = "\n".join(at.until_text("all visits"))
        assert "$190 goes back to your account" in text, text
        assert "At this table, all visits: -$10." in text, text


def other_player(served: Served, name: str, stop: threading.Event) -> threading.Thread:
    """A bot at the poker table, in a thread of its own."""

    async def plays() -> None:
        client = RoomClient(served.url)
        card = served.words(name, "")[5]
        await client.login(card, PIN, "bot")
        bot = RoomBot(client, "HOLDEM", seed=4, style="caller")
        task = asyncio.create_task(bot.play(100_00))
        while not stop.is_set() and not task.done():
            await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await client.close()

    thread = threading.Thread(target=lambda: asyncio.run(plays()))
    thread.start()
    return thread


def test_poker_against_another_client(served: Served) -> None:
    """A hand of hold'em; a further player finds the table full and is on the list."""
    stop = threading.Event()
    with Terminal(*served.words("Ann", "lightning-holdem"), "--table", "HOLDEM") as at:
        said = " ".join(at.until_text("is left on your account"))
        left = re.search(r"(\$[\d,.]+) is left on your account", said)
        assert left is not None and "You sit down at HOLDEM" in said, said
        other = other_player(served, "Bob", stop)
        try:
            seen = at.until(ASKED)
            assert re.search(r"^> 1 you +\$[\d.]+  \S+ \S+ ", "\n".join(seen), re.M), seen
            with Terminal(*served.words("Cy", "lightning-holdem")) as third:
                third.until_text("you are number 1 on the list")
                os.write(third.keys, b"quit\n")
                third.until_text("you do not wait any more")
            seen = at.type("hint", ASKED)
            assert "hints are given at practice tables, and HOLDEM is none" in " ".join(seen)
            seen = at.type("all in", ASKED)
            assert re.search(r"no: all in is \$[\d,]+; (bet|raise) is \$", "\n".join(seen)), seen
            while at.typing == ASKED:
                offered = [line.split()[1] for line in at.lines if re.match(r" +\d [a-z]", line)]
                at.type("check" if "check" in offered[-3:] else "call", ASKED, READY)
            text = "\n".join(at.lines)
            assert "put into the pot" in text and "in front of you" in text, text
            at.type("wallet", READY)
            assert f"There is {left[1]} on your account" in "\n".join(at.lines)
            os.write(at.keys, b"quit\n")
            at.until_text("on it now")
        finally:
            stop.set()
            other.join()


def test_what_is_wrong_is_a_sentence(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    play = served.words("Cy", "lightning-holdem")[:-2]
    monkeypatch.setenv("HOUSEWAY_PIN", PIN)

    def told(*words: str) -> str:
        with open(os.devnull) as no_one:
            monkeypatch.setattr(sys, "stdin", no_one)
            assert run(words) == 2
        return capfd.readouterr().err

    no_one_there = told(*play[:3], "http://127.0.0.1:1", *play[4:])
    assert "no room answers at http://127.0.0.1:1:" in no_one_there
    assert "an address is http://HOST:PORT" in told(*play[:3], "nowhere", *play[4:])
    assert "no table of this room deals omaha" in told("play", "omaha", *play[2:])
    assert "--room needs --card" in told(*play[:4])
    assert "--bots does not go with --room" in told(*play, "--bots", "2")
    assert "--table only goes with --room" in told("play", "omaha", "--table", "T")
    assert "--pin-file" in told(*play, "--pin-file", str(tmp_path / "none"))
    assert "there is no table 'T'" in told(*play, "--table", "T")
    assert "HOLDEM deals lightning-holdem" in told("play", "omaha", *play[2:], "--table", "HOLDEM")
    assert "--seat needs --table" in told(*play, "--seat", "1")
    assert "is more than the $1,000 on your account" in told(*play, "--buy-in", "2000")
    assert "the buy-in is" in told(*play, "--buy-in", "1", "--table", "HOLDEM", "--seat", "1")
    monkeypatch.setenv("HOUSEWAY_PIN", "0000")
    for _ in range(3):
        assert "card and PIN do not go together" in told(*play)
    monkeypatch.setenv("HOUSEWAY_PIN", PIN)
    assert "or the card is locked" in told(*play)
    monkeypatch.delenv("HOUSEWAY_PIN")
    assert "give it by --pin-file or by HOUSEWAY_PIN" in told(*play)
