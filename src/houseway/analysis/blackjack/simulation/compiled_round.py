"""The compiled blackjack round for one seat, from the first card to the last payout.

It is the round script of ``families/blackjack`` without money, log and views. Every judgement is
the live table's own rule function. The functions cover points, naturals, doubles and splits, the
dealer's draws, outcomes and side bets.

Functions that depend on a game's rules are closures over them (``round_by(...)``). Everything also
runs interpreted, which the tests use.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.blackjack.decisions import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.analysis.blackjack.simulation import mid_round_wagers
from houseway.analysis.blackjack.simulation.hand_rules import HandRules, splitting_by
from houseway.analysis.blackjack.simulation.main_result import (
    EVEN,
    GIVEN_BACK,
    MOST,
    RESULTS,
    main_result_by,
    must_draw_by,
)
from houseway.analysis.blackjack.simulation.mid_round_wagers import (
    ALWAYS,
    AT_DEALER,
    AT_PEEK,
    NOT_PLACED,
    Side,
    moment_of,
)
from houseway.analysis.blackjack.simulation.posted_rules import PostedRules, read_posted
from houseway.analysis.blackjack.simulation.round_state import (
    ADDED,
    AHEAD,
    BEGAN,
    CHIPS,
    DEALER,
    FIRST,
    GIVEN,
    HANDS,
    IS_SPLIT,
    LAMMERS,
    LOOSE,
    NEXT,
    ROUND,
    SECOND,
    SIZE,
    THIRD,
    deal,
    draw,
    have_ready,
    new_hand,
    new_spot,
    shuffle,
)
from houseway.analysis.blackjack.simulation.seat_facts import FACTS, as_drawn, facts_by, in_order
from houseway.analysis.blackjack.strategy.basic import Strategy
from houseway.analysis.compiler.compile import inlined
from houseway.analysis.facts.binding import Reader, bind_rule, chain_rules
from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.families.blackjack.rules import MUST_HIT, MUST_STAND, Count
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, AFTER_HAND, AFTER_PEEK
from houseway.pieces.cards import ACE, TEN

__all__ = [
    "AHEAD",
    "BEGAN",
    "CHIPS",
    "DEALER",
    "EVEN",
    "FIRST",
    "GIVEN",
    "HANDS",
    "IS_SPLIT",
    "LAMMERS",
    "LOOSE",
    "MOST",
    "NEXT",
    "RESULTS",
    "ROUND",
    "SECOND",
    "SIZE",
    "PostedRules",
    "deal",
    "draw",
    "have_ready",
    "main_result_by",
    "must_draw_by",
    "new_hand",
    "new_spot",
    "read_posted",
    "shuffle",
]  # fmt: skip
"""Re-exports of ``round_state.py``, ``posted_rules.py`` and ``main_result.py``."""

EARLY_CHOICES = 1 << SURRENDER | 1 << STAND
"""The decisions offered before the peek: surrender, or play on (STAND)."""


def offers_by(made_for: HandRules) -> Any:
    """The function that gives a hand's allowed decisions, one bit each, by the game's rules."""
    chart, free_double, free_split = made_for.count.chart, made_for.free_double, made_for.free_split
    may_be_split = splitting_by(made_for.splits)

    def offered(spot: Any, i: int, posted: PostedRules) -> int:
        hand = spot[i, : spot[i, SIZE]]
        split, ace = spot[i, IS_SPLIT] != 0, hand[0] >> 2 == ACE
        stuck = posted.split_aces_one_card and split and ace
        found = 1 << STAND
        if not stuck:
            found |= 1 << HIT
            if chart(hand) == MUST_HIT:
                found = 1 << HIT
        if len(hand) != 2:
            return found
        if not stuck and (posted.double_after_split or not split):
            free = free_double(hand)
            if free:
                found |= 1 << DOUBLE_FREE
            if (posted.raises_beside_free or not free) and rules.may_double(hand, posted.double_on):
                found |= 1 << DOUBLE
        if spot[ROUND, HANDS] < posted.hands_max and (posted.resplit_aces or not (ace and split)):
            free = free_split(hand)
            if free:
                found |= 1 << SPLIT_FREE
            pair = rules.may_split(hand, posted.split_by_rank) and may_be_split(
                hand, spot[ROUND, :2], spot[ROUND, HANDS]
            )
            if (posted.raises_beside_free or not free) and pair:
                found |= 1 << SPLIT
        looked = posted.early and spot[DEALER, 0] >> 2 >= TEN
        gives_up = posted.split_surrender and not stuck if split else posted.surrender
        if gives_up and (split or not looked):
            found |= 1 << SURRENDER
        return found

    return offered


def split_hand(spot: Any, i: int, free: int) -> None:
    """Split a pair into two hands; ``free`` is 1 for a lammer, 0 for a chip."""
    new = spot[ROUND, HANDS]
    if new <= 2:
        spot[ROUND, THIRD] = spot[0, 1] if new == 2 and i == 0 else -1
    new_hand(spot, new, 1 - free, free)
    spot[new, 0] = spot[i, 1]
    spot[i, SIZE] = spot[new, SIZE] = 1
    spot[i, IS_SPLIT] = spot[new, IS_SPLIT] = 1
    spot[ROUND, HANDS] += 1
    spot[ROUND, GIVEN] += free


def double_hand(spot: Any, i: int, free: int) -> None:
    """Double the wager on a hand; ``free`` is 1 for a lammer, 0 for a chip."""
    spot[i, CHIPS] += 1 - free
    spot[i, LAMMERS] += free
    spot[ROUND, GIVEN] += free


def standing_by(count: Count) -> Any:
    """Return the test of a hand without a decision: it can take no card, or is a dealt natural."""
    chart, natural = count.chart, count.natural
    natural_draws = chart((ACE << 2, TEN << 2)) != MUST_STAND

    def stands(spot: Any, i: int) -> bool:
        hand = spot[i, : spot[i, SIZE]]
        if natural_draws and spot[i, IS_SPLIT] == 0 and natural(hand):
            return True
        return bool(chart(hand) == MUST_STAND)

    return stands


def early_by(strategy: Any) -> Any:
    """Return the test of a hand that the strategy surrenders before the peek."""

    def gives_up(spot: Any, posted: PostedRules) -> bool:
        return bool(strategy(spot[0, :2], spot[DEALER, 0], EARLY_CHOICES) == SURRENDER)

    return gives_up


def decide_by(count: Count, offered: Any, strategy: Any) -> Any:
    """Return the function that gives a hand's decision; with nothing to choose it stands."""
    stands = standing_by(count)

    def decide(spot: Any, i: int, posted: PostedRules) -> int:
        hand = spot[i, : spot[i, SIZE]]
        if stands(spot, i):
            return STAND
        choices = offered(spot, i, posted)
        if choices == 1 << STAND:
            return STAND
        return int(strategy(hand, spot[DEALER, 0], choices))

    return decide


