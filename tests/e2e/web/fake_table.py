"""A table whose room is the test: a page, and a socket that says what the test wants."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from houseway.engine.questions import Choice
from houseway.game.face import views
from houseway.rulebook import find
from tests.e2e.web.stations import come_true

TOKEN = "a token that no one looks at"
ROUND = 7
REST = {
    "me": {
        "person": 9, "role": "player", "name": "Ann", "station": "", "cents": 100_000, "seats": {},
    },
    "tables/FAKE": {
        "line": {
            "table": "FAKE", "game": "", "name": "", "status": "open", "why": "", "seats": 7,
            "taken": 1, "waiting": 0, "buy_in_least": 2000, "buy_in_most": 50_000, "rules": "",
        },
        "posting": {}, "chairs": [], "round": 0, "seq": 0, "root": "",
    },
}  # fmt: skip


def encoded(value: object) -> Any:
    """As it goes over the wire."""
    return json.loads(msgspec.json.encode(value))


class FakeTable:
    """One page at a table of a game; ``said`` is what the page has sent.

    ``timed``: time goes by on the page as the test wants it (``stop``, ``passes``).  ``answers``:
    what the interface of the room says, by address, where it is not the usual.
    """

    def __init__(
        self, page: Page, game: str, seat: int = 3, posting: dict[str, Any] | None = None,
        *, timed: bool = False, answers: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.page, self.seat = page, seat
        self.game = find(game)(posting or {})
        self.layout = encoded(self.game.layout())
        self.answers = REST | (answers or {})
        self.said: list[dict[str, Any]] = []
        self.joined = 0
        self.seq = 40
        self._route: WebSocketRoute | None = None
        if timed:
            page.clock.install()
        page.route_web_socket("**/api/socket", self._open)
        page.route("**/api/**", self._called)
        page.evaluate("token => sessionStorage.setItem('houseway.token', token)", TOKEN)
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/table/FAKE")
        self.drawn(lambda: self._route is not None)

    def _called(self, route: Route) -> None:
        """Answer requests of the page that do not use the socket."""
        path = route.request.url.split("/api/")[1].split("?")[0]
        route.fulfill(json=self.answers.get(path, {"found": None, "pending": None}))

    def _open(self, route: WebSocketRoute) -> None:
        route.on_message(lambda message: self._heard(route, message))

    def _heard(self, route: WebSocketRoute, message: str | bytes) -> None:
        """Handle a message of the page; it is answered where it plays, not where it only
        watches."""
        said = json.loads(message)
        self.said.append(said)
        if said["type"] == "hello":
            self.joined += 1
            if said["as"] == "seat":
                self._route = route
                self.welcome()

    def welcome(self) -> None:
        """The socket is taken."""
        self.send(
            {
                "type": "welcome", "v": 1, "seq": self.seq, "now": 1_790_000_000_000,
                "you": {"seat": self.seat, "role": "player", "person": 9, "name": "Ann"},
                "layout": self.layout,
            }
        )  # fmt: skip

    def send(self, message: object) -> None:
        """Say something to the page, whatever it is."""
        assert self._route is not None
        self._route.send(message if isinstance(message, str) else json.dumps(message))

    def cut(self) -> None:
        """The connection breaks."""
        assert self._route is not None
        self._route.close(code=1011)

    def stop(self) -> None:
        """From now on time stands still on the page."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def passes(self, seconds: float) -> None:
        """Let this time pass there, at once."""
        self.page.clock.run_for(round(seconds * 1000))

    def show(
        self, view: views.View | dict[str, Any], own: views.Own | None = None, **more: Any
    ) -> None:
        """A view, with what this seat has of its own."""
        self.seq += 1
        self.send(
            {
                "type": "view", "seq": self.seq, "round": ROUND, "now": 1_790_000_000_000,
                "table": {"status": "open", "closed": False, "chairs": []}, "seat": self.seat,
                "public": view if isinstance(view, dict) else encoded(view),
                "own": None if own is None else encoded(own), **more,
            }
        )  # fmt: skip

    def view(self, **parts: Any) -> views.View:
        """A view with these parts: four people, and nothing on the table."""
        seats = [
            views.SeatView(n, name, 500_00) for n, name in enumerate(("Bo", "Chen", "Ann", "Di"), 1)
        ]
        given: dict[str, Any] = {
            "game": self.game.id, "viewer": 0, "phase": "play", "seats": seats, "piles": [],
            "chips": [], "pots": [], "pucks": [], "said": [], **parts,
        }  # fmt: skip
        return views.View(**given)

    def asks(self, *choices: Choice, words: str = "your turn", **more: Any) -> views.Own:
        """A question to the seat of the page."""
        return views.Own([], views.Prompt(12, self.seat, words, "", list(choices), [], **more))

    def drawn(self, condition: Callable[[], bool]) -> None:
        """Wait until the page is as it should be."""
        come_true(self.page, condition)

    def acts(self) -> list[dict[str, Any]]:
        """The decisions that the page has sent."""
        return [one for one in self.said if one["type"] == "act"]


def pile(zone: str, seat: int, pieces: str, **more: Any) -> views.Pile:
    """Pieces in a zone, written in a row."""
    names = pieces.split()
    return views.Pile(
        zone, seat, names, up=more.pop("up", [name != "??" for name in names]), **more
    )


def result(spot: str, net: int, **more: Any) -> views.Result:
    """Return the result of a wager of $5 of seat 3."""
    given: dict[str, Any] = {
        "seat": 3, "kind": "wager", "label": spot, "outcome": "", "odds": "", "stake": 500,
        "back": 500 + net, "net": net, "spot": spot, **more,
    }  # fmt: skip
    return views.Result(**given)
