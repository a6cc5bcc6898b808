"""Every name of every game has words for people, and no machine name reaches one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.engine.questions import Asking
from houseway.game.base import Game
from houseway.game.posting import OneOf
from houseway.game.words import Words, WordsFile
from houseway.records.cases import failures, read_cases, settlements
from houseway.records.record import Playback, load_record
from houseway.rulebook import games
from houseway.sheets.rule_sheet import rule_sheet
from houseway.table.round import Round
from tests.support.random_play import GAME_IDS, open_table, random_act, random_answer, random_ruling

ROUNDS = 4
SHOWN = {
    "words", "label", "note", "total", "why", "says", "value", "pays", "status", "phase_words",
    "said", "headline", "value_words", "conditions", "marks", "did", "outcome", "odds",
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
    sheet = rule_sheet(game())
    cells = (cell for grid in sheet.pay for row in grid.rows for cell in row)
    assert not machine_names(iter((*told(sheet), *cells)))


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
    """Yield the texts that viewers see at one moment, and the refusals of wrong answers."""
    viewers = [0, round_.seats[0].seat]
    question = round_.question
    if isinstance(question, Asking):
        viewers.append(rng.choice(question.seats()))
    for viewer in viewers:
        view = round_.view(viewer)
        yield from told(view)
        words.phase(view.phase)
        said = {"", *words.file.statuses.values()}
        assert {seat.status for seat in view.seats} <= said, "statuses are words of the files"
        for puck in view.pucks:
            words.puck(puck.name)
        for pile in view.piles:
            words.zone(pile.zone)
        for chips in view.chips:
            words.spot(chips.spot, chips.hand, chips.owner, chips.circle)
        for action in view.prompt.actions if view.prompt else ():
            words.action(action.name)
    if isinstance(question, Asking):
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


DECIDED = [
    # Free Bet Blackjack: Push 22 and the main wager
    ("free-bet-blackjack", {}, {"main": 10, "push_22": 5}, "Ts 6h 9d 6s | Tc", "stand",
     {"push_22": "any other 22", "main": "the dealer made 22, which pushes"}),
    ("free-bet-blackjack", {}, {"main": 10, "push_22": 5}, "Ts 6h 6d 6c | Th | Td", "hit",
     {"push_22": "22, but the player went over 21", "main": "the player went over 21"}),
    ("free-bet-blackjack", {}, {"main": 10, "pot_of_gold": 5}, "Ts As 9d Ks", "no_insurance",
     {"pot_of_gold": "the dealer's blackjack takes the wager",
      "main": "the dealer has blackjack"}),
    ("free-bet-blackjack", {}, {"main": 10, "pot_of_gold": 5}, "Ts 7s 9d Ks", "stand",
     {"pot_of_gold": "no lammer", "main": "nearer to 21 than the dealer"}),
    # the main wager of blackjack
    ("blackjack", {}, {"main": 10}, "Ts Th 7d 9s", "stand", {"main": "the dealer is nearer to 21"}),
    ("blackjack", {}, {"main": 10}, "Ts Th 7d 7s", "stand",
     {"main": "the same total as the dealer"}),
    ("blackjack", {}, {"main": 10}, "Ts 6h 7d 9s | Tc", "stand",
     {"main": "the dealer went over 21"}),
    ("blackjack", {"insurance": "no"}, {"main": 10}, "As Ah Kd Ks", "",
     {"main": "blackjack, and the dealer has one too"}),
    ("blackjack", {}, {"main": 10}, "Ts Ah 7d 7s", "insure 5; stand",
     {"insurance": "the dealer has no blackjack"}),
    # Ride Free: a hand of 30
    ("ride-free", {}, {"main": 10, "hedge_22": 5}, "Ts 6h Td 6c | Kh | Tc", "no_bet; hit",
     {"hedge_22": "22, but the player's hand is over 29"}),
    ("ride-free", {}, {"main": 10}, "Ts 6h Td 6c | Kh | Tc", "add bust_bonus=5; hit",
     {"bust_bonus": "the dealer went over 21, but the player's hand is 30"}),
    # Blackjack Switch: 22 is no bust where it is posted so
    ("blackjack-switch", {"buster_counts_22": "no"}, {"main": 10, "buster": 5},
     "Ts 9s 6h 9d 9h 6c | Tc", "keep; stand; stand",
     {"buster": "the dealer made 22, which is not a bust here"}),
    # 3 Card Shine: qualification, and a fold
    ("3-card-shine", {}, {"ante": 10}, "9s 8h 5d 7c 2h 3d", "play",
     {"ante": "the dealer has less than queen high and does not qualify"}),
    ("3-card-shine", {}, {"ante": 10, "pair_xxx": 5}, "9s 8h 9d 7c 2h 3d", "fold",
     {"ante": "the player folded", "pair_xxx": "it had won, and was given up with the fold"}),
    # Pai Jack: by its two hands
    ("pai-jack", {}, {"main": 10}, "Ks 5h As 5d 4c | 3d 7h Kd 6d Kc", "house_way",
     {"main": "the high hand is higher, the low hand lower"}),
    # 3 Dice Baccarat: 8 to 7, and 8 to 8
    ("3-dice-baccarat", {}, {"sun_7": 5, "golden_talons_player": 5}, "2 2 4 1 2 4", "",
     {"sun_7": "the Banker hand had 7, but did not win",
      "golden_talons_player": "the hand won, but by less than 4"}),
    ("3-dice-baccarat", {}, {"moon_8": 5, "tie_0_or_9": 5, "tie_5": 5}, "2 2 4 2 2 4", "",
     {"moon_8": "the Player hand had 8, but did not win",
      "tie_0_or_9": "the hands are tied, but not at 0 or 9",
      "tie_5": "the hands are tied, but not at 5"}),
]  # fmt: skip


def decided(record: tuple[str, dict[str, str], dict[str, int], str, str]) -> dict[str, str]:
    """Return the outcome of each wager of a short record, in words."""
    game_id, posted, bets, pieces, play = record
    kind = "dice" if "dice" in game_id else "deal"
    data = {"game": game_id, "posted": posted, "bets": bets, kind: pieces, "play": play}
    round_ = Playback(load_record(data, "a record")).finish()
    words = round_.game.words()
    return {s.label: words.outcome(s.wager, s.outcome, s.because) for s in settlements(round_)}


@pytest.mark.parametrize("case", DECIDED, ids=lambda case: f"{case[0]} {case[3]}")
def test_an_outcome_says_what_decided(case: Any) -> None:
    found = decided(case[:5])
    assert {wager: found.get(wager) for wager in case[5]} == case[5]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [("+1", "wins 1 unit"), ("-2", "loses 2 units"), ("+0.5", "wins 0.5 units"),
     ("+0", "comes out even"), ("blackjack", "blackjack")],
)  # fmt: skip
def test_a_counted_result_is_told_in_units(outcome: str, said: str) -> None:
    assert games()["blackjack"].words().outcome("main", outcome) == said


def test_a_sheet_shows_the_rows_that_its_table_prints() -> None:
    game = games()["3-card-21-n-done"]
    sheets = {
        column: game({"bonus": column}).layout().pay[0].rows for column in ("1", "2")
    }  # fmt: skip
    assert sheets["1"][0].words == "ace, king and queen of one suit"
    assert sheets["1"][0].covers == ("diamond_royal", "mini_royal")
    assert sheets["2"][0].words == "ace, king and queen of diamonds"
    ride_free = games()["ride-free"]().layout().pay
    rows = {sheet.wager: [row.words for row in sheet.rows] for sheet in ride_free}
    assert "three of a kind of one suit" not in rows["classic_21_3"]
    assert rows["progressive_21_3"][0] == "three aces or kings of the suit posted"
    (bonus,) = (grid for grid in rule_sheet(games()["ride-free"]()).pay if grid.wager == CLASSIC)
    assert "suited_three_of_a_kind" not in bonus.outcomes


CLASSIC = "classic_21_3"
SUITED_TRIPS = {
    "game": "ride-free", "bets": {"main": 10, CLASSIC: 5}, "deal": "9s 9s 9s Ts",
    "play": "no_bet; stand", "clause": "CO-2119-26", "title": "three nines of spades",
}  # fmt: skip


@pytest.mark.parametrize(
    ("claimed", "right"),
    [
        ("three_of_a_kind +45", True),
        ("suited_three_of_a_kind +45", True),
        ("three of a kind +45", True),
        ("three_of_a_kind +40", False),
        ("straight_flush +45", False),
    ],
)
def test_a_claim_that_names_the_printed_row_is_right(claimed: str, right: bool) -> None:
    (case,) = read_cases({"case": [SUITED_TRIPS | {"pays": {CLASSIC: claimed}}]}, "", "")
    assert (not failures(case)) == right
