"""The games, one folder each.  To add a game, add its module to ``GAMES``."""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
from collections.abc import Callable
from typing import Any, TypeVar, cast

from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.util.english import suggest

F = TypeVar("F", bound=Callable[..., Any])
SIDE_BETS = "houseway.side_bets"
"""The entry point group of side bets that other packages bring (``plugins.py``)."""

GAMES = (
    "houseway.rulebook.colorado.blackjack.game",
    "houseway.rulebook.colorado.blackjack_burnout.game",
    "houseway.rulebook.colorado.rocket_aces.game",
    "houseway.rulebook.colorado.three_card_shine.game",
    "houseway.rulebook.colorado.twenty_one_hold_em.game",
    "houseway.rulebook.colorado.blackjack_switch.game",
    "houseway.rulebook.colorado.ante_up_21.game",
    "houseway.rulebook.colorado.twenty_one_plus_three.game",
    "houseway.rulebook.colorado.golden_21_poker.game",
    "houseway.rulebook.colorado.straight_jack.game",
    "houseway.rulebook.colorado.straight_jack_progressive.game",
    "houseway.rulebook.colorado.three_card_21_n_done.game",
    "houseway.rulebook.colorado.pai_jack.game",
    "houseway.rulebook.colorado.buffalo_blackjack_2.game",
    "houseway.rulebook.colorado.buffalo_blackjack_3.game",
    "houseway.rulebook.colorado.free_bet_blackjack.game",
    "houseway.rulebook.colorado.ride_free.game",
    "houseway.rulebook.colorado.three_dice_baccarat.game",
    "houseway.rulebook.delta.no_bust_blackjack_5.game",
    "houseway.rulebook.delta.pai_gow_poker.game",
    "houseway.rulebook.delta.fortune_pai_gow_poker.game",
    "houseway.rulebook.delta.three_card_poker.game",
    "houseway.rulebook.delta.twenty_first_century_baccarat.game",
    "houseway.rulebook.delta.pai_gow_tiles.game",
    "houseway.rulebook.delta.blackjack_7.game",
    "houseway.rulebook.delta.funtazee_21.game",
    "houseway.rulebook.delta.commission_free_baccarat.game",
    "houseway.rulebook.delta.blackjack_x.game",
    "houseway.rulebook.delta.lightning_holdem.game",
    "houseway.rulebook.delta.crazy_pineapple.game",
    "houseway.rulebook.delta.crazy_pineapple_8.game",
    "houseway.rulebook.delta.holdem.game",
    "houseway.rulebook.delta.omaha.game",
    "houseway.rulebook.delta.omaha_8.game",
    "houseway.rulebook.delta.seven_card_stud.game",
    "houseway.rulebook.delta.seven_card_stud_8.game",
    "houseway.rulebook.delta.razz.game",
    "houseway.rulebook.delta.draw_jacks_or_better.game",
    "houseway.rulebook.delta.lowball.game",
    "houseway.rulebook.delta.lowball_27.game",
)


_games: dict[str, type[Game]] = {}
_kept: list[Callable[[], None]] = []


def cached_until_changed(f: F) -> F:
    """Keep what a function found out about the rulebook until the rulebook changes."""
    found = functools.cache(f)
    _kept.append(found.cache_clear)
    return cast(F, found)


def games() -> dict[str, type[Game]]:
    """Every game of the rulebook by id, with the side bets that are installed."""
    if not _games:
        for module in GAMES:
            loaded = importlib.import_module(module)
            game: type[Game] = loaded.GAME
            _games[game.id] = game
        if importlib.metadata.entry_points(group=SIDE_BETS):
            from houseway.rulebook.plugins import offer_installed

            offer_installed()
    return _games


def register(game: type[Game]) -> None:
    """Let the rulebook of this process have this game under its id; others stay as they are."""
    games()[game.id] = game
    for forget in _kept:
        forget()


def find(game_id: str) -> type[Game]:
    """The game of this id, or Refused with what there is."""
    known = games()
    if not isinstance(game_id, str):
        raise Refused(f"there is no game {short_repr(game_id)}; a game has an id in words, like "
                      f"{next(iter(known))!r}")  # fmt: skip
    if game_id not in known:
        raise Refused(f"there is no game {game_id!r}; {suggest(game_id, known, most=1)}")
    return known[game_id]


def kind_of(game: str | type[Game]) -> type[Game]:
    """The class of a game, by its id or as it is."""
    return game if isinstance(game, type) and issubclass(game, Game) else find(game)
