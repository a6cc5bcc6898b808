"""Search finds games, wagers, choices, clauses, readings and words, also misspelt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.rulebook_pages.book import book
from houseway.sheets.search.entries import KINDS, things
from houseway.sheets.search.index import Searched, find_words


def first(asked: str) -> tuple[str, str]:
    found = find_words(asked).found[0]
    return found.kind, found.title


def test_every_game_is_found_by_its_name() -> None:
    for game in games().values():
        assert find_words(game.name).found[0].at == f"/rules/{game.id}", game.name


def test_every_clause_is_found_by_its_number() -> None:
    for clause in all_clauses():
        same = [f for f in find_words(clause, 100).found if f.title == clause]
        assert same, clause
    assert first("CO-2116-7G") == first("7g") == ("clause", "CO-2116-7G")
    assert first("2116 7G") == ("clause", "CO-2116-7G")


@pytest.mark.parametrize("game_id", list(games()))
def test_every_wager_is_found_by_its_words(game_id: str) -> None:
    for wager in book(game_id).wagers:
        places = [f.at for f in find_words(f"{wager.words} {games()[game_id].name}", 100).found]
        assert f"/rules/{game_id}#wager-{wager.name.replace('_', '-')}" in places, wager.words


@pytest.mark.parametrize(
    ("asked", "kind", "title"),
    [
        ("push 22", "wager", "Push 22"),
        ("kings bounty", "wager", "King's Bounty"),
        ("soft 17", "posting", "Soft 17"),
        ("small blind", "word", "Small blind"),
        ("odd chips", "posting", "Odd chip among tied hands"),
        ("what happens to an odd chip?", "posting", "Odd chip among tied hands"),
        ("omah", "game", "Omaha"),
    ],
)
def test_the_best_is_first(asked: str, kind: str, title: str) -> None:
    assert first(asked) == (kind, title)


@pytest.mark.parametrize(
    ("asked", "instead", "title"),
    [
        ("blakjack swich", "blackjack switch", "Blackjack Switch"),
        ("crazy pinapple", "crazy pineapple", "Crazy Pineapple"),
        ("dragn bonus", "dragon bonus", "Dragon Bonus on Player"),
    ],
)
def test_a_misspelt_word_finds_the_nearest(asked: str, instead: str, title: str) -> None:
    found = find_words(asked)
    assert (found.instead, found.found[0].title) == (instead, title)


def test_what_is_spelt_right_is_not_put_right() -> None:
    assert find_words("insurance").instead == ""
    assert find_words("insur").instead == "", "a word that is only begun is none that is wrong"
    nothing = find_words("xyzzyqq")
    assert (nothing.total, nothing.found) == (0, ())


def test_one_kind_is_found_alone_and_all_are_counted() -> None:
    every, only = find_words("split aces", 100), find_words("split aces", 100, "clause")
    assert every.kinds == only.kinds and set(every.kinds) <= set(KINDS)
    assert only.total == every.kinds["clause"] == len(only.found)
    assert {found.kind for found in only.found} == {"clause"}
    assert len(find_words("split aces", 3).found) == 3


def test_each_thing_is_listed_once_and_says_where_it_stands() -> None:
    listed = list(things())
    seen = {(thing.kind, thing.title, thing.text, thing.at) for thing in listed}
    assert len(seen) == len(listed)
    assert {thing.kind for thing in listed} == set(KINDS)
    for thing in listed:
        assert thing.at.startswith(f"/rules/{thing.game}") and "_" not in thing.at


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=100))
def test_any_question_is_answered(asked: str) -> None:
    found = find_words(asked, 5)
    assert isinstance(found, Searched) and len(found.found) <= 5
    assert sum(found.kinds.values()) == found.total
