"""Bots at poker tables: they see their view alone, give nothing away, and beat chance."""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

import pytest

from houseway.analysis.poker.bot import STYLES, PokerBot
from houseway.engine.questions import Act, Asking, Button, Ruling
from houseway.engine.shoe import Shoe, deal
from houseway.errors import Refused
from houseway.game.base import Seat
from houseway.game.face.views import Chips, Pile, PotView, Prompt, View
from houseway.rulebook import find, games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.poker_random import Floor, hands
from tests.support.random_play import LONG, random_act

POKER = tuple(game_id for game_id, game in games().items() if game.family == "poker")
CHIPS = 100_00


def seated(game_id: str, seed: int, players: int = 4) -> Table:
    table = Table(game_id, seed=seed)
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", CHIPS)
    return table


def asked(round_: Round) -> int:
    question = round_.question
    assert isinstance(question, Asking)
    return question.seats()[0]


@pytest.mark.parametrize("game_id", POKER)
def test_a_bot_plays_by_the_rules_and_folds_nothing_for_nothing(game_id: str) -> None:
    bots = {seat: PokerBot(style, seat) for seat, style in enumerate(STYLES, 1)}
    folds = 0
    for seed in range(12):
        table = seated(game_id, seed, len(bots))
        round_ = table.start()
        while round_.question is not None:
            seat = asked(round_)
            act = bots[seat].choose(round_, seat)
            free = any(choice.name == "check" for choice in round_.question.choices_of(seat))
            assert not (free and act.name == "fold")
            folds += act.name == "fold"
            table.enter(act)
        assert sum(who.chips for who in table.seats.values()) <= 3 * CHIPS
    assert folds or game_id == "draw-jacks-or-better"


ROYAL = (["Qh", "Jh", "Th", "9c", "9s"], "river")
"""A board on which the ace and king of hearts cannot be beaten, nor a low be made."""
LOW_BOARD = ["??", "??", "6d", "7s", "8c", "9h", "??"]
BEST = {
    "holdem": ("Ah Kh", *ROYAL),
    "lightning-holdem": ("Ah Kh", *ROYAL),
    "crazy-pineapple": ("Ah Kh", *ROYAL),
    "crazy-pineapple-8": ("Ah Kh", *ROYAL),
    "omaha": ("Ah Kh 2c 9d", *ROYAL),
    "omaha-8": ("Ah Kh 2c 9d", *ROYAL),
    "seven-card-stud": ("Ah Kh Qh Jh Th 2c 3d", [], "seventh street"),
    "seven-card-stud-8": ("Ah 2h 3h 4h 5h Kc Kd", [], "seventh street"),
    "razz": ("As 2d 3h 4s 5d Kc Kd", [], "seventh street"),
    "lowball": ("As 2d 3h 4s 5d", [], "draw"),
    "lowball-27": ("7s 2d 3h 4s 5d", [], "draw"),
    "draw-jacks-or-better": ("As Ad Ac Ah Jk", [], "draw"),
}
"""The best hand of each game, the board and the street on which it is asked for a call."""


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game_id", POKER)
def test_the_best_possible_hand_is_never_folded(game_id: str, style: str) -> None:
    cards, board, street = BEST[game_id]
    own = cards.split()
    theirs = LOW_BOARD if len(own) == 7 else ["??"] * len(own)
    piles = [Pile("hole", 1, own), Pile("hole", 2, theirs)]
    piles += [Pile("board", 0, board)] if board else []
    prompt = Prompt(1, 1, "", "fold", [Button("fold"), Button("call", "", 90_00)], [])
    view = View(
        game_id, 1, street, [], piles, [Chips(2, "bet", 90_00)], [PotView("main", 1_00, [1, 2])],
        [], [], [1], prompt,
    )  # fmt: skip
    game: Any = find(game_id)()
    for seed in range(20):
        assert PokerBot(style, seed).answer(game, view) == Act(1, "call")


FAMILIES = ("holdem", "omaha-8", "seven-card-stud", "draw-jacks-or-better", "lowball")
"""One of each kind of deal; the others are slow."""


