"""The texts of Pai Jack: a hand is announced when it could be set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.families.set_hands.presenter import SetHandsPresenter
from houseway.game.face.presenter import Moment

if TYPE_CHECKING:
    from houseway.rulebook.colorado.pai_jack.game import PaiJack


class PaiJackPresenter(SetHandsPresenter):
    """A hand is announced when it could be set."""

    game: PaiJack

    def of_shape(self) -> tuple[Moment, ...]:
        *others, setting = super().of_shape()
        announced = ("turn_over",) if self.game.naturals_found == "by the player" else ()
        return (*others, (*setting, *announced))
