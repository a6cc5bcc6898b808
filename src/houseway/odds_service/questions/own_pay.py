"""Custom pay tables: their edge at once if outcomes are counted, and pays for a target edge."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.analysis.pay_tables.custom import wager_called
from houseway.analysis.pay_tables.tune import Proposal, tune
from houseway.analysis.pay_tables.tune import Tuned as Found
from houseway.game.base import Game
from houseway.game.words import heading
from houseway.jobs import Tell
from houseway.odds_service.answers import PayLine, Proposed, Tuned, WagerRow
from houseway.odds_service.query import TableQuery, filled
from houseway.odds_service.rows import reweighed
from houseway.sheets.par.figures import exactly

WITHIN = "0.25%"


def own_rows(query: TableQuery, known: tuple[WagerRow, ...]) -> tuple[WagerRow, ...]:
    """Return rows with custom pays, from the rows under printed tables; some wagers share a
    table.
    """
    game = query.table()
    paid_by = {wager.name: wager.paid_by for wager in game.wagers}
    return tuple(
        reweighed(game, row.wager, row) for row in known if paid_by.get(row.wager) in game.own_pay
    )


def tuned(
    query: TableQuery, wager: str, edge: str, within: str, keep: dict[str, str], tell: Tell
) -> Tuned:
    """Return proposals for a target edge; Refused, with the possible range, if there is none."""
    kind = TableQuery(query.game).kind()
    made = wager_called(kind, wager)
    found = tune(
        kind, made.name, edge, keep=keep, posting=query.posting, within=within or WITHIN,
        progress=tell,
    )  # fmt: skip
    posted = filled(kind, made, query.posting, {})
    return Tuned(
        wager=made.name,
        words=heading(kind.words().wager(made.name)),
        target=float(found.target),
        within=float(found.within),
        least=float(found.least),
        most=float(found.most),
        method=found.method,
        proposals=tuple(_proposed(query, kind, found, each, posted) for each in found.proposals),
        assumptions=found.assumptions,
    )


def _proposed(
    query: TableQuery, kind: type[Game], found: Found, each: Proposal, posted: Mapping[str, str]
) -> Proposed:
    """Return a proposal for the page: its figures, and the query that posts it."""
    words, wager = kind.words(), found.wager
    changed = {outcome: pay for outcome, pay in each.pays.items() if pay != posted[outcome]}
    others = {name: rows for name, rows in query.pay.items() if name != wager}
    pays = {**others, wager: changed} if changed else others
    return Proposed(
        character=each.character,
        says=each.says,
        edge=float(each.edge),
        exactly=exactly(each.edge),
        wins=float(each.hit_frequency),
        sd=each.volatility,
        lines=tuple(
            PayLine(
                outcome, heading(words.outcome(wager, outcome)), pay,
                float(found.chances[outcome]), float(each.shares[outcome]),
            )
            for outcome, pay in each.pays.items()
        ),
        posting=TableQuery(query.game, query.posting, pays).text,
    )  # fmt: skip
