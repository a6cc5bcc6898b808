"""The rules under which a record was made, and the changes since.

A full record holds the fingerprint of its table and a short digest of every clause
(``rulebook/fingerprint.py``), section by section: ``digests.CO-2116 = "1=3fa2 2=9c11 7A=0b2c"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from houseway.errors import Refused
from houseway.game.base import Game
from houseway.records.record import Record
from houseway.rulebook import find
from houseway.rulebook.fingerprint import clause_prints

MANY = 4
"""Number of changed clauses from which the whole section is named instead."""


class OtherRules(msgspec.Struct, frozen=True):
    """The difference between the rules of a record and those of today."""

    version: str
    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    """All clauses of the record, to recognise a section that changed as a whole."""

    @property
    def sentence(self) -> str:
        """The difference in words."""
        made = f"made under other rules, by houseway {self.version or 'of an unknown version'}"
        parts = [
            f"{word}: {', '.join(_by_section(clauses, self.known))}"
            for word, clauses in (
                ("changed since", self.changed), ("new", self.new), ("gone", self.gone)
            )
            if clauses
        ]  # fmt: skip
        if not parts:
            parts = ["no clause's own words, tables or code differ, but code that they share does"]
        return f"{made}; {'; '.join(parts)}"


def _by_section(clauses: tuple[str, ...], known: tuple[str, ...]) -> Iterable[str]:
    """Return clauses by name; a section that changed as a whole is named once."""
    left = list(clauses)
    while left:
        section = left[0].rpartition("-")[0]
        of_it = [clause for clause in known if clause.rpartition("-")[0] == section]
        if len(of_it) >= MANY and set(of_it) <= set(left):
            yield f"{section} (all {len(of_it)} clauses)"
            left = [clause for clause in left if clause not in of_it]
        else:
            yield left.pop(0)


def clauses_written(game: type[Game]) -> dict[str, str]:
    """Return the digests of a game's clauses as a record holds them."""
    found: dict[str, list[str]] = {}
    for clause, short in clause_prints(game).items():
        section, _, number = clause.rpartition("-")
        found.setdefault(section, []).append(f"{number}={short}")
    return {section: " ".join(words) for section, words in found.items()}


def clauses_read(written: Mapping[str, str]) -> dict[str, str]:
    """Return the digests of clauses from a record."""
    return {
        f"{section}-{number}": short
        for section, words in written.items()
        for number, _, short in (word.partition("=") for word in words.split())
    }


def other_rules(record: Record) -> OtherRules | None:
    """Return the changes since a record was made; None if there are none or it is silent."""
    if not record.rules:
        return None
    game = find(record.game)
    try:
        if game(record.posted).fingerprint() == record.rules:
            return None
    except Refused:
        pass  # what was posted then cannot be posted now
    then, now = clauses_read(record.digests), clause_prints(game)
    return OtherRules(
        version=record.version,
        changed=tuple(c for c, short in then.items() if c in now and now[c] != short),
        new=tuple(c for c in now if c not in then),
        gone=tuple(c for c in then if c not in now),
        known=tuple(then),
    )
