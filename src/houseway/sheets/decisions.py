"""Every decision word of a game as it is written in a record and at the table, and its rulings."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import msgspec

from houseway import families
from houseway.engine.questions import Place
from houseway.families.banked.game import Banked
from houseway.game.base import Game, RulingRule
from houseway.money import format_amount
from houseway.util.toml import decode_as, read_file

NOTHING, AMOUNT, SPOTS, PIECES, PARTS = "nothing", "amount", "spots", "pieces", "parts"
_TAKES = {
    NOTHING: "nothing",
    AMOUNT: "an amount in dollars",
    SPOTS: "spots with dollars",
    PIECES: "pieces",
    PARTS: "parts with pieces",
}


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """What the file says of a decision word, or of what is different in a shape."""

    when: str = ""
    takes: str = NOTHING
    steps: tuple[str, ...] = ()
    """The steps whose clauses it stands on, where no step has its name."""


class Decision(msgspec.Struct, frozen=True):
    """A decision word: what people call it, what it takes, how it is written, when, by what."""

    name: str
    words: str
    takes: str
    written: str
    when: str
    clauses: tuple[str, ...]


class RulingWords(msgspec.Struct, frozen=True):
    """A ruling of a supervisor, as it is written after ``floor``."""

    name: str
    words: str
    takes: tuple[str, ...]
    written: str
    clauses: tuple[str, ...]


class Decisions(msgspec.Struct, frozen=True):
    """All of a game, as it is posted."""

    game: str
    name: str
    decisions: tuple[Decision, ...]
    rulings: tuple[RulingWords, ...]


def decisions_of(game: Game) -> Decisions:
    """Every decision that a player can ever take in this game, and every ruling."""
    return Decisions(
        game.id,
        game.name,
        tuple(_decision(game, name) for name in dict.fromkeys(game.actions())),
        tuple(_ruling(game, rule) for rule in game.ruling_rules.values()),
    )


@functools.cache
def _file() -> dict[str, Any]:
    folder = Path(families.__path__[0])
    return read_file(folder / "decisions.toml")


def entry_of(game: Game, name: str) -> Entry:
    """What the file says of a word, in the shape of this game."""
    raw: dict[str, Any] = _file().get(name) or _file().get(name.partition("_")[0], {})
    here = raw.get(game.shape, {})
    everywhere = {key: value for key, value in raw.items() if not isinstance(value, dict)}
    return decode_as({**everywhere, **here}, Entry, "decisions.toml", name)


def has_entry(name: str) -> bool:
    """Whether the file speaks of a word: by its name, or as one of several (``pile_3``)."""
    return name in _file() or name.partition("_")[0] in _file()


def _decision(game: Game, name: str) -> Decision:
    entry = entry_of(game, name)
    kind, _, condition = entry.takes.partition(", ")
    takes = _TAKES[kind] + (f", {condition}" if condition else "")
    return Decision(
        name, game.words().action(name), takes, _written(game, name, kind), entry.when,
        _clauses(game, name, entry.steps),
    )  # fmt: skip


def _written(game: Game, name: str, takes: str) -> str:
    """How it stands in a record, with an example of what it takes."""
    names = game.kind.names
    if takes == AMOUNT:
        return f"{name} 20"
    if takes == SPOTS:
        return f"{name} {_spots(game, name)}"
    if takes == PIECES:
        return f"{name} {names[0]},{names[5]}"
    if takes == PARTS and (parts := getattr(game, "parts", None)):
        at, said = 0, []
        for part, size in parts.items():
            said.append(f"{part}={','.join(names[at : at + size])}")
            at += size
        return " ".join([name, *said])
    return name


def _spots(game: Game, name: str) -> str:
    """The spots with which a decision may begin: those that must be bet, or the first one."""
    if not isinstance(game, Banked) or name not in ("bet", "add"):
        return "insurance=5"
    choices = game.bets.choices if name == "bet" else next(iter(game.bets.late.values()), ())
    spots = [spot for choice in choices if isinstance(choice, Place) for spot in choice.spots]
    said = [spot for spot in spots if spot.required] or spots[:1]
    return " ".join(f"{spot.name}={format_amount(spot.least)}" for spot in said)


def _clauses(game: Game, name: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Where a decision stands: what it may come to, the step of its name, or whose turn it is."""
    steps = [step for step in game.cited() if step.rpartition(".")[2] == name]
    steps += others
    if name in ("bank", "refuse", "join_bank"):
        steps += ["bank.offer"]
    found = (*game.clauses_of_choice(None, name), *game.clauses_at(*steps))
    if not found and isinstance(game, Banked) and name in ("bet", "add", "sit_out", "no_bet"):
        late = name in ("add", "no_bet")
        wagers = [w for w in game.offered if bool(game.placed_at(w)) == late]
        wagers = [w for w in wagers if game.requires(w)] or wagers
        found = tuple(clause for wager in wagers[:2] for clause in wager.clauses)
    return tuple(dict.fromkeys(found or game.turn_clauses))


def _ruling(game: Game, rule: RulingRule) -> RulingWords:
    one = next(piece for piece, n in enumerate(game.kind.copies) if n)
    example = {"seat": "seat=2", "pieces": f"pieces={game.kind.names[one]}", "amount": "amount=20",
               "reason": "reason=why"}  # fmt: skip
    written = " ".join(["floor", rule.name, *(example[field] for field in rule.takes)])
    words = rule.words or game.words().ruling(rule.name)
    return RulingWords(rule.name, words, rule.takes, written, rule.clauses)
