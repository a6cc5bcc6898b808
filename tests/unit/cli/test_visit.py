"""Visits to a table, typed line by line: what is asked, said, kept and left."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.play.commands import COMMANDS
from houseway.cli.play.views.totals import REST, Ledger
from houseway.engine.questions import Act, Asking
from houseway.families.banked.state import WagersPlaced
from houseway.players.bots import Bot, play_round
from houseway.players.guests import Guest, round_of
from houseway.records.cases import nets
from houseway.rulebook import games
from houseway.table.table import Table
from tests.support.keyboard import Typing, typing

__all__ = ["typing"]
FREE_BET = ("play", "free-bet-blackjack", "--seed", "3")


def test_enter_makes_the_same_wagers_again(typing: Typing) -> None:
    ran = typing(*FREE_BET, "--rounds", "2", lines="\n10 push=5\nstand\n\nstand\n")
    assert ran.code == 0
    assert "no: say one of bet, sit out; hint or help if you like" in ran.out
    assert "Enter bets initial bet $10, Push 22 $5 again" in ran.out
    assert ran.out.count("you bet: initial bet $10") == 2 and ran.out.count("-$15") >= 2
    assert "This visit: 2 rounds, " in ran.out


def test_the_same_again_is_not_offered_when_it_cannot_be(typing: Typing) -> None:
    ran = typing("play", "blackjack", "--seed", "2", "--chips", "15", lines="10\nstand\nagain\n\n")
    if "10 lost" in ran.out.replace("$", ""):
        assert "Enter bets" not in ran.out and "no: " in ran.out


def test_words_that_are_not_known_get_the_nearest(typing: Typing) -> None:
    lines = "10\nstadn\nxyzzy\nsta\n"
    ran = typing(*FREE_BET, "--rounds", "1", lines=lines)
    assert "no: 'stadn' is not understood; did you mean stand?" in ran.out
    assert "the choices are hit, stand" in ran.out
    assert "you stand" in ran.out


def test_rules_and_why_speak_of_a_clause_a_word_or_a_wager(typing: Typing) -> None:
    lines = (
        "rules 2116-7G\nrules lammer\nrules xq\n10 push=5\nstand\nwhy push\nwhy main\nwhy pot\nq\n"
    )
    ran = typing(*FREE_BET, lines=lines)
    assert "CO-2116-7G  " in ran.out and "no clause of Free Bet Blackjack is called 'xq'" in ran.out
    asked = ran.out.partition("why push")[2].partition("why main")[0]
    assert "Push 22, $5: " in asked and "CO-2116-10" in asked and "initial bet, $10" not in asked
    assert "initial bet, $10: " in ran.out.partition("why main")[2]
    assert "there is no settled wager 'pot'" in ran.out


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_leaving_in_mid_hand_is_said_and_the_hand_played_out(last: str, typing: Typing) -> None:
    ran = typing(*FREE_BET, lines=f"10\n{last}")
    said = ran.out.partition("You have $10 in this round. If you leave, the table")[2]
    assert "now: stand" in said and "you stand" in said  # said first, then done
    assert ran.code == 0 and "You leave the table with $" in said


def test_at_a_terminal_who_leaves_is_asked_first(typing: Typing) -> None:
    lines = "10\nquit\nno\nstand\n\n10\nquit\nyes\n"
    ran = typing(*FREE_BET, lines=lines, terminal=True)
    assert ran.out.count("Leave the table? (yes or no)> ") == 2 and "You stay." in ran.out
    assert "This visit: 2 rounds" in ran.out
    ran = typing(*FREE_BET, lines="10\n", terminal=True)  # Ctrl-D, and again when asked
    assert "Leave the table?" in ran.out and "This visit: 1 round" in ran.out
    ran = typing(*FREE_BET, lines="quit\n", terminal=True)  # nothing is at stake
    assert "Leave the table?" not in ran.out and "You leave the table with $500." in ran.out


def test_ctrl_c_asks_too(typing: Typing) -> None:
    ran = typing(*FREE_BET, lines="10\n^C\nn\nstand\n^C\n", terminal=True)
    assert ran.code == 0 and "You stay." in ran.out and "This visit: 1 round" in ran.out


def test_a_long_answer_may_be_interrupted(typing: Typing, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("houseway.cli.play.hints.advise", stopped)
    ran = typing(*FREE_BET, "--rounds", "1", lines="10\nhint\nstand\n")
    assert ran.code == 0 and "stopped" in ran.out and "you stand" in ran.out


def test_a_poker_player_who_leaves_folds_and_loses_what_is_in(typing: Typing) -> None:
    words = ("play", "holdem", "--seed", "5", "--bots", "2")
    ran = typing(*words, lines="call\nquit\n")
    assert "You have $2 in this round." in ran.out
    assert "This visit: 1 hand" in ran.out


def test_a_tournament_says_what_leaving_costs(typing: Typing) -> None:
    words = ("sit-and-go", "holdem", "--seed", "5", "--seats", "3")
    ran = typing(*words, lines="quit\n")
    assert "If you leave, your entry of $20 is lost." in ran.out
    assert "The sit & go is left unfinished." in ran.out


def test_guests_buy_in_again_where_one_sees_it(typing: Typing) -> None:
    words = ("play", "blackjack", "--seed", "2", "--bots", "1", "--chips", "5", "--rounds", "12")
    ran = typing(*words, lines="sit_out\n" * 12)
    assert "bot 2 buys in again for $5." in ran.out


def test_help_names_every_command(typing: Typing) -> None:
    ran = typing(*FREE_BET, lines="help\nhelp odds\nhelp tips\n")
    for word in ("hint", "odds", "rules", "why", "view", "log", "save", "quit", "time_up"):
        assert f"  {word} " in ran.out, word
    assert "10 alone is the wager that must be made" in ran.out and "tip_main" in ran.out


def test_what_stands_on_the_screen_when_one_leaves(typing: Typing) -> None:
    ran = typing(*FREE_BET, lines="10 push=5\nhint\nstand\nquit\n")
    hint = ran.out.partition("seat 1> hint\n")[2].partition("seat 1> stand")[0]
    first, *others = hint.splitlines()
    assert first.startswith("hint: ") and others[0].startswith(f"  {first[6:]}: ")
    assert all(", costs $" in line for line in others[1:] if line.startswith("  ") and ":" in line)
    assert hint.rstrip().endswith(")") and "(exact, by the cards of the hand" in hint
    left = ran.out.partition("seat 1> quit\n")[2]
    assert [line.rstrip() for line in left.splitlines()] == [
        "This visit: 1 round, $15 lost.",
        "  initial bet  $10 lost",
        "  Push 22      $5 lost",
        "You leave the table with $485.",
    ]


def test_the_page_on_the_terminal_has_every_command() -> None:
    page = (Path(__file__).parents[3] / "docs" / "terminal.md").read_text(encoding="utf-8")
    for word in COMMANDS:
        assert f"`{word}`" in page, word


@pytest.mark.parametrize("game_id", list(games()))
def test_the_summary_accounts_for_every_cent(game_id: str) -> None:
    ledger, expected = Ledger(1), 0
    for seed in (2, 5):
        round_ = played(game_id, seed, wild=seed == 5)
        ledger.add(round_)
        expected += nets(round_)["1"]
    assert ledger.result == expected and REST not in ledger.wagers
    assert sum(ledger.wagers.values()) - ledger.fees - ledger.tips == expected


def played(game_id: str, seed: int, wild: bool = False) -> Any:
    table = Table(game_id, seed=seed)
    for seat in range(1, min(3, table.game.seats_max) + 1):
        table.sit(seat, f"seat {seat}", 500_00)
    return play_round(table, Bot(seed, wild))


def test_a_summary_that_forgets_the_fees_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above is tried with the fault it guards against."""
    rounds = [played("pai-gow-poker", seed) for seed in range(6)]
    round_ = next(each for each in rounds if Ledger(1)._fees(each))
    ledger = Ledger(1)
    monkeypatch.setattr(Ledger, "_fees", lambda self, round_: 0)
    ledger.add(round_)
    assert ledger.wagers[REST] < 0


