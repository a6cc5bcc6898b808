"""The simulation of Ante Up 21: 21, ANTE and Poker Bonus in every round, from a real shoe.

Hands follow the best play in ``exact`` for equal wagers on 21 and ANTE. Deal, blackjack hands and
their settlement use the blackjack drivers; the live table's rules judge poker hands and the bonus.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from houseway.analysis.ante_up_21.exact import AnteUpPlay, best_play, tree
from houseway.analysis.blackjack.decisions import SPLIT, STAND
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.hand_rules import HandRules
from houseway.analysis.blackjack.simulation.mid_round_wagers import Side, side_of
from houseway.analysis.blackjack.simulation.round_state import (
    DEALER,
    HANDS,
    IS_SPLIT,
    NEXT,
    ROUND,
    SIZE,
    WIDTH,
    deal,
    draw,
    new_spot,
    shuffle,
)
from houseway.analysis.blackjack.simulation.seat_facts import FACTS, facts_by, in_order
from houseway.analysis.blackjack.simulation.simulate import PIECE, RESULTS, main_estimate
from houseway.analysis.blackjack.solver.best_play import ADDED, ORIGINAL
from houseway.analysis.blackjack.solver.hand_tree import hands as hands_by_value
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.binding import among
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.odds_row import in_words
from houseway.analysis.simulation.hand_sides import added, by_widest
from houseway.analysis.wager_odds import Estimate, estimated, find_wager, weigh_column
from houseway.families.blackjack.rules import TWENTY_ONE
from houseway.game.wagers import Wager
from houseway.hands.blackjack import dealer_draws, natural, points, value
from houseway.rulebook.colorado.ante_up_21.game import ALL_CARDS, MAIN, AnteUp21
from houseway.rulebook.colorado.ante_up_21.rules import best_two, poker_bonus, two_card_poker
from houseway.rulebook.colorado.ante_up_21.state import ANTE, BET

BETS = 20
"""A further column of the round's row: 1 if the poker hand is bet."""
MOST_CARDS = 120
"""An upper bound on the cards of all hands of a spot."""
OUTCOMES = ("fold", *two_card_poker.outcomes)
BONUS = "poker_bonus"
BONUSES = len(poker_bonus.outcomes)
OWN = RESULTS + len(OUTCOMES) + BONUSES
"""The number of counters of the game's own wagers."""

_made: Any = namedtuple  # its fields are not spelled out here
Way = _made(
    "Way",
    (
        *(
            *compiled_round.PostedRules._fields,
            "all_cards",
            "bets",
            "first",
            "after",
            "pair",
            "child",
        ),
        *("alone", "alone_after", "alone_pair", "alone_child"),
    ),
)
"""A posting, the bets, and the decisions of every hand for both wagers and for 21 alone."""


def way_of(game: AnteUp21, play: AnteUpPlay, sides: tuple[Wager, ...] = ()) -> Any:
    """Return best play of a table as the drivers read it, with these side bets."""
    t, by_value = tree(), hands_by_value()
    return Way(
        *compiled_round.read_posted(game, sides),
        game.poker_hand_of_split == ALL_CARDS,
        play.together.bets, play.together.first, play.together.after, t.pair, t.child,
        play.blackjack.play.first, play.blackjack.play.after, by_value["pair"], by_value["child"],
    )  # fmt: skip


def said(hand: Any, up: int, i: int, split: bool, bet: bool, choices: int, way: Any) -> int:
    """Return the decision of hand ``i`` of the spot by best play.

    After a ``bet`` the first hand is played for both wagers; other hands are played for 21 alone.
    ``choices`` has a bit for each decision that is offered.
    """
    if points(hand) >= 21 or choices == 1 << STAND:
        return STAND
    if i == 0 and bet:
        h = way.pair[hand[0] >> 2, hand[1] >> 2]
        for k in range(2, len(hand)):
            h = way.child[h, hand[k] >> 2]
        first, after = way.first[up >> 2, h], way.after[up >> 2, h]
    else:
        h = way.alone_pair[value(hand[0]) - 1, value(hand[1]) - 1]
        for k in range(2, len(hand)):
            h = way.alone_child[h, value(hand[k]) - 1]
        kind = ORIGINAL if i == 0 else ADDED
        first = way.alone[value(up) - 1, h]
        after = way.alone_after[value(up) - 1, kind, h]
    # A pair that was split is split again as often as allowed.
    if choices >> first & 1 and (not split or first == SPLIT):
        return int(first)
    return int(after)


