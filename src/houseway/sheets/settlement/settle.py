"""A settled round explained: what lay on the table, each wager with outcome, odds, amount and the
clauses behind it, whatever else moved, and the books, which are even."""

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
    Entry,
    Total,
    entries,
    totals,
    who,
)
from houseway.engine.round import Round
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.game.pay_columns import chosen_words
from houseway.money import format_dollars, format_net
from houseway.presentation.open_question import Waiting, waiting_for
from houseway.presentation.presenter import outcome_words, pot_words, wager_words
from houseway.presentation.views import MeterView
from houseway.records.cases import Case, failures, nets, no_account
from houseway.records.compat import OtherRules, other_rules
from houseway.records.files import posted_of
from houseway.records.record import Playback, Record, Unfinished
from houseway.rulebook import find
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.rule_sheet import one_line
from houseway.sheets.settlement.final_cards import FinalHand, on_the_table
from houseway.sheets.settlement.relevant_options import PostedLine, that_mattered
from houseway.util.html import html_table, paragraphs


class Cited(msgspec.Struct, frozen=True):
    """A clause and what it says, in our words."""

    clause: str
    says: str


class Explained(msgspec.Struct, frozen=True):
    """One wager, how it came out, and why.

    ``kind`` is ``wagers``, ``tips``, ``bank`` or ``pot``; ``accounts`` says what each account
    gains by it: the seats by number, ``house``, ``tokes``, ``bank``, ``meter``, ``pot``.
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


class Moved(msgspec.Struct, frozen=True):
    """Money that moves without a wager: a fee, an envy, a share of a meter, chips into a pot.

    ``account`` is whose row it is, ``cents`` what that account gains.
    """

    kind: str
    seat: int
    words: str
    account: str
    cents: int
    accounts: dict[str, int]
    clauses: tuple[Cited, ...]


class Settled(msgspec.Struct, frozen=True):
    """A record settled.

    ``wagers`` and ``moved`` are its rows, ``totals`` what they come to for each account; ``nets``
    are the same results, and what meters hold.  ``differences`` is what was claimed wrongly,
    ``waiting`` the question that stands where the record stops before the end.
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
    moved: tuple[Moved, ...] = ()
    totals: tuple[Total, ...] = ()
    meters: tuple[MeterView, ...] = ()
    waiting: Waiting | None = None

    def __repr__(self) -> str:
        results = ", ".join(f"{total.words} {format_net(total.result)}" for total in self.totals)
        return f"<{self.name or self.game}: {results or 'nothing settled'}>"

    def records(self) -> list[dict[str, Any]]:
        """Its rows as flat records, as data frames take them: amounts are cents.

        What moves without a wager is a record too, so that the ``net`` of a seat adds up.
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

    def _of_seats(self) -> list[Moved]:
        """What moves without a wager to or from a seat; the rest is the house's and its meters'."""
        return [moved for moved in self.moved if moved.account == str(moved.seat)]

    def _repr_html_(self) -> str:
        money = ("bet", "back", "result")
        rows = [
            (w.seat, w.wager_words, w.outcome_words, format_dollars(w.stake), format_dollars(w.back), format_net(w.net),
             ", ".join(cited.clause for cited in w.clauses))
            for w in self.wagers
        ]  # fmt: skip
        rows += [
            (m.seat, m.words, "", "", "", format_net(m.cents),
             ", ".join(cited.clause for cited in m.clauses))
            for m in self._of_seats()
        ]  # fmt: skip
        columns = ("seat", "wager", "how it came out", *money, "clauses")
        cites = [*(w.clauses for w in self.wagers), *(m.clauses for m in self._of_seats())]
        cited = {c.clause: c.says for clauses in cites for c in clauses if c.says}
        texts = [f"{clause}: {says}" for clause, says in cited.items()]
        return html_table(columns, rows, self.name or self.game, money) + paragraphs(texts)


def explain(round_: Round) -> tuple[Explained, ...]:
    """Every settled wager of a round, in the order of settlement."""
    return tuple(_wagers(round_, entries(round_)))


def _wagers(round_: Round, rows: Iterable[Entry]) -> Iterable[Explained]:
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
    return tuple(Cited(clause, words_of(clause)) for clause in dict.fromkeys(clauses))


def words_of(clause: str) -> str:
    """Our words of a clause; "" for one the rulebook does not hold."""
    found = all_clauses().get(clause)
    return one_line(found.says) if found else ""


# -- what moves without a wager --------------------------------------------------------------


def _moved(round_: Round, rows: Iterable[Entry]) -> Iterable[Moved]:
    names = {seat.seat: seat.name for seat in round_.seats}
    for row in rows:
        if row.settlement is None:
            account = _account(row)
            words = _moved_words(round_, row, names)
            yield Moved(
                row.kind, row.seat, words, account, row.moves.get(account, 0), row.moves,
                _cited(row.clauses or _fee_clauses(round_.game, row)),
            )  # fmt: skip


def _account(row: Entry) -> str:
    """Whose row it is: the seat's that pays or is paid, or where the money goes."""
    if str(row.seat) in row.moves:
        return str(row.seat)
    order = ("tokes", "meter", "drop", "antes", *row.moves)
    return next(account for account in order if account in row.moves)


def _moved_words(round_: Round, row: Entry, names: dict[int, str]) -> str:
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


def _fee_clauses(game: Game, row: Entry) -> tuple[str, ...]:
    return game.clauses_at("collection.collect", "bank.fees") if row.kind == FEES else ()


# -- settling --------------------------------------------------------------------------------


def settle_round(round_: Round, differences: tuple[str, ...] = (), says: str = "") -> Settled:
    """A round, as far as it went, with everybody's cards: not for a player in the middle of it."""
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
    )


def settle(record: Record) -> Settled:
    """Play a record to its end and compare what it claims."""
    round_ = Playback(record).finish()
    results = nets(round_)
    for key in record.nets:
        if unknown := no_account(key, results):
            raise Refused(unknown)
    fields = {name: getattr(record, name) for name in Record.__struct_fields__}
    found = settle_round(round_, tuple(failures(Case(clause=[], says="", **fields))))
    return msgspec.structs.replace(found, other_rules=other_rules(record))


def settle_so_far(record: Record) -> tuple[Settled, Unfinished | None]:
    """The same; a record that stops in the middle is settled as far as it goes, and says so."""
    try:
        return settle(record), None
    except Unfinished as stopped:
        found = settle_round(stopped.round)
        return msgspec.structs.replace(found, other_rules=other_rules(record)), stopped


def settle_case(case: Case) -> Settled:
    """Play a worked case as far as it goes; a refusal it does not expect is a difference."""
    wrong = tuple(failures(case))
    try:
        round_ = Playback(case).run()
    except (HousewayError, ValueError) as refused:
        name = find(case.game).name
        return Settled(case.game, {}, (), {}, wrong, False, case.says, str(refused), name=name)
    return settle_round(round_, wrong, case.says)
