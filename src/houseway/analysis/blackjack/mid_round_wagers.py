"""Wagers that are placed during a round: by whom, and whether the dealer draws for them.

Who may still add a wager is asked of the live table itself, about a hand that is out of the round:
bust, a blackjack, given up.  The compiled drivers then note in the spot at which moments the player
has added his wagers; he adds all he may.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from houseway.analysis.blackjack.round_state import ADDED, DEALER, HANDS, ROUND, SIZE
from houseway.analysis.facts import bind_posting
from houseway.engine.questions import PLAYER
from houseway.families.blackjack.counting import Count
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState, Hand
from houseway.game.wagers import AFTER_PEEK, BEFORE_DEALER, Wager
from houseway.pieces.cards import TEN

Side: TypeAlias = tuple[str, Any, str]
"""A side bet as the drivers have it: when it is settled, its rule, when it is placed."""

ALWAYS, AT_PEEK, AT_DEALER = -1, 0, 1
"""Placed in every round; when the dealer has no blackjack; when the players are done."""
NOT_PLACED = -1
"""The outcome of a wager that was not placed in a round."""
MOMENTS = {AFTER_PEEK: AT_PEEK, BEFORE_DEALER: AT_DEALER}

BUST, BLACKJACK, GIVEN_UP = "Tc 6d Kh", "As Kd", "Tc 6d"


def side_of(game: Blackjack, wager: Wager) -> Side:
    """A side bet of a posted table as the drivers have it."""
    return wager.resolves, bind_posting(game, wager).by, game.placed_at(wager)


def moment_of(placed: str) -> int:
    """When a wager is placed; before the dealer has looked, nobody is out of the round yet."""
    return MOMENTS.get(placed, ALWAYS)


# -- what the live table says ---------------------------------------------------------------------


def out_of_round(game: Blackjack, cards: str, settled: bool = True) -> BlackjackState:
    """A table whose only hand is over, before the dealer plays."""
    hand = Hand(list(game.kind.parse(cards)), done=True, settled=settled)
    return BlackjackState(
        seats=[1], names={1: ""}, purses={1: 0}, hands={1: [hand]},
        dealer=list(game.kind.parse("6c Ts")), units={1: {(1, PLAYER): 100}},
    )  # fmt: skip


def adds_after(game: Blackjack, cards: str) -> bool:
    """Whether a seat whose hand is over may still add wagers."""
    waits = cards == BLACKJACK and game.blackjack_against_22 != "paid"
    return 1 in game.late_bettors(out_of_round(game, cards, settled=not waits))


def for_everybody(game: Any, wager: Wager) -> bool:
    """Whether the wager is placed in every round that comes to its moment, whatever the hand."""
    moment = moment_of(game.placed_at(wager))
    if moment == ALWAYS:
        return True
    hands = [BLACKJACK] if moment == AT_PEEK else [BLACKJACK, BUST]
    if moment == AT_DEALER and game.surrender != "none":
        hands.append(GIVEN_UP)
    return all(adds_after(game, cards) for cards in hands)


def is_late(game: Any, wager: Wager) -> bool:
    """Whether the wager is not placed in every round: after a look for a blackjack, or later."""
    return moment_of(game.placed_at(wager)) != ALWAYS


def at_peek(game: Any, wager: Wager) -> bool:
    """Whether it is placed before the players' hands are played."""
    return moment_of(game.placed_at(wager)) == AT_PEEK


def draws_after(game: Blackjack, sides: tuple[Wager, ...], cards: str) -> bool:
    """Whether the dealer draws for the side bets alone, when the only hand is over."""
    state = out_of_round(game, cards)
    for wager in sides:
        moment = moment_of(game.placed_at(wager))
        asked = moment == AT_DEALER or (moment == AT_PEEK and cards == BLACKJACK)
        if not asked or adds_after(game, cards):
            state.stakes[1, wager.name, 0] = {(1, PLAYER): 100}
    return game.dealer_must_draw(state)


# -- compiled -------------------------------------------------------------------------------------


def adding_by(count: Count, sides: tuple[Side, ...]) -> Any:
    """What notes that wagers are added at a moment, if any of these ever is."""
    if all(moment_of(placed) == ALWAYS for _, _, placed in sides):
        return add_nothing
    may_add = may_add_by(count)

    def add(spot: Any, posted: Any, moment: int, surrendered: bool) -> None:
        """The player adds his wagers, if he still may."""
        if may_add(spot, posted, surrendered):
            spot[ROUND, ADDED] |= 1 << moment

    return add


def add_nothing(spot: Any, posted: Any, moment: int, surrendered: bool) -> None:
    """No wager waits for its moment."""


def may_add_by(count: Count) -> Any:
    """Whether a hand is not over, or one after which this table still takes wagers.

    A blackjack is not over while nobody has looked under the dealer's ace or ten.
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
