"""Chips behind a blackjack hand: matching a double or split, and insurance.

The player of a circle decides; at an empty circle, the first bettor. After a double or split, the
bettors behind that hand are asked to match it. Chips that do not match ride single on the hand
where they lie, or go back, as posted. All bettors insure their own wagers, circle by circle; a
posting may exclude those behind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import PLAYER, Act, Ask, Place
from houseway.errors import Refused
from houseway.families.banked.refunds import return_wager
from houseway.families.banked.state import Phase, Staked
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext
from houseway.money import format_dollars
from houseway.util.english import spelt

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


MATCHING = "matching"
"""The moment at which bettors behind a hand match its double or split."""
RIDES, GOES_BACK = "rides", "goes back"
"""The fate of chips behind a hand that do not match a double or a split."""


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
    """Return the seats asked about insurance: each bettor as often as it has wagers to insure."""
    return tuple(who for circle in threatened(game, s) for who in _insurers(game, s, circle))


def insurable(game: Blackjack, s: BlackjackState, bettor: int) -> list[int]:
    """The circles in which this bettor has a wager to insure."""
    return [circle for circle in threatened(game, s) if bettor in _insurers(game, s, circle)]


def _insurers(game: Blackjack, s: BlackjackState, circle: int) -> list[int]:
    """Return the seats that may insure a wager in this circle."""
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
    """Return the first of these circles for which a bettor has not answered."""
    return circles[-s.waiting.count(who)]


def next_to_insure(game: Blackjack, s: BlackjackState, bettor: int) -> int:
    """Return the circle that a bettor is asked about now."""
    if not s.lines:
        return bettor
    return next_asked(s, bettor, insurable(game, s, bettor))


def insure(game: Blackjack, r: RoundContext[BlackjackState], act: Act) -> None:
    """Place the chips of an insurance: in the circle asked about, or hand by hand."""
    asked = game.decision_table.named["insure"].choice(game, r.state, act.seat)
    if isinstance(asked, Place):
        for put in asked.puts(act):
            r.emit(Staked(act.seat, put.spot, put.cents, put.hand))
        return
    circle = next_to_insure(game, r.state, act.seat)
    elsewhere = circle if circle != act.seat else 0
    r.emit(Staked(act.seat, "insurance", act.amount, 0, PLAYER, elsewhere))


def check_insurance(game: Blackjack, s: BlackjackState, act: Act) -> None:
    """Refuse an insurance without chips, or with more than the seat has."""
    cents, cited = act.amount + sum(cents for _, cents in act.places), game.choice_clauses["insure"]
    if not cents:
        hands = spelt(game.hands_dealt)
        raise Refused("say-which-insured", f"say which of the {hands} wagers is insured", cited)
    if cents > s.purses[act.seat]:
        purse = format_dollars(s.purses[act.seat])
        said = f"seat {act.seat} has {purse} in front, not {format_dollars(cents)}"
        raise Refused("insurance-not-covered", said, cited)


def still_asked(game: Blackjack, s: BlackjackState, circle: int) -> list[int]:
    """Return the bettors whose answer about this circle is awaited."""
    if s.phase == "playing":
        turn = s.playing()
        return list(s.waiting) if turn is not None and turn[0] == circle else []
    if s.phase in ABOUT:
        left = {b: ABOUT[s.phase](game, s, b)[-s.waiting.count(b) :] for b in set(s.waiting)}
        return sorted(who for who, circles in left.items() if circle in circles)
    elsewhere = {who[0] for place, who, _ in s.iter_stakes() if place[0] != circle}
    line = s.lines.get(circle, (circle,))
    return [bettor for bettor in line if bettor in s.waiting and bettor not in elsewhere]


ABOUT: dict[str, Callable[[Blackjack, BlackjackState, int], list[int]]] = {
    "insurance": insurable,
    "surrender": surrendering,
}
"""Phase with a question for each circle -> the circles that a bettor is asked about."""


def late_bettors(s: BlackjackState) -> list[int]:
    """Return the seats that may add wagers during the round: all with a bet on a hand that is not
    void.
    """
    live = [circle for circle, hands in s.hands.items() if not any(hand.void for hand in hands)]
    if not s.lines:
        return live
    return list(dict.fromkeys(who for circle in live for who in s.lines.get(circle, (circle,))))


@step("match")
def offer_match(game: Blackjack, r: RoundContext[BlackjackState], circle: int, i: int) -> None:
    """Ask bettors behind a doubled or split hand who have the chips to match it."""
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


def ask_match(game: Blackjack, s: BlackjackState) -> Ask:
    """The question to those who may match."""
    asked = {bettor: game.decision_table.offered(MATCHING, s, bettor) for bettor in s.waiting}
    return Ask(asked, "match the wager of the hand you are behind", "no_match")


def match_hand(r: RoundContext[BlackjackState], circle: int, i: int, bettor: int) -> None:
    """Put in as much again behind a doubled hand, or behind the new hand of a split."""
    s = r.state
    hands, unit = s.hands[circle], s.units[circle][bettor, PLAYER]
    at = i if hands[i].doubled else len(hands) - 1
    elsewhere = circle if circle != bettor else 0
    r.emit(Staked(bettor, "main", unit, at, PLAYER, elsewhere))


def leave_unmatched(
    game: Blackjack, r: RoundContext[BlackjackState], circle: int, i: int, bettor: int
) -> None:
    """Leave chips that do not match a double or split, or give them back where posted so."""
    if game.unmatched_backline == GOES_BACK:
        why, cited = "the double or split was not matched", game.declared()["unmatched_backline"]
        return_wager(r, (circle, "main", i), (bettor, PLAYER), why, cited.clauses)
