"""Hands of every code that PokerKit plays, written by it and replayed here to the same stacks."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest
from pokerkit import Automation, HandHistory, Mode, State

from houseway import phh
from houseway.hands.badugi import best_badugi, describe_badugi
from houseway.hands.six_plus import best_six_plus, describe_six_plus
from houseway.phh.variants import VARIANTS
from houseway.pieces.cards import CARDS
from tests.support.random_play import LONG
from tests.unit.phh.test_phh import require_written_as_played

HANDS = 6 * (30 if LONG else 1)
AUTOMATIC = tuple(
    step
    for step in Automation
    if step not in (Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.RUNOUT_COUNT_SELECTION)
)
UNIT = 60
"""An amount that two, three, four or five can share: no pot of it leaves an odd chip."""


def terms(code: str, players: int) -> dict[str, Any]:
    """Return the terms that a game of this code needs."""
    made: dict[str, Any] = {"ante_trimming_status": True, "raw_antes": 0}
    if code in ("F7S", "F7S/8", "FR"):
        made |= {"raw_antes": UNIT, "bring_in": UNIT}
    elif code == "NS":
        made |= {"raw_antes": UNIT, "raw_blinds_or_straddles": {-1: 2 * UNIT}}
    else:
        made["raw_blinds_or_straddles"] = (UNIT, 2 * UNIT)
    if code.startswith("F"):
        return made | {"small_bet": 2 * UNIT, "big_bet": 4 * UNIT}
    return made | {"min_bet": 2 * UNIT}


def played_there(code: str, rng: random.Random) -> tuple[Any, State]:
    """A random hand of PokerKit's, the winners' hands shown and some others thrown away."""
    players = rng.randint(2, 3 if "D" in code or code == "FB" else 5)
    game = HandHistory.game_types[code](
        automations=AUTOMATIC, **terms(code, players), mode=Mode.CASH_GAME
    )
    state = game(tuple(UNIT * rng.randint(40, 200) for _ in range(players)), players)
    while state.status:
        decide_there(state, rng, code.startswith("F"))
    return game, state


def decide_there(state: State, rng: random.Random, limit: bool) -> None:
    if state.stand_patter_or_discarder_index is not None:
        held = list(state.get_down_cards(state.stand_patter_or_discarder_index))
        state.stand_pat_or_discard(rng.sample(held, rng.randint(0, 3)))
    elif state.can_select_runout_count():
        state.select_runout_count()
    elif state.can_show_or_muck_hole_cards():
        state.show_or_muck_hole_cards()
    elif state.can_post_bring_in() and rng.random() < 0.8:
        state.post_bring_in()
    else:
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        pick = rng.random() + (limit and state.completion_betting_or_raising_count > 3)
        if least is not None and most is not None and pick < 0.25:
            # Its limit Omaha high-low is bet up to the pot and without a cap.
            most = least if limit else min(most, 3 * least)
            state.complete_bet_or_raise_to(least + rng.randint(0, (most - least) // UNIT) * UNIT)
        elif state.can_check_or_call() and (pick < 0.85 or not state.checking_or_calling_amount):
            state.check_or_call()
        elif state.can_fold():
            state.fold()
        else:
            state.post_bring_in()


@pytest.mark.parametrize("code", HandHistory.game_types)
def test_hands_of_pokerkit_end_with_its_stacks(code: str) -> None:
    rng = random.Random(f"phh {code}")
    shown = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(HANDS):
            game, state = played_there(code, rng)
            written = HandHistory.from_game_state(
                game, state, ante_trimming_status=True, finishing_stacks=list(state.stacks)
            )
            hand = phh.read(written.dumps())
            try:
                played = phh.replay(hand)
            except phh.BadHand as bad:  # it adds short all-ins up, and then lets a player raise
                assert bad.clauses == ("CA-NL-09",) and code in ("NT", "PO")
                continue
            assert not played.difference and not played.stopped, written.dumps()
            assert played.stacks == list(state.stacks)
            require_written_as_played(played)
            shown += any(" sm " in action for action in hand.actions)
    assert shown and code in VARIANTS


def test_what_was_given_up_comes_again_when_the_stub_was_used_up() -> None:
    """The ten of clubs that p1 discarded before the second draw is dealt to p2 in the third."""
    text = """
variant = 'F2L3D'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ['d dh p1 2c3c4c5dTc', 'd dh p2 2d3d4d6d9h', 'p2 cc', 'p1 cc', 'p1 sd Tc', 'p2 sd 9h',
  'd dh p1 7h', 'd dh p2 Kh', 'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd Kh', 'd dh p2 Tc', 'p1 cc',
  'p2 cc', 'p1 sd', 'p2 sd', 'p1 cbr 4', 'p2 cc', 'p1 sm -', 'p2 sm 2d3d4d6dTc']
