"""``houseway par``: the book, one sheet, PDF pages, and refusals in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.analysis.wager_edge import exact
from houseway.cli.main import run
from houseway.rulebook import find
from houseway.sheets.par import sheet as par
from houseway.sheets.par.figures import percent
from houseway.sheets.pdf import browser, pdf_of
from tests.oracles.strict_html import ON_PAPER, PHONE, Page, assert_alone, measured, pages_of


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
    "for --paper. Choose from": ["holdem", "-o", "OUT/x.pdf", "--paper", "b5"],
    "say where the sheet goes": ["holdem"],
    "for --files. Choose from": ["holdem", "--files", "odds"],
    "the rules are one game's": ["--hash"],
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


@pytest.mark.browser
@pytest.mark.skipif(browser() is None, reason="NO BROWSER (make browser)")
def test_a_pdf_is_printed_without_the_time() -> None:
    found = pdf_of(par.par_html(par.par_sheet("holdem"), "a4"))
    assert found.startswith(b"%PDF-")
    assert set(re.findall(rb"\(D:(\d{4})", found)) == {b"1970"}
    assert b"/MediaBox [0 0 59" in found, "A4 is 595 points wide"
    assert 4 < pages_of(found) < 25


@pytest.mark.browser
@pytest.mark.skipif(browser() is None, reason="NO BROWSER (make browser)")
@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["21-plus-3", "3-dice-baccarat", "holdem"])
def test_nothing_is_cut_off_on_paper_and_what_scrolls_on_a_phone_says_so(
    game_id: str, tmp_path: Path
) -> None:
    sheet = par.par_sheet(game_id)
    on_paper = par.par_html(sheet, "a4", unfolded=True)
    assert pages_of(pdf_of(on_paper)) < 25
    assert measured(on_paper, ON_PAPER["a4"], True, tmp_path) == ([], 0, 0)
    found = measured(par.par_html(sheet, unfolded=True), PHONE, False, tmp_path)
    assert found.cut_off == [] and found.scrolls == found.cues > 0
