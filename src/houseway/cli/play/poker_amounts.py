"""Poker amounts as players say them: ``all in``, ``pot``, ``half pot``, ``3bb``.

``raise pot`` is the call and then the pot after it; ``raise 3bb`` is a raise to three big blinds.
The result is an amount in dollars, which the rules then check.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from houseway.engine.questions import Amount, Choice
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.face.views import View
from houseway.money import format_amount, format_dollars

WAGERS = ("bet", "raise", "complete")
"""Decisions of poker whose amount the player chooses."""
ALL_IN = ("all in", "all-in", "all_in", "allin")
POT = {"pot": (1, 1), "half pot": (1, 2), "half-pot": (1, 2), "half_pot": (1, 2)}
"""Words -> the share of the pot that is bet or raised."""
BIG_BLINDS = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,2}))? ?bb")


def read_amount(
    words: Sequence[str], choices: Sequence[Choice], view: View | None, game: Game
) -> list[str]:
    """Return a typed line with the amount in dollars; a line without such words stays as it is."""
    name, said = _parted([word.lower() for word in words], choices)
    if view is None or not (said in ALL_IN or said in POT or BIG_BLINDS.fullmatch(said)):
        return list(words)
    wagers = [
        choice
        for choice in choices
        if isinstance(choice, Amount) and choice.name in ([name] if name else WAGERS)
    ]
    if said in ALL_IN:
        return _all_in(wagers, choices, view)
    if len(wagers) != 1:
        raise Refused(f"no amount can be chosen now: {said} is for a bet or a raise")
    if said == "pot" and getattr(game, "structure", "") == "pot_limit":
        return _checked(wagers[0], wagers[0].most, said)  # the rules round the pot up
    cents = _pot_share(POT[said], view) if said in POT else _big_blinds(said, game)
    return _checked(wagers[0], cents, said)


def _parted(words: Sequence[str], choices: Sequence[Choice]) -> tuple[str, str]:
    """Split a line into the choice that it names, if any, and the rest."""
    named = [c.name for c in choices if words and c.name.startswith(words[0])]
    if len(named) == 1 and len(words) > 1:
        rest = words[2:] if words[1] == "to" else words[1:]
        return named[0], " ".join(rest)
    return "", " ".join(words)


def _all_in(wagers: Sequence[Amount], choices: Sequence[Choice], view: View) -> list[str]:
    """Return the words for betting the whole stack: the wager to all chips, or a call."""
    mine, stack = _bet_of(view, view.viewer), _stack(view)
    if len(wagers) == 1:
        return _checked(wagers[0], mine + stack, "all in")
    if any(c.name == "call" for c in choices) and mine + stack <= _to_call(view):
        return ["call"]
    raise Refused("you cannot go all in now")


def _checked(choice: Amount, cents: int, said: str) -> list[str]:
    """Return the words for a bet of ``cents``; Refused outside the limits of the choice."""
    if not choice.least <= cents <= choice.most:
        limits = f"{format_dollars(choice.least)} to {format_dollars(choice.most)}"
        raise Refused(f"{said} is {format_dollars(cents)}; {choice.name} is {limits}")
    return [choice.name, format_amount(cents)]


def _pot_share(share: tuple[int, int], view: View) -> int:
    """Return the amount of a bet or raise by a share of the pot, in whole dollars rounded down."""
    to_call, mine = _to_call(view), _bet_of(view, view.viewer)
    in_play = sum(pot.cents for pot in view.pots) + sum(_bets(view).values())
    times, per = share
    size = (in_play + to_call - mine) * times // per
    return to_call + size // 100 * 100


def _big_blinds(said: str, game: Game) -> int:
    """Return an amount in big blinds, such as ``2.5bb``, as cents."""
    blind = getattr(game, "big_blind", 0)
    if not blind:
        raise Refused(f"{game.name} has no big blind here; say an amount in dollars")
    match = BIG_BLINDS.fullmatch(said)
    assert match is not None, "it was recognised"
    hundredths = int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
    return int(blind) * hundredths // 100


def _bets(view: View) -> dict[int, int]:
    """Return each seat's bet on this betting round."""
    found: dict[int, int] = {}
    for chips in view.chips:
        found[chips.seat] = found.get(chips.seat, 0) + chips.cents
    return found


def _bet_of(view: View, seat: int) -> int:
    """Return the chips in cents that a seat has bet in this round of betting."""
    return _bets(view).get(seat, 0)


def _to_call(view: View) -> int:
    """Return the highest bet of this round of betting in cents."""
    return max(_bets(view).values(), default=0)


def _stack(view: View) -> int:
    """Return the viewer's chips in cents, without those already bet."""
    return sum(seat.chips for seat in view.seats if seat.seat == view.viewer)
