"""A table as the lobby lists it: what is played, for how much, who sits there and who waits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from houseway.game.base import Game
from houseway.game.face.layout import Layout, SpotPlan
from houseway.room.api.types import MeterLine, TableLine
from houseway.room.room import Room
from houseway.room.tables.actor import Actor
from houseway.room.tables.state import TableSummary

MOST = 1_000
"""The most postings that are remembered."""


def line_of(room: Room, actor: Actor) -> TableLine:
    """The line of a table."""
    live = actor.summary
    terms, taken = live.terms, len(live.seating.seats)
    if live.game is None:
        return TableLine(
            actor.name, "", "", live.status, live.why, terms.seats, taken, 0, terms.buy_in_least,
            terms.buy_in_most, live.rules,
        )  # fmt: skip
    game = live.game
    waiting = sum(
        w.game == game.id and w.table in ("", actor.name) for w in room.lobby.waiting.waits
    )
    layout = _layout(game)
    bet, least, most = main_wager(layout)
    return TableLine(
        actor.name, game.id, game.name, live.status, live.why, terms.seats, taken, waiting,
        terms.buy_in_least, terms.buy_in_most, live.rules, layout.look, layout.kind,
        bet, least, most, _meters(live, layout), _wagers(game), terms.practice,
    )  # fmt: skip


@lru_cache(MOST)
def _layout(game: Game) -> Layout:
    return game.layout()


@lru_cache(MOST)
def _wagers(game: Game) -> tuple[str, ...]:
    """Return words for the wagers that a player may choose to bet on."""
    return tuple(dict.fromkeys(s.label for s in _layout(game).spots if s.rank != "follows"))


def main_wager(layout: Layout) -> tuple[str, int, int]:
    """Return the first wager to bet on, with its limits; empty where there is none."""
    spots: Sequence[SpotPlan] = [spot for spot in layout.spots if spot.rank == "main"]
    if not spots:
        return "", 0, 0
    least, most = min(spot.least for spot in spots), max(spot.most for spot in spots)
    return spots[0].label, least, most


def _meters(live: TableSummary, layout: Layout) -> tuple[MeterLine, ...]:
    """The meters as they stand; before the first round, as they will begin."""
    standing = live.meters_now
    posted = getattr(live.game, "meter_terms", {})
    labels = {spot.name: spot.label for spot in layout.spots}
    found = []
    for plan in layout.meters:
        if plan.spot in standing:
            cents = standing[plan.spot][plan.number].cents
        else:
            cents = (live.meters.get(plan.spot) or [t.seed for t in posted[plan.spot]])[plan.number]
        found.append(MeterLine(plan.spot, plan.number, plan.words, cents, labels[plan.spot]))
    return tuple(found)
