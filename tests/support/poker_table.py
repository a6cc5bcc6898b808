"""A hand of poker from its decisions, and what is asked in it."""

from __future__ import annotations

from typing import Any

from houseway.engine.questions import Act, Asking, Question
from houseway.records.cases import settlements
from houseway.records.record import Playback, Record
from houseway.table.round import Round
from houseway.table.table import Table

NO_LIMIT = {"structure": "no_limit"}
GAMES = ("holdem", "omaha", "omaha-8")


def hand(
    play: str, deal: str = "", seats: int = 3, chips: int = 1000, game: str = "holdem", **more: Any
) -> Round:
    """A hand from its decisions, as far as they go; cards that are not named are any."""
    stacks = more.pop("stacks", None) or {str(i): chips for i in range(1, seats + 1)}
    between = {"button": max(map(int, stacks)), **more.pop("between", {})}
    posted = {**NO_LIMIT, **more.pop("posted", {})}
    record = Record(
        game=game, posted=posted, seats=stacks, between=between, play=play,
        deal=deal + " xx" * (52 - len(deal.replace("|", " ").split())), **more,
    )  # fmt: skip
    return Playback(record).run()


def offered(round_: Round, name: str) -> Any:
    question = round_.question
    assert isinstance(question, Asking), round_.standing()
    for seat in question.seats():
        for choice in question.choices_of(seat):
            if choice.name == name:
                return choice
    return None


def asked(round_: Round) -> tuple[int, ...]:
    assert isinstance(round_.question, Asking), round_.standing()
    return round_.question.seats()


def bounds(round_: Round, name: str = "raise") -> tuple[int, int]:
    choice = offered(round_, name)
    return choice.least // 100, choice.most // 100


def pays(round_: Round) -> dict[str, int]:
    return {f"{s.seat}.{s.label}": s.net // 100 for s in settlements(round_)}


def fold_around(table: Table) -> Round:
    def fold(question: Question, state: Any) -> Act:
        assert isinstance(question, Asking)
        seat = question.seats()[0]
        return Act(seat, question.choices_of(seat)[0].name)

    return table.play(fold)
