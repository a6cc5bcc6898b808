"""The equity of poker hands."""

from __future__ import annotations

from houseway.analysis.poker.equity import equity
from houseway.errors import Refused
from houseway.jobs import Tell
from houseway.odds_service.answers import Chances, HandChance
from houseway.odds_service.query import TableQuery

HANDS = range(2, 11)


def chances(
    query: TableQuery, hands: tuple[str, ...], board: str, dead: str, tell: Tell
) -> Chances:
    """Return the chances of hands in the usual notation."""
    if len(hands) not in HANDS:
        raise Refused(f"two to ten hands are held against each other, not {len(hands)}")
    tell("dealing")
    found = equity(query.game, hands, board, dead, posting=query.posting)
    return Chances(
        hands=tuple(
            HandChance(
                hand=hand,
                wins=float(each.win),
                ties=float(each.tie),
                share=float(each.share),
                exactly=str(each.share) if found.method == "exact" else "",
                error=each.error or None,
                parts={name: float(part) for name, part in each.parts.items()},
            )
            for hand, each in zip(found.hands, found.chances, strict=True)
        ),
        method=found.method,
        deals=int(found.deals),
        assumptions=found.assumes,
    )
