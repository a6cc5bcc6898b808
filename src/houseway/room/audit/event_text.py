"""Significant kinds of rows and their words: one table for all logs of the room.

A row is read by the names of its fields alone, so rows of an older program have words too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from houseway.money import format_dollars
from houseway.util.english import a, n

Body: TypeAlias = Mapping[str, Any]
Words: TypeAlias = Callable[[Body], str]
"""Returns the words for a row; empty if this one is not significant."""


class EventFormat(NamedTuple):
    """The subject of a kind of row, and its words."""

    about: str
    words: Words


def _plain(about: str, words: str, *fields: str) -> EventFormat:
    """Return a format of a sentence followed by the row's fields."""

    def describe(body: Body) -> str:
        more = [str(body[field]) for field in fields if body.get(field)]
        return f"{words}: {', '.join(more)}" if more else words

    return EventFormat(about, describe)


def _opened(body: Body) -> str:
    """Return the words for an opened table, with the first letters of its rules' fingerprint."""
    before, second = str(body.get("before", "")), body.get("second")
    rules = str(body.get("rules", ""))
    found = f"opened with {body.get('game')}, rules {rules[:12]}"
    if before and before != rules:
        found += f" in place of {before[:12]}"
    why = f": {body['why']}" if body.get("why") else ""
    return f"{found}, posted by two people{why}" if second else f"{found}{why}"


def _voided(body: Body) -> str:
    """Return the sentence about a void round."""
    return f"round {body.get('no')} is void and everything went back: {body.get('why')}"


def _noted(body: Body) -> str:
    """Return a note with its details in brackets."""
    more: Mapping[str, str] = body.get("more") or {}
    rest = [f"{key} {value}" for key, value in more.items() if value and key != "name"]
    return f"{body.get('what')} ({', '.join(rest)})" if rest else str(body.get("what"))


def _carried(body: Body) -> str:
    """Return the words for an approved change of a meter; empty for any other carry-over."""
    return f"a meter was changed by two people: {body.get('why')}" if body.get("second") else ""


def _cash(words: str) -> Words:
    """Return the function that describes cash over the counter; empty for small amounts."""

    def describe(body: Body) -> str:
        approved = ", approved by a second person" if body.get("request") else ""
        if not body.get("large") and not approved:
            return ""
        return f"{words} {format_dollars(body['cents'])} (account {body['person']}){approved}"

    return describe


def _adjusted(body: Body) -> str:
    """Return the words for an adjusted account, with the amount and the reason."""
    return (
        f"account {body['person']} adjusted by {format_dollars(body['cents'])}: "
        f"{body.get('reason')}"
    )


def _reversed(body: Body) -> str:
    """Return the words for a reversed deposit or payout, with the amount and the reason."""
    return (
        f"cash of row {body.get('row')} taken back, {format_dollars(body['cents'])}: "
        f"{body.get('reason')}"
    )


def _counted(body: Body) -> str:
    """Return the words for a shift that closed over or short; empty if the drawer was even."""
    over = int(body.get("counted", 0)) - int(body.get("expected", 0))
    return (
        f"shift {body.get('shift')} closed {format_dollars(over)} {'over' if over > 0 else 'short'}"
        * (over != 0)
    )


def _moved(words: str) -> Words:
    """Return a function that words a collection: the total of its fees, tokes and house money."""

    def describe(body: Body) -> str:
        cents = sum(int(body.get(part, 0)) for part in ("fees", "tokes", "house"))
        return f"{format_dollars(cents)} {words} table {body.get('table')}"

    return describe


def _refused_login(body: Body) -> str:
    """Return the words for a login that locked the card; empty for other wrong PINs."""
    return f"card {body.get('card')} locked after wrong PINs" if body.get("locked") else ""


def _account(body: Body) -> str:
    """Return the words for a new card with a role of the staff; empty for players and bots."""
    role = str(body.get("role", ""))
    return f"a card for {body.get('name')}, {a(role)}" if role not in ("player", "bot") else ""


def _person(words: str) -> Words:
    """Return a function that words a change of an account, with the old and new values."""

    def describe(body: Body) -> str:
        change = f" from {body['before']} to {body['after']}" if body.get("after") else ""
        why = f": {body['reason']}" if body.get("reason") else ""
        return f"{words} (account {body.get('person')}){change}{why}"

    return describe


def _proposed(body: Body) -> str:
    """Return the sentence about a proposal that needs approval."""
    matter: Mapping[str, Any] = body.get("matter") or {}
    about = {"posting": "what is posted", "meter": "a meter", "transfer": "a meter's money"}
    what = about.get(str(matter.get("matter")), "something")
    return f"a change of {what} at {matter.get('table')} proposed: {body.get('why')}"


