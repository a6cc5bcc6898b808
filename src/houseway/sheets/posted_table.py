"""A posted table in words, for sheets and signs: options, wagers, pays, meters, fees, rule card.

Limits, pay tables and meters are described with their wager. All other options belong to the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from houseway.analysis.odds_row import in_words
from houseway.game.base import OFF, Game
from houseway.game.face.card_text import card_file, said
from houseway.game.fees import Schedule
from houseway.game.pay_tables import LOSE, Payout, PayTable
from houseway.game.posting import ANY_AMOUNT, Declared, Fact, Money, OneOf
from houseway.game.progressives import PARTS
from houseway.game.wagers import Wager
from houseway.game.words import Words, as_it_is
from houseway.money import format_dollars
from houseway.util.english import all_of, one_of

CENTS_IN_PERCENT = PARTS // 100


@dataclass(frozen=True)
class Option:
    """An option of the house, or a fact fixed by the text: its name, and its value here."""

    name: str
    value: str
    allowed: str
    says: str
    clauses: tuple[str, ...]
    key: str = ""


@dataclass(frozen=True)
class PrintedRow:
    """A printed row of a posted pay table."""

    words: str
    pays: str
    reading: str = ""
    each: tuple[str, ...] = ()
    """The pay by amount of the wager, if it differs (``PostedPay.heads``)."""


@dataclass(frozen=True)
class PostedPay:
    """The pay table of a wager as posted."""

    wager: str
    column: str
    """The column; empty if there is only one."""
    rows: tuple[PrintedRow, ...]
    clause: str
    heads: tuple[str, ...] = ()
    """The amount of the wager from which each column of payouts applies."""


@dataclass(frozen=True)
class MeterLine:
    """A meter as posted."""

    name: str
    wager: str
    seed: str
    increment: str
    reserve: str
    awards: str


def capital(text: str) -> str:
    """Return the text with an initial capital."""
    return text[:1].upper() + text[1:]


_NAME = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")


def expand_names(game: Game, text: str) -> str:
    """Return a text with names of the program replaced by their words."""
    return _NAME.sub(lambda name: _words_for(game, name[0]), text)


def _words_for(game: Game, name: str) -> str:
    """Return the words for a name: of a posting, a wager, a ruling, or an outcome."""
    words = game.words()
    if name in game.pay_tables() or any(wager.name == name for wager in game.wagers):
        return words.wager(name)
    if name in game.declared():
        return f"“{words.posting(name)}”"
    if name in game.ruling_rules:
        return f"“{words.ruling(name)}”"
    for table in game.pay_tables().values():
        if name in table.outcomes:
            return words.outcome(table.name, name)
    return as_it_is(name)


@dataclass(frozen=True)
class RuleCard:
    """The rule card: headlines for the sign in large letters, and the steps of play."""

    headlines: tuple[str, ...]
    steps: tuple[str, ...]


def card_of(game: Game) -> RuleCard:
    """Return the rule card of a game as posted."""
    file = card_file(type(game))
    return RuleCard(tuple(said(game, file.headline)), tuple(said(game, file.step)))


def options(game: Game) -> tuple[Option, ...]:
    """Return the options chosen for the table as a whole."""
    of_wagers = {key for wager in game.wagers for key in wager.postings()} | set(game.pay_tables())
    words, declared = game.words(), game.declared()
    return tuple(
        _option(words, key, declared[key], value)
        for key, value in game.posting.items()
        if key not in of_wagers
    )


def facts(game: Game) -> tuple[Option, ...]:
    """Return the facts fixed by the text that are worth stating."""
    words = game.words()
    found = []
    for key, choice in game.declared().items():
        value = fact_words(game, getattr(game, key))
        if isinstance(choice, Fact) and value:
            name = capital(choice.says) or capital(words.posting(key))
            found.append(Option(name, value, "", choice.says, choice.clauses, key))
    return tuple(found)


def fact_words(game: Game, value: Any) -> str:
    """Return a fact in words; names of wagers are replaced by their labels."""
    if isinstance(value, tuple):
        return ", ".join(fact_words(game, part) for part in value)
    if isinstance(value, str) and value in {wager.name for wager in game.wagers}:
        return game.words().wager(value)
    return as_it_is(Declared(value, (), "").show(value))


def _option(words: Words, key: str, choice: Declared, value: Any) -> Option:
    """Return an option with its value and the allowed values in words."""
    return Option(
        capital(words.posting(key)),
        words.value(key, value) or "none",
        allowed_words(words, key, choice),
        choice.says,
        choice.clauses,
        key,
    )


def allowed_words(words: Words, key: str, choice: Declared) -> str:
    """Return the allowed values in words."""
    if isinstance(choice, OneOf):
        return one_of(words.value(key, value) for value in choice.values)
    if isinstance(choice, Money) and choice.most == ANY_AMOUNT:
        return "any amount"
    return as_it_is(choice.allowed())


def column_words(game: Game, table: str, column: str) -> str:
    """Return the label of a pay table's column; empty if the table has only one."""
    if len(game.pay_tables()[table].postings()) < 2:
        return ""
    return game.words().value(table, column)


