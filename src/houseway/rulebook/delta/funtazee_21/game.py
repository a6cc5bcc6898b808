"""Funtazee 21.  Delta Club Casino, rules of play.

Five cards make a two-card front hand and a three-card back hand, each as near to 21 as it comes;
ahead in one and not behind in the other beats the player-dealer.  A hand may be given up for half.
"""

from __future__ import annotations

from typing import Any

from houseway.cite import memo, procedure
from houseway.engine.questions import Act, Pieces
from houseway.errors import Reason, Refused
from houseway.families.banked.game import HandKey
from houseway.families.banked.player_dealer.bank import CLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.families.set_hands.decisions import SET, Kept, no_cards_yet
from houseway.families.set_hands.game import SetHands
from houseway.families.set_hands.options import STANDS, Described, by_parts, part_by_part
from houseway.families.set_hands.state import HandSet, Parts, SetHandsState
from houseway.game.base import RoundContext
from houseway.game.decisions import decision
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEALER, main_wager, side
from houseway.hands.blackjack import VALUED, value
from houseway.hands.funtazee_21 import (
    BANK_BUST,
    BANK_FOUL,
    BUST,
    DOUBLE_21,
    FIVE_CARD_21,
    FOUL,
    GIVE_UP,
    PLAYER_BUST,
    SURRENDER,
    busted_by_letter,
    describe,
    funtazee_bonus,
    house_total,
    house_way,
    is_double_21,
    is_five_card_21,
    may_stand,
    set_totals,
    setting,
    settle_funtazee,
    settle_totals,
    why_no_bonus,
)
from houseway.money import format_dollars
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.common import PLAYER_DEALER
from houseway.rulebook.delta.funtazee_21.squares import BACK, FRONT, GIVEN_UP, LAYINGS, given_up

BONUS_LEAST = 5_00

DECIDED = {
    DOUBLE_21: ("CA-FTZ-08", "CA-FTZ-19"),
    FIVE_CARD_21: ("CA-FTZ-08", "CA-FTZ-19"),
    BANK_BUST: ("CA-FTZ-06", "CA-FTZ-09"),
    BANK_FOUL: ("CA-FTZ-04", "CA-FTZ-09"),
    PLAYER_BUST: ("CA-FTZ-06",),
    FOUL: ("CA-FTZ-04",),
    SURRENDER: ("CA-FTZ-07",),
}
"""Outcomes that one hand decides, and where that stands."""

BITS = 3
"""Of a code of values: how often each of ten values is among five cards."""
CODES = tuple(1 << BITS * (value(card) - 1) for card in range(52))
ONE_OF_EACH = tuple(sorted(set(VALUED)))
NOT_SET = 0, 0
"""The totals of a bank's hand that decides nothing."""


def why_foul(pieces: Pieces) -> str:
    """Return the fault of a setting: the front hand is above the back hand, or that is over 21."""
    front, back = set_totals(pieces)
    return "front_above" if front > back else "back_over"


def code_of(pieces: Pieces) -> int:
    """The values of five cards in one sum."""
    a, b, c, d, e = pieces
    return CODES[a] + CODES[b] + CODES[c] + CODES[d] + CODES[e]


