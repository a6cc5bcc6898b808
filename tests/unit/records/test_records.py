"""Records: every round of every game can be saved, read back and replayed to equal events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.engine.questions import Asking, Chance, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.errors import BadFile, HousewayError, Refused
from houseway.game.base import Game, Seat
from houseway.players.bots import Bot, play_round
from houseway.records import files
from houseway.records.record import Record, SeatEntry, open_round
from houseway.rulebook import games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import LONG, random_posting

GAME_IDS = list(games())
ROUNDS = 60 if LONG else 12
INPUTS_MAX = 3000


def seats_for(game: Game, rng: random.Random) -> tuple[Seat, ...]:
    n = rng.randint(game.seats_min, min(game.seats_max, game.seats_min + 3))
    chosen = sorted(rng.sample(range(1, game.seats_max + 1), n))
    return tuple(Seat(seat, f"player {seat}", rng.randrange(20_00, 2_000_00)) for seat in chosen)


def maybe_rule(round_: Round, rng: random.Random) -> None:
    """Some ruling the game knows, if it fits the moment."""
    game = round_.game
    if not game.rulings:
        return
    rule = rng.choice(game.rulings)
    details: dict[str, Any] = {}
    if "seat" in rule.takes:
        details["seat"] = rng.choice(round_.seats).seat
    if "pieces" in rule.takes:
        details["pieces"] = (rng.choice(game.kind.one_set()),)
    if "amount" in rule.takes:
        details["amount"] = rng.randrange(1_00, 50_00)
    if rng.random() < 0.3:
        details["reason"] = "a hard look"
    ruling = Ruling(rule.name, **details)
    if explain_ruling(game, round_.state, ruling) is None:
        round_.ruling(ruling)


def chance(round_: Round, question: Chance, rng: random.Random) -> None:
    if question.kind == "shuffle":
        round_.deal(())
    elif question.kind == "dice":
        round_.deal(tuple(rng.randint(1, 6) for _ in range(question.n)))
    else:
        round_.deal(tuple(rng.sample(round_.unseen(), question.n)))


def steps(round_: Round, rng: random.Random, rulings: float = 0.0) -> Iterator[Round]:
    """Play a round at random, one input at a time."""
    bot = Bot(rng.randrange(1 << 30), wild=True)
    for _ in range(INPUTS_MAX):
        question = round_.question
        if question is None:
            return
        if rng.random() < rulings:
            maybe_rule(round_, rng)
        elif isinstance(question, Chance):
            chance(round_, question, rng)
        else:
            seat = rng.choice(question.seats())
            late = {choice.name for choice in question.choices_of(seat)}
            if question.default_action in late and rng.random() < 0.1:
                round_.time_up(seat)
            else:
                round_.act(bot.choose(round_, seat))
        yield round_
    raise AssertionError("the round does not end")


def random_round(game_id: str, seed: int, rulings: float = 0.0) -> Round:
    rng = random.Random(f"{game_id} {seed}")
    game = games()[game_id](random_posting(games()[game_id], rng))
    round_ = Round(game, seats_for(game, rng))
    for _ in steps(round_, rng, rulings):
        pass
    return round_


def assert_round_trip(round_: Round) -> None:
    text = files.save(round_)
    record = files.load(text)
    assert record == files.load_json(files.save_json(round_))
    assert open_round(record).game.posting == round_.game.posting
    again = files.replay(record)
    assert again.difference is None, f"{again.difference}\n{text}"
    assert again.round.events == round_.events
    assert again.round.inputs == round_.inputs
    assert files.save(again.round) == text


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_round_is_saved_and_replayed(game_id: str) -> None:
    for seed in range(ROUNDS):
        assert_round_trip(random_round(game_id, seed))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_rounds_with_rulings_are_saved_and_replayed(game_id: str) -> None:
    for seed in range(ROUNDS):
        assert_round_trip(random_round(game_id, 1000 + seed, rulings=0.06))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_round_can_be_saved_at_any_moment(game_id: str) -> None:
    rng = random.Random(game_id)
    game = games()[game_id]()
    round_ = Round(game, seats_for(game, rng))
    assert_round_trip(round_)
    for stopped in steps(round_, rng):
        assert_round_trip(stopped)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_rerun_gives_equal_events_and_state(game_id: str) -> None:
    for seed in range(10):
        round_ = random_round(game_id, seed, rulings=0.03)
        again = files.rerun(round_)
        assert again.events == round_.events
        assert again.state == round_.state


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_what_is_carried_from_round_to_round_is_saved(game_id: str) -> None:
    table = Table(game_id, seed=5)
    for seat in range(1, max(2, table.game.seats_min) + 1):
        table.sit(seat, f"player {seat}", 5_000_00)
    bot = Bot(6)
    for _ in range(8):
        round_ = play_round(table, bot)
        assert_round_trip(round_)
        assert open_round(files.record_of(round_)).carry_over == round_.carry_over


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_bots_are_repeatable(game_id: str) -> None:
    def log() -> list[str]:
        table = Table(game_id, seed=1)
        for seat in range(1, table.game.seats_min + 1):
            table.sit(seat, f"bot {seat}", 500_00)
        return files.record_of(play_round(table, Bot(2))).events

    assert log() == log()


def test_a_bot_that_is_not_asked_says_so() -> None:
    for game_id in GAME_IDS:
        round_ = random_round(game_id, 1)
        with pytest.raises(Refused, match="the round is over"):
            Bot(1).choose(round_, 1)


def test_the_first_difference_is_found() -> None:
    record = files.record_of(random_round(GAME_IDS[0], 3))
    lines = list(record.events)
    record.events[2] = "something else"
    found = files.replay(record).difference
    assert found == files.Difference(2, "something else", lines[2])
    record.events = lines[:-1]
    found = files.replay(record).difference
    assert found == files.Difference(len(lines) - 1, "", lines[-1])
    record.events = [*lines, "one more"]
    found = files.replay(record).difference
    assert found == files.Difference(len(lines), "one more", "")


def test_a_record_with_more_than_the_round_needs_is_refused() -> None:
    record = files.record_of(random_round(GAME_IDS[0], 3))
    assert isinstance(record.play, list)
    record.play.append("1 bet main=10")
    with pytest.raises(Refused, match="the round is over before '1 bet main=10'"):
        files.replay(record)


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@settings(max_examples=200, deadline=None)
@given(
    name=NAMES,
    posted=st.dictionaries(NAMES, NAMES | st.integers(-(2**60), 2**60) | st.booleans(), max_size=3),
    between=st.dictionaries(
        NAMES, st.lists(st.integers(0, 9)) | st.dictionaries(NAMES, NAMES, max_size=2), max_size=3
    ),
    lines=st.lists(NAMES, max_size=3),
)
def test_whatever_the_words_the_toml_reads_back(
    name: str, posted: dict[str, Any], between: dict[str, Any], lines: list[str]
) -> None:
    record = Record(
        game="any", posted=posted, seats={"1": SeatEntry("7.50", name)}, between=between,
        play=lines, pays={"1.main": name}, events=lines,
    )  # fmt: skip
    assert files.load(files.to_toml(record)) == record


def test_bad_texts_are_refused_with_the_file() -> None:
    with pytest.raises(BadFile, match=r"r\.toml: not TOML"):
        files.load("game = ", "r.toml")
    with pytest.raises(BadFile, match=r"r\.json: not JSON"):
        files.load_json("{", "r.json")
    with pytest.raises(BadFile, match=r"r\.toml: .*card"):
        files.load('game = "any"\ncard = 1', "r.toml")
    with pytest.raises(HousewayError):
        files.load('game = "any"\nseats.one = 5', "r.toml")


def test_every_game_is_asked_something_first() -> None:
    """The generic player above answers questions of every shape: none is out of its reach."""
    shapes = set()
    for game_id in GAME_IDS:
        rng = random.Random(game_id)
        for seed in range(5):
            game = games()[game_id]()
            round_ = Round(game, seats_for(game, random.Random(seed)))
            for stopped in steps(round_, rng):
                question = stopped.question
                if isinstance(question, Asking):
                    for seat in question.seats():
                        shapes |= {type(c).__name__ for c in question.choices_of(seat)}
    assert {"Button", "Amount", "Place"} <= shapes
