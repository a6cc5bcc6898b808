"""What is allowed, in words, for who has written an action that is not."""

from __future__ import annotations

from houseway.phh.hand import CENTS, number, plain
from houseway.script import Amount, Ask, AskAll, Button, Choice, Pick
from houseway.table.round import Round


def allowed(question: Ask | AskAll, round_: Round) -> str:
    """The choices of the seat whose turn it is, in the words of the format."""
    seat = question.seats()[0]
    scale = getattr(round_.game, "scale", CENTS)
    words = [word for choice in question.choices_of(seat) if (word := _word(choice, scale))]
    return f"p{seat} may {' or '.join(words)}"


def _word(choice: Choice, scale: int) -> str:
    if isinstance(choice, Amount):
        least, most = plain(number(choice.least, scale)), plain(number(choice.most, scale))
        return f"cbr {least}" if least == most else f"cbr {least} to {most}"
    if isinstance(choice, Pick):
        return f"sd with {choice.least} to {choice.most} cards"
    if isinstance(choice, Button):
        cost = f" {plain(number(choice.cents, scale))}" if choice.cents else ""
        return _BUTTONS.get(choice.name, choice.name) + (cost and f" ({choice.name}{cost})")
    return choice.name


_BUTTONS = {
    "fold": "f", "check": "cc", "call": "cc", "bring_in": "pb", "pat": "sd", "show": "sm",
    "play_board": "sm", "muck": "sm",
}  # fmt: skip
