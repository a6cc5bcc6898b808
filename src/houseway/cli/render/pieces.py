"""Cards, tiles and dice as text: ``K♠``, ``[teen 6-6]``, ``[4]``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

from houseway.cli.terminal.stdio import is_unicode
from houseway.pieces.cards import RANKS, SUITS
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import PIPS, TILES

SUIT_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
RED_SUITS = "dh"
RED_PIPS = (1, 4)
"""The pips that are red on Chinese dominoes."""
COVERED = "??"
CARD = re.compile(rf"\b[{RANKS}][{SUITS}]\b")
RED, BLACK, DIM = "bold red", "bold", "dim"
SINGLE_NAMES = {"2-4": "gee 2-4", "1-2": "joon 1-2"}


def face(name: str, kind: Kind) -> Text:
    """Return one piece as styled text, from its notation."""
    if name == COVERED:
        return Text(COVERED, style=DIM)
    if kind is TILES and not name.isdigit():
        return _tile(name)
    if name.isdigit():
        return Text(f"[{name}]", style=BLACK)
    if name == "Jk":
        return Text("Joker", style=RED)
    return _card(name)


def _card(name: str) -> Text:
    """Return the name of a card with its suit as a sign, in red or black."""
    rank, suit = name[0], name[1:]
    if rank not in RANKS or suit not in SUIT_SIGNS:
        return Text(name, style=BLACK)
    style = RED if suit in RED_SUITS else BLACK
    if not is_unicode():
        return Text(name, style=style)
    return Text(("10" if rank == "T" else rank) + SUIT_SIGNS[suit], style=style)


def _tile(name: str) -> Text:
    """Return ``[teen 6-6]``; ones and fours are red, as on the tiles."""
    pips = PIPS[TILES.read(name)]
    written = "-".join(map(str, pips))
    words = SINGLE_NAMES.get(name, name if name == written else f"{name} {written}")
    text = Text(f"[{words}]", style=BLACK)
    at = len(words) + 1 - len(written)
    for place, pip in zip((at, at + 2), pips, strict=True):
        if pip in RED_PIPS:
            text.stylize("red", place, place + 1)
    return text


def faces(names: Iterable[str], kind: Kind) -> Text:
    """Return several pieces, side by side."""
    return Text(" ").join(face(name, kind) for name in names)


def drawn_in(words: str, kind: Kind) -> Text:
    """Return a sentence with the notation of cards replaced by drawn cards."""
    if kind.noun != "card":
        return Text(words)
    found, at = Text(), 0
    for match in CARD.finditer(words):
        found.append(words[at : match.start()])
        found.append_text(face(match[0], kind))
        at = match.end()
    return found.append(words[at:])


def in_order(names: Iterable[str], kind: Kind) -> list[str]:
    """Return cards from the highest down, the joker first; tiles and dice unsorted."""
    if kind is TILES or any(name == COVERED for name in names):
        return list(names)
    return sorted(names, key=kind.read, reverse=True)


def count_of(n: int, kind: Kind) -> str:
    """Return a number of unknown pieces in words: ``a card``, ``three tiles``."""
    noun = kind.noun
    return f"a {noun}" if n == 1 else f"{NUMBERS[n] if n < len(NUMBERS) else n} {noun}s"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def shown_pieces(pieces: Iterable[int], kind: Kind) -> Text:
    """Return pieces of an event; hidden ones are only counted."""
    found = list(pieces)
    if found and all(piece < 0 for piece in found):
        return Text(count_of(len(found), kind))
    return faces(kind.show(found).split(), kind)
