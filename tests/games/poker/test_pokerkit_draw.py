"""Deuce to seven with one draw in lockstep with PokerKit: same cards, discards and decisions.

There all players discard before the first card is drawn; here each gets cards in turn. The cards
are the same, so the stacks are too.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from typing import Any

import pytest
from pokerkit import Deck, Opening, StandardLowHand, State, Street

from houseway.engine.questions import Act, Chance, Pick
from houseway.families.poker import PokerCarryOver
from houseway.families.poker.events.dealing import CardsDrawn
from houseway.game.base import Game, Seat
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.table.round import Round
from tests.games.poker.test_pokerkit_lockstep import (
    ALLOWED,
    AUTOMATIC,
    BIG,
    HANDS,
    ODD_CHIPS,
    POSTED,
    SMALL,
    STRUCTURES,
    WHOLE,
    Pair,
    explained,
)

RAISES = 6
"""After the bet, or the big blind, that opens a limit round."""
MOST = 6
"""Players who may each draw three cards without using up the deck."""


def pokerkit_state(structure: str, stacks: list[int]) -> State:
    """The same game there."""
    limit = structure == "limit"
    cap = limit and len(stacks) > 2
    before = Street(
        False, (False,) * 5, 0, False, Opening.POSITION, BIG, RAISES if cap else None
    )  # fmt: skip
    after = Street(
        True, (), 0, True, Opening.POSITION, 2 * BIG if limit else BIG, RAISES + 1 if cap else None
    )  # fmt: skip
    return State(
        AUTOMATIC, Deck.STANDARD, (StandardLowHand,), (before, after), STRUCTURES[structure],
        True, (0,) * len(stacks), (SMALL, BIG, *(0,) * (len(stacks) - 2)), 0, tuple(stacks),
        len(stacks),
    )  # fmt: skip


class DrawPair(Pair):
    """One hand here and there; the cards of the draw go there when all have discarded."""

    def __init__(self, game: Game, stacks: list[int], chip: int, rng: random.Random) -> None:
        n = len(stacks)
        self.chip, self.rng = chip, rng
        self.differences: Counter[str] = Counter()
        seats = tuple(Seat(i + 1, str(i + 1), stack) for i, stack in enumerate(stacks))
        self.ours = Round(game, seats, PokerCarryOver(button=n))
        self.theirs = pokerkit_state(game.posting["structure"], stacks)
        self.deck = CARDS.one_set()
        rng.shuffle(self.deck)

    def deal(self, question: Chance) -> None:
        pieces = tuple(self.deck.pop() for _ in range(question.n))
        if question.what == "burn":
            self.no_one_acts()
            self.burned = CARDS.names[pieces[0]]
        self.ours.deal(pieces)
        if question.what == "hole cards":
            for piece in pieces:
                self.theirs.deal_hole(CARDS.names[piece])

    def no_one_acts(self) -> None:
        """One player has chips and the others are all-in: our table asks no question."""
        if self.theirs.actor_index is not None:
            assert self.theirs.checking_or_calling_amount == 0
            assert sum(self.state.chips[seat] > 0 for seat in self.state.live) == 1
            self.theirs.check_or_call()

    def decide(self, seat: int, choices: Any) -> None:
        if self.state.drawing:
            self.discard(seat, choices)
        else:
            super().decide(seat, choices)

    def discard(self, seat: int, choices: Any) -> None:
        """Up to three cards, or five of two players; after the last one the cards follow there."""
        give = next(choice for choice in choices if isinstance(choice, Pick))
        n = self.rng.randint(0, 5 if len(self.ours.seats) == 2 else 3)
        pieces = tuple(self.rng.sample(give.pieces, n))
        self.ours.act(Act(seat, "discard", pieces=pieces) if n else Act(seat, "pat"))
        self.theirs.stand_pat_or_discard("".join(CARDS.names[piece] for piece in pieces))

    def play(self) -> None:
        while (question := self.ours.question) is not None:
            if isinstance(question, Chance):
                self.deal(question)
            else:
                seat = question.seats()[0]
                if not self.state.drawing:
                    self.draw_there()
                    assert self.theirs.actor_index == seat - 1
                self.decide(seat, question.choices_of(seat))
        if self.theirs.status:
            self.draw_there()
        if self.theirs.status:
            self.no_one_acts()

    def draw_there(self) -> None:
        """Draw the same cards there, in their order."""
        if not self.theirs.can_burn_card():
            return
        self.theirs.burn_card(self.burned)
        drawn: dict[int, list[int]] = {}
        for event in self.ours.events:
            if isinstance(event, CardsDrawn):
                drawn.setdefault(event.seat, []).extend(event.pieces)
        while (index := self.theirs.hole_dealee_index) is not None:
            self.theirs.deal_hole(CARDS.names[drawn[index + 1].pop(0)])
        assert not any(drawn.values())


@pytest.mark.parametrize("chip", [1, WHOLE], ids=["cents", "chips"])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_same_stacks(structure: str, chip: int) -> None:
    game = find("lowball-27")({**POSTED, "structure": structure})
    rng = random.Random(f"lowball-27 {structure} {chip}")
    met: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(HANDS // 2):
            n = rng.randint(2, MOST)
            deep = BIG * rng.choice((2, 8, 60))
            stacks = [rng.randrange(BIG, deep, chip) for _ in range(n)]
            pair = DrawPair(game, stacks, chip, rng)
            pair.play()
            assert not pair.theirs.status
            if pair.state.chips[1 : n + 1] != list(pair.theirs.stacks):
                pair.differences[explained(pair, False)] += 1
            met += pair.differences
    allowed = {*ALLOWED[structure], ODD_CHIPS} if chip == 1 else ALLOWED[structure]
    assert set(met) <= allowed
