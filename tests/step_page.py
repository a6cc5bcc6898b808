"""A page that follows steps, knowing nothing but the messages it is sent (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.views import Own, View

Drawn = dict[str, Any]


def drawn(message: dict[str, Any]) -> list[Drawn]:
    """What a page draws for a view, step by step: the public parts, and its own piles in ``own``.

    The last is the view itself.
    """
    whole, own = message["public"], message.get("own") or {"piles": []}
    view = {**whole, "own": own["piles"]}
    steps = message.get("steps", [])
    found: list[Drawn] = []
    now: Drawn = {"own": []}
    for step in steps[:-1]:
        now = {**now, **(step.get("public") or {}), "results": whole["results"][: step["results"]]}
        if step.get("piles") is not None:
            now["own"] = step["piles"]
        found.append(now)
    if steps:
        assert not {"public", "piles"} & steps[-1].keys(), "the last step is the view itself"
    return [*found, view]


def drawn_of(public: View, own: Own) -> Drawn:
    """What a page draws of a view and what a seat has of its own, as it is read from a message."""
    found: Drawn = msgspec.json.decode(msgspec.json.encode(public))
    return found | {"own": msgspec.json.decode(msgspec.json.encode(own.piles))}
