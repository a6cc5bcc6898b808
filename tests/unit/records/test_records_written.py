"""Records as people write them, what they are told when something is amiss, and decision words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from houseway.cli.main import run
from houseway.engine.questions import (
    Act,
    Amount,
    Arrange,
    Ask,
    Asking,
    Button,
    Chance,
    Choice,
    Pick,
    Place,
)
from houseway.errors import Reason, Refused
from houseway.game.base import Game
from houseway.game.posting import Fact, Text
from houseway.records.cases import load_cases
from houseway.records.notation import read_act
from houseway.records.record import Playback, Unfinished
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.decisions import Decision, decisions_of, has_entry
from houseway.table.round import Round


def settled(text: str) -> houseway.Settled:
    return houseway.settle(houseway.load(text))


def refused(text: str) -> Refused:
    with pytest.raises(Refused) as found:
        settled(text)
    return found.value


def test_decks_alone_choose_the_pay_tables_that_fit() -> None:
    table = games()["golden-21-poker"]({"decks": 1})
    assert table.golden_21 == "4" and table.chosen == {"golden_21": "4"}
    none = games()["rocket-aces"]({"decks": "4"})
    assert none.chosen == {"rocket_aces": "off"} and not any(w.progressive for w in none.offered)
    with pytest.raises(Refused, match="is for 2 or 6 decks only; with 1 post 4"):
        games()["golden-21-poker"]({"decks": 1, "golden_21": 1})
    assert games()["golden-21-poker"]({"decks": 6}).chosen == {}
    told = settled('game = "golden-21-poker"\nposted = { decks = 1 }\nbets = { main = 10 }\n'
                   'deal = "Ts 7h 9d Tc"\nplay = "stand"').chosen  # fmt: skip
    assert told == ("Golden 21 Poker pays by table 4, the first that is for 1 deck",)


def test_a_number_is_the_name_of_a_column() -> None:
    assert games()["golden-21-poker"]({"golden_21": 12, "decks": 6}).pay["golden_21"]
    with pytest.raises(Refused, match="it may be 1, 2, 3, 4, 12, 13, 14 or off"):
        games()["golden-21-poker"]({"golden_21": 15})
    with pytest.raises(Refused, match="cannot be True"):
        games()["golden-21-poker"]({"golden_21": True})


METER = """
game = "rocket-aces"
posted = { decks = 6 }
bets = { main = 10, rocket_aces = 1 }
deal = "As 7h As Tc"
play = "stand"
"""


def test_a_meter_is_written_in_dollars() -> None:
    found = settled(METER + "meters = { rocket_aces = 12000 }")
    assert found.meters[0].cents == 12000_00 + 10
    assert refused(METER + "meters = { rocket_ace = 1 }").what.endswith("did you mean rocket_aces?")
    assert "not money" in str(refused(METER + 'meters = { rocket_aces = "much" }'))
    assert "has 1 meter, not 4" in str(refused(METER + "meters = { rocket_aces = [1, 2, 3, 4] }"))
    assert "does not stand at -$1" in str(refused(METER + "meters = { rocket_aces = -1 }"))
    without = METER.replace("rocket-aces", "blackjack").replace(", rocket_aces = 1", "")
    assert "has no such meter" in str(refused(without + "meters = { main = 1 }"))


LATE = """
game = "buffalo-blackjack-2"
bets = { main = 10, bust_bonus = 5 }
"""


def test_a_wager_that_is_placed_later_may_stand_in_bets() -> None:
    found = settled(LATE + 'deal = "Ts 6h 9d Tc | 9c"\nplay = "stand"')
    assert [(w.wager, w.stake) for w in found.wagers if w.wager == "bust_bonus"] == [
        ("bust_bonus", 500)
    ]
    never = refused(LATE + 'deal = "Ts 6h 9d Tc | 9c"\nplay = "hit"')
    assert "bets.bust_bonus" in never.what and "came to no such moment" in never.what
    assert never.clauses
    assert "bets.bust_bonus: 'x' is not money" in refused(LATE.replace("= 5", '= "x"')).what
    high = refused(LATE.replace("= 5", "= 5000") + 'deal = "Ts 6h 9d Tc | 9c"\nplay = "stand"')
    assert "bets, placed by 'add'" in high.what and "takes from" in high.what


def test_parts_are_written_in_any_order() -> None:
    text = 'game = "pai-jack"\nbets = {{ main = 10 }}\n' \
           'deal = "Ts 8s 3s Th 7s | 3d 7h Kd 6d Kc"\nplay = "set {}"'  # fmt: skip
    one = settled(text.format("low=Ts,7s high=8s,3s,Th"))
    two = settled(text.format("high=8s,3s,Th low=Ts,7s"))
    assert one.wagers == two.wagers


def test_a_claim_may_name_the_printed_row_or_use_words() -> None:
    text = """
