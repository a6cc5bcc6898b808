"""Rankings of poker hands by name, and the words for a strength of each."""

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
"""Ranking -> words for the cards that break ties, if its names leave out some cards."""


_COUNTED = ("pair", "straight", "flush", "full", "royal")


def a_hand(words: str) -> str:
    """Return a hand within a sentence: ``a pair of kings``, ``two pair, ...``, ``an 8-6-4-3-A
    low``."""
    return a(words) if words.startswith(_COUNTED) or words.endswith(" low") else words


def kickers_of(ranking: str, strength: int) -> str:
    """Return the tie-breaking cards that the name of a hand leaves out, in words; "" for none."""
    told = KICKERS.get(ranking)
    return told(strength) if told is not None and strength else ""