@pytest.mark.statistical
@pytest.mark.parametrize(
    "game_id",
    [pytest.param(one, marks=[pytest.mark.slow] * (one not in FAMILIES)) for one in POKER],
)
def test_a_bot_beats_random_legal_players(game_id: str) -> None:
    """By five standard errors of its mean result, from every seat."""
    bot, rng, nets = PokerBot("tight", 1), random.Random(game_id), []
    for seed in range(4000 if LONG else 1000):
        table, me = seated(game_id, seed), 1 + seed % 4
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            mine = me in question.seats()
            table.enter(bot.choose(round_, me) if mine else random_act(round_, rng))
        nets.append(table.seats[me].chips - CHIPS)
    mean = sum(nets) / len(nets)
    deviation = sqrt(sum((net - mean) ** 2 for net in nets) / (len(nets) - 1))
    assert mean > 5 * deviation / sqrt(len(nets))


@pytest.mark.parametrize("game_id", ("holdem", "seven-card-stud", "draw-jacks-or-better"))
def test_a_bot_knows_no_more_than_its_view(game_id: str) -> None:
    """With other cards in the hands of others it does the same, as long as it sees the same."""
    rng = random.Random(7)
    compared = 0
    for seed in range(8):
        table = seated(game_id, seed)
        round_ = table.start()
        while isinstance(round_.question, Asking):
            seat = asked(round_)
            hole = round_.state.hole
            up = round_.state.up
            before = PokerBot("loose", 3).choose(round_, seat)
            kept = list(hole)
            others = [x for x in round_.state.live if x != seat]
            covered = [card for x in others for card in hole[x] if card not in up[x]]
            fresh = rng.sample(round_.unseen(), min(len(covered), len(round_.unseen())))
            if len(fresh) == len(covered):
                swap = dict(zip(covered, fresh, strict=True))
                for x in others:
                    hole[x] = tuple(swap.get(card, card) for card in hole[x])
                assert PokerBot("loose", 3).choose(round_, seat) == before
                hole[:] = kept
                compared += 1
            table.enter(before)
    assert compared > 20


def test_the_same_seed_decides_the_same() -> None:
    def played(seed: int) -> list[object]:
        bot, table = PokerBot("loose", seed), seated("holdem", 4)
        round_ = table.start()
        while round_.question is not None:
            table.enter(bot.choose(round_, asked(round_)))
        return list(round_.inputs)

    assert played(2) == played(2)


def test_openers_are_kept_or_their_splitting_is_declared() -> None:
    """No bot opens without openers, or throws them away unsaid."""
    opened = 0
    for seed in range(60):
        bot, table = PokerBot("tight", seed), seated("draw-jacks-or-better", seed)
        round_ = table.start()
        while round_.question is not None:
            table.enter(bot.choose(round_, asked(round_)))
        opened += any(type(event).__name__ == "PotOpened" for event in round_.events)
        assert not any(type(event).__name__ == "OpenersMissing" for event in round_.events)
    assert opened > 10


@pytest.mark.parametrize("game_id", POKER)
def test_a_bot_decides_whatever_is_posted_and_ruled(game_id: str) -> None:
    rng = random.Random(game_id)
    bots = [PokerBot(style, seed) for seed, style in enumerate(STYLES)]

    def decides(round_: Round) -> Act:
        assert isinstance(round_.question, Asking)
        return rng.choice(bots).choose(round_, rng.choice(round_.question.seats()))

    played = hands(game_id, rng, Floor(rng), decides)
    assert all(next(played).closed for _ in range(1000 if LONG else 20))


@pytest.mark.parametrize("game_id", ["lowball", "lowball-27", "draw-jacks-or-better"])
def test_a_card_too_many_is_played_to_the_end(game_id: str) -> None:
    """The others have five cards, and what is drawn makes five of the six."""
    game = find(game_id)()
    bot, shoe = PokerBot(seed=3), Shoe(game.kind, 1, random.Random(3))
    round_ = Round(game, [Seat(i, f"player {i}", 100_00) for i in (1, 2, 3)])
    deal(round_, shoe)
    round_.ruling(Ruling("long_hand", 1))
    deal(round_, shoe)
    assert len(round_.state.hole[1]) == 6
    while isinstance(question := round_.question, Asking):
        round_.act(bot.choose(round_, question.seats()[0]))
        deal(round_, shoe)
    assert round_.closed


def test_an_unknown_style_and_another_game_are_refused() -> None:
    with pytest.raises(Refused, match="tight, loose, caller"):
        PokerBot("wild")
    table = Table("blackjack", seed=1)
    table.sit(1, "player", CHIPS)
    with pytest.raises(Refused, match="is not a poker game"):
        PokerBot().choose(table.start(), 1)
