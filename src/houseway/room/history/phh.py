"""A poker hand of a room in the PHH format, for one reader: what was covered for them is ``??``."""

from __future__ import annotations

from houseway.engine.round import Round
from houseway.phh import EVERYTHING, from_round, write
from houseway.phh.model import OURS, Hand
from houseway.pieces.cards import CARDS_AND_JOKER

COVERED = "??"
_NAMES = CARDS_AND_JOKER.names


def hand_for(round_: Round, viewer: int) -> str:
    """The hand as its viewer (a seat, 0 for an onlooker, ``EVERYTHING``) may have it."""
    hand = from_round(round_)
    return write(hand if viewer == EVERYTHING else covered(hand, round_, viewer))


def covered(hand: Hand, round_: Round, viewer: int) -> Hand:
    """Without the cards that the viewer never saw, and without the lines that only we can read."""
    order: list[int] = hand.more["seats"]
    known = _known(round_, viewer)
    hand.actions = [_action(action, order, viewer, known) for action in hand.actions]
    hand.more.pop(OURS, None)
    return hand


def _known(round_: Round, viewer: int) -> set[tuple[int, str]]:
    """Which card the viewer saw at which seat."""
    found = set()
    for event in round_.told(viewer):
        seat = int(getattr(event, "seat", 0))
        found |= {(seat, _NAMES[card]) for card in getattr(event, "pieces", ()) if card >= 0}
    return found


def _action(action: str, order: list[int], viewer: int, known: set[tuple[int, str]]) -> str:
    """An action; cards of a player are named only where the viewer saw them at that seat."""
    words = action.split(" ")
    player = next((word for word in words[:3] if word[:1] == "p" and word[1:].isdigit()), "")
    if not player or words[-1] == player or not ({"dh", "sd", "sm"} & set(words[:2])):
        return action
    seat = order[int(player[1:]) - 1]
    cards = words[-1]
    pairs = [cards[i : i + 2] for i in range(0, len(cards), 2)]
    words[-1] = "".join(card if (seat, card) in known else COVERED for card in pairs)
    return " ".join(words)
