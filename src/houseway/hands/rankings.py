"""How poker hands are ranked, by name, and the words for a strength of each ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.hands.badugi import describe_badugi
from houseway.hands.joker_high import describe_joker_high
from houseway.hands.low5 import describe_low
from houseway.hands.low27 import describe_low27
from houseway.hands.poker5 import describe_high
from houseway.hands.six_plus import describe_six_plus

RANKINGS: Mapping[str, Callable[[int], str]] = {
    "high": describe_high,
    "high with a joker": describe_joker_high,
    "low": describe_low,
    "deuce to seven": describe_low27,
    "badugi": describe_badugi,
    "six plus": describe_six_plus,
}
