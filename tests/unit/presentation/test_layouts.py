"""One table, one set of names: layouts, prompts, chips, piles and settlements speak of the same."""

from __future__ import annotations

import pytest

from houseway.engine.events import Settlement
from houseway.engine.questions import Place
from houseway.families.banked.game import Banked
from houseway.records.cases import settlements
from houseway.rulebook import find, games
from houseway.table.round import Round
from tests.support.random_play import GAME_IDS, open_table, random_act

ROUNDS = 6


def places_of(round_: Round) -> dict[str, int]:
    """Spot -> how many hands of a circle may have chips there."""
    return {spot.name: spot.hands for spot in round_.game.layout().spots}


def check_view(round_: Round, viewer: int, places: dict[str, int]) -> None:
    view = round_.view(viewer)
    for chips in view.chips:
        assert chips.spot in places and chips.hand < places[chips.spot], chips
    for action in view.prompt.actions if view.prompt else ():
        for spot in action.spots if isinstance(action, Place) else ():
            assert spot.wager in places and spot.hand < places[spot.wager], spot
    zones = {zone.name for zone in round_.game.layout().zones}
    for pile in view.piles:
        assert pile.zone in zones, pile
        assert len(pile.up) == len(pile.pieces), pile
        hidden = [piece == "??" for piece in pile.pieces]
        assert not any(up and unseen for up, unseen in zip(pile.up, hidden, strict=True)), pile
    turns = [pile for pile in view.piles if pile.turn]
    assert len({(pile.seat, pile.hand) for pile in turns}) <= 1 or len(view.waiting_for) > 1


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_spot_and_pile_of_a_view_stands_in_the_layout(game_id: str) -> None:
    table, rng = open_table(game_id, seed=11)
    if not isinstance(table.game, Banked):
        pytest.skip("the poker room's bets lie in pots: see below")
    for _ in range(ROUNDS):
        if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
            return
        round_ = table.start()
        places = places_of(round_)
        while round_.question is not None:
            for viewer in (0, *round_.question.seats()):
                check_view(round_, viewer, places)
            table.enter(random_act(round_, rng))
        for settled in settlements(round_):
            check_settled(settled, places)


POKER = [game_id for game_id in GAME_IDS if games()[game_id].family == "poker"]


@pytest.mark.parametrize("game_id", POKER)
def test_every_pile_of_a_poker_hand_stands_in_the_layout_and_says_how_it_lies(game_id: str) -> None:
    table, rng = open_table(game_id, seed=12)
    for _ in range(2):
        round_ = table.start()
        while round_.question is not None:
            for viewer in (0, *round_.question.seats()):
                check_view(round_, viewer, {"bet": 1})
            table.enter(random_act(round_, rng))


def check_settled(settled: Settlement, places: dict[str, int]) -> None:
    if settled.wager != "ante_bonus":  # paid on the ante, it has no spot of its own
        assert settled.wager in places and settled.hand < places[settled.wager], settled


@pytest.mark.parametrize(
    ("game_id", "wager", "posting", "label"),
    [
        ("ride-free", "lucky_ladies", {}, "Lucky Ladies"),
        ("ride-free", "lucky_ladies", {"lucky_ladies_spot": "First 2 cards equal 20"},
         "First 2 cards equal 20"),
        ("no-bust-blackjack-5", "bonus_hands", {"bonus_name": "Royal Jacks"}, "Royal Jacks"),
    ],
)  # fmt: skip
def test_a_spot_is_called_as_the_house_posts_it(
    game_id: str, wager: str, posting: dict[str, str], label: str
) -> None:
    (spot,) = (spot for spot in find(game_id)(posting).layout().spots if spot.name == wager)
    assert spot.label == label
