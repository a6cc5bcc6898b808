"""Funtazee 21: which hands are better set, or given up, otherwise than the house way does."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from houseway.game import Game
from houseway.hands.five_cards import CHOICES
from houseway.hands.funtazee_21 import GIVE_UP, STEP, setting
from houseway.odds.five_cards import Array, by_value
from houseway.odds.funtazee_exact import (
    Hands,
    all_hands,
    banks_best,
    mean,
    nets_of,
    outcomes_of,
    players_best,
    posted_of,
)
from houseway.odds.settings import BankReply, BestSettings, BetterSetting
from houseway.odds.worth import Details
from houseway.wager import Wager

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
    """The main bet of a player who sets every hand for the best, or gives it up."""
    best, found = players_best(posted_of(game), nets_of(game))
    return outcomes_of(found, best)


def by_the_house_way(game: Game, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """What the bet is worth when somebody keeps to the house way, or the bank does not."""
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
    """Both sides: hands that the house way does not play for the best, by what they gain."""
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


def easy_way(h: Hands) -> Array:
    """Each hand as the easy rule plays it."""
    highest = np.where(h.bank[:, :CHOICES], h.back * STEP + h.front, -1).argmax(axis=1)
    found: Array = np.where(h.players_way < CHOICES, highest, h.players_way)
    return found


def _better(
    h: Hands, found: Array, house: Array, best: Array, nets: tuple[Fraction, ...], side: int
) -> tuple[BetterSetting, ...]:
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


def _words(h: Hands, i: int, way: int) -> str:
    if way == GIVE_UP:
        return "surrender"
    if way >= CHOICES:
        return "bust"
    cards = setting(h.cards[i], way)
    totals = f"{h.front[i, way]} and {h.back[i, way]}"
    return f"{by_value(cards[1::-1])} / {by_value(cards[:1:-1])}: {totals}"
