"""The commands that print: games, rules, settle, replay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from houseway.cli.app import DIFFERENT, OK
from houseway.cli.terminal import console
from houseway.cli.terminal.stdio import is_unicode
from houseway.errors import BadFile, Halted, HousewayError, Refused
from houseway.records import files
from houseway.records.compat import other_rules
from houseway.records.record import Record
from houseway.rulebook import find
from houseway.rulebook import games as all_games


def print_json(value: Any) -> None:
    """A value as indented JSON; letters that the output cannot write are escaped, not replaced."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    print(text if is_unicode() else json.dumps(json.loads(text), indent=2))


def games(as_json: bool) -> int:
    """Every game, one line each."""
    listed = [
        {
            "id": game.id,
            "name": game.name,
            "jurisdiction": game.jurisdiction,
            "section": game.section,
            "shape": game.shape,
            "owner": game.owner,
            "seats": [game.seats_min, game.seats_max],
            "wagers": [wager.name for wager in game.wagers],
            "wagers_words": [game.words().wager(wager.name) for wager in game.wagers],
        }
        for game in all_games().values()
    ]
    if as_json:
        print_json(listed)
    else:
        console.print_games(listed)
    return OK


def rules(game_id: str, posting: Mapping[str, str], as_json: bool, decisions: bool = False) -> int:
    """The rule sheet of a game as posted, or its decision words."""
    if decisions:
        from houseway.cli.render.decisions import print_decisions
        from houseway.sheets.decisions import decisions_of

        found = decisions_of(find(game_id)(posting))
        print_json(found) if as_json else print_decisions(found)
        return OK
    from houseway.cli.render.rules import print_rules
    from houseway.sheets.rule_sheet import rule_sheet

    sheet = rule_sheet(find(game_id)(posting))
    if as_json:
        print_json(sheet)
    else:
        print_rules(sheet)
    return OK


def located(error: Exception, file: str, where: str, record: Record) -> HousewayError:
    """The same refusal with the file it came from, and with what may be behind it."""
    others = other_rules(record) if record.game in all_games() else None
    since = f" [{others.sentence}]" if others else ""
    if isinstance(error, BadFile):
        return BadFile(file, error.where, error.why + since)
    place = f"{file}: {where}" if where else file
    if isinstance(error, Refused):
        return Refused(f"{place}: {error.what}{since}", error.clauses)
    return HousewayError(f"{place}: {error}{since}")


def replay(path: Path) -> int:
    """Compare a full record with what the rules give now."""
    records = files.load_file(path)
    if len(records) != 1 or not records[0].events:
        raise BadFile(str(path), "events", "there are none to compare; settle shows the result")
    try:
        result = files.replay(records[0])
    except Halted:
        raise
    except (HousewayError, ValueError) as error:
        raise located(error, str(path), "", records[0]) from None
    console.print_replayed(result, str(path))
    return DIFFERENT if result.difference else OK
