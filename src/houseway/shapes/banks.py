"""Who banks a table: the house, or a player for two hands.  Any shape runs with either.

A game *has* a bank.  Without a word the house is it.  With ``bank = fact(PlayerDealer(...))`` a
seat takes the position with a wager of its own, others may join it or wager against it, the house
takes flat fees, and every claim is paid and collected out of that wager alone, in the order of
settlement; what it does not cover goes back.  Seats are numbered clockwise from the dealer's left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.bank import BankTurn, PlayerBank
from houseway.cite import rule, step
from houseway.collection import check_rates
from houseway.errors import Refused
from houseway.events import Said
from houseway.game import Dealing
from houseway.money import shown
from houseway.posting import ANY_AMOUNT, Declared, Money, OneOf
from houseway.script import Act, Amount, Ask, Button, Choice, Script
from houseway.shapes.bank_events import BankJoined, BankRefused, BankReturned, BankTaken, bank_of
from houseway.shapes.fees import fees_due, fees_sign, kept_back
from houseway.shapes.house_bank import FeesTaken, HouseBank
from houseway.shapes.stakes import BankedState, FeeReturned, FeeTaken, Phase
from houseway.views import Chips, Puck, SpotPlan

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked

CLOCKWISE, COUNTERCLOCKWISE = 1, -1
TURNS = ("", "first hand", "second hand")
REFUSE = Button("refuse", "let the position go by")


@rule()
def counted_off(count: int, bank: int, positions: int, direction: int) -> int:
    """The seat on which a count ends that begins with the player-dealer as 1."""
    return (bank - 1 + direction * (count - 1)) % positions + 1


class PlayerDealer(HouseBank, frozen=True):
    """A player banks: how the position goes round, over how many seats, for how many hands."""

    positions: int = 7
    direction: int = CLOCKWISE
    turns_max: int = 2
    starts_at: int = 1
    settles: int = 0
    """The direction of settlement, where it is not that of the position."""
    fees_taken: FeesTaken = "before the deal"

    def __str__(self) -> str:
        way = "clockwise" if self.direction == CLOCKWISE else "counter-clockwise"
        together = ", several together" if self.joint else ""
        return (
            f"{self.positions} seats {way} from seat {self.starts_at}, {self.turns_max} hands "
            f"each{together}"
        )

    # -- round the table ---------------------------------------------------------------------

    def around(self, seats: Iterable[int], start: int, direction: int = 0) -> list[int]:
        """These seats in the direction of the game, the first one at ``start`` or after it."""
        way = direction or self.direction
        return sorted(seats, key=lambda seat: (seat - start) * way % self.positions)

    def position(self, bank: int, count: int) -> int:
        """The seat this far from the player-dealer, who is 1."""
        return counted_off(count, bank, self.positions, self.direction)

    @step("order")
    def in_order(self, game: Banked, s: BankedState, circles: Iterable[int]) -> list[int]:
        """From the action button, or from the seat after the player-dealer's."""
        bank, way = bank_of(s), self.settles or self.direction
        start = bank.action or counted_off(2, bank.seat, self.positions, way)
        return self.around(circles, start, way)

    # -- what is posted ----------------------------------------------------------------------

    def postings(self) -> dict[str, Declared]:
        coverage = OneOf(
            ("action", "net"), "action", (),
            "whether what is collected becomes cover for later wagers (net) or not (action)",
        )  # fmt: skip
        least = Money(
            100, 1, ANY_AMOUNT, (),
            "the least a player-dealer puts up; the text sets no bounds",
        )  # fmt: skip
        coverage.key, least.key = "coverage", "bank_least"
        return {"coverage": coverage, "bank_least": least}

    @step("limits")
    def check_posting(self, game: Banked) -> None:
        """The rate of collection is posted by its table limits, which bind the base wagers."""
        if (fees := game.fees) is None:
            return
        check_rates(game.declared(), game.posting)
        limits = (fees.least, fees.most)
        for name in sorted(game.fee_spots):
            key = f"{name}_limits"
            if key in game.stated and game.posting[key] != limits:
                raise Refused(
                    f"the fees of {fees.name} are for wagers of {shown(limits[0])} to "
                    f"{shown(limits[1])}",
                    (fees.clause,),
                )
            game.posting[key] = limits
            setattr(game, key, limits)

    @step("sign")
    def sign(self, game: Banked) -> tuple[tuple[str, str], ...]:
        return fees_sign(game, game.fees) if game.fees is not None else ()

    # -- between rounds ----------------------------------------------------------------------

    def first(self) -> BankTurn:
        return BankTurn(self.starts_at)

    def new(self, game: Banked, turn: BankTurn | None) -> PlayerBank:
        """A turn that can be: a seat of this table, and a hand of the allowed ones."""
        before = turn or self.first()
        if not (1 <= before.bank <= self.positions and 1 <= before.turn <= self.turns_max):
            raise Refused(
                f"the player-dealer position has seats 1 to {self.positions} and "
                f"{self.turns_max} hands, not seat {before.bank} hand {before.turn}",
                game.clauses_at("bank.turn"),
            )
        return PlayerBank(before, game.coverage)  # type: ignore[attr-defined]

    @step("next")
    def carried(self, s: BankedState) -> BankTurn:
        """A round without a hand (no bank, no wager, void) leaves everything as it was."""
        bank = bank_of(s)
        if not s.decided:
            return bank.before
        holders = {s.people[seat]: seat for seat in bank.shares}
        return next_turn(self, bank.before, s.people[bank.seat], bank.seat, holders)

    # -- the position ------------------------------------------------------------------------

    @step
    def offer(self, game: Banked, r: Dealing) -> Script:
        """Seat by seat, until one takes the position with a wager of its own."""
        s: BankedState = r.state
        bank = bank_of(s)
        r.emit(Phase("bank", tuple(self.around(self.bankers(game, s), bank.before.bank))))
        while s.waiting and not bank_of(s).seat:
            act = yield Ask(
                s.waiting[0], (self.bank_choice(game, s, s.waiting[0]), REFUSE),
                "the player-dealer position is offered to you", "refuse",
            )  # fmt: skip
            if act is None:
                continue
            if act.name == "bank":
                r.emit(BankTaken(act.seat, act.amount, self.in_a_row(s, act.seat) + 1))
            else:
                r.emit(BankRefused(act.seat))

    def may_play(self, game: Banked, r: Dealing) -> bool:
        """Somebody banks, and before that is so nobody wagers."""
        if bank_of(r.state).seat:
            return True
        r.emit(Said("nobody takes the player-dealer position; no hand is played"))
        return False

    def in_a_row(self, s: BankedState, seat: int) -> int:
        """How many hands in a row the person at this seat has held the position."""
        return bank_of(s).before.in_a_row(s.people[seat], seat)

    def bankers(self, game: Banked, s: BankedState) -> list[int]:
        """The seats that may have the position: rested, and able to put up a wager and the fee."""
        return [seat for seat in s.seats if self.bars(game, s, seat) is None]

    @step("turn")
    def bars(self, game: Banked, s: BankedState, seat: int) -> Refused | None:
        """Why this seat is passed over when the position is offered."""
        if self.in_a_row(s, seat) >= self.turns_max:
            hands = f"{self.turns_max} hands in a row"
            cited = game.clauses_at("bank.turn")
            return Refused(f"seat {seat} has held the position for {hands}", cited)
        if s.purses[seat] < self.least(game) + most_fee(game):
            return Refused(f"seat {seat} cannot put up a wager and the player-dealer's fee")
        return None

    def least(self, game: Banked) -> int:
        """The least that is put up."""
        found: int = game.bank_least  # type: ignore[attr-defined]
        return found

    @step("wager")
    def bank_choice(self, game: Banked, s: BankedState, seat: int) -> Amount:
        """Any wager: it may cover some or all of the action, and the text sets no maximum."""
        most = s.purses[seat] - most_fee(game)
        return Amount("bank", self.least(game), most, words="take the position with a wager of")

    # -- wagers and fees ---------------------------------------------------------------------

    def bettors(self, s: BankedState) -> list[int]:
        """A bank does not wager against itself."""
        return [seat for seat in s.seats if seat != bank_of(s).seat]

    @step("join")
    def choices(
        self, game: Banked, s: BankedState, seat: int, bets: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """Wager against the player-dealer, join him, or sit out."""
        bet, sit_out = bets
        purse, found = s.purses[seat], []
        if purse >= least_wager(game) + player_fee(game):
            found.append(bet)
        if self.joint and self.in_a_row(s, seat) < self.turns_max and purse:
            words = "hold the position together with"
            found.append(Amount("join_bank", 1, purse, words=words))
        return (*found, sit_out)

    def join(self, r: Dealing, act: Act) -> None:
        r.emit(BankJoined(act.seat, act.amount, bank_of(r.state).seat))

    def refuses_bet(self, game: Banked, s: BankedState, act: Act) -> Refused | None:
        puts = game.chips_of(act)
        fee, placed = kept_back(game, s, act.seat, puts), sum(put.cents for put in puts)
        if placed + fee > s.purses[act.seat] >= placed and game.fees is not None:
            return Refused(
                f"seat {act.seat} has {shown(s.purses[act.seat])} in front, not "
                f"{shown(placed)} and the fee of {shown(fee)}",
                (game.fees.clause,),
            )
        return None

    @step("fees")
    def fees_due(self, game: Banked, s: BankedState) -> list[tuple[int, int]]:
        """Flat amounts from the players, and one a hand from the player-dealer."""
        return fees_due(game, s)

    def take_fees(self, game: Banked, r: Dealing, moment: FeesTaken) -> None:
        """All that the house ever takes."""
        if moment == self.fees_taken and game.fees is not None:
            for seat, cents in self.fees_due(game, r.state):
                r.emit(FeeTaken(seat, cents, game.fees.clause))

    @step("cover")
    def covers(self, bank: PlayerBank, owed: int) -> int | None:
        """How much of a claim the wager covers; None: it is used up."""
        return bank.covers(owed)

    # -- the end -----------------------------------------------------------------------------

    @step
    def close(self, game: Banked, r: Dealing) -> None:
        """What is left of the player-dealer's wager goes back to those who put it up."""
        bank = bank_of(r.state)
        if bank.seat:
            parts = shared_out(bank.shares, bank.wager, bank.seat)
            cited = game.clauses_at("bank.close")
            for seat, cents in parts.items():
                r.emit(BankReturned(seat, bank.shares[seat], cents, bank.seat, cited))

    def void(self, game: Banked, r: Dealing) -> None:
        for seat, cents in tuple(r.state.fees.items()):
            r.emit(FeeReturned(seat, cents))

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return ("bank", "refuse", "join_bank")

    def why_not(self, game: Banked, s: Any, seat: int, name: str) -> Refused | None:
        bank = bank_of(s)
        if name == "bank" and bank.seat:
            cited = game.clauses_at("bank.turn")
            return Refused(f"seat {bank.seat} holds the position in this hand", cited)
        if name == "join_bank" and self.in_a_row(s, seat) >= self.turns_max:
            return self.bars(game, s, seat)
        if name in ("bet", "join_bank") and s.phase == "bank":
            cited = game.clauses_at("bank.offer")
            return Refused("wagers are placed when the position is taken", cited)
        if name == "bet" and s.phase == "betting" and game.fees is not None:
            return Refused(
                f"seat {seat} has not the {shown(least_wager(game))} and the fee in front",
                (game.fees.clause,),
            )
        return None

    def spots(self, game: Banked) -> tuple[SpotPlan, ...]:
        cited = game.clauses_at("bank.wager")
        words = "the player-dealer's wager"
        return (SpotPlan("bank", words, self.least(game), ANY_AMOUNT, False, cited),)

    @step("buttons")
    def pucks(self, s: BankedState) -> list[Puck]:
        """The bank button with the turn, and the action button."""
        bank = bank_of(s)
        pucks = [Puck("bank", bank.seat, TURNS[bank.turn])] if bank.seat else []
        return [*pucks, Puck("action", bank.action)] if bank.action else pucks

    def chips(self, s: BankedState) -> list[Chips]:
        bank = bank_of(s)
        return [Chips(bank.seat, "bank", bank.wager)] if bank.wager else []

    def status(self, s: BankedState, seat: int) -> str:
        bank = bank_of(s)
        if seat == bank.seat:
            return "player-dealer"
        return "joint player-dealer" if seat in bank.shares else ""


def next_turn(
    rules: PlayerDealer, old: BankTurn, person: str, seat: int, holders: Mapping[str, int]
) -> BankTurn:
    """After a hand: the same seat's second, or the first of the seat next in rotation."""
    held = {who: old.in_a_row(who, at) + 1 for who, at in holders.items()}
    if held[person] < rules.turns_max:
        return BankTurn(seat, held[person] + 1, held)
    return BankTurn(rules.position(seat, 2), 1, held)


def shared_out(shares: Mapping[int, int], left: int, bank: int) -> dict[int, int]:
    """What is left of the bank, by what each put in; odd cents to the holder of the button."""
    whole = sum(shares.values())
    parts = {seat: left * cents // whole for seat, cents in shares.items()}
    parts[bank] += left - sum(parts.values())
    return parts


def player_fee(game: Banked) -> int:
    """What a base wager costs."""
    return game.fees.player_fee if game.fees is not None else 0


def most_fee(game: Banked) -> int:
    """The most a hand can cost the player-dealer in fees."""
    return game.fees.bank_fee_most if game.fees is not None else 0


def least_wager(game: Banked) -> int:
    """The least that somebody who is dealt in wagers."""
    return min((game.limits(wager)[0] for wager in game.base_wagers), default=0)
