"""Play actions into a round: the next action answers each question.

Cards are taken from the dealer's actions as the rules ask for them.  Hands that are shown are read
from all actions together, since some are shown early and some twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from houseway.engine.questions import Act, Ask, Asking, Chance, Ruling
from houseway.errors import Halted, Refused
from houseway.families.poker.dealing import short_of
from houseway.phh.actions import (
    BOARD,
    BRING_IN,
    DRAW,
    HOLE,
    MEET,
    SHOW,
    Action,
    PlayerAction,
    act_of_action,
    choices_in_words,
)
from houseway.phh.amounts import HandAmounts
from houseway.phh.model import BadHand
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.poker import PokerState
    from houseway.table.round import Round

UNFINISHED = "unfinished"
UNDECIDED = "undecided"
NOT_TOLD: Mapping[int, bool] = {}
_PAST_CARDS = (DRAW, HOLE, SHOW)


class Playback:
    """Plays the actions of one hand into a round.

    ``judged`` is True for a seat whose cards are all told.  ``stopped`` is "unfinished" or
    "undecided" if the actions end before the hand, else "".  ``passed`` is the number of actions
    played so far, without those that show a hand.  ``order`` lists the seats of the players, where
    the first does not sit at seat 1.
    """

    def __init__(
        self,
        round_: Round,
        actions: Sequence[Action],
        texts: Sequence[str],
        amounts: HandAmounts,
        judged: Mapping[int, bool] = NOT_TOLD,
        order: Sequence[int] = (),
    ) -> None:
        self.round = round_
        self.actions = actions
        self.texts = texts
        self.amounts = amounts.wagers
        self.scale = amounts.scale
        self.judged = judged
        self.order = order
        self.at = self.passed = 0
        self.dealt: dict[int, list[int]] = {}
        self.ahead: set[int] = set()
        self.shows: dict[int, Action] = {}
        self.stopped = ""
        self.showdown = False
        for action in actions:
            if action.what == SHOW and (action.cards or action.seat not in self.shows):
                self.shows[action.seat] = action

    @property
    def state(self) -> PokerState:
        """Return the state of the hand."""
        state: PokerState = self.round.state
        return state

    def run(self) -> None:
        """Play to the end of the hand or of its actions."""
        round_ = self.round
        while (question := round_.question) is not None and not self.stopped:
            if type(question) is Chance:
                self.chance(question)
            elif isinstance(question, Asking):
                self.decide(question)
        if not self.stopped:
            self.finish()

    def finish(self) -> None:
        """Require that no action or card is left over, and that shown cards were held."""
        action = self.next(moot=True)
        if action is not None:
            raise self.bad(action, "the hand is over")
        for seat, cards in self.dealt.items():
            if cards:
                last = [a for a in self.actions if a.what == HOLE and a.seat == seat][-1]
                raise self.bad(last, f"{self.player(seat)} gets {n(len(cards), 'card')} too many")
        for seat, action in self.shows.items():
            held = {c for a in self.actions if a.what == HOLE and a.seat == seat for c in a.cards}
            held.update(self.state.hole[seat])
            strange = [card for card in action.cards if card >= 0 and card not in held]
            if strange:
                names = CARDS_AND_JOKER.show(strange)
                raise self.bad(action, f"{self.player(seat)} does not hold {names}")

    def next(self, moot: bool = False) -> Action | None:
        """Return the next action, apart from hands that are shown; None at the end.

        With ``moot``, checks of a player without an opponent left to bet against are passed over.
        """
        actions, ahead = self.actions, self.ahead
        while self.at < len(actions):
            action = actions[self.at]
            if action.what == SHOW:
                self.at += 1
            elif (ahead and action.number in ahead) or (
                (moot or action.what == BRING_IN) and self._is_moot(action)
            ):
                self.go_on()
            else:
                return action
        return None

    def go_on(self) -> None:
        """Count the next action as played."""
        self.at += 1
        self.passed += 1

    def _is_moot(self, action: Action) -> bool:
        """Return True for a check where all others are all-in, or a bring-in already posted."""
        s, seat = self.state, action.seat
        if action.what == BRING_IN:
            return not s.must_open and s.forced[seat] > 0
        if action.what != MEET or s.betting or seat not in s.live or s.bets[seat] < max(s.bets):
            return False
        contested = len(s.live) > 1 or self.showdown
        return contested and sum([s.chips[other] > 0 for other in s.live]) <= 1

    def bad(self, action: Action, why: str, clauses: Sequence[str] = ()) -> BadHand:
        """Return the error for an action."""
        return BadHand(why, action.number, self.texts[action.number - 1], clauses)

    def player(self, seat: int) -> str:
        """Return the name that the format has for a seat: p1, p2 and so on."""
        return f"p{self.order.index(seat) + 1 if seat in self.order else seat}"

    def allowed(self, question: Asking) -> str:
        """Describe the decisions that are allowed instead."""
        seat = question.seats()[0]
        return f"{self.player(seat)} may {choices_in_words(question.choices_of(seat), self.scale)}"

    def interrupted(self) -> bool:
        """Return True if something else comes before the next action."""
        return False

    def chance(self, question: Chance) -> None:
        """Deal the cards that are asked for, from the dealer's next actions."""
        if question.kind == "shuffle":
            self.round.deal(())
        elif question.what in ("hole cards", "up cards"):
            self._deal_around(question)
        elif question.what == "draw":
            self._deal_draw(question)
        else:
            self._deal_board(question)

    def _deal_around(self, question: Chance) -> None:
        """Deal the cards of a round to the players, in the order of the actions."""
        seats = receivers(self.state, question.n)
        each, dealt = question.n // len(seats), self.dealt
        while (action := self.next(moot=True)) is not None and action.what == HOLE:
            dealt.setdefault(action.seat, []).extend(action.cards)
            self.go_on()
            if self.interrupted():
                break
        for seat in seats:
            if len(dealt.get(seat, ())) < each:
                self._no_cards(question, f"{self.player(seat)} gets {each} of its cards first")
                return
        pieces = [dealt[seat][i] for i in range(each) for seat in seats]
        for seat in seats:
            del dealt[seat][:each]
        self.deal(tuple(pieces))

    def _deal_draw(self, question: Chance) -> None:
        """Deal the cards of a draw; they may stand behind the discards of other players."""
        s = self.state
        seat = next(iter(s.due or s.later))
        held = self.dealt.setdefault(seat, [])
        at = self.at
        while len(held) < question.n and at < len(self.actions):
            action = self.actions[at]
            if action.what not in _PAST_CARDS:
                break
            if action.what == HOLE and action.seat == seat and action.number not in self.ahead:
                held.extend(action.cards)
                self.ahead.add(action.number)
            at += 1
        if len(held) < question.n:
            self._no_cards(question, f"{self.player(seat)} gets {n(question.n, 'card')} first")
            return
        pieces = tuple(held[: question.n])
        gone = set(pieces).difference(self.round.unseen())
        if gone and gone <= set(s.muck) and "refill" in self.round.game.ruling_rules:
            self.round.ruling(Ruling("refill"))
            return
        del held[: question.n]
        self.deal(pieces)

    def _deal_board(self, question: Chance) -> None:
        """Deal the board cards of the next action; refuse any other action."""
        action = self.next(moot=True)
        if action is None or action.what != BOARD:
            self._no_cards(question, f"the {question.what} comes first")
            return
        self.go_on()
        self.deal(action.cards, action)

    def _no_cards(self, question: Chance, why: str) -> None:
        """Stop because the cards are not stated; refuse an action that comes instead."""
        action = self.next(moot=True)
        if action is not None:
            raise self.bad(action, why, self.round.game.deal_clauses)
        self.stopped = UNFINISHED

    def deal(self, pieces: tuple[int, ...], action: Action | None = None) -> None:
        """Deal cards; a refusal names the action that brought the card."""
        try:
            self.round.deal(pieces)
        except Refused as refused:
            raise self.bad(action or self._brought(pieces), refused.what, refused.clauses) from None

    def _brought(self, pieces: tuple[int, ...]) -> Action:
        """Return the action to blame for refused cards: the one that brings a card again."""
        named = [a for a in self.actions[: self.at] if set(a.cards) & set(pieces)]
        again = [
            a for i, a in enumerate(named) if any(set(a.cards) & set(b.cards) for b in named[:i])
        ]
        return (again[:1] or named[-1:] or self.actions[-1:])[0]

    def decide(self, question: Asking) -> None:
        """Enter the next action as the answer to a question."""
        if type(question) is Ask and question.default_action == "show":
            self.show(question)
            return
        action = self.next(moot=not self.state.betting)
        if action is None:
            self.stopped = UNFINISHED
            return
        if action.what in (HOLE, BOARD):
            raise self.bad(action, f"{self.round.standing()}; {self.allowed(question)}")
        self.enter(self.act_of(action, question), action, question)
        self.go_on()

    def act_of(self, action: Action, question: Asking) -> Act:
        """Return the decision that an action stands for."""
        s, seat = self.state, action.seat
        amount = self.amounts.get(action.number, 0)
        shown = PlayerAction(action.what, seat, action.cards, amount)
        return act_of_action(shown, question.choices_of(seat), s.to_call > s.bets[seat])

    def enter(self, act: Act, action: Action, question: Asking) -> None:
        """Enter a decision; a refusal names the action and the allowed ones."""
        try:
            self.round.act(act)
        except Halted:
            raise
        except Refused as refused:
            why = f"{refused.what}; {self.allowed(question)}"
            raise self.bad(action, why, refused.clauses) from None

    def show(self, question: Ask) -> None:
        """Show or muck a hand; one with an untold card is mucked, since it cannot be judged."""
        self.showdown = True
        s, seat = self.state, question.seat
        claims = [x for x in s.showing if not self._gives_up(x)]
        if not any(self.judged.get(x, True) for x in (*s.shown, *claims)) and len(claims) > 1:
            self.stopped = UNDECIDED
            return
        shows = not self._gives_up(seat) and self.judged.get(seat, True)
        shown = PlayerAction(SHOW, seat, s.hole[seat] if shows else ())
        self.round.act(act_of_action(shown, question.choices, False))

    def _gives_up(self, seat: int) -> bool:
        """Return True if the player mucks at the showdown."""
        action = self.shows.get(seat)
        return action is not None and not action.cards


def receivers(s: PokerState, cards: int) -> list[int]:
    """Return the seats that get these cards: all in the hand, or those the deck is short of."""
    seats = s.receiving()
    return short_of(s)[:cards] if cards % len(seats) else list(seats)
