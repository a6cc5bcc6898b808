"""21-Hold 'em.  Colorado Rule 21, 30-2104."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cite import procedure
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.game.base import Game, Seat
from houseway.game.pay_tables import check_rows
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import Wager, main_wager
from houseway.money import format_dollars
from houseway.presentation.layout import SpotPlan, Zone
from houseway.presentation.views import View
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts
from houseway.rulebook.colorado.twenty_one_hold_em.poker import (
    FOLD,
    MATCH,
    PK,
    THREE,
    TWO,
    HoldEmPoker,
)
from houseway.rulebook.colorado.twenty_one_hold_em.rules import hold_em_hand
from houseway.rulebook.colorado.twenty_one_hold_em.rulings import RULINGS
from houseway.rulebook.colorado.twenty_one_hold_em.sight import hold_em_view
from houseway.rulebook.colorado.twenty_one_hold_em.state import HoldEmState

MOST_REQUIRED = 500
"""Five dollars: what the wagers that everybody must make may come to."""


class TwentyOneHoldEm(HoldEmPoker):
    """A standard round of blackjack; then poker with the dealer's first two cards."""

    id = "21-hold-em"
    name = "21-Hold 'em"
    jurisdiction = "Colorado"
    section = "30-2104"
    owner = "Stanley Ackerson and Daniel Miller"
    predominant = fact("blackjack", "CO-2104-15", "CO-2103-0", "CO-2103-1", says="under Rule 9")
    signs = (accounts,)
    inherits = STANDARD
    cites = RULE_21
    sections = ("CO-2104", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"CO-2103-2": ("CO-2104-15",), "BJ-12": ("CO-2104-1a", "CO-2104-4a"),
                "BJ-15": ("CO-2104-3a", "CO-2104-3b", "CO-2104-3c", "CO-2104-3d")}
    wagers = (
        main_wager("B-J", "CO-2104-2", least=100, most=50_000, tips=True, element="blackjack"),
        Wager(PK, "PK", ("CO-2104-2a",), needs="main", tips=True, element="poker", least=100,
              most=10_000, always=True),
    )
    rulings = (*Blackjack.rulings, *RULINGS)
    zones = (*Blackjack.zones, Zone("community", "middle", slots=2), Zone("poker", slots=3))
    tip_clauses = ("CO-2104-3a", "CO-2104-3b", "CO-2104-3c")
    choice_clauses = {MATCH: ("CO-2104-8b", "CO-2104-10b"),
                      FOLD: ("CO-2104-8a", "CO-2104-10a")}

    felt: str = posted("21-hold-em", cite=("CO-2104-1a", "CO-ALL-2"), says="table layout")
    decks: int = fact(1, "CO-2104-1a", says="52-card decks")
    delivery: str = fact("by hand", "CO-2104-1a", says="how the cards are dealt")
    burns: int = posted_number(0, 0, 5, cite="CO-2104-1b", says="cards burned before each deal")
    poker: str = posted("optional", "mandatory", cite=("CO-2104-2a", "CO-2104-2b"),
                        says="whether everybody must play the poker element")
    hold_em_cap_is_minimum: bool = posted(
        False, True, cite="CO-2104-2b2",
        says="$5 limits what the house may demand, not what a player may bet",
    )
    several_hands: bool = posted(False, True, cite="CO-2104-2a3",
                                 says="a player may play more hands, without poker")
    tips: bool = posted(True, False, cite="CO-2104-3a", says="tips are taken as wagers")
    tip_least: int = fact(1, "CO-2104-3b", says="the least tip, in cents")
    tip_within_own: bool = fact(True, "CO-2104-3c", says="a tip is at most the player's wager")
    cut_card: int = fact(0, "CO-2104-4a", says="the deck is shuffled before every round")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2104-13b", "CO-ALL-3"),
                                   says="where the pay schedule is displayed")

    @procedure("CO-2104-2b2")
    def check_posting(self) -> None:
        """Where both wagers are demanded, what is demanded is five dollars at most."""
        super().check_posting()
        check_rows(self.pay_tables()[PK], hold_em_hand.outcomes, f"pay table of {self.id}")
        least = sum(getattr(self, f"{spot}_limits")[0] for spot in ("main", PK))
        if self.poker == "mandatory" and least > MOST_REQUIRED:
            raise Refused(
                f"B-J and PK together may not be demanded at {format_dollars(least)}; "
                f"{format_dollars(MOST_REQUIRED)} is the most",
                ("CO-2104-2b2",),
            )
        if self.poker == "mandatory" and self.several_hands:
            raise Refused("with mandatory poker a player plays one hand", ("CO-2104-2b3",))

    def new_state(self, seats: Sequence[Seat], between: Any) -> HoldEmState:
        return HoldEmState(**self.seated(seats, between))

    @procedure("CO-2104-2b")
    def requires(self, wager: Wager) -> bool:
        """B-J always; PK too where the house demands both."""
        return wager.required or (wager.name == PK and self.poker == "mandatory")

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        refused = super().refuses_bet(s, act)
        if refused is None and s.phase == "betting":
            refused = self.over_the_cap(act) or self.one_hand_too_many(s, act)
        return refused

    @procedure("CO-2104-2b2")
    def over_the_cap(self, act: Act) -> Refused | None:
        """Both wagers together, where both are mandatory, unless that limits the house only."""
        placed = dict(act.places)
        total = placed.get("main", 0) + placed.get(PK, 0)
        if self.poker == "optional" or self.hold_em_cap_is_minimum or total <= MOST_REQUIRED:
            return None
        return Refused(
            f"B-J and PK together may not be more than {format_dollars(MOST_REQUIRED)}, not {format_dollars(total)}",
            ("CO-2104-2b2",),
        )

    @procedure("CO-2104-2a2", "CO-2104-2a3", "CO-2104-2b3")
    def one_hand_too_many(self, s: Any, act: Act) -> Refused | None:
        """A person plays one hand, or more of which one has a PK wager."""
        name, person = s.names[act.seat], s.people[act.seat]
        mine = [seat for seat in s.seats if s.people[seat] == person and seat != act.seat]
        if not any(s.own(seat, "main") for seat in mine):
            return None
        if not self.several_hands:
            clause = "CO-2104-2b3" if self.poker == "mandatory" else "CO-2104-2a3"
            return Refused(f"{name} plays one hand at a time at this table", (clause,))
        if dict(act.places).get(PK) and any(s.own(seat, PK) for seat in mine):
            return Refused(f"{name} plays one hand with poker at a time", ("CO-2104-2a2",))
        return None

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        least, most = self.pk_limits  # type: ignore[attr-defined]
        spots = (
            SpotPlan(
                spot, f'"{n}", equal to PK', least, most, False, (clause,), "poker",
                rank="follows", placed=f"spot {n}", beside=(PK,), equals=PK, pay=PK,
            )
            for spot, n, clause in ((TWO, 2, "CO-2104-8b"), (THREE, 3, "CO-2104-10b"))
        )
        return (*super().follow_spots(), *spots)

    def view(self, state: Any, viewer: int) -> View:
        return hold_em_view(self, state, viewer)

    own_piles = Game.own_piles


GAME = TwentyOneHoldEm
