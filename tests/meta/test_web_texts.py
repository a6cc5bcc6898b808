"""Every text of the pages has an id, and one only; none is there for nothing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

SOURCES = sorted((Path(__file__).parents[2] / "web" / "src").rglob("*.ts"))
PAIR = re.compile(r'"([a-zA-Z][\w-]*(?:\.[\w-]+)+)":\s*"')
MADE = re.compile(r"`([\w.-]+)\.?\$\{")
"""The beginning of an id that is made where it is used."""
USED = re.compile(r'\b(?:t|count)\(\s*"([\w.-]+)"')


def defined() -> Counter[str]:
    """All ids that have a text, and how often."""
    found: Counter[str] = Counter()
    for path in SOURCES:
        text = path.read_text()
        for block in re.findall(r"(?:add\(\{|TEXTS[^=]*= \{)(.*?)\}(?:\);|;\n)", text, re.S):
            found.update(PAIR.findall(block))
    return found


def test_no_id_has_two_texts() -> None:
    twice = [name for name, n in defined().items() if n > 1]
    assert not twice


def test_every_id_that_is_used_has_a_text() -> None:
    known = defined()
    assert len(known) > 200
    missing = []
    for path in SOURCES:
        for name in USED.findall(path.read_text()):
            there = name in known or {f"{name}.one", f"{name}.many"} <= known.keys()
            if not there:
                missing.append(f"{path.name}: {name}")
    assert not missing


def test_no_text_is_there_for_nothing() -> None:
    everything = "\n".join(path.read_text() for path in SOURCES)
    begun = tuple(MADE.findall(everything))
    unused = []
    for name in defined():
        stem = re.sub(r"\.(one|many)$", "", name)
        said = everything.count(f'"{name}"') > 1 or (f'"{stem}"' in everything and stem != name)
        if not said and not name.startswith(begun):
            unused.append(name)
    assert not unused
