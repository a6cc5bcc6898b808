"""What a viewer sees of set hands: pieces as dealt, parts when they are set, the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.plans import Zone
from houseway.shapes.banked import Box
from houseway.shapes.banks import PlayerDealer
from houseway.shapes.set_hands.state import DEALERS, MAIN, Parts, SetHandsState
from houseway.shapes.set_hands.terms import OWN_WAY, REFUSED
from houseway.shapes.sight import has_lost
from houseway.shapes.stakes import SETTLING
from houseway.views import OwnPile, Pile, View

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands


def zones(game: SetHands) -> tuple[Zone, ...]:
    """Where pieces lie: at the seats, in the rack, in the cup, before the house dealer."""
    n = game.hand_size
    found = [Zone(game.kind.name, slots=n)]
    found += [Zone(part, slots=size) for part, size in game.parts.items()]
    if game.fouls != REFUSED:
        found.append(Zone("discards"))
    if isinstance(game.bank, PlayerDealer):
        dice = Zone("dice", "middle", kind="dice", slots=game.dice_n)
        return (*found, dice) if game.dice_n else tuple(found)
    dealers = [Zone(f"dealer {part}", "middle", slots=size) for part, size in game.parts.items()]
    return (*found, Zone("dealer", "middle", slots=n), *dealers)


def set_hands_view(game: SetHands, state: SetHandsState, viewer: int) -> View:
    """Every hand as dealt or set, with what all banked tables show."""
    return game.table_view(state, viewer, piles(game, state, viewer))


def piles(game: SetHands, s: SetHandsState, viewer: int) -> list[Pile]:
    """The dice in the open cup, the dealer's hand, and everybody's."""
    shown = [str(die) for die in s.dice]
    dice = [Pile("dice", 0, shown, up=[True] * len(shown))] if shown else []
    boxes = sorted(s.dealt, key=DEALERS.__ne__)
    return [*dice, *(pile for box in boxes for pile in piles_at(game, s, box, viewer))]


def piles_at(game: SetHands, s: SetHandsState, box: Box, viewer: int) -> list[Pile]:
    """Pieces before they are set, parts after, in words too; seen by their seat at first."""
    seat, hand = box
    up = box in s.shown
    holder = s.holder(seat)
    seen = up or viewer == holder != 0
    parts: Parts = ((game.kind.name, s.dealt[box]),)
    words: tuple[str, ...] = ("",)
    if box in s.sets:
        parts, words = game.lying(s, box)
    turn = s.holding(holder) == box and (holder in s.waiting or s.phase == SETTLING)
    marks = marks_of(game, s, box)
    lost = bool(seat) and has_lost(s, seat, MAIN, hand)
    return [
        Pile(
            zone_of(game, s, box, part), seat,
            [game.kind.names[piece] if seen else "??" for piece in pieces],
            hand, [up] * len(pieces), turn, total if seen else "", marks, lost=lost,
        )
        for (part, pieces), total in zip(parts, words, strict=True)
    ]  # fmt: skip


def marks_of(game: SetHands, s: SetHandsState, box: Box) -> list[str]:
    """Which hand it is, where a player has several, and whether it was set the house way."""
    seat, hand = box
    found = [f"hand {hand + 1}"] if seat and game.hands_each > 1 else []
    if seat and (by := s.set_by.get(box, OWN_WAY)) != OWN_WAY:
        found.append(game.words().status(by))
    return found


def own_piles(
    game: SetHands, state: SetHandsState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """The pieces that this seat holds and that are not shown yet."""
    found: list[OwnPile] = []
    for box in state.dealt:
        if box not in state.shown and state.holder(box[0]) == viewer:
            places = (at for at, pile in enumerate(public) if (pile.seat, pile.hand) == box)
            found += map(OwnPile, places, piles_at(game, state, box, viewer))
    return found


def zone_of(game: SetHands, s: SetHandsState, box: Box, part: str) -> str:
    """Where a part lies, or all of a hand that is not set yet."""
    if box == DEALERS:
        return f"dealer {part}" if box in s.sets else "dealer"
    return "discards" if box in s.collected else part


def which_hand(game: SetHands, seat: int, box: Box) -> str:
    """Which hand it is, where a player could mean another."""
    circle, hand = box
    if circle == seat and game.hands_each == 1:
        return ""
    where = f"circle {circle}" if circle != seat else ""
    which = f"hand {hand + 1}" if game.hands_each > 1 else ""
    return ", ".join(filter(None, (where, which)))
