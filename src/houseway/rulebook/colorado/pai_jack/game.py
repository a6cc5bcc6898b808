"""Pai Jack.  Colorado Rule 21, 30-2112."""

from __future__ import annotations

from typing import Any

from houseway.cite import memo, procedure
from houseway.engine.questions import Act, Pieces, Script
from houseway.errors import Reason
from houseway.families.banked.rulings import void_round
from houseway.families.banked.settlement import Claim, HandKey, Step
from houseway.families.set_hands.dealing import deal
from houseway.families.set_hands.decisions import SET, no_cards_yet
from houseway.families.set_hands.game import SETTING, SetHands
from houseway.families.set_hands.options import (
    AT_SHOWDOWN,
    HOUSE_WAY,
    LOSES,
    NO_HELP,
    OFFERED,
    ON_REQUEST,
    RESET,
    WHEN_SET,
    Described,
    by_parts,
)
from houseway.families.set_hands.rulings import card_off_table, dead_hand, misdeal
from houseway.families.set_hands.state import MAIN, CardsCollected, HandShown, Parts, SetHandsState
from houseway.game.base import RoundContext
from houseway.game.decisions import decision
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import AFTER_DEALER, main_wager, side
from houseway.hands.blackjack import VALUED
from houseway.hands.pai_jack import (
    BUST,
    DEALER_BUST,
    DEALER_PAI_JACK,
    PLAYER_BUST,
    describe,
    house_way,
    is_pai_jack,
    may_stand,
    pai_jack_bonus,
    set_totals,
    setting,
    settle_pai_jack,
)
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard

BY_DEALER, BY_PLAYER = "by the dealer", "by the player"

DECIDED_ALONE = {
    PLAYER_BUST: ("CO-2112-7", "CO-2112-11g"),
    DEALER_BUST: ("CO-2112-10a", "CO-2112-11h"),
    DEALER_PAI_JACK: ("CO-2112-9a",),
}
COMPARED = {
    (1, 1): ("CO-2112-11a", "both_higher"), (1, 0): ("CO-2112-11b", "high_higher_low_level"),
    (0, 1): ("CO-2112-11b", "high_level_low_higher"),
    (1, -1): ("CO-2112-11c", "high_higher_low_lower"),
    (-1, 1): ("CO-2112-11c", "high_lower_low_higher"),
    (0, -1): ("CO-2112-11d", "high_level_low_lower"),
    (-1, 0): ("CO-2112-11d", "high_lower_low_level"),
    (0, 0): ("CO-2112-11e", "both_level"), (-1, -1): ("CO-2112-11f", "both_lower"),
}
"""Each result of the high and the low hand, ahead, level or behind: its paragraph, what decided."""


def explain_not_turned_over(game: PaiJack, s: SetHandsState, seat: int) -> Reason | None:
    """Explain why a player may not announce a Pai Jack; None if the hand is one, not set yet."""
    cited = ("CO-2112-5a",)
    if not any(s.holder(box[0]) == seat for box in s.dealt):
        return no_cards_yet(game, seat)
    if game.naturals_found == BY_DEALER:
        return Reason("dealer-finds-pai-jack", "the dealer finds a Pai Jack at once", cited)
    box = s.holding(seat)
    if s.phase != SETTING or box is None or not is_pai_jack(s.dealt[box]):
        return Reason("no-pai-jack", f"seat {seat} has no Pai Jack to announce", cited)
    return None


@decision("announce a Pai Jack", unless=explain_not_turned_over, at=SET,
          hidden=lambda game: game.naturals_found == BY_DEALER)  # fmt: skip
def turn_over(game: PaiJack, r: RoundContext[SetHandsState], act: Act) -> None:
    """The hand is turned over and paid at once."""
    if (box := r.state.holding(act.seat)) is not None:
        game.settle(r, game.natural_steps(r.state, box))


