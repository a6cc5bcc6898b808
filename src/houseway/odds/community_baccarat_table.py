"""21st Century Baccarat at a posted table: best play, the tie bet at any odds, and warnings."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.odds.community_baccarat import (
    ENDS,
    VALUES,
    Pays,
    Sight,
    base_worth,
    every_sight,
    house_way,
    outcome_ways,
)
from houseway.odds.community_baccarat_later import worth_after
from houseway.odds.paper import percent
from houseway.odds.result import net_of
from houseway.odds.worth import EXACT, Worth, by_pay_table, with_details
from houseway.rulebook.delta.twenty_first_century_baccarat.game import TwentyFirstCenturyBaccarat
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import main
from houseway.rulebook.delta.twenty_first_century_baccarat.state import (
    DOUBLE,
    HIT,
    STAND,
    SURRENDER,
)
from houseway.wager import Wager

DECISIONS = (STAND, HIT, DOUBLE, SURRENDER)
SEEN = (1, 2, 3, 6)
"""How many hit cards of others a later bettor has seen, as far as it is shown."""
OUTCOMES = (SURRENDER, *main.outcomes, *(f"{end}_doubled" for end in main.outcomes))
FULL_SHOE = "every round from a full shoe, and the bettor decides by three cards alone"


def pays(game: TwentyFirstCenturyBaccarat) -> Pays:
    """What the base wager wins or loses."""
    (half,) = game.pay["surrender"]
    nets = tuple(net_of(payout, "main") for payout in game.pay["main"])
    return Pays(nets, net_of(half, SURRENDER))


def nets(game: TwentyFirstCenturyBaccarat) -> tuple[Fraction, ...]:
    """What each of ``OUTCOMES`` is worth, in base wagers."""
    worth = pays(game)
    return (worth.surrender, *worth.nets, *(2 * net for net in worth.nets))


def sights(game: TwentyFirstCenturyBaccarat) -> tuple[Sight, ...]:
    """Everything that can be seen at a table."""
    return every_sight(game.sets(), pays(game))


def policy(game: TwentyFirstCenturyBaccarat) -> Any:
    """Best play of the base wager by the three values seen, for the simulation."""
    found = np.zeros(VALUES**3, np.int64)
    for sight in sights(game):
        decision = DECISIONS.index(sight.best.decision)
        seen = sight.ends.seen
        for first, second in ((seen.low, seen.high), (seen.high, seen.low)):
            found[(first * VALUES + second) * VALUES + seen.up] = decision
    return found


def base_ways(game: TwentyFirstCenturyBaccarat) -> list[int]:
    """How many deals come to each of ``OUTCOMES`` by best play of the base wager."""
    found = [0] * len(OUTCOMES)
    for sight in sights(game):
        decision = sight.best.decision
        if decision == SURRENDER:
            found[0] += sight.ends.ways
            continue
        first = 1 + ENDS if decision == DOUBLE else 1
        for row, ways in enumerate(outcome_ways(sight.ends.of(decision), main)):
            found[first + row] += ways
    return found


def later_bettors(game: TwentyFirstCenturyBaccarat) -> tuple[str, ...]:
    """Where each has a hit card of his own: what it is worth to have seen others' before."""
    if game.hit_cards != "individual":
        return ()
    given_up = [(seen, -worth_after(game.sets(), pays(game), seen)) for seen in SEEN]
    said = ", ".join(f"{percent(edge)} after {seen}" for seen, edge in given_up)
    return (
        "who has seen the hit cards of others before deciding gives up, by best play of all cards "
        f"seen: {said}; tie bets are made before the first of them",
    )


def base_row(game: TwentyFirstCenturyBaccarat, wager: Wager) -> Worth:
    """The base wager by best play of the cards seen."""
    worth, ways = pays(game), base_ways(game)
    by_house_way = sum(
        (x.chance * base_worth(x.ends, house_way(x.ends), worth) for x in sights(game)), Fraction()
    )
    table, column = game.pay_tables()["main"], game.posting["main"]
    said = {"house_edge_by_house_way": float(-by_house_way)}
    return Worth(
        OUTCOMES, tuple(Fraction(n, sum(ways)) for n in ways), {column: nets(game)}, "main",
        EXACT,
        ("best decision by the cards seen, for the base wager alone", FULL_SHOE,
         *later_bettors(game)),
        clause=table.clause, details={column: said},
    )  # fmt: skip


# -- the tie bet ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Selective:
    """A bettor who makes the tie bet only where it is worth something."""

    odds: Fraction
    bets_in: Fraction
    """The part of the rounds in which he makes it."""
    wins: Fraction
    """What he wins on average of each tie bet he makes, the decision taken for its sake."""
    together: Fraction
    """What base wager and an equal tie bet win together per round, decided for both."""
    base: Fraction
    """What the base wager alone wins per round."""


