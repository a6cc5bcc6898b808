"""Views, prompts and result texts of blackjack games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from houseway.families.banked.presenter import BankedPrompts, BankedTelling, chip_views, has_lost
from houseway.families.blackjack.backline import ABOUT, next_asked
from houseway.families.blackjack.rules import LOSE
from houseway.game.words import ordinal
from houseway.hands.poker_high import RANK_NAMES
from houseway.pieces.cards import JOKER
from houseway.pieces.kind import UNSEEN
from houseway.presentation.views import Chips, OwnPile, Pile
from houseway.util.english import a

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack
    from houseway.families.blackjack.state import BlackjackState, Hand
    from houseway.presentation.presenter import Moment
    from houseway.presentation.views import View


# -- sight ------------------------------------------------------------------------------------
# What a viewer sees of a blackjack table.

FACE_DOWN = "face down"


def blackjack_view(game: Blackjack, s: BlackjackState, viewer: int) -> View:
    """Hands, the dealer's cards with the hole card hidden until it is turned, chips, lammers."""
    show, piles = game.kind.show, []
    if s.dealer:
        dealer = s.dealer if s.hole_seen else [s.dealer[0], UNSEEN]
        total = game.dealer_words(s.dealer) if s.hole_seen else ""
        up = [True, s.hole_seen, *([True] * (len(s.dealer) - 2))][: len(dealer)]
        piles.append(Pile("dealer", 0, show(dealer).split(), up=up, total=total))
    turn = s.playing() if s.phase == "playing" else None
    for seat, hands in s.hands.items():
        for i in range(len(hands)):
            piles.append(hand_pile(game, s, viewer, seat, i, turn == (seat, i)))
    return game.table_view(s, viewer, piles, [*chip_views(game, s), *lammers(s)])


def lammers(s: BlackjackState) -> Iterator[Chips]:
    """Lammers lie beside the hands that they were given for, or on the wager that counts them."""
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


def own_piles(
    game: Blackjack, state: BlackjackState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """A player's hands, where they are dealt face down."""
    if viewer not in state.down:
        return []
    return [
        OwnPile(at, hand_pile(game, state, viewer, viewer, pile.hand, pile.turn))
        for at, pile in enumerate(public)
        if pile.seat == viewer and pile.zone == "hand"
    ]


def hand_pile(
    game: Blackjack, s: BlackjackState, viewer: int, seat: int, i: int, turn: bool
) -> Pile:
    """One hand of a seat, as this viewer sees it."""
    hand = s.hands[seat][i]
    down = 2 * (seat in s.down)
    cards, total, words = hand.cards, "", game.words()
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
    lost = is_lost(game, s, seat, i)
    return Pile("hand", seat, game.kind.show(cards).split(), i, up, turn, total, marks, lost=lost)


def marks_of(hand: Hand) -> Iterator[str]:
    """What was done to a hand, by names in the game's words."""
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


def is_lost(game: Blackjack, s: BlackjackState, seat: int, i: int) -> bool:
    """Whether a hand is given up, gone over, or beaten; one for a lammer alone has no chips."""
    hand = s.hands[seat][i]
    if hand.surrendered or hand.tucked or has_lost(s, seat, "main", i):
        return True
    if not hand.settled or not hand.free or hand.void:
        return False
    return bool(game.outcome_of(s, hand) == LOSE)


# -- prompts ----------------------------------------------------------------------------------
# What people are told of the questions of blackjack: which hand, what it counts, against what.

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


# -- telling ----------------------------------------------------------------------------------
# What people are told of a round of blackjack: what the dealer has come to.

BUST = "bust"


class BlackjackTelling(BankedTelling):
    """The rounds of a blackjack table."""

    game: Blackjack

    def banks_hand(self, s: BlackjackState) -> str:
        """``Dealer 19``, ``Dealer busts with 24``, ``Dealer 22: standing hands push``."""
        game, count = self.game, self.game.count
        if not s.hole_seen or (not s.closed and count.dealer_draws(s.dealer, game.hits_soft_17)):
            return ""
        total, who = count.total(s.dealer), self.bank(s)
        if game.dealer_22_pushes and total == 22:
            return f"{who} 22: standing hands push"
        if count.over(s.dealer) and count.over_word == BUST:
            return f"{who} busts with {total}"
        return f"{who} {game.dealer_words(s.dealer)}"
