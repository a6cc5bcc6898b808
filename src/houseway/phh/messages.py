"""What is allowed, in words, for who has written an action that is not."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.engine.questions import Amount, Button, Choice, Pick
from houseway.phh.model import number, plain
from houseway.util.english import one_of, spread

_BUTTONS = {
    "fold": "f", "check": "cc", "call": "cc", "bring_in": "pb", "pat": "sd", "show": "sm",
    "play_board": "sm", "muck": "sm",
}  # fmt: skip


def choices_in_words(choices: Sequence[Choice], scale: int) -> str:
    """Choices in the words of the format: ``f, cc (call 200) or cbr 400 to 1000``."""
    return one_of(dict.fromkeys(_word(choice, scale) for choice in choices))


def _word(choice: Choice, scale: int) -> str:
    if isinstance(choice, Amount):
        least, most = plain(number(choice.least, scale)), plain(number(choice.most, scale))
        return f"cbr {least}" if least == most else f"cbr {least} to {most}"
    if isinstance(choice, Pick):
        return f"sd with {spread(choice.least, choice.most, 'card')}"
    word = _BUTTONS.get(choice.name, choice.name)
    if isinstance(choice, Button) and choice.cents:
        return f"{word} ({choice.name} {plain(number(choice.cents, scale))})"
    return word
