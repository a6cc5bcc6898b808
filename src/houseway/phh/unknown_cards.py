"""Cards that a hand does not state: taken from hands shown later, or filled with arbitrary ones.

A player with a card that stays unknown cannot be judged, and does not win at a showdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.families.poker.streets import HIGH_BOARD, HIGH_CARD, LOW_BOARD, LOW_CARD
from houseway.phh.actions import AS_DEALT, BOARD, DRAW, HOLE, SHOW, UNKNOWN, Action
from houseway.phh.model import BadHand, Hand
from houseway.pieces.cards import CARDS_AND_JOKER


def untold(hand: Hand, actions: Sequence[Action], deck: Sequence[int]) -> bool:
    """Return True if there is an unknown card among the actions.

    A card that the game is played without is refused; ``deck`` has the copies of each card.
    """
    named = {card for action in actions for card in action.cards}
    if len(deck) not in named and 0 not in deck:
        return UNKNOWN in named
    for action in actions:
        for card in action.cards:
            if card >= 0 and (card >= len(deck) or not deck[card]):
                name, text = CARDS_AND_JOKER.names[card], hand.actions[action.number - 1]
                raise BadHand(f"there is no {name} in the deck of this game", action.number, text)
    return UNKNOWN in named


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
        """Return the card at a place: the number of the action, and the place in its cards."""
        return self.found[place[0]][place[1]]

    def _place(self, seat: int, card: int) -> tuple[int, int] | None:
        """Return the place of a seat's card, or of an unknown one that it may be; else None."""
        held = self.held.get(seat, [])
        for place in held:
            if self._at(place) == card:
                return place
        return next((place for place in held if self._at(place) == UNKNOWN), None)

    def _give_up(self, at: int, action: Action) -> None:
        """Take discards out of the hand, the known ones first."""
        order = sorted(range(len(action.cards)), key=lambda i: action.cards[i] == UNKNOWN)
        for i in order:
            place = self._place(action.seat, action.cards[i])
            if place is None:
                continue  # the rules will refuse it: the player does not hold it
            if action.cards[i] != UNKNOWN:
                self.found[place[0]][place[1]] = action.cards[i]
            self.held[action.seat].remove(place)
            self.found[at][i] = -10 - place[0] * 100 - place[1]  # the same card, whatever it is

    def _show(self, action: Action) -> None:
        """Put shown cards in the place of unknown ones that the player holds."""
        known = [self._at(place) for place in self.held.get(action.seat, [])]
        for card in action.cards:
            if card == UNKNOWN or card in known:
                continue
            place = self._place(action.seat, card)
            if place is not None:
                self.found[place[0]][place[1]] = card

    def judged(self) -> dict[int, bool]:
        """Return seat -> True if every card it holds at the end is known."""
        return {
            seat: all(self._at(place) != UNKNOWN for place in held)
            for seat, held in self.held.items()
        }

    def filled(self, deck: Sequence[int], opens: Sequence[str] = ()) -> list[Action]:
        """Return the actions with cards that the hand never names in place of unknown ones.

        ``opens`` is the rule by which up cards open each street: up cards are chosen so that the
        player opens who did.
        """
        named = {card for cards in self.found for card in cards if card >= 0}
        spare = [card for card in deck if card not in named]
        if opens and opens[0] in (LOW_CARD, HIGH_CARD):
            self._fill_up_cards(spare, opens)
        for action, cards in zip(self.actions, self.found, strict=True):
            if action.what != HOLE:
                continue
            for i, card in enumerate(cards):
                if card == UNKNOWN:
                    if not spare:
                        raise BadHand("there are more unknown cards than are left in the deck")
                    cards[i] = self._use(spare, spare[-1])
        return [self._filled(at, action) for at, action in enumerate(self.actions)]

    def _use(self, spare: list[int], card: int) -> int:
        """Take a card out of the spare ones, and note that it stands for an unknown one."""
        spare.remove(card)
        self.fillers.append(card)
        return card

    def _fill_up_cards(self, spare: list[int], opens: Sequence[str]) -> None:
        """Fill the third to the sixth card of each player, those of the opener first."""
        places = list(self._up_places())
        for openers in (True, False):
            for seat, street, place in places:
                first = self._first_to_act(place[0]) == seat
                if first != openers or self._at(place) != UNKNOWN or not spare:
                    continue
                up = [self._at(p) for x, _, p in places if x == seat and self._at(p) >= 0]
                brought = [self._at(p) for x, n, p in places if not n and x == self._brought()]
                card = _to_open(spare, opens[street], first, up, brought if not street else [])
                self.found[place[0]][place[1]] = self._use(spare, card)

    def _up_places(self) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Yield the seat, street and place of each card that lies up."""
        count: dict[int, int] = {}
        for at, action in enumerate(self.actions):
            if action.what == HOLE:
                for i in range(len(action.cards)):
                    seat = action.seat
                    count[seat] = count.get(seat, 0) + 1
                    if 3 <= count[seat] <= 6:
                        yield seat, count[seat] - 3, (at, i)

    def _brought(self) -> int:
        """Return the seat that acted first of all, or 0."""
        return self._first_to_act(0)

    def _first_to_act(self, at: int) -> int:
        """Return the seat that acts first after these cards, or 0."""
        others = (a for a in self.actions[at:] if a.what not in (HOLE, BOARD, SHOW))
        return next((action.seat for action in others), 0)

    def _filled(self, at: int, action: Action) -> Action:
        """Return a deal with its unknown cards replaced."""
        cards = tuple([self._known_card(card) for card in self.found[at]])
        return action if cards == action.cards else action._replace(cards=cards)

    def _known_card(self, card: int) -> int:
        """Return the card that a discard stands for."""
        return self._at(divmod(-10 - card, 100)) if card <= -10 else card


def _to_open(
    spare: list[int], opens: str, first: bool, up: Sequence[int], brought: Sequence[int]
) -> int:
    """Return a spare card with which this player opens by the up cards, or does not.

    On the first street another player gets a card just past the one that ``brought`` it in. A
    better card would open the next street.
    """
    ranks = {card >> 2 for card in up}
    usable = [card for card in spare if card >> 2 not in ranks] or spare
    ace_is_low = opens in (HIGH_CARD, LOW_BOARD)
    high = opens in (HIGH_CARD, HIGH_BOARD)

    def order(card: int) -> int:
        return (card + 4) % 52 if ace_is_low else card

    ordered = sorted(usable, key=order, reverse=high)  # the first of them is the first to act
    if first:
        return ordered[0]
    past = [card for card in ordered for x in brought if (order(card) < order(x)) == high]
    return past[0] if past else ordered[-1]
