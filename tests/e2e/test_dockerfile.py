"""The Dockerfile takes the documented steps, and they open a room in an empty environment."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

from houseway.sheets.pdf import browser
from tests.e2e.test_web_wheel import address_of, look_around

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
TUTORIAL = (ROOT / "docs" / "tutorials" / "open_a_cardroom.md").read_text()
ENTRY: list[str] = json.loads(re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.M)[0])
STEPS = re.findall(r"^RUN (.*)$", DOCKERFILE, re.M)


def test_the_steps_are_those_of_the_tutorial() -> None:
    assert STEPS[0].replace("/source", ".") == "pip install ."
    assert "\npip install .\nhouseway serve\n" in TUTORIAL
    assert ENTRY[:2] == ["houseway", "serve"]
    assert "COPY . /source" in DOCKERFILE


@pytest.mark.process
def test_the_image_gets_every_file_of_the_repository() -> None:
    """The lines of .dockerignore match what a clone collects, and no file of the repository."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    ignored = [line for line in lines if line and not line.startswith("#")]
    assert {".venv*", "**/node_modules", "houseway-room"} <= set(ignored)
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    patterns = [re.compile(_as_regex(line) + "(/.*)?") for line in ignored]
    assert [name for name in listed if any(each.fullmatch(name) for each in patterns)] == []
    assert patterns[ignored.index("**/node_modules")].fullmatch("web/node_modules/lit/index.js")


def _as_regex(line: str) -> str:
    """Return a line of .dockerignore as a regular expression."""
    return re.escape(line).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")


@pytest.mark.slow
@pytest.mark.process
def test_the_steps_open_a_room_in_an_empty_environment(tmp_path: Path) -> None:
    source, books = tmp_path / "source", tmp_path / "books"
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    for name in listed:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    words = [
        environment / "bin" / "python",
        "-m",
        *STEPS[0].replace("/source", str(source)).split(),
    ]
    done = subprocess.run(words, capture_output=True, text=True)
    if "No matching distribution" in done.stderr or "Could not fetch" in done.stderr:
        pytest.skip("NO PACKAGE INDEX: the steps of the Dockerfile were not tried")
    assert done.returncode == 0, done.stdout + done.stderr
    arguments = [word.replace("/room/books", str(books)) for word in ENTRY[1:]]
    arguments[arguments.index("0.0.0.0")] = "127.0.0.1"
    log = tmp_path / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [environment / "bin" / "houseway", *arguments, "--port", "0"],
            stdout=output, stderr=output, cwd=tmp_path,
        )  # fmt: skip
    try:
        address = address_of(server, log)
        with urlopen(f"{address}/readyz") as answer:
            assert answer.status == 200
        if program := browser():
            look_around(program, address)
    finally:
        server.terminate()
        server.wait(60)
