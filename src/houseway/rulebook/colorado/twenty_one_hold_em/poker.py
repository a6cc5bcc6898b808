"""The poker element of 21-Hold 'em: two community cards, three own cards, two decisions."""

from __future__ import annotations

from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.questions import Act, AskAll, Button, Chance, Choice, Pieces, Script
from houseway.errors import Refused
from houseway.families.banked.game import Step
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import Phase, Staked
from houseway.families.blackjack.game import Blackjack
from houseway.game.base import RoundContext
from houseway.game.pay_tables import LOSE
from houseway.hands.poker_high import best_high, describe_high
from houseway.money import format_dollars
from houseway.rulebook.colorado.twenty_one_hold_em.rules import hold_em_hand
from houseway.rulebook.colorado.twenty_one_hold_em.state import (
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

PK, TWO, THREE = "pk", "two", "three"
SPOTS = (PK, TWO, THREE)
"""The wagers of a poker hand in the order in which they are made, all for one amount."""
MATCH, FOLD = "match", "fold"
CARD = ("", "the first poker card", "the second poker card", "the third poker card")


class HoldEmPoker(Blackjack):
    """What follows the blackjack hands."""

    button_groups = ((MATCH, FOLD),)
    burns: int
    follows: ClassVar[dict[str, str]] = {**Blackjack.follows, TWO: PK, THREE: PK}
    fold_clauses: ClassVar[dict[int, tuple[str, ...]]] = {1: ("CO-2104-8a",), 2: ("CO-2104-10a",)}

    # -- the deck ----------------------------------------------------------------------------

    @procedure("CO-2104-1b")
    def burn(self, r: RoundContext) -> Script:
        """Before a round of dealing, as many cards as the house burns."""
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
        """After all wagers the deck is shuffled, and blackjack is dealt."""
        if self.wagering(r.state):
            yield from self.burn(r)
        yield from super().initial_deal(r)

    @procedure("CO-2104-6", "CO-2101-b")
    def to_reshuffle(self, s: HoldEmState) -> Pieces:
        """Before poker: the cards of blackjack but the dealer's first two, and those burned."""
        if not s.community or s.reshuffled:
            return ()
        played = (card for hands in s.hands.values() for hand in hands for card in hand.cards)
        return (*played, *s.dealer[2:], *s.burned)

    def reshuffled(self, r: RoundContext) -> None:
        """The first cards of poker came from fifty."""
        s = r.state
        if s.community and not s.reshuffled:
            r.emit(DeckReshuffled(52 - len(s.community)))

    # -- the hand ----------------------------------------------------------------------------

    def hand(self, r: RoundContext) -> Script:
        """Blackjack first; then poker is played with the dealer's cards."""
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
            asked = {seat: self.decision(s, seat) for seat in self.undecided(s)}
            act: Act | None = yield AskAll(asked, "fold, or stay in", FOLD)
            if act is None:
                continue
            if act.name == FOLD:
                self.fold(r, act.seat)
            else:
                pk = s.own(act.seat, PK)
                r.emit(Staked(act.seat, SPOTS[s.pockets[act.seat].bets], pk))
                r.emit(StayedIn(act.seat))
        if not s.in_poker():
            r.emit(Phase("all have folded"))

    def undecided(self, s: HoldEmState) -> list[int]:
        """The players with as many cards as wagers: one more wager, or a fold."""
        return [seat for seat, p in s.in_poker().items() if len(p.cards) == p.bets < len(SPOTS)]

    def decision(self, s: HoldEmState, seat: int) -> tuple[Choice, ...]:
        """A wager equal to the PK wager, if there are the chips for it, or a fold."""
        pk = s.own(seat, PK)
        fold = Button(FOLD, "give up the poker hand and its wagers")
        if s.purses[seat] < pk:
            return (fold,)
        spot = s.pockets[seat].bets + 1
        return (Button(MATCH, f'a wager on "{spot}", equal to the PK wager', pk), fold)

    @procedure("CO-2104-8a", "CO-2104-10a")
    def fold(self, r: RoundContext, seat: int) -> None:
        """The wagers made so far are taken, and the cards."""
        bets = r.state.pockets[seat].bets
        cited = self.fold_clauses[bets]
        taken = [Claim((seat, spot, 0), "fold", LOSE, cited) for spot in SPOTS[:bets]]
        self.settle(r, [*taken, PocketFolded(seat)])

    @procedure("CO-2104-13a", "CO-2104-13b", "CO-2104-14", "CO-2104-3d")
    def settle_poker(self, r: RoundContext) -> None:
        """From the dealer's right: three cards turned up, and all three wagers at the same odds."""
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

    # -- what people may do ------------------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), MATCH, FOLD)

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        if name not in (MATCH, FOLD):
            return super().why_not(state, seat, name)
        s: HoldEmState = state
        if seat not in s.in_poker():
            return Refused("it is for a poker hand in play", ("CO-2104-7b",))
        if name == MATCH and seat in self.undecided(s):
            pk = s.own(seat, PK)
            left = f"the wager equals the PK wager of {format_dollars(pk)}"
            return Refused(
                f"{left}, and {format_dollars(s.purses[seat])} is left",
                ("CO-2104-8b", "CO-2104-10b"),
            )
        return None
