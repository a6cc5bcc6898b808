"""The build of the pages: nothing twice, nothing that is not pinned, no host in the lock."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_build", WEB / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_packages_are_pinned_and_name_no_host() -> None:
    asked = json.loads((WEB / "package.json").read_text())
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for name, version in (asked["dependencies"] | asked["devDependencies"]).items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), f"{name} is not pinned"
        assert lock[f"node_modules/{name}"]["version"] == version
    for name, package in lock.items():
        assert "resolved" not in package, f"{name} names a registry"
        assert not name or package["integrity"].startswith("sha512-")


def test_every_page_has_its_entry_and_its_sheets() -> None:
    pages = tomllib.loads((WEB / "pages.toml").read_text())
    entries = {path.stem for path in (WEB / "src" / "pages").glob("*.ts")}
    for name, page in pages.items():
        assert name in entries
        assert (
            f'customElements.define("{page["tag"]}"'
            in (WEB / "src" / "pages" / f"{name}.ts").read_text()
        )
        for sheet in page["css"]:
            assert (WEB / "css" / f"{sheet}.css").exists()
        assert page["theme"] in ("room", "paper")


def test_names_change_with_content(build: ModuleType, tmp_path: Path) -> None:
    files = build.Files(tmp_path)
    first = files.add("js/a.js", b"1")
    assert re.fullmatch(r"/static/js/a\.[0-9a-f]{12}\.js", first)
    assert files.add("js/a.js", b"1") == first != files.add("js/a.js", b"2")
    assert (tmp_path / first.removeprefix("/")).with_suffix(".js.gz").exists()


def test_imports_are_followed(build: ModuleType) -> None:
    now = build._IMPORT.findall('import{a}from"lit";import "./b.js";export * from "./c.js";')
    assert now == ["lit", "./b.js", "./c.js"]
    assert build._LATER.findall('const x = import("./later.js");') == ["./later.js"]
    assert build._IMPORT.findall('import("./later.js")') == []
    assert build.lit_file("lit") == "lit/index.js"
    assert build.lit_file("lit/directives/repeat.js") == "lit/directives/repeat.js"


def test_the_digest_is_that_of_the_sources(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one = tmp_path / "one.ts"
    one.write_text("1")
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(build, "sources", lambda: [one])
    before = build.fingerprint()
    assert build.fingerprint() == before
    one.write_text("2")
    assert build.fingerprint() != before


@pytest.mark.process
def test_without_node_the_one_of_the_dev_extra_is_taken(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    assert Path(build.npm()).name == "npm-cli.js" and Path(build.npm()).exists()
    build.node("--version")
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="built with Node"):
        build.node("--version")
