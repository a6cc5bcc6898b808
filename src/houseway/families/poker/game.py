"""The shape of a poker hand: one script for every game of streets, betting rounds and pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import step
from houseway.engine.events import Closed
from houseway.engine.questions import Chance, Ruling, Script
from houseway.errors import Refused
from houseway.families.poker import (
    antes,
    betting,
    betting_events,
    dealing,
    draw,
    fees,
    forced_bets,
    kill,
    limits,
    next_hand,
    positions,
    pots,
)
from houseway.families.poker import openers as opening_hand
from houseway.families.poker.amounts import amounts
from houseway.families.poker.betting import betting_round
from houseway.families.poker.deal_events import StreetOpened
from houseway.families.poker.decisions import every_action, why_not
from houseway.families.poker.end_events import HandVoided
from houseway.families.poker.hand_words import describe_hand, sample
from houseway.families.poker.next_hand import seated
from houseway.families.poker.pots import Hands, Part
from houseway.families.poker.presenter import (
    PokerPrompts,
    PokerTelling,
    own_piles,
    poker_layout,
    view,
)
from houseway.families.poker.rulings import openers as opening_rulings
from houseway.families.poker.rulings import stud
from houseway.families.poker.rulings.common import RULING_WORDS
from houseway.families.poker.state import PokerBetween, PokerState, check_seats
from houseway.families.poker.streets import OPENERS, Street
from houseway.game.base import Game, RoundContext, Seat
from houseway.game.posting import fact, posted, posted_money, posted_number
from houseway.pieces.cards import CARDS
from houseway.presentation.layout import Layout, Zone
from houseway.presentation.views import View


class Poker(Game):
    """A poker game: a subclass states its streets, its blinds and how a hand is made."""

    shape = "poker_room"
    prompts_by = PokerPrompts
    telling_by = PokerTelling
    hole_plays: ClassVar[int] = 0
    """How many hole cards a hand is made of, no more and no fewer; 0: any of them."""
    kind = CARDS
    seats_max = 10
    seats_min = 2
    between = PokerBetween
    step_modules = {
        "blinds": positions, "missed": positions, "moved": positions, "openers": betting,
        "betting": betting, "bets": betting_events,
        "limits": limits, "deck": dealing, "short_deck": dealing, "draw": draw,
        "antes": antes, "opening": opening_hand, "false_openers": opening_rulings,
        "announcing": dealing, "pots": pots, "sharing": pots, "kill": kill,
        "next": next_hand, "collection": fees, "stud": stud,
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

    # What a game of this shape states.
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
    """How a missed blind is made up."""
    moves_wait: bool = False
    """Whether who changes seats away from the big blind waits or posts all blinds."""
    half_blind: bool = False
    """Whether the next player takes the blind of one who has less than half of it."""
    ante: int = 0
    ante_of: str = "all"
    """Who pays the ante: all, or for all of them the button or the big blind."""
    ante_limit: int = 0
    """How many rounds of antes may lie in a pot that stays until it is won; 0: none stays."""
    ante_plays_for: str = "whole_pot"
    bring_in: int = 0
    blinds_due: ClassVar[bool] = True
    """Whether a blind is called in full though its player had less; else what lies there is."""
    may_complete: ClassVar[bool] = False
    """Whether who has to bring it in may make a full bet instead."""
    folded_go_on: ClassVar[bool] = False
    """Whether who folds when there is no bet goes on receiving cards until there is one."""
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
    parts: ClassVar[tuple[Part, ...]]
    """The parts of a pot; where there are two, one who wins both scoops."""
    has_openers: ClassVar[Any]
    """Whether cards are good enough to open a pot with, where a street opens with ``OPENERS``."""
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
    """Kill blinds in front of who kills a pot by choice; 0: nobody may."""

    # -- the hand ----------------------------------------------------------------------------

    def play(self, r: RoundContext[PokerState]) -> Script:
        """A hand, from the blinds to the pot."""
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
                yield from stud.answer_last_card(r)
            if self.opened_by_a_hand and self.streets[s.street].opens == OPENERS:
                yield from opening_hand.open_the_pot(self, r)
            else:
                if self.announces:
                    dealing.announce(self, r)
                betting.open_betting(self, r)
            if s.betting:
                yield from betting_round(self, r)
            elif not s.street and any(s.bets):
                # A kill, and a ruling has left one hand before anybody could act.
                betting.close_betting(r)
        if len(s.live) > 1:
            yield from pots.showdown(self, r)
            self.returned_bets(r)
        if s.opener:
            yield from opening_hand.prove_openers(self, r)
        if s.live:
            if self.pot_collection:
                fees.collect_from_pot(self, r)
            pots.award(self, r)
        else:
            antes.pot_stays(self, r)
        if s.opener:
            opening_hand.show_what_was_kept(r)
        next_hand.hand_over(self, r)
        r.emit(Closed())

    def forced_bets(self, r: RoundContext[PokerState]) -> Script:
        """What is put in before the cards; a hand of others states it seat by seat."""
        return forced_bets.forced_bets(self, r)

    def running_out(self, r: RoundContext[PokerState]) -> Script:
        """A step of the deal when the deck has too few cards for a round of them."""
        return dealing.deal_short(self, r)

    # -- how a hand is made: a game states it ------------------------------------------------

    @step
    def hands(self, s: PokerState) -> Hands:
        """The strength of each live seat's hand for each part of a pot."""
        raise NotImplementedError

    @step
    def plays_board(self, s: PokerState, seat: int) -> bool:
        """Whether the player's best hand is the board itself."""
        return False

    @step
    def returned_bets(self, r: RoundContext[PokerState]) -> None:
        """Bets that go back when hands have been shown, where a game has any."""

    @step
    def keeps_exposed(self, card: int) -> bool:
        """Whether a card that the dealer exposes before a draw stays in the hand."""
        return True

    def no(self, reason: str, words: str, other: str = "") -> Refused:
        """A refusal in these words, with the clauses behind the reason, or behind two."""
        cited = self.why_clauses[reason]
        return Refused(words, dict.fromkeys((*cited, *self.why_clauses[other])) if other else cited)

    # -- limits ------------------------------------------------------------------------------

    def check_posting(self) -> None:
        made = amounts(self)
        self.betting, self.limited = made.betting, made.betting in (limits.LIMIT, limits.SPREAD)
        self._limits, self._kill_limits = made.limits, made.kill_limits
        self.at_limit = betting.at_limit(made.betting, self.smallest_chip)
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

    # -- the books ---------------------------------------------------------------------------

    def new_state(self, seats: Sequence[Seat], between: PokerBetween) -> PokerState:
        """The state before the first question."""
        return seated(self, seats, between)

    def first(self, seats: Sequence[Seat]) -> PokerBetween:
        """A new game: the first seat has the button and everybody is in the game."""
        return PokerBetween(button=seats[0].seat if self.blinds_left or self.ante_limit else 0)

    def plays_without_chips(self, seat: Seat, between: PokerBetween | None) -> bool:
        """Who has antes in a pot that stays plays on for them."""
        return between is not None and antes.has_antes(seat, between)

    def check_between(self, between: PokerBetween) -> None:
        """Refuse a button, blind or debt of a seat this table does not have."""
        antes.check_lying(self, between)
        check_seats(between, self.name, self.seats_max)

    def carried(self, between: PokerBetween, state: PokerState) -> PokerBetween:
        """Button, blinds owed and kill for the next hand; a void hand is dealt again."""
        return between if state.next is None else state.next

    def chips_after(self, state: PokerState) -> dict[int, int]:
        """The chips in front of each seat when the hand is over."""
        chips = state.chips
        return {player.seat: chips[player.seat] for player in state.players}

    # -- what people see ---------------------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        """Every decision a player can ever take."""
        return every_action(self)

    def clauses_of_choice(self, state: PokerState, name: str) -> tuple[str, ...]:
        """What a bet may come to, by the structure posted, and what may be given up."""
        if name in ("discard", "split"):
            return self.why_clauses["discard" if name == "discard" else "splits"]
        if name not in ("bet", "raise", "chip", "complete"):
            return ()
        return self.why_clauses["limit" if self.limited else self.structure]

    def why_not(self, state: PokerState, seat: int, name: str) -> Refused | None:
        """Why a decision is not offered now, with its clause."""
        return why_not(self, state, seat, name)

    def why_no_turn(self, state: PokerState, seat: int, name: str) -> Refused | None:
        """Who is not asked whether he kills the pot is told why."""
        asked = name == "kill" and self.kill_needs and any(p.seat == seat for p in state.players)
        return why_not(self, state, seat, name) if asked else None

    def ruled_on(self, state: PokerState) -> list[int]:
        """The seats about which a ruling may be made: those at which somebody sits."""
        return [player.seat for player in state.players]

    def ruling_refused(self, state: PokerState, ruling: Ruling) -> Refused | None:
        """Why a supervisor cannot rule so now; a ruling of other games by what is dealt here."""
        other = ruling.name not in self.ruling_rules and RULING_WORDS.get(str(ruling.name))
        if other:
            return Refused(f"that is not a ruling of {self.name}: {other}", self.deal_clauses)
        return super().ruling_refused(state, ruling)

    def view(self, state: PokerState, viewer: int) -> View:
        """What this viewer may see, without the prompt."""
        return view(self, state, viewer)

    own_piles = own_piles

    def laid_out(self) -> Layout:
        """The table with room for the cards of all streets."""
        return poker_layout(self, super().laid_out())

    def warm(self) -> None:
        """The tables behind a showdown are made when the first hand is judged: judge one."""
        super().warm()
        describe_hand(self, *sample(self.streets))
