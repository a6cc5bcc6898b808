"""What settlements, events and refusals cite: the clause that decided, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cite import PROCEDURES, RULES
from houseway.errors import Refused
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses
from houseway.table.case import Case, event_lines, read_cases, settlements
from houseway.table.record import Playback


def played(game: str, **record: Any) -> Playback:
    """A record of one round, as a case is written."""
    (case,) = read_cases({"case": [{"clause": "x", "says": "x", **record}]}, game, "test")
    assert isinstance(case, Case)
    return Playback(case)


def cited(game: str, label: str, **record: Any) -> tuple[str, ...]:
    """The clauses that the settlement of one wager names."""
    (found,) = (s for s in settlements(played(game, **record).finish()) if s.label == label)
    return tuple(found.clauses)


MAIN = {"main": 10}
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
)  # fmt: skip


@pytest.mark.parametrize(("game", "label", "record", "clauses"), SETTLED)
def test_a_settlement_cites_what_decided(
    game: str, label: str, record: dict[str, Any], clauses: tuple[str, ...]
) -> None:
    assert cited(game, label, **record) == clauses
    assert set(clauses) <= set(all_clauses())


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
    shared = ("houseway.shapes.", "houseway.side_bets.", "houseway.bank.", "houseway.pay.")
    marked: dict[str, Any] = {**RULES, **PROCEDURES}
    for name, f in marked.items():
        if name.startswith(shared):
            assert not f.clauses, f"{name} cites {f.clauses}"
        elif name.startswith("houseway.hands."):
            own = {"-".join(c.split("-")[:2]) for c in f.clauses if not c.startswith("BJ-")}
            assert len(own) <= 1, f"{name} cites {f.clauses}"