def decide_by(offered: Any) -> Any:
    """Return the function that gives the next decision of a hand."""

    def decide(spot: Any, i: int, way: Any) -> int:
        hand = spot[i, : spot[i, SIZE]]
        choices = offered(spot, i, way)
        return int(
            said(hand, spot[DEALER, 0], i, spot[i, IS_SPLIT] != 0, spot[ROUND, BETS] != 0,
                 choices, way)
        )  # fmt: skip

    return decide


def poker_of(spot: Any, all_cards: bool) -> int:
    """Return the poker strength of the first hand, or of all cards of the spot."""
    strength = best_two(spot[0, : spot[0, SIZE]])
    if all_cards and spot[ROUND, HANDS] > 1:
        scratch = spot[ROUND, WIDTH:]
        n = 0
        for i in range(spot[ROUND, HANDS]):
            for k in range(spot[i, SIZE]):
                scratch[n] = spot[i, k]
                n += 1
        strength = best_two(scratch[:n])
    return strength


RULES = HandRules(TWENTY_ONE, AnteUp21.free_double, AnteUp21.free_split)


def round_by(play: Any, moments: tuple[Any, Any, Any]) -> Any:
    """Return the function that plays one round.

    It returns the result of 21 and writes the outcomes of the other wagers to ``found``.
    """
    after_deal, after_peek, after_dealer = moments
    must_draw, main_result = (
        compiled_round.must_draw_by(TWENTY_ONE),
        compiled_round.main_result_by(RULES),
    )

    def one_round(shoe: Any, spot: Any, way: Any, random: Any, found: Any) -> int:
        deal(shoe, spot, random)
        a, b, up = spot[ROUND, 0], spot[ROUND, 1], spot[DEALER, 0]
        found[1] = among(poker_bonus(spot[ROUND, :2], up), BONUSES)
        after_deal(spot, way, found[2:])
        bet = way.bets[up >> 2, way.pair[a >> 2, b >> 2]]
        spot[ROUND, BETS] = bet
        blackjack = natural(spot[DEALER, :2])
        after_peek(spot, way, found[2:])
        if not blackjack:
            play(shoe, spot, way, random)
            if bet or must_draw(spot, way, False):
                while dealer_draws(spot[DEALER, : spot[DEALER, SIZE]], way.hit_soft_17):
                    draw(shoe, spot, DEALER, random)
        after_dealer(spot, way, found[2:])
        found[0] = 0
        if bet:
            theirs = best_two(spot[DEALER, : spot[DEALER, SIZE]])
            mine = poker_of(spot, way.all_cards)
            found[0] = 1 + among(two_card_poker(mine, theirs, blackjack), len(OUTCOMES) - 1)
        return int(main_result(spot, way, False))

    return one_round


def many_by(one_round: Any) -> Any:
    """Return the loop that plays rounds from a shoe with a cut card, and counts everything."""

    def many_rounds(
        rounds: int, shoe: Any, spot: Any, way: Any, random: Any, found: Any, main: Any,
        ante: Any, bonus: Any, sides: Any,
    ) -> None:  # fmt: skip
        shuffle(shoe, spot)
        for _ in range(rounds):
            if len(shoe) - spot[ROUND, NEXT] <= way.reshuffle_at:
                shuffle(shoe, spot)
            main[one_round(shoe, spot, way, random, found)] += 1
            ante[found[0]] += 1
            bonus[found[1]] += 1
            for k in range(len(sides)):
                sides[k, found[2 + k]] += 1

    return many_rounds


