"""One public view for all, and each seat's own part: together, the view of that seat."""

from __future__ import annotations

import msgspec
import pytest

from houseway.game.face.views import Own, View
from houseway.table.round import Round
from tests.support.random_play import GAME_IDS, open_table, random_act, random_ruling


def check_views(round_: Round) -> int:
    """The onlooker's view and each seat's own make what that seat sees; how much is its own."""
    public, owns = round_.views()
    assert public == round_.view(0) and public.prompt is None
    assert sorted(owns) == sorted(person.seat for person in round_.seats)
    for seat, own in owns.items():
        assert public.of(seat, own) == round_.view(seat)
        assert all(mine.pile != public.piles[mine.at] for mine in own.piles), "nothing needless"
        read = msgspec.json.decode(msgspec.json.encode(own), type=Own)
        assert len(read.piles) == len(own.piles)
    return sum(len(own.piles) for own in owns.values())


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_seat_sees_the_public_view_and_its_own(game_id: str) -> None:
    for seed in range(3):
        table, rng = open_table(game_id, seed + 50)
        for _ in range(2):
            if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
                break
            round_ = table.start()
            check_views(round_)
            while round_.question is not None:
                ruling = random_ruling(round_, rng) if rng.random() < 0.03 else None
                if ruling is not None:
                    table.rule(
                        ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount
                    )
                else:
                    table.enter(random_act(round_, rng))
                check_views(round_)


FACE_DOWN = {
    "holdem": {},
    "seven-card-stud": {},
    "draw-jacks-or-better": {},
    "pai-gow-tiles": {},
    "fortune-pai-gow-poker": {},
    "three-card-poker": {},
    "3-card-shine": {},
    "21-plus-3": {"player_cards": "face down", "decks": 1},
    "21-hold-em": {},
}


@pytest.mark.parametrize("game_id", FACE_DOWN)
def test_cards_of_ones_own_are_ones_own_part(game_id: str) -> None:
    """The comparison above is of something: here seats do see what others do not."""
    table, rng = open_table(game_id, 4, FACE_DOWN[game_id] or {"breakage": "down"})
    own = 0
    for _ in range(40):
        round_ = table.start()
        while round_.question is not None:
            own += sum(len(each.piles) for each in round_.views()[1].values())
            table.enter(random_act(round_, rng))
        if own:
            return
    raise AssertionError("no seat has seen anything of its own in forty rounds")


def test_events_may_be_told_from_a_number_on() -> None:
    table, rng = open_table("holdem", 3)
    round_ = table.start()
    while round_.question is not None:
        n = len(round_.events)
        before = round_.events_for(2)
        table.enter(random_act(round_, rng))
        assert before + round_.events_for(2, n) == round_.events_for(2)
    assert round_.events_for(0, len(round_.events)) == []


def test_a_view_is_put_together_without_touching_the_shared_one() -> None:
    table, _ = open_table("holdem", 3)
    public, owns = table.start().views()
    before = msgspec.json.encode(public)
    made = [public.of(seat, own) for seat, own in owns.items()]
    assert msgspec.json.encode(public) == before
    assert all(isinstance(view, View) and view.viewer for view in made)