def player_by(decide: Any) -> Any:
    """Return the loop over the hands of the spot; it returns True if the hand is surrendered."""

    def play(shoe: Any, spot: Any, posted: PostedRules, random: Any) -> bool:
        i = 0
        while i < spot[ROUND, HANDS]:
            if spot[i, SIZE] == 1:
                draw(shoe, spot, i, random)
            chosen = decide(spot, i, posted)
            if chosen == SURRENDER:
                if spot[i, IS_SPLIT] == 0:
                    return True
                spot[i, IS_SPLIT] = GIVEN_BACK
                i += 1
                continue
            if chosen in (SPLIT, SPLIT_FREE):
                split_hand(spot, i, 1 if chosen == SPLIT_FREE else 0)
                continue
            if chosen in (DOUBLE, DOUBLE_FREE):
                double_hand(spot, i, 1 if chosen == DOUBLE_FREE else 0)
            if chosen != STAND:
                draw(shoe, spot, i, random)
            if chosen != HIT:
                i += 1
        return False

    return play


# The dealer and the settlement.


def side_bets_by(count: Count, readers: list[tuple[int, Reader, int]]) -> Any:
    """Return the settlement of the side bets of one moment, from the facts at that moment."""
    chain: Any = no_side_bets
    for moment in (ALWAYS, AT_PEEK, AT_DEALER):
        placed = [(place, judge) for place, judge, when in readers if when == moment]
        if placed:
            chain = _settled_by(count, placed, moment, chain)
    return chain


def _settled_by(count: Count, readers: list[tuple[int, Reader]], moment: int, rest: Any) -> Any:
    """Return ``rest`` extended by the settlement of these side bets at a moment."""
    settle, places = chain_rules(readers), tuple(place for place, _ in readers)
    reads = {name for _, judge in readers for name in judge.reads}  # type: ignore[attr-defined]
    lay_out = in_order if "dealer" in reads else as_drawn
    facts_of = facts_by(count, reads)

    @inlined
    def settle_now(spot: Any, posted: PostedRules, found: Any) -> None:
        rest(spot, posted, found)
        settle(facts_of(spot, posted, lay_out(spot)), found)

    @inlined
    def settle_if_added(spot: Any, posted: PostedRules, found: Any) -> None:
        rest(spot, posted, found)
        if spot[ROUND, ADDED] >> moment & 1:
            settle(facts_of(spot, posted, lay_out(spot)), found)
        else:
            for place in places:
                found[place] = NOT_PLACED

    return settle_now if moment == ALWAYS else settle_if_added


