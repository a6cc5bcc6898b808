"""Positions and blinds: who posts what, missed blinds, seat changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from houseway.cite import rule, step
from houseway.engine.questions import Ask, Button, Choice
from houseway.families.poker.events.betting import (
    AntePosted,
    BlindPosted,
    CameIn,
    DeadPosted,
    HandOpened,
    StraddleAnswered,
)
from houseway.families.poker.events.ending import KillAsked, KillObjected
from houseway.families.poker.state import after, between_seats, next_seat, turned

if TYPE_CHECKING:
    from houseway.engine.questions import Script
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerCarryOver, PokerState
    from houseway.game.base import RoundContext, Seat


PASS = Button("pass", "no straddle")


class Positions(msgspec.Struct, frozen=True):
    """The button and the blinds of a hand, and how players who owe blinds may come in.

    The seats of ``others`` were empty in the hand before, or had another person.
    """

    button: int
    small: int
    big: int
    regular: tuple[int, ...]
    owing: dict[int, str]
    others: tuple[int, ...] = ()
    second: int = 0
    pays_both: tuple[int, ...] = ()
    pays_small: tuple[int, ...] = ()
    pays_second: tuple[int, ...] = ()
    owed: int = 0
    short: tuple[int, ...] = ()


@step
def positions(players: Sequence[Seat], carry_over: PokerCarryOver, blinds: int = 2) -> Positions:
    """Move the button to the next player in the game, and the ``blinds`` with it.

    Without blinds there is no button, and all players are in the game. Three blinds are the small
    one, a second and the big one; two players have no second.

    A player who owes blinds becomes the big blind in turn. Between the button and the small blind
    such a player can only buy the button; elsewhere posting is allowed.
    """
    persons = {p.seat: p.who or p.name for p in players}
    seats = tuple(sorted(persons))
    if carry_over.excluded:
        out = excluded(players, carry_over)
        seats = tuple([seat for seat in seats if seat not in out])
    names = carry_over.names
    changed: tuple[int, ...] = ()
    if persons != names:
        changed = tuple([seat for seat, who in persons.items() if names.get(seat) != who])
    if len(seats) < 2:
        return Positions(carry_over.button, 0, 0, (), {}, changed)
    if not blinds:
        return Positions(0, 0, 0, seats, {}, changed)
    regular = in_and_paid(seats, carry_over, changed)
    others = regular
    if len(regular) < 2:  # one is left who may have had the button last, and has it not again
        others = tuple([seat for seat in seats if seat not in regular])
        regular = seats
    button = (
        carry_over.button if carry_over.button in regular else next_seat(carry_over.button, others)
    )
    small, second = next_seat(button, regular), 0
    if blinds == 3 and len(regular) > 2:
        second = next_seat(small, regular)
    big = next_seat(second or small, seats)
    if blinds == 1:
        small, big = 0, next_seat(button, seats)
    elif big == button and not second:  # heads-up
        small, big = button, small
    owing = {}
    if len(regular) < len(seats):
        owing = {
            seat: "buy_button" if between_seats(button, seat, big) else "post"
            for seat in seats
            if seat not in regular and seat != big
        }
    before = carry_over.big_blind
    if len(regular) == 2 or not small or before in (0, second or small):
        return Positions(button, small, big, regular, owing, changed, second)
    # A player has left: a smaller blind falls on one who has not had the big blind, and who
    # had a larger one skips a smaller.  All of them meet what they have skipped.
    late = [x for x in (small, second) if x in carry_over.active]
    if second:
        late = [x for x in late if between_seats(before, x, big)]
    passed = [x for x in (before, carry_over.second_blind) if x in regular]
    return Positions(
        button,
        small,
        big,
        regular,
        owing,
        changed,
        second,
        pays_both=tuple(late),
        pays_small=tuple([x for x in passed if x not in (small, second, big)]),
        pays_second=(before,) if second and before in regular and before != big else (),
    )


@step
def excluded(players: Sequence[Seat], carry_over: PokerCarryOver) -> list[int]:
    """The seats of players who have been excluded from the game, wherever they sit now."""
    return carry_over.seats_of(carry_over.excluded, players)


def in_and_paid(
    seats: tuple[int, ...], carry_over: PokerCarryOver, changed: tuple[int, ...]
) -> tuple[int, ...]:
    """The seats that are in the game, with the person who was there before, and owe no blinds."""
    if not carry_over.active or (
        seats == carry_over.active and not changed and not carry_over.missed
    ):
        return seats
    new = {*carry_over.missed, *[seat for seat in changed if seat in carry_over.names]}
    return tuple([seat for seat in seats if seat in carry_over.active and seat not in new])


@step
def come_in(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Those who owe blinds post them, wait for the big blind, or buy the button.

    Where a missed blind is made up by a kill, the others are asked whether they object.
    """
    s = r.state
    while s.owing or s.objecting:
        if s.objecting:
            yield from objections(r)
            continue
        act = yield Ask(
            {seat: ways_in(game, how) for seat, how in s.owing.items()},
            "post the blinds and be dealt in, or wait",
            "wait",
        )
        if act is not None and act.name == "kill":
            r.emit(KillAsked(act.seat, s.regular))
        elif act is not None:
            r.emit(CameIn(act.seat, act.name))


