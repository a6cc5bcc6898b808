"""Readings that decided a result, and the result under the other reading.

A reading that the house may post is tried: the same inputs are replayed with the other value.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from houseway.engine.ledger import POT, entries
from houseway.engine.questions import Asking
from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.game.face.presenter import wager_words
from houseway.game.posting import OneOf
from houseway.money import format_dollars
from houseway.records.files import posted_of
from houseway.rulebook.clauses import Reading, readings_of
from houseway.sheets.rule_sheet import one_line
from houseway.sheets.settlement.relevant_options import STAKES, name_of_option
from houseway.table.round import Round

MOST_VALUES = 4
"""The most values of an option that counts as a reading; more mean a pay table or a size."""
Results = dict[tuple[int, str], int]
"""Seat and wager in words -> the seat's net in cents."""


class Change(msgspec.Struct, frozen=True):
    """A wager that another reading settles otherwise; ``other_net`` is None if it stays
    undecided.
    """

    seat: int
    wager_words: str
    net: int
    other_net: int | None

    def __str__(self) -> str:
        what = f"seat {self.seat}, {self.wager_words}"
        if self.other_net is None:
            return f"{what} would not be decided by these cards"
        return f"{what}: {_signed(self.other_net)} instead of {_signed(self.net)}"


class RestsOn(msgspec.Struct, frozen=True):
    """A reading that decided a result, and one other reading with its result."""

    reading: str
    clauses: tuple[str, ...]
    question: str
    taken: str
    other: str
    """The other reading as a sentence; empty if the text allows several."""
    posted: str
    """The option that posts the other reading: ``key=value``."""
    posted_words: str
    changes: tuple[Change, ...]

    @property
    def sentence(self) -> str:
        """The reading and what the other one would pay, in two sentences."""
        changes = "; ".join(map(str, self.changes))
        return f"{self.taken} With the other reading ({self.posted_words}): {changes}."


def _signed(cents: int) -> str:
    """Return cents as dollars, with a plus sign for a gain."""
    return f"+{format_dollars(cents)}" if cents > 0 else format_dollars(cents)


def readings_behind(round_: Round) -> tuple[RestsOn, ...]:
    """Return the readings whose alternatives would settle wagers of a round otherwise."""
    game, now = round_.game, _results(round_)
    if not now:
        return ()
    posting = dict(posted_of(game))
    found = []
    for reading in readings_of(game.id):
        choice = game.declared().get(reading.posted)
        if not isinstance(choice, OneOf) or reading.posted in STAKES:
            continue
        if (
            len(choice.values) > MOST_VALUES or game.posting[reading.posted] != choice.default
        ):  # it rests on what the house posts
            continue
        for value in choice.values:
            if value != choice.default:
                shown = choice.show(value)
                again = _played(round_, {**posting, reading.posted: shown})
                if again is not None and (changes := tuple(_changes(now, again))):
                    found.append(_rests_on(game, reading, value, changes))
    return tuple(found)


def _rests_on(game: Game, reading: Reading, value: Any, changes: tuple[Change, ...]) -> RestsOn:
    """Return a reading on which a settlement rests, with the results that it would change."""
    key, words = reading.posted, game.words()
    choice = game.declared()[key]
    assert isinstance(choice, OneOf), "only these are tried"
    only = len(choice.values) == 2 and len(reading.alternatives) == 1
    return RestsOn(
        reading.id, reading.clauses, one_line(reading.question), one_line(reading.reading),
        one_line(reading.alternatives[0]) if only else "", f"{key}={choice.show(value)}",
        f"{name_of_option(game, key)}: {words.value(key, value)}", changes,
    )  # fmt: skip


def _played(round_: Round, posting: Mapping[str, str]) -> Round | None:
    """Replay the inputs of a round with another posting; None if they do not fit it."""
    try:
        kind: Any = type(round_.game)  # mypy takes a class for not hashable
        other = _posted(kind, tuple(sorted(posting.items())))
        again = Round(other, round_.seats, round_.carry_over)
        for given in round_.inputs:
            again.enter(given)
    except (HousewayError, ValueError):
        return None
    asks = isinstance(again.question, Asking)
    return None if asks else again  # the record does not say what the player would answer


@functools.lru_cache(maxsize=256)
def _posted(kind: Any, posting: tuple[tuple[str, Any], ...]) -> Game:
    """Return a posted game; cached, because making one takes longer than a round."""
    game: Game = kind(dict(posting))
    return game


def _changes(now: Results, again: Round) -> Iterator[Change]:
    """Yield the results that differ in another round; None there if it is not over."""
    then = _results(again)
    for (seat, words), net in now.items():
        other = then.get((seat, words), 0 if again.closed else None)
        if other != net:
            yield Change(seat, words, net, other)


def _results(round_: Round) -> Results:
    """Return the net in cents by seat and wager; all pots of a seat count as one."""
    found: Results = {}
    words = round_.game.words()
    for row in entries(round_):
        if row.settlement is not None:
            called = "the pots" if row.kind == POT else wager_words(words, row.settlement)
            key = row.settlement.seat, called
            found[key] = found.get(key, 0) + row.moves.get(str(row.settlement.seat), 0)
    return found
