"""Poker bots that know the odds: chances of winning, the price of a call, an occasional bluff.

A bot gets its view and nothing else: its own cards, the up cards, the chips and the question. The
chance of winning comes from random deals of everything it cannot see (``analysis/poker/equity``).
Discards in a draw come from the small tables there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import msgspec
import numpy as np

from houseway.analysis.poker.equity.chance import Prospect, VisibleCards, prospect, seen_by
from houseway.analysis.poker.equity.forms import Form, form_of
from houseway.engine.questions import Act, Amount, Choice, Pick, Pieces
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.game.face.views import View
from houseway.hands.poker_high import best_high
from houseway.table.round import Round


class Style(msgspec.Struct, frozen=True):
    """The style of a bot.

    It calls with a chance of winning that is better than the price by ``margin``. It bets with
    ``bets`` times an equal part of the pot, and bluffs with this frequency.
    """

    margin: float
    bets: float
    bluffs: float


STYLES = {
    "tight": Style(0.05, 1.5, 0.02),
    "loose": Style(-0.03, 1.25, 0.08),
    "caller": Style(-0.06, 3.0, 0.0),
}

SURE = 0.8
"""The share of the pot above which every style bets, whatever the number of opponents."""
RAISED_AGAIN = 0.9
"""Below this share, a bot calls a raise of its own bet and does not raise again."""
SIZE = 0.7
"""The size of a bet as a share of the pot, where the rules leave a choice."""
PLAIN = ("post", "show", "pass", "agree", "play_on", "wait")
"""Answers when nothing is at stake; the bot takes the first one that is offered."""


class PokerBot:
    """A bot for every poker game, with its own random numbers."""

    def __init__(self, style: str = "tight", seed: int | None = None) -> None:
        if style not in STYLES:
            raise Refused(f"a bot plays {', '.join(STYLES)}, not {style!r}")
        self.style = STYLES[style]
        self.random = random.Random(seed)
        self.deals = np.random.default_rng(self.random.getrandbits(64))

    def choose(self, round_: Round, seat: int) -> Act:
        """Return a decision that the rules allow this seat now."""
        if not isinstance(round_.game, Poker):
            raise Refused(f"{round_.game.name} is not a poker game")
        return self.answer(round_.game, round_.view(seat))

    def answer(self, game: Poker, view: View) -> Act:
        """Return the decision of the viewer of this view."""
        prompt, seat = view.prompt, view.viewer
        if prompt is None:
            raise Refused(f"seat {seat} is not asked anything now")
        offered = {choice.name: choice for choice in prompt.actions}
        if "discard" in offered:
            return self._gives_up(game, view, offered)
        if "play_board" in offered and plays_board(game, view):
            return Act(seat, "play_board")
        if "check" in offered or "fold" in offered:
            return self._bets(game, view, offered)
        return Act(seat, next((name for name in PLAIN if name in offered), prompt.default_action))

    def _bets(self, game: Poker, view: View, offered: Mapping[str, Choice]) -> Act:
        """Return the decision in a betting round, by the hand's share and the price of a call."""
        seat, seen = view.viewer, seen_of(game, view)
        higher = next((offered[x] for x in ("raise", "bet", "complete") if x in offered), None)
        if game.opened_by_a_hand and "fold" not in offered:
            opens = game.has_openers(seen.own)
            return self._opens(seat, offered) if opens else Act(seat, "check")
        found = prospect(form(game), seen, self.deals)
        price, pot = owed(offered), in_play(view)
        strong = self._is_strong(found, len(seen.others))
        raised = price > 0 and in_front(view, seat) > 0
        if raised and not found.unbeaten:  # another player has raised this bet
            strong = found.share > RAISED_AGAIN
        if strong or (not raised and self._likely(self.style.bluffs)):
            if isinstance(higher, Amount):
                return Act(seat, higher.name, self._amount(higher, pot, price))
            if "call" in offered and found.share > price / (pot + price):
                return Act(seat, "call")
        if "check" in offered:
            return Act(seat, "check")
        meets = "call" if "call" in offered else "bring_in"
        worth = found.unbeaten or found.share >= price / (pot + price) + self.style.margin
        return Act(seat, meets) if worth and meets in offered else Act(seat, "fold")

    def _opens(self, seat: int, offered: Mapping[str, Choice]) -> Act:
        """Open the pot with the least bet, or announce the opening where no bet is asked for."""
        bet = offered.get("bet")
        return Act(seat, "bet", bet.least) if isinstance(bet, Amount) else Act(seat, "open")

    def _is_strong(self, found: Prospect, others: int) -> bool:
        """Return True for a hand to bet or raise with against this number of others."""
        equal = 1 / (others + 1)
        return found.unbeaten or found.share > min(self.style.bets * equal, SURE)

    def _likely(self, chance: float) -> bool:
        """Return True with this probability."""
        return self.random.random() < chance

    def _amount(self, choice: Amount, pot: int, price: int) -> int:
        """Return the call plus a share of the pot, in whole steps and within the allowed
        amounts.
        """
        wanted = int(SIZE * (pot + price)) + price
        steps = max(0, min(wanted, choice.most) - choice.least) // choice.step
        return choice.least + steps * choice.step

    def _gives_up(self, game: Poker, view: View, offered: Mapping[str, Choice]) -> Act:
        """Return the decision of a small table, or the discard of a few cards with the best
        result."""
        seat, choice = view.viewer, offered["discard"]
        assert isinstance(choice, Pick), "cards are given up by naming them"
        made = form(game)
        if made.keep is None:
            return Act(seat, "discard", pieces=self._worst(made, view, choice))
        kept = made.keep(np.array(choice.pieces, np.uint8)[:, None])[:, 0]
        gone = tuple([card for card, stays in zip(choice.pieces, kept, strict=True) if not stays])
        if "pat" in offered and kept.all():
            return Act(seat, "pat")
        left = tuple([card for card in choice.pieces if card not in gone])
        more = max(choice.least - len(gone), 0)  # a hand that has more cards than it may
        gone, left = (*gone, *left[:more])[: choice.most], left[more:]
        name = "split" if "split" in offered and not game.has_openers(left) else "discard"
        return Act(seat, name, pieces=gone)

    def _worst(self, made: Form, view: View, choice: Pick) -> Pieces:
        """Return the cards to give up: those without which the hand's share is greatest."""
        seen = seen_by(view)

        def without(card: int) -> float:
            own = tuple([held for held in seen.own if held != card])
            left = replace(seen, own=own, dead=(*seen.dead, card))
            return prospect(made, left, self.deals).share

        best = sorted(choice.pieces, key=without, reverse=True)
        return tuple(best[: choice.least])


@lru_cache(maxsize=64)
def form(game: Poker) -> Form:
    """Return how the hands of a game are made."""
    return form_of(game)


def seen_of(game: Poker, view: View) -> VisibleCards:
    """Return the cards that the viewer sees, and whether the last draw is over."""
    draws = [street.name for street in game.streets if street.draw]
    return seen_by(view, drawn=bool(draws) and view.phase == draws[-1])


def owed(offered: Mapping[str, Choice]) -> int:
    """Return the cost of staying in."""
    for name in ("call", "bring_in"):
        if name in offered:
            return offered[name].cents  # type: ignore[union-attr]
    return 0


def in_play(view: View) -> int:
    """All the money of the hand."""
    return sum(pot.cents for pot in view.pots) + sum(chips.cents for chips in view.chips)


def in_front(view: View, seat: int) -> int:
    """Return the bet of a seat in this round of betting."""
    return sum(chips.cents for chips in view.chips if chips.seat == seat)


def plays_board(game: Poker, view: View) -> bool:
    """Return True if the bot's own cards add nothing to the board."""
    seen = seen_by(view)
    return len(seen.board) == 5 and best_high(seen.own + seen.board) == best_high(seen.board)
