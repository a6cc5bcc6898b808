"""The ways to set a hand, with their values if known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rich.text import Text

from houseway.cli.render.pieces import faces
from houseway.cli.terminal.wrap import flow
from houseway.engine.questions import Arrange, Pieces
from houseway.families.set_hands.game import SetHands
from houseway.game.base import Game

FEW = 4
"""The most ways that are all listed; of more, only the house way is."""


def way_lines(game: Game, choice: Arrange, width: int, indent: int) -> list[Text]:
    """Return every way to set the hand if there are few, with the house way marked; else that
    one.
    """
    if not isinstance(game, SetHands):
        return []
    house = tuple(piece for _, pieces in choice.suggestion for piece in pieces)
    ways = distinct(game, choice)
    if len(ways) > FEW:
        ways = [house] if house else []
    lines = []
    best = parted(choice, house) if house else ()
    for way in sorted(ways, key=lambda each: parted(choice, each) != best):
        same = parted(choice, way) == best
        text = Text.assemble(
            ("house way: " if same else "or: ", "dim"), in_words(game, choice, way)
        )
        if same:
            text.append(f" ({choice.name} alone)", style="dim")
        elif aided(game, choice, way):
            text.append(" (the printed aid)", style="dim")
        found = flow([text], width, indent + 2, first=indent)
        lines += [Text.assemble(" " * indent, found[0]), *found[1:]]
    return lines


def aided(game: SetHands, choice: Arrange, way: Pieces) -> bool:
    """Return True if the printed suggestion for players who set their own hand is this way."""
    size = choice.parts[0][1]
    first, rest = game.kind.show(way[:size]), game.kind.show(way[size:])
    return f"{first} {choice.parts[0][0]}, {rest} {choice.parts[1][0]}" in choice.words


def listed(game: Game, choice: Arrange) -> bool:
    """Return True if every way to set the hand is shown."""
    return isinstance(game, SetHands) and len(distinct(game, choice)) <= FEW


def distinct(game: SetHands, choice: Arrange) -> list[Pieces]:
    """Return the settings that differ in value and are no foul; only for few pieces."""
    sizes = [size for _, size in choice.parts]
    pieces = choice.pieces
    if len(pieces) > FEW or len(sizes) != 2:
        return [(), (), (), (), ()]
    found: dict[tuple[Pieces, ...], Pieces] = {}
    for first in combinations(range(len(pieces)), sizes[0]):
        rest = [i for i in range(len(pieces)) if i not in first]
        way = game.as_set(tuple(pieces[i] for i in (*first, *rest)))
        if game.set_fault(way) is None:
            found.setdefault(parted(choice, way), way)
    return list(found.values())


def parted(choice: Arrange, way: Pieces) -> tuple[Pieces, ...]:
    """Return the parts of a setting as a key that does not depend on order."""
    found, at = [], 0
    for _, size in choice.parts:
        found.append(tuple(sorted(way[at : at + size])))
        at += size
    return tuple(found)


def in_words(game: SetHands, choice: Arrange, way: Pieces) -> Text:
    """Return a setting in words: ``high K♠ K♦ 9♣ pair of kings, low A♥ Q♣ A-Q``."""
    texts: list[Text] = []
    at = 0
    for (part, size), words in zip(choice.parts, _part_words(game, choice, way), strict=True):
        shown = faces(game.kind.show(way[at : at + size]).split(), game.kind)
        texts.append(Text.assemble((f"{part} ", "dim"), shown, f" {words}"))
        at += size
    return Text(", ").join(texts)


def _part_words(game: SetHands, choice: Arrange, way: Pieces) -> Iterable[str]:
    """Return what each part of a set hand makes; empty words if the game has none."""
    words, _ = game.described(way)
    return words if len(words) == len(choice.parts) else [""] * len(choice.parts)
