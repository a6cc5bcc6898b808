"""The small words of a sentence."""

from __future__ import annotations

import pytest

from houseway.money import in_chips
from houseway.util import english


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("ante wager", "an ante wager"),
        ("play wager", "a play wager"),
        ("8", "an 8"),
        ("80", "an 80"),
        ("11", "an 11"),
        ("110", "a 110"),
        ("18", "an 18"),
        ("1", "a 1"),
        ("one", "a one"),
        ("unit", "a unit"),
        ("union", "a union"),
        ("hour", "an hour"),
        ("Envy", "an Envy"),
        ("used deck", "a used deck"),
        ("uncalled bet", "an uncalled bet"),
    ],
)
def test_articles(word: str, expected: str) -> None:
    assert english.a(word) == expected


def test_counts_agree_with_their_nouns() -> None:
    assert english.n(1, "player") == "1 player"
    assert english.n(2, "player") == "2 players"
    assert english.n(0, "card") == "no cards"
    assert english.n(3, "box") == "3 boxes"
    assert english.n(2, "party") == "2 parties"
    assert english.n(2, "day") == "2 days"
    assert english.n(2, "die", "dice") == "2 dice"
    assert english.n(1200, "round") == "1,200 rounds"
    assert english.verb(1, "is") == "is"
    assert english.verb(2, "is") == "are"
    assert english.verb(2, "needs") == "need"
    assert (english.spelt(2), english.spelt(15)) == ("two", "15")
    assert [english.nth(i) for i in (1, 2, 12, 13, 21, 112)] == (
        ["first", "second", "twelfth", "13th", "21st", "112th"]
    )


def test_bounds_say_one_number_where_there_is_one() -> None:
    assert english.between(1_00, 1_00) == "$1"
    assert english.between(1_00, 5_50) == "$1 to $5.50"
    assert english.within(1_00, 1_00) == "$1"
    assert english.within(1_00, 2_00) == "from $1 to $2"
    assert english.spread(1, 1, "player") == "1 player"
    assert english.spread(2, 8, "deck") == "2 to 8 decks"
    assert english.spread(1, 8) == "1 to 8"
    with in_chips():
        assert english.between(1_00, 5_00) == "1 chip to 5 chips"


def test_odds_are_written_alike() -> None:
    assert english.at_odds("3:2") == "3 to 2"
    assert english.at_odds("200 to 1 + 10%") == "200 to 1 + 10%"


def test_lists_read_like_speech() -> None:
    assert english.list_available(["A"]) == "there is A"
    assert english.list_available(["A", "B"]) == "there are A and B"
    assert english.list_available([]) == "there is none"
    assert english.one_of(range(1, 9)) == "1 to 8"
    assert english.one_of([1, 2]) == "1 or 2"
    assert english.one_of([1, 2, 3, 4, 12]) == "1 to 4 or 12"
    assert english.one_of([1, 2, 6, 8]) == "1, 2, 6 or 8"
    assert english.one_of(["yes", "no"]) == "yes or no"
    assert english.one_of(["A"]) == "A"
    assert english.one_of([]) == ""
    assert english.all_of(["Ann", "Bob", "Cleo"]) == "Ann, Bob and Cleo"
    assert english.sentence("the bank wins") == "The bank wins."
