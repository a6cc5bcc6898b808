"""The decisions of blackjack: of a hand in its turn, of insurance, surrender and chips behind.

A decision of a hand is one function: its clauses, its condition, its choice and its effect. A game
adds one to ``decisions`` of its class; nothing else names it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from houseway.engine.questions import PLAYER, Act, Amount, Ask, Button, Choice
from houseway.errors import Reason
from houseway.families.blackjack import rules, settlement
from houseway.families.blackjack.backline import (
    MATCHING,
    insure,
    leave_unmatched,
    match_hand,
    next_to_insure,
)
from houseway.families.blackjack.rules import MUST_HIT, MUST_STAND, decides
from houseway.families.blackjack.state import BlackjackHand, BlackjackState, Hit, Stood
from houseway.game.decisions import Decision, HandDecision, decision
from houseway.money import format_dollars
from houseway.pieces.cards import ACE
from houseway.util.english import a, n

if TYPE_CHECKING:
    from houseway.families.banked.game import HandKey
    from houseway.families.blackjack.game import Blackjack
    from houseway.game.base import RoundContext

EARLY, AFTER_SPLIT = "early", "after split"
"""Surrender is offered before the hole card is looked at, or for hands of a split alone."""
TABLE_MINIMUM = "table minimum"
"""A double for less is still a wager within the limits of the table."""
PLAYING = "playing"
"""The moment of the decisions of a hand."""
DOUBLE_ON = {"any two": rules.ANY_TWO, "9 to 11": rules.NINE_TO_ELEVEN}
FIRST_TWO = Reason("first-two-cards-only", "that is for the first two cards of a hand")


class Turn(NamedTuple):
    """A hand to be decided on, with what its cards demand."""

    circle: int
    i: int
    hand: BlackjackHand
    chart: int
    """``MUST_HIT``, ``MAY_DRAW`` or ``MUST_STAND``."""


class BlackjackDecision(HandDecision, frozen=True, kw_only=True):
    """A decision of the hand whose turn it is.

    ``raises`` is True if it is for a hand as it was dealt only: a double, a split, a surrender.
    """

    raises: bool = True
    cards: Any = None
    """Function of the game that returns a rule of the cards, asked before the condition: most hands
    do not qualify, and are soon told."""


def hand_decision(
    words: str, *clauses: str, unless: Any, name: str = "", **more: Any
) -> Callable[[Callable[..., Any]], BlackjackDecision]:
    """Declare a function as the decision of a hand, by its name or another ``name``.

    It is called with the game, the round, the hand as (circle, number), and the act. ``unless`` is
    the decision's ``explain_hand``; ``more`` are its other fields.
    """

    def declared(run: Callable[..., Any]) -> BlackjackDecision:
        called = name or run.__name__

        def carry_out(game: Any, r: RoundContext[Any], act: Act) -> Any:
            return run(game, r, r.state.playing() or (act.seat, 0), act)

        return BlackjackDecision(
            name=called, words=words, clauses=clauses, run=carry_out, at=PLAYING,
            explain_hand=unless, explain_unavailable=partial(_explain_in_turn, called),
            explain_no_turn=partial(_explain_no_turn, called), **more,
        )  # fmt: skip

    return declared


def _explain_in_turn(name: str, game: Blackjack, s: BlackjackState, seat: int) -> Reason | None:
    """Explain why a decision is not offered for the hand whose turn it is; None for any other."""
    at = s.playing()
    if s.phase != PLAYING or at is None or s.holder(at[0]) != seat:
        return None
    return game.offers.explain(s, game.offers.turn_of(s, *at), name)


def _explain_no_turn(name: str, game: Blackjack, s: BlackjackState, seat: int) -> Reason | None:
    """Explain why a hand is not asked for a card: it is over, or cannot be improved.

    Of several hands, the one that was played last. A player-dealer has no decision.
    """
    cited = game.offers.cited
    if s.bank is not None and seat == s.bank.seat:
        return bank_draws(game, s, seat, name)
    played = [hand for hand in s.hands.get(seat, ()) if hand.done]
    if s.phase != PLAYING or not played:
        return None
    hand = played[-1]
    if takes_one_card(game, hand):
        if name in ("hit", "double"):
            return one_card_only(game)
        if name == "split":
            turn = game.offers.turn_of(s, seat, s.hands[seat].index(hand))
            return game.offers.explain(s, turn, name)
    if decides(game.count, hand) != MUST_STAND:
        return None
    return Reason("must-stand", f"{total_of(game, hand)} takes no more cards", cited["count"])


def bank_draws(game: Blackjack, s: BlackjackState, seat: int, name: str) -> Reason | None:
    """Explain that a player-dealer has no decision; None for any other seat."""
    if s.bank is None or seat != s.bank.seat:
        return None
    cited = game.offers.cited["surrender" if name == "surrender" else "count"]
    words = f"seat {seat} is the player-dealer, whose hand is drawn by rule"
    return Reason("bank-draws-by-rule", words, cited)


Offered: TypeAlias = tuple[
    BlackjackDecision,
    Callable[[Sequence[int]], bool] | None,
    Button | None,
    Callable[[Any, BlackjackState, Turn], Choice],
]
"""A decision, and a rule of the cards that it is for. Its button if that is always the same, else
the function that makes its choice."""


class Offers:
    """The decisions of hands at one table, from its game and posting."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.double_on = DOUBLE_ON.get(game.double_on, rules.TEN_OR_ELEVEN)
        self.by_rank = game.split_by == "rank"
        self.for_less: str = "" if game.double_for_less == "no" else game.double_for_less
        self.cited: dict[str, tuple[str, ...]] = {
            key: choice.clauses for key, choice in game.declared().items()
        }

    @cached_property
    def _of_hand(self) -> tuple[Offered, ...]:
        """The decisions of a hand as it was dealt."""
        game = self.game
        of_hand = (
            x for x in game.decision_table.named.values() if isinstance(x, BlackjackDecision)
        )
        return tuple(
            (
                x,
                x.cards(game) if x.cards is not None else None,
                None if x.varies else x.button,
                x.choice or x.offer,
            )
            for x in of_hand
        )

    @cached_property
    def _of_drawn(self) -> tuple[Offered, ...]:
        """The decisions of a hand that has been drawn to."""
        return tuple(x for x in self._of_hand if not x[0].raises)

    def chart_of(self, hand: BlackjackHand) -> int:
        """Return what the cards of a hand demand: must, may or must not take a card."""
        return decides(self.game.count, hand)

    def explain_no_raise(self, s: BlackjackState, turn: Turn) -> Reason | None:
        """Explain why a hand may only hit or stand; None if it may be doubled, split or given
        up.
        """
        return FIRST_TWO if len(turn.hand.cards) != 2 else None

    def turn_of(self, s: BlackjackState, circle: int, i: int) -> Turn:
        """Return a hand with what its cards demand."""
        hand = s.hands[circle][i]
        return Turn(circle, i, hand, self.chart_of(hand))

    def ask(self, s: BlackjackState, circle: int, i: int) -> Ask | None:
        """Return the question to a hand, or None when nothing is left to decide."""
        game, turn = self.game, self.turn_of(s, circle, i)
        who, words = circle, ""
        if s.lines and (other := s.acting_bettor(circle)):
            who, words = other, f"circle {circle}"
        if turn.chart == MUST_STAND:
            done = self.is_done(s, circle, turn.hand)
            return None if done else Ask({who: (stand.button,)}, words, "stand")
        choices: list[Choice] = []
        cards = turn.hand.cards
        raised = self.explain_no_raise(s, turn) is None
        for each, fits, button, make in self._of_hand if raised else self._of_drawn:
            if (fits is None or fits(cards)) and each.explain_hand(game, s, turn) is None:
                choices.append(button or make(game, s, turn))
        if len(choices) == 1 and raised and takes_one_card(game, turn.hand):
            return None
        second = choices[1] if len(choices) > 1 else None
        default = second if second is not None and second.name == "stand" else choices[0]
        return Ask({who: tuple(choices)}, words, default.name)

    def explain(self, s: BlackjackState, turn: Turn, name: str) -> Reason | None:
        """Explain why this hand may not do that; None if it may."""
        game, found = self.game, self.game.decision_table.named[name]
        if found.raises and (reason := self.explain_no_raise(s, turn)) is not None:
            return reason.by(self._of_first_two(name))
        why: Reason | None = found.explain_hand(game, s, turn)
        return why

    def _of_first_two(self, name: str) -> tuple[str, ...]:
        """Return the clauses of a decision that only two cards have."""
        if name == "surrender":
            return self.cited["surrender"]
        found: tuple[str, ...] = self.game.clauses_at(name.removesuffix("_free"))
        return found

    def is_done(self, s: BlackjackState, circle: int, hand: BlackjackHand) -> bool:
        """Return True if a hand takes no more cards and is not asked: it is over, or 21 in open
        cards.
        """
        if self.chart_of(hand) != MUST_STAND:
            return False
        return bool(self.game.count.over(hand.cards)) or circle not in s.down

    def double_least(self, unit: int) -> int:
        """Return the least that doubles a hand: as much again, or less where that is posted."""
        if not self.for_less:
            return unit
        table: int = self.game.limits(self.game.wager_named["main"])[0]
        return min(unit, table) if self.for_less == TABLE_MINIMUM else 1


