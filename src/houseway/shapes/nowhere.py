"""Chips that cannot lie where somebody puts them: why not, and when and how that wager is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.english import n
from houseway.errors import Refused
from houseway.money import plain
from houseway.script import DEALER, label_of

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked

NONE = "there is no spot"


def why_no_spot(game: Banked, state: Any, name: str, spot: str) -> Refused | None:
    """Why there is no such spot at this moment, of one that the game knows."""
    words, said = game.words(), f"{NONE} {spot!r} here"
    for wager in game.wagers:
        labels = [label_of(wager.name, hand) for hand in range(game.hands_each)]
        if spot not in (*labels, label_of(wager.name, 0, DEALER)):
            continue
        called = words.wager(wager.name)
        if wager not in game.offered:
            return _not_offered(game, wager.paid_by, f"{said}: {called}")
        if spot not in labels:
            return None  # a tip: its own sentence says more
        if moment := game.placed_at(wager):
            how = f"{label_of(wager.name)}={plain(game.limits(wager)[0])}"
            return Refused(
                f"{said}: {called} is placed {words.phase(moment)}, by 'add {how}' when that is "
                "asked; a record may have it in bets",
                wager.clauses,
            )
        if name == "add":
            return Refused(f"{said}: {called} is placed before the deal, by 'bet'", wager.clauses)
    if spot in game.follows:
        follows = words.wager(game.follows[spot])
        return Refused(
            f"{said}: {words.wager(spot)} follows the {follows} during the round, by a decision of "
            f"its own (houseway rules {game.id} --decisions)",
            game.wager_named[game.follows[spot]].clauses,
        )
    return None


def _not_offered(game: Banked, table: str, said: str) -> Refused:
    """Of a wager that the house does not offer: as posted, or because no pay table fits."""
    if table in game.chosen:
        on_decks = game.pay_tables()[table].clause_on_decks
        return Refused(f"{said} has no pay table for {n(game.sets(), 'deck')}", (on_decks,))
    cited = game.declared()[table].clauses if table in game.declared() else ()
    return Refused(f"{said} is not offered at this table; the house posts {table} to offer it",
                   cited)  # fmt: skip
