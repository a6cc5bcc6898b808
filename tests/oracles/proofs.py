"""Parts that all differential proofs share: live rounds from given pieces, and their
settlements."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from houseway.engine.questions import Act, Amount, Chance
from houseway.game.base import Game
from houseway.game.posting import Fact
from houseway.records.cases import settlements
from houseway.table.round import Round

CHIPS = 1_000_000_00
AT_LENGTH = "HOUSEWAY_DIFFERENTIAL" in os.environ
"""Tables may wait for a compiler; in the short form none does.

Compiled rounds are then compared with live ones in test_odds.
"""
STEP = 500
"""Stakes are multiples of it, so that every price comes out even."""

Proof: TypeAlias = Callable[[Any, int, random.Random, bool], int]
"""Of a posted game, rounds, random numbers and a flag for wild play: the number of wagers that
agreed.
"""

_METER = re.compile(r".*_(seed|rate|reserve_rate)(_\d)?")
_ELSEWHERE = re.compile(r".*_(aggregate|at_least_fixed)")


def fixed_for(kind: type[Game]) -> dict[str, object]:
    """Return postings that no single round decides: empty meters, and pay-outs without a limit."""
    declared = {key: c for key, c in kind.declared().items() if not isinstance(c, Fact)}
    found: dict[str, object] = {key: 0 for key in declared if _METER.fullmatch(key)}
    found |= {key: c.show(c.default) for key, c in declared.items() if _ELSEWHERE.fullmatch(key)}
    return found


def interpreted(game: Any, wild: bool) -> bool:
    """Return whether the loops of the simulation run interpreted, where each would need a
    compiler.

    Wild charts and tables with a wager off always do; in the short form all do.
    """
    is_off = len(game.offered) < len(game.wagers)
    return wild or is_off or not AT_LENGTH


def settled(round_: Round, part_of: Mapping[str, str] | None = None) -> dict[tuple[int, str], int]:
    """Net cents by seat and wager; wagers that follow another count with it."""
    nets: dict[tuple[int, str], int] = {}
    for found in settlements(round_):
        key = found.seat, (part_of or {}).get(found.wager, found.wager)
        nets[key] = nets.get(key, 0) + found.net
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


def stakes_at(game: Any, chance: random.Random) -> dict[str, int]:
    """About the same on every wager that is offered and can be made, within its limits."""
    unit, found = chance.choice((1, 2, 4)) * STEP, dict[str, int]()
    limits = {wager.name: game.limits(wager) for wager in game.offered}
    for wager in game.offered:
        low, high = limits[wager.name]
        for other in game.offered:  # two that must be equal lie within the limits of both
            if wager.name == other.beside.equals or other.name == wager.beside.equals:
                low, high = max(low, limits[other.name][0]), min(high, limits[other.name][1])
        stake = min(max(unit, low), high)
        if low <= high:
            found[wager.name] = stake - stake % wager.amounts.step
    for wager in game.offered:
        if wager.name in found and (other := game.at_most(wager)) in found:
            found[other] = max(found[other], limits[wager.name][0])
            found[wager.name] = min(found[wager.name], found[other])
    return found


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


def bank_answer(question: Any, seat: int) -> Act | None:
    """The first player offered the position takes it with all chips; None elsewhere."""
    first = question.choices_of(seat)[0]
    if isinstance(first, Amount) and first.name == "bank":
        return Act(seat, "bank", amount=first.most)
    return None
