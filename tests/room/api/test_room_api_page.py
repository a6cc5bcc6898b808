"""The page of the API lists what there is; after a change: HOUSEWAY_GOLDEN=1 make test."""

from __future__ import annotations

import os
import re
from itertools import groupby
from pathlib import Path

from houseway.room.client.client import RoomClient
from houseway.room.http.problems import KINDS
from houseway.room.http.site import ENDPOINTS

PAGE = Path(__file__).parents[3] / "docs" / "api.md"


def problems() -> str:
    """The table of problems."""
    rows = [f"| `{code}` | {k.status} | {k.title}. {k.says} |" for code, k in KINDS.items()]
    return "\n".join(["| code | status | |", "|---|---|---|", *rows])


def endpoints() -> str:
    """The tables of endpoints, one for each part of the room."""
    parts = []
    for tag, found in groupby(ENDPOINTS, lambda endpoint: endpoint.tag):
        rows = [
            f"| `{e.method}` | `{e.path}` | {f'`{e.command}`' if e.command else 'anybody'} "
            f"| {e.summary} |"
            for e in found
        ]
        parts += [f"### {tag.capitalize()}", "", "| | path | command | |", "|---|---|---|---|"]
        parts += [*rows, ""]
    return "\n".join(parts).rstrip()


def test_the_page_lists_every_problem_and_every_endpoint() -> None:
    text = PAGE.read_text()
    made = re.sub(
        r"(?s)(in the log\.\n\n)(PROBLEMS|\| code \|.*?\|)(\n\n## Limits)",
        lambda found: found[1] + problems() + found[3],
        text,
    )
    made = re.sub(r"(?s)(## All of it\n\n).*", lambda found: found[1] + endpoints() + "\n", made)
    if os.environ.get("HOUSEWAY_GOLDEN"):
        PAGE.write_text(made)
    assert made == PAGE.read_text()
    assert "PROBLEMS" not in made and "ENDPOINTS" not in made


def test_every_endpoint_has_a_call_of_the_client() -> None:
    missing = [e.name for e in ENDPOINTS if not hasattr(RoomClient, CALLED.get(e.name, e.name))]
    assert not missing


CALLED = {"table": "table_seen"}
"""Endpoints whose call has another name."""
