"""Advice for any game: deal the hidden pieces at random and play the round to its end.

Decisions of others stay; their hidden cards are any that are consistent with all that the player
was told. A deal that would have been reported otherwise, such as a blackjack under a card that was
checked, is dropped. After the decision all seats play as guests do.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from statistics import fmean, stdev

from houseway.analysis.decision_values import Advice, DecisionValue, Progress
from houseway.engine.events import Event, field_kinds
from houseway.engine.questions import (
    Act,
    Amount,
    Arrange,
    Asking,
    Button,
    Chance,
    Choice,
    Drawn,
    Input,
)
from houseway.errors import HousewayError, Refused
from houseway.pieces.kind import UNSEEN
from houseway.players.bots import plainest
from houseway.players.guests import Guest
from houseway.records.cases import nets
from houseway.table.round import Round

SECONDS, DEALS, FEWEST = 2.0, 600, 12
"""The time limit of the playouts in seconds, and the largest and smallest number of deals."""
TRIES, FAILED = 24, 400
"""Other pieces tried in a place to find out if it is hidden; the number of rejected deals after
which the playouts stop.
"""
ARRANGEMENTS, SHOWN = 40, 3
CENT = 0.005
TOO_CLOSE = "the first of them are too close to tell apart"
HOW = (
    "estimated: {n} deals of what you cannot see, played to the end; the others, and you from "
    "then on, play as guests do"
)


def playout_advice(
    round_: Round,
    seat: int,
    progress: Progress,
    seed: int = 1,
    seconds: float = SECONDS,
    deals: int = DEALS,
) -> Advice | None:
    """Return the mean result of every decision, or None unless several can be compared."""
    question = round_.question
    if not isinstance(question, Asking):
        return None
    acts = [act for c in question.choices_of(seat) for act in _acts(c, seat)]
    acts = [act for act in _each_once(acts, question, seat) if round_.refusal(act) is None]
    if len(acts) < 2:
        return None
    unseen = Unseen(round_, seat, random.Random(seed))
    race = Race(acts)
    until, failed, played = time.monotonic() + seconds, 0, 0
    while played < deals and failed < FAILED:
        if played >= FEWEST and time.monotonic() > until:
            break
        inputs = unseen.redealt_inputs()
        if inputs is None:
            failed += 1
            continue
        chance = unseen.random.getrandbits(62)
        race.run({act: _net(unseen.rerun(inputs), act, chance, seat) for act in race.left})
        played += 1
        progress(f"{played} deals played out")
    if played < FEWEST:
        return None
    options = race.options()
    close = (TOO_CLOSE,) if race.is_close() else ()
    return Advice(options[0].act, options, 0, HOW.format(n=played), close)


class Race:
    """Decisions tried with the same deals; those far behind drop out, which saves time."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self.left = list(acts)
        self.results: dict[Act, list[int]] = {act: [] for act in acts}

    def run(self, found: Mapping[Act, int]) -> None:
        """Play one more deal."""
        for act, net in found.items():
            self.results[act].append(net)
        if len(self.results[self.left[0]]) % FEWEST == 0:
            best = self._best()
            ahead = [act for act in self.left if not self._is_beaten(act, best)]
            others = sorted(self.left, key=lambda act: -fmean(self.results[act]))
            self.left = list(dict.fromkeys((*ahead, *others[:SHOWN])))

    def _best(self) -> Act:
        """Return the decision with the best mean result so far."""
        return max(self.left, key=lambda act: fmean(self.results[act]))

    def _behind(self, act: Act, best: Act) -> tuple[float, float]:
        """Return the mean loss of a decision against the best, and its standard error."""
        pairs = zip(self.results[act], self.results[best], strict=False)
        lost = [theirs - mine for mine, theirs in pairs]
        return fmean(lost), stdev(lost) / len(lost) ** 0.5

    def _is_beaten(self, act: Act, best: Act) -> bool:
        """Return True if a decision is worse than the best by over three standard errors."""
        cost, error = self._behind(act, best)
        return cost > 3 * error and cost > 0

    def options(self) -> tuple[DecisionValue, ...]:
        """Return all decisions tried, the best first, with the error of their cost."""
        best = self._best()
        mean = fmean(self.results[best])
        error = stdev(self.results[best]) / len(self.results[best]) ** 0.5
        found = [DecisionValue(best, mean / 100, max(error / 100, CENT))]
        listed = [self.results[best]]
        for act, results in self.results.items():
            if act == best:
                continue
            if not act.parts or results not in listed:  # equal cards give equal results every time
                listed.append(results)
                cost, error = self._behind(act, best)
                found.append(DecisionValue(act, (mean - cost) / 100, max(error / 100, CENT)))
        return tuple(sorted(found, key=lambda option: -option.worth))

    def is_close(self) -> bool:
        """Return True if another decision may be as good as the best."""
        best = self._best()
        costs = [self._behind(act, best) for act in self.left if act != best]
        return any(0 < cost < 2 * error for cost, error in costs)


def _acts(choice: Choice, seat: int) -> list[Act]:
    """Return the decisions that a choice offers; of amounts the greatest."""
    if isinstance(choice, Button):
        return [Act(seat, choice.name)]
    if isinstance(choice, Amount):
        return [Act(seat, choice.name, choice.most)]
    if isinstance(choice, Arrange) and len(choice.parts) == 2:
        ways = list(_arranged(choice))
        return [Act(seat, choice.name, parts=way) for way in ways[:ARRANGEMENTS]]
    return []