finishing_stacks = [106, 94]
"""
    played = phh.replay(phh.read(text))
    assert played.stacks == [106, 94] and not played.difference
    require_written_as_played(played)
    held = text.replace("'d dh p2 Tc'", "'d dh p2 7h'").replace("6dTc'", "6d7h'")
    with pytest.raises(phh.BadHand, match="7h cannot come again"):  # p1 holds it
        phh.replay(phh.read(held))


def test_an_idle_check_before_the_draw_is_passed_over() -> None:
    """The big blind is all-in with half of it: p1 has met that and has no opponent to bet
    against.
    """
    text = """
variant = 'N2L1D'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 1, 100]
actions = ['d dh p1 2c3c4c5d8c', 'd dh p2 2h9s9d4h5s', 'd dh p3 3sQc4d5hTh', 'p3 f', 'p1 cc',
  'p1 sd', 'p2 sd 9s', 'd dh p2 Jh', 'p1 sm 2c3c4c5d8c', 'p2 sm 2h9d4h5sJh']
finishing_stacks = [101, 0, 100]
"""
    played = phh.replay(phh.read(text))
    assert played.stacks == [101, 0, 100] and not played.difference
    require_written_as_played(played)


STUD = """
variant = 'F7S'
antes = [1, 1, 1]
bring_in = 1
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 100]
"""


def stud(*actions: str, variant: str = "F7S") -> phh.ReplayedHand:
    text = STUD.replace("F7S", variant) + f"actions = {list(actions)}"
    return phh.replay(phh.read(text))


def test_who_brings_it_in_may_complete_at_once() -> None:
    dealt = ("d dh p1 AhAd9c", "d dh p2 KhKd2c", "d dh p3 QhQd8c")
    assert stud(*dealt, "p2 pb", "p3 f", "p1 f").stacks == [99, 102, 99]
    assert stud(*dealt, "p2 cbr 4", "p3 f", "p1 cc").stacks == [95, 95, 99]
    with pytest.raises(phh.BadHand, match=r"action 4 'p1 pb'.*p2 may f, pb .*or cbr 4"):
        stud(*dealt, "p1 pb")


@pytest.mark.parametrize(
    ("variant", "third", "worse", "better"), [("F7S", "8c", "Tc", "Tc"), ("FR", "Jc", "Kc", "2c")]
)
def test_up_cards_that_are_not_told_leave_the_turn_as_it_was(
    variant: str, third: str, worse: str, better: str
) -> None:
    """The bring-in and the opener of fourth street may have cards that were not told."""
    dealt = ("d dh p1 ??????", "d dh p2 KhKd9c", f"d dh p3 ????{third}")
    fourth = ("d dh p1 ??", f"d dh p2 {worse}", "d dh p3 ??", "p3 cbr 4", "p1 f", "p2 f")
    played = stud(*dealt, "p1 pb", "p2 cc", "p3 cc", *fourth, variant=variant)
    assert played.stacks == [98, 98, 104] and len(played.unknown) == 7
    other = ("d dh p1 ??", f"d dh p2 {better}", "d dh p3 ??", "p2 cc")
    turned = stud(*dealt, "p3 pb", "p1 cc", "p2 cc", *other, variant=variant)
    assert turned.stopped == "unfinished" and turned.stacks == [98, 98, 98]
    require_written_as_played(turned)


def strength(rank: Any, cards: str) -> int:
    found: int = rank(CARDS.parse(cards))
    return found


def test_badugi_hands() -> None:
    order = [
        "Kc Kd Kh Ks", "Ac Ad Ah As", "3c 2c Ac As", "Kc Qd Jh Js", "3c 2d Ah As", "Kc Qd Jh Ts",
        "8c 4d 2h As", "5c 3d 2h As", "4c 3d 2h As",
    ]  # fmt: skip
    found = [strength(best_badugi, cards) for cards in order]
    assert found == sorted(found) and len(set(found)) == len(found)
    assert describe_badugi(found[-1]) == "4-3-2-A badugi"
    assert describe_badugi(found[1]) == "A of one card"
    assert describe_badugi(strength(best_badugi, "Ac 3c 3d Kh")) == "K-3-A of three cards"


def test_short_deck_hands() -> None:
    order = [
        "Ac Kd Jh 9s 7c", "6c 6d Ah Ks Qc", "6c 6d 7h 7s 8c", "6c 6d 6h As Kc", "Ac 6d 7h 8s 9c",
        "6c 7d 8h 9s Tc", "6c 6d 6h 7s 7c", "6c 7c 8c 9c Jc", "6c 6d 6h 6s 7c", "Ac 6c 7c 8c 9c",
        "6d 7d 8d 9d Td",
    ]  # fmt: skip
    found = [strength(best_six_plus, cards) for cards in order]
    assert found == sorted(found) and len(set(found)) == len(found)
    assert describe_six_plus(found[4]) == "straight, nine high"
    assert describe_six_plus(found[6]) == "full house, sixes over sevens"
    assert describe_six_plus(found[7]) == "flush, jack high"
    seven = strength(best_six_plus, "6c 6d 6h 7s 7c As Kd")
    assert seven == strength(best_six_plus, "6c 6d 6h 7s 7c")
