"""The player-dealer position: who has it, for how many hands, and from where settling goes round.

Turns are counted by person, for everybody who holds a part of the position, and by firm for those
who play for one.  Seats are numbered clockwise from the dealer's left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from houseway.cite import rule, step
from houseway.engine.events import Said
from houseway.engine.questions import Act, Amount, Ask, Button, Chance, Script
from houseway.errors import Refused
from houseway.families.banked.bank import HouseBank
from houseway.families.banked.bank_events import (
    ActionButton,
    BankRefused,
    BankTaken,
    ButtonThrown,
    GameBroken,
    bank_of,
)
from houseway.families.banked.player_bank import BankTurn, PlayerBank
from houseway.families.banked.state import BankedState, Phase
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import Declared, Fact, OneOf
from houseway.money import format_dollars
from houseway.presentation.views import Puck
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked

CLOCKWISE, COUNTERCLOCKWISE = 1, -1
WAYS = {"clockwise": CLOCKWISE, "counter-clockwise": COUNTERCLOCKWISE}
TURNS = ("", "first hand", "second hand")
REFUSE = Button("refuse", "let the position go by")
Begins = Literal["player-dealer", "dealer's left", "dealer's right"]
Unclaimed = Literal["", "broken", "goes on"]
STOPS, BROKEN, GOES_ON = "stops", "broken", "goes on"
FIRST_SEAT, DICE = "first seat", "dice"
"""How the action button is placed where a game does not do it: nobody asked, or three dice."""
DICE_N = 3


@rule()
def counted_off(count: int, bank: int, positions: int, direction: int) -> int:
    """The seat on which a count ends that begins with the player-dealer as 1."""
    return (bank - 1 + direction * (count - 1)) % positions + 1


class Position(HouseBank, frozen=True):
    """How the position goes round, over how many seats, for how many hands."""

    positions: int = 7
    direction: int = CLOCKWISE
    turns_max: int = 2
    starts_at: int = 1
    settles: int = 0
    """The direction of settlement, where it is not that of the position."""
    either_way: bool = False
    """Whether the house posts that direction, none being printed."""
    begins: Begins = "player-dealer"
    """After which seat, or at which end of the table, settling begins without a button."""
    unclaimed: Unclaimed = ""
    """What comes of it when nobody else takes it after so many hands; empty: it is not printed."""
    after_bet: bool = False
    """Whether only those may have it who wagered in the last hand, newcomers when all refuse."""
    button: tuple[str, ...] = ()
    """How the action button may be placed, where it is not the game that does it."""
    when_short: bool = False
    """Whether it lies only when the wagers come to more than the player-dealer's."""

    def __str__(self) -> str:
        way = "clockwise" if self.direction == CLOCKWISE else "counter-clockwise"
        together = ", several together" if self.joint else ""
        bet = ", after a bet in the last hand" if self.after_bet else ""
        return (
            f"{self.positions} seats {way} from seat {self.starts_at}, {self.turns_max} hands "
            f"each{together}{bet}"
        )

    def postings(self) -> dict[str, Declared]:
        says = "what comes of it when nobody else takes the position after two hands"
        found: dict[str, Declared] = {
            "unclaimed": Fact(self.unclaimed, (), says)
            if self.unclaimed
            else OneOf((STOPS, GOES_ON), STOPS, (), says)
        }
        if self.either_way:
            says = "which way wagers are settled from the action button"
            found["settling_way"] = OneOf(tuple(WAYS), next(iter(WAYS)), (), says)
        if self.button:
            found["action_button"] = OneOf(
                self.button, self.button[0], (), "how the action button is placed"
            )
        return found

    def scene(self) -> tuple[str, int]:
        return "ring", self.direction

    # -- round the table ---------------------------------------------------------------------

    def around(self, seats: Iterable[int], start: int, direction: int = 0) -> list[int]:
        """These seats in the direction of the game, the first one at ``start`` or after it."""
        order = sorted(seats)
        if (direction or self.direction) == CLOCKWISE:
            at = bisect_left(order, start)
            return order[at:] + order[:at]
        at = bisect_right(order, start)
        return (order[at:] + order[:at])[::-1]

    def position(self, bank: int, count: int) -> int:
        """The seat this far from the player-dealer, who is 1."""
        return counted_off(count, bank, self.positions, self.direction)

    def way(self, game: Banked) -> int:
        """The direction of settlement: that of the text, or as posted."""
        if self.either_way:
            return WAYS[game.settling_way]  # type: ignore[attr-defined]
        return self.settles or self.direction

    @step("order")
    def in_order(self, game: Banked, s: BankedState, circles: Iterable[int]) -> list[int]:
        """From the action button, or from where settling begins without one."""
        bank, way = bank_of(s), self.way(game)
        if bank.action:
            return self.around(circles, bank.action, way)
        if self.begins == "player-dealer":
            return self.around(circles, counted_off(2, bank.seat, self.positions, way), way)
        return self.around(circles, 1 if self.begins == "dealer's left" else self.positions, way)

    @step("button")
    def place_button(self, game: Banked, r: RoundContext[BankedState]) -> Script:
        """To the first seat with a wager in settling order, or in it from where the dice say."""
        s = r.state
        if not self.button or (self.when_short and not is_short(s)):
            return
        way = self.way(game)
        if game.action_button == FIRST_SEAT:  # type: ignore[attr-defined]
            r.emit(ActionButton(self.in_order(game, s, s.circles())[0]))
            return
        r.emit(Phase("dice"))
        while not bank_of(s).action:
            dice = yield Chance("dice", DICE_N, kind="dice")
            if dice is not None:
                total = sum(dice)
                start = counted_off(total, bank_of(s).seat, self.positions, way)
                r.emit(ButtonThrown(dice, total))
                r.emit(ActionButton(self.around(s.circles(), start, way)[0]))

    @step("buttons")
    def pucks(self, s: BankedState) -> list[Puck]:
        """The bank button with the turn, and the action button."""
        bank = bank_of(s)
        pucks = [Puck("bank", bank.seat, TURNS[bank.turn])] if bank.seat else []
        return [*pucks, Puck("action", bank.action)] if bank.action else pucks

    # -- between rounds ----------------------------------------------------------------------

    def first(self) -> BankTurn:
        return BankTurn(self.starts_at)

    def new(self, game: Banked, seats: Sequence[Seat], turn: BankTurn | None) -> PlayerBank:
        """A turn that can be: a seat of this table, and a hand of the allowed ones."""
        before = turn or self.first()
        if not (1 <= before.bank <= self.positions and 1 <= before.turn <= self.turns_max):
            raise Refused(
                f"the player-dealer position has seats 1 to {self.positions} and "
                f"{n(self.turns_max, 'hand')} each, not seat {before.bank}, hand {before.turn}",
                game.clauses_at("bank.turn"),
            )
        parties = {seat.seat: seat.party for seat in seats}
        return PlayerBank(before, game.coverage, parties=parties)  # type: ignore[attr-defined]

    @step("next")
    def carried(self, s: BankedState) -> BankTurn:
        """A round without a hand (no bank, no wager, void) leaves everything as it was."""
        bank = bank_of(s)
        if not s.decided:
            return msgspec.structs.replace(bank.before, broken=True) if bank.broken else bank.before
        of = bank.parties
        holders = {of[seat]: seat for seat in bank.shares}
        bettors = tuple(dict.fromkeys([of[seat] for seat in sorted(bank.bettors)]))
        return next_turn(self, bank.before, of[bank.seat], bank.seat, holders, bettors)

    # -- the offer ---------------------------------------------------------------------------

    @step
    def offer(self, game: Banked, r: RoundContext[BankedState]) -> Script:
        """Seat by seat, until one takes the position with a wager of its own."""
        s = r.state
        r.emit(Phase("bank", tuple(self.bankers(game, s))))
        while s.waiting and not bank_of(s).seat:
            act = yield Ask(
                s.waiting[0], (self.bank_choice(game, s, s.waiting[0]), REFUSE),
                "the player-dealer position is offered to you", "refuse",
            )  # fmt: skip
            if act is None:
                continue
            if act.name == "bank":
                r.emit(BankTaken(act.seat, act.amount, self.turn_of(s, act)))
            else:
                r.emit(BankRefused(act.seat))

    def may_play(self, game: Banked, r: RoundContext[BankedState]) -> bool:
        """Somebody banks, and before that is so nobody wagers."""
        if bank_of(r.state).seat:
            return True
        self.nobody(game, r)
        return False

    @step("unclaimed")
    def nobody(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """Nobody takes the position; after one's two hands that breaks the game where it says."""
        over = any(n >= self.turns_max for n in bank_of(r.state).before.held.values())
        if over and game.unclaimed == BROKEN:  # type: ignore[attr-defined]
            r.emit(GameBroken(game.clauses_at("bank.unclaimed")))
        else:
            r.emit(Said("nobody takes the player-dealer position; no hand is played"))

    def in_a_row(self, s: BankedState, seat: int) -> int:
        """How many hands in a row the one at this seat has held the position."""
        bank = bank_of(s)
        return bank.before.in_a_row(bank.parties[seat], seat)

    def turn_of(self, s: BankedState, act: Act) -> int:
        """Which hand in a row it is; who goes on after the last one begins anew."""
        return self.in_a_row(s, act.seat) % self.turns_max + 1

    def bankers(self, game: Banked, s: BankedState) -> list[int]:
        """The seats that may have the position, in the order in which it is offered to them.

        Newcomers come when all others have refused, and who has had it so often after them.
        """
        needs, on = self.least(game) + game.bank_fee_most, game.unclaimed == GOES_ON  # type: ignore[attr-defined]
        bank, purses = bank_of(s), s.purses
        able = [
            seat for seat in s.seats if purses[seat] >= needs and (on or self.rested(bank, seat))
        ]
        order = self.around(able, bank.before.bank)
        if self.after_bet and bank.before.bettors:
            order.sort(key=partial(self.newcomer, bank))
        if on:
            order.sort(key=lambda seat: not self.rested(bank, seat))
        return order

    def rested(self, bank: PlayerBank, seat: int) -> bool:
        """Whether the one at this seat has not held the position for all its hands in a row."""
        return bank.before.held.get(bank.parties[seat], 0) < self.turns_max

    @step("newcomers")
    def newcomer(self, bank: PlayerBank, seat: int) -> bool:
        """Whether there was no bet at this seat in the last hand, nor a part of its bank."""
        if not self.after_bet:
            return False
        before, party = bank.before, bank.parties[seat]
        return bool(before.bettors) and party not in before.bettors and party not in before.held

    @step("turn")
    def bars(self, game: Banked, s: BankedState, seat: int) -> Refused | None:
        """Why this seat is passed over when the position is offered."""
        if not self.rested(bank_of(s), seat):
            return self.too_often(game, s, seat)
        if s.purses[seat] < self.least(game) + game.bank_fee_most:
            return Refused(
                f"seat {seat} has {format_dollars(s.purses[seat])} in front, which is not enough for a "
                f"player-dealer's wager of {format_dollars(self.least(game))} and the fee of "
                f"{format_dollars(game.bank_fee_most)}",
                game.clauses_at("bank.wager", "bank.fees"),
            )
        return None

    def too_often(self, game: Banked, s: BankedState, seat: int) -> Refused:
        """The one at this seat has had his hands."""
        party = bank_of(s).parties[seat]
        who = f"{party[5:]}, for which seat {seat} plays," if party.startswith("firm ") else (
            f"seat {seat}"
        )  # fmt: skip
        hands = f"{n(self.turns_max, 'hand')} in a row"
        on = game.unclaimed == GOES_ON  # type: ignore[attr-defined]
        until = ", and may go on only when all others refuse it" if on else ""
        return Refused(
            f"{who} has held the position for {hands}{until}", game.clauses_at("bank.turn")
        )

    def least(self, game: Banked) -> int:
        """The least that is put up."""
        found: int = game.bank_least  # type: ignore[attr-defined]
        return found

    @step("wager")
    def bank_choice(self, game: Banked, s: BankedState, seat: int) -> Amount:
        """Any wager: it may cover some or all of the action, and the text sets no maximum."""
        most = s.purses[seat] - game.bank_fee_most
        return Amount(
            "bank", self.least(game), most, words="take the position, with a wager of your own"
        )


def is_short(s: BankedState) -> bool:
    """Whether the player-dealer has put up less than the wagers against him come to."""
    return bank_of(s).put_up < sum(cents for _, _, cents in s.laid())


def next_turn(
    rules: Position,
    old: BankTurn,
    party: str,
    seat: int,
    holders: Mapping[str, int],
    bettors: tuple[str, ...] = (),
) -> BankTurn:
    """After a hand: the same seat's second, or the first of the seat next in rotation.

    Who went on after the last of his hands has begun anew.
    """
    held = {who: old.in_a_row(who, at) % rules.turns_max + 1 for who, at in holders.items()}
    if held[party] < rules.turns_max:
        return BankTurn(seat, held[party] + 1, held, bettors)
    return BankTurn(rules.position(seat, 2), 1, held, bettors)
