"""A wheel is built from a clone with pages and documentation, and serves them without Node."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from houseway.analysis.odds_book.reader import SUFFIX
from houseway.analysis.odds_run.book_maker import games_in_book
from houseway.room.http.static import read_built
from houseway.sheets.pdf import browser as chromium
from tests.e2e.web.stations import QUIET

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
PACKAGED = (
    "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "NOTICE", "mkdocs.yml",
    "scripts/build_docs.py", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
)  # fmt: skip
ADDRESS = re.compile(r"http://[\d.]+:\d+")
LONG_MS = 60_000
LOADS = """
import re, sys
sys.path.insert(0, sys.argv[1])
import houseway
from houseway.room.http.static import read_built
from starlette.applications import Starlette
from starlette.testclient import TestClient
assert houseway.__file__.startswith(sys.argv[1]), houseway.__file__
client = TestClient(Starlette(routes=read_built().routes()))
loaded = 0
for path in ("/", "/table/X", "/screen/X", "/lab", "/rules", "/verify", "/history"):
    page = client.get(path)
    assert page.status_code == 200 and "importmap" in page.text, path
    for file in set(re.findall(r'/static/[^"]+[.][0-9a-f]{12}[.][a-z0-9]+', page.text)):
        found = client.get(file)
        assert found.status_code == 200 and found.content, file
        loaded += 1
print(loaded)
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a clone, without built pages; modules of Node are those that are here."""
    modules = ROOT / "web" / "node_modules"
    if not modules.exists():
        pytest.skip("the modules of Node are not here (make web)")
    folder = tmp_path_factory.mktemp("wheel") / "sources"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    for name in listed:
        if name.startswith(("src/", "web/", "docs/", "examples/", "deploy/")) or name in PACKAGED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / "web" / "node_modules").symlink_to(modules)
    assert not (folder / "src" / "houseway" / "web").exists()
    return folder


def make_wheel(sources: Path, to: Path) -> subprocess.CompletedProcess[str]:
    """Build a wheel as ``pip install .`` does, with the build tools that are installed here."""
    words = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index",
             "--no-build-isolation", "--disable-pip-version-check",
             "-w", str(to), str(sources)]  # fmt: skip
    return subprocess.run(words, check=False, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(sources: Path) -> Path:
    made = make_wheel(sources, sources.parent)
    assert made.returncode == 0, made.stdout + made.stderr
    [found] = sources.parent.glob("*.whl")
    return found


def test_no_wheel_is_made_without_pages(sources: Path, tmp_path: Path) -> None:
    """A fault of the build is refused in a sentence; no wheel lacks its pages."""
    broken = tmp_path / "sources"
    shutil.copytree(sources, broken, symlinks=True, ignore=shutil.ignore_patterns("rulebook"))
    (broken / "web" / "src" / "pages" / "lobby.ts").write_text("this is no TypeScript")
    made = make_wheel(broken, tmp_path)
    assert made.returncode != 0 and not list(tmp_path.glob("*.whl"))
    assert "the pages could not be built" in made.stdout + made.stderr


SDIST = """
import sys
from setuptools.build_meta import build_sdist
sys.stdout = sys.stderr
build_sdist(sys.argv[1])
"""


@pytest.mark.slow
def test_the_wheel_of_a_source_package_is_the_same(
    sources: Path, wheel: Path, tmp_path: Path
) -> None:
    """``python -m build`` makes a source package and builds the wheel out of it."""
    subprocess.run(
        [sys.executable, "-c", SDIST, str(tmp_path)], cwd=sources, check=True, capture_output=True
    )
    [packed] = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    [unpacked] = (tmp_path / "unpacked").iterdir()
    assert not (unpacked / "src" / "houseway" / "web").exists()
    (unpacked / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    made = make_wheel(unpacked, tmp_path)
    assert made.returncode == 0, made.stdout + made.stderr
    [found] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(found) as one, zipfile.ZipFile(wheel) as other:
        assert set(one.namelist()) == set(other.namelist())


def without_node() -> dict[str, str]:
    """The environment without any Node on its path."""
    kept = [
        part
        for part in os.environ["PATH"].split(os.pathsep)
        if not any((Path(part) / name).exists() for name in ("node", "npm"))
    ]
    return {**os.environ, "PATH": os.pathsep.join(kept), "PYTHONPATH": ""}


def test_everything_that_was_built_is_in_it(wheel: Path, sources: Path) -> None:
    built = read_built(sources / "src" / "houseway" / "web")
    assert built is not None
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for name in built.files:
        assert f"houseway/web/static/{name}" in names
    assert {f"houseway/web/{page.file}" for page in built.listed.pages.values()} <= names
    assert {"houseway/web/pages.json", "houseway/site/index.html"} <= names
    assert {"houseway/site/reference/cli.html", "houseway/schemas/record.json"} <= names
    book = {f"houseway/analysis/odds_book/games/{game}{SUFFIX}" for game in games_in_book()}
    assert len(book) > 20 and book <= names
    assert not [
        name for name in names if re.search(r"node_modules|\.ts$|package(-lock)?\.json", name)
    ]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in a folder of its own, installed without Node."""
    target = tmp_path_factory.mktemp("installed")
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
             "--disable-pip-version-check", "--target", str(target), str(wheel)]  # fmt: skip
    subprocess.run(words, check=True, env=without_node(), capture_output=True)
    return target


