"""The ``houseway`` application: its commands by name, each imported when it runs.

Help texts are repeated here so that ``houseway --help`` imports no command.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from cyclopts import (
    App,
    CycloptsError,
    Group,
    Parameter,
    UnknownOptionError,
    UnusedCliTokensError,
)

from houseway.cli.global_options import NoPager, PayFiles, PluginFiles, apply_files
from houseway.cli.options import Flag, did_you_mean, posting_meant
from houseway.cli.terminal.output import OK
from houseway.cli.terminal.pager import paged
from houseway.errors import HousewayError, short_repr
from houseway.version import __version__


class CommandEntry(NamedTuple):
    """A command: the place of its function as ``module:name``, and its line in the help.

    ``arguments`` stand in the usage where some of them may be left out.
    """

    place: str
    text: str
    arguments: str = ""


GROUPS: dict[str, dict[str, CommandEntry]] = {
    "Play": {
        "games": CommandEntry("games:games", "List the games of the rulebook."),
        "rules": CommandEntry("rules:rules", "Show the rules of a game, clause by clause."),
        "play": CommandEntry(
            "play:play", "Play a game at the terminal, with bots or in a cardroom."
        ),
        "sit-and-go": CommandEntry(
            "sit_and_go:sit_and_go", "Play a one-table tournament against bots."
        ),
        "drill": CommandEntry("drill:drill", "Train a dealer: what is each wager paid?"),
    },
    "Price": {
        "odds": CommandEntry(
            "odds:odds", "Show what each wager of a game returns.", "[GAME [WAGER]]"
        ),
        "compare": CommandEntry(
            "compare:compare", "Show the pay tables of a wager side by side.", "GAME [WAGER]"
        ),
        "strategy": CommandEntry("strategy:strategy", "Show the best play of a game as a chart."),
        "simulate": CommandEntry(
            "simulate:simulate", "Simulate a game on all cores, with error bars."
        ),
        "equity": CommandEntry(
            "equity:equity", "Count what poker hands or ranges win on average.", "GAME HANDS..."
        ),
        "tune": CommandEntry("tune:tune", "Find pays of a wager that meet a target edge."),
        "par": CommandEntry("par:par", "Write the PAR sheet of a game as HTML or PDF.", "[GAME]"),
        "sign": CommandEntry("sign:sign", "Write the table sign and the rule card of a game."),
    },
    "Prove": {
        "settle": CommandEntry("settle:settle", "Settle a round: each wager with its clause."),
        "replay": CommandEntry("replay:replay", "Play recorded rounds or poker hands (PHH) again."),
        "check": CommandEntry(
            "check:check", "Show the code and the cases of each clause.", "[GAME [CLAUSE]]"
        ),
        "diff": CommandEntry(
            "diff:diff", "Compare two games, two postings or two versions of rules.", "OLD [NEW]"
        ),
        "verify": CommandEntry(
            "verify:verify", "Check a round against its shuffle commitment.", "FILE [NEXT...]"
        ),
        "rng": CommandEntry("rng:app", "Test the random number generator."),
    },
    "Run a cardroom": {
        "serve": CommandEntry("serve:serve", "Open a cardroom on this machine."),
        "audit": CommandEntry("audit:audit", "Audit the books: chains, sums, every round again."),
        "backup": CommandEntry("backup:backup", "Copy the books of a room, running or not."),
        "restore": CommandEntry("restore:restore", "Put a backup back as the books of a room."),
        "export": CommandEntry("export:export", "Export gaming data as CSV and JSON lines."),
        "export-heads": CommandEntry(
            "export_heads:export_heads", "Export signed heads of the logs."
        ),
        "witness": CommandEntry(
            "witness:witness", "Follow a room's tree heads and countersign them.", "[ROOM]"
        ),
        "room": CommandEntry("room:app", "Look after a room: its keys."),
        "unlock": CommandEntry("unlock:unlock", "Unlock a card of a room that is not running."),
    },
}
"""The commands by task, in the order of ``houseway --help``."""

HIDDEN = {"heads": "export-heads"}
"""Earlier names of commands: they work and are not listed."""

NEXT_STEPS = (
    ("houseway play blackjack", "play a game in this terminal"),
    ("houseway serve", "open a cardroom with all games in the browser"),
    ("houseway odds free-bet-blackjack", "see what each wager returns"),
    ("houseway rules pai-gow-tiles", "read the rules of a game, clause by clause"),
    ("houseway settle FILE", "settle a recorded round"),
    ("houseway games", "list the forty games"),
    ("houseway --help", "list all commands"),
)
"""Printed by ``houseway`` without a command."""


def _format_error(error: CycloptsError) -> Any:
    """Return a refusal of the argument parser as one line."""
    from rich.text import Text

    words = list(error.root_input_tokens or ())
    if isinstance(error, UnusedCliTokensError):
        given = list(error.unused_tokens or ())
        listed = ", ".join(map(short_repr, given))
        said = f"unexpected argument{'s' * (len(given) > 1)} {listed}"
        meant = [_as_posting(error, word, words) for word in given]
        ends = "; see --help" if not any(meant) else f". {did_you_mean(filter(None, meant))}"
        return Text(f"houseway: {said}{ends}")
    if isinstance(error, UnknownOptionError):
        option, value = _option_of(error, words)
        if meant_ := _as_posting(error, f"{option.lstrip('-')}={value}", words):
            return Text(f"houseway: Unknown option: {option}. {did_you_mean([meant_])}")
    return Text(f"houseway: {error}")


def _option_of(error: UnknownOptionError, words: Sequence[str]) -> tuple[str, str]:
    """Return an unknown option and the value typed for it; VALUE where there is none."""
    typed = error.token.keyword or error.token.value
    word = next((each for each in words if each.partition("=")[0] == typed), typed)
    option, _, value = word.partition("=")
    after = words[words.index(word) + 1 :][:1] if word in words else []
    if not value and after and not after[0].startswith("-"):
        value = after[0]
    return option, value or "VALUE"


def _as_posting(error: CycloptsError, word: str, words: Sequence[str]) -> str:
    """Return a KEY=VALUE word as --posting takes it; empty where no such key is posted."""
    posts = error.target is not None and "posting" in inspect.signature(error.target).parameters
    if not posts:
        return ""
    from houseway.rulebook import games

    named = next((each for each in words if each in games()), None)
    return posting_meant(word, named) if named else ""


app = App(
    name="houseway",
    help="Casino and cardroom table games, programmed from their published rules: "
    "play them, price them, prove them.",
    version=__version__,
    error_formatter=_format_error,
    help_format="plaintext",  # its page has no Markdown, whose parser is slow to import
)
app["--help"].group = app["--version"].group = Group("Help", sort_key=len(GROUPS) + 2)
for order, (title, commands) in enumerate(GROUPS.items()):
    group = Group(title, sort_key=order)
    for place, (name, command) in enumerate(commands.items()):
        usage = f"Usage: houseway {name} [OPTIONS] {command.arguments}"
        module, _, function = command.place.partition(":")
        app.command(
            f"houseway.cli.commands.{module}:{function}",
            name=name, help=command.text, group=group, sort_key=place,
            **({} if function == "app" else {"help_format": "markdown"}),  # an App has its own
            alias=[old for old, now in HIDDEN.items() if now == name],
            **({"usage": usage} if command.arguments else {}),
        )  # fmt: skip
app.meta.end_of_options_delimiter = ""  # a command reads "--" itself


@app.command(group=Group("Set up", sort_key=len(GROUPS)))
def install_completion(
    *,
    shell: Literal["bash", "zsh", "fish"] | None = None,
    out: Path | None = None,
    no_startup: Flag = False,
) -> int:
    """Complete commands and options with Tab in this shell.

    Parameters
    ----------
    shell
        The shell. Default: the one that runs this command.
    out
        The file of the completion script. Default: the usual place for the shell.
    no_startup
        Leave the start-up file of the shell as it is.
    """
    from cyclopts.completion.detect import ShellDetectionError

    try:
        path = app.install_completion(shell=shell, output=out, add_to_startup=not no_startup)
    except ShellDetectionError:
        raise HousewayError(
            "the shell is not recognised; name it with --shell bash, zsh or fish"
        ) from None
    print(f"Completion is installed in {path}. Open a new shell to use it.")
    return OK


@app.meta.default
def launch(
    *words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    plugin: PluginFiles = [],  # noqa: B006
    pay: PayFiles = [],  # noqa: B006
    no_pager: NoPager = False,
) -> Any:
    """Run a command with the global options.

    Parameters
    ----------
    plugin
        A Python file with side bets of your own; the games that it names offer them.
    pay
        A TOML file with a pay table of your own for a wager.
    no_pager
        Print everything at once instead of page by page.
    """
    if not words:
        print_next_steps()
        return OK
    apply_files(words, plugin, pay)
    with contextlib.nullcontext() if no_pager else paged(words):
        return app(words, result_action="return_value")


def print_next_steps() -> None:
    """Print one line of help for each common task."""
    width = max(len(line) for line, _ in NEXT_STEPS)
    print(f"houseway {__version__}\n")
    for line, text in NEXT_STEPS:
        print(f"  {line:<{width}}   {text}")
