"""``houseway rules``: the rule sheet of a game as posted, or its decision words."""

from __future__ import annotations

from houseway.cli.options import Flag, GameId, Json, Posting, read_pairs
from houseway.cli.render.rules import print_decisions, print_rules
from houseway.cli.terminal.output import OK, print_json
from houseway.rulebook import find
from houseway.sheets.decisions import decisions_of
from houseway.sheets.rule_sheet import rule_sheet


def rules(
    game: GameId,
    /,
    *,
    decisions: Flag = False,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Show the rules of a game in our words, clause by clause, with everything posted.

    Parameters
    ----------
    decisions
        Show the decision words and rulings, as they are written in a record and at the table.
    """
    posted = find(game)(read_pairs(posting))
    if decisions:
        found = decisions_of(posted)
        print_json(found) if json else print_decisions(found)
    else:
        sheet = rule_sheet(posted)
        print_json(sheet) if json else print_rules(sheet)
    return OK
