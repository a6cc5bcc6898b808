"""A family's steps cite nothing; each game says which of its clauses carry which of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

import houseway
from houseway.cite import procedure, step
from houseway.errors import Refused
from houseway.families.banked.settlement import PostedFact
from houseway.game.base import Game
from houseway.game.fees import PostedRates
from houseway.game.posting import Displayed, Fact, displayed, fact, posted
from houseway.rulebook import games
from houseway.rulebook.citations import citations, code_of, same
from houseway.rulebook.clauses import clauses_of
from houseway.sheets.conformance import matrix

SOURCE = Path(houseway.__file__).parent


class Lender:
    """A part of a family, with a step of its own."""

    @step("offer")
    def offer_the_loan(self) -> None:
        """Offers."""


class Family(Game):
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


class Plain(Family):
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


class Fancy(Family):
    """Plain's rules apply by F-1, but this settlement differs and never lends."""

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
        """Settle in a way of its own."""
        return "anew"


def misnamed_parts(bases: set[type]) -> list[str]:
    """Return the parts of families whose key in ``step_modules`` is not in their module's name."""
    return [
        f"{base.__name__}: {key!r} is {part}"
        for base in bases
        for key, part in vars(base).get("step_modules", {}).items()
        if key not in getattr(part, "__module__", getattr(part, "__name__", "")).split(".")
    ]


def test_a_step_of_a_part_begins_with_the_name_of_its_module() -> None:
    bases = {base for game in games().values() for base in game.__mro__}
    assert sum("step_modules" in vars(base) for base in bases) > 3
    assert not misnamed_parts(bases)


def test_a_misnamed_part_is_found() -> None:
    class Renamed(Family):
        step_modules: ClassVar[dict[str, object]] = {"awards": matrix, "test_cites": Lender}

    [found] = misnamed_parts({Renamed})
    assert found.startswith("Renamed: 'awards' is <module")


def test_a_game_cites_for_the_steps_of_its_family() -> None:
    assert Plain.cited() == {
        "deal": ("P-1",), "settle": ("P-2",), "lamps": ("P-3",), "lender.offer": ("P-4",),
    }  # fmt: skip
    assert Plain.declared()["lamps"].clauses == ("P-3",)
    assert Family.declared()["lamps"].clauses == (), "the family itself cites nothing"
    with pytest.raises(Refused) as refused:
        Plain({"lamps": 3})
    assert refused.value.clauses == ("P-3",)


def test_what_is_no_step_is_refused_when_the_game_is_built() -> None:
    class Wrong(Family):
        id = "wrong"
        cites: ClassVar[dict[str, tuple[str, ...]]] = {"bank.offer": ("W-1",)}

    with pytest.raises(Refused, match=r"Wrong cites for 'bank.offer'.*deal, lamps, .*settle"):
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


GAMES = {"self", "cls", "game"}
"""Names of a game in code that reads its facts; in ``game/wagers.py`` ``self`` is a wager."""


ON_THE_SIGN = {
    "felt": "which layout lies on the table; another one is refused",
    "pay_tables_shown": "whether the tables hang on the layout or beside it",
    "placed_on": "whether a sensor or the cloth takes the progressive",
    "progressive": "a bet that the text names without rules; anything but off is refused",
}
"""Postings that only the sign repeats, since there is no more to do about them."""
OF_A_WAGER = attrgetter("beside.needs_if", "beside.at_most_if", "placed_as", "called_by")
"""Options that a wager may leave to a posting, which it names."""


def named_in(game: type[Game]) -> set[str]:
    """The postings that a game hands on by name: to its wagers, to the facts that rules read."""
    facts = getattr(game, "facts", {}).values()
    found = {fact.key for fact in facts if isinstance(fact, PostedFact)}
    return found | {name for wager in game.wagers for name in OF_A_WAGER(wager)}


def names_read() -> set[str]:
    """Every attribute that some code reads of a game, also by ``getattr`` or of its posting."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        games_here = GAMES - {"self"} if path.match("game/wagers.py") else GAMES
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
                found |= {node.attr} if owner in games_here else set()
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr":
                name: Any = node.args[1]
                found.add(str(getattr(name, "value", "")))
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
                found |= {str(node.slice.value)} if owner == "posting" else set()
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
    assert not unread, "no one reads " + "; ".join(sorted(unread))
    assert not needless, "read by code, say fact(...) of " + "; ".join(sorted(needless))


def test_a_posting_is_read_by_code_or_said_to_be_only_on_the_sign() -> None:
    """Pay tables, limits and fees are postings too, and are read as such."""
    read, only_shown = names_read(), set()
    for game in games().values():
        by_kind = {key for wager in game.wagers for key in wager.postings()} | {*game.pay_tables()}
        for key, declared in game.declared().items():
            if isinstance(declared, Fact | PostedRates) or key in by_kind:
                continue
            if key not in read and key not in named_in(game):
                only_shown.add(key)
    assert only_shown == set(ON_THE_SIGN)


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], dict[str, Any]]]:
    """The matrix of a game as it would be without the cases that one game has on one clause."""
    results_of = matrix.results_of

    def rows(game_id: str, clause: str) -> dict[str, Any]:
        def left(other: str) -> tuple[matrix.Result, ...]:
            found = results_of(other)
            return (
                found if other != game_id else tuple(r for r in found if clause not in r[0].clauses)
            )

        monkeypatch.setattr(matrix, "results_of", left)
        matrix.matrix.cache_clear()
        return {row.clause: row for row in matrix.matrix(game_id)}

    yield rows
    monkeypatch.undo()
    matrix.matrix.cache_clear()


def test_a_case_of_another_game_shows_nothing_here(without: Any) -> None:
    row = without("rocket-aces", "CO-ALL-5")["CO-ALL-5"]
    assert row.elsewhere and not row.passing and row.status == "unaccounted"
    assert row.missing == ["no case of this game stands on it"]


def test_an_inherited_case_counts_where_nothing_has_changed(without: Any) -> None:
    rows = {row.clause: row for row in matrix.matrix("free-bet-blackjack")}
    assert rows["BJ-3"].by == "blackjack, by CO-2102" and rows["BJ-3"].passing
    assert any("families/blackjack/game.py:" in place for place in rows["BJ-3"].cited_by)
    # Free Bet fixes what may be doubled, so standard blackjack's cases do not show its doubles
    row = without("free-bet-blackjack", "BJ-4")["BJ-4"]
    assert not row.by and row.missing == ["no case of this game stands on it"]


def test_the_sentence_that_inherits_needs_a_case_of_its_own(without: Any) -> None:
    assert without("free-bet-blackjack", "CO-2102")["CO-2102"].missing


def test_a_replaced_clause_says_by_what() -> None:
    rows = {row.clause: row for row in matrix.matrix("ante-up-21")}
    assert rows["BJ-2"].status == "replaced" and rows["BJ-2"].replaced == ("CO-2106-7",)
    assert not rows["BJ-2"].missing and rows["CO-2106-7"].status == "covered"


def test_a_clause_that_is_only_shown_is_not_accounted_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = dict(citations(games()["blackjack"]))
    shown = [msgspec.structs.replace(citation, shown=True) for citation in found["BJ-7"]]
    monkeypatch.setattr(matrix, "_citations", lambda game_id: found | {"BJ-7": tuple(shown)})
    matrix.matrix.cache_clear()
    row = next(row for row in matrix.matrix("blackjack") if row.clause == "BJ-7")
    matrix.matrix.cache_clear()
    assert row.missing == ["no code of this game cites it"]
