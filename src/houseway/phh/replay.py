"""Playing a recorded hand by the rules, and comparing what comes of it with what is stated."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.engine.round import Round
from houseway.families.poker import PokerBetween
from houseway.phh.actions import read_actions
from houseway.phh.amounts import Amounts
from houseway.phh.compare import Replayed, compared
from houseway.phh.model import OURS, BadHand, Hand
from houseway.phh.native_hands import replay_ours
from houseway.phh.playback import NOT_TOLD, Playback
from houseway.phh.recorded_game import recorded_game, with_chip
from houseway.phh.unknown_cards import Cards, untold
from houseway.phh.variants import variant_of


def replay(hand: Hand, posting: Mapping[str, str] | None = None) -> Replayed:
    """Play a hand by the rules; BadHand says at which action they say no."""
    if OURS in hand.more:
        return replay_ours(hand)
    variant = variant_of(hand.variant)
    for key in variant.fields:
        if getattr(hand, key) is None:
            raise BadHand(f"the field {key} is missing; a hand of {hand.variant} has it")
    actions = read_actions(hand.actions, len(hand.starting_stacks))
    amounts = Amounts(hand, actions)
    posted = tuple(sorted(posting.items())) if posting else ()
    game = recorded_game(variant.game, variant.structure, amounts.terms(), posted)
    unknown: frozenset[int] = frozenset()
    judged: Mapping[int, bool] = NOT_TOLD
    if untold(hand, actions, game.in_play):
        cards = Cards(actions)
        judged = cards.judged()
        actions = cards.filled(game.kind.one_set(), [street.opens for street in game.streets])
        unknown = frozenset(cards.fillers)
    seats = amounts.seats()
    between = PokerBetween(button=len(seats) if game.blinds_left else 0)
    found: Replayed | None = None
    for chip in amounts.chips():
        round_ = Round(with_chip(game, chip), seats, between)
        playback = Playback(round_, actions, hand.actions, amounts, judged)
        playback.run()
        again = compared(hand, round_, playback.stopped, amounts, range(1, len(seats) + 1))
        found = again if found is None or not again.difference else found
        if not found.difference:
            break
    assert found is not None
    found.unknown = unknown
    return found
