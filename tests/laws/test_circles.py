"""Bets behind others and in empty circles: placed, refused, decided, paid and given back."""

from __future__ import annotations

import pytest

from houseway.engine.questions import Act, Ask, Place, Ruling
from houseway.errors import Refused
from houseway.families.banked.state import FeeTaken, WagerReturned
from houseway.records.files import load, rerun, save
from houseway.table.round import Round
from tests.support.circle_tables import (
    BacklineOnly,
    HouseCircles,
    PlayersCircles,
    Stacked,
    bets,
    deal,
    opened,
    results,
)


def spots(round_: Round, seat: int) -> list[str]:
    (place,) = [c for c in round_.question.choices_of(seat) if isinstance(c, Place)]
    return [spot.name for spot in place.spots]


def refused(round_: Round, act: Act) -> str:
    with pytest.raises(Refused) as error:
        round_.act(act)
    return str(error.value)


def bet(seat: int, **placed: int) -> Act:
    """``bet(2, c3_main=500)`` is a bet on 3:main."""
    names = {key: key[1:].replace("_", ":", 1) if key[0] == "c" else key for key in placed}
    return Act(seat, "bet", places=tuple((names[key], cents) for key, cents in placed.items()))


# what is offered


def test_spots_of_other_circles_are_offered_but_not_those_of_the_bank() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    others = [f"{circle}:{spot}" for circle in (2, 3, 4, 6, 7) for spot in ("main", "pairs")]
    assert spots(round_, 1) == ["main", "pairs", "tip_main", *others]
    assert round_.question is not None and 5 not in round_.question.seats()


def test_without_empty_circles_only_those_of_people_are_offered() -> None:
    round_ = opened(BacklineOnly(), (1, 2, 5), bank=5, wager=50_000)
    assert spots(round_, 1) == ["main", "pairs", "tip_main", "2:main"]
    assert "no spot '3:main'" in refused(round_, bet(1, main=500, c3_main=500))


def test_a_prompt_is_made_once_for_the_same_people() -> None:
    game = PlayersCircles()
    one, two = (opened(game, (1, 2, 5), bank=5, wager=50_000).question for _ in range(2))
    assert one.choices_of(1)[0] is two.choices_of(1)[0]


# what is refused


def test_each_stake_has_its_own_limits_and_conditions() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    assert "behind seat 2 takes from $5" in refused(round_, bet(1, main=500, c2_main=499))
    alone = bet(1, main=500, c2_pairs=100)
    assert "circle 2: the pairs needs a blackjack wager" in refused(round_, alone)
    high = bet(1, main=2_000, c2_main=500, c2_pairs=501)
    assert "circle 2: the pairs may not be more than the blackjack wager" in refused(round_, high)
    no_base = Act(1, "bet", places=(("pairs", 100),))
    assert "the blackjack wager is missing" in refused(round_, no_base)
    round_.act(bet(1, c2_main=500))
    assert round_.state.purses[1] == 99_500 and not round_.state.own(1, "main")


def test_the_bank_never_bets() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    assert "bank and wager against" in refused(round_, bet(5, c2_main=500))


def test_a_seat_has_so_many_circles_and_one_is_its_players() -> None:
    round_ = opened(BacklineOnly(), (1, 2, 3, 4, 6), bank=6, wager=50_000)
    round_.act(bet(1, c2_main=500))
    round_.act(bet(3, c2_main=500))
    assert "seat 2 has 3 betting circles" in refused(round_, bet(4, c2_main=500))
    round_.act(Act(2, "sit_out"))
    round_.act(bet(4, c2_main=500))
    assert round_.state.lines == {2: [1, 3, 4]}


def test_a_stack_keeps_to_the_limit_of_one() -> None:
    round_ = opened(Stacked(), (1, 2, 3, 6), bank=6, wager=50_000)
    round_.act(bet(2, main=10_000, pairs=7_000))
    assert "$70 lies there" in refused(round_, bet(1, c2_main=5_000, c2_pairs=3_001))
    round_.act(bet(1, c2_main=5_000, c2_pairs=3_000))
    assert "$100 lies there" in refused(round_, bet(3, c2_main=5_000, c2_pairs=100))


def test_behind_the_first_in_an_empty_circle_only_backline_wagers_are_bet() -> None:
    class MainOnly(PlayersCircles):
        backline = ("main",)

    round_ = opened(MainOnly(), (1, 2, 6), bank=6, wager=50_000)
    round_.act(bet(2, c4_main=500, c4_pairs=500))
    both = bet(1, c4_main=500, c4_pairs=500)
    assert "pairs, at seat 4, is not bet behind another" in refused(round_, both)
    round_.act(bet(1, c4_main=500))


