"""Wagers placed after the deal: which hands may place them, and whether the dealer draws for them.

Eligibility is asked of the live game, with a hand that is out of the round: bust, a blackjack,
surrendered. The compiled drivers note in the spot the moments at which the player has added wagers;
the player adds every wager that is allowed.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from houseway.analysis.blackjack.simulation.round_state import ADDED, DEALER, HANDS, ROUND, SIZE
from houseway.analysis.facts.binding import bind_posting
from houseway.engine.questions import PLAYER
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count
from houseway.families.blackjack.state import BlackjackHand, BlackjackState
from houseway.game.wagers import AFTER_PEEK, BEFORE_DEALER, Wager
from houseway.pieces.cards import TEN

Side: TypeAlias = tuple[str, Any, str]
"""(moment of settling, rule, moment of placing), as the drivers need a side bet."""

ALWAYS, AT_PEEK, AT_DEALER = -1, 0, 1
"""Moments of placing: every round; no dealer blackjack found; players' hands done."""
NOT_PLACED = -1
"""The outcome of a wager that was not placed in a round."""
MOMENTS = {AFTER_PEEK: AT_PEEK, BEFORE_DEALER: AT_DEALER}

BUST, BLACKJACK, GIVEN_UP = "Tc 6d Kh", "As Kd", "Tc 6d"


def side_of(game: Blackjack, wager: Wager) -> Side:
    """Return a side bet of a posted table as the drivers need it."""
    return wager.resolves, bind_posting(game, wager).rule, game.placed_at(wager)


def moment_of(placed: str) -> int:
    """Return the moment at which a wager is placed.

    Before the peek no hand is out of the round, so such wagers count as ALWAYS.
    """
    return MOMENTS.get(placed, ALWAYS)


# Questions to the live table.


def out_of_round(game: Blackjack, cards: str, settled: bool = True) -> BlackjackState:
    """Return the state of a table whose only hand is over, before the dealer plays."""
    hand = BlackjackHand(list(game.kind.parse(cards)), done=True, settled=settled)
    return BlackjackState(
        seats=[1], names={1: ""}, purses={1: 0}, hands={1: [hand]},
        dealer=list(game.kind.parse("6c Ts")), units={1: {(1, PLAYER): 100}},
    )  # fmt: skip


def adds_after(game: Blackjack, cards: str) -> bool:
    """Return True if a seat whose hand is over may still add wagers."""
    waits = cards == BLACKJACK and game.blackjack_against_22 != "paid"
    return 1 in game.late_bettors(out_of_round(game, cards, settled=not waits))


def for_everybody(game: Any, wager: Wager) -> bool:
    """Return True if the wager is placed in every round that reaches its moment, with any hand."""
    moment = moment_of(game.placed_at(wager))
    if moment == ALWAYS:
        return True
    hands = [BLACKJACK] if moment == AT_PEEK else [BLACKJACK, BUST]
    if moment == AT_DEALER and game.surrender != "none":
        hands.append(GIVEN_UP)
    return all(adds_after(game, cards) for cards in hands)


def is_late(game: Any, wager: Wager) -> bool:
    """Return True if the wager is placed after a peek or later, so not in every round."""
    return moment_of(game.placed_at(wager)) != ALWAYS


def at_peek(game: Any, wager: Wager) -> bool:
    """Return True if the wager is placed between the peek and the play of the hands."""
    return moment_of(game.placed_at(wager)) == AT_PEEK


def draws_after(game: Blackjack, sides: tuple[Wager, ...], cards: str) -> bool:
    """Return True if the dealer draws for the side bets alone, the only hand being over."""
    state = out_of_round(game, cards)
    for wager in sides:
        moment = moment_of(game.placed_at(wager))
        eligible = moment == AT_DEALER or (moment == AT_PEEK and cards == BLACKJACK)
        if not eligible or adds_after(game, cards):
            state.stakes[1, wager.name, 0] = {(1, PLAYER): 100}
    return game.dealer_must_draw(state)


def adding_by(count: Count, sides: tuple[Side, ...]) -> Any:
    """Return the function that marks wagers as added at a moment, or ``add_nothing``."""
    if all(moment_of(placed) == ALWAYS for _, _, placed in sides):
        return add_nothing
    may_add = compile_may_add(count)

    def add(spot: Any, posted: Any, moment: int, surrendered: bool) -> None:
        """Mark the player's wagers as added, if the hand may still place them."""
        if may_add(spot, posted, surrendered):
            spot[ROUND, ADDED] |= 1 << moment

    return add


def add_nothing(spot: Any, posted: Any, moment: int, surrendered: bool) -> None:
    """Add no wager: all are placed before the deal."""


def compile_may_add(count: Count) -> Any:
    """Return the test of a hand that may still place wagers: not over, or allowed by the posting.

    A blackjack is not over before the dealer has peeked under an ace or ten.
    """
    natural, over = count.natural, count.over

    def may_add(spot: Any, posted: Any, surrendered: bool) -> bool:
        if surrendered:
            return bool(posted.adds_after_surrender)
        if natural(spot[ROUND, :2]):
            unpaid = not posted.peek and spot[DEALER, 0] >> 2 >= TEN
            return unpaid or bool(posted.adds_after_blackjack)
        for i in range(spot[ROUND, HANDS]):
            if not over(spot[i, : spot[i, SIZE]]):
                return True
        return bool(posted.adds_after_bust)

    return may_add
