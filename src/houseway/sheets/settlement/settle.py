"""A settled round, explained: final cards, wagers, other money, and balanced books.

Each wager has its outcome, odds, amount and the clauses behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from houseway.engine.ledger import (
    ANTES,
    BANK,
    ENVY,
    FEES,
    METERS,
    POT,
    LedgerRow,
    Total,
    entries,
    totals,
    who,
)
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.game.face.presenter import outcome_words, pot_words, wager_words
from houseway.game.face.views import MeterView
from houseway.game.pay_columns import chosen_words
from houseway.money import format_dollars, format_net
from houseway.records.cases import Case, failures, nets, no_account
from houseway.records.compat import OtherRules, other_rules
from houseway.records.files import posted_of
from houseway.records.record import Playback, Record, Unfinished
from houseway.rulebook import find
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.rule_sheet import one_line
from houseway.sheets.settlement.final_cards import FinalHand, on_the_table
from houseway.sheets.settlement.readings import RestsOn, readings_behind
from houseway.sheets.settlement.relevant_options import PostedLine, that_mattered
from houseway.table.open_question import OpenQuestion, waiting_for
from houseway.table.round import Round
from houseway.util.html import html_table, paragraphs


class Cited(msgspec.Struct, frozen=True):
    """A clause with its text in our words."""

    clause: str
    says: str


class Explained(msgspec.Struct, frozen=True):
    """One wager with its outcome and reasons.

    ``kind`` is ``wagers``, ``tips``, ``bank`` or ``pot``. ``accounts`` has the gain of each account
    in cents: the seats by number, ``house``, ``tokes``, ``bank``, ``meter``, ``pot``.
    """

    seat: int
    name: str
    wager: str
    outcome: str
    odds: str
    stake: int
    back: int
    net: int
    clauses: tuple[Cited, ...]
    note: str = ""
    element: str = ""
    kind: str = ""
    wager_words: str = ""
    outcome_words: str = ""
    because: str = ""
    accounts: dict[str, int] = {}


class MoneyMoved(msgspec.Struct, frozen=True):
    """Money that moves without a wager: a fee, an envy, a share of a meter, chips into a pot.

    ``account`` is the owner of the row, ``cents`` the gain of that account.
    """

    kind: str
    seat: int
    words: str
    account: str
    cents: int
    accounts: dict[str, int]
    clauses: tuple[Cited, ...]


class Settled(msgspec.Struct, frozen=True):
    """A settled record.

    ``wagers`` and ``moved`` are its rows, ``totals`` their sums for each account. ``nets`` has the
    same results, and the contents of meters. ``differences`` are claims of the record that turned
    out wrong. ``waiting`` is the open question of an unfinished record. ``readings`` are those that
    decided a wager, with the result under the other reading.
    """

    game: str
    posted: dict[str, str]
    wagers: tuple[Explained, ...]
    nets: dict[str, int]
    differences: tuple[str, ...]
    closed: bool
    says: str = ""
    refused: str = ""
    other_rules: OtherRules | None = None
    name: str = ""
    table: tuple[FinalHand, ...] = ()
    mattered: tuple[PostedLine, ...] = ()
    chosen: tuple[str, ...] = ()
    moved: tuple[MoneyMoved, ...] = ()
    totals: tuple[Total, ...] = ()
    meters: tuple[MeterView, ...] = ()
    waiting: OpenQuestion | None = None
    readings: tuple[RestsOn, ...] = ()

    def __repr__(self) -> str:
        results = ", ".join(f"{total.words} {format_net(total.result)}" for total in self.totals)
        return f"<{self.name or self.game}: {results or 'nothing settled'}>"

    def records(self) -> list[dict[str, Any]]:
        """Return its rows as flat records for data frames; amounts are in cents.

        Money that moves without a wager is a record too, so that the ``net`` of a seat adds up.
        """
        wagers = [
            {
                "seat": w.seat, "wager": w.wager, "wager_words": w.wager_words,
                "outcome": w.outcome, "outcome_words": w.outcome_words, "odds": w.odds,
                "stake": w.stake, "back": w.back, "net": w.net,
                "clauses": ", ".join(cited.clause for cited in w.clauses),
            }
            for w in self.wagers
        ]  # fmt: skip
        moved = [
            {
                "seat": m.seat, "wager": m.kind, "wager_words": m.words, "outcome": "",
                "outcome_words": "", "odds": "", "stake": 0, "back": 0, "net": m.cents,
                "clauses": ", ".join(cited.clause for cited in m.clauses),
            }
            for m in self._of_seats()
        ]  # fmt: skip
        return wagers + moved

    def _of_seats(self) -> list[MoneyMoved]:
        """Return money that moves without a wager to or from a seat, but not between house and
        meters.
        """
        return [moved for moved in self.moved if moved.account == str(moved.seat)]

    def _repr_html_(self) -> str:
        money = ("bet", "back", "result")
        rows = [
            (
                w.seat,
                w.wager_words,
                w.outcome_words,
                format_dollars(w.stake),
                format_dollars(w.back),
                format_net(w.net),
                ", ".join(cited.clause for cited in w.clauses),
            )
            for w in self.wagers
        ]
        rows += [
            (m.seat, m.words, "", "", "", format_net(m.cents),
             ", ".join(cited.clause for cited in m.clauses))
            for m in self._of_seats()
        ]  # fmt: skip
        columns = ("seat", "wager", "how it came out", *money, "clauses")
        cites = [*(w.clauses for w in self.wagers), *(m.clauses for m in self._of_seats())]
        cited = {c.clause: c.says for clauses in cites for c in clauses if c.says}
        texts = [f"{clause}: {says}" for clause, says in cited.items()]
        texts += [f"{each.reading}: {each.sentence}" for each in self.readings]
        return html_table(columns, rows, self.name or self.game, money) + paragraphs(texts)


def explain(round_: Round) -> tuple[Explained, ...]:
    """Return every settled wager of a round, in the order of settlement."""
    return tuple(_wagers(round_, entries(round_)))


def _wagers(round_: Round, rows: Iterable[LedgerRow]) -> Iterable[Explained]:
    """Yield the explanation of every settled wager and pot."""
    names = {seat.seat: seat.name for seat in round_.seats}
    words = round_.game.words()
    for row in rows:
        if (s := row.settlement) is not None:
            called = pot_words(s) if row.kind == POT else wager_words(words, s)
            yield Explained(
                s.seat, names.get(s.seat, ""), s.label, s.outcome, s.odds, s.stake, s.back, s.net,
                _cited(s.clauses), s.note, s.element, row.kind, called, outcome_words(words, s),
                s.because, row.moves,
            )  # fmt: skip


def _cited(clauses: Iterable[str]) -> tuple[Cited, ...]:
    """Return clauses with their words, each once."""
    return tuple(Cited(clause, words_of(clause)) for clause in dict.fromkeys(clauses))


def words_of(clause: str) -> str:
    """Return the text of a clause; "" if the rulebook does not have it."""
    found = all_clauses().get(clause)
    return one_line(found.says) if found else ""


def _moved(round_: Round, rows: Iterable[LedgerRow]) -> Iterable[MoneyMoved]:
    """Yield the moves of money that belong to no settlement, such as fees."""
    names = {seat.seat: seat.name for seat in round_.seats}
    for row in rows:
        if row.settlement is None:
            account = _account(row)
            words = _moved_words(round_, row, names)
            yield MoneyMoved(
                row.kind, row.seat, words, account, row.moves.get(account, 0), row.moves,
                _cited(row.clauses or _fee_clauses(round_.game, row)),
            )  # fmt: skip


def _account(row: LedgerRow) -> str:
    """Return the owner of a row: the seat that pays or is paid, or the destination of the money."""
    if str(row.seat) in row.moves:
        return str(row.seat)
    order = ("tokes", "meter", "drop", "antes", *row.moves)
    return next(account for account in order if account in row.moves)


def _moved_words(round_: Round, row: LedgerRow, names: dict[int, str]) -> str:
    """Return a move of money in words."""
    words, whose = round_.game.words(), who(row.seat, names.get(row.seat, ""))
    gains = row.moves.get(str(row.seat), 0)
    if row.kind == FEES:
        if not row.seat:
            return "collection out of the pot"
        times = f", {row.n} times" if row.n > 1 else ""
        return f"collection{times}" if gains < 0 else "collection given back"
    if row.kind == POT:
        return "put into the pot" if gains < 0 else "back out of the pot"
    if row.kind == BANK:
        return "put up as the player-dealer's wager"
    if row.kind == ENVY:
        return f"to the dealer for the hand of {whose} ({words.wager(row.spot)})"
    if row.kind == METERS:
        of = len(getattr(round_.state, "meters", {}).get(row.spot, ()))
        meter = words.meter(row.spot, row.meter, of)
        if row.seat:
            return f"{meter}: the share of {whose}'s wager"
        return f"{meter}: its seed, after it was won"
    if row.kind == ANTES:
        stays = row.moves.get("antes", 0) > 0
        return "stays in the pot for the next hand" if stays else "left in the pot by hands before"
    return "other chips"


def _fee_clauses(game: Game, row: LedgerRow) -> tuple[str, ...]:
    """Return the clauses of a fee; none for other rows."""
    return game.clauses_at("fees.collect", "bank.fees") if row.kind == FEES else ()


def settle_round(round_: Round, differences: tuple[str, ...] = (), says: str = "") -> Settled:
    """Return a round settled as far as it went, with all cards: not for a player during the
    round.
    """
    rows = entries(round_)
    wagers, moved = tuple(_wagers(round_, rows)), tuple(_moved(round_, rows))
    cited = [clause for row in rows if row.kind != POT for clause in row.clauses]
    made = [row.settlement.wager for row in rows if row.settlement is not None]
    game, results = round_.game, nets(round_)
    return Settled(
        game=game.id,
        posted={key: str(value) for key, value in posted_of(game)},
        wagers=wagers,
        nets=results,
        differences=differences,
        closed=round_.closed,
        says=says,
        name=game.name,
        table=on_the_table(round_),
        mattered=that_mattered(game, made, cited),
        chosen=chosen_words(game),
        moved=moved,
        totals=totals(round_, rows),
        meters=tuple(round_.view().meters),
        waiting=waiting_for(round_),
        readings=readings_behind(round_),
    )


def settle(record: Record) -> Settled:
    """Play a record to its end and check its claims."""
    round_ = Playback(record).finish()
    results = nets(round_)
    for key in record.nets:
        if unknown := no_account(key, results):
            raise Refused(unknown)
    fields = {name: getattr(record, name) for name in Record.__struct_fields__}
    found = settle_round(round_, tuple(failures(Case(clause=[], title="", **fields))))
    return msgspec.structs.replace(found, other_rules=other_rules(record))


def settle_so_far(record: Record) -> tuple[Settled, Unfinished | None]:
    """Play a record and check its claims; an unfinished record is settled as far as it goes."""
    try:
        return settle(record), None
    except Unfinished as stopped:
        found = settle_round(stopped.round)
        return msgspec.structs.replace(found, other_rules=other_rules(record)), stopped


def settle_case(case: Case) -> Settled:
    """Play a worked case as far as it goes; an unexpected refusal is a difference."""
    wrong = tuple(failures(case))
    try:
        round_ = Playback(case).run()
    except (HousewayError, ValueError) as refused:
        name = find(case.game).name
        return Settled(case.game, {}, (), {}, wrong, False, case.title, str(refused), name=name)
    return settle_round(round_, wrong, case.title)
