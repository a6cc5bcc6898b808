"""The ``houseway`` command: games, rules, play, settle, replay, check.

Each command imports what it needs when it runs, so ``--help`` answers at once.  A refusal is one
sentence and exit code 2; exit code 1 means that something compared is not as it should be.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Parameter

from houseway.errors import HousewayError

OK, DIFFERENT, REFUSED = 0, 1, 2

Posting = Annotated[
    list[str],
    Parameter(
        name="--posting", alias="-p", consume_multiple=True, negative=(),
        help="What the house posts, as KEY=VALUE; `houseway rules GAME` shows the keys.",
    ),
]  # fmt: skip
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON.")]


def _version() -> str:
    from importlib.metadata import version

    return version("houseway")


def _in_one_line(error: CycloptsError) -> Any:
    from rich.text import Text

    return Text(f"houseway: {error}")


app = App(
    name="houseway",
    help="The rulebook as code: casino and cardroom table games, played, proved and settled.",
    version=_version,
    error_formatter=_in_one_line,
)


@app.command
def games(*, json: Json = False) -> int:
    """List the games of the rulebook."""
    from houseway.cli import listing

    return listing.games(json)


@app.command
def rules(game: str, /, *, posting: Posting = [], json: Json = False) -> int:  # noqa: B006
    """Show the rules of a game in our words, clause by clause, with everything posted.

    Parameters
    ----------
    game
        The id of a game, as `houseway games` lists it.
    """
    from houseway.cli import listing

    return listing.rules(game, read_pairs(posting), json)


@app.command
def play(
    game: str,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seat: int = 1,
    chips: str = "500",
    bots: int | None = None,
    seed: int | None = None,
    save: Path | None = None,
    rounds: int | None = None,
) -> int:
    """Play a game at the terminal, alone against the house or with simple bots.

    Parameters
    ----------
    game
        The id of a game, as `houseway games` lists it.
    seat
        Your seat.
    chips
        Dollars in front of everybody at the start.
    bots
        Simple players at the other seats; by default as many as the game needs.
    seed
        Makes cards, dice and bots the same every time.
    save
        A folder for the records of the rounds.
    rounds
        Leave after so many rounds.
    """
    from houseway.cli.play import Plan, play_game

    return play_game(Plan(game, read_pairs(posting), seat, chips, bots, seed, save, rounds))


@app.command
def settle(file: Path, /, *, json: Json = False) -> int:
    """Settle a recorded round: each wager with its outcome, odds, amount and clause.

    Parameters
    ----------
    file
        A record, or a file with a list of cases (docs/records.md).
    """
    from houseway.cli import listing

    return listing.settle(file, json)


@app.command
def replay(file: Path, /) -> int:
    """Play a full record again and compare it event by event.

    Parameters
    ----------
    file
        A record with its events, as `houseway play --save` writes it.
    """
    from houseway.cli import listing

    return listing.replay(file)


@app.command
def check(game: str | None = None, /, *, json: Json = False) -> int:
    """Show which code carries out each clause and which cases prove it.

    Parameters
    ----------
    game
        The id of a game; without it, every game is checked.
    """
    from houseway.cli import listing

    return listing.check(game, json)


def read_pairs(words: Sequence[str]) -> dict[str, str]:
    """``KEY=VALUE`` words as a posting."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise HousewayError(f"write a posting as KEY=VALUE, not {word!r}")
        found[key.strip()] = value.strip()
    return found


def run(words: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code."""
    try:
        code = app(words, result_action="return_value")
    except HousewayError as error:
        print(f"houseway: {error}", file=sys.stderr)
        return REFUSED
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else REFUSED
    return code if isinstance(code, int) else OK


def main() -> None:
    """The entry point."""
    try:
        code = run()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left; that is its good right
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = OK
    sys.exit(code)
