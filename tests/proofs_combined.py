"""Differential proofs of games that play poker after or beside blackjack with the same cards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from houseway.game import Game, Seat
from houseway.odds.ante_up import sim as ante_up
from houseway.odds.ante_up.solve import best_play
from houseway.odds.blackjack.sim import main_nets
from houseway.odds.blackjack.spot import LOOSE, NEXT, ROUND
from houseway.odds.blackjack.strategy import DECISIONS, policy
from houseway.odds.compiled import compiled
from houseway.odds.hold_em import nets_of, poker_play
from houseway.odds.hold_em_sim import poker_end
from houseway.odds.result import net_of
from houseway.odds.simulate import OneRound
from houseway.script import Act, Ask, Chance
from houseway.shapes.stakes import WagerSettled
from houseway.table.round import Round

CHIPS = 1_000_000_00
STAKE = 200


def nets_by_wager(round_: Round, part_of: dict[str, str]) -> dict[str, int]:
    """Net cents of a round by wager; spots that follow another count with it."""
    nets: dict[str, int] = {}
    for event in round_.events:
        if isinstance(event, WagerSettled):
            spot = part_of.get(event.spot, event.spot)
            nets[spot] = nets.get(spot, 0) + event.back - event.stake
    return nets


# --- 21-Hold 'em: blackjack from one deck, then three cards from the other fifty ---


def prove_hold_em(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    game: Any = kind(posting)
    stakes = {"main": STAKE, "pk": STAKE}
    blackjack, one = policy(stakes), OneRound(game, wagers=[])
    pays = tuple(net_of(payout, "pk") for payout in game.pay["pk"])
    play, nets = poker_play(pays), nets_of(pays)
    end = compiled(poker_end)

    def answer(question: Any, state: Any) -> Act:
        if not state.community:
            return blackjack(question, state)
        pocket, (first, second) = state.pockets[1], state.community
        stays = play.second[first, second, pocket.cards[0]]
        if len(pocket.cards) == 2:
            stays = play.third[first, second, pocket.cards[0], pocket.cards[1]]
        return Act(1, "match" if stays else "fold")

    for _ in range(rounds):
        deck = chance.sample(range(52), 52)
        rest = [card for card in chance.sample(range(52), 52) if card not in (deck[1], deck[3])]
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
        ended = int(end(up, hole, *rest[:3], play.second, play.third))
        wanted = {"main": found.nets["main"] * STAKE, "pk": nets[ended] * STAKE}
        assert nets_by_wager(round_, {"two": "pk", "three": "pk"}) == wanted, posting
    return 2 * rounds


# --- Ante Up 21: both wagers and the Poker Bonus from the same shoe ---


def prove_ante_up(
    kind: type[Game], posting: dict[str, Any], rounds: int, chance: random.Random
) -> int:
    # Best play takes seconds for a posting, so those are varied that change what is settled.
    varied = ("poker_hand_of_split", "poker_bonus", "both_required", "double_after_split")
    game: Any = kind({key: posting[key] for key in varied if key in posting})
    way = ante_up.way_of(game, best_play(game))._replace(reshuffle_at=-1)
    main, ante = main_nets(game, game.main_pays[0]), ante_up.ante_nets(game)
    one, stakes = compiled(ante_up.ONE_ROUND, borrows=True), {}
    for wager in game.offered:
        stakes[wager.name] = 1000

    def answer(question: Any, state: Any) -> Act:
        if state.phase == "betting":
            return Act(1, "bet", places=tuple(stakes.items()))
        if state.phase == "poker":
            a, b = state.hands[1][0].cards
            bets = way.bets[state.dealer[0] >> 2, way.pair[a >> 2, b >> 2]]
            return Act(1, "match" if bets else "fold")
        if not isinstance(question, Ask):
            return Act(1, "no_insurance")
        _, i = state.playing()
        hand = state.hands[1][i]
        choices = sum(1 << DECISIONS.index(choice.name) for choice in question.choices)
        bet = (1, "bet", 0) in state.stakes
        chosen = ante_up.said(hand.cards, state.dealer[0], i, hand.split, bet, choices, way)
        return Act(1, DECISIONS[chosen])

    for _ in range(rounds):
        shoe = chance.sample(game.kind.one_set(game.sets()), 60)
        if chance.random() < 0.5:  # rich in pairs and ten-valued cards, which are split
            rank = chance.randrange(13)
            shoe.sort(key=lambda card: chance.random() - (card >> 2 in (rank, 8, 9)) * 0.5)
        round_ = Round(game, [Seat(1, "Ann", CHIPS)])
        while (question := round_.question) is not None:
            if isinstance(question, Chance):
                round_.deal(tuple(shoe[round_.drawn : round_.drawn + question.n]))
            else:
                round_.act(answer(question, round_.state))
        spot, found = ante_up.room(), np.zeros(2, np.int64)
        spot[ROUND, NEXT] = spot[ROUND, LOOSE] = 0
        result = one(np.array(shoe, np.uint8), spot, way, np.zeros(4, np.uint64), found)
        assert spot[ROUND, NEXT] == round_.drawn, game.kind.show(shoe[:20])
        wanted = {"main": main[int(result)] * 1000, "ante": ante[int(found[0])] * 1000}
        if "poker_bonus" in stakes:
            wanted["poker_bonus"] = game.pay["poker_bonus"][int(found[1])].net() * 1000
        live = nets_by_wager(round_, {"bet": "ante"})
        assert live == wanted, (posting, game.kind.show(shoe[:20]))
    return len(stakes) * rounds