@lru_cache(maxsize=16)
def round_with(sides: tuple[Side, ...]) -> Any:
    """Return one round with these side bets besides the game's own."""
    play = compiled_round.player_by(decide_by(compiled_round.offers_by(RULES)))
    return round_by(play, compiled_round.moments_of(TWENTY_ONE, sides))


@lru_cache(maxsize=16)
def loop_with(sides: tuple[Side, ...]) -> Any:
    """Return the loop over rounds with these plug-in side bets."""
    return many_by(round_with(sides))


ONE_ROUND = round_with(())


def new_wide_spot() -> Any:
    """Allocate a spot with a scratch row for all its cards."""
    rows, wide = new_spot().shape
    return np.zeros((rows, wide + MOST_CARDS), np.int64)


class AnteUpSimulation:
    """One seat with all wagers; those on 21 and ANTE are equal."""

    chunk = 1 << 20
    seats = 1

    def __init__(self, game: AnteUp21) -> None:
        self.game = game
        self.sides = tuple(w for w in added(game, (ANTE, BONUS)) if not game.placed_at(w))
        self.widest = max((len(wager.rule.outcomes) for wager in self.sides), default=0)
        self.counts = OWN + len(self.sides) * self.widest

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The functions whose fingerprint, with everything they reach, determines the counts."""
        return (loop_with(tuple(side_of(self.game, wager) for wager in self.sides)),)

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return all(is_kept(compiled(loop, no_refcount=True)) for loop in self.loops)

    @cached_property
    def way(self) -> Any:
        """Best play of the table, as arrays."""
        return way_of(self.game, best_play(self.game), self.sides)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        cut = f"shuffled when {self.game.reshuffle_at()} cards are left"
        return (
            "one seat with equal wagers on 21 and ANTE, played for the best of both together",
            "ante stands for ANTE and BET, and gains by such play what main loses",
            "insurance is never taken",
            f"a shoe of {in_words((self.game.sets(),))}, {cut}",
            "edges are fractions of the initial wager",
        )

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        found = np.zeros(self.counts, np.int64)
        main, rest = found[:RESULTS], found[RESULTS:OWN]
        sides = found[OWN:].reshape(len(self.sides), self.widest)
        shoe: Any = np.array(self.game.kind.one_set(self.game.sets()), PIECE)
        spot, loop = new_wide_spot(), compiled(self.loops[0], no_refcount=True)
        facts_of, wagers = facts_by(TWENTY_ONE), (find_wager(self.game, BONUS), *self.sides)
        facts = lambda: [facts_of(spot, self.way, in_order(spot))]  # noqa: E731
        with naming(self.game, wagers, FACTS, facts):
            loop(rounds, shoe, spot, self.way, random, np.zeros(2 + len(sides), np.int64), main,
                 rest[: len(OUTCOMES)], rest[len(OUTCOMES) :], sides)  # fmt: skip
        return found

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        game, rest = self.game, counts[RESULTS:OWN].tolist()
        ways, bonus = rest[: len(OUTCOMES)], rest[len(OUTCOMES) :]
        column = game.posting[ANTE]
        columns = {column: weigh_column(column, ways, ante_nets(game))}
        found = {
            MAIN: main_estimate(game, counts[:RESULTS].tolist()),
            ANTE: Estimate(game.id, ANTE, OUTCOMES, tuple(ways), columns, column),
        }
        if BONUS in game.pay:
            found[BONUS] = estimated(game, find_wager(game, BONUS), bonus)
        rows = counts[OWN:].reshape(len(self.sides), self.widest).tolist()
        return found | by_widest(game, self.sides, rows)


def ante_nets(game: AnteUp21) -> tuple[Any, ...]:
    """Return the net of an ANTE of one unit with its BET: folded, or by outcome."""
    both = zip(game.pay[ANTE], game.pay[BET], strict=True)
    return (game.pay[ANTE][-1].net(), *(ante.net() + bet.net() for ante, bet in both))
