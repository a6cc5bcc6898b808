"""Cards a hand does not tell: found out from what is shown later, or filled with any others.

Whoever holds a card that the hand never tells cannot be judged, and does not win at a showdown.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.phh.actions import AS_DEALT, DRAW, HOLE, SHOW, UNKNOWN, Action
from houseway.phh.hand import BadHand, Hand
from houseway.pieces.cards import CARDS_AND_JOKER


def untold(actions: Sequence[Action]) -> bool:
    """Whether there is an unknown card among the actions."""
    return any(UNKNOWN in action.cards for action in actions)


def check_deck(hand: Hand, actions: Sequence[Action], deck: Sequence[int]) -> None:
    """Refuse a card that the game is played without; ``deck`` says how often each is in it."""
    kinds = len(deck)
    for action in actions:
        for card in action.cards:
            if card >= 0 and (card >= kinds or not deck[card]):
                name, text = CARDS_AND_JOKER.names[card], hand.actions[action.number - 1]
                raise BadHand(f"there is no {name} in the deck of this game", action.number, text)


class Cards:
    """The cards of each seat as they came, each known or not yet."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = list(actions)
        self.found: list[list[int]] = [list(action.cards) for action in actions]
        self.fillers: list[int] = []
        self.held: dict[int, list[tuple[int, int]]] = {}  # seat -> places in ``found``
        for at, action in enumerate(actions):
            if action.what == HOLE:
                self.held.setdefault(action.seat, []).extend(
                    (at, i) for i in range(len(action.cards))
                )
            elif action.what == DRAW:
                self._give_up(at, action)
            elif action.what == SHOW and action.cards != AS_DEALT:
                self._show(action)

    def _at(self, place: tuple[int, int]) -> int:
        return self.found[place[0]][place[1]]

    def _place(self, seat: int, card: int) -> tuple[int, int] | None:
        """Where the seat holds this card; a known one may be one that was unknown so far."""
        held = self.held.get(seat, [])
        for place in held:
            if self._at(place) == card:
                return place
        return next((place for place in held if self._at(place) == UNKNOWN), None)

    def _give_up(self, at: int, action: Action) -> None:
        """Discards are taken out of the hand, the known ones first."""
        order = sorted(range(len(action.cards)), key=lambda i: action.cards[i] == UNKNOWN)
        for i in order:
            place = self._place(action.seat, action.cards[i])
            if place is None:
                continue  # the rules will say that he does not hold it
            if action.cards[i] != UNKNOWN:
                self.found[place[0]][place[1]] = action.cards[i]
            self.held[action.seat].remove(place)
            self.found[at][i] = -10 - place[0] * 100 - place[1]  # the same card, whatever it is

    def _show(self, action: Action) -> None:
        known = [self._at(place) for place in self.held.get(action.seat, [])]
        for card in action.cards:
            if card == UNKNOWN or card in known:
                continue
            place = self._place(action.seat, card)
            if place is not None:
                self.found[place[0]][place[1]] = card

    def judged(self) -> dict[int, bool]:
        """Whether all cards that a seat holds at the end are told."""
        return {
            seat: all(self._at(place) != UNKNOWN for place in held)
            for seat, held in self.held.items()
        }

    def filled(self, deck: Sequence[int]) -> list[Action]:
        """The actions with cards for every unknown one: cards that the hand never names."""
        named = {card for cards in self.found for card in cards if card >= 0}
        spare = [card for card in deck if card not in named]
        for action, cards in zip(self.actions, self.found, strict=True):
            if action.what != HOLE:
                continue
            for i, card in enumerate(cards):
                if card == UNKNOWN:
                    if not spare:
                        raise BadHand("there are more unknown cards than are left in the deck")
                    cards[i] = spare.pop()
                    self.fillers.append(cards[i])
        return [self._filled(at, action) for at, action in enumerate(self.actions)]

    def _filled(self, at: int, action: Action) -> Action:
        cards = tuple([self._told(card) for card in self.found[at]])
        return action if cards == action.cards else action._replace(cards=cards)

    def _told(self, card: int) -> int:
        """A discard stands for a card that was dealt."""
        return self._at(divmod(-10 - card, 100)) if card <= -10 else card