def no_side_bets(spot: Any, posted: PostedRules, found: Any) -> None:
    """Settle nothing."""


def play_out_by(count: Count, play: Any, add: Any = mid_round_wagers.add_nothing) -> Any:
    """Return the play of the player's hands and the dealer's; it returns True on a surrender."""
    must_draw, dealer_draws = must_draw_by(count), count.dealer_draws

    def play_out(shoe: Any, spot: Any, posted: PostedRules, random: Any) -> bool:
        add(spot, posted, AT_PEEK, False)
        surrendered: bool = play(shoe, spot, posted, random)
        add(spot, posted, AT_DEALER, surrendered)
        if must_draw(spot, posted, surrendered):
            while dealer_draws(spot[DEALER, : spot[DEALER, SIZE]], posted.hit_soft_17):
                draw(shoe, spot, DEALER, random)
        return surrendered

    return play_out


def round_by(
    made_for: HandRules, gives_up: Any, play_out: Any, moments: tuple[Any, Any, Any]
) -> Any:
    """Return one whole round: it fills the side bets' outcomes and returns the main result."""
    natural, main_result = made_for.count.natural, main_result_by(made_for)
    must_draw, dealer_draws = must_draw_by(made_for.count), made_for.count.dealer_draws
    after_deal, after_peek, after_dealer = moments

    def one_round(shoe: Any, spot: Any, posted: PostedRules, random: Any, found: Any) -> int:
        deal(shoe, spot, random)
        after_deal(spot, posted, found)
        blackjack = natural(spot[DEALER, : spot[DEALER, SIZE]])
        surrendered = False
        if posted.early and spot[DEALER, 0] >> 2 >= TEN and not natural(spot[0, :2]):
            surrendered = gives_up(spot, posted)
        peeked = posted.peek and not blackjack
        if peeked:
            after_peek(spot, posted, found)
        if surrendered and not blackjack and must_draw(spot, posted, True):
            while dealer_draws(spot[DEALER, : spot[DEALER, SIZE]], posted.hit_soft_17):
                draw(shoe, spot, DEALER, random)
        if not surrendered and not (posted.peek and blackjack):
            surrendered = play_out(shoe, spot, posted, random)
        if not peeked:
            after_peek(spot, posted, found)
        after_dealer(spot, posted, found)
        return int(main_result(spot, posted, surrendered))

    return one_round


def many_by(one_round: Any) -> Any:
    """Return the loop that plays rounds from a shoe with a cut card, and counts results."""

    def many_rounds(
        rounds: int, shoe: Any, spot: Any, posted: PostedRules, random: Any, found: Any,
        main: Any, sides: Any,
    ) -> None:  # fmt: skip
        shuffle(shoe, spot)
        for _ in range(rounds):
            if len(shoe) - spot[ROUND, NEXT] <= posted.reshuffle_at:
                shuffle(shoe, spot)
            main[one_round(shoe, spot, posted, random, found)] += 1
            for k in range(len(found)):
                if found[k] != NOT_PLACED:
                    sides[k, found[k]] += 1

    return many_rounds


def moments_of(count: Count, sides: tuple[Side, ...]) -> tuple[Any, Any, Any]:
    """Return the settlement of these side bets after the deal, the peek and the dealer.

    Wagers on the player's hand are judged at the end, since its cards do not change any more.
    """
    at: dict[str, list[tuple[int, Reader, int]]]
    at = {AFTER_DEAL: [], AFTER_PEEK: [], AFTER_HAND: [], AFTER_DEALER: []}
    for place, (moment, by, placed) in enumerate(sides):
        if moment not in at:
            raise Refused(f"{by.__name__} settles {moment!r}, which is not simulated")
        at[moment].append((place, bind_rule(by, FACTS), moment_of(placed)))
    after_hand = at.pop(AFTER_HAND)
    at[AFTER_DEALER] += after_hand
    after_deal, after_peek, after_dealer = (side_bets_by(count, readers) for readers in at.values())
    return after_deal, after_peek, after_dealer


def driver(made_for: HandRules, strategy: Strategy, sides: tuple[Side, ...]) -> Any:
    """Return ``one_round`` for these rules and side bets, not compiled."""
    count = made_for.count
    decide = decide_by(count, offers_by(made_for), strategy)
    play_out = play_out_by(count, player_by(decide), mid_round_wagers.adding_by(count, sides))
    return round_by(made_for, early_by(strategy), play_out, moments_of(count, sides))
