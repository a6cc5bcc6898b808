"""The simulation of poker games: every player bets one unit and stays to the showdown.

Deck positions of each seat's cards are read off one live hand in which everybody calls. Hands are
evaluated in blocks by ``batch``, from tables filled by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.game_math import SimulationRequest
from houseway.analysis.poker.showdown import Showdown, showdown_of
from houseway.analysis.random_streams import mix
from houseway.analysis.wager_odds import Estimate, weigh_column
from houseway.engine.driver import default_act
from houseway.engine.questions import Act, Asking, Chance, Pick, Question
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.game.base import Seat
from houseway.hands.poker_high import high_by_ranks, high_by_suit
from houseway.hands.poker_low import NO_LOW, low_by_ranks, qualified
from houseway.table.round import Round

DEFAULT_SEATS = 6
"""The default number of players."""
BLOCK = 2048
"""Hands dealt at once; their cards fit in the processor's cache."""
SHARES = 16
"""The base of the digits in a code of ``share_pots``, above the number of seats."""
STAYS = ("check", "call", "play_board", "show")
"""Decisions that stay in. Where hands are declared, a silent player cannot play the board."""


def stay(question: Question, seat: int) -> Act:
    """Return the decision of a player who never bets or folds, and discards the last cards
    dealt.
    """
    assert isinstance(question, Asking)
    names = {choice.name for choice in question.choices_of(seat)}
    for choice in question.choices_of(seat):
        if isinstance(choice, Pick) and "pat" not in names:
            return Act(seat, choice.name, pieces=choice.pieces[-choice.least :])
    for name in STAYS:
        if name in names:
            return Act(seat, name)
    return default_act(question, seat)


def play_live(game: Poker, seats: int, deck: tuple[int, ...]) -> Round:
    """Play a live hand from this deck in which everybody stays."""
    chips = 1000 * game.least_bet
    round_ = Round(game, [Seat(i + 1, f"seat {i + 1}", chips) for i in range(seats)])
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            if question.kind != "pieces":
                raise Refused(
                    f"with {seats} players who stay, the deck of {game.name} runs out and cards "
                    "are mixed again, which is not simulated; take fewer seats"
                )
            round_.deal(deck[round_.drawn : round_.drawn + question.n])
        else:
            round_.act(stay(question, question.seats()[0]))
    return round_


# Compiled loops.


def deal_hands(deck: Any, random: Any, hole_at: Any, board_at: Any, hole: Any, board: Any) -> None:
    """Shuffle for each hand, and copy cards from their deck positions to seats and board."""
    hands, seats, cards = hole.shape
    last = 0
    for k in range(seats):
        for j in range(cards):
            last = max(last, hole_at[k, j])
    for j in range(len(board_at)):
        last = max(last, board_at[j])
    for i in range(hands):
        mix(deck, 0, last + 1, random)
        for k in range(seats):
            for j in range(cards):
                hole[i, k, j] = deck[hole_at[k, j]]
            for j in range(len(board_at)):
                board[i, k, j] = deck[board_at[j]]


def winners(strengths: Any) -> Any:
    """Return the best strength and the number of seats that have it."""
    best, n = strengths[0], 0
    for k in range(len(strengths)):
        if strengths[k] > best:
            best = strengths[k]
    for k in range(len(strengths)):
        if strengths[k] == best:
            n += 1
    return best, n


def share_pots(highs: Any, lows: Any, found: Any) -> None:
    """Fill in each seat's share of each pot: the number of high winners, and of low ones if any."""
    for i in range(len(highs)):
        high, high_n = winners(highs[i])
        low, low_n = NO_LOW, 0
        if len(lows):
            low, low_n = winners(lows[i])
        for k in range(highs.shape[1]):
            share = high_n if highs[i, k] == high else 0
            if low != NO_LOW:
                share += SHARES * (1 + (low_n if lows[i, k] == low else 0))
            found[i, k] = share


def share_of(code: int) -> Fraction:
    """Return the share of the pot for a code of ``share_pots``."""
    low, high = divmod(code, SHARES)
    part = Fraction(1, high) if high else Fraction(0)
    if not low:
        return part
    return (part + (Fraction(1, low - 1) if low > 1 else 0)) / 2


