"""The leak test is tried with the faults it is there to find.

In each family of games one event turns up what it should keep covered, or covers what it should
turn up; then a viewer gets another's view, and another's choices.  Each must be noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from houseway.engine.events import COVERS, DOWN, TO_SEAT, UP, Event, Faces, PieceTuple, event_name
from houseway.engine.questions import Ask
from houseway.pieces.kind import UNSEEN
from houseway.rulebook import games
from tests.oracles.card_follower import NUMBERS, SHOWS, WHISPERED, Follower
from tests.support.random_play import play_rounds

FAULTS = (
    ("holdem", "hole_dealt", UP),
    ("holdem", "hole_dealt", DOWN),
    ("omaha-8", "burned", UP),
    ("omaha", "board_dealt", DOWN),
    ("holdem", "hand_shown", DOWN),
    ("seven-card-stud", "up_dealt", DOWN),
    ("razz", "hole_dealt", UP),
    ("crazy-pineapple", "card_discarded", UP),
    ("lowball", "draw_asked", UP),
    ("lowball", "cards_drawn", UP),
    ("draw-jacks-or-better", "openers_shown", DOWN),
    ("blackjack", "hole_card_dealt", UP),
    ("free-bet-blackjack", "cards_dealt", DOWN),
    ("21-plus-3", "cards_dealt_down", UP),
    ("21-plus-3", "cards_turned", DOWN),
    ("21-hold-em", "pocket_dealt", UP),
    ("21-hold-em", "cards_burned", UP),
    ("3-card-shine", "hand_dealt", UP),
    ("3-card-shine", "dealer_dealt", UP),
    ("pai-jack", "pieces_dealt", UP),
    ("pai-jack", "hand_set", UP),
    ("pai-jack", "dealer_dealt", UP),
    ("pai-jack", "foul_found", UP),
    ("pai-gow-tiles", "pieces_dealt", UP),
    ("pai-gow-tiles", "hand_set", UP),
    ("pai-gow-tiles", "cup_opened", DOWN),
    ("pai-gow-poker", "piles_dealt", UP),
    ("pai-gow-poker", "pile_discarded", UP),
    ("3-dice-baccarat", "dice_revealed", DOWN),
)


def every_event(base: type[Event] = Event) -> Iterator[type[Event]]:
    games()
    for cls in base.__subclasses__():
        if cls.__module__.startswith("houseway."):
            yield cls
            yield from every_event(cls)


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, Faces | None], None]]:
    """Let the events of a name lie otherwise for one test."""

    def change(name: str, faces: Faces | None) -> None:
        found = [cls for cls in every_event() if event_name(cls) == name]
        assert found, f"there is no event {name}"
        for cls in found:
            if faces is None:
                monkeypatch.delattr(cls, "faces")
            else:
                monkeypatch.setattr(cls, "faces", faces)
        COVERS.clear()

    yield change
    monkeypatch.undo()
    COVERS.clear()


POSTED: dict[str, dict[str, object]] = {
    "21-plus-3": {"player_cards": "face down", "decks": 2},
    "21-hold-em": {"burns": 2},
}


def follow(game_id: str) -> None:
    posting = POSTED.get(game_id)
    for played in play_rounds(game_id, 60, rulings=0.03, seed=1500, posting=posting):
        Follower(played)


@pytest.mark.parametrize(("game_id", "name", "faces"), FAULTS)
def test_a_wrong_declaration_is_noticed(
    game_id: str, name: str, faces: Faces, changed: Callable[[str, Faces | None], None]
) -> None:
    changed(name, faces)
    with pytest.raises(AssertionError, match="viewer"):
        follow(game_id)


@pytest.mark.parametrize("game_id", ("holdem", "3-card-shine", "pai-jack", "pai-gow-tiles"))
def test_the_view_of_another_seat_is_noticed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    presenter = games()[game_id].presenter_class
    view = presenter.view

    def of_another(self: Any, state: Any, viewer: int) -> Any:
        return view(self, state, viewer % self.game.seats_max + 1)

    monkeypatch.setattr(presenter, "view", of_another)
    with pytest.raises(AssertionError, match="viewer"):
        follow(game_id)


@pytest.mark.parametrize("game_id", ("pai-jack", "pai-gow-tiles"))
def test_the_choices_of_another_seat_are_noticed(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list(play_rounds(game_id, 20, seed=1500))

    def of_another(self: Ask, seat: int) -> Any:
        return next(reversed(list(self.whole().asked.values())), ()) if seat in self.asked else ()

    monkeypatch.setattr("houseway.table.round.Round.refusal", lambda self, act: None)
    monkeypatch.setattr(Ask, "choices_of", of_another)
    with pytest.raises(AssertionError, match="is asked about"):
        for round_ in played:
            Follower(round_)


def test_a_forgotten_declaration_hides(changed: Callable[[str, Faces | None], None]) -> None:
    changed("hole_dealt", None)
    changed("board_dealt", None)
    for played in play_rounds("holdem", 3):
        for seat in played.seats:
            told = [x for x in played.events_for(seat.seat) if event_name(type(x)) == "hole_dealt"]
            assert told and all(set(x.pieces) == {UNSEEN} for x in told)


def test_a_subclass_does_not_inherit_what_lies_face_up() -> None:
    class Turned(Event, frozen=True):
        pieces: PieceTuple
        faces = UP

    class TurnedAgain(Turned, frozen=True):
        pass

    assert Turned((3,)).hidden() == Turned((3,)) and Turned((3,)).seen_by(0)
    assert TurnedAgain((3,)).hidden() == TurnedAgain((UNSEEN,))
    assert not TurnedAgain((3,)).seen_by(1)


def test_what_is_given_is_given_to_a_person() -> None:
    class Given(Event, frozen=True):
        seat: int
        pieces: PieceTuple
        holder: int = 0
        faces = TO_SEAT

    assert Given(2, (3,)).seen_by(2) and not Given(2, (3,)).seen_by(0)
    assert Given(2, (3,), 5).seen_by(5) and not Given(2, (3,), 5).seen_by(2)
    assert not Given(0, (3,)).seen_by(0), "an onlooker is no one, and the house is no viewer"


def test_pieces_for_a_seat_need_one() -> None:
    class Given(Event, frozen=True):
        pieces: PieceTuple
        faces = TO_SEAT

    with pytest.raises(TypeError, match="names none"):
        Given((3,)).hidden()


def test_every_event_with_pieces_stands_in_the_table() -> None:
    """Each field that holds a tuple of numbers has pieces, or is listed as having none."""
    for cls in every_event():
        for field in cls.__struct_fields__:
            words = str(cls.__annotations__.get(field, ""))
            if words in ("PieceTuple", "DiceTuple", "tuple[int, ...]", "Pieces", "list[int]"):
                assert field in NUMBERS or event_name(cls) in SHOWS, f"{cls.__name__}.{field}"
            if words == "Whispered":
                assert WHISPERED[event_name(cls)] == field


def test_nothing_is_said_of_events_that_do_not_exist() -> None:
    names = {event_name(cls) for cls in every_event()}
    assert set(SHOWS) <= names and set(WHISPERED) <= names
