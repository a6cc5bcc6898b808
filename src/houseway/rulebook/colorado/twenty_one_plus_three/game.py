"""21+3 and 21+3 Xtreme.  Colorado Rule 21, 30-2107."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cite import procedure, rule
from houseway.engine.questions import Act, Ask, Script
from houseway.errors import Refused
from houseway.families.banked.settlement import Claim
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState, CardsDealtDown, CardsTurned
from houseway.game.base import RoundContext
from houseway.game.decisions import decision
from houseway.game.pay_tables import LOSE
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEAL, AFTER_HAND, AFTER_PEEK, main_wager, side
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.side_bets.twenty_one_plus_three import FOUR_HANDS, four_hands

CLAIMING = "claiming"
"""The moment at which a player exposes the cards to claim the wager."""
FACE_UP, FACE_DOWN = "face up", "face down"




WAGER = "twenty_one_plus_three"


@rule("CO-2107-2", outcomes=FOUR_HANDS, notes=("CO-2107-D1", "CO-2107-D1b"))
def twenty_one_plus_three(first_two: Sequence[int], dealer_up: int) -> int:
    """The player's first two cards and the dealer's up card as a poker hand, the highest only."""
    return four_hands(first_two, dealer_up)


@decision("turn both cards up and claim the wager", at=CLAIMING)
def expose(game: TwentyOnePlusThree, r: RoundContext[BlackjackState], act: Act) -> None:
    """The cards lie up for the rest of the round, and the wager is claimed by them."""
    game.turn_up(r, act.seat)
    game.claimed(r, act.seat)


@decision("leave the cards down and lose the wager", at=CLAIMING)
def keep_down(game: TwentyOnePlusThree, r: RoundContext[BlackjackState], act: Act) -> None:
    """The cards stay down."""
    game.unclaimed(r, act.seat)


class TwentyOnePlusThree(Blackjack):
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
        side(WAGER, "21+3", "CO-2107-S1", "CO-2107-S2", rule=twenty_one_plus_three,
             resolves=AFTER_DEAL, needs="main", aggregate=True, element="poker"),
    )
    claimed_for = (WAGER,)
    predominant = combination()
    decisions = (*Blackjack.decisions, expose, keep_down)
    decks: int = posted(1, 2, 4, 5, 6, 7, 8, cite="CO-2107-1", default=6, says="52-card decks")
    tables_on_any_decks: bool = fact(
        False, "CO-2107-1", says="pay tables also on decks other than those printed with them"
    )
    player_cards: str = posted(
        FACE_UP, FACE_DOWN, cite="CO-2107-S3b", says="how a player's first two cards are dealt"
    )
    settles_from: str = fact("dealer's right", "CO-2107-T1", says="the seat that is settled first")

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        if self.player_cards == FACE_DOWN:
            self.dealt_as = CardsDealtDown
            self.check_down()

    def check_down(self) -> None:
        """Refuse a wager that would tell of cards before they are turned up or claimed by them."""
        for wager in (each.wager for each in self.side_named.values()):
            early = wager.decided_early is not None or wager.resolves in (AFTER_DEAL, AFTER_PEEK)
            if early and "first_two" in wager.reads and wager.name not in self.claimed_for:
                raise Refused(
                    "reads-face-down-cards",
                    f"{wager.words} looks at cards that lie face down after the deal; here it may "
                    f"be decided {AFTER_HAND!r}, or the cards dealt face up",
                    wager.clauses,
                )

    def turn_up(self, r: RoundContext, seat: int) -> None:
        """Turn a seat's cards up for the rest of the round."""
        if seat in r.state.down:
            r.emit(CardsTurned(seat, r.state.dealt[seat]))

    def decide(self, r: RoundContext, act: Act) -> None:
        if act.name not in ("hit", "stand"):
            self.turn_up(r, act.seat)
        super().decide(r, act)

    def claim(self, r: RoundContext, spot: str) -> Script:
        """Ask bettors in the order of settlement to expose their cards, or lose the wager."""
        while (seat := self.claiming(r.state, spot)) is not None:
            words = "expose a winning hand, or the wager is collected"
            asked = {seat: self.decision_table.offered(CLAIMING, r.state, seat)}
            act: Act | None = yield Ask(asked, words, keep_down.name)
            if act is not None:
                self.decision_table.run[act.name](r, act)

    def claiming(self, s: BlackjackState, spot: str) -> int | None:
        """The next seat with this wager whose cards are down."""
        down = (seat for seat in self.settling(s) if seat in s.down)
        return next((seat for seat in down if (seat, spot, 0) in s.stakes), None)

    @procedure("CO-2107-S3b")
    def check_posting(self) -> None:
        """Refuse face-down cards for players unless one deck or two are posted."""
        super().check_posting()
        if self.player_cards == FACE_DOWN and self.decks > 2:
            raise Refused(
                "face-up-with-decks",
                f"with {self.decks} decks the players' cards are dealt face up", ("CO-2107-S3b",)
            )

    @procedure("CO-2107-S3", "CO-2107-T1b")
    def initial_deal(self, r: RoundContext) -> Script:
        """Deal two cards each as in blackjack; face-down cards must be exposed to win."""
        yield from super().initial_deal(r)
        yield from self.claim(r, WAGER)

    @procedure("CO-2107-T1", "CO-2107-T1c", "CO-2107-S2")
    def claimed(self, r: RoundContext, seat: int) -> None:
        """Settle an exposed wager at once, unless winners share a common limit."""
        if not getattr(self, f"{WAGER}_aggregate"):
            self.settle_sides(r, AFTER_DEAL, (seat,))

    @procedure("CO-2107-T1b")
    def unclaimed(self, r: RoundContext, seat: int) -> None:
        """A hand that was not exposed has lost, winning or not."""
        self.settle(r, [Claim((seat, WAGER, 0), "not_exposed", LOSE, ("CO-2107-T1b",))])


GAME = TwentyOnePlusThree
