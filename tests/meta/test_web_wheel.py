"""The wheel has the pages: installed without Node it serves them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from houseway.room.http.static import FOLDER, read_built

ROOT = Path(__file__).parents[2]
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the sources as they are, made without a network and without Node."""
    if not FOLDER.exists():
        pytest.skip("the pages were not built (make web)")
    folder = tmp_path_factory.mktemp("wheel")
    sources = folder / "sources"
    listed = subprocess.run(
        ["git", "ls-files", "src", "pyproject.toml", "README.md", "LICENSE", "NOTICE"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    pages = [path.relative_to(ROOT) for path in FOLDER.rglob("*") if path.is_file()]
    for name in (*listed, *pages):
        if (ROOT / name).exists():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            (sources / name).write_bytes((ROOT / name).read_bytes())
    words = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--disable-pip-version-check",
        "-w",
        str(folder),
        str(sources),
    ]
    subprocess.run(words, check=True, env=without_node(), capture_output=True)
    [found] = folder.glob("*.whl")
    return found


def without_node() -> dict[str, str]:
    """The environment without any Node on its path."""
    kept = [
        part
        for part in os.environ["PATH"].split(os.pathsep)
        if not any((Path(part) / name).exists() for name in ("node", "npm"))
    ]
    return {**os.environ, "PATH": os.pathsep.join(kept), "PYTHONPATH": ""}


def test_everything_that_was_built_is_in_it(wheel: Path) -> None:
    built = read_built()
    assert built is not None
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for name in built.files:
        assert f"houseway/web/static/{name}" in names
    assert {f"houseway/web/{page.file}" for page in built.listed.pages.values()} <= names
    assert "houseway/web/pages.json" in names
    assert not [name for name in names if re.search(r"node_modules|\.ts$|package", name)]


def test_pages_load_where_there_is_no_node(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
             "--disable-pip-version-check", "--target", str(target), str(wheel)]  # fmt: skip
    subprocess.run(words, check=True, env=without_node(), capture_output=True)
    ran = subprocess.run(
        [sys.executable, "-c", LOADS, str(target)],
        capture_output=True, text=True, env=without_node(), cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 50
