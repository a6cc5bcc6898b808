"""Random hands of any poker game: postings, people who come and go, decisions and rulings.

A sitting is a table from hand to hand. Separate books are kept for it. All chips bought in are in
front of players, in a pot that stays, in the drop, or were taken home.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from houseway.engine.events import DROP
from houseway.engine.questions import Act, Amount, Asking, Chance, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.engine.shoe import Shoe
from houseway.families.poker import PokerState
from houseway.families.poker.rulings.cards import misdeal
from houseway.game.base import Game, RulingRule, Seat
from houseway.rulebook import games
from houseway.table.round import Round
from tests.oracles.card_follower import Follower
from tests.support.random_play import random_answer, random_posting

POKER = {game_id: game for game_id, game in games().items() if game.family == "poker"}
PURSES = (1_00, 3_57, 20_00, 40_57, 200_00, 1000_00)
HANDS_AT_A_TABLE = 12
HUNTED = 0.5
"""Chance of a ruling at tables where only the three rarest are made."""


def any_posting(game: type[Game], rng: random.Random) -> dict[str, object]:
    """A posting with any structure and showdown, and anything else that goes with them."""
    declared = game.declared()
    values = {key: getattr(declared.get(key), "values", ()) for key in ("structure", "showdown")}
    fixed = {key: rng.choice(several) for key, several in values.items() if several}
    return random_posting(game, rng, fixed)


class Sitting:
    """A table from hand to hand: who sits where, who is away, and where all chips are."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.seats: dict[int, Seat] = {}
        self.away: set[int] = set()
        self.between: Any = None
        self.bought = self.taken_home = self.dropped = 0
        self.persons = 0
        self.restless = rng.choice((0.02, 0.1, 0.3))
        for _ in range(rng.choice((rng.randint(2, game.seats_max), game.seats_max))):
            self.sit_down()

    def chips(self) -> int:
        return self.rng.choice(PURSES)

    def free(self) -> list[int]:
        return [i for i in range(1, self.game.seats_max + 1) if i not in self.seats]

    def sit_down(self) -> None:
        seat, cents = self.rng.choice(self.free()), self.chips()
        self.persons += 1
        self.bought += cents
        self.seats[seat] = Seat(seat, f"person {self.persons}", cents)

    def leave(self, seat: int) -> None:
        self.away.discard(seat)
        self.taken_home += self.seats.pop(seat).chips

    def buy_in(self, seat: int) -> None:
        cents = self.chips()
        self.bought += cents
        self.seats[seat] = replace(self.seats[seat], chips=self.seats[seat].chips + cents)

    def change_seats(self, seat: int) -> None:
        if free := self.free():
            to = self.rng.choice(free)
            self.seats[to] = replace(self.seats.pop(seat), seat=to)
            if seat in self.away:
                self.away.symmetric_difference_update((seat, to))

    def come_and_go(self) -> None:
        """Between two hands some leave, change seats, miss hands, come back or buy in."""
        rng = self.rng
        excluded = self.between.seats_of(self.between.excluded, self.around())
        for seat in list(self.seats):
            if seat in excluded and rng.random() < 0.8:
                self.leave(seat)
            elif not self.seats[seat].chips and rng.random() < 0.4:
                self.buy_in(seat)
            elif rng.random() < self.restless:
                chance = rng.randrange(6)
                if chance == 0:
                    self.leave(seat)
                elif chance == 1:
                    self.change_seats(seat)
                elif chance == 2:
                    self.buy_in(seat)
                else:
                    self.away.symmetric_difference_update((seat,))
        if self.free() and rng.random() < self.restless:
            self.sit_down()

    def post_otherwise(self) -> None:
        """Now and then the house posts the same game otherwise, at the same table."""
        if self.rng.random() < 0.05:
            other = type(self.game)(any_posting(type(self.game), self.rng))
            if other.seats_max == self.game.seats_max and not self.between.lying:
                self.game = other

    def around(self) -> tuple[Seat, ...]:
        return tuple(seat for _, seat in sorted(self.seats.items()))

    def playing(self) -> tuple[Seat, ...]:
        """Return the seats for the next hand: at least two, with a newcomer if necessary."""
        while True:
            here = tuple(
                seat
                for seat in self.around()
                if seat.seat not in self.away
                and (seat.chips or self.game.plays_without_chips(seat, self.between))
            )
            if len(here) >= self.game.seats_min:
                return here
            if self.away:
                self.away.pop()
            elif self.free():
                self.sit_down()
            else:
                self.buy_in(next(seat.seat for seat in self.around() if not seat.chips))

    def over(self, round_: Round) -> None:
        """The chips after a hand; none has come or gone."""
        state: PokerState = round_.state
        for seat, cents in self.game.chips_after(state).items():
            self.seats[seat] = replace(self.seats[seat], chips=cents)
        self.between = self.game.carried(round_.carry_over, state)
        self.dropped += state.drop
        here = sum(seat.chips for seat in self.seats.values())
        assert here + self.between.lying + self.dropped + self.taken_home == self.bought


