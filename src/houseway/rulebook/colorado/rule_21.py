"""What every game of Colorado Rule 21 carries: what it predominantly is, and its accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from houseway.cite import procedure
from houseway.game import Game
from houseway.posting import posted
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack


class Rule21(Game):
    """A game that combines blackjack and poker, its section silent on which prevails."""

    inherits: ClassVar[Mapping[str, type[Game]]] = {"CO-2102": StandardBlackjack}

    predominant = posted(
        "blackjack", "poker", cite=("CO-2103-0", "CO-2103-1", "CO-2103-2"),
        says="what the Division holds the game predominantly to be",
    )  # fmt: skip

    @procedure("CO-2103-1", "CO-2103-2")
    def sign(self) -> tuple[tuple[str, str], ...]:
        """With the posting: under which rule its drop, count and chips are accounted for."""
        rule_ = "Rule 9" if self.predominant == "blackjack" else "Rule 11"
        return (*super().sign(), ("accounts", f"{self.predominant}, {rule_}"))
