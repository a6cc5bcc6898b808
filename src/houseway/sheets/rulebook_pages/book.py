"""The rulebook of one game as a page shows it: clauses, choices, pay tables, readings, in words.

    >>> from houseway.sheets.rulebook_pages.book import book_of
    >>> book_of(find("free-bet-blackjack")({"decks": 6})).parts[0].clauses[0].says

Nothing in it is a name for programs but what a link or a record needs: ``id``, ``key``, ``name``
and the ``value`` of a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.game.base import Game
from houseway.game.fees import PostedRates
from houseway.game.pay_columns import chosen_words
from houseway.game.posting import ANY_AMOUNT, Declared, Fact, Limits, Number, OneOf
from houseway.game.words import Words
from houseway.money import format_dollars
from houseway.presentation.felt import look_of
from houseway.presentation.layout import Look
from houseway.rulebook import cached_until_changed, find
from houseway.rulebook.glossary import glossary
from houseway.sheets import posted_table
from houseway.sheets.conformance.clause import KINDS, ReadingShown, reading_shown
from houseway.sheets.posted_table import capital
from houseway.sheets.rule_card import card_of
from houseway.sheets.rule_sheet import RuleSheet, rule_sheet
from houseway.sheets.rulebook_pages.anchors import reading_places
from houseway.sheets.rulebook_pages.clause_card import games_with
from houseway.sheets.rulebook_pages.pay import BookPay, book_pay
from houseway.util.english import all_of, between, sentence

BY = {"floor": "a supervisor", "dealer": "the dealer"}


class ReadingLink(msgspec.Struct, frozen=True):
    """The number of a reading, and its place on the page."""

    id: str
    at: str


class BookClause(msgspec.Struct, frozen=True):
    """A clause as it stands in a game; ``replaced`` names those that apply in its place."""

    id: str
    says: str
    ref: str
    kind: str
    kind_words: str
    why: str
    replaced: tuple[str, ...]
    readings: tuple[ReadingLink, ...]


class BookPart(msgspec.Struct, frozen=True):
    """The clauses of one section of the text, in its order."""

    title: str
    source: str
    clauses: tuple[BookClause, ...]


class BookChoice(msgspec.Struct, frozen=True):
    """A value that may be posted: as it is written, in words, and whether it is posted here."""

    value: str
    words: str
    posted: bool


class BookPosting(msgspec.Struct, frozen=True):
    """What the house chooses.

    ``of`` is the wager it belongs to, empty for the table; ``choices`` are there where they can be
    counted, ``allowed`` says it in words where not.
    """

    key: str
    of: str
    words: str
    says: str
    value: str
    choices: tuple[BookChoice, ...]
    allowed: str
    clauses: tuple[str, ...]


class BookFact(msgspec.Struct, frozen=True):
    """What the text fixes."""

    words: str
    value: str
    clauses: tuple[str, ...]


class BookWager(msgspec.Struct, frozen=True):
    """A wager with its limits and conditions; ``name`` is what an address calls it."""

    name: str
    words: str
    offered: bool
    limits: str
    conditions: tuple[str, ...]
    clauses: tuple[str, ...]
    pay: str
    """The pay table that pays it (``BookPay.name``); empty where odds are a posting or a rule."""


class BookMeter(msgspec.Struct, frozen=True):
    """A meter: what it begins with, what of each wager it takes, how several winners share it."""

    words: str
    of: str
    seed: str
    increment: str
    reserve: str
    awards: str


class BookFee(msgspec.Struct, frozen=True):
    """A schedule of collection, and whether it is the one posted; ``schedule`` is its number."""

    schedule: str
    limits: str
    player: str
    player_dealer: tuple[str, ...]
    clause: str
    posted: bool


class BookReading(msgspec.Struct, frozen=True):
    """An unclear place: how it is read, how else, and what the house has posted if it chooses."""

    shown: ReadingShown
    at: str
    value: str
    """What is posted here, in words; empty where there is no choice."""
    choices: tuple[BookChoice, ...]


class BookRuling(msgspec.Struct, frozen=True):
    """A ruling: what it is called, what it does, and who makes it."""

    words: str
    says: str
    by: str
    clauses: tuple[str, ...]


class BookWord(msgspec.Struct, frozen=True):
    """A word that the text explains."""

    word: str
    means: str


class GameBook(msgspec.Struct, frozen=True):
    """Everything that the rulebook says of a game as it is posted."""

    id: str
    name: str
    jurisdiction: str
    section: str
    version: str
    rights: str
    notice: str
    look: Look
    headlines: tuple[str, ...]
    steps: tuple[str, ...]
    parts: tuple[BookPart, ...]
    postings: tuple[BookPosting, ...]
    chosen: tuple[str, ...]
    facts: tuple[BookFact, ...]
    wagers: tuple[BookWager, ...]
    pay: tuple[BookPay, ...]
    meters: tuple[BookMeter, ...]
    fees: tuple[BookFee, ...]
    readings: tuple[BookReading, ...]
    rulings: tuple[BookRuling, ...]
    words: tuple[BookWord, ...]
    elsewhere: dict[str, str]
    """Clauses that are cited and stand in other games only -> such a game."""


@cached_until_changed
def book(game_id: str) -> GameBook:
    """The book of a game as it is posted by default, made once."""
    return book_of(find(game_id)())


def book_of(game: Game) -> GameBook:
    """The book of a game as it is posted."""
    sheet, card = rule_sheet(game), card_of(game)
    made = GameBook(
        id=game.id,
        name=game.name,
        jurisdiction=game.jurisdiction,
        section=game.section,
        version=sheet.version,
        rights=sheet.rights,
        notice=sheet.notice,
        look=look_of(game, game.laid_out().look.stakes),
        headlines=tuple(map(capital, card.headlines)),
        steps=card.steps,
        parts=tuple(_parts(game, sheet)),
        postings=tuple(_postings(game)),
        chosen=tuple(map(sentence, chosen_words(game))),
        facts=tuple(
            BookFact(capital(fact.words), fact.value_words, fact.clauses)
            for fact in sheet.facts
            if fact.value_words
        ),
        wagers=tuple(_wagers(game, sheet)),
        pay=book_pay(game),
        meters=tuple(
            BookMeter(m.name, m.wager, m.seed, m.increment, m.reserve, m.awards)
            for m in posted_table.meter_lines(game)
        ),
        fees=tuple(_fees(game)),
        readings=tuple(_readings(game)),
        rulings=tuple(
            BookRuling(
                capital(r.words), posted_table.expand_names(game, r.says), BY[r.needs], r.clauses
            )
            for r in sheet.rulings
        ),
        words=tuple(BookWord(word, means) for word, means in glossary(type(game)).items()),
        elsewhere={},
    )
    return msgspec.structs.replace(made, elsewhere=_elsewhere(made))


def _elsewhere(made: GameBook) -> dict[str, str]:
    own = {clause.id for part in made.parts for clause in part.clauses}
    cited = [*(pay.clause for pay in made.pay), *(fee.clause for fee in made.fees)]
    cited += [clause for wager in made.wagers for clause in wager.clauses]
    cited += [clause for choice in made.postings for clause in choice.clauses]
    cited += [clause for fact in made.facts for clause in fact.clauses]
    cited += [clause for ruling in made.rulings for clause in ruling.clauses]
    cited += [clause for reading in made.readings for clause in reading.shown.clauses]
    return {c: games_with()[c][0] for c in cited if c not in own and games_with().get(c)}


def _parts(game: Game, sheet: RuleSheet) -> Iterator[BookPart]:
    readings = reading_places(game.id)
    for part in sheet.parts:
        yield BookPart(
            part.title,
            " ".join(part.source.split()),
            tuple(
                BookClause(
                    clause.id, clause.says, clause.ref, clause.kind, KINDS[clause.kind], clause.why,
                    game.replaces.get(clause.id, ()),
                    tuple(ReadingLink(r.id, at) for r, at in readings if clause.id in r.clauses),
                )
                for clause in part.clauses
            ),
        )  # fmt: skip


# -- what is chosen and what is fixed --------------------------------------------------------------


def _postings(game: Game) -> Iterator[BookPosting]:
    """The choices of the table, then those of each wager."""
    words, declared = game.words(), game.declared()
    owner = {w.paid_by: w.name for w in game.wagers} | {
        key: w.name for w in game.wagers for key in w.postings()
    }
    order = ["", *(wager.name for wager in game.wagers)]
    keys = [key for key, choice in declared.items() if not isinstance(choice, Fact)]
    for key in sorted(keys, key=lambda key: order.index(owner.get(key, ""))):
        choice, value = declared[key], getattr(game, key)
        yield BookPosting(
            key, capital(words.wager(owner[key])) if key in owner else "",
            capital(words.posting(key)),
            "" if key in owner else posted_table.expand_names(game, choice.says),
            words.value(key, value) or "none", choices_of(words, key, choice, value),
            _allowed(words, key, choice), choice.clauses,
        )  # fmt: skip


def choices_of(words: Words, key: str, choice: Declared, value: Any) -> tuple[BookChoice, ...]:
    """Every value that may be posted, where it is one of a few."""
    if not isinstance(choice, OneOf):
        return ()
    return tuple(
        BookChoice(choice.show(each), words.value(key, each), each == value)
        for each in choice.values
    )


def _allowed(words: Words, key: str, choice: Declared) -> str:
    """What may be posted, in words, where choices cannot be counted."""
    if isinstance(choice, OneOf):
        return ""
    if isinstance(choice, Limits):
        return (
            "any limits"
            if choice.cap == ANY_AMOUNT
            else f"limits up to {format_dollars(choice.cap)}"
        )
    if isinstance(choice, PostedRates):
        offered = [between(x.least, x.most) for x in choice.collection.schedules.values()]
        return f"at most {choice.collection.rates_most} of {all_of(offered)}"
    if isinstance(choice, Number) and "%" in (most := words.value(key, choice.most)):
        return f"{words.value(key, choice.least)} to {most}"
    return posted_table.allowed_words(words, key, choice)


def _readings(game: Game) -> Iterator[BookReading]:
    words, declared = game.words(), game.declared()
    for reading, at in reading_places(game.id):
        key, value = reading.posted, ""
        choices: tuple[BookChoice, ...] = ()
        if key in declared:
            value = words.value(key, getattr(game, key))
            choices = choices_of(words, key, declared[key], getattr(game, key))
        yield BookReading(reading_shown(type(game), reading), at, value, choices)


# -- money -----------------------------------------------------------------------------------------


def _wagers(game: Game, sheet: RuleSheet) -> Iterator[BookWager]:
    paid_by = {wager.name: wager.paid_by for wager in game.wagers}
    tables = game.pay_tables()
    for line in sheet.wagers:
        pay = paid_by[line.name]
        yield BookWager(
            line.name, capital(game.words().wager(line.name)), line.offered,
            between(line.least, line.most), line.conditions, line.clauses,
            pay if pay in tables else "",
        )  # fmt: skip


def _fees(game: Game) -> Iterator[BookFee]:
    used = getattr(game, "fees", None)
    for schedule in game.schedules().values():
        yield BookFee(
            f"no. {schedule.number}" if schedule.number else "",
            between(schedule.least, schedule.most), schedule.player_words, schedule.bank_words,
            schedule.clause, schedule == used,
        )  # fmt: skip
