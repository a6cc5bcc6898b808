"""The compiled driver of the blackjack shape: one seat, from the first card to the last payout.

It is the round script of ``families/blackjack`` without money, log and views.  Every judgement is
the live table's own rule function: points, naturals, what may be doubled or split, the dealer's
draws, the outcome of a hand, and the side bets, which come from the game object.

Functions that depend on a game's rules are closures over them (``round_by(...)``); everything
runs interpreted too, which the tests use.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.blackjack import mid_round_wagers
from houseway.analysis.blackjack.hand_rules import HandRules, splitting_by
from houseway.analysis.blackjack.main_result import (
    EVEN,
    GIVEN_BACK,
    MOST,
    RESULTS,
    main_result_by,
    must_draw_by,
)
from houseway.analysis.blackjack.mid_round_wagers import (
    ALWAYS,
    AT_DEALER,
    AT_PEEK,
    NOT_PLACED,
    Side,
    moment_of,
)
from houseway.analysis.blackjack.posted import Posted, read_posted
from houseway.analysis.blackjack.round_state import (
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
from houseway.analysis.blackjack.seat_facts import FACTS, as_drawn, facts_by, in_order
from houseway.analysis.blackjack.strategy import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
    Strategy,
)
from houseway.analysis.compiler.compile import inlined
from houseway.analysis.facts import Reader, bind_rule, judges
from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.families.blackjack.counting import MUST_HIT, MUST_STAND, Count
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
    "Posted",
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
"""What others look for here of ``round_state.py``, ``posted.py`` and ``main_result.py``."""

EARLY_CHOICES = 1 << SURRENDER | 1 << STAND
"""What is offered before the dealer looks: to give up, or to play on."""
# -- decisions -----------------------------------------------------------------------------------


def offers_by(made_for: HandRules) -> Any:
    """What a hand may do, one bit per decision, by the game's own rules."""
    chart, free_double, free_split = made_for.count.chart, made_for.free_double, made_for.free_split
    may_be_split = splitting_by(made_for.splits)

    def offered(spot: Any, i: int, posted: Posted) -> int:
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
    """A pair becomes two hands, for a chip or for a lammer."""
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
    """A second wager on the hand, for a chip or for a lammer."""
    spot[i, CHIPS] += 1 - free
    spot[i, LAMMERS] += free
    spot[ROUND, GIVEN] += free


def standing_by(count: Count) -> Any:
    """Whether a hand is not asked: it can take no card, or was dealt as a natural."""
    chart, natural = count.chart, count.natural
    natural_draws = chart((ACE << 2, TEN << 2)) != MUST_STAND

    def stands(spot: Any, i: int) -> bool:
        hand = spot[i, : spot[i, SIZE]]
        if natural_draws and spot[i, IS_SPLIT] == 0 and natural(hand):
            return True
        return bool(chart(hand) == MUST_STAND)

    return stands


def early_by(strategy: Any) -> Any:
    """Whether a hand is given up before the dealer looks under an ace or ten."""

    def gives_up(spot: Any, posted: Posted) -> bool:
        return bool(strategy(spot[0, :2], spot[DEALER, 0], EARLY_CHOICES) == SURRENDER)

    return gives_up


def decide_by(count: Count, offered: Any, strategy: Any) -> Any:
    """What a hand does next; with nothing to choose it stands unasked, as with 21 or more."""
    stands = standing_by(count)

    def decide(spot: Any, i: int, posted: Posted) -> int:
        hand = spot[i, : spot[i, SIZE]]
        if stands(spot, i):
            return STAND
        choices = offered(spot, i, posted)
        if choices == 1 << STAND:
            return STAND
        return int(strategy(hand, spot[DEALER, 0], choices))

    return decide


def player_by(decide: Any) -> Any:
    """All hands of the spot in turn; whether the hand was surrendered."""

    def play(shoe: Any, spot: Any, posted: Posted, random: Any) -> bool:
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


# -- the dealer and the settlement ---------------------------------------------------------------


def side_bets_by(count: Count, readers: list[tuple[int, Reader, int]]) -> Any:
    """The side bets of one moment: their outcomes, from the facts as they then stand."""
    chain: Any = no_side_bets
    for moment in (ALWAYS, AT_PEEK, AT_DEALER):
        placed = [(place, judge) for place, judge, when in readers if when == moment]
        if placed:
            chain = _settled_by(count, placed, moment, chain)
    return chain


def _settled_by(count: Count, readers: list[tuple[int, Reader]], moment: int, rest: Any) -> Any:
    settle, places = judges(readers), tuple(place for place, _ in readers)
    reads = {name for _, judge in readers for name in judge.reads}  # type: ignore[attr-defined]
    lay_out = in_order if "dealer" in reads else as_drawn
    facts_of = facts_by(count, reads)

    @inlined
    def settle_now(spot: Any, posted: Posted, found: Any) -> None:
        rest(spot, posted, found)
        settle(facts_of(spot, posted, lay_out(spot)), found)

    @inlined
    def settle_if_added(spot: Any, posted: Posted, found: Any) -> None:
        rest(spot, posted, found)
        if spot[ROUND, ADDED] >> moment & 1:
            settle(facts_of(spot, posted, lay_out(spot)), found)
        else:
            for place in places:
                found[place] = NOT_PLACED

    return settle_now if moment == ALWAYS else settle_if_added


def no_side_bets(spot: Any, posted: Posted, found: Any) -> None:
    """Nothing is settled at this moment."""


def play_out_by(count: Count, play: Any, add: Any = mid_round_wagers.add_nothing) -> Any:
    """The player's hands and then the dealer's; whether the player surrendered."""
    must_draw, dealer_draws = must_draw_by(count), count.dealer_draws

    def play_out(shoe: Any, spot: Any, posted: Posted, random: Any) -> bool:
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
    """One whole round; the outcome of each side bet into ``found``, the main result returned."""
    natural, main_result = made_for.count.natural, main_result_by(made_for)
    must_draw, dealer_draws = must_draw_by(made_for.count), made_for.count.dealer_draws
    after_deal, after_peek, after_dealer = moments

    def one_round(shoe: Any, spot: Any, posted: Posted, random: Any, found: Any) -> int:
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
    """So many rounds from a shoe shuffled at the cut card; results and outcomes counted."""

    def many_rounds(
        rounds: int, shoe: Any, spot: Any, posted: Posted, random: Any, found: Any,
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
    """What settles these side bets after the deal, the peek and the dealer.

    What goes with the player's hand is judged at the end: its cards do not change any more.
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
    """``one_round`` for these rules and side bets, not yet compiled."""
    count = made_for.count
    decide = decide_by(count, offers_by(made_for), strategy)
    play_out = play_out_by(count, player_by(decide), mid_round_wagers.adding_by(count, sides))
    return round_by(made_for, early_by(strategy), play_out, moments_of(count, sides))
