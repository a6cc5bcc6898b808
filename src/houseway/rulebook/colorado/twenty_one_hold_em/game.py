"""21-Hold 'em.  Colorado Rule 21, 30-2104."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.questions import Act, Ask, Button, Chance, Pieces, Script
from houseway.errors import Reason, Refused
from houseway.families.banked.game import Step
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import Phase, Staked
from houseway.families.blackjack.game import Blackjack
from houseway.game.base import RoundContext, Seat
from houseway.game.decisions import decision
from houseway.game.face.layout import Zone
from houseway.game.pay_tables import LOSE, check_rows
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import Wager, declare_wager, main_wager
from houseway.hands.poker_high import best_high, describe_high
from houseway.money import format_dollars
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts
from houseway.rulebook.colorado.twenty_one_hold_em.presenter import HoldEmPresenter
from houseway.rulebook.colorado.twenty_one_hold_em.rules import hold_em_hand
from houseway.rulebook.colorado.twenty_one_hold_em.rulings import RULINGS
from houseway.rulebook.colorado.twenty_one_hold_em.state import (
    PK,
    THREE,
    TWO,
    BurnDue,
    CardsBurned,
    CommunityPlaced,
    DeckReshuffled,
    HoldEmState,
    PocketDealt,
    PocketFolded,
    PocketShown,
    StayedIn,
)

SPOTS = (PK, TWO, THREE)
"""The wagers of a poker hand in the order in which they are made, all for one amount."""
STAY_IN = "stay in"
"""The moment at which a poker hand is bet or folded."""
CARD = ("", "the first poker card", "the second poker card", "the third poker card")




MOST_REQUIRED = 500
"""Five dollars: the limit on the sum of all required wagers, in cents."""


def explain_no_poker(game: TwentyOneHoldEm, s: HoldEmState, seat: int, name: str) -> Reason | None:
    """Explain that a seat has no poker hand in play; None if it has one."""
    if seat in s.in_poker():
        return None
    words = f"{name} is for a poker hand in play, and seat {seat} has none"
    return Reason("not-a-poker-hand", words, ("CO-2104-7b",))


def explain_no_match(game: TwentyOneHoldEm, s: HoldEmState, seat: int) -> Reason | None:
    """Explain why a seat does not bet its poker hand: also without the chips for it."""
    if (reason := explain_no_poker(game, s, seat, "match")) is not None:
        return reason
    pk, purse = s.own(seat, PK), s.purses[seat]
    if seat not in game.undecided(s) or purse >= pk:
        return None
    words = f"the wager equals the PK wager of {format_dollars(pk)}, and {format_dollars(purse)}"
    return Reason("poker-bet-not-covered", f"{words} is left", ("CO-2104-8b", "CO-2104-10b"))


def match_button(game: TwentyOneHoldEm, s: HoldEmState, seat: int) -> Button:
    """Return the choice of a wager equal to the PK wager."""
    spot = s.pockets[seat].bets + 1
    return Button("match", f'a wager on "{spot}", equal to the PK wager', s.own(seat, PK))


@decision("", "CO-2104-8b", "CO-2104-10b", unless=explain_no_match, at=STAY_IN,
          choice=match_button)
def match(game: TwentyOneHoldEm, r: RoundContext[HoldEmState], act: Act) -> None:
    """The next wager, equal to the PK wager."""
    s = r.state
    r.emit(Staked(act.seat, SPOTS[s.pockets[act.seat].bets], s.own(act.seat, PK)))
    r.emit(StayedIn(act.seat))


@decision("give up the poker hand and its wagers", "CO-2104-8a", "CO-2104-10a", at=STAY_IN,
          unless=lambda game, s, seat: explain_no_poker(game, s, seat, "fold"))
def fold(game: TwentyOneHoldEm, r: RoundContext[HoldEmState], act: Act) -> None:
    """The wagers made so far are taken, and the cards."""
    bets = r.state.pockets[act.seat].bets
    cited = game.fold_clauses[bets]
    taken = [Claim((act.seat, spot, 0), "fold", LOSE, cited) for spot in SPOTS[:bets]]
    game.settle(r, [*taken, PocketFolded(act.seat)])


class TwentyOneHoldEm(Blackjack):
    """A standard round of blackjack; then poker with the dealer's first two cards."""

    id = "21-hold-em"
    name = "21-Hold 'em"
    jurisdiction = "Colorado"
    section = "30-2104"
    owner = "Stanley Ackerson and Daniel Miller"
    decisions = (*Blackjack.decisions, match, fold)
    follows: ClassVar[dict[str, str]] = {**Blackjack.follows, TWO: PK, THREE: PK}
    fold_clauses: ClassVar[dict[int, tuple[str, ...]]] = {1: ("CO-2104-8a",), 2: ("CO-2104-10a",)}
    predominant = fact("blackjack", "CO-2104-15", "CO-2103-0", "CO-2103-1", says="under Rule 9")
    presenter_class = HoldEmPresenter
    signs = (accounts,)
    inherits = STANDARD
    cites = RULE_21
    sections = ("CO-2104", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"CO-2103-2": ("CO-2104-15",), "BJ-12": ("CO-2104-1a", "CO-2104-4a"),
                "BJ-15": ("CO-2104-3a", "CO-2104-3b", "CO-2104-3c", "CO-2104-3d")}
    wagers = (
        main_wager("B-J", "CO-2104-2", least=100, most=50_000, tips=True, element="blackjack"),
        declare_wager(PK, "PK", ("CO-2104-2a",), needs="main", tips=True, element="poker",
                      least=100, most=10_000, always=True),
    )
    rulings = (*Blackjack.rulings, *RULINGS)
    zones = (*Blackjack.zones, Zone("community", "middle", slots=2), Zone("poker", slots=3))
    tip_clauses = ("CO-2104-3a", "CO-2104-3b", "CO-2104-3c")
    felt: str = posted("21-hold-em", cite=("CO-2104-1a", "CO-ALL-2"), says="table layout")
    decks: int = fact(1, "CO-2104-1a", says="52-card decks")
    delivery: str = fact("by hand", "CO-2104-1a", says="how the cards are dealt")
    burns: int = posted_number(0, 0, 5, cite="CO-2104-1b", says="cards burned before each deal")
    poker: str = posted("optional", "mandatory", cite=("CO-2104-2a", "CO-2104-2b"),
                        says="whether everybody must play the poker element")
    hold_em_cap_is_minimum: bool = posted(
        False, True, cite="CO-2104-2b2",
        says="$5 limits what the house may demand, not what a player may bet",
    )
    several_hands: bool = posted(False, True, cite="CO-2104-2a3",
                                 says="a player may play more hands, without poker")
    tips: bool = posted(True, False, cite="CO-2104-3a", says="tips are taken as wagers")
    tip_least: int = fact(1, "CO-2104-3b", says="the least tip, in cents")
    tip_within_own: bool = fact(True, "CO-2104-3c", says="a tip is at most the player's wager")
    cut_card: int = fact(0, "CO-2104-4a", says="the deck is shuffled before every round")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2104-13b", "CO-ALL-3"),
                                   says="where the pay schedule is displayed")

    @procedure("CO-2104-1b")
    def burn(self, r: RoundContext) -> Script:
        """Burn the posted number of cards before a round of dealing."""
        s = r.state
        if self.burns:
            r.emit(BurnDue(self.burns))
        while s.burns_due:
            what = "the cards that are burned"
            cards = yield Chance(what, s.burns_due, back=self.to_reshuffle(s))
            if cards is not None:
                self.reshuffled(r)
                r.emit(CardsBurned(cards))

    @procedure("CO-2104-4a")
    def initial_deal(self, r: RoundContext) -> Script:
        """Shuffle the deck after all wagers, and deal blackjack."""
        if self.wagering(r.state):
            yield from self.burn(r)
        yield from super().initial_deal(r)

    @procedure("CO-2104-6", "CO-2101-b")
    def to_reshuffle(self, s: HoldEmState) -> Pieces:
        """Return the cards to shuffle before poker: blackjack's but the dealer's first two, and
        burned ones.
        """
        if not s.community or s.reshuffled:
            return ()
        played = (card for hands in s.hands.values() for hand in hands for card in hand.cards)
        return (*played, *s.dealer[2:], *s.burned)

    def reshuffled(self, r: RoundContext) -> None:
        """The first cards of poker came from fifty."""
        s = r.state
        if s.community and not s.reshuffled:
            r.emit(DeckReshuffled(52 - len(s.community)))

    def hand(self, r: RoundContext) -> Script:
        """Play blackjack first, then poker with the dealer's cards."""
        yield from super().hand(r)
        s = r.state
        players = tuple(seat for seat in s.seats if s.own(seat, PK))
        if not players:
            return
        self.place_community(r, players)
        yield from self.burn(r)
        yield from self.deal_card(r, 1)
        yield from self.decide_on(r, 1)
        yield from self.deal_card(r, 2)
        yield from self.decide_on(r, 2)
        yield from self.deal_card(r, 3)
        self.settle_poker(r)

    @procedure("CO-2104-4b", "CO-2104-5a", "CO-2104-7b")
    def place_community(self, r: RoundContext, players: tuple[int, ...]) -> None:
        """The dealer's first two cards stay, for everybody with a PK wager."""
        r.emit(Phase("poker"))
        r.emit(CommunityPlaced(tuple(r.state.dealer[:2]), players))

    @procedure("CO-2104-7a", "CO-2104-8c", "CO-2104-10c")
    def deal_card(self, r: RoundContext, n: int) -> Script:
        """A card face down to each player still in, clockwise from the dealer's left."""
        s = r.state
        while self.awaiting(s, n):
            cards = yield Chance(CARD[n], len(self.awaiting(s, n)), back=self.to_reshuffle(s))
            if cards is None:
                continue
            self.reshuffled(r)
            for seat, card in zip(self.awaiting(s, n), cards, strict=True):
                r.emit(PocketDealt(seat, (card,)))

    def awaiting(self, s: HoldEmState, n: int) -> list[int]:
        """The players without their n-th card."""
        return [seat for seat, pocket in s.in_poker().items() if len(pocket.cards) < n]

    @procedure("CO-2104-8b", "CO-2104-9", "CO-2104-10b", "CO-2104-11")
    def decide_on(self, r: RoundContext, n: int) -> Script:
        """Each player folds, or makes the next wager; when all have folded the hand is over."""
        s = r.state
        if not s.in_poker():
            return
        r.emit(Phase(f"spot {n + 1}"))
        while self.undecided(s):
            table, asking = self.decision_table, self.undecided(s)
            asked = {seat: table.offered(STAY_IN, s, seat) for seat in asking}
            act: Act | None = yield Ask(asked, "fold, or stay in", fold.name)
            if act is not None:
                table.run[act.name](r, act)
        if not s.in_poker():
            r.emit(Phase("all have folded"))

    def undecided(self, s: HoldEmState) -> list[int]:
        """The players with as many cards as wagers: one more wager, or a fold."""
        return [seat for seat, p in s.in_poker().items() if len(p.cards) == p.bets < len(SPOTS)]

    @procedure("CO-2104-13a", "CO-2104-13b", "CO-2104-14", "CO-2104-3d")
    def settle_poker(self, r: RoundContext) -> None:
        """Settle poker from the dealer's right: three cards turned up, three wagers at the same
        odds.
        """
        s = r.state
        if not s.in_poker():
            return
        r.emit(Phase("settling poker"))
        clauses = (*hold_em_hand.clauses, self.pay_tables()[PK].clause)
        steps: list[Step] = []
        for seat in self.in_order(s, s.in_poker()):
            cards = tuple(s.pockets[seat].cards)
            words = describe_high(best_high((*cards, *s.community)))
            row = hold_em_hand(cards, s.community)
            outcome, payout = hold_em_hand.outcomes[row], self.pay[PK][row]
            steps.append(PocketShown(seat, cards, words))
            steps += [Claim((seat, spot, 0), outcome, payout, clauses) for spot in SPOTS]
        self.settle(r, steps)

    @procedure("CO-2104-2b2")
    def check_posting(self) -> None:
        """Refuse required wagers of more than five dollars together."""
        super().check_posting()
        check_rows(self.pay_tables()[PK], hold_em_hand.outcomes, f"pay table of {self.id}")
        least = sum(getattr(self, f"{spot}_limits")[0] for spot in ("main", PK))
        if self.poker == "mandatory" and least > MOST_REQUIRED:
            raise Refused(
                "demanded-poker-above-most",
                f"B-J and PK together may not be demanded at {format_dollars(least)}; "
                f"{format_dollars(MOST_REQUIRED)} is the most",
                ("CO-2104-2b2",),
            )
        if self.poker == "mandatory" and self.several_hands:
            raise Refused("one-hand-with-poker",
                          "with mandatory poker a player plays one hand", ("CO-2104-2b3",))

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> HoldEmState:
        return HoldEmState(**self.seated(seats, carry_over))

    @procedure("CO-2104-2b")
    def requires(self, wager: Wager) -> bool:
        """Return True for B-J, and for PK where the house demands both."""
        return wager.required or (wager.name == PK and self.poker == "mandatory")

    def check(self, state: Any, act: Act) -> None:
        super().check(state, act)
        if act.name == "bet":
            self.check_cap(act)
            self.check_number_of_hands(state, act)

    @procedure("CO-2104-2b2")
    def check_cap(self, act: Act) -> None:
        """Refuse wagers that exceed the limit together, where both are mandatory."""
        placed = dict(act.places)
        total = placed.get("main", 0) + placed.get(PK, 0)
        if self.poker == "optional" or self.hold_em_cap_is_minimum or total <= MOST_REQUIRED:
            return
        raise Refused(
            "poker-wagers-above-most",
            f"B-J and PK together may not be more than {format_dollars(MOST_REQUIRED)}, "
            f"not {format_dollars(total)}",
            ("CO-2104-2b2",),
        )

    @procedure("CO-2104-2a2", "CO-2104-2a3", "CO-2104-2b3")
    def check_number_of_hands(self, s: Any, act: Act) -> None:
        """A person plays one hand, or more of which one has a PK wager."""
        name, person = s.names[act.seat], s.people[act.seat]
        mine = [seat for seat in s.seats if s.people[seat] == person and seat != act.seat]
        if not any(s.own(seat, "main") for seat in mine):
            return
        if not self.several_hands:
            clause = "CO-2104-2b3" if self.poker == "mandatory" else "CO-2104-2a3"
            raise Refused("one-hand-at-a-time",
                          f"{name} plays one hand at a time at this table", (clause,))
        if dict(act.places).get(PK) and any(s.own(seat, PK) for seat in mine):
            raise Refused("one-poker-hand-at-a-time",
                          f"{name} plays one hand with poker at a time", ("CO-2104-2a2",))


GAME = TwentyOneHoldEm