def takes_one_card(game: Blackjack, hand: BlackjackHand) -> bool:
    """Return True for a hand of split aces where these take one card only."""
    return hand.split and hand.cards[0] >> 2 == ACE and game.split_aces_one_card


def one_card_only(game: Blackjack, key: str = "split_aces_one_card") -> Reason:
    """Return the reason that a split ace takes one card only."""
    return Reason("split-ace-one-card", "a split ace takes one card only", game.offers.cited[key])


def total_of(game: Blackjack, hand: BlackjackHand) -> str:
    """Return the total of a hand as a noun: ``a hand of 17``, ``a blackjack``."""
    count, words = game.count, game.total_words(hand)
    if count.over(hand.cards):
        return f"a hand of {count.total(hand.cards)}, {count.over_word},"
    named = words == count.natural_word or not words[-1].isdigit()
    return a(words) if named else f"a hand of {words}"


def explain_no_hit(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand takes no card."""
    return one_card_only(game) if takes_one_card(game, turn.hand) else None


def explain_no_stand(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand must take a card."""
    if turn.chart != MUST_HIT or takes_one_card(game, turn.hand):
        return None
    words = f"{total_of(game, turn.hand)} must take a card"
    return Reason("must-hit", words, game.offers.cited["count"])


def explain_no_double_at_all(game: Blackjack, hand: BlackjackHand) -> Reason | None:
    """Explain a refusal that doubles for chips and free doubles share; None: nothing forbids it."""
    if not hand.split:
        return None
    if takes_one_card(game, hand):
        return one_card_only(game)
    if game.double_after_split:
        return None
    words = "no double after a split is posted"
    return Reason("no-double-after-split", words, game.offers.cited["double_after_split"])


def explain_no_double(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not double for chips; None if it may."""
    hand, offers = turn.hand, game.offers
    if (why := explain_no_double_at_all(game, hand)) is not None:
        return why
    if not rules.may_double(hand.cards, offers.double_on):
        return not_on_total(game, offers.cited["double_on"])
    if not game.raises_beside_free and game.free_double(hand.cards):
        cited = offers.cited["raises_beside_free"]
        return Reason("double-is-free", "the hand is doubled free, not for money", cited)
    return explain_no_chips(game, s, turn, offers.double_least(s.unit(turn.circle)))


def not_on_total(game: Blackjack, cited: tuple[str, ...]) -> Reason:
    """Explain that this total may not be doubled as posted."""
    return Reason("double-not-on-total", f"doubles are posted on {game.double_on}", cited)


def explain_no_chips(
    game: Blackjack, s: BlackjackState, turn: Turn, least: int, cited: tuple[str, ...] = ()
) -> Reason | None:
    """Explain that a seat has fewer chips than ``least`` cents; None if it has enough."""
    purse = s.purses[s.holder(turn.circle)]
    if purse >= least:
        return None
    words = f"it needs {format_dollars(least)} and there is {format_dollars(purse)}"
    return Reason("not-enough-chips", words, cited or game.clauses_at("double", "split"))


def explain_no_split_at_all(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain a refusal that splits for chips and free splits share; None: nothing forbids it."""
    hand, cited = turn.hand, game.offers.cited
    if s.hands_of_spot(turn.circle, hand) >= game.hands_max:
        most = f"a spot has at most {n(game.hands_max, 'hand')}"
        return Reason("too-many-hands", most, cited["hands_max"])
    if hand.split and hand.cards[0] >> 2 == ACE and not game.resplit_aces:
        return Reason("aces-split-once", "aces are split once", cited["resplit_aces"])
    return None


def explain_no_split(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not split for chips; None if it may."""
    hand, offers = turn.hand, game.offers
    if (why := explain_no_split_at_all(game, s, turn)) is not None:
        return why
    if not rules.may_split(hand.cards, offers.by_rank):
        words = f"the two cards are not of equal {game.split_by}"
        return Reason("not-a-pair", words, offers.cited["split_by"])
    for each in game.split_rules:
        if not each.by(hand.cards, s.dealt[turn.circle], s.hands_of_spot(turn.circle, hand)):
            return each.otherwise.by(offers.cited["split_rules"])
    if not game.raises_beside_free and game.free_split(hand.cards):
        cited = offers.cited["raises_beside_free"]
        return Reason("pair-is-free", "the pair is split free, not for money", cited)
    return explain_no_chips(game, s, turn, s.unit(turn.circle))


def explain_no_free_double(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not double free; None if it may."""
    if (why := explain_no_double_at_all(game, turn.hand)) is not None:
        return why
    by = game.free_double
    if by(turn.hand.cards):
        return None
    return Reason("not-doubled-free", "the hand does not qualify for a free double", by.clauses)


def explain_no_free_split(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not split free; None if it may."""
    if (why := explain_no_split_at_all(game, s, turn)) is not None:
        return why
    by = game.free_split
    if by(turn.hand.cards):
        return None
    return Reason("not-split-free", "the hand does not qualify for a free split", by.clauses)


def explain_no_surrender(game: Blackjack, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not surrender; None if it may."""
    hand, cited = turn.hand, game.offers.cited["surrender"]
    if game.surrender == "none":
        return Reason("surrender-not-posted", "surrender is not posted at this table", cited)
    if hand.split:
        if not game.surrender_after_split:
            words = "surrender is for the first two cards only, not after a split"
            return Reason("no-surrender-after-split", words, cited)
        return one_card_only(game, "surrender") if takes_one_card(game, hand) else None
    if game.surrender == AFTER_SPLIT:
        return Reason("surrender-of-split-only", "surrender is for hands of a split", cited)
    if game.surrender == EARLY and s.checked:
        words = "surrender comes before the hole card is checked"
        return Reason("surrender-too-late", words, cited)
    return None


DOUBLE_WORDS = "double the wager for one card"


def double_choice(game: Blackjack, s: BlackjackState, turn: Turn) -> Choice:
    """Return the choice of a double: a button, or an amount where less may be put up."""
    unit, offers = s.unit(turn.circle), game.offers
    if not offers.for_less:
        return Button("double", DOUBLE_WORDS, unit)
    most = min(unit, s.purses[s.holder(turn.circle)])
    words = "one card, for at most as much again"
    return Amount("double", offers.double_least(unit), most, words=words)


@hand_decision("take a card", unless=explain_no_hit, raises=False)
def hit(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The hand takes a card."""
    r.emit(Hit(*at))


@hand_decision("take no more cards", unless=explain_no_stand, raises=False)
def stand(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The hand takes no more cards."""
    r.emit(Stood(*at))


@hand_decision(DOUBLE_WORDS, unless=explain_no_double,
               choice=double_choice)  # fmt: skip
def double(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The hand gets one card more for a second wager."""
    game.double(r, at, "paid", act.amount)


@hand_decision("split the pair for an equal wager", unless=explain_no_split,
               cards=lambda game: partial(rules.may_split, by_rank=game.offers.by_rank),
               cents=lambda game, s, turn: s.unit(turn.circle))  # fmt: skip
def split(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The pair becomes two hands for an equal wager."""
    game.split(r, *at, "paid")


@hand_decision("give up the hand for half of the wager", unless=explain_no_surrender,
               hidden=lambda game: game.surrender == "none")  # fmt: skip
def surrender(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The hand is given up for half of its wager."""
    game.settle(r, settlement.surrender_steps(game, r.state, *at))


def gives_free_bets(game: Blackjack) -> bool:
    """Return True if the house pays for some doubles and splits."""
    return game.free is not None


@hand_decision("double for a lammer", unless=explain_no_free_double, exists=gives_free_bets,
               cards=lambda game: game.free_double,
               choice=lambda game, s, turn: game.free.double_button)  # fmt: skip
def double_free(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The hand gets one card more for a lammer."""
    game.double(r, at, "free")


@hand_decision("split for a lammer", unless=explain_no_free_split, exists=gives_free_bets,
               cards=lambda game: game.free_split,
               choice=lambda game, s, turn: game.free.split_button)  # fmt: skip
def split_free(game: Blackjack, r: RoundContext[BlackjackState], at: HandKey, act: Act) -> None:
    """The pair becomes two hands for a lammer."""
    game.split(r, *at, "free")


def explain_no_insurance(game: Blackjack, s: BlackjackState, seat: int) -> Reason | None:
    """Explain why no insurance is offered at all; None if the table offers it."""
    if game.insurance:
        return None
    cited = game.offers.cited["insurance"]
    return Reason("insurance-not-posted", "insurance is not offered at this table", cited)


def explain_not_insured(game: Blackjack, s: BlackjackState, seat: int) -> Reason | None:
    """Explain why a wager is not insured now."""
    if (off := explain_no_insurance(game, s, seat)) is not None or s.phase != PLAYING:
        return off
    words = "insurance is offered under an ace, before the first hand is played"
    return Reason("insurance-too-late", words, game.clauses_at("settlement.insurance"))


def insurance_choices(game: Blackjack, s: BlackjackState, seat: int) -> tuple[Choice, ...]:
    """Return the choices of a seat that is asked about insurance."""
    insures: Choice | None = game.decision_table.named["insure"].choice(game, s, seat)
    return (NO_INSURANCE.button,) if insures is None else (insures, NO_INSURANCE.button)


def insurance_choice(game: Blackjack, s: BlackjackState, seat: int) -> Choice | None:
    """Return the choice of insurance: up to half of the wager; None if there are no chips for it.

    A person who bets in several circles is asked in each.
    """
    circle = next_to_insure(game, s, seat)
    unit = s.units[circle][seat, PLAYER]
    half = unit // 2
    least = max(1, min(half, -(-unit * game.insurance_least // 100)))
    most = min(half, s.purses[seat])
    if most < least:
        return None
    words = "insure the wager" + (f" in circle {circle}" if circle != seat else "")
    return Amount("insure", least, most, words=words)


INSURE = Decision(
    name="insure", explain_unavailable=explain_not_insured,
    explain_no_turn=lambda game, s, seat: (
        bank_draws(game, s, seat, "insure") or explain_no_insurance(game, s, seat)
    ),
    run=insure, choice=insurance_choice,
)  # fmt: skip
NO_INSURANCE = Decision(
    name="no_insurance", words="play on without insurance",
    explain_unavailable=explain_no_insurance, explain_no_turn=explain_no_insurance,
)  # fmt: skip
PLAY_ON = Decision(
    name="play_on", words="keep the hand", exists=lambda game: game.surrender == EARLY
)


def match_choice(game: Blackjack, s: BlackjackState, bettor: int) -> Button:
    """Return the choice to match a hand that is doubled or split."""
    circle, i = s.playing() or (bettor, 0)
    what = "doubled" if s.hands[circle][i].doubled else "split"
    unit = s.units[circle][bettor, PLAYER]
    return Button("match", f"circle {circle} is {what}: match it", unit)


def bets_behind(game: Blackjack) -> bool:
    """Return True if chips may lie behind a hand."""
    return "main" in game.backline


@decision("", exists=bets_behind, at=MATCHING, choice=match_choice)
def match(game: Blackjack, r: RoundContext[BlackjackState], act: Act) -> None:
    """A bettor behind a hand that is doubled or split puts in as much again."""
    match_hand(r, *(r.state.playing() or (act.seat, 0)), act.seat)


@decision("the wager stays as it is, on its hand", exists=bets_behind, at=MATCHING)
def no_match(game: Blackjack, r: RoundContext[BlackjackState], act: Act) -> None:
    """A bettor behind that hand leaves the wager as it is."""
    leave_unmatched(game, r, *(r.state.playing() or (act.seat, 0)), act.seat)


DECISIONS = (
    hit, stand, double, split, surrender, INSURE, double_free, split_free, PLAY_ON, NO_INSURANCE,
    match, no_match,
)  # fmt: skip
"""The decisions in the order of the list of a game."""


def raises_cited(game: Any) -> dict[str, tuple[str, ...]]:
    """Return the clauses behind each decision that changes what is at risk."""
    steps = {"double": "double", "split": "split", "insure": "settlement.insurance"}
    posted = {"surrender": "surrender", "match": "backline", "no_match": "backline"}
    declared = game.declared()
    return {name: game.clauses_at(step) for name, step in steps.items()} | {
        name: declared[key].clauses for name, key in posted.items() if key in declared
    }
