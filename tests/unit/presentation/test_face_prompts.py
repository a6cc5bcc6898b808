"""Prompts: each decision, usual amounts, every way to set a hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.engine.events import kind_of
from houseway.engine.questions import Act, Amount, Arrange, Ask, Asking, Place
from houseway.families.set_hands.game import SetHands
from houseway.families.set_hands.options import OFFERED, REFUSED, STANDS
from houseway.families.set_hands.presenter import alike
from houseway.families.set_hands.state import FoulFound
from houseway.game.face.views import Offer, Prompt, Way
from houseway.rulebook import games
from houseway.table.round import Round
from tests.support.random_play import GAME_IDS, open_table, random_act, random_ruling, table_of

OF_THE_MOMENT = 4
"""The most decisions of a moment of poker that are shown though forbidden."""
SETS = [game_id for game_id, game in games().items() if issubclass(game, SetHands)]
BANKED = [game_id for game_id, game in games().items() if "bank" in game().actions()]


def prompts_of(round_: Round) -> Iterator[tuple[int, Prompt]]:
    """Everybody who is asked now, and what."""
    for seat, own in round_.views()[1].items():
        if own.prompt is not None:
            yield seat, own.prompt


def questions(game_id: str, seeds: range, **posting: object) -> Iterator[Round]:
    """Rounds at each of their questions: random play at random postings, a ruling now and then."""
    for seed in seeds:
        table, rng = open_table(game_id, seed, posting)
        for _ in range(2):
            if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
                break
            round_ = table.start()
            while round_.question is not None:
                yield round_
                ruling = random_ruling(round_, rng) if rng.random() < 0.04 else None
                if ruling is not None:
                    table.rule(
                        ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount
                    )
                else:
                    table.enter(random_act(round_, rng))


def copy_of(round_: Round) -> Round:
    """The same round once more."""
    again = Round(round_.game, round_.seats, round_.carry_over)
    for given in round_.inputs:
        again.enter(given)
    return again


def texts(told: object) -> Iterator[str]:
    """Every text for people in what is told of a question; names are for programs."""
    named = {"name", "late", "shape", "wager", "whom", "beside", "equals", "parts", "clauses"}
    if isinstance(told, dict):
        for key, value in told.items():
            if key not in named:
                yield from texts(value)
    elif isinstance(told, list):
        for value in told:
            yield from texts(value)
    elif isinstance(told, str):
        yield told


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_question_is_told_in_words(game_id: str) -> None:
    for round_ in questions(game_id, range(4)):
        for seat, prompt in prompts_of(round_):
            check_words(prompt)
            check_moment(round_, prompt)
            for offer, choice in zip(prompt.offers, prompt.actions, strict=True):
                if isinstance(choice, Amount):
                    check_amount(round_, seat, offer, choice)
                if isinstance(choice, Place):
                    check_spots(choice)


def check_words(prompt: Prompt) -> None:
    assert [offer.name for offer in prompt.offers] == [choice.name for choice in prompt.actions]
    assert prompt.words and (prompt.default_words or not prompt.default_action)
    for offer in prompt.offers:
        assert offer.label and not offer.label[0].islower(), offer
    for text in texts(msgspec.to_builtins(prompt)):
        assert "_" not in text and text == text.strip(), text


def check_moment(round_: Round, prompt: Prompt) -> None:
    """Check that everything open, shown and forbidden belongs to one moment."""
    names = {choice.name for choice in prompt.actions}
    moments = [set(moment) for moment in round_.game.presenter.moments if names <= set(moment)]
    assert moments, f"{round_.game.id} has no moment with {sorted(names)}"
    here = {forbidden.name for forbidden in prompt.forbidden if forbidden.here}
    assert any(here <= moment for moment in moments)
    buttons = {plan.name: plan.place for plan in round_.game.presenter.plans.values()}
    standing = [buttons[name] for name in (*names, *here) if name in buttons]
    assert len(standing) == len(set(standing)), f"{sorted(names)} and {sorted(here)}"
    if round_.game.family == "poker":
        assert len(here) <= OF_THE_MOMENT < len(prompt.forbidden) + len(names)


def check_amount(round_: Round, seat: int, offer: Offer, choice: Amount) -> None:
    """Usual amounts are allowed and differ; none where there is one amount only."""
    assert offer.means == "" if offer.name == "chip" else offer.means in ("to", "by")
    cents = [preset.cents for preset in offer.presets]
    assert cents == sorted(set(cents)) and (not cents or choice.least < choice.most)
    for amount in cents:
        assert round_.refusal(Act(seat, offer.name, amount)) is None


def check_spots(place: Place) -> None:
    names = {spot.name for spot in place.spots}
    said = [spot.words for spot in place.spots]
    assert all(said) and len(set(said)) == len(said), "spots are told apart"
    for spot in place.spots:
        assert not spot.equals or spot.equals in names
        assert "_" not in spot.said


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_an_amount_means_what_it_says(game_id: str) -> None:
    """By: the chips that leave the stack. To: the total of the bet."""
    rng = random.Random(5)
    for round_ in questions(game_id, range(2)):
        for seat, prompt in prompts_of(round_):
            for offer in prompt.offers:
                if offer.presets and offer.means and rng.random() < 0.3:
                    check_meaning(round_, seat, offer, rng.choice(offer.presets).cents)


def check_meaning(round_: Round, seat: int, offer: Offer, cents: int) -> None:
    again = copy_of(round_)
    lay = sum(x.cents for x in again.view(0).chips if (x.seat, x.spot) == (seat, "bet"))
    events = len(again.events)
    again.act(Act(seat, offer.name, cents))
    left = sum(
        moved
        for event in again.events[events:]
        for (source, at), _, moved in event.transfers()
        if kind_of((source, at)) == "purse" and at == seat
    )
    also = next((x.cents for x in round_.question.choices_of(seat) if x.name == "play"), 0)
    more = also if offer.name == "play_and_tip" else 0
    assert left == (cents - lay if offer.means == "to" else cents + more)


def arranged(
    game_id: str, seeds: range, **posting: object
) -> Iterator[tuple[Round, int, Arrange, Offer]]:
    """Every question to set a hand, with what is told of it."""
    for round_ in questions(game_id, seeds, **posting):
        for seat, prompt in prompts_of(round_):
            for choice, offer in zip(prompt.actions, prompt.offers, strict=True):
                if isinstance(choice, Arrange):
                    yield round_, seat, choice, offer


@pytest.mark.parametrize("game_id", SETS)
def test_ways_to_set_a_hand_are_what_the_table_makes_of_them(game_id: str) -> None:
    """Each without a fault is taken and lies so; each with one is refused, or does not stand."""
    tried = 0
    for round_, seat, choice, offer in arranged(game_id, range(6)):
        assert len({alike(way.parts) for way in offer.ways}) == len(offer.ways)
        assert len({way.words for way in offer.ways}) == len(offer.ways), "two ways read the same"
        check_house_way(round_, seat, choice, offer)
        if tried < 60:
            for way in offer.ways:
                check_way(round_, seat, way)
            tried += 1
    assert tried > 5


def check_house_way(round_: Round, seat: int, choice: Arrange, offer: Offer) -> None:
    game, state = round_.game, round_.state
    house = alike(game.way(state, state.holding(seat)))
    given_up = not choice.suggestion and game.assistance == OFFERED
    assert given_up or house in [alike(way.parts) for way in offer.ways]
    marked = [alike(way.parts) for way in offer.ways if way.house]
    assert marked == ([alike(choice.suggestion)] if choice.suggestion else [])


def check_way(round_: Round, seat: int, way: Way) -> None:
    game = round_.game
    assert isinstance(game, SetHands)
    act = Act(seat, "set", parts=way.parts)
    assert len(way.totals) == len(way.parts) and way.words
    refused = round_.refusal(act)
    banks = seat == round_.state.banks[0]
    if way.fault and (game.fouls == REFUSED or banks):
        assert refused is not None and refused.what == way.fault
        assert refused.clauses == way.clauses
        return
    assert refused is None
    again, box = copy_of(round_), round_.state.holding(seat)
    events = len(again.events)
    again.act(act)
    found = any(isinstance(event, FoulFound) for event in again.events[events:])
    if way.fault:
        assert way.clauses and (found or game.fouls_found != "when set")
    else:
        assert not found and alike(game.parted(again.state.sets[box])) == alike(way.parts)
        stays = game.fouls == STANDS and game.foul(again.state.sets[box]) is not None
        assert ("a foul: it stands, and loses" in way.words) == stays


def test_tiles_have_three_ways_and_are_exchanged_by_their_rank() -> None:
    """Whichever two are named first, the higher hand is the high one; equal tiles make fewer."""
    counts = set()
    for round_, seat, choice, offer in arranged("pai-gow-tiles", range(8), hands_each=1):
        counts.add(len(offer.ways))
        game, way = round_.game, offer.ways[0]
        (high, one), (low, other) = way.parts
        again = copy_of(round_)
        again.act(Act(seat, "set", parts=((high, other), (low, one))))
        laid = game.parted(again.state.sets[round_.state.holding(seat)])
        assert alike(laid) == alike(way.parts) and choice.pieces
        assert way.words == " / ".join(way.totals)
    assert max(counts) == 3 and counts <= {1, 2, 3}


def test_seven_cards_have_twenty_one_ways_and_five_cards_ten() -> None:
    """The strongest first and fouls last; a hand that cannot be set lies in one piece."""
    for game_id, n in (("pai-gow-poker", 21), ("pai-jack", 10), ("funtazee-21", 10)):
        counts = set()
        for round_, _, choice, offer in arranged(game_id, range(5)):
            game = round_.game
            counts.add(len(offer.ways))
            if len(choice.parts) > 1:
                laid = [tuple(p for _, part in way.parts for p in part) for way in offer.ways]
                fouls = [game.foul(pieces) is not None for pieces in laid]
                ranks = [tuple(game.ranks(x)) for x in laid[: fouls.count(False)]]
                assert fouls == sorted(fouls) and ranks == sorted(ranks, reverse=True)
            else:
                assert [way.words for way in offer.ways] == ["bust"]
        assert counts <= {1, n} and n in counts


@pytest.mark.parametrize("assistance", ["offered", "on request", "none"])
def test_the_house_way_is_marked_only_where_it_is_shown(assistance: str) -> None:
    marked = [
        any(way.house for way in offer.ways)
        for _, _, _, offer in arranged("pai-jack", range(3), assistance=assistance)
    ]
    assert marked and set(marked) == {assistance == "offered"}


def asked(table: Any, seat: int) -> Prompt:
    prompt: Prompt | None = table.view(seat).prompt
    assert prompt is not None
    return prompt


def presets(prompt: Prompt, name: str) -> dict[str, int]:
    offer = next(offer for offer in prompt.offers if offer.name == name)
    return {preset.words: preset.cents for preset in offer.presets}


def test_parts_of_the_pot_are_called_first_and_then_raised_by() -> None:
    """Blinds of $1 and $2: with the call there are $5, so the pot is $7; half would be $4.50."""
    table = table_of("holdem", 3, structure="no_limit", small_blind=1, big_blind=2)
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    first = asked(table, round_.question.seat)
    assert presets(first, "raise") == {
        "Min": 4_00, "¾ pot": 5_00, "Pot": 7_00, "All in": 500_00,
    }  # fmt: skip
    table.act(first.seat, "raise", 20_00)
    after = asked(table, round_.question.seat)
    pot = 20_00 + 1_00 + 2_00 + 20_00 - round_.state.bets[after.seat]
    found = presets(after, "raise")
    assert found["Pot"] == 20_00 + pot and found["½ pot"] in (40_00, 41_00, 20_00 + pot // 2)


def test_a_pot_limit_ends_with_the_pot_and_a_fixed_limit_has_nothing_to_choose() -> None:
    table = table_of("omaha", 3, structure="pot_limit", pot_limit_opening="pot")
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    assert list(presets(asked(table, round_.question.seat), "raise"))[-1] == "Pot"
    table = table_of("holdem", 3, structure="limit")
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    assert presets(asked(table, round_.question.seat), "raise") == {}


def test_a_chip_without_a_word_is_one_that_is_used() -> None:
    posted = {"structure": "no_limit", "small_blind": 1, "big_blind": 2, "silent_chip": "on"}
    table = table_of("holdem", 3, **posted)
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    found = presets(asked(table, round_.question.seat), "chip")
    assert found == {"$5 chip": 5_00, "$25 chip": 25_00, "$100 chip": 100_00, "$500 chip": 500_00}


def test_what_a_bank_is_put_up_with() -> None:
    table = table_of("pai-gow-tiles", 3, bank_least=20)
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    found = presets(asked(table, round_.question.seat), "bank")
    assert list(found) == ["Least", "Half", "All"] and found["Least"] == 20_00
    assert 2 * found["Half"] <= found["All"] < 500_00


def test_two_equal_wagers_are_said_to_be_equal() -> None:
    table = table_of("blackjack-switch", 1)
    table.start()
    place = asked(table, 1).actions[0]
    assert isinstance(place, Place)
    spots = {spot.name: spot for spot in place.spots}
    assert spots["main.2"].equals == "main" and not spots["main.2"].required
    table.bet(1, main=10_00)
    assert table.view(0).chips[1].cents == 10_00


HANDS = ("blackjack", "blackjack-switch", "3-card-shine", "pai-jack")
CIRCLES = ("no-bust-blackjack-5", "21st-century-baccarat", "blackjack-7")


@pytest.mark.parametrize("game_id", (*HANDS, *CIRCLES))
def test_which_hand_is_asked_about(game_id: str) -> None:
    """Of split hands, of the hands of one player, and of bets in other circles."""
    for round_ in questions(game_id, range(80)):
        for _, prompt in prompts_of(round_):
            assert prompt.circle != prompt.seat
            if prompt.circle:
                assert "circle" in str([prompt.words, prompt.offers])
            if prompt.hand if game_id in HANDS else prompt.circle:
                return
    raise AssertionError(f"no one was asked about another hand of {game_id}")


def test_a_question_to_a_hand_says_what_it_counts() -> None:
    for round_ in questions("blackjack", range(3)):
        for _, prompt in prompts_of(round_):
            if prompt.offers[0].name == "hit":
                turn = next(pile for pile in round_.view(0).piles if pile.turn)
                assert f"{turn.total} against a" in prompt.words
                assert (turn.seat, turn.hand) == (prompt.circle or prompt.seat, prompt.hand)


def test_who_looks_again_is_told_the_same() -> None:
    """The prompt of an open question is kept, and if made again it is the same."""
    kept: dict[int, Prompt] = {}
    for round_ in questions("pai-gow-poker", range(2)):
        if isinstance(round_.question, Ask):
            _, own = round_.views(None, kept)
            for seat, prompt in prompts_of(round_):
                assert own[seat].prompt == prompt
