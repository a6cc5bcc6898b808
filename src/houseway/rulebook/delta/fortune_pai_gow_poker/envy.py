"""The Envy Bonus: a button for a Fortune wager of $5 or more, and its pay at the end.

The holder of a button is paid for every hand of four of a kind or better at another position. A
Fortune wager there is not needed, but the player-dealer's hand never counts. A hand is one's own if
one sits there or bets on it, so the same person cannot win on it from another position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import procedure
from houseway.engine.events import Event
from houseway.engine.questions import PLAYER
from houseway.families.banked.settlement import Claim
from houseway.game.base import RoundContext
from houseway.game.pay_tables import Payout
from houseway.money import format_dollars
from houseway.rulebook.delta.pai_gow_poker.piles import PilesState

if TYPE_CHECKING:
    from houseway.rulebook.delta.fortune_pai_gow_poker.game import FortunePaiGowPoker

FORTUNE, ENVY = "fortune", "envy"
ENVY_BONUS = Payout("envy bonus")
CLAUSES = ("CA-FPG-02", "CA-FPG-05", "CA-FPG-06")


class FortuneState(PilesState, kw_only=True):
    """Envy buttons besides: (circle, bettor) -> the circles whose hands are the bettor's own."""

    envy: dict[tuple[int, int], tuple[int, ...]] = {}


class EnvyButton(Event, frozen=True):
    """The dealer puts an Envy button next to a Fortune wager."""

    seat: int
    own: tuple[int, ...]
    circle: int = 0
    """The owner of the circle, if that is not the bettor."""

    def do(self, s: FortuneState) -> None:
        s.envy[self.circle or self.seat, self.seat] = self.own


@procedure("CA-FPG-02")
def place_buttons(game: FortunePaiGowPoker, r: RoundContext[FortuneState]) -> None:
    """A Fortune wager from $5 on gets one."""
    s = r.state
    for circle, spot, hand in sorted([place for place in s.stakes if place[1] == FORTUNE]):
        for (bettor, whom), cents in sorted(s.stakes[circle, spot, hand].items()):
            if whom == PLAYER and cents >= game.envy_from:
                elsewhere = circle if circle != bettor else 0
                r.emit(EnvyButton(bettor, own_circles(s, bettor), elsewhere))


@procedure("CA-FPG-05")
def own_circles(s: FortuneState, bettor: int) -> tuple[int, ...]:
    """Return the circles at which this person sits, or on whose hands this person has chips."""
    person = s.people[bettor]
    sits = {seat for seat in s.seats if s.people[seat] == person}
    bets = {place[0] for place, who, _ in s.iter_stakes() if who[0] in sits}
    return tuple(sorted(sits | bets))


@procedure("CA-FPG-05", "CA-FPG-06")
def envied(game: FortunePaiGowPoker, s: FortuneState) -> dict[int, tuple[str, int]]:
    """The hands that bring an envy, by circle: what they are, and how much; never the bank's."""
    found = {}
    for box in s.dealt:
        if box == s.banks:
            continue
        row = game.row_of(s, box, game.side_named[FORTUNE])
        if cents := game.pay[FORTUNE][row].envy:
            found[box[0]] = (game.rows[row], cents)
    return found


@procedure("CA-FPG-05", "CA-FPG-11")
def envy_claims(game: FortunePaiGowPoker, s: FortuneState) -> list[Claim]:
    """Return one claim for each button whose wager had action, over all other players' hands."""
    if not s.envy:
        return []
    hands, claims = envied(game, s), []
    order = game.in_order(s, dict.fromkeys(circle for circle, _ in s.envy))
    for circle, bettor in sorted(s.envy, key=lambda at: (order.index(at[0]), at[1] != at[0])):
        who = (bettor, PLAYER)
        if ((circle, FORTUNE, 0), who) not in s.decided:
            continue
        others = [(at, *hands[at]) for at in hands if at not in s.envy[circle, bettor]]
        if others:
            note = ", ".join(
                f"{game.words().outcome(FORTUNE, hand)} at seat {at}: {format_dollars(cents)}"
                for at, hand, cents in others
            )
            cents = sum(cents for _, _, cents in others)
            plus = {who: (cents, note)}
            claims.append(Claim((circle, ENVY, 0), ENVY, ENVY_BONUS, CLAUSES, extras=plus))
    return claims
