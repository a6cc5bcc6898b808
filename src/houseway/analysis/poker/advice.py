"""Advice for poker: a careful player's decision, from the chance of winning and the price of a
call.
"""

from __future__ import annotations

from houseway.analysis.decision_values import Advice, DecisionValue, Progress
from houseway.analysis.poker.bot import PokerBot, form, in_play, owed, seen_of
from houseway.analysis.poker.equity.chance import prospect
from houseway.engine.questions import Act
from houseway.families.poker import Poker
from houseway.money import format_dollars
from houseway.table.round import Round

SEED = 1


def poker_advice(round_: Round, seat: int, progress: Progress) -> Advice | None:
    """Return the tight bot's decision with its reasons; None where it has none."""
    game = round_.game
    if not isinstance(game, Poker):
        return None
    progress(f"{game.name}: dealing what you cannot see")
    bot, view = PokerBot("tight", SEED), round_.view(seat)
    act = bot.answer(game, view)
    offered = {choice.name: choice for choice in view.prompt.actions} if view.prompt else {}
    if not offered.keys() & {"check", "call", "fold"}:
        return Advice(act, how="what a careful player who sees no more than you would do")
    share = prospect(form(game), seen_of(game, view), bot.deals).share
    price, pot = owed(offered), in_play(view)
    notes = [f"against hands of any kind you win about {share:.0%} of the pot, estimated"]
    options: tuple[DecisionValue, ...] = ()
    if price:
        notes.append(
            f"a call of {format_dollars(price)} for a pot of {format_dollars(pot)} is "
            "worth it with "
            f"{price / (pot + price):.0%} of the pot or more"
        )
        meets = "call" if "call" in offered else "bring_in"
        call = DecisionValue(Act(seat, meets), (share * (pot + price) - price) / 100, 0.005)
        fold = DecisionValue(Act(seat, "fold"), 0.0, 0.005)
        options = (call, fold) if call.worth > 0 else (fold, call)
        if act.name == "fold" and call.worth > 0:
            notes.append("a careful player wants more than the bare price, for what comes later")
    how = "what a careful player who sees no more than you would do; later betting is left out"
    return Advice(act, options, 0, how, tuple(notes))
