"""Find a Chromium for the tests, or install one, and print what is done.

    python web/browser.py

As root, Debian's package is installed. Otherwise Playwright's Chromium is fetched into the
user's cache. The tests find it by a link in the folder of the Python interpreter.
A failure never stops a build: a line states which tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Chromium without windows, which starts in a third of the time."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BESIDE = Path(sys.executable).parent
PATIENCE = 300
"""The time limit of each step, in seconds."""
APT = ("apt-get", "-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30")
OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def say(words: str) -> None:
    """Print a line for the person who runs the tests, at once."""
    print(f"browser: {words}", flush=True)


def found() -> str | None:
    """Return a Chromium on the path or in the folder of Python; None if there is none."""
    path = os.pathsep.join((os.environ.get("PATH", ""), str(BESIDE)))
    return next((at for name in NAMES if (at := shutil.which(name, path=path))), None)


def ran(*words: str) -> bool:
    """Run a program and return True if it succeeds; otherwise print its last line."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"{words[0]} failed: {error}")
        return False
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        say(f"{words[0]} failed: {' '.join(last)}")
    return done.returncode == 0


def from_packages() -> bool:
    """Install Debian's package; return False without root or apt-get, or if it fails."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    say(f"there is no Chromium here; installing the package {SHELL} (apt-get)")
    return ran(*APT, "update") and ran(*APT, "install", "-y", "--no-install-recommends", SHELL)


def from_playwright() -> bool:
    """Fetch Playwright's Chromium and link to it from the folder of Python."""
    say("there is no Chromium here; fetching the one of Playwright (playwright install chromium)")
    if not ran(sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"):
        return False
    done = subprocess.run([sys.executable, "-c", OWN], capture_output=True, text=True)
    program = Path(done.stdout.strip())
    if done.returncode or not program.is_file():
        say(f"Playwright does not say where its Chromium is: {done.stderr.strip()[-200:]}")
        return False
    link = BESIDE / "chromium"
    link.unlink(missing_ok=True)
    link.symlink_to(program)
    return True


def version(program: str) -> str:
    """Return the version that a program prints; empty if it does not start."""
    try:
        done = subprocess.run(
            [program, "--version", "--no-sandbox"], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def main() -> None:
    """Find or install a Chromium and print which one it is."""
    program = found()
    if program is None and (from_packages() or from_playwright()):
        program = found()
    if program is None:
        say("NOT FOUND: the tests in a browser are skipped. Install Chromium to run them.")
    elif said := version(program):
        say(f"{said} ({program})")
    else:
        say(f"{program} is there and does not start: the tests in a browser will fail.")


if __name__ == "__main__":
    main()
