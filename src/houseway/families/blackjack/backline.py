"""Chips behind a blackjack hand: who may match what its player does, and who insures what.

The player of a circle decides, on an empty one who bets there first.  When he doubles or splits,
those with chips behind that hand are asked whether they match it; who does not has his chips riding
single on the hand where they lie, or gets them back, as posted.  Everybody insures his own wagers,
circle by circle; where it is posted so, those behind do not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import PLAYER, Act, AskAll, Place
from houseway.errors import Refused
from houseway.families.banked.refunds import return_wager
from houseway.families.banked.state import Answered, Phase, Staked
from houseway.families.blackjack.options import GOES_BACK
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext
from houseway.money import format_dollars
from houseway.util.english import spelt

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


# -- insurance, surrender --------------------------------------------------------------------


def threatened(game: Blackjack, s: BlackjackState) -> list[int]:
    """The circles with a hand that a dealer's blackjack would take, naturals where they may."""
    return [
        circle
        for circle, hands in s.hands.items()
        if circle in s.units
        and not all(hand.settled for hand in hands)
        and (game.insures_naturals or not game.count.natural(hands[0].cards))
    ]


def insuring(game: Blackjack, s: BlackjackState) -> tuple[int, ...]:
    """Who is asked about insurance: each bettor as often as he has wagers to insure."""
    return tuple(who for circle in threatened(game, s) for who in _insurers(game, s, circle))


def insurable(game: Blackjack, s: BlackjackState, bettor: int) -> list[int]:
    """The circles in which this bettor has a wager to insure."""
    return [circle for circle in threatened(game, s) if bettor in _insurers(game, s, circle)]


def _insurers(game: Blackjack, s: BlackjackState, circle: int) -> list[int]:
    """Who may insure a wager in this circle."""
    bettors = [who for who, whom in s.units[circle] if whom == PLAYER]
    if game.insures_backline:
        return bettors
    return [who for who in bettors if who == s.holder(circle)]


def surrendering(game: Blackjack, s: BlackjackState, who: int = 0) -> list[int]:
    """The circles whose hand may be given up before the dealer looks, or those of one player."""
    natural = game.count.natural
    return [
        circle
        for circle in threatened(game, s)
        if not natural(s.hands[circle][0].cards) and who in (0, s.holder(circle))
    ]


def next_asked(s: BlackjackState, who: int, circles: list[int]) -> int:
    """Of the circles that somebody is asked about, the first for which he has not answered."""
    return circles[-s.waiting.count(who)]


def next_to_insure(game: Blackjack, s: BlackjackState, bettor: int) -> int:
    """The circle that a bettor is asked about now."""
    if not s.lines:
        return bettor
    return next_asked(s, bettor, insurable(game, s, bettor))


def insure(game: Blackjack, r: RoundContext[BlackjackState], act: Act) -> None:
    """The chips of an insurance: in the circle that the bettor was asked about, or hand by hand."""
    asked = game.offers.insurance(r.state, act.seat)[0]
    if isinstance(asked, Place):
        for put in asked.puts(act):
            r.emit(Staked(act.seat, put.spot, put.cents, put.hand))
        return
    circle = next_to_insure(game, r.state, act.seat)
    elsewhere = circle if circle != act.seat else 0
    r.emit(Staked(act.seat, "insurance", act.amount, 0, PLAYER, elsewhere))


def refuses_insurance(game: Blackjack, s: BlackjackState, act: Act) -> Refused | None:
    """Chips are put on some hand that was dealt, and no more than there are."""
    cents, cited = act.amount + sum(cents for _, cents in act.places), game.choice_clauses["insure"]
    if not cents:
        hands = spelt(game.hands_dealt)
        return Refused(f"say which of the {hands} wagers is insured", cited)
    if cents > s.purses[act.seat]:
        purse = format_dollars(s.purses[act.seat])
        return Refused(f"seat {act.seat} has {purse} in front, not {format_dollars(cents)}", cited)
    return None


def still_asked(game: Blackjack, s: BlackjackState, circle: int) -> list[int]:
    """Who is waited for on account of a wager in this circle."""
    if s.phase == "playing":
        turn = s.playing()
        return list(s.waiting) if turn is not None and turn[0] == circle else []
    if s.phase in ABOUT:
        left = {b: ABOUT[s.phase](game, s, b)[-s.waiting.count(b) :] for b in set(s.waiting)}
        return sorted(who for who, circles in left.items() if circle in circles)
    elsewhere = {who[0] for place, who, _ in s.laid() if place[0] != circle}
    line = s.lines.get(circle, (circle,))
    return [bettor for bettor in line if bettor in s.waiting and bettor not in elsewhere]


ABOUT: dict[str, Callable[[Blackjack, BlackjackState, int], list[int]]] = {
    "insurance": insurable,
    "surrender": surrendering,
}
"""The phases in which somebody is asked about circle after circle, and about which."""


def late_bettors(s: BlackjackState) -> list[int]:
    """Who may add wagers during the round: everybody with a bet on a hand that is not void."""
    live = [circle for circle, hands in s.hands.items() if not any(hand.void for hand in hands)]
    if not s.lines:
        return live
    return list(dict.fromkeys(who for circle in live for who in s.lines.get(circle, (circle,))))


# -- doubles and splits ----------------------------------------------------------------------


@step("match")
def offer_match(game: Blackjack, r: RoundContext[BlackjackState], circle: int, i: int) -> None:
    """Whoever has chips behind a hand that was doubled or split, and as much again, is asked."""
    s = r.state
    if circle not in s.lines:
        return
    decider, units = s.holder(circle), s.units[circle]
    others = [bettor for bettor in s.bettors_at(circle, "main", i) if bettor != decider]
    asked = tuple(bettor for bettor in others if s.purses[bettor] >= units[bettor, PLAYER])
    for bettor in others:
        if bettor not in asked:
            leave_unmatched(game, r, circle, i, bettor)
    if asked:
        r.emit(Phase(s.phase, asked))


def ask_match(game: Blackjack, s: BlackjackState, circle: int) -> AskAll:
    """The question to those who may match."""
    asked = {bettor: game.offers.match(s, circle, bettor) for bettor in s.waiting}
    return AskAll(asked, "match the wager of the hand you are behind", "no_match")


def take_match(
    game: Blackjack, r: RoundContext[BlackjackState], circle: int, i: int, act: Act
) -> None:
    """As much again behind a doubled hand, or on the new hand of a split; or not."""
    s = r.state
    if act.name == "match":
        hands, unit = s.hands[circle], s.units[circle][act.seat, PLAYER]
        at = i if hands[i].doubled else len(hands) - 1
        elsewhere = circle if circle != act.seat else 0
        r.emit(Staked(act.seat, "main", unit, at, PLAYER, elsewhere))
    else:
        leave_unmatched(game, r, circle, i, act.seat)
    r.emit(Answered(act.seat, act.name))


def leave_unmatched(
    game: Blackjack, r: RoundContext[BlackjackState], circle: int, i: int, bettor: int
) -> None:
    """Chips that do not match a double or a split ride on, or go back where that is posted."""
    if game.unmatched_backline == GOES_BACK:
        why, cited = "the double or split was not matched", game.declared()["unmatched_backline"]
        return_wager(r, (circle, "main", i), (bettor, PLAYER), why, cited.clauses)
