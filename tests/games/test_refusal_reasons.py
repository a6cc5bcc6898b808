"""Refusals give the reason that holds, with the clause that says it."""

from __future__ import annotations

import pytest

import houseway
from houseway.errors import Refused
from houseway.rulebook import games
from houseway.sheets.decisions import Decision, decisions_of
from houseway.table.table import Table

SPLIT_ACES = """
game  = "GAME"
seats = { 1 = 1000, 2 = 500, 3 = 500 }
deal  = "As Ts 7h | Ad 9s Tc | Ac 9c"
play  = "1 bank 300; 2 bet main=10; 3 bet main=10; 2 split; 2 DECISION"
"""


def table(game_id: str, posting: dict[str, object] | None = None, others: int = 2) -> Table:
    """A table whose first seat banks and whose other seats bet."""
    opened = houseway.open_table(game_id, posting, seed=3)
    for seat in range(1, others + 2):
        opened.sit(seat, f"player {seat}", 500_00)
    opened.start()
    opened.act(1, "bank", 100_00)
    return opened


def dealt(game_id: str) -> Table:
    opened = table(game_id)
    opened.bet(2, main=10_00)
    opened.bet(3, main=10_00)
    return opened


def refusal(opened: Table, seat: int, name: str, amount: int = 0) -> str:
    with pytest.raises(Refused) as found:
        opened.act(seat, name, amount)
    return str(found.value)


@pytest.mark.parametrize(
    ("game_id", "clause"), [("pai-gow-tiles", "CA-TILE-06"), ("funtazee-21", "CA-FTZ-13")]
)
@pytest.mark.parametrize("name", ["set", "house_way"])
def test_setting_out_of_turn_says_why(game_id: str, clause: str, name: str) -> None:
    opened = dealt(game_id)
    early = refusal(opened, 1, name)
    assert "the player-dealer sets after all players" in early and clause in early
    opened.act(2, "house_way")
    again = refusal(opened, 2, name)
    assert "the hand is set already" in again and clause in again


def test_a_seat_without_a_hand_has_none_to_set() -> None:
    opened = table("pai-gow-tiles")
    opened.bet(2, main=10_00)
    opened.act(3, "sit_out")
    assert "seat 3 has no tiles in this round (CA-TILE-02" in refusal(opened, 3, "set")


def test_before_the_deal_there_is_nothing_to_set() -> None:
    assert "seat 2 has no tiles yet" in refusal(table("pai-gow-tiles"), 2, "set")


@pytest.mark.parametrize(
    ("game_id", "spot", "reason"),
    [
        ("pai-gow-poker", "5:main", "no player sits at seat 5 (CA-PGP-05)"),
        ("pai-gow-poker", "9:main", "the table has seats 1 to 7 (CA-PGP-05)"),
        ("pai-gow-poker", "1:main", "seat 1 banks (CA-PD-01, CA-PD-13)"),
        ("fortune-pai-gow-poker", "5:fortune", "no player sits at seat 5 (CA-FPG-01, CA-PGP-05)"),
        ("pai-gow-tiles", "5:main", "each player bets at their own seat only (CA-TILE-04"),
        ("no-bust-blackjack-5", "1:main", "seat 1 banks (CA-PD-01, CA-PD-13)"),
    ],
)
def test_a_wager_at_an_empty_seat_says_so(game_id: str, spot: str, reason: str) -> None:
    with pytest.raises(Refused) as found:
        table(game_id).bet(2, **{spot: 10_00})
    assert f"there is no spot '{spot}' here: {reason}" in str(found.value)


def test_a_spot_that_no_game_knows_is_still_refused() -> None:
    with pytest.raises(Refused, match="there is no spot '5:moon' here; "):
        table("pai-gow-poker").bet(2, **{"5:moon": 10_00})


def test_insurance_that_is_not_posted_is_not_offered() -> None:
    opened = dealt("no-bust-blackjack-5")
    for seat in (2, 3):
        said = refusal(opened, seat, "insure", 5_00)
        assert "insurance is not offered at this table (CA-NB5-21)" in said


