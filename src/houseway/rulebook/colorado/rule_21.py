"""The shared data of the games of Colorado Rule 21.

A game of that rule declares ``predominant = combination()``, ``signs = (accounts,)`` and ``inherits
= STANDARD``. With a sentence of its own section it declares ``standard(...)`` instead.
"""

from __future__ import annotations

from collections.abc import Mapping

from houseway.cite import procedure
from houseway.game.base import Game
from houseway.game.posting import posted
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack

STANDARD: Mapping[str, type[Game]] = {"CO-2102": StandardBlackjack}
"""The standard rules of blackjack, which govern where a section is silent."""


def standard(*clauses: str) -> Mapping[str, type[Game]]:
    """Return the clauses that apply standard blackjack, with the section's own ones first."""
    return dict.fromkeys((*clauses, *STANDARD), StandardBlackjack)


def combination() -> str:
    """A game that combines blackjack and poker, its section silent on which prevails."""
    return posted(
        "blackjack", "poker", cite=("CO-2103-0", "CO-2103-1", "CO-2103-2"),
        says="what the Division holds the game predominantly to be",
    )  # fmt: skip


@procedure("CO-2103-1", "CO-2103-2")
def accounts(game: Game) -> tuple[str, str]:
    """Return the rule by which the drop, count and chips of a game are accounted for."""
    rule_ = "Rule 9" if game.predominant == "blackjack" else "Rule 11"
    return "accounts", f"{game.predominant}, {rule_}"
