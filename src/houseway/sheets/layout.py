"""The templates of sheets and signs, which lie beside this file."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.english import between
from houseway.money import shown
from houseway.sheets import posted

if TYPE_CHECKING:
    from jinja2 import Environment


@functools.cache
def templates() -> Environment:
    """Whatever is written into a template is escaped, and what is not known is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True,
    )  # fmt: skip
    found.filters |= {"money": shown, "css": _css_text, "capital": posted.capital}
    found.globals |= {"between": between, "posted": posted}
    return found


def _css_text(text: str) -> str:
    """Text for a quoted string of a style sheet: nothing that could end it."""
    return "".join(c if c.isalnum() or c in " .,:;·-()" else f"\\{ord(c):x} " for c in text)
