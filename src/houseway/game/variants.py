"""A game of the rulebook with something of one's own: pays that no text prints, another wager.

What is derived has the name, the id and the files of its game and differs in nothing else.  It is
sent to another process by how it was made, since no module holds it.
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
"""What makes such a class again."""


class Derived(type):
    """The class of such classes."""


def derive(game: type[Game], made: Made, **changed: Any) -> type[Game]:
    """A class like ``game`` with some attributes of its own."""
    same = {"__module__": game.__module__, "__qualname__": game.__qualname__}
    kind: Any = Derived(game.__name__, (game,), {**same, "__doc__": game.__doc__, **changed})
    _made[kind] = made
    found: type[Game] = kind
    return found


def with_pay(game: type[Game], table: str, columns: Mapping[str, tuple[Payout, ...]]) -> type[Game]:
    """A game whose pay table of this name has these columns besides; the first is posted."""
    own = {**game.own_pay, table: {**game.own_pay.get(table, {}), **columns}}
    return derive(game, (with_pay, (game, table, dict(columns))), own_pay=own)


def with_wagers(game: type[Game], wagers: tuple[Wager, ...], made: Made) -> type[Game]:
    """A game that offers these wagers besides."""
    return derive(game, made, wagers=(*game.wagers, *wagers))


def _again(kind: Derived) -> Made:
    return _made[kind]


copyreg.pickle(Derived, _again)
