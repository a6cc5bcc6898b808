"""The posted amounts of a poker game in whole chips: limits, kill limits, the unit of a pot.

They are computed once, when a game is posted, not in every hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houseway.errors import Refused
from houseway.families.poker.betting.limits import LIMIT, SPREAD, STRUCTURES
from houseway.money import format_dollars
from houseway.util.english import a

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

FIVE_DOLLARS = 5_00
KILLS = {"full": (2, 1), "half": (3, 2), "off": (1, 1)}
"""Kill -> the factor of the limits, as a fraction."""


class Amounts(msgspec.Struct, frozen=True):
    """The amounts of a posted game.

    ``limits`` are the lower and the upper one, ``kill_limits`` those of a kill pot; ``least`` is
    the least opening bet where there are none.  ``dead_blinds`` are all blinds but the big one.
    """

    betting: int
    limits: tuple[int, int]
    kill_limits: tuple[int, int]
    kill_blind: int
    least: int
    pot_unit: int
    middle_blind: int
    dead_blinds: int


def amounts(game: Poker) -> Amounts:
    """The amounts of this game as posted; refused if they do not go together."""
    middle = game.second_blind or game.small_blind
    for what, cents in (
        ("small", game.small_blind),
        ("second", middle),
        ("button", game.button_blind),
    ):
        if cents > game.big_blind:
            raise Refused.because(
                game.no(
                    "blind-above-big-blind",
                    f"the {what} blind of {format_dollars(cents)} is above the big blind of "
                    f"{format_dollars(game.big_blind)}",
                    "small_blind",
                )
            )
    betting = STRUCTURES.index(game.structure)
    if game.kill != "off" and betting not in (LIMIT, SPREAD):
        raise Refused.because(
            game.no("kill-needs-limit", "a kill raises the limits of a limit game only", "kill")
        )
    small = game.small_bet or game.big_blind
    big = game.big_bet or 2 * small
    if betting in (LIMIT, SPREAD) and big < small:
        raise Refused.because(
            game.no(
                "upper-limit-below-lower",
                f"the upper limit of {format_dollars(big)} is below the lower limit of "
                f"{format_dollars(small)}",
                "limit",
            )
        )
    if game.bring_in >= small > 0:
        raise Refused.because(
            game.no(
                "bring-in-not-short",
                f"a bring-in of {format_dollars(game.bring_in)} is not a short bet: it must "
                "be below the lower "
                f"limit of {format_dollars(small)}",
                "bring_in",
            )
        )
    times, per = KILLS[game.kill]
    check_chips(game, small, big)
    dead = sum((game.small_blind, middle)[: max(game.blinds_left - 1, 0)]) + game.button_blind
    forced = (game.small_blind, middle, game.big_blind, game.button_blind, game.ante, game.bring_in)
    in_dollars = any(cents % FIVE_DOLLARS for cents in forced)
    return Amounts(
        betting, (small, big), kill_limits=(small * times // per, big * times // per),
        kill_blind=(game.big_blind or small) * times // per, least=game.big_blind or small,
        pot_unit=game.pot_rounding or (FIVE_DOLLARS if in_dollars else 1), middle_blind=middle,
        dead_blinds=dead,
    )  # fmt: skip


def check_chips(game: Poker, small: int, big: int) -> None:
    """Refuse blinds and bets that are not whole chips; a split pot could not be paid."""
    times, per = KILLS[game.kill]
    doubled = [("big blind", game.big_blind)]
    if game.structure in ("limit", "spread_limit"):
        doubled += [("small bet", small), ("big bet", big)]
    made = [("small blind", game.small_blind), ("second blind", game.second_blind), *doubled]
    made += [("button blind", game.button_blind)]
    fees = [("dead collection blind", game.dead_collection_blind)]
    fees += [("seat collection", game.seat_collection), ("pot collection", game.pot_collection)]
    if len([cents for _, cents in fees if cents]) > 1:
        raise Refused.because(
            game.no(
                "one-collection",
                "only one collection is taken for a hand: post the others as 0",
                "chips",
            )
        )
    made += fees
    made += [("ante", game.ante), ("bring-in", game.bring_in)]
    for what, cents in made:
        if cents % game.smallest_chip:
            raise Refused.because(
                game.no(
                    "blind-not-in-chips",
                    f"{a(what)} of {format_dollars(cents)} cannot be made of chips of "
                    f"{format_dollars(game.smallest_chip)}: post a smallest chip that divides it",
                    "chips",
                )
            )
    for what, cents in doubled:
        if cents * times % (per * game.smallest_chip):
            raise Refused.because(
                game.no(
                    "kill-not-in-chips",
                    f"with a {game.kill} kill a {what} of {format_dollars(cents)} comes to "
                    "no whole number "
                    f"of chips of {format_dollars(game.smallest_chip)}",
                    "kill",
                    "chips",
                )
            )
