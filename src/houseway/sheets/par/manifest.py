"""The hash of the rules: which files make a game what it is, and one digest over them.

The files are the game's own module with all modules of houseway it imports, directly or through
others, below the engine and the mathematics (pieces, hands, shapes, side bets, money, pay,
posting ...), the TOML files of its folder and of the games it inherits from, and the clause files
its sections stand in.  The manifest has the form ``sha256sum`` writes, in the order of the paths,
and the hash of the rules is the SHA-256 of that text:

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
"""In the folder of the package: the hash of the mathematics by the tools of the system alone."""
FOR_PEOPLE = (*code_digest.FOR_PEOPLE, "words.toml", "card.toml", "felt.toml")
"""What a game is told with and looks like; its rules are the same whatever they are called."""


@dataclass(frozen=True)
class Manifest:
    """Files with their digests, and the digest over them all."""

    files: tuple[tuple[str, str], ...]
    """(digest, path under the package), in the order of the paths."""

    @property
    def text(self) -> str:
        """As ``sha256sum`` prints it."""
        return "".join(f"{digest}  {path}\n" for digest, path in self.files)

    @property
    def digest(self) -> str:
        """The hash of them all."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def rules_manifest(game: type[Game]) -> Manifest:
    """The files that make the rules of a game."""
    code = _code(game)
    beside = {path.with_suffix(".toml") for path in code if "side_bets" in path.parts}
    found = {*code, *_data(game), *(path for path in beside if path.exists())}
    return _manifest(path for path in found if path.name not in FOR_PEOPLE)


@functools.cache
def method_manifest() -> Manifest:
    """The files of the mathematics."""
    return _manifest((ROOT / "analysis").rglob("*.py"))


def _manifest(paths: Iterable[Path]) -> Manifest:
    named = sorted((_name(path), path) for path in paths)
    return Manifest(
        tuple((hashlib.sha256(path.read_bytes()).hexdigest(), name) for name, path in named)
    )


def _name(path: Path) -> str:
    """The path under the package; of a side bet from outside, the name of its file."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def _data(game: type[Game]) -> Iterator[Path]:
    for base in game.__mro__:
        if issubclass(base, Game) and base.id:
            yield from base.folder().glob("*.toml")
            yield from base.folder().parent.glob("versions.toml")
    ids = {clause.id for clause in clauses_of(game.id)}
    for path in (ROOT / "rulebook").rglob("clauses.toml"):
        if ids.intersection(clause["id"] for clause in read_file(path)["clause"]):
            yield path


def _code(game: type[Game]) -> set[Path]:
    return code_files(game, is_apart)
