"""The bank of a table: the house, or a player for two hands. Every family runs with either.

A game *has* a bank. The default is the house. With ``bank = fact(PlayerDealer(...))`` a seat takes
the position with a wager of its own. Others may join it or wager against it, and the house takes
flat fees. Every claim is paid and collected out of that wager alone, in the order of settlement;
wagers that it does not cover go back. ``rotation.py`` has the rotation of the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from houseway.cite import step
from houseway.engine.events import Said
from houseway.engine.questions import Act, Amount, Ask, Chance, Choice, Script
from houseway.errors import Reason, Refused
from houseway.families.banked.player_dealer.cover import BankTurn, PlayerBank
from houseway.families.banked.player_dealer.events import (
    ActionButton,
    BankJoined,
    BankRefused,
    BankReturned,
    BankTaken,
    ButtonThrown,
    GameBroken,
    bank_of,
)
from houseway.families.banked.player_dealer.fees import (
    bank_fee_most,
    fees_due,
    fees_sign,
    kept_back,
    player_fee,
)
from houseway.families.banked.player_dealer.rotation import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    Rotation,
    counted_off,
    next_turn,
)
from houseway.families.banked.settlement import FeesTaken, HouseBank
from houseway.families.banked.state import BankedState, FeeReturned, FeeTaken, Phase
from houseway.game.base import RoundContext, Seat
from houseway.game.decisions import decision
from houseway.game.face.views import Puck
from houseway.game.fees import check_rates
from houseway.game.posting import ANY_AMOUNT, Declared, Fact, Money, OneOf
from houseway.money import format_dollars
from houseway.util.english import between, n

if TYPE_CHECKING:
    from houseway.families.banked.betting import Bet
    from houseway.families.banked.game import Banked


WAYS = {"clockwise": CLOCKWISE, "counter-clockwise": COUNTERCLOCKWISE}
TURNS = ("", "first hand", "second hand")
Begins = Literal["player-dealer", "dealer's left", "dealer's right"]
Unclaimed = Literal["stops", "broken", "goes on"]
STOPS: Final = "stops"
BROKEN: Final = "broken"
GOES_ON: Final = "goes on"
FIRST_SEAT, DICE = "first seat", "dice"
"""Ways to place the action button where the game does not: the first seat, or three dice."""
DICE_N = 3


class PlayerDealer(HouseBank, frozen=True):
    """A player as the bank: the wager put up, the house's fees, and the cover of claims."""

    rotation: Rotation = Rotation()
    settles: int = 0
    """The direction of settlement, where it is not that of the position."""
    either_way: bool = False
    """True if the house posts the direction, since the text prints none."""
    begins: Begins = "player-dealer"
    """After which seat, or at which end of the table, settling begins without a button."""
    unclaimed: tuple[Unclaimed, ...] = (STOPS, GOES_ON)
    """Outcomes a house may post if all others refuse the position; a single one is fixed."""
    after_bet: bool = False
    """True if only players who wagered in the last hand may have it; newcomers if all refuse."""
    button: tuple[str, ...] = ()
    """Ways to place the action button, where the game does not do it."""
    when_short: bool = False
    """True if it is placed only when the wagers are more than the player-dealer's."""
    fees_taken: FeesTaken = "before the deal"

    def __str__(self) -> str:
        of = self.rotation
        way = "clockwise" if of.direction == CLOCKWISE else "counter-clockwise"
        together = ", several together" if self.joint else ""
        bet = ", after a bet in the last hand" if self.after_bet else ""
        return (
            f"{of.positions} seats {way} from seat {of.starts_at}, {of.turns_max} hands "
            f"each{together}{bet}"
        )

    def postings(self) -> dict[str, Declared]:
        coverage = OneOf(
            ("action", "net"), "action", (),
            "whether what is collected becomes cover for later wagers (net) or not (action)",
        )  # fmt: skip
        least = Money(
            100, 1, ANY_AMOUNT, (),
            "the least a player-dealer puts up; the text sets no bounds",
        )  # fmt: skip
        found = {"coverage": coverage, "bank_least": least, **self._postings_of_position()}
        for key, declared in found.items():
            declared.key = key
        return found

    def _postings_of_position(self) -> dict[str, Declared]:
        """Return the postings of the offer, of settlement and of the action button."""
        says = "what comes of it when no one else takes the position after two hands"
        found: dict[str, Declared] = {
            "unclaimed": OneOf(self.unclaimed, self.unclaimed[0], (), says)
            if len(self.unclaimed) > 1
            else Fact(self.unclaimed[0], (), says)
        }
        if self.either_way:
            says = "which way wagers are settled from the action button"
            found["settling_way"] = OneOf(tuple(WAYS), next(iter(WAYS)), (), says)
        if self.button:
            found["action_button"] = OneOf(
                self.button, self.button[0], (), "how the action button is placed"
            )
        return found

    @step("limits")
    def check_posting(self, game: Banked) -> None:
        """The rate of collection is posted with its table limits, which bind the base wagers."""
        if (fees := game.fees) is None:
            return
        check_rates(game.declared(), game.posting)
        limits = (fees.least, fees.most)
        for name in sorted(game.fee_spots):
            key = f"{name}_limits"
            if key in game.stated and game.posting[key] != limits:
                raise Refused(
                    "limits-of-schedule",
                    f"the fees of schedule {fees.name} are for wagers of {between(*limits)}",
                    (fees.clause,),
                )
            game.posting[key] = limits
            setattr(game, key, limits)

    @step("sign")
    def sign(self, game: Banked) -> tuple[tuple[str, str], ...]:
        return fees_sign(game, game.fees) if game.fees is not None else ()

    def way(self, game: Banked) -> int:
        """The direction of settlement: that of the text, or as posted."""
        if self.either_way:
            return WAYS[game.settling_way]  # type: ignore[attr-defined]
        return self.settles or self.rotation.direction

    @step("order")
    def in_order(self, game: Banked, s: BankedState, circles: Iterable[int]) -> list[int]:
        """From the action button, or from where settling begins without one."""
        bank, way = bank_of(s), self.way(game)
        if bank.action:
            return self.rotation.around(circles, bank.action, way)
        if self.begins == "player-dealer":
            return self.rotation.around(
                circles, counted_off(2, bank.seat, self.rotation.positions, way), way
            )
        return self.rotation.around(
            circles, 1 if self.begins == "dealer's left" else self.rotation.positions, way
        )

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
                start = counted_off(total, bank_of(s).seat, self.rotation.positions, way)
                r.emit(ButtonThrown(dice, total))
                r.emit(ActionButton(self.rotation.around(s.circles(), start, way)[0]))

    @step("buttons")
    def pucks(self, s: BankedState) -> list[Puck]:
        """The bank button with the turn, and the action button."""
        bank = bank_of(s)
        pucks = [Puck("bank", bank.seat, TURNS[bank.turn])] if bank.seat else []
        return [*pucks, Puck("action", bank.action)] if bank.action else pucks

    def first(self) -> BankTurn:
        return BankTurn(self.rotation.starts_at)

    def new(self, game: Banked, seats: Sequence[Seat], turn: BankTurn | None) -> PlayerBank:
        """Return the bank of a new round; refuse a turn with an impossible seat or hand."""
        before = turn or self.first()
        if not (
            1 <= before.bank <= self.rotation.positions
            and 1 <= before.turn <= self.rotation.turns_max
        ):
            raise Refused(
                "no-such-bank-turn",
                f"the player-dealer position has seats 1 to {self.rotation.positions} and "
                f"{n(self.rotation.turns_max, 'hand')} each, not seat {before.bank}, "
                f"hand {before.turn}",
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
        return next_turn(self.rotation, bank.before, of[bank.seat], bank.seat, holders, bettors)

    @step
    def offer(self, game: Banked, r: RoundContext[BankedState]) -> Script:
        """Seat by seat, until one takes the position with a wager of its own."""
        s = r.state
        r.emit(Phase("bank", tuple(self.bankers(game, s))))
        while s.waiting and not bank_of(s).seat:
            act = yield Ask(
                {s.waiting[0]: (self.bank_choice(game, s, s.waiting[0]), refuse_bank.button)},
                "the player-dealer position is offered to you", "refuse",
            )  # fmt: skip
            if act is None:
                continue
            game.decision_table.run[act.name](r, act)

    def may_play(self, game: Banked, r: RoundContext[BankedState]) -> bool:
        """Return True if a player banks; without a bank no wagers are taken."""
        if bank_of(r.state).seat:
            return True
        self.leave_unclaimed(game, r)
        return False

    @step("unclaimed")
    def leave_unclaimed(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """Handle a position that all refuse; after a player's two hands that may break the game."""
        over = any(n >= self.rotation.turns_max for n in bank_of(r.state).before.held.values())
        if over and game.unclaimed == BROKEN:  # type: ignore[attr-defined]
            r.emit(GameBroken(game.clauses_at("bank.unclaimed")))
        else:
            r.emit(Said("nobody takes the player-dealer position; no hand is played"))

    def turn_of(self, s: BankedState, act: Act) -> int:
        """Return the number of the hand in the turn; after the last hand, the count starts again at
        1.
        """
        bank = bank_of(s)
        return bank.before.in_a_row(bank.parties[act.seat], act.seat) % self.rotation.turns_max + 1

    def bankers(self, game: Banked, s: BankedState) -> list[int]:
        """Return the seats that may have the position, in the order in which it is offered to them.

        Newcomers come after all others have refused, then those who have had it the most times.
        """
        needs, on = self.least(game) + bank_fee_most(game), game.unclaimed == GOES_ON  # type: ignore[attr-defined]
        bank, purses = bank_of(s), s.purses
        able = [
            seat
            for seat in s.seats
            if purses[seat] >= needs and (on or self.rotation.rested(bank, seat))
        ]
        order = self.rotation.around(able, bank.before.bank)
        if self.after_bet and bank.before.bettors:
            order.sort(key=partial(self.newcomer, bank))
        if on:
            order.sort(key=lambda seat: not self.rotation.rested(bank, seat))
        return order

    @step("newcomers")
    def newcomer(self, bank: PlayerBank, seat: int) -> bool:
        """Return True if this seat neither bet in the last hand nor had a part of its bank."""
        if not self.after_bet:
            return False
        before, party = bank.before, bank.parties[seat]
        return bool(before.bettors) and party not in before.bettors and party not in before.held

    @step("turn")
    def bars(self, game: Banked, s: BankedState, seat: int) -> Reason | None:
        """Explain why this seat is passed over when the position is offered; None: it is asked."""
        if not self.rotation.rested(bank_of(s), seat):
            return self.too_often(game, s, seat)
        if s.purses[seat] < self.least(game) + bank_fee_most(game):
            return Reason(
                "bank-not-covered",
                f"seat {seat} has {format_dollars(s.purses[seat])} in front, which is "
                "not enough for a "
                f"player-dealer's wager of {format_dollars(self.least(game))} and the fee of "
                f"{format_dollars(bank_fee_most(game))}",
                game.clauses_at("bank.wager", "bank.fees"),
            )
        return None

    def too_often(self, game: Banked, s: BankedState, seat: int) -> Reason:
        """Explain that the person at this seat has had all hands of a turn."""
        party = bank_of(s).parties[seat]
        who = f"{party[5:]}, for which seat {seat} plays," if party.startswith("firm ") else (
            f"seat {seat}"
        )  # fmt: skip
        hands = f"{n(self.rotation.turns_max, 'hand')} in a row"
        on = game.unclaimed == GOES_ON  # type: ignore[attr-defined]
        until = ", and may go on only when all others refuse it" if on else ""
        return Reason(
            "held-too-often",
            f"{who} has held the position for {hands}{until}",
            game.clauses_at("bank.turn"),
        )

    def least(self, game: Banked) -> int:
        """The least that is put up."""
        found: int = game.bank_least  # type: ignore[attr-defined]
        return found

    @step("wager")
    def bank_choice(self, game: Banked, s: BankedState, seat: int) -> Amount:
        """Any wager: it may cover some or all of the action, and the text sets no maximum."""
        most = s.purses[seat] - bank_fee_most(game)
        return Amount("bank", self.least(game), most, words=take_bank.words)

    @step("bettors")
    def bettors(self, s: BankedState) -> list[int]:
        """A bank does not wager against itself, from whatever seat and by whichever person."""
        bank = bank_of(s)
        parties, holds = bank.parties, bank.parties[bank.seat]
        return [seat for seat in s.seats if parties[seat] != holds]

    def is_bank(self, s: BankedState, seat: int) -> bool:
        """Return True if the person at this seat holds the position, also if at another seat."""
        bank = bank_of(s)
        return bank.parties[seat] == bank.parties[bank.seat]

    def shares_in(self, bank: PlayerBank, seat: int) -> bool:
        """Return True if the person at this seat has put up a part of the bank, also at another
        seat.
        """
        parties = bank.parties
        return parties[seat] in map(parties.__getitem__, bank.shares)

    def is_against(self, bank: PlayerBank, seat: int) -> bool:
        """Return True if the person at this seat has wagered against the bank, also at another
        seat.
        """
        parties = bank.parties
        return parties[seat] in map(parties.__getitem__, bank.bettors)

    @step("join")
    def choices(
        self, game: Banked, s: BankedState, seat: int, bets: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """Return the choices: wager against the player-dealer, join the bank, or sit out."""
        bank, purse = bank_of(s), s.purses[seat]
        enough = purse >= game.bets.least + player_fee(game)
        if not self.joint:
            return bets if enough else bets[1:]
        found = bets if enough and not self.shares_in(bank, seat) else bets[1:]
        if purse and self.may_join(bank, seat):
            return (*found[:-1], Amount("join_bank", 1, purse, 1, join_bank.words), found[-1])
        return found

    def bank_bets_apart(self, s: BankedState) -> bool:
        """Return False if seats of one firm are dealt in: a bet of one bars the other from joining
        the bank.
        """
        parties = bank_of(s).parties
        return not self.joint or len(set(parties.values())) == len(parties)

    def may_join(self, bank: PlayerBank, seat: int) -> bool:
        """Return True if the person at this seat can hold a part of the position in this hand."""
        rested = self.rotation.rested(bank, seat) and not self.newcomer(bank, seat)
        return rested and not self.is_against(bank, seat)

    def not_yet(self, game: Banked, seat: int) -> Reason:
        """A newcomer waits until all others have refused."""
        return Reason(
            "newcomer-waits",
            f"seat {seat} made no bet in the last hand, and new players may have the position "
            "only when all others refuse it",
            game.clauses_at("bank.newcomers"),
        )

    def against_itself(self, game: Banked, seat: int) -> Reason:
        """Explain that a person or firm cannot be on both sides."""
        return Reason(
            "bets-against-own-bank",
            f"the one at seat {seat} would bank and wager against the bank in one hand",
            game.clauses_at("bank.bettors"),
        )

    def check_bet(self, game: Banked, s: BankedState, seat: int, bet: Bet) -> None:
        placed, purse = bet.cents, s.purses[seat]
        fees_most = player_fee(game) * (len(s.stakes) + len(bet.puts))
        if game.fees is None or placed + fees_most <= purse:
            return
        fee = kept_back(game, s, seat, bet.puts)
        if placed + fee > purse >= placed:
            raise Refused(
                "fee-not-covered",
                f"seat {seat} has {format_dollars(purse)} in front, which is not enough "
                f"for {format_dollars(placed)} and the fee of {format_dollars(fee)}",
                (game.fees.clause,),
            )

    @step("fees")
    def fees_due(self, game: Banked, s: BankedState) -> list[tuple[int, int]]:
        """Flat amounts from the players, and one a hand from the player-dealer."""
        return fees_due(game, s)

    def take_fees(self, game: Banked, r: RoundContext[BankedState], moment: FeesTaken) -> None:
        """Take the fees due at this moment: all that the house ever takes."""
        if moment == self.fees_taken and game.fees is not None:
            due, clause = self.fees_due(game, r.state), game.fees.clause
            r.emit_all([FeeTaken(seat, cents, clause) for seat, cents in due if cents])

    @step("cover")
    def covers(self, bank: PlayerBank, owed: int) -> int | None:
        """Return how much of a claim the wager covers, in cents; None if it is used up."""
        return bank.covers(owed)

    @step
    def close(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """Return what is left of the player-dealer's wager to those who put it up."""
        bank = bank_of(r.state)
        if bank.seat:
            parts = shared_out(bank.shares, bank.wager, bank.seat)
            cited = game.clauses_at("bank.close")
            for seat, cents in parts.items():
                r.emit(BankReturned(seat, bank.shares[seat], cents, bank.seat, cited))

    def void(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """Give back every fee of the round."""
        for seat, cents in tuple(r.state.fees.items()):
            r.emit(FeeReturned(seat, cents))

    def explain_no_bet(self, game: Banked, s: BankedState, seat: int) -> Reason | None:
        if s.phase == "bank":
            return offered_first(game)
        if s.phase != "betting":
            return None
        if self.shares_in(bank_of(s), seat):
            return self.against_itself(game, seat)
        if game.fees is None:
            return None
        return Reason(
            "least-wager-not-covered",
            f"the {format_dollars(s.purses[seat])} in front is not enough for a "
            f"wager of {format_dollars(least_wager(game))} and the fee of "
            f"{format_dollars(player_fee(game))}",
            (game.fees.clause,),
        )

    def explain_no_turn_to_bet(self, game: Banked, s: BankedState, seat: int) -> Reason | None:
        if seat in s.purses and s.phase == "betting" and self.is_bank(s, seat):
            return self.against_itself(game, seat)
        return None


def explain_no_bank(game: Banked, s: BankedState, seat: int) -> Reason | None:
    """Explain why the position is not offered to a seat that is asked something."""
    if not (bank := bank_of(s)).seat:
        return None
    cited = game.clauses_at("bank.turn")
    return Reason("position-held", f"seat {bank.seat} holds the position in this hand", cited)


def explain_no_turn_to_bank(game: Banked, s: BankedState, seat: int) -> Reason | None:
    """Explain what no turn would change: a seat that is passed over, or a newcomer."""
    bank = dealer_of(game)
    if seat not in s.purses or s.phase != "bank":
        return None
    if (barred := bank.bars(game, s, seat)) is not None:
        return barred
    return bank.not_yet(game, seat) if bank.newcomer(bank_of(s), seat) else None


def explain_no_join(game: Banked, s: BankedState, seat: int) -> Reason | None:
    """Explain why a seat cannot join the bank."""
    bank = dealer_of(game)
    if s.phase == "bank":
        return offered_first(game)
    if s.phase != "betting":
        return game.explain_too_late(s)
    if not bank.rotation.rested(bank_of(s), seat):
        return bank.too_often(game, s, seat)
    if bank.newcomer(bank_of(s), seat):
        return bank.not_yet(game, seat)
    return bank.against_itself(game, seat) if bank.is_against(bank_of(s), seat) else None


def offered_first(game: Banked) -> Reason:
    """Explain that the position is offered before wagers are placed."""
    cited = game.clauses_at("bank.offer")
    return Reason(
        "position-offered-first", "wagers are placed when the position is taken", cited
    )  # fmt: skip


def dealer_of(game: Banked) -> PlayerDealer:
    """Return the bank of a table that a player banks."""
    assert isinstance(game.bank, PlayerDealer), "the house banks this table"
    return game.bank


def players_bank(game: Banked) -> bool:
    """Return True if players bank."""
    return isinstance(game.bank, PlayerDealer)


@decision("take the position, with a wager of your own", unless=explain_no_bank,
          explain_no_turn=explain_no_turn_to_bank, exists=players_bank, name="bank")  # fmt: skip
def take_bank(game: Banked, r: RoundContext[BankedState], act: Act) -> None:
    """A seat puts up a wager and banks."""
    r.emit(BankTaken(act.seat, act.amount, dealer_of(game).turn_of(r.state, act)))


@decision("let the position go by", exists=players_bank, name="refuse")
def refuse_bank(game: Banked, r: RoundContext[BankedState], act: Act) -> None:
    """A seat passes the position on."""
    r.emit(BankRefused(act.seat))


@decision("hold the position together, with a wager of your own", unless=explain_no_join,
          exists=lambda game: game.bank.joint)  # fmt: skip
def join_bank(game: Banked, r: RoundContext[BankedState], act: Act) -> None:
    """A seat puts up a part of the bank."""
    r.emit(BankJoined(act.seat, act.amount, bank_of(r.state).seat))


def is_short(s: BankedState) -> bool:
    """Return True if the player-dealer has put up less than the wagers against the bank."""
    return bank_of(s).put_up < sum(cents for _, _, cents in s.iter_stakes())


def shared_out(shares: Mapping[int, int], left: int, bank: int) -> dict[int, int]:
    """Divide what is left of the bank by contributions; odd cents go to the button's holder."""
    whole = sum(shares.values())
    parts = {seat: left * cents // whole for seat, cents in shares.items()}
    parts[bank] += left - sum(parts.values())
    return parts


def least_wager(game: Banked) -> int:
    """Return the least wager with which a player is dealt in, in cents."""
    return game.bets.least


__all__ = ["CLOCKWISE", "COUNTERCLOCKWISE", "DICE", "FIRST_SEAT", "PlayerDealer", "counted_off",
           "least_wager", "next_turn", "shared_out"]  # fmt: skip
