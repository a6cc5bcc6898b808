"""Mathematics: exact enumeration and simulation over the same rules that settle play.

``houseway.odds`` is this package, and can be asked for odds: ``houseway.odds("blackjack")``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.odds.report import Report


class _Odds(ModuleType):
    """The package as a function, since both have the one name that people look for."""

    def __call__(self, *args: Any, **named: Any) -> Report:
        """What each wager of a game returns: see ``houseway.library.odds``."""
        from houseway.library import odds

        return odds(*args, **named)


sys.modules[__name__].__class__ = _Odds
