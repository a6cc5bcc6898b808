"""Inputs and questions are written with their kind, and one reader reads all of them back."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from houseway.engine.questions import (
    Act,
    Ask,
    Asking,
    Drawn,
    Input,
    Place,
    Ruling,
    Spot,
    TimeUp,
    Written,
)
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS, play_randomly, random_act

FORMS: tuple[Any, ...] = (
    (msgspec.json.encode, msgspec.json.Decoder),
    (msgspec.msgpack.encode, msgspec.msgpack.Decoder),
)


@pytest.mark.parametrize("game_id", GAME_IDS)
@pytest.mark.parametrize("form", range(2))
def test_a_round_is_read_back_from_its_written_inputs(game_id: str, form: int) -> None:
    encode, decoder = FORMS[form]
    reader = decoder(Input)
    rng = random.Random(game_id)
    table = Table(game_id, seed=11)
    for seat in range(1, max(2, table.game.seats_min) + 1):
        table.sit(seat, f"player {seat}", 500_00)
    for _ in range(5):
        round_ = play_randomly(table, rng, rulings=0.1)
        again = Round(round_.game, round_.seats, round_.carry_over)
        for given in round_.inputs:
            again.enter(reader.decode(encode(given)))
        assert again.inputs == round_.inputs
        assert again.events == round_.events


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_question_is_read_back(game_id: str) -> None:
    rng = random.Random(game_id)
    table = Table(game_id, seed=12)
    for seat in range(1, max(2, table.game.seats_min) + 1):
        table.sit(seat, f"player {seat}", 500_00)
    round_ = table.start()
    while round_.question is not None:
        asked = round_.question
        written = asked.whole() if isinstance(asked, Asking) else asked
        for encode, decoder in FORMS:
            assert decoder(Written).decode(encode(written)) == written
        table.enter(random_act(round_, rng))


def test_the_words_of_each_kind() -> None:
    """They stand in logs that are kept: a changed word makes old logs unreadable."""
    written = {
        Act(2, "raise", 600): '{"in":"act","seat":2,"name":"raise","amount":600}',
        Drawn("the flop", (1, 2)): '{"in":"drawn","what":"the flop","pieces":[1,2]}',
        TimeUp(3): '{"in":"time_up","seat":3}',
        Ruling("misdeal", reason="why"): '{"in":"ruling","name":"misdeal","reason":"why"}',
    }
    for given, text in written.items():
        assert msgspec.json.encode(given).decode() == text
    asked = Ask({1: (Place("bet", (Spot("main", 5, 9),)),)})
    assert msgspec.to_builtins(asked)["asks"] == "seats"


@pytest.mark.parametrize(
    "text",
    [
        '{"in":"act","seat":2,"name":"raise","amout":600}',
        '{"in":"act","seat":"2","name":"raise"}',
        '{"in":"act","seat":true,"name":"raise"}',
        '{"in":"bet","seat":2}',
        '{"seat":2,"name":"raise"}',
    ],
)
def test_anything_else_is_no_input(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Input)
