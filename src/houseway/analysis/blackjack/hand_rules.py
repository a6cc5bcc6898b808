"""The rules by which the hands of a table are played: what the compiled drivers are made for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.analysis.wager_odds import net_of
from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.families.blackjack.counting import Count
from houseway.families.blackjack.game import Blackjack


@dataclass(frozen=True)
class HandRules:
    """The functions of a game that its drivers call."""

    count: Count
    free_double: Any
    free_split: Any
    splits: tuple[Any, ...] = ()
    """What a split must be besides a pair."""
    pays: tuple[int, ...] = (0, 1, 0, -1)
    """What each outcome of the count pays, a blackjack aside."""


def rules_of(game: Blackjack) -> HandRules:
    """Those of a posted table."""
    splits = tuple(each.by for each in game.split_rules)
    more = [net_of(pay, f"an outcome of {game.name}") for pay in game.main_pays[rules.LOSE + 1 :]]
    if any(net.denominator > 1 for net in more):
        raise Refused(f"{game.name}: only a blackjack is followed that pays parts of a unit")
    pays = (0, 1, 0, -1, *map(int, more))
    return HandRules(game.count, game.free_double, game.free_split, splits, pays)


def splitting_by(splits: tuple[Any, ...]) -> Any:
    """Whether a section lets a pair be split, by all that it says."""
    found: Any = any_pair
    for each in splits:
        found = _and(found, each)
    return found


def any_pair(pair: Any, dealt: Any, hands: int) -> bool:
    """Nothing is said."""
    return True


def _and(rest: Any, one: Any) -> Any:
    def both(pair: Any, dealt: Any, hands: int) -> bool:
        return bool(rest(pair, dealt, hands) and one(pair, dealt, hands))

    return both
