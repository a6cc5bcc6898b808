"""What people read is plain English: read once by a person, and kept so by a few rules of thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.util.toml import read_toml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
NAMES = (
    "clauses.toml", "words.toml", "card.toml", "felt.toml", "told.toml", "glossary.toml",
    "decisions.toml", "cases.toml",
)  # fmt: skip
TOLD = ("says", "why", "question", "reading", "alternatives", "effect")
"""What of a clause, a reading or a case is a sentence."""

RULES = {
    "a word twice": r"\b(?!that |had )([A-Za-z]+) \1\b(?! everything)",
    "a before a vowel": r"\b(?:^A|a) (?!one|once|use|uni|eu)[aeiou][a-z]{2,}",
    "an before a consonant": r"\b[Aa]n (?!hour|honest)[bcdfgjklmnpqrstvwyz][a-z]+",
    "he for anybody": r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b",
    "who for whoever": r"(?:^|[.;] )Who (?:has|does|wins|makes|draws|moves|folds|bets)\b[^?]*\.",
    "anew for again": r"\banew\b",
    "hangs on for depends on": r"\b[Hh]angs? on\b",
    "American spelling": r"\b(?:favor|honor|behavior|neighbor|center|gray)\w*",
}
"""Faults that were found once, and how they look."""

MACHINE = re.compile(r"(?<![\w/])[a-z0-9]+_[a-z0-9_]+\b")


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """Everything in a file that people read, with the key it stands under."""
    some = path.name in ("clauses.toml", "cases.toml")

    def walk(found: Any, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(found, dict):
            for name, value in found.items():
                yield from walk(value, name)
        elif isinstance(found, list):
            for value in found:
                yield from walk(value, key)
        elif isinstance(found, str) and (not some or key in TOLD):
            yield key, " ".join(found.split())

    return walk(read_toml(path.read_text(), str(path)), "")


FILES = sorted(path for name in NAMES for path in SOURCE.rglob(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_the_rulebook_are_plain_english(name: str) -> None:
    faults = [
        f"{path.relative_to(SOURCE)}: {what}: {match[0]!r} in {text!r}"
        for path in FILES
        if path.name == name
        for key, text in sentences(path)
        for what, pattern in RULES.items()
        if not (key == "effect" and what == "who for whoever")  # "Who wins some pots.": a question
        if (match := re.search(pattern, text))
    ]
    assert not faults, "\n".join(faults)


def test_clauses_and_readings_are_whole_sentences_without_machine_names() -> None:
    faults = []
    for path in FILES:
        if path.name != "clauses.toml":
            continue
        for key, text in sentences(path):
            if text[-1] not in ".?!)":
                faults.append(f"{path.parent.name}: no full stop: {text[-60:]!r}")
            if (name := MACHINE.search(text)) and "(tests/" not in text:
                faults.append(f"{path.parent.name}: {key} says {name[0]}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a word twice", "the the bank wins"),
        ("a before a vowel", "needs a ante wager"),
        ("an before a consonant", "an bet"),
        ("he for anybody", "the player shows his hand"),
        ("who for whoever", "Who has none waits."),
        ("American spelling", "in favor of"),
    ],
)
def test_a_fault_is_found(what: str, text: str) -> None:
    assert re.search(RULES[what], text), what