class Floor:
    """A supervisor who rules at random moments, first what this game has seen least."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.made: Counter[str] = Counter()

    def ruling(self, round_: Round, rarest: int) -> Ruling | None:
        """Return the possible ruling that was made least often, if there is one.

        A voided hand is over, so other rulings are mostly preferred, and hands reach their end.
        """
        rng, game = self.rng, round_.game
        rules = list(game.ruling_rules.values())
        rng.shuffle(rules)
        rules.sort(key=lambda rule: self.made[rule.name])
        for rule in rules[:rarest]:
            if rule.run is misdeal and rng.random() < 0.85:
                continue
            for ruling in told(rule, round_, rng):
                if explain_ruling(game, round_.state, ruling) is None:
                    return ruling
        return None

    def rule(self, round_: Round, rarest: int = 100) -> bool:
        ruling = self.ruling(round_, rarest)
        if ruling is None:
            return False
        round_.ruling(ruling)
        self.made[ruling.name] += 1
        return True


def told(rule: RulingRule, round_: Round, rng: random.Random) -> Iterator[Ruling]:
    """Return the ruling with random arguments that may fit: a seat, its cards, an amount."""
    s: PokerState = round_.state
    reason = rng.choice(("", "", "seen by the floor"))
    if "seat" not in rule.takes:
        yield Ruling(rule.name, reason=reason)
        return
    for player in rng.sample(s.players, len(s.players)):
        seat = player.seat
        cards: Sequence[tuple[int, ...]] = ((),)
        sums: Sequence[int] = (0,)
        if "pieces" in rule.takes:
            cards = cards_of(s, seat, rng)
        if "amount" in rule.takes:
            sums = sums_of(s, seat, round_.question, rng)
        for pieces in cards:
            for amount in sums:
                yield Ruling(rule.name, seat, pieces, amount, reason)


def cards_of(s: PokerState, seat: int, rng: random.Random) -> list[tuple[int, ...]]:
    """Return cards of a hand for a ruling: one, several, or one that was drawn."""
    hole = s.hole[seat]
    if not hole:
        return []
    some = tuple(rng.sample(hole, min(len(hole), rng.choice((1, 1, 2, 3)))))
    return [some, (rng.choice(s.got.get(seat) or hole),), hole[-1:]]


def sums_of(s: PokerState, seat: int, question: Any, rng: random.Random) -> list[int]:
    """Return sums for a wager or a mistake: part of a call, a call, a bet, all, an old excess."""
    owes = min(s.to_call - s.bets[seat], s.chips[seat])
    found = {s.over[seat], s.to_call, s.chips[seat] + s.bets[seat]}
    found.add(rng.randint(1, owes - 1) if owes > 1 else 0)
    if isinstance(question, Asking):
        for choice in question.choices_of(seat):
            if isinstance(choice, Amount):
                found |= {choice.least, rng.randint(choice.least, choice.most), choice.most + 1}
    sums = [cents for cents in found if cents > 0]
    rng.shuffle(sums)
    return sums


def any_act(question: Asking, rng: random.Random, folds: float) -> Act:
    """Return any answer to a question, with few enough folds that hands reach their end."""
    seat = rng.choice(question.seats())
    choices = question.choices_of(seat)
    if choices[0].name == "fold":
        choices = choices[:1] if rng.random() < folds else choices[1:]
    return random_answer(seat, rng.choice(choices), rng)


Decides = Callable[[Round], Act]
"""Decides in the place of chance."""


def play(
    round_: Round,
    rng: random.Random,
    floor: Floor,
    ruled: float,
    folds: float,
    decides: Decides | None = None,
) -> None:
    """A hand to its end: at each question a ruling with this probability, or its answer."""
    shoe = Shoe(round_.game.kind, round_.game.sets(), rng)
    for _ in range(2000):
        question = round_.question
        if question is None:
            return
        if rng.random() < ruled and floor.rule(round_, 3 if ruled == HUNTED else 100):
            continue
        if isinstance(question, Chance):
            shoe.put_back(question.back)
            n = 0 if question.kind == "shuffle" else question.n
            assert n <= len(shoe.pieces), f"{question.what}: the deck has run out"
            round_.deal(shoe.draw(n))
        elif rng.random() < 0.01:
            round_.time_up(rng.choice(question.seats()))
        else:
            act = decides(round_) if decides else any_act(question, rng, folds)
            if decides or round_.refusal(act) is None:
                round_.act(act)
    raise AssertionError("the hand does not end")


def hands(
    game_id: str, rng: random.Random, floor: Floor, decides: Decides | None = None
) -> Iterator[Round]:
    """Hands without end, at a new table with another posting every few."""
    while True:
        sitting = Sitting(POKER[game_id](any_posting(POKER[game_id], rng)), rng)
        ruled, folds = rng.choice((0.0, 0.04, 0.15, HUNTED)), rng.choice((0.0, 0.08, 0.4))
        for _ in range(HANDS_AT_A_TABLE):
            if sitting.between is not None:
                sitting.come_and_go()
                sitting.post_otherwise()
            round_ = Round(sitting.game, sitting.playing(), sitting.between)
            try:
                play(round_, rng, floor, ruled, folds, decides)
                sitting.over(round_)
            except Exception as error:
                error.add_note(history(round_))
                raise
            yield round_


def history(round_: Round) -> str:
    """Return everything that is needed to play a hand again."""
    posting = dict(round_.game.posting)
    return f"{round_.game.id} {posting}\n{round_.seats}\n{round_.carry_over}\n{round_.inputs}"


def check(round_: Round, follow: bool) -> None:
    """The laws of a hand; whether it leaks, which takes longest, of those that are followed."""
    try:
        folded(round_)
        replayed(round_)
        if follow:
            Follower(round_)
    except Exception as error:
        error.add_note(history(round_))
        raise


def folded(round_: Round) -> None:
    """Check that the state follows from the events, and the money from their transfers."""
    state = round_.game.new_state(round_.seats, round_.carry_over)
    books = state.balances()
    total = sum(books.values())
    for event in round_.events:
        for source, target, cents in event.transfers():
            assert cents > 0
            books[source] -= cents
            books[target] += cents
        event.do(state)
        assert books == state.balances()
        assert sum(books.values()) == total and min(books.values()) >= 0
    assert state == round_.state
    kept = ("purse", DROP[0], "antes")
    assert not any(cents for (name, _), cents in books.items() if name not in kept)


def replayed(round_: Round) -> None:
    """Check that the same inputs give the same hand."""
    again = Round(round_.game, round_.seats, round_.carry_over)
    for given in round_.inputs:
        again.enter(given)
    assert again.state == round_.state and again.events == round_.events
