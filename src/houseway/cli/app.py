"""The ``houseway`` command: games, rules, play, settle, replay, check, par.

Each command imports what it needs when it runs, so ``--help`` answers at once.  A refusal is one
sentence and exit code 2; exit code 1 means that something compared is not as it should be, and 3
that the program itself has failed.  Who is cut off or interrupted ends like any other tool.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from houseway import __version__
from houseway.cli.global_options import HELP, taken
from houseway.cli.options import read_pairs
from houseway.cli.terminal import stdio
from houseway.cli.terminal.pager import paged
from houseway.errors import Halted, HousewayError, short_repr

OK, DIFFERENT, REFUSED, FAILED = 0, 1, 2, 3
INTERRUPTED, CUT_OFF = 130, 141
"""128 and the number of the signal, as shells have it: SIGINT, SIGPIPE."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What would steer a terminal, or turn the direction of writing."""

GameId = Annotated[str, Parameter(help="The id of a game, as `houseway games` lists it.")]
Posting = Annotated[
    list[str],
    Parameter(
        name="--posting", alias="-p", consume_multiple=True, negative=(),
        help="What the house posts, as KEY=VALUE; `houseway rules GAME` shows the keys.",
    ),
]  # fmt: skip


def _whole(wanted: Any, tokens: Sequence[Any]) -> int:
    """A whole number as it is written; 1.5 is not rounded to one."""
    text = tokens[0].value
    if not re.fullmatch("[+-]?[0-9]{1,18}", text):
        fault = "has more than 18 digits" if text.isdecimal() else "is not a whole number"
        raise HousewayError(f"{tokens[0].keyword or 'here'}: {short_repr(text)} {fault}")
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole)]
Flag = Annotated[bool, Parameter(negative=())]
Everything = Annotated[bool, Parameter(name="--all", negative=())]
Many = Annotated[list[str], Parameter(consume_multiple=True, negative=())]
Out = Annotated[Path | None, Parameter(name="--out", alias="-o")]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON.")]


def _in_one_line(error: CycloptsError) -> Any:
    from rich.text import Text

    if isinstance(error, UnusedCliTokensError):
        words = ", ".join(short_repr(token) for token in error.unused_tokens or ())
        return Text(f"houseway: {words}: nothing like that is asked for here; see --help")
    return Text(f"houseway: {error}")


app = App(
    name="houseway",
    help="The rulebook as code: casino and cardroom table games, played, proved and settled.",
    help_epilogue=HELP,
    version=__version__,
    error_formatter=_in_one_line,
)


@app.command
def games(*, json: Json = False) -> int:
    """List the games of the rulebook."""
    from houseway.cli.commands import games as listing

    return listing.games(json)


