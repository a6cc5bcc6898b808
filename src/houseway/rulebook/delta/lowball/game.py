"""Lowball, ace to five.  Delta Club Casino, "Lowball", "No Limit", "Pot Limit", "Kill Pots"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from houseway.cite import rule
from houseway.errors import Refused
from houseway.families.poker import (
    DRAW_GAMES,
    EVERY_GAME,
    Cards,
    Hands,
    Poker,
    PokerState,
    PotPart,
    Street,
    rulings_by,
)
from houseway.families.poker.forced_bets import positions
from houseway.families.poker.streets import BLINDS, OPENER, UPPER
from houseway.game.base import RoundContext
from houseway.game.posting import fact, posted, posted_money, posted_number
from houseway.hands.poker_low import best_joker_low
from houseway.pieces.cards import ACE, CARDS_AND_JOKER, FIVE, JOKER, KING, SEVEN
from houseway.rulebook.delta.lowball import sevens
from houseway.rulebook.delta.lowball.calls import CALLS
from houseway.rulebook.delta.poker import (
    FLOOR,
    KILL_POTS,
    NO_LIMIT,
    POT_LIMIT,
    REFUSALS,
    WITH_BLINDS,
    and_shared,
)

FLASHED = ("exposed_by_player", "flashed_before_draw", "flashed_on_draw")


@rule("CA-LOW-09")
def seven_or_under(card: int) -> bool:
    """Return True if an exposed card is kept: a seven or lower, the ace and the joker among
    them.
    """
    return card == JOKER or card >> 2 == ACE or card >> 2 <= SEVEN


class Lowball(Poker):
    """Five cards and one draw; the lowest hand wins, and the joker is its lowest missing card."""

    id = "lowball"
    name = "Lowball (Ace to Five)"
    jurisdiction = "California"
    section = "Delta Club Casino, Lowball"
    sections: ClassVar[tuple[str, ...]] = ("CA-LOW", "CA-NL", "CA-PL", "CA-KILL")
    kind = CARDS_AND_JOKER
    seats_max = 8
    parts: ClassVar[tuple[PotPart, ...]] = (PotPart("low", ("CA-LOW-01", "CA-LOW-23")),)

    streets = fact(
        (
            Street("deal", (Cards(2), Cards(3)), kill_after=1, opens=BLINDS),
            Street("draw", draw=5, at_once=4, burn=True, tier=UPPER),
        ),
        "CA-LOW-09", "CA-LOW-12", "CA-LOW-23", "CA-KILL-08",
    )
    seats = posted_number(8, 2, 9, cite="CA-LOW-23", says="seats at the table")
    after_draw = posted(
        "left_of_button", "opener", cite="CA-LOW-23", says="who acts first after the draw"
    )
    blinds_left = posted_number(2, 1, 3, cite="CA-LOW-02", says="blinds left of the button")
    small_blind = posted_money(1_00, 1, cite="CA-LOW-02")
    second_blind = posted_money(
        0, cite="CA-LOW-02", says="the middle one of three blinds; 0: the small one"
    )
    big_blind = posted_money(2_00, 1, cite=("CA-LOW-02", "CA-LOW-16"))
    button_blind = posted_money(0, cite="CA-LOW-02", says="a blind on the button too")
    small_bet = posted_money(0, cite="CA-LOW-16", says="bets before the draw; 0: the big blind")
    big_bet = posted_money(
        0, cite="CA-LOW-16", says="bets after the draw; 0: twice those before it"
    )
    raises_max = fact(6, "CA-LOW-16", says="limit raises in a round of three players or more")
    kill = posted("off", "full", cite=("CA-LOW-20", "CA-KILL-04"), says="kill pots")
    kill_needs = fact(4, "CA-KILL-08", says="kill blinds in the stack that a kill by choice takes")
    straddle = posted("off", "on", cite=("CA-NL-19", "CA-PL-06"))
    straddle_times = fact(2, "CA-NL-19", "CA-PL-06", says="big blinds to straddle")
    straddle_needs = fact(2, "CA-NL-19", "CA-PL-06", says="big blinds in front of a straddler")
    half_blind = fact(
        True, "CA-LOW-06", "CA-LOW-24", says="the next player takes a blind short by half"
    )
    moves_wait = fact(True, "CA-LOW-08", says="a move away from the big blind: wait or post")
    short_by_one = posted(
        "completed", "fouled", cite="CA-LOW-13",
        says="a hand one card short after action: completed on the draw, or dead",
    )

    def check_posting(self) -> None:
        if self.after_draw == "opener":
            deal, draw = self.streets
            self.streets = (deal, msgspec.structs.replace(draw, opens=OPENER))
        self.missed_by = positions.KILL if self.blinds_left == 1 else positions.BIG_BLIND
        super().check_posting()
        if self.straddle == "on" and self.limited:
            what = "a straddle is for no limit and pot limit games"
            raise Refused.because(self.no("straddle-in-big-bet-games", what, "straddle"))
        self._worst = {rank: self.worst_of(rank) for rank in range(ACE + 1)}

    def low_of(self, cards: Sequence[int]) -> int:
        """Return the strength of five cards as a low."""
        return best_joker_low(cards)

    def hands(self, s: PokerState) -> Hands:
        """The lowest five cards; straights and flushes do not count."""
        return ({seat: best_joker_low(s.hole[seat]) for seat in s.live},)

    def keeps_exposed(self, card: int) -> bool:
        """A seven or under stays."""
        return seven_or_under(card)

    def worst_low(self, rank: int) -> int:
        """The worst hand of five different cards with this one on top; 0 if there is none."""
        return self._worst[rank]

    def worst_of(self, rank: int) -> int:
        """Return the worst low with this rank: it and the four below; the ace is low. 0: none."""
        if not FIVE <= rank <= KING:
            return 0
        ranks = [(rank - i) % 13 for i in range(5)]
        return self.low_of([4 * x + i % 2 for i, x in enumerate(ranks)])

    def returned_bets(self, r: RoundContext[PokerState]) -> None:
        """Return bets sent back by a checked seven or a short bet, in limit games."""
        if self.limited and len(r.state.gathered) > r.state.rounds_before > 0:
            sevens.return_bets(r, self.hands(r.state)[0])

    cites = and_shared({
        # what the house posts
        "odd_chip":     ("CA-LOW-23",),
        "short_all_in": ("CA-LOW-19",),
        "showdown":     ("CA-LOW-21",),
        # before the cards
        "positions.positions":       ("CA-LOW-02", "CA-LOW-07", "CA-LOW-08"),
        "positions.come_in":         ("CA-LOW-07", "CA-LOW-08"),
        "positions.open_hand":       ("CA-LOW-02",),
        "positions.post_blinds":     ("CA-LOW-02",),
        "positions.make_up":         ("CA-LOW-07", "CA-LOW-08"),
        "positions.post_both":       ("CA-LOW-08",),
        "positions.ways_back":       ("CA-LOW-07", "CA-LOW-08"),
        "positions.objections":      ("CA-LOW-07",),
        "positions.has_half":        ("CA-LOW-06",),
        "positions.takes_the_blind": ("CA-LOW-06", "CA-LOW-24"),
        "positions.hands_to_wait":   ("CA-LOW-08",),
        "positions.after_moving":    ("CA-LOW-08",),
        "positions.still_to_wait":   ("CA-LOW-08",),
        "positions.post_kill":       ("CA-KILL-04",),
        "positions.first_order":     ("CA-LOW-02", "CA-KILL-11", "CA-NL-19"),
        # the deal and the draw
        "dealing.deal_hole":    ("CA-LOW-23",),
        "dealing.burn":         ("CA-LOW-09",),
        "draw.draw":            ("CA-LOW-12", "CA-LOW-16", "CA-LOW-23"),
        "draw.cards_at_once":   ("CA-LOW-12",),
        "draw.deal_draw":       ("CA-LOW-12", "CA-LOW-13"),
        "draw.refill":          ("CA-LOW-23",),
        "draw.replace_exposed": ("CA-LOW-09", "CA-LOW-10", "CA-LOW-11"),
        "draw.drew":            ("CA-LOW-15",),
        "keeps_exposed":        ("CA-LOW-09",),
        # betting
        "betting.from_opener":        ("CA-LOW-23",),
        "betting.betting_round":      ("CA-LOW-02", "CA-LOW-16"),
        "betting.opening_bet":        ("CA-LOW-16", "CA-KILL-04"),
        "betting.wager":              ("CA-LOW-16",),
        "limits.limit_raise_is_full": ("CA-LOW-19",),
        "limits.is_capped":           ("CA-LOW-16",),
        # the end of a hand, and the next
        "hands":                 ("CA-LOW-01",),
        "returned_bets":         ("CA-LOW-18", "CA-LOW-19"),
        "pots.showdown":         ("CA-LOW-21",),
        "pots.side_pots":        ("CA-LOW-23",),
        "pots.equal_shares":     ("CA-LOW-23",),
        "pots.side_pot":         ("CA-LOW-23",),
        "pots.equal_share":      ("CA-LOW-23",),
        "pots.award":            ("CA-LOW-21", "CA-LOW-23"),
        "kill.may_kill":         ("CA-KILL-08",),
        "kill.kill_by_choice":   ("CA-KILL-08",),
        "kill.kill_after":       ("CA-KILL-02", "CA-KILL-04"),
        "next_hand.owes_blind":  ("CA-LOW-06",),
        "next_hand.in_the_game": ("CA-LOW-07",),
    }, NO_LIMIT, POT_LIMIT, WITH_BLINDS, KILL_POTS)

    rulings = (
        *rulings_by(and_shared({
            "misdeal":               ("CA-LOW-25",),
            "void":                  ("CA-LOW-25",),
            "dead_hand":             ("CA-LOW-22",),
            "exposed_before_draw":   ("CA-LOW-09",),
            "exposed_on_draw":       ("CA-LOW-10",),
            "exposed_by_player":     ("CA-LOW-11",),
            "flashed_before_draw":   ("CA-LOW-11",),
            "flashed_on_draw":       ("CA-LOW-11", "CA-LOW-10"),
            "short_hand":            ("CA-LOW-13",),
            "short_hand_unfinished": ("CA-LOW-13",),
            "short_button":          ("CA-LOW-13",),
            "short_hand_late":       ("CA-LOW-13",),
            "long_hand":             ("CA-LOW-13",),
            "fouled_hand":           ("CA-LOW-13",),
            "request_changed":       ("CA-LOW-14",),
        }, FLOOR), EVERY_GAME, DRAW_GAMES, FLASHED),
        *CALLS,
    )

    deal_clauses = ("CA-LOW-23",)
    turn_clauses = ("CA-NL-04",)
    unseen_clauses = ("CA-LOW-23",)
    why_clauses = and_shared({
        "betting":                ("CA-LOW-16", "CA-LOW-23"),
        "opening_bet":            ("CA-LOW-02", "CA-LOW-16"),
        "discard":                ("CA-LOW-12",),
        "small_blind":            ("CA-LOW-02",),
        "chips":                  ("CA-PL-02",),
        "kill":                   ("CA-LOW-20", "CA-KILL-04"),
        "limit":                  ("CA-LOW-16",),
        "pot_limit":              ("CA-PL-02",),
        "owes_no_blinds":         ("CA-LOW-07",),
        "missed_blind":           ("CA-LOW-07", "CA-LOW-08"),
        "kill_by_choice":         ("CA-KILL-08",),
        "sits_behind_the_button": ("CA-LOW-08",),
        "sits_elsewhere":         ("CA-LOW-08",),
        "straddle":               ("CA-NL-19", "CA-PL-06"),
        "who_straddles":          ("CA-NL-19", "CA-PL-06"),
        "shows":                  ("CA-LOW-21",),
        "cards_speak":            ("CA-NL-17",),
    }, REFUSALS)


GAME = Lowball
