"""Layouts: every spot, zone and button of a game is there before a player sits.

Views, questions and settlements of random rounds are looked up in the layout of the table, as it
is posted by default and otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.engine.questions import Asking, Place
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.face.layout import VALUES, Layout, chips, smallest
from houseway.game.face.views import Prompt
from houseway.game.posting import Fact, OneOf
from houseway.records.cases import settlements
from houseway.rulebook import find, games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS, random_act

EACH = pytest.mark.parametrize("game_id", GAME_IDS)
ROUNDS = 5
POSTINGS = 3
RANKS = {"main", "side", "late", "progressive", "follows"}


def other_postings(game: type[Game], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Nothing posted, then a few choices at random as far as they go together."""
    yield {}
    choices = {
        key: choice for key, choice in game.declared().items()
        if isinstance(choice, OneOf) and not isinstance(choice, Fact) and len(choice.values) > 1
    }  # fmt: skip
    for _ in range(POSTINGS):
        posting: dict[str, Any] = {}
        for key in rng.sample(sorted(choices), min(6, len(choices))):
            more = posting | {key: rng.choice(choices[key].values)}
            try:
                game(more)
            except Refused:
                continue
            posting = more
        yield posting


def rounds(game_id: str) -> Iterator[tuple[Layout, Round, random.Random]]:
    """Random rounds at tables of several postings, each with the layout of its table."""
    rng = random.Random(game_id)
    for posting in other_postings(games()[game_id], rng):
        table = Table(game_id, posting, seed=rng.randrange(10**6))
        for seat in range(1, max(3, table.game.seats_min) + 1):
            table.sit(seat, f"player {seat}", 2_000_00, who=f"card {seat}")
        plan = table.layout()
        for _ in range(ROUNDS):
            if sum(seat.chips >= 100_00 for seat in table.seats.values()) < table.game.seats_min:
                break
            round_ = table.start()
            yield plan, round_, rng
            while round_.question is not None:
                table.enter(random_act(round_, rng))
                yield plan, round_, rng


def asked(round_: Round) -> tuple[int, ...]:
    question = round_.question
    return tuple(question.seats()) if isinstance(question, Asking) else ()


@EACH
def test_what_rounds_speak_of_stands_in_the_layout(game_id: str) -> None:
    together: set[frozenset[str]] = set()
    for plan, round_, _ in rounds(game_id):
        spots = {spot.name: spot for spot in plan.spots}
        zones = {zone.name: zone for zone in plan.zones}
        actions = {action.name for action in plan.actions}
        for viewer in (0, *asked(round_)[:1]):
            view = round_.view(viewer)
            for chips_ in view.chips:
                assert chips_.hand < spots[chips_.spot].hands, chips_
                assert chips_.owner != "dealer" or spots[chips_.spot].tips, chips_
            for pile in view.piles:
                assert zones[pile.zone].words, pile
            for meter in view.meters:
                assert any((m.spot, m.number) == (meter.spot, meter.number) for m in plan.meters)
            assert {puck.name for puck in view.pucks} <= {puck.name for puck in plan.pucks}
            offered = view.prompt.actions if view.prompt else []
            together.add(frozenset(action.name for action in offered))
            assert {action.name for action in offered} <= actions
            check_forbidden(view.prompt, plan)
            for result in view.results:
                at = getattr(round_.game, "follows", {}).get(result.spot, result.spot)
                assert result.kind == "pot" or not at or at in spots, result
            for action in offered:
                for spot in action.spots if isinstance(action, Place) else ():
                    assert spot.hand < spots[spot.wager].hands, spot
        if round_.question is None:
            check_settled(round_, plan)
    check_buttons(games()[game_id]().layout(), together)


def check_forbidden(prompt: Prompt | None, plan: Layout) -> None:
    """Decisions that belong to the moment stand in their places, each alone, or behind one that
    may be taken."""
    if prompt is None:
        return
    places = {action.name: action.place for action in plan.actions}
    taken = {places[action.name] for action in prompt.actions}
    dim = [places[no.name] for no in prompt.forbidden if no.here and places[no.name] not in taken]
    assert len(set(dim)) == len(dim), prompt.forbidden


def check_settled(round_: Round, plan: Layout) -> None:
    """Check wagers, and pays on another player's chips; pots lie on no spot."""
    spots = {spot.name: spot.hands for spot in plan.spots}
    sheets = {sheet.wager for sheet in plan.pay}
    follows = getattr(round_.game, "follows", {})
    for settled in settlements(round_):
        if round_.game.family == "poker":
            assert settled.wager.startswith("pot"), settled
            continue
        spot = settled.wager if settled.wager in spots else follows[settled.wager]
        assert settled.hand < spots[spot], settled
        assert settled.wager in spots or settled.wager in sheets, settled


