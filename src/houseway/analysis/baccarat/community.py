"""21st Century Baccarat, counted."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.strategy_sheet import (
    Chart,
    ChartRow,
    Figures,
    Sentence,
    StrategySheet,
    percent,
    used,
)
from houseway.analysis.wager_odds import EXACT, WagerOdds, by_pay_table, net_of, with_details
from houseway.hands.baccarat import card_value
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import (
    bank_hits,
    house_way_hits,
    main,
    may_act,
    may_stand,
    tie,
)
from houseway.rulebook.delta.twenty_first_century_baccarat.state import (
    DOUBLE,
    HIT,
    STAND,
    SURRENDER,
)

if TYPE_CHECKING:
    from houseway.game.wagers import Wager
    from houseway.rulebook.delta.twenty_first_century_baccarat.game import (
        TwentyFirstCenturyBaccarat,
    )


# 21st Century Baccarat: every deal by card values, and the best decision by the cards seen.
#
# A bettor sees the players' two cards and the bank's open one, then stands, hits, doubles or
# surrenders. The hole card, the community card and the bank's draw are enumerated. The game's own
# rules say which decisions are allowed, when the bank draws and how wagers end. Ways count six
# cards in order, so every figure is a fraction.

VALUES = 10
CARDS = 6
"""The players' two cards, the bank's two, the community card and the bank's draw."""
ENDS = len(main.outcomes)


@dataclass(frozen=True)
class SeenCards:
    """The values a bettor sees: the players' two cards, lowest first, and the open one."""

    low: int
    high: int
    up: int

    @property
    def points(self) -> int:
        """The points of the players' hand."""
        return (self.low + self.high) % 10

    def __str__(self) -> str:
        return f"{self.points} ({self.low} and {self.high}) against {self.up}"


@dataclass(frozen=True)
class Ends:
    """Final points of both hands, with ways, for a hand that stands and for one that hits."""

    seen: SeenCards
    ways: int
    stood: Counter[tuple[int, int]]
    hit: Counter[tuple[int, int]]

    def of(self, decision: str) -> Counter[tuple[int, int]]:
        """Return the final points that a decision leads to; a surrendered hand stands."""
        return self.hit if decision in (HIT, DOUBLE) else self.stood

    def allowed(self) -> tuple[str, ...]:
        """Return the decisions that the chart allows."""
        if not may_act(self.seen.points):
            return (STAND,)
        stands = (STAND,) if may_stand(self.seen.points) else ()
        return (*stands, HIT, DOUBLE, SURRENDER)


@functools.lru_cache(maxsize=4)
def every_deal(decks: int) -> tuple[Ends, ...]:
    """Return every three seen cards, with the final points of all deals that go on from there."""
    left = Counter({v: n * decks for v, n in Counter(map(card_value, range(52))).items()})
    found = []
    for low in range(VALUES):
        for high in range(low, VALUES):
            for up in range(VALUES):
                orders = 1 if low == high else 2
                ways = orders * _taken(left, (low, high, up))
                rest = left - Counter((low, high, up))
                found.append(_ends(SeenCards(low, high, up), ways, rest, 52 * decks - 3))
    return tuple(found)


def _taken(left: Counter[int], values: tuple[int, ...]) -> int:
    """Return the ways to draw cards of these values in order."""
    return math.prod(math.perm(left[value], n) for value, n in Counter(values).items())


def _ends(seen: SeenCards, ways: int, left: Counter[int], cards: int) -> Ends:
    """Return the deals by final points of both hands, after standing and after a hit.

    The same number of further cards is dealt either way, so that both counts have equal sums.
    """
    stood: Counter[tuple[int, int]] = Counter()
    hit: Counter[tuple[int, int]] = Counter()
    mine, counts = seen.points, [left[value] for value in range(VALUES)]
    for hole in range(VALUES):
        n, bank = counts[hole], (seen.up + hole) % 10
        counts[hole] -= 1
        for third in range(VALUES):
            drew, m = (mine + third) % 10, ways * n * counts[third]
            if not bank_hits(bank):
                stood[mine, bank] += m * (cards - 2)
                hit[drew, bank] += m * (cards - 2)
                continue
            counts[third] -= 1
            for draw in range(VALUES):
                total = (bank + draw) % 10
                stood[mine, total] += m * counts[draw]
                hit[drew, total] += m * counts[draw]
            counts[third] += 1
        counts[hole] += 1
    return Ends(seen, sum(stood.values()), stood, hit)


