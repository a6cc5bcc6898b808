"""Everything that came to a browser, searched for pieces that its player may not know."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Response, WebSocket

from houseway.engine.questions import Pieces
from houseway.game.base import Game
from houseway.table.round import Round
from tests.e2e.web.player import Player
from tests.oracles.card_follower import Follower
from tests.support.random_play import pieces_named

NO_ROUND = ("layout", "look", "shows")
"""Parts of a message that name pieces of no round: layouts name every piece, looks typical ones."""


class Received:
    """Everything that came to a player's browser: frames of sockets, answers of the interface."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.frames: list[str] = []
        self.named: set[str] = set()
        """The pieces that were found in what has been searched so far."""
        self._answers: list[Response] = []
        player.page.on("websocket", self._socket)
        player.page.on("response", lambda answer: self._answers.append(answer))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def search(self, game: Game) -> set[str]:
        """The pieces named in all that came since the last time, but for the name of the game."""
        frames, self.frames = self.frames, []
        answers, self._answers = self._answers, []
        texts = [one.text() for one in answers if "/api/tables/" in one.url and one.ok]
        found = {
            piece
            for text in (*frames, *texts)
            for piece in pieces_named(_of_rounds(text).replace(game.name, ""), game.kind)
        }
        self.named |= found
        return found


def _of_rounds(text: str) -> str:
    return json.dumps(_kept(json.loads(text)), separators=(",", ":"))


def _kept(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _kept(one) for key, one in value.items() if key not in NO_ROUND}
    return value


class Remembering(Follower):
    """Follows which viewer has seen each piece of a round, also before it went back into a deck."""

    def __init__(self, played: Round) -> None:
        self.played = played
        self.ever: dict[int, set[str]] = {}
        super().__init__(played)

    def go_on(self) -> None:
        """Follow the round's inputs since the last time."""
        for given in self.played.inputs[len(self.round.inputs) :]:
            self.enter(given)

    def _happened(self, back: Pieces) -> None:
        self.laid_down()
        self.mixed_in(back)
        self.heard = len(self.round.events)

    def look_again(self) -> None:
        """Note the pieces that are seen now."""
        super().look_again()
        for viewer, pieces in self.seen.items():
            self.ever.setdefault(viewer, set()).update(name.removeprefix("die ") for name in pieces)


class Secrets:
    """Everything that the browsers of a table received, checked round after round."""

    def __init__(self, *players: Player) -> None:
        self.received = [Received(player) for player in players]
        self._rounds: list[Remembering] = []

    def check(self) -> None:
        """At this moment no browser has been told of anything that is covered for its player."""
        table = self.received[0].player
        actor = table.room.room.table(table.table)
        assert actor.live.game is not None
        found = [one.search(actor.live.game) for one in self.received]
        for round_ in self._rounds:
            round_.go_on()
        played = actor.live.round_
        assert played is not None
        if all(played is not round_.played for round_ in self._rounds):
            self._rounds.append(Remembering(played))
        for one, named in zip(self.received, found, strict=True):
            seat = one.player.seat()
            known = set[str]().union(*[round_.ever[seat] for round_ in self._rounds])
            assert named <= known, f"{one.player.name} was sent {sorted(named - known)}"
