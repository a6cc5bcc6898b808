"""What is asked of a round: fees, wagers, pots and banks, with the right answer and why."""

from __future__ import annotations

import re

import msgspec

from houseway.engine.events import DROP, Event, Settlement
from houseway.engine.round import Round
from houseway.families.poker.end_events import PotAwarded
from houseway.game.pay_tables import Payout, parse_payout
from houseway.money import format_dollars, share
from houseway.sheets.settlement.settle import Cited, words_of
from houseway.util.english import at_odds

WAGER, FEE, BANK, POT = "wager", "fee", "bank", "pot"
"""What is asked: a wager's pay, a fee, what is left of a bank, who gets a pot."""
_LAMMERS = re.compile(r"([0-9]+) (?:lammer|coin)s?\b")


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
            return f"{self.what}, {format_dollars(sum(self.right.values()))}: who gets how much?"
        if self.kind == FEE:
            return f"{self.what}: how much?"
        if self.kind == BANK:
            return f"seat {self.seat}, {self.what}, {format_dollars(self.stake)} put up: what goes back?"
        free = f" and {self.free}" if self.free and self.stake else self.free
        stake = format_dollars(self.stake) if self.stake or not free else ""
        return f"seat {self.seat}, {self.what}, {stake}{free}: what is it paid?"

    @property
    def answer(self) -> str:
        """The right answer as it could be typed."""
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
        """Outcome, odds, arithmetic and clauses in one sentence."""
        why = [part for part in (self.outcome, self.odds, self.sum, self.note) if part]
        why = [part for part in dict.fromkeys(why) if part != self.answer]
        by = f" ({', '.join(cited.clause for cited in self.clauses)})" if self.clauses else ""
        return self.answer + (f": {'; '.join(why)}" if why else "") + by


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
    odds = "" if settled.odds == "no action" else at_odds(settled.odds)
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
    return f"{format_dollars(settled.stake)} {sign} {format_dollars(abs(net))} {more} in all"


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
    said = f"{format_dollars(stake)} x {top}{over} = {format_dollars(paid)}"
    if not payout.stake_back:
        said += f", for the {format_dollars(stake)} of the wager"
        paid -= stake
    more = settled.net - paid
    if more:
        said += f", and {format_dollars(abs(more))} {'more' if more > 0 else 'less'}"
    return said


def lammers_of(settled: Settlement) -> int:
    """How many lammers lay with a wager, for which the house paid."""
    found = _LAMMERS.match(settled.note)
    return int(found[1]) if found else 0
