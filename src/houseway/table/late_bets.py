"""Wagers that a record has in ``bets`` though they are placed during the round."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.errors import Refused
from houseway.game import Game
from houseway.money import dollars
from houseway.script import Act, Asking, Place
from houseway.shapes.banked import Banked


class LateBets:
    """The wagers of ``bets`` that are placed later, until their question comes."""

    def __init__(self, game: Game, bets: Mapping[str, int | str]) -> None:
        late = set()
        if isinstance(game, Banked):
            for choices in game.bets.late.values():
                late |= {s.name for c in choices if isinstance(c, Place) for s in c.spots}
        self.spots = {spot: _cents(spot, bets[spot]) for spot in bets if spot in late}

    def due(self, question: Asking) -> Act | None:
        """The decision that places them, if the seat is asked for it now."""
        for seat in question.seats():
            for choice in question.choices_of(seat):
                if not isinstance(choice, Place):
                    continue
                now = [spot.name for spot in choice.spots if spot.name in self.spots]
                if now:
                    places = tuple((name, self.spots.pop(name)) for name in now)
                    return Act(seat, choice.name, places=places)
        return None

    def never(self, game: Game) -> Refused | None:
        """The sentence for a wager for which the round came to no moment."""
        for spot in self.spots:
            assert isinstance(game, Banked), "other games have no wagers that are placed later"
            wager = game.wager_named[game.bets.spots[spot].wager]
            called, when = game.words().wager(spot), game.words().phase(game.placed_at(wager))
            return Refused(
                f"bets.{spot}: {called} is placed {when}, and the round came to no such moment",
                wager.clauses,
            )
        return None


def _cents(spot: str, amount: int | str) -> int:
    try:
        return dollars(amount)
    except ValueError as error:
        raise Refused(f"bets.{spot}: {error}") from None
