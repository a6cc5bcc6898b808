"""The options of a game as controls of a page: values in words, and their dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from houseway.analysis.bank.table_warnings import choices_of
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.pay_columns import chosen_words
from houseway.game.posting import Declared, Fact, Limits, Money, Number, OneOf, Text
from houseway.game.words import heading
from houseway.odds_service.controls import Control, ControlValue, OnOffer, PostedControls
from houseway.odds_service.query import TableQuery
from houseway.odds_service.questions.play import takes
from houseway.odds_service.rows import groups, rank_of, says_of
from houseway.sheets.posted_table import expand_names

FIRST = "decks"
FEW = 9
"""The most numbers offered as a list; for more, the page has a text field."""


def posted(query: TableQuery) -> PostedControls:
    """Return the controls of a table; Refused, with a clause, if it cannot be posted."""
    game = query.table()
    least = _shortest(query)
    return PostedControls(
        game=game.id,
        name=game.name,
        section=game.section,
        jurisdiction=game.jurisdiction,
        about=game.layout().look.about,
        poker=not game.wagers,
        posting=least.text,
        controls=tuple(_controls(game, least)),
        chosen=chosen_words(game),
        rules=game.fingerprint(),
        play=takes(game),
        wagers=tuple(_offered(game)),
    )


def _offered(game: Game) -> Iterator[OnOffer]:
    """Yield the wagers of a game in the order of the table."""
    for wager in (each for some in groups(game) for each in some) if game.wagers else ():
        words = heading(game.words().wager(wager.name))
        yield OnOffer(wager.name, words, says_of(wager), rank_of(game, wager))


def _shortest(query: TableQuery) -> TableQuery:
    """Return the posting without defaults."""
    whole, kind = query.table().posting, query.kind()
    kept = query.stated()
    for key in list(kept):
        rest = {other: value for other, value in kept.items() if other != key}
        try:
            if kind(rest).posting == whole:
                kept = rest
        except Refused:
            continue
    columns = {key: value for key, value in query.posting.items() if key not in query.stated()}
    return TableQuery(query.game, {**kept, **columns}, query.pay)


def _controls(game: Game, query: TableQuery) -> Iterator[Control]:
    """Yield a control for each posting that can be changed, the first one first."""
    declared = game.declared()
    weighs = {*choices_of(game), FIRST}
    about = {key: w.name for w in game.wagers for key in w.postings()}
    about |= {w.paid_by: w.name for w in game.wagers}
    keys = sorted(game.posting, key=lambda key: (key != FIRST,))
    for key in keys:
        choice = declared[key]
        if isinstance(choice, Fact) or (isinstance(choice, OneOf) and len(choice.values) < 2):
            continue
        wager = about.get(key, "")
        group = "more" if key not in weighs else "pay" if key in game.pay_tables() else "game"
        yield _control(game, query, key, choice, group, wager)


def _control(
    game: Game, query: TableQuery, key: str, choice: Declared, group: str, wager: str
) -> Control:
    """Return the control for one option: its values, those refused, and its clauses."""
    words, value = game.words(), game.posting[key]
    bounds = isinstance(choice, Number | Money)
    return Control(
        key=key,
        words=heading(words.posting(key)),
        says=choice.says,
        clauses=choice.clauses,
        kind=_kind(choice),
        group=group,
        wager=words.wager(wager) if wager else "",
        pays=tuple(w.name for w in game.wagers if w.paid_by == key),
        written=choice.show(value),
        value=words.value(key, value),
        stated=key in query.posting or key in query.pay,
        values=tuple(_values(game, query, key, choice)),
        least=choice.show(choice.least) if bounds else "",  # type: ignore[attr-defined]
        most=choice.show(choice.most) if bounds else "",  # type: ignore[attr-defined]
        allowed=choice.allowed(),
    )


def _kind(choice: Declared) -> str:
    """Return the kind of control for an option; "text" if it has no other."""
    kinds = {OneOf: "choice", Number: "number", Money: "money", Limits: "limits", Text: "text"}
    return next((kind for each, kind in kinds.items() if isinstance(choice, each)), "text")


def _listed(choice: Declared) -> Sequence[Any]:
    """Return the values to choose from; empty if they are too many to list."""
    if isinstance(choice, OneOf):
        return choice.values
    few = isinstance(choice, Number) and choice.most - choice.least < FEW
    return range(choice.least, choice.most + 1) if few else ()  # type: ignore[attr-defined]


def _values(game: Game, query: TableQuery, key: str, choice: Declared) -> Iterator[ControlValue]:
    """Yield the values of an option; one that the other options refuse says why."""
    words, kind, stated = game.words(), type(game), query.stated()
    for value in _listed(choice):
        said = ControlValue(choice.show(value), words.value(key, value))
        if value == game.posting[key]:
            yield said
            continue
        why = _refused(kind, {**stated, key: said.written})
        if why is None:
            yield said
        else:
            frees = _frees(kind, {**stated, key: said.written}, key)
            yield ControlValue(
                said.written, said.words, expand_names(game, why.what), why.clauses, frees
            )


def _refused(kind: type[Game], posting: dict[str, Any]) -> Refused | None:
    """Return the refusal of a posting, or None if the rules allow it."""
    try:
        kind(posting)
    except Refused as why:
        return why
    return None


def _frees(kind: type[Game], posting: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return the posted options in conflict with a value: one, or all."""
    others = [other for other in posting if other != key]
    for other in others:
        if _refused(kind, {k: v for k, v in posting.items() if k != other}) is None:
            return (other,)
    alone = _refused(kind, {key: posting[key]}) is None
    return tuple(others) if alone and others else ()
