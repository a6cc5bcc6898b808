"""The state of a poker hand, and the state carried from hand to hand.

Lists are indexed by seat number. Only events change the state; ``PokerCarryOver`` is replaced by
``carried`` when a hand is over.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

import msgspec

from houseway.engine.events import DROP, Account, Event, State, purse, stake
from houseway.errors import Refused
from houseway.game.base import Seat
from houseway.money import format_amount

POT: Account = ("pot", 0)
ANTES: Account = ("antes", 0)
"""The account of money that stays in the pot from hand to hand."""
Move: TypeAlias = tuple[str, int, int]
"""An account's name, its seat and cents: one line of what a voided hand gives back."""
Gathered: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""The bets of each betting round that is over: seats and cents."""
SeatsT = TypeVar("SeatsT", tuple[int, ...], list[int])
Marked: TypeAlias = int | str
"""A person, or the number of a seat for the person there."""


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a pot without a winner yet, and the persons who play for it."""

    cents: int
    of: tuple[Marked, ...]

    def __str__(self) -> str:
        return f"{format_amount(self.cents)}:{'+'.join(map(str, self.of))}"


class AntePot(msgspec.Struct, frozen=True):
    """The same in a hand: the seats that play for it, and the persons who are not here."""

    cents: int
    seats: tuple[int, ...]
    away: tuple[Marked, ...] = ()


SEATS_BETWEEN = ("button", "big_blind", "second_blind", "kill_button")
"""Carried fields with one seat, or 0."""
MARKED_BETWEEN = (
    *("active", "missed", "must_kill", "owes_blind", "warned", "miscalled", "excluded", "names"),
    "barred",
)
"""Carried fields with several seats or persons."""


class PokerCarryOver(msgspec.Struct, forbid_unknown_fields=True):
    """The state handed to the next hand.

    ``button`` is the seat that should have the button in the coming hand. ``active`` seats are in
    the game (none: a new game, all are); a seat that is not is new. ``missed`` seats owe blinds.
    ``big_blind`` had the big blind last, ``second_blind`` the second of three. ``names`` are the
    persons last dealt in at each seat: they tell when a seat has changed hands.

    Marks of a person at any seat and under any name: ``kill_button`` won the last pot,
    ``must_kill`` owe a kill, ``owes_blind`` posted less than half of one. ``warned`` have acted out
    of turn once, ``miscalled`` have miscalled a hand, ``excluded`` are out of the game. ``waiting``
    have changed seats: person -> hands to wait. A record written by hand may name a seat instead:
    it means the person there.

    Where a pot stays until it is won: ``antes`` are its rounds of antes, ``forfeited`` other money
    left in it. ``sat`` has the seats of persons who were dealt in last. The ``barred`` get no hand
    until the pot is won.
    """

    button: int = 0
    big_blind: int = 0
    active: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    kill_button: Marked = 0
    must_kill: tuple[Marked, ...] = ()
    warned: tuple[Marked, ...] = ()
    miscalled: tuple[Marked, ...] = ()
    excluded: tuple[Marked, ...] = ()
    names: dict[int, str] = {}
    second_blind: int = 0
    owes_blind: tuple[Marked, ...] = ()
    antes: tuple[Lying, ...] = ()
    forfeited: tuple[Lying, ...] = ()
    sat: dict[str, int] = {}
    barred: tuple[Marked, ...] = ()
    waiting: dict[str, int] = {}

    @property
    def lying(self) -> int:
        """The cents of a pot that stays until it is won."""
        return sum([part.cents for part in (*self.antes, *self.forfeited)])

    def person(self, marked: Marked, players: Sequence[Seat]) -> Marked:
        """Return the person of a mark: dealt in at that seat, or sitting there; 0: no person."""
        if isinstance(marked, str) or not marked:
            return marked
        here = [player.person for player in players if player.seat == marked]
        return self.names.get(marked, here[0] if here else marked)

    def seats_of(self, marked: Sequence[Marked], players: Sequence[Seat]) -> list[int]:
        """Return the present seats of marked persons, in the order of the marks."""
        if not marked:
            return []
        here: dict[Marked, list[int]] = {}
        for player in players:
            here.setdefault(player.who or player.name, []).append(player.seat)
        persons = [x if isinstance(x, str) else self.person(x, players) for x in marked]
        return [seat for x in persons for seat in here.get(x, ())]

    def elsewhere(self, marked: Sequence[Marked], players: Sequence[Seat]) -> list[Marked]:
        """The persons marked who do not sit here now."""
        here = [player.person for player in players]
        return [x for x in (self.person(y, players) for y in marked) if x not in here]


def check_seats(carry_over: PokerCarryOver, game: str, seats_max: int) -> None:
    """Refuse a seat that this game's table does not have."""
    named = {0, *(getattr(carry_over, key) for key in SEATS_BETWEEN)}
    for key in MARKED_BETWEEN:
        seats = set(getattr(carry_over, key))
        if 0 in seats:
            raise Refused("no-seat-zero", f"between.{key}: there is no seat 0")
        named |= seats
    for seat in named:
        if not isinstance(seat, str) and not 0 <= seat <= seats_max:
            raise Refused(
                "carried-over-of-no-seat", f"between: {game} has seats 1 to {seats_max}, not {seat}"
            )


