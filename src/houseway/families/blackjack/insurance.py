"""Chips that are added during the round: insurance, late wagers, a double or a split."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import PLAYER, Act, Ask, Choice, Question, Script
from houseway.errors import Refused
from houseway.families.banked.state import Answered, Phase, Staked
from houseway.families.blackjack.backline import insuring, next_asked, surrendering
from houseway.families.blackjack.decisions import PLAY_ON, insurance_choices, surrender
from houseway.families.blackjack.settlement import surrender_steps
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


def check_surrender(game: Blackjack) -> None:
    """Refuse late surrender at a table where the dealer does not look."""
    if game.surrender == "late" and not game.peek:
        cited = game.declared()["surrender"].clauses
        raise Refused(
            "late-surrender-needs-peek",
            "late surrender needs a dealer who looks under an ace or ten",
            cited,
        )


@step("surrender")
def offer_surrender(game: Blackjack, r: RoundContext[BlackjackState]) -> Script:
    """Before the dealer looks under an ace or ten, every hand but a natural may be given up."""
    s: BlackjackState = r.state
    r.emit(Phase("surrender", tuple(s.holder(circle) for circle in surrendering(game, s))))
    while s.waiting:
        choices: tuple[Choice, ...] = (surrender.button, PLAY_ON.button)
        act: Act | None = yield Ask(
            dict.fromkeys(s.waiting, choices), "before the hole card is checked", "play_on"
        )
        if act is None:
            continue
        circle = next_asked(s, act.seat, surrendering(game, s, act.seat))
        r.emit(Answered(act.seat, act.name))
        if act.name == "surrender":
            game.settle(r, surrender_steps(game, s, circle))


@step("offer")
def offer_insurance(game: Blackjack, r: RoundContext[BlackjackState]) -> Script:
    """Offer insurance under an ace: up to half of each wager."""
    s: BlackjackState = r.state
    r.emit(Phase("insurance", insuring(game, s)))
    while s.waiting:
        asked = {seat: insurance_choices(game, s, seat) for seat in dict.fromkeys(s.waiting)}
        act: Act | None = yield Ask(asked, "the dealer shows an ace", "no_insurance")
        if act is None:
            continue
        game.decision_table.run[act.name](r, act)
        r.emit(Answered(act.seat, act.name))


def offer_late(game: Blackjack, r: RoundContext[BlackjackState], moment: str) -> Iterable[Question]:
    """Wagers that are placed during the round: those who may add them do so, or not."""
    if moment not in game.bets.later_choices:
        return ()
    return game.bets.ask_late(r, moment, game.late_bettors(r.state))


def raise_by(
    game: Blackjack, r: RoundContext[BlackjackState], seat: int, i: int, by: str, cents: int = 0
) -> None:
    """Add to the wager of a hand: ``cents`` in chips (0: as much again), or a lammer."""
    if by == "paid":
        s = r.state
        other = s.acting_bettor(seat)
        cents = cents or s.unit(seat)
        r.emit(Staked(other or seat, "main", cents, i, PLAYER, seat if other else 0))
    elif game.free is not None:
        game.free.lay(r, seat)
