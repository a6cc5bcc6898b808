"""Views and texts of blackjack games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from houseway.families.banked.presenter import BankedPresenter, has_lost
from houseway.families.blackjack.backline import ABOUT, next_asked
from houseway.families.blackjack.rules import LOSE
from houseway.game.face.layout import SpotPlan
from houseway.game.face.views import Chips, OwnPile, Pile
from houseway.game.words import ordinal
from houseway.hands.poker_high import RANK_NAMES
from houseway.pieces.cards import JOKER
from houseway.pieces.kind import UNSEEN
from houseway.util.english import a

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack
    from houseway.families.blackjack.state import BlackjackHand, BlackjackState
    from houseway.game.face.presenter import Moment

FACE_DOWN, PLAYING, BUST = "face down", "playing", "bust"


class BlackjackPresenter(BankedPresenter):
    """Hands against the dealer's, with the hole card hidden until it is turned."""

    game: Blackjack

    def piles(self, s: Any, viewer: int) -> list[Pile]:
        """Return the dealer's cards and every hand."""
        game, piles = self.game, []
        if s.dealer:
            dealer = s.dealer if s.hole_seen else [s.dealer[0], UNSEEN]
            total = game.dealer_words(s.dealer) if s.hole_seen else ""
            up = [True, s.hole_seen, *([True] * (len(s.dealer) - 2))][: len(dealer)]
            piles.append(Pile("dealer", 0, game.kind.show(dealer).split(), up=up, total=total))
        turn = s.playing() if s.phase == PLAYING else None
        for seat, hands in s.hands.items():
            for i in range(len(hands)):
                piles.append(self._hand_pile(s, viewer, seat, i, turn == (seat, i)))
        return piles

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """Return a player's hands where they are dealt face down."""
        if viewer not in state.down:
            return []
        return [
            OwnPile(at, self._hand_pile(state, viewer, viewer, pile.hand, pile.turn))
            for at, pile in enumerate(public)
            if pile.seat == viewer and pile.zone == "hand"
        ]

    def chip_views(self, s: BlackjackState) -> list[Chips]:
        return [*super().chip_views(s), *lammers(s)]

    def _hand_pile(self, s: BlackjackState, viewer: int, seat: int, i: int, turn: bool) -> Pile:
        """Return one hand of a seat."""
        game, words, hand = self.game, self.words, s.hands[seat][i]
        down = 2 * (seat in s.down)
        cards, total = hand.cards, ""
        marks = [words.status(mark) for mark in marks_of(hand)]
        if game.hands_dealt > 1:
            marks.insert(0, f"spot {hand.spot + 1}")
        if hand.stays_for:
            marks.append(f"stays for {words.named(hand.stays_for)}")
        if down and viewer != seat:
            cards = [*(UNSEEN,) * 2, *cards[2:]]
            marks.append(words.status(FACE_DOWN))
        else:
            total = game.total_words(hand)
        up = [at >= down for at in range(len(cards))]
        shown, lost = game.kind.show(cards).split(), self._is_lost(s, seat, i)
        return Pile(
            "hand", seat, pieces=shown, hand=i, up=up, turn=turn, total=total, marks=marks,
            lost=lost,
        )  # fmt: skip

    def _is_lost(self, s: BlackjackState, seat: int, i: int) -> bool:
        """Return True if a hand is given up, bust or beaten; a free hand has no chips."""
        hand = s.hands[seat][i]
        if hand.surrendered or hand.tucked or has_lost(s, seat, "main", i):
            return True
        if not hand.settled or not hand.free or hand.void:
            return False
        return bool(self.game.outcome_of(s, hand) == LOSE)

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        """Return the spot of insurance: up to half of the main wager."""
        game = self.game
        if not game.insurance or "main" not in game.wager_named:
            return ()
        most = game.limits(game.wager_named["main"])[1] // 2
        return (
            SpotPlan(
                "insurance", "insurance", 1, most, False, game.declared()["insurance"].clauses,
                game.elements["main"], rank="late", placed="insurance", beside=("main",),
            ),
        )  # fmt: skip

    def hands_on(self, spot: str) -> int:
        game = self.game
        per_spot = game.hands_max if spot == "main" else 1
        return per_spot * game.hands_dealt if spot in ("main", "insurance") else 1

    def of_shape(self) -> tuple[Moment, ...]:
        return (*super().of_shape(), ("insure", "no_insurance"), ("surrender", "play_on"))

    def about(self, state: BlackjackState, seat: int) -> tuple[int, int]:
        """Return the hand and the circle that the seat's question is about; circle 0: its own."""
        circle, hand = seat, 0
        if state.phase == PLAYING:
            circle, hand = state.playing() or (seat, 0)
        elif state.phase in ABOUT and state.lines:
            circle = next_asked(state, seat, ABOUT[state.phase](self.game, state, seat))
        return hand, circle if circle != seat else 0

    def question(self, state: BlackjackState, seat: int, asked: str) -> str:
        """Return the number of the hand in play, its total, and the dealer's card."""
        turn = state.playing() if state.phase == PLAYING and not state.waiting else None
        if turn is None or turn[0] not in state.hands:
            return asked
        circle, hand = turn
        hands = state.hands[circle]
        which = [asked] if asked else []
        if len(hands) > 1 and not asked:
            which.append(f"{ordinal(hand)} hand")
        up = state.dealer[0]
        against = a("joker" if up == JOKER else RANK_NAMES[up >> 2])
        return ": ".join((*which, f"{self.game.total_words(hands[hand])} against {against}"))

    def banks_hand(self, s: BlackjackState) -> str:
        """Return ``Dealer 19``, ``Dealer busts with 24``, ``Dealer 22: standing hands push``."""
        game, count = self.game, self.game.count
        if not s.hole_seen or (not s.closed and count.dealer_draws(s.dealer, game.hits_soft_17)):
            return ""
        total, who = count.total(s.dealer), self.banker(s)
        if game.dealer_22_pushes and total == 22:
            return f"{who} 22: standing hands push"
        if count.over(s.dealer) and count.over_word == BUST:
            return f"{who} busts with {total}"
        return f"{who} {game.dealer_words(s.dealer)}"


def lammers(s: BlackjackState) -> Iterator[Chips]:
    """Yield lammers at the hands for which they were given, or on the wager that counts them."""
    if s.closed:
        return
    for seat, n in s.lammers.items():
        at, hands = s.lammers_at[seat], s.hands[seat]
        if at == "main" and n == sum(hand.lammers for hand in hands):
            for i, hand in enumerate(hands):
                if hand.lammers:
                    yield Chips(seat, at, 0, lammers=hand.lammers, hand=i)
        elif at != "dealer":
            yield Chips(seat, at, 0, lammers=n)


def marks_of(hand: BlackjackHand) -> Iterator[str]:
    """Yield the names of what was done to a hand."""
    if hand.switched and not hand.split:
        yield "switched"
    if hand.split:
        yield "split free" if hand.free else "split"
    if hand.doubled:
        yield f"doubled {hand.doubled}"
    if hand.surrendered:
        yield "surrendered"
    if hand.tucked:
        yield "tucked"
    if hand.void:
        yield "void"
