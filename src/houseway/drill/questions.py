"""Questions about a round: fees, wagers, pots and banks, with the right answers and reasons."""

from __future__ import annotations

import re

import msgspec

from houseway.engine.events import DROP, Event, Settlement
from houseway.families.poker.events.ending import PotAwarded
from houseway.game.pay_tables import Payout, parse_payout
from houseway.money import format_dollars, share
from houseway.sheets.settlement.settle import Cited, words_of
from houseway.table.round import Round
from houseway.util.english import at_odds

WAGER, FEE, BANK, POT = "wager", "fee", "bank", "pot"
"""Kinds of questions: a wager's pay, a fee, the rest of a bank, the winners of a pot."""
_LAMMERS = re.compile(r"([0-9]+) (?:lammer|coin)s?\b")


class Question(msgspec.Struct, frozen=True):
    """One amount to be paid or taken, with the answer of the rules.

    ``right`` is the result of each seat in cents. It is the net of a wager, the amount of a fee,
    what a player-dealer takes back, or the share of a pot.
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
    """Its lammers, in words."""
    also: int | None = None
    """An equivalent answer: the payment if the stake is taken at the same time."""

    @property
    def asks(self) -> str:
        """Return the question in words."""
        if self.kind == POT:
            return f"{self.what}, {format_dollars(sum(self.right.values()))}: who gets how much?"
        if self.kind == FEE:
            return f"{self.what}: how much?"
        if self.kind == BANK:
            return (
                f"seat {self.seat}, {self.what}, {format_dollars(self.stake)} put "
                "up: what goes back?"
            )
        free = f" and {self.free}" if self.free and self.stake else self.free
        stake = format_dollars(self.stake) if self.stake or not free else ""
        return f"seat {self.seat}, {self.what}, {stake}{free}: what is it paid?"

    @property
    def answer(self) -> str:
        """Return the right answer as it could be typed."""
        if self.kind == POT:
            return " ".join(f"{seat}={format_dollars(cents)}" for seat, cents in self.right.items())
        (cents,) = self.right.values()
        if self.kind in (FEE, BANK):
            return format_dollars(cents)
        if cents > 0:
            return f"paid {format_dollars(cents)}"
        if not cents:
            return "push" if self.stake else "nothing"
        return "lose" if cents == -self.stake else f"lose {format_dollars(-cents)}"

    @property
    def explained(self) -> str:
        """Return outcome, odds, arithmetic and clauses in one sentence."""
        why = [part for part in (self.outcome, self.odds, self.sum, self.note) if part]
        why = [part for part in dict.fromkeys(why) if part != self.answer]
        by = f" ({', '.join(cited.clause for cited in self.clauses)})" if self.clauses else ""
        return self.answer + (f": {'; '.join(why)}" if why else "") + by


def questions_of(round_: Round) -> tuple[Question, ...]:
    """Return fees, wagers, pots and banks of a finished round, in the order of its events."""
    found: list[Question] = []
    for event in round_.events:
        question = _question(round_, event)
        if question is None:
            continue
        if found and (joined := _joined(found[-1], question)) is not None:
            found[-1] = joined
        else:
            found.append(question)
    return tuple(found)


def _joined(last: Question, question: Question) -> Question | None:
    """Merge shares of one pot into one question, and so the fees of one seat."""
    if last.kind != question.kind or last.what != question.what or question.kind not in (POT, FEE):
        return None
    right = dict(last.right)
    for seat, cents in question.right.items():
        right[seat] = right.get(seat, 0) + cents
    outcomes = dict.fromkeys(part for part in (last.outcome, question.outcome) if part)
    clauses = {cited.clause: cited for cited in (*last.clauses, *question.clauses)}
    return msgspec.structs.replace(
        last, right=right, outcome="; ".join(outcomes), clauses=tuple(clauses.values())
    )


def _question(round_: Round, event: Event) -> Question | None:
    """Return the question about an event; None if it pays nothing."""
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
    odds = "" if settled.odds == "no action" else at_odds(settled.odds)
    return Question(
        WAGER, settled.seat, what, settled.stake, {settled.seat: settled.net}, outcome, odds,
        arithmetic(settled), settled.note, cited, settled.note if lammers_of(settled) else "",
        _also(settled),
    )  # fmt: skip


def _bank_sum(settled: Settlement) -> str:
    """Return the arithmetic of a bank's result: its wager, plus or minus the net."""
    net = settled.net
    if not net:
        return "as much was collected as paid"
    more = "collected" if net > 0 else "paid"
    sign = "+" if net > 0 else "-"
    return f"{format_dollars(settled.stake)} {sign} {format_dollars(abs(net))} {more} in all"


def _fee(event: Event) -> Question | None:
    """Return the question about money that goes to the drop; None if none does."""
    moved = [(source, cents) for source, target, cents in event.transfers() if target == DROP]
    if not moved:
        return None
    (name, seat), cents = moved[0][0], sum(cents for _, cents in moved)
    what = f"the fee of seat {seat}" if name == "purse" else "the collection from the pot"
    clauses = getattr(event, "clauses", ()) or (getattr(event, "clause", ""),)
    cited = tuple(Cited(clause, words_of(clause)) for clause in clauses if clause)
    return Question(FEE, seat, what, 0, {seat: cents}, clauses=cited)


def _payout(settled: Settlement) -> Payout | None:
    """Return the payout at this stake; None if its odds are not written as odds."""
    try:
        return parse_payout(settled.odds).at(settled.stake)
    except ValueError:
        return None


def _also(settled: Settlement) -> int | None:
    """Return the accepted alternative answer if the stake does not stay, else None."""
    payout = _payout(settled)
    if payout is None or payout.stake_back or settled.back == settled.net or not settled.back:
        return None
    return settled.back


def arithmetic(settled: Settlement) -> str:
    """Return ``$5 x 8 = $40``; additions or deductions follow."""
    payout, stake = _payout(settled), settled.stake
    if payout is None or not payout.numerator:
        return ""
    top, bottom = payout.numerator, payout.denominator
    over = f" / {bottom}" if bottom > 1 else ""
    paid = share(stake, top, bottom)
    said = f"{format_dollars(stake)} x {top}{over} = {format_dollars(paid)}"
    if not payout.stake_back:
        said += f", for the {format_dollars(stake)} of the wager"
        paid -= stake
    more = settled.net - paid
    if more:
        said += f", and {format_dollars(abs(more))} {'more' if more > 0 else 'less'}"
    return said


def lammers_of(settled: Settlement) -> int:
    """Return the number of lammers with a wager, for which the house paid."""
    found = _LAMMERS.match(settled.note)
    return int(found[1]) if found else 0