def test_behind_a_player_who_makes_no_wager_chips_go_back() -> None:
    round_ = opened(BacklineOnly(), (1, 2, 3), bank=3, wager=50_000)
    bets(round_, {1: {"2:main": 500}})
    (back,) = [event for event in round_.events if isinstance(event, WagerReturned)]
    assert (back.seat, back.circle, back.cents) == (1, 2, 500) and round_.closed
    assert round_.state.purses == {1: 100_000, 2: 100_000, 3: 100_000}


# fees


def test_a_fee_is_due_from_each_bettor_for_each_circle() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {1: {"main": 500, "2:main": 500, "4:main": 500, "4:pairs": 100}, 2: {"main": 500}})
    fees = [(event.seat, event.cents) for event in round_.events if isinstance(event, FeeTaken)]
    assert sorted(fees) == [(1, 100), (1, 100), (1, 100), (2, 100), (5, 300)]


# who decides


def test_the_first_bettor_plays_an_empty_circle_and_the_second_goes_along() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {2: {"3:main": 1_000}, 1: {"3:main": 2_000}})
    deal(round_, "6s 9h 5d 9d")
    assert round_.question == Ask({2: round_.question.choices}, "circle 3", "stand")
    assert "not seat 1's turn" in refused(round_, Act(1, "hit"))
    (pile,) = [pile for pile in round_.view(0).piles if pile.seat == 3]
    assert pile.pieces == ["6s", "5d"] and pile.turn
    assert {(c.seat, c.circle) for c in round_.view(0).chips if c.spot == "main"} == {
        (1, 3),
        (2, 3),
    }
    round_.act(Act(2, "hit"))
    deal(round_, "Th")
    assert results(round_) == [(2, "3:main", 1_000), (1, "3:main", 2_000)]
    assert rerun(round_).events == round_.events


def test_a_player_decides_for_those_who_were_there_before_him() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {1: {"2:main": 500}, 2: {"main": 1_000}})
    deal(round_, "Ts Th 8d 9d")
    assert round_.question.seats() == (2,)
    round_.act(Act(2, "stand"))
    assert results(round_) == [(2, "main", -1_000), (1, "2:main", -500)]


# doubles and splits


def doubled(match: str) -> Round:
    round_ = opened(PlayersCircles(), (1, 2, 3, 5), bank=5, wager=50_000)
    bets(round_, {3: {"2:main": 300 * 2}, 1: {"2:main": 700}, 2: {"main": 1_000}})
    deal(round_, "6s 9h 5d 9d")
    round_.act(Act(2, "double"))
    assert isinstance(round_.question, Ask) and round_.question.seats() == (3, 1)
    round_.act(Act(1, match))
    round_.act(Act(3, "no_match"))
    deal(round_, "Th")
    return round_


def test_a_double_counts_with_who_has_put_the_money_in() -> None:
    assert results(doubled("match")) == [
        (2, "main", 2_000), (3, "2:main", 600), (1, "2:main", 1_400),
    ]  # fmt: skip
    assert results(doubled("no_match"))[2] == (1, "2:main", 700)


def test_money_that_does_not_match_a_split_rides_on_the_first_hand() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 3, 5), bank=5, wager=50_000)
    bets(round_, {3: {"2:main": 600}, 1: {"2:main": 700}, 2: {"main": 1_000}})
    deal(round_, "8s 9h 8d 9d")
    round_.act(Act(2, "split"))
    round_.act(Act(1, "match"))
    round_.time_up(3)
    deal(round_, "Th")
    round_.act(Act(2, "stand"))  # 18 on the first hand
    deal(round_, "8c")
    round_.act(Act(2, "split"))
    assert round_.question.seats() == (1,), "only who is on that hand"
    round_.act(Act(1, "no_match"))
    deal(round_, "Tc")
    round_.act(Act(2, "stand"))
    deal(round_, "3h")
    round_.act(Act(2, "double"))  # the third hand: seat 1 has nothing on it
    deal(round_, "Td")
    assert results(round_) == [
        (2, "main", 0), (3, "2:main", 0), (1, "2:main", 0),
        (2, "main.2", 0), (1, "2:main.2", 0), (2, "main.3", 2_000),
    ]  # fmt: skip
    assert rerun(round_).events == round_.events


@pytest.mark.parametrize(("takes", "lost"), (("original", 700), ("all", 1_400)))
def test_without_a_look_a_blackjack_takes_of_everybody_what_is_posted(
    takes: str, lost: int
) -> None:
    game = PlayersCircles({"peek": False, "no_peek_takes": takes})
    round_ = opened(game, (1, 2, 3, 5), bank=5, wager=50_000)
    bets(round_, {3: {"2:main": 600}, 1: {"2:main": 700}, 2: {"main": 1_000}})
    deal(round_, "6s Kh 5d Ad")
    round_.act(Act(2, "double"))
    round_.act(Act(1, "match"))
    round_.act(Act(3, "no_match"))
    deal(round_, "Th")
    mine = 1_000 if takes == "original" else 2_000
    assert results(round_) == [(2, "main", -mine), (3, "2:main", -600), (1, "2:main", -lost)]


