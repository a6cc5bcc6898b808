"""A dealer's drill: rounds of guests as they lie before they are paid, and what is to be paid.

Everything follows from a game, its posting and a seed.  A position has its questions in the order
in which the rules settle; an answer is judged against the settlement itself, so the drill knows no
more of a game than the table does.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from statistics import fmean

import msgspec

from houseway.errors import Refused
from houseway.events import DROP, Event, Settlement
from houseway.game import Game
from houseway.money import dollars, share, shown
from houseway.pay import Payout, parse_payout
from houseway.shapes.poker_room.end_events import PotAwarded
from houseway.sheets.explain import Cited, words_of
from houseway.table.bots import Bot
from houseway.table.guests import Guest, Opponent, round_of
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.views import Chips, Pile, View

WAGER, FEE, BANK, POT = "wager", "fee", "bank", "pot"
"""What is asked: a wager's pay, a fee, what is left of a bank, who gets a pot."""
SEATS = 3
TRIES = 40
"""Rounds looked at until one has a hand to compare, or anything to pay."""
STAKES = (2, 5, 25, 60, 150)
"""What guests bring, in least bets: with little, a pot has sides."""
BANKS = (3, 10, 60)
"""Which parts of it they bank with, in hundredths: with little, not everything is covered."""
LEAST = 5_00
"""What is taken for the least bet where a game has none, and at least."""
NOTHING = (
    "push",
    "nothing",
    "none",
    "pushes",
    "tie",
    "back",
    "returned",
    "stays",
    "no action",
    "even",
)
TAKEN = ("lose", "loses", "lost", "take", "takes", "taken")
_LAMMERS = re.compile(r"([0-9]+) (?:lammer|coin)s?\b")
_SHARE = re.compile(r"(?:seat\s*)?([0-9]{1,2})\s*(?:[=:]\s*|\s+gets\s+)(\$?[0-9][0-9,.]*)")


class Question(msgspec.Struct, frozen=True):
    """One thing to be paid or taken, and what the rules say of it.

    ``right`` is the result of each seat it is about: what a wager wins or loses without its stake,
    what a fee comes to, what a player-dealer takes back, what each winner gets of a pot.
    """

    kind: str
    seat: int
    what: str
    stake: int
    right: dict[int, int]
    outcome: str = ""
    odds: str = ""
    sum: str = ""
    note: str = ""
    clauses: tuple[Cited, ...] = ()
    free: str = ""
    """The lammers with it, in words."""
    also: int | None = None
    """Another answer that says the same: a payment for which the stake is taken."""

    @property
    def asks(self) -> str:
        """The question in words."""
        if self.kind == POT:
            return f"{self.what}, {shown(sum(self.right.values()))}: who gets how much?"
        if self.kind == FEE:
            return f"{self.what}: how much?"
        if self.kind == BANK:
            return f"seat {self.seat}, {self.what}, {shown(self.stake)} put up: what goes back?"
        free = f" and {self.free}" if self.free and self.stake else self.free
        stake = shown(self.stake) if self.stake or not free else ""
        return f"seat {self.seat}, {self.what}, {stake}{free}: what is it paid?"

    @property
    def answer(self) -> str:
        """The right answer as it could be typed."""
        if self.kind == POT:
            return " ".join(f"{seat}={shown(cents)}" for seat, cents in self.right.items())
        (cents,) = self.right.values()
        if self.kind in (FEE, BANK):
            return shown(cents)
        if cents > 0:
            return f"paid {shown(cents)}"
        if not cents:
            return "push" if self.stake else "nothing"
        return "lose" if cents == -self.stake else f"lose {shown(-cents)}"

    @property
    def explained(self) -> str:
        """Outcome, odds, arithmetic and clauses in one sentence."""
        why = [part for part in (self.outcome, self.odds, self.sum, self.note) if part]
        why = [part for part in dict.fromkeys(why) if part != self.answer]
        by = f" ({', '.join(cited.clause for cited in self.clauses)})" if self.clauses else ""
        return self.answer + (f": {'; '.join(why)}" if why else "") + by


class Position(msgspec.Struct, frozen=True):
    """A round before it is paid: what lies on the table, and the questions in their order."""

    number: int
    view: View
    questions: tuple[Question, ...]
    round: Round


def positions(
    game: Game, seed: int | None = None, seats: int | None = None, totals: bool = False
) -> Iterator[Position]:
    """Positions without end; the same seed gives the same ones.

    ``totals`` shows beside each hand what it comes to.
    """
    rng = random.Random(seed)
    wanted = _seats(game, seats)
    number = 0
    while True:
        number += 1
        round_ = _round_worth_asking(game, rng, wanted)
        yield Position(number, laid_out(round_, totals), questions_of(round_), round_)


def _seats(game: Game, seats: int | None) -> int:
    if seats is None:
        return max(game.seats_min, min(SEATS, game.seats_max))
    if not game.seats_min <= seats <= game.seats_max:
        raise Refused(
            f"{game.name} is for {game.seats_min} to {game.seats_max} players, not {seats}"
        )
    return seats


