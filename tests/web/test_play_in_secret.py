"""A seat's browser never gets a piece that its player may not know: all it received is searched."""

from __future__ import annotations

import json
from typing import Any

import pytest
from player import Player, play_round
from playwright.sync_api import Page, Response, WebSocket
from stations import DESK, DOOR, Open
from web_room import WebRoom

from faces import Follower
from houseway.pieces.kinds import Kind
from houseway.table.round import Round
from support import pieces_named

COVERED = (
    "blackjack", "3-card-shine", "21-hold-em", "pai-jack", "pai-gow-tiles", "holdem",
    "seven-card-stud", "lowball-27", "commission-free-baccarat",
)  # fmt: skip
"""Tables where something is covered: the dealer's card, hands, boards to come."""


class Received:
    """Everything that came to a browser: frames of sockets, answers of the interface."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self._answers: list[Response] = []
        page.on("websocket", self._socket)
        page.on("response", lambda answer: self._answers.append(answer))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def texts(self) -> list[str]:
        """All of it but layouts, which name every piece there is, and looks, with typical ones."""
        answers = [one.text() for one in self._answers if "/api/tables/" in one.url and one.ok]
        return [json.dumps(_of_rounds(json.loads(text))) for text in (*self.frames, *answers)]


def _of_rounds(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if key not in ("layout", "look", "shows")}
        return {key: _of_rounds(one) for key, one in kept.items()}
    return value


class Remembering(Follower):
    """Who has ever seen which piece: what goes back into a deck was seen before."""

    def __init__(self, played: Round) -> None:
        self.ever: dict[int, set[str]] = {}
        super().__init__(played)

    def look_again(self) -> None:
        """What is seen now was seen from now on."""
        super().look_again()
        for viewer, pieces in self.seen.items():
            self.ever.setdefault(viewer, set()).update(pieces)


def unknown(texts: list[str], kind: Kind, known: set[str]) -> set[str]:
    """The pieces that are named and not known."""
    return {piece for text in texts for piece in pieces_named(text, kind)} - known


def the_round(player: Player) -> Round:
    """The round as the room has it."""
    found = player.room.room.table(player.table).live.round_
    assert found is not None
    return found


def check(player: Player, received: Received) -> None:
    """At this moment the browser has been told of nothing that is covered for its player."""
    played = the_round(player)
    known = Remembering(played).ever[player.seat()]
    leaked = unknown(received.texts(), played.game.kind, known)
    assert not leaked, f"{player.name} was sent {sorted(leaked)}"


@pytest.mark.parametrize("game", COVERED)
def test_a_browser_gets_nothing_that_is_covered(game: str, room: WebRoom, open_page: Open) -> None:
    table = room.table(game)
    pages = [open_page(DOOR, DESK) for _ in range(2)]
    received = [Received(page) for page in pages]
    players = [
        Player(page, room, table, name, seed)
        for seed, (page, name) in enumerate(zip(pages, ("Ann", "Boris"), strict=True))
    ]
    for player in players:
        player.come()

    def looked(_: Player) -> None:
        for one, got in zip(players, received, strict=True):
            check(one, got)

    play_round(players, looked)
    for one, got in zip(players, received, strict=True):
        check(one, got)
        assert unknown(got.texts(), the_round(one).game.kind, set()), "no piece at all came"


def test_a_piece_of_another_would_be_found(room: WebRoom, open_page: Open) -> None:
    page = open_page(DOOR, DESK)
    received = Received(page)
    ann = Player(page, room, room.table("holdem"), "Ann", 1)
    boris = Player(open_page(DOOR, DESK), room, ann.table, "Boris", 2)
    ann.come()
    boris.come()
    page.wait_for_function("() => document.querySelectorAll('.own .pc-card').length >= 2")
    check(ann, received)
    theirs = the_round(ann).view(boris.seat())
    received.frames.append(json.dumps({"piles": [pile.pieces for pile in theirs.piles]}))
    with pytest.raises(AssertionError, match="Ann was sent"):
        check(ann, received)
