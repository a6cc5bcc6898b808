"""A hand at a real terminal of 80 by 24: what is on the screen at each question."""

from __future__ import annotations

import re

import pytest

from tests.support.terminal import Terminal

pytestmark = pytest.mark.process

ASKED, OVER = "seat 1>", "Enter for the next round>"


def test_a_hand_at_a_terminal() -> None:
    """Ten at the table: the question and one's own cards are in sight, and then the result."""
    with Terminal("play", "holdem", "--seed", "4", "--bots", "9") as at:
        seen = at.until(ASKED)
        questions = 0
        while at.typing == ASKED:
            text = "\n".join(seen)
            assert "Texas Hold'em ─" in text and "your turn" in text, text
            assert re.search(r"^> 1 you +\$[\d,.]+  (10|[2-9JQKA])[♣♦♥♠] ", text, re.M), text
            offered = [line.split()[1] for line in seen if re.match(r" +\d [a-z]", line)]
            seen = at.type("check" if "check" in offered else "call", ASKED, OVER)
            questions += 1
        text = "\n".join(seen)
        assert questions > 1 and "your wagers" in text and "put into the pot" in text, text
        assert re.search(r"^you: [+-]\$\d+, \$\d+ in front of you$", text, re.M), text
