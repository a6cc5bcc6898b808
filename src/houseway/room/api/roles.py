"""Roles, permissions, and the caller of a command."""

from __future__ import annotations

from typing import Literal

import msgspec

from houseway.room.errors import Denied
from houseway.util.english import a, one_of

# -- caller -----------------------------------------------------------------------------------
# Who asks for something: a person at a station, in a role.


class Caller(msgspec.Struct, frozen=True):
    """Whose command it is; the room itself is person 0."""

    person: int
    role: str
    name: str
    station: str = ""


ROOM = Caller(0, "room", "the room")
"""What the room does by itself: time that is up, a restart, the first start."""


# -- roles ------------------------------------------------------------------------------------
# Who may do what: one table of commands and the roles that may give them.
#
# Nothing else in the room decides it. Duties are kept apart: who handles cash does not correct
# accounts, who watches the books does not write them, and who hires staff does not touch money.
# The room itself (``caller.ROOM``) may do everything; nobody can log in as the room.

Role = Literal[
    "player", "dealer", "cashier", "supervisor", "floor", "auditor", "admin", "display", "bot"
]
PLAYER, DEALER, CASHIER, SUPERVISOR = "player", "dealer", "cashier", "supervisor"
FLOOR, AUDITOR, ADMIN, DISPLAY, BOT = "floor", "auditor", "admin", "display", "bot"

