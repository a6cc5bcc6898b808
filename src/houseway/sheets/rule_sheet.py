"""The rule sheet of a game: its clauses in our words, the posting, wagers, pays and readings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houseway.families.banked.game import Banked
from houseway.game.base import OFF, Game
from houseway.game.fees import limits_of
from houseway.game.pay_columns import chosen_words
from houseway.game.pay_tables import PayTable
from houseway.game.posting import ANY_AMOUNT, Fact
from houseway.game.wagers import Wager
from houseway.game.words import Words
from houseway.money import format_dollars
from houseway.rulebook.clauses import Clause, Reading, clause_files, clauses_of, readings_of
from houseway.rulebook.versions import version_of
from houseway.util.english import one_of

NOTICE_CLAUSE = "CO-ALL-6"
NOTICE = (
    "These rules are told in our own words as a convenience. This is not an official publication: "
    "the official text is the one its authority publishes."
)

SHORT_NOTICE = "Clauses are told in our own words; this is not an official publication."
"""The notice below quoted clauses, as under a settlement."""


class PostedChoice(msgspec.Struct, frozen=True):
    """An option of the house, or a fact fixed by the text.

    ``key``, ``value`` and ``allowed`` are in the notation of records; ``words`` and ``value_words``
    are for readers.
    """

    key: str
    value: str
    allowed: str
    clauses: tuple[str, ...]
    says: str
    words: str
    value_words: str


class WagerLine(msgspec.Struct, frozen=True):
    """A wager with its limits and conditions."""

    name: str
    words: str
    offered: bool
    least: int
    most: int
    conditions: tuple[str, ...]
    clauses: tuple[str, ...]


class PayGrid(msgspec.Struct, frozen=True):
    """A pay table with all its columns; ``posted`` is the one in use, or ``off``.

    Each of the ``rows`` begins with its outcome in words; ``outcomes`` are their names.
    """

    wager: str
    clause: str
    posted: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    decks: dict[str, tuple[int, ...]]
    outcomes: tuple[str, ...]
    words: str


class FeeLine(msgspec.Struct, frozen=True):
    """A collection schedule: its number, the limits it is for, and the amount of each fee."""

    schedule: str
    limits: str
    player: str
    player_dealer: tuple[str, ...]
    clause: str


class RulingLine(msgspec.Struct, frozen=True):
    """A ruling: its name, its effect, and who makes it (``floor`` or ``dealer``)."""

    name: str
    words: str
    takes: tuple[str, ...]
    clauses: tuple[str, ...]
    says: str
    needs: str


class SourceClauses(msgspec.Struct, frozen=True):
    """The clauses of one source document."""

    title: str
    source: str
    clauses: tuple[Clause, ...]


class RuleSheet(msgspec.Struct, frozen=True):
    """The content of a rule sheet."""

    id: str
    name: str
    jurisdiction: str
    section: str
    version: str
    owner: str
    rights: str
    shape: str
    notice: str
    parts: tuple[SourceClauses, ...]
    posting: tuple[PostedChoice, ...]
    facts: tuple[PostedChoice, ...]
    wagers: tuple[WagerLine, ...]
    pay: tuple[PayGrid, ...]
    fees: tuple[FeeLine, ...]
    readings: tuple[Reading, ...]
    rulings: tuple[RulingLine, ...]
    chosen: tuple[str, ...] = ()
    """The pay tables chosen automatically to fit the posted decks."""


def rule_sheet(game: Game) -> RuleSheet:
    """Return the rule sheet of a posted game."""
    posting, facts = _declared(game)
    parts = _parts(game.id, game.replaces)
    ids = {clause.id for part in parts for clause in part.clauses}
    version = version_of(game.section)
    return RuleSheet(
        id=game.id,
        name=game.name,
        jurisdiction=game.jurisdiction,
        section=game.section,
        version=version.words,
        owner=game.owner,
        rights=version.rights(game.owner),
        shape=game.family,
        notice=f"{NOTICE} ({NOTICE_CLAUSE})" if NOTICE_CLAUSE in ids else NOTICE,
        parts=parts,
        chosen=chosen_words(game),
        posting=posting,
        facts=facts,
        wagers=tuple(_wager(game, wager) for wager in game.wagers),
        pay=_pay(game),
        fees=_fees(game),
        readings=tuple(map(_reading, readings_of(game.id))),
        rulings=tuple(
            RulingLine(r.name, game.words().ruling(r.name), r.takes, r.clauses, r.words, r.needs)
            for r in game.ruling_rules.values()
        ),
    )


def one_line(text: str) -> str:
    """Return text of a TOML file without line breaks."""
    return " ".join(text.split())


def _parts(game_id: str, replaces: Mapping[str, tuple[str, ...]]) -> tuple[SourceClauses, ...]:
    """Return the clauses in the order of the game's sections, grouped by source."""
    source_of = {c.id: i for i, file in enumerate(clause_files()) for c in file.clause}
    grouped: dict[int, list[Clause]] = {}
    for clause in clauses_of(game_id):
        says = one_line(clause.says)
        if instead := replaces.get(clause.id):
            says += f" (Not here: {', '.join(instead)} instead.)"
        plain = msgspec.structs.replace(clause, says=says, why=one_line(clause.why))
        grouped.setdefault(source_of[clause.id], []).append(plain)
    files = clause_files()
    return tuple(
        SourceClauses(files[i].title, files[i].source, tuple(clauses))
        for i, clauses in grouped.items()
    )


