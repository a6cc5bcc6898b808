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
from houseway.odds import ante_play_table
from houseway.odds.ante_play_sim import AntePlaySimulation
from houseway.odds.blackjack import one_seat
from houseway.odds.blackjack import seats as blackjack_seats
from houseway.odds.blackjack.late import NOT_PLACED
from houseway.odds.blackjack.sim import BlackjackSimulation, main_nets, table_round
from houseway.odds.blackjack.strategy import DOUBLE, HIT, SPLIT, STAND, basic, policy
from houseway.odds.blackjack.switch import table_of
from houseway.odds.blackjack.switch_policy import switch_policy
from houseway.odds.blackjack.switch_sim import SwitchSimulation, played_of
from houseway.odds.compiled import compiled
from houseway.odds.dice_baccarat import DiceBaccaratSimulation
from houseway.odds.poker_sim import play_live, share_of
from houseway.odds.set_hands_sim import SetHandsSimulation
from houseway.odds.simulate import OneRound, simulation_of
from houseway.odds.three_card_21 import best as three_card_best
from houseway.odds.three_card_21 import rounds as three_card_21
from houseway.rulebook import games
from houseway.script import Act, Amount, Chance
from houseway.shapes.poker_room.end_events import PotAwarded
from houseway.shapes.stakes import WagerSettled
from houseway.table.round import Round
from proofs_combined import prove_ante_up, prove_hold_em
from support import random_posting

ROUNDS = int(os.environ.get("HOUSEWAY_DIFFERENTIAL", "3000"))
AT_A_TABLE = 250
"""Rounds before another posting is tried."""
CHIPS = 1_000_000_00

Proof = Callable[[type[Game], dict[str, Any], int, random.Random], int]


def settled(round_: Round) -> dict[tuple[int, str], int]:
    """Net cents by seat and wager, without what meters pay: that depends on other rounds."""
    nets: dict[tuple[int, str], int] = {}
    for event in round_.events:
        if isinstance(event, WagerSettled):
            key = event.seat, event.spot
            nets[key] = nets.get(key, 0) + event.back - event.from_meter - event.stake
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
    # A share of a meter made up to a fixed award hangs on the meter, too.
    game: Any = kind({k: v for k, v in posting.items() if not k.endswith("_at_least_fixed")})
    stakes = {wager.name: min(1000, game.limits(wager)[1]) for wager in game.offered}
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
        one = table_round(self.sim.rules, False)
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
                if outcome == NOT_PLACED:
                    continue
                net = game.pay[wager.paid_by][outcome].net()
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
            mine.append(sorted(round_.state.dealt[seat, 0]))
            theirs.append(sorted(round_.state.dealt[round_.state.banks]))
            live.append(net)
    found = SetHandsSimulation(game).settle(np.array(mine, np.uint8), np.array(theirs, np.uint8))
    pays = [payout.net() for payout in game.pay["main"]]
    assert [pays[outcome] * least for outcome in found.tolist()] == live
    return len(live)


# --- ante and play: one hand or two of every seat, played from the best lowest hand on ---


