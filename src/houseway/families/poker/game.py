"""A poker hand: one script for every game of streets, betting rounds and pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import step
from houseway.engine.events import Closed
from houseway.engine.questions import Act, Chance, Script
from houseway.errors import Reason
from houseway.families.poker import dealing, draw, fees, next_hand, openers, pots
from houseway.families.poker.betting import limits, rounds
from houseway.families.poker.betting.amounts import amounts
from houseway.families.poker.betting.rounds import betting_round
from houseway.families.poker.decisions import DECISIONS
from houseway.families.poker.events import betting as betting_events
from houseway.families.poker.events.dealing import StreetOpened
from houseway.families.poker.events.ending import HandVoided
from houseway.families.poker.forced_bets import antes, kill, positions
from houseway.families.poker.hand_words import describe_hand, sample
from houseway.families.poker.next_hand import seated
from houseway.families.poker.pots import Hands, PotPart
from houseway.families.poker.presenter import PokerPresenter
from houseway.families.poker.rulings import openers as opener_rulings
from houseway.families.poker.rulings import stud
from houseway.families.poker.rulings.registry import RULING_WORDS
from houseway.families.poker.state import PokerCarryOver, PokerState, check_seats
from houseway.families.poker.streets import OPENERS, Street
from houseway.game.base import Game, RoundContext, Seat
from houseway.game.decisions import Decision
from houseway.game.face.layout import Zone
from houseway.game.posting import fact, posted, posted_money, posted_number
from houseway.pieces.cards import CARDS


class Poker(Game):
    """A poker game: a subclass states its streets, its blinds and how a hand is made."""

    family = "poker"
    presenter_class = PokerPresenter
    decisions: ClassVar[tuple[Decision, ...]] = DECISIONS
    rulings_elsewhere: ClassVar[Mapping[str, str]] = RULING_WORDS
    hole_plays: ClassVar[int] = 0
    """Number of hole cards in a hand, no more and no fewer; 0: any number."""
    kind = CARDS
    seats_max = 10
    seats_min = 2
    carry_over = PokerCarryOver
    step_modules = {
        "positions": positions, "betting": rounds, "events": betting_events,
        "limits": limits, "dealing": dealing, "draw": draw,
        "antes": antes, "openers": openers, "rulings": opener_rulings,
        "pots": pots, "kill": kill, "next_hand": next_hand, "fees": fees, "stud": stud,
    }  # fmt: skip
    sections: ClassVar[tuple[str, ...]] = ()
    zones: ClassVar[tuple[Zone, ...]] = (
        Zone("hole"),
        Zone("board", "middle"),
        Zone("burns", "middle", slots=1, counted=True),
        Zone("muck", "middle", slots=1, counted=True),
        Zone("aside", "middle"),
    )
    pucks: ClassVar[tuple[str, ...]] = ("dealer", "kill")

    opens_by_betting = False  # a hand is dealt as soon as enough people are there
    structure: str = posted(*limits.STRUCTURES, says="how much may be bet")
    smallest_chip: int = posted_money(1_00, 1, says="the smallest chip used in the game")
    odd_chip: str = posted(
        "left_of_button", "highest_card",
        says="who gets an odd chip among tied hands",
    )  # fmt: skip
    raises_max: int = posted_number(
        3, 3, 6, says="raises in a limit betting round with three or more players"
    )
    short_all_in: str = posted("half_bet", "full_bet", says="what reopens a limit betting round")
    pot_rounding: int = posted_money(
        0, says="the pot is rounded up to this; 0: to $5 where blinds use dollars"
    )
    pot_limit_opening: str = posted(
        "four_big_blinds", "pot", says="the most a pot limit pot is opened for"
    )
    clock: int = posted(60, 70, says="seconds until a clocked hand is dead")
    silent_chip: str = posted("off", "on", says="a chip without a word is a decision")
    kill: str = posted("off", "full", "half", says="kill pots")
    kill_leg_on_split: str = posted(
        "keeps_leg", "must_kill", says="a player with a leg who splits a pot"
    )
    showdown: str = posted(
        "cards_speak", "in_order", "declare",
        says="whether the table shows the hands, the last bettor's first, or the players do",
    )  # fmt: skip
    seat_collection: int = posted_money(0, says="the collection, paid by each player dealt in")
    pot_collection: int = posted_money(0, says="the collection, taken out of the pot")
    opens_for: int = fact(4, says="big blinds a pot limit pot may be opened for")

    # What a game of this family states.
    streets: tuple[Street, ...]
    blinds_left: int = 2
    """Blinds to the left of the button: one to three, or none, and then there is no button."""
    small_blind: int = 0
    second_blind: int = 0
    """The middle one of three blinds; 0: as much as the small blind."""
    big_blind: int = 0
    button_blind: int = 0
    """A blind on the button too."""
    missed_by: str = positions.ALL_BLINDS
    """The way to make up a missed blind."""
    moves_wait: bool = False
    """True if a player who moves away from the big blind waits or posts all blinds."""
    half_blind: bool = False
    """True if the next player takes the blind of one who has less than half of it."""
    ante: int = 0
    ante_of: str = "all"
    """The payer of the ante: all, or the button or the big blind for all of them."""
    ante_limit: int = 0
    """Most rounds of antes in a pot that stays until it is won; 0: no pot stays."""
    ante_plays_for: str = "whole_pot"
    bring_in: int = 0
    blinds_due: ClassVar[bool] = True
    """True if a blind is called in full though its player had less; False: only what was posted."""
    may_complete: ClassVar[bool] = False
    """True if the bring-in may be a full bet instead."""
    folded_go_on: ClassVar[bool] = False
    """True if a player who folds without a bet still receives cards until there is one."""
    fold_to_bring_in: str = "out"
    """The same of who folds when only the forced bet is made."""
    premature_extra: str = "one_round"
    announces: tuple[str, ...] = ()
    seats: int = 0
    """Seats of the table, where the house posts them."""
    small_bet: int
    big_bet: int
    straddle: str = "off"
    straddle_times: int = 0
    straddle_needs: int = 0
    dead_collection_blind: int = 0
    board_plays: ClassVar[bool] = False
    parts: ClassVar[tuple[PotPart, ...]]
    """The parts of a pot; where there are two, one who wins both scoops."""
    has_openers: ClassVar[Any]
    """A rule: are these cards good enough to open a pot, where a street opens with ``OPENERS``?"""
    why_clauses: ClassVar[Mapping[str, tuple[str, ...]]]
    """The clauses behind each reason for which something is refused."""
    unseen_clauses: ClassVar[tuple[str, ...]] = ()
    scoop_clauses: ClassVar[tuple[str, ...]] = ()
    odd_chip_clauses: ClassVar[tuple[str, ...]] = ()
    short_by_one: str = "completed"
    """A hand that is a card short after action: completed on the draw, or dead."""
    street_to_kill: ClassVar[int] = 1
    """The street a second pot must reach to make a kill: the flop."""
    kill_needs: int = 0
    """Kill blinds in front of a player who kills a pot by choice; 0: no such kill."""

    def play(self, r: RoundContext[PokerState]) -> Script:
        """Play a hand, from the blinds to the pot."""
        s = r.state
        if not s.regular:
            r.emit(HandVoided((), "fewer than two players are left in the game"))
            r.emit(Closed())
            return
        yield from self.forced_bets(r)
        while len(s.live) > 1 and s.street < self.last_street:
            dealing.open_street(self, r)
            if s.discarding:
                yield from dealing.discard(self, r)
            if s.drawing:
                yield from draw.draw(self, r)
            if s.hole_owed:
                yield from dealing.deal_hole(self, r)
                if s.exposed:
                    yield from draw.replace_exposed(r)
            if s.board_owed:
                yield from dealing.deal_board(self, r)
            if s.deciding:
                yield from stud.answer_last_card(self, r)
            if self.opened_by_a_hand and self.streets[s.street].opens == OPENERS:
                yield from openers.open_the_pot(self, r)
            else:
                if self.announces:
                    dealing.announce(self, r)
                rounds.open_betting(self, r)
            if s.betting:
                yield from betting_round(self, r)
            elif not s.street and any(s.bets):
                # A kill, and a ruling has left one hand before anybody could act.
                rounds.close_betting(r)
        if len(s.live) > 1:
            yield from pots.showdown(self, r)
            self.returned_bets(r)
        if s.opener:
            yield from openers.prove_openers(self, r)
        if s.live:
            if self.pot_collection:
                fees.collect_from_pot(self, r)
            pots.award(self, r)
        else:
            antes.pot_stays(self, r)
        if s.opener:
            openers.show_what_was_kept(r)
        next_hand.hand_over(self, r)
        r.emit(Closed())

    def forced_bets(self, r: RoundContext[PokerState]) -> Script:
        """Ask for and post all that is put in before the cards, in its order."""
        s = r.state
        if s.owing:
            yield from positions.come_in(self, r)
        positions.open_hand(self, r)
        if self.ante_limit:
            antes.pay_antes(self, r)
        if self.collects:
            fees.collect(self, r)
        if self.ante and not self.ante_limit:
            positions.post_antes(self, r)
        if s.button:
            positions.post_blinds(self, r)
        if self.straddle == "on":
            yield from positions.straddle(self, r)
        if s.killer:
            positions.post_kill(self, r)

    def running_out(self, r: RoundContext[PokerState]) -> Script:
        """Run a step of the deal when the deck has too few cards for a round of them."""
        return dealing.deal_short(self, r)

    @step
    def hands(self, s: PokerState) -> Hands:
        """The strength of each live seat's hand for each part of a pot."""
        raise NotImplementedError

    @step
    def plays_board(self, s: PokerState, seat: int) -> bool:
        """Return True if the player's best hand is the board itself."""
        return False

    @step
    def returned_bets(self, r: RoundContext[PokerState]) -> None:
        """Bets that go back when hands have been shown, where a game has any."""

    @step
    def keeps_exposed(self, card: int) -> bool:
        """Return True if a card that the dealer exposes before a draw stays in the hand."""
        return True

    def no(self, code: str, what: str, step: str, other: str = "") -> Reason:
        """Return a reason with the clauses of a step, or of two."""
        cited = self.why_clauses[step]
        both = (*cited, *self.why_clauses[other]) if other else cited
        return Reason(code, what, tuple(dict.fromkeys(both)))

    def check_posting(self) -> None:
        made = amounts(self)
        self.betting, self.limited = made.betting, made.betting in (limits.LIMIT, limits.SPREAD)
        self._limits, self._kill_limits = made.limits, made.kill_limits
        self.at_limit = rounds.at_limit(made.betting, self.smallest_chip)
        self.kill_blind, self.upper_limit = made.kill_blind, made.limits[1]
        self.least_bet, self.pot_unit = made.least, made.pot_unit
        self.middle_blind, self.dead_blinds = made.middle_blind, made.dead_blinds
        self.collects = self.dead_collection_blind + self.seat_collection > 0
        self.silent_chips, self.chip = self.silent_chip == "on", self.smallest_chip
        others = (self.ante_limit, self.moves_wait, self.half_blind, self.kill != "off")
        self.plain_blinds = self.missed_by == positions.ALL_BLINDS and not any(others)
        self.spreads = made.betting == limits.SPREAD
        self.half_is_full = self.short_all_in == "half_bet"
        self.opens_by_blinds = self.pot_limit_opening == "four_big_blinds" and self.big_blind > 0
        self.opened_by_a_hand = any(street.opens == OPENERS for street in self.streets)
        drawn = any(street.draw for street in self.streets)
        self.hand_size = sum(x.n for y in self.streets for x in y.cards) if drawn else 0
        self.seats_max = self.seats or self.seats_max
        self.last_street = len(self.streets) - 1
        why = self.why_clauses
        bets = why.get("limit" if self.limited else self.structure, ())
        self.choice_clauses = {
            **self.choice_clauses, **dict.fromkeys(("bet", "raise", "chip", "complete"), bets),
            "discard": why.get("discard", ()), "split": why.get("splits", ()),
        }  # fmt: skip
        self.has_board = any(street.board for street in self.streets)
        self.opened_by = tuple(street.opens for street in self.streets)
        self.cards_each = tuple(street.cards for street in self.streets)
        self.board_draws = tuple(Chance(x.name, x.board) if x.board else None for x in self.streets)
        self.street_opened = tuple(
            StreetOpened(i, x.name, bool(x.cards), x.board, x.burn)
            for i, x in enumerate(self.streets)
        )

    def sets(self) -> int:
        """One deck."""
        return 1

    def reshuffle_at(self) -> int:
        """All cards are shuffled before every hand."""
        return len(self.kind.copies)

    def limits_in_play(self, s: PokerState) -> tuple[int, int]:
        """The lower and the upper limit of this hand, raised in a kill pot."""
        return self._kill_limits if s.killer else self._limits

    def bet_size(self, s: PokerState) -> int:
        """The bet of this street in a limit game, the least one at a spread or without limits."""
        if not self.limited:
            return self.least_bet
        if self.spreads:
            return self.limits_in_play(s)[0]
        return self.limits_in_play(s)[self.streets[s.street].tier - 1]

    def spread(self, s: PokerState) -> int:
        """The most that may be bet or raised by at a spread limit; else 0."""
        return self.limits_in_play(s)[1] if self.spreads else 0

    def new_state(self, seats: Sequence[Seat], carry_over: PokerCarryOver) -> PokerState:
        """The state before the first question."""
        return seated(self, seats, carry_over)

    def first(self, seats: Sequence[Seat]) -> PokerCarryOver:
        """A new game: the first seat has the button and everybody is in the game."""
        return PokerCarryOver(button=seats[0].seat if self.blinds_left or self.ante_limit else 0)

    def plays_without_chips(self, seat: Seat, carry_over: PokerCarryOver | None) -> bool:
        """Return True if a player without chips has antes in a pot that stays."""
        return carry_over is not None and antes.has_antes(seat, carry_over)

    def check_carry_over(self, carry_over: PokerCarryOver) -> None:
        """Refuse a button, blind or debt of a seat this table does not have."""
        antes.check_lying(self, carry_over)
        check_seats(carry_over, self.name, self.seats_max)

    def carried(self, carry_over: PokerCarryOver, state: PokerState) -> PokerCarryOver:
        """Button, blinds owed and kill for the next hand; a void hand is dealt again."""
        return carry_over if state.next is None else state.next

    def chips_after(self, state: PokerState) -> dict[int, int]:
        """The chips in front of each seat when the hand is over."""
        chips = state.chips
        return {player.seat: chips[player.seat] for player in state.players}

    def explain(self, state: PokerState, act: Act, *, asked: bool = True) -> Reason | None:
        """Explain why a decision is not offered; while a pot waits to be opened, by that alone."""
        opening = asked and (state.unopened or state.rescuers)
        if opening and act.name in self.decision_table.named:
            return openers.explain_no_opening(self, state, act.seat, act.name)
        return super().explain(state, act, asked=asked)

    def ruled_on(self, state: PokerState) -> list[int]:
        """Return the seats that a ruling may name: those with a player."""
        return [player.seat for player in state.players]

    def warm(self) -> None:
        """Judge a sample hand, which builds the tables behind a showdown."""
        super().warm()
        describe_hand(self, *sample(self.streets))