def _ruling_refused(body: Body) -> str:
    """Return the sentence about a ruling that was refused."""
    asked: Mapping[str, Any] = body.get("asked") or {}
    return f"the ruling {asked.get('name')} was tried at {body.get('table')}, and did not fit"


def _started(body: Body) -> str:
    """Return the words for a start of the room, with the version and what is new in it."""
    new = "; ".join(body.get("new") or ())
    version = (body.get("program") or {}).get("version", "")
    return f"the room was started, version {version}" + (f": {new}" if new else "")


def _room_noted(body: Body) -> str:
    """Return the words for a note of the room itself; fresh randomness is no event."""
    what = str(body.get("what"))
    return "" if "reseeded" in what else what


def _audited(body: Body) -> str:
    """Return the words for an audit, with its numbers of rounds and faults."""
    found = int(body.get("findings", 0))
    return f"an audit of {body.get('rounds')} rounds found {n(found, 'fault')}"


TABLE, FAULT, RULING, METER = "table", "fault", "ruling", "meter"
MONEY, PEOPLE, ROOM = "money", "people", "room"
ABOUT = (TABLE, FAULT, RULING, METER, MONEY, PEOPLE, ROOM)
"""Subjects of significant events."""

SIGNIFICANT: dict[str, dict[str, EventFormat]] = {
    "table": {
        "opened": EventFormat(TABLE, _opened),
        "shut": _plain(TABLE, "closed", "why"),
        "paused": _plain(TABLE, "paused", "why"),
        "goes_on": _plain(TABLE, "resumed"),
        "faulted": _plain(FAULT, "stopped by an error of the program", "why"),
        "cleared": _plain(FAULT, "a fault was cleared", "why"),
        "voided": EventFormat(RULING, _voided),
        "noted": EventFormat(RULING, _noted),
        "carried": EventFormat(METER, _carried),
        "resumed": _plain(ROOM, "a round goes on with fresh time", "no"),
        "shoe_gone": _plain(FAULT, "a shoe was thrown away", "why"),
    },
    "cage": {
        "payout": EventFormat(MONEY, _cash("paid out")),
        "deposit": EventFormat(MONEY, _cash("taken in")),
        "adjusted": EventFormat(MONEY, _adjusted),
        "reversed": EventFormat(MONEY, _reversed),
        "shift_closed": EventFormat(MONEY, _counted),
        "day_closed": _plain(MONEY, "a gaming day was closed", "day"),
        "collected": EventFormat(MONEY, _moved("collected from")),
        "filled": EventFormat(MONEY, _moved("put on")),
        "credited": EventFormat(MONEY, _moved("taken from")),
    },
    "people": {
        "login_refused": EventFormat(PEOPLE, _refused_login),
        "opened": EventFormat(PEOPLE, _account),
        "locked": EventFormat(PEOPLE, _person("a card was locked")),
        "unlocked": EventFormat(PEOPLE, _person("a card was unlocked")),
        "pin_reset": EventFormat(PEOPLE, _person("a new PIN was set")),
        "new_card": EventFormat(PEOPLE, _person("a card was replaced")),
        "excluded": EventFormat(PEOPLE, _person("a player was excluded")),
        "readmitted": EventFormat(PEOPLE, _person("an exclusion was ended")),
        "role": EventFormat(PEOPLE, _person("another role was given")),
    },
    "floor": {
        "proposed": EventFormat(TABLE, _proposed),
        "confirmed": _plain(TABLE, "a proposal was confirmed by a second person", "proposal"),
        "withdrawn": _plain(TABLE, "a proposal was withdrawn", "proposal", "why"),
        "ruling_refused": EventFormat(RULING, _ruling_refused),
    },
    "room": {
        "started": EventFormat(ROOM, _started),
        "signing_key": _plain(ROOM, "the room signs with another key", "id", "public"),
        "restored": _plain(ROOM, "the books were restored from a backup", "backup"),
        "discarded": _plain(ROOM, "open shoes and rounds of the restored books were discarded"),
        "alarm": _plain(FAULT, "an alarm", "source", "words"),
        "noted": EventFormat(FAULT, _room_noted),
        "audited": EventFormat(ROOM, _audited),
        "backup": _plain(ROOM, "the books were backed up", "file"),
        "heads": _plain(ROOM, "signed heads of the logs were exported"),
        "tree_head": _plain(ROOM, "a tree head of the logs was published"),
        "exported": _plain(ROOM, "gaming data was exported", "table", "day"),
    },
}
"""Log -> kind of row -> its format; all tables share one entry."""
