"""Mathematics of each game: the method of every wager, its simulation, its strategy sheet.

To give a game exact odds, write a module here with a ``GameMath`` named ``MATH`` and name it in
``MATH_OF``.  A method is a function from a posted game and a wager to its odds; ``by_facts`` gives
one to every side bet whose rule reads certain facts.  A game without an entry has the mathematics
of the game it inherits from, or of its family.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from houseway.analysis.game_math import GameMath
from houseway.errors import Refused
from houseway.game.base import Game

MATH_OF: Mapping[str, str] = {
    "21-hold-em": "twenty_one_hold_em",
    "21st-century-baccarat": "twenty_first_century_baccarat",
    "3-card-21-n-done": "three_card_21",
    "3-dice-baccarat": "dice_baccarat",
    "ante-up-21": "ante_up_21",
    "blackjack-switch": "blackjack_switch",
    "blackjack-x": "blackjack_x",
    "commission-free-baccarat": "commission_free_baccarat",
    "fortune-pai-gow-poker": "fortune_pai_gow_poker",
    "funtazee-21": "funtazee_21",
    "pai-gow-poker": "pai_gow_poker",
    "pai-gow-tiles": "pai_gow_tiles",
    "pai-jack": "pai_jack",
    "three-card-poker": "three_card_poker",
}
"""The module of a game by its id; it is imported when the game is first asked about."""

FAMILY_MATH: Mapping[str, str] = {
    "ante_play": "ante_play",
    "blackjack": "blackjack",
    "blackjack_switch": "blackjack_switch",
    "dice_baccarat": "dice_baccarat",
    "poker": "poker",
    "set_hands": "set_hands",
    "three_card_21": "three_card_21",
}
"""Family -> its module, for games without an entry."""


def math_of(game: Game | type[Game]) -> GameMath:
    """Return the mathematics of a game: its own, that of an ancestor, or its family's.

    An unsupported posted table is Refused; a class of games is not checked.
    """
    if isinstance(game, type):
        return _math(game)
    math = _math(type(game))
    if why := math.unsupported_reason(game):
        raise Refused(f"{game.name}: {why}")
    return math


def _math(kind: type[Game]) -> GameMath:
    """Return the mathematics of a class of games, empty if it has no module."""
    name = module_of(kind)
    if name is None:
        return GameMath()
    math: GameMath = importlib.import_module(f"{__name__}.{name}").MATH
    return math


def module_of(kind: type[Game]) -> str | None:
    """The module of a game: by its id, by an inherited id with the same family, or by family."""
    for cls in kind.__mro__:
        same = getattr(cls, "family", kind.family) == kind.family
        if same and (name := MATH_OF.get(vars(cls).get("id", ""))):
            return name
    return FAMILY_MATH.get(kind.family)
