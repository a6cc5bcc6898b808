"""What ``hint`` and ``odds`` say at the table: best play, what others cost, what wagers return."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.analysis.advice.advise import advise
from houseway.analysis.advice.told import Advice, Option
from houseway.analysis.advice.wagers import Known, known_wager, known_wagers
from houseway.analysis.bank.player_bank_edges import banked_by_player
from houseway.cli.play.input_parser import as_said, the_one
from houseway.cli.terminal.console import hanging
from houseway.cli.terminal.progress import waiting
from houseway.engine.questions import Act, Asking, Place
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.presentation.layout_of_game import pay_told
from houseway.records.files import act_words

SHOWN = 4
"""Options that are told, the best and the next."""
ROWS = 14
"""Outcomes of a wager that are told."""
AMONG_PLAYERS = (
    "poker is played among the players: there is no house edge; hint says what your hand may expect"
)


def print_hint(out: Console, round_: Round, seat: int) -> None:
    """Best play with what the other choices cost; of wagers, what they return."""
    question = round_.question
    if not isinstance(question, Asking) or seat not in question.seats():
        raise Refused("you are not asked anything now")
    choices = question.choices_of(seat)
    places = [choice for choice in choices if isinstance(choice, Place)]
    if places:
        _print_wagers(out, round_.game, _names(places[0]))
        return
    if any(choice.name == "bank" for choice in choices):
        _print_bank(out, round_.game)
        return
    with waiting() as progress:
        progress("best play …")
        found = advise(round_, seat, progress)
    for line in advice_lines(found, round_.game):
        out.print(line)


def advice_lines(advice: Advice, game: Game) -> list[Text]:
    """The decision, the worth of the first few, and how that is known."""
    lines = [Text.assemble("hint: ", (act_told(advice.best, game), "bold green"))]
    best = advice.options[0] if advice.options else None
    for option in advice.options[:SHOWN]:
        lines.append(Text(f"  {act_told(option.act, game)}: {_worth(option, best, advice)}"))
    said = "; ".join(part for part in (advice.how, *advice.notes) if part)
    if said:
        lines.append(Text(f"  ({said})", style="dim"))
    return lines


def act_told(act: Act, game: Game) -> str:
    """A decision for people who may type it: ``double free``, ``set high=.. low=..``."""
    name, blank, rest = act_words(act, game.kind).partition(" ")
    return f"{as_said(name)}{blank}{rest}"


def _worth(option: Option, best: Option | None, advice: Advice) -> str:
    """``-0.47 of your bet (-$4.70)``; of an estimate its error, of others what they cost."""
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


# -- wagers ----------------------------------------------------------------------------------


def _names(choice: Place) -> list[str]:
    own = (spot for spot in choice.spots if not spot.circle and spot.whom == "player")
    return list(dict.fromkeys(spot.wager or spot.name for spot in own))


def _print_wagers(out: Console, game: Game, names: Sequence[str]) -> None:
    """The wagers that may be made, the best first."""
    with waiting() as progress:
        found = known_wagers(game, names, progress)
    if not found:
        raise Refused(f"what the wagers of {game.name} return is not known")
    words = game.words()
    out.print(Text("what the wagers return, and how often they win, the best first:", "bold"))
    out.print(hanging((words.wager(known.wager), _returns(known, game)) for known in found))
    if len(found) > 1:
        out.print(Text(f"  odds {found[0].wager} shows one of them by its outcomes", "dim"))


def _returns(known: Known, game: Game) -> str:
    known_as = "" if known.is_exact else f", {known.method}"
    return f"{keeps(known.edge, game)}, wins {known.hits:.1%}{known_as}"


def keeps(edge: float, game: Game) -> str:
    """Who has the edge: ``the house keeps 1.06 %``, or the bank where a player is it."""
    if edge < 0:
        return f"the player gains {-edge * 100:.2f} %"
    who = "bank" if banked_by_player(type(game)) else "house"
    return f"the {who} keeps {edge * 100:.2f} %"


def _print_bank(out: Console, game: Game) -> None:
    """Who banks has the other side of what the others wager."""
    names = [wager.name for wager in game.offered if game.requires(wager)]
    with waiting() as progress:
        found = known_wagers(game, names or [w.name for w in game.offered], progress)
    words = game.words()
    out.print(Text("whoever banks has the other side of what the others wager:", style="bold"))
    out.print(
        hanging(
            (words.wager(known.wager), f"the bank's side gains {known.edge * 100:+.2f} % of it")
            for known in found
        )
    )
    out.print(Text("  before the fee of the position, which is paid whatever comes", "dim"))


def print_odds(out: Console, game: Game, names: Sequence[str], word: str) -> None:
    """What one wager returns at this table, by its outcomes; or all that may be made."""
    if not game.wagers:
        raise Refused(AMONG_PLAYERS)
    if not word:
        _print_wagers(out, game, names or [wager.name for wager in game.offered])
        return
    words = game.words()
    called = {wager.name: wager.name for wager in game.offered}
    called |= {words.wager(wager.name): wager.name for wager in game.offered}
    name = called[the_one(word, list(called), "wager")]
    with waiting() as progress:
        wager = next(wager for wager in game.offered if wager.name == name)
        known = known_wager(game, wager, progress)
    if isinstance(known, str):
        raise Refused(known)
    out.print(Text(f"{words.wager(name)}: {_returns(known, game)}", style="bold"))
    rows = sorted(known.outcomes, key=lambda row: -row[2])
    if len(rows) > ROWS:
        rows = [row for row in rows if row[1]][:ROWS]
    sheets = (sheet for sheet in pay_told(game) if sheet.wager in (name, wager.paid_by))
    pays = {outcome: row.pays for s in sheets for row in s.rows for outcome in row.covers}
    out.print(
        hanging(
            (f"{chance:8.4%}", f"{words.outcome(name, outcome)}: {pays.get(outcome) or _net(net)}")
            for outcome, chance, net in rows
        )
    )
    if known.assumptions:
        out.print(Text(f"  ({'; '.join(known.assumptions)})", style="dim"))


def _net(net: float) -> str:
    return f"{net:+g} of the wager" if net else "push"