def _round_worth_asking(game: Game, rng: random.Random, seats: int) -> Round:
    """A round with something to pay; of poker, one that was compared at the end."""
    found: Round | None = None
    for _ in range(TRIES):
        table = Table(game, seed=rng.getrandbits(62))
        least = max([LEAST, *(game.limits(w)[0] for w in game.wagers if game.requires(w))])
        for seat in range(1, seats + 1):
            table.sit(seat, f"seat {seat}", least * rng.choice(STAKES))
        found = round_of(table, _player(game, rng.getrandbits(62)))
        asked = questions_of(found)
        if any(q.kind != FEE and (q.kind != POT or q.outcome) for q in asked):
            return found
    if found is None or not questions_of(found):
        raise Refused(f"{game.name}: in {TRIES} rounds there was nothing to pay")
    return found


def _player(game: Game, seed: int) -> Opponent:
    """Who seldom folds, or whose bank may be too small for what is won from it."""
    return Bot(seed) if game.shape == "poker_room" else Guest(seed, BANKS)


# -- what lies on the table ----------------------------------------------------------------------


def laid_out(round_: Round, totals: bool = True) -> View:
    """The table with every hand turned up that its player held, and all stakes in their places."""
    game, last = round_.game, round_.view(0)
    before = game.view(_state_before_pay(round_), 0)
    own = {
        (pile.zone, pile.seat, pile.hand): pile
        for seat in last.seats
        for pile in round_.view(seat.seat).piles
        if pile.seat == seat.seat
    }
    piles = [own.get((pile.zone, pile.seat, pile.hand), pile) for pile in last.piles]
    chips = before.chips
    if not before.pots:
        chips = [
            Chips(s.seat, s.wager, s.stake, s.owner, lammers_of(s), s.hand, s.circle)
            for s in _settlements(round_)
            if s.stake or lammers_of(s)
        ]
    return msgspec.structs.replace(
        before, phase=last.phase, chips=chips, said=[], prompt=None, waiting_for=[],
        piles=piles if totals else [_untold(pile) for pile in piles],
    )  # fmt: skip


def _untold(pile: Pile) -> Pile:
    """A pile without what it comes to; what was done with it stays."""
    note = pile.note.removeprefix(pile.total).lstrip(", ") if pile.total else pile.note
    return msgspec.structs.replace(pile, note=note, total="")


def _state_before_pay(round_: Round) -> object:
    """The state just before the first thing is settled."""
    state = round_.game.new_state(round_.seats, round_.between)
    for event in round_.events:
        if event.settlement() is not None:
            break
        event.do(state)
    return state


def _settlements(round_: Round) -> Iterator[Settlement]:
    for event in round_.events:
        if (settled := event.settlement()) is not None:
            yield settled


def lammers_of(settled: Settlement) -> int:
    """How many lammers lay with a wager, for which the house paid."""
    found = _LAMMERS.match(settled.note)
    return int(found[1]) if found else 0


# -- what is asked -------------------------------------------------------------------------------


def questions_of(round_: Round) -> tuple[Question, ...]:
    """Fees, wagers, pots and banks of a round that is over, in the order of its events."""
    found: list[Question] = []
    for event in round_.events:
        asked = _question(round_, event)
        if asked is None:
            continue
        if found and (joined := _joined(found[-1], asked)) is not None:
            found[-1] = joined
        else:
            found.append(asked)
    return tuple(found)


def _joined(last: Question, asked: Question) -> Question | None:
    """Shares of one pot are one question, and so are the fees of one seat."""
    if last.kind != asked.kind or last.what != asked.what or asked.kind not in (POT, FEE):
        return None
    right = dict(last.right)
    for seat, cents in asked.right.items():
        right[seat] = right.get(seat, 0) + cents
    outcomes = dict.fromkeys(part for part in (last.outcome, asked.outcome) if part)
    clauses = {cited.clause: cited for cited in (*last.clauses, *asked.clauses)}
    return msgspec.structs.replace(
        last, right=right, outcome="; ".join(outcomes), clauses=tuple(clauses.values())
    )


def _question(round_: Round, event: Event) -> Question | None:
    words = round_.game.words()
    settled = event.settlement()
    if settled is None:
        return _fee(event)
    cited = tuple(Cited(clause, words_of(clause)) for clause in dict.fromkeys(settled.clauses))
    outcome = words.outcome(settled.wager, settled.outcome, settled.because)
    if isinstance(event, PotAwarded):
        part = f" for the {event.part}" if event.part else ""
        said = f"seat {settled.seat} has {outcome}{part}" if event.strength else ""
        what = words.wager("pot" if event.pot == 1 else f"pot_{event.pot}")
        return Question(
            POT, settled.seat, what, 0, {settled.seat: settled.back}, said, clauses=cited
        )
    if settled.odds == "player-dealer":
        return Question(
            BANK, settled.seat, "the player-dealer", settled.stake, {settled.seat: settled.back},
            sum=_bank_sum(settled), clauses=cited,
        )  # fmt: skip
    what = words.spot(settled.wager, settled.hand, settled.owner, settled.circle)
    odds = "" if settled.odds == "no action" else settled.odds
    return Question(
        WAGER, settled.seat, what, settled.stake, {settled.seat: settled.net}, outcome, odds,
        arithmetic(settled), settled.note, cited, settled.note if lammers_of(settled) else "",
        _also(settled),
    )  # fmt: skip


