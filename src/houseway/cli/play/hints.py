"""Answers to ``hint`` and ``odds`` at the table: best play, its alternatives, odds of wagers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from houseway.advice.advise import advise
from houseway.advice.wagers import Known, known_wager
from houseway.analysis.decision_values import Advice, DecisionValue
from houseway.analysis.odds_row import said_of_book
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.cli.play.input_parser import as_said, the_one
from houseway.cli.play.lookup import HINT, Question
from houseway.cli.terminal.console import hanging
from houseway.cli.terminal.progress import waiting
from houseway.engine.questions import Act, Asking, Place
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.face.layout_of_game import pay_told
from houseway.hints.answers import Hint
from houseway.money import format_dollars
from houseway.records.files import act_words
from houseway.table.round import Round

SHOWN = 4
"""The number of options printed, the best first."""
ROWS = 14
"""The number of outcomes of a wager that are printed."""
AMONG_PLAYERS = (
    "poker is played among the players: there is no house edge; hint says what your hand may expect"
)


def hint_question(out: Console, round_: Round, seat: int) -> Question:
    """Return the question that a hint answers: about wagers, or about a decision."""
    question = round_.question
    if not isinstance(question, Asking) or seat not in question.seats():
        raise Refused("you are not asked anything now")
    game, choices = round_.game, question.choices_of(seat)
    places = [choice for choice in choices if isinstance(choice, Place)]
    if places:
        return _wagers_question(out, game, _names(places[0]))
    if any(choice.name == "bank" for choice in choices):
        return _bank_question(out, game)
    return _decision_question(out, round_, seat)


def _decision_question(out: Console, round_: Round, seat: int) -> Question:
    """Return the question for the best decision, and what the others cost."""
    before = len(round_.inputs)

    def show(found: Sequence[Advice | str]) -> None:
        (advice,) = found
        if isinstance(advice, str):
            raise Refused(advice)
        if len(round_.inputs) != before:
            raise Refused("the hint came too late: the question has changed")
        for line in advice_lines(advice, round_.game):
            out.print(line)

    return Question(round_.game, (HINT,), show, round_, seat)


def advice_lines(advice: Advice, game: Game) -> list[Text]:
    """Return the best decision, the values of the first few, and the method."""
    best = advice.options[0] if advice.options else None
    options = [(act_told(o.act, game), _worth(o, best, advice)) for o in advice.options]
    return _lines(act_told(advice.best, game), options, (advice.how, *advice.notes))


def hint_lines(found: Hint) -> list[Text]:
    """Return a hint that a room gave."""
    options = []
    for choice in found.choices:
        cost = f", costs {format_dollars(choice.cost)}" if choice.cost else ""
        options.append((choice.words, f"{choice.worth}{cost}" if choice.worth else ""))
    return _lines(found.says, options, (found.how, *found.notes), found.found)


def _lines(
    best: str, options: Sequence[tuple[str, str]], notes: Sequence[str], is_found: bool = True
) -> list[Text]:
    """Return a hint as lines: the best decision, other options, and notes in brackets.

    Unless ``is_found``, ``best`` is a reason why there is none.
    """
    lines = [Text.assemble("hint: ", (best, "bold green" if is_found else ""))]
    lines += [Text(f"  {': '.join(filter(None, option))}") for option in options[:SHOWN]]
    said = "; ".join(filter(None, notes))
    return [*lines, Text(f"  ({said})", style="dim")] if said else lines


def act_told(act: Act, game: Game) -> str:
    """Return a decision as it could be typed: ``double free``, ``set high=.. low=..``."""
    name, blank, rest = act_words(act, game.kind).partition(" ")
    return f"{as_said(name)}{blank}{rest}"


def _worth(option: DecisionValue, best: DecisionValue | None, advice: Advice) -> str:
    """Return a value such as ``-0.47 of your bet (-$4.70)``, with the error or the cost."""
    if advice.unit:
        said = f"{option.worth:+.2f} of your bet ({_money(option.worth * advice.unit)})"
        cost = (best.worth - option.worth) * advice.unit if best else 0.0
    else:
        said = f"about {_money(option.worth * 100)}"
        cost = (best.worth - option.worth) * 100 if best else 0.0
    if best is None or option is best:
        return said + (f" ± {_money(option.error * 100)}" if option.error > 0.005 else "")
    return f"{said}, costs {_money(cost)}" + (
        f" ± {_money(option.error * 100)}" if option.error > 0.005 else ""
    )


def _money(cents: float) -> str:
    return format_dollars(round(cents))


def _names(choice: Place) -> list[str]:
    """Return the wagers that a seat may make in its own circle."""
    own = (spot for spot in choice.spots if not spot.circle and spot.whom == "player")
    return list(dict.fromkeys(spot.wager or spot.name for spot in own))


def _question(game: Game, names: Sequence[str], show: Callable[[list[Known]], None]) -> Question:
    """Return a question about these wagers; its answer lists the known ones, the best first."""
    wanted = tuple(wager.name for wager in game.wagers if wager.name in names)

    def shown(found: Sequence[Known | str]) -> None:
        known = [each for each in found if not isinstance(each, str)]
        show(sorted(known, key=lambda each: each.edge))

    return Question(game, wanted, shown)


def _wagers_question(out: Console, game: Game, names: Sequence[str]) -> Question:
    """Return the question for what these wagers return."""

    def show(found: list[Known]) -> None:
        if not found:
            raise Refused(f"what the wagers of {game.name} return is not known")
        words = game.words()
        out.print(Text("what the wagers return, and how often they win, the best first:", "bold"))
        out.print(hanging((words.wager(known.wager), _returns(known, game)) for known in found))
        if len(found) > 1:
            out.print(Text(f"  odds {found[0].wager} shows one of them by its outcomes", "dim"))
        _print_source(out, found)

    return _question(game, names, show)


def _returns(known: Known, game: Game) -> str:
    """Return the edge of a wager and its share of wins in words; the method unless exact."""
    known_as = "" if known.is_exact else f", {known.method}"
    return f"{keeps(known.edge, game)}, wins {known.hits:.1%}{known_as}"


def keeps(edge: float, game: Game) -> str:
    """Return the edge with its owner: ``the house keeps 1.06 %``, or the bank if a player is it."""
    if edge < 0:
        return f"the player gains {-edge * 100:.2f} %"
    who = "bank" if banked_by_player(type(game)) else "house"
    return f"the {who} keeps {edge * 100:.2f} %"


def _bank_question(out: Console, game: Game) -> Question:
    """Return the question about banking: the other side of others' wagers."""
    names = [wager.name for wager in game.offered if game.requires(wager)]

    def show(found: list[Known]) -> None:
        words = game.words()
        out.print(Text("whoever banks has the other side of the players' wagers:", style="bold"))
        out.print(
            hanging(
                (words.wager(known.wager), f"the bank's side gains {known.edge * 100:+.2f} % of it")
                for known in found
            )
        )
        out.print(Text("  before the fee of the position, which is due in any case", "dim"))
        _print_source(out, found)

    return _question(game, names or [w.name for w in game.offered], show)