def prove_ante_play(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind(posting)
    sim, nets, checked = AntePlaySimulation(game), ante_play_table.nets(game), 0

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if state.phase == "betting":
            hands = [""] if game.hands_each == 1 or seat % 2 else ["", ".2"]
            spots = [wager.name + hand for hand in hands for wager in game.offered]
            return Act(seat, "bet", places=tuple((spot, 1000) for spot in spots))
        cards = state.hands[seat, game.undecided(state)[seat]].cards
        return Act(seat, "play" if game.rank(cards) >= sim.least else "fold")

    for _ in range(rounds):
        seats = [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(chance.randint(1, 5))]
        deck = chance.sample(game.kind.one_set(game.sets()), 52)
        round_ = feed(Round(game, seats), deck, chance, answer)
        live: dict[tuple[int, int, str], int] = {}
        for event in round_.events:
            if isinstance(event, WagerSettled):
                spot = "ante" if event.spot in ("play", "ante_bonus") else event.spot
                key = event.seat, event.hand, spot
                live[key] = live.get(key, 0) + event.back - event.stake
        for (seat, hand), held in round_.state.hands.items():
            ante, *sides = sim.outcomes([*held.cards, *round_.state.dealer])
            wanted = {(seat, hand, "ante"): nets[ante] * 1000}
            for wager, outcome in zip(sim.sides, sides, strict=True):
                wanted[seat, hand, wager.name] = game.pay[wager.name][outcome].net() * 1000
            mine = {key: net for key, net in live.items() if key[:2] == (seat, hand)}
            assert wanted == mine, (posting, game.kind.show(held.cards + round_.state.dealer))
            checked += 1
    return checked


# --- poker: everybody stays to the showdown ---

EVEN_MONEY = {"big_blind": "50.40", "small_blind": "25.20", "smallest_chip": "0.01"}
"""Chips that any number of players up to ten can share, by halves too, without an odd one."""


def prove_poker(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind({**posting, **EVEN_MONEY})
    seats = chance.randint(2, min(10, game.seats_max))
    sim: Any = simulation_of(game, seats=seats)
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


# --- dice baccarat: all wagers on the same six dice ---


def prove_dice_baccarat(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind(posting)
    sim = DiceBaccaratSimulation(game)
    stakes = {wager.name: game.limits(wager)[0] for wager in sim.wagers}

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if state.phase == "betting":
            return Act(seat, "bet", places=tuple(stakes.items()))
        return Act(seat, chance.choice(("shake", "leave")))

    dice, live = [], []
    for _ in range(rounds):
        seats = [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(chance.randint(1, 3))]
        round_ = feed(Round(game, seats), [], chance, answer)
        hands = round_.state.hands
        for seat in range(1, len(seats) + 1):
            dice.append((hands["player"], hands["banker"]))
            live.append({s: net for (at, s), net in settled(round_).items() if at == seat})
    player, banker = (np.array([row[i] for row in dice], np.int64) for i in (0, 1))
    for outcomes, nets in zip(sim.settle(player, banker).tolist(), live, strict=True):
        for wager, outcome in zip(sim.wagers, outcomes, strict=True):
            payout = game.pay[wager.paid_by][outcome]
            if not payout.meter_percent:  # a meter's share depends on the rounds before
                assert nets[wager.name] == payout.net() * stakes[wager.name], wager.name
    return len(live) * len(sim.wagers)


# --- set hands against the house: every seat sets as its simulation does ---


def prove_pai_jack(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind({**posting, "assistance": "on request"})
    sim: Any = simulation_of(game)
    stakes = {wager.name: game.limits(wager)[0] for wager in game.offered}

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if state.phase == "betting":
            return Act(seat, "bet", places=tuple(stakes.items()))
        if game.may_turn_over(state, (seat, 0)):
            return Act(seat, "turn_over")
        return Act(seat, "set", parts=game.parted(sim.way(state.dealt[seat, 0])))

    checked = 0
    for _ in range(rounds):
        seats = [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(chance.randint(1, 7))]
        cards = chance.sample(game.kind.one_set(), game.hand_size * (len(seats) + 1))
        round_ = feed(Round(game, seats), cards, chance, answer)
        wanted = {}
        for seat in range(1, len(seats) + 1):
            dealt = (*round_.state.dealt[seat, 0], *round_.state.dealt[round_.state.banks])
            for name, outcome in zip(stakes, sim.settle(np.array(dealt, np.uint8)), strict=True):
                wanted[seat, name] = game.pay[name][outcome].net() * stakes[name]
        assert wanted == settled(round_), game.kind.show(cards)
        checked += len(wanted)
    return checked


def prove_three_card_21(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    # Best play takes seconds for a posting, so a few are enough; the wrong ones are tried too.
    kept = {key: posting[key] for key in ("decks", "bonus") if key in posting}
    game: Any = kind({**kept, "tables_on_any_decks": True})
    way = three_card_21.way_of(game, three_card_best.best_play(game))
    way = way._replace(reshuffle_at=-1)
    player, one = ThreeCardPlayer(way), compiled(three_card_21.play_round, borrows=True)
    checked = 0
    for _ in range(rounds):
        cards = shoe_for(game, chance)
        nets = settled(feed(Round(game, [Seat(1, "Ann", CHIPS)]), cards, chance, player))
        spot: Any = one_seat.new_spot()
        found: Any = np.zeros(1, np.int64)
        shoe: Any = np.array(cards, np.uint8)
        won = one(shoe, spot, three_card_21.new_hands(), way, np.zeros(4, np.uint64), found)
        bonus = game.pay["bonus"][int(found[0])].net()
        wanted = {(1, "main"): int(won) * 500, (1, "bonus"): bonus * 1000}
        assert nets == wanted, (posting, game.kind.show(cards[:20]))
        checked += 2
    return checked


class ThreeCardPlayer:
    """A live player who follows the arrays of the compiled rounds."""

    def __init__(self, way: Any) -> None:
        self.way = way

    def __call__(self, question: Any, s: Any) -> Act:
        seat = 1
        if s.phase == "betting":
            return Act(seat, "bet", places=(("main", 1000), ("bonus", 1000)))
        if s.phase == "insurance":
            return Act(seat, "no_insurance")
        up = three_card_21.class_of(s.dealer[0])
        ranks = three_card_21.ordered(*(card >> 2 for card in s.dealt[seat]))
        what = int(self.way.first[(*ranks, up)])
        if s.phase == "21":
            return Act(seat, "keep" if what == three_card_best.KEEP else "paid")
        _, i = s.playing()
        hand = s.hands[seat][i]
        if not hand.split and len(hand.cards) == 3:
            return Act(seat, THREE_CARD_DECISIONS[what])
        values = [three_card_21.class_of(card) for card in hand.cards]
        at = int(self.way.pair[values[0], values[1]])
        for value in values[2:]:
            at = int(self.way.child[at, value])
        two = hand.split and len(hand.cards) == 2
        said = (self.way.two if two else self.way.draw)[up, at]
        return Act(seat, THREE_CARD_DECISIONS[int(said)])


THREE_CARD_DECISIONS = {
    0: "stand", 1: "hit", 2: "double", three_card_best.SURRENDER: "surrender",
    three_card_best.IN_THREE: "split_in_three",
}  # fmt: skip


# --- two hands to a seat: played and switched as solved, or at random ---


def prove_switch(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind({**posting, "side_wagers": "both", "tables_on_any_decks": True})
    sim, checked = SwitchSimulation(game), 0
    best, switches = table_of(game)
    wild = chance.random() < 0.5
    sim.played = played_of(game, best, switches) if not wild else wild_play(game, best, chance)
    stakes = {wager.name: 1000 for wager in game.offered}
    player = switch_policy(stakes, sim.played)
    for _ in range(rounds):
        cards = shoe_for(game, chance)
        nets = settled(feed(Round(game, [Seat(1, "Ann", CHIPS)]), cards, chance, player))
        found = sim.from_cards(cards)
        wanted = {(1, "main"): Fraction(found.units * stakes["main"])}
        for name, outcome in found.outcomes.items():
            wanted[1, name] = game.pay[name][outcome].net() * stakes[name]
        assert wanted == nets, (posting, wild, game.kind.show(cards[: found.cards]))
        checked += len(nets)
    return checked


def wild_play(game: Any, best: Any, chance: random.Random) -> Any:
    """Any decisions at all, so that every corner of the round is met."""
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    played = played_of(game, best, numbers.random((10,) * 5) < 0.5)
    first = numbers.choice((HIT, STAND, DOUBLE, SPLIT, SPLIT), played.first.shape)
    first[:, played.pair[0, 0]] = SPLIT  # an ace that was split takes no card by choice
    after = np.empty_like(played.after)
    after[:] = numbers.choice((HIT, STAND, STAND), first.shape)[:, None]
    return played._replace(first=first.astype(np.int8), after=after)


PROOFS: dict[str, Proof] = {
    "21-hold-em": prove_hold_em,
    "ante-up-21": prove_ante_up,
    "blackjack_switch": prove_switch,
    "three_card_21": prove_three_card_21,
    "pai-jack": prove_pai_jack,
    "dice_baccarat": prove_dice_baccarat,
    "ante_play": prove_ante_play,
    "blackjack": prove_blackjack,
    "set_hands": prove_set_hands,
    "poker_room": prove_poker,
}
"""Game id or shape -> how live round and simulation are held against each other."""


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
        proof = PROOFS.get(kind.id) or PROOFS[kind.shape]
        checked += proof(kind, posting, n, chance)
        left -= n
        posting = posting_for(kind, chance)
    assert checked >= ROUNDS
