"""What holds for every poker hand, whatever is posted, decided and ruled."""

from __future__ import annotations

import random
from typing import Any

import pytest

from faces import Follower
from houseway.cite import CITED
from houseway.events import DROP
from houseway.game import Game, Seat
from houseway.rulebook import find
from houseway.script import Act, Amount, Ask, AskAll, Button, Chance, Pick, Ruling
from houseway.shapes.poker_room import PokerState
from houseway.table.round import Round
from houseway.tomlfile import read_file
from poker_table import GAMES, hand
from support import LONG

HANDS = 1500 if LONG else 60

POSTINGS: tuple[dict[str, Any], ...] = (
    {"structure": "no_limit", "straddle": "on", "silent_chip": "on"},
    {"structure": "pot_limit", "straddle": "on", "dead_collection_blind": 1},
    {"structure": "limit", "kill": "full", "showdown": "declare"},
    {"structure": "limit", "kill": "half", "odd_chip": "highest_card", "raises_max": 4},
)
DRAWN: tuple[dict[str, Any], ...] = (
    {"structure": "no_limit", "straddle": "on", "after_draw": "opener", "seats": 9},
    {"structure": "limit", "kill": "full", "showdown": "declare"},
    {"structure": "limit", "kill": "full", "blinds_left": 1, "button_blind": 1},
)
THREE: tuple[dict[str, Any], ...] = (
    {"structure": "spread_limit", "big_bet": 10, "blinds_left": 3, "pot_collection": 1},
    {"structure": "limit", "kill": "full", "showdown": "declare", "seat_collection": 1},
    {"structure": "spread_limit", "big_bet": 10, "kill": "full", "blinds_left": 1},
)
PLAYED = [
    *[(game, posting) for game in GAMES for posting in POSTINGS],
    *[("lowball", posting) for posting in DRAWN],
    ("lowball-27", DRAWN[1]),
    *[("crazy-pineapple", posting) for posting in (POSTINGS[0], THREE[0])],
    *[("crazy-pineapple-8", posting) for posting in (POSTINGS[1], THREE[1])],
    ("holdem", THREE[2]),
    *[("lightning-holdem", {"structure": x, "pot_collection": 1}) for x in ("limit", "pot_limit")],
]


def random_ruling(round_: Round, rng: random.Random) -> None:
    """One of the rulings that fit the moment, if any does."""
    s: PokerState = round_.state
    seat = rng.choice(s.players).seat
    pieces = (rng.choice(s.hole[seat]),) if s.hole[seat] else ()
    amount = rng.choice((s.over[seat], rng.randint(1, 50_00), s.to_call - 1, s.chips[seat]))
    fitting = []
    for name, rule in round_.game.ruling_rules.items():
        ruling = Ruling(
            name,
            seat=seat if "seat" in rule.takes else 0,
            pieces=pieces if "pieces" in rule.takes else (),
            amount=max(amount, 0) if "amount" in rule.takes else 0,
        )
        if name != "void" and round_.game.ruling_refused(s, ruling) is None:
            fitting.append(ruling)
    last = [ruling for ruling in fitting if ruling.name == "misdeal"]
    if fitting != last and rng.random() < 0.9:  # a misdeal ends the hand: not too often
        fitting = [ruling for ruling in fitting if ruling not in last]
    if fitting:
        round_.ruling(rng.choice(fitting))


def random_act(question: Ask | AskAll, rng: random.Random) -> Act:
    seat = rng.choice(question.seats())
    choices = question.choices_of(seat)
    choice = rng.choice(choices[1:] if choices[0].name == "fold" else choices)
    if isinstance(choice, Amount):
        most = choice.least + rng.randint(0, (choice.most - choice.least) // choice.step)
        return Act(
            seat, choice.name, rng.choice((choice.least, choice.most, min(most, choice.most)))
        )
    if isinstance(choice, Pick):
        n = rng.randint(choice.least, choice.most)
        return Act(seat, choice.name, pieces=tuple(rng.sample(choice.pieces, n)))
    return Act(seat, choice.name)


def random_hand(game: Game, rng: random.Random, between: Any, seats: tuple[Seat, ...]) -> Round:
    round_ = Round(game, seats, between)
    for _ in range(2000):
        question = round_.question
        if question is None:
            return round_
        if rng.random() < 0.06:
            random_ruling(round_, rng)
        elif isinstance(question, Chance):
            deck = round_.unseen()
            n = 0 if question.kind == "shuffle" else question.n
            round_.deal(tuple(rng.sample(deck, n)))
        else:
            act = random_act(question, rng)
            if round_.refusal(act) is None:
                round_.act(act)
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize(
    ("game_id", "posting"),
    PLAYED,
    ids=lambda p: p if isinstance(p, str) else "-".join(map(str, p.values())),
)
def test_what_holds_for_every_hand(game_id: str, posting: dict[str, Any]) -> None:
    game = find(game_id)(posting)
    rng = random.Random(f"{game_id} {posting}")
    between: Any = None
    for _ in range(HANDS):
        n = rng.randint(2, min(game.seats_max, 9))
        places = sorted(rng.sample(range(1, game.seats_max + 1), n))
        seats = tuple(Seat(i, f"p{i}", rng.choice((1, 3, 20, 200)) * 100 + 57) for i in places)
        round_ = random_hand(game, rng, between, seats)
        folded(round_)
        Follower(round_)
        replayed = Round(game, seats, round_.between)
        for given in round_.inputs:
            replayed.enter(given)
        assert replayed.state == round_.state and replayed.events == round_.events
        between = game.carried(round_.between, round_.state)


def folded(round_: Round) -> None:
    """The state folds from the events, and the money from their transfers."""
    state = round_.game.new_state(round_.seats, round_.between)
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
    left = {name: cents for (name, _), cents in books.items() if name not in ("purse", DROP[0])}
    assert not any(left.values())


def test_every_clause_is_cited() -> None:
    folder = find("holdem").folder().parent
    for game_id in GAMES:
        find(game_id)()
    missing = [
        clause["id"]
        for name in ("holdem", "omaha", "omaha_8", "no_limit", "pot_limit", "kill_pots")
        for clause in read_file(folder / name / "clauses.toml")["clause"]
        if clause["kind"] == "rule" and "games" not in clause and clause["id"] not in CITED
    ]
    assert missing == []


def test_view_of_a_hand() -> None:
    round_ = hand("raise 10; call; call", "2c 3c 4c 2d 3d 4d")
    view = round_.view(1)
    piles = {(pile.zone, pile.seat): pile.pieces for pile in view.piles}
    assert piles["hole", 1] == ["2c", "2d"] and piles["hole", 2] == ["??", "??"]
    assert [pot.cents for pot in view.pots] == [30_00]
    assert view.prompt is not None and isinstance(view.prompt.actions[0], Button)
    assert "call" in {no.name for no in view.prompt.forbidden}
    assert view.pucks[0].seat == 3 and view.phase == "flop"
