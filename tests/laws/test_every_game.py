"""Laws of every game: no test here names a game."""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from types import FunctionType

import msgspec
import pytest

from houseway.engine.events import kind_of, line
from houseway.engine.questions import Act, Asking, Chance
from houseway.game.base import Game
from houseway.records.cases import sight
from houseway.rulebook import games
from houseway.table.round import Round
from tests.oracles.card_follower import Follower
from tests.support.random_play import (
    GAME_IDS,
    open_table,
    play_randomly,
    play_rounds,
    random_act,
)

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "100"))
every_game = pytest.mark.parametrize("game_id", GAME_IDS)


@every_game
def test_money_is_conserved_and_events_are_all_there_is(game_id: str) -> None:
    """Every transfer is said, the state is the fold of its events, and inputs replay to them."""
    for round_ in play_rounds(game_id, ROUNDS, rulings=0.03):
        fresh = round_.game.new_state(round_.seats, round_.carry_over)
        ledger = Counter(fresh.balances())
        total = sum(ledger.values())
        for event in round_.events:
            event.do(fresh)
            for source, target, cents in event.transfers():
                assert cents >= 0, line(event, round_.game.kind)
                ledger[source] -= cents
                ledger[target] += cents
            balances = fresh.balances()
            for account in {*balances, *ledger}:
                assert balances.get(account, 0) == ledger[account], (
                    f"{account} after {line(event, round_.game.kind)}"
                )
            assert sum(ledger.values()) == total
        for account, cents in fresh.balances().items():
            name = kind_of(account)
            stays = name in ("purse", "house", "tokes", "drop", "meter", "antes")
            assert stays or cents == 0, f"{name} is not empty"
            assert name in ("house",) or cents >= 0
        assert fresh == round_.state
        again = Round(round_.game, round_.seats, round_.carry_over)
        for given in round_.inputs:
            again.enter(given)
        assert again.events == round_.events and again.closed


@every_game
def test_at_most_three_classes_stand_between_game_and_a_game(game_id: str) -> None:
    """Lists of facts, which have no steps, do not count."""
    classes = games()[game_id].__mro__
    between = classes[1 : classes.index(Game)]
    facts = [each for each in between if not issubclass(each, Game)]
    assert len(between) - len(facts) <= 3
    for each in facts:
        assert not any(isinstance(value, FunctionType) for value in vars(each).values()), each


@every_game
def test_random_play_does_not_only_sit_out(game_id: str) -> None:
    """Otherwise the other tests here would hold of a game that is never played."""
    played = list(play_rounds(game_id, 30))
    assert sum(any(event.transfers() for event in round_.events) for round_ in played) > 5


@every_game
def test_no_viewer_gets_a_piece_that_is_covered(game_id: str) -> None:
    rounds = ROUNDS if "HOUSEWAY_ROUNDS" in os.environ else ROUNDS // 3  # each is followed long
    for played in play_rounds(game_id, rounds, rulings=0.03, seed=1500):
        Follower(played)


@every_game
def test_a_refused_input_changes_nothing(game_id: str) -> None:
    table, rng = open_table(game_id, 77)
    for _ in range(10):
        round_ = table.start()
        while round_.question is not None:
            before = copy.deepcopy(round_.state), len(round_.events), len(round_.inputs)
            for wrong in (Act(0, "hit"), Act(99, "fold"), Act(1, "no such thing", 5)):
                with pytest.raises(Exception, match="seat"):
                    round_.act(wrong)
            assert before == (round_.state, len(round_.events), len(round_.inputs))
            table.enter(random_act(round_, rng))
        if sum(s.chips > 0 for s in table.seats.values()) < table.game.seats_min:
            break


@every_game
def test_a_piece_is_not_dealt_more_often_than_there_are(game_id: str) -> None:
    table, rng = open_table(game_id, 78)
    played = play_randomly(table, rng)
    round_ = Round(played.game, played.seats, played.carry_over)
    for given in played.inputs:
        if isinstance(round_.question, Chance) and round_.question.kind == "pieces":
            n = round_.question.n
            piece = played.game.kind.one_set()[0]
            for_all = played.game.sets() * played.game.kind.copies[piece]
            if n > for_all:
                with pytest.raises(Exception, match="cannot come again"):
                    round_.deal((piece,) * n)
        round_.enter(given)
    assert round_.events == played.events


@every_game
def test_time_up_always_has_an_answer(game_id: str) -> None:
    for seed in range(10):
        table, _ = open_table(game_id, 3000 + seed)
        round_ = table.start()
        for _ in range(300):
            if round_.question is None:
                break
            assert isinstance(round_.question, Asking)
            table.time_up(round_.question.seats()[0])
        assert round_.closed


@every_game
def test_views_and_layouts_are_plain_json(game_id: str) -> None:
    table, rng = open_table(game_id, 79)
    layout = msgspec.json.decode(msgspec.json.encode(table.layout()))
    assert layout["game"] == game_id and layout["zones"] and layout["signage"]
    for round_ in (play_randomly(table, rng) for _ in range(3)):
        view = msgspec.json.decode(msgspec.json.encode(round_.view(0)))
        zones = {zone["name"] for zone in layout["zones"]}
        assert {pile["zone"] for pile in view["piles"]} <= zones
        assert sight(round_, 0)


@every_game
def test_every_prompt_names_its_choices_once(game_id: str) -> None:
    for seed in range(5):
        table, rng = open_table(game_id, 4000 + seed)
        round_ = table.start()
        while round_.question is not None:
            for seat in round_.question.seats():
                prompt = round_.view(seat).prompt
                assert prompt is not None
                names = [action.name for action in prompt.actions]
                assert len(names) == len(set(names))
                assert not set(names) & {f.name for f in prompt.forbidden}
                assert set(names) <= set(table.game.actions())
            table.enter(random_act(round_, rng))


def test_pay_tables_match_their_rules() -> None:
    for game in games().values():
        tables = game.pay_tables()
        for wager in game.wagers:
            if wager.rule is not None:
                assert tables[wager.paid_by].outcomes == wager.rule.outcomes


def test_a_seed_gives_the_same_round_again() -> None:
    for game_id in GAME_IDS:
        rounds = []
        for _ in range(2):
            table, _ = open_table(game_id, 5)
            rounds.append(play_randomly(table, random.Random(6)))
        assert rounds[0].events == rounds[1].events
