"""A shape's steps cite nothing; each game says which of its clauses carry which of them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, ClassVar

import pytest

import houseway
from houseway.cite import procedure, step
from houseway.errors import Refused
from houseway.game import Game
from houseway.posting import Displayed, Fact, displayed, fact, posted
from houseway.rulebook import games
from houseway.rulebook.clauses import clauses_of
from houseway.sheets.citations import citations, code_of, same

SOURCE = Path(houseway.__file__).parent


class Lender:
    """A part of a shape, with a step of its own."""

    @step("offer")
    def offer_the_loan(self) -> None:
        """Offers."""


class Shape(Game):
    """A round of two steps and a posting, without a clause."""

    lamps: int = posted(1, 2, says="lamps on the table")

    @step
    def deal(self) -> str:
        """Deals."""
        return "dealt"

    @step
    def settle(self) -> str:
        """Settles."""
        return "settled"


class Plain(Shape):
    """A game by its own text."""

    id = "plain"
    cites: ClassVar[dict[str, tuple[str, ...]]] = {
        "deal": ("P-1",),
        "settle": ("P-2",),
        "lamps": ("P-3",),
        "lender.offer": ("P-4",),
    }
    lender: Lender = fact(Lender(), "P-4")
    motto: str = displayed("play well", "P-5")


class Fancy(Shape):
    """Plain's rules apply by F-1, but the settlement is another, and nobody lends."""

    id = "fancy"
    inherits: ClassVar[dict[str, type[Game]]] = {"F-1": Plain}
    cites: ClassVar[dict[str, tuple[str, ...]]] = {"settle": ("F-2",)}

    def settle(self) -> str:
        """Settles its own way."""
        return "fancy"


class Fuller(Plain):
    """Plain with something before the deal."""

    id = "fuller"

    def deal(self) -> str:
        """Deals after a word."""
        return "a word, " + super().deal()

    @procedure("U-1")
    def settle(self) -> str:
        """Settles anew."""
        return "anew"


def test_a_game_cites_for_the_steps_of_its_shape() -> None:
    assert Plain.cited() == {
        "deal": ("P-1",), "settle": ("P-2",), "lamps": ("P-3",), "lender.offer": ("P-4",),
    }  # fmt: skip
    assert Plain.declared()["lamps"].clauses == ("P-3",)
    assert Shape.declared()["lamps"].clauses == (), "the shape itself cites nothing"
    with pytest.raises(Refused) as refused:
        Plain({"lamps": 3})
    assert refused.value.clauses == ("P-3",)


def test_what_is_no_step_is_refused_when_the_game_is_built() -> None:
    class Wrong(Shape):
        id = "wrong"
        cites: ClassVar[dict[str, tuple[str, ...]]] = {"bank.offer": ("W-1",)}

    with pytest.raises(Refused, match=r"Wrong cites for 'bank.offer'.*deal, lamps, settle"):
        Wrong()


def test_cites_are_inherited_where_the_same_code_runs() -> None:
    assert Fancy.cited() == {"deal": ("P-1",), "lamps": ("P-3",), "settle": ("F-2",)}
    assert Fuller.cited() == {"deal": ("P-1",), "lamps": ("P-3",), "lender.offer": ("P-4",)}
    assert set(citations(Fuller)) >= {"P-1", "P-3", "U-1"}
    assert "P-2" not in citations(Fuller), "its settlement is not Plain's any more"


def test_a_citation_says_where_it_stands() -> None:
    (deal,) = citations(Plain)["P-1"]
    lines = Path(__file__).read_text().splitlines()
    assert [lines[int(w.rpartition(":")[2]) - 1].strip() for w in deal.where.split(", ")] == [
        "def deal(self) -> str:",
        '"deal": ("P-1",),',
    ]
    assert deal.name == "step deal" and all(
        w.startswith("test_cites.py:") for w in deal.where.split(", ")
    )


@pytest.mark.parametrize(
    ("clause", "kept"), [("P-1", True), ("P-2", False), ("P-3", True), ("P-4", False)]
)
def test_another_game_does_the_same_by_a_clause_where_its_code_is_the_same(
    clause: str, kept: bool
) -> None:
    ours = code_of(Fancy)
    assert all(same(ours.get(c.name), c, clause) for c in citations(Plain)[clause]) is kept


def test_what_is_only_shown_carries_no_rule() -> None:
    (motto,) = citations(Plain)["P-5"]
    assert motto.shown and not any(c.shown for c in citations(Plain)["P-4"])


def test_every_citation_of_the_book_leads_to_a_line() -> None:
    for game in games().values():
        for clause, places in citations(game).items():
            for place in places:
                for where in place.where.split(", "):
                    file, _, line = where.partition(":")
                    lines = (SOURCE / file).read_text().splitlines()
                    assert line and int(line) <= len(lines), f"{clause}: {place}"


def test_inherited_and_replaced_clauses_exist() -> None:
    for game in games().values():
        ours = {clause.id for clause in clauses_of(game.id)}
        assert set(game.inherits) <= ours, game.id
        for old, new in game.replaces.items():
            assert old in ours and set(new) <= ours, f"{game.id}: {old}"


# -- facts that nobody reads -----------------------------------------------------------------


GAMES = {"self", "cls", "game"}
"""What a game is called where its facts are read."""


def names_read() -> set[str]:
    """Every attribute that some code reads of a game, also by ``getattr``."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
                found |= {node.attr} if owner in GAMES else set()
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr":
                name: Any = node.args[1]
                found.add(str(getattr(name, "value", "")))
    return found


def test_a_fact_is_read_by_code_or_only_displayed() -> None:
    read = names_read()
    unread: set[str] = set()
    needless: set[str] = set()
    for game in games().values():
        limits = {key for wager in game.wagers for key in wager.postings()}
        for key, declared in game.declared().items():
            if isinstance(declared, Displayed):
                needless |= {f"{game.id}: {key}"} if key in read else set()
            elif isinstance(declared, Fact) and key not in read and key not in limits:
                unread.add(f"{game.id}: {key}")
    assert not unread, "nobody reads " + "; ".join(sorted(unread))
    assert not needless, "read by code, say fact(...) of " + "; ".join(sorted(needless))
