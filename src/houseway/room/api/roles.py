"""Callers and their rights: one table of commands with the roles that may give them.

Nothing else in the room decides it.  Duties are kept apart: a cashier does not correct accounts, an
auditor does not write the books, and an administrator who hires staff does not touch money.  The
room itself (``ROOM``) may do everything; there is no login for it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from houseway.room.errors import Denied
from houseway.util.english import a, one_of


class Caller(msgspec.Struct, frozen=True):
    """The sender of a command; the room itself is person 0."""

    person: int
    role: str
    name: str
    station: str = ""


ROOM = Caller(0, "room", "the room")
"""The sender of the room's own commands: deadlines, restarts, the first start."""


Role = Literal[
    "player", "dealer", "cashier", "supervisor", "floor", "auditor", "admin", "display", "bot"
]
PLAYER, DEALER, CASHIER, SUPERVISOR = "player", "dealer", "cashier", "supervisor"
FLOOR, AUDITOR, ADMIN, DISPLAY, BOT = "floor", "auditor", "admin", "display", "bot"

ROLES: dict[str, str] = {
    PLAYER: "a player",
    DEALER: "deals, announces, runs the clock",
    CASHIER: "opens accounts, takes and pays cash",
    SUPERVISOR: "the shift manager: corrects accounts, unlocks cards, is the second person",
    FLOOR: "opens and closes tables, seats players, rules",
    AUDITOR: "reads everything and changes nothing",
    ADMIN: "the staff, the room file, the backup",
    DISPLAY: "the community screen of a table",
    BOT: "a program that plays",
}
"""All roles there are."""
STAFF = (DEALER, CASHIER, SUPERVISOR, FLOOR, AUDITOR, ADMIN)
PLAYS = (PLAYER, BOT)
"""Roles that have an account with money; staff play with a player's card of their own."""

_EVERYBODY = tuple(ROLES)
_PEOPLE = (PLAYER, *STAFF)
_CAGE = (CASHIER, SUPERVISOR)
_TABLES = (FLOOR, SUPERVISOR)
_LOOKS = (CASHIER, SUPERVISOR, FLOOR, AUDITOR)


def called(role: str) -> str:
    """Return a role with its article, for sentences: ``a cashier``."""
    return a({FLOOR: "floor person"}.get(role, role or "stranger"))


class Permission(msgspec.Struct, frozen=True):
    """Something that can be asked of the room: in words after "may", and by which roles."""

    says: str
    roles: tuple[str, ...]