def check_buttons(plan: Layout, together: set[frozenset[str]]) -> None:
    """Keys are of one decision each; what may be taken at one time stands in places of its own."""
    keys = [action.key for action in plan.actions]
    assert len(set(keys)) == len(keys) and all(len(k) == 1 and k.isalnum() for k in keys), keys
    places = {action.name: action.place for action in plan.actions}
    numbers = sorted(set(places.values()))
    assert numbers == list(range(1, len(numbers) + 1))
    for names in together:
        stand = [places[name] for name in names if name in places]
        assert len(set(stand)) == len(stand), sorted(names)


def test_two_buttons_in_one_place_are_found() -> None:
    plan = find("blackjack")().layout()
    check_buttons(plan, {frozenset(("hit", "stand")), frozenset(("bet", "sit_out"))})
    hit, stand = (x for x in plan.actions if x.name in ("hit", "stand"))
    moved = msgspec.structs.replace(hit, place=stand.place)
    other = tuple(moved if x is hit else x for x in plan.actions)
    with pytest.raises(AssertionError):
        check_buttons(msgspec.structs.replace(plan, actions=other), {frozenset(("hit", "stand"))})
    same = tuple(msgspec.structs.replace(x, key="H") for x in plan.actions)
    with pytest.raises(AssertionError):
        check_buttons(msgspec.structs.replace(plan, actions=same), set())


@EACH
def test_every_button_says_what_it_does(game_id: str) -> None:
    words = games()[game_id].words()
    for action in games()[game_id]().layout().actions:
        assert action.name in words.file.buttons, f"[buttons] {action.name}"
        assert action.label[:1].isupper() and len(action.label) <= 16, action
        assert action.says and len(action.says) <= 34 and not action.says.endswith("."), action
        assert "_" not in action.label + action.says, action


def test_a_decision_without_a_button_gets_one() -> None:
    """A plug-in game: a free letter, a place at the end."""

    class Own(find("blackjack")):  # type: ignore[misc]
        id = "own"

        def actions(self) -> tuple[str, ...]:
            return (*super().actions(), "hit_again", "howl")

    own = Own().layout().actions
    assert [(x.label, x.key) for x in own[-2:]] == [("Hit again", "T"), ("Howl", "W")]
    assert len({x.key for x in own}) == len(own)
    assert own[-2].place == max(x.place for x in own[:-2]) + 1 == own[-1].place - 1


@EACH
def test_spots_say_what_they_are(game_id: str) -> None:
    rng = random.Random(game_id)
    for posting in other_postings(games()[game_id], rng):
        game = games()[game_id](posting)
        plan = game.layout()
        names = {spot.name for spot in plan.spots}
        assert len(names) == len(plan.spots) and any(
            spot.rank == "main" for spot in plan.spots
        ) == (game.family != "poker")
        for spot in plan.spots:
            assert spot.label and spot.rank in RANKS and 1 <= spot.dealt <= spot.hands, spot
            assert {*spot.beside} <= names | {w.name for w in game.wagers}, spot
            assert not spot.equals or spot.equals in names, spot
            assert not spot.pay or spot.pay in {sheet.wager for sheet in plan.pay}, spot
            assert bool(spot.placed) == (spot.rank in ("late", "follows")) or spot.name == "bet"
            assert spot.rank != "main" or not spot.placed
        for meter in plan.meters:
            assert meter.words and meter.rows and all(meter.rows), meter


@EACH
def test_zones_have_words_and_room(game_id: str) -> None:
    plan = games()[game_id]().layout()
    assert plan.scene == ("arc" if games()[game_id].jurisdiction == "Colorado" else "ring")
    assert plan.direction == (-1 if game_id == "pai-gow-tiles" else 1)
    for zone in plan.zones:
        assert zone.words and "_" not in zone.words and zone.at in ("seat", "middle"), zone
        assert zone.kind in ("", "dice") and zone.slots >= 0, zone
    assert any(zone.slots for zone in plan.zones)


ROOM = {
    "holdem": {"hole": 2, "board": 5}, "omaha": {"hole": 4, "board": 5},
    "crazy-pineapple": {"hole": 3, "board": 5}, "razz": {"hole": 7, "board": 0},
    "lowball": {"hole": 5, "board": 0}, "pai-gow-tiles": {"tiles": 4, "high": 2, "dice": 3},
    "3-card-21-n-done": {"hand": 3, "dealer": 2}, "three-card-poker": {"hand": 3, "dealer": 3},
    "pai-gow-poker": {"cards": 7, "high": 5, "low": 2, "piles": 7},
}  # fmt: skip


