"""Facts that a room needs before play: how a round opens, and what is made beforehand."""

from __future__ import annotations

import msgspec
import pytest

from houseway.engine.questions import Asking, Chance
from houseway.game.face.layout import Layout
from houseway.game.rulings import BY_DEALER, FLOOR
from houseway.hands import omaha
from houseway.rulebook import games
from houseway.table.round import Round
from tests.support.random_play import GAME_IDS, table_of


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_round_opens_by_betting_or_by_dealing(game_id: str) -> None:
    """A round that opens by betting has no event before the first action."""
    table = table_of(game_id, 4)
    round_ = Round(table.game, tuple(table.seats.values()))
    question = round_.question
    moved = [transfer for event in round_.events for transfer in event.transfers() if transfer[2]]
    if table.game.opens_by_betting:
        assert isinstance(question, Asking) and not moved
        names = {x.name for seat in question.seats() for x in question.choices_of(seat)}
        assert names & {"bet", "bank"}
    else:
        assert isinstance(question, Chance) and moved


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_layout_names_pieces_rulings_and_rules(game_id: str) -> None:
    game = games()[game_id]()
    plan = msgspec.json.decode(msgspec.json.encode(game.layout()), type=Layout)
    assert plan == game.layout()
    assert plan.pieces == game.kind.names
    assert all(game.kind.parse(name) == (n,) for n, name in enumerate(plan.pieces) if name != "?")
    assert plan.rules == game.fingerprint()
    assert [x.name for x in plan.rulings] == list(game.ruling_rules)
    assert all(x.needs in (FLOOR, BY_DEALER) and x.words and x.clauses for x in plan.rulings)


def test_a_dealer_alone_puts_the_clock_on_a_player() -> None:
    plan = games()["holdem"]().layout()
    needs = {ruling.name: ruling.needs for ruling in plan.rulings}
    assert needs["clock"] == BY_DEALER and needs["void"] == needs["dead_hand"] == FLOOR


def test_tables_of_hands_are_made_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(omaha, "_ROWS", made := type(omaha._ROWS)(omaha._rows))
    games()["omaha"]().warm()
    assert len(made) == 1
    games()["omaha-8"]().warm()
    assert len(made) == 2
