"""Views, layout, prompts, refused spots and result texts of banked games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from houseway.engine.questions import DEALER, PLAYER, label_of
from houseway.errors import Refused
from houseway.game.wagers import AFTER_DEALER, HANDS_KNOWN
from houseway.money import format_amount, format_dollars
from houseway.presentation.layout import Look, MeterPlan, chips, smallest
from houseway.presentation.presenter import Prompts, ResultText
from houseway.presentation.views import Chips, MeterView, SeatView, View
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked
    from houseway.families.banked.state import BankedState
    from houseway.game.wagers import Wager
    from houseway.presentation.layout import Layout, SpotPlan
    from houseway.presentation.presenter import Moment
    from houseway.presentation.views import OwnPile, Pile, Puck, Result


# -- sight ------------------------------------------------------------------------------------
# What a viewer sees of any banked table: who sits there, chips, buttons, meters.

BEFORE = ("", "bank")
"""Phases before anybody could have bet."""
SITS_OUT = "sits out"


def chip_views(game: Banked, s: BankedState) -> list[Chips]:
    """The chips on each spot, and the bank's."""
    laid = [
        Chips(bettor, spot, cents, whom, 0, hand, circle if circle != bettor else 0)
        for (circle, spot, hand), (bettor, whom), cents in s.laid()
    ]
    return [*laid, *game.bank.chips(s)]


