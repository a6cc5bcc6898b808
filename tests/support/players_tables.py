"""3 Card Shine and 3 Dice Baccarat banked by players, and random rounds of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.engine.questions import Act, Chance
from houseway.engine.shoe import Shoe
from houseway.families.banked.player_dealer.bank import COUNTERCLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.game.base import Game, Seat
from houseway.game.fees import Schedule, Tier
from houseway.game.posting import fact
from houseway.rulebook.colorado.three_card_shine.game import ThreeCardShine
from houseway.rulebook.colorado.three_dice_baccarat.game import ThreeDiceBaccarat
from houseway.table.round import Round
from tests.support.random_play import random_act, random_ruling

FEES = Schedule("5..500", "CO-ALL-2", 500, 50_000, 100, (Tier(5_000, 200), Tier(0, 300)), "wager")
"""Fees made up for these tests."""
RICH = 10**7


class PlayersShine(ThreeCardShine):
    """3 Card Shine banked by a player, who may share the position."""

    bank: PlayerDealer = fact(PlayerDealer(joint=True))

    @classmethod
    def folder(cls) -> Path:
        return ThreeCardShine.folder()


class PlayersDice(ThreeDiceBaccarat):
    """3 Dice Baccarat banked by a player; the position goes the other way, claims clockwise."""

    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(direction=COUNTERCLOCKWISE), settles=1, joint=True)
    )

    @classmethod
    def folder(cls) -> Path:
        return ThreeDiceBaccarat.folder()


class FeesShine(PlayersShine):
    """The same with fees for the house."""

    schedule: str = fact(FEES.name)

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        return {FEES.name: FEES}


class FeesDice(PlayersDice):
    """The same with fees for the house, taken when the hands lie."""

    bank: PlayerDealer = fact(PlayerDealer(joint=True, fees_taken="after the deal"))
    schedule: str = fact(FEES.name)

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        return {FEES.name: FEES}


HOUSES: tuple[type[Game], ...] = (ThreeCardShine, ThreeDiceBaccarat)
PLAYERS: tuple[type[Game], ...] = (PlayersShine, PlayersDice, FeesShine, FeesDice)
anybody = pytest.mark.parametrize("game", (*HOUSES, *PLAYERS), ids=lambda game: game.__name__)
players = pytest.mark.parametrize("game", PLAYERS, ids=lambda game: game.__name__)
readings = pytest.mark.parametrize("coverage", ("action", "net"))


def posting(game: type[Game], chance: random.Random) -> dict[str, Any]:
    """Some table: one hand or two, either side first, either reading of the cover."""
    found: dict[str, Any] = {"settles_from": chance.choice(("dealer's right", "dealer's left"))}
    if issubclass(game, ThreeCardShine):
        found |= {"hands_each": chance.choice((1, 2)), "super_6_alone": chance.random() < 0.5}
    else:
        found["players_shake"] = chance.choice(("the dealer only", "largest wager"))
    return found


def decided(round_: Round, chance: random.Random) -> Act:
    """Any decision; a bank is often too short for what lies against it."""
    act = random_act(round_, chance)
    if act.name in ("bank", "join_bank"):
        most = min(act.amount, chance.choice((100, 1_500, 20_000, 10**6)))
        return msgspec.structs.replace(act, amount=chance.randint(100, max(most, 100)))
    return act


def played(game: Game, chance: random.Random, rulings: float = 0.0) -> Round:
    """One round of random decisions, cards, dice and rulings; people of all means."""
    seats = sorted(chance.sample(range(1, 8), chance.randint(2, 6)))
    means = (3_000, 40_000, 10 * RICH)
    round_ = Round(game, [Seat(seat, f"seat {seat}", chance.choice(means)) for seat in seats])
    shoe = Shoe(game.kind, game.sets(), chance)
    while (question := round_.question) is not None:
        ruling = random_ruling(round_, chance) if chance.random() < rulings else None
        if ruling is not None:
            round_.ruling(ruling)
        elif isinstance(question, Chance):
            n = question.n
            round_.deal(shoe.dice(n) if question.kind == "dice" else shoe.draw(n))
        else:
            round_.act(decided(round_, chance))
    return round_


def many(game: type[Game], n: int, rulings: float = 0.0, **posted: Any) -> Iterator[Round]:
    chance = random.Random(f"{game.__name__} {rulings} {posted}")
    for _ in range(n):
        yield played(game({**posting(game, chance), **posted}), chance, rulings)
