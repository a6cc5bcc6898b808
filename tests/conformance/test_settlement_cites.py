"""Settlements, events and refusals cite the clause that decided, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cite import PROCEDURES, RULES
from houseway.errors import BadFile, Refused
from houseway.game.pay_tables import pay_table
from houseway.records.cases import Case, event_lines, read_cases, settlements
from houseway.records.record import Playback
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses


def played(game: str, **record: Any) -> Playback:
    """A record of one round, as a case is written."""
    (case,) = read_cases({"case": [{"clause": "x", "title": "x", **record}]}, game, "test")
    assert isinstance(case, Case)
    return Playback(case)


def cited(game: str, label: str, **record: Any) -> tuple[str, ...]:
    """The clauses that the settlement of one wager names."""
    (found,) = (s for s in settlements(played(game, **record).finish()) if s.label == label)
    return tuple(found.clauses)


MAIN = {"main": 10}
BANKED = {"seats": {"1": 1000, "2": 1000}}
SETTLED: tuple[tuple[str, str, dict[str, Any], tuple[str, ...]], ...] = (
    # a dealer's blackjack takes a hand by the clause on the dealer's look, not by that on players'
    ("blackjack", "main", {"bets": MAIN, "deal": "Ts Kh 9d As"}, ("BJ-3",)),
    ("blackjack", "main", {"bets": MAIN, "deal": "As Kh Kd Ac"}, ("BJ-9",)),
    ("blackjack", "main", {"bets": MAIN, "deal": "As 7h Kd Tc"}, ("BJ-9",)),
    ("blackjack", "main", {"bets": MAIN, "deal": "Ts 7h 9d Tc", "play": "stand"}, ("BJ-8",)),
    ("blackjack", "main", {"bets": MAIN, "deal": "Ts 6h 6d Tc | Kh", "play": "hit"}, ("BJ-8",)),
    ("free-bet-blackjack", "main", {"bets": MAIN, "deal": "Ts Kh 9d As"}, ("BJ-3", "CO-2102")),
    ("straight-jack", "main", {"bets": MAIN, "deal": "Ts 7h 9d Tc", "play": "stand"},
     ("BJ-8", "CO-2109-4")),
    # insurance by the section that prints it
    ("blackjack", "insurance", {"bets": MAIN, "deal": "Ts Ah 9d Ks", "play": "insure 5"},
     ("BJ-10",)),
    ("ante-up-21", "insurance", {"bets": MAIN, "deal": "Ts Ah 9d Ks", "play": "insure 5"},
     ("CO-2106-9e",)),
    ("golden-21-poker", "insurance", {"bets": MAIN, "deal": "Ts Ah 9d Ks", "play": "insure 5"},
     ("CO-2108-5",)),
    ("3-card-21-n-done", "insurance",
     {"bets": {"main": 10, "bonus": 10}, "deal": "Ts Ah 5d Kc 4s", "play": "insure 5"},
     ("CO-2111-7",)),
    # a tip that gets its player's free double
    ("free-bet-blackjack", "main.tip",
     {"bets": {"main": 10, "tip_main": 5}, "deal": "6s 7h 5d Tc | Th", "play": "double_free"},
     ("BJ-8", "CO-2102", "CO-2116-9A", "CO-2116-6A")),
    ("free-bet-blackjack", "main",
     {"bets": {"main": 10, "tip_main": 5}, "deal": "6s 7h 5d Tc | Th", "play": "double_free"},
     ("BJ-8", "CO-2102", "CO-2116-9A")),
    # lammers of lost hands, with a wager that counts them and without
    ("ride-free", "main",
     {"bets": {"main": 10, "silver_stack": 1}, "deal": "6s 7h 5d Tc | 2h",
      "play": "no_bet; double_free"},
     ("BJ-8", "CO-2119-9", "CO-2119-11B", "CO-2119-12")),
    ("ride-free", "main",
     {"bets": MAIN, "deal": "6s 7h 5d Tc | 2h", "play": "no_bet; double_free"},
     ("BJ-8", "CO-2119-9", "CO-2119-11B")),
    ("ride-free", "main.2",
     {"bets": {"main": 10, "silver_stack": 1}, "deal": "8s 7h 8d Tc | 8h 7s",
      "play": "no_bet; split_free; stand; stand"},
     ("BJ-8", "CO-2119-9", "CO-2119-15B", "CO-2119-16")),
    # showdowns by the ranks
    ("3-card-shine", "ante", {"bets": {"ante": 10}, "deal": "Ks Qc 8d 7d 3c 2h", "play": "play"},
     ("CO-1099.52-1b", "CO-1099.52-14A")),
    ("ante-up-21", "ante",
     {"bets": {"main": 10, "ante": 10}, "deal": "9s Qh 9d 7c", "play": "match; stand"},
     ("CO-2106-1a", "CO-2106-13b1")),
    # awards of a meter
    ("straight-jack-progressive", "straight_jack_progressive",
     {"bets": {"main": 10, "straight_jack_progressive": 1}, "deal": "As 7h 2d Tc | 3d 4h 5c 6s",
      "play": "hit; hit; hit; hit"},
     ("CO-2110-8", "CO-2110-10", "CO-2110-4", "CO-2110-16", "CO-2110-14")),
    ("straight-jack-progressive", "straight_jack_progressive",
     {"bets": {"main": 10, "straight_jack_progressive": 1}, "deal": "9s 7h 8d Tc",
      "play": "stand"},
     ("CO-2110-8", "CO-2110-14")),
    # the note on three eights stands behind three eights only
    ("ride-free", "bust_bonus",
     {"bets": MAIN, "deal": "Ts 8h 9d 8c | 8d", "play": "add bust_bonus=1; stand"},
     ("CO-2119-21C", "CO-2119-25iv", "CO-2119-25")),
    ("ride-free", "bust_bonus",
     {"bets": MAIN, "deal": "Ts 6h 9d Tc | 9h", "play": "add bust_bonus=1; stand"},
     ("CO-2119-21C", "CO-2119-25")),
    ("21-plus-3", "twenty_one_plus_three",
     {"bets": {"main": 10, "twenty_one_plus_three": 5}, "deal": "9s 7h 8d Tc", "play": "stand"},
     ("CO-2107-2",)),
    # what is lost or pushed does not rest on a clause that says no more than what is paid
    *(("ante-up-21", spot, {"bets": {"ante": 10}, "deal": deal, "play": "match"}, clauses)
      for deal, spot, clauses in (
          ("9s Kh 8d 7c", "ante", ("CO-2106-1a",)), ("9s Kh 8d 7c", "bet", ("CO-2106-1a",)),
          ("Ks Kh 7d 7c", "bet", ("CO-2106-1a", "CO-2106-13e")),
          ("9s Th 9d 7c", "ante", ("CO-2106-13c", "CO-2106-13d", "CO-2106-13b1")),
          ("9s Th 9d 7c", "bet", ("CO-2106-13c", "CO-2106-13d")),
          ("9s Kh 9d Ac", "ante", ("CO-2106-1a", "CO-2106-10a", "CO-2106-13b1")),
          ("9s Kh 9d Ac", "bet", ("CO-2106-10a",)), ("9s Kh 8d Ac", "bet", ("CO-2106-10a",)))),
    ("ante-up-21", "insurance", {"bets": MAIN, "deal": "Ts Ah 9d 7s", "play": "insure 5; stand"},
     ("BJ-10", "CO-2102")),
    ("ante-up-21", "poker_bonus",
     {"bets": {"ante": 10, "poker_bonus": 5}, "deal": "9s Kh 8d 7c", "play": "match"},
     ("CO-2106-8", "CO-2106-8b", "CO-2106-4b", "CO-2106-14")),
    ("ante-up-21", "poker_bonus",
     {"bets": {"ante": 10, "poker_bonus": 5}, "deal": "9s Kh 9d 7c", "play": "match"},
     ("CO-2106-8", "CO-2106-8b", "CO-2106-4b", "CO-2106-8a", "CO-2106-14")),
    ("blackjack-switch", "insurance",
     {"bets": MAIN, "deal": "Ts 8c Ah 9d Kh 6c | 2c",
      "play": "insure insurance=3; keep; stand; stand"}, ("BJ-10",)),
    ("blackjack-switch", "main",
     {"bets": MAIN, "deal": "As Td 6h 7c Kh Tc | 5d", "play": "switch; stand"},
     ("CO-2105-8b3", "CO-2105-8e4")),
    ("blackjack-switch", "main",
     {"bets": MAIN, "deal": "As Td 6h 7c Kh Tc | 6d", "play": "switch; stand"},
     ("CO-2105-8b3", "CO-2105-8e4")),
    ("3-dice-baccarat", "triple_progressive",
     {"bets": {"player": 10, "triple_progressive": 1}, "dice": "1 2 4 | 1 3 4"},
     ("CO-2899.09-10C", "CO-2899.09-14b", "CO-2899.09-14")),
    ("3-dice-baccarat", "triple_progressive",
     {"bets": {"player": 10, "triple_progressive": 1}, "dice": "3 3 3 | 1 3 4"},
     ("CO-2899.09-10C", "CO-2899.09-14b", "CO-2899.09-14a", "CO-2899.09-14")),
    ("3-card-21-n-done", "bonus",
     {"bets": {"main": 10, "bonus": 10}, "deal": "Ts 7h 5d Kc 2s", "play": "stand"},
     ("CO-2111-4", "CO-2111-5")),
    ("3-card-21-n-done", "bonus",
     {"bets": {"main": 10, "bonus": 10}, "deal": "5s 7h 5d Kc 2s", "play": "stand"},
     ("CO-2111-4", "CO-2111-4b", "CO-2111-5")),
    ("free-bet-blackjack", "push_22",
     {"bets": {"main": 10, "push_22": 5}, "deal": "Ts 7h 9d Tc", "play": "stand"},
     ("CO-2116-3a", "CO-2116-10")),
    ("free-bet-blackjack", "push_22",
     {"bets": {"main": 10, "push_22": 5}, "deal": "Ts 6h 9d Tc | 6s", "play": "stand"},
     ("CO-2116-3a", "CO-2116-3c", "CO-2116-10")),
    ("free-bet-blackjack", "pot_of_gold",
     {"bets": {"main": 10, "pot_of_gold": 5}, "deal": "Ts 7h 9d Tc", "play": "stand"},
     ("CO-2116-4b", "CO-2116-10")),
    ("free-bet-blackjack", "pot_of_gold",
     {"bets": {"main": 10, "pot_of_gold": 5}, "deal": "Ts Kh 9d As"}, ("CO-2116-4c",)),
    ("pai-jack", "bonus",
     {"bets": {"main": 10, "bonus": 5}, "deal": "Ts 8s 3s Th 7s | 3d 7h Kd 6d Kc",
      "play": "house_way"}, ("CO-2112-12",)),
    *(("blackjack-x", label, {**BANKED, "deal": deal, "play": f"1 bank 500; 2 bet {play}"}, clauses)
      for label, deal, play, clauses in (
          ("main", "9s 8h Td Tc", "main=10; 2 stand", ("CA-BJX-05", "CA-BJX-06")),
          ("main", "8s 9h Td Tc", "main=10; 2 stand", ("CA-BJX-05",)),
          ("main", "8s 8h Td Tc", "main=10; 2 stand", ("CA-BJX-05",)),
          ("main", "8s Kh Td Ac", "main=10; 2 play_on", ("CA-BJX-04",)),
          ("main", "Kh Ks Ah Ad", "main=10", ("CA-BJX-04",)),
          ("aces_bonus", "8s 9h Td Tc", "main=10 aces_bonus=1; 2 stand", ("CA-BJX-14",)))),
    *(("no-bust-blackjack-5", "buster",
       {**BANKED, "deal": deal, "play": f"1 bank 300; 2 bet main=10 buster=1{play}"}, clauses)
      for deal, play, clauses in (
          ("Ts 7h 9d Tc", "; 2 stand", ("CA-BUST-03",)), ("Ts Kh 9d Ac", "", ("CA-BUST-11",)),
          ("Ts 6h 9d Tc | Kc", "; 2 stand", ("CA-BUST-03",)))),
    *(("21st-century-baccarat", "main",
       {**BANKED, "deal": deal, "play": f"1 bank 900; 2 bet main=10{play}"}, clauses)
      for deal, play, clauses in (
          ("9s Kh 9d 7c", "", ("CA-B21-16",)), ("5s 2h Kd Kc 6s", "; 2 stand", ("CA-B21-16",)),
          ("9s 8h 9d Kc", "", ("CA-B21-16", "CA-B21-06")))),
    *(("commission-free-baccarat", label,
       {**BANKED, "deal": deal, "play": "1 bank 900; 2 bet player=10 banker=10"}, clauses)
      for deal, label, clauses in (
          ("9s 8h Kd Kc", "player", ("CA-CFB-01", "CA-CFB-04")),
          ("9s 8h Kd Kc", "banker", ("CA-CFB-01",)),
          ("9s 9h Kd Kc", "player", ("CA-CFB-01", "CA-CFB-04")))),
    # a wager of another section, by its clauses there and the sentence that lets it be offered
    ("rocket-aces", "golden_21",
     {"posted": {"golden_21": "1"}, "bets": {"main": 10, "golden_21": 5}, "deal": "9s 7h 9d Tc",
      "play": "stand"}, ("CO-2108-G5", "CO-2108-G6", "CO-2108-G9", "CO-899.29-0b")),
    # a row that is paid as another, in the tables that a clause says it of
    ("rocket-aces", "rocket_aces",
     {"bets": {"main": 10, "rocket_aces": 1}, "deal": "9s 7h 8d Tc", "play": "stand"},
     ("CO-899.29-1D", "CO-899.29-2f", "CO-899.29-2a")),
    ("rocket-aces", "rocket_aces",
     {"bets": {"main": 10, "rocket_aces": 1}, "deal": "As 7h Ad Tc", "play": "stand"},
     ("CO-899.29-1D", "CO-899.29-2a")),
    ("rocket-aces", "rocket_aces",
     {"posted": {"rocket_aces": "MEDIUM-BJ-2BJ-2D"}, "bets": {"main": 10, "rocket_aces": 1},
      "deal": "As 7h Ad Tc", "play": "stand"},
     ("CO-899.29-1D", "CO-899.29-2b", "CO-899.29-2f", "CO-899.29-2a")),
    ("rocket-aces", "rocket_aces",
     {"posted": {"rocket_aces": "MEDIUM-BJ-2ACES-2D"}, "bets": {"main": 10, "rocket_aces": 1},
      "deal": "As 7h As Tc", "play": "stand"},
     ("CO-899.29-1D", "CO-899.29-2b", "CO-899.29-2a")),
)  # fmt: skip


@pytest.mark.parametrize(("game", "label", "record", "clauses"), SETTLED)
def test_a_settlement_cites_what_decided(
    game: str, label: str, record: dict[str, Any], clauses: tuple[str, ...]
) -> None:
    assert cited(game, label, **record) == clauses
    assert set(clauses) <= set(all_clauses())


ROWS = {
    "clause": "A-1", "columns": ["1", "2"],
    "rows": [["pair", "2 to 1", "as high"], ["high", "1 to 1", "push"], ["low", "lose", "lose"]],
}  # fmt: skip


def test_a_pay_table_says_which_of_its_clauses_stand_behind_which_rows() -> None:
    named = {"row_clauses": {"high": ["A-2"]}, "as_clauses": {"pair": ["A-3"]}}
    table = pay_table("t", {**ROWS, **named, "paid_clauses": ["A-1", "A-4"]}, "f")
    assert [table.cited("1", row) for row in range(3)] == [
        ("A-1", "A-4"),
        ("A-2", "A-1", "A-4"),
        (),
    ]
    assert [table.cited("2", row) for row in range(3)] == [("A-3", "A-2"), ("A-2",), ()]
    assert sorted(table.named()) == ["A-1", "A-2", "A-3", "A-4"]


@pytest.mark.parametrize("part", ["row_clauses", "as_clauses"])
def test_clauses_of_a_row_that_is_not_there_are_refused(part: str) -> None:
    with pytest.raises(BadFile, match=rf"\[t\] {part}: there is no row 'flush'"):
        pay_table("t", {**ROWS, part: {"flush": ["A-2"]}}, "f")


EVENTS: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    # envy, and what the dealer of Pai Jack does
    ("ride-free",
     {"posted": {"classic_21_3": "PT-FLT-213-E02"}, "bets": {"main": 10, "classic_21_3": 1},
      "deal": "9s 7h 8d Tc", "play": "no_bet; stand"}, "envy_paid", "clauses=CO-2119-26E"),
    ("pai-jack", {"bets": MAIN, "deal": "Ts 8s 3s Th 7s | 3d 7h Kd 6d Kc", "play": "house_way"},
     "dealer_set", "clauses=CO-2112-8"),
    ("pai-jack",
     {"bets": MAIN, "deal": "Ts 8s 3s Th 7s | 3d 7h Kd 6d Kc",
      "play": "set high=3s,7s,8s low=Ts,Th; house_way"},
     "foul_found", "clauses=CO-2112-11i"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "record", "event", "part"), EVENTS)
def test_an_event_cites_its_clause(
    game: str, record: dict[str, Any], event: str, part: str
) -> None:
    lines = [text for text in event_lines(played(game, **record).finish()) if event in text]
    assert lines and all(part in text for text in lines)


REFUSED: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("21-plus-3", {"posted": {"decks": 1, "twenty_one_plus_three": "standard"}}, ("CO-2107-1",)),
    ("ante-up-21", {"posted": {"decks": 2, "poker_bonus": "A"}}, ("CO-2106-1",)),
    ("ante-up-21", {"posted": {"decks": 2}, "bets": {"ante": 10, "poker_bonus": 5}},
     ("CO-2106-1",)),
    ("rocket-aces",
     {"posted": {"decks": 3, "tables_on_any_decks": True, "twenty_one_plus_three": "standard"}},
     ("CO-2107-1",)),
    ("blackjack", {"bets": {"main": 1}}, ("BJ-14",)),
    ("blackjack", {"bets": {"main": 10, "tip_main": "0.50"}}, ("BJ-15",)),
    ("buffalo-blackjack-2", {"bets": {"main": 10, "twenty_one_plus_three": "1.50"}},
     ("CO-2113-2", "CO-2113-2b")),
    ("ride-free",
     {"bets": {"main": 10, "progressive_21_3": 1, "tip_progressive_21_3": 1}},
     ("CO-2119-7a", "CO-2119-7b")),
)  # fmt: skip


@pytest.mark.parametrize(("game", "record", "clauses"), REFUSED)
def test_a_refusal_has_the_clause_that_its_sentence_names(
    game: str, record: dict[str, Any], clauses: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        played(game, **record).run()
    assert refused.value.clauses == clauses
    assert str(refused.value).endswith(f"({', '.join(clauses)})")


def test_no_shape_and_no_shared_kernel_names_a_section() -> None:
    """Code that several games run cites nothing; a kernel of one section cites that one alone."""
    for game in games().values():
        game.declared()
    shared = (
        "houseway.families.",
        "houseway.side_bets.",
        "houseway.families.banked.player_dealer.cover.",
        "houseway.game.pay_tables.",
    )
    marked: dict[str, Any] = {**RULES, **PROCEDURES}
    for name, f in marked.items():
        if name.startswith(shared):
            assert not f.clauses, f"{name} cites {f.clauses}"
        elif name.startswith("houseway.hands."):
            own = {"-".join(c.split("-")[:2]) for c in f.clauses if not c.startswith("BJ-")}
            assert len(own) <= 1, f"{name} cites {f.clauses}"
