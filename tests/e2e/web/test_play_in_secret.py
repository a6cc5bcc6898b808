"""A seat's browser never gets a piece that its player may not know: all it received is searched.

The rounds of every game are searched while they are played (`test_play_every_game.py`); here the
search itself is tried.
"""

from __future__ import annotations

import json

import pytest

from tests.e2e.web.player import Player
from tests.e2e.web.secrecy import Secrets
from tests.e2e.web.stations import DESK, DOOR, Open
from tests.e2e.web.web_room import WebRoom


def test_a_piece_of_another_would_be_found(room: WebRoom, open_page: Open) -> None:
    table = room.table("holdem")
    ann, boris = (
        Player(open_page(DOOR, DESK), room, table, name, seed)
        for seed, name in enumerate(("Ann", "Boris"))
    )
    secrets = Secrets(ann, boris)
    ann.come()
    boris.come()
    ann.page.wait_for_function("() => document.querySelectorAll('.own .pc-card').length >= 2")
    secrets.check()
    received = secrets.received[0]
    assert len(received.named) == 2, "both own cards were found in what came"
    played = room.room.table(table).live.round_
    assert played is not None
    theirs = played.view(boris.seat())
    received.frames.append(json.dumps({"piles": [pile.pieces for pile in theirs.piles]}))
    with pytest.raises(AssertionError, match="Ann was sent"):
        secrets.check()