def _bank_sum(settled: Settlement) -> str:
    net = settled.net
    if not net:
        return "as much was collected as paid"
    more = "collected" if net > 0 else "paid"
    sign = "+" if net > 0 else "-"
    return f"{shown(settled.stake)} {sign} {shown(abs(net))} {more} in all"


def _fee(event: Event) -> Question | None:
    """Money that goes to the house's drop."""
    moved = [(source, cents) for source, target, cents in event.transfers() if target == DROP]
    if not moved:
        return None
    (name, seat), cents = moved[0][0], sum(cents for _, cents in moved)
    what = f"the fee of seat {seat}" if name == "purse" else "the collection from the pot"
    clauses = getattr(event, "clauses", ()) or (getattr(event, "clause", ""),)
    cited = tuple(Cited(clause, words_of(clause)) for clause in clauses if clause)
    return Question(FEE, seat, what, 0, {seat: cents}, clauses=cited)


def _payout(settled: Settlement) -> Payout | None:
    try:
        return parse_payout(settled.odds).at(settled.stake)
    except ValueError:
        return None


def _also(settled: Settlement) -> int | None:
    """Where the stake does not stay, a dealer may as well say what is paid for it."""
    payout = _payout(settled)
    if payout is None or payout.stake_back or settled.back == settled.net or not settled.back:
        return None
    return settled.back


def arithmetic(settled: Settlement) -> str:
    """``$5 x 8 = $40``; what comes on top or is missing stands behind it."""
    payout, stake = _payout(settled), settled.stake
    if payout is None or not payout.numerator:
        return ""
    top, bottom = payout.numerator, payout.denominator
    over = f" / {bottom}" if bottom > 1 else ""
    paid = share(stake, top, bottom)
    said = f"{shown(stake)} x {top}{over} = {shown(paid)}"
    if not payout.stake_back:
        said += f", for the {shown(stake)} of the wager"
        paid -= stake
    more = settled.net - paid
    if more:
        said += f", and {shown(abs(more))} {'more' if more > 0 else 'less'}"
    return said


# -- answers -------------------------------------------------------------------------------------


def judge(question: Question, text: str) -> bool:
    """Whether this is what is to be paid; refused where it is no answer at all."""
    said = " ".join(text.strip().lower().split())
    if not said:
        raise Refused(_how(question))
    if question.kind == POT:
        return _shares(question, said) == question.right
    (right,) = question.right.values()
    given = _amount(question, said)
    return given == right or (question.also is not None and given == question.also)


def _how(question: Question) -> str:
    if question.kind == POT:
        return "say who gets how much, like 2=15 4=15, or the seat alone that gets all"
    if question.kind in (FEE, BANK):
        return "say an amount, like 5 or 7.50"
    return "say an amount without the stake, like 15 or 7.50, or push, or lose (or lose 5)"


def _amount(question: Question, said: str) -> int:
    if said in NOTHING:
        return question.stake if question.kind == BANK else 0
    if said in TAKEN:
        return -question.stake
    if said == "half":
        return -question.stake // 2
    word, _, rest = said.partition(" ")
    try:
        if word in TAKEN:
            return -dollars(rest)
        return dollars(rest if word in ("paid", "pays", "pay", "wins") else said)
    except ValueError:
        raise Refused(_how(question)) from None


def _shares(question: Question, said: str) -> Mapping[int, int]:
    whole = sum(question.right.values())
    alone = said.removeprefix("seat").strip()
    if alone.isdecimal():
        return {int(alone[:3]): whole}
    found = {int(seat): dollars(cents.rstrip(",")) for seat, cents in _SHARE.findall(said)}
    if not found or re.sub(r"[\s,]|and", "", _SHARE.sub("", said)):
        raise Refused(_how(question))
    return found


# -- how it went ---------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True):
    """One question answered: whether rightly, and in how many seconds."""

    question: Question
    right: bool
    seconds: float


def summary(answers: list[Answer]) -> list[str]:
    """How many were right, how long they took, and which wagers were missed."""
    if not answers:
        return ["no question was answered"]
    right = sum(answer.right for answer in answers)
    slowest = max(answers, key=lambda answer: answer.seconds)
    lines = [
        f"{right} of {len(answers)} right, {fmean(a.seconds for a in answers):.1f} seconds a "
        f"question; the slowest was {slowest.question.what} with {slowest.seconds:.1f}"
    ]
    missed: dict[str, int] = {}
    for answer in answers:
        if not answer.right:
            missed[answer.question.what] = missed.get(answer.question.what, 0) + 1
    for what, times in sorted(missed.items(), key=lambda pair: -pair[1]):
        asked = sum(answer.question.what == what for answer in answers)
        lines.append(f"missed: {what}, {times} of {asked}")
    return lines
