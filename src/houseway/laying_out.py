"""The layout of a table: what a page draws before anybody sits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.views import Layout, SpotPlan

if TYPE_CHECKING:
    from houseway.game import Game


def layout_of(game: Game) -> Layout:
    """The table of a game as it is posted."""
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
        pucks=game.pucks,
        signage=game.sign(),
        pay=tuple(tables[name].sheet(getattr(game, name)) for name in game.pay),
        meters=tuple(w.name for w in game.offered if w.meters),
    )
