"""Three Card Poker. Delta Club Casino, rules of play.

The player-dealer's last card lies open while the players decide. Without a queen high the
player-dealer does not qualify and the play wager goes back, but the ante is played for all the
same.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import procedure, rule
from houseway.engine.questions import Script
from houseway.families.ante_play.decisions import ANTE, PLAY
from houseway.families.ante_play.game import AntePlay, AntePlayState
from houseway.families.banked.player_dealer.bank import CLOCKWISE, DICE, FIRST_SEAT, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.families.banked.state import WagerReturned
from houseway.game.base import RoundContext
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import AFTER_DEALER, declare_wager, side
from houseway.hands.three_card import HIGH_CARD, STRAIGHT_FLUSH, category3, high3
from houseway.pieces.cards import ACE, QUEEN
from houseway.rulebook.delta.common import ACTION_BUTTON, PLAYER_DEALER, within_table_limits

QUEEN_HIGH = HIGH_CARD << 20 | QUEEN << 16
ROYAL = STRAIGHT_FLUSH << 20 | ACE << 16
WIN, TIE, LOSE = range(3)
UNQUALIFIED, QUALIFIED = 0, 3
"""The first of the three outcomes against a player-dealer who does not qualify, and who does."""
OUTCOMES = ("unqualified_win", "unqualified_tie", "unqualified_lose", "win", "tie", "lose")
BONUS = "bonus"
BY_SEAT, BY_WAGER = "seat by seat", "wager by wager"


@rule("CA-TCP-04", "CA-TCP-01")
def three_card_rank(cards: Sequence[int]) -> int:
    """Royal flush, straight flush, three of a kind, straight, flush, pair, high card."""
    return high3(int(cards[0]), int(cards[1]), int(cards[2]))


@rule("CA-TCP-05")
def compared_from(dealer: int) -> int:
    """Return the first outcome of the group: a queen high or better qualifies."""
    return QUALIFIED if dealer >= QUEEN_HIGH else UNQUALIFIED


@rule("CA-TCP-05", "CA-TCP-06", "CA-TCP-07", outcomes=OUTCOMES)
def showdown(player: int, dealer: int) -> int:
    """The higher hand wins, whether or not the player-dealer qualifies; equal hands tie."""
    if player == dealer:
        return compared_from(dealer) + TIE
    return compared_from(dealer) + (WIN if player > dealer else LOSE)


@rule("CA-TCP-05", "CA-TCP-06", "CA-TCP-07", outcomes=OUTCOMES)
def showdown_ties_to_bank(player: int, dealer: int) -> int:
    """Compare hands like ``showdown``, but an equal hand goes to the player-dealer."""
    return compared_from(dealer) + (WIN if player > dealer else LOSE)


@rule("CA-TCP-09", outcomes=("royal_flush", "straight_flush", "three_of_a_kind", "straight",
                             "flush", "pair", "high_card"))
def bonus(player: Sequence[int]) -> int:
    """A pair or better in the player's three cards, whatever the player-dealer has."""
    strength = three_card_rank(player)
    return 0 if strength == ROYAL else STRAIGHT_FLUSH + 1 - category3(strength)


