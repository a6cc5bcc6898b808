"""The layout of a table: what a page draws before anybody sits, and what people call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.plans import (
    ActionPlan,
    Layout,
    MeterPlan,
    Named,
    PayRow,
    PaySheet,
    RulingPlan,
    Sign,
    SpotPlan,
)
from houseway.words import Words

if TYPE_CHECKING:
    from houseway.game import Game


def layout_of(game: Game) -> Layout:
    """The table of a game as it is posted, by its names."""
    tables = game.pay_tables()
    return Layout(
        game=game.id,
        name=game.name,
        felt=str(getattr(game, "felt", game.id)),
        shape=game.shape,
        seats=game.seats_max,
        zones=game.zones,
        spots=tuple(
            SpotPlan(w.name, w.words, *game.limits(w), game.requires(w), w.clauses, w.element)
            for w in game.offered
        ),
        pucks=tuple(Named(name, "") for name in game.pucks),
        signage=(),
        pay=tuple(tables[name].sheet(getattr(game, name)) for name in game.pay),
        pieces=game.kind.names,
        kind=game.kind.name,
    )


def told(game: Game, plan: Layout) -> Layout:
    """The same in words for people."""
    words = game.words()
    return replace(
        plan,
        zones=tuple(replace(zone, words=words.zone(zone.name)) for zone in plan.zones),
        spots=tuple(replace(spot, label=words.wager(spot.name)) for spot in plan.spots),
        pucks=tuple(Named(puck.name, words.puck(puck.name)) for puck in plan.pucks),
        signage=signs_of(game, words),
        pay=pay_told(game, plan),
        rules=game.fingerprint(),
        meters=meters_of(game, words),
        actions=tuple(
            ActionPlan(name, words.action(name)) for name in dict.fromkeys(game.actions())
        ),
        rulings=tuple(
            RulingPlan(x.name, words.ruling(x.name), x.words, x.takes, x.needs, x.clauses)
            for x in game.ruling_rules.values()
        ),
    )


def pay_told(game: Game, plan: Layout | None = None) -> tuple[PaySheet, ...]:
    """The posted pay tables in words for people."""
    words = game.words()
    return tuple(
        replace(
            sheet,
            words=words.wager(sheet.wager),
            rows=tuple(row_told(words, sheet.wager, row) for row in sheet.rows),
        )
        for sheet in (plan or game.laid_out()).pay
    )


def row_told(words: Words, table: str, row: PayRow) -> PayRow:
    """A row of a pay table in words."""
    return replace(row, words=words.row(table, row.outcome, row.covers))


def signs_of(game: Game, words: Words) -> tuple[Sign, ...]:
    """What is posted, each choice with its explanation, and what is displayed besides."""
    declared = game.declared()
    found = []
    for key, text in game.sign():
        choice = declared.get(key)
        if choice is None:
            found.append(Sign(key, text, words.posting(key), words.value(key, text)))
        else:
            said = words.value(key, game.posting[key])
            found.append(Sign(key, text, words.posting(key), said, choice.says, choice.clauses))
    return tuple(found)


def meters_of(game: Game, words: Words) -> tuple[MeterPlan, ...]:
    """The progressive meters of the wagers that are offered."""
    return tuple(
        MeterPlan(wager.name, number, words.meter(wager.name, number, len(terms)))
        for wager in game.offered
        if wager.meters
        for terms in (wager.terms(game),)
        for number in range(len(terms))
    )