@pytest.mark.parametrize("game_id", [g for g in games() if games()[g].family != "poker"])
def test_guests_bet_round_sums_and_bank_enough(game_id: str) -> None:
    for seed in (1, 2):
        table = Table(game_id, seed=seed)
        for seat in range(1, min(3, table.game.seats_max) + 1):
            table.sit(seat, f"seat {seat}", 2_000_00)
        round_ = round_of(table, Guest(seed))
        for given in round_.inputs:
            if isinstance(given, Act) and given.places:
                assert all(cents % 1_00 == 0 for _, cents in given.places), given
                assert len(given.places) <= 6
            if isinstance(given, Act) and given.name == "bank":
                assert given.amount >= 900_00 and given.amount % 25_00 == 0


def test_guests_bank_join_and_bet_behind_where_a_game_has_it() -> None:
    for game_id in ("no-bust-blackjack-5", "pai-gow-poker", "funtazee-21", "blackjack-x"):
        table = Table(game_id, seed=3)
        for seat in range(1, 6):
            table.sit(seat, f"p{seat}", 2_000_00)
        guest, seen = Guest(5), Counter[str]()
        for _ in range(40):
            for event in round_of(table, guest).events:
                if isinstance(event, WagersPlaced) and any(put.circle for put in event.places):
                    seen["behind"] += 1
                seen[type(event).__name__] += 1
        joint = table.game.bank.joint
        assert seen["behind"] and seen["BankTaken"] and bool(seen["BankJoined"]) == joint, game_id


def test_guests_play_their_cards_like_people() -> None:
    """No guest of blackjack hits seventeen, and none stands on eleven."""
    table = Table("blackjack", seed=random.Random(1).getrandbits(30))
    for seat in range(1, 6):
        table.sit(seat, f"seat {seat}", 500_00)
    for seed in range(12):
        guest, round_ = Guest(seed), table.start()
        while isinstance(question := round_.question, Asking):
            act = guest.choose(round_, question.seats()[0])
            turn = round_.state.playing()
            if turn is not None and act.name in ("hit", "stand"):
                hand = round_.state.hands[turn[0]][turn[1]].cards
                total, count = round_.game.count.total(hand), round_.game.count
                if not count.soft(hand):
                    assert act.name == "stand" if total >= 17 else True
                    assert act.name == "hit" if total <= 11 else True
            table.enter(act)
