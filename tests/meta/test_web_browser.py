"""The source of the tests' Chromium: found, installed, or reported as missing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.process

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = '#!/bin/sh\necho "Chromium 1.2.3"\n'


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The step of the build, on a machine that has nothing but what a test gives it."""
    spec = importlib.util.spec_from_file_location("web_browser", WEB / "browser.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "path").mkdir()
    (tmp_path / "venv").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(module, "BESIDE", tmp_path / "venv")
    monkeypatch.setattr(module.os, "geteuid", lambda: 1000)
    return module


def program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def test_one_that_is_there_is_named(
    browser: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path / "path" / "chromium", CHROMIUM)
    browser.main()
    at = tmp_path / "path" / "chromium"
    assert capsys.readouterr().out == f"browser: Chromium 1.2.3 ({at})\n"


def test_root_gets_the_package(
    browser: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0)
    at, words = tmp_path / "path" / "chromium", tmp_path / "words"
    program(
        tmp_path / "path" / "apt-get",
        f"#!/bin/sh\necho \"$@\" >> {words}\nprintf '{CHROMIUM}' > {at}\n/bin/chmod 755 {at}\n",
    )
    browser.main()
    said = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0] for line in said] == [
        "browser: there is no Chromium here; installing the package chromium-headless-shell",
        "browser: Chromium 1.2.3",
    ]
    got = [line.split()[-1] for line in words.read_text().splitlines()]
    assert got == ["update", "chromium-headless-shell"]


def test_others_get_the_one_of_playwright(
    browser: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    kept = tmp_path / "chrome"
    program(kept, CHROMIUM)
    fetched: list[tuple[str, ...]] = []
    monkeypatch.setattr(browser, "ran", lambda *words: not fetched.append(words))
    monkeypatch.setattr(browser, "OWN", f"print({str(kept)!r})")
    browser.main()
    assert [words[1:] for words in fetched] == [
        ("-m", "playwright", "install", "--no-shell", "chromium")
    ]
    link = tmp_path / "venv" / "chromium"
    assert link.resolve() == kept
    assert capsys.readouterr().out.endswith(f"browser: Chromium 1.2.3 ({link})\n")


def test_without_one_it_says_what_is_not_tested(
    browser: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0)
    program(tmp_path / "path" / "apt-get", "#!/bin/sh\necho 'no such host' >&2\nexit 100\n")
    monkeypatch.setattr(browser.sys, "executable", str(tmp_path / "path" / "apt-get"))
    browser.main()
    said = capsys.readouterr().out
    assert "browser: apt-get failed: no such host\n" in said
    assert said.endswith(
        "NOT FOUND: the tests in a browser are skipped. Install Chromium to run them.\n"
    )


def test_one_that_does_not_start_is_said(
    browser: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path / "path" / "chromium", "#!/bin/sh\nexit 1\n")
    browser.main()
    assert "is there and does not start" in capsys.readouterr().out
