"""Tab at the table: what the line may go on with, from the question that stands."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Sequence

from houseway.cli.play.commands import COMMANDS
from houseway.cli.play.input_parser import is_money
from houseway.engine.questions import Arrange, Asking, Choice, Place
from houseway.engine.round import Round
from houseway.rulebook.clauses import clauses_of
from houseway.rulebook.glossary import glossary

LISTED = 60


def completions(before: str, word: str, round_: Round, seat: int) -> list[str]:
    """What a word may become, ``before`` being what stands left of it in the line."""
    question = round_.question
    choices = question.choices_of(seat) if isinstance(question, Asking) else ()
    said = before.split()
    if not said:
        found = [*(choice.name for choice in choices), *COMMANDS]
    else:
        found = _after(said[0].lower(), choices, round_)
    begun = word.lower()
    return [name for name in dict.fromkeys(found) if name.lower().startswith(begun)][:LISTED]


def _after(first: str, choices: Sequence[Choice], round_: Round) -> list[str]:
    """What may follow the first word of a line."""
    game = round_.game
    if first in ("odds", "why"):
        return [wager.name for wager in game.wagers]
    if first == "rules":
        return [clause.id for clause in clauses_of(game.id)]
    if first == "help":
        return [*COMMANDS, *glossary(type(game))]
    if first == "floor":
        return [rule.name for rule in game.rulings]
    for choice in choices:
        begun = choice.name.startswith(first) or (is_money(first) and isinstance(choice, Place))
        if begun and isinstance(choice, Place):
            return [f"{spot.name}=" for spot in choice.spots]
        if begun and isinstance(choice, Arrange):
            return [f"{part}=" for part, _ in choice.parts]
    return []


def start_completing(now: Callable[[], tuple[Round, int] | None]) -> None:
    """Let Tab complete lines; the arrow keys bring back earlier ones."""
    with contextlib.suppress(ImportError):
        readline = importlib.import_module("readline")

        def complete(word: str, number: int) -> str | None:
            asked = now()
            if asked is None:
                return None
            before = readline.get_line_buffer()[: readline.get_begidx()]
            found = completions(before, word, *asked)
            if number >= len(found):
                return None
            return found[number] if found[number].endswith("=") else f"{found[number]} "

        readline.set_completer(complete)
        readline.set_completer_delims(" \t\n")
        edits = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if edits else "tab: complete")
