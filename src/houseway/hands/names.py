"""How poker hands are ranked, by name, and the words for a strength of each ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.hands.badugi import describe_badugi
from houseway.hands.poker_high import describe_high, kickers
from houseway.hands.poker_joker import describe_joker_high
from houseway.hands.poker_low import describe_low, describe_low27
from houseway.hands.six_plus import describe_six_plus
from houseway.util.english import a

RANKINGS: Mapping[str, Callable[[int], str]] = {
    "high": describe_high,
    "high with a joker": describe_joker_high,
    "low": describe_low,
    "deuce to seven": describe_low27,
    "badugi": describe_badugi,
    "six plus": describe_six_plus,
}

KICKERS: Mapping[str, Callable[[int], str]] = {"high": kickers, "high with a joker": kickers}
"""What else of a hand breaks ties, where its words do not name every card."""


_COUNTED = ("pair", "straight", "flush", "full", "royal")


def a_hand(words: str) -> str:
    """A hand within a sentence: ``a pair of kings``, ``two pair, ...``, ``an 8-6-4-3-A low``."""
    return a(words) if words.startswith(_COUNTED) or words.endswith(" low") else words


def kickers_of(ranking: str, strength: int) -> str:
    """The cards that break a tie beside what the words for a whole hand name, if any."""
    told = KICKERS.get(ranking)
    return told(strength) if told is not None and strength else ""
