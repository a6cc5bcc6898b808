"""Funtazee 21: exact counts, settings, simulation."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import among
from houseway.analysis.random_streams import mix
from houseway.analysis.set_hands.five_cards import (
    COPIES,
    DEALS,
    HAND,
    TOTALS,
    Array,
    best_ways,
    by_value,
    by_value_index,
    every_hand,
    put_in_order,
    value_index,
    ways_left,
)
from houseway.analysis.set_hands.five_cards_simulation import FiveCardSimulation
from houseway.analysis.strategy_sheet import BankReply, BestSettings, BetterSetting
from houseway.hands.funtazee_21 import (
    BANK_BUST,
    BUST,
    DOUBLE_21,
    FIVE_CARD_21,
    GIVE_UP,
    PLAYER_BUST,
    STEP,
    SURRENDER,
    busted_by_letter,
    compare,
    funtazee_bonus,
    house_way,
    is_double_21,
    is_five_card_21,
    may_stand,
    set_totals,
    setting,
    settle_funtazee,
)
from houseway.hands.splits_2_3 import CHOICES

if TYPE_CHECKING:
    from houseway.analysis.wager_odds import Details
    from houseway.game.base import Game
    from houseway.game.wagers import Wager


# Funtazee 21: every deal of a player's five cards against the player-dealer's five. There are
# C(52,5) x C(47,5) = 3,986,646,103,440 deals and 1,993 different hands by card values, which alone
# decide the main bet. Each side plays every hand by the house way, or by its best way against the
# distribution of the other side's hands. The best way is a setting, or giving up where that is
# allowed. The other side's way is fixed. The other side's hands are first grouped by their totals,
# so each setting is compared (``compare``) with every pair of totals once. A player sees no other
# player's hand, so the number of players does not matter. The information in a hand on the
# surrender square is ignored.

OUTCOMES = len(settle_funtazee.outcomes)
WAYS = GIVE_UP + 1
"""Ten settings, a busted hand, and giving up."""
COMPARED, BARRED = -1, -2
"""Marks for a way that is compared with the bank's hand, and for one that the rules do not
allow.
"""


@dataclass(frozen=True)
class SettingOptions:
    """The posted options that decide how hands are set."""

    one_ace_high: bool = False
    nearest_first: bool = False
    unsettable_may_surrender: bool = False


def posted_of(game: Game) -> SettingOptions:
    """Return the setting options of a table."""
    table: Any = game
    return SettingOptions(table.one_ace_high, table.nearest_first, table.unsettable_may_surrender)


@dataclass(frozen=True)
class FuntazeeHands:
    """All hands by card values, with the totals and outcome of each way to play them."""

    values: Array
    cards: Array
    ways: Array
    front: Array
    back: Array
    """[hand, setting]: totals."""
    player: Array
    """[hand, way]: its outcome if that needs no comparison, else ``COMPARED`` or ``BARRED``."""
    bank: Array
    """[hand, way]: True if the player-dealer may play the hand this way."""
    players_way: Array
    banks_way: Array


@functools.lru_cache(maxsize=8)
def all_hands(posted: SettingOptions) -> FuntazeeHands:
    """Return every hand with the ways that the rules allow."""
    values, cards, dealt = every_hand()
    n = len(dealt)
    front, back = np.zeros((2, n, CHOICES), np.int64)
    player = np.full((n, WAYS), BARRED, np.int64)
    bank = np.zeros((n, WAYS), np.bool_)
    ways = np.zeros((2, n), np.int64)
    compiled(_set_all)(
        cards, posted.one_ace_high, posted.nearest_first, posted.unsettable_may_surrender,
        front, back, player, bank, ways,
    )  # fmt: skip
    return FuntazeeHands(values, cards, dealt, front, back, player, bank, ways[0], ways[1])


def _set_all(
    cards: Any, one_ace_high: bool, nearest_first: bool, unsettable_may_surrender: bool,
    front: Any, back: Any, player: Any, bank: Any, ways: Any,
) -> None:  # fmt: skip
    for i in range(cards.shape[0]):
        hand = cards[i]
        ways[0, i] = house_way(hand, False, one_ace_high, nearest_first)
        ways[1, i] = house_way(hand, True, one_ace_high, nearest_first)
        if ways[1, i] == BUST:
            player[i, BUST], bank[i, BUST] = PLAYER_BUST, True
            if unsettable_may_surrender and not busted_by_letter(hand):
                player[i, GIVE_UP] = SURRENDER
            continue
        player[i, GIVE_UP] = SURRENDER
        for choice in range(CHOICES):
            front[i, choice], back[i, choice] = set_totals(setting(hand, choice))
            if not may_stand(front[i, choice], back[i, choice]):
                continue
            bank[i, choice] = True
            if is_double_21(front[i, choice], back[i, choice]):
                player[i, choice] = DOUBLE_21
            elif is_five_card_21(hand, front[i, choice], back[i, choice]):
                player[i, choice] = FIVE_CARD_21
            else:
                player[i, choice] = COMPARED


def against_bank(
    values: Any, copies: Any, ways: Any, front: Any, back: Any, player: Any, banks: Any, found: Any
) -> None:
    """Fill ``found[hand, way, outcome]``: deals of a player's hand against a bank with fixed
    ways.
    """
    n = values.shape[0]
    left = copies.copy()
    theirs = np.zeros((TOTALS, TOTALS), np.int64)
    for i in range(n):
        for k in range(5):
            left[values[i, k]] -= 1
        theirs[:] = 0
        busts = 0
        for j in range(n):
            dealt = ways[i] * ways_left(values[j], left)
            if banks[j] == BUST:
                busts += dealt
            else:
                theirs[front[j, banks[j]], back[j, banks[j]]] += dealt
        for k in range(5):
            left[values[i, k]] += 1
        for way in range(WAYS):
            if player[i, way] >= 0:
                found[i, way, player[i, way]] += busts + theirs.sum()
            elif player[i, way] == COMPARED:
                found[i, way, BANK_BUST] += busts
                meet(front[i, way], back[i, way], theirs, False, found[i, way])


def against_players(
    values: Any, copies: Any, ways: Any, front: Any, back: Any, player: Any, bank: Any, mine: Any,
    found: Any,
) -> None:  # fmt: skip
    """Fill ``found[hand, way, outcome]``: deals of the bank's hand against players with fixed ways.

    Outcomes are the player's.
    """
    n = values.shape[0]
    left = copies.copy()
    theirs = np.zeros((TOTALS, TOTALS), np.int64)
    alone = np.zeros(found.shape[2], np.int64)
    for j in range(n):
        for k in range(5):
            left[values[j, k]] -= 1
        theirs[:] = 0
        alone[:] = 0
        for i in range(n):
            dealt = ways[j] * ways_left(values[i], left)
            if player[i, mine[i]] >= 0:
                alone[player[i, mine[i]]] += dealt
            else:
                theirs[front[i, mine[i]], back[i, mine[i]]] += dealt
        for k in range(5):
            left[values[j, k]] += 1
        for way in range(WAYS):
            if not bank[j, way]:
                continue
            found[j, way] += alone
            if way == BUST:
                found[j, way, BANK_BUST] += theirs.sum()
            else:
                meet(front[j, way], back[j, way], theirs, True, found[j, way])


def meet(front: int, back: int, theirs: Any, banks: bool, found: Any) -> None:
    """Compare two totals with every pair of totals of the other side; ``banks``: they are the
    bank's.
    """
    for other_front in range(TOTALS):
        for other_back in range(other_front, TOTALS):
            dealt = theirs[other_front, other_back]
            if dealt and banks:
                found[compare(other_front, other_back, front, back)] += dealt
            elif dealt:
                found[compare(front, back, other_front, other_back)] += dealt


# Ways and what they are worth.


def nets_of(game: Game) -> tuple[Fraction, ...]:
    """Return a player's net of each outcome of the main bet, per unit."""
    return tuple(payout.net() for payout in game.pay["main"])


