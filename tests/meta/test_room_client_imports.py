"""A client runs on another machine than the room: it needs the interface and nothing behind it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.meta.test_tidy import SOURCE, modules_imported, nodes_of, part_of

FAR = ("room/client", "cli/play/remote")
NEAR = {"", "api", "client", "clock", "errors"}
"""Parts of the room that they may import: the interface, and two modules without any import."""


def test_a_client_imports_the_interface_alone() -> None:
    files = [path for folder in FAR for path in sorted((SOURCE / folder).rglob("*.py"))]
    assert len(files) > 10
    for path in files:
        found = {part_of(name, "houseway.room") for name in modules_imported(nodes_of(path))}
        others = sorted(found - NEAR)
        assert not others, f"{path.relative_to(SOURCE)} imports {others} of the room"


@pytest.mark.process
def test_a_client_loads_no_books_and_no_cryptography() -> None:
    code = (
        "import sys\n"
        "import houseway.room.client.client, houseway.room.client.bot\n"
        "heavy = {'apsw', 'argon2', 'cryptography', 'starlette', 'uvicorn'}\n"
        "print(sorted(heavy & {name.split('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