def odds_question(out: Console, game: Game, names: Sequence[str], word: str) -> Question:
    """Return the question behind ``odds``: all possible wagers, or one with its outcomes."""
    if not game.wagers:
        raise Refused(AMONG_PLAYERS)
    if not word:
        return _wagers_question(out, game, names or [wager.name for wager in game.offered])
    words = game.words()
    called = {wager.name: wager.name for wager in game.offered}
    called |= {words.wager(wager.name): wager.name for wager in game.offered}
    name = called[the_one(word, list(called), "wager")]

    def show(found: Sequence[Known | str]) -> None:
        (known,) = found
        if isinstance(known, str):
            raise Refused(known)
        _print_outcomes(out, game, known)

    return Question(game, (name,), show)


def _print_source(out: Console, found: Sequence[Known]) -> None:
    """Print that figures are from the book of odds, if some are."""
    if said := said_of_book([known.computed_by for known in found]):
        out.print(Text(f"  ({said})", style="dim"))


def _print_outcomes(out: Console, game: Game, known: Known) -> None:
    """Print one wager by its outcomes, the most profitable first."""
    words, name = game.words(), known.wager
    paid_by = next(wager.paid_by for wager in game.offered if wager.name == name)
    out.print(Text(f"{words.wager(name)}: {_returns(known, game)}", style="bold"))
    rows = sorted(known.outcomes, key=lambda row: -row[2])
    if len(rows) > ROWS:
        rows = [row for row in rows if row[1]][:ROWS]
    sheets = (sheet for sheet in pay_told(game) if sheet.wager in (name, paid_by))
    pays = {outcome: row.pays for s in sheets for row in s.rows for outcome in row.covers}
    out.print(
        hanging(
            (f"{chance:8.4%}", f"{words.outcome(name, outcome)}: {pays.get(outcome) or _net(net)}")
            for outcome, chance, net in rows
        )
    )
    if known.assumptions:
        out.print(Text(f"  ({'; '.join(known.assumptions)})", style="dim"))
    _print_source(out, [known])


def _net(net: float) -> str:
    """Return a net in units of the wager as text; "push" for 0."""
    return f"{net:+g} of the wager" if net else "push"


def answer(question: Question) -> None:
    """Answer a question in this process, and print the result."""
    wagers = {wager.name: wager for wager in question.game.wagers}
    with waiting() as progress:
        if question.round_ is not None:
            progress("best play …")
            question.show([advise(question.round_, question.seat, progress)])
            return
        found = [known_wager(question.game, wagers[name], progress) for name in question.names]
    question.show(found)
