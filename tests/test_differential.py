"""Differential proof: the live round script and the compiled simulation settle alike.

For every game of the rulebook both are given the same pieces in the same order and take the same
decisions; every wager must come out the same.  ``HOUSEWAY_DIFFERENTIAL=100000`` plays so many
rounds a game, which takes a minute or so for each; without it, a few thousand.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.game import Game, Seat
from houseway.odds.blackjack import one_seat
from houseway.odds.blackjack import seats as blackjack_seats
from houseway.odds.blackjack.sim import BlackjackSimulation, main_nets, table_round
from houseway.odds.blackjack.strategy import basic, policy
from houseway.odds.compiled import compiled
from houseway.odds.poker_sim import PokerSimulation, play_live, share_of
from houseway.odds.set_hands_sim import SetHandsSimulation
from houseway.odds.simulate import OneRound
from houseway.rulebook import games
from houseway.script import Act, Amount, Chance
from houseway.shapes.banked import WagerSettled
from houseway.shapes.poker_room.events import PotAwarded
from houseway.table.round import Round
from support import random_posting

ROUNDS = int(os.environ.get("HOUSEWAY_DIFFERENTIAL", "3000"))
AT_A_TABLE = 250
"""Rounds before another posting is tried."""
CHIPS = 1_000_000_00

Proof = Callable[[type[Game], dict[str, Any], int, random.Random], int]


def settled(round_: Round) -> dict[tuple[int, str], int]:
    """Net cents by seat and wager."""
    nets: dict[tuple[int, str], int] = {}
    for event in round_.events:
        if isinstance(event, WagerSettled):
            key = event.seat, event.spot
            nets[key] = nets.get(key, 0) + event.back - event.stake
    return nets


def feed(round_: Round, pieces: list[int], chance: random.Random, answer: Any) -> Round:
    """Play a live round from these pieces, with these answers."""
    while (question := round_.question) is not None:
        if not isinstance(question, Chance):
            round_.act(answer(question, round_.state))
        elif question.kind == "dice":
            round_.deal(tuple(chance.randint(1, 6) for _ in range(question.n)))
        else:
            round_.deal(tuple(pieces[round_.drawn : round_.drawn + question.n]))
    return round_


# --- blackjack: the loop with tables, which is the general driver too, and several seats ---


def shoe_for(game: Any, chance: random.Random) -> list[int]:
    """The first cards of a shoe; every other one is rich in pairs, aces and eights."""
    cards: list[int] = chance.sample(game.kind.one_set(game.sets()), min(52 * game.sets(), 130))
    if chance.random() < 0.5:
        rank = chance.randrange(13)
        cards.sort(key=lambda card: chance.random() - (card >> 2 in (rank, 6, 12)) * 0.5)
        head = cards[:14]
        chance.shuffle(head)
        cards[:14] = head
    return cards


def prove_blackjack(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind(posting)
    stakes = {wager.name: 1000 for wager in game.offered}
    player = policy(stakes)
    one, table, checked = OneRound(game), SeveralSeats(game), 0
    for i in range(rounds):
        cards = shoe_for(game, chance)
        if i % 8 == 0 and len(cards) > 100:
            checked += table.prove(cards, player, stakes, chance)
            continue
        nets = settled(feed(Round(game, [Seat(1, "Ann", CHIPS)]), cards, chance, player))
        found = one.play(cards)
        shown = game.kind.show(cards[: found.cards])
        wanted = {(1, name): net * stakes[name] for name, net in found.nets.items()}
        assert wanted == nets, (posting, shown)
        checked += len(nets)
    return checked


class SeveralSeats:
    """The compiled round of several seats, and the same live."""

    def __init__(self, game: Any) -> None:
        self.game, self.sim = game, BlackjackSimulation(game, basic, None, seats=2)
        self.nets = main_nets(game, game.main_pays[0])

    def prove(
        self, cards: list[int], player: Any, stakes: dict[str, int], chance: random.Random
    ) -> int:
        game, sides, n = self.game, self.sim.sides, chance.randint(2, 5)
        seats = [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(n)]
        nets = settled(feed(Round(game, seats), cards, chance, player))
        one = table_round(self.sim.rules)
        spots, found = blackjack_seats.new_table(n), np.zeros((n, len(sides)), np.int64)
        results: Any = np.zeros(n, np.int64)
        shoe: Any = np.array(cards, np.uint8)
        compiled(one, borrows=True)(shoe, spots, self.sim.posted, np.zeros(4, np.uint64), found,
                                    results)  # fmt: skip
        assert spots[0, one_seat.ROUND, one_seat.NEXT] <= len(cards)
        wanted = {}
        for k in range(n):
            wanted[k + 1, "main"] = self.nets[int(results[k])] * stakes["main"]
            for wager, outcome in zip(sides, found[k].tolist(), strict=True):
                net = game.pay[wager.name][outcome].net()
                wanted[k + 1, wager.name] = net * stakes[wager.name]
        assert wanted == nets, game.kind.show(cards)
        return len(nets)


# --- set hands: every seat against the player-dealer ---


def prove_set_hands(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind(posting)
    wager = next(w for w in game.wagers if w.name == "main")
    least = game.limits(wager)[0]

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        choices = question.choices_of(seat)
        if isinstance(choices[0], Amount) and choices[0].name == "bank":
            return Act(seat, "bank", amount=choices[0].most)
        if state.phase == "betting":
            return Act(seat, "bet", places=(("main", least),))
        return Act(seat, "house_way")

    mine, theirs, live = [], [], []
    for _ in range(rounds):
        seats = [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(chance.randint(2, 8))]
        tiles = chance.sample(game.kind.one_set(), 32)
        round_ = feed(Round(game, seats), tiles, chance, answer)
        for (seat, spot), net in settled(round_).items():
            assert spot == "main"
            mine.append(sorted(round_.state.dealt[seat]))
            theirs.append(sorted(round_.state.dealt[round_.state.bank]))
            live.append(net)
    found = SetHandsSimulation(game).settle(np.array(mine, np.uint8), np.array(theirs, np.uint8))
    pays = [payout.net() for payout in game.pay["main"]]
    assert [pays[outcome] * least for outcome in found.tolist()] == live
    return len(live)


# --- poker: everybody stays to the showdown ---

EVEN_MONEY = {"big_blind": "50.40", "small_blind": "25.20", "smallest_chip": "0.01"}
"""Chips that any number of players up to ten can share, by halves too, without an odd one."""


def prove_poker(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind({**posting, **EVEN_MONEY})
    seats = chance.randint(2, min(10, game.seats_max))
    sim = PokerSimulation(game, seats)
    hole_at, board_at = sim.places
    decks: Any = np.array([chance.sample(range(52), 52) for _ in range(rounds)], np.uint8)
    board = np.repeat(decks[:, None, board_at], seats, axis=1)
    codes = sim.shares(np.ascontiguousarray(decks[:, hole_at]), np.ascontiguousarray(board))
    for deck, found in zip(decks.tolist(), codes.tolist(), strict=True):
        awarded = dict.fromkeys(range(1, seats + 1), 0)
        for event in play_live(game, seats, tuple(deck)).events:
            if isinstance(event, PotAwarded):
                awarded[event.seat] += event.cents
        shares = [share_of(code) for code in found]
        pot = sum(awarded.values())
        assert sum(shares) == 1
        assert [share * pot for share in shares] == [Fraction(x) for x in awarded.values()], deck
    return rounds * seats


PROOFS: dict[str, Proof] = {
    "blackjack": prove_blackjack,
    "set_hands": prove_set_hands,
    "poker_room": prove_poker,
}
"""Shape -> how its live round and its simulation are held against each other."""


def test_every_game_is_proved() -> None:
    missing = {game.shape for game in games().values()} - set(PROOFS)
    assert not missing, f"no differential proof of {missing}: add one to PROOFS"


def posting_for(kind: type[Game], chance: random.Random) -> dict[str, Any]:
    """A posting at which every wager is offered; one that is off would need another loop."""
    return {key: x for key, x in random_posting(kind, chance).items() if x != "off"}


@pytest.mark.parametrize("game_id", games())
def test_live_and_simulated_rounds_settle_alike(game_id: str) -> None:
    kind, chance = games()[game_id], random.Random(f"differential {game_id}")
    left, checked, posting = ROUNDS, 0, {}
    while left:
        n = min(left, AT_A_TABLE)
        checked += PROOFS[kind.shape](kind, posting, n, chance)
        left -= n
        posting = posting_for(kind, chance)
    assert checked >= ROUNDS