def selective(game: TwentyFirstCenturyBaccarat, odds: Fraction) -> Selective:
    """A bettor who sees three cards and then bets, alone for the tie bet and for both wagers."""
    return _selective(game.sets(), pays(game), odds)


@functools.lru_cache(maxsize=256)
def _selective(decks: int, worth_of: Pays, odds: Fraction) -> Selective:
    bets_in, won, both, base = Fraction(), Fraction(), Fraction(), Fraction()
    for sight in every_sight(decks, worth_of):
        worth = [(odds + 1) * option.tie - 1 for option in sight.options]
        if (alone := max(worth)) > 0:
            bets_in += sight.chance
            won += sight.chance * alone
        pairs = zip(sight.options, worth, strict=True)
        both += sight.chance * max(option.base + max(Fraction(), tied) for option, tied in pairs)
        base += sight.chance * sight.best.base
    return Selective(odds, bets_in, won / bets_in if bets_in else Fraction(), both, base)


def even_alone(game: TwentyFirstCenturyBaccarat) -> tuple[Fraction, str]:
    """The odds at which the best sight of all breaks even, and which sight that is."""
    options = [(sight, option) for sight in sights(game) for option in sight.options]
    sight, option = max(options, key=lambda found: found[1].tie)
    return 1 / option.tie - 1, f"{sight.ends.seen}, {option.decision}"


def even_beside(game: TwentyFirstCenturyBaccarat) -> Fraction:
    """The odds at which an equal tie bet first adds to a base wager played for its best."""
    return min(
        (1 + sight.best.base - option.base) / option.tie - 1
        for sight in sights(game)
        for option in sight.options
    )


def even_together(game: TwentyFirstCenturyBaccarat, most: int = 100) -> Fraction:
    """The odds at which base wager and equal tie bets together win nothing and lose nothing.

    What they win grows with the odds along straight pieces, so the root of the piece is exact.
    """
    low, high = Fraction(0), Fraction(most)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if selective(game, middle).together < 0 else (low, middle)
        at = root(game, low)
        if low <= at <= high and not selective(game, at).together:
            return at
    return high


def root(game: TwentyFirstCenturyBaccarat, odds: Fraction) -> Fraction:
    """Where the straight piece that holds at these odds crosses nothing."""
    here, there = (
        selective(game, odds).together,
        selective(game, odds + Fraction(1, 10**9)).together,
    )
    slope = (there - here) * 10**9
    return odds - here / slope if slope else odds


def tie_row(game: TwentyFirstCenturyBaccarat, wager: Wager) -> Worth:
    """The tie bet made in every round, with what it is worth to who bets by what he sees."""
    tied = sum((sight.chance * sight.best.tie for sight in sights(game)), Fraction())
    chances = (tied, 1 - tied)
    found = by_pay_table(
        game, wager, chances, EXACT,
        ("a tie bet in every round, the base wager played for its own best", FULL_SHOE),
    )  # fmt: skip
    details = {column: said_of(game, column) for column in found.columns}
    for column, said in details.items():
        found.warnings[column] = (*found.warnings.get(column, ()), *warned(game, column, said))
    return with_details(found, details)


def odds_of(game: TwentyFirstCenturyBaccarat, column: str) -> Fraction:
    """The odds that a column of the tie bet pays."""
    return game.pay_tables()["tie"].columns[column][0].net()


def said_of(game: TwentyFirstCenturyBaccarat, column: str) -> dict[str, Any]:
    """What is to be said of the tie bet at these odds."""
    who = selective(game, odds_of(game, column))
    even, sight = even_alone(game)
    return {
        "selective": {
            "bets_in": float(who.bets_in),
            "wins_of_each_tie_bet": float(who.wins),
            "base_and_tie_per_round": float(who.together),
        },
        "break_even_odds": {
            "on_the_best_sight": float(even),
            "sight": sight,
            "beside_a_base_wager": float(even_beside(game)),
        },
    }


def warned(game: TwentyFirstCenturyBaccarat, column: str, said: dict[str, Any]) -> tuple[str, ...]:
    """Sentences for odds at which who bets by what he sees has the edge."""
    who = said["selective"]
    if not who["bets_in"]:
        return ()
    columns = game.pay_tables()["tie"].columns
    safe = [x for x in columns if not selective(game, odds_of(game, x)).bets_in]
    nearest = f"; {safe[-1]} gives none" if safe else ""
    words = (
        f"who bets only on the right cards has the edge: in {percent(who['bets_in'], 2)} of the "
        f"rounds, {percent(who['wins_of_each_tie_bet'], 2)} of each tie bet{nearest}"
    )
    both = who["base_and_tie_per_round"]
    if both <= 0:
        return (words,)
    fair = [x for x in columns if selective(game, odds_of(game, x)).together <= 0]
    return (
        words,
        f"base wager and tie bet together give such a player {percent(both, 2)} of a base wager a "
        f"round; {fair[-1]} does not",
    )
