"""The announcement of a sit & go: the game, the entry, the levels and the prizes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.posting import Fact
from houseway.game.words import as_it_is
from houseway.money import dollars, format_amount
from houseway.rulebook import find
from houseway.util.english import n, one_of, spread, verb

CHIP = 100
"""The value of a chip at tables, which count cents: a chip is written like a dollar."""

STEPS = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400)
"""The levels as multiples of the first."""

RISING = (
    *("small_blind", "second_blind", "big_blind", "button_blind", "ante", "bring_in"),
    *("small_bet", "big_bet"),
)
"""The options that increase from level to level, in games that have them."""

AGREE = ("finalists", "never")
"""The players who may agree to end it: all remaining ones, or none."""
AGREEMENT_CLAUSES = ("CA-LTN-21",)


class Level(msgspec.Struct, frozen=True):
    """The posted amounts of a level, in chips."""

    chips: dict[str, int]

    def __str__(self) -> str:
        return ", ".join(
            f"{as_it_is(name)} {chips:,}" for name, chips in self.chips.items() if chips
        )


class Prizes(msgspec.Struct, frozen=True):
    """The share of the pool for each paid place in hundredths, the first place first."""

    percent: tuple[int, ...] = (50, 30, 20)

    def of(self, pool: int) -> tuple[int, ...]:
        """Return cents for each place; the remainder goes to the first."""
        found = [pool * percent // 100 for percent in self.percent]
        found[0] += pool - sum(found)
        return tuple(found)


class SitAndGoPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One sit & go.

    Levels last ``level_hands`` hands or ``level_minutes`` minutes, the last one to the end. The
    ``fee`` is the house's, flat, and not part of the prizes.
    """

    game: str
    posting: dict[str, str] = {}
    seats: int
    entry: int
    fee: int = 0
    chips: int
    levels: tuple[Level, ...]
    level_hands: int = 0
    level_minutes: int = 0
    prizes: Prizes = Prizes()
    agreement: str = AGREE[0]

    def check(self) -> None:
        """Refuse a plan that cannot be played, with the reason."""
        game = self.game_at(0)
        if game.family != "poker":
            raise Refused(
                "not-a-poker-game",
                f"{game.name} is not a poker game: a sit & go is played with poker",
            )
        least = max(2, game.seats_min)
        if not least <= self.seats <= game.seats_max:
            players = spread(least, game.seats_max, "player")
            raise Refused(
                "players-outside-limits", f"{game.name} is played by {players}, not {self.seats}"
            )
        if self.entry < 1 or self.fee < 0:
            raise Refused(
                "entry-not-positive",
                "an entry must be more than nothing and a fee not less, in dollars, not "
                f"{format_amount(self.entry)} and {format_amount(self.fee)}",
            )
        if (self.level_hands > 0) == (self.level_minutes > 0):
            raise Refused(
                "hands-or-minutes",
                "levels last a number of hands or of minutes: say one of the two",
            )
        paid = self.prizes.percent
        if sum(paid) != 100 or min(paid) < 1 or list(paid) != sorted(paid, reverse=True):
            raise Refused(
                "prizes-not-100",
                "prizes are percentages that add up to 100, none above the one before",
            )
        if len(paid) > self.seats:
            raise Refused(
                "more-prizes-than-players",
                f"there cannot be {n(len(paid), 'prize')} for {n(self.seats, 'player')}: there are "
                "as many as players at the most",
            )
        if self.agreement not in AGREE:
            raise Refused(
                "no-such-agreement", f"agreement is {one_of(AGREE)}, not {self.agreement!r}"
            )
        most = max(self.levels[0].chips.values())
        if self.chips < 2 * most:
            raise Refused(
                "too-few-starting-chips",
                f"{n(self.chips, 'chip')} each {verb(self.chips, 'is')} too few to begin with: the "
                f"first level has bets of {most:,}, and two of them are the least",
            )
        for number in range(1, len(self.levels)):
            self.game_at(number)

    def game_at(self, level: int) -> Game:
        """Return the game as posted at a level."""
        if not self.levels:
            raise Refused("no-levels", "a sit & go has at least one level")
        chips = {name: str(n) for name, n in self.levels[level].chips.items()}
        return find(self.game)({**self.posting, **chips})

    def pool(self, players: int) -> int:
        """Return the prize pool in cents."""
        return self.entry * players


def ordinary(
    game: str,
    seats: int = 6,
    entry: int | str = 20,
    fee: int | str = 0,
    chips: int = 1500,
    posting: Mapping[str, str] | None = None,
    level_hands: int = 0,
    level_minutes: int = 0,
) -> SitAndGoPlan:
    """Return a plan with rising levels, by default of ten hands each."""
    given = dict(posting or {})
    levels = tuple(Level({k: n * step for k, n in first(game, given).items()}) for step in STEPS)
    plan = SitAndGoPlan(
        game=game,
        posting=given,
        seats=seats,
        entry=dollars(entry),
        fee=dollars(fee),
        chips=chips,
        levels=levels,
        prizes=Prizes((50, 30, 20) if seats > 4 else (65, 35) if seats > 2 else (100,)),
        level_hands=level_hands or (0 if level_minutes else 10),
        level_minutes=level_minutes,
    )
    plan.check()
    return plan


def first(game: str, posting: Mapping[str, str]) -> dict[str, int]:
    """Return the first level: ten times the game's default posting, in chips."""
    made = find(game)(posting)
    declared = made.declared()
    amounts = {
        name: getattr(made, name)
        for name in RISING
        if name in declared and not isinstance(declared[name], Fact)
    }
    return {name: cents * 10 // CHIP for name, cents in amounts.items() if cents}
