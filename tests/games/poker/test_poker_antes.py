"""Antes that stay in the pot, and pots that a hand opens: what holds from hand to hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from houseway.engine.events import event_name
from houseway.engine.questions import Act, Amount, Asking, Chance, Pick, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.families.poker import PokerCarryOver
from houseway.families.poker.pots import pots_of
from houseway.families.poker.presenter import put_into
from houseway.families.poker.state import AntePot
from houseway.game.base import Seat
from houseway.pieces.cards import ACE, JACK, JOKER
from houseway.rulebook import find
from houseway.table.round import Round
from tests.oracles.card_follower import Follower
from tests.support.random_play import LONG

HANDS = 1500 if LONG else 100
JACKS = find("draw-jacks-or-better")


def random_ruling(round_: Round, rng: random.Random, made: Counter[str]) -> None:
    """A ruling if it fits the moment; false openers are found out more often than others."""
    rules = round_.game.ruling_rules
    s = round_.state
    names = [x for x in rules if x not in ("void", "out_of_turn", "miscall")]  # no seat is excluded
    name = "false_openers" if rng.random() < 0.3 else rng.choice(names)
    seat = s.opener if name.endswith("openers") else rng.choice(s.players).seat
    takes = rules[name].takes
    pieces = (rng.choice(s.hole[seat]),) if s.hole[seat] else ()
    ruling = Ruling(
        name,
        seat=seat if "seat" in takes else 0,
        pieces=pieces if "pieces" in takes else (),
        amount=rng.choice((1_00, 2_00, max(s.over[seat], 0))) if "amount" in takes else 0,
    )
    if explain_ruling(round_.game, s, ruling) is None:
        round_.ruling(ruling)
        made[name] += 1


def random_act(round_: Round, question: Asking, rng: random.Random) -> Act:
    """Anything; who has openers mostly opens, and others mostly do not."""
    seat = rng.choice(question.seats())
    choices = question.choices_of(seat)
    choice = rng.choice(choices)
    if round_.state.unopened and rng.random() < 0.7:
        choice = choices[has_jacks(round_.state.hole[seat])]
    if isinstance(choice, Amount):
        return Act(seat, choice.name, rng.choice((choice.least, choice.most)))
    if isinstance(choice, Pick):
        n = rng.randint(choice.least, choice.most)
        return Act(seat, choice.name, pieces=tuple(rng.sample(choice.pieces, n)))
    return Act(seat, choice.name)


def played(round_: Round, rng: random.Random, made: Counter[str]) -> Round:
    for _ in range(2000):
        question = round_.question
        if question is None:
            return round_
        if rng.random() < 0.08:
            random_ruling(round_, rng, made)
        elif isinstance(question, Chance):
            n = 0 if question.kind == "shuffle" else question.n
            round_.deal(tuple(rng.sample(round_.unseen(), n)))
        else:
            act = random_act(round_, question, rng)
            if round_.refusal(act) is None:
                round_.act(act)
    raise AssertionError("the hand does not end")


def has_jacks(cards: tuple[int, ...]) -> bool:
    """Openers, told a second time: a high pair, two pairs, three alike, or five as one."""
    ranks = [ACE if card == JOKER else card >> 2 for card in cards]
    times = Counter(ranks)
    if any(n > 2 or (n == 2 and rank >= JACK) for rank, n in times.items()):
        return True
    if sum(n == 2 for n in times.values()) == 2:
        return True
    plain = {card for card in cards if card != JOKER}
    if len(cards) < 5 or max(Counter(card >> 2 for card in plain).values()) > 1:
        return False
    held = {card >> 2 for card in plain}
    runs = [{ACE, 0, 1, 2, 3}, *[set(range(low, low + 5)) for low in range(9)]]
    return any(held <= run for run in runs) or len({card & 3 for card in plain}) == 1


def check_the_winner(round_: Round) -> None:
    """The opener wins only with openers, held or put under a chip; else no player wins."""
    s = round_.state
    told = Counter(event_name(type(event)) for event in round_.events)
    assert (told["pot_awarded"] > 0) + (told["pot_stays"] > 0) + (told["hand_voided"] > 0) >= 1
    assert not (told["pot_awarded"] and told["pot_stays"])
    if s.opener in s.winners:
        kept = tuple(x for x in s.opening if x in s.hole[s.opener] or x in s.under_chip)
        assert has_jacks(kept)
    elif told["openers_missing"]:
        kept = tuple(x for x in s.opening if x in s.hole[s.opener] or x in s.under_chip)
        assert not has_jacks(kept)


def lies(between: PokerCarryOver | None) -> int:
    return sum(pot.cents for pot in (*between.antes, *between.forfeited)) if between else 0


def others_at_the_table(chips: dict[str, int], rng: random.Random) -> tuple[Seat, ...]:
    """Return the seats for the next hand; a player without chips sometimes buys in again."""
    seats = rng.sample(range(1, 9), rng.randint(2, 8))
    names = [f"p{i}" for i in range(1, 9)]
    if rng.random() < 0.7:  # most stay where they are
        seats = [i for i, name in enumerate(names, 1) if rng.random() < 0.9] or [1, 2]
        here = {seat: names[seat - 1] for seat in seats}
    else:
        here = dict(zip(seats, rng.sample(names, len(seats)), strict=True))
    for name in here.values():
        if chips[name] < 1_00 and rng.random() < 0.6:
            chips[name] += rng.choice((1_00, 1_50, 3_00, 40_00))
    return tuple(Seat(seat, name, chips[name]) for seat, name in sorted(here.items()))


@pytest.mark.parametrize(
    "posting",
    [{}, {"ante_plays_for": "matched_rounds", "after_draw": "opener", "showdown": "declare",
          "ante_limit": 2, "odd_chip": "highest_card"}],
    ids=["as printed", "as posted"],
)  # fmt: skip
def test_no_chip_is_lost_from_hand_to_hand(posting: dict[str, Any]) -> None:
    game = JACKS(posting)
    rng = random.Random(str(posting))
    between: Any = None
    chips = {f"p{i}": rng.choice((1_00, 2_50, 40_00)) for i in range(1, 9)}
    made: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for hand in range(HANDS):
        seats = others_at_the_table(chips, rng)
        seats = tuple(x for x in seats if x.chips or game.plays_without_chips(x, between))
        if len(seats) < 2:
            continue
        round_ = played(Round(game, seats, between), rng, made)
        before = sum(x.chips for x in seats) + lies(round_.carry_over)
        after = game.chips_after(round_.state)
        between = game.carried(round_.carry_over, round_.state)
        assert sum(after.values()) + lies(between) == before
        assert round_.state.pot == 0 and round_.state.lying == lies(between)
        for seat in seats:
            chips[seat.name] = after[seat.seat]
        again = Round(game, seats, round_.carry_over)
        for given in round_.inputs:
            again.enter(given)
        assert again.events == round_.events and again.state == round_.state
        if LONG or hand < 20:
            Follower(round_)
        check_the_winner(round_)
        seen.update(event_name(type(event)) for event in round_.events)
    expected = ("nobody_opened", "pot_stays", "antes_taken", "kept_out", "openers_missing",
                "openers_shown", "put_under_chip", "discards_exposed", "false_openers")  # fmt: skip
    assert all(seen[name] for name in expected), seen
    assert made["false_openers"], made


def test_antes_of_other_groups_and_no_bet_of_all_are_told() -> None:
    """Anna is all in for the first round of antes, Cid is in the second: no pot is of all three."""
    seats = (Seat(1, "Anna", 0), Seat(2, "Bea", 100_00), Seat(3, "Cid", 100_00))
    state = JACKS().new_state(seats, PokerCarryOver())
    state.live = [1, 2, 3]
    state.ante_pots = (AntePot(4_00, (1, 2)), AntePot(4_00, (2, 3)))
    state.put[2] = state.put[3] = 20_00
    pots = pots_of(state)
    assert pots == [(4_00, [1, 2]), (44_00, [2, 3])]
    put = {1: 2_00, 2: 24_00, 3: 22_00}
    assert put_into(state, pots, put) == [{1: 2_00, 2: 4_00}, {2: 20_00, 3: 22_00}]
