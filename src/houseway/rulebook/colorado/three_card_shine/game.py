"""3 Card Shine.  Colorado Rule 10, 30-1099.52."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import procedure, rule
from houseway.families.ante_play.game import IN_GROUPS, SINGLY, AntePlay
from houseway.families.ante_play.rulings import misdeals
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEALER, declare_wager, side
from houseway.hands.poker_high import ROYAL_FLUSH, category, high_any
from houseway.hands.poker_high import TRIPS as TRIPS_OF_FIVE
from houseway.hands.three_card import HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, TRIPS, category3, high3
from houseway.pieces.cards import ACE, QUEEN
from houseway.rulebook.colorado.common import COLORADO

THREE_ACES = 6
"""A category of its own, above the straight flush."""
QUEEN_HIGH = HIGH_CARD << 20 | QUEEN << 16
NO_QUALIFY, WIN, TIE, LOSE = range(4)
SUPER_6_ROWS = 8


@rule("CO-1099.52-1b")
def shine_rank(cards: Sequence[int]) -> int:
    """Three aces, straight flush, three of a kind, straight, flush, pair, high card."""
    strength = high3(int(cards[0]), int(cards[1]), int(cards[2]))
    return THREE_ACES << 20 | ACE << 16 if strength == TRIPS << 20 | ACE << 16 else strength


@rule("CO-1099.52-12", "CO-1099.52-13", "CO-1099.52-14A", "CO-1099.52-14B", "CO-1099.52-14Bi",
      outcomes=("no_qualify", "win", "tie", "lose"))
def shine_showdown(player: int, dealer: int) -> int:
    """The dealer needs a queen high; then the higher hand wins, card by card, or they tie."""
    if dealer < QUEEN_HIGH:
        return NO_QUALIFY
    if player == dealer:
        return TIE
    return WIN if player > dealer else LOSE


@rule("CO-1099.52-13A", outcomes=("straight_flush", "three_of_a_kind", "straight", "none"))
def ante_bonus(player: Sequence[int]) -> int:
    """A straight or better; three aces are three of a kind here."""
    kind = category3(shine_rank(player))
    if kind == STRAIGHT_FLUSH:
        return 0
    if kind in (TRIPS, THREE_ACES):
        return 1
    return 2 if kind == STRAIGHT else 3


@rule("CO-1099.52-2b2", "CO-1099.52-15a",
      outcomes=("three_aces", "straight_flush", "three_of_a_kind", "straight", "flush", "pair",
                "no_pair"))
def pair_xxx(player: Sequence[int]) -> int:
    """A pair or better in the player's three cards, whatever the dealer has."""
    return THREE_ACES - category3(shine_rank(player))


@rule("CO-1099.52-3", "CO-1099.52-15b",
      outcomes=("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush",
                "straight", "three_of_a_kind", "less"))
def super_6(both_hands: Sequence[int]) -> int:
    """Three of a kind or better in the best five of the player's and the dealer's six cards."""
    best = high_any(both_hands)
    if best == ROYAL_FLUSH:
        return 0
    if category(best) < TRIPS_OF_FIVE:
        return SUPER_6_ROWS - 1
    return SUPER_6_ROWS + 1 - category(best)