@pytest.mark.parametrize("game_id", ROOM)
def test_as_many_places_as_pieces_come(game_id: str) -> None:
    slots = {zone.name: zone.slots for zone in find(game_id)().layout().zones}
    assert {name: slots[name] for name in ROOM[game_id]} == ROOM[game_id]
    counted = {zone.name for zone in find(game_id)().layout().zones if zone.counted}
    assert counted <= {"muck", "burns", "shoe", "piles", "tray"}


CHIPS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("blackjack", {}, (1, 5, 25, 100, 500)),
    ("blackjack", {"main_limits": "25..5000"}, (1, 5, 25, 100, 500, 1000, 5000)),
    ("21-plus-3", {"main_limits": "25..100", "twenty_one_plus_three": "off"}, (1, 5, 25, 100)),
    ("pai-gow-tiles", {}, (5, 25, 100)),
    ("pai-gow-tiles", {"schedule": "50..300"}, (25, 100)),
    ("three-card-poker", {}, (1, 5)),
    ("blackjack-x", {}, (1, 5, 25, 100, 500)),
    ("holdem", {}, (1, 5, 25, 100)),
    ("holdem", {"structure": "no_limit", "smallest_chip": "1"}, (1, 5, 25, 100, 500, 1000)),
    ("holdem", {"smallest_chip": "5", "small_blind": "5", "big_blind": "10"},
     (5, 25, 100, 500, 1000)),
]  # fmt: skip


@pytest.mark.parametrize(("game_id", "posting", "dollars"), CHIPS)
def test_chips_of_which_the_limits_can_be_made(
    game_id: str, posting: dict[str, Any], dollars: tuple[int, ...]
) -> None:
    found = find(game_id)(posting).layout().denominations
    assert found == tuple(100 * value for value in dollars)


@EACH
def test_every_limit_can_be_reached_with_chips(game_id: str) -> None:
    plan = games()[game_id]().layout()
    assert plan.denominations == tuple(sorted(set(plan.denominations)))
    assert {*plan.denominations} <= {*VALUES}
    for spot in plan.spots:
        if spot.rank in ("main", "side", "progressive"):
            assert spot.least % plan.denominations[0] == 0, spot


def test_chips_below_all_chips() -> None:
    assert smallest([10, 100]) == 10 and chips(10, 100) == (10, 100)
    assert smallest([500, 50_000]) == 500 and chips(500, 400) == (500,)
    assert smallest([]) == 0 and chips(0, 100) == ()


def test_layouts_are_no_part_of_the_rules() -> None:
    """The look of a table changes no digest: its code and files are left out."""
    from houseway.rulebook.fingerprint import files_of
    from houseway.sheets.par.manifest import rules_manifest

    shown = {"layout.py", "felt.py", "layout_of_game.py", "presenter.py", "appearance.toml"}
    for game in games().values():
        assert not shown & {path.name for path in files_of(game)}
        assert not shown & {name.rpartition("/")[2] for _, name in rules_manifest(game).files}


@EACH
def test_signs_have_words_and_what_concerns_no_one_comes_last(game_id: str) -> None:
    signs = games()[game_id]().layout().signage
    for sign in signs:
        assert sign.words and sign.value and "_" not in sign.words + sign.value, sign
        assert sign.words != sign.key or " " in sign.key, sign
    keys = [sign.key for sign in signs]
    assert keys.index("breakage") > keys.index(next(key for key in keys if key != "breakage"))
    assert len(keys) == len(set(keys)) == len(games()[game_id]().sign())


def test_what_is_posted_of_a_meter_that_is_not_there_comes_last() -> None:
    one, three = (
        [sign.key for sign in find("rocket-aces")(posting).layout().signage]
        for posting in ({}, {"rocket_aces": "LONG-3", "decks": 6})
    )
    assert one.index("breakage") < one.index("rocket_aces_seed_2") > one.index("rocket_aces_seed")
    assert three.index("breakage") > three.index("rocket_aces_seed_3")
    assert one.index("straight_jack_limits") > one.index("breakage"), "it is not offered"


def test_a_layout_goes_over_the_wire() -> None:
    for game in games().values():
        plan = game().layout()
        assert msgspec.json.decode(msgspec.json.encode(plan), type=Layout) == plan
