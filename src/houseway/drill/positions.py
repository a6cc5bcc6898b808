"""Rounds of guests as they lie before they are paid."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from houseway.drill.questions import FEE, POT, Question, lammers_of, questions_of
from houseway.errors import Refused
from houseway.events import Settlement
from houseway.game import Game
from houseway.table.bots import Bot
from houseway.table.guests import Guest, Opponent, round_of
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.views import Chips, Pile, View

SEATS = 3
TRIES = 40
"""Rounds looked at until one has a hand to compare, or anything to pay."""
STAKES = (2, 5, 25, 60, 150)
"""What guests bring, in least bets: with little, a pot has sides."""
BANKS = (3, 10, 60)
"""Which parts of it they bank with, in hundredths: with little, not everything is covered."""
LEAST = 5_00
"""What is taken for the least bet where a game has none, and at least."""


class Position(msgspec.Struct, frozen=True):
    """A round before it is paid: what lies on the table, and the questions in their order."""

    number: int
    view: View
    questions: tuple[Question, ...]
    round: Round


def positions(
    game: Game, seed: int | None = None, seats: int | None = None, totals: bool = False
) -> Iterator[Position]:
    """Positions without end; the same seed gives the same ones.

    ``totals`` shows beside each hand what it comes to.
    """
    rng = random.Random(seed)
    wanted = _seats(game, seats)
    number = 0
    while True:
        number += 1
        round_ = _round_worth_asking(game, rng, wanted)
        yield Position(number, laid_out(round_, totals), questions_of(round_), round_)


def _seats(game: Game, seats: int | None) -> int:
    if seats is None:
        return max(game.seats_min, min(SEATS, game.seats_max))
    if not game.seats_min <= seats <= game.seats_max:
        raise Refused(
            f"{game.name} is for {game.seats_min} to {game.seats_max} players, not {seats}"
        )
    return seats


def _round_worth_asking(game: Game, rng: random.Random, seats: int) -> Round:
    """A round with something to pay; of poker, one that was compared at the end."""
    found: Round | None = None
    for _ in range(TRIES):
        table = Table(game, seed=rng.getrandbits(62))
        least = max([LEAST, *(game.limits(w)[0] for w in game.wagers if game.requires(w))])
        for seat in range(1, seats + 1):
            table.sit(seat, f"seat {seat}", least * rng.choice(STAKES))
        found = round_of(table, _player(game, rng.getrandbits(62)))
        asked = questions_of(found)
        if any(q.kind != FEE and (q.kind != POT or q.outcome) for q in asked):
            return found
    if found is None or not questions_of(found):
        raise Refused(f"{game.name}: in {TRIES} rounds there was nothing to pay")
    return found


def _player(game: Game, seed: int) -> Opponent:
    """Who seldom folds, or whose bank may be too small for what is won from it."""
    return Bot(seed) if game.shape == "poker_room" else Guest(seed, BANKS)


# -- what lies on the table ----------------------------------------------------------------------


def laid_out(round_: Round, totals: bool = True) -> View:
    """The table with every hand turned up that its player held, and all stakes in their places."""
    game, last = round_.game, round_.view(0)
    before = game.view(_state_before_pay(round_), 0)
    own = {
        (pile.zone, pile.seat, pile.hand): pile
        for seat in last.seats
        for pile in round_.view(seat.seat).piles
        if pile.seat == seat.seat
    }
    piles = [own.get((pile.zone, pile.seat, pile.hand), pile) for pile in last.piles]
    chips = before.chips
    if not before.pots:
        chips = [
            Chips(s.seat, s.wager, s.stake, s.owner, lammers_of(s), s.hand, s.circle)
            for s in _settlements(round_)
            if s.stake or lammers_of(s)
        ]
    return msgspec.structs.replace(
        before, phase=last.phase, chips=chips, said=[], prompt=None, waiting_for=[],
        piles=piles if totals else [_untold(pile) for pile in piles],
    )  # fmt: skip


def _untold(pile: Pile) -> Pile:
    """A pile without what it comes to; what was done with it stays."""
    note = pile.note.removeprefix(pile.total).lstrip(", ") if pile.total else pile.note
    return msgspec.structs.replace(pile, note=note, total="")


def _state_before_pay(round_: Round) -> object:
    """The state just before the first thing is settled."""
    state = round_.game.new_state(round_.seats, round_.between)
    for event in round_.events:
        if event.settlement() is not None:
            break
        event.do(state)
    return state


def _settlements(round_: Round) -> Iterator[Settlement]:
    for event in round_.events:
        if (settled := event.settlement()) is not None:
            yield settled
