"""The layout of a table: what a page draws before anybody sits, and what people call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.buttons import actions_of
from houseway.plans import (
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
        shape=game.shape,
        seats=game.seats_max,
        zones=game.zones,
        spots=tuple(
            SpotPlan(
                w.name,
                w.words,
                *game.limits(w),
                game.requires(w),
                w.clauses,
                w.element,
                pay=w.paid_by if w.paid_by in game.pay else "",
            )
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
        spots=tuple(spot_told(words, spot) for spot in plan.spots),
        pucks=tuple(Named(puck.name, words.puck(puck.name)) for puck in plan.pucks),
        signage=signs_of(game, words),
        pay=pay_told(game, plan),
        rules=game.fingerprint(),
        meters=meters_of(game, words),
        actions=actions_of(game, words),
        rulings=tuple(
            RulingPlan(x.name, words.ruling(x.name), x.words, x.takes, x.needs, x.clauses)
            for x in game.ruling_rules.values()
        ),
    )


def spot_told(words: Words, spot: SpotPlan) -> SpotPlan:
    """A spot in words: what it is called, when it is placed and when it is decided."""
    return replace(
        spot,
        label=words.wager(spot.name),
        placed=words.moment(spot.placed) if spot.placed else "",
        resolves=words.moment(spot.resolves) if spot.resolves else "",
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
