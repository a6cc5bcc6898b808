"""PAR sheets: well formed, exact, the same bytes every time, and nothing from outside."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from houseway.cli import run
from houseway.odds.exact import exact
from houseway.odds.report import Report, report
from houseway.odds.row import OddsRow
from houseway.pay import parse_payout
from houseway.rulebook import find, games
from houseway.rulebook.clauses import clauses_of, readings_of
from houseway.sheets import par
from houseway.sheets.par_figures import decimal, one_in, percent
from houseway.sheets.par_hash import ROOT, rules_manifest
from houseway.sheets.par_pdf import browser, pdf_of
from houseway.sheets.par_plots import meter_plots
from houseway.sheets.par_svg import Bar, Mark, bars, curve, ticks

FREE_BET, WAGER = "free-bet-blackjack", "kings_bounty"
VOID = {"meta", "br", "hr", "img", "link", "input", "wbr"}


@cache
def lab() -> Report:
    return report(FREE_BET, WAGER, {"decks": 6}, barred=True)


@cache
def sheet() -> par.ParSheet:
    return par.par_sheet(FREE_BET, {"decks": 6}, lab=lab())


@cache
def html() -> str:
    return par.par_html(sheet())


class Page(HTMLParser):
    """A strict reader: every tag closed in order, every id once."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"
        assert len(self.ids) == len(set(self.ids)), "an id stands twice"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute of <{tag}> stands twice"
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        assert tag != "script" and "src" not in found, "a sheet needs nothing else"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def assert_alone(text: str) -> None:
    """Nothing is fetched from anywhere."""
    assert not re.search(r"https?:|url\(|@import|<(script|link|img|iframe|object)\b", text)


# -- one sheet -----------------------------------------------------------------------------------


def test_a_sheet_is_well_formed_and_stands_alone() -> None:
    page = Page(html())
    assert_alone(html())
    for link in page.links:
        assert link.startswith("#") and link[1:] in page.ids, link


def test_a_sheet_tells_the_rules_the_posting_and_the_readings() -> None:
    words = Page(html()).words
    game = find(FREE_BET)
    assert game.name in words and game.owner in words and game.section in words
    assert "Not official, not certified." in words
    for clause in clauses_of(FREE_BET):
        assert clause.id in words and " ".join(clause.says.split()) in words
    for reading in readings_of(FREE_BET):
        assert " ".join(reading.reading.split()) in words
    for line in sheet().rules.posting:
        assert line.key.replace("_", " ") in words and line.allowed in words
    for name, number in par.versions():
        assert f"{name} {number}" in words


def test_fractions_are_those_of_exact_odds() -> None:
    odds = exact(find(FREE_BET)({"decks": 6}), WAGER)
    text = html()
    for chance in odds.probability.values():
        assert f'<td class="exact">{chance.numerator}/{chance.denominator}</td>' in text
    here = odds.here
    for figure in (here.edge, here.returned, here.hit_frequency, here.variance):
        assert f'<span class="exact">{figure.numerator}/{figure.denominator}</span>' in text
    assert percent(here.edge) in text
    (block,) = sheet().parts[0].blocks
    shares = [float(line.share.removesuffix(" %")) for line in block.lines]
    assert sum(shares) == pytest.approx(100 * float(here.returned), abs=1e-3)
    assert sum(Fraction(line.exact) for line in block.lines) == 1
    assert block.posted and block.allowed


def test_the_strategy_chart_is_the_labs() -> None:
    from houseway.odds.blackjack.solve import best_play
    from houseway.odds.blackjack.tables import chart
    from houseway.odds.blackjack.totals import total_play

    rows = chart(total_play(best_play(find(FREE_BET)({"decks": 6}))).table)
    found = sheet().strategy
    assert found is not None
    drawn = [
        (hand, tuple(c.text for c in cells)) for part in found.charts for hand, cells in part.rows
    ]
    assert drawn == [(row.hand, row.cells) for row in rows]
    assert html().count('<table class="chart">') == 3


def test_a_game_without_wagers_has_a_sheet_too() -> None:
    text = par.par_html(par.par_sheet("holdem"))
    page = Page(text)
    assert_alone(text)
    assert "Players wager against each other" in page.words
    assert all(link[1:] in page.ids for link in page.links)


