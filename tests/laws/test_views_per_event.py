"""Steps: a view exists after every event, for every viewer; it hides what is covered then, and the
last of them is the view."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from houseway.engine.events import (
    AWARD,
    CHIPS,
    DEAL,
    DRAW,
    ROLL,
    SAY,
    SETTLE,
    TURN,
    Event,
    cue_of,
    event_name,
)
from houseway.engine.questions import Pieces
from houseway.errors import HousewayError
from houseway.game.face.views import Own, OwnPile, View
from houseway.records.record import Playback
from houseway.room.tables.views import Stepped, Steps
from houseway.sheets.conformance.matrix import cases_of
from houseway.table.round import Round
from houseway.table.round_view import Shadow, Sight
from tests.laws.test_leaks import POSTED, every_event
from tests.oracles.card_follower import Follower
from tests.support.random_play import GAME_IDS, open_table, play_rounds, random_act
from tests.support.step_page import drawn, unasked

CUES = (DEAL, TURN, DRAW, CHIPS, ROLL, SETTLE, AWARD, SAY, "")
ROUNDS = 4


class Stepwise(Follower):
    """Follows a round event by event, and looks at what every viewer sees on the way."""

    shadow: Shadow

    def _happened(self, back: Pieces) -> None:
        if self.heard == 0 and not self.round.inputs:
            self.shadow = Shadow(self.round)
        seats = [viewer for viewer in self.viewers if viewer]
        sights = self.shadow.sights(seats)
        at = {sight.at: sight for sight in sights}
        for number, event in enumerate(self.round.events[self.heard :], self.heard + 1):
            self.lay_down(event)
            if number in at:
                self.look_again()
                self.check_sight(at[number])
        self.look_again()
        self.mixed_in(back)
        self.heard = len(self.round.events)
        if sights:
            assert sights[-1].public == unasked(self.round.view(0))
            for seat in seats:
                seen = sights[-1].public.of(seat, Own(sights[-1].own[seat]))
                assert seen == unasked(self.round.view(seat))

    def check_sight(self, sight: Sight) -> None:
        assert sight.cue in CUES and not sight.public.waiting_for
        for viewer in self.viewers:
            own = Own(sight.own[viewer]) if viewer else Own([])
            self.check_view(sight.public.of(viewer, own), viewer)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_view_exists_after_every_event_and_leaks_nothing(game_id: str) -> None:
    for played in play_rounds(game_id, ROUNDS, rulings=0.03, seed=7100):
        Stepwise(played)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_view_exists_after_every_event_of_every_worked_case(game_id: str) -> None:
    """Cases have what random play seldom reaches: rulings, misdeals, meters that are won."""
    for case in cases_of(game_id):
        try:
            round_ = Playback(case).run()
        except (HousewayError, ValueError):
            continue  # what a case expects to be refused
        seats = [person.seat for person in round_.seats]
        sights = Shadow(round_).sights(seats)
        if sights:
            assert sights[-1].public == unasked(round_.view(0)), case.title
            own = sights[-1].own[seats[0]]
            assert sights[-1].public.of(seats[0], Own(own)) == unasked(round_.view(seats[0]))


def later(self: Shadow, seats: Any) -> tuple[View, dict[int, list[OwnPile]]]:
    """The fault of looking at the round that is played: what comes is seen before it comes."""
    public, own = self._round.views(seats)
    return replace(public, said=[str(self.at)]), {seat: has.piles for seat, has in own.items()}


def of_all(self: Shadow, seats: Any) -> tuple[View, dict[int, list[OwnPile]]]:
    """The fault of showing one seat what another has."""
    public, own = self._round.game.presenter.view(self._state, 0), {}
    for seat, other in zip(seats, reversed(list(seats)), strict=True):
        own[seat] = self._round.game.presenter.own_piles(self._state, other, public.piles)
    return public, own


@pytest.mark.parametrize(
    ("game_id", "fault"),
    [("blackjack", later), ("omaha", later), ("pai-gow-tiles", later), ("holdem", of_all),
     ("3-card-shine", of_all), ("pai-jack", of_all), ("21-hold-em", of_all)],
)  # fmt: skip
def test_a_step_that_shows_too_much_is_noticed(
    game_id: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shadow, "_look", fault)
    with pytest.raises(AssertionError, match="viewer"):
        for played in play_rounds(game_id, 20, seed=1500, posting=POSTED.get(game_id)):
            Stepwise(played)


def message_of(round_: Round, steps: list[Stepped], seat: int) -> Any:
    """The view of a seat as its socket is sent it."""
    public, owns = round_.views()
    own = owns.get(seat, Own([]))
    sent = {"public": public, "own": own, "steps": [step.to(seat) for step in steps]}
    return msgspec.json.decode(msgspec.json.encode(sent))


def check_sent(round_: Round, steps: Steps, shadow: Shadow, since: int) -> None:
    seats = [person.seat for person in round_.seats]
    sights = shadow.sights(seats)
    sent = steps.of(round_, since, seats)
    assert [(step.cue, step.at) for step in sent] == [(sight.cue, sight.at) for sight in sights]
    for seat in (0, *seats):
        pages = drawn(message_of(round_, sent, seat))
        want = [(sight.public, sight.own.get(seat, [])) for sight in sights]
        assert [(unasked(view), own) for view, own in pages][: len(want)] == want
        assert pages[-1][0] == round_.view(0)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_what_is_sent_of_steps_draws_every_one_of_them(game_id: str) -> None:
    table, rng = open_table(game_id, 31)
    for _ in range(2):
        round_ = table.start()
        steps, shadow, since = Steps(), Shadow(round_), 0
        check_sent(round_, steps, shadow, since)
        while round_.question is not None:
            since = len(round_.events)
            table.enter(random_act(round_, rng))
            check_sent(round_, steps, shadow, since)
        if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
            break


def test_who_comes_later_is_shown_the_steps_from_there_on() -> None:
    (played,) = play_rounds("holdem", 1, seed=8)
    whole = Shadow(played).sights([1])
    since = whole[len(whole) // 2].at
    late = Steps().of(played, since, ())
    assert [step.at for step in late] == [sight.at for sight in whole if sight.at > since]


@pytest.mark.parametrize(
    ("name", "cue"),
    {
        "cards_dealt": DEAL, "hole_card_dealt": DEAL, "hole_card_turned": TURN, "card_drawn": DRAW,
        "dealer_drew": DRAW, "wagers_placed": CHIPS, "staked": CHIPS, "wager_settled": SETTLE,
        "bank_returned": SETTLE, "pot_awarded": AWARD, "said": SAY, "cup_opened": ROLL,
        "dice_revealed": ROLL, "board_dealt": TURN, "phase": "", "closed": "", "meter_moved": "",
        "fee_taken": CHIPS, "up_dealt": DEAL, "hand_turned": TURN, "third_card_drawn": DRAW,
    }.items(),
)  # fmt: skip
def test_cues_say_what_people_see(name: str, cue: str) -> None:
    assert {cue_of(cls) for cls in (*every_event(), *Event.__subclasses__())
            if event_name(cls) == name} == {cue}  # fmt: skip


def test_every_event_has_a_cue_that_is_known() -> None:
    assert {cue_of(cls) for cls in every_event()} <= set(CUES)


def test_an_event_that_settles_says_so() -> None:
    """One that did not would be in no list of settlements, whatever it pays."""
    settling = {cls for cls in every_event() if cls.settlement is not Event.settlement}
    assert len(settling) > 3 and settling == {cls for cls in every_event() if cls.settles}
