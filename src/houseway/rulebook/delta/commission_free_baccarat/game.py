"""Commission-Free Baccarat.  Delta Club Casino, rules of play.

No commission is taken; a Banker hand that wins with 6 is paid half instead.  All wagers of one kind
are settled before those of the next, each time from the player-dealer's left.
"""

from __future__ import annotations

import msgspec

from houseway.cite import procedure, rule
from houseway.engine.questions import PLAYER, Act
from houseway.errors import Refused
from houseway.families.baccarat.cards import FACTS, DealtHands
from houseway.families.baccarat.game import Baccarat, BaccaratState
from houseway.families.baccarat.presenter import CardsPresenter
from houseway.families.banked.player_dealer.bank import CLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.game.posting import fact, posted
from houseway.game.wagers import HANDS_KNOWN, side
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.commission_free_baccarat.chart import (
    banker_draws,
    player_draws,
)
from houseway.rulebook.delta.common import PLAYER_DEALER, within_table_limits

WIN, TIE, LOSE = range(3)
BANKER_WIN, WIN_WITH_6, BANKER_TIE, BANKER_LOSE = range(4)
TIED, NOT_TIED = range(2)
BY_9, BY_8, BY_7, BY_6, BY_5, BY_4, NATURAL, NATURAL_TIE, NO_DRAGON = range(9)
LEAST_MARGIN = 4
SEATS = {"standard": 8, "batwing": 14}
DRAGON_ON = {"player_dragon": "player", "banker_dragon": "banker"}


@rule("CA-CFB-01", outcomes=("win", "tie", "lose"), notes=("CA-CFB-04",))
def player(player_points: int, banker_points: int) -> int:
    """The Player line."""
    if player_points == banker_points:
        return TIE
    return WIN if player_points > banker_points else LOSE


@rule("CA-CFB-01", outcomes=("win", "win_with_6", "tie", "lose"), notes=("CA-CFB-04",))
def banker(player_points: int, banker_points: int) -> int:
    """The Banker line: a win with 6 is a row of its own."""
    if player_points == banker_points:
        return BANKER_TIE
    if banker_points < player_points:
        return BANKER_LOSE
    return WIN_WITH_6 if banker_points == 6 else BANKER_WIN


@rule("CA-CFB-04", outcomes=("tie", "no_tie"))
def tie(player_points: int, banker_points: int) -> int:
    """The Tie line."""
    return TIED if player_points == banker_points else NOT_TIED


@rule("CA-CFB-07")
def dragon(mine: int, other: int, mine_natural: int, other_natural: int) -> int:
    """By the margin of a hand that wins without a natural; a natural that wins, or ties another."""
    if mine_natural and mine > other:
        return NATURAL
    if mine == other:
        return NATURAL_TIE if mine_natural and other_natural else NO_DRAGON
    return BY_9 + 9 - (mine - other) if mine - other >= LEAST_MARGIN else NO_DRAGON


DRAGON = ("wins_by_9", "wins_by_8", "wins_by_7", "wins_by_6", "wins_by_5", "wins_by_4", "natural",
          "natural_tie", "lose")


@rule("CA-CFB-07", outcomes=DRAGON)
def player_dragon(
    player_points: int, banker_points: int, player_natural: int, banker_natural: int
) -> int:
    """The Dragon Bonus on the Player hand."""
    return dragon(player_points, banker_points, player_natural, banker_natural)


@rule("CA-CFB-07", outcomes=DRAGON)
def banker_dragon(
    player_points: int, banker_points: int, player_natural: int, banker_natural: int
) -> int:
    """The Dragon Bonus on the Banker hand."""
    return dragon(banker_points, player_points, banker_natural, player_natural)


def why_no_dragon(mine: int, other: int, mine_natural: int, other_natural: int) -> str:
    """Return why a Dragon Bonus lost: "lost", "tied" or "narrow" (won by too little); else ""."""
    if dragon(mine, other, mine_natural, other_natural) != NO_DRAGON:
        return ""
    return "lost" if mine < other else "tied" if mine == other else "narrow"


def why_no_banker_dragon(
    player_points: int, banker_points: int, player_natural: int, banker_natural: int
) -> str:
    """Return why the Dragon Bonus on the Banker hand lost; "" if it did not."""
    return why_no_dragon(banker_points, player_points, banker_natural, player_natural)