@app.command
def rules(
    game: GameId,
    /,
    *,
    decisions: Flag = False,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Show the rules of a game in our words, clause by clause, with everything posted.

    Parameters
    ----------
    decisions
        Its decision words and rulings instead, as they are written in a record and at the table.
    """
    from houseway.cli.commands import games as listing

    return listing.rules(game, read_pairs(posting), json, decisions)


app.command(
    "houseway.cli.commands.play:play",
    help="Play a game at the terminal, alone or with others at the table.",
)
app.command(
    "houseway.cli.commands.sit_and_go:sit_and_go",
    help="Play a tournament at one table against bots, to the last chip or an agreement.",
)


app.command(
    "houseway.cli.commands.serve:serve", help="Open a cardroom on this machine and serve it."
)
app.command(
    "houseway.cli.commands.audit:audit",
    help="Audit the books of a room: chains, invariants, and every round played again.",
)
app.command(
    "houseway.cli.commands.export_heads:heads", help="Export signed heads of a room's logs."
)
app.command(
    "houseway.cli.commands.export:export",
    help="Export all gaming data of a room as CSV and JSON lines.",
)
app.command("houseway.cli.commands.backup:backup", help="Copy the books of a room, running or not.")
app.command(
    "houseway.cli.commands.backup:restore", help="Put a backup back as the books of a room."
)
app.command(
    "houseway.cli.commands.backup:unlock",
    help="Unlock a card of a room whose server is stopped; logged.",
)
app.command("houseway.cli.commands.drill:drill", help="A dealer's drill: what is each wager paid?")


app.command(
    "houseway.cli.commands.settle:settle",
    help="Settle a recorded round: cards, each wager with its outcome and clause, and the books.",
)
app.command(
    "houseway.cli.commands.replay:replay",
    help="Play recorded rounds again: a record event by event, poker hands (PHH) to their stacks.",
)
app.command(
    "houseway.cli.commands.verify:verify",
    help="Check the public record of a round: its pieces against the commitment, its settlement.",
)


app.command(
    "houseway.cli.commands.check:check",
    help="Show which code carries out each clause and which cases prove it.",
)
app.command(
    "houseway.cli.commands.diff:diff",
    help="Show what differs between two games, two postings, or a record's rules and today's.",
)


@app.command
def odds(
    game: GameId | None = None,
    wager: str | None = None,
    /,
    *,
    everything: Everything = False,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
    bankroll: str | None = None,
    unit: str | None = None,
    hands_per_hour: float | None = None,
    rounds: Whole | None = None,
) -> int:
    """Show what each wager returns, under every pay table and number of decks left open.

    Parameters
    ----------
    wager
        One wager of the game, with its outcomes.
    everything
        Every game of the rulebook.
    bankroll
        Money to begin with: shows the risk of ruin.
    unit
        Money wagered each round.
    hands_per_hour
        Rounds played in an hour.
    rounds
        Rounds after which results are shown.
    """
    from houseway.cli.commands.odds import odds as command
    from houseway.cli.commands.odds import read_plan

    plan = read_plan(bankroll, unit, hands_per_hour, rounds)
    return command(game, wager, everything, read_pairs(posting), json, plan)


@app.command
def compare(
    game: GameId,
    wager: str | None = None,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Show the pay tables of a game side by side.

    Parameters
    ----------
    wager
        One wager of the game.
    """
    from houseway.cli.commands.odds import compare as command

    return command(game, wager, read_pairs(posting), json)


app.command(
    "houseway.cli.commands.tune:tune",
    help="Find pays of a wager that meet a target edge.",
)


@app.command
def strategy(
    game: GameId,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    exceptions: Whole = 12,
    json: Json = False,
) -> int:
    """Show how a game is played best, and what it costs to go by totals alone.

    Parameters
    ----------
    exceptions
        How many hands to list that are better played by their cards.
    """
    from houseway.cli.commands.odds import strategy as command

    return command(game, read_pairs(posting), exceptions, json)


app.command("houseway.cli.commands.par:par", help="Write the PAR sheet of a game as posted.")
app.command(
    "houseway.cli.commands.sign:sign", help="Write the table sign and the rule card of a game."
)


@app.command
def simulate(
    game: GameId,
    /,
    *,
    rounds: str | None = None,
    until: str | None = None,
    seed: str = "1",
    workers: str | None = None,
    leave_one_free: Flag = False,
    checkpoint: Path | None = None,
    cluster: str | None = None,
    seats: str | None = None,
    strategy: str = "basic",
    bank: str | None = None,
    bets: Many = [],  # noqa: B006
    hands: str = "100",
    roll: str | None = None,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Simulate a game: what each wager returns, with error bars.

    Parameters
    ----------
    rounds
        How many rounds to play, such as 1000000 or 1e9.
    until
        Play until the standard error of the first wager's edge is this, such as 0.01%.
    seed
        The same seed gives the same counts, however many workers there are.
    workers
        Processes that play; by default one for every core.
    leave_one_free
        One process fewer than there are cores.
    checkpoint
        A file from which a stopped run goes on, kept up while it runs.
    cluster
        Play on Dask: `local`, or the address of a scheduler.
    seats
        Players at the table.
    strategy
        How blackjack is played: `basic`, the common chart, or `best`, that of the posting.
    bank
        Seat a whole table against a player-dealer who puts up this much at every hand.
    bets
        What each player wagers there, such as main=50 bonus=5; the least if nothing is said.
    hands
        Of one sitting of that player-dealer.
    roll
        All the player-dealer brings; ten times --bank if nothing is said.
    """
    if bank is not None:
        from houseway.cli.commands.simulate import Table, simulate_table

        plan = Table(game, read_pairs(posting), bank, bets, hands, roll, seats, rounds, seed, json)
        return simulate_table(plan)
    if bets or roll:
        raise HousewayError(f"{'--bets' if bets else '--roll'} is for a whole table, with --bank")
    from houseway.cli.commands.simulate import Wanted
    from houseway.cli.commands.simulate import simulate as simulate_game

    return simulate_game(
        Wanted(game, read_pairs(posting), rounds, until, seed, workers, leave_one_free,
               checkpoint, cluster, seats, strategy, json)
    )  # fmt: skip


app.command(
    "houseway.cli.commands.rng:app",
    name="rng",
    help="Test the generator that deals, or write out what it gives for an outside lab.",
)
app.command("houseway.cli.commands.equity:equity", help="Show what each hand may expect of a pot.")


def printable(text: str) -> str:
    """Text from a file or a keyboard, without anything that would steer the terminal."""
    return CONTROL.sub("", text)


def run(words: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code."""
    try:
        given, code = sys.argv[1:] if words is None else words, None
        with paged(given):
            code = app(taken(given), result_action="return_value")
    except Halted as error:
        return _complain(error, FAILED)
    except HousewayError as error:
        return _complain(error, REFUSED)
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):  # Rich makes an exit of it
            raise left.__context__ from None
        return left.code if isinstance(left.code, int) else REFUSED
    return code if isinstance(code, int) else OK


def _complain(error: object, code: int) -> int:
    print(f"houseway: {printable(str(error))}", file=sys.stderr)
    return code


def main() -> None:
    """The entry point."""
    try:
        stdio.prepare()
        code = run()
        sys.stdout.flush()
    except HousewayError as error:
        code = _complain(error, REFUSED)
    except BrokenPipeError:  # the reader of our output has left; that is its good right
        stdio.cut_off()
        code = CUT_OFF
    except OSError as error:
        stdio.cut_off()
        where = error.filename or "the output cannot be written"
        code = _complain(f"{where}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
