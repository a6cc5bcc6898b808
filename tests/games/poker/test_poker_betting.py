"""Betting rounds: what may be bet, what reopens the betting, what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cite import CITED
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.poker.betting.limits import limit_raise_is_full
from houseway.rulebook import find
from houseway.table.round import Round
from tests.support.poker_table import asked, bounds, hand, offered

NL_09: dict[str, Any] = {"stacks": {"1": 1000, "2": 1000, "3": 1000, "4": 252}}
"""The blinds are seats 1 and 2; on the flop A = 2, B = 3, C = 4, who has 250 left."""


def flop_of_nl_09(play: str) -> Round:
    return hand("call; call; call; check; 1 check; 2 bet 100; 3 raise 200; " + play, **NL_09)


def test_short_all_in_example_of_no_limit() -> None:
    a = flop_of_nl_09("4 raise 250; 1 fold")
    assert asked(a) == (2,) and bounds(a) == (350, 998) and offered(a, "call").cents == 150_00
    b = flop_of_nl_09("4 raise 250; 1 fold; 2 call")
    assert asked(b) == (3,) and offered(b, "raise") is None
    prompt = b.view(3).prompt
    assert prompt is not None
    assert [f.clauses for f in prompt.forbidden if f.name == "raise"] == [("CA-NL-09",)]
    reason = b.game.explain(b.state, Act(3, "raise"))
    assert reason is not None and reason.clauses == ("CA-NL-09",)
    d = flop_of_nl_09("4 raise 250; 1 fold; 2 raise 400")
    assert asked(d) == (3,) and bounds(d) == (550, 998)


def test_all_in_of_exactly_a_raise_reopens() -> None:
    full = {"1": 1000, "2": 1000, "3": 1000, "4": 302}
    play = "call; call; call; check; 1 check; 2 bet 100; 3 raise 200; 4 raise 300; 1 fold; 2 call"
    assert offered(hand(play, stacks=full), "raise") is not None
    assert offered(hand(play.replace("300", "299"), stacks={**full, "4": 301}), "raise") is None


def test_checker_may_not_raise_a_bet_below_the_least() -> None:
    stacks = {"1": 1000, "2": 1000, "3": 3}
    round_ = hand("call; call; check; 1 check; 2 check; 3 bet 1", stacks=stacks)
    assert asked(round_) == (1,) and offered(round_, "raise") is None
    open_ = hand("call; call; check; 1 check; 2 bet 2; 3 call", stacks={**stacks, "3": 4})
    assert asked(open_) == (1,) and offered(open_, "raise") is not None


def test_raise_is_at_least_the_last_raise() -> None:
    assert bounds(hand("raise 10")) == (18, 1000)
    with pytest.raises(Refused, match="must be from"):
        hand("raise 10; raise 17")


def test_pot_limit_examples() -> None:
    blinds = {"structure": "pot_limit", "small_blind": 10, "big_blind": 20, "smallest_chip": 5}
    opening = hand("", posted=blinds)
    assert bounds(opening) == (40, 80) and offered(opening, "call").cents == 20_00
    assert bounds(hand("", posted={**blinds, "pot_limit_opening": "pot"})) == (40, 70)
    # $100 in the pot and a bet of $50: call 50 and raise 200, 250 in all.
    pot_100 = hand("call; call; call; call; check; bet 50", seats=5, posted=blinds)
    assert bounds(pot_100) == (100, 250)


def test_pot_is_rounded_up_for_the_limit_only() -> None:
    pot_limit = {"structure": "pot_limit"}
    flop = hand("call; call; check", posted=pot_limit)
    assert bounds(flop, "bet") == (2, 10)  # six dollars, rounded up to the next five
    in_fives = {**pot_limit, "small_blind": 5, "big_blind": 5}
    assert bounds(hand("call; check; check", posted=in_fives), "bet") == (5, 15)


def test_limit_has_a_bet_and_three_raises() -> None:
    limit = {"structure": "limit"}
    assert bounds(hand("", posted=limit)) == (4, 4)
    capped = hand("raise 4; raise 6; raise 8", posted=limit)
    assert offered(capped, "raise") is None
    assert "capped" in str(capped.game.explain(capped.state, Act(3, "raise")))
    heads_up = hand("raise 4; raise 6; fold; raise 8; raise 10", posted=limit)
    assert bounds(heads_up) == (12, 12)
    turn = hand("call; call; check; check; check; check", posted=limit)
    assert bounds(turn, "bet") == (4, 4)


def test_half_a_bet_counts_as_a_full_one() -> None:
    assert [limit_raise_is_full(x, 200, True) for x in (99, 100)] == [False, True]
    assert [limit_raise_is_full(x, 200, False) for x in (199, 200)] == [False, True]
    limit = {"structure": "limit"}
    play = "call; call; check; 1 bet 2; 2 call; 3 raise"
    under = hand(f"{play} 2.99", stacks={"1": 99, "2": 99, "3": "4.99"}, posted=limit)
    assert asked(under) == (1,) and offered(under, "raise") is None
    half = hand(f"{play} 3", stacks={"1": 99, "2": 99, "3": 5}, posted=limit)
    assert bounds(half) == (5, 5)


def test_a_silent_chip() -> None:
    on = {"silent_chip": "on"}
    call = hand("chip 100", posted=on)
    assert call.state.bets[3] == 2_00
    flop = hand("call; call; check; chip 100", posted=on)
    assert flop.state.bets[1] == 100_00
    pot = hand("call; call; check; chip 100", posted={**on, "structure": "pot_limit"})
    assert pot.state.bets[1] == 10_00


def test_decisions_are_refused_with_reasons() -> None:
    with pytest.raises(Refused, match=r"\$2 to call \(CA-HOLDEM-05\)"):
        hand("check")
    with pytest.raises(Refused, match=r"not seat 1's turn.*CA-NL-04"):
        hand("1 fold")


def forbidden(round_: Round) -> dict[str, str]:
    """Return the forbidden actions of the seat in turn, with the reasons."""
    prompt = round_.view(asked(round_)[0]).prompt
    assert prompt is not None
    every = {choice.name for choice in prompt.actions} | {no.name for no in prompt.forbidden}
    assert every == set(round_.game.actions())
    assert all(no.clauses and set(no.clauses) <= set(CITED) for no in prompt.forbidden)
    return {no.name: no.why for no in prompt.forbidden}


def test_everything_that_may_not_be_done_has_a_reason() -> None:
    facing = forbidden(hand(""))
    assert facing["check"] == "it is $2 to call"
    assert facing["bet"] == "the big blind is the opening bet: raise it instead"
    assert facing["muck"] == "cards speak here: the dealer turns them up"
    assert facing["straddle"] == "there is no straddle at this table"
    assert facing["chip"] == "here a decision is said, not made by a chip"
    assert facing["post"] == facing["wait"] == "no blinds are owed here"
    flop = forbidden(hand("call; call; check"))
    assert flop["call"] == "there is nothing to call: check instead"
    assert flop["raise"] == "there is no bet to raise: bet instead"
    assert forbidden(hand("call; call; check; bet 5"))["bet"] == "there is a bet: raise it instead"
    posted = {"straddle": "on", "showdown": "declare", "silent_chip": "on"}
    offer = forbidden(hand("", seats=4, posted=posted))
    assert offer["fold"] == "the betting begins when the cards are dealt"
    dealt = forbidden(hand("pass", seats=4, posted=posted))
    assert dealt["pass"] == "a straddle is put in before the first card"
    assert dealt["show"] == "hands are shown when all betting is over"
    shown = hand("call; check" + "; check" * 6, seats=2, posted=posted)
    assert forbidden(shown)["check"] == "the betting is over"
    owing = {"button": 1, "active": (1, 2, 3)}
    assert (
        "the blinds come first"
        in forbidden(hand("", seats=4, posted=posted, between=owing)).values()
    )
    omaha = forbidden(hand("", game="omaha"))
    assert omaha["play_board"] == "a hand is two hole cards and three of the board"


def test_blinds_are_made_of_the_chips_in_the_game() -> None:
    """Else a tied pot of $3 would be paid 2 and 1, and one of $4 to one player."""
    match = r"small blind of \$0.50 cannot be made of chips of \$1.*CA-PL-02"
    with pytest.raises(Refused, match=match):
        find("holdem")({"small_blind": "0.50", "big_blind": 1})
    assert find("holdem")({"small_blind": "0.50", "big_blind": 1, "smallest_chip": "0.50"})
    with pytest.raises(Refused, match=r"small blind of \$1 cannot be made of chips of \$5"):
        find("holdem")({"smallest_chip": 5})
    fives = {"structure": "limit", "smallest_chip": 5, "small_blind": 5, "big_blind": 10}
    assert find("omaha")({**fives, "kill": "half"})
    with pytest.raises(Refused, match=r"half kill a big blind of \$5.*CA-KILL-15"):
        find("omaha")({**fives, "big_blind": 5, "kill": "half"})
    with pytest.raises(Refused, match=r"big bet of \$12 cannot"):
        find("omaha")({**fives, "big_bet": 12})
    with pytest.raises(Refused, match=r"collection blind of \$1 cannot"):
        find("omaha")({**fives, "dead_collection_blind": 1})


SPREAD = {"structure": "spread_limit", "small_bet": 2, "big_bet": 10}
"""Any bet from $2 to $10, the blinds being $1 and $2."""


def test_a_spread_limit_bet_lies_between_the_limits() -> None:
    assert bounds(hand("", posted=SPREAD)) == (4, 12)
    assert bounds(hand("call; call; check", posted=SPREAD), "bet") == (2, 10)
    on_the_turn = "call; call; check; check; check; check"
    assert bounds(hand(on_the_turn, posted=SPREAD), "bet") == (2, 10)
    for wrong in ("bet 1", "bet 11"):
        with pytest.raises(Refused, match=r"must be from \$2 to \$10"):
            hand(f"call; call; check; {wrong}", posted=SPREAD)


def test_a_spread_limit_raise_is_as_large_as_the_last() -> None:
    flop = "call; call; check; bet 6"
    assert bounds(hand(flop, posted=SPREAD)) == (12, 16)
    assert bounds(hand(flop + "; raise 14", posted=SPREAD)) == (22, 24)
    assert bounds(hand(flop + "; raise 16", posted=SPREAD)) == (26, 26)
    with pytest.raises(Refused, match="capped at a bet and 3"):
        hand(flop + "; raise 12; raise 18; raise 24; raise 30", posted=SPREAD)


def test_half_a_spread_limit_raise_all_in_counts_as_one() -> None:
    stacks = {"1": 100, "2": 100, "3": 11}
    flop = "call; call; check; bet 6; call; raise 9"  # three dollars more, half of six
    half = hand(flop, stacks=stacks, posted=SPREAD)
    assert asked(half) == (1,) and bounds(half) == (15, 19)
    stacks["3"] = 10
    less = hand(flop.replace("9", "8"), stacks=stacks, posted=SPREAD)
    assert asked(less) == (1,) and offered(less, "raise") is None


def test_a_spread_limit_pot_is_killed_like_a_limit_pot() -> None:
    killed = {"button": 4, "kill_button": 3, "must_kill": [3]}
    round_ = hand("", seats=4, posted={**SPREAD, "kill": "full"}, between=killed)
    assert asked(round_) == (4,) and bounds(round_) == (8, 24)


@pytest.mark.parametrize("posted", [SPREAD, {"structure": "limit"}])
def test_limits_are_in_order(posted: dict[str, object]) -> None:
    with pytest.raises(Refused, match=r"of \$2 is below the lower limit of \$10.*CA-HOLDEM-00"):
        find("holdem")({**posted, "small_bet": 10, "big_bet": 2})
    assert find("holdem")({**posted, "small_bet": 10, "big_bet": 10})