def _declared(game: Game) -> tuple[tuple[PostedChoice, ...], tuple[PostedChoice, ...]]:
    """Return the posted options and the facts that the rules fix."""
    posting: list[PostedChoice] = []
    facts: list[PostedChoice] = []
    words = game.words()
    for key, choice in game.declared().items():
        value = getattr(game, key)
        row = PostedChoice(
            key, choice.show(value), choice.allowed(), choice.clauses, choice.says,
            words.posting(key), words.value(key, value),
        )  # fmt: skip
        (facts if isinstance(choice, Fact) else posting).append(row)
    return tuple(posting), tuple(facts)


def _wager(game: Game, wager: Wager) -> WagerLine:
    """Return the line of a wager: limits in cents, conditions and clauses."""
    least, most = game.limits(wager)
    return WagerLine(
        wager.name,
        wager.words,
        wager in game.offered,
        least,
        most,
        tuple(_conditions(game, wager)),
        wager.clauses,
    )


def _conditions(game: Game, wager: Wager) -> list[str]:
    """Return the conditions on a wager of a posted game."""
    found = ["must be made to be dealt in" if game.requires(wager) else "optional"]
    if not isinstance(game, Banked):
        return found
    words = game.words()
    if beside := game.goes_with(wager):
        found.append(f"only beside {one_of(map(words.named, beside))}")
    if most := game.at_most(wager):
        found.append(f"not more than {words.named(most)}")
    if wager.beside.equals:
        found.append(f"equal to {words.named(wager.beside.equals)}")
    if wager.amounts.cap != ANY_AMOUNT:
        found.append(f"never over {format_dollars(wager.amounts.cap)}")
    if wager.amounts.step != 1:
        found.append(f"in steps of {format_dollars(wager.amounts.step)}")
    if moment := game.placed_at(wager):
        found.append(f"placed {words.phase(moment)}")
    if wager.progressive:
        found.append("of the posted amount, with a share for a meter" if wager.progressive.flat
                     else "with a share for a meter")  # fmt: skip
    if wager.resolves:
        found.append(f"decided {wager.resolves}")
    if game.tips_on(wager):
        needs = wager.tip_needs
        beside_tip = f", with one on {words.named(needs)}" if needs else ""
        found.append(f"a tip for the dealer may ride along{beside_tip}")
    return found


def _pay(game: Game) -> tuple[PayGrid, ...]:
    """Return the pay tables in words, without rows that are always paid as another one."""
    grids = []
    words = game.words()
    for name, table in game.pay_tables().items():
        shown = [i for i in range(len(table.outcomes)) if _is_told(table, i)]
        rows = tuple(
            (
                words.outcome(name, table.outcomes[i]),
                *(_cell(words, table, column, i) for column in table.columns),
            )
            for i in shown
        )
        posted = str(getattr(game, name, OFF))
        grids.append(
            PayGrid(
                name, table.clause, posted, tuple(table.columns), rows, dict(table.decks),
                tuple(table.outcomes[i] for i in shown), words.wager(name),
            )
        )  # fmt: skip
    return tuple(grids)


def _is_told(table: PayTable, i: int) -> bool:
    """Return True unless every column pays the row as another one."""
    paid_by = {table.printed[column][i] for column in table.columns}
    return paid_by == {i} or len(paid_by) > 1


def _cell(words: Words, table: PayTable, column: str, i: int) -> str:
    """Return the content of a cell, with the reading behind it if the text is uncertain.

    If the column does not print the row, it names the row that pays the outcome.
    """
    if (row := table.printed[column][i]) != i:
        return f"as {words.outcome(table.name, table.outcomes[row])}"
    text, reading = table.columns[column][i].text, table.reading(column, table.outcomes[i])
    return f"{text} ({reading})" if reading else text


def _fees(game: Game) -> tuple[FeeLine, ...]:
    """Return the lines of the fee schedules."""
    return tuple(
        FeeLine(
            schedule.name,
            limits_of(schedule),
            schedule.player_words,
            schedule.bank_words,
            schedule.clause,
        )
        for schedule in game.schedules().values()
    )


def _reading(reading: Reading) -> Reading:
    """Return a reading with each text on one line."""
    return msgspec.structs.replace(
        reading,
        question=one_line(reading.question),
        reading=one_line(reading.reading),
        effect=one_line(reading.effect),
        alternatives=tuple(one_line(text) for text in reading.alternatives),
    )
