"""Finished rounds of bots, before they are paid."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from houseway.drill.questions import FEE, POT, Question, lammers_of, questions_of
from houseway.engine.events import Settlement
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.face.views import Chips, Pile, View
from houseway.players.bots import GIVES_UP, Bot
from houseway.players.guests import Guest, Opponent, round_of
from houseway.sheets.settlement.final_cards import UNSEEN, FinalHand, on_the_table
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.util.english import spread

SEATS = 3
TRIES = 40
"""Rounds tried until one has a hand to compare, or anything to pay."""
STAKES = (2, 5, 25, 60, 150)
"""Chips of the bots in least bets; small stacks make side pots."""
BANKS = (3, 10, 60)
"""Shares of the chips used as bank, in hundredths; a small one does not cover everything."""
POKER = "poker"
DECIDED = ("lost", "won", "under the wager", "player-dealer", "sits out")
"""Notes on a hand that is paid already, or on its seat."""
LEAST = 5_00
"""The least bet in cents of a game without one, and the lower bound for others."""


class DrillPosition(msgspec.Struct, frozen=True):
    """A round before it is paid: the table, and the questions in their order."""

    number: int
    view: View
    questions: tuple[Question, ...]
    round: Round
    given_up: tuple[tuple[int, str], ...] = ()
    """Seats that folded or surrendered, and the action."""


def positions(
    game: Game, seed: int | None = None, seats: int | None = None, totals: bool = False
) -> Iterator[DrillPosition]:
    """Yield positions without end; the same seed gives the same ones.

    ``totals`` shows the total of each hand.
    """
    rng = random.Random(seed)
    wanted = _seats(game, seats)
    number = 0
    while True:
        number += 1
        round_ = _round_worth_asking(game, rng, wanted)
        view, questions = laid_out(round_, totals), questions_of(round_)
        yield DrillPosition(number, view, questions, round_, given_up(round_))


def _seats(game: Game, seats: int | None) -> int:
    """Return the number of players; by default ``SEATS``, or as near as the game allows."""
    if seats is None:
        return max(game.seats_min, min(SEATS, game.seats_max))
    if not game.seats_min <= seats <= game.seats_max:
        raise Refused(
            f"{game.name} is for {spread(game.seats_min, game.seats_max, 'player')}, not {seats}"
        )
    return seats


def _round_worth_asking(game: Game, rng: random.Random, seats: int) -> Round:
    """Return a round with something to pay; in poker, one with a showdown."""
    found: Round | None = None
    for _ in range(TRIES):
        table = Table(game, seed=rng.getrandbits(62))
        least = max([LEAST, *(game.limits(w)[0] for w in game.wagers if game.requires(w))])
        for seat in range(1, seats + 1):
            table.sit(seat, f"seat {seat}", least * rng.choice(STAKES))
        found = round_of(table, _player(game, rng.getrandbits(62)))
        questions = questions_of(found)
        if any(q.kind != FEE and (q.kind != POT or q.outcome) for q in questions):
            return found
    if found is None or not questions_of(found):
        raise Refused(f"{game.name}: in {TRIES} rounds there was nothing to pay")
    return found


def _player(game: Game, seed: int) -> Opponent:
    """Return a player who seldom folds, or whose bank may be too small for its losses."""
    return Bot(seed) if game.family == POKER else Guest(seed, BANKS)


def laid_out(round_: Round, totals: bool = True) -> View:
    """Return the table with every hand that was shown, and all stakes in their places."""
    last = round_.view(0)
    before = round_.game.presenter.view(_state_before_pay(round_), 0)
    if round_.game.family == POKER:
        piles, chips = _held(round_, last), before.chips
    else:
        piles = [_pile(lay) for lay in on_the_table(round_)]
        chips = [each for settled in _settlements(round_) for each in _chips(settled)]
    return msgspec.structs.replace(
        before, phase=last.phase, chips=chips, said=[], prompt=None, waiting_for=[],
        piles=piles if totals else [_untold(pile) for pile in piles],
    )  # fmt: skip


def _held(round_: Round, last: View) -> list[Pile]:
    """Return the piles at the end, with hands still held turned up."""
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
    """Return a hand as it was last seen, without its result."""
    marks = [part for part in lay.note.split(", ") if part and part not in DECIDED]
    return Pile(lay.zone, lay.seat, list(lay.pieces), lay.hand, total=lay.total, marks=marks)


def given_up(round_: Round) -> tuple[tuple[int, str], ...]:
    """Return the seats that gave up a hand, and how; their cards are among the others."""
    acts = [given for given in round_.inputs if isinstance(given, Act)]
    return tuple((act.seat, act.name) for act in acts if act.name in GIVES_UP)


def _chips(settled: Settlement) -> Iterator[Chips]:
    """Yield the stake of a wager: chips, and lammers with them."""
    spot, whom, where = settled.wager, settled.owner, (settled.hand, settled.circle)
    if settled.stake:
        yield Chips(settled.seat, spot, settled.stake, whom, 0, *where)
    if lammers := lammers_of(settled):
        yield Chips(settled.seat, spot, 0, whom, lammers, *where)


def _untold(pile: Pile) -> Pile:
    """Return a pile without its total."""
    return msgspec.structs.replace(pile, total="")


def _state_before_pay(round_: Round) -> object:
    """Return the state just before the first settlement."""
    state = round_.game.new_state(round_.seats, round_.carry_over)
    for event in round_.events:
        if event.settlement() is not None:
            break
        event.do(state)
    return state


def _settlements(round_: Round) -> Iterator[Settlement]:
    """Yield the settlements of a round in order."""
    for event in round_.events:
        if (settled := event.settlement()) is not None:
            yield settled