class PokerState(State):
    """A hand in progress."""

    players: tuple[Seat, ...]
    carry_over: PokerCarryOver

    # Chips by seat: in front of the player, bet in this round, put into the pot in earlier rounds,
    # and posted as live blinds. ``over`` is the part of a short all-in above the bet it faced.
    # ``short`` has the totals of all-ins above the last full bet. ``antes`` are part of what was
    # put in; ``gathered`` are the bets of each betting round that is over. ``dead`` chips in the
    # pot are part of no bet. The ``drop`` is the house's: ``fees`` of players, or the amount
    # ``collected`` out of the pot, taken from the dead chips.
    chips: list[int]
    bets: list[int]
    put: list[int]
    forced: list[int]
    over: list[int]
    short: dict[int, int] = {}
    antes: list[int] = []
    gathered: Gathered = ()
    pot: int = 0
    dead: int = 0
    drop: int = 0
    fees: dict[int, int] = {}
    collected: int = 0

    # The players and their positions. ``others`` are seats with a new person. ``owing``: seat ->
    # how it comes in; ``pays_both``, ``pays_small`` and ``pays_second`` meet blinds they would have
    # skipped; ``owed_blind`` takes the blind owed from an earlier hand, and ``short_blinds`` had
    # less than half of it. ``moved``: seat -> hands to wait. The ``objecting`` seats may refuse the
    # kill of the one that ``asks_to_kill``. ``straddler`` is -1 until answered. ``killer`` has
    # killed the pot, by duty or ``by_choice``; ``killing`` seats are asked about it.
    button: int = 0
    small: int = 0
    second: int = 0
    big: int = 0
    regular: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    owing: dict[int, str] = {}
    posting: tuple[int, ...] = ()
    pays_both: tuple[int, ...] = ()
    pays_small: tuple[int, ...] = ()
    pays_second: tuple[int, ...] = ()
    owed_blind: int = 0
    short_blinds: tuple[int, ...] = ()
    moved: dict[int, int] = {}
    asks_to_kill: int = 0
    objecting: tuple[int, ...] = ()
    buyer: int = 0
    straddler: int = -1
    killer: int = 0
    by_choice: bool = False
    killing: tuple[int, ...] = ()
    kill_button: int = 0
    dealt_in: tuple[int, ...] = ()
    live: list[int] = []

    # The deck. ``hole`` are all the cards of a seat, ``up`` those of them that lie up; ``rounds``
    # of cards have been dealt on this street. ``going_on`` have folded and get cards still. What
    # this street still owes, and the debts rulings have left: a card put back to be burned, cards
    # taken back and the street before which they are shuffled in. The stub is ``scrambled`` when
    # the deck has run out on this street.
    street: int = -1
    rounds: int = 0
    hole: list[tuple[int, ...]] = []
    up: list[tuple[int, ...]] = []
    hole_owed: bool = False
    board: tuple[int, ...] = ()
    board_owed: int = 0
    burns: list[int] = []
    muck: list[int] = []
    going_on: tuple[int, ...] = ()
    discarding: tuple[int, ...] = ()
    burn_owed: bool = False
    burn_with: list[int] = []
    back: list[int] = []
    reshuffle_at: int = -1
    scrambled: bool = False

    # The draw. ``drawing`` seats have not chosen their discards, in turn. By seat: ``gave`` has the
    # discards, ``drew`` the number of cards asked for, ``got`` the new cards. ``due`` cards come
    # now, ``later`` ones after all have drawn. ``rounds_before``: betting rounds over.
    drawing: tuple[int, ...] = ()
    gave: dict[int, tuple[int, ...]] = {}
    got: dict[int, tuple[int, ...]] = {}
    drew: dict[int, int] = {}
    due: dict[int, int] = {}
    later: dict[int, int] = {}
    rounds_before: int = 0

    # Stud. ``turned``: (seat, n) pairs; that seat's next card lies the other way than usual when it
    # holds n cards. ``dead_cards`` has the first card of a hand that died with both hole cards up.
    # Seats ``ahead`` have their next card already. ``covered`` cards are put aside unseen. Seats
    # whose last card lies up are ``deciding`` on an all-in; some have ``said_all_in``.
    turned: tuple[tuple[int, int], ...] = ()
    dead_cards: dict[int, int] = {}
    ahead: tuple[int, ...] = ()
    covered: tuple[int, ...] = ()
    deciding: tuple[int, ...] = ()
    said_all_in: tuple[int, ...] = ()
    others_out: int = 0

    # Cards that a ruling in progress still has to draw. ``exposed`` cards of seats are replaced
    # when all have theirs; ``missing`` ones did not reach their player.
    exposed: tuple[tuple[int, int], ...] = ()
    missing: tuple[int, ...] = ()
    error_cards: int = 0
    replacing: int = 0
    extra_owed: bool = False

    # The betting round. ``order`` were to act, and ``opened`` was the first to come in by choice.
    # ``level`` is the last full bet, ``size`` the least raise above it and ``spread_max`` the most
    # in a limit game, where that is more; ``bring_in`` is one that may be completed, and while a
    # seat ``must_open`` checking is not allowed; ``full_bets_seen`` is how many full bets a seat
    # had seen when it last acted (``full_bets`` in all). A ruling may leave the queue
    # ``disordered``: those who have acted sit between those who must.
    betting: bool = False
    order: tuple[int, ...] = ()
    queue: list[int] = []
    acted: list[int] = []
    disordered: bool = False
    raised: list[int] = []
    full_bets_seen: list[int] = []
    to_call: int = 0
    level: int = 0
    size: int = 0
    spread_max: int = 0
    bring_in: int = 0
    must_open: bool = False
    full_bets: int = 0
    raises: int = 0
    capped: bool = False
    opened: int = 0
    bound: list[int] = []
    clock: int = 0

    # A pot that ``may_stay`` until it is won: its rounds of antes and other money left in it,
    # ``lying`` there before and after the hand; ``kept_out`` get no hand, and why.
    may_stay: bool = False
    ante_pots: tuple[AntePot, ...] = ()
    forfeited: tuple[AntePot, ...] = ()
    lying: int = 0
    kept_out: dict[int, str] = {}
    staying: tuple[Lying, ...] = ()
    left_over: tuple[Lying, ...] = ()

    # A pot that is opened by a hand: ``unopened`` until then; the ``opener``, the ``opening`` hand
    # and the first bet (``declared``: without chips for it); the seats that ``passed`` before; the
    # discards ``under_chip``, until they are ``turned_up``. ``keeps``: the opener was asked to keep
    # the hand; ``proved``: the openers were shown. ``rescuers`` may open the pot in place of a
    # false opener; ``barred`` players opened falsely without chips.
    unopened: bool = False
    opener: int = 0
    opening: tuple[int, ...] = ()
    opening_bet: int = 0
    declared: bool = False
    passed: tuple[int, ...] = ()
    under_chip: tuple[int, ...] = ()
    turned_up: bool = False
    keeps: bool = False
    proved: bool = False
    rescuers: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()

    # The end, and what is handed on; ``awarded`` are the shares of pots that were won.
    showing: list[int] = []
    shown: list[int] = []
    winners: list[int] = []
    awarded: list[Event] = []
    warned: list[int] = []
    miscalled: list[int] = []
    excluded: list[int] = []
    said: list[str] = []
    next: PokerCarryOver | None = None
    void: bool = False
    closed: bool = False

    def balances(self) -> dict[Account, int]:
        """Return the balance of every account of the hand, in cents."""
        found: dict[Account, int] = {POT: self.pot, DROP: self.drop}
        if self.may_stay:
            found[ANTES] = self.lying
        for player in self.players:
            seat = player.seat
            found[purse(seat)] = self.chips[seat]
            found[stake(seat)] = self.bets[seat]
        return found

    def receiving(self) -> list[int]:
        """Return the seats that get cards: live hands, and hands folded when there was no bet."""
        if not self.going_on and not self.ahead:
            return self.live
        due = [seat for seat in self.live if seat not in self.ahead]
        return [seat for seat in self.dealt_in if seat in due or seat in self.going_on]

    def able(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Those of these seats that have chips left to bet."""
        return tuple(filter(self.chips.__getitem__, seats))

    def cards_owed(self) -> bool:
        """Return True if cards of this street are still to be dealt."""
        return self.hole_owed or self.board_owed > 0

    def in_play(self) -> int:
        """All the money of the hand: the pot and the bets in front of the players."""
        return self.pot + sum(self.bets)


def after(seat: int, seats: tuple[int, ...] | list[int]) -> list[int]:
    """Seats in order clockwise, beginning with the first one to the left of ``seat``."""
    ordered = sorted(seats)
    i = bisect_right(ordered, seat)
    return ordered[i:] + ordered[:i]


def turned(seat: int, around: SeatsT) -> SeatsT | list[int]:
    """Return seats after this one, for seats in their order around the table, such as
    live hands.
    """
    if seat not in around:
        return after(seat, around)
    i = around.index(seat) + 1
    return around[i:] + around[:i]


def next_seat(seat: int, ordered: tuple[int, ...]) -> int:
    """The first of these seats to the left of ``seat``; they are in their order."""
    i = bisect_right(ordered, seat)
    return ordered[i] if i < len(ordered) else ordered[0]


def between_seats(first: int, seat: int, last: int) -> bool:
    """Return True if ``seat`` lies on the way clockwise from ``first`` to ``last``, ends
    excluded.
    """
    if first < last:
        return first < seat < last
    return seat > first or seat < last
