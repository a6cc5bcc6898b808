"""Differential proofs of ante and play, set hands, poker and dice baccarat."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np

from houseway.analysis.ante_play import table
from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.baccarat import community
from houseway.analysis.baccarat.dice import DiceBaccaratSimulation
from houseway.analysis.set_hands.compiled_round import SetHandsSimulation
from houseway.analysis.set_hands.five_cards import VALUE_INDICES, value_index
from houseway.analysis.set_hands.funtazee import BARRED, posted_of
from houseway.analysis.set_hands.funtazee import all_hands as all_funtazee
from houseway.analysis.set_hands.pai_jack import all_hands
from houseway.analysis.simulation_runs.simulate import simulation_of
from houseway.engine.questions import Act, Amount
from houseway.game.base import Seat
from houseway.hands.baccarat import card_value
from houseway.hands.funtazee_21 import GIVE_UP
from houseway.hands.pai_gow_tiles_house_way import setting
from houseway.hands.pai_jack import BUST
from houseway.hands.splits_2_3 import CHOICES as FIVE_CARD_CHOICES
from houseway.records.cases import settlements
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import may_act, may_stand
from houseway.table.round import Round
from tests.oracles.proofs import CHIPS, bank_answer, feed, settled, stakes_at


def seated(n: int) -> list[Seat]:
    """Return this number of players with chips enough."""
    return [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(n)]


def prove_set_hands(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Every wager against a bank that covers it; the bank sets by the house way."""
    wager = next(w for w in game.wagers if w.name == "main")
    least, lowest = game.limits(wager)[0], game.gee_joon_lowest
    ways: dict[int, int] = {}

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if (banks := bank_answer(question, seat)) is not None:
            return banks
        if state.phase == "betting":
            return Act(seat, "bet", places=(("main", least),))
        if not wild or (seat, 0) == state.banks:
            return Act(seat, "house_way")
        ways[seat] = chance.randrange(3)
        four: Any = sorted(state.dealt[seat, 0])
        tiles = setting(*four, ways[seat], lowest)
        return Act(seat, "set", parts=game.parted(tiles))

    mine, theirs, live, mine_set = [], [], [], []
    for _ in range(rounds):
        tiles = chance.sample(game.kind.one_set(), 32)
        round_ = feed(Round(game, seated(chance.randint(2, 8))), tiles, chance, answer)
        for (seat, name), net in settled(round_).items():
            if name != "main":  # the bank itself
                continue
            mine.append(sorted(round_.state.dealt[seat, 0]))
            theirs.append(sorted(round_.state.dealt[round_.state.banks]))
            live.append(net)
            mine_set.append(ways.get(seat, 0))
    rows = (np.array(mine, np.uint8), np.array(theirs, np.uint8))
    found = SetHandsSimulation(game).settle(*rows, np.array(mine_set, np.uint8) if wild else None)
    pays = [payout.net() for payout in game.pay["main"]]
    assert [pays[outcome] * least for outcome in found.tolist()] == live
    return len(live)