# Values of decisions.


@dataclass(frozen=True)
class Pays:
    """Nets of the base wager, by outcome of its rule and for a surrender."""

    nets: tuple[Fraction, ...]
    surrender: Fraction


def outcome_ways(ends: Counter[tuple[int, int]], by: Any) -> list[int]:
    """Return the ways of each outcome of a rule that reads both points."""
    found = [0] * len(by.outcomes)
    for counts, ways in ends.items():
        found[by(*counts)] += ways
    return found


def base_worth(ends: Ends, decision: str, pays: Pays) -> Fraction:
    """Return the value of a decision to the base wager, in wagers."""
    if decision == SURRENDER:
        return pays.surrender
    ways = outcome_ways(ends.of(decision), main)
    worth = sum((n * net for n, net in zip(ways, pays.nets, strict=True)), Fraction()) / ends.ways
    return 2 * worth if decision == DOUBLE else worth


def tie_chance(ends: Ends, decision: str) -> Fraction:
    """Return the probability of equal points after a decision."""
    return Fraction(outcome_ways(ends.of(decision), tie)[0], ends.ways)


def house_way(ends: Ends) -> str:
    """Return the decision of the house way."""
    return HIT if house_way_hits(ends.seen.points) else STAND


@dataclass(frozen=True)
class DecisionWorth:
    """The value of a decision to the base wager, and the probability of a tie."""

    decision: str
    base: Fraction
    tie: Fraction


@dataclass(frozen=True)
class Sight:
    """Three seen cards: probability, allowed decisions, and the best for the base wager."""

    ends: Ends
    chance: Fraction
    options: tuple[DecisionWorth, ...]
    best: DecisionWorth


@functools.lru_cache(maxsize=8)
def every_sight(decks: int, pays: Pays) -> tuple[Sight, ...]:
    """Return every three seen cards, with their chance and the values of allowed decisions."""
    deals = every_deal(decks)
    total = sum(deal.ways for deal in deals)
    found = []
    for deal in deals:
        options = tuple(
            DecisionWorth(x, base_worth(deal, x, pays), tie_chance(deal, x)) for x in deal.allowed()
        )
        best = max(options, key=lambda option: option.base)
        found.append(Sight(deal, Fraction(deal.ways, total), options, best))
    return tuple(found)


def expectation(decks: int, pays: Pays) -> Fraction:
    """Return the expectation of best play, per base wager."""
    return sum((x.chance * x.best.base for x in every_sight(decks, pays)), Fraction())


# 21st Century Baccarat at a posted table: best play, the tie bet at any odds, and warnings.

DECISIONS = (STAND, HIT, DOUBLE, SURRENDER)
SEEN = (1, 2, 3, 6)
"""Numbers of others' hit cards that a later bettor has seen, for which figures are given."""
OUTCOMES = (SURRENDER, *main.outcomes, *(f"{end}_doubled" for end in main.outcomes))
FULL_SHOE = "every round from a full shoe, and the bettor decides by three cards alone"


def pays(game: TwentyFirstCenturyBaccarat) -> Pays:
    """Return the nets of the base wager."""
    (half,) = game.pay["surrender"]
    nets = tuple(net_of(payout, "main") for payout in game.pay["main"])
    return Pays(nets, net_of(half, SURRENDER))


def nets(game: TwentyFirstCenturyBaccarat) -> tuple[Fraction, ...]:
    """Return the net of each of ``OUTCOMES``, in base wagers."""
    worth = pays(game)
    return (worth.surrender, *worth.nets, *(2 * net for net in worth.nets))


