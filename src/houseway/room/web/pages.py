"""Two plain pages: what is there when no others were built, and what the problems mean."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from starlette.responses import HTMLResponse

from houseway.room.web.problems import KINDS

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""
_THERE = (
    ("/api/openapi.json", "the OpenAPI document of the REST interface"),
    ("/api/socket", "the WebSocket of the tables: docs/protocol.md, message by message"),
    ("/problems", "what can be answered instead of what was asked for"),
    ("/healthz", "whether the server lives"),
    ("/readyz", "whether the room takes commands"),
    ("/metrics", "figures for Prometheus"),
)


NOT_BUILT = (
    "The pages for players were not built here: make web builds them, and a wheel has them."
    " Everything can be played from a terminal meanwhile (houseway play --help)."
)


def front(told: Sequence[str]) -> HTMLResponse:
    """What is there where the pages for players were not built; the room's name comes first."""
    title, *rest = told or ("A houseway cardroom",)
    lines = "".join(f"<p>{escape(line)}</p>\n" for line in rest)
    items = "".join(f"<li>{_link(path)}: {escape(says)}</li>\n" for path, says in _THERE)
    body = f"<p>{escape(NOT_BUILT)}</p>\n{lines}<ul>\n{items}</ul>"
    return HTMLResponse(_PAGE.format(title=escape(title), body=body))


def _link(path: str) -> str:
    """An address that can be looked at; a socket cannot."""
    return path if path.endswith("/socket") else f"<a href='{path}'>{path}</a>"


def kinds() -> HTMLResponse:
    """Every problem, under the fragment that its type names."""
    body = "".join(
        f"<h2 id='{code}'>{code}: {escape(kind.title)}</h2>\n"
        f"<p>Status {kind.status}. {escape(kind.says)}</p>\n"
        for code, kind in KINDS.items()
    )
    return HTMLResponse(_PAGE.format(title="Problems", body=body))
