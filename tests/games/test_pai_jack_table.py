"""Pai Jack at the table: several hands, fouls, rulings, what may be done and what is shown."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from houseway.engine.questions import Act, Arrange, Ask, Asking, Button, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.errors import Refused
from houseway.game.base import Seat
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.pai_jack.game import PaiJack
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import enter_asked_anew


def random_answer(rng: random.Random, question: Any, game: PaiJack) -> Act:
    seat = rng.choice(question.seats())
    choice = rng.choice(question.choices_of(seat))
    if isinstance(choice, Button):
        return Act(seat, choice.name)
    if isinstance(choice, Arrange):
        cards = rng.sample(choice.pieces, 5)
        sizes = [n for _, n in choice.parts]
        parts = [("high", tuple(cards[: sizes[0]])), ("low", tuple(cards[sizes[0] :]))]
        return Act(seat, "set", parts=tuple(parts[: len(sizes)]))
    places = []
    for n in range(1, rng.randint(1, game.hands_each) + 1):
        end = "" if n == 1 else f".{n}"
        places.append((f"main{end}", rng.randint(500, 10000)))
        if rng.random() < 0.5:
            places += [(f"bonus{end}", 500), (f"tip_bonus{end}", 100)]
    return Act(seat, "bet", places=tuple(places))


POSTINGS: list[dict[str, Any]] = [
    {"hands_each": 2, "fouls": "loses"},
    {"hands_each": 3, "fouls": "house way", "fouls_found": "at the showdown"},
    {"hands_each": 2, "fouls_found": "at the showdown", "naturals_found": "by the player"},
    {"assistance": "none", "low_ace_fixed_high": True, "hands_each": 4},
    {"assistance": "on request", "naturals_found": "by the player", "fouls": "house way"},
]


RULINGS = ("dead_hand", "card_off_table")


@pytest.mark.parametrize("posting", POSTINGS, ids=str)
def test_random_play_of_several_hands(posting: dict[str, Any]) -> None:
    rng, game = random.Random(str(posting)), PaiJack(posting)
    seen: Counter[str] = Counter()
    for seed in range(60):
        table = Table(game, seed=seed)
        for seat in rng.sample(range(1, 8), rng.randint(1, 4)):
            table.sit(seat, f"player {seat}", 100_000_00)
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            if rng.random() < 0.03:
                table.time_up(question.seats()[0])
            elif rng.random() < 0.05 and round_.state.dealt:
                name, seat = rng.choice(RULINGS), rng.choice(round_.seats).seat
                if explain_ruling(game, round_.state, Ruling(name, seat)) is None:
                    table.rule(name, seat=seat)
                elif rng.random() < 0.2:
                    table.rule("misdeal")
            else:
                act = random_answer(rng, question, game)
                if round_.refusal(act) is None:
                    table.enter(act)
        check(round_)
        again = Round(game, round_.seats, round_.carry_over)
        for given in round_.inputs:
            again.enter(given)
        assert again.events == round_.events
        seen.update(type(event).__name__ for event in round_.events)
    assert seen["FoulFound"] and seen["HandShown"] and seen["CardsCollected"]


def check(round_: Round) -> None:
    """Each wager is settled, or settled and undone, or returned, and the purses show just that."""
    s = round_.state
    assert not s.stakes and round_.closed
    found = [x for e in round_.events if (x := e.settlement()) is not None]
    undone = Counter((x.seat, x.label) for x in found if x.outcome == "undone")
    others = Counter((x.seat, x.label) for x in found if x.outcome != "undone")
    assert not undone - others and set(others.values()) <= {1}
    for seat in round_.seats:
        mine = [x for x in found if x.seat == seat.seat]
        own = sum(x.net for x in mine if x.owner == "player")
        tips = sum(x.stake for x in mine if x.owner == "dealer" and x.outcome != "returned")
        tips -= sum(x.stake + x.back for x in mine if x.owner == "dealer" and x.outcome == "undone")
        assert s.purses[seat.seat] == seat.chips + own - tips
    assert s.tokes >= 0
    assert sum(s.balances().values()) == sum(seat.chips for seat in round_.seats)


def test_only_a_pai_jack_is_offered_to_be_turned_over() -> None:
    """It is a choice of the seats that have one, and another seat is told why it has none."""
    game = PaiJack({"naturals_found": "by the player"})
    round_ = Round(game, [Seat(1, "Ann", 1000_00), Seat(2, "Bob", 1000_00)])
    for seat in (1, 2):
        round_.act(Act(seat, "bet", places=(("main", 10_00),)))
    round_.deal(CARDS.parse("As Ks Qs 2s 3s Ts 8s 3h Th 7s 3d 7h Kd 6d Kc"))
    offered = {seat: [c.name for c in round_.question.choices_of(seat)] for seat in (1, 2)}
    assert offered == {1: ["set", "house_way", "turn_over"], 2: ["set", "house_way"]}
    refused = round_.refusal(Act(2, "turn_over"))
    assert refused is not None and "seat 2 has no Pai Jack" in str(refused)
    prompt = round_.view(2).prompt
    assert prompt is not None
    assert [f.clauses for f in prompt.forbidden if f.name == "turn_over"] == [("CO-2112-5a",)]
    round_.act(Act(1, "house_way"))
    assert round_.refusal(Act(1, "turn_over")) is not None, "it is set, and no longer announced"


@pytest.mark.parametrize("at", ["deal", "setting", "showdown"])
def test_a_dead_hand_may_be_ruled_from_the_deal_to_the_end(at: str) -> None:
    """It leaves the other hand of the player alone, and everybody the money."""
    game = PaiJack({"hands_each": 2, "fouls_found": "at the showdown"})
    round_ = Round(game, [Seat(1, "Ann", 1000_00)])
    assert refused_dead(round_) == "no cards have been dealt yet"
    round_.act(Act(1, "bet", places=(("main", 10_00), ("bonus", 5_00), ("main.2", 20_00))))
    packets = ["2c 3c 4c 5c 6c", "Ts Jh 9s 8s 2s", "3d 7h Kd 6d Kc"]
    if at == "deal":
        round_.ruling(Ruling("dead_hand", 1))
        packets = packets[1:]
    round_.deal(CARDS.parse(" ".join(packets)))
    if at == "setting":
        round_.ruling(Ruling("dead_hand", 1))
    elif at == "showdown":
        round_.act(Act(1, "house_way"))
    foul = (("high", CARDS.parse("9s 8s 2s")), ("low", CARDS.parse("Ts Jh")))
    round_.act(Act(1, "set", parts=foul))
    assert isinstance(round_.question, Ask), "the second hand is a foul, found now"
    if at == "showdown":
        round_.ruling(Ruling("dead_hand", 1))
        assert [e.settlement().label for e in round_.events if e.settlement()] == [
            "main.2", "main", "bonus",
        ]  # fmt: skip
    else:
        round_.act(Act(1, "house_way"))
        back = [e for e in round_.events if type(e).__name__ == "WagerReturned"]
        assert [(e.spot, e.hand) for e in back] == [("main", 0), ("bonus", 0)]
    assert round_.closed
    check(round_)


def refused_dead(round_: Round) -> str:
    refused = explain_ruling(round_.game, round_.state, Ruling("dead_hand", 1))
    assert refused is not None
    return refused.what


@pytest.mark.parametrize("posting", POSTINGS, ids=str)
def test_a_misdeal_at_any_moment_gives_everything_back(posting: dict[str, Any]) -> None:
    rng, game = random.Random(f"misdeal {posting}"), PaiJack(posting)
    undone = 0
    for seed in range(200):
        table = Table(game, seed=seed)
        for seat in rng.sample(range(1, 8), 4):
            table.sit(seat, f"player {seat}", 100_000_00)
        round_ = table.start()
        for _ in range(rng.randint(4, 14)):
            if not isinstance(question := round_.question, Asking):
                break
            act = random_answer(rng, question, game)
            if round_.refusal(act) is None:
                table.enter(act)
        if round_.question is None or explain_ruling(game, round_.state, Ruling("misdeal")):
            continue
        undone += bool(round_.state.decided)
        table.rule("misdeal")
        assert round_.closed and not round_.state.stakes and not round_.state.decided
        assert set(round_.state.purses.values()) == {100_000_00}
        assert (round_.state.house, round_.state.tokes) == (0, 0)
    assert undone, "none came after a wager was settled"


def test_a_question_stands_when_something_intervened() -> None:
    """After an interruption, wagers, deal, setting and setting at the showdown are asked again as
    before.
    """
    game = PaiJack({"fouls_found": "at the showdown"})
    round_ = Round(game, [Seat(1, "Ann", 1000_00)])
    cards = CARDS.parse("Ts Jh 9s 8s 2s 3d 7h Kd 6d Kc")
    foul = Act(1, "set", parts=(("high", CARDS.parse("9s 8s 2s")), ("low", CARDS.parse("Ts Jh"))))
    steps: list[Any] = [Act(1, "bet", places=(("main", 10_00),)), cards, foul, Act(1, "house_way")]
    enter_asked_anew(round_, steps)


def test_what_is_not_allowed_is_said_with_its_clause() -> None:
    table = Table(PaiJack({"assistance": "none"}), seed=1)
    table.sit(1, "Ann", 500_00)
    table.start()
    prompt = table.view(1).prompt
    assert prompt is not None
    assert {f.name: f.clauses for f in prompt.forbidden}["set"] == ("CO-2112-3", "CO-2112-6")
    table.bet(1, main=10_00)
    prompt = table.view(1).prompt
    assert prompt is not None
    forbidden = {f.name: f.clauses for f in prompt.forbidden}
    assert forbidden["house_way"] == ("CO-2112-11j",)
    assert forbidden["turn_over"] == ("CO-2112-5a",)
    assert forbidden["bet"] == ("CO-2112-2a",)
    (arrange,) = prompt.actions
    assert isinstance(arrange, Arrange) and not arrange.suggestion


def test_a_deck_has_nine_packets_beside_the_dealers() -> None:
    game = PaiJack({"hands_each": 9})
    table = Table(game, seed=1)
    for seat in range(1, 8):
        table.sit(seat, f"player {seat}", 1000_00)
    table.start()
    with pytest.raises(Refused, match=r"3 hands left for seat 1 \(CO-2112-1c\)"):
        table.bet(1, main=500, **{f"main.{n}": 500 for n in (2, 3, 4)})
    table.bet(1, main=500, **{"main.2": 500, "main.3": 500})
    with pytest.raises(Refused, match="1 hand left for seat 2"):
        table.bet(2, main=500, **{"main.2": 500})
    for seat in range(2, 8):
        table.bet(seat, main=500)
    assert table.round is not None and len(table.round.state.dealt) == 9 + 1


def test_signage_and_layout() -> None:
    layout = PaiJack({"bonus": "3"}).layout()
    assert [(spot.name, spot.most, spot.element) for spot in layout.spots] == [
        ("main", 100_00, "blackjack"), ("bonus", 25_00, "poker"),
    ]  # fmt: skip
    sign = {sign.key: sign.posted for sign in layout.signage}
    assert sign["accounts"] == "blackjack, Rule 9" and sign["fouls"] == "reset"
    row = next(p for p in layout.pay if p.wager == "bonus").rows[1]
    assert (row.outcome, row.pays) == ("royal_pai_jack", "50 to 1")
