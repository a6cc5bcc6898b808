"""A PAR sheet as PDF, printed by a Chromium found on the path."""

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
    """The program that prints, if there is one."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def demand_browser() -> str:
    """The program that prints, or a sentence that tells what to install."""
    found = browser()
    if found is None:
        raise HousewayError(
            "a PDF needs Chromium, and there is none on the path: install the package chromium "
            "of your system, or write a .html file and print that"
        )
    return found


def for_paper(file: Path, what: str) -> bool:
    """Whether a file is to be a PDF; refused if it is neither that nor HTML, or cannot be made."""
    suffix = file.suffix.lower()
    if suffix not in (".html", ".pdf"):
        raise HousewayError(f"{file}: {what} is a file .html or .pdf")
    if suffix == ".pdf":
        demand_browser()
    return suffix == ".pdf"


def pdf_of(html: str) -> bytes:
    """The document on pages, without the time of printing."""
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
    """The same length without the time: the places of all objects in the file stay."""
    return b"(D:19700101000000+00'00')".ljust(len(stamp[0]))[: len(stamp[0])]