@step
def open_hand(game: Poker, r: RoundContext[PokerState]) -> None:
    """Say who is dealt in; who buys the button is the only blind of this hand."""
    s = r.state
    seats = s.regular
    small, second, big = (0, 0, s.buyer) if s.buyer else (s.small, s.second, s.big)
    if s.posting or (big and big not in seats):
        seats += tuple(x for x in dict.fromkeys((*s.posting, big)) if x not in seats)
        seats = tuple(sorted(seats))
    killer = s.killer if s.killer in seats else 0
    r.emit(HandOpened(s.button, small, big, tuple(turned(s.button, seats)), killer, second))


@step
def post_antes(game: Poker, r: RoundContext[PokerState]) -> None:
    """An ante of everybody, or one of the button or the big blind for all; no part of a bet."""
    s = r.state
    if game.ante_of == "all":
        ante, chips = game.ante, s.chips
        r.emit_all([AntePosted(seat, min(ante, chips[seat])) for seat in s.live])
        return
    seat = s.button if game.ante_of == "button" else s.big
    if seat in s.live and s.chips[seat]:
        r.emit(DeadPosted(seat, min(game.ante, s.chips[seat]), "ante"))


@step
def post_blinds(game: Poker, r: RoundContext[PokerState]) -> None:
    """The forced bets left of the button, and on it where posted, made before the cards."""
    s = r.state
    if game.button_blind and s.button in s.live:
        post(r, s.button, game.button_blind, "button blind")
    if s.small and s.pays_both:
        _post_place(game, r, s.small, game.small_blind, "small blind")
    elif s.small:
        post(r, s.small, game.small_blind, "small blind")
    if s.second:
        _post_place(game, r, s.second, game.middle_blind, "second blind")
    for seat in s.short_blinds:
        post(r, seat, game.big_blind, "short blind")
    if s.buyer:
        post_both(game, r, s.buyer)
    else:
        post(r, s.big, game.big_blind, "big blind")
        for seat in s.pays_small:
            _dead(r, seat, game.small_blind, "small blind")
        for seat in s.pays_second:
            _dead(r, seat, game.middle_blind, "second blind")
    for seat in s.posting:
        make_up(game, r, seat)


def _post_place(game: Poker, r: RoundContext[PokerState], seat: int, to: int, what: str) -> None:
    """Post a smaller blind, or all blinds if the player has skipped the big one."""
    if seat in r.state.pays_both:
        post_both(game, r, seat)
    else:
        post(r, seat, to, what)


def post(r: RoundContext[PokerState], seat: int, to: int, what: str) -> None:
    """Post a live blind that brings the seat's bet to ``to`` cents, or all its chips."""
    s = r.state
    cents = min(to - s.bets[seat], s.chips[seat])
    if cents > 0:
        r.emit(BlindPosted(seat, cents, what))