COMMANDS: dict[str, Permission] = {
    # everybody
    "login": Permission("log in", _EVERYBODY),
    "logout": Permission("log out", _EVERYBODY),
    "own_account": Permission("see their own account", _EVERYBODY),
    "change_pin": Permission("change their own PIN", _PEOPLE),
    # accounts
    "open_account": Permission("open an account", _CAGE),
    "see_people": Permission("see who has a card", (*_LOOKS, ADMIN)),
    "rename": Permission("correct a person's name", (CASHIER, SUPERVISOR, ADMIN)),
    "new_card": Permission("replace a card", (SUPERVISOR, ADMIN)),
    "unlock": Permission("unlock a card", (SUPERVISOR, ADMIN)),
    "lock": Permission("lock a card", (CASHIER, SUPERVISOR, FLOOR, ADMIN)),
    "reset_pin": Permission("reset a person's PIN", (SUPERVISOR, ADMIN)),
    "exclude": Permission("exclude a player or end an exclusion", _TABLES),
    # the cage
    "deposit": Permission("take cash in", _CAGE),
    "payout": Permission("pay cash out", _CAGE),
    "approve_payout": Permission("approve a payout", (SUPERVISOR, FLOOR)),
    "adjust": Permission("adjust an account", (SUPERVISOR,)),
    "approve_adjustment": Permission("approve an adjustment", (SUPERVISOR, FLOOR)),
    "statement": Permission("see a person's statement", (CASHIER, SUPERVISOR, AUDITOR)),
    "open_shift": Permission("open a shift", _CAGE),
    "count_shift": Permission("count a drawer", _CAGE),
    "close_shift": Permission("close a shift", _CAGE),
    "approve_shortage": Permission("approve that a shift closes short", (SUPERVISOR,)),
    "gaming_day": Permission("close a gaming day", (SUPERVISOR,)),
    "trial_balance": Permission("see the trial balance", (SUPERVISOR, AUDITOR)),
    # playing
    "register": Permission("register for a game", PLAYS),
    "sit": Permission("sit down", PLAYS),
    "leave": Permission("leave a table", PLAYS),
    "away": Permission("be away from a seat", PLAYS),
    "back": Permission("come back to a seat", PLAYS),
    "top_up": Permission("buy more chips", PLAYS),
    "ready": Permission("be ready for a round", PLAYS),
    "act": Permission("decide in a round", PLAYS),
    "hint": Permission("be given a hint", PLAYS),
    "watch": Permission("watch a table", (PLAYER, *STAFF, BOT)),
    "display": Permission("show a table on the community screen", (DISPLAY,)),
    # dealing and ruling
    "deal": Permission("deal", (DEALER,)),
    "rule_dealer": Permission("make a dealer's ruling", (DEALER, *_TABLES)),
    "rule_floor": Permission("make a ruling of the floor", _TABLES),
    "preview_ruling": Permission("look at where a ruling would move money", _TABLES),
    "void": Permission("void a round", _TABLES),
    # tables
    "open_table": Permission("open a table", _TABLES),
    "pause_table": Permission("pause a table", _TABLES),
    "resume_table": Permission("resume a table", _TABLES),
    "close_table": Permission("close a table", _TABLES),
    "post_table": Permission("post other rules at a table", _TABLES),
    "clear_fault": Permission("clear a fault", _TABLES),
    "seat_others": Permission("seat another person", _TABLES),
    "waiting_list": Permission("keep the waiting lists", _TABLES),
    "meters": Permission("see the meters and what went into them", (*_TABLES, AUDITOR)),
    "adjust_meter": Permission("change a meter", (SUPERVISOR,)),
    "approve_meter": Permission("approve a change of a meter", _TABLES),
    "collect_drop": Permission("collect the drop of a table", _TABLES),
    "fill": Permission("fill a table or take a credit from it", _TABLES),
    "approve_fill": Permission("give the money of a fill or take that of a credit", _CAGE),
    # looking back
    "drop_report": Permission("see what the tables have taken", (*_TABLES, AUDITOR)),
    "event_log": Permission("read the log of events", (*_TABLES, AUDITOR, ADMIN)),
    "recall_own": Permission("recall their own rounds", PLAYS),
    "recall_any": Permission("recall any round", (*_TABLES, AUDITOR)),
    "export": Permission("export the books", (AUDITOR,)),
    "audit": Permission("audit the books", (AUDITOR, ADMIN)),
    "heads": Permission("export signed heads of the books", (AUDITOR, ADMIN)),
    # the room
    "staff": Permission("hire staff and change their roles", (ADMIN,)),
    "approve_staff": Permission(
        "approve what is done to a member of the staff", (SUPERVISOR, FLOOR, ADMIN)
    ),
    "approvals": Permission("see what waits for a second person", (*_LOOKS, ADMIN)),
    "room_file": Permission("see and reload the room file", (ADMIN,)),
    "backup": Permission("back up the books", (ADMIN,)),
}
"""Every command of the room, and who may give it."""

TWO_PEOPLE: dict[str, tuple[str, str]] = {
    "payout": ("approve_payout", "a payout above the posted amount"),
    "adjust": ("approve_adjustment", "an adjustment above the posted amount"),
    "fill": ("approve_fill", "a fill or a credit above the posted amount"),
    "close_shift": ("approve_shortage", "a shift that closes short"),
    "void": ("void", "a void of more than the posted amount"),
    "rule_floor": ("rule_floor", "a ruling with a second person"),
    "post_table": ("post_table", "a change of what is posted"),
    "adjust_meter": ("approve_meter", "a change of a meter"),
    "staff": ("approve_staff", "hiring, or a change of a duty,"),
    "reset_pin": ("approve_staff", "a new PIN of the staff"),
    "new_card": ("approve_staff", "a new card of the staff"),
    "rename": ("approve_staff", "a new name of the staff"),
}
"""Commands that take two people: the right that the second person needs, and the words for it."""


def may(role: str, command: str) -> bool:
    """Return whether a role may give a command."""
    return role in COMMANDS[command].roles


def check(caller: Caller, command: str) -> None:
    """Raise Denied, with the permitted roles, unless this caller may give this command."""
    known = COMMANDS[command]
    if caller == ROOM or caller.role in known.roles:
        return
    raise Denied(
        f"only {one_of(called(role) for role in known.roles)} may {known.says}; "
        f"{caller.name or 'a caller without a login'} is {called(caller.role)} here",
        code="role",
    )


def check_any(caller: Caller, commands: str) -> None:
    """Raise Denied unless this caller may give one of these commands (``a or b``)."""
    *others, last = commands.split(" or ")
    if not any(may(caller.role, other) for other in others):
        check(caller, last)