def _each_once(acts: list[Act], question: Asking, seat: int) -> list[Act]:
    """Return the decisions without an arrangement that has a button of its own."""
    names = {choice.name for choice in question.choices_of(seat)}
    arranged = [c for c in question.choices_of(seat) if isinstance(c, Arrange) and c.suggestion]
    if "house_way" not in names or not arranged:
        return acts
    same = {tuple((name, tuple(sorted(p))) for name, p in c.suggestion) for c in arranged}
    left = [act for act in acts if act.parts not in same]
    return sorted(left, key=lambda act: act.name != "house_way")


def _arranged(choice: Arrange) -> list[tuple[tuple[str, tuple[int, ...]], ...]]:
    """Return every way to divide the pieces, each once."""
    (one, n), (other, _) = choice.parts
    found = {}
    for places in combinations(range(len(choice.pieces)), n):
        mine = tuple(sorted(choice.pieces[i] for i in places))
        rest = tuple(sorted(p for i, p in enumerate(choice.pieces) if i not in places))
        found[mine] = ((one, mine), (other, rest))
    return list(found.values())


def _net(round_: Round, act: Act, seed: int, seat: int) -> int:
    """Return the net of the seat at the end of the round, after this decision."""
    rng, guest = random.Random(seed), Guest(seed)
    round_.act(act)
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            round_.deal(_drawn(round_, question, rng))
        else:
            next_seat = question.seats()[0]
            round_.act(guest.choose(round_, next_seat))
    return nets(round_)[str(seat)]


def _drawn(round_: Round, question: Chance, rng: random.Random) -> tuple[int, ...]:
    """Return random pieces or dice that the question asks for; nothing for a shuffle."""
    if question.kind == "pieces":
        return tuple(rng.sample(round_.unseen(), question.n))
    if question.kind == "dice":
        return tuple(rng.randint(1, 6) for _ in range(question.n))
    return ()


class Unseen:
    """The pieces of a round that one seat has not seen, and random deals in their place.

    Deals depend only on what the seat was told: a round with other unseen pieces gives the same
    deals.
    """

    def __init__(self, round_: Round, seat: int, rng: random.Random) -> None:
        self.round, self.seat, self.random = round_, seat, rng
        self.events: list[Event] = round_.events_for(seat)
        self.pool = round_.unseen()
        self._seen = seen_in(self.events)
        drawn = (given.pieces for given in round_.inputs if isinstance(given, Drawn))
        self._drawn = Counter(chain.from_iterable(drawn))
        begins = rng.getstate()
        self.hidden = [
            (number, place)
            for number, given in enumerate(round_.inputs)
            if isinstance(given, Drawn)
            for place in range(len(given.pieces))
            if self._is_hidden(number, place)
        ]
        rng.setstate(begins)
        self.pool += [self._piece(number, place) for number, place in self.hidden]
        self.pool.sort()

    def _piece(self, number: int, place: int) -> int:
        """Return the piece at a place of a drawn input."""
        given = self.round.inputs[number]
        assert isinstance(given, Drawn)
        return given.pieces[place]

    def _is_hidden(self, number: int, place: int) -> bool:
        """Return True if another piece in its place would have been reported in the same way."""
        own = self._piece(number, place)
        if own not in self._seen or self._drawn[own] == 1:
            return own not in self._seen
        for _ in range(TRIES if self.pool else 0):
            other = self.random.choice(self.pool)
            if other != own and self._with({(number, place): other}) is not None:
                return True
        return False

    def redealt_inputs(self) -> list[Input] | None:
        """Return the inputs with other unseen pieces; None if the seat would see a difference."""
        pieces = self.random.sample(self.pool, len(self.hidden))
        return self._with(dict(zip(self.hidden, pieces, strict=True)))

    def _with(self, pieces: dict[tuple[int, int], int]) -> list[Input] | None:
        """Return the inputs with these pieces in their places; None if the round differs."""
        inputs = list(self.round.inputs)
        for (number, place), piece in pieces.items():
            given = inputs[number]
            assert isinstance(given, Drawn)
            changed = (*given.pieces[:place], piece, *given.pieces[place + 1 :])
            inputs[number] = Drawn(given.what, changed)
        try:
            again = self.rerun(inputs)
        except HousewayError:
            return None
        return list(again.inputs) if again.events_for(self.seat) == self.events else None

    def rerun(self, inputs: Sequence[Input]) -> Round:
        """Replay the round with these inputs; others decide again on hidden pieces."""
        again = Round(self.round.game, self.round.seats, self.round.carry_over)
        for given in inputs:
            if isinstance(given, Act) and given.seat != self.seat and (given.parts or given.pieces):
                given = _likewise(given, again)
            again.enter(given)
        return again


def _likewise(act: Act, round_: Round) -> Act:
    """Return the same decision with the pieces that are held now."""
    question = round_.question
    if round_.refusal(act) is None or not isinstance(question, Asking):
        return act
    for choice in question.choices_of(act.seat):
        if choice.name == act.name:
            return plainest(act.seat, choice)
    raise Refused(f"{act.name} is not open to seat {act.seat}")


def seen_in(events: Sequence[Event]) -> frozenset[int]:
    """Return every piece and die shown to a viewer of these events."""
    found: set[int] = set()
    for event in events:
        for name, kind in field_kinds(type(event)).items():
            if kind in ("pieces", "dice"):
                found.update(getattr(event, name))
    return frozenset(found - {UNSEEN})


def as_seen(round_: Round, seat: int, seed: int = 1) -> Round | None:
    """Return a round that this seat cannot tell from the real one: unseen pieces are replaced.

    It depends only on what the seat was told, so nothing computed from it can reveal more. None if
    no consistent pieces were found.
    """
    unseen = Unseen(round_, seat, random.Random(seed))
    for _ in range(FAILED):
        inputs = unseen.redealt_inputs()
        if inputs is not None:
            return unseen.rerun(inputs)
    return None
