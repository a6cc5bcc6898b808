"""3 Dice Baccarat.  Colorado Rule 28, 30-2899.09."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.families.baccarat.dice import (
    DEALER_ONLY,
    DECISIONS,
    EACH_SIDE,
    FACTS,
    HOUSE_NAMES,
    LARGEST,
    DiceCups,
    name_shaker,
    reshake,
)
from houseway.families.baccarat.game import Baccarat
from houseway.families.baccarat.presenter import CupsPresenter
from houseway.families.banked.rulings import void_round
from houseway.game.posting import displayed, fact, posted, posted_money, posted_number
from houseway.game.progressives import Progressive
from houseway.game.wagers import HANDS_KNOWN, side
from houseway.hands.three_dice import NO_TRIPLE, triple
from houseway.pieces.dice import DICE
from houseway.rulebook.colorado.common import COLORADO
from houseway.rulebook.colorado.three_dice_baccarat.single_events import SINGLE_EVENTS, WHY

WIN, THREE_OVER_0, TIE, LOSE = range(4)
TIED, NOT_TIED = range(2)
BY_9, BY_8, BY_7, BY_6, BY_5, BY_4, EVEN, OTHER = range(8)
(TRIPLE_3_TIE, TRIPLE_3_OVER_TRIPLE_6, DOUBLE_TRIPLE, TRIPLE_3, TRIPLE_1_OR_2, ANY_TRIPLE,
 WITHOUT_TRIPLE) = range(7)


@rule("CO-2899.09-4")
def hand_wager(mine: int, other: int) -> int:
    """A wager on the hand of these points: 3 over 0 pushes what would have won, and no more."""
    if mine == other:
        return TIE
    if mine < other:
        return LOSE
    return THREE_OVER_0 if mine == 3 and other == 0 else WIN


@rule("CO-2899.09-4", "CO-2899.09-8B", "CO-2899.09-8C",
      outcomes=("win", "3_over_0", "tie", "lose"))
def player(player_points: int, banker_points: int) -> int:
    """The wager on the Player hand."""
    return hand_wager(player_points, banker_points)


@rule("CO-2899.09-4", "CO-2899.09-8A", "CO-2899.09-8C",
      outcomes=("win", "3_over_0", "tie", "lose"))
def banker(player_points: int, banker_points: int) -> int:
    """The wager on the Banker hand."""
    return hand_wager(banker_points, player_points)


@rule("CO-2899.09-8A", "CO-2899.09-8B", outcomes=("tie", "lose"))
def tie(player_points: int, banker_points: int) -> int:
    """The wager that the hands are tied."""
    return TIED if player_points == banker_points else NOT_TIED


def behind_player(player_points: int, banker_points: int) -> tuple[str, ...]:
    """Return the clauses behind the wager on the Player hand: the paragraph of the winning hand."""
    won = won_by(player_points, banker_points)
    return (*PUSHES, won) if hand_wager(player_points, banker_points) == THREE_OVER_0 else (won,)


def behind_banker(player_points: int, banker_points: int) -> tuple[str, ...]:
    """Return the same for the wager on the Banker hand."""
    won = won_by(player_points, banker_points)
    return (*PUSHES, won) if hand_wager(banker_points, player_points) == THREE_OVER_0 else (won,)


def behind_tie(player_points: int, banker_points: int) -> tuple[str, ...]:
    """Return the clauses on the wager on a tie, which nothing pushes."""
    return (won_by(player_points, banker_points),)


PUSHES = ("CO-2899.09-4",)
"""The clauses of a push on 3 over 0."""


def won_by(player_points: int, banker_points: int) -> str:
    """The paragraph of the hand that has won, or of a tie."""
    if player_points == banker_points:
        return "CO-2899.09-8C"
    return "CO-2899.09-8A" if player_points > banker_points else "CO-2899.09-8B"


@rule("CO-2899.09-13a")
def talons(mine: int, other: int) -> int:
    """The margin by which the selected hand wins; 1 to 3 are not in the table."""
    if mine == other:
        return EVEN
    return BY_9 + 9 - (mine - other) if mine - other >= 4 else OTHER


TALONS = (
    "wins_by_9", "wins_by_8", "wins_by_7", "wins_by_6", "wins_by_5", "wins_by_4", "tie", "lose",
)


@rule("CO-2899.09-10B", "CO-2899.09-13a", outcomes=TALONS)
def golden_talons_player(player_points: int, banker_points: int) -> int:
    """Golden Talons on the Player hand."""
    return talons(player_points, banker_points)


@rule("CO-2899.09-10B", "CO-2899.09-13a", outcomes=TALONS)
def golden_talons_banker(player_points: int, banker_points: int) -> int:
    """Golden Talons on the Banker hand."""
    return talons(banker_points, player_points)


def why_player_talons(player_points: int, banker_points: int) -> str:
    """Return why Golden Talons on the Player hand lost: "lost" or "won_by_less"; else ""."""
    return _why_talons(player_points, banker_points)


def why_banker_talons(player_points: int, banker_points: int) -> str:
    """Return why Golden Talons on the Banker hand lost: "lost" or "won_by_less"; else ""."""
    return _why_talons(banker_points, player_points)


def _why_talons(mine: int, other: int) -> str:
    """Return why Talons lost, by the counts: "lost", or "won_by_less"; else ""."""
    if mine < other:
        return "lost"
    return "won_by_less" if 0 < mine - other < 4 else ""


@rule("CO-2899.09-10C", "CO-2899.09-14b", notes=("CO-2899.09-14a",),
      outcomes=("triple_3_tie", "triple_3_over_triple_6", "double_triple", "triple_3",
                "triple_1_or_2", "any_triple", "no_triple"))
def triple_progressive(player_dice: Sequence[int], banker_dice: Sequence[int]) -> int:
    """The triples of both cups, the highest award only."""
    a, b = triple(player_dice), triple(banker_dice)
    low, high = min(a, b), max(a, b)
    if high == NO_TRIPLE:
        return WITHOUT_TRIPLE
    if low == NO_TRIPLE:
        if high == 3:
            return TRIPLE_3
        return TRIPLE_1_OR_2 if high <= 2 else ANY_TRIPLE
    if low == 3 and high == 3:
        return TRIPLE_3_TIE
    return TRIPLE_3_OVER_TRIPLE_6 if low == 3 and high == 6 else DOUBLE_TRIPLE


BONUS = ("CO-2899.09-2", "CO-2899.09-3b", "CO-2899.09-5a", "CO-2899.09-5b")


class ThreeDiceBaccarat(Baccarat):
    """Baccarat with three dice for each hand, without commission: 3 over 0 pushes instead."""

    id = "3-dice-baccarat"
    name = "3 Dice Baccarat"
    jurisdiction = "Colorado"
    section = "30-2899.09"
    owner = "Galaxy Gaming"
    predominant = "baccarat"
    family = "dice_baccarat"
    kind = DICE
    presenter_class = CupsPresenter
    hands = DiceCups()
    step_modules = {"dice": DiceCups}
    facts = FACTS
    decisions = (*Baccarat.decisions, *DECISIONS)
    pucks = ("cup",)
    sections = ("CO-2899.09", "CO-ALL")
    wagers = (
        *(side(by.__name__, words, "CO-2899.09-5a", "CO-2899.09-5b", "CO-2899.09-7", rule=by,
               clauses_for=behind, resolves=HANDS_KNOWN, least=500, most=50_000, tips=True,
               always=True, aggregate=True)
          for by, behind, words in ((player, behind_player, "Player"),
                                    (banker, behind_banker, "Banker"),
                                    (tie, behind_tie, "Tie"))),
        *(side(by.__name__, words, *BONUS, "CO-2899.09-10A", "CO-2899.09-12u", rule=by,
               because=WHY.get(by.__name__), resolves=HANDS_KNOWN, most=10_000, tips=True,
               aggregate=True)
          for by, words in SINGLE_EVENTS),
        *(side(by.__name__, words, *BONUS, "CO-2899.09-10B", "CO-2899.09-13u", rule=by,
               because=why, resolves=HANDS_KNOWN, most=10_000, tips=True, aggregate=True,
               table="golden_talons")
          for by, why, words in (
              (golden_talons_player, why_player_talons, "Golden Talons on the Player hand"),
              (golden_talons_banker, why_banker_talons, "Golden Talons on the Banker hand"))),
        side("triple_progressive", "Triple Progressive", *BONUS, "CO-2899.09-10C",
             "CO-2899.09-14c", "CO-2899.09-14d", "CO-2899.09-14e", "CO-2899.09-14f",
             "CO-2899.09-14u",
             rule=triple_progressive, resolves=HANDS_KNOWN, 
             progressive=Progressive(2, awards_fixed=True, seed_per=100, rate=1_000)),
    )
    tip_clauses = ("CO-2899.09-9a", "CO-2899.09-9b")
    deal_clauses = ("CO-2899.09-1a",)
    turn_clauses = ("CO-2899.09-7",)
    rulings = (
        reshake("CO-2899.09-8a", "CO-2899.09-8c"),
        name_shaker("CO-2899.09-8b"),
        void_round("CO-2899.09-8a", "CO-2899.09-8c"),
    )
    cites = {
        **COLORADO,
        "dice.points": ("CO-2899.09-1b",),
        "dice.bring_hands": ("CO-2899.09-8a", "CO-2899.09-8b", "CO-2899.09-8c"),
        "dice.dealer_shakes": ("CO-2899.09-8a",),
        "dice.shaker": ("CO-2899.09-8b",),
    }

    felt: str = posted("3-dice-baccarat", cite=("CO-2899.09-3a", "CO-ALL-2"), says="table layout")
    dice_in_a_cup: int = fact(3, "CO-2899.09-1a", says="six-sided dice in each of the two cups")
    commission: str = displayed(
        "none", "CO-2899.09-4", says="the winning hand's wager pushes on 3 over 0 instead"
    )
    bonus_needs_standard: bool = posted(
        False, True, cite=("CO-2899.09-3b", "CO-2899.09-7"),
        says="a bonus wager needs a standard wager beside it",
    )
    players_shake: str = posted(
        DEALER_ONLY, LARGEST, EACH_SIDE, HOUSE_NAMES, cite="CO-2899.09-8b",
        says="who may shake after the dealer",
    )
    shake_wager: int = posted_money(
        0, cite="CO-2899.09-8b", says="the least in standard wagers of a player who shakes"
    )
    shake_players: int = posted_number(
        1, 1, 7, cite="CO-2899.09-8b", says="the fewest players for one of them to shake"
    )
    settles_from: str = posted(
        "dealer's right", "dealer's left", cite="CO-2899.09-8c",
        says="the seat that is settled first",
    )
    pay_tables_shown: str = posted(
        "layout", "signage", cite=("CO-2899.09-3a", "CO-ALL-3"),
        says="where the pay tables in use are displayed",
    )

    def sets(self) -> int:
        """Return 0: dice come from no deck."""
        return 0


GAME = ThreeDiceBaccarat