class PokerSimulation:
    """Simulated hands with a fixed number of players, from the deal to the showdown."""

    chunk = 1 << 18

    def __init__(self, game: Poker, seats: int, showdown: Showdown) -> None:
        if not game.seats_min <= seats <= game.seats_max:
            limits = f"{game.seats_min} to {game.seats_max}"
            raise Refused(f"{game.name} has {limits} seats, not {seats}")
        if type(game).hands is not showdown.hands or len(game.parts) > 2:
            raise Refused(f"{game.name} makes its hands in a way that is not simulated yet")
        self.game, self.seats, self._showdown = game, seats, showdown
        self.codes = SHARES * SHARES
        self.counts = seats * self.codes

    loops: tuple[Callable[..., Any], ...] = (
        deal_hands, share_pots, high_by_ranks, high_by_suit, low_by_ranks, qualified,
    )  # fmt: skip

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the simulation."""
        given_up = any(street.discard for street in self.game.streets)
        drawing = ", and no one draws" if self.game.hand_size else ""
        return (
            f"{self.seats} players put in one unit each and stay to the showdown; no betting"
            + drawing,
            *(("what is given up is what was dealt last, without a choice",) if given_up else ()),
            "no collection is taken, and odd chips are split",
            "one deck, shuffled before every hand",
        )

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile; the tables of hands have their own check."""
        return all(is_kept(compiled(loop, no_refcount=True)) for loop in (deal_hands, share_pots))

    @cached_property
    def places(self) -> tuple[Any, Any]:
        """Return the deck positions of each seat's cards and of the board, from a live hand."""
        s = play_live(self.game, self.seats, tuple(range(len(self.game.kind.copies)))).state
        hole: Any = np.array([s.hole[seat] for seat in range(1, self.seats + 1)], np.int64)
        return hole, np.array(s.board, np.int64)

    def shares(self, hole: Any, board: Any) -> Any:
        """Return a code of ``share_of`` for every seat of every hand."""
        hands, seats, _ = hole.shape
        judged = self._showdown.many(self.game, _flat(hole), _flat(board))
        first, *others = (x.reshape(hands, seats) for x in judged)
        second = others[0] if others else np.zeros((0, seats), first.dtype)
        found = np.zeros((hands, seats), np.uint8)
        compiled(share_pots, no_refcount=True)(first, second, found)
        return found

    def play(self, rounds: int, random: Any) -> Any:
        """Return the counts of ``rounds`` hands from a stream of random numbers."""
        deck: Any = np.arange(len(self.game.kind.copies)).astype(np.uint8)
        deal, (hole_at, board_at) = compiled(deal_hands, no_refcount=True), self.places
        counts = np.zeros((self.seats, self.codes), np.int64)
        for done in range(0, rounds, BLOCK):
            n = min(BLOCK, rounds - done)
            hole = np.zeros((n, *hole_at.shape), np.uint8)
            board = np.zeros((n, self.seats, len(board_at)), np.uint8)
            deal(deck, random, hole_at, board_at, hole, board)
            found = self.shares(hole, board)
            for k in range(self.seats):
                counts[k] += np.bincount(found[:, k], minlength=self.codes)
        return counts.ravel()

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimated share of each seat."""
        found = {}
        for k, ways in enumerate(counts.reshape(self.seats, self.codes).tolist()):
            by_share: dict[Fraction, int] = {}
            for code, n in enumerate(ways):
                if n:
                    share = share_of(code)
                    by_share[share] = by_share.get(share, 0) + n
            shares = sorted(by_share, reverse=True)
            nets = [share * self.seats - 1 for share in shares]
            counted = tuple(by_share[share] for share in shares)
            names = tuple("pot" if x == 1 else f"{x} of the pot" if x else "none" for x in shares)
            column = weigh_column(SHOWDOWN, counted, nets)
            name = f"seat {k + 1}"
            found[name] = Estimate(self.game.id, name, names, counted, {SHOWDOWN: column}, SHOWDOWN)
        return found


SHOWDOWN = "showdown"


def _flat(cards: Any) -> Any:
    """Return [deal, seat, card] as [deal and seat, card]."""
    hands, seats, n = cards.shape
    return cards.reshape(hands * seats, n)


def poker_simulation(game: Poker, request: SimulationRequest) -> PokerSimulation:
    """Return the simulation of a poker game; Refused for a game with another way to evaluate
    hands.
    """
    showdown = showdown_of(game)
    if showdown is None:
        raise Refused(f"{game.name} is a game of {game.family}, which is not simulated yet")
    seats = DEFAULT_SEATS if request.seats is None else request.seats
    return PokerSimulation(game, seats, showdown)
