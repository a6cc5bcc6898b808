"""Fast tables: the hands of the live table, whatever the game, the structure and the seats.

The loops run interpreted here, for the compiler takes longer than all these hands; ``make long``
plays 100,000 of each game compiled.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from houseway.analysis.poker.showdown import HIGH, LOW, LOW_27
from houseway.analysis.poker.tables import FastTable, Showdown, at_random, legal, stays
from houseway.analysis.poker.tables.compiled import layout as at
from houseway.analysis.poker.tables.copying import act_of
from houseway.analysis.poker.tables.facts import has_button
from houseway.engine.questions import Chance
from houseway.errors import Refused
from houseway.families.poker import Hands, Poker, PokerCarryOver, PokerState
from houseway.game.base import Seat
from houseway.game.posting import fact
from houseway.hands.poker_low import NO_QUALIFIER, best_low
from houseway.rulebook import find
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.table.round import Round
from tests.games.poker.test_poker_draw import SingleDraw, TripleDraw
from tests.games.poker.test_poker_streets import Low, Stud, ThreeCards
from tests.support.fast_tables import (
    check_question,
    poker_games,
    same_as_live,
    stacks,
    tables_of,
)

GAMES = poker_games()


class LowWithBoard(Low):
    """A card in the middle counts for everybody's low too."""

    id = "low-stud-board"

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_low(s.hole[seat] + s.board, NO_QUALIFIER) for seat in s.live},)


def poker(game_id: str, posted: Mapping[str, Any] | None = None) -> Poker:
    game = find(game_id)(posted or {})
    assert isinstance(game, Poker)
    return game


def declared(posted: str = "dead_collection_blind", **facts: Any) -> Poker:
    forced: type[Poker] = type("Forced", (Holdem,), facts)
    return forced({"structure": "no_limit", posted: 1})


class SevenDraws(TripleDraw):
    """As many draws as streets can be."""

    streets = fact(TripleDraw().streets[:1] + 7 * TripleDraw().streets[1:2])


DECLARED: dict[str, tuple[Poker, Showdown]] = {
    "stud": (Stud(), Showdown(Stud.hands, (HIGH,))),
    "stud pot limit": (Stud({"structure": "pot_limit"}), Showdown(Stud.hands, (HIGH,))),
    "low stud": (LowWithBoard(), Showdown(LowWithBoard.hands, (LOW,))),
    "discard": (ThreeCards({"structure": "no_limit"}), Showdown(Holdem.hands, (HIGH,))),
    "button blind": (declared(button_blind=1_00), Showdown(Holdem.hands, (HIGH,))),
    "one blind": (declared(blinds_left=1), Showdown(Holdem.hands, (HIGH,))),
    "antes": (declared(ante=1_00), Showdown(Holdem.hands, (HIGH,))),
    "big blind ante": (declared(ante=3_00, ante_of="big"), Showdown(Holdem.hands, (HIGH,))),
    "three blinds": (declared(blinds_left=3), Showdown(Holdem.hands, (HIGH,))),
    "half a blind": (declared("seat_collection", half_blind=True), Showdown(Holdem.hands, (HIGH,))),
    "out of the pot": (declared("pot_collection", ante=1_00), Showdown(Holdem.hands, (HIGH,))),
    "single draw": (SingleDraw(), Showdown(SingleDraw.hands, (LOW_27,))),
    "triple draw": (TripleDraw(), Showdown(SingleDraw.hands, (LOW_27,))),
    "button ante": (declared(ante=3_00, ante_of="button"), Showdown(Holdem.hands, (HIGH,))),
}


@pytest.mark.parametrize("name", GAMES)
def test_hands_end_as_they_do_live(name: str) -> None:
    rng = random.Random(name)
    for game in tables_of(GAMES[name]):
        for seats in (2, rng.randint(3, 6), game.seats_max):
            table = FastTable(game, seats, stacks(rng, seats, game.least_bet), 3, True)
            assert same_as_live(table, 25, at_random) > 10


@pytest.mark.parametrize("structure", ["pot_limit", "no_limit"])
@pytest.mark.parametrize("name", ["holdem", "draw-jacks-or-better"])
def test_a_bet_is_no_chip_without_a_word(name: str, structure: str) -> None:
    game = GAMES[name]({"silent_chip": "on", "structure": structure})
    table = FastTable(game, 4, stacks(random.Random(name), 4, game.least_bet), 3, True)
    assert same_as_live(table, 25, at_random) > 10


@pytest.mark.parametrize("name", DECLARED)
def test_streets_and_forced_bets_are_facts(name: str) -> None:
    game, showdown = DECLARED[name]
    rng = random.Random(name)
    for seats in (2, 5, 8):
        chips = stacks(rng, seats)
        table = FastTable(game, seats, chips, seed=3, interpreted=True, showdown=showdown)
        same_as_live(table, 20, at_random)
    same_as_live(table, 10, stays)  # eight players to the end: the deck of a stud game runs out


