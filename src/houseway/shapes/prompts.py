"""What people are told of the questions of a banked table: the bank, wagers, what is added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from houseway.prompts import Moment, Prompts

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked


class BankedPrompts(Prompts):
    """The questions before the deal are the same whatever is played."""

    game: Banked
    usual: ClassVar[Mapping[str, tuple[str, str, str]]] = {
        "bank": ("Least", "Half", "All"),
        "join_bank": ("", "Half", "All"),
        "insure": ("", "Half", "Most"),
        "double": ("", "Half", "Most"),
    }

    def of_shape(self) -> tuple[Moment, ...]:
        names = self.game.actions()
        joins = ("join_bank",) if "join_bank" in names else ()
        late = (("add", "no_bet"),) if "add" in names else ()
        offered = (("bank", "refuse"),) if "bank" in names else ()
        return (*offered, ("bet", *joins, "sit_out"), *late)
