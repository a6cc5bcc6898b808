"""Documents run as they are written: Python blocks, and shell blocks that show an output."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.analysis.odds_book.reader import path_of
from houseway.room.http.limits import Rate
from tests.support.room_site import house

ROOT = Path(__file__).parents[2]
BOOK_OF_ODDS = "docs/reference/odds_book.md"
SIGNATURES = "docs/reference/python.md"
QUOTED = {"ARCHITECTURE.md": "src/houseway/rulebook/colorado/free_bet_blackjack/game.py"}
"""Pages whose Python blocks are lines of a source file."""
RUN_ELSEWHERE = {
    "CONTRIBUTING.md": "meta/test_contributing.py",
    "docs/inventing.md": "odds/reports/test_inventor.py",
    "docs/notebook.md": "meta/test_notebook.py",
    "docs/tables.md": "meta/test_fast_tables_page.py",
    "docs/tutorials/side_bet.md": "meta/test_contributing.py",
}
"""Pages whose Python blocks another test runs: they need a file, or run shorter there."""
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.S | re.M)
SAVED = re.compile(r"ave this as `([\w.]+)`")
PRINTS = re.compile(r"\s*It prints:\n\n```text\n(.*?)^```", re.S | re.M)
"""The output of a Python block, behind it."""


def blocks(document: str, language: str) -> list[re.Match[str]]:
    """Return the blocks of one language."""
    found = FENCED.finditer((ROOT / document).read_text(encoding="utf-8"))
    return [block for block in found if block[1] == language]


def with_blocks(language: str) -> list[str]:
    """Return the documents that have a block of this language."""
    return [document for document in DOCUMENTS if blocks(document, language)]


def run_blocks(document: str) -> dict[str, Any]:
    """Run the Python blocks of a page in turn; compare what they print with the page."""
    text = (ROOT / document).read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(document, "python"):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(block[2], document, "exec"), names)
        if shown := PRINTS.match(text, block.end()):
            printed = [line.rstrip() for line in out.getvalue().splitlines()]
            assert printed == shown[1].splitlines()
    return names


@pytest.mark.parametrize(
    "document", sorted({*with_blocks("python")} - {SIGNATURES, *QUOTED, *RUN_ELSEWHERE})
)
def test_python_blocks_run(document: str) -> None:
    if document == BOOK_OF_ODDS and not path_of("free-bet-blackjack").exists():
        pytest.skip("NO BOOK OF ODDS: make odds-book")
    run_blocks(document)


@pytest.mark.parametrize("document", QUOTED)
def test_quoted_code_is_the_code(document: str) -> None:
    source = (ROOT / QUOTED[document]).read_text(encoding="utf-8")
    assert [block for block in blocks(document, "python") if block[2] not in source] == []


@pytest.mark.parametrize("document", RUN_ELSEWHERE)
def test_other_python_blocks_run_elsewhere(document: str) -> None:
    assert blocks(document, "python")
    assert Path(document).name in (ROOT / "tests" / RUN_ELSEWHERE[document]).read_text()


def test_every_output_is_compared() -> None:
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        compared = [b for b in blocks(document, "python") if PRINTS.match(text, b.end())]
        assert text.count("It prints:") == len(compared), document


def test_another_output_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```python\nprint(2)\n```\n\nIt prints:\n\n```text\n2\n```\n")
    run_blocks("page.md")
    page.write_text(page.read_text().replace("text\n2", "text\n3"))
    with pytest.raises(AssertionError):
        run_blocks("page.md")


@pytest.mark.process
def test_the_bot_of_the_tutorial_plays_in_a_room(tmp_path: Path) -> None:
    """Here as in a demonstration room: a table of blackjack, and guest cards."""
    names = run_blocks("docs/tutorials/write_a_bot.md")

    async def evening() -> None:
        async with house(tmp_path, "holdem", "blackjack", guest=Rate(2, 60_000)) as served:
            cards, cashier = served.room.guest_cards, await served.enter("cashier")
            cards.cashier, cards.cents = served.cards["cashier"], 300_00
            await cashier.open_shift(0)
            await asyncio.wait_for(names["visit"](served.url), 30)
            assert sum(served.room.store.balances().values()) == 0

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        asyncio.run(evening())
    assert out.getvalue() == "5 rounds played\n"


def _run(command: str, folder: Path) -> str:
    words = shlex.split(command)
    assert words[0] == "houseway", command
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *words[1:]],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "COLUMNS": "100"},
    )  # fmt: skip
    assert done.returncode in (0, 2) and "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def missing_lines(shown: str, printed: str) -> list[str]:
    """Return the lines of ``shown`` that are not in ``printed``, in this order."""
    rest = iter([line.rstrip() for line in printed.splitlines()])
    return [line for line in shown.splitlines() if line.strip() and line.rstrip() not in rest]


def commands_of(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a shell block, with the lines that it prints."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


@pytest.mark.process
@pytest.mark.parametrize("document", [name for name in with_blocks("console") if "cli" not in name])
def test_shell_blocks_print_what_they_show(document: str, tmp_path: Path) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for found in FENCED.finditer(text):
        language, block = found.groups()
        before = SAVED.findall(text[: found.start()][-200:])
        if language in ("toml", "python") and before:
            (tmp_path / before[-1]).write_text(block)
        if language == "console":
            for command, shown in commands_of(block):
                printed = _run(command, tmp_path)
                assert not missing_lines(shown, printed), printed


def test_a_block_with_a_prompt_is_a_shell_block() -> None:
    """So that its output is compared."""
    for document in DOCUMENTS:
        for found in FENCED.finditer((ROOT / document).read_text(encoding="utf-8")):
            assert found[1] == "console" or not found[2].startswith("$ "), document


def test_a_line_that_is_not_printed_is_found() -> None:
    assert missing_lines("a\nb\n", "a\nx\nb\n") == []
    assert missing_lines("b\na\n", "a\nb\n") == ["a"]
    assert missing_lines("c\n", "a\n") == ["c"]


@pytest.fixture(scope="module")
def builder() -> Any:
    spec = importlib.util.spec_from_file_location("build_docs", ROOT / "scripts" / "build_docs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.process
def test_the_site_builds_without_a_broken_link(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "build_docs.py"), str(tmp_path / "site")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "no broken link" in done.stdout, done.stdout + done.stderr
    for page in ("index.html", "reference/cli.html", "reference/python.html", "games/index.html"):
        assert (tmp_path / "site" / page).exists(), page
    assert "open_table" in (tmp_path / "site" / "reference" / "python.html").read_text()


def test_a_broken_link_is_found(builder: Any, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a> <a href="no.html">no</a>')
    (tmp_path / "b.html").write_text('<h1 id="there">b</h1> <a href="a.html">a</a>')
    assert sorted(builder.broken_links(tmp_path)) == ["a.html: b.html#here", "a.html: no.html"]


def test_every_page_is_in_the_navigation_once(builder: Any) -> None:
    listed = re.findall(r"[:-] ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M)
    docs = ROOT / "docs"
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    assert sorted(listed) == sorted([*pages, *builder.ROOT_PAGES])


def test_every_public_name_is_described_once() -> None:
    text = (ROOT / SIGNATURES).read_text(encoding="utf-8").partition("## Further types")[0]
    assert sorted(re.findall(r"^### (\w+)$", text, re.M)) == sorted(houseway.__all__)
    assert "| `house_edge` |" in (ROOT / SIGNATURES).read_text(encoding="utf-8")


def test_a_link_to_a_missing_file_is_found(builder: Any) -> None:
    text = "[no](no.md) [there](check.md#x) ![p](pictures/lab.png) [code](../src/houseway/api.py)"
    missing: list[str] = []
    moved = builder.with_links(text, ROOT / "docs", builder.WORK / "games", missing)
    assert missing == ["no: no.md"]
    assert moved.endswith("[there](../check.md#x) ![p](../pictures/lab.png) code")
