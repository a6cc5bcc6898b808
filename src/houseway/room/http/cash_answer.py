"""What the cage answers over the wire: a receipt, or that it waits for a second person."""

from __future__ import annotations

import msgspec

from houseway.room.cage.cash import Waiting
from houseway.room.cage.receipts import Receipt
from houseway.room.cage.shifts import Shift


class CashAnswer(msgspec.Struct, frozen=True):
    """What came of it: a receipt, with its text for a printer, or that it waits for a second."""

    receipt: Receipt | None = None
    text: str = ""
    waiting: Waiting | None = None


class OpenShift(msgspec.Struct, frozen=True):
    """One's open shift, if there is one."""

    shift: Shift | None
