"""Which decisions a blackjack hand has, and why not the others."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from houseway.engine.questions import PLAYER, Amount, Ask, Button, Choice
from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.families.blackjack.backline import next_to_insure
from houseway.families.blackjack.counting import MUST_HIT, MUST_STAND, decides
from houseway.families.blackjack.state import BlackjackState, Hand
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
Reason: TypeAlias = Callable[[BlackjackState, int, Hand], "tuple[str, tuple[str, ...]] | None"]
"""Of state, seat and a hand of two cards: why it may not do something, with the clauses."""
SPLITS = ("split", "split_free")
DOUBLE_ON = {"any two": rules.ANY_TWO, "9 to 11": rules.NINE_TO_ELEVEN}


def raises_cited(game: Any) -> dict[str, tuple[str, ...]]:
    """The clauses behind each decision that puts chips down."""
    steps = {"double": "double", "split": "split", "insure": "claims.insurance"}
    return {name: game.clauses_at(step) for name, step in steps.items()}


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
        self.reasons: dict[str, Reason] = {
            "double": self._no_double, "double_free": self._no_free_double,
            "split": self._no_split, "split_free": self._no_free_split,
            "surrender": self._no_surrender,
        }  # fmt: skip

    @property
    def of_hand(self) -> tuple[str, ...]:
        """The decisions that a hand may have at this table."""
        return tuple(x for x in self.names if x in ("hit", "stand") or x in self.raises)

    def insurance(self, s: BlackjackState, seat: int) -> tuple[Choice, ...]:
        """Up to half of the wager, or none; one who bets in several circles is asked in each."""
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
        """Whoever has chips behind a hand that is doubled or split may put in as much again."""
        hand = s.hands[circle][(s.playing() or (circle, 0))[1]]
        what = "doubled" if hand.doubled else "split"
        unit = s.units[circle][bettor, PLAYER]
        return (Button("match", f"circle {circle} is {what}: match it", unit), NO_MATCH)

    def turn(self, s: BlackjackState, seat: int, i: int) -> Ask | None:
        """The question to a hand, or None when nothing is left to decide."""
        hand = s.hands[seat][i]
        chart = decides(self.game.count, hand)
        who, words = seat, ""
        if s.lines and (other := s.stand_in(seat)):
            who, words = other, f"circle {seat}"
        if chart == MUST_STAND:
            return None if self.is_done(s, seat, hand) else Ask(who, (STAND,), words, "stand")
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
        return Ask(who, tuple(choices), words, "hit" if chart == MUST_HIT else "stand")

    def is_done(self, s: BlackjackState, seat: int, hand: Hand) -> bool:
        """Whether a hand takes no more cards and is not asked: over, or 21 for all to see."""
        count = self.game.count
        if decides(count, hand) != MUST_STAND:
            return False
        return bool(count.over(hand.cards)) or seat not in s.down

    def _choice(self, name: str, unit: int, purse: int) -> Choice:
        if name == "double" and self.for_less:
            words = "one card, for at most as much again"
            return Amount("double", self.double_least(unit), min(unit, purse), words=words)
        return self._button(name, unit)

    def _button(self, name: str, unit: int) -> Button:
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

    def _one_card_only(self, hand: Hand) -> bool:
        """A split ace that has its second card."""
        return hand.split and hand.cards[0] >> 2 == ACE and bool(self.game.split_aces_one_card)

    def reason(
        self, s: BlackjackState, seat: int, i: int, name: str
    ) -> tuple[str, tuple[str, ...]] | None:
        """Why this hand may not do that, with the clause; None when it may."""
        hand = s.hands[seat][i]
        if len(hand.cards) != 2:
            return "only the first two cards of a hand", self._of_first_two(name)
        why = self.reasons.get(name)
        return why(s, seat, hand) if why is not None else None

    def _of_first_two(self, name: str) -> tuple[str, ...]:
        """The clauses of a decision that only two cards have."""
        if name == "surrender":
            return self._cited("surrender")
        found: tuple[str, ...] = self.game.clauses_at(name.removesuffix("_free"))
        return found

    def _no_surrender(
        self, s: BlackjackState, seat: int, hand: Hand
    ) -> tuple[str, tuple[str, ...]] | None:
        game, cited = self.game, self._cited("surrender")
        if game.surrender == "none":
            return "surrender is not posted at this table", cited
        if hand.split:
            if not game.surrender_after_split:
                return "surrender is for the first two cards only", cited
            if self._one_card_only(hand):
                return "a split ace takes one card only", cited
        elif game.surrender == AFTER_SPLIT:
            return "surrender is for hands of a split", cited
        elif game.surrender == EARLY and s.checked:
            return "surrender comes before the hole card is checked", cited
        return None

    def _no_double_at_all(self, hand: Hand) -> tuple[str, tuple[str, ...]] | None:
        """What a double for chips and a free one have in common."""
        if not hand.split:
            return None
        if self._one_card_only(hand):
            return "a split ace takes one card only", self._cited("split_aces_one_card")
        if not self.game.double_after_split:
            return "no double after a split is posted", self._cited("double_after_split")
        return None

    def _no_free_double(
        self, s: BlackjackState, seat: int, hand: Hand
    ) -> tuple[str, tuple[str, ...]] | None:
        if (why := self._no_double_at_all(hand)) is not None:
            return why
        by = self.game.free_double
        if by(hand.cards):
            return None
        return "the hand does not qualify for a free double", by.clauses

    def _no_double(
        self, s: BlackjackState, seat: int, hand: Hand
    ) -> tuple[str, tuple[str, ...]] | None:
        game = self.game
        if (why := self._no_double_at_all(hand)) is not None:
            return why
        if not rules.may_double(hand.cards, self.double_on):
            return f"doubles are posted on {game.double_on}", self._cited("double_on")
        if not game.raises_beside_free and game.free_double(hand.cards):
            return "the hand is doubled free, not for money", self._cited("raises_beside_free")
        return self._no_chips(s, seat, self.double_least(s.unit(seat)))

    def _no_split_at_all(
        self, s: BlackjackState, seat: int, hand: Hand
    ) -> tuple[str, tuple[str, ...]] | None:
        """What a split for chips and a free one have in common."""
        game = self.game
        if s.hands_of_spot(seat, hand) >= game.hands_max:
            return f"a spot has at most {n(game.hands_max, 'hand')}", self._cited("hands_max")
        if hand.split and hand.cards[0] >> 2 == ACE and not game.resplit_aces:
            return "aces are split once", self._cited("resplit_aces")
        return None

    def _no_free_split(
        self, s: BlackjackState, seat: int, hand: Hand
    ) -> tuple[str, tuple[str, ...]] | None:
        if (why := self._no_split_at_all(s, seat, hand)) is not None:
            return why
        by = self.game.free_split
        if by(hand.cards):
            return None
        return "the hand does not qualify for a free split", by.clauses

    def _no_split(
        self, s: BlackjackState, seat: int, hand: Hand
    ) -> tuple[str, tuple[str, ...]] | None:
        game = self.game
        if (why := self._no_split_at_all(s, seat, hand)) is not None:
            return why
        if not rules.may_split(hand.cards, self.by_rank):
            return f"the two cards are not of equal {game.split_by}", self._cited("split_by")
        for each in game.split_rules:
            if not each.by(hand.cards, s.dealt[seat], s.hands_of_spot(seat, hand)):
                return each.words, self._cited("split_rules")
        if not game.raises_beside_free and game.free_split(hand.cards):
            return "the pair is split free, not for money", self._cited("raises_beside_free")
        return self._no_chips(s, seat, s.unit(seat))

    def _no_chips(
        self, s: BlackjackState, seat: int, least: int
    ) -> tuple[str, tuple[str, ...]] | None:
        purse = s.purses[s.holder(seat)]
        if purse >= least:
            return None
        return (
            f"it needs {format_dollars(least)} and there is {format_dollars(purse)}",
            self.game.clauses_at("double", "split"),
        )

    def _cited(self, key: str) -> tuple[str, ...]:
        return self.cited[key]

    def why_not(self, s: BlackjackState, seat: int, name: str) -> Refused | None:
        """The reason behind a decision that is not offered, for the page and the refusal."""
        turn = s.playing()
        if (
            s.phase != "playing"
            or turn is None
            or s.holder(turn[0]) != seat
            or name in ("insure", "match")
        ):
            if name == "insure" and s.phase == "playing":
                cited = self.game.clauses_at("claims.insurance")
                return Refused("insurance is offered before anybody plays, under an ace", cited)
            return None
        hand = s.hands[turn[0]][turn[1]]
        if name == "hit" and self._one_card_only(hand):
            cited = self._cited("split_aces_one_card")
            return Refused("a split ace takes one card only", cited)
        if name == "stand" and decides(self.game.count, hand) == MUST_HIT:
            return Refused(f"{self._total(hand)} must take a card", self._cited("count"))
        if name not in self.names or name in ("hit", "stand"):
            return None
        found = self.reason(s, *turn, name)
        return Refused(*found) if found else None

    def why_no_turn(self, s: BlackjackState, seat: int, name: str) -> Refused | None:
        """Why a hand that can take no card is not asked for one: it is over, or as good as can be.

        Of several hands, the one that was played last.  A player-dealer has nothing to decide.
        """
        if s.bank is not None and seat == s.bank.seat and name in self.names:
            cited = self._cited("surrender" if name == "surrender" else "count")
            return Refused(f"seat {seat} is the player-dealer, whose hand is drawn by rule", cited)
        played = [hand for hand in s.hands.get(seat, ()) if hand.done]
        if s.phase != "playing" or not played or name not in self.names:
            return None
        hand = played[-1]
        if decides(self.game.count, hand) != MUST_STAND:
            return None
        return Refused(f"{self._total(hand)} takes no more cards", self._cited("count"))

    def _total(self, hand: Hand) -> str:
        count, words = self.game.count, self.game.total_words(hand)
        if count.over(hand.cards):
            return f"a hand of {count.total(hand.cards)}, {count.over_word},"
        named = words == count.natural_word or not words[-1].isdigit()
        return a(words) if named else f"a hand of {words}"
