"""The Jinja environment that PAR sheets and signs share; their templates are in ``templates/``."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.money import format_dollars
from houseway.sheets import posted_table
from houseway.util.english import between

if TYPE_CHECKING:
    from jinja2 import Environment


@functools.cache
def templates() -> Environment:
    """Return the environment; values are escaped, and an unknown name is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True,
    )  # fmt: skip
    found.filters |= {"money": format_dollars, "css": _css_text, "capital": posted_table.capital,
                      "kept": kept}  # fmt: skip
    found.globals |= {"between": between, "posted": posted_table}
    return found


_TOGETHER = re.compile(r"(?<=[0-9]) (to|for) (?=[$0-9])")


def kept(text: str) -> str:
    """Return text whose odds, as in "3 to 2", cannot be broken across lines."""
    return _TOGETHER.sub("\u00a0\\1\u00a0", text)


def _css_text(text: str) -> str:
    """Return text that is safe inside a quoted string of a style sheet."""
    return "".join(c if c.isalnum() or c in " .,:;·-()" else f"\\{ord(c):x} " for c in text)
