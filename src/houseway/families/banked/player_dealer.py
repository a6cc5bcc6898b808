"""Who banks a table: the house, or a player for two hands.  Any shape runs with either.

A game *has* a bank.  Without a word the house is it.  With ``bank = fact(PlayerDealer(...))`` a
seat takes the position with a wager of its own, others may join it or wager against it, the house
takes flat fees, and every claim is paid and collected out of that wager alone, in the order of
settlement; what it does not cover goes back.  How the position goes round stands in
``rotation.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.cite import step
from houseway.engine.questions import Act, Amount, Choice
from houseway.errors import Refused
from houseway.families.banked.bank import FeesTaken
from houseway.families.banked.bank_events import BankJoined, BankReturned, bank_of
from houseway.families.banked.fees import fees_due, fees_sign, kept_back
from houseway.families.banked.player_bank import PlayerBank
from houseway.families.banked.rotation import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DICE,
    FIRST_SEAT,
    Position,
    counted_off,
    next_turn,
)
from houseway.families.banked.state import BankedState, FeeReturned, FeeTaken
from houseway.game.base import RoundContext
from houseway.game.fees import check_rates
from houseway.game.posting import ANY_AMOUNT, Declared, Money, OneOf
from houseway.money import format_dollars
from houseway.presentation.layout import SpotPlan
from houseway.presentation.views import BankView, Chips
from houseway.util.english import between

if TYPE_CHECKING:
    from houseway.families.banked.betting import Bet
    from houseway.families.banked.game import Banked


JOIN = "hold the position together, with a wager of your own"


class PlayerDealer(Position, frozen=True):
    """A player banks: what he puts up, what the house takes, and what his wager covers."""

    fees_taken: FeesTaken = "before the deal"

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
        found = {"coverage": coverage, "bank_least": least, **super().postings()}
        for key, declared in found.items():
            declared.key = key
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
                    f"the fees of schedule {fees.name} are for wagers of {between(*limits)}",
                    (fees.clause,),
                )
            game.posting[key] = limits
            setattr(game, key, limits)

    @step("sign")
    def sign(self, game: Banked) -> tuple[tuple[str, str], ...]:
        return fees_sign(game, game.fees) if game.fees is not None else ()

    # -- wagers ------------------------------------------------------------------------------

    @step("bettors")
    def bettors(self, s: BankedState) -> list[int]:
        """A bank does not wager against itself, from whatever seat and by whichever person."""
        bank = bank_of(s)
        parties, holds = bank.parties, bank.parties[bank.seat]
        return [seat for seat in s.seats if parties[seat] != holds]

    def is_bank(self, s: BankedState, seat: int) -> bool:
        """Whether the one at this seat holds the position, here or elsewhere at the table."""
        bank = bank_of(s)
        return bank.parties[seat] == bank.parties[bank.seat]

    def shares_in(self, bank: PlayerBank, seat: int) -> bool:
        """Whether the one at this seat has put up a part of it, here or elsewhere."""
        parties = bank.parties
        return parties[seat] in map(parties.__getitem__, bank.shares)

    def is_against(self, bank: PlayerBank, seat: int) -> bool:
        """Whether the one at this seat has wagered against it, here or elsewhere."""
        parties = bank.parties
        return parties[seat] in map(parties.__getitem__, bank.bettors)

    @step("join")
    def choices(
        self, game: Banked, s: BankedState, seat: int, bets: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """Wager against the player-dealer, join him, or sit out."""
        bank, purse = bank_of(s), s.purses[seat]
        enough = purse >= game.bets.least + game.player_fee
        if not self.joint:
            return bets if enough else bets[1:]
        found = bets if enough and not self.shares_in(bank, seat) else bets[1:]
        if purse and self.may_join(bank, seat):
            return (*found[:-1], Amount("join_bank", 1, purse, 1, JOIN), found[-1])
        return found

    def apart(self, s: BankedState) -> bool:
        """Who has bet bars others of the same firm from joining, and the other way round."""
        parties = bank_of(s).parties
        return not self.joint or len(set(parties.values())) == len(parties)

    def may_join(self, bank: PlayerBank, seat: int) -> bool:
        """Whether the one at this seat can hold a part of the position in this hand."""
        rested = self.rested(bank, seat) and not self.newcomer(bank, seat)
        return rested and not self.is_against(bank, seat)

    def may_not_join(self, game: Banked, s: BankedState, seat: int) -> Refused | None:
        """Why he cannot."""
        bank = bank_of(s)
        if not self.rested(bank, seat):
            return self.too_often(game, s, seat)
        if self.newcomer(bank, seat):
            return self.not_yet(game, seat)
        return self.against_itself(game, seat) if self.is_against(bank, seat) else None

    def not_yet(self, game: Banked, seat: int) -> Refused:
        """A newcomer waits until all others have refused."""
        return Refused(
            f"seat {seat} made no bet in the last hand, and new players may have the position "
            "only when all others refuse it",
            game.clauses_at("bank.newcomers"),
        )

    def against_itself(self, game: Banked, seat: int) -> Refused:
        """Nobody is on both sides."""
        return Refused(
            f"the one at seat {seat} would bank and wager against the bank in one hand",
            game.clauses_at("bank.bettors"),
        )

    def join(self, r: RoundContext[BankedState], act: Act) -> None:
        r.emit(BankJoined(act.seat, act.amount, bank_of(r.state).seat))

    def refuses_bet(self, game: Banked, s: BankedState, seat: int, bet: Bet) -> Refused | None:
        placed, purse = bet.cents, s.purses[seat]
        fees_most = game.player_fee * (len(s.stakes) + len(bet.puts))
        if game.fees is None or placed + fees_most <= purse:
            return None
        fee = kept_back(game, s, seat, bet.puts)
        if placed + fee > purse >= placed:
            return Refused(
                f"seat {seat} has {format_dollars(purse)} in front, which is not enough "
                f"for {format_dollars(placed)} and the fee of {format_dollars(fee)}",
                (game.fees.clause,),
            )
        return None

    # -- fees and cover ----------------------------------------------------------------------

    @step("fees")
    def fees_due(self, game: Banked, s: BankedState) -> list[tuple[int, int]]:
        """Flat amounts from the players, and one a hand from the player-dealer."""
        return fees_due(game, s)

    def take_fees(self, game: Banked, r: RoundContext[BankedState], moment: FeesTaken) -> None:
        """All that the house ever takes."""
        if moment == self.fees_taken and game.fees is not None:
            due, clause = self.fees_due(game, r.state), game.fees.clause
            r.emit_all([FeeTaken(seat, cents, clause) for seat, cents in due if cents])

    @step("cover")
    def covers(self, bank: PlayerBank, owed: int) -> int | None:
        """How much of a claim the wager covers; None: it is used up."""
        return bank.covers(owed)

    # -- the end -----------------------------------------------------------------------------

    @step
    def close(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """What is left of the player-dealer's wager goes back to those who put it up."""
        bank = bank_of(r.state)
        if bank.seat:
            parts = shared_out(bank.shares, bank.wager, bank.seat)
            cited = game.clauses_at("bank.close")
            for seat, cents in parts.items():
                r.emit(BankReturned(seat, bank.shares[seat], cents, bank.seat, cited))

    def void(self, game: Banked, r: RoundContext[BankedState]) -> None:
        for seat, cents in tuple(r.state.fees.items()):
            r.emit(FeeReturned(seat, cents))

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return ("bank", "refuse", "join_bank") if self.joint else ("bank", "refuse")

    def why_no_turn(self, game: Banked, s: Any, seat: int, name: str) -> Refused | None:
        """Too many hands, a newcomer before his time, a bank against itself: no turn would help."""
        if seat not in s.purses:
            return None
        if s.phase == "bank" and name == "bank":
            if (barred := self.bars(game, s, seat)) is not None:
                return barred
            return self.not_yet(game, seat) if self.newcomer(bank_of(s), seat) else None
        if s.phase == "betting" and name == "bet" and self.is_bank(s, seat):
            return self.against_itself(game, seat)
        return None

    def why_not(self, game: Banked, s: Any, seat: int, name: str) -> Refused | None:
        bank = bank_of(s)
        if name == "bank" and bank.seat:
            cited = game.clauses_at("bank.turn")
            return Refused(f"seat {bank.seat} holds the position in this hand", cited)
        if name in ("bet", "join_bank") and s.phase == "bank":
            cited = game.clauses_at("bank.offer")
            return Refused("wagers are placed when the position is taken", cited)
        if name == "join_bank" and self.joint and s.phase == "betting":
            return self.may_not_join(game, s, seat)
        if name == "bet" and s.phase == "betting":
            if self.shares_in(bank, seat):
                return self.against_itself(game, seat)
            if game.fees is not None:
                return Refused(
                    f"the {format_dollars(s.purses[seat])} in front is not enough for a "
                    f"wager of {format_dollars(least_wager(game))} and the fee of "
                    f"{format_dollars(game.player_fee)}",
                    (game.fees.clause,),
                )
        return None

    def spots(self, game: Banked) -> tuple[SpotPlan, ...]:
        cited = game.clauses_at("bank.wager")
        words = "the player-dealer's wager"
        return (
            SpotPlan(
                "bank", words, self.least(game), ANY_AMOUNT, False, cited,
                rank="follows", placed="bank",
            ),
        )  # fmt: skip

    def chips(self, s: BankedState) -> list[Chips]:
        bank = bank_of(s)
        return [Chips(bank.seat, "bank", bank.wager)] if bank.wager else []

    def status(self, s: BankedState, seat: int) -> str:
        bank = bank_of(s)
        if seat == bank.seat:
            return "player-dealer"
        return "joint player-dealer" if seat in bank.shares else ""

    def view(self, s: BankedState) -> BankView | None:
        bank = bank_of(s)
        if not bank.seat:
            return None
        return BankView(bank.seat, bank.put_up, bank.used, bank.wager)


def shared_out(shares: Mapping[int, int], left: int, bank: int) -> dict[int, int]:
    """What is left of the bank, by what each put in; odd cents to the holder of the button."""
    whole = sum(shares.values())
    parts = {seat: left * cents // whole for seat, cents in shares.items()}
    parts[bank] += left - sum(parts.values())
    return parts


def least_wager(game: Banked) -> int:
    """The least that somebody who is dealt in wagers."""
    return game.bets.least


__all__ = ["CLOCKWISE", "COUNTERCLOCKWISE", "DICE", "FIRST_SEAT", "PlayerDealer", "counted_off",
           "least_wager", "next_turn", "shared_out"]  # fmt: skip
