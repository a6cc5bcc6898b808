"""The games, one folder each, found by id.

To add a game, add its id and module to ``GAMES``.  A game is imported on first use, so opening one
table does not import the others.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Any, TypeVar, cast

from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.game.digest import compute_digests_with
from houseway.util.english import suggest

F = TypeVar("F", bound=Callable[..., Any])
SIDE_BETS = "houseway.side_bets"
"""The entry point group of side bets that other packages bring (``plugins.py``)."""

GAMES = {
    "blackjack": "houseway.rulebook.colorado.blackjack.game",
    "blackjack-burnout": "houseway.rulebook.colorado.blackjack_burnout.game",
    "rocket-aces": "houseway.rulebook.colorado.rocket_aces.game",
    "3-card-shine": "houseway.rulebook.colorado.three_card_shine.game",
    "21-hold-em": "houseway.rulebook.colorado.twenty_one_hold_em.game",
    "blackjack-switch": "houseway.rulebook.colorado.blackjack_switch.game",
    "ante-up-21": "houseway.rulebook.colorado.ante_up_21.game",
    "21-plus-3": "houseway.rulebook.colorado.twenty_one_plus_three.game",
    "golden-21-poker": "houseway.rulebook.colorado.golden_21_poker.game",
    "straight-jack": "houseway.rulebook.colorado.straight_jack.game",
    "straight-jack-progressive": "houseway.rulebook.colorado.straight_jack_progressive.game",
    "3-card-21-n-done": "houseway.rulebook.colorado.three_card_21_n_done.game",
    "pai-jack": "houseway.rulebook.colorado.pai_jack.game",
    "buffalo-blackjack-2": "houseway.rulebook.colorado.buffalo_blackjack_2.game",
    "buffalo-blackjack-3": "houseway.rulebook.colorado.buffalo_blackjack_3.game",
    "free-bet-blackjack": "houseway.rulebook.colorado.free_bet_blackjack.game",
    "ride-free": "houseway.rulebook.colorado.ride_free.game",
    "3-dice-baccarat": "houseway.rulebook.colorado.three_dice_baccarat.game",
    "no-bust-blackjack-5": "houseway.rulebook.delta.no_bust_blackjack_5.game",
    "pai-gow-poker": "houseway.rulebook.delta.pai_gow_poker.game",
    "fortune-pai-gow-poker": "houseway.rulebook.delta.fortune_pai_gow_poker.game",
    "three-card-poker": "houseway.rulebook.delta.three_card_poker.game",
    "21st-century-baccarat": "houseway.rulebook.delta.twenty_first_century_baccarat.game",
    "pai-gow-tiles": "houseway.rulebook.delta.pai_gow_tiles.game",
    "blackjack-7": "houseway.rulebook.delta.blackjack_7.game",
    "funtazee-21": "houseway.rulebook.delta.funtazee_21.game",
    "commission-free-baccarat": "houseway.rulebook.delta.commission_free_baccarat.game",
    "blackjack-x": "houseway.rulebook.delta.blackjack_x.game",
    "lightning-holdem": "houseway.rulebook.delta.lightning_holdem.game",
    "crazy-pineapple": "houseway.rulebook.delta.crazy_pineapple.game",
    "crazy-pineapple-8": "houseway.rulebook.delta.crazy_pineapple_8.game",
    "holdem": "houseway.rulebook.delta.holdem.game",
    "omaha": "houseway.rulebook.delta.omaha.game",
    "omaha-8": "houseway.rulebook.delta.omaha_8.game",
    "seven-card-stud": "houseway.rulebook.delta.seven_card_stud.game",
    "seven-card-stud-8": "houseway.rulebook.delta.seven_card_stud_8.game",
    "razz": "houseway.rulebook.delta.razz.game",
    "draw-jacks-or-better": "houseway.rulebook.delta.draw_jacks_or_better.game",
    "lowball": "houseway.rulebook.delta.lowball.game",
    "lowball-27": "houseway.rulebook.delta.lowball_27.game",
}
"""Id of a game -> the module that defines it as ``GAME``, in the order of lists."""

_kept: list[Callable[[], None]] = []


def cached_until_changed(f: F) -> F:
    """Cache a function of the rulebook until a game is registered."""
    found = functools.cache(f)
    _kept.append(found.cache_clear)
    return cast(F, found)


class Registry(MutableMapping[str, type[Game]]):
    """Games by id.  A game is imported when it is read; ``in``, ``len`` and ids import none."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = dict(modules)
        self._loaded: dict[str, type[Game]] = {}
        self._is_complete = False
        """True once the side bets of installed packages are offered."""

    def __getitem__(self, game_id: str) -> type[Game]:
        found = self._loaded.get(game_id)
        if found is None:
            module = importlib.import_module(self._modules[game_id])
            found = self._loaded.setdefault(game_id, module.GAME)
        return found

    def __setitem__(self, game_id: str, game: type[Game]) -> None:
        self._modules.setdefault(game_id, game.__module__)
        self._loaded[game_id] = game
        for forget in _kept:
            forget()

    def __delitem__(self, game_id: str) -> None:
        del self._modules[game_id]
        self._loaded.pop(game_id, None)
        for forget in _kept:
            forget()

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def loaded(self) -> tuple[type[Game], ...]:
        """Return the games imported or registered so far; all that side bets changed are."""
        return tuple(self._loaded.values())

    def folders(self) -> dict[Path, str]:
        """Return the folder of each game -> its id, without importing games of the package."""
        return {self._folder(game_id): game_id for game_id in self}

    def _folder(self, game_id: str) -> Path:
        """Return the folder of a game; one of the rulebook is not imported for it."""
        module = self._modules[game_id]
        if game_id in self._loaded or not module.startswith(f"{__name__}."):
            return self[game_id].folder()
        return Path(__file__).parent.joinpath(*module.split(".")[2:-1])

    def complete(self) -> None:
        """Offer the side bets of installed packages, once."""
        if not self._is_complete:
            self._is_complete = True
            if importlib.metadata.entry_points(group=SIDE_BETS):
                from houseway.rulebook.plugins import offer_installed

                offer_installed()


_registry = Registry(GAMES)


def games() -> Registry:
    """Return every game of the rulebook by id, with the side bets that are installed."""
    _registry.complete()
    return _registry


def register(game: type[Game]) -> None:
    """Add a game to the rulebook of this process under its id, or replace the one there."""
    games()[game.id] = game


def find(game_id: str) -> type[Game]:
    """Return the game of this id; refuse an unknown one with the known ids."""
    known = games()
    if not isinstance(game_id, str):
        raise Refused("game-without-id",
                      f"there is no game {short_repr(game_id)}; a game has an id in words, like "
                      f"{next(iter(known))!r}")  # fmt: skip
    if game_id not in known:
        raise Refused(
            "no-such-game", f"there is no game {game_id!r}; {suggest(game_id, known, most=1)}"
        )
    return known[game_id]


def kind_of(game: str | type[Game]) -> type[Game]:
    """Return the class of a game, given its id or itself."""
    return game if isinstance(game, type) and issubclass(game, Game) else find(game)


def _fingerprint(game: Game) -> str:
    """Return the digest of a game; the code that reads sources is loaded on first use."""
    from houseway.rulebook.fingerprint import fingerprint

    return fingerprint(game)


compute_digests_with(_fingerprint)
