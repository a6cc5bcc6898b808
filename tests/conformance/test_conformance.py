"""Every clause is accounted for, a wrong case is noticed, files with unknown keys are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from houseway.errors import BadFile
from houseway.game.pay_tables import parse_payout, pay_table
from houseway.records.cases import failures, read_cases
from houseway.records.record import load_record
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses, all_readings, read_clauses
from houseway.sheets.conformance.matrix import all_cases, matrix, results
from tests.support.random_play import GAME_IDS, LONG


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_no_clause_is_unaccounted_for(game_id: str) -> None:
    owed = {row.clause: row.missing for row in matrix(game_id) if row.missing}
    assert not owed, "\n".join(f"{clause}: {'; '.join(why)}" for clause, why in owed.items())


def test_every_case_cites_a_clause_that_exists() -> None:
    known = all_clauses()
    unknown = {c for case in all_cases() for c in case.clauses if c not in known}
    assert not unknown


WRONG = (
    ("pays", {"nothing": "+1"}),
    ("nets", {"1": "+123456.78"}),
    ("log", ["no such event"]),
    ("refused", "no such sentence"),
    ("signs", ["no such sign"]),
)


def test_a_wrong_case_is_noticed() -> None:
    """The runner can fail: every kind of expectation, turned round, is reported."""
    tried = set()
    for case, why in results()[:: 1 if LONG else 10]:
        if why:
            continue
        for field, value in WRONG:
            if getattr(case, field):
                tried.add(field)
                changed = read_cases(
                    {"case": [{"game": case.game, "clause": "x", "title": "x",
                               "posted": case.posted, "deal": case.deal, "dice": case.dice,
                               "play": case.lines(), "between": case.between, field: value,
                               "seats": {k: v if isinstance(v, int | str) else
                                         {"chips": v.chips, "name": v.name, "who": v.who,
                                          "firm": v.firm}
                                         for k, v in case.seats.items()}}]},
                    case.game, "changed")  # fmt: skip
                assert failures(changed[0]), f"{case.title}: a wrong {field} went unnoticed"
    assert tried == {field for field, _ in WRONG}


def test_readings_name_clauses_and_postings_that_exist() -> None:
    known = all_clauses()
    keys = {key for game in games().values() for key in game.declared()}
    for reading in all_readings():
        missing = [c for c in reading.clauses if c not in known]
        assert not missing, f"reading {reading.id} names {missing}"
        assert not reading.posted or reading.posted in keys, f"{reading.id}: {reading.posted}"


IDS = tomllib.loads((Path(__file__).parent.parent / "clause_ids.toml").read_text())
"""Section -> the ids of its requirements, without the section; a dot is the section itself."""


@pytest.mark.parametrize("section", IDS)
def test_every_id_of_the_checklist_stands_in_a_clause_file(section: str) -> None:
    known = {clause.lower() for clause in all_clauses()}
    ids = [section if i == "." else f"{section}-{i}" for i in IDS[section].split()]
    assert ids
    missing = {i for i in ids if not any(k.startswith(i.lower()) for k in known)}
    assert not missing, f"{section}: {sorted(missing)}"


def test_unknown_keys_are_refused_with_file_and_place() -> None:
    with pytest.raises(BadFile, match=r"my\.toml.*colour"):
        load_record({"game": "blackjack", "colour": "red"}, "my.toml")
    with pytest.raises(BadFile, match=r"pay\.toml: \[x\].*rows_"):
        pay_table("x", {"clause": "A", "columns": ["A"], "rows": [], "rows_": []}, "pay.toml")
    with pytest.raises(BadFile, match=r"clauses\.toml.*saying"):
        read_clauses({"title": "t", "source": "s", "clause": [{"id": "A", "saying": "b"}]},
                     "clauses.toml")  # fmt: skip
    with pytest.raises(BadFile, match="must say why"):
        read_clauses(
            {"title": "t", "source": "s", "clause": [{"id": "A", "says": "b", "kind": "display"}]},
            "clauses.toml",
        )


@pytest.mark.parametrize(
    ("text", "stake", "back"),
    [
        ("50 to 1", 500, 25_500),
        ("100 for 1", 500, 50_000),
        ("3:2", 500, 1250),
        ("6 to 5", 500, 1100),
        ("push", 500, 500),
        ("lose", 500, 0),
        ("$125", 500, 12_500),
        ("1,000 to 1", 100, 100_100),
        ("1 for 1", 500, 500),
        ("3:2", 1, 2),
    ],
)
def test_payouts_say_what_goes_back(text: str, stake: int, back: int) -> None:
    assert parse_payout(text).back(stake) == back


def test_payouts_from_a_meter() -> None:
    assert parse_payout("100%").back(100, meter=123_456) == 123_456
    assert parse_payout("200 to 1 + 10%").back(100, meter=50_000) == 100 + 20_000 + 5_000


@pytest.mark.parametrize("text", ["", "to 1", "5", "5 to", "3-2", "2 * 3 to 1", "win", "150 %%"])
def test_anything_else_is_not_a_payout(text: str) -> None:
    with pytest.raises(ValueError, match=r"payout|money"):
        parse_payout(text)
