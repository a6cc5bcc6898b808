"""Random legal play of any game, through nothing but the questions it asks."""

from __future__ import annotations

import functools
import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import pytest

from houseway.engine.events import Account
from houseway.engine.questions import (
    Act,
    Amount,
    Arrange,
    Asking,
    Button,
    Chance,
    Choice,
    Pick,
    Place,
    Ruling,
)
from houseway.engine.refusals import explain_ruling
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.fees import PostedRates
from houseway.game.posting import Declared, Fact, Limits, Money, Number, OneOf, Text
from houseway.money import format_amount
from houseway.pieces.kind import Kind
from houseway.records.record import Record, load_record
from houseway.rulebook import games
from houseway.table.round import Round
from houseway.table.table import Table

GAME_IDS = tuple(games())
LONG = "HOUSEWAY_LONG" in os.environ
"""For what another test, or a smaller posting, states in the short form."""


_FIRST = {kind.family: game_id for game_id, kind in reversed([*games().items()])}
EACH_SHAPE = tuple(
    pytest.param(game_id, marks=[pytest.mark.slow] * (game_id not in _FIRST.values()))
    for game_id in GAME_IDS
)
"""Every game as a parameter; all but the first of each shape are slow."""


def random_act(round_: Round, rng: random.Random) -> Act:
    """Return a random decision that the rules allow now; refused ones are not returned."""
    question = round_.question
    assert isinstance(question, Asking)
    for _ in range(200):
        seat = rng.choice(question.seats())
        choice = rng.choice(question.choices_of(seat))
        act = random_answer(seat, choice, rng)
        if round_.refusal(act) is None:
            return act
    raise AssertionError(f"no legal answer found to {question}")


def random_answer(seat: int, choice: Choice, rng: random.Random) -> Act:
    """Return a random answer of the shape of a choice; the rules may refuse it."""
    match choice:
        case Button():
            return Act(seat, choice.name)
        case Amount():
            steps = (choice.most - choice.least) // choice.step
            amount = choice.least + choice.step * rng.randint(0, min(steps, 10**9))
            return Act(seat, choice.name, rng.choice((choice.least, choice.most, amount)))
        case Pick():
            n = rng.randint(choice.least, choice.most)
            return Act(seat, choice.name, pieces=tuple(rng.sample(choice.pieces, n)))
        case Arrange():
            pieces = rng.sample(choice.pieces, len(choice.pieces))
            parts = []
            for name, size in choice.parts:
                parts.append((name, tuple(pieces[:size])))
                pieces = pieces[size:]
            return Act(seat, choice.name, parts=tuple(parts))
        case Place():
            places: list[tuple[str, int]] = []
            elsewhere = any(spot.circle for spot in choice.spots) and rng.random() < 0.2
            for spot in choice.spots:
                if elsewhere and not spot.circle:
                    continue  # chips in other circles only
                fits = choice.open_to(spot, (name for name, _ in places))
                if spot.equals:
                    same = dict(places).get(spot.equals)
                    places += [(spot.name, same)] if same else []
                elif spot.required or (rng.random() < (0.2 if spot.circle else 0.5) and fits):
                    most = min(spot.most, spot.least * 4)
                    cents = rng.randint(spot.least, most)
                    places.append((spot.name, cents - cents % spot.step))
            return Act(seat, choice.name, places=tuple(places))


def random_ruling(round_: Round, rng: random.Random) -> Ruling | None:
    """Return a random ruling that the game allows now; None if there is none."""
    rules = list(round_.game.ruling_rules.values())
    rng.shuffle(rules)
    for rule in rules:
        seat = rng.choice(round_.seats).seat
        pieces = (rng.choice(round_.game.kind.one_set()),)
        for ruling in (
            Ruling(rule.name),
            Ruling(rule.name, seat=seat),
            Ruling(rule.name, seat=seat, pieces=pieces),
            Ruling(rule.name, pieces=pieces),
            Ruling(rule.name, seat=seat, amount=rng.choice((100, 500, 2500))),
        ):
            if explain_ruling(round_.game, round_.state, ruling) is None:
                return ruling
    return None


def play_randomly(table: Table, rng: random.Random, rulings: float = 0.0) -> Round:
    """Return a whole round with random legal decisions and sometimes a ruling."""
    round_ = table.start()
    for _ in range(1000):
        if round_.question is None:
            return round_
        assert not isinstance(round_.question, Chance)
        ruling = random_ruling(round_, rng) if rng.random() < rulings else None
        if ruling is not None:
            table.rule(ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount)
        else:
            table.enter(random_act(round_, rng))
    raise AssertionError(f"{table.game.id}: the round has not ended after 1000 inputs")


def random_posting(
    game: type[Game], rng: random.Random, fixed: Mapping[str, object] = MappingProxyType({})
) -> dict[str, object]:
    """A posting with some choices changed to others that may be posted, and some fixed.

    Not all of them go together: what cannot be posted is drawn again, never left at the defaults.
    """
    for _ in range(1000):
        chosen = {
            key: random_value(choice, rng)
            for key, choice in game.declared().items()
            if not isinstance(choice, Fact) and rng.random() < 0.3
        }
        chosen |= fixed
        with suppress(Refused):
            game(chosen)
            return chosen
    raise AssertionError(f"of a thousand postings of {game.id}, none can be posted")