def sights(game: TwentyFirstCenturyBaccarat) -> tuple[Sight, ...]:
    """Return every three seen cards at a table."""
    return every_sight(game.sets(), pays(game))


def policy(game: TwentyFirstCenturyBaccarat) -> Any:
    """Return best play of the base wager as an array by the three values seen."""
    found = np.zeros(VALUES**3, np.int64)
    for sight in sights(game):
        decision = DECISIONS.index(sight.best.decision)
        seen = sight.ends.seen
        for first, second in ((seen.low, seen.high), (seen.high, seen.low)):
            found[(first * VALUES + second) * VALUES + seen.up] = decision
    return found


def base_ways(game: TwentyFirstCenturyBaccarat) -> list[int]:
    """Return the number of deals with each of ``OUTCOMES``, under best play of the base wager."""
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
    """Return a sentence on the gain from having seen others' hit cards; empty if shared."""
    if game.hit_cards != "individual":
        return ()
    given_up = [(seen, -worth_after(game.sets(), pays(game), seen)) for seen in SEEN]
    said = ", ".join(f"{percent(edge)} after {seen}" for seen, edge in given_up)
    return (
        "who has seen the hit cards of others before deciding gives up, by best play of all cards "
        f"seen: {said}; tie bets are made before the first of them",
    )


def base_row(game: TwentyFirstCenturyBaccarat, wager: Wager) -> WagerOdds:
    """Return the odds of the base wager under best play of the cards seen."""
    worth, ways = pays(game), base_ways(game)
    by_house_way = sum(
        (x.chance * base_worth(x.ends, house_way(x.ends), worth) for x in sights(game)), Fraction()
    )
    table, column = game.pay_tables()["main"], game.posting["main"]
    said = {"house_edge_by_house_way": float(-by_house_way)}
    return WagerOdds(
        OUTCOMES, tuple(Fraction(n, sum(ways)) for n in ways), {column: nets(game)}, "main",
        EXACT,
        ("best decision by the cards seen, for the base wager alone", FULL_SHOE,
         *later_bettors(game)),
        clause=table.clause, details={column: said},
    )  # fmt: skip


# The tie bet.


@dataclass(frozen=True)
class Selective:
    """A bettor who makes the tie bet only when it has a positive expectation."""

    odds: Fraction
    bets_in: Fraction
    """The share of rounds with a tie bet."""
    wins: Fraction
    """The mean net of each tie bet made, with the decision taken for its sake."""
    together: Fraction
    """The mean net of base wager and an equal tie bet per round, decided for both."""
    base: Fraction
    """The mean net of the base wager alone per round."""


def selective(game: TwentyFirstCenturyBaccarat, odds: Fraction) -> Selective:
    """Return the results of a bettor who sees three cards before betting on the tie."""
    return _selective(game.sets(), pays(game), odds)


@functools.lru_cache(maxsize=256)
def _selective(decks: int, worth_of: Pays, odds: Fraction) -> Selective:
    """Return the results at these odds; cached by decks, base pays and odds."""
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
    """Return the odds at which the best three cards for a tie break even, and these cards."""
    options = [(sight, option) for sight in sights(game) for option in sight.options]
    sight, option = max(options, key=lambda found: found[1].tie)
    return 1 / option.tie - 1, f"{sight.ends.seen}, {option.decision}"


def even_beside(game: TwentyFirstCenturyBaccarat) -> Fraction:
    """Return the lowest odds at which an equal tie bet improves on the base wager alone."""
    return min(
        (1 + sight.best.base - option.base) / option.tie - 1
        for sight in sights(game)
        for option in sight.options
    )


