"""Straight Jack Progressive.  Colorado Rule 21, 30-2110."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import procedure, rule
from houseway.engine.events import Said
from houseway.errors import Refused
from houseway.families.banked.game import FactReader, HandKey, Side, Step
from houseway.families.banked.progressives import KeyPressed
from houseway.families.banked.settlement import Claim
from houseway.families.blackjack.game import Blackjack, BlackjackCarryOver
from houseway.families.blackjack.state import FACTS
from houseway.game.base import OFF, RoundContext
from houseway.game.posting import fact, posted, posted_number
from houseway.game.progressives import Progressive
from houseway.game.wagers import AFTER_HAND, main_wager, side
from houseway.money import format_dollars
from houseway.pieces.cards import ACE, SPADES
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.rulebook.colorado.straight_jack.game import LENGTHS, STRAIGHT_FACTS
from houseway.rulebook.colorado.straight_jack_progressive.misdeal import BACK_OUT, MISDEAL, STAY
from houseway.side_bets.straights import straight_length

(SIX_WITH_SPADE_ACE, SIX_WITH_OTHER_ACE, FIVE, FOUR, THREE, TWO, NO_STRAIGHT) = range(7)
SPOT = "straight_jack_progressive"
DISCONTINUED, EASED = "CO-2110-15d", "criteria reduced"
MOVED = ("moved to another game", "moved to another licensee")
CRITERIA = {"SJP1": 3, "SJP2": 3, "SJP3": 2, "SJP4": 1}
"""The criteria of the highest award, the hardest first: six with the spade ace, any six, five."""


@rule("CO-2110-8", notes=("CO-2110-8a", "CO-2110-10", "CO-2110-10d", "CO-2110-11"),
      outcomes=("six_with_spade_ace", "six_with_other_ace", "five", "four", "three", "two",
                "no_straight"))
def straight_jack_progressive(run: Sequence[int], queen_king_ace: int) -> int:
    """The straight that the original hand begins with; one of six cards has an ace, by its suit."""
    length = straight_length(run, queen_king_ace)
    if length == 0:
        return NO_STRAIGHT
    if length == 6:
        for i in range(6):
            if run[i] == ACE * 4 + SPADES:
                return SIX_WITH_SPADE_ACE
        return SIX_WITH_OTHER_ACE
    return TWO - (length - 2)


@rule("CO-2110-8b", "CO-2110-8c", "CO-2110-9a")
def no_straight(first_two: Sequence[int]) -> bool:
    """A wager that has lost with the first two cards is picked up at once; a winner stays."""
    return straight_length(first_two, 0) == 0


class JackpotBetween(BlackjackCarryOver):
    """Besides: the pay table under which the jackpot has been offered."""

    jackpot_table: str = ""


class StraightJackProgressive(Blackjack):
    """Standard blackjack, and a wager on a straight that pays odds and a share of a meter."""

    id = "straight-jack-progressive"
    name = "Straight Jack Progressive"
    jurisdiction = "Colorado"
    section = "30-2110"
    owner = "SG Gaming, Inc."
    signs = (accounts,)
    decisions = (*Blackjack.decisions, STAY, BACK_OUT)
    inherits = standard("CO-2110-5")
    cites = {**RULE_21, "state.run": ("CO-2101-b",), "pay_tables.back": ("CO-ALL-5", "CO-2110-4"),
             "settlement.over": ("CO-2110-11b", "CO-2110-12b"),
             "ruling.void_round": ("CO-2110-6",), "ruling.void_hand": ("CO-2110-6",)}
    sections = ("CO-2110", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    carry_over = JackpotBetween
    rulings = (*Blackjack.rulings, MISDEAL)
    wagers = (
        main_wager("regular blackjack wager", "CO-2110-2", "CO-2110-3", least=500, most=50_000,
                   tips=True, element="blackjack"),
        side(SPOT, "Straight Jack Progressive", "CO-2110-1", "CO-2110-2", "CO-2110-3",
             rule=straight_jack_progressive, decided_early=no_straight, resolves=AFTER_HAND,
             needs="main", least=100, most=50_000, element="poker",
             progressive=Progressive(
                 flat=False, awards="in turn", awards_fixed=True,
                 meter_facts=("reserve", "at_least_fixed"), seed=5_000_00, rate=500)),
    )
    facts: ClassVar[dict[str, FactReader]] = {**FACTS, **STRAIGHT_FACTS}

    predominant = combination()
    decks: int = posted_number(6, 1, 8, cite="BJ-12", says="52-card decks in the shoe")
    queen_king_ace: str = posted(*LENGTHS, cite="CO-2110-10c",
                                 says="what a queen and a king are with an ace drawn")
    settles_from: str = fact("dealer's right", "CO-2110-12a", "CO-2110-16",
                             says="the seat settled first")
    petition: str = posted(
        "none", EASED, *MOVED, cite=DISCONTINUED,
        says="what the Director has permitted for a jackpot that is not won yet",
    )

    @procedure("CO-2110-3")
    def check_posting(self) -> None:
        """The least progressive wager is a dollar."""
        super().check_posting()
        least = self.straight_jack_progressive_limits[0]  # type: ignore[attr-defined]
        if least != 100:
            raise Refused("progressive-wager-least", "the least progressive wager is $1, not "
                          f"{format_dollars(least)}", ("CO-2110-3",))

    @procedure("CO-2110-2", "CO-2110-7")
    def lock_in(self, r: RoundContext) -> None:
        """The dealer presses the key, sensors light up, and the wagers stay on the table."""
        super().lock_in(r)
        s = r.state
        if lit := tuple(seat for seat in s.seats if s.own(seat, SPOT)):
            r.emit(KeyPressed("lock in", lit))

    @procedure("CO-2110-15a")
    def draw(self, r: RoundContext, cards: tuple[int, ...]) -> None:
        """A hand that wins of the meter: the dealer stops and calls the supervisor."""
        s = r.state
        seat, _ = s.playing()
        super().draw(r, cards)
        if s.own(seat, SPOT):
            row = self.row_of(s, (seat, 0), self.side_named[SPOT])
            words = f"seat {seat} has a progressive hand: the dealer calls the supervisor"
            if self.pay[SPOT][row].meter_percent and words not in s.said:
                r.emit(Said(words))

    @procedure("CO-2110-15b", "CO-2110-16")
    def side_steps(self, s: Any, box: HandKey, side: Side) -> Sequence[Step]:
        """The supervisor has the key of the award pushed, then it is paid, one after another."""
        steps = super().side_steps(s, box, side)
        for claim in steps:
            if isinstance(claim, Claim) and (percent := claim.payout.meter_percent):
                return (KeyPressed(f"{percent} % award, seat {box[0]}"), *steps)
        return steps

    @procedure("CO-2110-13")
    def settle_all(self, r: RoundContext) -> None:
        """Settle all wagers; the game is over when the cards are in the rack."""
        super().settle_all(r)
        if SPOT in self.wager_named:
            r.emit(KeyPressed("Game Over"))

    def carried(self, carry_over: Any, state: Any) -> Any:
        column: str = getattr(self, SPOT)
        table = "" if column == OFF else column
        return msgspec.structs.replace(super().carried(carry_over, state), jackpot_table=table)

    @procedure(DISCONTINUED)
    def check_carry_over(self, carry_over: Any) -> None:
        """A jackpot goes on as it is until its highest award is won, but for a petition."""
        meters, column = dict(carry_over.meters), getattr(self, SPOT)
        running = any(meter.since or not meter.won for meter in meters.get(SPOT, ()))
        if running and column == OFF and self.petition not in MOVED:
            raise Refused("jackpot-discontinued",
                          "the jackpot may not be discontinued before its highest award is won, "
                          "unless the Director lets it be moved", (DISCONTINUED,))
        if running and column != OFF and carry_over.jackpot_table:
            harder = CRITERIA[column] - CRITERIA[carry_over.jackpot_table]
            if harder > 0 or (harder < 0 and self.petition != EASED):
                raise Refused("jackpot-criteria-reduced",
                              f"the jackpot was offered by {carry_over.jackpot_table}; {column} "
                              "has other criteria, and only the Director may let them be reduced",
                              (DISCONTINUED,))
        if column == OFF:
            meters.pop(SPOT, None)
        super().check_carry_over(msgspec.structs.replace(carry_over, meters=meters))


GAME = StraightJackProgressive