@functools.lru_cache(maxsize=16)
def players_best(posted: SettingOptions, nets: tuple[Fraction, ...]) -> tuple[Array, Array]:
    """Return the best way of each player's hand against the bank's house way, and all deals by
    way.
    """
    h = all_hands(posted)
    found = np.zeros((len(h.ways), WAYS, OUTCOMES), np.int64)
    compiled(against_bank)(
        h.values, np.array(COPIES, np.int64), h.ways, h.front, h.back, h.player, h.banks_way, found
    )
    return _best(found, h.players_way, nets, 1), found


@functools.lru_cache(maxsize=16)
def banks_best(
    posted: SettingOptions, nets: tuple[Fraction, ...], players_set_best: bool
) -> tuple[Array, Array]:
    """Return the bank's best way of each hand against players of one way, and all deals by way."""
    h = all_hands(posted)
    mine = players_best(posted, nets)[0] if players_set_best else h.players_way
    found = np.zeros((len(h.ways), WAYS, OUTCOMES), np.int64)
    copies = np.array(COPIES, np.int64)
    compiled(against_players)(
        h.values, copies, h.ways, h.front, h.back, h.player, h.bank, mine, found
    )
    return _best(found, h.banks_way, nets, -1), found


def _best(found: Array, house: Array, nets: Sequence[Fraction], side: int) -> Array:
    """Return the best way of each hand for this side; the house way where it is as good."""
    scale = math.lcm(*(net.denominator for net in nets))
    worth = np.array([int(net * scale) * side for net in nets], np.int64)
    return best_ways(found, house, worth)


