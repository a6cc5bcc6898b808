"""Public records of rounds changed in every way that a checker must notice."""

from __future__ import annotations

import json
from typing import Any

from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.record import public_record
from houseway.table.round import Round
from tests.support.fair_rounds import rounds


def house_round() -> tuple[Round, FairShoe, FairShoe]:
    """A round of a house game of which everything is known in the end."""
    for round_, start, end in rounds("free-bet-blackjack", 41, 40):
        if public_record(round_, start, 1).replay is not None and round_.drawn > 12:
            return round_, start, end
    raise AssertionError


def changed(good: dict[str, Any], change: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(good))
    change(data)
    return data


def other(card: str) -> str:
    return "9d" if card != "9d" else "9h"


def swap_line(data: dict[str, Any], old: str, new: str) -> None:
    for told in data["events"]:
        told["line"] = told["line"].replace(old, new)


CHANGES = {
    "does not lead to the root": lambda d: d["openings"][0].update(
        piece=other(d["openings"][0]["piece"])
    ),
    "is not a card": lambda d: d["openings"][0].update(piece="Xx"),
    "opened twice": lambda d: d["openings"].append(d["openings"][0]),
    "was never dealt": lambda d: d["openings"][0].update(i=311),
    "no root of deck epoch 3": lambda d: d["draws"][0].update(epoch=3),
    "two roots": lambda d: d["roots"].append(d["roots"][0]),
    "is played with 312 cards": lambda d: d["roots"][0].update(size=300),
    "not 32 bytes in hex": lambda d: d["roots"][0].update(root="AB" * 32),
    "in hex": lambda d: d["openings"][0].update(salt="zz" * 16),
    "what was opened is": lambda d: swap_line(
        d, d["openings"][0]["piece"], other(d["openings"][0]["piece"])
    ),
    "none of it is opened": lambda d: [told.pop("opened", 0) for told in d["events"]],
    "is not there": lambda d: next(
        t for t in d["events"] if t.get("opened")
    )["opened"].update(pieces=[99]),
    "the results are": lambda d: d["replay"]["nets"].update({"1": "+1"}),
    "was recorded as": lambda d: d["replay"]["pays"].update({"1.main": "win +1000"}),
    "not dealt the pieces that are opened": lambda d: d["replay"].update(
        deal=d["replay"]["deal"].replace(d["openings"][0]["piece"], "2c", 1)
    ),
    "is of 'blackjack'": lambda d: d["replay"].update(game="blackjack"),
    "another posting": lambda d: d["replay"]["posted"].update(push_22="B"),
    "other rules than the record says": lambda d: d.update(rules="00"),
    "events are told": lambda d: d["events"].pop(),
    "is told as": lambda d: d["events"][0].update(line="closed"),
}  # fmt: skip