def column_of(game: Game, wager: str) -> str:
    """Return the label of a wager's posted column; empty if there is no choice."""
    found = next(w for w in game.wagers if w.name == wager)
    if found.paid_by not in game.pay_tables() or is_off(game, found):
        return ""
    return column_words(game, found.paid_by, getattr(game, found.paid_by))


def posted_pay(game: Game) -> tuple[PostedPay, ...]:
    """Return the pay tables of all offered wagers; one that wagers share appears once."""
    tables, found = game.pay_tables(), {}
    for name, column in ((name, getattr(game, name)) for name in game.pay):
        sharing = [w for w in game.offered if w.paid_by == name]
        if sharing or not any(w.paid_by == name for w in game.wagers):
            found[name] = PostedPay(
                _whose(game, name, sharing), column_words(game, name, column),
                printed_rows(game, name, column), tables[name].clause,
                _amounts(tables[name].payouts(column)[0]),
            )  # fmt: skip
    return tuple(found.values())


def _whose(game: Game, table: str, sharing: list[Wager]) -> str:
    """Return the title of a pay table: the wagers that share it."""
    words = game.words()
    if not sharing:
        return capital(words.wager(table))
    return capital(" and ".join(words.wager(wager.name) for wager in sharing))


def _amounts(payout: Payout) -> tuple[str, ...]:
    """Return the steps of a payout that depends on the amount; empty for any other."""
    return tuple(f"from {format_dollars(cents)}" for cents, _ in payout.by_amount)


def _loses(payout: Payout) -> bool:
    """Return True if an outcome pays nothing, whatever the amount of the wager."""
    return all(each == LOSE for _, each in payout.by_amount or ((0, payout),))


def printed_rows(game: Game, name: str, column: str) -> tuple[PrintedRow, ...]:
    """Return the rows that a column prints, without losing ones and those paid as another row."""
    table, words = game.pay_tables()[name], game.words()
    payouts, printed = table.payouts(column), table.printed.get(column, ())
    return tuple(
        PrintedRow(
            capital(words.outcome(name, outcome)),
            payouts[i].text,
            table.reading(column, outcome),
            tuple(p.text for _, p in payouts[i].by_amount),
        )
        for i, outcome in enumerate(table.outcomes)
        if (not printed or printed[i] == i) and not _loses(payouts[i])
    )


@dataclass(frozen=True)
class WholeTable:
    """Columns of a pay table side by side, as many as fit on paper."""

    title: str
    clause: str
    columns: tuple[str, ...]
    posted: str
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


LETTERS = 112
"""The letters that fit on a line of a printed table, including blanks between columns."""
BETWEEN = 3


