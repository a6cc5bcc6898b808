"""Pai Gow Tiles.  Delta Club Casino, rules of play.

Four dominoes make a high hand and a low hand; both must beat the player-dealer's, who wins
copies.  The position and all counting go counter-clockwise.
"""

from __future__ import annotations

from typing import Any

from houseway.cite import memo, procedure
from houseway.engine.questions import Pieces
from houseway.families.banked.game import HandKey
from houseway.families.banked.player_dealer.bank import COUNTERCLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.families.set_hands.decisions import Kept
from houseway.families.set_hands.game import SetHands
from houseway.families.set_hands.options import Described, by_parts, part_by_part
from houseway.families.set_hands.state import Parts, SetHandsState
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import main_wager
from houseway.hands.pai_gow_tiles import describe_hand, hand_rank, settle_ranks, settle_tiles
from houseway.hands.pai_gow_tiles_house_way import arranging_aid, house_way, setting
from houseway.pieces.tiles import TILES
from houseway.rulebook.delta.common import PLAYER_DEALER


class PaiGowTiles(SetHands):
    """Set hands of two tiles and two, the player-dealer counted as 1, 9 and 17."""

    id = "pai-gow-tiles"
    name = "Pai Gow Tiles"
    jurisdiction = "California"
    section = "Delta Club Casino, Pai Gow Tiles"
    predominant = "pai gow"
    sections = ("CA-TILE", "CA-PD")
    kind = TILES
    seats_max = 8
    seats_min = 2
    wagers = (main_wager("betting circle", "CA-TILE-04", "CA-TILE-10", least=10_00, most=200_00),)
    pucks = ("bank", "action")
    outcomes = settle_tiles.outcomes
    compare_clauses = settle_tiles.clauses
    turn_clauses = ("CA-TILE-02", "CA-TILE-06")
    wager_clauses = ("CA-TILE-04",)
    hands_clauses = ("CA-TILE-01", "CA-TILE-04")
    deal_clauses = ("CA-TILE-01", "CA-TILE-05")
    choice_clauses = {
        "set": ("CA-TILE-06",), "bank": ("CA-PD-03", "CA-PD-17"), "join_bank": ("CA-PD-11",),
    }
    cites = {
        **PLAYER_DEALER,
        "bank.next": ("CA-TILE-02", "CA-PD-07", "CA-PD-11"),
        "bank.fees": ("CA-TILE-04", "CA-PD-01", "CA-PD-02"),
        "dealing.open_cup": ("CA-TILE-01", "CA-TILE-03", "CA-TILE-04", "CA-PD-06"),
        "dealing.action_seat": ("CA-TILE-03", "CA-TILE-15", "CA-PD-16"),
        "dealing.order": ("CA-TILE-03", "CA-TILE-05", "CA-TILE-15"),
        "dealing.deal": ("CA-TILE-01", "CA-TILE-05"),
        "set_hands": ("CA-TILE-06",),
        "set_choices": ("CA-TILE-06",),
        "show_bank": ("CA-TILE-06",),
        "unsettled": ("CA-PD-06", "CA-PD-16"),
        "settle_hands": ("CA-PD-05", "CA-PD-06"),
        "decisions.check_room": ("CA-TILE-01", "CA-TILE-04"),
    }
    rulings = (void_round("CA-TILE-04", "CA-PD-02", "CA-PD-07"),)

    parts: dict[str, int] = fact({"high": 2, "low": 2}, "CA-TILE-06")
    higher_first: bool = fact(
        True, "CA-TILE-06", "CA-TILE-13",
        says="the higher two tiles are the high hand, however they lie: no foul is printed",
    )
    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(positions=8, direction=COUNTERCLOCKWISE), joint=True),
        "CA-TILE-02", "CA-TILE-04", "CA-PD-02", "CA-PD-07", "CA-PD-11",
        says="from seat 1 counter-clockwise, two hands each; fees before the dice",
    )
    dice_n: int = fact(3, "CA-TILE-01", says="dice in the cup")
    banker_at: tuple[int, ...] = fact(
        (9, 17), "CA-TILE-03", "CA-TILE-15", says="dice totals that name the player-dealer"
    )
    hands_each: int = posted_number(
        1, 1, 7, cite="CA-TILE-04", says="betting circles of a player, each with four tiles"
    )
    gee_joon_single: str = posted(
        "between", "lowest", cite=("CA-TILE-09", "CA-TILE-14"),
        says="where the 2-4 tile stands singly: between sevens and fives, or below them",
    )
    never_split_into_worse: bool = posted(
        True, False, cite="CA-TILE-12",
        says="whether the house way keeps a pair whose low hand a split would not better",
    )

    gee_joon_lowest: bool
    """The posting as the rules take it."""

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.gee_joon_lowest = self.gee_joon_single == "lowest"
        self._aids = Kept(self._setting_aid)
        self._ranks, self._called = memo(self._rank), memo(self._describe)

    @procedure("CA-TILE-12", "CA-TILE-14")
    def house_way(self, pieces: Pieces) -> Parts:
        t0, t1, t2, t3 = sorted(pieces)
        lowest = self.gee_joon_lowest
        choice = house_way(t0, t1, t2, t3, self.never_split_into_worse, lowest)
        return self.parted(setting(t0, t1, t2, t3, choice, lowest))

    @procedure("CA-TILE-13")
    def setting_aid(self, pieces: Pieces) -> str:
        return self._aids[tuple(sorted(pieces))]

    def _setting_aid(self, pieces: Pieces) -> str:
        t0, t1, t2, t3 = pieces
        choice = arranging_aid(t0, t1, t2, t3, self.gee_joon_lowest)
        aid = setting(t0, t1, t2, t3, choice, self.gee_joon_lowest)
        return f"aid: {TILES.show(aid[:2])} high, {TILES.show(aid[2:])} low"

    @procedure("CA-TILE-07", "CA-TILE-08", "CA-TILE-09", "CA-TILE-10", "CA-TILE-11")
    def compare(self, player: Pieces, bank: Pieces) -> int:
        return settle_ranks(*self.ranks(player), *self.ranks(bank))

    def outcome_of(self, s: SetHandsState, box: HandKey) -> tuple[int, tuple[str, ...], str]:
        """Return the outcome, with the result of each part: higher, lower or a copy."""
        mine, banks = self.ranks(s.sets[box]), self.ranks(s.sets[s.banks])
        outcome = settle_ranks(mine[0], mine[1], banks[0], banks[1])
        return outcome, self.compare_clauses, part_by_part(mine, banks)

    def ranks(self, pieces: Pieces) -> tuple[int, int]:
        """Return the ranks of the high hand and the low hand."""
        return self._ranks[pieces[:2]], self._ranks[pieces[2:]]

    def _rank(self, two: Pieces) -> int:
        """Return the rank of two tiles."""
        return hand_rank(two[0], two[1], self.gee_joon_lowest)

    def described(self, pieces: Pieces) -> Described:
        return by_parts((self._called[pieces[:2]], self._called[pieces[2:]]))

    def _describe(self, two: Pieces) -> str:
        """Return the words for two tiles."""
        return describe_hand(two[0], two[1], self.gee_joon_lowest)


GAME = PaiGowTiles
