"""What people are told of the questions of blackjack: which hand, what it counts, against what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.english import a
from houseway.hands.poker5 import RANK_NAMES
from houseway.pieces.cards import JOKER
from houseway.prompts import Moment
from houseway.shapes.blackjack.behind import ABOUT, next_asked
from houseway.shapes.blackjack.state import BlackjackState
from houseway.shapes.prompts import BankedPrompts
from houseway.words import ordinal

if TYPE_CHECKING:
    from houseway.shapes.blackjack import Blackjack

PLAYING = "playing"


class BlackjackPrompts(BankedPrompts):
    """The questions to hands against the dealer's."""

    game: Blackjack

    def of_shape(self) -> tuple[Moment, ...]:
        of_hand = self.game.offers.of_hand
        return (*super().of_shape(), of_hand, ("insure", "no_insurance"), ("surrender", "play_on"),
                ("match", "no_match"))  # fmt: skip

    def about(self, state: BlackjackState, seat: int) -> tuple[int, int]:
        circle, hand = seat, 0
        if state.phase == PLAYING:
            circle, hand = state.playing() or (seat, 0)
        elif state.phase in ABOUT and state.lines:
            circle = next_asked(state, seat, ABOUT[state.phase](self.game, state, seat))
        return hand, circle if circle != seat else 0

    def words(self, state: BlackjackState, seat: int, asked: str) -> str:
        """Of a hand that is played: which it is, what it counts and what the dealer shows."""
        turn = state.playing() if state.phase == PLAYING and not state.waiting else None
        if turn is None or turn[0] not in state.hands:
            return asked
        circle, hand = turn
        hands = state.hands[circle]
        which = [asked] if asked else []
        if len(hands) > 1 and not asked:
            which.append(f"{ordinal(hand)} hand")
        against = a(up_card(state.dealer[0]))
        return ": ".join((*which, f"{self.game.total_words(hands[hand])} against {against}"))


def up_card(card: int) -> str:
    """What the dealer shows: ``ten``."""
    return "joker" if card == JOKER else RANK_NAMES[card >> 2]