class CommissionFreeBaccarat(Baccarat):
    """Player, Banker and Tie, with a Dragon Bonus on either hand."""

    id = "commission-free-baccarat"
    name = "Commission-Free Baccarat"
    jurisdiction = "California"
    section = "Delta Club Casino, Commission-Free Baccarat"
    predominant = "baccarat"
    kind = CARDS
    presenter_class = CardsPresenter
    hands = DealtHands(player_draws, banker_draws)
    step_modules = {"cards": DealtHands}
    facts = FACTS
    sections = ("CA-CFB", "CA-PD")
    seats_max = SEATS["standard"]
    seats_min = 2
    wagers = (
        *(side(by.__name__, words, "CA-CFB-08", "CA-CFB-11", "CA-CFB-12", rule=by,
               resolves=HANDS_KNOWN, always=True, least=5_00, most=100_00)
          for by, words in ((player, "Player"), (banker, "Banker"), (tie, "Tie"))),
        *(side(by.__name__, words, "CA-CFB-06", "CA-CFB-11", rule=by, because=why,
               resolves=HANDS_KNOWN, needs="player or banker", table="dragon",
               least=5_00, most=100_00)
          for by, why, words in (
              (player_dragon, why_no_dragon, "Dragon Bonus on the Player hand"),
              (banker_dragon, why_no_banker_dragon, "Dragon Bonus on the Banker hand"))),
    )
    pucks = ("bank",)
    rulings = (void_round("CA-CFB-08", "CA-PD-02", "CA-PD-07"),)
    deal_clauses = ("CA-CFB-01", "CA-CFB-10")
    turn_clauses = ("CA-CFB-10", "CA-CFB-11")
    choice_clauses = {"bank": ("CA-PD-03", "CA-PD-17")}
    cites = {
        **PLAYER_DEALER,
        "bank.fees": ("CA-CFB-08", "CA-CFB-13", "CA-PD-01", "CA-PD-02"),
        "bank.cover": ("CA-CFB-09", "CA-PD-05"),
        "bank.order": ("CA-CFB-05", "CA-PD-06", "CA-PD-16"),
        "bank.next": ("CA-CFB-09", "CA-PD-07"),
        "cards.points": ("CA-CFB-01",),
        "cards.deal_hands": ("CA-CFB-10",),
        "cards.turn_hands": ("CA-CFB-10",),
        "cards.draw_thirds": ("CA-CFB-02", "CA-CFB-03"),
    }

    decks: int = fact(8, "CA-CFB-01", says="52-card decks")
    table: str = posted("standard", "batwing", cite="CA-CFB-01", says="a table of 8 or of 14 seats")
    bank: PlayerDealer = fact(
        PlayerDealer(
            rotation=Rotation(positions=SEATS["batwing"], direction=CLOCKWISE),
            unclaimed=("broken",),
        ),
        "CA-CFB-05", "CA-CFB-09", "CA-PD-07", "CA-PD-09",
        says="clockwise, two hands each, and broken when no one else banks",
    )
    settles: tuple[tuple[str, ...], ...] = fact(
        (("player",), ("banker",), ("tie",), ("player_dragon",), ("banker_dragon",)),
        "CA-CFB-05", says="all wagers of one kind, then all of the next",
    )
    backline: tuple[str, ...] = fact(
        ("player", "banker", "tie", "player_dragon", "banker_dragon"), "CA-CFB-11", "CA-PD-12",
        says="wagers that may be bet behind another player",
    )
    lone_backline: bool = fact(
        True, "CA-CFB-11", "CA-PD-12", says="also where the player of the seat makes none"
    )

    @procedure("CA-CFB-01", "CA-CFB-06")
    def check_posting(self) -> None:
        """The seats of the table, and a Dragon Bonus within its limits."""
        self.seats_max = SEATS[self.table]
        self.bank = msgspec.structs.replace(
            self.bank, rotation=Rotation(positions=self.seats_max, direction=CLOCKWISE)
        )
        within_table_limits(self, DRAGON_ON, "CA-CFB-06")

    @procedure("CA-CFB-06")
    def check(self, state: BaccaratState, act: Act) -> None:
        """Refuse a Dragon Bonus that exceeds its base wager."""
        super().check(state, act)
        lines: dict[int, dict[str, int]] = {}
        for put in self.bets.puts(act):
            if put.whom == PLAYER:
                lines.setdefault(put.circle, {})[put.spot] = put.cents
        for placed in lines.values():
            for spot, own in DRAGON_ON.items():
                base = own if own in placed else "banker" if own == "player" else "player"
                if placed.get(spot, 0) > placed.get(base, 0):
                    words = self.words()
                    raise Refused(
                        "dragon-above-main",
                        f"{words.named(spot)} may not be more than {words.the_wager(base)}",
                        ("CA-CFB-06",),
                    )


GAME = CommissionFreeBaccarat