@pytest.mark.parametrize("name", [*GAMES, *DECLARED])
def test_a_seat_sees_and_may_do_what_it_may_live(name: str) -> None:
    game, showdown = DECLARED.get(name, (None, None))
    game = game or GAMES[name]()
    table = FastTable(game, 5, stacks(random.Random(1), 5), 3, True, showdown)
    for number in range(8):
        deck, _ = table.played(1, at_random, number)[1:]
        tables = table.side_by_side(1, number)
        live = begun(table, number)
        dealt = 0
        while live.question is not None:
            if isinstance(live.question, Chance):
                n = live.question.n if live.question.kind == "pieces" else 0
                live.deal(tuple(deck[0, dealt : dealt + n].tolist()))
                dealt += n
                continue
            t = tables.public[0]
            hand = tables.hands[0, : t[at.HELD + t[at.TURN]]].tolist()
            check_question(t, hand, live)
            decision = table.run(at_random, t, hand, tables._random[0, at.POLICY_FROM :])
            live.act(act_of(live.question, int(decision), live.state))
            tables.step([decision])


def begun(table: FastTable, number: int) -> Round:
    chips = table.stacks[number % len(table.stacks)].tolist()
    seats = [Seat(i + 1, f"seat {i + 1}", x) for i, x in enumerate(chips)]
    button = number % table.seats + 1 if has_button(table.game) else 0
    return Round(table.game, seats, PokerCarryOver(button=button))


