"""Play a recorded hand by the rules and compare the result with the one it states."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.phh.actions import read_actions
from houseway.phh.amounts import HandAmounts
from houseway.phh.compare import ReplayedHand, compared
from houseway.phh.model import OURS, BadHand, Hand, finite
from houseway.phh.native_hands import replay_ours
from houseway.phh.playback import NOT_TOLD, Playback
from houseway.phh.recorded_game import HandTerms, Recorded, Untold, for_hand, recorded_game
from houseway.phh.unknown_cards import Cards, untold
from houseway.phh.variants import Variant, variant_of
from houseway.table.round import Round


def replay(hand: Hand, posting: Mapping[str, str] | None = None) -> ReplayedHand:
    """Play a hand by the rules; BadHand names the action that they refuse."""
    if OURS in hand.more:
        return replay_ours(hand)
    variant = variant_of(hand.variant)
    for key in variant.fields:
        if getattr(hand, key) is None:
            raise BadHand(f"the field {key} is missing; a hand of {hand.variant} has it")
    actions = read_actions(hand.actions, len(hand.starting_stacks))
    amounts = HandAmounts(hand, actions)
    game = _game(variant, amounts.terms(variant.fields), posting or {})
    unknown: frozenset[int] = frozenset()
    judged: Mapping[int, bool] = NOT_TOLD
    if untold(hand, actions, game.in_play):
        cards = Cards(actions)
        judged = cards.judged()
        actions = cards.filled(game.kind.one_set(), [street.opens for street in game.streets])
        unknown = frozenset(cards.fillers)
    seats = amounts.seats()
    stacks = frozenset(i for i, stack in enumerate(hand.starting_stacks, 1) if not finite(stack))
    made_up = Untold(unknown, stacks)
    carry_over = PokerCarryOver(button=len(seats) if game.blinds_left else 0)
    found: ReplayedHand | None = None
    for chip in amounts.chips():
        round_ = Round(for_hand(game, chip, made_up), seats, carry_over)
        playback = Playback(round_, actions, hand.actions, amounts, judged)
        playback.run()
        again = compared(hand, round_, playback.stopped, amounts, range(1, len(seats) + 1))
        found = again if found is None or not again.difference else found
        if not found.difference:
            break
    assert found is not None
    found.unknown = unknown
    return found


def _game(variant: Variant, terms: HandTerms, posting: Mapping[str, str]) -> Recorded:
    """Return the game of a hand; a refusal is the hand's fault only if it comes without posting."""
    try:
        return recorded_game(variant.game, variant.structure, terms, tuple(sorted(posting.items())))
    except Refused as refused:
        if posting:
            _game(variant, terms, {})
            raise
        raise BadHand(refused.what, clauses=refused.clauses) from None
