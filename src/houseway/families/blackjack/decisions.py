"""The decisions of a blackjack hand, and the reasons why others are refused."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from houseway.engine.questions import PLAYER, Amount, Ask, Button, Choice
from houseway.errors import Reason
from houseway.families.blackjack import rules
from houseway.families.blackjack.backline import next_to_insure
from houseway.families.blackjack.rules import MUST_HIT, MUST_STAND, decides
from houseway.families.blackjack.state import BlackjackHand, BlackjackState
from houseway.money import format_dollars
from houseway.pieces.cards import ACE
from houseway.util.english import a, n

HIT = Button("hit", "take a card")
STAND = Button("stand", "take no more cards")
SURRENDER = Button("surrender", "give up the hand for half of the wager")
PLAY_ON = Button("play_on", "keep the hand")
NO_INSURANCE = Button("no_insurance", "play on without insurance")
EARLY, AFTER_SPLIT = "early", "after split"
"""Surrender is offered before the hole card is looked at, or for hands of a split alone."""
TABLE_MINIMUM = "table minimum"
"""A double for less is still a wager within the limits of the table."""
NO_MATCH = Button("no_match", "the wager stays as it is, on its hand")
Explain: TypeAlias = Callable[[BlackjackState, int, BlackjackHand], Reason | None]
"""Of state, seat and a hand of two cards: why it may not do something, with the clauses."""
SPLITS = ("split", "split_free")
DOUBLE_ON = {"any two": rules.ANY_TWO, "9 to 11": rules.NINE_TO_ELEVEN}


def raises_cited(game: Any) -> dict[str, tuple[str, ...]]:
    """Return the clauses behind each decision that changes what is at risk."""
    steps = {"double": "double", "split": "split", "insure": "settlement.insurance"}
    posted = {"surrender": "surrender", "match": "backline", "no_match": "backline"}
    declared = game.declared()
    return {name: game.clauses_at(step) for name, step in steps.items()} | {
        name: declared[key].clauses for name, key in posted.items() if key in declared
    }


class Offers:
    """The decisions of one table, from its game and posting."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.double_on = DOUBLE_ON.get(game.double_on, rules.TEN_OR_ELEVEN)
        self.by_rank = game.split_by == "rank"
        self.for_less: str = "" if game.double_for_less == "no" else game.double_for_less
        self.cited: dict[str, tuple[str, ...]] = {
            key: choice.clauses for key, choice in game.declared().items()
        }
        self.names: tuple[str, ...] = ("hit", "stand", "double", "split", "surrender", "insure")
        self.buttons: dict[str, Button] = {"surrender": SURRENDER}
        if game.free is not None:
            self.names = (*self.names, *game.free.names)
            self.buttons |= {button.name: button for button in game.free.buttons}
        never = ("hit", "stand", "insure", *(("surrender",) if game.surrender == "none" else ()))
        self.raises = tuple(name for name in self.names if name not in never)
        self.cards_for: dict[str, Callable[[Sequence[int]], bool]] = {
            "split": functools.partial(rules.may_split, by_rank=self.by_rank),
            "double_free": game.free_double, "split_free": game.free_split,
        }  # fmt: skip
        """What the cards of a hand must be for a decision: most hands are not, and soon told."""
        self.reasons: dict[str, Explain] = {
            "double": self._no_double, "double_free": self._no_free_double,
            "split": self._no_split, "split_free": self._no_free_split,
            "surrender": self._no_surrender,
        }  # fmt: skip

    @property
    def of_hand(self) -> tuple[str, ...]:
        """The decisions that a hand may have at this table."""
        return tuple(x for x in self.names if x in ("hit", "stand") or x in self.raises)

    def insurance(self, s: BlackjackState, seat: int) -> tuple[Choice, ...]:
        """Return the choices of insurance: up to half of the wager, or none.

        A person who bets in several circles is asked in each.
        """
        circle = next_to_insure(self.game, s, seat)
        unit = s.units[circle][seat, PLAYER]
        half = unit // 2
        least = max(1, min(half, -(-unit * self.game.insurance_least // 100)))
        most = min(half, s.purses[seat])
        if most < least:
            return (NO_INSURANCE,)
        words = "insure the wager" + (f" in circle {circle}" if circle != seat else "")
        return (Amount("insure", least, most, words=words), NO_INSURANCE)

    def match(self, s: BlackjackState, circle: int, bettor: int) -> tuple[Choice, ...]:
        """Return the choices of a bettor behind a hand that is doubled or split: match it or
        not.
        """
        hand = s.hands[circle][(s.playing() or (circle, 0))[1]]
        what = "doubled" if hand.doubled else "split"
        unit = s.units[circle][bettor, PLAYER]
        return (Button("match", f"circle {circle} is {what}: match it", unit), NO_MATCH)

    def turn(self, s: BlackjackState, seat: int, i: int) -> Ask | None:
        """The question to a hand, or None when nothing is left to decide."""
        hand = s.hands[seat][i]
        chart = decides(self.game.count, hand)
        who, words = seat, ""
        if s.lines and (other := s.acting_bettor(seat)):
            who, words = other, f"circle {seat}"
        if chart == MUST_STAND:
            return None if self.is_done(s, seat, hand) else Ask({who: (STAND,)}, words, "stand")
        stuck = hand.split and self._one_card_only(hand)
        choices: list[Choice] = [STAND] if stuck else [HIT, STAND]
        if chart == MUST_HIT and not stuck:
            choices = [HIT]
        if len(hand.cards) == 2:
            for name in SPLITS if stuck else self.raises:
                cards_fit = self.cards_for.get(name)
                if cards_fit is not None and not cards_fit(hand.cards):
                    continue
                if self.reason(s, seat, i, name) is None:
                    choices.append(self._choice(name, s.unit(seat), s.purses[who]))
            if stuck and len(choices) == 1:
                return None
        return Ask({who: tuple(choices)}, words, "hit" if chart == MUST_HIT else "stand")

    def is_done(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> bool:
        """Return True if a hand takes no more cards and is not asked: it is over, or 21 in open
        cards.
        """
        count = self.game.count
        if decides(count, hand) != MUST_STAND:
            return False
        return bool(count.over(hand.cards)) or seat not in s.down

    def _choice(self, name: str, unit: int, purse: int) -> Choice:
        """Return the choice of a decision; a double for less is an amount, all others a button."""
        if name == "double" and self.for_less:
            words = "one card, for at most as much again"
            return Amount("double", self.double_least(unit), min(unit, purse), words=words)
        return self._button(name, unit)

    def _button(self, name: str, unit: int) -> Button:
        """Return the button of a decision for a wager of ``unit`` cents."""
        if name == "double":
            return Button("double", "double the wager for one card", unit)
        if name == "split":
            return Button("split", "split the pair for an equal wager", unit)
        return self.buttons[name]

    def double_least(self, unit: int) -> int:
        """The least that doubles a hand: as much again, or less where that is posted."""
        if not self.for_less:
            return unit
        table: int = self.game.limits(self.game.wager_named["main"])[0]
        return min(unit, table) if self.for_less == TABLE_MINIMUM else 1

    def _one_card_only(self, hand: BlackjackHand) -> bool:
        """Return True for a hand of split aces where these take one card only."""
        return hand.split and hand.cards[0] >> 2 == ACE and bool(self.game.split_aces_one_card)

    def reason(self, s: BlackjackState, seat: int, i: int, name: str) -> Reason | None:
        """Explain why this hand may not do that; None if it may."""
        hand = s.hands[seat][i]
        if len(hand.cards) != 2:
            return Reason(
                "first-two-cards-only",
                "that is for the first two cards of a hand",
                self._of_first_two(name),
            )
        why = self.reasons.get(name)
        return why(s, seat, hand) if why is not None else None

    def _of_first_two(self, name: str) -> tuple[str, ...]:
        """The clauses of a decision that only two cards have."""
        if name == "surrender":
            return self._cited("surrender")
        found: tuple[str, ...] = self.game.clauses_at(name.removesuffix("_free"))
        return found

    def _no_surrender(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> Reason | None:
        """Explain why a hand may not surrender; None if it may."""
        game, cited = self.game, self._cited("surrender")
        if game.surrender == "none":
            return Reason("surrender-not-posted", "surrender is not posted at this table", cited)
        if hand.split:
            if not game.surrender_after_split:
                return Reason(
                    "no-surrender-after-split",
                    "surrender is for the first two cards only, not after a split",
                    cited,
                )
            if self._one_card_only(hand):
                return self._one_card("surrender")
        elif game.surrender == AFTER_SPLIT:
            return Reason("surrender-of-split-only", "surrender is for hands of a split", cited)
        elif game.surrender == EARLY and s.checked:
            return Reason(
                "surrender-too-late", "surrender comes before the hole card is checked", cited
            )
        return None

    def _no_double_at_all(self, hand: BlackjackHand) -> Reason | None:
        """Explain a refusal that doubles for chips and free doubles share; None: nothing forbids
        it.
        """
        if not hand.split:
            return None
        if self._one_card_only(hand):
            return self._one_card()
        if not self.game.double_after_split:
            return Reason(
                "no-double-after-split",
                "no double after a split is posted",
                self._cited("double_after_split"),
            )
        return None

    def _no_free_double(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> Reason | None:
        """Explain why a hand may not double free; None if it may."""
        if (why := self._no_double_at_all(hand)) is not None:
            return why
        by = self.game.free_double
        if by(hand.cards):
            return None
        return Reason("not-doubled-free", "the hand does not qualify for a free double", by.clauses)

    def _no_double(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> Reason | None:
        """Explain why a hand may not double for chips; None if it may."""
        game = self.game
        if (why := self._no_double_at_all(hand)) is not None:
            return why
        if not rules.may_double(hand.cards, self.double_on):
            return Reason(
                "double-not-on-total",
                f"doubles are posted on {game.double_on}",
                self._cited("double_on"),
            )
        if not game.raises_beside_free and game.free_double(hand.cards):
            return Reason(
                "double-is-free",
                "the hand is doubled free, not for money",
                self._cited("raises_beside_free"),
            )
        return self._no_chips(s, seat, self.double_least(s.unit(seat)))

    def _no_split_at_all(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> Reason | None:
        """Explain a refusal that splits for chips and free splits share; None: nothing forbids
        it.
        """
        game = self.game
        if s.hands_of_spot(seat, hand) >= game.hands_max:
            return Reason(
                "too-many-hands",
                f"a spot has at most {n(game.hands_max, 'hand')}",
                self._cited("hands_max"),
            )
        if hand.split and hand.cards[0] >> 2 == ACE and not game.resplit_aces:
            return Reason("aces-split-once", "aces are split once", self._cited("resplit_aces"))
        return None

    def _no_free_split(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> Reason | None:
        """Explain why a hand may not split free; None if it may."""
        if (why := self._no_split_at_all(s, seat, hand)) is not None:
            return why
        by = self.game.free_split
        if by(hand.cards):
            return None
        return Reason("not-split-free", "the hand does not qualify for a free split", by.clauses)

    def _no_split(self, s: BlackjackState, seat: int, hand: BlackjackHand) -> Reason | None:
        """Explain why a hand may not split for chips; None if it may."""
        game = self.game
        if (why := self._no_split_at_all(s, seat, hand)) is not None:
            return why
        if not rules.may_split(hand.cards, self.by_rank):
            return Reason(
                "not-a-pair",
                f"the two cards are not of equal {game.split_by}",
                self._cited("split_by"),
            )
        for each in game.split_rules:
            if not each.by(hand.cards, s.dealt[seat], s.hands_of_spot(seat, hand)):
                otherwise: Reason = each.otherwise
                return otherwise.by(self._cited("split_rules"))
        if not game.raises_beside_free and game.free_split(hand.cards):
            return Reason(
                "pair-is-free",
                "the pair is split free, not for money",
                self._cited("raises_beside_free"),
            )
        return self._no_chips(s, seat, s.unit(seat))

    def _double_not_on(self, cited: tuple[str, ...]) -> Reason:
        """Explain that this total may not be doubled as posted."""
        what = f"doubles are posted on {self.game.double_on}"
        return Reason("double-not-on-total", what, cited)

    def _no_chips(
        self, s: BlackjackState, seat: int, least: int, cited: tuple[str, ...] = ()
    ) -> Reason | None:
        """Explain that a seat has fewer chips than ``least`` cents; None if it has enough."""
        purse = s.purses[s.holder(seat)]
        if purse >= least:
            return None
        return Reason(
            "not-enough-chips",
            f"it needs {format_dollars(least)} and there is {format_dollars(purse)}",
            cited or self.game.clauses_at("double", "split"),
        )

    def _cited(self, key: str) -> tuple[str, ...]:
        return self.cited[key]

    def explain(self, s: BlackjackState, seat: int, name: str) -> Reason | None:
        """The reason behind a decision that is not offered, for the page and the refusal."""
        if (off := self._insurance_off(name)) is not None:
            return off
        turn = s.playing()
        if (
            s.phase != "playing"
            or turn is None
            or s.holder(turn[0]) != seat
            or name in ("insure", "match")
        ):
            if name == "insure" and s.phase == "playing":
                cited = self.game.clauses_at("settlement.insurance")
                return Reason(
                    "insurance-too-late",
                    "insurance is offered under an ace, before the first hand is played",
                    cited,
                )
            return None
        hand = s.hands[turn[0]][turn[1]]
        if name == "hit" and self._one_card_only(hand):
            return self._one_card()
        if name == "stand" and decides(self.game.count, hand) == MUST_HIT:
            return Reason("must-hit", f"{self._total(hand)} must take a card", self._cited("count"))
        if name not in self.names or name in ("hit", "stand"):
            return None
        return self.reason(s, *turn, name)

    def explain_no_turn(self, s: BlackjackState, seat: int, name: str) -> Reason | None:
        """Explain why a hand is not asked for a card: it is over, or cannot be improved.

        Of several hands, the one that was played last. A player-dealer has no decision.
        """
        if s.bank is not None and seat == s.bank.seat and name in self.names:
            cited = self._cited("surrender" if name == "surrender" else "count")
            return Reason(
                "bank-draws-by-rule",
                f"seat {seat} is the player-dealer, whose hand is drawn by rule",
                cited,
            )
        if (off := self._insurance_off(name)) is not None:
            return off
        played = [hand for hand in s.hands.get(seat, ()) if hand.done]
        if s.phase != "playing" or not played or name not in self.names:
            return None
        hand = played[-1]
        if self._one_card_only(hand) and name in ("hit", "double"):
            return self._one_card()
        if self._one_card_only(hand) and name == "split":
            return self.reason(s, seat, s.hands[seat].index(hand), name)
        if decides(self.game.count, hand) != MUST_STAND:
            return None
        return Reason(
            "must-stand", f"{self._total(hand)} takes no more cards", self._cited("count")
        )

    def _one_card(self, key: str = "split_aces_one_card") -> Reason:
        """Return the reason that a split ace takes one card only."""
        return Reason("split-ace-one-card", "a split ace takes one card only", self._cited(key))

    def _insurance_off(self, name: str) -> Reason | None:
        """Explain that this table offers no insurance, whatever the dealer shows."""
        if name not in ("insure", "no_insurance") or self.game.insurance:
            return None
        return Reason(
            "insurance-not-posted",
            "insurance is not offered at this table",
            self._cited("insurance"),
        )

    def _total(self, hand: BlackjackHand) -> str:
        """Return the total of a hand as a noun: ``a hand of 17``, ``a blackjack``."""
        count, words = self.game.count, self.game.total_words(hand)
        if count.over(hand.cards):
            return f"a hand of {count.total(hand.cards)}, {count.over_word},"
        named = words == count.natural_word or not words[-1].isdigit()
        return a(words) if named else f"a hand of {words}"