def doubtful(row: OddsRow) -> OddsRow:
    return dataclasses.replace(
        row, house_edge=Fraction(-1, 100), returned=Fraction(101, 100),
        warnings=("table <X> is not for 6 decks, only for 1 deck",),
    )  # fmt: skip


def test_warnings_stand_in_red_at_the_head_and_at_the_table() -> None:
    assert 'role="alert"' not in html()
    rows = tuple(doubtful(row) for row in lab().rows)
    text = par.par_html(par.par_sheet(FREE_BET, {"decks": 6}, lab=Report(rows)))
    Page(text)
    assert 'class="warning" role="alert"' in text
    assert text.count("table &lt;X&gt; is not for 6 decks") == 2, "escaped, and in both places"
    assert "the player has the edge: 1.0000 %" in text
    assert '<span class="bad">−1.0000 %</span>' in text


def test_the_same_inputs_give_the_same_bytes() -> None:
    again = par.par_sheet(FREE_BET, {"decks": 6}, lab=report(FREE_BET, WAGER, {"decks": 6}))
    assert par.par_html(again) == html()
    dated = par.par_html(par.par_sheet("holdem", date="2026-03-31"))
    assert "2026-03-31" in dated
    code = "import sys; from houseway.sheets.par import *; print(par_html(par_sheet('holdem')))"
    prints = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert prints[0] == prints[1] and b"2026" not in re.sub(rb"[0-9a-f]{12,}", b"", prints[0])


def test_a_simulated_figure_shows_its_error() -> None:
    known = lab().rows[0]
    row = dataclasses.replace(
        known, method="simulated", stderr=0.00123, house_edge=0.0456, returned=0.9544,
        variance=9.0, hit_frequency=0.1, outcomes={k: float(v) for k, v in known.outcomes.items()},
    )  # fmt: skip
    text = par.par_html(par.par_sheet(FREE_BET, {"decks": 6}, lab=Report((row,))))
    assert "4.5600 ± 0.1230 %" in text and "Exact probability" not in text


# -- the hash of the rules -----------------------------------------------------------------------


@pytest.mark.parametrize("game_id", list(games()))
def test_the_hash_of_the_rules_is_what_sha256sum_would_say(game_id: str) -> None:
    game = find(game_id)
    found = rules_manifest(game)
    paths = [path for _, path in found.files]
    lines = [f"{hashlib.sha256((ROOT / p).read_bytes()).hexdigest()}  {p}\n" for p in paths]
    assert found.digest == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert paths == sorted(set(paths))
    folder = game.folder().relative_to(ROOT).as_posix()
    assert f"{folder}/game.py" in paths and f"{folder}/clauses.toml" in paths
    assert any(p.startswith("shapes/") for p in paths) and any(
        p.startswith("hands/") for p in paths
    )
    assert not any(p.startswith(("odds/", "sheets/", "cli/", "table/")) for p in paths)


def test_the_hash_covers_what_a_game_inherits() -> None:
    paths = {path for _, path in rules_manifest(find("omaha-8")).files}
    assert {"rulebook/delta/omaha/game.py", "rulebook/delta/kill_pots/clauses.toml"} <= paths


# -- plots and numbers ---------------------------------------------------------------------------


def test_a_meter_is_drawn_with_its_break_even() -> None:
    game = find(FREE_BET)({"decks": 6})
    assert meter_plots(game) == ()
    odds = exact(game, WAGER)
    lose = parse_payout("lose")
    game.pay[WAGER] = (parse_payout("100%"), *(lose for _ in odds.outcomes[1:]))
    (plot,) = meter_plots(game)
    even = game.limits(game.wagers[3])[0] / odds.probability[odds.outcomes[0]]
    assert f"break-even ${int(even) // 100:,}" in plot.svg
    Page(str(plot.svg))


