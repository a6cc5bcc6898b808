"""Set-hands games: everybody sets the pieces dealt, and part meets part of the bank's hand.

Dice where the game has them, deal, setting, the bank's hand, settlement.  A game states its parts
and what is posted about help and fouls, and says how the house sets, what a setting may not be,
and who wins.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec

from houseway.cite import step
from houseway.engine.questions import Act, Ask, AskAll, Button, Choice, PerSeat, Pieces, Script
from houseway.errors import Refused
from houseway.families.banked.game import Banked, Box, Step
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import NO_MORE, SETTLING, Phase
from houseway.families.set_hands import dealing, decisions
from houseway.families.set_hands.choices import Kept, choices_for
from houseway.families.set_hands.dealing import deal, open_cup
from houseway.families.set_hands.decisions import no_foul, no_room, too_late, why_not_set
from houseway.families.set_hands.options import (
    HOUSE_WAY,
    LOSES,
    NO_HELP,
    OFFERED,
    OWN_WAY,
    REFUSED,
    STANDS,
    WHEN_SET,
)
from houseway.families.set_hands.presenter import (
    IN_PARTS,
    Described,
    Laying,
    Lies,
    SetHandsPrompts,
    SetHandsTelling,
    own_piles,
    set_hands_view,
    zones,
)
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
from houseway.presentation.layout import Layout

SETTING, BANK_SETTING = "setting", "player-dealer sets"


class SetHands(Banked):
    """The round of a set-hands game, whoever banks it."""

    shape = "set_hands"
    prompts_by = SetHandsPrompts
    telling_by = SetHandsTelling
    step_modules = {"dealing": dealing, "refusals": decisions}
    facts = {"dealt": dealing.dealt}
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
    """Totals of the dice that name the player-dealer, whoever sits there."""
    assistance: str = OFFERED
    fouls: str = REFUSED
    fouls_found: str = WHEN_SET
    higher_first: bool = False
    """Whether the higher of two parts alike counts as the first, however they were laid."""
    busts_lie: ClassVar[str] = ""
    """The part on whose spot a busted hand lies; the first if nothing else is said."""
    bank_decides: ClassVar[tuple[int, ...]] = ()
    """Outcomes that the bank's hand decides alone, however the other is set."""
    layings: ClassVar[Mapping[str, Laying]] = {OWN_WAY: IN_PARTS, HOUSE_WAY: IN_PARTS}
    """How hands lie, and what is said of them, by who set them (``HandSet.by``)."""

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        check_rows(self.pay_tables()[MAIN], self.outcomes, f"pay table of {self.id}")
        self._rows = tuple(zip(self.outcomes, self.pay[MAIN], strict=True))
        self.hand_size = sum(self.parts.values())
        self.sizes = tuple(self.parts.items())
        help_ = Button("house_way", self.helps)
        self.help: tuple[Choice, ...] = (help_,) if self.assistance != NO_HELP else ()
        self.late = "set" if self.assistance == NO_HELP else "house_way"
        """What is done for a seat whose time is up; without a suggestion the house sets, too."""
        self.ways = self.banks_ways = Kept(self.house_way)
        """The house ways of a player's pieces and of the bank's, which may have one of its own."""
        self.in_one = ((self.busts_lie or next(iter(self.parts)), self.hand_size),)
        """Where all pieces of a busted hand lie."""
        ends = tuple(itertools.accumulate(self.parts.values(), initial=0))
        self._lie = tuple(zip(self.parts, map(slice, ends, ends[1:]), strict=True))
        """Each part with the places of its pieces in a setting."""
        self.settles = self.settles or ((MAIN, *self.side_named),)

    # -- what a game says --------------------------------------------------------------------

    def house_way(self, pieces: Pieces) -> Parts:
        """How the house dealer lays these pieces down: in parts, or in one where none are made."""
        raise NotImplementedError

    def compare(self, player: Pieces, bank: Pieces) -> int:
        """The outcome of a set hand against the bank's."""
        raise NotImplementedError

    def outcome_of(self, s: SetHandsState, box: Box) -> tuple[int, tuple[str, ...], str]:
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
        """How high each part of a setting ranks."""
        raise NotImplementedError

    def set_fault(self, pieces: Pieces) -> str | None:
        """Why this setting is a foul, or None."""
        return None

    def setting_aid(self, pieces: Pieces) -> str:
        """A word of help to those who set their own."""
        return ""

    def can_be_set(self, pieces: Pieces) -> bool:
        """Whether any setting of these pieces is allowed; else the hand is a bust."""
        return True

    # -- the round ---------------------------------------------------------------------------

    def new_state(self, seats: Sequence[Seat], between: Any) -> SetHandsState:
        return SetHandsState(**self.seated(seats, between))

    def hand(self, r: RoundContext[SetHandsState]) -> Script:
        s = r.state
        if s.bank is not None and self.dice_n:
            yield from open_cup(self, r)
        yield from deal(self, r)
        self.bank.take_fees(self, r, "after the deal")
        yield from self.set_and_settle(r)

    def set_and_settle(self, r: RoundContext[SetHandsState]) -> Script:
        """What comes after the deal: the players set, then the bank, and hands are compared."""
        s = r.state
        yield from self.set_hands(r, SETTING)
        if s.bank is not None and self.compared(s):
            yield from self.set_hands(r, BANK_SETTING)
        if any(map(s.in_play, s.dealt)):
            r.emit(Phase(SETTLING))
            if self.compared(s):
                self.show_bank(r)
        yield from self.settle_hands(r)

    # -- setting -----------------------------------------------------------------------------

    @step
    def set_hands(self, r: RoundContext[SetHandsState], phase: str) -> Script:
        """The players set, or the bank: in any order of seats, each one hand after the other."""
        s = r.state
        banks, whose = s.banks, phase == BANK_SETTING
        holding = [s.holder(box[0]) for box in s.unset if (box == banks) is whose]
        r.emit(Phase(phase, tuple(dict.fromkeys(holding))))
        offer = partial(self.offer, s)
        while s.waiting:
            act = yield AskAll(PerSeat(s.waiting, offer), self.asks, self.late)
            if act is not None:
                self.take(r, act, self.fouls_found == WHEN_SET)

    def offer(self, s: SetHandsState, seat: int) -> tuple[Choice, ...]:
        """What a seat may do with the hand that it is setting."""
        box = s.holding(seat)
        assert box is not None, "this seat has set all its hands"
        return self.set_choices(s, seat, box)

    @step
    def set_choices(self, s: SetHandsState, seat: int, box: Box) -> tuple[Choice, ...]:
        """Arrange the hand, or ask for the house way where help is given."""
        return choices_for(self, s, seat, box)

    def way(self, s: SetHandsState, box: Box) -> Parts:
        """The house way of a hand of the table, a player's or the bank's."""
        return (self.banks_ways if box == s.banks else self.ways)[s.dealt[box]]

    @step
    def take(self, r: RoundContext[SetHandsState], act: Act, looks: bool) -> None:
        """What a seat does with a hand; ``looks``: whether a foul would be noticed now.

        A hand whose time is up without a suggestion is set by the house, which knows one way only.
        """
        s = r.state
        box = s.holding(act.seat)
        assert box is not None, "this seat has set all its hands"
        circle, hand = box
        if act.name == "house_way" or not act.parts:
            way = joined(self.way(s, box))
            return r.emit(HandSet(circle, way, HOUSE_WAY, hand, s.stand_in(circle)))
        pieces = self.as_set(joined(act.parts))
        if looks and self.fouls != STANDS and (why := self.foul(pieces)):
            return self.foul_found(r, box, why)
        return r.emit(HandSet(circle, pieces, OWN_WAY, hand, s.stand_in(circle)))

    def foul(self, pieces: Pieces) -> str | None:
        """Why a setting is a foul; a hand that cannot be set is a bust and none."""
        return self.set_fault(pieces) if self.can_be_set(pieces) else None

    @step
    def foul_found(self, r: RoundContext[SetHandsState], box: Box, why: str) -> None:
        """The supervisor is told; the hand loses or is set the house way, or its player sets anew.

        A hand that is set anew stays with its player, who is asked again.
        """
        s = r.state
        seat, hand = box
        other = s.stand_in(seat)
        r.emit(FoulFound(seat, why, hand, self.clauses_at("foul_found"), other))
        if self.fouls == HOUSE_WAY:
            r.emit(HandSet(seat, joined(self.way(s, box)), HOUSE_WAY, hand, other))
        elif self.fouls == LOSES:
            lost = Claim((seat, MAIN, hand), "foul", LOSE, self.foul_clauses[LOSES])
            self.settle(r, [lost, *self.steps_beside(s, box), CardsCollected(seat, hand)])

    def steps_beside(self, s: SetHandsState, box: Box) -> list[Step]:
        """The other wagers on a hand that goes before its turn."""
        spots = (spot for passed in self.settles for spot in passed if spot != MAIN)
        return [step for spot in spots for step in self.steps_at(s, box, spot)]

    # -- settlement --------------------------------------------------------------------------

    @step
    def unsettled(self, s: SetHandsState) -> list[Box]:
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
                self.foul_found(r, box, self.foul(s.sets[box]) or "")
                continue
            who = s.holder(box[0])
            act = yield Ask(who, self.set_choices(s, who, box), "set your hand again", self.late)
            if act is not None:
                self.take(r, act, looks=True)

    def compared(self, s: SetHandsState) -> bool:
        """Whether any hand is to be held against the bank's."""
        return any(s.in_play(box) and self.meets_bank(s, box) for box in s.dealt)

    def meets_bank(self, s: SetHandsState, box: Box) -> bool:
        """Whether a hand is held against the bank's: its result is not known without that."""
        return self.laying(s, box).meets_bank and not s.known(box)

    def standing(self, s: SetHandsState) -> list[Box]:
        """The next hands to be settled: up to one with a foul in it that makes a difference."""
        boxes = self.unsettled(s)
        if self.fouls in (REFUSED, STANDS) and s.sets.keys() >= {*boxes}:
            return boxes
        return list(itertools.takewhile(partial(self.stands, s), boxes))

    def stands(self, s: SetHandsState, box: Box) -> bool:
        """Whether a hand is settled as it lies: a foul too, if the bank's hand decides anyway."""
        if box not in s.sets:
            return s.known(box)
        if self.fouls in (REFUSED, STANDS) or s.known(box) or self.foul(s.sets[box]) is None:
            return True
        return self.compare(s.sets[box], s.sets[s.banks]) in self.bank_decides

    def steps_at(self, s: SetHandsState, box: Box, spot: str) -> Sequence[Step]:
        """With the main wager a hand is turned over and held against the bank's."""
        if spot != MAIN:
            return super().steps_at(s, box, spot)
        if s.noted and s.known(box):
            return ()
        outcome, clauses, why = self.outcome_of(s, box)
        words, payout = self._rows[outcome]
        place = (box[0], MAIN, box[1])
        claim = Claim(place, words, payout, clauses, -1, NO_MORE, (), 0, why)
        return (self.shown(s, box), claim)

    def shown(self, s: SetHandsState, box: Box) -> HandShown:
        """A hand that is set is turned over."""
        return HandShown(box[0], s.sets[box], self.laying(s, box).said(self, s, box), box[1])

    def parted(self, pieces: Pieces) -> Parts:
        """A setting by the names of its parts; a busted hand lies on the spot of one of them."""
        if not self.can_be_set(pieces):
            return ((self.in_one[0][0], pieces),)
        return tuple([(name, pieces[lie]) for name, lie in self._lie])

    def laying(self, s: SetHandsState, box: Box) -> Laying:
        """In which way a hand was laid down."""
        return self.layings[s.set_by.get(box, OWN_WAY)]

    def lying(self, s: SetHandsState, box: Box) -> Lies:
        """How a hand that is set lies on the table, part by part, and each part in words."""
        return self.laying(s, box).lies(self, s, box)

    def looks_at(self, box: Box) -> Box:
        return box

    def refuses_bet(self, s: SetHandsState, act: Act) -> Refused | None:
        if self.hands_each > 1 and (refused := no_room(self, s, act)):
            return refused
        return super().refuses_bet(s, act)

    def forbids(self, state: SetHandsState, act: Act) -> Refused | None:
        name = act.name
        if name == "house_way":
            return None
        return no_foul(self, state, act) if name == "set" else super().forbids(state, act)

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), "set", "house_way")

    def why_not(self, state: SetHandsState, seat: int, name: str) -> Refused | None:
        if name in ("set", "house_way"):
            return why_not_set(self, state, seat, name)
        return too_late(self, state, name) or super().why_not(state, seat, name)

    own_piles = own_piles

    view = set_hands_view

    def laid_out(self) -> Layout:
        return msgspec.structs.replace(super().laid_out(), zones=zones(self))