class ThreeCardShine(AntePlay):
    """An ante against the dealer, a wager on a pair, and one on both hands together."""

    id = "3-card-shine"
    name = "3 Card Shine"
    jurisdiction = "Colorado"
    section = "30-1099.52"
    owner = "Aces Up Gaming"
    predominant = "poker"
    sections = ("CO-1099.52", "CO-ALL")
    wagers = (
        declare_wager("ante", "ante", ("CO-1099.52-2a", "CO-1099.52-2b1"), always=True, tips=True,
              least=500, most=50_000),
        side("pair_xxx", "Pair XXX", "CO-1099.52-2a", "CO-1099.52-2b1", rule=pair_xxx,
             resolves=AFTER_DEALER, tips=True, least=500, most=10_000),
        side("super_6", "Super 6 Bonus", "CO-1099.52-3", "CO-1099.52-4", rule=super_6,
             resolves=AFTER_DEALER, tips=True, least=100, most=10_000),
    )
    tip_clauses = ("CO-1099.52-5a",)
    rulings = misdeals("CO-1099.52-7a", "CO-1099.52-7b", "CO-1099.52-7c")
    deal_clauses = ("CO-1099.52-1a2", "CO-1099.52-6b")
    turn_clauses = ("CO-1099.52-9", "CO-1099.52-10a1")
    choice_clauses = {
        "play": ("CO-1099.52-9",), "play_and_tip": ("CO-1099.52-5c", "CO-1099.52-9"),
        "fold": ("CO-1099.52-10a1",),
    }
    wager_clauses = ("CO-1099.52-2a", "CO-1099.52-4b")
    hands_clauses = ("CO-1099.52-1c",)
    outcome_clauses = {
        "no_qualify": ("CO-1099.52-12", "CO-1099.52-13"),
        "win": ("CO-1099.52-1b", "CO-1099.52-14A"), "lose": ("CO-1099.52-1b", "CO-1099.52-14B"),
        "tie": ("CO-1099.52-1b", "CO-1099.52-14Bi"),
    }
    cites = {
        **COLORADO,
        "reshuffle_at": ("CO-1099.52-6a",),
        "deal": ("CO-1099.52-4b", "CO-1099.52-6b", "CO-1099.52-6c"),
        "decisions": ("CO-1099.52-9", "CO-1099.52-10a1"),
        "fold_lost": ("CO-1099.52-10c1",),
        "fold": ("CO-1099.52-10a3", "CO-1099.52-10b"),
        "forfeited": ("CO-1099.52-10a1", "CO-1099.52-10c2"),
        "collect_folds": ("CO-1099.52-10a2", "CO-1099.52-10d"),
        "expose_dealer": ("CO-1099.52-11",),
        "last_steps": ("CO-1099.52-8", "CO-1099.52-10b", "CO-1099.52-10d"),
    }
    fold_clauses = {"ante": ("CO-1099.52-10a1",), "pair_xxx": ("CO-1099.52-10c2",)}

    felt: str = posted("3-card-shine", cite=("CO-1099.52-1a1", "CO-ALL-2"), says="table layout")
    decks: int = fact(1, "CO-1099.52-1a2", says="52-card decks")
    hands_each: int = posted(2, 1, cite="CO-1099.52-1c", says="hands one player may play")
    super_6_alone: bool = posted(False, True, cite="CO-1099.52-2a",
                                 says="Super 6 alone gets a hand dealt")
    delivery: str = posted(SINGLY, IN_GROUPS, cite="CO-1099.52-6b",
                           says="in rotation, or in threes from a device")
    tips: bool = posted(True, False, cite="CO-1099.52-5a", says="tip wagers are taken")
    play_tips: bool = fact(True, "CO-1099.52-5b", "CO-1099.52-5c",
                           says="a tip may be added to the play wager")
    forfeits: tuple[str, ...] = fact(("ante", "pair_xxx"), "CO-1099.52-10a1", "CO-1099.52-10c2",
                                     says="wagers that a fold gives up")
    settles: tuple[tuple[str, ...], ...] = fact(
        (("play", "ante_bonus", "ante", "pair_xxx", "super_6"),), "CO-1099.52-8",
        says="the order of settlement",
    )
    settles_from: str = posted("dealer's right", "dealer's left", cite="CO-1099.52-8",
                               says="the seat settled first")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-1099.52-16b", "CO-ALL-3"),
                                   says="where the pay tables in use are displayed")

    rank = staticmethod(shine_rank)
    showdown = staticmethod(shine_showdown)
    bonus_rule = staticmethod(ante_bonus)

    def describe(self, strength: int) -> str:
        return "three aces" if category3(strength) == THREE_ACES else super().describe(strength)

    @procedure("CO-1099.52-2a")
    def check_posting(self) -> None:
        """Set the wagers that get a hand dealt: Ante, Pair XXX, and Super 6 where (4) is read
        so.
        """
        first = ("ante", "pair_xxx")
        self.dealt_in_by = (*first, "super_6") if self.super_6_alone else first


GAME = ThreeCardShine