def random_value(choice: Declared, rng: random.Random) -> object:
    """Return a random value of a posted choice."""
    match choice:
        case OneOf():
            return rng.choice(choice.values)
        case PostedRates():
            most, names = choice.collection.rates_most, list(choice.collection.schedules)
            return ", ".join(rng.sample(names, rng.randint(1, most)))
        case Text():
            return rng.choice(("", "GEGA-002838", "Lucky Jacks"))
        case Number():
            return rng.randint(choice.least, choice.most)
        case Money():
            cents = (choice.default or 50) * rng.choice((1, 2, 4, 10)) // 2
            return format_amount(min(max(cents, choice.least), choice.most))
        case Limits():
            return f"{rng.choice((1, 2, 5, 10))}..{rng.choice((10, 25, 50, 100))}"
    raise AssertionError(f"no value is drawn for a {type(choice).__name__}")


def open_table(
    game_id: str, seed: int, posting: Mapping[str, object] | None = None
) -> tuple[Table, random.Random]:
    """A table of the game with a random number of seats; its posting is random unless given."""
    rng = random.Random(seed)
    game = games()[game_id]
    table = Table(game(posting or random_posting(game, rng)), seed=seed)
    most = table.game.seats_max
    n = rng.randint(max(game.seats_min, 1), most)
    for seat in sorted(rng.sample(range(1, most + 1), n)):
        table.sit(seat, f"player {seat}", rng.choice((5_000, 20_000, 100_000, 1_000_000)))
    return table, rng


def play_rounds(
    game_id: str,
    rounds: int,
    rulings: float = 0.0,
    seed: int = 1,
    posting: Mapping[str, object] | None = None,
) -> Iterator[Round]:
    """Play this number of random rounds, at a new table every few."""
    played = 0
    while played < rounds:
        table, rng = open_table(game_id, seed + played, posting)
        for _ in range(min(10, rounds - played)):
            if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
                break
            yield play_randomly(table, rng, rulings)
            played += 1


@functools.cache
def _notation(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names as a word of its own.

    What stands before is looked at last: few places of a text look like a piece.
    """
    sizes = sorted({len(name) for name in names}, reverse=True)
    either = [
        f"(?:{'|'.join(re.escape(x) for x in names if len(x) == n)})(?<![\\w-].{{{n}}})"
        for n in sizes
    ]
    return re.compile(rf"(?:{'|'.join(either)})(?![\w-])")


_DICE = re.compile(r'"pieces":\[([^\]]*)\]|dice=([\d,]+)')


@functools.lru_cache(2000)  # what all are told is looked at for each of them
def pieces_named(text: str, kind: Kind) -> tuple[str, ...]:
    """Every piece written in a text, in its notation.

    Dice are written as plain numbers, which have other meanings too: only those in piles and in
    events that show dice are meant.
    """
    if kind.name == "dice":
        found = ["".join(pieces) for pieces in _DICE.findall(text)]
        return tuple(re.findall("[1-6]", " ".join(found)))
    return tuple(_notation(kind.names).findall(text))


def even(state: Any) -> None:
    """Check that the books of every meter add up."""
    for meter in (meter for kept in state.meters.values() for meter in kept):
        assert meter.balance == 0 and meter.value >= 0 and meter.reserve >= 0
        assert 0 <= meter.since <= meter.taken


def balances_after_each_event(round_: Round) -> Iterator[dict[Account, int]]:
    """The events once more: balances are the folded transfers, and no cent comes or goes."""
    state = round_.game.new_state(round_.seats, round_.carry_over)
    books = Counter(state.balances())
    whole = sum(books.values())
    for event in round_.events:
        event.do(state)
        for source, target, cents in event.transfers():
            assert cents >= 0
            books[source] -= cents
            books[target] += cents
        found = state.balances()
        said = {account: cents for account, cents in books.items() if cents}
        assert {k: v for k, v in found.items() if v} == said, (
            f"{event} is not what was said: {said}"
        )
        assert sum(found.values()) == whole
        yield found
    assert state == round_.state, "the state is not the fold of its events"


def enter_asked_anew(round_: Round, steps: Sequence[Act | tuple[int, ...]]) -> None:
    """Enter each step after the open question was asked again, which changes nothing."""
    for step in steps:
        before, asked = len(round_.events), round_.question
        round_._resume(None)
        assert len(round_.events) == before and round_.question == asked
        if isinstance(step, Act):
            round_.act(step)
        else:
            round_.deal(step)
    assert round_.closed


DEALT = {"posted": {"decks": 1}, "bets": {"main": 10}, "deal": "Ts Th 9d 8s"}


def table_of(game_id: str, seats: int, **posting: Any) -> Table:
    """Return a table with this number of players with $500 each."""
    table = Table(game_id, posting, seed=4)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 500_00)
    return table


def blackjack_record(**more: Any) -> Record:
    """A round of blackjack as people write it."""
    data: dict[str, Any] = {"game": "blackjack", **DEALT, "play": "stand", **more}
    return load_record(data, "r.toml")
