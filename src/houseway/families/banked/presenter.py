"""Layout, views and texts of banked games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from houseway.engine.questions import PLAYER
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.game.face.layout import Look, MeterPlan, SpotPlan, chips, smallest
from houseway.game.face.presenter import Presenter
from houseway.game.face.views import BankView, Chips, MeterView, SeatView, View
from houseway.game.posting import ANY_AMOUNT
from houseway.game.wagers import AFTER_DEALER, HANDS_KNOWN
from houseway.money import format_dollars

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked
    from houseway.families.banked.state import BankedState
    from houseway.game.face.layout import Layout
    from houseway.game.face.presenter import Moment
    from houseway.game.face.views import Pile, Puck, Result
    from houseway.game.wagers import Wager

BEFORE = ("", "bank")
"""Phases before any seat can have bet."""
SITS_OUT = "sits out"
MAIN, SIDE, LATE, PROGRESSIVE, FOLLOWS = "main", "side", "late", "progressive", "follows"
"""The ranks of a spot among the others (``SpotPlan.rank``)."""
AT_THE_END = ("", AFTER_DEALER, HANDS_KNOWN)
TIP = 1_00
"""Tips are whole dollars, however little the rules allow."""


class BankedPresenter(Presenter):
    """The parts of a view that all banked tables show: bets, meters and the bank."""

    game: Banked
    usual: ClassVar[Mapping[str, tuple[str, str, str]]] = {
        "bank": ("Least", "Half", "All"),
        "join_bank": ("", "Half", "All"),
        "insure": ("", "Half", "Most"),
        "double": ("", "Half", "Most"),
    }

    def view(self, state: Any, viewer: int) -> View:
        """Return the table with the piles of its family."""
        s: BankedState = state
        bank = s.bank
        return View(
            game=self.game.id,
            viewer=viewer,
            phase=s.phase,
            seats=self.seat_views(s),
            piles=self.piles(s, viewer),
            chips=self.chip_views(s),
            pots=[],
            pucks=self.pucks(s),
            said=list(s.said),
            meters=[
                MeterView(name, i, self.words.meter(name, i, len(kept)), meter.cents)
                for name, kept in s.meters.items()
                for i, meter in enumerate(kept)
            ],
            bank=BankView(bank.seat, bank.put_up, bank.used, bank.wager)
            if bank is not None and bank.seat
            else None,
        )

    def piles(self, s: Any, viewer: int) -> list[Pile]:
        """Return the pieces on the table as this viewer sees them."""
        raise NotImplementedError

    def pucks(self, s: Any) -> list[Puck]:
        """Return the buttons on the table."""
        return self.game.bank.pucks(s)

    def chip_views(self, s: Any) -> list[Chips]:
        """Return the chips on each spot, and the player-dealer's."""
        laid = [
            Chips(bettor, spot, cents, whom, 0, hand, circle if circle != bettor else 0)
            for (circle, spot, hand), (bettor, whom), cents in s.iter_stakes()
        ]
        bank = s.bank
        if bank is not None and bank.wager:
            laid.append(Chips(bank.seat, "bank", bank.wager))
        return laid

    def seat_views(self, s: BankedState) -> list[SeatView]:
        """Return the seats, with a word on those that bank or sit out."""
        bank, begun = s.bank, s.phase not in BEFORE
        bets = (
            {who[0] for _, who, _ in s.iter_stakes()} | {who[0] for _, who in s.decided}
            if begun
            else set()
        )
        if bank is not None:
            bets |= {*bank.bettors}
        found = []
        for seat in s.seats:
            part = ""
            if bank is not None and seat == bank.seat:
                part = "player-dealer"
            elif bank is not None and seat in bank.shares:
                part = "joint player-dealer"
            elif begun and seat not in bets and seat not in s.waiting:
                part = SITS_OUT
            said = self.words.status(part) if part else ""
            found.append(SeatView(seat, s.names[seat], s.purses[seat], said))
        return found

    def bare_layout(self) -> Layout:
        """Return the table with every spot that can take chips, and with its chips."""
        game, plan = self.game, super().bare_layout()
        wagers = (self._wager_spot(game.wager_named[spot.name], spot) for spot in plan.spots)
        spots = (*wagers, *self.follow_spots(), *self._bank_spots())
        ring = isinstance(game.bank, PlayerDealer)
        return replace(
            plan,
            spots=tuple(self._shared(spots)),
            empty_circles=game.empty_circles,
            scene="ring" if ring else "arc",
            direction=game.bank.rotation.direction if isinstance(game.bank, PlayerDealer) else 1,
            meters=tuple(self._meters()),
            denominations=self._denominations(),
            look=Look(stakes=self._stakes()),
        )

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        """Return the spots that take chips during the round only."""
        return ()

    def hands_on(self, spot: str) -> int:
        """Return how many hands of one circle may have chips on a spot."""
        return self.game.hands_each if spot != "bank" else 1

    def _wager_spot(self, wager: Wager, spot: SpotPlan) -> SpotPlan:
        """Return the spot of a wager with its rank, and when it is placed and decided."""
        game = self.game
        return replace(
            spot,
            rank=self._rank(wager),
            placed=game.placed_at(wager),
            resolves="" if wager.resolves in AT_THE_END else wager.resolves,
            beside=game.bets.beside[wager.name],
            equals=wager.beside.equals,
            tips=game.tips_on(wager),
        )

    def _rank(self, wager: Wager) -> str:
        """Return the rank of a wager on the felt: main, side, late or progressive."""
        if wager.progressive:
            return PROGRESSIVE
        if self.game.placed_at(wager):
            return LATE
        return MAIN if self.game.requires(wager) or wager in self.game.base_wagers else SIDE

    def _bank_spots(self) -> tuple[SpotPlan, ...]:
        """Return the spot of the player-dealer's wager, if players bank."""
        game = self.game
        if not isinstance(game.bank, PlayerDealer):
            return ()
        cited, least = game.clauses_at("bank.wager"), game.bank.least(game)
        return (
            SpotPlan(
                "bank", "the player-dealer's wager", least, ANY_AMOUNT, False, cited,
                rank=FOLLOWS, placed="bank",
            ),
        )  # fmt: skip

    def _shared(self, spots: Iterable[SpotPlan]) -> Iterable[SpotPlan]:
        """Yield each spot with its hands, and if others than its player may bet there."""
        game = self.game
        behind = {
            *game.backline, *(spot for spot, of in game.follows.items() if of in game.backline)
        }  # fmt: skip
        placed: dict[str, int] = {}
        for spot in game.bets.spots.values():
            placed[spot.wager] = max(placed.get(spot.wager, 0), spot.hand + 1)
        for plan in spots:
            hands = self.hands_on(plan.name)
            dealt = placed.get(plan.name, hands)
            yield replace(plan, hands=hands, dealt=dealt, behind=plan.name in behind)

    def _meters(self) -> Iterable[MeterPlan]:
        """Yield the progressive meters, each with the rows that are paid from it."""
        game = self.game
        for wager in (wager for wager in game.offered if wager.progressive):
            sharing, table = game.sharing[wager.name], game.pay_tables()[wager.paid_by]
            paid = [
                row
                for row in table.rows_printed(getattr(game, wager.paid_by))
                if sharing.payouts[row].meter_percent
            ]
            for number in range(len(sharing.terms)):
                rows = (table.outcomes[row] for row in paid if sharing.meter_of[row] == number)
                yield MeterPlan(wager.name, number, "", tuple(rows))

    def _denominations(self) -> tuple[int, ...]:
        """Return the chips for the least and most of every wager, and whole dollars for tips."""
        amounts, most = [], 0
        for wager in self.game.offered:
            low, high = self.game.limits(wager)
            step = wager.amounts.step
            amounts += [-(-low // step) * step, high // step * step]
            amounts += [TIP] if self.game.tips_on(wager) else []
            most = max(most, high)
        return chips(smallest(amounts), most)

    def _stakes(self) -> str:
        """Return the least and the most of the wagers that get a player dealt in, in words."""
        game = self.game
        limits = [game.limits(wager) for wager in game.base_wagers or game.offered]
        if not limits:
            return ""
        low, high = min(low for low, _ in limits), max(high for _, high in limits)
        least, most = format_dollars(low), format_dollars(high)
        return least if low == high else f"{least} – {most}"

    def of_shape(self) -> tuple[Moment, ...]:
        names = self.game.actions()
        joins = ("join_bank",) if "join_bank" in names else ()
        late = (("add", "no_bet"),) if "add" in names else ()
        offered = (("bank", "refuse"),) if "bank" in names else ()
        return (*offered, ("bet", *joins, "sit_out"), *late)

    def headline(self, state: Any, results: Sequence[Result]) -> str:
        """Return the bank's hand when it is known; at the end the winners and losers."""
        return self.banks_hand(state) or super().headline(state, results)

    def banks_hand(self, s: Any) -> str:
        """Return the value of the bank's hand in a sentence; "" before it is known."""
        return ""

    def banker(self, s: BankedState) -> str:
        """Return the name of the holder of the bank's hand."""
        return "Player-dealer" if s.bank is not None else "Dealer"


def has_lost(s: BankedState, circle: int, spot: str, hand: int = 0) -> bool:
    """Return True if the circle's bettor got back less than the stake on this spot."""
    found = s.decided.get(((circle, spot, hand), (s.holder(circle), PLAYER)))
    return found is not None and found[1] < found[0]
