"""The end of a hand: main and side pots, parts and odd chips, by the rules of live play."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.compiled.judges import judge_all
from houseway.analysis.poker.tables.compiled.layout import (
    BY_HIGHEST_CARD,
    BY_LOWEST_CARD,
    BY_PLACE,
    CHIP,
    CHIPS,
    CLAIMS,
    DEAD,
    DROP,
    HELD,
    HELD_MOST,
    HOLE,
    LIVE,
    N_PARTS,
    ODD_CHIP,
    PARTS,
    PLACES,
    POT,
    POT_COLLECTION,
    PUT,
    SEATS,
    SEVENS,
    STRENGTHS,
    count,
    lowest,
)
from houseway.analysis.poker.tables.compiled.sevens import return_bets
from houseway.families.poker.pots import (
    equal_share,
    highest_card,
    lowest_card,
    lowest_card_ace_high,
    side_pot,
)


def award(g: Any, t: Any, c: Any, tables: Any) -> None:
    """Award each pot to the best live hand; the last player left takes it unseen.

    A pot that was not opened stays.
    """
    live, seats = t[LIVE], t[SEATS]
    if live == 0:
        return
    if live & (live - 1):
        for part in range(g[N_PARTS]):
            judge_all(g, t, c, part, tables)
        if g[SEVENS]:
            return_bets(t)
    if g[POT_COLLECTION]:
        collect(g, t)
    if live & (live - 1) == 0:
        t[CHIPS + lowest(live)] += t[POT]
        t[POT] = 0
        return
    claims, least, highest = claims_of(t)
    if least == highest:
        award_pot(g, t, c, live, t[POT])
        return
    dead, level = t[DEAD], -1
    while level < highest:
        cents, level = side_pot(t[PUT : PUT + seats], t[CLAIMS : CLAIMS + claims], level)
        sharing = 0
        for place in range(seats):
            if live >> place & 1 and t[PUT + place] >= level:
                sharing |= 1 << place
        award_pot(g, t, c, sharing, cents + dead)
        dead = 0


def claims_of(t: Any) -> tuple[int, int, int]:
    """Return the number of live hands, and the least and the most that one has put in."""
    claims, least, highest = 0, -1, -1
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1:
            put = t[PUT + place]
            t[CLAIMS + claims] = put
            claims += 1
            highest = max(highest, put)
            least = put if least < 0 else min(least, put)
    return claims, least, highest


def collect(g: Any, t: Any) -> None:
    """Take the house's fee from the main pot after the betting, if the pot exceeds the fee."""
    main, claims = t[POT], claims_of(t)
    if claims[1] < claims[2]:
        put = t[PUT : PUT + t[SEATS]]
        main = side_pot(put, t[CLAIMS : CLAIMS + claims[0]], -1)[0] + t[DEAD]
    if main > g[POT_COLLECTION]:
        t[POT] -= g[POT_COLLECTION]
        t[DEAD] -= g[POT_COLLECTION]
        t[DROP] += g[POT_COLLECTION]


def award_pot(g: Any, t: Any, c: Any, sharing: int, cents: int) -> None:
    """Award the parts of a pot; a part without a qualifying hand is added to the others."""
    won = 0
    for part in range(g[N_PARTS]):
        if best_of(t, part, sharing):
            won |= 1 << part
    parts, place = count(won), 0
    for part in range(g[N_PARTS]):
        if won >> part & 1:
            share = equal_share(cents, parts, g[CHIP], place) if parts > 1 else cents
            award_part(g, t, c, part, sharing, share)
            place += 1


def best_of(t: Any, part: int, sharing: int) -> int:
    """Return the best strength for a part of the pot."""
    best = 0
    for place in range(t[SEATS]):
        if sharing >> place & 1:
            best = max(best, t[STRENGTHS + PLACES * part + place])
    return best


def award_part(g: Any, t: Any, c: Any, part: int, sharing: int, cents: int) -> None:
    """Pay equal shares to the best hands, and odd chips in their order."""
    best = best_of(t, part, sharing)
    winners = 0
    for place in range(t[SEATS]):
        if sharing >> place & 1 and t[STRENGTHS + PLACES * part + place] == best:
            winners |= 1 << place
    n = count(winners)
    t[POT] -= cents
    for nth in range(n):
        place = first_for_odd_chip(g[PARTS + 3 * part + ODD_CHIP], t, c, winners)
        winners &= ~(1 << place)
        t[CHIPS + place] += equal_share(cents, n, g[CHIP], nth)


def key_of(order: int, cards: Any) -> int:
    """Return the sort key of a hand for odd chips; the least comes first."""
    if order == BY_HIGHEST_CARD:
        return highest_card(cards)
    return lowest_card(cards) if order == BY_LOWEST_CARD else lowest_card_ace_high(cards)


def first_for_odd_chip(order: int, t: Any, c: Any, winners: int) -> int:
    """Return the order of tied hands for odd chips."""
    if order == BY_PLACE:
        return lowest(winners)
    found, first = -1, 0
    for place in range(t[SEATS]):
        if winners >> place & 1:
            hand = HOLE + HELD_MOST * place
            cards = c[hand : hand + t[HELD + place]]
            key = key_of(order, cards)
            if found < 0 or key < first:
                found, first = place, key
    return found
