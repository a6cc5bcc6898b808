"""The editor of typed lines is loaded only where lines are edited."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

LOADED = """
import io, sys
from houseway.cli.main import run
sys.stdin = io.StringIO("quit\\n")
assert run({words!r}) == 0
print("prompt_toolkit" in sys.modules)
"""


@pytest.mark.parametrize("words", [["games"], ["play", "blackjack", "--seed", "1"]])
def test_a_pipe_loads_no_line_editor(words: list[str]) -> None:
    code = LOADED.format(words=words)
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert ran.stdout.endswith("False\n"), ran.stdout[-500:]
