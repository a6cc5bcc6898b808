"""Build the documentation site with Zensical, and check its links.

    python scripts/build_docs.py [--material] [FOLDER]

FOLDER is ``src/houseway/site`` by default, which a room serves at /docs.  With ``--material``, or
where Zensical is not installed, Material for MkDocs builds the site from the same pages.  The pages
that scripts/write_references.py generates are part of the repository.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "docs"
SITE = ROOT / "src" / "houseway" / "site"
ROOT_PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
"""Documents outside the folder of pages that are pages of the site too."""
LINK = re.compile(r"(!?)\[([^]]*)\]\(([^)\s]+)\)")
FENCED = re.compile(r"(^```.*?^```)", re.S | re.M)


class _Links(HTMLParser):
    """Collects the targets of a page's links and pictures, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.targets += [found[key] or "" for key in ("href", "src") if found.get(key)]
        if found.get("id"):
            self.anchors.add(found["id"] or "")


def broken_links(site: Path) -> list[str]:
    """Return each link of the site that leads nowhere, as ``page: target``."""
    pages: dict[Path, _Links] = {}
    for path in site.rglob("*.html"):
        pages[path] = _Links()
        pages[path].feed(path.read_text(encoding="utf-8"))
    broken = []
    for path, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if to.is_dir():
                to /= "index.html"
            page = pages.get(to)
            fine = to.exists() and not (
                page and parts.fragment and parts.fragment not in page.anchors
            )
            if not fine:
                broken.append(f"{path.relative_to(site)}: {target}")
    return broken


def prepare() -> list[str]:
    """Copy the pages to the work folder; return links to files that do not exist."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "docs", WORK)
    missing: list[str] = []
    for page in (*WORK.rglob("*.md"), *(WORK / name for name in ROOT_PAGES)):
        home = ROOT if page.name in ROOT_PAGES else ROOT / "docs" / page.relative_to(WORK).parent
        source = home / page.name
        text = source.read_text(encoding="utf-8")
        page.write_text(with_links(text, home, page.parent, missing), encoding="utf-8")
    return missing


def with_links(text: str, home: Path, to: Path, missing: list[str]) -> str:
    """Return the text of a page as it stands in ``to``; its links start from ``home``.

    A link to a file of the repository that is no page of the site becomes its name.
    """

    def moved(link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        path, _, anchor = target.partition("#")
        if urlsplit(target).scheme or not path:
            return link[0]
        file = (home / unquote(path)).resolve()
        if not file.exists():
            missing.append(f"{words}: {target}")
        if file.is_relative_to(ROOT / "docs"):
            there = WORK / file.relative_to(ROOT / "docs")
        elif file.name in ROOT_PAGES and file.parent == ROOT:
            there = WORK / file.name
        else:
            return words
        return f"{mark}[{words}]({os.path.relpath(there, to)}{'#' * bool(anchor)}{anchor})"

    parts = FENCED.split(text)
    parts[::2] = [LINK.sub(moved, part) for part in parts[::2]]
    return "".join(parts)


def command(config: Path, material: bool) -> list[str]:
    """Return the command that builds the site."""
    if not material and importlib.util.find_spec("zensical"):
        return [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", str(config)]
    return [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]


def main() -> int:
    """Build the site; return 1 if it has a broken link."""
    words = [word for word in sys.argv[1:] if word != "--material"]
    site = Path(words[0]).resolve() if words else SITE
    missing = prepare()
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config = WORK.parent / "mkdocs.yml"  # it takes folders below its own only
    config.write_text(text.replace("site_dir: build/site", "site_dir: site"), encoding="utf-8")
    done = subprocess.run(command(config, "--material" in sys.argv))
    if done.returncode:
        return done.returncode
    made = WORK.parent / "site"
    if site != made:
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(made, site)
    broken = missing + broken_links(site)
    print("\n".join(broken) or f"{sum(1 for _ in site.rglob('*.html'))} pages, no broken link")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
