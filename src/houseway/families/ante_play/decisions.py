"""The choices of a seat at an ante-and-play table, and the reasons why others are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from houseway.cite import memo
from houseway.engine.questions import PLAYER, Act, Amount, Button, Choice
from houseway.errors import Reason, Refused
from houseway.families.ante_play.state import AntePlayState
from houseway.families.banked.betting import bet_too_late
from houseway.families.banked.settlement import HandKey
from houseway.game.pay_tables import LOSE
from houseway.money import format_dollars
from houseway.util.english import all_of, the

if TYPE_CHECKING:
    from houseway.families.ante_play.game import AntePlay

ANTE, PLAY = "ante", "play"
PAID_BY = {PLAY: "play_wager", ANTE: "ante"}
"""The pay tables of the wagers against the dealer's hand."""
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

    def decision(self, s: AntePlayState, seat: int, at: HandKey) -> tuple[Choice, ...]:
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

    def fold_words(self, s: AntePlayState, at: HandKey) -> str:
        """Return the words of a fold: the wagers given up and kept, and a warning if one has won
        already.
        """
        game, lying = self.game, s.spots_of(at)
        lost = tuple([spot for spot in game.forfeits if spot in lying])
        alive = tuple([spot for spot in lying if spot not in game.forfeits])
        won = tuple([x for x in lost if game.by_own_cards(s, at, x) not in (None, LOSE)])
        return self._said[lost, alive, won]

    def _say(self, spots: tuple[Spots, Spots, Spots]) -> str:
        """Return the effect of a fold in words: wagers lost, kept and already won."""
        lost, alive, won = spots
        words = f"gives up {self._several(lost)}"
        if alive:
            words += f"; {self._several(alive)} {'stays' if len(alive) == 1 else 'stay'}"
        if won:
            words += f"; {self._several(won)} has won and would be lost"
        return words

    def _several(self, spots: Sequence[str]) -> str:
        """Return the names of spots in one phrase: ``the ante and the pair plus``."""
        return all_of(the(self.named(spot)) for spot in spots)

    def check_hands(self, act: Act) -> None:
        """Refuse wagers for which no hand is dealt."""
        game = self.game
        wanted, dealt_in = set(), set()
        for put in game.bets.puts(act):
            wanted.add((put.circle, put.hand))
            if put.whom == PLAYER and put.spot in game.dealt_in_by:
                dealt_in.add((put.circle, put.hand))
        if not all(circle for circle, _ in wanted or ((0, 0),)):
            wanted.add((0, 0))
        if wanted == dealt_in:
            return
        _, hand = min(wanted - dealt_in)
        needed = game.words().a_wager(*game.dealt_in_by)
        raise Refused(
            "hand-needs-ante", f"hand {hand + 1} is dealt for {needed}", game.wager_clauses
        )

    def explain(self, s: AntePlayState, seat: int, name: str) -> Reason | None:
        """Explain why a decision is not offered now; None: nothing forbids it."""
        game = self.game
        if name == "bet":
            return bet_too_late("the cards are dealt", game.wager_clauses)
        if name not in DECISIONS:
            return None
        clauses = game.choice_clauses.get(name, game.turn_clauses)
        if (at := game.undecided(s).get(seat)) is None:
            return Reason("no-ante", f"seat {seat} has no ante to decide on", clauses)
        if name == "play_and_tip" and self.tip is None:
            return Reason("play-wager-no-tips", "no tips are taken on the play wager", clauses)
        ante, purse = own_ante(s, seat, at), s.purses[seat]
        if name == "play":
            return Reason(
                "play-wager-not-covered",
                f"a play wager equals the ante of {format_dollars(ante)}, and "
                f"{format_dollars(purse)} is left",
                clauses,
            )
        return Reason(
            "tip-not-covered",
            f"{format_dollars(purse)} is left, not enough for that and a tip",
            clauses,
        )


def own_ante(s: AntePlayState, seat: int, at: HandKey) -> int:
    """Return a seat's own ante on a hand, in cents."""
    chips = s.stakes.get((at[0], ANTE, at[1]))
    return chips.get((seat, PLAYER), 0) if chips else 0


def which_hand(s: AntePlayState, seat: int, at: HandKey) -> str:
    """The hand in words, where its player could mean another."""
    circle, hand = at
    where = f"circle {circle}, " if circle != seat else ""
    return f"{where}hand {hand + 1}: " if where or (circle, 1) in s.hands else ""