class PaiJack(SetHands):
    """Five cards against the dealer's, set by blackjack totals."""

    id = "pai-jack"
    decisions = (*SetHands.decisions, turn_over)
    name = "Pai Jack"
    jurisdiction = "Colorado"
    section = "30-2112"
    owner = "Score Gaming, LLC"
    signs = (accounts,)
    inherits = standard("CO-2112-0")
    sections = ("CO-2112", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ-1", "BJ-13")
    kind = CARDS
    seats_max = 7
    wagers = (
        main_wager("Pai Jack bet", "CO-2112-2a", least=500, most=100_00, cap=100_00, tips=True,
                   element="blackjack"),
        side("bonus", "Pai Jack bonus", "CO-2112-2b", rule=pai_jack_bonus, resolves=AFTER_DEALER,
             needs="main", most=25_00, tips=True, element="poker"),
    )
    rulings = (
        void_round("BJ-13"), misdeal("CO-2112-4b"), dead_hand("CO-2112-4a"),
        card_off_table("CO-2112-4c"),
    )
    tip_clauses = ("CO-2112-2c",)
    outcomes = settle_pai_jack.outcomes
    compare_clauses = settle_pai_jack.clauses
    bank_decides = (DEALER_BUST, DEALER_PAI_JACK)
    help_clauses = ("CO-2112-11j",)
    foul_clauses = {LOSES: ("CO-2112-11i", "CO-2112-11i-ii")}
    wager_clauses = ("CO-2112-2a",)
    hands_clauses = ("CO-2112-1c",)
    deal_clauses = ("CO-2112-1b", "CO-2112-3")
    turn_clauses = ("CO-2112-3", "CO-2112-6")
    choice_clauses = {"set": ("CO-2112-6", "CO-2112-7")}
    cites = {
        **RULE_21,
        "dealing.dealt": ("CO-2101-b",),
        "dealing.deal": ("CO-2112-3",),
        "dealing.order": ("CO-2112-3",),
        "set_hands": ("CO-2112-6", "CO-2112-8"),
        "set_choices": ("CO-2112-6", "CO-2112-7", "CO-2112-11j"),
        "take": ("CO-2112-11j",),
        "foul_found": ("CO-2112-11i",),
        "unsettled": ("CO-2112-10b",),
        "show_bank": ("CO-2112-8",),
        "settle_hands": ("CO-2112-10b", "CO-2112-11i"),
        "decisions.check_room": ("CO-2112-1c",),
    }
    asks = "set your hand"
    helps = "let the staff set it the house way"
    predominant = combination()
    felt: str = posted("pai-jack", cite=("CO-2112-1a", "CO-ALL-2"), says="table layout")
    decks: int = fact(1, "CO-2112-1b", says="52 cards without jokers")
    hands_each: int = posted_number(1, 1, 9, cite="CO-2112-1c", says="hands a player may play")
    parts: dict[str, int] = fact({"high": 3, "low": 2}, "CO-2112-6")
    naturals_found: str = posted(
        BY_DEALER, BY_PLAYER, cite="CO-2112-5a",
        says="who finds a Pai Jack: the table at once, or the player, who may miss it",
    )
    assistance: str = posted(
        OFFERED, ON_REQUEST, NO_HELP, cite="CO-2112-11j",
        says="help of the staff with setting, by the house way",
    )
    fouls: str = posted(
        RESET, LOSES, HOUSE_WAY, cite=("CO-2112-11i-i", "CO-2112-11i-ii", "CO-2112-11i-iii"),
        says="what becomes of a hand set as a foul",
    )
    fouls_found: str = posted(
        WHEN_SET, AT_SHOWDOWN, cite="CO-2112-11i", says="when a foul is noticed"
    )
    low_ace_fixed_high: bool = posted(
        False, True, cite=("CO-2112-6", "CO-2112-9b"),
        says="an ace in the low hand counts 11 even if that is more than the high hand",
    )
    settles_from: str = posted(
        "dealer's right", "dealer's left", cite="CO-2112-10b", says="the hand examined first"
    )
    pay_tables_shown: str = posted(
        "layout", "signage", cite=("CO-2112-5b", "CO-ALL-3"),
        says="where the pay table in use is displayed",
    )

    def hand(self, r: RoundContext[SetHandsState]) -> Script:
        """Deal, settle what wins at once, and let all others set."""
        yield from deal(self, r)
        self.bank.take_fees(self, r, "after the deal")
        if self.naturals_found == BY_DEALER:
            self.pay_naturals(r)
        yield from self.set_and_settle(r)

    @procedure("CO-2112-5a")
    def pay_naturals(self, r: RoundContext[SetHandsState]) -> None:
        """Turn over and pay hands that win at once, before the others are set."""
        s = r.state
        found = [box for box in self.unsettled(s) if is_pai_jack(s.dealt[box])]
        self.settle(r, [step for box in found for step in self.natural_steps(s, box)])

    @procedure("CO-2112-5a", "CO-2112-5b", "CO-2112-5c")
    def natural_steps(self, s: SetHandsState, box: HandKey) -> list[Step]:
        """A Pai Jack is shown and paid, what else lies on the hand too, its cards collected."""
        pieces = s.dealt[box]
        outcome = settle_pai_jack(pieces, (), True, False)
        won = Claim((box[0], MAIN, box[1]), self.outcomes[outcome], self.pay[MAIN][outcome],
                    ("CO-2112-5a",))  # fmt: skip
        shown = HandShown(box[0], pieces, "Pai Jack", box[1])
        return [shown, won, *self.steps_beside(s, box), CardsCollected(*box)]

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self._choice = memo(self._house_choice)

    def _house_choice(self, valued: Pieces) -> int:
        """Return the number of the house way's setting."""
        return house_way(valued, self.low_ace_fixed_high)

    def choice(self, pieces: Pieces) -> int:
        """The house way of these cards in order; asked once for each set of values."""
        return self._choice[tuple(sorted([VALUED[card] for card in pieces]))]

    @procedure("CO-2112-9a", "CO-2112-9b", "CO-2112-9c")
    def house_way(self, pieces: Pieces) -> Parts:
        return self.parted(setting(sorted(pieces, key=VALUED.__getitem__), self.choice(pieces)))

    def can_be_set(self, pieces: Pieces) -> bool:
        return self.choice(pieces) != BUST

    @procedure("CO-2112-6a", "CO-2112-6b", "CO-2112-11i")
    def set_fault(self, pieces: Pieces) -> Reason | None:
        high, low = set_totals(pieces, self.low_ace_fixed_high)
        if may_stand(high, low):
            return None
        if high > 21:
            over = f"the high hand is {high}, over 21, and the cards can be set otherwise"
            return Reason("high-over-21", over)
        return Reason("low-above-high", f"the low hand is {low}, above the high hand of {high}")

    def compare(self, player: Pieces, bank: Pieces) -> int:
        return settle_pai_jack(player, bank, False, self.low_ace_fixed_high)

    @procedure("CO-2112-11", *dict.fromkeys(clause for clause, _ in COMPARED.values()))
    def outcome_of(self, s: SetHandsState, box: HandKey) -> tuple[int, tuple[str, ...], str]:
        """Return the outcome of two hands, with the paragraph of their results."""
        player, bank = s.sets[box], s.sets[s.banks]
        outcome = self.compare(player, bank)
        if outcome in DECIDED_ALONE:
            return outcome, DECIDED_ALONE[outcome], ""
        mine = set_totals(player, self.low_ace_fixed_high)
        theirs = set_totals(bank, self.low_ace_fixed_high)
        high, low = ((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
        clause, why = COMPARED[high, low]
        return outcome, ("CO-2112-11", clause), why

    def ranks(self, pieces: Pieces) -> tuple[int, int]:
        return set_totals(pieces, self.low_ace_fixed_high)

    def described(self, pieces: Pieces) -> Described:
        settable = self.can_be_set(pieces)
        return by_parts(describe(pieces, self.low_ace_fixed_high) if settable else ("bust",))


GAME = PaiJack
