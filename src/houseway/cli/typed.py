"""What is typed at the terminal: small letters, numbers of choices, pieces by their places."""

from __future__ import annotations

from houseway.cli.drawing import example
from houseway.errors import Refused
from houseway.game import RulingRule
from houseway.script import Act, Amount, Arrange, Ask, AskAll, Pick, Place
from houseway.table.record import read_act
from houseway.table.round import Round


def ruling_help(rule: RulingRule) -> tuple[str, str]:
    """How a ruling is typed and what it does."""
    takes = "".join(f" {key}=.." for key in rule.takes)
    return f"floor {rule.name}", f"{rule.words};{takes}" if takes else rule.words


def folded(words: list[str]) -> list[str]:
    """Typed words with names in small letters; cards keep theirs, and so do folders."""
    names = 2 if words and words[0].isdigit() else 1
    found = [word.lower() for word in words[:names]]
    for word in words[names:]:
        key, equals, value = word.partition("=")
        found.append(f"{key.lower()}={value}" if equals else word)
    return found


def read_answer(words: list[str], question: Ask | AskAll, seat: int, round_: Round) -> Act:
    """A typed decision: as in a record, or with the number of the choice for its name.

    An arrangement alone is the suggested one, and an amount that can only be one need not be said.
    Pieces may be named by their places; where there is nothing else to choose, these are enough.
    """
    choices = question.choices_of(seat)
    known = {choice.name for choice in choices}.union(round_.game.actions())
    if len(choices) == 1 and isinstance(choices[0], Pick) and words[-1].isdigit():
        words = [choices[0].name, *[word for word in words if word.isdigit()]]
    elif words[0].isdigit():
        if len(words) > 1 and words[1] in known:
            return read_act(words, question, round_.game.kind)
        number = int(words[0])
        if not 1 <= number <= len(choices):
            raise Refused(f"the choices are 1 to {len(choices)}, not {number}")
        words = [choices[number - 1].name, *words[1:]]
    choice = next((c for c in choices if c.name == words[0]), None)
    if isinstance(choice, Pick) and words[1:] and all(word.isdigit() for word in words[1:]):
        return Act(seat, choice.name, pieces=_at_places(choice, words[1:]))
    if len(words) == 1:
        if isinstance(choice, Arrange) and choice.suggestion:
            return Act(seat, choice.name, parts=choice.suggestion)
        if isinstance(choice, Amount) and choice.least == choice.most:
            return Act(seat, choice.name, choice.least)
        if isinstance(choice, Place):
            raise Refused(f"say how much, like {example(choice, round_.game.kind)}")
    return read_act([str(seat), *words], question, round_.game.kind)


def _at_places(choice: Pick, places: list[str]) -> tuple[int, ...]:
    """The pieces of a pick at these places, the first being 1."""
    numbers = [int(place) for place in places]
    if not all(1 <= number <= len(choice.pieces) for number in numbers):
        raise Refused(f"the pieces are 1 to {len(choice.pieces)}, not {' '.join(places)}")
    return tuple(choice.pieces[number - 1] for number in numbers)
