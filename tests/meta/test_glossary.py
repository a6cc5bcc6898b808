"""The glossary of a game is help at the table: every word, and a sentence for one there is not."""

from __future__ import annotations

import pytest

from houseway.errors import Refused
from houseway.rulebook import find
from houseway.rulebook.glossary import explained, glossary


def test_the_sixty_words_of_the_electronic_table() -> None:
    lightning = find("lightning-holdem")
    words = glossary(lightning)
    assert len(words) == 60 and all(says and word == word.lower() for word, says in words.items())
    assert explained(lightning, "Kicker") == [("kicker", words["kicker"])]
    assert explained(lightning, "words") == list(words.items())
    with pytest.raises(Refused, match=r"no 'kiker' in the glossary; did you mean kicker\?"):
        explained(lightning, "kiker")
    with pytest.raises(Refused, match="help words tells all of them"):
        explained(lightning, "zzz")


def test_a_game_without_a_glossary_says_so() -> None:
    assert glossary(find("holdem")) == {}
    with pytest.raises(Refused, match="Texas Hold'em explains no words"):
        explained(find("holdem"), "kicker")