def test_plots_escape_and_fit() -> None:
    drawn = bars([Bar("<a> & b", 0.9, "90 %"), Bar("c", 1.2, "120 %", True)], "t <i>", 1.0, "100 %")
    Page(drawn)
    assert "&lt;a&gt; &amp; b" in drawn and 'class="bar bad"' in drawn
    line = curve([(0, 1), (1, 2), (2, 1)], "t", "x", [Mark(1, "m"), Mark(9, "outside")])
    Page(line)
    assert ">m<" in line and "outside" not in line
    assert ticks(-1.0, 1.0, 4) == [-1.0, -0.5, 0.0, 0.5, 1.0]


def test_numbers_as_people_read_them() -> None:
    assert percent(Fraction(-1, 3)) == "−33.3333 %"
    assert percent(-1e-9) == "0.0000 %"
    assert decimal(Fraction(1, 4), 3) == "0.250"
    assert decimal(1.5e-9, 7) == "1.5000 × 10⁻⁹"
    assert (one_in(0.5), one_in(1e-6), one_in(0)) == ("2.00", "1,000,000", "never")


# -- commands ------------------------------------------------------------------------------------


def test_the_book_has_an_index_whose_links_resolve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: find(name) for name in ("pai-gow-tiles", "holdem", "omaha-8")}
    monkeypatch.setattr(par, "games", lambda: few)
    assert run(["par", "--all", "-o", str(tmp_path / "book"), "--date", "2026-03-31"]) == 0
    texts = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "book").iterdir()}
    pages = {name: Page(text) for name, text in texts.items()}
    assert set(pages) == {"index.html", *(f"{name}.html" for name in few)}
    for name, page in pages.items():
        assert_alone(texts[name])
        for link in page.links:
            file, _, anchor = link.partition("#")
            assert not anchor or anchor in pages[file or name].ids, f"{name}: {link}"
            assert not file or file in pages, f"{name}: {link}"
    index = pages["index.html"]
    assert all(game.name in index.words for game in few.values())
    edge = exact(find("pai-gow-tiles")(), "main").here.edge
    assert percent(edge) in index.words


def test_one_sheet_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "holdem.html"
    assert run(["par", "holdem", "-o", str(out), "-p", "big_blind=4"]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: Texas Hold'em, rules ")
    Page(out.read_text(encoding="utf-8"))
    first = out.read_bytes()
    assert run(["par", "holdem", "-o", str(out), "-p", "big_blind=4"]) == 0
    assert out.read_bytes() == first


BAD = {
    "there is no game": ["blackjak", "-o", "OUT/x.html"],
    "a sheet is a file .html or .pdf": ["holdem", "-o", "OUT/x.txt"],
    "No such file or directory": ["holdem", "-o", "OUT/no/such/x.html"],
    "is a folder": ["holdem", "-o", "OUT/folder.html"],
    "--all writes a folder": ["--all", "-o", "OUT/file"],
    "name no game": ["holdem", "--all", "-o", "OUT/book"],
    "name a game": ["-o", "OUT/x.html"],
    "nothing called": ["holdem", "-o", "OUT/x.html", "-p", "colour=red"],
    "is not a date": ["holdem", "-o", "OUT/x.html", "--date", "<b>"],
    "--paper cannot be": ["holdem", "-o", "OUT/x.pdf", "--paper", "b5"],
    "--out": ["holdem"],
}


@pytest.mark.parametrize("says", list(BAD))
def test_bad_input_is_one_sentence(
    says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").write_text("")
    words = [word.replace("OUT", str(tmp_path)) for word in BAD[says]]
    before = sorted(tmp_path.iterdir())
    assert run(["par", *words]) == 2
    said = capsys.readouterr()
    assert says in " ".join((said.err + said.out).split())
    assert "Traceback" not in said.err + said.out
    assert sorted(tmp_path.iterdir()) == before


def test_without_a_browser_a_pdf_is_refused_with_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["par", "holdem", "-o", str(tmp_path / "x.pdf")]) == 2
    assert "install the package chromium" in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()


@pytest.mark.skipif(browser() is None, reason="there is no Chromium here")
def test_a_pdf_is_printed_without_the_time() -> None:
    found = pdf_of(par.par_html(par.par_sheet("holdem"), "a4"))
    assert found.startswith(b"%PDF-")
    assert set(re.findall(rb"\(D:(\d{4})", found)) == {b"1970"}
    assert b"/MediaBox [0 0 59" in found, "A4 is 595 points wide"
