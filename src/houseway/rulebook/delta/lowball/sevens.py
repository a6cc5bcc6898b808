"""Seven or better after the draw: who checks one wins no bets, and who calls a short bet may.

A check is a decision like any other; what it costs is found at the showdown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.cite import procedure, rule
from houseway.families.poker import PokerState
from houseway.game.base import RoundContext
from houseway.hands.poker_low import NO_LOW, qualified
from houseway.rulebook.delta.lowball.events import BetsVoid

SEVEN = 7


@rule("CA-LOW-17")
def seven_or_better(low: int) -> bool:
    """Return True if an ace-to-five low is five different cards, none above a seven."""
    return qualified(low, SEVEN) != NO_LOW


@rule("CA-LOW-19")
def less_than_half(bet: int, full: int) -> bool:
    """Return True if an all-in is less than half a bet."""
    return 2 * bet < full


def bets_after(s: PokerState) -> dict[int, int]:
    """Return each player's bets since the draw."""
    bets: dict[int, int] = {}
    for gathered in s.gathered[s.rounds_before :]:
        for seat, cents in gathered:
            bets[seat] = bets.get(seat, 0) + cents
    return bets


def place_of_opener(s: PokerState) -> int:
    """Return the number of players before the first bettor; 0 for one who got chips again by a
    ruling.
    """
    return s.order.index(s.opened) if s.opened in s.order else 0


@procedure("CA-LOW-18", "CA-LOW-19")
def return_bets(r: RoundContext[PokerState], lows: Mapping[int, int]) -> None:
    """Return bets sent back by a checked seven or a short bet, before the pot is awarded."""
    s = r.state
    bets = bets_after(s)
    playing = [seat for seat in s.order if seat in lows and bets.get(seat)]
    if len(playing) < 2:
        return
    best = max([lows[seat] for seat in playing])
    if any(lows[seat] == best for seat in checked_sevens(s, playing, lows)):
        what = "a seven or better was checked and is the best hand"
        r.emit(BetsVoid(tuple(bets.items()), what, ("CA-LOW-18",)))
        return
    losing = [seat for seat in overcallers(s, playing, lows) if lows[seat] < best]
    if losing:
        what = "overcalled a seven or better that called a short bet"
        back = tuple((seat, bets[seat]) for seat in losing)
        r.emit(BetsVoid(back, what, ("CA-LOW-19",)))


@procedure("CA-LOW-17", "CA-LOW-18")
def checked_sevens(s: PokerState, playing: Sequence[int], lows: Mapping[int, int]) -> Sequence[int]:
    """Return the players with a seven or better who let the first bettor bet after them."""
    before = s.order[: place_of_opener(s)]
    return [seat for seat in playing if seat in before and seven_or_better(lows[seat])]


@procedure("CA-LOW-19")
def overcallers(s: PokerState, playing: Sequence[int], lows: Mapping[int, int]) -> Sequence[int]:
    """Return the callers behind the first seven or better that called an all-in below half a bet.

    If the bet is completed to a full one, all later action stands.
    """
    if s.full_bets or s.opened not in s.short or not less_than_half(s.short[s.opened], s.size):
        return ()
    first = place_of_opener(s)
    around = [*s.order[first + 1 :], *s.order[:first]]
    callers = [seat for seat in around if seat in playing and seat not in s.short]
    for i, seat in enumerate(callers):
        if seven_or_better(lows[seat]):
            return callers[i + 1 :]
    return ()
