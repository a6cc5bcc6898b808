"""How a poker table is laid out: room for the cards of all streets, the chips, the stakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.chips import chips
from houseway.money import shown
from houseway.plans import Layout, Look, SpotPlan, Zone
from houseway.posting import ANY_AMOUNT
from houseway.shapes.poker_room.amounts import amounts
from houseway.shapes.poker_room.limits import SPREAD
from houseway.shapes.poker_room.streets import Street

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

LIMIT_BETS, LEAST_BETS = 100, 1_000
"""How many upper limits, or least bets where there are none, the largest chip may be worth."""


def poker_layout(game: PokerRoom, plan: Layout) -> Layout:
    """The table with the spot of each seat's bet, and places for as many cards as come."""
    upper = game.upper_limit * LIMIT_BETS if game.limited else game.least_bet * LEAST_BETS
    clauses = game.why_clauses.get("betting", ())
    bet = SpotPlan(
        "bet", "what a player has put in on this street", game.smallest_chip, ANY_AMOUNT, False,
        clauses, rank="follows",
    )  # fmt: skip
    places = {"hole": held(game.streets), "board": sum(x.board for x in game.streets)}
    return replace(
        plan,
        zones=tuple(_with_places(zone, places) for zone in plan.zones),
        spots=(bet,),
        scene="ring",
        denominations=chips(game.smallest_chip, upper),
        look=Look(stakes=stakes(game)),
    )


def _with_places(zone: Zone, places: dict[str, int]) -> Zone:
    return replace(zone, slots=places.get(zone.name, zone.slots))


def held(streets: Sequence[Street]) -> int:
    """The most cards that a player holds at one time."""
    most = now = 0
    for street in streets:
        now += sum(cards.n for cards in street.cards) - street.discard
        most = max(most, now)
    return most


def stakes(game: PokerRoom) -> str:
    """What is played for: ``limit $2/$4``, ``no limit · blinds $1/$2``."""
    said = game.words().value("structure", game.structure)
    small, big = (shown(cents) for cents in amounts(game).limits)
    if game.betting == SPREAD:
        said = f"{said} {small} – {big}"
    elif game.limited:
        said = f"{said} {small}/{big}"
    blinds = (game.small_blind, game.middle_blind, game.big_blind)
    forced = {1: blinds[2:], 2: (blinds[0], blinds[2]), 3: blinds}.get(game.blinds_left, ())
    parts = [said]
    if any(forced) and not game.limited:
        parts.append(f"blind{'s' * (len(forced) > 1)} {'/'.join(map(shown, forced))}")
    if game.ante:
        parts.append(f"ante {shown(game.ante)}")
    return " · ".join(parts)
