"""Plain English in the rulebook, the docstrings, the comments and the documents.

The texts of the rulebook keep fixed rules.  Code and documents keep ceilings, which only fall:
a change that lowers a count lowers its ceiling in ``CEILINGS`` or ``DOCUMENTS`` too.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.util.toml import read_toml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
NAMES = (
    "clauses.toml", "labels.toml", "rule_card.toml", "appearance.toml", "event_text.toml",
    "glossary.toml", "decisions.toml", "cases.toml",
)  # fmt: skip
TOLD = {
    "clauses.toml": ("says", "why", "question", "reading", "alternatives", "effect"),
    "cases.toml": ("title",),
}
"""Keys of a clause, a reading or a case whose values are sentences."""

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
    keys = TOLD.get(path.name)

    def walk(found: Any, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(found, dict):
            for name, value in found.items():
                yield from walk(value, name)
        elif isinstance(found, list):
            for value in found:
                yield from walk(value, key)
        elif isinstance(found, str) and (keys is None or key in keys):
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


QUESTION = re.compile(r"(What|Whether|Who|Whom|Whose|How|Why|Where|Which)\b")
AVOID = re.compile(
    r"\b(anew|hangs? on|so (?:many|much)|comes? to|beside|somebody|nobody|whoever|"
    r"he|him|his|himself)\b",
    re.IGNORECASE,
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NAMED = re.compile(r"``[^`]*``")
"""A name of the code, which may be ``beside``."""
LONGEST = 25
"""Words in a sentence of a docstring or a comment."""

# Package: docstrings that begin with a question word, words to avoid, sentences over 25 words.
CEILINGS: dict[str, tuple[int, int, int]] = {}
"""Most faults that a package may have; a package without a row has none."""


def package_of(path: Path) -> str:
    """Return the row of ``CEILINGS`` for a file: its package, or ``houseway`` for root modules."""
    if path.is_relative_to(SOURCE):
        parts = path.relative_to(SOURCE).parts
        return parts[0] if len(parts) > 1 else "houseway"
    return path.relative_to(ROOT).parts[0]


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of modules, classes, functions and of fields and constants."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield text
        if isinstance(node, ast.Module | ast.ClassDef):
            for first, second in zip(node.body, node.body[1:], strict=False):
                if isinstance(first, ast.Assign | ast.AnnAssign) and isinstance(second, ast.Expr):
                    value = second.value
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.value.strip()


def comments(text: str) -> Iterator[str]:
    """Yield the comments of a file; lines of comments that follow each other are one."""
    found: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, words = token.start[0], token.string.lstrip("#").strip()
            words = "." if words.startswith(">>>") else words  # an example ends a sentence
            if token.line[: token.start[1]].strip():
                yield words  # behind code
            else:
                found[line] = f"{found.pop(line - 1, '')} {words}".strip()
    yield from found.values()


def long_sentences(text: str) -> int:
    """Return how many sentences have more than ``LONGEST`` words; examples of code do not count."""
    text = re.sub(r"^\s*(?:>>>|\.\.\.).*$", "\n", text, flags=re.MULTILINE)
    parts = re.split(r"(?<=[.!?:;])\s+|\n\s*\n", text)
    return sum(len(part.split()) > LONGEST for part in parts)


def faults_of(path: Path) -> tuple[int, int, int]:
    """Return the counts of one file, in the order of ``CEILINGS``; of TOML the comments only."""
    text = path.read_text()
    if path.suffix == ".toml":
        said = [line[1:] for line in text.splitlines() if line.startswith("#")]
        return 0, sum(len(AVOID.findall(each)) for each in said), 0
    told = list(docstrings(ast.parse(text)))
    both = [*told, *comments(text)]
    return (
        sum(QUESTION.match(each) is not None for each in told),
        sum(len(AVOID.findall(NAMED.sub("", each))) for each in both),
        sum(map(long_sentences, both)),
    )


def code_files() -> Iterator[Path]:
    """Yield the Python files of the project and its TOML files, without installed ones."""
    for folder in ("src/houseway", "tests", "benchmarks", "scripts"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from sorted((ROOT / "web").glob("*.py"))
    yield from sorted(SOURCE.rglob("*.toml"))


def test_docstrings_and_comments_stay_below_their_ceilings() -> None:
    counts: dict[str, list[int]] = {}
    for path in code_files():
        row = counts.setdefault(package_of(path), [0, 0, 0])
        for i, n in enumerate(faults_of(path)):
            row[i] += n
    above = {
        package: (tuple(row), CEILINGS.get(package, (0, 0, 0)))
        for package, row in counts.items()
        if any(n > most for n, most in zip(row, CEILINGS.get(package, (0, 0, 0)), strict=True))
    }
    assert not above, f"questions, words to avoid, long sentences; now and at most: {above}"
    assert not CEILINGS.keys() - counts.keys()


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ('"""Whether it is."""\n', (1, 0, 0)),
        ('x = 1\n"""How many."""\n', (1, 0, 0)),
        ('class A:\n    x: int = 0\n    """Where it is."""\n', (1, 0, 0)),
        ('"""Return it."""\n# asked anew\n# of nobody\n', (0, 2, 0)),
        (f'"""{"word " * 26}."""\n', (0, 0, 1)),
        (f"# {'word ' * 20}\n# {'word ' * 20}\n", (0, 0, 1)),
        (f'"""{"word " * 20}. {"word " * 20}."""\n', (0, 0, 0)),
        ('x = "nobody; he"\n', (0, 0, 0)),
        ('"""Return ``beside`` beside it."""\n', (0, 1, 0)),
    ],
)
def test_faults_of_code_are_counted(code: str, faults: tuple[int, ...], tmp_path: Path) -> None:
    (file := tmp_path / "code.py").write_text(code)
    assert faults_of(file) == faults


PRIVATE = re.compile(r"_*told$|.*(?:nobody|somebody)", re.IGNORECASE)
"""Names that no reader would search for."""
UNCHECKED = ("families", "rulebook", "engine", "game", "hands", "util", "tests", "fairness")
"""Folders whose names are not checked."""
WIRE = {"told"}
"""Private names of the wire, in the modules that declare or send them."""
WIRE_MODULES = ("room/history/history.py", "room/http/routes/history.py", "room/client/calls.py")


def private_names(tree: ast.Module) -> Iterator[str]:
    """Yield the private names that a module gives to variables, functions and classes."""
    for node in ast.walk(tree):
        name = ""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.attr
        if PRIVATE.match(name):
            yield name


def test_names_are_words_that_a_reader_would_search_for() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in code_files()
        if path.suffix == ".py" and not set(UNCHECKED) & set(path.relative_to(ROOT).parts)
        for name in private_names(ast.parse(path.read_text()))
        if not (name in WIRE and path.as_posix().endswith(WIRE_MODULES))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code", ["told = 1", "def f(told): ...", "class Told: ...", "self._told = 0", "is_nobody = 1"]
)
def test_a_private_name_is_found(code: str) -> None:
    assert len(list(private_names(ast.parse(code)))) == 1
    assert not list(private_names(ast.parse("untold = told_apart = 1")))


# Document: words to avoid, sentences over 40 words, mean words of a sentence where that is not
# below 20.
DOCUMENTS: dict[str, tuple[int, int, float]] = {}
"""Most faults that a document may have; a document without a row has none."""
PLAIN = (0, 0, 20.0)
AVOID_IN_DOCUMENTS = re.compile(
    r"\b(anew|hangs? on|so (?:many|much|long)|somebody|nobody|whoever|he|him|his|himself)\b",
    re.IGNORECASE,
)


def prose_of(text: str) -> tuple[int, int, float]:
    """Return the counts of a document, in the order of ``DOCUMENTS``.

    Code, tables, headings and pictures do not count.
    """
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "#", "!"))]
    prose = " ".join(lines)
    lengths = [n for part in re.split(r"(?<=[.!?:])\s+", prose) if (n := len(part.split())) > 2]
    mean = sum(lengths) / max(len(lengths), 1)
    return len(AVOID_IN_DOCUMENTS.findall(prose)), sum(n > 40 for n in lengths), mean


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def test_documents_are_plain_english() -> None:
    above = {}
    for path in documents():
        name = str(path.relative_to(ROOT))
        counts, most = prose_of(path.read_text()), DOCUMENTS.get(name, PLAIN)
        if counts[0] > most[0] or counts[1] > most[1] or counts[2] >= most[2]:
            above[name] = (counts, most)
    assert not above, f"words to avoid, long sentences, mean; now and at most: {above}"
    assert not DOCUMENTS.keys() - {str(path.relative_to(ROOT)) for path in documents()}


def test_faults_of_a_document_are_counted() -> None:
    assert prose_of("# He\n\nA dealer deals cards. All is well here.\n") == (0, 0, 4.0)
    assert prose_of("Whoever has won shows his hand.\n") == (2, 0, 6.0)
    assert prose_of(f"It is {'so ' * 39}.\n")[1:] == (1, 42.0)
    assert prose_of("```\nhe anew\n```\nPlain words stand here.\n") == (0, 0, 4.0)
