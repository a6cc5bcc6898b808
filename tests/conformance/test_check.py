"""``houseway check``: the counts, one clause, the page; and the regulator's walk."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli.main import run
from houseway.cli.render.conformance import total_sentence
from houseway.records.cases import failures, read_cases
from houseway.rulebook import games
from houseway.rulebook.clauses import clauses_of, readings_of
from houseway.sheets.conformance import matrix
from houseway.sheets.conformance.clause import clause_sheet, find_clause
from houseway.sheets.conformance.excerpt import excerpt
from houseway.sheets.conformance.html import matrix_html
from houseway.util.toml import read_toml
from tests.support.random_play import LONG

SOURCE = Path(houseway.__file__).parent
FREE_BET = "free-bet-blackjack"


def rules_of_the_book() -> list[tuple[str, str]]:
    return [(game, c.id) for game in games() for c in clauses_of(game) if c.kind == "rule"]


WALKED = random.Random(2116).sample(rules_of_the_book(), 400 if LONG else 10)


@pytest.mark.parametrize(("game", "clause"), WALKED, ids=lambda part: str(part))
def test_from_the_text_to_the_code_to_the_case(
    game: str, clause: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["check", game, clause, "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    known = {c.id: c for c in clauses_of(game)}
    assert sheet["says"] == " ".join(known[clause].says.split())
    if sheet["status"] == "replaced":
        assert set(sheet["replaced"]) <= set(known)
        return
    assert sheet["code"] and sheet["cases"]
    for place in sheet["code"]:
        assert_stands_there(place)
    kept = tmp_path / "case.toml"
    kept.write_text("\n".join(case["record"] for case in sheet["cases"]), encoding="utf-8")
    assert all(case["passes"] and clause in case["clauses"] for case in sheet["cases"])
    assert run(["settle", str(kept), "--json"]) == 0, "every case settles as it claims"
    settled = json.loads(capsys.readouterr().out)
    told = [" ".join(s["says"].split()) for s in settled]
    assert told == [case["says"] for case in sheet["cases"]]
    assert not any(s["differences"] for s in settled)


def assert_stands_there(place: dict[str, Any]) -> None:
    """The line that is named has what is said to stand there."""
    there = line_at(place["file"], place["line"])
    name = place["name"]
    if place["what"] in ("rule", "procedure"):
        assert f"def {name}(" in there
    elif place["what"] in ("step", "ruling"):
        assert "def " in there
    elif place["what"] in ("pay table", "fees"):
        assert there.strip().startswith("[") or name in there
    elif place["what"] in ("posting", "fact", "clause list"):
        assert name in there
    for where in filter(None, place["said_in"].split(", ")):
        file, _, number = where.partition(":")
        said = line_at(file, int(number))
        assert f'"{name}"' in said if place["what"] == "step" else said.strip()
    for where in place["read_in"]:
        file, _, number = where.partition(":")
        assert name in line_at(file, int(number)) or name in whole(file, int(number))
    assert there.strip() in "\n".join(map(str.strip, place["excerpt"].splitlines()))


def line_at(file: str, number: int) -> str:
    return (SOURCE / file).read_text(encoding="utf-8").splitlines()[number - 1]


def whole(file: str, number: int) -> str:
    """A statement that begins on a line goes on below it."""
    lines = (SOURCE / file).read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[number - 1 : number + 12])


def test_a_step_is_said_to_carry_the_clause_where_it_says() -> None:
    """The second place of a step names the step and the clause."""
    for place in clause_sheet("holdem", "CA-HOLDEM-02").code:
        if place.what == "step":
            file, _, number = place.said_in.partition(":")
            assert f'"{place.name}"' in line_at(file, int(number))
            assert "CA-HOLDEM-02" in whole(file, int(number))


@pytest.mark.parametrize(
    "text", ["CO-2116-7G", "co-2116-7g", "7G", "7(G)", "(7)(G)", " (7) (g) ", "2116-7G"]
)
def test_a_clause_may_be_named_by_its_end(text: str) -> None:
    assert find_clause(games()[FREE_BET], text).id == "CO-2116-7G"


def test_leading_zeros_do_not_matter_but_capitals_may() -> None:
    assert find_clause(games()["holdem"], "PL-2").id == "CA-PL-02"
    for text in ("8a", "8A", "CO-2116-8a", "CO-2116-8A"):
        assert find_clause(games()[FREE_BET], text).id == f"CO-2116-{text[-2:]}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7", r"'7' may be CO-ALL-7 or BJ-7 in Free Bet Blackjack"),
        ("CO-2116-7Z", r"has no clause 'CO-2116-7Z'; the nearest are CO-2116-7"),
        ("CO-2119-4", r"it is one of Ride Free \(ride-free\)"),
        ("!", r"names no clause; write one like CO-2116-1"),
        ("qqqqqqqq", r"`houseway check free-bet-blackjack` shows its 63 clauses"),
    ],
)
def test_an_unknown_clause_gets_the_nearest_ones(text: str, said: str) -> None:
    with pytest.raises(houseway.Refused, match=said):
        find_clause(games()[FREE_BET], text)


def test_a_clause_is_shown_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", FREE_BET, "7G"]) == 0
    out = capsys.readouterr().out
    words = " ".join(out.split())
    assert "A dealer total of 22 does not bust" in words and "Rule 21, 30-2116, (7)(G)" in words
    assert re.search(r"rulebook/colorado/free_bet_blackjack/game\.py:\d+", out)
    assert "read in families/blackjack/game.py:" in words
    assert "F5 (CO-2116-7G, CO-2116-3b)" in words and "We read: No" in words
    _, _, below = out.partition("# Keep what follows")
    cases = read_cases(read_toml("#" + below, "pasted"), "", "pasted")
    assert len(cases) == len(matrix.results_on(FREE_BET, "CO-2116-7G"))
    assert not any(failures(case) for case in cases), "what is printed can be pasted and settled"


def test_what_is_inherited_says_from_whom() -> None:
    sheet = clause_sheet(FREE_BET, "BJ-3")
    assert sheet.by == "Blackjack, whose rules apply here by CO-2102"
    assert sheet.shown_in == "blackjack" and {case.game for case in sheet.cases} == {"blackjack"}


def test_a_failing_case_is_shown_and_owed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"clause": "BJ-14", "title": "a wrong one", "bets": {"main": 10},
             "deal": "Ts 6h 9d 6s | Tc", "play": "stand", "pays": {"main": "lose"}}  # fmt: skip
    case = read_cases({"case": [wrong]}, "blackjack", "x")[0]
    left = tuple(r for r in matrix.results_of("blackjack") if "BJ-14" not in r[0].clauses)
    found = (*left, (case, tuple(failures(case))))
    monkeypatch.setattr(matrix, "results_of", lambda game_id: found)
    matrix.matrix.cache_clear()
    try:
        assert run(["check", "blackjack", "BJ-14"]) == 1
        out = capsys.readouterr().out
        assert "unaccounted" in out and "# 1. FAILS: a wrong one" in out
        page = matrix_html(["blackjack"], "2026-11-16")
        assert '<strong class="bad">1 failing</strong>' in page and "Fails: main" in page
    finally:
        matrix.matrix.cache_clear()


def test_a_reading_of_one_game_is_not_shown_with_another() -> None:
    """HW-TCP-2 is a reading of Three Card Poker, about a clause that all banked games share."""
    of = {game: {r.id for r in readings_of(game)} for game in ("three-card-poker", "pai-gow-tiles")}
    assert "HW-TCP-2" in of["three-card-poker"] and "HW-TCP-2" not in of["pai-gow-tiles"]
    assert "HW-TILE-3" in of["pai-gow-tiles"] and "HW-TILE-3" not in of["three-card-poker"]
    shown = [r.id for r in clause_sheet("pai-gow-tiles", "CA-PD-02").readings]
    assert "HW-TILE-3" in shown and not any(r.startswith(("HW-TCP", "HW-B7")) for r in shown)
    # but one that names a clause of the other's own text is read there too
    assert "AMB-39" in {r.id for r in readings_of("razz")}
    # and one in text that several games share concerns those that it names, or that have the choice
    assert "AMB-61" in {r.id for r in readings_of("blackjack-7")}
    assert "AMB-61" not in of["pai-gow-tiles"]
    for game in games().values():
        for reading in readings_of(game.id):
            assert not reading.posted or reading.posted in game.declared(), (game.id, reading.id)


def test_one_game_settles_no_case_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    settled: set[str] = set()
    monkeypatch.setattr(matrix, "failures", lambda case: settled.add(case.game) or [])
    for kept in (matrix.matrix, matrix.results_of):
        kept.cache_clear()
    try:
        matrix.matrix("omaha-8")
    finally:
        for kept in (matrix.matrix, matrix.results_of):
            kept.cache_clear()
    assert settled == {"omaha-8", "omaha", "holdem"}


def test_the_overview_counts_and_adds_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = {game: games()[game] for game in ("blackjack", "blackjack-burnout", "razz")}
    monkeypatch.setattr("houseway.cli.commands.check.games", lambda: some)
    assert run(["check"]) == 0
    out = capsys.readouterr().out
    counts = [matrix.counts_of(game) for game in some]
    total = matrix.grand_total(counts)
    assert total.clauses == sum(len(clauses_of(game)) for game in some)
    assert total.clauses == total.covered + total.replaced + total.no_rule + total.owed
    assert total.cases == sum(len(matrix.cases_of(game)) for game in some)
    for line in (*counts, total):
        assert re.search(rf"{line.game or line.name}\s+{line.clauses}\s+{line.covered}", out)
    assert " ".join(total_sentence(total).split()) in " ".join(out.split())
    assert "3 games: " in out and "none unaccounted for" in out and "all pass" in out


class Page(HTMLParser):
    """The ids and links of a page, and what it would load from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += filter(None, [found.get("id")])
        self.links += filter(None, [found.get("href")])
        self.loaded += filter(None, [found.get("src")])
        if tag not in ("meta", "input", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    return matrix_html(["blackjack", "blackjack-burnout"], "2026-11-16")


def test_the_page_needs_nothing_but_itself(page: str) -> None:
    found = Page(page)
    assert not found.loaded and not found.open
    assert all(link.startswith("#") for link in found.links)
    assert {link[1:] for link in found.links} <= set(found.ids), "every link leads somewhere"
    assert len(found.ids) == len(set(found.ids))
    assert "@import" not in page and "url(" not in page


def test_the_page_has_every_clause_case_and_place_once(page: str) -> None:
    for game in ("blackjack", "blackjack-burnout"):
        for clause in clauses_of(game):
            assert page.count(f'<article id="{game}.{clause.id}"') == 1
        for case, _ in matrix.results_of(game):
            assert case.title.split()[0] in page
    assert page.count("[[case]]") == len({c.record for c in shown_cases()})
    assert "houseway " + houseway.__version__ + ", 2026-11-16" in page
    assert games()["blackjack"]().fingerprint() in page
    assert '<form id="filter" role="search" hidden>' in page, "without a script there is no filter"


def shown_cases() -> list[Any]:
    games_ = ("blackjack", "blackjack-burnout")
    return [k for g in games_ for c in clauses_of(g) for k in clause_sheet(g, c.id).cases]


def test_the_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "m.html"
    assert run(["check", "blackjack", "--html", str(out), "--date", "2026-11-16"]) == 0
    assert "Blackjack, 15 clauses" in capsys.readouterr().out
    assert "<h1>Blackjack, clause by clause</h1>" in out.read_text(encoding="utf-8")
    for words, said in (
        (["blackjack", "--html", str(tmp_path / "m.pdf")], "a file .html"),
        (["blackjack", "--html", str(tmp_path / "no" / "m.html")], "No such file"),
        (["blackjack", "BJ-1", "--html", str(out)], "leave the clause out"),
        (["blackjack", "--html", str(out), "--json"], "say one of them"),
        (["blackjack", "--html", str(out), "--date", "soon"], "is not a date"),
        (["blackjack", "--date", "2026-11-16"], "--html FILE"),
    ):
        assert run(["check", *words]) == 2
        assert said in capsys.readouterr().err


def test_an_excerpt_is_a_whole_function_statement_or_table() -> None:
    for place in clause_sheet(FREE_BET, "CO-2116-10").code:
        assert place.excerpt == excerpt(place.file, place.line)[1]
        if place.what == "pay table":
            assert place.excerpt.startswith(f"[{place.name}]")
            assert place.excerpt.count("clause =") == 1
    (rule,) = [p for p in clause_sheet(FREE_BET, "CO-2116-3a").code if p.what == "rule"]
    assert rule.excerpt.startswith("@rule(") and "def push_22(" in rule.excerpt
    assert rule.first_line < rule.line
    assert excerpt("no/such/file.py", 3) == (3, "")
