"""Differential proofs of games that play poker after or with blackjack, with the same cards."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.analysis.ante_up_21 import compiled_round as ante_round
from houseway.analysis.ante_up_21.exact import best_play
from houseway.analysis.blackjack.decisions import DECISIONS, DOUBLE, HIT, SPLIT, STAND
from houseway.analysis.blackjack.simulation.round_state import LOOSE, NEXT, ROUND
from houseway.analysis.blackjack.simulation.simulate import ENOUGH, OneRound, main_nets
from houseway.analysis.blackjack.strategy.basic import basic, policy
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.hold_em_21.compiled_round import poker_end
from houseway.analysis.hold_em_21.exact import nets_of, poker_play
from houseway.analysis.wager_odds import net_of
from houseway.engine.questions import Act, Chance
from houseway.game.base import Seat
from houseway.pieces.cards import ACE
from houseway.table.round import Round
from tests.oracles.proofs import CHIPS, feed, interpreted, settled, shoe_for, stakes_at
from tests.oracles.proofs_blackjack import wild_chart


def prove_hold_em(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Both elements of one seat; wild, the poker hand stays in by the toss of a coin."""
    chart = wild_chart(chance, chance.random() < 0.5) if wild else basic
    one = OneRound(game, chart, wagers=[], interpreted=interpreted(game, wild))
    stakes = stakes_at(game, chance)
    blackjack, checked = policy(stakes, chart), 0
    pays = tuple(net_of(payout, "pk") for payout in game.pay["pk"])
    play, nets, end = poker_play(pays), nets_of(pays), compiled(poker_end)
    second, third = play.second, play.third
    if wild:
        numbers = np.random.default_rng(chance.randrange(1 << 30))
        second, third = (numbers.random(array.shape) < 0.7 for array in (second, third))

    def answer(question: Any, state: Any) -> Act:
        if not state.community:
            return blackjack(question, state)
        pocket, (a, b) = state.pockets[1], state.community
        stays = second[a, b, pocket.cards[0]]
        if len(pocket.cards) == 2:
            stays = third[a, b, pocket.cards[0], pocket.cards[1]]
        return Act(1, "match" if stays else "fold")

    for _ in range(rounds):
        deck = chance.sample(range(52), 52)
        rest = [card for card in chance.sample(range(52), 52) if card not in (deck[1], deck[3])]
        if one.play(deck * 2).cards > len(deck):  # it would be shuffled in the round
            continue
        round_, used = Round(game, [Seat(1, "Ann", CHIPS)]), 0
        while (question := round_.question) is not None:
            if not isinstance(question, Chance):
                round_.act(answer(question, round_.state))
            else:
                if question.back:
                    deck, used = rest, round_.drawn
                at = round_.drawn - used
                round_.deal(tuple(deck[at : at + question.n]))
        up, hole = round_.state.dealer[:2]
        cards = [card for given in round_.inputs for card in getattr(given, "pieces", ())]
        found = one.play([*cards[: round_.drawn - len(round_.state.pockets[1].cards)]])
        ended = int(end(up, hole, *rest[:3], second, third))
        wanted = {
            (1, "main"): found.nets["main"] * stakes["main"],
            (1, "pk"): nets[ended] * stakes["pk"],
        }
        live = settled(round_, {"two": "pk", "three": "pk"})
        assert live == wanted, (game.posting, wild, game.kind.show(cards))
        checked += 2
    return checked


@lru_cache(maxsize=1)
def common_play(kind: Any) -> Any:
    """Best play takes seconds for a posting, so that of the defaults is played at all of them."""
    return best_play(kind())


def prove_ante_up(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Both wagers and the bonus of one seat, where it is offered."""
    kind: Any = type(game)
    way = ante_round.way_of(game, common_play(kind))._replace(reshuffle_at=-1)
    way = wild_way(way, chance) if wild else way
    main, ante = main_nets(game, game.main_pays[0]), ante_round.ante_nets(game)
    one, checked = compiled(ante_round.ONE_ROUND, no_refcount=True), 0
    for _ in range(rounds):
        cards, stakes = shoe_for(game, chance), stakes_at(game, chance)
        spot, found = ante_round.new_wide_spot(), np.zeros(2, np.int64)
        spot[ROUND, NEXT] = spot[ROUND, LOOSE] = 0
        shoe: Any = np.zeros(len(cards) + ENOUGH, np.uint8)
        shoe[: len(cards)] = cards
        result = one(shoe, spot, way, np.zeros(4, np.uint64), found)
        if spot[ROUND, NEXT] > len(cards):
            continue
        player = AnteUpPlayer(way, stakes)
        round_ = feed(Round(game, [Seat(1, "Ann", CHIPS)]), cards, chance, player)
        shown = game.kind.show(cards[: round_.drawn])
        assert spot[ROUND, NEXT] == round_.drawn, (game.posting, wild, shown)
        wanted = {
            (1, "main"): main[int(result)] * stakes["main"],
            (1, "ante"): ante[int(found[0])] * stakes["ante"],
        }
        if "poker_bonus" in stakes:
            net = game.pay["poker_bonus"][int(found[1])].net()
            wanted[1, "poker_bonus"] = net * stakes["poker_bonus"]
        assert settled(round_, {"bet": "ante"}) == wanted, (game.posting, wild, shown)
        checked += len(wanted)
    return checked


def wild_way(way: Any, chance: random.Random) -> Any:
    """Any decisions at all, with the poker hand bet or not."""
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    first, alone = (
        numbers.choice((HIT, STAND, DOUBLE, SPLIT, SPLIT), array.shape).astype(array.dtype)
        for array in (way.first, way.alone)
    )
    first[:, way.pair[ACE, ACE]] = SPLIT  # an ace that was split takes no card by choice
    alone[:, way.alone_pair[0, 0]] = SPLIT
    after, alone_after = (
        numbers.choice((HIT, STAND), array.shape).astype(array.dtype)
        for array in (way.after, way.alone_after)
    )
    bets = (numbers.random(way.bets.shape) < 0.6).astype(way.bets.dtype)
    return way._replace(first=first, after=after, alone=alone, alone_after=alone_after, bets=bets)


class AnteUpPlayer:
    """A live player who follows the arrays of the compiled rounds."""

    def __init__(self, way: Any, stakes: dict[str, int]) -> None:
        self.way, self.places = way, tuple(stakes.items())
        self.bet = False

    def __call__(self, question: Any, state: Any) -> Act:
        way = self.way
        if state.phase == "betting":
            return Act(1, "bet", places=self.places)
        if state.phase == "poker":
            a, b = state.hands[1][0].cards
            self.bet = bool(way.bets[state.dealer[0] >> 2, way.pair[a >> 2, b >> 2]])
            return Act(1, "match" if self.bet else "fold")
        if state.phase != "playing":
            return Act(1, "no_insurance")
        _, i = state.playing()
        hand = state.hands[1][i]
        choices = sum(1 << DECISIONS.index(choice.name) for choice in question.choices)
        chosen = ante_round.said(hand.cards, state.dealer[0], i, hand.split, self.bet, choices, way)
        return Act(1, DECISIONS[chosen])