def cards_of(code: int) -> Pieces:
    """Cards of the values that a code counts, in order, the ace last."""
    held = [card for card in ONE_OF_EACH for _ in range(code // CODES[card] % (1 << BITS))]
    return tuple(sorted(held))


def explain_not_given_up(game: Funtazee21, s: SetHandsState, seat: int) -> Reason | None:
    """Explain why the hand that a player holds is not given up; None if it may be."""
    cited = ("CA-FTZ-07",)
    if not s.dealt:
        return no_cards_yet(game, seat)
    box = s.holding(seat)
    if box is None:
        return Reason("hand-stands", f"seat {seat} has set its hand, and it stands", cited)
    if box == s.banks:
        return Reason("bank-never-surrenders", "the player-dealer can never surrender", cited)
    pieces = s.dealt[box]
    if game.can_be_set(pieces):
        return None
    if game.unsettable_may_surrender and not busted_by_letter(pieces):
        return None
    busted = "a busted hand is lost and cannot be surrendered"
    return Reason("busted-not-surrendered", busted, cited)


@decision("all five cards together: give the hand up for half",
          "CA-FTZ-07", "CA-FTZ-13", "CA-FTZ-17", unless=explain_not_given_up,
          at=SET, name=GIVEN_UP)  # fmt: skip
def give_up(game: Funtazee21, r: RoundContext[SetHandsState], act: Act) -> None:
    """All five cards go back on the table, given up for half of the wager."""
    s = r.state
    if (box := s.holding(act.seat)) is not None:
        r.emit(HandSet(box[0], s.dealt[box], GIVEN_UP, box[1]))


class Funtazee21(SetHands):
    """Two cards in front and three in the back, against a player-dealer counted as 1, 9 and 17."""

    id = "funtazee-21"
    name = "Funtazee 21"
    jurisdiction = "California"
    section = "Delta Club Casino, Funtazee 21"
    predominant = "blackjack"
    sections = ("CA-FTZ", "CA-PD")
    kind = CARDS
    seats_max = 8
    seats_min = 2
    wagers = (
        main_wager("main bet", "CA-FTZ-15", "CA-FTZ-11", least=10_00, most=100_00),
        side("bonus", "Bonus Hand", "CA-FTZ-11", rule=funtazee_bonus, because=why_no_bonus,
             resolves=AFTER_DEALER, needs="main", least=BONUS_LEAST, most=100_00),
    )
    pucks = ("bank", "action")
    outcomes = settle_funtazee.outcomes
    compare_clauses = ("CA-FTZ-09", "CA-FTZ-19")
    turn_clauses = ("CA-FTZ-13",)
    wager_clauses = ("CA-FTZ-03",)
    deal_clauses = ("CA-FTZ-01", "CA-FTZ-02")
    choice_clauses = {"set": ("CA-FTZ-04", "CA-FTZ-13"), "bank": ("CA-PD-03", "CA-PD-17")}
    cites = {
        **PLAYER_DEALER,
        "bank.turn": ("CA-FTZ-01", "CA-PD-07"),
        "bank.next": ("CA-FTZ-01", "CA-PD-07"),
        "bank.fees": ("CA-FTZ-15", "CA-PD-01", "CA-PD-02"),
        "bank.order": ("CA-FTZ-12", "CA-PD-06", "CA-PD-16"),
        "dealing.open_cup": ("CA-FTZ-03", "CA-PD-06"),
        "dealing.action_seat": ("CA-FTZ-03", "CA-PD-16"),
        "dealing.order": ("CA-FTZ-02", "CA-FTZ-03"),
        "dealing.deal": ("CA-FTZ-01", "CA-FTZ-02"),
        "dealing.dealt": ("CA-FTZ-10",),
        "set_hands": ("CA-FTZ-16", "CA-FTZ-17"),
        "unsettled": ("CA-FTZ-12", "CA-PD-06", "CA-PD-16"),
        "settle_hands": ("CA-FTZ-12", "CA-PD-05", "CA-PD-06"),
    }
    rulings = (void_round("CA-FTZ-15", "CA-PD-02", "CA-PD-07"),)
    decisions = (*SetHands.decisions, give_up)
    busts_lie = BACK
    layings = LAYINGS
    asks = "set your hand, a front hand of two cards and a back hand of three"
    helps = "all five cards together: the house way"

    decks: int = fact(1, "CA-FTZ-01", says="52 cards without jokers")
    parts: dict[str, int] = fact({FRONT: 2, BACK: 3}, "CA-FTZ-04")
    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(positions=8, direction=CLOCKWISE)),
        "CA-FTZ-01", "CA-FTZ-15", "CA-PD-02", "CA-PD-07",
        says="clockwise, two hands each; fees before the dice",
    )
    dice_n: int = fact(3, "CA-FTZ-03", says="dice in the cup")
    banker_at: tuple[int, ...] = fact(
        (9, 17), "CA-FTZ-03", says="dice totals that name the player-dealer"
    )
    settles: tuple[tuple[str, ...], ...] = fact(
        (("main",), ("bonus",)), "CA-FTZ-12", says="all main bets, then all bonus bets"
    )
    backline: tuple[str, ...] = fact(
        ("main", "bonus"), "CA-FTZ-18", "CA-PD-12", says="wagers that may be bet behind a player"
    )
    stacked: tuple[str, ...] = fact(
        ("bonus",), "CA-FTZ-11", "CA-FTZ-18",
        says="wagers that lie on one another, within the limit together",
    )
    fouls: str = fact(STANDS, "CA-FTZ-04", says="a foul is not refused: it stands and loses")
    unsettable_may_surrender: bool = posted(
        False, True, cite=("CA-FTZ-06", "CA-FTZ-07"),
        says="whether a hand that cannot be set, but is none of the printed busted ones, may "
        "be given up",
    )
    one_ace_high: bool = posted(
        False, True, cite=("CA-FTZ-05", "CA-FTZ-14"),
        says="whether only one of several aces counts 11 in the total the house way goes by",
    )
    nearest_first: bool = posted(
        False, True, cite="CA-FTZ-14",
        says="whether the house way splits nearest to equal even if an ace must count 1 for it",
    )

    def __init__(self, posting: Any = None) -> None:
        self._players, self._banks = memo(self._players_choice), memo(self._banks_choice)
        self._choices, self._totals = Kept(self._choice), Kept(set_totals)
        super().__init__(posting)
        self.banks_ways = Kept(self.banks_way)

    @procedure("CA-FTZ-11")
    def check_posting(self) -> None:
        """The bonus goes from $5 to the limit of the table."""
        fees = self.fees
        assert fees is not None, "this game has schedules of fees"
        limits = (BONUS_LEAST, fees.most)
        if "bonus_limits" in self.stated and self.posting["bonus_limits"] != limits:
            words = f"the bonus takes from {format_dollars(BONUS_LEAST)} to the table limit of"
            raise Refused("bonus-above-table-limit",
                          f"{words} {format_dollars(fees.most)}", ("CA-FTZ-11",))
        self.posting["bonus_limits"] = self.bonus_limits = limits

    def _players_choice(self, code: int) -> int:
        """Return the number of a player's house way for coded pieces."""
        return house_way(cards_of(code), False, self.one_ace_high, self.nearest_first)

    def _banks_choice(self, code: int) -> int:
        """Return the number of the bank's house way for coded pieces."""
        return house_way(cards_of(code), True, self.one_ace_high, self.nearest_first)

    def _choice(self, pieces: Pieces) -> int:
        """Return the number of a player's house way for pieces, from a table."""
        return self._players[code_of(pieces)]

    def choice(self, pieces: Pieces, bank: bool = False) -> int:
        """The house way of these cards; worked out once for each set of values."""
        return self._banks[code_of(pieces)] if bank else self._choices[pieces]

    def laid(self, pieces: Pieces, choice: int) -> Parts:
        """These cards as a choice of their values has them: all on the top square to give up."""
        cards = setting(sorted(pieces, key=VALUED.__getitem__), choice)
        return ((FRONT, cards),) if choice == GIVE_UP else self.parted(cards)

    @procedure("CA-FTZ-14")
    def house_way(self, pieces: Pieces) -> Parts:
        return self.laid(pieces, self.choice(pieces))

    @procedure("CA-FTZ-14", "CA-FTZ-16")
    def banks_way(self, pieces: Pieces) -> Parts:
        """Return the player-dealer's house way, which never gives up."""
        return self.laid(pieces, self.choice(pieces, bank=True))

    def setting_aid(self, pieces: Pieces) -> str:
        total = f"total {house_total(pieces, self.one_ace_high)}"
        return total if self.can_be_set(pieces) else f"busted, {total}"

    @procedure("CA-FTZ-06")
    def can_be_set(self, pieces: Pieces) -> bool:
        return self.choice(pieces) != BUST

    @procedure("CA-FTZ-04")
    def set_fault(self, pieces: Pieces) -> Reason | None:
        front, back = set_totals(pieces)
        if may_stand(front, back):
            return None
        if front > back:
            above = f"the front hand is {front}, above the back hand of {back}"
            return Reason("front-above-back", above)
        over = f"the back hand is {back}, over 21, and the cards can be set otherwise"
        return Reason("back-over-21", over)

    @procedure("CA-FTZ-04", "CA-FTZ-06", "CA-FTZ-07", "CA-FTZ-08", "CA-FTZ-09", "CA-FTZ-19")
    def outcome_of(self, s: SetHandsState, box: HandKey) -> tuple[int, tuple[str, ...], str]:
        if given_up(self, s, box):
            return SURRENDER, DECIDED[SURRENDER], ""
        mine, banks = s.sets[box], s.sets.get(s.banks, ())
        totals = self._totals[mine]
        of_bank = self._totals[banks] if banks else NOT_SET
        outcome = settle_totals(mine, totals[0], totals[1], banks, of_bank[0], of_bank[1])
        if outcome in DECIDED:
            fouled = {FOUL: mine, BANK_FOUL: banks}.get(outcome)
            return outcome, DECIDED[outcome], why_foul(fouled) if fouled else ""
        return outcome, self.compare_clauses, part_by_part(totals, of_bank)

    def compare(self, player: Pieces, bank: Pieces) -> int:
        return settle_funtazee(player, bank, False)

    def ranks(self, pieces: Pieces) -> tuple[int, int]:
        return self._totals[pieces]

    def described(self, pieces: Pieces) -> Described:
        front, back = self._totals[pieces]
        if may_stand(front, back):
            name = "Double 21" if is_double_21(front, back) else ""
            if is_five_card_21(pieces, front, back):
                name = "five-card 21"
            return by_parts((str(front), str(back)), name)
        if self.can_be_set(pieces):
            return by_parts(describe(pieces), "a foul")
        return by_parts(("bust",))


GAME = Funtazee21
