"""What a seat may choose at an ante-and-play table, and why not something else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from houseway.cite import memo
from houseway.engine.questions import PLAYER, Act, Amount, Button, Choice
from houseway.errors import Refused
from houseway.families.ante_play.state import AntePlayState, At
from houseway.game.pay_tables import LOSE
from houseway.money import format_dollars
from houseway.util.english import all_of, the

if TYPE_CHECKING:
    from houseway.families.ante_play.game import AntePlay

ANTE, PLAY = "ante", "play"
KEPT = 64
"""Hands of a few tables, whose strength one wager after the other asks for."""
Spots: TypeAlias = tuple[str, ...]
DECISIONS = ("play", "play_and_tip", "fold")


class Offers:
    """The choices of one posted game."""

    def __init__(self, game: AntePlay) -> None:
        self.game = game
        tip = game.tip_spot(game.wager_named[ANTE])
        self.tip = tip if game.play_tips and game.tips else None
        self.named = game.words().wager
        self._said = memo(self._say)

    def decision(self, s: AntePlayState, seat: int, at: At) -> tuple[Choice, ...]:
        """Play for exactly the ante, with or without a tip, or fold."""
        ante, purse = own_ante(s, seat, at), s.purses[seat]
        which = which_hand(s, seat, at)
        found: list[Choice] = []
        if purse >= ante:
            found.append(Button("play", f"{which}a play wager equal to the ante", ante))
        if self.tip is not None:
            most = min(self.tip.most, purse - ante)
            most = min(most, ante) if self.game.tip_within_own else most
            if most >= self.tip.least:
                words = f"{which}the same, with a tip for the dealer beside it"
                found.append(
                    Amount("play_and_tip", self.tip.least, most, self.tip.step, words)
                )  # fmt: skip
        found.append(Button("fold", which + self.fold_words(s, at)))
        return tuple(found)

    def fold_words(self, s: AntePlayState, at: At) -> str:
        """What a fold gives up and leaves alive, with a warning where a wager has won already."""
        game, lying = self.game, s.spots_of(at)
        lost = tuple([spot for spot in game.forfeits if spot in lying])
        alive = tuple([spot for spot in lying if spot not in game.forfeits])
        won = tuple([x for x in lost if game.by_own_cards(s, at, x) not in (None, LOSE)])
        return self._said[lost, alive, won]

    def _say(self, spots: tuple[Spots, Spots, Spots]) -> str:
        lost, alive, won = spots
        words = f"gives up {self._several(lost)}"
        if alive:
            words += f"; {self._several(alive)} {'stays' if len(alive) == 1 else 'stay'}"
        if won:
            words += f"; {self._several(won)} has won and would be lost"
        return words

    def _several(self, spots: Sequence[str]) -> str:
        return all_of(the(self.named(spot)) for spot in spots)

    def no_hand(self, act: Act) -> Refused | None:
        """Why wagers are not taken: a hand is dealt for some of them only."""
        game = self.game
        wanted, dealt_in = set(), set()
        for put in game.bets.puts(act):
            wanted.add((put.circle, put.hand))
            if put.whom == PLAYER and put.spot in game.dealt_in_by:
                dealt_in.add((put.circle, put.hand))
        if not all(circle for circle, _ in wanted or ((0, 0),)):
            wanted.add((0, 0))
        if wanted == dealt_in:
            return None
        _, hand = min(wanted - dealt_in)
        needed = game.words().a_wager(*game.dealt_in_by)
        return Refused(f"hand {hand + 1} is dealt for {needed}", game.wager_clauses)

    def why_not(self, s: AntePlayState, seat: int, name: str) -> Refused | None:
        """Why a decision is not offered now, with its clause."""
        game = self.game
        if name == "bet":
            return Refused("wagers are placed before the cards are dealt", game.wager_clauses)
        if name not in DECISIONS:
            return None
        clauses = game.choice_clauses.get(name, game.turn_clauses)
        if (at := game.undecided(s).get(seat)) is None:
            return Refused(f"seat {seat} has no ante to decide on", clauses)
        if name == "play_and_tip" and self.tip is None:
            return Refused("no tips are taken on the play wager", clauses)
        ante, purse = own_ante(s, seat, at), s.purses[seat]
        if name == "play":
            return Refused(
                f"a play wager equals the ante of {format_dollars(ante)}, and {format_dollars(purse)} is left",
                clauses,
            )
        return Refused(f"{format_dollars(purse)} is left, not enough for that and a tip", clauses)


def own_ante(s: AntePlayState, seat: int, at: At) -> int:
    """What a seat has on the ante of a hand for itself."""
    chips = s.stakes.get((at[0], ANTE, at[1]))
    return chips.get((seat, PLAYER), 0) if chips else 0


def which_hand(s: AntePlayState, seat: int, at: At) -> str:
    """The hand in words, where its player could mean another."""
    circle, hand = at
    where = f"circle {circle}, " if circle != seat else ""
    return f"{where}hand {hand + 1}: " if where or (circle, 1) in s.hands else ""
