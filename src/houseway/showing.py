"""What a game shows: what viewers see of a state, and what they are told of it and asked."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.prompts import Prompts
from houseway.telling import Telling
from houseway.views import OwnPile, Pile, View, own_piles


class Shown:
    """The part of a game by which it is shown; none of it decides anything."""

    prompts_by: ClassVar[type[Prompts]] = Prompts
    telling_by: ClassVar[type[Telling]] = Telling

    @functools.cached_property
    def prompts(self) -> Prompts:
        """What people are told of its questions."""
        return self.prompts_by(self)  # type: ignore[arg-type]

    @functools.cached_property
    def telling(self) -> Telling:
        """What people are told of its rounds."""
        return self.telling_by(self)  # type: ignore[arg-type]

    def view(self, state: Any, viewer: int) -> View:
        """What this viewer may see, without the prompt."""
        raise NotImplementedError

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """The piles that this seat sees otherwise than an onlooker, whose piles are given."""
        return own_piles(self.view(state, viewer).piles, public)