def whole_tables(game: Game) -> tuple[WholeTable, ...]:
    """Return every pay table of several columns in full; wide ones in several parts."""
    found = []
    for name, table in game.pay_tables().items():
        called = {c: column_words(game, name, c) for c in table.postings()}
        if len(called) > 1:
            found += _parts(game, name, called)
    return tuple(found)


def _parts(game: Game, name: str, called: dict[str, str]) -> list[WholeTable]:
    """Return a pay table as tables narrow enough to print, with all columns of its wager."""
    table, words = game.pay_tables()[name], game.words()
    outcomes = [capital(words.outcome(name, outcome)) for outcome in table.outcomes]
    cells = {c: [_cell(table, c, i) for i in range(len(outcomes))] for c in called}
    posted = called.get(getattr(game, name, OFF), "")
    first = max(map(len, outcomes))
    sharing = [w for w in game.wagers if w.paid_by == name]
    parts = _side_by_side({c: max(map(len, (called[c], *cells[c]))) for c in called}, first)
    return [
        WholeTable(
            _whose(game, name, sharing), table.clause, tuple(called[c] for c in part), posted,
            tuple((outcome, *(cells[c][i] for c in part)) for i, outcome in enumerate(outcomes)),
            _for_decks(called, {c: table.decks[c] for c in part if c in table.decks}),
        )
        for part in parts
    ]  # fmt: skip


def _side_by_side(widths: dict[str, int], first: int) -> list[list[str]]:
    """Return columns in parts, each of which fits on a line with the names of the rows."""
    parts: list[list[str]] = []
    used = LETTERS
    for column, wide in widths.items():
        if used + wide + BETWEEN > LETTERS:
            parts.append([])
            used = min(first, LETTERS // 2)
        parts[-1].append(column)
        used += wide + BETWEEN
    return parts


def _cell(table: PayTable, column: str, i: int) -> str:
    """Return the content of a cell; a dash if another row pays the outcome."""
    printed = table.printed.get(column, ())
    if printed and printed[i] != i:
        return "–"
    text, reading = table.payouts(column)[i].text, table.reading(column, table.outcomes[i])
    return f"{text} ({reading})" if reading else text


def _for_decks(called: dict[str, str], decks: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    """Return a sentence for each group of columns that are only for the same numbers of decks."""
    alike: dict[tuple[int, ...], list[str]] = {}
    for column, only in decks.items():
        alike.setdefault(only, []).append(called[column])
    return tuple(f"{all_of(c)}: for {in_words(only)} only" for only, c in alike.items())


def meter_lines(game: Game) -> tuple[MeterLine, ...]:
    """Return the meters of the offered wagers, with their terms."""
    words, found = game.words(), []
    for wager in game.offered:
        if not wager.progressive:
            continue
        terms = wager.terms(game)
        for i, each in enumerate(terms):
            found.append(
                MeterLine(
                    capital(words.meter(wager.name, i, len(terms))),
                    capital(words.wager(wager.name)),
                    format_dollars(each.seed),
                    percent_of(each.rate),
                    percent_of(each.reserve_rate),
                    words.value(f"{wager.name}_awards", each.awards),
                )
            )
    return tuple(found)


def percent_of(parts: int) -> str:
    """Return a rate in basis points as a percentage."""
    whole, rest = divmod(parts, CENTS_IN_PERCENT)
    return f"{whole}.{rest:02d} %" if rest else f"{whole} %"


def bank_fee_words(schedule: Schedule) -> str:
    """Return the player-dealer's fee for a hand, tier by tier."""
    tiers = schedule.bank
    if len(tiers) == 1:
        return format_dollars(tiers[0].fee)
    parts = [
        f"{format_dollars(t.fee)} with action up to {format_dollars(t.up_to)}"
        if t.up_to
        else f"{format_dollars(t.fee)} above"
        for t in tiers
    ]
    return "; ".join(parts)


def is_off(game: Game, wager: Wager) -> bool:
    """Return True if this table does not offer a wager."""
    return getattr(game, wager.paid_by, None) == OFF
