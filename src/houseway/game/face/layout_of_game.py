"""The layout of a game: everything that a page draws of an empty table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.game.face.buttons import actions_of
from houseway.game.face.felt import look_of
from houseway.game.face.layout import (
    Layout,
    MeterPlan,
    Named,
    PayRow,
    PaySheet,
    RulingPlan,
    Sign,
    SpotPlan,
)
from houseway.game.words import Words

if TYPE_CHECKING:
    from houseway.game.base import Game

OF_THE_HOUSE = (
    "breakage", "felt", "predominant", "pay_tables_shown", "tables_on_any_decks", "rates",
    "tier_counts_side_bets", "petition", "accounts",
)  # fmt: skip
"""Postings that concern no player."""


def layout_of(game: Game) -> Layout:
    """Return the layout of a game as posted, by names alone."""
    tables = game.pay_tables()
    return Layout(
        game=game.id,
        name=game.name,
        shape=game.family,
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


def with_words(game: Game, plan: Layout) -> Layout:
    """Return the layout with words for people."""
    words, pay = game.words(), pay_told(game, plan)
    return replace(
        plan,
        zones=tuple(replace(zone, words=words.zone(zone.name)) for zone in plan.zones),
        spots=tuple(spot_told(game, spot) for spot in plan.spots),
        pucks=tuple(Named(puck.name, words.puck(puck.name)) for puck in plan.pucks),
        signage=signs_of(game, words),
        pay=pay,
        rules=game.fingerprint(),
        look=look_of(game, plan.look.stakes),
        meters=tuple(meter_told(words, plan, pay, meter) for meter in plan.meters),
        actions=actions_of(game, words),
        rulings=tuple(
            RulingPlan(x.name, words.ruling(x.name), x.words, x.takes, x.needs, x.clauses)
            for x in game.ruling_rules.values()
        ),
    )


def spot_told(game: Game, spot: SpotPlan) -> SpotPlan:
    """Return a spot with words: its name, and the moments of placing and deciding it."""
    words = game.words()
    return replace(
        spot,
        label=called(game, spot.name),
        placed=words.moment(spot.placed) if spot.placed else "",
        resolves=words.moment(spot.resolves) if spot.resolves else "",
    )


def called(game: Game, spot: str) -> str:
    """Return the name of a spot: the posted one if it differs from the default."""
    key = next((w.called_by for w in game.wagers if w.name == spot), "")
    if key and game.posting[key] != game.declared()[key].default:
        return game.words().value(key, game.posting[key])
    return game.words().wager(spot)


def pay_told(game: Game, plan: Layout | None = None) -> tuple[PaySheet, ...]:
    """Return the posted pay tables with words."""
    words = game.words()
    return tuple(
        replace(
            sheet,
            words=words.wager(sheet.wager),
            rows=tuple(row_told(words, sheet.wager, row) for row in sheet.rows),
        )
        for sheet in (plan or game.presenter.bare_layout()).pay
    )


def row_told(words: Words, table: str, row: PayRow) -> PayRow:
    """Return a row of a pay table with words."""
    return replace(row, words=words.row(table, row.outcome, row.covers))


def signs_of(game: Game, words: Words) -> tuple[Sign, ...]:
    """Return every posting with its explanation, then every other display.

    Postings that no player asks about come last: choices of the house alone, and those of wagers
    and meters that this table does not have.
    """
    declared = game.declared()
    found = []
    for key, text in game.sign():
        choice = declared.get(key)
        if choice is None:
            found.append(Sign(key, text, words.posting(key), words.value(key, text)))
        else:
            said = words.value(key, game.posting[key])
            found.append(Sign(key, text, words.posting(key), said, choice.says, choice.clauses))
    last = {*OF_THE_HOUSE, *_not_here(game)}
    return tuple(sorted(found, key=lambda sign: sign.key in last))


def _not_here(game: Game) -> Iterator[str]:
    """Yield the keys of postings of wagers that are not offered and meters that do not exist."""
    for wager in game.wagers:
        if wager not in game.offered:
            yield from wager.postings()
        elif wager.progressive:
            for number in range(len(wager.terms(game)), wager.progressive.meters):
                parts = (f"{wager.name}_{part}" for part in ("seed", "rate", "reserve_rate"))
                yield from (f"{part}_{number + 1}" if number else part for part in parts)


def meter_told(words: Words, plan: Layout, pay: Sequence[PaySheet], meter: MeterPlan) -> MeterPlan:
    """Return a progressive meter with words, and the rows of the pay table that it pays."""
    (table,) = (spot.pay for spot in plan.spots if spot.name == meter.spot)
    rows = {row.outcome: row.words for sheet in pay if sheet.wager == table for row in sheet.rows}
    of = sum(other.spot == meter.spot for other in plan.meters)
    return replace(
        meter,
        words=words.meter(meter.spot, meter.number, of),
        rows=tuple(rows[outcome] for outcome in meter.rows),
    )
