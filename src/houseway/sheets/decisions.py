"""The decision words of a game, as records and tables write them, and its rulings."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import msgspec

from houseway import families
from houseway.engine.questions import Place
from houseway.families.banked.game import Banked
from houseway.families.blackjack.game import Blackjack
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


class DecisionEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The file's entry for a decision word, or its differences in a family."""

    when: str = ""
    """The moment at which the decision is offered."""
    takes: str = NOTHING
    """``nothing``, ``amount``, ``pieces``, ``parts`` or ``spots``."""
    steps: tuple[str, ...] = ()
    """The steps whose clauses apply, for a word that is not itself the name of a step."""


class Decision(msgspec.Struct, frozen=True):
    """A decision word: its label, arguments, notation, conditions and clauses."""

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
    """All decisions and rulings of a game as posted."""

    game: str
    name: str
    decisions: tuple[Decision, ...]
    rulings: tuple[RulingWords, ...]


def decisions_of(game: Game) -> Decisions:
    """Return every possible decision of this game, and every ruling."""
    return Decisions(
        game.id,
        game.name,
        tuple(_decision(game, name) for name in dict.fromkeys(game.actions())),
        tuple(_ruling(game, rule) for rule in game.ruling_rules.values()),
    )


@functools.cache
def _file() -> dict[str, Any]:
    """Return the contents of ``decisions.toml``."""
    folder = Path(families.__path__[0])
    return read_file(folder / "decisions.toml")


def entry_of(game: Game, name: str) -> DecisionEntry:
    """Return the file's entry of a word, with the differences of the family or the game."""
    raw: dict[str, Any] = _file().get(name) or _file().get(name.partition("_")[0], {})
    here = {**raw.get(game.family, {}), **raw.get(game.id, {})}
    everywhere = {key: value for key, value in raw.items() if not isinstance(value, dict)}
    return decode_as({**everywhere, **here}, DecisionEntry, "decisions.toml", name)


def has_entry(name: str) -> bool:
    """Return True if the file has a word: by its name, or as one of a series (``pile_3``)."""
    return name in _file() or name.partition("_")[0] in _file()


def _decision(game: Game, name: str) -> Decision:
    """Return a decision in words: when it is offered, how it is written, its clauses."""
    entry = entry_of(game, name)
    kind, _, condition = entry.takes.partition(", ")
    takes = _TAKES[kind] + (f", {condition}" if condition else "")
    return Decision(
        name, game.words().action(name), takes, _written(game, name, kind),
        _when(game, name, entry), _clauses(game, name, entry.steps),
    )  # fmt: skip


def _when(game: Game, name: str, entry: DecisionEntry) -> str:
    """Return the conditions of a decision; a posting may switch it off."""
    if not isinstance(game, Blackjack) or game.family != "blackjack":
        return entry.when
    if name == "surrender" and game.surrender != "late":
        posted = {"none": "never: surrender is not posted", "after split": "with a hand of a split"}
        return posted.get(game.surrender, entry.when)
    if name in ("insure", "no_insurance") and not game.insurance:
        return "never: insurance is not posted"
    return entry.when


def _written(game: Game, name: str, takes: str) -> str:
    """Return its notation in a record, with example arguments."""
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
    """Return the spots that a decision may begin with: those that must be bet, or the first one."""
    if not isinstance(game, Banked) or name not in ("bet", "add"):
        return "insurance=5"
    choices = (
        game.bets.choices if name == "bet" else next(iter(game.bets.later_choices.values()), ())
    )
    spots = [spot for choice in choices if isinstance(choice, Place) for spot in choice.spots]
    said = [spot for spot in spots if spot.required] or spots[:1]
    return " ".join(f"{spot.name}={format_amount(spot.least)}" for spot in said)


def _clauses(game: Game, name: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clauses of a decision: of its effect, of the step of its name, or of the turn."""
    steps = [step for step in game.cited() if step.rpartition(".")[2] == name]
    steps += others
    if name in ("bank", "refuse", "join_bank"):
        steps += ["bank.offer"]
    found = (*game.choice_clauses.get(name, ()), *game.clauses_at(*steps))
    if not found and isinstance(game, Banked) and name in ("bet", "add", "sit_out", "no_bet"):
        late = name in ("add", "no_bet")
        wagers = [w for w in game.offered if bool(game.placed_at(w)) == late]
        wagers = [w for w in wagers if game.requires(w)] or wagers
        found = tuple(clause for wager in wagers[:2] for clause in wager.clauses)
    return tuple(dict.fromkeys(found or game.turn_clauses))


def _ruling(game: Game, rule: RulingRule) -> RulingWords:
    """Return a floor ruling in words, with an example of how it is written."""
    one = next(piece for piece, n in enumerate(game.kind.copies) if n)
    example = {"seat": "seat=2", "pieces": f"pieces={game.kind.names[one]}", "amount": "amount=20",
               "reason": "reason=why"}  # fmt: skip
    written = " ".join(["floor", rule.name, *(example[field] for field in rule.takes)])
    words = rule.words or game.words().ruling(rule.name)
    return RulingWords(rule.name, words, rule.takes, written, rule.clauses)