game = "ride-free"
bets = { main = 10, xtreme_21_3 = 5 }
deal = "9s 9s 9s Tc"
play = "no_bet; stand"
"""
    row = settled(text).wagers[0]
    assert row.wager == "xtreme_21_3" and "three_of_a_kind" in row.outcome
    for claim in ("three_of_a_kind", row.outcome, row.outcome_words, "three of a kind +100"):
        assert not settled(f'{text}pays = {{ xtreme_21_3 = "{claim}" }}').differences, claim
    for claim in ("flush", "three_of_a_kind +1", "three"):
        assert settled(f'{text}pays = {{ xtreme_21_3 = "{claim}" }}').differences, claim


FREE = 'game = "free-bet-blackjack"\n'
TOLD = [
    (FREE + "bets = { mian = 10 }", "there is no spot 'mian' here; did you mean main?"),
    (FREE + "bets = { push_22 = 5 }", "is missing: put from $5 to $500 on main"),
    (FREE + 'bets = { main = 10 }\ndeal = "Ts 6h 9d Tc"\nplay = "hint"',
     "'hint' is not a decision of Free Bet Blackjack; did you mean hit? seat 1 may hit, stand"),
    (FREE + 'bets = { main = 10 }\ndeal = "Ts 6h 9d Tc | 9c"', "seat 1 may hit, stand or double"),
    (FREE + 'bets = { main = 10 }\ndeal = "Ts 7h 9d Tc | 9c"\nplay = "stand"',
     "9c is left over; the dealer has 17 and draws no more"),
    (FREE + 'bets = { main = 10 }\ndeal = "Ts 6h 9d Tc | 9c 2c"\nplay = "hit"',
     "2c is left over; the dealer, with 16, had no hand left to draw against"),
    ('game = "commission-free-baccarat"\nseats = { 1 = 900, 2 = 100 }\n'
     'deal = "Js Qh Kd Tc 9h 8s 2c"\nplay = "1 bank 500; 2 bet player=10"',
     "2c is left over; the round was over before it could come, with"),
    ('game = "buffalo-blackjack-2"\nplay = "bet main=10 bust_bonus=5"',
     "by 'add bust_bonus=1' when that is asked; a record may have it in bets"),
    ('game = "rocket-aces"\nposted = { decks = 4 }\nbets = { main = 10, rocket_aces = 1 }',
     "Rocket Aces has no pay table for 4 decks"),
    (FREE + 'posted = { push_22 = "off" }\nbets = { main = 10, push_22 = 1 }',
     "Push 22 is not offered at this table; the house posts push_22 to offer it"),
    ('game = "blackjack"\nbets = { main = 10, insurance = 5 }',
     "by a decision of its own (houseway rules blackjack --decisions)"),
    (FREE + 'posted = { pusch_22 = "A" }', "nothing called 'pusch_22' to post here; did you mean"),
    ('game = "pai-jack"\nbets = { main = 10 }\ndeal = "Ts 8s 3s Th 7s | 3d 7h Kd 6d Kc"\n'
     'play = "set low=Ts,Th high=8s,3s,7s"', "foul found at seat 1: the low hand is 20"),
    ('game = "holdem"\nseats = { 1 = 100, 2 = 100 }', "4 cards more in deal"),
    ('game = "holdem"\nseats = { 1 = 100, 2 = 100, 3 = 100 }\ndeal = "xx*6"',
     "seat 1 may fold, call (2) or raise 4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "part"), TOLD)
def test_people_are_told_what_is_amiss_and_what_they_may_do(text: str, part: str) -> None:
    assert part in refused(text).what


def test_a_record_that_stops_early_is_settled_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.toml"
    path.write_text(FREE + 'bets = { main = 10, kings_bounty = 5 }\ndeal = "Ks 6h Kd Tc"')
    assert run(["settle", str(path)]) == 2
    ran = capsys.readouterr()
    for part in ("K♠ K♦", "King's Bounty", "The record stops here", "still at stake", "stand"):
        assert part in ran.out, part
    assert "ends too early" in ran.err
    assert run(["settle", str(path), "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    names = [choice["name"] for choice in found["waiting"]["asked"][0]["choices"]]
    assert not found["closed"] and names[:2] == ["hit", "stand"]
    with pytest.raises(Unfinished):
        settled(path.read_text())


SPECIMENS = ("ride-free", "3-card-21-n-done", "ante-up-21", "pai-jack", "3-dice-baccarat",
             "three-card-poker", "21st-century-baccarat", "blackjack-x", "holdem",
             "draw-jacks-or-better")  # fmt: skip


def awry(choice: Choice, seat: int) -> Act:
    """A decision that is offered, but not like this."""
    if isinstance(choice, Place):
        return Act(seat, choice.name, places=((choice.spots[0].name, 7),))
    if isinstance(choice, Amount):
        return Act(seat, choice.name, choice.most + 100_000)
    if isinstance(choice, Pick):
        return Act(seat, choice.name, pieces=(0,) * 9)
    if isinstance(choice, Arrange):
        return Act(seat, choice.name, parts=((choice.parts[0][0], (0,)),))
    return Act(seat, choice.name, 999)


def refusals(round_: Round) -> Iterator[Reason | None]:
    """Yield the refusals of wrong answers to the open question."""
    question = round_.question
    if isinstance(question, Chance) and question.kind == "pieces" and question.n:
        with pytest.raises(Refused) as found:
            round_.deal((0,) * (question.n + 60))
        yield found.value.reason
    if not isinstance(question, Asking):
        return
    for seat in (*question.seats()[:2], 9):
        yield from (round_.refusal(Act(seat, name)) for name in (*round_.game.actions(), "moon"))
        for choice in question.choices_of(seat):
            yield round_.refusal(awry(choice, seat))
            if isinstance(choice, Place):
                yield round_.refusal(Act(seat, choice.name, places=(("moon", 500),)))


def carries(said: Reason, where: str) -> None:
    assert said.clauses, (where, said.what)
    assert set(said.clauses) <= set(all_clauses()), (where, said)
    named = set(re.findall(r"\b(?:BJ|CO|CA)-[A-Z0-9.]+(?:-[0-9A-Za-z]+)*", said.what))
    assert named & set(all_clauses()) <= set(said.clauses), (where, said)


@pytest.mark.parametrize("game_id", SPECIMENS)
def test_refused_wagers_decks_and_decisions_carry_their_clauses(game_id: str) -> None:
    tried = 0
    for case in load_cases(games()[game_id].folder() / "cases.toml", game_id)[::25]:
        try:
            round_ = Playback(case).run()
        except (houseway.HousewayError, ValueError):
            continue
        again = Round(round_.game, round_.seats, round_.carry_over)
        for given in round_.inputs:
            for said in refusals(again):
                if said is not None:
                    carries(said, case.title)
                    tried += 1
            again.enter(given)
    assert tried > 50


def test_refused_postings_carry_the_clauses_they_stand_on() -> None:
    for game in games().values():
        for key, choice in game.declared().items():
            if isinstance(choice, Fact | Text) or not choice.clauses:
                continue
            for value in (["no"], 10**15, "?"):
                with pytest.raises(Refused) as found:
                    game({key: value})
                carries(found.value.reason, f"{game.id} {key}")


def offered(game: Game) -> Iterator[tuple[str, Choice, Round]]:
    """Every choice that a question of some worked cases offers."""
    for case in load_cases(game.folder() / "cases.toml", game.id)[::20]:
        try:
            round_ = Playback(case).run()
        except (houseway.HousewayError, ValueError):
            continue
        again = Round(round_.game, round_.seats, round_.carry_over)
        for given in (*round_.inputs, None):
            question = again.question
            if isinstance(question, Asking):
                for choice in question.choices_of(question.seats()[0]):
                    yield case.title, choice, again
            if given is not None:
                again.enter(given)


def fits(entry: Decision, choice: Choice) -> bool:
    """Return whether the file describes the arguments of a choice."""
    kinds = {Button: "nothing", Amount: "an amount", Place: "spots", Pick: "pieces",
             Arrange: "parts"}  # fmt: skip
    return kinds[type(choice)] in entry.takes


@pytest.mark.parametrize("game_id", games())
def test_every_decision_word_is_told(game_id: str) -> None:
    game = games()[game_id]()
    found = {each.name: each for each in decisions_of(game).decisions}
    for each in found.values():
        assert has_entry(each.name) and each.when and each.clauses, each
        assert each.written.split()[0] == each.name
    for says, choice, round_ in offered(game):
        told = {each.name: each for each in decisions_of(round_.game).decisions}
        assert fits(told[choice.name], choice), (says, choice, told[choice.name])
    for ruling in decisions_of(game).rulings:
        assert ruling.clauses and ruling.words and ruling.written.startswith("floor ")


def test_a_decision_as_it_is_told_can_be_read() -> None:
    round_ = Playback(houseway.load(FREE)).run()
    told = {each.name: each for each in decisions_of(round_.game).decisions}
    assert isinstance(round_.question, Ask)
    act = read_act(told["bet"].written.split(), round_.question, round_.game.kind)
    assert round_.refusal(act) is None


def test_rules_show_decisions_on_paper_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "free-bet-blackjack", "--decisions"]) == 0
    out = capsys.readouterr().out
    assert "double_free" in out and "on your turn" in out and "floor void_hand seat=2" in out
    assert run(["rules", "free-bet-blackjack", "--decisions", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["name"] for each in found["decisions"]} >= {"bet", "hit", "split_free"}


def test_a_meter_is_known_by_a_part_of_its_name_and_a_claim_may_say_won() -> None:
    text = (
        'game = "3-dice-baccarat"\nbets = { player = 10, triple_progressive = 1 }\n'
        'meters = { progressive = 12000 }\ndice = "3 3 3 3 3 3"\n'
    )
    record = houseway.load(f'{text}pays = {{ player = "pushed", triple_progressive = "won" }}')
    assert houseway.settle(record).differences == ()
    wrong = houseway.load(f'{text}pays = {{ triple_progressive = "lost" }}')
    (said,) = houseway.settle(wrong).differences
    assert said == "triple_progressive: +11999.10 (three 3s in both cups), not lost"
