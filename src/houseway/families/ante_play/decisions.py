"""The decisions of an ante-and-play table: to play a hand, with a tip or without, or to fold it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from houseway.cite import memo
from houseway.engine.questions import DEALER, PLAYER, Act, Amount, Button
from houseway.errors import Reason, Refused
from houseway.families.ante_play.state import AntePlayState, Played
from houseway.families.banked.settlement import HandKey
from houseway.families.banked.state import Staked
from houseway.game.decisions import HandDecision, no_reason
from houseway.game.pay_tables import LOSE
from houseway.money import format_dollars
from houseway.util.english import all_of, the

if TYPE_CHECKING:
    from houseway.families.ante_play.game import AntePlay
    from houseway.game.base import RoundContext

ANTE, PLAY = "ante", "play"
PAID_BY = {PLAY: "play_wager", ANTE: "ante"}
"""The pay tables of the wagers against the dealer's hand."""
KEPT = 64
"""Hands of a few tables, whose strength one wager after the other asks for."""
Spots: TypeAlias = tuple[str, ...]
DECIDING = "deciding"
"""The moment at which hands are played or folded."""


class HandTexts:
    """The texts of a hand in one posted game: the effect of a fold, and the spot of its tip."""

    def __init__(self, game: AntePlay) -> None:
        self.game = game
        tip = game.tip_spot(game.wager_named[ANTE])
        self.tip = tip if game.play_tips and game.tips else None
        self.named = game.words().wager
        self._said = memo(self._say)

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


def check_hands(game: AntePlay, act: Act) -> None:
    """Refuse wagers for which no hand is dealt."""
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
    raise Refused("hand-needs-ante", f"hand {hand + 1} is dealt for {needed}", game.wager_clauses)


class Turn(NamedTuple):
    """A hand to be played or folded, with the wager and the chips of the seat that decides."""

    seat: int
    at: HandKey
    ante: int
    purse: int
    which: str
    """The hand in words, where its player could mean another."""


def turn_of(s: AntePlayState, seat: int, at: HandKey) -> Turn:
    """Return the turn of a seat with a hand."""
    return Turn(seat, at, own_ante(s, seat, at), s.purses[seat], which_hand(s, seat, at))


def hand_decision(
    words: str, *, unless: Any = no_reason, **more: Any
) -> Callable[[Callable[..., Any]], HandDecision]:
    """Declare a function as a decision on a hand, by its name.

    It is called with the game, the round, the hand and the act. ``unless`` is its
    ``explain_hand``; ``more`` are its other fields.
    """

    def declared(run: Callable[..., Any]) -> HandDecision:
        name = run.__name__

        def carry_out(game: AntePlay, r: RoundContext[AntePlayState], act: Act) -> None:
            at = r.state.next_hand(act.seat, ANTE)
            assert at is not None, f"seat {act.seat} has no hand to decide on"
            run(game, r, at, act)

        def explain(game: AntePlay, s: AntePlayState, seat: int) -> Reason | None:
            if (at := s.next_hand(seat, ANTE)) is None:
                return Reason("no-ante", f"seat {seat} has no ante to decide on", cited(game, name))
            reason: Reason | None = unless(game, s, turn_of(s, seat, at))
            return reason

        return HandDecision(
            name=name, words=words, run=carry_out, explain_unavailable=explain, at=DECIDING,
            explain_hand=unless, **more,
        )  # fmt: skip

    return declared


def explain_not_played(game: AntePlay, s: AntePlayState, turn: Turn) -> Reason | None:
    """Explain why a hand is not played: the play wager is not covered."""
    if turn.purse >= turn.ante:
        return None
    return Reason(
        "play-wager-not-covered",
        f"a play wager equals the ante of {format_dollars(turn.ante)}, and "
        f"{format_dollars(turn.purse)} is left",
        cited(game, "play"),
    )


def explain_no_tip(game: AntePlay, s: AntePlayState, turn: Turn) -> Reason | None:
    """Explain why a hand is not played with a tip: none is taken, or there are no chips for it."""
    if (tip := game.texts.tip) is None:
        no_tips = "no tips are taken on the play wager"
        return Reason("play-wager-no-tips", no_tips, cited(game, "play_and_tip"))
    if most_tip(game, turn) >= tip.least:
        return None
    left = f"{format_dollars(turn.purse)} is left, not enough for that and a tip"
    return Reason("tip-not-covered", left, cited(game, "play_and_tip"))


def cited(game: AntePlay, name: str) -> tuple[str, ...]:
    """Return the clauses of a decision in this game."""
    return game.choice_clauses.get(name, game.turn_clauses)


def most_tip(game: AntePlay, turn: Turn) -> int:
    """Return the most of a tip on the play wager, in cents; negative: not even that is covered."""
    tip = game.texts.tip
    most = min(tip.most if tip is not None else 0, turn.purse - turn.ante)
    return min(most, turn.ante) if game.tip_within_own else most


def tip_amount(game: AntePlay, s: AntePlayState, turn: Turn) -> Amount:
    """Return the choice of a tip with the play wager."""
    tip = game.texts.tip
    assert tip is not None, "a table that takes tips"
    words = f"{turn.which}the same, with a tip for the dealer beside it"
    return Amount("play_and_tip", tip.least, most_tip(game, turn), tip.step, words)


@hand_decision("", unless=explain_not_played, choice=lambda game, s, turn: Button(
    "play", f"{turn.which}a play wager equal to the ante", turn.ante))  # fmt: skip
def play(game: AntePlay, r: RoundContext[AntePlayState], at: HandKey, act: Act) -> None:
    """The hand stays in, for a wager equal to its ante."""
    game.stake_play(r, at)
    r.emit(Played(*at))


@hand_decision("", unless=explain_no_tip, choice=tip_amount,
               exists=lambda game: game.play_tips,
               hidden=lambda game: game.texts.tip is None)  # fmt: skip
def play_and_tip(game: AntePlay, r: RoundContext[AntePlayState], at: HandKey, act: Act) -> None:
    """The same, with a tip for the dealer on the play wager."""
    game.stake_play(r, at)
    r.emit(Played(*at))
    elsewhere = at[0] if at[0] != act.seat else 0
    r.emit(Staked(act.seat, PLAY, act.amount, at[1], DEALER, elsewhere))


@hand_decision("", choice=lambda game, s, turn: Button(
    "fold", turn.which + game.texts.fold_words(s, turn.at)))  # fmt: skip
def fold(game: AntePlay, r: RoundContext[AntePlayState], at: HandKey, act: Act) -> None:
    """The hand is given up."""
    game.fold(r, at, PLAYER)


DECISIONS = (play, play_and_tip, fold)


def own_ante(s: AntePlayState, seat: int, at: HandKey) -> int:
    """Return a seat's own ante on a hand, in cents."""
    chips = s.stakes.get((at[0], ANTE, at[1]))
    return chips.get((seat, PLAYER), 0) if chips else 0


def which_hand(s: AntePlayState, seat: int, at: HandKey) -> str:
    """The hand in words, where its player could mean another."""
    circle, hand = at
    where = f"circle {circle}, " if circle != seat else ""
    return f"{where}hand {hand + 1}: " if where or (circle, 1) in s.hands else ""
