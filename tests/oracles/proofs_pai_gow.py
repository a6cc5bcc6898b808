"""Pai Gow Poker live and simulated: the same piles, the same settings, the same settlement."""

from __future__ import annotations

import random
from typing import Any

from houseway.analysis.simulation_runs.simulate import simulation_of
from houseway.engine.questions import Act, Amount
from houseway.hands.pai_gow_poker import CHOICES, back_strength, front_strength, may_stand, setting
from houseway.table.round import Round
from tests.oracles.proofs import feed, settled, stakes_at
from tests.oracles.proofs_families import seated


def any_choice(game: Any, cards: list[int], chance: random.Random) -> int:
    """A setting that may stand, whichever."""
    posted = game.as_posted
    ways = [
        way
        for way in range(CHOICES)
        if may_stand(back_strength(cards, way, posted), front_strength(cards, way, posted))
    ]
    return chance.choice(ways)


def prove_pai_gow(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Every wager against a bank that covers it; envies come from other seats' hands."""
    sim: Any = simulation_of(game)
    stakes = stakes_at(game, chance)
    ways: dict[int, int] = {}

    def answer(question: Any, state: Any) -> Act:
        seat = question.seats()[0]
        choice = question.choices_of(seat)[0]
        if isinstance(choice, Amount) and choice.name == "bank":
            return Act(seat, "bank", amount=choice.most)
        if state.phase == "betting":
            return Act(seat, "bet", places=tuple(stakes.items()))
        if state.phase == "action pile":
            return Act(seat, f"pile_{chance.randint(1, 7)}")
        if not wild or (seat, 0) == state.banks:
            return Act(seat, "house_way")
        cards = sorted(state.dealt[seat, 0])
        ways[seat] = any_choice(game, cards, chance)
        return Act(seat, "set", parts=game.parted(setting(cards, ways[seat])))

    checked = 0
    for _ in range(rounds):
        ways.clear()
        seats = seated(chance.randint(2, 7))
        round_ = feed(Round(game, seats), chance.sample(range(53), 49), chance, answer)
        banks, wanted = round_.state.banks, {}
        for seat in range(1, len(seats) + 1):
            if (seat, 0) == banks:
                continue
            dealt = (*round_.state.dealt[seat, 0], *round_.state.dealt[banks])
            found = dict(zip(sim.wagers, sim.settle(dealt, ways.get(seat, -1)), strict=True))
            for name, stake in stakes.items():
                wanted[seat, name] = game.pay[name][found[name]].net() * stake
        live = {key: n for key, n in settled(round_).items() if key[1] not in ("bank", "envy")}
        assert wanted == live, (game.posting, round_.inputs)
        checked += len(wanted)
    return checked
