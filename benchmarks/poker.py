"""Poker hands per CPU-second, six-handed, random legal decisions; PokerKit in the same run.

Both play the same policy with equal chances: fold (only against a bet), check or call, bet or raise
by a random legal amount. In draw games any number of cards is discarded. Our figure includes the
log and the settlement of every hand; views are made only on request. Stacks start at 100 big blinds
in each hand.
"""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Callable

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    StandardHighHand,
    State,
    Street,
)
from rich.console import Console

from benchmarks._clock import HEADING, Took, cpu, sheet_console
from houseway.engine.questions import Act, Amount, Button, Question
from houseway.families.poker import PokerState
from houseway.families.poker.betting.question import BettingQuestion
from houseway.game.base import Seat
from houseway.records.cases import settlements
from houseway.table.table import Policy, Table

SEATS = 6
SMALL, BIG, STACK = 1_00, 2_00, 200_00
GAMES = {
    "holdem": ("no-limit hold'em", 2, (StandardHighHand,)),
    "omaha": ("no-limit Omaha", 4, (OmahaHoldemHand,)),
    "omaha-8": ("no-limit Omaha high-low", 4, (OmahaHoldemHand, OmahaEightOrBetterLowHand)),
}
ALONE = {
    "seven-card-stud": "limit seven card stud",
    "razz": "limit razz",
    "lowball": "limit lowball",
    "draw-jacks-or-better": "limit draw, jacks or better",
}
"""Games without a counterpart there, with their posting."""
SEEDS = itertools.count(1)
"""Every measurement plays hands of its own, so that none profits from caches."""


def random_policy(rng: random.Random) -> Policy:
    """Return a random legal decision; no player folds where a check is possible."""
    draw = rng.random

    def decide(question: Question, state: PokerState) -> Act:
        if type(question) is BettingQuestion:
            raises = question.raises
            if question.cents:
                pick = draw() * (3 if raises else 2)
                if pick < 2:
                    return Act(question.seat, "fold" if pick < 1 else "call")
            elif not raises or draw() < 0.5:
                return Act(question.seat, "check")
            least, step = question.least, question.step
            steps = (question.most - least) // step + 1
            return Act(question.seat, raises, least + int(draw() * steps) * step)
        choices = question.choices
        n = len(choices)
        if n > 1 and choices[1].name == "check":
            choice = choices[1 + int(draw() * (n - 1))]
        else:
            choice = choices[int(draw() * n)]
        kind = type(choice)
        if kind is Button:
            return Act(question.seat, choice.name)
        if kind is Amount:
            steps = (choice.most - choice.least) // choice.step + 1
            return Act(question.seat, choice.name, choice.least + int(draw() * steps) * choice.step)
        wanted = choice.least + int(draw() * (choice.most - choice.least + 1))
        return Act(question.seat, choice.name, pieces=choice.pieces[:wanted])

    return decide


def our_hands(game: str, hands: int) -> None:
    """Play and settle this number of hands here."""
    table = Table(game, {"structure": "no_limit"} if game in GAMES else None, seed=next(SEEDS))
    seats = {seat: Seat(seat, f"seat {seat}", STACK) for seat in range(1, SEATS + 1)}
    policy = random_policy(random.Random(next(SEEDS)))
    for _ in range(hands):
        table.seats = dict(seats)
        settlements(table.play(policy))


def pokerkit_hands(game: str, hands: int) -> None:
    """Play this number of hands there."""
    _, hole, hand_types = GAMES[game]
    draw = random.Random(2).random
    streets = tuple(
        Street(
            i > 0, () if i else (False,) * hole, (0, 3, 1, 1)[i], False, Opening.POSITION, BIG, None
        )
        for i in range(4)
    )  # fmt: skip
    for _ in range(hands):
        state = State(
            tuple(Automation), Deck.STANDARD, hand_types, streets, BettingStructure.NO_LIMIT, True,
            (0,) * SEATS, (SMALL, BIG, 0, 0, 0, 0), 0, (STACK,) * SEATS, SEATS,
        )  # fmt: skip
        while state.status:
            decide_in_pokerkit(state, draw)


def decide_in_pokerkit(state: State, draw: Callable[[], float]) -> None:
    """Take one random legal decision there."""
    least = state.min_completion_betting_or_raising_to_amount
    options = [state.check_or_call]
    if state.checking_or_calling_amount:
        options.append(state.fold)  # type: ignore[arg-type]
    pick = int(draw() * (len(options) + (least is not None)))
    if pick < len(options):
        options[pick]()
    else:
        most = state.max_completion_betting_or_raising_to_amount
        assert least is not None and most is not None
        state.complete_bet_or_raise_to(least + int(draw() * ((most - least) // 100 + 1)) * 100)


def timed(play: Callable[[str, int], None], game: str, hands: int, times: int) -> Took:
    """Time a number of hands; the best of several measurements."""
    play(game, min(hands, 200))
    return cpu(lambda: play(game, hands), times)


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the figures; ``tiny`` plays a few hands of each game, once."""
    out = console or sheet_console()
    ours, theirs, times = (20, 3, 1) if tiny else (1500, 100, 7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out.print(f"{'six-handed, random legal play':<32}{'houseway':>12}{HEADING + ' each':>18}"
                  f"{'PokerKit':>12}{'ratio':>8}")  # fmt: skip
        for game, (words, _, _) in GAMES.items():
            here, there = (
                timed(our_hands, game, ours, times),
                timed(pokerkit_hands, game, theirs, times),
            )
            peer, ratio = theirs / there, ours / here / (theirs / there)
            line = f"{words:<32}{ours / here:>10,.0f}/s{here.each(ours):>18}"
            out.print(f"{line}{peer:>10,.0f}/s{ratio:>7.0f}x", highlight=False)
        for game, words in ALONE.items():
            here = timed(our_hands, game, ours, times)
            out.print(f"{words:<32}{ours / here:>10,.0f}/s{here.each(ours):>18}", highlight=False)


if __name__ == "__main__":
    run()
