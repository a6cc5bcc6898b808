"""The content of a game's rulebook page: clauses, options, pay tables and readings in words.

    >>> from houseway.sheets.rulebook_pages.book import book_of
    >>> book_of(find("free-bet-blackjack")({"decks": 6})).parts[0].clauses[0].says

Names of the program appear only where links and records need them: ``id``, ``key``, ``name`` and
the ``value`` of a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.game.base import Game
from houseway.game.face.felt import look_of
from houseway.game.face.layout import Look
from houseway.game.fees import PostedRates
from houseway.game.pay_columns import chosen_words
from houseway.game.posting import ANY_AMOUNT, Declared, Fact, Limits, Number, OneOf
from houseway.game.words import Words
from houseway.money import format_dollars
from houseway.rulebook import cached_until_changed, find
from houseway.rulebook.glossary import glossary
from houseway.sheets import posted_table
from houseway.sheets.conformance.clause import KINDS, ReadingShown, reading_shown
from houseway.sheets.posted_table import capital, card_of
from houseway.sheets.rule_sheet import RuleSheet, rule_sheet
from houseway.sheets.rulebook_pages.anchors import reading_places
from houseway.sheets.rulebook_pages.clause_card import games_with
from houseway.sheets.rulebook_pages.pay import BookPay, book_pay
from houseway.util.english import all_of, between, sentence

BY = {"floor": "a supervisor", "dealer": "the dealer"}


class ReadingLink(msgspec.Struct, frozen=True):
    """The number of a reading, and its anchor on the page."""

    id: str
    at: str


class BookClause(msgspec.Struct, frozen=True):
    """A clause of a game; ``replaced`` names clauses that apply in its place."""

    id: str
    says: str
    ref: str
    kind: str
    kind_words: str
    why: str
    replaced: tuple[str, ...]
    readings: tuple[ReadingLink, ...]


class BookPart(msgspec.Struct, frozen=True):
    """The clauses of one section of the text, in order."""

    title: str
    source: str
    clauses: tuple[BookClause, ...]


class BookChoice(msgspec.Struct, frozen=True):
    """A value of an option: as written, in words, and True if it is posted."""

    value: str
    words: str
    posted: bool


class BookPosting(msgspec.Struct, frozen=True):
    """An option of the house.

    ``of`` is the wager it belongs to, empty for the table. ``choices`` lists the values if they are
    few; otherwise ``allowed`` describes them.
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
    """A fact fixed by the text."""

    words: str
    value: str
    clauses: tuple[str, ...]


class BookWager(msgspec.Struct, frozen=True):
    """A wager with its limits and conditions; ``name`` is its name in addresses."""

    name: str
    words: str
    offered: bool
    limits: str
    conditions: tuple[str, ...]
    clauses: tuple[str, ...]
    pay: str
    """The pay table that pays it (``BookPay.name``); empty if a posting or a rule sets the odds."""


class BookMeter(msgspec.Struct, frozen=True):
    """A meter: its seed, its share of each wager, and its division among several winners."""

    words: str
    of: str
    seed: str
    increment: str
    reserve: str
    awards: str


class BookFee(msgspec.Struct, frozen=True):
    """A schedule of collection, and True if it is posted; ``schedule`` is its number."""

    schedule: str
    limits: str
    player: str
    player_dealer: tuple[str, ...]
    clause: str
    posted: bool


class BookReading(msgspec.Struct, frozen=True):
    """An unclear place in the text: its reading, the alternatives, and the value posted if it is an
    option.
    """

    shown: ReadingShown
    at: str
    value: str
    """The posted value in words; empty if there is no choice."""
    choices: tuple[BookChoice, ...]


class BookRuling(msgspec.Struct, frozen=True):
    """A ruling: its name, its effect, and who makes it."""

    words: str
    says: str
    by: str
    clauses: tuple[str, ...]


class BookWord(msgspec.Struct, frozen=True):
    """A word explained by the text."""

    word: str
    means: str


class GameBook(msgspec.Struct, frozen=True):
    """The content of a game's rulebook page, as posted."""

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
    """Cited clauses that are only in other games -> such a game."""


@cached_until_changed
def book(game_id: str) -> GameBook:
    """Return the book of a game with the default posting; cached."""
    return book_of(find(game_id)())


def book_of(game: Game) -> GameBook:
    """Return the book of a posted game."""
    sheet, card = rule_sheet(game), card_of(game)
    made = GameBook(
        id=game.id,
        name=game.name,
        jurisdiction=game.jurisdiction,
        section=game.section,
        version=sheet.version,
        rights=sheet.rights,
        notice=sheet.notice,
        look=look_of(game, game.presenter.bare_layout().look.stakes),
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
    """Return the game that shows a cited clause, for clauses that this one does not show."""
    own = {clause.id for part in made.parts for clause in part.clauses}
    cited = [*(pay.clause for pay in made.pay), *(fee.clause for fee in made.fees)]
    cited += [clause for wager in made.wagers for clause in wager.clauses]
    cited += [clause for choice in made.postings for clause in choice.clauses]
    cited += [clause for fact in made.facts for clause in fact.clauses]
    cited += [clause for ruling in made.rulings for clause in ruling.clauses]
    cited += [clause for reading in made.readings for clause in reading.shown.clauses]
    return {c: games_with()[c][0] for c in cited if c not in own and games_with().get(c)}


def _parts(game: Game, sheet: RuleSheet) -> Iterator[BookPart]:
    """Yield the sections of the rules with their clauses and readings."""
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


def _postings(game: Game) -> Iterator[BookPosting]:
    """Yield the options of the table, then those of each wager."""
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
    """Return every value that may be posted, if there are few."""
    if not isinstance(choice, OneOf):
        return ()
    return tuple(
        BookChoice(choice.show(each), words.value(key, each), each == value)
        for each in choice.values
    )


def _allowed(words: Words, key: str, choice: Declared) -> str:
    """Return the allowed values in words if they cannot be listed."""
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
    """Yield each reading with the posting that selects its alternative."""
    words, declared = game.words(), game.declared()
    for reading, at in reading_places(game.id):
        key, value = reading.posted, ""
        choices: tuple[BookChoice, ...] = ()
        if key in declared:
            value = words.value(key, getattr(game, key))
            choices = choices_of(words, key, declared[key], getattr(game, key))
        yield BookReading(reading_shown(type(game), reading), at, value, choices)


def _wagers(game: Game, sheet: RuleSheet) -> Iterator[BookWager]:
    """Yield the wagers of a game with limits in words and the name of their pay table."""
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
    """Yield the fee schedules; the one that is posted is marked."""
    used = getattr(game, "fees", None)
    for schedule in game.schedules().values():
        yield BookFee(
            f"no. {schedule.number}" if schedule.number else "",
            between(schedule.least, schedule.most), schedule.player_words, schedule.bank_words,
            schedule.clause, schedule == used,
        )  # fmt: skip
