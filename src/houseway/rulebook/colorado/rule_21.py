"""What the games of Colorado Rule 21 have in common, as data.

A game of that rule says ``predominant = combination()``, ``signs = (accounts,)`` and
``inherits = STANDARD``, or ``standard(...)`` by a sentence of its own section too.
"""

from __future__ import annotations

from collections.abc import Mapping

from houseway.cite import procedure
from houseway.game.base import Game
from houseway.game.posting import posted
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack

STANDARD: Mapping[str, type[Game]] = {"CO-2102": StandardBlackjack}
"""Where a section is silent the standard rules of blackjack govern."""


def standard(*clauses: str) -> Mapping[str, type[Game]]:
    """The same by sentences of the section itself, which come first."""
    return dict.fromkeys((*clauses, *STANDARD), StandardBlackjack)


def combination() -> str:
    """A game that combines blackjack and poker, its section silent on which prevails."""
    return posted(
        "blackjack", "poker", cite=("CO-2103-0", "CO-2103-1", "CO-2103-2"),
        says="what the Division holds the game predominantly to be",
    )  # fmt: skip


@procedure("CO-2103-1", "CO-2103-2")
def accounts(game: Game) -> tuple[str, str]:
    """Under which rule the drop, count and chips of a game are accounted for."""
    rule_ = "Rule 9" if game.predominant == "blackjack" else "Rule 11"
    return "accounts", f"{game.predominant}, {rule_}"
