"""Ante and play: an ante before the cards, then a play wager or a fold, then the dealer's hand.

Players look at their own cards only. A game states the value of a hand (``rank``) and the outcome
against the dealer (``showdown``). It may have a bonus on the ante (``bonus_rule``).
Wagers on the value of cards are side bets that read ``player``, ``dealer`` or ``both_hands``. The
dealer's hand belongs to the bank; no one decides for it. Some of its cards may lie open while
players decide (``up_cards``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from houseway.cite import step
from houseway.engine.questions import DEALER, PLAYER, Act, Ask, Chance, Choice, Pieces, Script
from houseway.errors import Reason
from houseway.families.ante_play.decisions import (
    ANTE,
    DECIDING,
    DECISIONS,
    KEPT,
    PAID_BY,
    PLAY,
    HandTexts,
    check_hands,
    turn_of,
)
from houseway.families.ante_play.presenter import AntePlayPresenter
from houseway.families.ante_play.state import (
    FOLDED,
    LOST,
    PLAYED,
    AntePlayState,
    DealerCardsUp,
    DealerDealt,
    DealerExposed,
    Folded,
    HandCounted,
    HandDealt,
    HandExposed,
    HandTucked,
)
from houseway.families.banked.betting import bet_too_late
from houseway.families.banked.game import Banked, BankedCarryOver, FactReader, HandKey, Step
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import SETTLING, Phase, Staked
from houseway.game.base import RoundContext, Seat
from houseway.game.face.layout import Zone
from houseway.game.pay_tables import LOSE, Payout, check_rows
from houseway.game.posting import fact
from houseway.game.wagers import Wager
from houseway.hands.three_card import arranged3, describe3
from houseway.money import format_dollars
from houseway.pieces.cards import CARDS

ANTE_BONUS = "ante_bonus"
SINGLY, IN_GROUPS = "one at a time", "in groups"

FACTS: dict[str, FactReader] = {
    "player": lambda game, s, at: sorted(s.hands[at].cards),
    "dealer": lambda game, s, at: sorted(s.dealer),
    "both_hands": lambda game, s, at: sorted((*s.hands[at].cards, *s.dealer)),
}
"""The facts for rules of side bets: cards of a hand and of the dealer, lowest first."""


class AntePlay(Banked):
    """Games in which an ante is followed by a play wager of the same size, or by a fold."""

    family = "ante_play"
    presenter_class = AntePlayPresenter
    kind = CARDS
    seats_max = 7
    zones = (Zone("hand"), Zone("dealer", "middle"))
    facts: ClassVar[dict[str, FactReader]] = FACTS
    follows: ClassVar[dict[str, str]] = {PLAY: ANTE, ANTE_BONUS: ANTE}

    decisions = (*Banked.decisions, *DECISIONS)
    rank: ClassVar[Any]
    """The strength of a hand's cards."""
    showdown: Any
    """The outcome of a played hand, of its strength and the dealer's."""
    bonus_rule: ClassVar[Any] = None
    """The bonus a played hand earns by its cards alone, if there is one; the last outcome earns
    none."""
    outcome_clauses: ClassVar[dict[str, tuple[str, ...]]]
    """Outcome of the showdown -> its clauses."""
    fold_clauses: ClassVar[dict[str, tuple[str, ...]]]
    """Wager -> the clauses by which a fold gives it up."""
    wager_clauses: ClassVar[tuple[str, ...]] = ()
    """The clauses on the wagers that get a hand dealt, and until when."""

    hand_size: int = fact(3, says="cards of a hand")
    up_cards: int = fact(
        0, says="cards of the dealer's, dealt last, that lie open from the deal on"
    )
    hands_each: int = fact(1, says="hands one player may play")
    delivery: str = fact(SINGLY, says="how the cards are dealt")
    dealt_in_by: tuple[str, ...] = fact((ANTE,), says="wagers of which one gets a hand dealt")
    forfeits: tuple[str, ...] = fact((ANTE,), says="wagers that a fold gives up")
    settles: tuple[tuple[str, ...], ...] = fact(
        ((PLAY, ANTE_BONUS, ANTE),), says="the order of settlement"
    )
    settles_from: str = fact("dealer's right", says="the seat settled first")
    play_tips: bool = fact(False, says="a tip may be added to the play wager")

    texts: HandTexts
    strength: Callable[[Pieces], int]
    """``rank``, remembered for the hands on the table."""

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        tables, file = self.pay_tables(), f"pay table of {self.id}"
        for name in PAID_BY.values():
            check_rows(tables[name], self.showdown.outcomes, file)
        if self.bonus_rule is not None:
            check_rows(tables[ANTE_BONUS], self.bonus_rule.outcomes[:-1], file)
        self.texts = HandTexts(self)
        self.strength = functools.lru_cache(maxsize=KEPT)(self.rank)

    def new_state(self, seats: Sequence[Seat], carry_over: BankedCarryOver) -> AntePlayState:
        return AntePlayState(**self.seated(seats, carry_over))

    def describe(self, strength: int) -> str:
        """A strength in words."""
        return describe3(strength)

    def arranged(self, cards: Pieces) -> Pieces:
        """Return a hand in the order in which a dealer lays it out."""
        return arranged3(cards)

    def words_of(self, cards: Sequence[int]) -> str:
        """Return a hand in words."""
        return self.describe(self.strength(tuple(cards)))

    def hand(self, r: RoundContext[AntePlayState]) -> Script:
        """Deal, take decisions, expose the dealer's hand and settle."""
        yield from self.deal_and_decide(r)
        if r.state.hands:
            self.expose_dealer(r)
            self.settle_all(r)

    def deal_and_decide(self, r: RoundContext[AntePlayState]) -> Script:
        """Deal the cards, take the fees, and let every hand be played or folded."""
        yield from self.deal(r)
        if r.state.hands:
            self.bank.take_fees(self, r, "after the deal")
            self.fold_lost(r)
            yield from self.decide(r)
            self.collect_folds(r)

    def hands_wagered(self, s: AntePlayState) -> list[HandKey]:
        """Return the hands that are played for, clockwise from the dealer's left."""
        return sorted({(at, hand) for at, spot, hand in s.stakes if spot in self.dealt_in_by})

    @step
    def deal(self, r: RoundContext[AntePlayState]) -> Script:
        """Deal cards face down after the wagers, the dealer's last: in rotation or in groups.

        Up cards of the dealer are the last ones dealt to that hand.
        """
        s = r.state
        size = self.hand_size
        r.emit(Phase("dealing"))
        while not s.dealer and (wagered := self.hands_wagered(s)):
            cards = yield Chance("the cards", size * (len(wagered) + 1))
            if cards is None:
                continue
            n = len(cards) // size
            if self.delivery == SINGLY:
                hands = [tuple(cards[i::n]) for i in range(n)]
            else:
                hands = [tuple(cards[size * i : size * i + size]) for i in range(n)]
            for at, held in zip(self.hands_wagered(s), hands[:-1], strict=True):
                r.emit(HandDealt(at[0], held, at[1], s.acting_bettor(at[0])))
            r.emit(DealerDealt(hands[-1]))
            if self.up_cards:
                r.emit(DealerCardsUp(hands[-1][-self.up_cards :]))

    @step("decisions")
    def decide(self, r: RoundContext[AntePlayState]) -> Script:
        """Every hand with an ante plays or folds, the seats in any order."""
        s = r.state
        r.emit(Phase(DECIDING))
        known: dict[HandKey, tuple[Choice, ...]] = {}  # no seat's answer changes another's choices
        while hands := self.undecided(s):
            for seat, at in hands.items():
                if at not in known:
                    known[at] = self.decision_table.for_hand(DECIDING, s, turn_of(s, seat, at))
            asked = {seat: known[at] for seat, at in hands.items()}
            act: Act | None = yield Ask(asked, "play or fold", "fold")
            if act is not None:
                self.decision_table.run[act.name](r, act)
            else:
                known.clear()

    def undecided(self, s: AntePlayState) -> dict[int, HandKey]:
        """Return for each seat with a hand to decide on the first such hand."""
        found: dict[int, HandKey] = {}
        for at, held in s.hands.items():
            if not held.decision and (at[0], ANTE, at[1]) in s.stakes:
                found.setdefault(s.holder(at[0]), at)
        return found

    def stake_play(self, r: RoundContext[AntePlayState], at: HandKey) -> None:
        """Place the play wager of all bettors on the hand; one who is short of it puts in the
        rest.
        """
        s = r.state
        circle, hand = at
        for (bettor, whom), ante in tuple(s.stakes[circle, ANTE, hand].items()):
            cents = min(ante, s.purses[bettor])
            if whom == PLAYER and cents:
                elsewhere = circle if circle != bettor else 0
                r.emit(Staked(bettor, PLAY, cents, hand, PLAYER, elsewhere))

    @step
    def fold_lost(self, r: RoundContext[AntePlayState]) -> None:
        """A hand without an ante whose wagers on its own cards have all lost is folded."""
        s = r.state
        for at in [at for at in s.hands if (at[0], ANTE, at[1]) not in s.stakes]:
            lain = [spot for spot in self.forfeits if (at[0], spot, at[1]) in s.stakes]
            if lain and all(self.by_own_cards(s, at, spot) == LOSE for spot in lain):
                self.fold(r, at, DEALER)

    @step
    def fold(self, r: RoundContext[AntePlayState], at: HandKey, by: str) -> None:
        """Cards of a hand with a wager still alive are tucked under it, and its ante is taken."""
        s = r.state
        circle, hand = at
        alive = self.alive(s, at)
        r.emit(Folded(circle, hand, by))
        if alive:
            r.emit(HandTucked(circle, alive[0], hand))
            self.settle(r, [self.forfeited(at, ANTE)])

    def alive(self, s: AntePlayState, at: HandKey) -> list[str]:
        """Return the wagers of a hand that a fold does not touch."""
        return [spot for spot in s.spots_of(at) if spot not in self.forfeits]

    @step
    def forfeited(self, at: HandKey, spot: str) -> Claim:
        """A wager given up with its hand, and the tip on it."""
        return Claim((at[0], spot, at[1]), FOLDED, LOSE, self.fold_clauses[spot])

    @step
    def collect_folds(self, r: RoundContext[AntePlayState]) -> None:
        """When all who wish have folded: wagers and cards, in the order of folding, counted."""
        s = r.state
        steps: list[Step] = []
        for at in s.folds:
            held = s.hands[at]
            for spot in self.forfeits:
                if held.decision == LOST:
                    steps += self.steps_at(s, at, spot)
                elif (at[0], spot, at[1]) not in s.deferred:
                    own = self.by_own_cards(s, at, spot)
                    why = "folded_winner" if own is not None and own != LOSE else ""
                    steps.append(replace(self.forfeited(at, spot), because=why))
            if not held.tucked:
                steps.append(HandCounted(at[0], len(held.cards), at[1]))
        self.settle(r, steps)

    @step
    def expose_dealer(self, r: RoundContext[AntePlayState]) -> None:
        """After all have acted the dealer's hand is turned over and ranked."""
        s = r.state
        cards = self.arranged(s.dealer)
        r.emit(DealerExposed(cards, self.words_of(cards)))

    def settle_all(self, r: RoundContext[AntePlayState]) -> None:
        """Settle hand after hand, circle after circle."""
        s = r.state
        r.emit(Phase(SETTLING))
        hands = sorted(s.hands)
        circles = self.in_order(s, {circle for circle, _ in hands})
        boxes = [at for circle in circles for at in hands if at[0] == circle]
        self.settle(r, self.last_steps(s, boxes))

    @step
    def last_steps(self, s: AntePlayState, boxes: Sequence[HandKey]) -> list[Step]:
        """Each hand turned over, and its wagers in the order the section gives.

        Of a hand that is off the table only what a player's bank has not taken yet is left.
        """
        steps: list[Step] = []
        passes = self.passes(s)
        for pass_, spots in enumerate(passes, 1):
            for box in boxes:
                held = s.hands[box]
                if pass_ == 1 and not held.out:
                    steps.append(self.exposed(s, box))
                for spot in spots:
                    if s.deferred:
                        steps += self.deferred_at(s, box, spot)
                    steps += self.steps_at(s, box, spot)
                if pass_ == len(passes) and held.tucked:
                    steps.append(HandCounted(box[0], len(held.cards), box[1]))
        return steps

    def exposed(self, s: AntePlayState, at: HandKey) -> HandExposed:
        """Return the event that turns a hand over before it is settled."""
        cards = s.hands[at].cards
        return HandExposed(at[0], self.arranged(cards), self.words_of(cards), at[1])

    def steps_at(self, s: AntePlayState, box: HandKey, spot: str) -> Sequence[Step]:
        """The wagers of a played hand against the dealer's, its bonus, and what has a rule."""
        if spot != ANTE_BONUS and spot not in PAID_BY:
            return super().steps_at(s, box, spot)
        if s.hands[box].decision != PLAYED:
            return ()
        return self.bonus_steps(s, box) if spot == ANTE_BONUS else self.showdown_steps(s, box, spot)

    def showdown_steps(self, s: AntePlayState, at: HandKey, spot: str) -> Sequence[Step]:
        """Return the steps that settle the ante or the play wager by comparing the two hands."""
        outcome = self.showdown(self.strength(s.hands[at].cards), self.strength(s.dealer))
        words = self.showdown.outcomes[outcome]
        payout = self.pay[PAID_BY[spot]][outcome]
        return (Claim((at[0], spot, at[1]), words, payout, self.outcome_clauses[words]),)

    def bonus_steps(self, s: AntePlayState, at: HandKey) -> Sequence[Step]:
        """Return the bonus of a played hand, on its ante and on the tip, regardless of the
        winner.
        """
        table, (circle, hand) = self.pay_tables()[ANTE_BONUS], at
        outcome = self.bonus_rule(s.hands[at].cards)
        if outcome == len(table.outcomes):
            return ()
        payout = self.pay[ANTE_BONUS][outcome]
        earned = {
            who: (payout.back(ante, self.breakage) - ante, f"on the ante of {format_dollars(ante)}")
            for who, ante in s.stakes.get((circle, ANTE, hand), {}).items()
        }
        clauses = tuple(dict.fromkeys((*self.bonus_rule.clauses, table.clause)))
        place = (circle, ANTE_BONUS, hand)
        return (Claim(place, table.outcomes[outcome], payout, clauses, extras=earned),)

    def by_own_cards(self, s: AntePlayState, at: HandKey, spot: str) -> Payout | None:
        """Return the payout of a wager that the player's cards alone decide; None for another."""
        side = self.side_named.get(spot)
        if side is None or side.wager.reads != ("player",):
            return None
        return side.rows[self.row_of(s, at, side)][1]

    def looks_at(self, box: HandKey) -> HandKey:
        """Return the key that facts are asked about: circle and hand."""
        return box

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        if wager.name in self.dealt_in_by:
            return super().goes_with(wager)
        return super().goes_with(wager) or self.dealt_in_by

    def check(self, state: AntePlayState, act: Act) -> None:
        """Refuse wagers for which no hand is dealt, and what every banked game refuses."""
        if act.name == "bet":
            check_hands(self, act)
        super().check(state, act)

    def explain_too_late(self, s: AntePlayState) -> Reason | None:
        return bet_too_late("the cards are dealt", self.wager_clauses)


__all__ = ["AntePlay", "AntePlayState"]