def outcomes_of(found: Array, way: Array) -> tuple[int, ...]:
    """Return the deals by outcome when each hand is played its way."""
    return tuple(int(n) for n in found[np.arange(len(way)), way].sum(axis=0))


def mean(ways: Sequence[int], nets: Sequence[Fraction]) -> Fraction:
    """Return the player's mean result per unit over all deals."""
    return sum((Fraction(n, DEALS) * net for n, net in zip(ways, nets, strict=True)), Fraction())


def settings_of(game: Game, best: bool = True) -> Array:
    """Return the setting of each hand: the player's in row 0, the bank's in row 1.

    The player sets the best way, or the house way if not ``best``.
    """
    posted = posted_of(game)
    h = all_hands(posted)
    mine = players_best(posted, nets_of(game))[0] if best else h.players_way
    return by_value_index(h.cards, mine, h.banks_way, BUST)


# Funtazee 21: which hands are better set, or given up, otherwise than the house way does.

BANK = "the player-dealer"
SETS = (
    "the player-dealer sets the house way, the player for the best (`houseway strategy "
    "funtazee-21`)"
)
HANDS = math.comb(52, 5)
EASY = (
    "the back hand as high as it comes within 21, then the front hand; what the house way gives "
    "up is given up"
)


def main_bet(game: Game, wager: Wager) -> tuple[int, ...]:
    """Return the deals by outcome of a player who always takes the best setting, or gives up."""
    best, found = players_best(posted_of(game), nets_of(game))
    return outcomes_of(found, best)


