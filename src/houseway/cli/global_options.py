"""What one brings along to any command: ``--plugin FILE``, ``--pay FILE``, and ``--no-pager``.

They are taken off the command line before it is read, and change the rulebook of this process:
a game has a wager more, or pays of one's own, and whatever the command does it does with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.analysis.pay_tables.custom import PayFile
    from houseway.game.base import Game

PLUGIN, PAY, NO_PAGER = "--plugin", "--pay", "--no-pager"
OF_A_WAGER = ("odds", "compare", "tune")
"""The commands whose second word is a wager."""
FIRST_A_GAME = (*OF_A_WAGER, "check", "drill", "par", "play", "rules", "sign", "simulate",
                "strategy")  # fmt: skip
"""The commands whose first word is a game."""
NOT_OF_A_GAME = ("games", "equity", "sit-and-go")
HELP = (
    "With any command: --plugin FILE brings side bets of your own, --pay FILE a pay table of your "
    "own (docs/inventing.md), --no-pager prints all at once."
)


def taken(words: Sequence[str]) -> list[str]:
    """The command line without these options, once they have had their effect."""
    rest, found = _apart(list(words))
    if not found[PLUGIN] and not found[PAY]:
        return rest
    command = rest[0] if rest else ""
    if command in NOT_OF_A_GAME and found[PAY]:
        raise HousewayError(f"{PAY} is for a wager of a game; `houseway {command}` has none")
    for file in found[PLUGIN]:
        from houseway.rulebook.plugins import load

        load(Path(file), _game_of(rest))
    for file in found[PAY]:
        _pay(Path(file), rest)
    return rest


def _apart(words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The other words, and the files that each option names."""
    rest: list[str] = []
    found: dict[str, list[str]] = {PLUGIN: [], PAY: []}
    left = iter(words)
    for word in left:
        option, equals, value = word.partition("=")
        if word == "--":
            return [*rest, word, *left], found
        if word == NO_PAGER:
            continue
        if option not in found:
            rest.append(word)
            continue
        file = value if equals else next(left, "")
        if not file or (not equals and file.startswith("-")):
            raise HousewayError(f"{option} needs the name of a file after it")
        found[option].append(file)
    return rest, found


def _game_in(words: Sequence[str]) -> str:
    """The game that a command names."""
    from houseway.rulebook import games

    return next((word for word in words[1:] if word in games()), "")


def _game_of(words: Sequence[str]) -> str:
    """The game that a command names; one that there is not is refused as the command would."""
    from houseway.rulebook import find

    named = _game_in(words)
    if not named and len(words) > 1 and words[0] in FIRST_A_GAME and words[1][:1] != "-":
        find(words[1])
    return named


def _pay(path: Path, words: Sequence[str]) -> None:
    """Let the game that is meant have the pays of a file."""
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
    """The wager that is meant: of the command, of the file, or the only one with such rows."""
    from houseway.analysis.pay_tables.custom import wager_called, wager_with_rows

    after = list(words[words.index(game.id) + 1 :]) if game.id in words else []
    if words and words[0] in OF_A_WAGER and after and not after[0].startswith("-"):
        asked = wager_called(game, after[0]).name
        if given.wager and wager_called(game, given.wager).name != asked:
            raise HousewayError(f"{given.file}: is a pay table of {given.wager}, not of {asked}")
        return asked
    return wager_with_rows(game, given).name
