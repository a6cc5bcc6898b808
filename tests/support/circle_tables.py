"""Toy tables at which other people's circles may be bet, on a house's and on a player's bank."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from houseway.cite import rule
from houseway.engine.questions import Act
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.state import WagerReturned, WagerSettled
from houseway.game.base import Game, Seat
from houseway.game.fees import Schedule, Tier
from houseway.game.posting import fact
from houseway.game.wagers import AFTER_DEALER, side
from houseway.hands.blackjack import same_rank
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.colorado.pai_jack.game import PaiJack
from houseway.rulebook.delta.pai_gow_tiles.game import PaiGowTiles
from houseway.table.round import Round
from tests.support.players_tables import FeesDice, PlayersShine

FEES = Schedule("5..500", "CO-ALL-2", 500, 50_000, 100, (Tier(0, 300),))
"""Fees made up for these tests."""

PAIR_BOOK = """
title  = "Pairs"
source = "made up for these tests"

[pay]
clause  = "PAIR-1"
columns = ["A"]
rows = [["pair", "11 to 1"], ["none", "lose"]]
"""


@rule("PAIR-1", outcomes=("pair", "none"))
def pairs(first_two: Sequence[int]) -> int:
    """A pair in the first two cards."""
    return 0 if same_rank(first_two[0], first_two[1]) else 1


PAIR = side("pairs", "pairs", "PAIR-1", rule=pairs, resolves=AFTER_DEALER, needs="main",
            at_most="main", least=100, most=10_000, book=PAIR_BOOK)  # fmt: skip


class HouseCircles(StandardBlackjack):
    """Blackjack with a side bet; both are bet behind others, and in empty circles."""

    wagers: ClassVar[Any] = (*StandardBlackjack.wagers, PAIR)
    backline: tuple[str, ...] = fact(("main", "pairs"), "BJ-14")
    empty_circles: bool = fact(True, "BJ-14")

    @classmethod
    def folder(cls) -> Path:
        return StandardBlackjack.folder()


class PlayersCircles(HouseCircles):
    """The same banked by a player, with fees."""

    seats_min = 2
    bank: PlayerDealer = fact(PlayerDealer(joint=True))
    schedule: str = fact(FEES.name)

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        return {FEES.name: FEES}


class BacklineOnly(PlayersCircles):
    """Only the main wager behind others; three to a seat; no bets in empty circles."""

    backline: tuple[str, ...] = fact(("main",), "BJ-14")
    empty_circles: bool = fact(False)
    circles_each: int = fact(3, "BJ-14")


class Stacked(BacklineOnly):
    """Bonus chips lie on one another, up to the limit of one."""

    backline: tuple[str, ...] = fact(("main", "pairs"), "BJ-14")
    circles_each: int = fact(0)
    stacked: tuple[str, ...] = fact(("pairs",), "BJ-14")


class TilesCircles(PaiGowTiles):
    """Tiles whose circles all may bet on, occupied or not."""

    backline: tuple[str, ...] = fact(("main",), "CA-TILE-04")
    empty_circles: bool = fact(True, "CA-TILE-04")

    @classmethod
    def folder(cls) -> Path:
        return PaiGowTiles.folder()


class PaiJackCircles(PaiJack):
    """Hands of cards that are set, against the house, behind others only."""

    backline: tuple[str, ...] = fact(("main",), "CO-2112-1c")
    lone_backline: bool = fact(True)

    @classmethod
    def folder(cls) -> Path:
        return PaiJack.folder()


class ShineCircles(PlayersShine):
    """Ante and play, whose first wagers are bet elsewhere too."""

    backline: tuple[str, ...] = fact(("ante", "super_6"), "CO-2118-1")
    empty_circles: bool = fact(True)


class DiceCircles(FeesDice):
    """Baccarat: every wager may be bet at any seat, by any player."""

    backline: tuple[str, ...] = fact(("player", "banker", "tie"), "CO-2118-1")
    lone_backline: bool = fact(True)


TABLES: tuple[type[Game], ...] = (
    HouseCircles, PlayersCircles, BacklineOnly, Stacked, TilesCircles, PaiJackCircles,
    ShineCircles, DiceCircles,
)  # fmt: skip


def opened(game: StandardBlackjack, seats: Sequence[int], bank: int = 0, wager: int = 0) -> Round:
    """Return a round in which wagers are to be placed; the last seat banks, if a player does."""
    round_ = Round(game, [Seat(seat, f"player {seat}", 100_000) for seat in seats])
    while bank and round_.state.bank.seat != bank:
        seat = round_.question.seats()[0]
        round_.act(Act(seat, "bank", wager) if seat == bank else Act(seat, "refuse"))
    return round_


def bets(round_: Round, placed: dict[int, dict[str, int]]) -> None:
    """Each of these seats bets; the others sit out."""
    for seat, spots in placed.items():
        round_.act(Act(seat, "bet", places=tuple(spots.items())))
    while round_.state.phase == "betting":
        if round_.question is None or not round_.state.waiting:
            return
        round_.act(Act(round_.state.waiting[0], "sit_out"))


def deal(round_: Round, cards: str) -> None:
    """Give the pieces that chance is asked for, as many as at a time."""
    pieces = CARDS.parse(cards)
    while pieces:
        n = round_.question.n
        round_.deal(pieces[:n])
        pieces = pieces[n:]


def results(round_: Round) -> list[tuple[int, str, int]]:
    """Every wager in the order of settlement: bettor, label, net."""
    return [
        (settled.seat, settled.label, settled.net)
        for event in round_.events
        if isinstance(event, WagerSettled | WagerReturned)
        and (settled := event.settlement()) is not None
    ]