def test_pages_load_where_there_is_no_node(installed: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADS, str(installed)],
        capture_output=True, text=True, env=without_node(), cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 50


@pytest.mark.browser
def test_a_room_of_the_wheel_opens_in_a_browser(installed: Path, tmp_path: Path) -> None:
    program = chromium()
    if program is None:
        pytest.skip("NO BROWSER: install Chromium (make browser)")
    environment = {**without_node(), "PYTHONPATH": str(installed)}
    words = [sys.executable, "-m", "houseway", "serve", "--data", str(tmp_path / "room"),
             "--port", "0"]  # fmt: skip
    log = tmp_path / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(words, stdout=output, stderr=output, env=environment,
                                  cwd=tmp_path)  # fmt: skip
    try:
        look_around(program, address_of(server, log))
    finally:
        server.terminate()
        server.wait(60)


def look_around(program: str, address: str) -> None:
    """Open lobby and documentation of a room in a browser; nothing may fail there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        page = browser.new_page()
        faults: list[str] = []
        page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        expect(page.get_by_text("Free Bet Blackjack").first).to_be_visible(timeout=60_000)
        follow_the_first_tutorial(page)
        page.goto(f"{address}/docs")
        expect(page.get_by_role("heading", name="houseway")).to_be_visible(timeout=60_000)
        page.goto(f"{address}/docs/reference/cli.html")
        heading = page.get_by_role("heading", name="Command line")
        expect(heading).to_be_visible(timeout=60_000)
        browser.close()
    assert not faults


def follow_the_first_tutorial(page: Page) -> None:
    """Sit down and play a round by the words that docs/tutorials/first_table.md says to touch."""
    text = (ROOT / "docs" / "tutorials" / "first_table.md").read_text(encoding="utf-8")
    part = text.partition("## In a browser")[2].partition("\n## ")[0]
    assert re.findall(r"\*\*(.+?)\*\*", part) == [
        "Sit", "Take a guest card and sit down", "Bet", "Hit", "Stand", "Why not?", "Result",
        "Next round",
    ]  # fmt: skip
    page.set_default_timeout(LONG_MS)
    blackjack = page.locator("article.offer").first
    expect(blackjack).to_contain_text("Blackjack")
    blackjack.get_by_text("Sit", exact=True).click()
    page.get_by_role("button", name=re.compile("^Take a guest card and sit down")).click()
    page.locator("button.spot.open").first.click()
    page.get_by_role("button", name=re.compile("^Bet")).first.click()
    decides = page.get_by_role("button", name=re.compile("^Stand"))
    is_over = page.get_by_role("button", name=re.compile("^Next round"))
    # A blackjack leaves nothing to decide.
    expect(decides.or_(is_over).first).to_be_visible(timeout=LONG_MS)
    if decides.count():
        expect(page.get_by_role("button", name=re.compile("^Hit"))).to_be_visible()
        expect(page.get_by_text("Why not?")).to_be_visible()
        decides.first.click()
    expect(is_over.first).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_text(re.compile("^Result")).first).to_be_visible()


def address_of(server: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address that a server prints when it takes requests."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if found := ADDRESS.search(log.read_text()):
            return found[0]
        assert server.poll() is None, log.read_text()
        time.sleep(0.2)
    raise AssertionError(f"no address after two minutes: {log.read_text()}")
