"""How 21st Century Baccarat is played best: the chart, and when the tie bet is worth making."""

from __future__ import annotations

from houseway.odds.blackjack.tables import ChartRow
from houseway.odds.charts import Chart, used
from houseway.odds.community_baccarat import VALUES, expectation
from houseway.odds.community_baccarat_table import (
    Selective,
    even_alone,
    even_beside,
    even_together,
    odds_of,
    pays,
    selective,
    sights,
)
from houseway.odds.paper import Figures, Paper, Words, percent
from houseway.rulebook.delta.twenty_first_century_baccarat.game import TwentyFirstCenturyBaccarat
from houseway.rulebook.delta.twenty_first_century_baccarat.state import (
    DOUBLE,
    HIT,
    STAND,
    SURRENDER,
)

LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R"}
LEGEND = {"S": "stand", "H": "hit", "D": "double", "R": "surrender",
          "H/S": "by the two cards: hit or stand"}  # fmt: skip
BEST_SIGHTS = 12


def chart(game: TwentyFirstCenturyBaccarat) -> Chart:
    """The best decision of the base wager, by count and open card."""
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
    """Where a tie is likeliest, and the odds at which a bet there is even."""
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
    """Who bets by what he sees, at all odds that may be posted."""
    return [selective(game, odds_of(game, column)) for column in game.pay_tables()["tie"].columns]


def century_paper(game: TwentyFirstCenturyBaccarat, most: int) -> Paper:
    """The chart, and the tie bet at any odds."""
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
        Words(f"best play of the base wager: the bank keeps {percent(edge)} = {edge}"),
        Words(
            f"a tie bet by what is seen breaks even at {float(even):.3f} to 1 ({sight}), beside a "
            f"base wager played for its best at {float(beside):.3f} to 1; base wager and equal tie "
            f"bets together at {float(both):.3f} to 1; the bank has the worse of it above",
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
    return Paper(f"{game.name}: decisions, and the tie bet", found, parts)
