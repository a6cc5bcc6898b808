"""The hash of the rules: the files that make up a game, and one digest over them.

The files are the game's own module with all modules of houseway that it imports, directly or
indirectly. Modules of the engine and the mathematics are left out. What remains is pieces, hands,
families, side bets, money, pay and posting. The TOML files of its folder and of the games it
inherits from are included, and so are the clause files of its sections. The manifest has the format
of ``sha256sum``, ordered by path. The hash of the rules is the SHA-256 of that text:

    houseway par GAME --files rules | sha256sum
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from houseway.game.base import Game
from houseway.rulebook import code_digest
from houseway.rulebook.clauses import clauses_of
from houseway.rulebook.code_digest import ROOT, code_files, is_apart
from houseway.util.toml import read_file

METHOD_LINE = "find analysis -name '*.py' | LC_ALL=C sort | xargs sha256sum | sha256sum"
"""A shell command for the folder of the package: the hash of the mathematics with system tools
alone.
"""
FOR_PEOPLE = (*code_digest.FOR_PEOPLE, "labels.toml", "rule_card.toml", "appearance.toml")
"""Files with the words and the appearance of a game, which are not part of its rules."""


@dataclass(frozen=True)
class Manifest:
    """Files with their digests, and the digest over them all."""

    files: tuple[tuple[str, str], ...]
    """(digest, path under the package), ordered by path."""

    @property
    def text(self) -> str:
        """Return the manifest in the format of ``sha256sum``."""
        return "".join(f"{digest}  {path}\n" for digest, path in self.files)

    @property
    def digest(self) -> str:
        """Return the hash over all files."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def rules_manifest(game: type[Game]) -> Manifest:
    """Return the files that make the rules of a game."""
    code = _code(game)
    beside = {path.with_suffix(".toml") for path in code if "side_bets" in path.parts}
    found = {*code, *_data(game), *(path for path in beside if path.exists())}
    return _manifest(path for path in found if path.name not in FOR_PEOPLE)


@functools.cache
def method_manifest() -> Manifest:
    """Return the files of the mathematics."""
    return _manifest((ROOT / "analysis").rglob("*.py"))


def _manifest(paths: Iterable[Path]) -> Manifest:
    """Return the digests of files, sorted by name."""
    named = sorted((_name(path), path) for path in paths)
    return Manifest(
        tuple((hashlib.sha256(path.read_bytes()).hexdigest(), name) for name, path in named)
    )


def _name(path: Path) -> str:
    """Return the path under the package; for a plug-in side bet, the name of its file."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def _data(game: type[Game]) -> Iterator[Path]:
    """Yield the files of a game's rules: its folder, its versions and the clauses that it cites."""
    for base in game.__mro__:
        if issubclass(base, Game) and base.id:
            yield from base.folder().glob("*.toml")
            yield from base.folder().parent.glob("versions.toml")
    ids = {clause.id for clause in clauses_of(game.id)}
    for path in (ROOT / "rulebook").rglob("clauses.toml"):
        if ids.intersection(clause["id"] for clause in read_file(path)["clause"]):
            yield path


def _code(game: type[Game]) -> set[Path]:
    """Return the files of the code that a game runs."""
    return code_files(game, is_apart)
