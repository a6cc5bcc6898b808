"""The rulebook pages have everything of each game, once, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.game.posting import Fact
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses, clauses_of, readings_of
from houseway.sheets.conformance.matrix import matrix
from houseway.sheets.rulebook_pages.book import book, book_of
from houseway.sheets.rulebook_pages.clause_card import clause_card, games_with
from houseway.sheets.rulebook_pages.index import book_index
from houseway.sheets.rulebook_pages.matrix import matrix_book

FOR_PROGRAMS = {"id", "key", "name", "value", "posted", "cloth", "family", "pay"}
"""Fields that are no words for people; what else is called so is looked at by the page's tests."""
MACHINE = re.compile(r"[A-Za-z0-9]_[A-Za-z0-9]|[{}`]|LEAST|\.\.(?!\.)")


def texts(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, key)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each, field)
    elif isinstance(value, str):
        yield field, value


@pytest.mark.parametrize("game_id", list(games()))
def test_every_clause_of_every_game_is_there_once(game_id: str) -> None:
    shown = [clause for part in book(game_id).parts for clause in part.clauses]
    assert Counter(c.id for c in shown) == Counter(c.id for c in clauses_of(game_id))
    own = [clause.id for clause in clauses_of(game_id)]
    assert [c.id for c in shown] == own, "in the order of the text"
    for clause in shown:
        assert all_clauses()[clause.id].says.split()[0] in clause.says
        assert clause.kind_words and (clause.kind == "rule" or clause.why)
    assert all(part.title and part.source for part in book(game_id).parts)


@pytest.mark.parametrize("game_id", list(games()))
def test_every_posting_and_fact_is_there_once(game_id: str) -> None:
    game = games()[game_id]()
    declared = game.declared()
    posted = [key for key, choice in declared.items() if not isinstance(choice, Fact)]
    found = book(game_id)
    assert Counter(p.key for p in found.postings) == Counter(posted)
    for posting in found.postings:
        values = getattr(declared[posting.key], "values", ())
        assert [c.value for c in posting.choices] == [declared[posting.key].show(v) for v in values]
        assert bool(posting.choices) != bool(posting.allowed)
        assert sum(c.posted for c in posting.choices) == bool(values), posting.key
        assert posting.words and posting.value
    assert len(found.facts) == sum(isinstance(choice, Fact) for choice in declared.values())


@pytest.mark.parametrize("game_id", list(games()))
def test_every_column_of_every_pay_table_is_there_and_the_posted_one_is_marked(
    game_id: str,
) -> None:
    game = games()[game_id]()
    tables = game.pay_tables()
    assert [pay.name for pay in book(game_id).pay] == list(tables)
    for pay in book(game_id).pay:
        table = tables[pay.name]
        assert [column.name for column in pay.columns] == list(table.columns)
        posted = str(getattr(game, pay.name))
        marked = [column.name for column in pay.columns if column.posted]
        assert marked == (list(table.columns) if posted in table.by_amount else
                          [posted] if posted in table.columns else [])  # fmt: skip
        for number, column in enumerate(table.columns):
            paid = {row.cells[number].pays for row in pay.rows}
            for payout in table.columns[column]:
                assert any(re.sub(r":", " to ", payout.text) in text for text in paid)


@pytest.mark.parametrize("game_id", list(games()))
def test_every_reading_is_there_with_what_is_posted(game_id: str) -> None:
    found = book(game_id).readings
    assert [r.shown.id for r in found] == [r.id for r in readings_of(game_id)]
    assert len({r.at for r in found}) == len(found), "each has a place of its own"
    clauses = [clause for part in book(game_id).parts for clause in part.clauses]
    linked = {(clause.id, link.at) for clause in clauses for link in clause.readings}
    own = {clause.id for clause in clauses_of(game_id)}
    assert linked == {(c, r.at) for r in found for c in r.shown.clauses if c in own}
    declared = games()[game_id].declared()
    for reading in found:
        if reading.shown.posted in declared:
            assert reading.value and reading.shown.posted_words


@pytest.mark.parametrize("game_id", list(games()))
def test_every_clause_that_is_cited_can_be_looked_up(game_id: str) -> None:
    found = book(game_id)
    own = {clause.id for clause in clauses_of(game_id)}
    assert not own & set(found.elsewhere)
    for clause, game in found.elsewhere.items():
        assert clause in {c.id for c in clauses_of(game)}
    cited = {pay.clause for pay in found.pay} | {fee.clause for fee in found.fees}
    for part in (found.wagers, found.postings, found.facts, found.rulings):
        cited |= {clause for one in part for clause in one.clauses}
    cited |= {clause for reading in found.readings for clause in reading.shown.clauses}
    assert cited <= own | set(found.elsewhere)


@pytest.mark.parametrize("game_id", list(games()))
def test_no_name_for_programs_is_among_the_words(game_id: str) -> None:
    whole = msgspec.to_builtins(book(game_id))
    wrong = [
        (field, text) for field, text in texts(whole)
        if field not in FOR_PROGRAMS
        if MACHINE.search(text)
    ]  # fmt: skip
    assert not wrong
    anchors = [posting.key.replace("_", "-") for posting in book(game_id).postings]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("game_id", ["free-bet-blackjack", "pai-gow-tiles", "lowball-27"])
def test_the_matrix_has_a_line_for_each_clause(game_id: str) -> None:
    found, rows = matrix_book(game_id), matrix(game_id)
    assert [line.clause for line in found.lines] == [row.clause for row in rows]
    assert found.counts.owed == 0 and found.counts.failing == 0
    for line, row in zip(found.lines, rows, strict=True):
        assert line.status == row.status and line.readings == tuple(row.readings)
        assert all(code.file and code.line and code.words for code in line.code)
        if row.status == "covered":
            assert line.code and any(case.passes for case in line.cases)


def test_a_posting_of_ones_own_is_shown_as_posted() -> None:
    posted = {"decks": 8, "push_22": "C", "pot_of_gold": "off"}
    found = book_of(games()["free-bet-blackjack"](posted))
    values = {posting.key: posting.value for posting in found.postings}
    assert values["decks"] == "8 decks" and values["pot_of_gold"] == "not offered"
    pays = {pay.name: [c.name for c in pay.columns if c.posted] for pay in found.pay}
    assert pays["push_22"] == ["C"] and pays["pot_of_gold"] == []
    assert not next(w for w in found.wagers if w.name == "pot_of_gold").offered


def test_every_clause_is_told_by_its_number() -> None:
    for clause in all_clauses().values():
        told = clause_card(clause.id)
        assert told.says == " ".join(clause.says.split()) and told.title and told.source
        assert told.game == told.games[0] and told.kind_words


def test_a_clause_stands_first_where_its_own_text_is() -> None:
    assert games_with()["CO-2116-7G"] == ("free-bet-blackjack",)
    assert games_with()["CA-HOLDEM-01"][0] == "holdem"
    told = clause_card("CO-ALL-4", "ride-free")
    assert (told.game.name, len(told.games)) == ("Ride Free", 16)
    for game in games():
        for clause in clauses_of(game):
            assert game in games_with()[clause.id]


def test_the_index_lists_every_game_with_what_is_in_its_book() -> None:
    for line in book_index():
        found = book(line.id)
        assert line.clauses == sum(len(part.clauses) for part in found.parts)
        assert line.readings == len(found.readings)
        assert list(line.wagers) == [wager.words for wager in found.wagers]
        assert line.pieces and line.jurisdiction and line.section
