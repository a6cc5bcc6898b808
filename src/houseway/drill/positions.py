"""Rounds of guests as they lie before they are paid."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from houseway.drill.questions import FEE, POT, Question, lammers_of, questions_of
from houseway.engine.events import Settlement
from houseway.engine.questions import Act
from houseway.engine.round import Round
from houseway.engine.table import Table
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.players.bots import GIVES_UP, Bot
from houseway.players.guests import Guest, Opponent, round_of
from houseway.presentation.views import Chips, Pile, View
from houseway.sheets.settlement.final_cards import UNSEEN, FinalHand, on_the_table
from houseway.util.english import spread

SEATS = 3
TRIES = 40
"""Rounds looked at until one has a hand to compare, or anything to pay."""
STAKES = (2, 5, 25, 60, 150)
"""What guests bring, in least bets: with little, a pot has sides."""
BANKS = (3, 10, 60)
"""Which parts of it they bank with, in hundredths: with little, not everything is covered."""
POKER = "poker_room"
DECIDED = ("lost", "won", "under the wager", "player-dealer", "sits out")
"""What notes say of a hand when it is paid already, or of its seat."""
LEAST = 5_00
"""What is taken for the least bet where a game has none, and at least."""


class Position(msgspec.Struct, frozen=True):
    """A round before it is paid: what lies on the table, and the questions in their order."""

    number: int
    view: View
    questions: tuple[Question, ...]
    round: Round
    given_up: tuple[tuple[int, str], ...] = ()
    """Seats that folded or surrendered, and which."""


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
        view, asked = laid_out(round_, totals), questions_of(round_)
        yield Position(number, view, asked, round_, given_up(round_))


def _seats(game: Game, seats: int | None) -> int:
    if seats is None:
        return max(game.seats_min, min(SEATS, game.seats_max))
    if not game.seats_min <= seats <= game.seats_max:
        raise Refused(
            f"{game.name} is for {spread(game.seats_min, game.seats_max, 'player')}, not {seats}"
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
    return Bot(seed) if game.shape == POKER else Guest(seed, BANKS)


# -- what lies on the table ----------------------------------------------------------------------


def laid_out(round_: Round, totals: bool = True) -> View:
    """The table with every hand that anybody saw, and all stakes in their places."""
    last = round_.view(0)
    before = round_.game.view(_state_before_pay(round_), 0)
    if round_.game.shape == POKER:
        piles, chips = _held(round_, last), before.chips
    else:
        piles = [_pile(lay) for lay in on_the_table(round_)]
        chips = [each for settled in _settlements(round_) for each in _chips(settled)]
    return msgspec.structs.replace(
        before, phase=last.phase, chips=chips, said=[], prompt=None, waiting_for=[],
        piles=piles if totals else [_untold(pile) for pile in piles],
    )  # fmt: skip


def _held(round_: Round, last: View) -> list[Pile]:
    """What lies at the end, the hands that are still held turned up."""
    own = {
        (pile.zone, pile.seat, pile.hand): pile
        for seat in last.seats
        for pile in round_.view(seat.seat).piles
        if pile.seat == seat.seat
    }
    lying = [pile for pile in last.piles if pile.pieces]
    piles = [own.get((pile.zone, pile.seat, pile.hand), pile) for pile in lying]
    return [pile for pile in piles if set(pile.pieces) != {UNSEEN}]


def _pile(lay: FinalHand) -> Pile:
    """A hand as it was last seen, without a word on how it came out."""
    marks = [part for part in lay.note.split(", ") if part and part not in DECIDED]
    return Pile(lay.zone, lay.seat, list(lay.pieces), lay.hand, total=lay.total, marks=marks)


def given_up(round_: Round) -> tuple[tuple[int, str], ...]:
    """Who gave up a hand, and how: it lies there like any other."""
    acts = [given for given in round_.inputs if isinstance(given, Act)]
    return tuple((act.seat, act.name) for act in acts if act.name in GIVES_UP)


def _chips(settled: Settlement) -> Iterator[Chips]:
    """What lay there for a wager: chips, and lammers beside them."""
    spot, whom, where = settled.wager, settled.owner, (settled.hand, settled.circle)
    if settled.stake:
        yield Chips(settled.seat, spot, settled.stake, whom, 0, *where)
    if lammers := lammers_of(settled):
        yield Chips(settled.seat, spot, 0, whom, lammers, *where)


def _untold(pile: Pile) -> Pile:
    """A pile without what it comes to; what was done with it stays."""
    return msgspec.structs.replace(pile, total="")


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
