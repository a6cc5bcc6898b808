"""Set-hands games: players set the pieces dealt, and each part meets a part of the bank's hand.

Dice where the game has them, deal, setting, the bank's hand, settlement. A game states its parts
and the posted options of help and fouls. It states the house way, the limits of a setting, and the
winner.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from houseway.cite import step
from houseway.engine.questions import Act, Ask, Button, Choice, Pieces, Script
from houseway.errors import Reason
from houseway.families.banked.game import Banked, HandKey, Step
from houseway.families.banked.settlement import Claim, settlement_order
from houseway.families.banked.state import NO_MORE, SETTLING, Phase
from houseway.families.set_hands import dealing
from houseway.families.set_hands import decisions as setting
from houseway.families.set_hands.dealing import deal, open_cup
from houseway.families.set_hands.decisions import (
    Kept,
    check_foul,
    check_room,
    explain_too_late,
)
from houseway.families.set_hands.options import (
    HOUSE_WAY,
    IN_PARTS,
    LOSES,
    NO_HELP,
    OFFERED,
    OWN_WAY,
    REFUSED,
    STANDS,
    WHEN_SET,
    Described,
    Laying,
    Lies,
)
from houseway.families.set_hands.presenter import SetHandsPresenter
from houseway.families.set_hands.state import (
    MAIN,
    CardsCollected,
    DealerSet,
    FoulFound,
    HandSet,
    HandShown,
    Parts,
    SetHandsState,
    joined,
)
from houseway.game.base import RoundContext, Seat
from houseway.game.pay_tables import LOSE, check_rows

SETTING, BANK_SETTING = "setting", "player-dealer sets"


class SetHands(Banked):
    """The round of a set-hands game, with the house or a player as bank."""

    family = "set_hands"
    presenter_class: ClassVar[type[SetHandsPresenter]] = SetHandsPresenter
    step_modules = {"dealing": dealing, "decisions": setting}
    facts = {"dealt": dealing.dealt}
    decisions = (*Banked.decisions, setting.set_hand, setting.HOUSE_DEALER_SETS)
    outcomes: ClassVar[tuple[str, ...]]
    compare_clauses: ClassVar[tuple[str, ...]]
    help_clauses: ClassVar[tuple[str, ...]] = ()
    foul_clauses: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    wager_clauses: ClassVar[tuple[str, ...]] = ()
    asks: ClassVar[str] = "set your hands"
    helps: ClassVar[str] = "let the house dealer set them the house way"

    parts: dict[str, int]
    dice_n: int = 0
    """Dice in the cup of a player-dealer; they say where the action is."""
    banker_at: tuple[int, ...] = ()
    """Totals of the dice that name the player-dealer, at whichever seat."""
    assistance: str = OFFERED
    fouls: str = REFUSED
    fouls_found: str = WHEN_SET
    higher_first: bool = False
    """True if the higher of two equal parts counts as the first, in either order."""
    busts_lie: ClassVar[str] = ""
    """The part on whose spot a busted hand lies; the first if nothing else is said."""
    bank_decides: ClassVar[tuple[int, ...]] = ()
    """Outcomes that the bank's hand decides alone, however the other is set."""
    layings: ClassVar[Mapping[str, Laying]] = {OWN_WAY: IN_PARTS, HOUSE_WAY: IN_PARTS}
    """Setter of a hand (``HandSet.by``) -> the way it lies, and its words."""

    hand_size: int
    sizes: tuple[tuple[str, int], ...]
    """Each part with the number of its pieces."""
    help: Button
    default_action: str
    """The decision for a seat whose time is up; without a suggestion the house sets, too."""
    ways: Kept[Parts]
    banks_ways: Kept[Parts]
    """The house ways of a player's pieces and of the bank's, which may have one of its own."""
    in_one: tuple[tuple[str, int], ...]
    """The part in which all pieces of a busted hand lie."""

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        check_rows(self.pay_tables()[MAIN], self.outcomes, f"pay table of {self.id}")
        self._rows = tuple(zip(self.outcomes, self.pay[MAIN], strict=True))
        self.hand_size = sum(self.parts.values())
        self.sizes = tuple(self.parts.items())
        self.help = Button("house_way", self.helps)
        self.default_action = "set" if self.assistance == NO_HELP else "house_way"
        self.ways = self.banks_ways = Kept(self.house_way)
        self.in_one = ((self.busts_lie or next(iter(self.parts)), self.hand_size),)
        ends = tuple(itertools.accumulate(self.parts.values(), initial=0))
        self._lie = tuple(zip(self.parts, map(slice, ends, ends[1:]), strict=True))
        """Each part with the places of its pieces in a setting."""
        self.settles = self.settles or ((MAIN, *self.side_named),)

    def house_way(self, pieces: Pieces) -> Parts:
        """Return these pieces set the house way: in parts, or in one if the game has none."""
        raise NotImplementedError

    def compare(self, player: Pieces, bank: Pieces) -> int:
        """The outcome of a set hand against the bank's."""
        raise NotImplementedError

    def outcome_of(self, s: SetHandsState, box: HandKey) -> tuple[int, tuple[str, ...], str]:
        """The outcome of a hand, the clauses it rests on, and what decided where it says less."""
        outcome = self.compare(s.sets[box], s.sets[s.banks])
        return outcome, self.compare_clauses, ""

    def described(self, pieces: Pieces) -> Described:
        """A setting in words."""
        raise NotImplementedError

    def as_set(self, pieces: Pieces) -> Pieces:
        """A setting as it counts at the table: the higher of two parts first, where that is so."""
        if self.higher_first:
            first, second = self.ranks(pieces)
            if second > first:
                (_, lie), (_, other) = self._lie
                return pieces[other] + pieces[lie]
        return pieces

    def ranks(self, pieces: Pieces) -> Sequence[int]:
        """Return the rank of each part of a setting."""
        raise NotImplementedError

    def set_fault(self, pieces: Pieces) -> Reason | None:
        """Explain why this setting is a foul; None if it is none."""
        return None

    def setting_aid(self, pieces: Pieces) -> str:
        """A word of help to those who set their own."""
        return ""

    def can_be_set(self, pieces: Pieces) -> bool:
        """Return True if any setting of these pieces is allowed; else the hand is a bust."""
        return True

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> SetHandsState:
        return SetHandsState(**self.seated(seats, carry_over))

    def hand(self, r: RoundContext[SetHandsState]) -> Script:
        s = r.state
        if s.bank is not None and self.dice_n:
            yield from open_cup(self, r)
        yield from deal(self, r)
        self.bank.take_fees(self, r, "after the deal")
        yield from self.set_and_settle(r)

    def set_and_settle(self, r: RoundContext[SetHandsState]) -> Script:
        """Play after the deal: players set, then the bank, and hands are compared and settled."""
        s = r.state
        yield from self.set_hands(r, SETTING)
        if s.bank is not None and self.compared(s):
            yield from self.set_hands(r, BANK_SETTING)
        if any(map(s.in_play, s.dealt)):
            r.emit(Phase(SETTLING))
            if self.compared(s):
                self.show_bank(r)
        yield from self.settle_hands(r)

    @step
    def set_hands(self, r: RoundContext[SetHandsState], phase: str) -> Script:
        """The players set, or the bank: in any order of seats, each one hand after the other."""
        s = r.state
        banks, whose = s.banks, phase == BANK_SETTING
        holding = [s.holder(box[0]) for box in s.unset if (box == banks) is whose]
        r.emit(Phase(phase, tuple(dict.fromkeys(holding))))
        asked: dict[int, tuple[Choice, ...]] = {}  # no seat's answer changes another's choices
        while s.waiting:
            asked = {seat: asked.get(seat) or self.set_choices(s, seat) for seat in s.waiting}
            act = yield Ask(asked, self.asks, self.default_action)
            if act is not None:
                self.take(r, act)
                del asked[act.seat]
            else:
                asked = {}

    @step
    def set_choices(self, s: SetHandsState, seat: int) -> tuple[Choice, ...]:
        """Arrange the hand, ask for the house way where help is given, or take a decision that the
        game declares.
        """
        return self.decision_table.offered(setting.SET, s, seat)

    def way(self, s: SetHandsState, box: HandKey) -> Parts:
        """The house way of a hand of the table, a player's or the bank's."""
        return (self.banks_ways if box == s.banks else self.ways)[s.dealt[box]]

    @step
    def take(self, r: RoundContext[SetHandsState], act: Act) -> None:
        """Carry out a decision on a hand."""
        self.decision_table.run[act.name](r, act)

    def foul(self, pieces: Pieces) -> Reason | None:
        """Explain why a setting is a foul; a hand that cannot be set is a bust and none."""
        return self.set_fault(pieces) if self.can_be_set(pieces) else None

    @step
    def foul_found(self, r: RoundContext[SetHandsState], box: HandKey, why: str) -> None:
        """Report a foul to the supervisor: the hand loses, is set the house way, or set again.

        A hand that is set again stays with its player, who is asked once more.
        """
        s = r.state
        seat, hand = box
        other = s.acting_bettor(seat)
        r.emit(FoulFound(seat, why, hand, self.clauses_at("foul_found"), other))
        if self.fouls == HOUSE_WAY:
            r.emit(HandSet(seat, joined(self.way(s, box)), HOUSE_WAY, hand, other))
        elif self.fouls == LOSES:
            lost = Claim((seat, MAIN, hand), "foul", LOSE, self.foul_clauses[LOSES])
            self.settle(r, [lost, *self.steps_beside(s, box), CardsCollected(seat, hand)])

    def steps_beside(self, s: SetHandsState, box: HandKey) -> list[Step]:
        """The other wagers on a hand that goes before its turn."""
        spots = (spot for passed in settlement_order(self) for spot in passed if spot != MAIN)
        return [step for spot in spots for step in self.steps_at(s, box, spot)]

    @step
    def unsettled(self, s: SetHandsState) -> list[HandKey]:
        """The hands whose main wager waits, in the order of settlement.

        The hands of a circle lie clockwise; they come from the right where circles do.
        """
        stakes = s.stakes
        boxes = [box for box in s.dealt if (box[0], MAIN, box[1]) in stakes] if stakes else []
        if len(boxes) < 2:
            return boxes
        order = self.in_order(s, {circle for circle, _ in boxes})
        if len(order) == len(boxes):
            hands = dict(boxes)
            return [(circle, hands[circle]) for circle in order]
        turn = {circle: i for i, circle in enumerate(order)}
        way = 1 if s.bank is not None or self.settles_from == "dealer's left" else -1
        return sorted(boxes, key=lambda box: (turn[box[0]], way * box[1]))

    @step
    def show_bank(self, r: RoundContext[SetHandsState]) -> None:
        """The bank's hand is turned over; the house dealer sets it the house way."""
        s = r.state
        if s.bank is None:
            way = joined(self.way(s, s.banks))
            _, words = self.described(way)
            r.emit(DealerSet(way, words, self.clauses_at("show_bank")))
        else:
            r.emit(self.shown(s, s.banks))

    @step
    def settle_hands(self, r: RoundContext[SetHandsState]) -> Script:
        """Hand after hand is examined; a foul in one that was not noticed is found now."""
        s = r.state
        while True:
            self.settle(r, self.last_steps(s, self.standing(s)))
            if not (left := self.unsettled(s)):
                return
            box = left[0]
            if box in s.sets:
                foul = self.foul(s.sets[box])
                self.foul_found(r, box, foul.what if foul else "")
                continue
            who = s.holder(box[0])
            act = yield Ask(
                {who: self.set_choices(s, who)}, "set your hand again", self.default_action
            )
            if act is not None:
                self.take(r, act)

    def compared(self, s: SetHandsState) -> bool:
        """Return True if any hand is compared with the bank's."""
        return any(s.in_play(box) and self.meets_bank(s, box) for box in s.dealt)

    def meets_bank(self, s: SetHandsState, box: HandKey) -> bool:
        """Return True if a hand's result needs the comparison with the bank's."""
        return self.laying(s, box).meets_bank and not s.known(box)

    def standing(self, s: SetHandsState) -> list[HandKey]:
        """The next hands to be settled: up to one with a foul in it that makes a difference."""
        boxes = self.unsettled(s)
        if self.fouls in (REFUSED, STANDS) and s.sets.keys() >= {*boxes}:
            return boxes
        return list(itertools.takewhile(partial(self.stands, s), boxes))

    def stands(self, s: SetHandsState, box: HandKey) -> bool:
        """Return True if a hand is settled as it lies; a foul too, if the bank's hand decides in
        any case.
        """
        if box not in s.sets:
            return s.known(box)
        if self.fouls in (REFUSED, STANDS) or s.known(box) or self.foul(s.sets[box]) is None:
            return True
        return self.compare(s.sets[box], s.sets[s.banks]) in self.bank_decides

    def steps_at(self, s: SetHandsState, box: HandKey, spot: str) -> Sequence[Step]:
        """Return the steps that settle a wager; the main wager also turns the hand over."""
        if spot != MAIN:
            return super().steps_at(s, box, spot)
        if s.deferred and s.known(box):
            return ()
        outcome, clauses, why = self.outcome_of(s, box)
        words, payout = self._rows[outcome]
        place = (box[0], MAIN, box[1])
        claim = Claim(
            place, words, payout=payout, clauses=clauses, row=-1, extras=NO_MORE, of_tips=(),
            only_bettor=0, because=why,
        )  # fmt: skip
        return (self.shown(s, box), claim)

    def shown(self, s: SetHandsState, box: HandKey) -> HandShown:
        """Return the event that turns a set hand over."""
        return HandShown(box[0], s.sets[box], self.laying(s, box).said(self, s, box), box[1])

    def parted(self, pieces: Pieces) -> Parts:
        """Return a setting by the names of its parts; a busted hand lies on the spot of one of
        them.
        """
        if not self.can_be_set(pieces):
            return ((self.in_one[0][0], pieces),)
        return tuple([(name, pieces[lie]) for name, lie in self._lie])

    def laying(self, s: SetHandsState, box: HandKey) -> Laying:
        """Return the way in which a hand was laid down."""
        return self.layings[s.set_by.get(box, OWN_WAY)]

    def lying(self, s: SetHandsState, box: HandKey) -> Lies:
        """Return the places of a set hand's pieces, part by part, and each part in words."""
        return self.laying(s, box).lies(self, s, box)

    def looks_at(self, box: HandKey) -> HandKey:
        """Return the key that facts are asked about: circle and hand."""
        return box

    def check(self, state: SetHandsState, act: Act) -> None:
        if act.name == "set":
            check_foul(self, state, act)
        elif act.name == "bet" and self.hands_each > 1:
            check_room(self, state, act)
        super().check(state, act)

    def explain_too_late(self, s: SetHandsState) -> Reason | None:
        return explain_too_late(self, s)
