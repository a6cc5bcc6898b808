"""Free Bet Blackjack.  Colorado Rule 21, 30-2116."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import LOSE, PUSH, WIN, hard_9_to_11, pair_below_ten
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEALER, AFTER_PEEK, main_wager, side
from houseway.hands.blackjack import points
from houseway.pieces.cards import KING, SPADES, TEN
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts, combination
from houseway.side_bets.dealer_22 import NOT_22, TWENTY_TWOS, twenty_two_of, why_not_22
from houseway.side_bets.lammer_count import LAMMERS, lammers_gathered, why_no_lammer

(KINGS_OF_SPADES_AND_DEALER_BLACKJACK, KINGS_OF_SPADES, SUITED_KINGS, SUITED_QUEENS_JACKS_OR_TENS,
 SUITED_20, TWO_KINGS, UNSUITED_20, NOT_20) = range(8)


@rule("CO-2116-7A", "CO-2116-7C", "CO-2116-9D")
def may_double_free(hand: Sequence[int]) -> bool:
    """Two cards that make a hard 9, 10 or 11."""
    return hard_9_to_11(hand)


@rule("CO-2116-7B", "CO-2116-7D")
def may_split_free(hand: Sequence[int]) -> bool:
    """A pair of one rank, but not of ten-valued cards."""
    return pair_below_ten(hand)


@rule("CO-2116-3a", outcomes=TWENTY_TWOS, notes=("CO-2116-3c",))
def push_22(player_over_21: bool, dealer: Sequence[int]) -> int:
    """The dealer makes 22 and the player's hand has not gone over 21."""
    return NOT_22 if player_over_21 else twenty_two_of(dealer)


@rule("CO-2116-4b", outcomes=LAMMERS, notes=("CO-2116-4c",))
def pot_of_gold(lammers: int, dealer_blackjack: bool) -> int:
    """The lammers a spot has collected; a dealer's blackjack takes every wager."""
    return lammers_gathered(lammers, dealer_blackjack)


def behind_pot_of_gold(lammers: int, dealer_blackjack: bool) -> tuple[str, ...]:
    """A dealer's blackjack takes the wager by a clause of its own."""
    return ("CO-2116-4c",) if dealer_blackjack else ()


@rule("CO-2116-5",
      outcomes=("kings_of_spades_and_dealer_blackjack", "kings_of_spades", "suited_kings",
                "suited_queens_jacks_or_tens", "suited_20", "two_kings", "unsuited_20",
                "not_20"))
def kings_bounty(first_two: Sequence[int], dealer_blackjack: bool) -> int:
    """The player's first two cards make 20; the top award needs a dealer's blackjack too."""
    if points(first_two) != 20:
        return NOT_20
    a, b = first_two[0], first_two[1]
    suited = a & 3 == b & 3
    kings = a >> 2 == KING and b >> 2 == KING
    if kings and suited:
        if a & 3 != SPADES:
            return SUITED_KINGS
        return KINGS_OF_SPADES_AND_DEALER_BLACKJACK if dealer_blackjack else KINGS_OF_SPADES
    if suited:
        return SUITED_QUEENS_JACKS_OR_TENS if a == b and a >> 2 >= TEN else SUITED_20
    return TWO_KINGS if kings else UNSUITED_20


class FreeBetBlackjack(Blackjack):
    """Standard blackjack except as follows: free doubles, free splits, and 22 pushes."""

    id = "free-bet-blackjack"
    name = "Free Bet Blackjack"
    jurisdiction = "Colorado"
    section = "30-2116"
    owner = "LNW Gaming, Inc."
    signs = (accounts,)
    inherits = STANDARD
    cites = {**RULE_21, **DEALT_CARDS, "rules.lay": ("CO-2116-8a", "CO-2116-8Di")}
    sections = ("CO-2116", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-15": ("CO-2116-6", "CO-2116-6A")}
    wagers = (
        main_wager("initial bet", "CO-2116-2", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("push_22", "Push 22", "CO-2116-2", rule=push_22, because=why_not_22,
             resolves=AFTER_DEALER, needs="main", tips=True, element="blackjack"),
        side("pot_of_gold", "Pot of Gold", "CO-2116-2", rule=pot_of_gold, because=why_no_lammer,
             clauses_for=behind_pot_of_gold, resolves=AFTER_DEALER, needs="main", tips=True,
             element="blackjack"),
        side("kings_bounty", "King's Bounty", "CO-2116-2", rule=kings_bounty, resolves=AFTER_PEEK,
             needs="main", tips=True, element="poker"),
    )
    tip_clauses = ("CO-2116-6",)

    predominant = combination()
    felt: str = posted("free-bet-blackjack", cite=("CO-2116-1", "CO-ALL-2"), says="table layout")
    decks: int = posted(5, 6, 8, cite="CO-2116-1", default=6, says="52-card decks")
    blackjack_pays: str = posted("3 to 2", "6 to 5", cite="CO-2116-7I")
    soft_17: str = posted("hit", "stand", cite="CO-2116-7H", says="what the dealer does on soft 17")
    hands_max: int = fact(4, "CO-2116-7D", says="hands of one spot after splits")
    double_on: str = fact("any two", "CO-2116-7F", says="regular doubles")
    double_after_split: bool = fact(True, "CO-2116-7C", "CO-2116-9D")
    split_by: str = fact("value", "CO-2116-7E", says="regular splits")
    resplit_aces: bool = fact(True, "CO-2116-7D")
    dealer_22_pushes: bool = fact(True, "CO-2116-7G", says="a dealer total of 22 pushes")
    side_bets_judge: str = posted("original_hand", "any_hand", cite="CO-2116-3a",
                                  says="the hand Push 22 looks at after a split")
    blackjack_against_22: str = posted("paid", "pushed", cite="CO-2116-7G",
                                       says="a blackjack when the dealer makes 22")
    draw_only_if_winnable: bool = posted(
        False, True, cite="CO-2116-3b", says="no draw for Push 22 wagers that cannot win"
    )

    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2116-10", "CO-ALL-3"),
                                   says="where the pay tables in use are displayed")
    settles_from: str = fact("dealer's right", "CO-2116-8b", says="the seat settled first")
    marker: str = posted("lammer", "coin", cite="CO-2116-4a", says="what marks a free bet")
    free_split_signal: str = fact("two fingers down beside the wager", "CO-2116-8Dii",
                                  says="how a free split is asked for")
    tips_get_free_bets: bool = fact(True, "CO-2116-6A", says="a tip gets its player's free bets")
    tucks: bool = fact(True, "CO-2116-8D", "CO-2116-8Diii",
                       says="a busted original hand stays after a free split")
    lammers_count_for: str = fact("pot_of_gold", "CO-2116-4b", says="the wager that counts lammers")

    progressive: str = posted("off", cite="CO-2116-2",
                              says="a bet that is named without rules to play it by")

    free_double = staticmethod(may_double_free)
    free_split = staticmethod(may_split_free)

    draws_for = ("push_22",)

    free_split_clauses = {WIN: ("CO-2116-8A",), LOSE: ("CO-2116-8B",), PUSH: ("CO-2116-8C",)}
    free_double_clauses = {WIN: ("CO-2116-9A",), LOSE: ("CO-2116-9B",), PUSH: ("CO-2116-9C",)}


GAME = FreeBetBlackjack
