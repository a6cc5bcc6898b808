"""21+3 and 21+3 Xtreme.  Colorado Rule 21, 30-2107."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import procedure, rule
from houseway.engine.questions import Script
from houseway.errors import Refused
from houseway.families.banked.settlement import Claim
from houseway.game.base import RoundContext
from houseway.game.pay_tables import LOSE
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEAL, main_wager, side
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.rulebook.colorado.twenty_one_plus_three.face_down import FACE_DOWN, FACE_UP, FaceDown
from houseway.side_bets.twenty_one_plus_three import FOUR_HANDS, four_hands

WAGER = "twenty_one_plus_three"


@rule("CO-2107-2", outcomes=FOUR_HANDS, notes=("CO-2107-D1", "CO-2107-D1b"))
def twenty_one_plus_three(first_two: Sequence[int], dealer_up: int) -> int:
    """The player's first two cards and the dealer's up card as a poker hand, the highest only."""
    return four_hands(first_two, dealer_up)


class TwentyOnePlusThree(FaceDown):
    """Standard blackjack with one more wager: the player's two cards and the dealer's up card."""

    id = "21-plus-3"
    name = "21+3"
    jurisdiction = "Colorado"
    section = "30-2107"
    owner = "Galaxy Gaming, Inc."
    signs = (accounts,)
    inherits = standard("CO-2107-3", "CO-2107-T3")
    cites = {**RULE_21, **DEALT_CARDS, "settle_sides": ("CO-2107-T2",)}
    sections = ("CO-2107", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    wagers = (
        main_wager("primary wager", "CO-2107-S1", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side(WAGER, "21+3", "CO-2107-S1", "CO-2107-S2", by=twenty_one_plus_three,
             resolves=AFTER_DEAL, needs="main", aggregate=True, element="poker"),
    )
    claimed_for = (WAGER,)

    predominant = combination()
    decks: int = posted(1, 2, 4, 5, 6, 7, 8, cite="CO-2107-1", default=6, says="52-card decks")
    tables_on_any_decks: bool = fact(
        False, "CO-2107-1", says="pay tables also on decks other than those printed with them"
    )
    player_cards: str = posted(
        FACE_UP, FACE_DOWN, cite="CO-2107-S3b", says="how a player's first two cards are dealt"
    )
    settles_from: str = fact("dealer's right", "CO-2107-T1", says="the seat that is settled first")

    @procedure("CO-2107-S3b")
    def check_posting(self) -> None:
        """Players' cards are face down only with one deck or two."""
        super().check_posting()
        if self.player_cards == FACE_DOWN and self.decks > 2:
            raise Refused(
                f"with {self.decks} decks the players' cards are dealt face up", ("CO-2107-S3b",)
            )

    @procedure("CO-2107-S3", "CO-2107-T1b")
    def initial_deal(self, r: RoundContext) -> Script:
        """Two cards each as in blackjack; face-down cards must be exposed to win."""
        yield from super().initial_deal(r)
        yield from self.claim(r, WAGER)

    @procedure("CO-2107-T1", "CO-2107-T1c", "CO-2107-S2")
    def claimed(self, r: RoundContext, seat: int) -> None:
        """Taken or paid at once, unless winners must wait to share what all may be paid."""
        if not getattr(self, f"{WAGER}_aggregate"):
            self.settle_sides(r, AFTER_DEAL, (seat,))

    @procedure("CO-2107-T1b")
    def unclaimed(self, r: RoundContext, seat: int) -> None:
        """A hand that was not exposed has lost, winning or not."""
        self.settle(r, [Claim((seat, WAGER, 0), "not_exposed", LOSE, ("CO-2107-T1b",))])


GAME = TwentyOnePlusThree