ROLES: dict[str, str] = {
    PLAYER: "somebody who plays",
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
"""Who has an account with money in it; staff plays with a card of their own, as a player."""

_EVERYBODY = tuple(ROLES)
_PEOPLE = (PLAYER, *STAFF)
_CAGE = (CASHIER, SUPERVISOR)
_TABLES = (FLOOR, SUPERVISOR)
_LOOKS = (CASHIER, SUPERVISOR, FLOOR, AUDITOR)


def called(role: str) -> str:
    """A role with its article, as people speak of who has it."""
    return a({FLOOR: "floor person"}.get(role, role or "stranger"))


class Command(msgspec.Struct, frozen=True):
    """Something that can be asked of the room: in words after "may", and by which roles."""

    says: str
    roles: tuple[str, ...]


COMMANDS: dict[str, Command] = {
    # everybody
    "login": Command("log in", _EVERYBODY),
    "logout": Command("log out", _EVERYBODY),
    "own_account": Command("see their own account", _EVERYBODY),
    "change_pin": Command("change their own PIN", _PEOPLE),
    # accounts
    "open_account": Command("open an account", _CAGE),
    "see_people": Command("see who has a card", (*_LOOKS, ADMIN)),
    "rename": Command("correct somebody's name", (CASHIER, SUPERVISOR, ADMIN)),
    "new_card": Command("replace a card", (SUPERVISOR, ADMIN)),
    "unlock": Command("unlock a card", (SUPERVISOR, ADMIN)),
    "lock": Command("lock a card", (CASHIER, SUPERVISOR, FLOOR, ADMIN)),
    "reset_pin": Command("have a new PIN set for somebody", (SUPERVISOR, ADMIN)),
    "exclude": Command("exclude a player or end an exclusion", _TABLES),
    # the cage
    "deposit": Command("take cash in", _CAGE),
    "payout": Command("pay cash out", _CAGE),
    "approve_payout": Command("approve a payout", (SUPERVISOR, FLOOR)),
    "adjust": Command("adjust an account", (SUPERVISOR,)),
    "approve_adjustment": Command("approve an adjustment", (SUPERVISOR, FLOOR)),
    "statement": Command("see somebody's statement", (CASHIER, SUPERVISOR, AUDITOR)),
    "open_shift": Command("open a shift", _CAGE),
    "count_shift": Command("count a drawer", _CAGE),
    "close_shift": Command("close a shift", _CAGE),
    "gaming_day": Command("close a gaming day", (SUPERVISOR,)),
    "trial_balance": Command("see the trial balance", (SUPERVISOR, AUDITOR)),
    # playing
    "register": Command("register for a game", PLAYS),
    "sit": Command("sit down", PLAYS),
    "leave": Command("leave a table", PLAYS),
    "away": Command("be away from a seat", PLAYS),
    "back": Command("come back to a seat", PLAYS),
    "top_up": Command("buy more chips", PLAYS),
    "ready": Command("be ready for a round", PLAYS),
    "act": Command("decide in a round", PLAYS),
    "hint": Command("be given a hint", PLAYS),
    "watch": Command("watch a table", (PLAYER, *STAFF, BOT)),
    "display": Command("show a table on the community screen", (DISPLAY,)),
    # dealing and ruling
    "deal": Command("deal", (DEALER,)),
    "rule_dealer": Command("make a dealer's ruling", (DEALER, *_TABLES)),
    "rule_floor": Command("make a ruling of the floor", _TABLES),
    "preview_ruling": Command("look at where a ruling would move money", _TABLES),
    "void": Command("void a round", _TABLES),
    # tables
    "open_table": Command("open a table", _TABLES),
    "pause_table": Command("pause a table", _TABLES),
    "resume_table": Command("resume a table", _TABLES),
    "close_table": Command("close a table", _TABLES),
    "post_table": Command("post other rules at a table", _TABLES),
    "clear_fault": Command("clear a fault", _TABLES),
    "seat_others": Command("seat somebody else", _TABLES),
    "waiting_list": Command("keep the waiting lists", _TABLES),
    "meters": Command("see the meters and what went into them", (*_TABLES, AUDITOR)),
    "adjust_meter": Command("change a meter", (SUPERVISOR,)),
    "approve_meter": Command("approve a change of a meter", _TABLES),
    "collect_drop": Command("collect the drop of a table or fill it", _TABLES),
    # looking back
    "drop_report": Command("see what the tables have taken", (*_TABLES, AUDITOR)),
    "event_log": Command("read the log of events", (*_TABLES, AUDITOR, ADMIN)),
    "recall_own": Command("recall their own rounds", PLAYS),
    "recall_any": Command("recall any round", (*_TABLES, AUDITOR)),
    "export": Command("export the books", (AUDITOR,)),
    "audit": Command("audit the books", (AUDITOR, ADMIN)),
    "heads": Command("export signed heads of the books", (AUDITOR, ADMIN)),
    # the room
    "staff": Command("hire staff and change their roles", (ADMIN,)),
    "room_file": Command("see and reload the room file", (ADMIN,)),
    "backup": Command("back up the books", (ADMIN,)),
}
"""Every command of the room, and who may give it."""

TWO_PEOPLE: dict[str, tuple[str, str]] = {
    "payout": ("approve_payout", "a payout above the posted amount"),
    "adjust": ("approve_adjustment", "an adjustment above the posted amount"),
    "post_table": ("post_table", "a change of what is posted"),
    "adjust_meter": ("approve_meter", "a change of a meter"),
}
"""What takes two people: the command that the second needs the right to give, and what it is."""


def may(role: str, command: str) -> bool:
    """Whether this role may give this command."""
    return role in COMMANDS[command].roles


def check(caller: Caller, command: str) -> None:
    """Denied, in a sentence that says who may, unless this caller may give this command."""
    known = COMMANDS[command]
    if caller == ROOM or caller.role in known.roles:
        return
    raise Denied(
        f"only {one_of(called(role) for role in known.roles)} may {known.says}; "
        f"{caller.name or 'nobody'} is {called(caller.role)} here",
        code="role",
    )


def check_second_person(first: int, second: Caller, command: str) -> None:
    """Denied unless this caller may be the second person to what somebody else has asked for."""
    right, what = TWO_PEOPLE[command]
    check(second, right)
    if first == second.person:
        raise Denied(f"{what} takes two people: another one has to approve it", code="role")
