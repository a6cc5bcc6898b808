"""The wire, the rows of the log and the rights of roles are what they were: HOUSEWAY_GOLDEN=1.

Prose is left out: summaries and descriptions may become better.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec

from houseway.room import demo, opening, room
from houseway.room.api import messages, roles
from houseway.room.api.audit_types import BackupMade
from houseway.room.approvals import proposals
from houseway.room.audit import audit, event_log, heads, self_check
from houseway.room.cage import log as cage_log
from houseway.room.export import export
from houseway.room.floor import rulings, seats
from houseway.room.http.openapi import document
from houseway.room.http.site import ENDPOINTS
from houseway.room.lobby import waiting_list
from houseway.room.people import accounts, sessions, staff_matters
from houseway.room.store import backup
from houseway.room.tables import log

KEPT = Path(__file__).parents[2] / "kept_books" / "wire.json"
CAGE = (
    "Cash", "Adjusted", "Reversed", "Requested", "Withdrawn", "ShiftOpened", "ShiftCounted",
    "ShiftClosed", "Moved", "DayClosed", "RequestedElsewhere", "ShiftClosedShort", "MovedByTwo",
)  # fmt: skip
ROWS: dict[str, type] = {
    **{f"cage {name}": getattr(cage_log, name) for name in CAGE},
    "people opened": accounts.OpenedAccount,
    "people changed": accounts.PersonChanged, "people opened by two": accounts.OpenedByTwo,
    "people changed by two": accounts.PersonChangedByTwo,
    "people changed at machine": accounts.PersonChangedAtMachine,
    "people asked": staff_matters.Asked,
    "people taken_back": staff_matters.TakenBack, "people logged_in": sessions.LoggedIn,
    "people login_refused": sessions.LoginRefused, "people logged_out": sessions.LoggedOut,
    "floor proposed": proposals.Proposed, "floor confirmed": proposals.Settled,
    "floor move_asked": seats.MoveAsked, "floor move_ended": seats.MoveEnded,
    "floor ruling_refused": rulings.RulingRefused, "room started": opening.Started,
    "room furnished": demo.Furnished, "room audited": audit.Audited,
    "room heads": heads.HeadsGiven, "room noted": room.RoomNote,
    "room discarded": backup.Discarded, "room restored": backup.Restored,
    "room checked": self_check.Checked, "room alarm": event_log.Alarm,
    "room exported": export.Exported, "room backup": BackupMade,
}  # fmt: skip
"""Bodies of rows outside the logs of tables and the lobby."""
PROSE = ("description", "summary", "title")


def without_prose(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_prose(v) for k, v in value.items() if k not in PROSE or _is_name(v)}
    return [without_prose(item) for item in value] if isinstance(value, list) else value


def _is_name(value: Any) -> bool:
    """A property that happens to be called title has a schema, not text."""
    return not isinstance(value, str)


def digest(value: Any, components: dict[str, Any]) -> str:
    text = msgspec.json.encode(
        without_prose(written_out(value, components, ())), order="deterministic"
    )
    return sha256(text).hexdigest()[:16]


def written_out(value: Any, components: dict[str, Any], inside: tuple[str, ...]) -> Any:
    """A schema with the schemas that it refers to in their places, so that no name counts."""
    if isinstance(value, list):
        return [written_out(item, components, inside) for item in value]
    if not isinstance(value, dict):
        return value
    if isinstance(ref := value.get("$ref"), str):
        _, kind, name = ref.rsplit("/", 2)
        if name in inside:
            return ["again", inside.index(name)]
        return written_out(components[kind][name], components, (*inside, name))
    return {
        key: sorted(item["mapping"])
        if key == "discriminator"
        else written_out(item, components, inside)
        for key, item in value.items()
    }


def shape(kind: type) -> str:
    """A digest of the fields of a struct, and of all in them, without names of classes."""
    text = repr(msgspec.inspect.type_info(kind))
    text = re.sub(r"extra_json_schema=\{[^}]*\}", "", text)
    text = re.sub(r"\bname='[^']*', (?=encode_name)", "", text)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    text = re.sub(r"<(class|function|built-in)[^>]*>", "", text)
    return sha256(text.encode()).hexdigest()[:16]


def rows() -> dict[str, type]:
    """Every struct that is the body of a row, in any stream."""
    found: dict[str, type] = {log.kind_of(kind): kind for kind in get_args(log.Body)}
    found |= {f"lobby {kind.__struct_config__.tag}": kind for kind in get_args(waiting_list.Fact)}
    return found | ROWS


def wire() -> dict[str, Any]:
    page = document(ENDPOINTS, "0")
    endpoints = {
        f"{e.method} {e.path}": [
            e.command, e.rate, e.name, e.tag,
            digest(page["paths"][e.path][e.method.lower()], page["components"]),
        ]
        for e in ENDPOINTS
    }  # fmt: skip
    sent = {kind.__name__: kind for kind in (*messages.INCOMING, *messages.OUTGOING)}
    return {
        "endpoints": endpoints,
        "socket": {name: shape(kind) for name, kind in sent.items()},
        "rows": {name: shape(kind) for name, kind in rows().items()},
        "roles": {name: list(known.roles) for name, known in roles.COMMANDS.items()},
        "two people": roles.TWO_PEOPLE,
    }


def test_the_wire_the_rows_and_the_rights_are_what_they_were() -> None:
    found = msgspec.json.decode(msgspec.json.encode(wire(), order="sorted"))
    if os.environ.get("HOUSEWAY_GOLDEN"):
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    kept = msgspec.json.decode(KEPT.read_bytes())
    for part, expected in kept.items():
        assert found[part] == expected, part
    assert len(found["endpoints"]) > 110
    assert len(found["rows"]) > 40