def prove_pai_jack(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Both wagers of every seat."""
    sim: Any = simulation_of(game)
    if wild:
        sim.settings = wild_settings(sim.settings, game.low_ace_fixed_high, chance)
    stakes = stakes_at(game, chance)

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if state.phase == "betting":
            return Act(seat, "bet", places=tuple(stakes.items()))
        if any(choice.name == "turn_over" for choice in question.choices_of(seat)):
            return Act(seat, "turn_over")
        return Act(seat, "set", parts=game.parted(sim.way(state.dealt[seat, 0])))

    checked = 0
    for _ in range(rounds):
        seats = seated(chance.randint(1, 7))
        cards = chance.sample(game.kind.one_set(), game.hand_size * (len(seats) + 1))
        round_ = feed(Round(game, seats), cards, chance, answer)
        wanted = {}
        for seat in range(1, len(seats) + 1):
            dealt = (*round_.state.dealt[seat, 0], *round_.state.dealt[round_.state.banks])
            found = dict(zip(("main", "bonus"), sim.settle(dealt), strict=True))
            for name, stake in stakes.items():
                wanted[seat, name] = game.pay[name][found[name]].net() * stake
        assert wanted == settled(round_), (game.posting, game.kind.show(cards))
        checked += len(wanted)
    return checked


def prove_funtazee(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Both wagers of every seat against a bank that covers them and sets the house way."""
    sim: Any = simulation_of(game)
    if wild:
        sim.settings = wild_ways(sim.settings, game, chance)
    stakes = stakes_at(game, chance)

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        choices = question.choices_of(seat)
        if isinstance(choices[0], Amount) and choices[0].name == "bank":
            return Act(seat, "bank", amount=choices[0].most)
        if state.phase == "betting":
            return Act(seat, "bet", places=tuple(stakes.items()))
        if (seat, 0) == state.banks:
            return Act(seat, "house_way")
        cards, way = sim.way(state.dealt[seat, 0])
        if way == GIVE_UP:
            return Act(seat, "surrender")
        return Act(seat, "set", parts=game.parted(cards))

    checked = 0
    for _ in range(rounds):
        seats = seated(chance.randint(2, 8))
        cards = chance.sample(game.kind.one_set(), game.hand_size * len(seats))
        round_ = feed(Round(game, seats), cards, chance, answer)
        banks, wanted = round_.state.banks, {}
        for seat in range(1, len(seats) + 1):
            if (seat, 0) == banks:
                continue
            dealt = (*round_.state.dealt[seat, 0], *round_.state.dealt[banks])
            found = dict(zip(("main", "bonus"), sim.settle(dealt), strict=True))
            for name, stake in stakes.items():
                wanted[seat, name] = game.pay[name][found[name]].net() * stake
        live = {key: net for key, net in settled(round_).items() if key[1] != "bank"}
        assert wanted == live, (game.posting, game.kind.show(cards))
        checked += len(wanted)
    return checked


def wild_ways(settings: Any, game: Any, chance: random.Random) -> Any:
    """Anything that a player may do with a hand: set it, as a foul too, or give it up."""
    found, hands = settings.copy(), all_funtazee(posted_of(game))
    for cards, open_ways in zip(hands.cards, hands.player, strict=True):
        ways = np.nonzero(open_ways != BARRED)[0].tolist()
        if BUST not in ways:
            ways += range(FIVE_CARD_CHOICES)
        found[0, value_index([int(card) for card in cards])] = chance.choice(ways)
    return found


def wild_settings(settings: Any, low_ace_fixed_high: bool, chance: random.Random) -> Any:
    """Any setting that may stand, for every hand of the player."""
    found, hands = settings.copy(), all_hands(low_ace_fixed_high)
    assert found.shape == (2, VALUE_INDICES)
    for cards, stands, pai_jack in zip(hands.cards, hands.stands, hands.pai_jack, strict=True):
        allowed = np.nonzero(stands)[0].tolist()
        if allowed and not pai_jack:
            found[0, value_index([int(card) for card in cards])] = chance.choice(allowed)
        assert allowed or pai_jack or found[0, value_index([int(c) for c in cards])] == BUST
    return found


def prove_ante_play(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Ante, play, bonus and side bets of each hand."""
    sim, nets, checked = AntePlaySimulation(game), table.nets(game), 0
    if wild and game.up_cards:
        sim.policy = np.array([chance.getrandbits(1) for _ in sim.policy], np.int8)
    elif wild:
        sim.policy[0] = game.rank(chance.sample(game.kind.one_set(), game.hand_size))
    is_off = len(game.offered) < len(game.wagers)
    stakes = stakes_at(game, chance)

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if (banks := bank_answer(question, seat)) is not None:
            return banks
        if state.phase == "betting":
            hands = [""] if game.hands_each == 1 or seat % 2 else ["", ".2"]
            places = [(name + hand, cents) for hand in hands for name, cents in stakes.items()]
            return Act(seat, "bet", places=tuple(places))
        cards = state.hands[game.undecided(state)[seat]].cards
        return Act(seat, "play" if sim.is_played(cards, state.dealer) else "fold")

    def simulated(cards: list[int]) -> list[int]:
        if not is_off:
            return sim.outcomes(cards)
        found: Any = np.zeros(1 + len(sim.sides), np.int64)
        both = np.zeros(2 * game.hand_size, np.int64)
        dealt = np.array(cards, np.int64)
        sim.settle(dealt, game.hand_size, sim.policy, sim.given_up, both, found)
        return found.tolist()  # type: ignore[no-any-return]

    for _ in range(rounds):
        deck = chance.sample(game.kind.one_set(game.sets()), 52)
        seats = seated(chance.randint(game.seats_min, 5))
        round_ = feed(Round(game, seats), deck, chance, answer)
        live: dict[tuple[int, int, str], int] = {}
        for found in settlements(round_):
            spot = "ante" if found.wager in ("play", "ante_bonus") else found.wager
            key = found.seat, found.hand, spot
            live[key] = live.get(key, 0) + found.net
        for (seat, hand), held in round_.state.hands.items():
            ante, *sides = simulated([*held.cards, *as_dealt(round_.state)])
            wanted = {(seat, hand, "ante"): nets[ante] * stakes["ante"]}
            for wager, outcome in zip(sim.sides, sides, strict=True):
                net = game.pay[wager.name][outcome].net()
                wanted[seat, hand, wager.name] = net * stakes[wager.name]
            mine = {key: net for key, net in live.items() if key[:2] == (seat, hand)}
            assert wanted == mine, (game.posting, game.kind.show(held.cards + round_.state.dealer))
            checked += 1
    return checked


def as_dealt(state: Any) -> list[int]:
    """The dealer's cards, the open one last again: they were put in order to be settled."""
    cards = list(state.dealer)
    for card in state.dealer_up:
        cards.remove(card)
    return [*cards, *state.dealer_up]


EVEN_MONEY: dict[str, object] = {
    "big_blind": "50.40", "small_blind": "25.20", "smallest_chip": "0.01", "pot_collection": 0
}  # fmt: skip
"""Chips that any number of players up to ten can share, by halves too, without an odd one."""


def prove_cards_baccarat(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Prove every offered wager, against a bank that covers them; there are no decisions."""
    sim: Any = simulation_of(game)
    stakes = stakes_at(game, chance)
    cards, live = [], []

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        banks = bank_answer(question, seat)
        return banks or Act(seat, "bet", places=tuple(stakes.items()))

    for _ in range(rounds):
        shoe = chance.sample(game.kind.one_set(game.sets()), 6)
        round_ = feed(Round(game, seated(2)), shoe, chance, answer)
        cards.append(shoe)
        live.append({spot: net for (_, spot), net in settled(round_).items() if spot != "bank"})
    for outcomes, nets in zip(sim.settle(np.array(cards), wild).tolist(), live, strict=True):
        wanted = {
            wager.name: game.pay[wager.paid_by][outcome].net() * stakes[wager.name]
            for wager, outcome in zip(sim.wagers, outcomes, strict=True)
        }
        assert wanted == nets
    return len(live) * len(sim.wagers)


def prove_community_baccarat(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Base wager and tie bet of every bettor, by best play or by any that the chart allows."""
    sim: Any = simulation_of(game)
    best, stakes, checked = sim.policy, stakes_at(game, chance), 0
    nets = community.nets(game)
    base = ("main", stakes["main"])

    def decision(state: Any, seat: int) -> int:
        values = [card_value(card) for card in (*state.players, state.bank_cards[0])]
        place = (values[0] * 10 + values[1]) * 10 + values[2]
        return int(policies[seat][place])

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if (banks := bank_answer(question, seat)) is not None:
            return banks
        if state.phase == "betting":
            return Act(seat, "bet", places=(base,))
        if state.phase == "tie bets":
            return Act(seat, "add", places=(("tie", stakes["tie"]),))
        return Act(seat, community.DECISIONS[decision(state, seat)])

    for _ in range(rounds):
        seats = seated(chance.randint(2, 5))
        policies = {
            seat.seat: any_policy(chance) if wild and chance.random() < 0.9 else best
            for seat in seats
        }
        shoe = chance.sample(game.kind.one_set(game.sets()), 4 + 2 * len(seats))
        round_ = feed(Round(game, seats), shoe, chance, answer)
        state, live = round_.state, settled(round_)
        for seat in range(2, len(seats) + 1):
            sim.policy = policies[seat]
            third = state.hand_of((seat, seat))[2:]
            drawn = [*third, *state.bank_cards[2:], shoe[0], shoe[0]][:2]
            cards = [state.players[0], state.bank_cards[0], state.players[1], state.bank_cards[1]]
            first, *others = sim.outcomes([*cards, *drawn], wild)
            wanted = {(seat, "main"): nets[first] * stakes["main"]}
            for wager, outcome in zip(sim.sides, others, strict=True):
                net = game.pay[wager.paid_by][outcome].net()
                wanted[seat, wager.name] = net * stakes[wager.name]
            assert wanted == {key: net for key, net in live.items() if key[0] == seat}
            checked += 1
    return checked


@functools.cache
def _allowed() -> list[list[int]]:
    """For each sight the decisions that the chart allows."""
    found = []
    for place in range(1000):
        points = (place // 100 + place // 10) % 10
        stand = [0] if may_stand(points) else []
        found.append([*stand, 1, 2, 3] if may_act(points) else [0])
    return found


def any_policy(chance: random.Random) -> Any:
    """Any decision that the chart allows, sight by sight."""
    return np.array([chance.choice(choices) for choices in _allowed()], np.int64)


def prove_dice_baccarat(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Prove every offered wager; a player who may shake the cups does or does not."""
    sim = DiceBaccaratSimulation(game)
    stakes = {wager.name: game.limits(wager)[0] for wager in sim.wagers}

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        if state.phase == "betting":
            return Act(seat, "bet", places=tuple(stakes.items()))
        return Act(seat, chance.choice(("shake", "leave")))

    dice, live = [], []
    for _ in range(rounds):
        seats = seated(chance.randint(1, 3))
        round_ = feed(Round(game, seats), [], chance, answer)
        hands = round_.state.hands
        for seat in range(1, len(seats) + 1):
            dice.append((hands["player"], hands["banker"]))
            live.append({s: net for (at, s), net in settled(round_).items() if at == seat})
    player, banker = (np.array([row[i] for row in dice], np.int64) for i in (0, 1))
    is_off = len(game.offered) < len(game.wagers)
    for outcomes, nets in zip(sim.settle(player, banker, is_off).tolist(), live, strict=True):
        for wager, outcome in zip(sim.wagers, outcomes, strict=True):
            payout = game.pay[wager.paid_by][outcome]
            assert nets[wager.name] == payout.net() * stakes[wager.name], wager.name
    return len(live) * len(sim.wagers)