def even_together(game: TwentyFirstCenturyBaccarat, most: int = 100) -> Fraction:
    """Return the odds at which base wager and equal tie bets together have an edge of 0.

    The expectation is piecewise linear in the odds, so the root of the piece is exact.
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
    """Return the root of the linear piece that holds at these odds."""
    here, there = (
        selective(game, odds).together,
        selective(game, odds + Fraction(1, 10**9)).together,
    )
    slope = (there - here) * 10**9
    return odds - here / slope if slope else odds


def tie_row(game: TwentyFirstCenturyBaccarat, wager: Wager) -> WagerOdds:
    """Return the odds of a tie bet made in every round, with figures for a selective bettor."""
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
    """Return the odds to one at which a column pays the tie bet."""
    return game.pay_tables()["tie"].columns[column][0].net()


def said_of(game: TwentyFirstCenturyBaccarat, column: str) -> dict[str, Any]:
    """Return details of the tie bet at the odds of a column, as JSON values."""
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
    """Return warnings for odds at which a selective bettor has the edge."""
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


# Individual hit cards: the value of having seen those of others.
#
# A later bettor knows earlier hit cards. For every three seen cards and every multiset of hit cards
# the best decision is found from the remaining shoe. All numbers are integers far below 2^53, so
# floating point is exact.


def worth_after(decks: int, pays: Pays, seen: int) -> Fraction:
    """Return the expectation of best play after seeing this many hit cards, per base wager."""
    shown = np.array([*_sets(seen)], float)
    shoe = np.bincount([card_value(card) for card in range(52)], minlength=VALUES) * decks
    ways = math.comb(52 * decks - 3, seen) * math.perm(52 * decks - 3 - seen, 3) * _units(pays)
    worth = Fraction()
    for sight in every_sight(decks, pays):
        if len(sight.options) == 1:
            worth += sight.chance * sight.best.base  # no decision is left, whatever is seen
            continue
        three = sight.ends.seen
        left = shoe - np.bincount((three.low, three.high, three.up), minlength=VALUES)
        chances = np.prod([_choose(left[v], shown[:, v]) for v in range(VALUES)], axis=0)
        best = _best(sight.ends, left - shown, pays)
        worth += sight.chance * Fraction(sum(map(mul, map(int, chances), map(int, best))), ways)
    return worth


def _sets(seen: int) -> Iterator[Any]:
    """Yield every multiset of this many values, as the count of each value."""
    for values in combinations_with_replacement(range(VALUES), seen):
        yield np.bincount(values, minlength=VALUES)


def _choose(cards: int, taken: Any) -> Any:
    """Return the ways to take these numbers of cards."""
    return np.array([math.comb(int(cards), int(n)) for n in taken], float)


def _best(ends: Ends, left: Any, pays: Pays) -> Any:
    """Return the value of the best decision for each remaining shoe, in ``_units``."""
    mine, units = ends.seen.points, _units(pays)
    nets = np.array([[int(pays.nets[main(a, b)] * units) for b in range(10)] for a in range(10)])
    orders = math.perm(int(left[0].sum()), 3)
    hit = _all_orders(left, ends.seen.up, nets[(mine + np.arange(VALUES)) % 10])
    best = np.maximum(np.maximum(hit, 2 * hit), int(pays.surrender * units) * orders)
    if may_stand(mine):
        stood = _all_orders(left, ends.seen.up, np.tile(nets[mine], (VALUES, 1)))
        best = np.maximum(best, stood)
    return best


def _units(pays: Pays) -> int:
    """Return the number of parts of a wager in which every net is an integer."""
    return math.lcm(*(net.denominator for net in (*pays.nets, pays.surrender)))


def _all_orders(left: Any, up: int, nets: Any) -> Any:
    """Return the sum of nets over all orders of hole card, hit card and draw.

    Each row of ``left`` counts the cards left by value. ``nets`` is indexed by hit card and bank.
    """
    total, cards = np.zeros(len(left)), left[0].sum()
    for hole in range(VALUES):
        bank = (up + hole) % 10
        for third in range(VALUES):
            ways = left[:, hole] * (left[:, third] - (hole == third))
            if bank_hits(bank):
                drawn = nets[third, (bank + np.arange(VALUES)) % 10]
                total += ways * (left @ drawn - drawn[hole] - drawn[third])
            else:
                total += ways * (cards - 2) * nets[third, bank]
    return total


# Best play of 21st Century Baccarat for people: the chart, and when a tie bet pays.

LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R"}
LEGEND = {"S": "stand", "H": "hit", "D": "double", "R": "surrender",
          "H/S": "by the two cards: hit or stand"}  # fmt: skip
BEST_SIGHTS = 12


def chart(game: TwentyFirstCenturyBaccarat) -> Chart:
    """Return the chart of best decisions of the base wager, by points and open card."""
    met: dict[tuple[int, int], set[str]] = {}
    for sight in sights(game):
        seen = sight.ends.seen
        met.setdefault((seen.points, seen.up), set()).add(LETTERS[sight.best.decision])
    rows = tuple(
        ChartRow("", str(points), tuple("/".join(sorted(met[points, up])) for up in range(VALUES)))
        for points in range(VALUES)
    )
    columns = tuple(str(up) for up in range(VALUES))
    return Chart("the players' hand against the open card, by what they count", (), columns, rows,
                 used(LEGEND, rows))  # fmt: skip


def likeliest(game: TwentyFirstCenturyBaccarat) -> Figures:
    """Return the table of cards after which a tie is likeliest, with the break-even odds."""
    best: dict[tuple[int, int], tuple[float, str]] = {}
    for sight in sights(game):
        key = sight.ends.seen.points, sight.ends.seen.up
        for option in sight.options:
            if float(option.tie) > best.get(key, (0.0, ""))[0]:
                best[key] = float(option.tie), option.decision
    order = sorted(best.items(), key=lambda item: -item[1][0])[:BEST_SIGHTS]
    rows = tuple(
        (f"{points} against {up}", decision, percent(chance, 2), f"{1 / chance - 1:.3f} to 1")
        for (points, up), (chance, decision) in order
    )
    return Figures(
        ("seen", "decision", "tie at the most", "even at"), rows, "where a tie is likeliest",
        ("tie at the most", "even at"),
    )  # fmt: skip


def at_all_odds(game: TwentyFirstCenturyBaccarat) -> list[Selective]:
    """Return the results of a selective bettor for all odds that may be posted."""
    return [selective(game, odds_of(game, column)) for column in game.pay_tables()["tie"].columns]


def community_sheet(game: TwentyFirstCenturyBaccarat, most: int) -> StrategySheet:
    """Return the sheet: the chart, and the tie bet at any odds."""
    edge = -expectation(game.sets(), pays(game))
    even, sight = even_alone(game)
    beside, both = even_beside(game), even_together(game)
    every = at_all_odds(game)
    found = {
        "game": game.id,
        "house_edge": str(edge),
        "tie_bet": {
            "even_alone": str(even), "sight": sight,
            "even_beside_a_base_wager": str(beside), "even_together": str(both),
            "at": {str(who.odds): {"bets_in": str(who.bets_in), "wins": str(who.wins),
                                   "together": str(who.together)} for who in every},
        },
    }  # fmt: skip
    parts = (
        Sentence(f"best play of the base wager: the bank keeps {percent(edge)} = {edge}"),
        Sentence(
            f"a tie bet by what is seen breaks even at {float(even):.3f} to 1 ({sight}); with a "
            f"base wager played for its best, at {float(beside):.3f} to 1; base wager and equal "
            f"tie bets together at {float(both):.3f} to 1; the bank has the worse of it above",
            alarm=True,
        ),
        chart(game),
        Figures(
            ("odds", "bet in", "won of each tie bet", "base and tie, a round"),
            tuple(
                (f"{who.odds} to 1", percent(who.bets_in, 2), percent(who.wins, 2),
                 percent(who.together))
                for who in every
            ),
            title="a bettor who makes the tie bet only on the right cards",
            right=("bet in", "won of each tie bet", "base and tie, a round"),
        ),
        likeliest(game),
    )  # fmt: skip
    return StrategySheet(f"{game.name}: decisions, and the tie bet", found, parts)
