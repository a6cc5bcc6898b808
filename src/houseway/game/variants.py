"""Variants of a game of the rulebook: invented pay columns, or further wagers.

A variant keeps the name, the id and the files of its game. It is sent to another process by the
call that made it, because no module holds its class.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from houseway.game.base import Game
from houseway.game.pay_tables import Payout
from houseway.game.wagers import Wager

Made = tuple[Callable[..., Any], tuple[Any, ...]]


_made: WeakKeyDictionary[type, Made] = WeakKeyDictionary()
"""Class -> the call that makes it again."""


class Derived(type):
    """The metaclass of variants."""


def derive(game: type[Game], made: Made, **changed: Any) -> type[Game]:
    """Return a class like ``game`` with further attributes."""
    same = {"__module__": game.__module__, "__qualname__": game.__qualname__}
    kind: Any = Derived(game.__name__, (game,), {**same, "__doc__": game.__doc__, **changed})
    _made[kind] = made
    found: type[Game] = kind
    return found


def with_pay(game: type[Game], table: str, columns: Mapping[str, tuple[Payout, ...]]) -> type[Game]:
    """Return the game with these columns added to a pay table; the first is posted."""
    own = {**game.own_pay, table: {**game.own_pay.get(table, {}), **columns}}
    return derive(game, (with_pay, (game, table, dict(columns))), own_pay=own)


def with_wagers(game: type[Game], wagers: tuple[Wager, ...], made: Made) -> type[Game]:
    """Return the game with these wagers added."""
    return derive(game, made, wagers=(*game.wagers, *wagers))


def _again(kind: Derived) -> Made:
    """Return the way in which a derived class was made; copies and pickles make it again."""
    return _made[kind]


copyreg.pickle(Derived, _again)
