"""Rights of roles, cell by cell, against a table that was written by itself."""

from __future__ import annotations

import pytest

from houseway.room.api import roles
from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied

COLUMNS = [
    "player",
    "dealer",
    "cashier",
    "supervisor",
    "floor",
    "auditor",
    "admin",
    "display",
    "bot",
]

TABLE = """
                     P D C S F A M Y B
login                x x x x x x x x x
logout               x x x x x x x x x
own_account          x x x x x x x x x
change_pin           x x x x x x x . .
open_account         . . x x . . . . .
see_people           . . x x x x x . .
rename               . . x x . . x . .
new_card             . . . x . . x . .
unlock               . . . x . . x . .
lock                 . . x x x . x . .
reset_pin            . . . x . . x . .
exclude              . . . x x . . . .
deposit              . . x x . . . . .
payout               . . x x . . . . .
approve_payout       . . . x x . . . .
adjust               . . . x . . . . .
approve_adjustment   . . . x x . . . .
statement            . . x x . x . . .
open_shift           . . x x . . . . .
count_shift          . . x x . . . . .
close_shift          . . x x . . . . .
approve_shortage     . . . x . . . . .
gaming_day           . . . x . . . . .
trial_balance        . . . x . x . . .
register             x . . . . . . . x
sit                  x . . . . . . . x
leave                x . . . . . . . x
away                 x . . . . . . . x
back                 x . . . . . . . x
top_up               x . . . . . . . x
ready                x . . . . . . . x
act                  x . . . . . . . x
hint                 x . . . . . . . x
watch                x x x x x x x . x
display              . . . . . . . x .
deal                 . x . . . . . . .
rule_dealer          . x . x x . . . .
rule_floor           . . . x x . . . .
preview_ruling       . . . x x . . . .
void                 . . . x x . . . .
open_table           . . . x x . . . .
pause_table          . . . x x . . . .
resume_table         . . . x x . . . .
close_table          . . . x x . . . .
post_table           . . . x x . . . .
clear_fault          . . . x x . . . .
seat_others          . . . x x . . . .
waiting_list         . . . x x . . . .
meters               . . . x x x . . .
adjust_meter         . . . x . . . . .
approve_meter        . . . x x . . . .
collect_drop         . . . x x . . . .
fill                 . . . x x . . . .
approve_fill         . . x x . . . . .
drop_report          . . . x x x . . .
event_log            . . . x x x x . .
recall_own           x . . . . . . . x
recall_any           . . . x x x . . .
export               . . . . . x . . .
audit                . . . . . x x . .
heads                . . . . . x x . .
staff                . . . . . . x . .
approve_staff        . . . x x . x . .
approvals            . . x x x x x . .
room_file            . . . . . . x . .
backup               . . . . . . x . .
"""


def cells() -> list[tuple[str, str, bool]]:
    found = []
    for line in TABLE.strip().splitlines()[1:]:
        command, *marks = line.split()
        assert len(marks) == len(COLUMNS), line
        found += [(command, role, m == "x") for role, m in zip(COLUMNS, marks, strict=True)]
    return found


def test_every_cell_is_as_written() -> None:
    assert list(roles.ROLES) == COLUMNS
    asked = cells()
    assert {command for command, _, _ in asked} == set(roles.COMMANDS)
    for command, role, allowed in asked:
        caller = Caller(7, role, "Ann")
        assert roles.may(role, command) is allowed, (command, role)
        if allowed:
            roles.check(caller, command)
        else:
            with pytest.raises(Denied) as refused:
                roles.check(caller, command)
            assert refused.value.code == "role"
            assert roles.COMMANDS[command].says in refused.value.what


def test_a_role_no_one_has_may_do_nothing() -> None:
    for role in ("", "manager", "Admin", "room"):
        for command in roles.COMMANDS:
            with pytest.raises(Denied):
                roles.check(Caller(7, role, "Ann"), command)


def test_the_room_itself_may_do_everything() -> None:
    for command in roles.COMMANDS:
        roles.check(ROOM, command)


def test_a_refusal_says_who_may() -> None:
    with pytest.raises(Denied) as refused:
        roles.check(Caller(7, "player", "Ann"), "payout")
    assert refused.value.what == (
        "only a cashier or a supervisor may pay cash out; Ann is a player here"
    )


def test_what_takes_two_people_has_its_rights() -> None:
    assert set(roles.TWO_PEOPLE) == {
        "payout", "adjust", "fill", "close_shift", "void", "rule_floor", "post_table",
        "adjust_meter", "staff", "reset_pin", "new_card", "rename",
    }  # fmt: skip
    for command, (right, words) in roles.TWO_PEOPLE.items():
        assert {command, right} <= set(roles.COMMANDS) and words
        assert any(roles.may(role, right) for role in roles.STAFF)
        assert not roles.may("auditor", right) and not roles.may("player", right)


def test_duties_are_apart() -> None:
    """Hiring gives no access to money; reading everything gives no right to write."""
    money = {
        "deposit", "payout", "adjust", "approve_payout", "approve_adjustment", "collect_drop",
        "fill", "approve_fill", "approve_shortage", "void", "approve_meter",
    }  # fmt: skip
    for command in money:
        assert not roles.may("admin", command)
        assert not roles.may("auditor", command)
    reads = {"login", "logout", "own_account", "change_pin", "watch"} | {
        "see_people", "statement", "trial_balance", "meters", "event_log", "recall_any",
        "drop_report", "export", "audit", "heads", "approvals",
    }  # fmt: skip
    assert {c for c in roles.COMMANDS if roles.may("auditor", c)} == reads
