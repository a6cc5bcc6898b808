"""Every event of every game is told in words, with its amounts in dollars, not as a record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from houseway.engine.events import Event, event_name, field_kinds, line
from houseway.errors import HousewayError
from houseway.phh.history import EVERYTHING
from houseway.records.record import Playback
from houseway.room.history.text import Teller
from houseway.sheets.conformance.matrix import all_cases
from houseway.table.round import Round

WRITTEN = re.compile(r"\b\w+=\S|\bcents\b")
"""A field as a record writes it: ``cents=5000``."""

WITHOUT_AMOUNT = {
    "chip_placed", "meter_reset", "pot_opened", "pot_rescued", "reconsiders", "wrong_low_stands",
}  # fmt: skip
"""Events whose words leave out an amount, because the next event or the table says it."""


def rounds() -> Iterator[Round]:
    """The rounds of all worked cases; one that ends in a refusal, as far as it goes."""
    for case in all_cases():
        try:
            playback = Playback(case)
        except HousewayError:  # a posting that is refused
            continue
        try:
            yield playback.run()
        except HousewayError:
            yield playback.round


def kinds(cls: type[Event] = Event) -> Iterator[type[Event]]:
    """All kinds of events that the games have."""
    for kind in cls.__subclasses__():
        if kind.__module__.startswith("houseway."):
            yield kind
        yield from kinds(kind)


def test_every_event_of_every_game_is_told_in_words() -> None:
    told: dict[str, str] = {}
    amounts: dict[str, bool] = {}
    for round_ in rounds():
        teller = Teller(round_, EVERYTHING)
        for event in round_.events:
            name, words = event_name(type(event)), teller.words(event)
            assert not WRITTEN.search(words), (words, line(event, round_.game.kind))
            told[name] = told.get(name) or words
            if words and "cents" in field_kinds(type(event)).values():
                amounts[name] = amounts.get(name, False) or "$" in words
    assert {event_name(kind) for kind in kinds()} == set(told)
    assert {name for name, in_dollars in amounts.items() if not in_dollars} == WITHOUT_AMOUNT
    assert len([words for words in told.values() if words]) > 150