class ThreeCardPoker(AntePlay):
    """An ante, a play wager and a bonus against a player-dealer who shows one card."""

    id = "three-card-poker"
    name = "Three Card Poker"
    jurisdiction = "California"
    section = "Delta Club Casino, Three Card Poker"
    predominant = "poker"
    sections = ("CA-TCP", "CA-PD")
    seats_max = 8
    seats_min = 2
    wagers = (
        declare_wager("ante", "Ante", ("CA-TCP-02", "CA-TCP-11"), required=True, least=2_00,
                      most=20_00),
        side("bonus", "Bonus", "CA-TCP-08", rule=bonus, resolves=AFTER_DEALER, needs="ante",
             equals="ante", least=2_00, most=20_00),
    )
    pucks = ("bank", "action")
    rulings = (void_round("CA-TCP-11", "CA-PD-02", "CA-PD-07"),)
    deal_clauses = ("CA-TCP-01", "CA-TCP-02")
    turn_clauses = ("CA-TCP-03",)
    wager_clauses = ("CA-TCP-02", "CA-TCP-08")
    choice_clauses = {
        "play": ("CA-TCP-03",), "fold": ("CA-TCP-03", "CA-TCP-15"),
        "bank": ("CA-PD-03", "CA-PD-17"), "join_bank": ("CA-PD-11",),
    }
    outcome_clauses = {
        "unqualified_win": ("CA-TCP-04", "CA-TCP-06"),
        "unqualified_tie": ("CA-TCP-04", "CA-TCP-06"),
        "unqualified_lose": ("CA-TCP-04", "CA-TCP-06"),
        "win": ("CA-TCP-04", "CA-TCP-07"),
        "tie": ("CA-TCP-04", "CA-TCP-07"),
        "lose": ("CA-TCP-04", "CA-TCP-07"),
    }
    fold_clauses = {"ante": ("CA-TCP-03",), "bonus": ("CA-TCP-15",)}
    cites = {
        **PLAYER_DEALER,
        **ACTION_BUTTON,
        "settling_way": ("CA-TCP-10", "CA-PD-06"),
        "bank.button": ("CA-TCP-10", "CA-PD-06", "CA-PD-16"),
        "bank.newcomers": ("CA-TCP-12", "CA-PD-10"),
        "bank.fees": ("CA-TCP-11", "CA-TCP-13", "CA-PD-01", "CA-PD-02"),
        "bank.cover": ("CA-TCP-10", "CA-TCP-16", "CA-PD-05"),
        "bank.order": ("CA-TCP-10", "CA-PD-06", "CA-PD-16"),
        "bank.next": ("CA-TCP-12", "CA-PD-07", "CA-PD-11"),
        "deal": ("CA-TCP-02", "CA-TCP-14"),
        "decisions": ("CA-TCP-03",),
        "fold": ("CA-TCP-03", "CA-TCP-15"),
        "forfeited": ("CA-TCP-03", "CA-TCP-15"),
        "collect_folds": ("CA-TCP-15",),
        "last_steps": ("CA-TCP-10",),
    }

    felt: str = posted("blackjack-style", "poker-style", cite="CA-TCP-01", says="the table")
    decks: int = posted_number(1, 1, 6, cite="CA-TCP-01", says="52-card decks")
    up_cards: int = fact(1, "CA-TCP-02", "CA-TCP-14",
                         says="the last of the player-dealer's three cards lies open")
    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(positions=8, direction=CLOCKWISE), joint=True,
            after_bet=True, button=(DICE, FIRST_SEAT),
            either_way=True,),
        "CA-TCP-01", "CA-TCP-12", "CA-PD-07", "CA-PD-10", "CA-PD-11",
        says="clockwise, two hands each, several together, newcomers when all others refuse",
    )
    ties: str = posted("push", "bank", cite=("CA-TCP-06", "CA-TCP-07"),
                       says="who wins equal hands: no one, or the player-dealer")
    fold_forfeits_bonus: bool = posted(True, False, cite="CA-TCP-15",
                                       says="a fold gives up the bonus wager too")
    order: str = posted(BY_SEAT, BY_WAGER, cite="CA-TCP-10",
                        says="Ante, Play and Bonus of a seat and then the next, or all Antes first")

    rank = staticmethod(three_card_rank)
    showdown = staticmethod(showdown)

    @procedure("CA-TCP-07", "CA-TCP-08", "CA-TCP-10", "CA-TCP-15")
    def check_posting(self) -> None:
        """Set what the posted readings decide: ties, forfeits of a fold, the order of
        settlement.
        """
        within_table_limits(self, (BONUS,), "CA-TCP-08")
        self.showdown = showdown_ties_to_bank if self.ties == "bank" else showdown
        self.forfeits = (ANTE, BONUS) if self.fold_forfeits_bonus else (ANTE,)
        one_pass = (ANTE, PLAY, BONUS)
        self.settles = (one_pass,) if self.order == BY_SEAT else tuple((x,) for x in one_pass)

    def describe(self, strength: int) -> str:
        return "royal flush" if strength == ROYAL else super().describe(strength)

    def hand(self, r: RoundContext[AntePlayState]) -> Script:
        """Play wagers go back before anything is settled, if the player-dealer does not qualify."""
        yield from self.deal_and_decide(r)
        if r.state.hands:
            self.expose_dealer(r)
            self.refund_play(r)
            self.settle_all(r)

    @procedure("CA-TCP-06")
    def refund_play(self, r: RoundContext[AntePlayState]) -> None:
        """A player-dealer who does not qualify: every play wager goes back at once."""
        s = r.state
        if compared_from(self.strength(s.dealer)) == QUALIFIED:
            return
        why = "the player-dealer does not qualify"
        for (circle, spot, hand), (bettor, whom), cents in tuple(s.iter_stakes()):
            if spot == PLAY:
                behind = circle if circle != bettor else 0
                r.emit(WagerReturned(
                    bettor, spot, cents=cents, reason=why, clauses=("CA-TCP-06",), hand=hand,
                    owner=whom, circle=behind,
                ))  # fmt: skip


GAME = ThreeCardPoker
