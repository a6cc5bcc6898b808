"""The rule functions of a table for which compiled drivers are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.analysis.wager_odds import net_of
from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count


@dataclass(frozen=True)
class HandRules:
    """Functions of a game that its drivers call."""

    count: Count
    free_double: Any
    free_split: Any
    splits: tuple[Any, ...] = ()
    """Conditions on a split besides being a pair."""
    pays: tuple[int, ...] = (0, 1, 0, -1)
    """The net of each outcome of the count in units, a blackjack aside."""


def rules_of(game: Blackjack) -> HandRules:
    """Return the rules of a posted table; Refused if another outcome pays parts of a unit."""
    splits = tuple(each.by for each in game.split_rules)
    more = [net_of(pay, f"an outcome of {game.name}") for pay in game.main_pays[rules.LOSE + 1 :]]
    if any(net.denominator > 1 for net in more):
        raise Refused(f"{game.name}: only a blackjack is followed that pays parts of a unit")
    pays = (0, 1, 0, -1, *map(int, more))
    return HandRules(game.count, game.free_double, game.free_split, splits, pays)


def splitting_by(splits: tuple[Any, ...]) -> Any:
    """Return the conjunction of a section's conditions on a split."""
    found: Any = any_pair
    for each in splits:
        found = _and(found, each)
    return found


def any_pair(pair: Any, dealt: Any, hands: int) -> bool:
    """Allow every split."""
    return True


def _and(rest: Any, one: Any) -> Any:
    """Return the condition that both conditions on a hand hold."""

    def both(pair: Any, dealt: Any, hands: int) -> bool:
        return bool(rest(pair, dealt, hands) and one(pair, dealt, hands))

    return both