@step
def make_up(game: Poker, r: RoundContext[PokerState], seat: int) -> None:
    """Missed blinds: all of them, the big one, or the kill blind that is posted anyway."""
    if game.missed_by == ALL_BLINDS or seat in r.state.moved:
        post_both(game, r, seat)
    elif game.missed_by == BIG_BLIND:
        post(r, seat, game.big_blind, "big blind")


@step
def post_both(game: Poker, r: RoundContext[PokerState], seat: int) -> None:
    """The total of the blinds: the big one live, the others dead."""
    post(r, seat, game.big_blind, "big blind")
    _dead(r, seat, game.dead_blinds, "small blind" if game.blinds_left == 2 else "other blinds")


def _dead(r: RoundContext[PokerState], seat: int, cents: int, what: str) -> None:
    """Post dead money of at most these cents; nothing if the seat has no chips."""
    dead = min(cents, r.state.chips[seat])
    if dead:
        r.emit(DeadPosted(seat, dead, what))


@step
def straddle_seat(game: Poker, s: PokerState) -> int:
    """The one seat that may straddle, next to the big blind and with four big blinds, or 0."""
    if game.straddle == "off" or s.killer or len(s.live) < 3:
        return 0
    seat = after(s.big, s.live)[0]
    began = next(p.chips for p in s.players if p.seat == seat)
    enough = began >= game.straddle_needs * game.big_blind
    return seat if enough and seat not in (s.small, s.second, *s.posting) else 0


