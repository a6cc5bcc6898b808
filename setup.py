"""Build hook: a wheel contains the pages of the room and the documentation.

``pip install .`` and ``python -m build`` build them from ``web/`` and ``docs/``. An editable
install does not: there ``make web`` and ``make docs`` build them.

The package's page has links to the repository, and its pictures come from there. The address is
that of the clone's remote ``origin``, or HOUSEWAY_REPOSITORY.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from email.parser import HeaderParser
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SITE = ROOT / "src" / "houseway" / "site" / "index.html"
PAGES = ROOT / "src" / "houseway" / "web" / "pages.json"


class BuildWithPages(build_py):
    """Build the pages before the package's files are collected."""

    def run(self) -> None:
        if not self.editable_mode:
            build_pages()
            build_docs()
        super().run()


def build_pages() -> None:
    """Compile the pages; exit with a sentence if that is not possible."""
    builder = ROOT / "web" / "build.py"
    if builder.exists():
        done = subprocess.run([sys.executable, str(builder)])
        if done.returncode:
            sys.exit("houseway: the pages could not be built, so no wheel was made (see above).")
    elif not PAGES.exists():
        sys.exit(f"houseway: neither {builder} nor built pages are here: build from a full clone.")


def build_docs() -> None:
    """Build the documentation site; exit with a sentence if that is not possible."""
    builder = ROOT / "scripts" / "build_docs.py"
    if builder.exists():
        done = subprocess.run([sys.executable, str(builder)])
        if done.returncode:
            sys.exit("houseway: the documentation could not be built, so no wheel was made.")
    elif not SITE.exists():
        sys.exit(f"houseway: neither {builder} nor a built site is here: build from a full clone.")


def repository() -> str:
    """Return the web address of the repository, or "" if it is not known."""
    if stated := os.environ.get("HOUSEWAY_REPOSITORY"):
        return stated.removesuffix("/")
    if (ROOT / "PKG-INFO").exists():  # a source package has no history
        packed = HeaderParser().parsestr((ROOT / "PKG-INFO").read_text(encoding="utf-8"))
        named = [url.partition(", ") for url in packed.get_all("Project-URL", [])]
        return {name: url for name, _, url in named}.get("Repository", "")
    words = ["git", "-C", str(ROOT), "remote", "get-url", "origin"]
    try:
        asked = subprocess.run(words, capture_output=True, text=True)
    except OSError:
        return ""
    return web_address(asked.stdout.strip())


def web_address(remote: str) -> str:
    """Return the web address of a remote, or "" for a folder of this machine."""
    found = re.fullmatch(
        r"(?:https://(?:[^@/]*@)?|(?:ssh://)?git@)([\w.-]+)[:/](.+?)(?:\.git)?/?", remote
    )
    return f"https://{found[1]}/{found[2]}" if found else ""


def urls(address: str) -> dict[str, str]:
    """Return the links of the package's page."""
    if not address:
        return {}
    return {
        "Repository": address,
        "Documentation": f"{address}/blob/HEAD/docs/index.md",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def readme(text: str, address: str) -> str:
    """Return README.md with absolute links: the package's page has no files beside it."""
    if not address:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:|#)", rf"\1{address}/raw/HEAD/", text)
    return re.sub(r"((?<!!)\[[^]!]*\]\()(?!https?:|#)", rf"\1{address}/blob/HEAD/", text)


if __name__ == "__main__":
    address = repository()
    setup(
        cmdclass={"build_py": BuildWithPages},
        project_urls=urls(address),
        long_description=readme((ROOT / "README.md").read_text(encoding="utf-8"), address),
        long_description_content_type="text/markdown",
    )