def by_the_cards(t: Any, hand: Any, random: Any) -> int:
    """A policy that needs no random numbers."""
    if t[at.PHASE] != at.BETTING:
        return 1
    pick = (sum(int(card) for card in hand) + int(t[at.POT]) // 100 + int(t[at.OWES])) % 4
    if pick == 0 and t[at.OWES]:
        return at.FOLD
    return legal(t, int(t[at.LEAST]) + 50 * pick) if pick == 3 else at.CALL


@pytest.mark.parametrize("tables", [1, 7, 40])
def test_a_hand_is_the_same_however_many_tables_there_are(tables: int) -> None:
    table = FastTable(poker("omaha-8", {"structure": "no_limit"}), 4, seed=11, interpreted=True)
    nets = table.play(40, by_the_cards)
    many = table.side_by_side(tables)
    found: dict[int, list[int]] = {}
    while not set(range(40)) <= set(found):
        decisions = [
            by_the_cards(t, hand[hand >= 0], None)
            for t, hand in zip(many.public, many.hands, strict=True)
        ]
        over, won = many.step(decisions)
        for i in np.flatnonzero(over):
            assert int(many.ended[i]) not in found
            found[int(many.ended[i])] = won[i].tolist()
    assert [found[i] for i in range(40)] == nets.tolist()
    assert (
        nets.sum() == 0 and table.play(5, by_the_cards, first=20).tolist() == nets[20:25].tolist()
    )


def test_random_numbers_of_a_hand_do_not_depend_on_the_tables() -> None:
    table = FastTable(poker("holdem"), 3, seed=5, interpreted=True)
    few, many = table.side_by_side(2, first=4), table.side_by_side(9)
    assert few.below(1000).tolist() == many.below(1000).tolist()[4:6]
    assert few.numbers.tolist() == [4, 5] and len(set(many.below(2**32 - 1).tolist())) == 9
    with pytest.raises(Refused, match="random numbers"):
        few.below(0)


@pytest.mark.parametrize("name", ["holdem", "stud", "discard"])
def test_the_public_row_knows_no_card_that_lies_down(name: str) -> None:
    game, showdown = DECLARED.get(name, (None, None))
    table = FastTable(game or GAMES[name](), 4, 100_00, 9, True, showdown)
    one, other = table.side_by_side(1, 3), table.side_by_side(1, 3)
    down = [at.HOLE + at.HELD_MOST * place for place in range(4)]
    for _ in range(12):
        turn = int(one.public[0, at.TURN])
        hidden = [first for place, first in enumerate(down) if place != turn]
        a, b = hidden[0], hidden[1]  # two others change their first cards
        other._secret[0, [a, b]] = other._secret[0, [b, a]]
        decision = by_the_cards(one.public[0], one.hands[0, :2], None)
        over, _ = one.step([decision])
        other.step([decision])
        if over[0]:
            break
        other._secret[0, [a, b]] = other._secret[0, [b, a]]
        assert (one.public == other.public).all()


def bets_too_little(t: Any, hand: Any, random: Any) -> int:
    return int(t[at.LEAST]) - 1 if t[at.MOST] else at.CALL


def test_a_decision_that_may_not_be_taken_is_refused_with_what_may() -> None:
    table = FastTable(poker("holdem", {"structure": "no_limit"}), 3, seed=1, interpreted=True)
    with pytest.raises(Refused, match=r"hand 2: seat \d may make it \$4 to \$200 in steps of \$1"):
        table.play(1, bets_too_little, first=2)
    tables = table.side_by_side(3)
    before = tables.public.copy()
    with pytest.raises(Refused, match=r"table 1, hand 1: .*there is no decision -5"):
        tables.step([0, -5, 0])
    with pytest.raises(Refused, match="in steps of"):
        tables.step([0, 0, 4_50])
    assert (tables.public == before).all()  # nothing is half done
    with pytest.raises(Refused, match="3 tables need as many decisions"):
        tables.step([0, 0])
    limit = FastTable(poker("holdem", {"structure": "limit"}), 3, 2_00, interpreted=True)
    all_in = limit.side_by_side(1)
    assert all_in.most[0] == 0
    with pytest.raises(Refused, match="may not bet or raise"):
        all_in.step([4_00])
    cards = FastTable(DECLARED["discard"][0], 2, 0, 1, True, DECLARED["discard"][1])
    giving = cards.side_by_side(1)
    while giving.phase[0] == at.BETTING:
        giving.step([0])
    for mask in (0, 3, 8, -1):
        with pytest.raises(Refused, match="gives up 1 of the cards held"):
            giving.step([mask])


@pytest.mark.parametrize(
    ("posted", "words"),
    [
        ({"kill": "full", "structure": "limit"}, "a kill goes from hand to hand"),
        ({"straddle": "on"}, "a straddle is not among the decisions"),
        ({"showdown": "declare"}, "cards speak"),
    ],
)
def test_what_is_not_played_is_said(posted: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        FastTable(poker("holdem", posted))


def test_seats_stacks_and_policies_must_fit() -> None:
    game = poker("holdem")
    with pytest.raises(Refused, match="2 to 10 seats, not 11"):
        FastTable(game, 11)
    with pytest.raises(Refused, match="more cards than there is room for"):
        FastTable(SevenDraws(), 9, showdown=DECLARED["triple draw"][1])
    with pytest.raises(Refused, match="not known here"):
        FastTable(Stud(), 3, showdown=Showdown(Holdem.hands, (HIGH,)))
    with pytest.raises(Refused, match="one for each of 3 seats"):
        FastTable(game, 3, [100, 200])
    with pytest.raises(Refused, match="begins a hand with"):
        FastTable(game, 3, [100, 0, 5])
    with pytest.raises(Refused, match="one policy or 3"):
        FastTable(game, 3, interpreted=True).play(1, [stays, stays])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_100_000_hands_of_each_game_end_as_they_do_live(name: str) -> None:
    rng = random.Random(name)
    tables = list(tables_of(GAMES[name]))
    played = 0
    while played < 100_000:
        for game in tables:
            seats = rng.randint(2, game.seats_max)
            chips = stacks(rng, seats, game.least_bet)
            table = FastTable(game, seats, chips, seed=rng.randrange(2**40))
            same_as_live(table, 1000, at_random, rng.randrange(10**9))
            played += 1000


@pytest.mark.slow
def test_compiled_and_interpreted_hands_are_the_same() -> None:
    for game, showdown in DECLARED.values():
        seats = 3 if len(game.streets) > 2 and game.streets[2].draw else 8
        quick, slow = (FastTable(game, seats, 0, 2, way, showdown) for way in (False, True))
        assert (quick.play(200, at_random) == slow.play(200, at_random)).all()


def test_stacks_may_be_an_array() -> None:
    game = Holdem({"structure": "no_limit"})
    rows = np.array([[50_00, 100_00, 20_00], [10_00, 10_00, 10_00]])
    table = FastTable(game, seats=3, stacks=rows, seed=3)
    assert (table.stacks == rows).all() and table.stacks is not rows
    listed = FastTable(game, seats=3, stacks=rows.tolist(), seed=3)
    assert (table.play(50, at_random) == listed.play(50, at_random)).all()
    one = FastTable(game, seats=3, stacks=np.int64(70_00))
    assert one.stacks.tolist() == [[70_00] * 3]
    usual = FastTable(game, seats=3)
    assert FastTable(game, seats=3, stacks=np.int64(0)).stacks.tolist() == usual.stacks.tolist()


@pytest.mark.parametrize(
    ("stacks", "says"),
    [
        (np.array([1.5, 2.5, 3.5]), "whole numbers of cents"),
        (np.array([100_00, 100_00]), "one for each of 3 seats"),
        (np.zeros((0, 3), np.int64), "one for each of 3 seats"),
        ([[100_00] * 3, [100_00] * 2], "one for each of 3 seats"),
        (np.array([0, 0, 0]), "every seat begins a hand with"),
    ],
)
def test_bad_stacks_are_refused(stacks: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        FastTable(Holdem({"structure": "no_limit"}), seats=3, stacks=stacks)
