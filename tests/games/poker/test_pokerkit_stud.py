"""Stud, stud high-low and razz in lockstep with PokerKit, as ``test_pokerkit_lockstep`` does it.

There are up to six players, for whom the deck lasts. No player folds instead of a check: one who
does still receives cards here (CA-STUD-10), and none there.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter

import pytest
from pokerkit import (
    BettingStructure,
    Deck,
    EightOrBetterLowHand,
    Opening,
    RegularLowHand,
    StandardHighHand,
    State,
    Street,
)

from houseway.engine.questions import Act, Amount, Asking, Button, Chance, Choice
from houseway.game.base import Game, Seat
from houseway.money import format_amount
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.table.round import Round
from tests.games.poker.test_pokerkit_lockstep import (
    AUTOMATIC,
    BY_ITSELF,
    COMPLETED,
    FUTILE,
    HANDS,
    HEADS_UP,
    NO_LOW_HERE,
    ODD_CHIPS,
    SHORT_RAISES,
    WHOLE,
    Pair,
    explained,
)

ANTE, BRING_IN, SMALL, BIG = WHOLE, 2 * WHOLE, 6 * WHOLE, 12 * WHOLE
OPEN_PAIR = "CA-STUD-05, CA-RAZZ-05: an open pair lets the upper limit be bet on fourth street"
FOLDS = "CA-STUD-11: who must open may fold"
STUD = {
    "seven-card-stud": ((StandardHighHand,), Opening.LOW_CARD, Opening.HIGH_HAND),
    "seven-card-stud-8": (
        (StandardHighHand, EightOrBetterLowHand), Opening.LOW_CARD, Opening.HIGH_HAND,
    ),
    "razz": ((RegularLowHand,), Opening.HIGH_CARD, Opening.LOW_HAND),
}  # fmt: skip
POSTED = {
    "ante": format_amount(ANTE),
    "bring_in": format_amount(BRING_IN),
    "small_bet": format_amount(SMALL),
    "big_bet": format_amount(BIG),
    "smallest_chip": "0.01",
    "short_all_in": "full_bet",
}


def stud_state(game: str, stacks: list[int]) -> State:
    """The same game there: the completion is a bet, and three raises follow it."""
    hands, first, later = STUD[game]
    dealt = ((False, False, True), (True,), (True,), (True,), (False,))
    streets = tuple(
        Street(
            i > 0, lie, 0, False, later if i else first, BIG if i > 1 else SMALL,
            4 if len(stacks) > 2 else None,
        )
        for i, lie in enumerate(dealt)
    )  # fmt: skip
    return State(
        AUTOMATIC, Deck.STANDARD, hands, streets, BettingStructure.FIXED_LIMIT,
        True, (ANTE,) * len(stacks), (0,) * len(stacks), BRING_IN, tuple(stacks), len(stacks),
    )  # fmt: skip


class StudPair(Pair):
    """One hand of stud here and there."""

    def __init__(self, game: Game, stacks: list[int], chip: int, rng: random.Random) -> None:
        self.chip, self.rng = chip, rng
        self.differences: Counter[str] = Counter()
        seats = tuple(Seat(i + 1, str(i + 1), stack) for i, stack in enumerate(stacks))
        self.ours = Round(game, seats)
        self.theirs = stud_state(game.id, stacks)
        self.deck = CARDS.one_set()
        rng.shuffle(self.deck)

    def deal(self, question: Chance) -> None:
        self.follow()
        pieces = tuple(self.deck.pop() for _ in range(question.n))
        names = [CARDS.names[piece] for piece in pieces]
        self.ours.deal(pieces)
        if question.what == "burn":
            self.theirs.burn_card(names[0])
        else:
            for name in names:
                self.theirs.deal_hole(name)
        self.bring_in()

    def follow(self) -> None:
        """All others are all-in: our table does not ask the last player, who checks there."""
        while self.theirs.actor_index is not None and not self.state.betting:
            if self.theirs.can_post_bring_in():
                self.theirs.post_bring_in()
            else:
                self.theirs.check_or_call()

    def bring_in(self) -> None:
        """The forced bet is no choice here."""
        s = self.state
        if s.betting and s.bring_in and sum(s.bets) and self.theirs.can_post_bring_in():
            assert self.theirs.actor_index == s.order[0] - 1
            self.theirs.post_bring_in()

    def decide(self, seat: int, choices: tuple[Choice, ...]) -> None:
        if choices[1].name != "bring_in":
            super().decide(seat, choices)
            return
        assert self.theirs.can_post_bring_in()
        if not self.theirs.can_fold():
            self.differences[FOLDS] += 1
        able = len(choices) > 2  # with no more than the forced bet there is nothing to complete
        full = self.agreed_limits(seat, choices) if able else None
        if full is not None and self.rng.random() < 0.5:
            self.ours.act(Act(seat, "complete", full.least))
            self.theirs.complete_bet_or_raise_to(full.least)
        else:
            self.ours.act(Act(seat, "bring_in"))
            self.theirs.post_bring_in()

    def agreed_limits(self, seat: int, choices: tuple[Choice, ...]) -> Amount | None:
        """With an open pair our bets are the lower or the upper limit, and nothing in between."""
        limits = super().agreed_limits(seat, choices)
        ours = next((c for c in choices if isinstance(c, Amount)), None)
        if limits is None or ours is None or (limits.least - ours.least) % ours.step:
            return None
        return Amount(limits.name, limits.least, limits.least)

    def why_limits(self, ours: Amount, least: int, most: int) -> str:
        if self.state.spread_max and ours.least == least:
            return OPEN_PAIR
        return super().why_limits(ours, least, most)


ALLOWED = {SHORT_RAISES, HEADS_UP, FUTILE, BY_ITSELF, COMPLETED, FOLDS}


@pytest.mark.parametrize("chip", [1, WHOLE], ids=["cents", "chips"])
@pytest.mark.parametrize("game_id", STUD)
def test_same_stacks_in_stud(game_id: str, chip: int) -> None:
    game = find(game_id)(POSTED)
    rng = random.Random(f"{game_id} {chip}")
    met: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(HANDS // 2):
            n = rng.randint(2, 6)
            deep = BIG * rng.choice((1, 4, 30))
            least = ANTE + BRING_IN  # less lowers the call there: see below
            stacks = [rng.randrange(least, least + deep, chip) for _ in range(n)]
            stacks = [ANTE if rng.random() < 0.1 else stack for stack in stacks]
            pair = StudPair(game, stacks, chip, rng)
            pair.play()
            pair.follow()
            assert not pair.theirs.status
            if pair.state.chips[1 : n + 1] != list(pair.theirs.stacks):
                pair.differences[explained(pair, game_id == "seven-card-stud-8")] += 1
            met += pair.differences
    allowed = set(ALLOWED)
    if chip == 1:
        allowed.add(ODD_CHIPS)
    allowed.add(NO_LOW_HERE if game_id == "seven-card-stud-8" else OPEN_PAIR)
    assert set(met) <= allowed
    print(game_id, chip, dict(met))


def test_a_short_bring_in_does_not_lower_the_call() -> None:
    """CA-STUD-02: the forced bet is what it is, also when the low card is all-in below it."""
    game = find("seven-card-stud")(POSTED)
    pair = StudPair(game, [ANTE + 1, 20 * BIG, 20 * BIG], 1, random.Random(1))
    pair.deck = list(CARDS.parse("4c 5c 6c 4d 5d 6d 2c 9c 8d"))[::-1]
    while isinstance(pair.ours.question, Chance):
        pair.deal(pair.ours.question)
    assert isinstance(pair.ours.question, Asking)
    call = pair.ours.question.choices[1]
    assert isinstance(call, Button) and call.cents == BRING_IN
    assert pair.theirs.checking_or_calling_amount == 1
