"""A tournament at one table, played until one has all the chips or all who are left agree.

Entries and prizes are money; chips are counted for themselves.  Time is an input, like a card.
"""

from houseway.sit_and_go.agreement import BY_CHIPS, EQUAL, ICM, chances_of, shared
from houseway.sit_and_go.inputs import Entry
from houseway.sit_and_go.plan import Level, Plan, Prizes, ordinary
from houseway.sit_and_go.results import Placed, sheet
from houseway.sit_and_go.tournament import SitAndGo, replay

__all__ = [
    "BY_CHIPS", "EQUAL", "ICM", "Entry", "Level", "Placed", "Plan", "Prizes", "SitAndGo",
    "chances_of", "ordinary", "replay", "shared", "sheet",
]  # fmt: skip
