"""Bets in other players' circles: offers and refusals. The facts of a game are in ``game.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from houseway.engine.questions import PLAYER, Place, Spot, label_of
from houseway.errors import Reason, Refused
from houseway.families.banked.refunds import return_wager
from houseway.money import format_dollars
from houseway.util.english import all_of

if TYPE_CHECKING:
    from houseway.engine.questions import Choice
    from houseway.families.banked.game import Banked
    from houseway.families.banked.settlement import HandKey
    from houseway.families.banked.state import BankedState
    from houseway.game.base import RoundContext


# A bettor in another circle may also bet in their own. Each stake has its own bettor, limits and
# fee. A circle whose player makes no wager is treated like an empty one: its first bettor decides
# in it. The player-dealer's circle takes no bets.

MANY = 1_024
NO_PLAYER = "its player makes no wager"
Lying = dict[tuple[str, str], int]
"""(wager, for whom) -> what one bettor has there, of one hand."""


class OtherCircles:
    """The spots of other circles at one table, and to whom they are open."""

    def __init__(self, game: Banked, own: Mapping[str, tuple[Choice, ...]]) -> None:
        self.game, self.own = game, own
        known = {wager.name for wager in game.wagers}
        for name in (*game.backline, *game.stacked):
            if name not in known:
                raise Refused(
                    "backline-of-no-wager",
                    f"{name} is bet behind others, and {game.name} has no such wager",
                )
        self.base = [wager.name for wager in game.offered if game.requires(wager)]
        self.alone = game.lone_backline or game.empty_circles
        """Whether bets stand in the circle of a player who makes none."""
        self.bounded = bool(game.circles_each or game.stacked)
        """Whether only so many may bet in a circle, or so much together."""
        self.spots: dict[str, Spot] = {}
        for circle in range(1, game.seats_max + 1):
            for choices in own.values():
                found = self._at(circle, choices, sits=not game.empty_circles)
                self.spots |= {spot.name: spot for spot in found}
        self._known: dict[tuple[int, ...], dict[int, tuple[Choice, ...]]] = {}

    def _at(self, circle: int, choices: Sequence[Choice], sits: bool) -> list[Spot]:
        """Return the spots of a circle of another seat; ``sits``: the seat has a player."""
        place = choices[0]
        assert isinstance(place, Place)
        return [
            self._spot(spot, circle, sits)
            for spot in place.spots
            if spot.whom == PLAYER
            and not spot.hand
            and (not sits or spot.wager in self.game.backline)
        ]

    def _spot(self, spot: Spot, circle: int, sits: bool) -> Spot:
        """Return a spot as it is in another circle, where it needs that circle's wagers."""
        names = spot.beside
        if not names and spot.wager not in self.base:
            names = tuple(n for n in self.base if not sits or n in self.game.backline)
        beside = tuple(label_of(name, circle=circle) for name in names)
        where = f"behind seat {circle}" if sits else f"in circle {circle}"
        return Spot(
            label_of(spot.wager, circle=circle), spot.least, most=spot.most, step=spot.step,
            required=False, words=f"{spot.words}, {where}", clauses=spot.clauses, beside=beside,
            equals=label_of(spot.equals, circle=circle) if spot.equals else "", wager=spot.wager,
            hand=0, whom=PLAYER, circle=circle,
        )  # fmt: skip

    def offered(self, s: BankedState) -> dict[int, tuple[Choice, ...]]:
        """Seat -> its own spots, then those of every other circle that may be bet.

        They are made once for the same people and the same bank.
        """
        key = (s.bank.seat if s.bank is not None else 0, *s.seats)
        found = self._known.get(key)
        if found is None:
            open_ = [(circle, circle in s.seats) for circle in self.circles() if circle != key[0]]
            found = {
                seat: self._with("", [at for at in open_ if at[0] != seat]) for seat in s.seats
            }
            if len(self._known) < MANY:
                self._known[key] = found
        return found

    def circles(self) -> range:
        """The circles of the table."""
        return range(1, self.game.seats_max + 1)

    def later_choices(self, s: BankedState, seat: int, moment: str) -> tuple[Choice, ...]:
        """Return the spots that a seat may add to during the round: in circles where it has
        chips.
        """
        mine = {place[0] for place, who, _ in s.iter_stakes() if who[0] == seat}
        others = [(circle, s.holder(circle) != seat) for circle in sorted(mine - {seat})]
        return self._with(moment, others, seat in mine)

    def _with(
        self, moment: str, circles: Sequence[tuple[int, bool]], own: bool = True
    ) -> tuple[Choice, ...]:
        """The choice to place chips, with the spots of these circles too; no spot, no choice."""
        place, *rest = choices = self.own[moment]
        assert isinstance(place, Place)
        more = [
            spot
            for circle, sits in circles
            if sits or self.game.empty_circles
            for spot in self._at(circle, choices, sits)
        ]
        spots = (*(place.spots if own else ()), *more)
        return (Place(place.name, spots, place.words, place.tip_clauses), *rest) if spots else ()

    def refuses(
        self, s: BankedState, seat: int, boxes: Mapping[HandKey, Mapping[tuple[str, str], int]]
    ) -> Reason | None:
        """Explain why these chips do not go into these circles, the seat's own among them; None:
        they do.
        """
        for (circle, _), placed in boxes.items():
            refused = None
            if self.bounded:
                refused = self._full(s, seat, circle) or self._too_high(s, circle, placed)
            if circle != seat and refused is None:
                refused = self._no_base(s, seat, circle, placed)
            if refused is not None:
                return refused
        return None

    def _full(self, s: BankedState, seat: int, circle: int) -> Reason | None:
        """Explain that a seat has all its bettors; one place is kept for its player until the
        player answers.
        """
        most, line = self.game.circles_each, s.lines.get(circle, ())
        if not most or seat in line:
            return None
        kept = seat != circle and circle in s.waiting
        if len(line) + kept < most:
            return None
        return Reason(
            "circle-full",
            f"seat {circle} has {most} betting circles, and they are taken",
            self.cited("circles_each"),
        )

    def _too_high(
        self, s: BankedState, circle: int, placed: Mapping[tuple[str, str], int]
    ) -> Reason | None:
        """Explain that all chips of one stack together are above the limit; None: they are not."""
        for (spot, _), cents in placed.items():
            if spot not in self.game.stacked:
                continue
            most = self.game.limits(self.game.wager_named[spot])[1]
            lies = sum(s.stakes.get((circle, spot, 0), {}).values())
            if lies + cents > most:
                return Reason(
                    "stack-above-most",
                    f"{self.game.words().named(spot)} in circle {circle} takes "
                    f"{format_dollars(most)} from "
                    f"all together, and {format_dollars(lies)} lies there",
                    self.cited("stacked"),
                )
        return None

    def _no_base(
        self, s: BankedState, seat: int, circle: int, placed: Mapping[tuple[str, str], int]
    ) -> Reason | None:
        """Behind another only what may be bet so; and no side bet without its base wager there."""
        game, said = self.game, self.game.words()
        behind = s.holder(circle) != seat and (circle in s.seats or circle in s.lines)
        for spot, _ in placed:
            if behind and spot not in game.backline:
                return Reason(
                    "not-bet-behind",
                    f"{said.spot(spot, circle=circle)}, is not bet behind another; behind others "
                    f"{all_of(map(said.named, game.backline)) or 'nothing'} may be",
                    self.cited("backline"),
                )
        for base in self.base:
            if behind and base not in game.backline:
                continue
            lies = s.stakes.get((circle, base, 0), {}).get((seat, PLAYER))
            if (base, PLAYER) not in placed and not lies:
                return Reason(
                    "circle-needs-base",
                    f"circle {circle} needs {said.a_wager(base)} too",
                    game.wager_named[base].clauses,
                )
        return None

    def cited(self, key: str) -> tuple[str, ...]:
        """Return the clauses of a fact of the game."""
        declared = self.game.declared().get(key)
        return declared.clauses if declared is not None else ()

    def send_back(self, r: RoundContext[BankedState]) -> None:
        """Give back chips behind a player who makes no wager, unless they may stand alone."""
        s = r.state
        if self.alone:
            return
        for circle, line in s.lines.items():
            if circle not in line:
                for place, who, _ in tuple(s.iter_stakes()):
                    if place[0] == circle:
                        return_wager(r, place, who, NO_PLAYER, self.cited("backline"))