def nothing_own(
    game: Banked, state: BankedState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """Where everything lies open, a seat sees what all see."""
    return []


def table_view(
    game: Banked, s: BankedState, viewer: int, piles: Sequence[Pile], chips: Sequence[Chips],
    pucks: Sequence[Puck],
) -> View:  # fmt: skip
    """What this viewer sees: the piles a shape lays out, with what all banked tables show."""
    words = game.words()
    return View(
        game=game.id,
        viewer=viewer,
        phase=s.phase,
        seats=seat_views(game, s),
        piles=list(piles),
        chips=list(chips),
        pots=[],
        pucks=[*game.bank.pucks(s), *pucks],
        said=list(s.said),
        meters=[
            MeterView(name, i, words.meter(name, i, len(kept)), meter.cents)
            for name, kept in s.meters.items()
            for i, meter in enumerate(kept)
        ],
        bank=game.bank.view(s),
    )


def seat_views(game: Banked, s: BankedState) -> list[SeatView]:
    """Who sits there, with a word on those who bank or sit out."""
    status, words, waiting = game.bank.status, game.words(), s.waiting
    begun = s.phase not in BEFORE
    bets = {who[0] for _, who, _ in s.laid()} | {who[0] for _, who in s.decided} if begun else set()
    if s.bank is not None:
        bets |= {*s.bank.bettors}
    found = []
    for seat in s.seats:
        part = status(s, seat)
        if begun and not part and seat not in bets and seat not in waiting:
            part = SITS_OUT
        said = words.status(part) if part else ""
        found.append(SeatView(seat, s.names[seat], s.purses[seat], said))
    return found


def has_lost(s: BankedState, circle: int, spot: str, hand: int = 0) -> bool:
    """Whether the wager of whoever decides in a circle has come out below what was staked."""
    found = s.decided.get(((circle, spot, hand), (s.holder(circle), PLAYER)))
    return found is not None and found[1] < found[0]


# -- laid out ---------------------------------------------------------------------------------
# How a banked table is laid out: its spots, the chips used there, round what people sit.

MAIN, SIDE, LATE, PROGRESSIVE, FOLLOWS = "main", "side", "late", "progressive", "follows"
"""What a spot is among the others (``SpotPlan.rank``)."""
AT_THE_END = ("", AFTER_DEALER, HANDS_KNOWN)
TIP = 1_00
"""People tip in whole dollars, however little the rules let them."""


def banked_layout(game: Banked, plan: Layout) -> Layout:
    """The table with every spot that can take chips, and with its chips."""
    wagers = (wager_spot(game, game.wager_named[spot.name], spot) for spot in plan.spots)
    spots = (*wagers, *game.follow_spots(), *game.bank.spots(game))
    scene, direction = game.bank.scene()
    return replace(
        plan,
        spots=tuple(_shared(game, spots)),
        empty_circles=game.empty_circles,
        scene=scene,
        direction=direction,
        meters=tuple(meters(game)),
        denominations=denominations(game),
        look=Look(stakes=stakes(game)),
    )


def wager_spot(game: Banked, wager: Wager, spot: SpotPlan) -> SpotPlan:
    """The spot of a wager with what is known of it: its rank, when it is placed and decided."""
    return replace(
        spot,
        rank=rank(game, wager),
        placed=game.placed_at(wager),
        resolves="" if wager.resolves in AT_THE_END else wager.resolves,
        beside=game.bets.beside[wager.name],
        equals=wager.equals,
        tips=game.tips_on(wager),
    )


def rank(game: Banked, wager: Wager) -> str:
    """What a wager is among the others."""
    if wager.meters:
        return PROGRESSIVE
    if game.placed_at(wager):
        return LATE
    return MAIN if game.requires(wager) or wager in game.base_wagers else SIDE


def _shared(game: Banked, spots: Iterable[SpotPlan]) -> Iterable[SpotPlan]:
    """Each spot with its hands, and whether others than its player may bet there."""
    behind = {*game.backline, *(spot for spot, of in game.follows.items() if of in game.backline)}
    placed: dict[str, int] = {}
    for spot in game.bets.spots.values():
        placed[spot.wager] = max(placed.get(spot.wager, 0), spot.hand + 1)
    for plan in spots:
        hands = game.hands_on(plan.name)
        dealt = placed.get(plan.name, hands)
        yield replace(plan, hands=hands, dealt=dealt, behind=plan.name in behind)


def meters(game: Banked) -> Iterable[MeterPlan]:
    """The progressive meters, each with the rows that are paid from it."""
    for wager in (wager for wager in game.offered if wager.meters):
        sharing, table = game.sharing[wager.name], game.pay_tables()[wager.paid_by]
        paid = [
            row
            for row in table.rows_printed(getattr(game, wager.paid_by))
            if sharing.payouts[row].meter_percent
        ]
        for number in range(len(sharing.terms)):
            rows = (table.outcomes[row] for row in paid if sharing.meter_of[row] == number)
            yield MeterPlan(wager.name, number, "", tuple(rows))


def denominations(game: Banked) -> tuple[int, ...]:
    """The chips of which least and most of every wager can be made, and whole dollars for tips."""
    amounts, most = [], 0
    for wager in game.offered:
        low, high = game.limits(wager)
        amounts += [-(-low // wager.step) * wager.step, high // wager.step * wager.step]
        amounts += [TIP] if game.tips_on(wager) else []
        most = max(most, high)
    return chips(smallest(amounts), most)


def stakes(game: Banked) -> str:
    """What is played for: the least and the most of the wagers that get somebody dealt in."""
    limits = [game.limits(wager) for wager in game.base_wagers or game.offered]
    if not limits:
        return ""
    low, high = min(low for low, _ in limits), max(high for _, high in limits)
    return format_dollars(low) if low == high else f"{format_dollars(low)} – {format_dollars(high)}"


# -- nowhere ----------------------------------------------------------------------------------
# Chips that cannot lie where somebody puts them: why not, and when and how that wager is made.

NONE = "there is no spot"


def explain_missing_spot(game: Banked, state: Any, name: str, spot: str) -> Refused | None:
    """Why there is no such spot at this moment, of one that the game knows."""
    words, said = game.words(), f"{NONE} {spot!r} here"
    for wager in game.wagers:
        labels = [label_of(wager.name, hand) for hand in range(game.hands_each)]
        if spot not in (*labels, label_of(wager.name, 0, DEALER)):
            continue
        called = words.wager(wager.name)
        if wager not in game.offered:
            return _not_offered(game, wager.paid_by, f"{said}: {called}")
        if spot not in labels:
            return None  # a tip: its own sentence says more
        if moment := game.placed_at(wager):
            how = f"{label_of(wager.name)}={format_amount(game.limits(wager)[0])}"
            return Refused(
                f"{said}: {called} is placed {words.phase(moment)}, by 'add {how}' when that is "
                "asked; a record may have it in bets",
                wager.clauses,
            )
        if name == "add":
            return Refused(f"{said}: {called} is placed before the deal, by 'bet'", wager.clauses)
    if spot in game.follows:
        follows = words.wager(game.follows[spot])
        return Refused(
            f"{said}: {words.wager(spot)} follows the {follows} during the round, by a decision of "
            f"its own (houseway rules {game.id} --decisions)",
            game.wager_named[game.follows[spot]].clauses,
        )
    return None


def _not_offered(game: Banked, table: str, said: str) -> Refused:
    """Of a wager that the house does not offer: as posted, or because no pay table fits."""
    if table in game.chosen:
        on_decks = game.pay_tables()[table].clause_on_decks
        return Refused(f"{said} has no pay table for {n(game.sets(), 'deck')}", (on_decks,))
    cited = game.declared()[table].clauses if table in game.declared() else ()
    return Refused(f"{said} is not offered at this table; the house posts {table} to offer it",
                   cited)  # fmt: skip


# -- prompts ----------------------------------------------------------------------------------
# What people are told of the questions of a banked table: the bank, wagers, what is added.


class BankedPrompts(Prompts):
    """The questions before the deal are the same whatever is played."""

    game: Banked
    usual: ClassVar[Mapping[str, tuple[str, str, str]]] = {
        "bank": ("Least", "Half", "All"),
        "join_bank": ("", "Half", "All"),
        "insure": ("", "Half", "Most"),
        "double": ("", "Half", "Most"),
    }

    def of_shape(self) -> tuple[Moment, ...]:
        names = self.game.actions()
        joins = ("join_bank",) if "join_bank" in names else ()
        late = (("add", "no_bet"),) if "add" in names else ()
        offered = (("bank", "refuse"),) if "bank" in names else ()
        return (*offered, ("bet", *joins, "sit_out"), *late)


# -- telling ----------------------------------------------------------------------------------
# What people are told of a round at a banked table: what the bank's hand has come to.


class BankedTelling(ResultText):
    """The rounds of a banked table."""

    game: Banked

    def headline(self, state: Any, results: Sequence[Result]) -> str:
        """The bank's hand when it is known; at the end who has won and lost."""
        return self.banks_hand(state) or super().headline(state, results)

    def banks_hand(self, s: Any) -> str:
        """What the bank's hand has come to, in a sentence; nothing before it is known."""
        return ""

    def bank(self, s: BankedState) -> str:
        """Whose hand it is."""
        return "Player-dealer" if s.bank is not None else "Dealer"