def test_insurance_that_is_posted_comes_before_play() -> None:
    opened = table("no-bust-blackjack-5", {"insurance": True})
    opened.bet(2, main=10_00)
    opened.bet(3, main=10_00)
    assert "under an ace, before the first hand is played" in refusal(opened, 2, "insure", 5_00)


@pytest.mark.parametrize(
    ("game_id", "decision", "why"),
    [
        ("no-bust-blackjack-5", "hit", "a split ace takes one card only (CA-NB5-18)"),
        ("no-bust-blackjack-5", "split", "aces are split once (CA-NB5-18)"),
        ("blackjack-7", "hit", "a split ace takes one card only (CA-B7-06)"),
        ("blackjack-7", "split", "aces are split once (CA-B7-06)"),
    ],
)
def test_a_split_ace_takes_one_card(game_id: str, decision: str, why: str) -> None:
    record = SPLIT_ACES.replace("GAME", game_id).replace("DECISION", decision)
    with pytest.raises(Refused) as found:
        houseway.settle(houseway.load(record))
    assert f"seat 2 may not {decision}: {why}" in str(found.value)


@pytest.mark.parametrize("cents", [50, 500_00])
def test_the_size_of_a_side_bet_cites_no_clause_on_pay_tables(cents: int) -> None:
    with pytest.raises(Refused) as found:
        table("no-bust-blackjack-5").bet(2, main=10_00, buster=cents)
    assert str(found.value).endswith("(CA-BUST-01, CA-BUST-02)")


def test_posting_a_pay_table_cites_its_clause_on_posting() -> None:
    with pytest.raises(Refused) as found:
        houseway.open_table("no-bust-blackjack-5", {"buster": "D"})
    assert str(found.value).endswith("(CA-BUST-03, CA-BUST-08)")


def test_limits_the_wrong_way_round_say_so() -> None:
    with pytest.raises(Refused, match=r"the least, \$500, is above the most, \$5 \(BJ-14\)"):
        houseway.open_table("blackjack", {"main_limits": "500..5"})


def test_limits_above_the_cap_name_the_cap() -> None:
    with pytest.raises(Refused, match=r"any limits LEAST..MOST up to \$100 \(CO-2112-2a\)"):
        houseway.open_table("pai-jack", {"main_limits": "5..500"})


def told(game_id: str, name: str, posting: dict[str, object] | None = None) -> Decision:
    found = decisions_of(games()[game_id](posting)).decisions
    return next(each for each in found if each.name == name)


@pytest.mark.parametrize(
    ("game_id", "name", "clauses"),
    [
        ("no-bust-blackjack-5", "surrender", ("CA-NB5-20",)),
        ("blackjack-7", "surrender", ("CA-B7-07",)),
        ("no-bust-blackjack-5", "match", ("CA-PD-12",)),
        ("no-bust-blackjack-5", "no_match", ("CA-PD-12",)),
        ("pai-gow-poker", "pile_1", ("CA-PGP-03",)),
        ("pai-gow-poker", "pile_7", ("CA-PGP-03",)),
        ("fortune-pai-gow-poker", "pile_3", ("CA-PGP-03",)),
        ("21st-century-baccarat", "house_way", ("CA-B21-05",)),
        ("21-hold-em", "match", ("CO-2104-8b", "CO-2104-10b")),
    ],
)
def test_a_decision_is_told_with_its_own_clause(
    game_id: str, name: str, clauses: tuple[str, ...]
) -> None:
    assert told(game_id, name).clauses == clauses


def test_a_decision_is_told_for_its_own_moment() -> None:
    assert told("no-bust-blackjack-5", "surrender").when == "never: surrender is not posted"
    split = told("no-bust-blackjack-5", "surrender", {"surrender": "after split"})
    assert split.when == "with a hand of a split"
    assert told("no-bust-blackjack-5", "insure").when == "never: insurance is not posted"
    assert told("blackjack-7", "insure").when == "when the dealer shows an ace"
    assert told("no-bust-blackjack-5", "match").when.endswith("is doubled or split")
    assert told("ante-up-21", "match").when == "when the poker hand is to be bet"
    assert told("21st-century-baccarat", "house_way").when.startswith("on your turn")
    assert told("pai-gow-tiles", "house_way").when.startswith("when the hands are dealt")
