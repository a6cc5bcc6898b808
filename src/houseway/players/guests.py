"""Guests: players who bet and decide like people at a table.

A guest has a unit of its own, a round number of dollars, and wagers it once, twice or three times.
It makes side bets sometimes, a bet behind another or a tip seldom, and never bets cents. As the
player-dealer it puts up enough to be played against. Cards are played by common charts, hands are
set the house way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from houseway.analysis.blackjack.decisions import DECISIONS, STAND
from houseway.analysis.blackjack.strategy.basic import basic
from houseway.engine.questions import DEALER, Act, Amount, Asking, Choice, Place, Spot
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.face.views import Prompt, View
from houseway.pieces.cards import CARDS
from houseway.players.bots import TRIES, Bot, least_on, plainest
from houseway.table.round import Round
from houseway.table.table import Table

COVERED = "??"
ROUND = (1_00, 2_00, 5_00, 10_00, 15_00, 20_00, 25_00, 50_00, 75_00, 100_00, 200_00, 500_00)
"""Amounts that people like."""
PART = 20
"""A guest's unit is at most this part of its chips, unless the table asks for more."""
SIDE, TIP, SITS_OUT, LATE, INSURES, BANKS, JOINS, BEHIND = 25, 1, 3, 30, 8, 95, 8, 6
"""Probabilities in percent."""
MEETS = 70
"""Percent of hands that are backed if no chart is known."""
PLAYS_FROM = "Qs 6h 4d"
"""The least three cards with which an ante is backed."""
ABOVE_21 = 26
"""Total from which a guest stands, where hands count beyond 21."""


def round_amount(cents: int, spot: Spot | Amount) -> int:
    """Return the greatest popular amount up to ``cents`` that is allowed, in cents."""
    least = least_on(spot) if isinstance(spot, Spot) else spot.least
    liked = [each for each in ROUND if least <= each <= min(cents, spot.most)]
    fits = [each for each in liked if not (each - spot.least) % spot.step]
    if isinstance(spot, Spot):
        fits = [each for each in liked if not each % spot.step]
    return fits[-1] if fits else least


