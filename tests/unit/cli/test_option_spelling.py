"""A misspelled posting is answered with -p, and options mean the same everywhere."""

from __future__ import annotations

import inspect

import pytest

from houseway import api
from houseway.cli.commands.par import par
from houseway.cli.commands.sign import sign
from houseway.cli.main import run
from tests.support.keyboard import Typing, typing

__all__ = ["typing"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("odds blackjack --deck 6", "-p decks=6"),
        ("odds blackjack --decks=6", "-p decks=6"),
        ("simulate blackjack --decks 6", "-p decks=6"),
        ("par ride-free decks=6", "-p decks=6"),
        ("odds blackjack main decks=6", "-p decks=6"),
        ("odds blackjack decks=6", "-p decks=6"),
        ("odds free-bet-blackjack push-22=A", "-p push_22=A"),
        ("compare blackjack soft_17=hit", "-p soft_17=hit"),
        ("play blackjack --soft-17 hit", "-p soft_17=hit"),
        ("strategy blackjack decks=6 soft_17=hit", "-p decks=6 soft_17=hit"),
    ],
)
def test_a_posting_that_is_spelled_otherwise(
    line: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) != 0
    assert f"Did you mean {meant}?" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    "line",
    [
        "settle FILE decks=6",
        "odds blackjack main frob=1",
        "odds blackjack --frobnicate 3",
        "odds blackjack frob=1",
    ],
)
def test_what_is_no_posting_is_only_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) != 0
    assert "Did you mean -p" not in capsys.readouterr().err


def test_an_option_of_the_command_is_nearer_than_a_posting(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["simulate", "blackjack", "--round", "5"]) != 0
    assert "Did you mean --rounds?" in " ".join(capsys.readouterr().err.split())


def test_tune_takes_decks_as_a_posting(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "free-bet-blackjack", "kings_bounty", "--edge", "20%", "--json"]
    assert run([*words, "--decks", "6,8"]) == 0
    with_option = capsys.readouterr().out
    assert run([*words, "-p", "decks=6,8"]) == 0
    assert capsys.readouterr().out == with_option


@pytest.mark.parametrize("number", ["2000", "2,000", "2_000", "2e3", "+2.0E3"])
@pytest.mark.parametrize(
    "line",
    [
        "odds 3-dice-baccarat player --bankroll 100 --rounds",
        "simulate 3-dice-baccarat --rounds",
        "equity holdem AhAd KsKc --deals",
    ],
)
def test_a_whole_number_has_one_spelling(
    line: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*line.split(), number]) == 0
    out = capsys.readouterr().out
    assert "2,000" in out or "2000" in out


@pytest.mark.parametrize("number", ["1.5", "1e-3", "1e400275", "1e9999999999999999999", "2 000"])
def test_a_number_that_is_not_whole_is_refused(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["equity", "holdem", "AhAd", "KsKc", "--deals", number]) == 2
    assert "--deals is a whole number of up to 19 digits, not" in capsys.readouterr().err


def test_sheets_have_one_default_paper() -> None:
    """The library and the command line write the same pages."""
    papers = {
        inspect.signature(each).parameters["paper"].default
        for each in (api.par, api.sign, par, sign)
    }
    assert papers == {"letter"}


@pytest.mark.parametrize(
    ("game", "chips", "least"),
    [
        ("blackjack", "5", "the least wager of Blackjack, $5"),
        ("blackjack-switch", "10", "the least wager of Blackjack Switch, $10"),  # on two hands
        ("3-card-21-n-done", "10", 'of 3 Card 21 "N" Done, $10'),  # two wagers
        ("3-card-shine", "5", "the least wager of 3 Card Shine, $5"),  # a bonus needs another
        ("pai-gow-tiles", "11", "the least wager of Pai Gow Tiles, $10 and a fee of $1"),
        ("holdem", "2", "the big blind of Texas Hold'em, $2"),
        ("razz", "1", "the ante of Razz, $1"),
    ],
)
def test_chips_below_the_least_wager(typing: Typing, game: str, chips: str, least: str) -> None:
    assert typing("play", game, "--chips", chips, "--rounds", "1", lines="quit\n").code == 0
    fewer = f"{int(chips) - 1}.99"
    ran = typing("play", game, "--chips", fewer, "--rounds", "1", lines="quit\n")
    assert ran.code == 2
    said = " ".join(ran.err.split())
    assert f"${fewer} is below " in said and f"{least}; bring more with --chips" in said
