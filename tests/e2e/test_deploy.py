"""The files of ``deploy/`` start commands that work, and the page names figures that there are."""

from __future__ import annotations

import configparser
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "houseway.service"
PAGE = (ROOT / "docs" / "operate.md").read_text()
WAIT = 90
"""Seconds that a start may take on a busy machine."""
ROOM = """
[room]
name = "A service"

[[staff]]
name = "Sue"
role = "supervisor"
card = "9001"

[[table]]
name = "BJ-1"
game = "blackjack"
"""


def service() -> dict[str, str]:
    """Return the section of the unit that starts the room."""
    unit = configparser.ConfigParser(interpolation=None, strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(UNIT.read_text())
    return dict(unit["Service"])


@pytest.mark.process
def test_the_command_of_the_unit_opens_a_room_and_ends_in_order(tmp_path: Path) -> None:
    found = service()
    command = found["ExecStart"].replace("/var/lib/houseway", str(tmp_path / "state"))
    command = command.replace("/etc/houseway", str(tmp_path)).replace("%d", str(tmp_path / "keys"))
    program, *arguments = shlex.split(command)
    assert program.endswith("/houseway") and arguments[0] == "serve"
    (tmp_path / "room.toml").write_text(ROOM)
    (tmp_path / "state").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "houseway", *arguments, "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        address = ""
        for line in process.stdout:
            if found_at := re.search(r"is open at (http://\S+)", line):
                address = found_at[1]
            if "Ctrl-C closes the room" in line:
                break
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            try:
                with urlopen(f"{address}/readyz") as answer:
                    assert answer.status == 200
                break
            except OSError:
                time.sleep(0.1)
        with urlopen(f"{address}/metrics") as answer:
            figures = answer.read().decode()
        for name in set(re.findall(r"`(houseway_\w+)", PAGE)):
            assert re.search(rf"^# TYPE {name} ", figures, re.M), name
        assert (tmp_path / "keys" / "keys.toml").exists()
        assert not list((tmp_path / "state").rglob("keys.toml"))
        process.send_signal(signal.SIGTERM)
        assert process.wait(int(found["TimeoutStopSec"])) == 0
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_the_page_says_what_was_not_tried_and_explains_the_unit() -> None:
    assert "Not tried here" in PAGE and "No systemd has tried this file" in UNIT.read_text()
    explained = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.M))))
    found = service()
    for key in ("LoadCredential", "UMask", "StateDirectoryMode", "Restart", "RestartSec",
                "TimeoutStopSec", "LimitNOFILE"):  # fmt: skip
        assert key in found and key in explained
