"""A page that follows steps, knowing nothing but the messages it is sent (docs/protocol.md)."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from houseway.views import Own, OwnPile, View

Drawn: TypeAlias = tuple[View, list[OwnPile]]
"""What a page draws: the public parts, and its own piles."""


def drawn(message: dict[str, Any]) -> list[Drawn]:
    """What a page draws for a view, step by step; the last is the view itself."""
    whole, steps = message["public"], message.get("steps", [])
    results = whole.get("results", [])
    found: list[Drawn] = []
    parts: dict[str, Any] = {}
    piles: list[Any] = []
    for step in steps[:-1]:
        parts = {**parts, **(step.get("public") or {}), "results": results[: step["results"]]}
        if step.get("piles") is not None:
            piles = step["piles"]
        found.append(_read(parts, piles))
    if steps:
        assert not {"public", "piles"} & steps[-1].keys(), "the last step is the view itself"
    return [*found, _read(whole, (message.get("own") or {}).get("piles", []))]


def _read(public: dict[str, Any], piles: list[Any]) -> Drawn:
    """What has its default is left out of messages."""
    return msgspec.convert(public, View), msgspec.convert(piles, list[OwnPile])


def drawn_of(public: View, own: Own) -> Drawn:
    """What a page draws of a view and what a seat has of its own, as it is read from a message."""
    return msgspec.json.decode(msgspec.json.encode((public, own.piles)), type=Drawn)