def by_the_house_way(game: Game, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """Return the value of the bet when the player keeps to the house way, or the bank does not."""
    best = best_settings(game)
    assert best.reply is not None, "a player banks this game"
    edges = {
        "house_way": best.house_way,
        "banks_best_reply_to_house_way": best.reply.to_house_way,
        "banks_best_reply_to_best": best.reply.to_best,
    }
    said = (
        f"of a player who sets the house way too, {BANK} keeps {float(best.house_way):.4%} = "
        f"{best.house_way}",
        f"{BANK} who sets best too keeps {float(best.reply.to_house_way):.4%} of players of "
        f"the house way, {float(best.reply.to_best):.4%} of those who set best against it",
    )
    column: str = getattr(game, wager.paid_by)
    details = {
        key: {"house_edge": float(edge), "fraction": str(edge)} for key, edge in edges.items()
    }
    return said, {column: details}


def best_settings(game: Game) -> BestSettings:
    """Return the hands of both sides for which the house way is not best, by overall gain."""
    posted, nets = posted_of(game), nets_of(game)
    h = all_hands(posted)
    best, found = players_best(posted, nets)
    reply, replied = banks_best(posted, nets, False)
    to_best, met_best = banks_best(posted, nets, True)
    return BestSettings(
        BANK,
        -mean(outcomes_of(found, h.players_way), nets),
        -mean(outcomes_of(found, best), nets),
        _better(h, found, h.players_way, best, nets, 1),
        HANDS,
        easy=((EASY, -mean(outcomes_of(found, easy_way(h)), nets)),),
        note="before fees",
        reply=BankReply(
            -mean(outcomes_of(replied, reply), nets),
            -mean(outcomes_of(met_best, to_best), nets),
            _better(h, replied, h.banks_way, reply, nets, -1),
            HANDS,
        ),
    )


def easy_way(h: FuntazeeHands) -> Array:
    """Return the way of each hand under the easy rule."""
    highest = np.where(h.bank[:, :CHOICES], h.back * STEP + h.front, -1).argmax(axis=1)
    found: Array = np.where(h.players_way < CHOICES, highest, h.players_way)
    return found


def _better(
    h: FuntazeeHands, found: Array, house: Array, best: Array, nets: tuple[Fraction, ...], side: int
) -> tuple[BetterSetting, ...]:
    """Return the hands for which ``best`` gains more than ``house``, the greatest gain first.

    ``side`` is 1 for the player and -1 for the bank.
    """
    scale = math.lcm(*(net.denominator for net in nets))
    worth = np.array([int(net * scale) * side for net in nets], np.int64)
    rows = np.arange(len(best))
    gains = (found[rows, best] - found[rows, house]) @ worth
    order = np.argsort(-gains, kind="stable")[: int((gains > 0).sum())]
    unit = scale * math.comb(47, 5)
    return tuple(
        BetterSetting(
            by_value(h.cards[i][::-1]), _words(h, i, int(house[i])), _words(h, i, int(best[i])),
            Fraction(int(gains[i]), unit * int(h.ways[i])), int(h.ways[i]),
        )
        for i in map(int, order)
    )  # fmt: skip


def _words(h: FuntazeeHands, i: int, way: int) -> str:
    """Return a setting in words: the cards of both parts and their totals."""
    if way == GIVE_UP:
        return "surrender"
    if way >= CHOICES:
        return "bust"
    cards = setting(h.cards[i], way)
    totals = f"{h.front[i, way]} and {h.back[i, way]}"
    return f"{by_value(cards[1::-1])} / {by_value(cards[:1:-1])}: {totals}"


# The simulation of Funtazee 21: a hand set the best way against a bank that sets the house way. A
# shuffled deck gives five cards to each side. Both ways are looked up. ``settle_funtazee`` and the
# rule of the bonus judge them as they judge a live hand.

MAIN, BONUS = len(settle_funtazee.outcomes), len(funtazee_bonus.outcomes)


def one_round(cards: Any, settings: Any) -> tuple[int, int]:
    """Return the outcomes of both wagers for the first five cards against the next five.

    Sorts each hand in place.
    """
    mine, banks = cards[:HAND], cards[HAND : 2 * HAND]
    put_in_order(mine)
    put_in_order(banks)
    way = settings[0, value_index(mine)]
    banks_way = setting(banks, settings[1, value_index(banks)])
    main = settle_funtazee(setting(mine, way), banks_way, way == GIVE_UP)
    return main, funtazee_bonus(mine)


def play_rounds(cards: Any, rounds: int, random: Any, settings: Any, counts: Any) -> None:
    """Play ``rounds`` rounds, each from a full deck, and add them to the counts of both wagers."""
    for _ in range(rounds):
        mix(cards, 0, 2 * HAND, random)
        main, bonus = one_round(cards, settings)
        counts[among(main, MAIN)] += 1
        counts[MAIN + among(bonus, BONUS)] += 1


class FuntazeeSimulation(FiveCardSimulation):
    """One player's hand with both wagers, played the best way or the house way."""

    seats = 2

    def __init__(self, game: Game, best: bool = True) -> None:
        super().__init__(game, one_round, play_rounds, (MAIN, BONUS))
        self.best = best

    @cached_property
    def settings(self) -> Any:
        """Return the way of every hand: the player's, and the player-dealer's."""
        return settings_of(self.game, self.best)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the simulation."""
        how = "for the best" if self.best else "the house way"
        return (
            f"one hand, played {how}, against the player-dealer's, set the house way",
            "the player-dealer's wager covers both wagers",
            "collections are not counted",
            "a full deck is shuffled before every round",
        )

    def way(self, cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """Return the simulated player's setting of five cards, and the way."""
        ordered, way = self.choice(cards)
        return setting(ordered, way), way