def test_who_cannot_match_is_not_asked() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(
        round_,
        {1: {"2:main": 500, "2:pairs": 500, "3:main": 50_000, "4:main": 48_500}, 2: {"main": 500}},
    )
    deal(round_, "5s 9s 9c 9h 6d Td Tc 9d")
    assert round_.state.purses[1] == 100_000 - 99_500 - 300
    round_.act(Act(2, "double"))
    assert not isinstance(round_.question, Ask)


# insurance, surrender, void


def test_everybody_insures_his_own_in_every_circle() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {1: {"main": 1_000, "2:main": 600, "3:main": 500}, 2: {"main": 2_000}})
    deal(round_, "Ts Th Tc Ah 9s 9h 9c Kd")
    assert round_.state.waiting == [1, 1, 2, 1]
    assert "circle" not in round_.question.choices_of(1)[0].words
    round_.act(Act(1, "insure", 500))
    assert round_.question.choices_of(1)[0].words == "insure the wager in circle 2"
    assert "from $0.01 to $3" in refused(round_, Act(1, "insure", 301))
    round_.act(Act(1, "insure", 300))
    round_.act(Act(2, "no_insurance"))
    round_.act(Act(1, "no_insurance"))
    found = results(round_)
    assert [x for x in found if "insurance" in x[1]] == [
        (1, "insurance", 1_000), (1, "2:insurance", 600),
    ]  # fmt: skip
    assert (1, "3:main", -500) in found and (2, "main", -2_000) in found


def test_a_surrender_gives_up_what_lies_behind_too() -> None:
    round_ = opened(PlayersCircles({"surrender": "late"}), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {1: {"2:main": 600}, 2: {"main": 1_000, "pairs": 100}})
    deal(round_, "Ts 9h 6d 9d")
    round_.act(Act(2, "surrender"))
    assert results(round_) == [(2, "main", -500), (1, "2:main", -300), (2, "pairs", -100)]


@pytest.mark.parametrize("name", ("void_hand", "void_round"))
def test_a_void_circle_gives_everybody_his_own_back(name: str) -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {1: {"main": 1_000, "2:main": 600}, 2: {"main": 2_000, "3:main": 500}})
    deal(round_, "Ts Th Tc Ah 9s 9h 9c Kd")
    round_.act(Act(1, "insure", 500))
    if name == "void_round":
        round_.ruling(Ruling(name))
        assert round_.state.purses == dict.fromkeys((1, 2, 5), 100_000)
        return
    round_.ruling(Ruling(name, seat=2))
    assert round_.state.waiting == [2], "circle 3 is still to be insured"
    round_.act(Act(2, "no_insurance"))
    fee = -100
    assert round_.state.purses[2] == 100_000 - 500 + 2 * fee
    assert round_.state.purses[1] == 100_000 - 1_000 + 1_000 + 2 * fee


def test_an_empty_circle_can_be_void() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 5), bank=5, wager=50_000)
    bets(round_, {1: {"main": 1_000, "3:main": 600}})
    deal(round_, "Ts Th 5c 9s 9h 9c")
    round_.ruling(Ruling("void_hand", seat=3))
    round_.act(Act(1, "stand"))
    assert (1, "3:main", 0) in results(round_)


# short banks


def test_the_bank_runs_dry_between_a_player_and_who_bets_behind_him() -> None:
    round_ = opened(PlayersCircles(), (1, 2, 3, 5), bank=5, wager=1_500)
    bets(round_, {1: {"2:main": 800}, 3: {"2:main": 500}, 2: {"main": 1_000}})
    deal(round_, "Ts Th 9d 8d")
    round_.act(Act(2, "stand"))
    assert results(round_) == [(2, "main", 1_000), (1, "2:main", 500), (3, "2:main", 0)]
    assert round_.state.bank.wager == 0


# records


def test_records_speak_of_other_circles() -> None:
    round_ = opened(HouseCircles(), (1, 2))
    bets(round_, {1: {"main": 1_000, "2:main": 500, "4:main": 600}, 2: {"main": 500}})
    deal(round_, "Ts Th 9d 9s 9h 8c 8d 9c")
    for seat in (1, 2, 1):
        round_.act(Act(seat, "stand"))
    text = save(round_)
    assert '"1 bet main=10 2:main=5 4:main=6"' in text
    assert '"1.4:main"' in text and "places=main:10,2:main:5,4:main:6" in text
    round_of_record = load(text)
    assert round_of_record.play[0] == "1 bet main=10 2:main=5 4:main=6"
