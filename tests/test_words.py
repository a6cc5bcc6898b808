"""Every name of every game has words for people, and no machine name reaches one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.game import Game
from houseway.posting import OneOf
from houseway.rulebook import games
from houseway.script import Ask, AskAll
from houseway.table.case import settlements
from houseway.table.round import Round
from houseway.words import Words, WordsFile
from support import GAME_IDS, open_table, random_act, random_answer, random_ruling

ROUNDS = 4
SHOWN = {
    "words", "label", "note", "total", "why", "says", "value", "pays", "status", "phase_words",
    "said", "headline",
}  # fmt: skip
"""The fields of layouts, views and prompts that are for people."""


class Strict(Words):
    """Words that note every name for which the files have none."""

    def __init__(self, words: Words, file: WordsFile | None = None) -> None:
        super().__init__(file or words.file, words.tables, words.declared)
        self.missing: set[str] = set()

    def unnamed(self, kind: str, name: str, of: str = "") -> str:
        self.missing.add(f"[{kind}{'.' if of else ''}{of}] {name}")
        return super().unnamed(kind, name, of)


def names_of(game: type[Game], words: Words) -> None:
    """Ask for the words of every name that the class of a game knows."""
    posted = game()
    for name in (*(w.name for w in game.wagers), *getattr(game, "follows", ()), *posted.pay):
        words.wager(name)
    for table in game.pay_tables().values():
        paid = [w.name for w in game.wagers if w.paid_by == table.name] or [table.name]
        for wager in paid:
            for outcome in (*table.outcomes, "returned"):
                words.outcome(wager, outcome)
    for key, choice in game.declared().items():
        words.posting(key)
        values = choice.values if isinstance(choice, OneOf) else (choice.default,)
        for value in values:
            words.value(key, value)
    for name in posted.actions():
        words.action(name)
    for rule in game.rulings:
        words.ruling(rule.name)
    plan = posted.layout()
    for zone in plan.zones:
        words.zone(zone.name)
    for puck in plan.pucks:
        words.puck(puck.name)
    for sign in plan.signage:
        words.posting(sign.key)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_name_has_words_of_its_own(game_id: str) -> None:
    game = games()[game_id]
    words = Strict(game.words())
    names_of(game, words)
    assert not words.missing, "\n".join(sorted(words.missing))


def test_a_name_without_words_is_found() -> None:
    words = games()["free-bet-blackjack"].words()
    for kind, name in (("actions", "double_free"), ("postings", "soft_17"), ("zones", "hand")):
        fewer = {key: said for key, said in getattr(words.file, kind).items() if key != name}
        strict = Strict(words, msgspec.structs.replace(words.file, **{kind: fewer}))
        names_of(games()["free-bet-blackjack"], strict)
        assert strict.missing == {f"[{kind}] {name}"}
    outcomes = {**words.file.outcomes, "push_22": {}}
    strict = Strict(words, msgspec.structs.replace(words.file, outcomes=outcomes))
    names_of(games()["free-bet-blackjack"], strict)
    assert "[outcomes.push_22] colored_22" in strict.missing


# -- what people see --------------------------------------------------------------------------


def texts(part: Any) -> Iterator[str]:
    """Every text for people in a layout, a view or a prompt."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key in SHOWN and isinstance(value, str):
                yield value
            elif key in SHOWN and isinstance(value, list):
                yield from (each for each in value if isinstance(each, str))
                yield from texts(value)
            else:
                yield from texts(value)
    elif isinstance(part, list):
        for each in part:
            yield from texts(each)


def told(part: Any) -> list[str]:
    return list(texts(msgspec.to_builtins(part)))


def look(round_: Round, rng: random.Random, words: Strict) -> Iterator[str]:
    """What viewers see at one moment, and what a wrong answer is refused with."""
    viewers = [0, round_.seats[0].seat]
    question = round_.question
    if isinstance(question, Ask | AskAll):
        viewers.append(rng.choice(question.seats()))
    for viewer in viewers:
        view = round_.view(viewer)
        yield from told(view)
        words.phase(view.phase)
        for seat in view.seats:
            words.status(seat.status)
        for puck in view.pucks:
            words.puck(puck.name)
        for pile in view.piles:
            words.zone(pile.zone)
        for chips in view.chips:
            words.spot(chips.spot, chips.hand, chips.owner, chips.circle)
        for action in view.prompt.actions if view.prompt else ():
            words.action(action.name)
    if isinstance(question, Ask | AskAll):
        seat = rng.choice(question.seats())
        for choice in question.choices_of(seat):
            refused = round_.refusal(random_answer(seat, choice, rng))
            if refused is not None:
                yield refused.what


def machine_names(said: Iterator[str]) -> set[str]:
    return {text for text in said if "_" in text}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_no_machine_name_reaches_people(game_id: str) -> None:
    game = games()[game_id]
    words, wrong = Strict(game.words()), set()
    for seed in range(ROUNDS):
        table, rng = open_table(game_id, 40 + seed)
        wrong |= machine_names(iter(told(table.layout())))
        round_ = table.start()
        for _ in range(300):
            if round_.question is None:
                break
            wrong |= machine_names(look(round_, rng, words))
            ruling = random_ruling(round_, rng) if rng.random() < 0.02 else None
            if ruling is None:
                table.enter(random_act(round_, rng))
            else:
                words.ruling(ruling.name)
                table.rule(
                    ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount
                )
        wrong |= machine_names(look(round_, rng, words))
        for settled in settlements(round_):
            said = settled.outcome  # of a pot: the hand that has won it, in words
            if not settled.wager.startswith("pot"):
                said = words.outcome(settled.wager, settled.outcome, settled.because)
            wrong |= machine_names(iter((said, settled.odds, settled.note)))
            if settled.because and not words.has_reason(settled.wager, settled.because):
                words.missing.add(f"[because.{settled.wager}] {settled.because}")
    assert not wrong, "\n".join(sorted(wrong))
    assert not words.missing, "\n".join(sorted(words.missing))
