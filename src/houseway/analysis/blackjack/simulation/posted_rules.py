"""The posting of a blackjack table as the compiled drivers read it."""

from __future__ import annotations

from typing import NamedTuple

from houseway.analysis.blackjack.simulation import mid_round_wagers
from houseway.families.blackjack.decisions import EARLY
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import AT_ONCE
from houseway.game.wagers import Wager


class PostedRules(NamedTuple):
    """Posted options as small ints."""

    reshuffle_at: int
    hit_soft_17: bool
    peek: bool
    spares_raises: bool
    double_on: int
    double_after_split: bool
    split_by_rank: bool
    raises_beside_free: bool
    hands_max: int
    resplit_aces: bool
    split_aces_one_card: bool
    surrender: bool
    early: bool
    split_surrender: bool
    dealer_22: int
    blackjack_waits: bool
    over_waits: bool
    best_hand: bool
    third_after_split: bool
    draws_after_bust: bool
    draws_after_blackjack: bool
    draws_after_surrender: bool
    draws_for_added: bool
    adds_after_bust: bool
    adds_after_blackjack: bool
    adds_after_surrender: bool


def read_posted(game: Blackjack, sides: tuple[Wager, ...]) -> PostedRules:
    """Return the posting of a table at which one player makes these side bets."""
    return PostedRules(
        reshuffle_at=game.reshuffle_at(),
        hit_soft_17=game.hits_soft_17,
        peek=game.peek,
        spares_raises=not game.peek and game.no_peek_takes != "all",
        double_on=game.offers.double_on,
        double_after_split=game.double_after_split,
        split_by_rank=game.offers.by_rank,
        raises_beside_free=game.raises_beside_free,
        hands_max=game.hands_max,
        resplit_aces=game.resplit_aces,
        split_aces_one_card=game.split_aces_one_card,
        surrender=game.surrender in ("late", EARLY),
        early=game.surrender == EARLY,
        split_surrender=game.surrender != "none" and game.surrender_after_split,
        dealer_22=game.dealer_22,
        blackjack_waits=game.blackjack_against_22 != "paid",
        over_waits=game.count.lost != AT_ONCE,
        best_hand=game.side_bets_judge != "original_hand",
        third_after_split=game.third_after_split,
        draws_after_bust=mid_round_wagers.draws_after(game, sides, mid_round_wagers.BUST),
        draws_after_blackjack=mid_round_wagers.draws_after(game, sides, mid_round_wagers.BLACKJACK),
        draws_after_surrender=mid_round_wagers.draws_after(game, sides, mid_round_wagers.GIVEN_UP),
        draws_for_added=any(
            mid_round_wagers.is_late(game, w) and w.name in game.draws_for for w in sides
        ),
        adds_after_bust=mid_round_wagers.adds_after(game, mid_round_wagers.BUST),
        adds_after_blackjack=mid_round_wagers.adds_after(game, mid_round_wagers.BLACKJACK),
        adds_after_surrender=mid_round_wagers.adds_after(game, mid_round_wagers.GIVEN_UP),
    )
