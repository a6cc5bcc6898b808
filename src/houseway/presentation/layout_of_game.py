"""The layout of a table: what a page draws before anybody sits, and what people call it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.game.words import Words
from houseway.presentation.buttons import actions_of
from houseway.presentation.felt import look_of
from houseway.presentation.layout import (
    Layout,
    MeterPlan,
    Named,
    PayRow,
    PaySheet,
    RulingPlan,
    Sign,
    SpotPlan,
)

if TYPE_CHECKING:
    from houseway.game.base import Game

OF_THE_HOUSE = (
    "breakage", "felt", "predominant", "pay_tables_shown", "tables_on_any_decks", "rates",
    "tier_counts_side_bets", "petition", "accounts",
)  # fmt: skip
"""What is posted that concerns no player."""


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
    """A spot in words: what it is called, when it is placed and when it is decided."""
    words = game.words()
    return replace(
        spot,
        label=called(game, spot.name),
        placed=words.moment(spot.placed) if spot.placed else "",
        resolves=words.moment(spot.resolves) if spot.resolves else "",
    )


def called(game: Game, spot: str) -> str:
    """What a spot is called: as the house posts it, where it has posted a name of its own."""
    key = next((w.called_by for w in game.wagers if w.name == spot), "")
    if key and game.posting[key] != game.declared()[key].default:
        return game.words().value(key, game.posting[key])
    return game.words().wager(spot)


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
    """What is posted, each choice with its explanation, and what is displayed besides.

    What no player asks for comes last: choices of the house alone, and what is posted of wagers
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
    """The keys of what is posted of wagers that are not offered and meters that are not there."""
    for wager in game.wagers:
        if wager not in game.offered:
            yield from wager.postings()
        elif wager.meters:
            for number in range(len(wager.terms(game)), wager.meters):
                parts = (f"{wager.name}_{part}" for part in ("seed", "rate", "reserve_rate"))
                yield from (f"{part}_{number + 1}" if number else part for part in parts)


def meter_told(words: Words, plan: Layout, pay: Sequence[PaySheet], meter: MeterPlan) -> MeterPlan:
    """A progressive meter in words, with the rows of the pay table that it pays."""
    (table,) = (spot.pay for spot in plan.spots if spot.name == meter.spot)
    rows = {row.outcome: row.words for sheet in pay if sheet.wager == table for row in sheet.rows}
    of = sum(other.spot == meter.spot for other in plan.meters)
    return replace(
        meter,
        words=words.meter(meter.spot, meter.number, of),
        rows=tuple(rows[outcome] for outcome in meter.rows),
    )
