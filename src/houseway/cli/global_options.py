"""Global options of every command: ``--plugin FILE``, ``--pay FILE`` and ``--no-pager``.

A plugin adds a wager to games of this process, a pay file replaces the pays of one.  The command
then runs on the changed rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Group, Parameter

from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.analysis.pay_tables.custom import PayFile
    from houseway.game.base import Game

OF_A_WAGER = ("odds", "compare", "tune")
"""The commands whose second word is a wager."""
FIRST_A_GAME = (*OF_A_WAGER, "check", "drill", "par", "play", "rules", "sign", "simulate",
                "strategy")  # fmt: skip
"""The commands whose first word is a game."""
NOT_OF_A_GAME = ("games", "equity", "sit-and-go")

GLOBAL = Parameter(
    group=Group("Global options", sort_key=100), negative=(), show_default=False
)  # fmt: skip
PluginFiles = Annotated[list[Path], Parameter(name="--plugin"), GLOBAL]
PayFiles = Annotated[list[Path], Parameter(name="--pay"), GLOBAL]
NoPager = Annotated[bool, Parameter(name="--no-pager"), GLOBAL]


def apply_files(words: Sequence[str], plugins: Sequence[Path], pays: Sequence[Path]) -> None:
    """Add side bets and pay tables from files to the rulebook of this process.

    ``words`` is the command line without global options; it names the game.
    """
    command = words[0] if words else ""
    if command in NOT_OF_A_GAME and pays:
        raise HousewayError(f"--pay is for a wager of a game; `houseway {command}` has none")
    for file in plugins:
        from houseway.rulebook.plugins import load

        load(file, _game_of(words))
    for file in pays:
        _pay(file, words)


def _game_in(words: Sequence[str]) -> str:
    """Return the game that a command names."""
    from houseway.rulebook import games

    return next((word for word in words[1:] if word in games()), "")


def _game_of(words: Sequence[str]) -> str:
    """Return the game that a command names; an unknown one is refused as the command would."""
    from houseway.rulebook import find

    named = _game_in(words)
    if not named and len(words) > 1 and words[0] in FIRST_A_GAME and words[1][:1] != "-":
        find(words[1])
    return named


def _pay(path: Path, words: Sequence[str]) -> None:
    """Post the pays of a file for the named game."""
    from houseway.analysis.pay_tables.custom import own_game, read_pay
    from houseway.rulebook import find, register

    given = read_pay(path)
    named = _game_of(words)
    if named and given.game and find(given.game).id != named:
        raise HousewayError(f"{path}: is a pay table of {given.game}, not of {named}")
    if not named and not given.game:
        raise HousewayError(f'{path}: add a line such as game = "blackjack", since the command '
                            "names no game")  # fmt: skip
    game = find(named or given.game)
    register(own_game(game, _wager(game, given, words), given))


def _wager(game: type[Game], given: PayFile, words: Sequence[str]) -> str:
    """Return the wager meant: that of the command, of the file, or the only one with such rows."""
    from houseway.analysis.pay_tables.custom import wager_called, wager_with_rows

    after = list(words[words.index(game.id) + 1 :]) if game.id in words else []
    if words and words[0] in OF_A_WAGER and after and not after[0].startswith("-"):
        wager = wager_called(game, after[0]).name
        if given.wager and wager_called(game, given.wager).name != wager:
            raise HousewayError(f"{given.file}: is a pay table of {given.wager}, not of {wager}")
        return wager
    return wager_with_rows(game, given).name
