"""A page that follows steps, knowing nothing but the messages it is sent (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.game.face.views import Own, OwnPile, View

Drawn = tuple[View, list[OwnPile]]
"""A drawing: the public view, and the piles that the page's own seat sees otherwise."""


def drawn(message: dict[str, Any]) -> list[Drawn]:
    """Return the drawings of a view step by step; the last is the view itself."""
    view = msgspec.convert(message["public"], View)
    own = msgspec.convert(message.get("own") or {"piles": []}, Own)
    steps = message.get("steps", [])
    found: list[Drawn] = []
    now: dict[str, Any] = {}
    piles: list[OwnPile] = []
    for step in steps[:-1]:
        now = {**now, **step.get("public", {})}
        if "piles" in step:
            piles = msgspec.convert(step["piles"], list[OwnPile])
        results = view.results[: step["results"]]
        found.append((replace(msgspec.convert(now, View), results=results), piles))
    if steps:
        assert not {"public", "piles"} & steps[-1].keys(), "the last step is the view itself"
    return [*found, (view, own.piles)]


def unasked(view: View) -> View:
    """A view without what is asked."""
    return replace(view, waiting_for=[], prompt=None)
