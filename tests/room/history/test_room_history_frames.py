"""A round that is over is shown again with the table itself, to each with their own eyes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from houseway.room.api.history_types import RoundShown
from houseway.room.errors import Denied
from houseway.room.history.history import Recall
from houseway.room.room import Room
from houseway.table.round_view import Shadow
from tests.room.history.test_room_history import CARD, evening, known_to, of, over, played, room
from tests.support.audited_evening import FLOOR, GAMES
from tests.support.local_room import player
from tests.support.step_page import Drawn, drawn

__all__ = ["evening", "room"]


def pages(shown: RoundShown) -> list[Drawn]:
    """Return the drawings of a page that is given the round, and nothing else."""
    return drawn(msgspec.json.decode(msgspec.json.encode(shown)))


@pytest.mark.parametrize("table", GAMES)
def test_every_step_is_drawn_as_its_viewer_saw_it(room: Room, table: str) -> None:
    recall = Recall(room.registry)
    for no in over(room, table)[:4]:
        round_ = played(room, table, no)
        for person in (None, *round_.seats):
            seat = person.seat if person else 0
            shown = of(recall.shown(player(int(person.who)) if person else FLOOR, table, no))
            assert (shown.viewer, shown.listed.round) == (seat, no)
            assert shown.layout == round_.game.layout()
            assert shown.public.of(seat, shown.own) == round_.view(seat)
            sights = Shadow(round_).sights([seat] if seat else [])
            assert [step.at for step in shown.steps] == [sight.at for sight in sights]
            for page, sight in zip(pages(shown), sights, strict=True):
                assert page == (sight.public, sight.own[seat] if seat else [])


def test_no_one_is_shown_the_cards_of_another(room: Room) -> None:
    recall, secrets = Recall(room.registry), 0
    for no in over(room, "T2")[:6]:
        round_ = played(room, "T2", no)
        for person in round_.seats:
            shown = of(recall.shown(player(int(person.who)), "T2", no))
            known = known_to(round_, person.seat)
            told = msgspec.json.encode((shown.public, shown.own, shown.steps)).decode()
            assert set(CARD.findall(told)) <= known
            secrets += len(
                {x for seat in round_.seats for x in known_to(round_, seat.seat)} - known
            )
    assert secrets, "nothing was covered: the test shows nothing"


def test_it_is_shown_to_who_played_in_it_and_to_the_floor(room: Room, tmp_path: Path) -> None:
    with pytest.raises(Denied, match="did not play"):
        of(Recall(room.registry).shown(player(77), "T1", over(room, "T1")[0]))
    with pytest.raises(Denied, match="no round"):
        of(Recall(room.registry).shown(FLOOR, "T1", 9999))


def test_lists_tell_each_round_in_a_sentence_where_that_is_asked_for(room: Room) -> None:
    recall = Recall(room.registry)
    plain = of(recall.rounds(FLOOR, "T2", 99))
    assert not any(one.headline for one in plain)
    told = of(recall.rounds(FLOOR, "T2", 99, told=True))
    for one in told:
        if one.outcome == "closed":
            assert one.headline == played(room, "T2", one.round).view(0).headline
    assert any(one.headline for one in told)
    assert [replace(one, headline="") for one in told] == plain
    assert of(recall.rounds(FLOOR, "T2", 99, told=True)) == told, "what is kept is the same"
    void = next(x for x in of(recall.rounds(FLOOR, "T1", 99, told=True)) if x.outcome == "voided")
    assert void.headline == "The round is void: the power failed"
    ann = next(p.id for p in room.store.people() if p.role == "player")
    own = of(recall.of_person(player(ann), ann, 30, told=True))
    assert any(one.headline for one in own)