class Guest(Bot):
    """A player at a table with tastes of its own."""

    def __init__(
        self, seed: int | None = None, puts_up: tuple[int, ...] = (50, 60, 75, 90)
    ) -> None:
        super().__init__(seed)
        self.puts_up = puts_up
        """Parts of its chips that it banks with, in percent."""
        self.tastes: dict[int, int] = {}

    def choose(self, round_: Round, seat: int) -> Act:
        """Return a sensible decision if the rules allow it; else any that they allow."""
        view = round_.view(seat)
        if view.prompt is not None:
            for _ in range(TRIES):
                act = self._decision(round_.game, view, view.prompt)
                if act is None:
                    break
                if round_.refusal(act) is None:
                    return act
        return super().choose(round_, seat)

    def answer(self, game: Game, view: View) -> Act:
        """Return a decision from this view alone, without the round.

        Only the table knows for certain if the rules allow it.
        """
        prompt = view.prompt
        if prompt is None:
            raise Refused("view-without-prompt", f"seat {view.viewer} is not asked anything now")
        choices = {choice.name: choice for choice in prompt.actions}
        for _ in range(TRIES):
            act = self._decision(game, view, prompt)
            if act is None:
                act = self._answer(
                    prompt.seat, self._pick(tuple(prompt.actions), prompt.default_action)
                )
            if act.name in choices and choices[act.name].fault(act) is None:
                return act
        return plainest(prompt.seat, choices.get(prompt.default_action, prompt.actions[0]))

    def _decision(self, game: Game, view: View, prompt: Prompt) -> Act | None:
        """Return the guest's decision on what is offered; None if it has no preference."""
        seat, late = prompt.seat, prompt.default_action
        choices: dict[str, Choice] = {choice.name: choice for choice in prompt.actions}
        if "bank" in choices:
            return self._banks(seat, choices["bank"])
        if "bet" in choices and isinstance(choices["bet"], Place):
            return self._bets(view, seat, choices)
        if "add" in choices and isinstance(choices["add"], Place):
            placed = self._placed(view, seat, choices["add"], LATE)
            return Act(seat, "add", places=placed) if placed else Act(seat, late)
        if "insure" in choices:
            if not self._likely(INSURES):
                return Act(seat, late)
            amount = choices["insure"]
            return Act(seat, "insure", amount.most if isinstance(amount, Amount) else 0)
        if "house_way" in choices:
            return Act(seat, "house_way")
        if "stand" in choices or "hit" in choices:
            return self._plays(game, view, choices)
        if "fold" in choices and game.family != "poker":
            return self._backs(game, view, choices)
        return None

    def _taste(self, seat: int) -> int:
        """Return the number of least bets in the guest's unit; most play low."""
        if seat not in self.tastes:
            self.tastes[seat] = self.random.choice((1, 1, 2, 2, 3, 5))
        return self.tastes[seat]

    def _banks(self, seat: int, choice: Choice) -> Act:
        """Return a bank worth playing against: a round sum of half of its chips or more."""
        if not isinstance(choice, Amount) or not self._likely(BANKS):
            return Act(seat, "refuse")
        return Act(seat, choice.name, self._put_up(choice))

    def _put_up(self, choice: Amount) -> int:
        """Return the wager of a bank: a share of the most, rounded down to a usual amount."""
        wanted = choice.most * self.random.choice(self.puts_up) // 100
        for step in (100_00, 25_00, 5_00, 1_00):
            amount = wanted - wanted % step
            if amount >= max(choice.least, wanted * 4 // 5):
                return amount if choice.step == 1 else choice.most
        return max(wanted, choice.least) if choice.step == 1 else choice.most

    def _bets(self, view: View, seat: int, choices: Mapping[str, Choice]) -> Act:
        """Return the wagers of a guest, a part of the bank, or the decision to sit out."""
        joins = choices.get("join_bank")
        if isinstance(joins, Amount) and self._likely(JOINS):
            return Act(seat, "join_bank", self._put_up(joins))
        bet = choices["bet"]
        assert isinstance(bet, Place), "wagers are placed on spots"
        if "sit_out" in choices and self._likely(SITS_OUT):
            return Act(seat, "sit_out")
        placed = self._placed(view, seat, bet, SIDE)
        if not placed:
            return Act(seat, "sit_out")
        return Act(seat, "bet", places=placed + self._behind(seat, bet))

    def _placed(
        self, view: View, seat: int, choice: Place, percent: int
    ) -> tuple[tuple[str, int], ...]:
        """Return the required wagers in this guest's units, and some optional ones."""
        chips = next(s.chips for s in view.seats if s.seat == seat)
        own = [spot for spot in choice.spots if not spot.circle]
        first = [spot for spot in own if spot.required]
        if not first and choice.name == "bet":
            first = self._favourite(own)
        placed: dict[str, int] = {}
        for spot in (*first, *self._beside(own, first, percent)):
            if spot.equals:
                if spot.equals in placed:
                    placed[spot.name] = placed[spot.equals]
            elif choice.open_to(spot, placed):
                placed[spot.name] = self._wagered(seat, spot, chips, main=spot in first)
        return tuple((spot.name, placed[spot.name]) for spot in own if spot.name in placed)

    def _behind(self, seat: int, choice: Place) -> tuple[tuple[str, int], ...]:
        """Return, seldom, the least of one further wager in another circle."""
        others = [s for s in choice.spots if s.circle and not s.beside and s.whom != DEALER]
        if not others or not self._likely(BEHIND):
            return ()
        spot = self.random.choice(others)
        return ((spot.name, least_on(spot)),)

    def _wagered(self, seat: int, spot: Spot, chips: int, main: bool) -> int:
        """Return an amount of some units; of a side bet the least or a few dollars more."""
        least = max(least_on(spot), 1_00)
        units = self._taste(seat) if main and self._likely(80) else 1
        if not main:
            units = self.random.choice((1, 1, 1, 5))
        return round_amount(min(least * units, max(chips // PART, least)), spot)

    def _beside(self, own: Sequence[Spot], first: Sequence[Spot], percent: int) -> list[Spot]:
        """Return at most two of the optional wagers, and seldom a tip."""
        instead = [] if any(spot.required for spot in first) or not first else own[:2]
        sides = [s for s in own if s not in first and s not in instead and s.whom != DEALER]
        tips = [spot for spot in own if spot.whom == DEALER and self._likely(TIP)]
        liked = [spot for spot in sides if self._likely(percent)]
        return [*self.random.sample(liked, min(2, len(liked))), *tips[:1]]

    def _favourite(self, spots: Sequence[Spot]) -> list[Spot]:
        """Return a wager to make where none is required: mostly one of the first two."""
        mine = [s for s in spots if s.whom != DEALER and not s.equals and not s.beside][:3]
        return self.random.choices(mine, (8, 8, 1)[: len(mine)]) if mine else []

    def _plays(self, game: Game, view: View, choices: Mapping[str, Choice]) -> Act | None:
        """Return the decision of the common chart, if it is offered."""
        cards, dealer = to_play(game, view), dealers_up(game, view)
        if not cards or dealer is None:
            return None
        count = getattr(game, "count", None)
        offered = sum(1 << bit for bit, name in enumerate(DECISIONS) if name in choices)
        if count is not None and not count.over((*CARDS.parse("Ts Th 2d"),)):
            name = "stand" if count.total(cards) >= ABOVE_21 else "hit"
        else:
            name = DECISIONS[basic(cards, dealer, offered | 1 << STAND)]
        chosen = choices.get(name) or choices.get("stand") or choices["hit"]
        amount = chosen.most if isinstance(chosen, Amount) else 0
        return Act(view.viewer, chosen.name, amount)

    def _backs(self, game: Game, view: View, choices: Mapping[str, Choice]) -> Act | None:
        """Return the decision to play or fold: mostly to play, at three cards by queen, six and
        four.
        """
        seat = view.viewer
        stays = next((name for name in ("play", "match") if name in choices), "fold")
        if game.family != "ante_play":
            return Act(seat, stays if self._likely(MEETS) else "fold")
        rank: Any = game.rank  # type: ignore[attr-defined] # of the family that has an ante
        good = rank(to_play(game, view)) >= rank(CARDS.parse(PLAYS_FROM))
        return Act(seat, stays if good else "fold")


def to_play(game: Game, view: View) -> tuple[int, ...]:
    """Return the pieces of the hand in question; none if they are not visible."""
    turns = [pile for pile in view.piles if pile.turn and COVERED not in pile.pieces]
    mine = [pile for pile in turns if pile.seat == view.viewer] or turns
    return game.kind.parse(" ".join(mine[0].pieces)) if mine else ()


def dealers_up(game: Game, view: View) -> int | None:
    """Return the first of the dealer's face-up cards; None if there is none."""
    lying = (pile.pieces for pile in view.piles if pile.zone == "dealer")
    seen = [name for names in lying for name in names if name != COVERED]
    return game.kind.parse(seen[0])[0] if seen else None


class Opponent(Protocol):
    """A player that decides for a seat by what is visible there."""

    def choose(self, round_: Round, seat: int) -> Act: ...


class Decider(Protocol):
    """A player that decides from a view alone, wherever the round is played."""

    def answer(self, game: Any, view: View) -> Act: ...


class Mind(Opponent, Decider, Protocol):
    """A player for rounds of this process and for views from elsewhere."""


def opponent(game: Game, seed: int | None, style: str = "tight") -> Mind:
    """Return a poker player of this style who knows the odds, or a guest."""
    if game.family != "poker":
        return Guest(seed)
    from houseway.analysis.poker.bot import PokerBot  # numpy: only where poker is played

    return PokerBot(style, seed)


def round_of(table: Table, who: Opponent) -> Round:
    """Play one whole round in which the same player decides for every seat."""
    round_ = table.start()
    while isinstance(question := round_.question, Asking):
        table.enter(who.choose(round_, question.seats()[0]))
    return round_
