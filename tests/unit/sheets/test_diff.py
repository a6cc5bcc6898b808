"""``houseway diff``: two games, two postings, a record and the rules of today."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli.commands.diff import sentence
from houseway.cli.main import run
from houseway.records.files import save
from houseway.records.record import Playback, Record
from houseway.rulebook import games
from houseway.rulebook.clauses import clauses_of
from houseway.sheets.conformance.diff import compare
from houseway.sheets.conformance.diff_side import side_of, today

FREE_BET = "free-bet-blackjack"


@pytest.fixture(scope="module")
def saved_round() -> str:
    record = Record(
        game=FREE_BET, posted={"push_22": "B", "decks": 8}, bets={"main": 10, "push_22": 5},
        deal="Ts 6h 9d 6s | Tc", play="stand",
    )  # fmt: skip
    return save(Playback(record).finish())


@pytest.fixture
def kept(tmp_path: Path, saved_round: str) -> Any:
    """A saved round in a file, with some of its text replaced."""

    def write(*edits: tuple[str, str], name: str = "round.toml") -> str:
        text = saved_round
        for pattern, new in edits:
            assert re.search(pattern, text)
            text = re.sub(pattern, new, text, count=1)
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


OTHER_RULES = ('rules = "....', 'rules = "0000')


def test_nothing_differs(kept: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "blackjack", "blackjack decks=6"]) == 0, "six decks are the default"
    assert "nothing differs: the fingerprint of both is" in capsys.readouterr().out
    assert run(["diff", kept()]) == 0
    assert "nothing differs" in capsys.readouterr().out
    assert run(["diff", kept(), f"{FREE_BET} push_22=B decks=8"]) == 0


def test_two_postings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", FREE_BET, f"{FREE_BET} -p push_22=B decks=8", "--no-odds"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "Decks 6 decks 8 decks CO-2116-1" in out
    assert "any other 22 8 to 1 7 to 1" in out and "22 in one suit" not in out
    assert "different: 1 posting, 1 pay table; edges were not computed" in out
    assert run(["diff", FREE_BET, "-p", "push_22=B", "decks=8", "--no-odds", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["same"] and not found["edges_known"]
    (decks,) = found["postings"]
    assert (decks["key"], decks["old"], decks["new"]) == ("decks", "6", "8")
    (pay,) = found["pay_tables"]
    assert (pay["table"], pay["old"], pay["new"]) == ("push_22", "A", "B")
    assert pay["rows"] == [
        {"outcome": "other_22", "words": "any other 22", "old": "8 to 1", "new": "7 to 1"}
    ]
    assert found["changed"] == found["gone"] == found["added"] == []


def test_edges_are_those_of_the_lab() -> None:
    """A wager on cards alone, counted: the very figures of ``houseway odds``."""
    from houseway.analysis.report import rows

    game = "golden-21-poker"
    columns = list(games()[game].pay_tables()["golden_21"].columns)[:2]
    one, other = (side_of(f"{game} golden_21={column!r}") for column in columns)
    main = next(w.name for w in games()[game].wagers if w.required)
    said: list[str] = []
    table = type(one.table)
    found = compare(one, other, True, said.append)
    assert said and all(games()[game].name in words for words in said) and table is not None
    (edge,) = found.edges
    assert edge.wager == "golden_21" and main not in {e.wager for e in found.edges}
    for column, figure in zip(columns, (edge.old_exactly, edge.new_exactly), strict=True):
        posting = {"golden_21": column, "decks": one.posting["decks"]}
        (row,) = rows(game, "golden_21", posting)
        assert figure == str(row.house_edge)
    assert "1 edge" in sentence(found)


def test_two_games() -> None:
    found = compare(side_of("buffalo-blackjack-2"), side_of("buffalo-blackjack-3"), odds=False)
    ours = {c.id for c in clauses_of("buffalo-blackjack-2")}
    theirs = {c.id for c in clauses_of("buffalo-blackjack-3")}
    assert {c.clause for c in found.gone} == ours - theirs
    assert {c.clause for c in found.added} == theirs - ours
    assert all(c.says for c in (*found.gone, *found.added, *found.changed))
    (top_3,) = [p for p in found.pay_tables if p.table == "top_3"]
    assert top_3.old == "" and top_3.rows and all(not row.old for row in top_3.rows)
    fixed = [p for p in compare(side_of("blackjack-7"), side_of("blackjack-x"), False).postings
             if p.fixed]  # fmt: skip
    assert fixed and all(p.old_words != p.new_words for p in fixed)


def test_whose_edge_it_is() -> None:
    """No house has an edge where a player banks."""
    house, bank = side_of("blackjack"), side_of("blackjack-7")
    assert compare(house, house, False).edge_words == "House edge"
    assert compare(bank, bank, False).edge_words == "Edge of the player-dealer, before fees"
    assert "of the house, or of the player-dealer" in compare(house, bank, False).edge_words


def test_what_one_game_posts_and_the_other_fixes_is_compared() -> None:
    found = compare(side_of("blackjack-7"), side_of("blackjack-x"), odds=False)
    split = next(p for p in found.postings if p.key == "split_by")
    assert split.old_words and split.new_words and split.old_words != split.new_words


def test_a_record_of_other_rules_against_today(kept: Any) -> None:
    old = side_of(kept(OTHER_RULES, (" 7G=....", " 7G=zzzz"), (" 7H=", " 7HX=")))
    found = compare(old, today(old))
    assert not found.same
    assert [c.clause for c in found.changed] == ["CO-2116-7G"]
    assert [(c.clause, c.says) for c in found.gone] == [("CO-2116-7HX", "")]
    assert [c.clause for c in found.added] == ["CO-2116-7H"]
    assert not found.postings and not found.pay_tables and not found.edges
    assert any("holds no pays and no code" in note for note in found.notes)


def test_only_shared_code_has_changed(kept: Any) -> None:
    old = side_of(kept(OTHER_RULES))
    found = compare(old, today(old))
    assert not found.same and any("code that they share does" in note for note in found.notes)
    assert sentence(found) == "different code behind the same rules"


def test_a_record_against_another_posting_and_two_records(kept: Any) -> None:
    found = compare(side_of(kept()), side_of(FREE_BET), odds=False)
    assert [p.key for p in found.postings] == ["decks"]
    assert [p.table for p in found.pay_tables] == ["push_22"] and not found.changed
    two = side_of(kept(OTHER_RULES, (" 7G=....", " 7G=zzzz"), name="other.toml"))
    assert [c.clause for c in compare(side_of(kept()), two, False).changed] == ["CO-2116-7G"]


def test_a_posting_that_cannot_be_posted_now_is_still_compared(kept: Any) -> None:
    old = side_of(kept(OTHER_RULES, ("posted.push_22", "posted.gone = 3\nposted.push_22")))
    assert old.table is None and "gone" in old.notes[0]
    found = compare(old, today(old))
    assert {p.key for p in found.postings} == {"decks", "push_22", "gone"}
    assert not found.edges


def test_a_record_that_people_wrote_is_taken_by_the_rules_of_today(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "free-bet-blackjack"\nposted = { push_22 = "B" }\n')
    found = compare(side_of(str(path)), side_of(FREE_BET), odds=False)
    assert [p.table for p in found.pay_tables] == ["push_22"]
    assert any("does not say under which rules" in note for note in found.notes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["blackjack"], "name the other"),
        (["blackjak", "blackjack"], "did you mean blackjack"),
        (["nowhere.toml"], "no such file"),
        (["blackjack decks", "blackjack"], "KEY=VALUE, not 'decks'"),
        (["blackjack decks=6 decks=8", "blackjack"], "posted twice"),
        (["blackjack decks=9", "blackjack"], "decks cannot be"),
        (["blackjack 'decks", "blackjack"], "cannot be read"),
        (["", "blackjack"], "name a game"),
    ],
)
def test_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", *words]) == 2
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1 and "Traceback" not in err


def test_a_file_of_several_cases_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    case = '[[case]]\ngame = "blackjack"\nclause = "BJ-1"\ntitle = "x"\n'
    path.write_text(case * 2)
    with pytest.raises(houseway.HousewayError, match="has 2 cases"):
        side_of(str(path))


def test_the_commands_of_the_page_run(
    saved_round: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command of docs/check.md, but for the page of all games, and without the odds."""
    text = (Path(__file__).parents[3] / "docs" / "check.md").read_text(encoding="utf-8")
    lines = re.findall(r"^houseway (.+)$", text, re.MULTILINE)
    assert len(lines) == 7
    monkeypatch.chdir(tmp_path)
    Path("round-0001.toml").write_text(saved_round, encoding="utf-8")
    for words in map(shlex.split, lines):
        if words[:2] == ["check", "--html"]:
            continue
        more = ["--no-odds"] if words[0] == "diff" and "--no-odds" not in words else []
        expected = 1 if words[0] == "diff" and len(words) > 2 else 0
        assert run([*words, *more]) == expected, words
