"""How a banked table is laid out: its spots, the chips used there, round what people sit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.chips import chips, smallest
from houseway.money import shown
from houseway.plans import Layout, Look, MeterPlan, SpotPlan
from houseway.wager import AFTER_DEALER, HANDS_KNOWN, Wager

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked

MAIN, SIDE, LATE, PROGRESSIVE, FOLLOWS = "main", "side", "late", "progressive", "follows"
"""What a spot is among the others (``SpotPlan.rank``)."""
AT_THE_END = ("", AFTER_DEALER, HANDS_KNOWN)
TIP = 1_00
"""People tip in whole dollars, however little the rules let them."""


def banked_layout(game: Banked, plan: Layout) -> Layout:
    """The table with every spot that can take chips, and with its chips."""
    wagers = (wager_spot(game, game.wager_named[spot.name], spot) for spot in plan.spots)
    spots = (*wagers, *game.follow_spots(), *game.bank.spots(game))
    scene, direction = game.bank.scene()
    return replace(
        plan,
        spots=tuple(_shared(game, spots)),
        empty_circles=game.empty_circles,
        scene=scene,
        direction=direction,
        meters=tuple(meters(game)),
        denominations=denominations(game),
        look=Look(stakes=stakes(game)),
    )


def wager_spot(game: Banked, wager: Wager, spot: SpotPlan) -> SpotPlan:
    """The spot of a wager with what is known of it: its rank, when it is placed and decided."""
    return replace(
        spot,
        rank=rank(game, wager),
        placed=game.placed_at(wager),
        resolves="" if wager.resolves in AT_THE_END else wager.resolves,
        beside=game.bets.beside[wager.name],
        equals=wager.equals,
        tips=game.tips_on(wager),
    )


def rank(game: Banked, wager: Wager) -> str:
    """What a wager is among the others."""
    if wager.meters:
        return PROGRESSIVE
    if game.placed_at(wager):
        return LATE
    return MAIN if game.requires(wager) or wager in game.base_wagers else SIDE


def _shared(game: Banked, spots: Iterable[SpotPlan]) -> Iterable[SpotPlan]:
    """Each spot with its hands, and whether others than its player may bet there."""
    behind = {*game.backline, *(spot for spot, of in game.follows.items() if of in game.backline)}
    placed: dict[str, int] = {}
    for spot in game.bets.spots.values():
        placed[spot.wager] = max(placed.get(spot.wager, 0), spot.hand + 1)
    for plan in spots:
        hands = game.hands_on(plan.name)
        dealt = placed.get(plan.name, hands)
        yield replace(plan, hands=hands, dealt=dealt, behind=plan.name in behind)


def meters(game: Banked) -> Iterable[MeterPlan]:
    """The progressive meters, each with the rows that are paid from it."""
    for wager in (wager for wager in game.offered if wager.meters):
        sharing, table = game.sharing[wager.name], game.pay_tables()[wager.paid_by]
        paid = [
            row
            for row in table.rows_printed(getattr(game, wager.paid_by))
            if sharing.payouts[row].meter_percent
        ]
        for number in range(len(sharing.terms)):
            rows = (table.outcomes[row] for row in paid if sharing.meter_of[row] == number)
            yield MeterPlan(wager.name, number, "", tuple(rows))


def denominations(game: Banked) -> tuple[int, ...]:
    """The chips of which least and most of every wager can be made, and whole dollars for tips."""
    amounts, most = [], 0
    for wager in game.offered:
        low, high = game.limits(wager)
        amounts += [-(-low // wager.step) * wager.step, high // wager.step * wager.step]
        amounts += [TIP] if game.tips_on(wager) else []
        most = max(most, high)
    return chips(smallest(amounts), most)


def stakes(game: Banked) -> str:
    """What is played for: the least and the most of the wagers that get somebody dealt in."""
    limits = [game.limits(wager) for wager in game.base_wagers or game.offered]
    if not limits:
        return ""
    low, high = min(low for low, _ in limits), max(high for _, high in limits)
    return shown(low) if low == high else f"{shown(low)} – {shown(high)}"
