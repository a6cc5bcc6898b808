"""Blackjack Switch: the main wager by its way to play, exactly; the side bets are enumerated.

The expectation is exact, and so is how often each result comes where no hand is split.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from houseway.analysis.blackjack.main_wager import SEVERAL
from houseway.analysis.blackjack_switch.exact import SPOTS, SwitchPlay, switch_play, switch_results
from houseway.analysis.blackjack_switch.simulation import NETS, PLAYED_SO
from houseway.analysis.blackjack_switch.switch_round import RESULTS
from houseway.analysis.wager_odds import EXACT, WagerOdds
from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack

NOT_QUITE_BEST = (
    "every round from a full shoe; who also looks at the other hand's cards gains a few "
    "thousandths of a percent"
)


def worth_of(game: SwitchBlackjack) -> WagerOdds:
    """The two initial bets of a posted table."""
    kind: Any = type(game)
    return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> WagerOdds:
    declared = kind.declared()
    game = kind({key: declared[key].show(value) for key, value in posting})
    return _worth(game, switch_play(game))


def _worth(game: SwitchBlackjack, play: SwitchPlay) -> WagerOdds:
    results = switch_results(play)
    found = {
        name: (float(chance), net)
        for name, chance, net in zip(RESULTS, results.units, NETS, strict=True)
        if chance
    }
    of_both = f"figures are of the {SPOTS} equal bets together; an outcome counts bets of one spot"
    said = (
        f"in {results.several:.3%} of rounds a split makes three hands or more: there how two "
        "hands go together is taken from two hands alone; all else, the mean too, is exact"
    )
    price = game.blackjack_pays
    return WagerOdds(
        tuple(found), tuple(chance for chance, _ in found.values()),
        {price: tuple(net for _, net in found.values())}, "blackjack_pays", EXACT,
        (PLAYED_SO, NOT_QUITE_BEST, of_both, said), details={price: {SEVERAL: results.several}},
    )  # fmt: skip