@step
def straddle(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Twice the big blind, put in before the first card."""
    s = r.state
    while s.straddler < 0 and (seat := straddle_seat(game, s)):
        cents = game.straddle_times * game.big_blind
        offer = Button("straddle", "straddle", cents)
        act = yield Ask({seat: (offer, PASS)}, "do you straddle?", "pass")
        if act is not None:
            r.emit(StraddleAnswered(act.seat, act.name == "straddle"))
    if s.straddler > 0 and not s.bets[s.straddler]:
        post(r, s.straddler, game.straddle_times * game.big_blind, "straddle")


@step
def post_kill(game: Poker, r: RoundContext[PokerState]) -> None:
    """Post the kill blind of a player who must kill the pot, without a question."""
    post(r, r.state.killer, game.kill_blind, "kill blind")


@step
def first_order(s: PokerState) -> tuple[int, ...]:
    """Return the order before the flop: from the left of the last blind; the killer last."""
    order = s.able(turned(s.straddler if s.straddler > 0 else s.big, s.live))
    if s.killer in order:
        return (*[seat for seat in order if seat != s.killer], s.killer)
    return order


# A game states how a missed blind is made up (``missed_by``). ``half_blind``: a player with less
# than half of the blind passes it on.

ALL_BLINDS, BIG_BLIND, KILL = "all blinds", "big blind", "kill"
"""Ways to make up a missed blind: all of them posted, the big one, or the pot killed."""

WAIT = Button("wait", "wait for the big blind")
OBJECTIONS: tuple[Choice, ...] = (
    Button("agree", "let the pot be killed"),
    Button("object", "do not let the pot be killed"),
)


@step
def ways_back(game: Poker, s: PokerState) -> dict[int, str]:
    """Return how players who owe blinds come in: by the big blind, or by a kill if there is none
    yet.
    """
    way = "post"
    if game.missed_by == KILL:
        way = "kill" if game.kill != "off" and not s.killer else "wait"
    return {seat: ALL_BLINDS if seat in s.moved else way for seat in s.owing}


def ways_in(game: Poker, how: str) -> tuple[Choice, ...]:
    """Return the choices of a player who owes blinds; waiting for the big blind is always one."""
    if how == "wait":
        return (WAIT,)
    if how == "kill":
        return Button("kill", "kill the pot, if no one objects", game.kill_blind), WAIT
    if how == ALL_BLINDS:
        return Button("post", "post all blinds", game.dead_blinds + game.big_blind), WAIT
    if game.missed_by == BIG_BLIND:
        return Button(how, "post the big blind", game.big_blind), WAIT
    words = "post all blinds" if how == "post" else "buy the button"
    return Button(how, words, game.dead_blinds + game.big_blind), WAIT


@step
def objections(r: RoundContext[PokerState]) -> Script:
    """A missed blind is made up by a kill only if none of the others objects."""
    s = r.state
    while s.objecting:
        words = f"seat {s.asks_to_kill} has missed a blind and asks to kill the pot"
        act = yield Ask(dict.fromkeys(s.objecting, OBJECTIONS), words, "agree")
        if act is not None:
            r.emit(KillObjected(act.seat, act.name == "object"))


@step
@rule()
def has_half(chips: int, blind: int) -> bool:
    """Return True if a player has at least half of the blind; else the next one takes it."""
    return 2 * chips >= blind


@step
def takes_the_blind(
    game: Poker, where: Positions, players: Sequence[Seat], carry_over: PokerCarryOver
) -> Positions:
    """Pass the blind of a player with less than half of it to the next player; both get a hand.

    If the player has chips in a later hand, by winning or buying in again, that hand's blind is
    due.
    """
    chips = {p.seat: p.chips for p in players}
    owed = [x for x in carry_over.seats_of(carry_over.owes_blind, players) if x in chips]
    big = owed[0] if owed else where.big
    around = [big, *[x for x in after(big, where.regular) if x != big]]
    able = [x for x in around if has_half(chips[x], game.big_blind)]
    taker = able[0] if able else big
    if taker == where.big:
        return where
    short = tuple(around[: around.index(taker)])
    return msgspec.structs.replace(
        where,
        small=0 if where.small in (taker, *short) else where.small,
        second=0 if where.second in (taker, *short) else where.second,
        big=taker,
        owed=taker if owed and taker == owed[0] else 0,
        short=short,
        owing={x: how for x, how in where.owing.items() if x != taker},
        pays_both=(),
        pays_small=(),
        pays_second=(),
    )


# With ``moves_wait``, a player who moves away from the big blind waits as many hands as that
# gains, or posts all blinds. A player who moves closer to it is dealt in as before.


@step
@rule()
def hands_to_wait(old: int, new: int) -> int:
    """Hands to wait, of the places from the last big blind to the old and to the new seat."""
    return max(new - old, 0)


@step
def after_moving(
    where: Positions, players: Sequence[Seat], carry_over: PokerCarryOver
) -> tuple[Positions, dict[int, int]]:
    """Return the positions after seat changes, and how many hands the others have to wait.

    A blind missed at the old seat is owed at the new one too.
    """
    waiting: dict[int, int] = {}
    dealt_in = []
    for player in players:
        seat, person = player.seat, player.person
        if seat not in where.owing:
            continue
        names = carry_over.names.items()
        old = [x for x, who in names if who == person and x != seat and x in carry_over.active]
        if person in carry_over.waiting:
            hands = carry_over.waiting[person]
        elif old and old[-1] not in carry_over.missed:
            hands = _moved(old[-1], seat, [p.seat for p in players], carry_over.big_blind)
        else:
            continue
        if hands:
            waiting[seat] = hands
        else:
            dealt_in.append(seat)
    if dealt_in:
        owing = {seat: how for seat, how in where.owing.items() if seat not in dealt_in}
        regular = tuple(sorted((*where.regular, *dealt_in)))
        where = msgspec.structs.replace(where, regular=regular, owing=owing)
    return where, waiting


def _moved(old: int, new: int, seats: list[int], big: int) -> int:
    """Return the number of hands that a player who changed seats must wait."""
    before = after(big, [old, *[seat for seat in seats if seat != new]])
    return hands_to_wait(before.index(old), after(big, seats).index(new))


@step
def still_to_wait(s: PokerState) -> tuple[tuple[int, int], ...]:
    """The hands still to wait for those who were not dealt in: one fewer."""
    return tuple((seat, hands - 1) for seat, hands in s.moved.items() if seat not in s.dealt_in)
