"""A tournament at one table, played until one player has all the chips or all remaining agree.

Entries and prizes are money; chips are a separate unit. Time is an input, like a card.
"""

from houseway.sit_and_go.agreement import BY_CHIPS, EQUAL, ICM, chances_of, shared
from houseway.sit_and_go.inputs import EntryPaid
from houseway.sit_and_go.plan import Level, Prizes, SitAndGoPlan, ordinary
from houseway.sit_and_go.results import Placed, sheet
from houseway.sit_and_go.tournament import SitAndGo, replay

__all__ = [
    "BY_CHIPS",
    "EQUAL",
    "ICM",
    "EntryPaid",
    "Level",
    "Placed",
    "Prizes",
    "SitAndGo",
    "SitAndGoPlan",
    "chances_of",
    "ordinary",
    "replay",
    "shared",
    "sheet",
]  # fmt: skip
