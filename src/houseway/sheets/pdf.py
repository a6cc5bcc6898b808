"""PAR sheets as PDF, printed by an installed Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from houseway.errors import HousewayError

BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--no-first-run", "--disable-sync", "--disable-extensions", "--no-pdf-header-footer",
)  # fmt: skip
PATIENCE = 180
_STAMP = re.compile(rb"\(D:\d{14}[^)]*\)")


def browser() -> str | None:
    """Return the path of the browser; None if none is installed."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def demand_browser() -> str:
    """Return the path of the browser; Refused with what to install if there is none."""
    found = browser()
    if found is None:
        raise HousewayError(
            "a PDF needs Chromium, and there is none on the path: install the package chromium "
            "of your system, or write a .html file and print that"
        )
    return found


def for_paper(file: Path, what: str) -> bool:
    """Return True for a ``.pdf`` file, False for ``.html``; refuse other file names."""
    suffix = file.suffix.lower()
    if suffix not in (".html", ".pdf"):
        raise HousewayError(f"{file}: {what} is a file .html or .pdf")
    if suffix == ".pdf":
        demand_browser()
    return suffix == ".pdf"


def pdf_of(html: str) -> bytes:
    """Return the document as PDF, without the time of printing."""
    program = demand_browser()
    with tempfile.TemporaryDirectory(prefix="houseway-par-") as folder:
        page, out = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(html, encoding="utf-8")
        words = [program, *QUIET, f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}"]
        try:
            ran = subprocess.run(
                [*words, page.as_uri()], capture_output=True, timeout=PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise HousewayError(f"Chromium did not print the sheet: {error}") from None
        if ran.returncode or not out.exists():
            last = ran.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise HousewayError(f"Chromium did not print the sheet: {' '.join(last)}")
        return _STAMP.sub(_undated, out.read_bytes())


def _undated(stamp: re.Match[bytes]) -> bytes:
    """Return the PDF without its times, at equal length: the offsets of all objects stay valid."""
    return b"(D:19700101000000+00'00')".ljust(len(stamp[0]))[: len(stamp[0])]
