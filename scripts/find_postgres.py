"""Find a PostgreSQL server for the tests; where there is none, install one. It says what it does.

    python scripts/find_postgres.py

Tests start a server of their own in a temporary folder and use no other. Debian's package is
installed where packages may be installed. Nothing here stops a build: without a server, a line says
what is not tested then.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

PACKAGE = "postgresql"
PATIENCE = 300
"""Seconds that each step may take."""
APT = ("apt-get", "-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30")
DEBIAN = Path("/usr/lib/postgresql")
"""The folder where Debian keeps the programs of each version, apart from the path."""
NEEDED = ("initdb", "pg_ctl", "postgres")


def say(words: str) -> None:
    """Print a line for the person who runs the tests, at once."""
    print(f"postgres: {words}", flush=True)


def programs() -> Path | None:
    """Return the folder with the programs of a server; the newest of several, None without one."""
    on_path = shutil.which("pg_ctl")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(DEBIAN.glob("*/bin"), key=lambda found: int(found.parent.name), reverse=True)
    return next((f for f in folders if all((f / name).is_file() for name in NEEDED)), None)


def ran(*words: str) -> bool:
    """Run a program; return True if it succeeds, and say its last words if it does not."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"{words[0]} failed: {error}")
        return False
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        say(f"{words[0]} failed: {' '.join(last)}")
    return done.returncode == 0


def from_packages() -> bool:
    """Install Debian's package, where packages may be installed."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    say(f"there is no PostgreSQL server here; installing the package {PACKAGE} (apt-get)")
    return ran(*APT, "update") and ran(*APT, "install", "-y", "--no-install-recommends", PACKAGE)


def version(folder: Path) -> str:
    """Return the version that a server reports; empty if it does not start."""
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def main() -> None:
    """Find one or install one."""
    folder = programs()
    if folder is None and from_packages():
        folder = programs()
    if folder is None:
        say("NOT FOUND: the tests on PostgreSQL are skipped. Install a server to run them.")
    elif said := version(folder):
        say(f"{said} ({folder})")
    else:
        say(f"{folder} is there and does not start: the tests on PostgreSQL will fail.")


if __name__ == "__main__":
    main()
