"""Fast tables compared with the live one: the games, and a hand of both in step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from houseway.analysis.poker.showdown import showdown_of
from houseway.analysis.poker.tables import FastTable, chips_after, live_hand
from houseway.analysis.poker.tables.compiled import layout as at
from houseway.analysis.poker.tables.copying import CALLS
from houseway.engine.questions import Amount, Asking, Pick
from houseway.families.poker import Poker
from houseway.rulebook import games

CHIPS = (1_00, 1_50, 6_50, 15_00, 50_00, 200_00, 2_000_00)
"""Some have less than a blind, some cannot be covered."""


def poker_games() -> dict[str, type[Poker]]:
    """The games of the rulebook that are poker and say in their lab how hands are made."""
    poker = {name: game for name, game in games().items() if issubclass(game, Poker)}
    return {name: game for name, game in poker.items() if showdown_of(game) is not None}


def tables_of(game: type[Poker]) -> Iterator[Poker]:
    """The game with every structure it may be posted with, and other odd chips and rounding."""
    may = {key: getattr(x, "values", ()) for key, x in game.declared().items()}
    varied = ("odd_chip", "after_draw", "fold_to_bring_in", "short_all_in", "pot_limit_opening")
    for i, structure in enumerate(may["structure"] or ("",)):
        posted = {key: may[key][i % len(may[key])] for key in varied if may.get(key)}
        yield game(posted | ({"structure": structure} if structure else {}))


def stacks(rng: random.Random, seats: int, bet: int = 2_00) -> list[list[int]]:
    """Uneven chips for a number of hands that shares no factor with the button."""
    times = (1, max(bet // 2_00, 1))
    return [[rng.choice(CHIPS) * rng.choice(times) for _ in range(seats)] for _ in range(97)]


def asked_of_openers(live: Any, seat: int) -> bool:
    """Return whether an opener is asked for and this seat has none: a fast table offers a pass
    only."""
    s = live.state
    return s.unopened and not live.game.has_openers(s.hole[seat])


def same_as_live(table: FastTable, hands: int, policy: Any, first: int = 0) -> int:
    """Play hands and copy each to the live table; how many decisions there were."""
    nets, decks, logs = table.played(hands, policy, first)
    for i in range(hands):
        said = logs[i, 1 : logs[i, 0] + 1].tolist()
        assert len(said) == logs[i, 0], "a hand has more decisions than are kept"
        live = live_hand(table, first + i, decks[i].tolist(), said)
        assert chips_after(live) == nets[i].tolist(), f"{table.game.id} hand {first + i}"
    return int(logs[:, 0].sum())


def check_question(t: Any, hand: list[int], live: Any) -> None:
    """Check that a seat sees and may do the same at a fast table and at the live one."""
    question, s = live.question, live.state
    assert isinstance(question, Asking)
    seat = int(t[at.SEAT]) + 1
    assert seat in question.seats()
    assert hand == list(s.hole[seat])
    assert t[at.BOARD : at.BOARD + t[at.BOARD_N]].tolist() == list(s.board)
    order = s.dealt_in
    live_places = [place for place, who in enumerate(order) if who in s.live]
    assert t[at.LIVE] == sum(1 << place for place in live_places)
    assert t[at.POT] == s.pot
    for place, who in enumerate(order):
        assert t[at.CHIPS + place] == s.chips[who] and t[at.BETS + place] == s.bets[who]
        up = at.UP + at.HELD_MOST * place
        assert t[up : up + t[at.UP_N + place]].tolist() == list(s.up[who])
    choices = {choice.name: choice for choice in question.choices_of(seat)}
    for choice in choices.values():
        if isinstance(choice, Amount) and not asked_of_openers(live, seat):
            assert t[at.LEAST : at.STEP + 1].tolist() == [choice.least, choice.most, choice.step]
        elif isinstance(choice, Pick):
            least = 0 if "pat" in choices else choice.least
            assert t[at.LEAST : at.MOST + 1].tolist() == [least, choice.most]
    if asked_of_openers(live, seat):
        assert t[at.MOST] == t[at.OWES] == 0
    elif t[at.PHASE] == at.BETTING and "open" not in choices:
        assert (t[at.MOST] > 0) == any(isinstance(x, Amount) for x in choices.values())
        (call,) = (choices[name] for name in CALLS if name in choices)
        assert t[at.OWES] == getattr(call, "cents", 0)
