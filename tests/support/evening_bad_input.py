"""Mistakes of people at each station, and the answers: what, where and why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from houseway.room.client.client import RoomClient, Table

Call: TypeAlias = Callable[[RoomClient, int], Awaitable[object]]
At: TypeAlias = Callable[[Table], Awaitable[object]]


class Bad(NamedTuple):
    """A request for something impossible: the code for programs, words for people."""

    who: str
    call: Call
    code: str
    words: tuple[str, ...]


class BadSeat(NamedTuple):
    """The same over the socket of a player who sits at a table of blackjack."""

    call: At
    code: str
    words: tuple[str, ...]


STATIONS = (
    # the cash station; the number is Ann's
    Bad("cashier", lambda c, n: c.deposit(n, -5), "invalid", ("at least 1", "cents")),
    Bad("cashier", lambda c, n: c.deposit(n, 10**15), "invalid", ("at most", "cents")),
    Bad("cashier", lambda c, n: c.deposit(99_999, 500), "unknown", ("no person", "99999")),
    Bad(
        "cashier",
        lambda c, n: c.payout(n, 1_000_001),
        "funds",
        ("$1,000 in the account", "$10,000.01"),
    ),
    Bad("cashier", lambda c, n: c.receipt(77), "unknown", ("77", "receipt")),
    Bad("cashier", lambda c, n: c.open_account("", "2847"), "invalid", ("name",)),
    Bad("cashier", lambda c, n: c.open_account("Zoe", "28"), "invalid", ("pin",)),
    Bad("cashier", lambda c, n: c.open_account("Zoe", "1234"), "refused", ("PIN",)),
    Bad("cashier", lambda c, n: c.open_account("Zoe", "28a7"), "invalid", ("pin",)),
    Bad("cashier", lambda c, n: c.open_shift(100_00), "refused", ("shift",)),
    Bad("cashier", lambda c, n: c.adjust(n, 100, "typing"), "role", ("cashier", "adjust")),
    Bad("supervisor", lambda c, n: c.adjust(n, 100, ""), "invalid", ("reason",)),
    Bad("supervisor", lambda c, n: c.adjust(n, 0, "typing"), "refused", ("adjustment of nothing",)),
    Bad("supervisor", lambda c, n: c.approve(55), "unknown", ("55", "nothing was asked")),
    Bad(
        "auditor", lambda c, n: c.trial_balance("yesterday"), "refused", ("gaming day", "date like")
    ),
    # the lobby
    Bad("Ann", lambda c, n: c.register("blackjak", 100_00), "unknown", ("blackjak",)),
    Bad("Ann", lambda c, n: c.register("omaha", 100_00), "unknown", ("omaha",)),
    Bad(
        "Ann",
        lambda c, n: c.register("holdem", 1),
        "refused",
        ("buy-in", "$0.01", "from $20 to $400"),
    ),
    Bad("Ann", lambda c, n: c.table_seen("T99"), "unknown", ("T99", "table")),
    Bad("Ann", lambda c, n: c.seat("H", "sit", cents=200_000_00), "refused", ("buy-in", "$400")),
    Bad("Ann", lambda c, n: c.seat("H", "leave"), "refused", ("do not sit", "CA-LTN")),
    Bad("Ann", lambda c, n: c.withdraw("holdem"), "unknown", ("holdem", "wait")),
    Bad("Ann", lambda c, n: c.round_told("H", 5), "unknown", ("round 5", "H")),
    # the floor
    Bad("floor", lambda c, n: c.open_table("X", "blackjak"), "refused", ("blackjak", "did you")),
    Bad(
        "floor",
        lambda c, n: c.open_table("X", "blackjack", {"decks": 99}),
        "refused",
        ("decks", "99"),
    ),
    Bad("floor", lambda c, n: c.open_table("X", "blackjack", {"deks": 6}), "refused", ("deks",)),
    Bad("floor", lambda c, n: c.open_table("H", "holdem"), "refused", ("H", "open")),
    Bad("floor", lambda c, n: c.void_round("H", "why"), "refused", ("no round", "H")),
    Bad("floor", lambda c, n: c.void_round("H", ""), "invalid", ("reason",)),
    Bad("floor", lambda c, n: c.resume_table("H"), "refused", ("H", "paused")),
    Bad("floor", lambda c, n: c.clear_fault("H", "looked"), "refused", ("H", "fault")),
    Bad("floor", lambda c, n: c.preview_ruling("H", "voyd"), "stale", ("no round", "H")),
    Bad("floor", lambda c, n: c.confirm(9), "unknown", ("9",)),
    Bad("admin", lambda c, n: c.set_role(n, "floor", "promoted"), "refused", ("Ann", "player")),
)

SEATED = (
    BadSeat(lambda s: s.sit(100_00), "refused", ("seat", "already")),
    BadSeat(lambda s: s.top_up(10**11), "refused", ("top up", "$4,500", "CA-LTN")),
    BadSeat(lambda s: s.act("stnad"), "refused", ("stnad", "bet")),
    BadSeat(lambda s: s.act("bet", places=[("main", 1)]), "refused", ("$0.01", "BJ-")),
    BadSeat(lambda s: s.act("bet", places=[("mian", 10_00)]), "refused", ("mian", "main")),
    BadSeat(lambda s: s.act("bet", places=[("main", 9_000_00)]), "refused", ("$", "BJ-")),
    BadSeat(lambda s: s.act("bet", places=[]), "refused", ("main",)),
    BadSeat(lambda s: s.rule("void_round"), "role", ("seat",)),
    BadSeat(lambda s: s.back(), "refused", ("already", "CA-LTN")),
)

REQUESTS = (
    ("POST", "/api/login", b"{", 400, "JSON"),
    ("POST", "/api/login", b'{"card":"70041000","pin":"2847","station":"s","also":1}', 422, "also"),
    ("POST", "/api/login", b'{"card":17,"pin":"2847","station":"s"}', 422, "card"),
    (
        "POST",
        "/api/login",
        b'{"card":"70041000","pin":"2","station":"s"}',
        422,
        "must have at least 4",
    ),
    (
        "POST",
        "/api/me/pin",
        b'{"old":"2847","new":7391}',
        422,
        "must be text in quotes, not a whole",
    ),
    ("GET", "/api/no/such/thing", None, 404, "nothing at this address"),
    ("DELETE", "/api/tables", None, 405, "DELETE"),
    ("GET", "/api/tables?by=name", None, 422, "by"),
)
"""Requests as no client of ours would write them."""
