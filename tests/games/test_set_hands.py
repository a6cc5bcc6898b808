"""Set-hands games and the player-dealer layer: cases, money, cover, turns, secrets, replay."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway.rulebook.delta as delta
from houseway.cite import CITED
from houseway.engine.questions import PLAYER, Act, Amount, Arrange, Asking, Place, Question
from houseway.errors import Refused
from houseway.families.banked.game import BankedCarryOver
from houseway.families.banked.player_dealer.cover import BankTurn, Coverage
from houseway.families.set_hands.dealing import action_seat, dealing_order
from houseway.families.set_hands.state import HandSet, PiecesDealt
from houseway.game.base import Seat
from houseway.pieces.kind import UNSEEN
from houseway.records.cases import Case, failures, load_cases
from houseway.rulebook.delta.pai_gow_tiles.game import PaiGowTiles
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.util.toml import read_file
from tests.support.random_play import balances_after_each_event, enter_asked_anew

HERE = Path(delta.__file__).parent
CASES = [
    case
    for folder in ("pai_gow_tiles", "player_dealer")
    for case in load_cases(HERE / folder / "cases.toml", PaiGowTiles.id)
]
COVERAGES: tuple[Coverage, ...] = ("action", "net")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.clause}: {case.title}")
def test_case(case: Case) -> None:
    assert failures(case) == []


def test_every_rule_clause_has_code_and_a_case() -> None:
    PaiGowTiles.declared()
    with_case = {clause for case in CASES for clause in case.clauses}
    for folder in ("pai_gow_tiles", "player_dealer"):
        for clause in read_file(HERE / folder / "clauses.toml")["clause"]:
            if clause["kind"] == "rule" and PaiGowTiles.id in clause.get("games", [PaiGowTiles.id]):
                assert CITED.get(clause["id"]), f"{clause['id']} is cited by no code"
                assert clause["id"] in with_case, f"{clause['id']} has no case"


# the table by itself


def test_the_sign_and_the_layout() -> None:
    layout = PaiGowTiles({"schedule": "50..300"}).layout()
    sign = {sign.key: sign.posted for sign in layout.signage}
    assert layout.name == "Pai Gow Tiles"
    assert sign["main_limits"] == "50..300"
    assert (sign["player fee"], sign["player-dealer fee"]) == ("$2 per circle", "$3 per hand")
    assert [spot.name for spot in layout.spots] == ["main", "bank"]
    assert (layout.spots[0].least, layout.spots[0].most) == (50_00, 300_00)
    assert [puck.name for puck in layout.pucks] == ["bank", "action"]
    assert [zone.name for zone in layout.zones] == ["tiles", "high", "low", "dice"]


def turn_of(bank: int, turn: int = 1) -> BankedCarryOver:
    return BankedCarryOver(position=BankTurn(bank, turn))


@pytest.mark.parametrize("total", range(3, 19))
def test_the_count_of_the_dice(total: int) -> None:
    """Eight at the table: seats counter-clockwise from the player-dealer, who gets 9 and 17."""
    game = PaiGowTiles()
    for bank in range(1, 9):
        state = game.new_state([Seat(n, str(n), 10_00) for n in range(1, 9)], turn_of(bank))
        assert state.bank is not None
        state.bank.seat, state.dice = bank, (total,)
        state.stakes = {(n, "main", 0): {(n, PLAYER): 1} for n in range(1, 9) if n != bank}
        action = state.bank.action = action_seat(game, state, total)
        order = [(bank - 1 - i) % 8 + 1 for i in range(8)]
        if total in (9, 17):
            assert action == order[1]
            assert dealing_order(game, state) == [(seat, 0) for seat in order]
        else:
            assert action == order[(total - 1) % 8] != bank
            assert dealing_order(game, state)[0] == (action, 0)
        assert bank == game.bank.rotation.position(bank, 9) == game.bank.rotation.position(bank, 17)


def test_why_not_says_the_clause() -> None:
    table = seated_table({1: 1000, 2: 1000}, dict.fromkeys(("schedule",), "10..200"))
    table.start()
    prompt = table.view(1).prompt
    assert prompt is not None
    forbidden = {f.name: f.clauses for f in prompt.forbidden}
    assert forbidden["bet"] == ("CA-PD-01",)
    table.act(1, "bank", 100_00)
    table.bet(2, main=10_00)
    prompt = table.view(2).prompt
    assert prompt is not None
    assert {f.name: f.clauses for f in prompt.forbidden}["bet"] == ("CA-TILE-04",)
    assert table.view(1).prompt is None


def test_a_turn_that_cannot_be_is_refused() -> None:
    seats = [Seat(1, "Ann", 10_00)]
    for wrong in (turn_of(0), turn_of(9), turn_of(1, 0), turn_of(1, 3)):
        with pytest.raises(Refused, match="CA-PD-07"):
            PaiGowTiles().new_state(seats, wrong)


# random play


def seated_table(chips: dict[int, int], posting: dict[str, Any], seed: int = 1) -> Table:
    table = Table(PaiGowTiles(posting), seed=seed)
    for seat, dollars_ in chips.items():
        table.sit(seat, f"player {seat}", dollars_ * 100)
    return table


def random_act(rng: random.Random, question: Question, state: Any) -> Act:
    """Any legal decision; nearly everybody takes the bank and bets."""
    assert isinstance(question, Asking)
    seat = rng.choice(question.seats())
    choices = question.choices_of(seat)
    choice = choices[0] if rng.random() < 0.7 else rng.choice(choices)
    if isinstance(choice, Amount):
        few = rng.randint(choice.least, min(choice.most, 600_00))
        return Act(seat, choice.name, rng.choice((choice.least, choice.most, few, few)))
    if isinstance(choice, Place):
        spot = choice.spots[0]
        most = min(spot.most, state.purses[seat] - 2_00)
        return Act(seat, choice.name, places=((spot.name, rng.randint(spot.least, most)),))
    if isinstance(choice, Arrange):
        pieces = list(choice.pieces)
        rng.shuffle(pieces)
        parts = (("high", tuple(pieces[:2])), ("low", tuple(pieces[2:])))
        return Act(seat, choice.name, parts=parts)
    return Act(seat, choice.name)


def check_money(round_: Round) -> None:
    """Balances are the folded transfers after each event, and nothing is lost."""
    state = round_.state
    for found in balances_after_each_event(round_):
        assert all(cents >= 0 for cents in found.values())
    assert not state.stakes and not (state.bank and state.bank.wager)


def check_secrets(round_: Round) -> None:
    """No player is told of another's tiles while they are covered."""
    for viewer in (0, *(seat.seat for seat in round_.seats)):
        for event in round_.events_for(viewer):
            if isinstance(event, PiecesDealt | HandSet) and event.seat != viewer:
                assert set(event.pieces) == {UNSEEN}


def check_view(round_: Round) -> None:
    """Covered tiles are ?? to all but their seat."""
    for viewer in (0, *round_.state.seats):
        for pile in round_.view(viewer).piles:
            if pile.zone != "dice":
                up = (pile.seat, pile.hand) in round_.state.shown
                assert pile.up == [up] * len(pile.pieces)
                assert ("??" in pile.pieces) != (pile.seat == viewer or up)
                assert not pile.turn or pile.seat in round_.view().waiting_for
        msgspec.json.encode(round_.view(viewer))


@pytest.mark.parametrize("coverage", COVERAGES)
@pytest.mark.parametrize("schedule", ["10..200", "50..300"])
def test_random_play(coverage: str, schedule: str) -> None:
    rng = random.Random(f"{coverage} {schedule}")
    posting = {"coverage": coverage, "schedule": schedule}
    chips = dict.fromkeys(rng.sample(range(1, 9), 6), 20000)
    table = seated_table(chips, posting, seed=rng.randint(0, 10**6))
    in_a_row: Counter[int] = Counter()
    played = 0
    for _ in range(200):
        round_ = table.play(lambda question, state: random_act(rng, question, state))
        check_money(round_)
        check_secrets(round_)
        check_view(round_)
        s = round_.state
        bank_result = sum(e.net for e in _bank_settlements(round_))
        assert abs(bank_result) <= s.bank.put_up
        if s.sets:
            played += 1
            in_a_row = Counter({seat: in_a_row[seat] + 1 for seat in s.bank.shares})
            assert max(in_a_row.values()) <= 2
            assert set(s.fees) == {seat for seat, _ in s.dealt} > {s.bank.seat}
        again = Round(round_.game, round_.seats, round_.carry_over)
        for given_ in round_.inputs:
            again.enter(given_)
        assert again.events == round_.events and again.closed
        for seat, person in table.seats.items():
            table.seats[seat] = Seat(seat, person.name, max(person.chips, 400_00))
    assert played > 120


def _bank_settlements(round_: Round) -> list[Any]:
    found = (event.settlement() for event in round_.events)
    return [s for s in found if s is not None and s.wager == "bank"]


def test_a_void_at_any_moment_gives_everything_back_and_uses_no_turn() -> None:
    rng = random.Random(7)
    for seed in range(150):
        table = seated_table(dict.fromkeys((1, 3, 4, 8), 1000), {}, seed)
        round_ = table.start()
        for _ in range(rng.randint(0, 12)):
            if round_.question is None:
                break
            if rng.random() < 0.2 and isinstance(round_.question, Asking):
                table.time_up(rng.choice(round_.question.seats()))
            else:
                table.enter(random_act(rng, round_.question, round_.state))
        if round_.question is None:
            continue
        table.rule("void_round", reason="the tiles were seen")
        assert round_.closed
        check_money(round_)
        assert {seat.chips for seat in table.seats.values()} == {1000_00}
        assert round_.state.drop == 0
        assert table.carry_over.position == BankTurn(1)


def test_a_ruling_that_does_not_end_the_round_lets_every_question_stand() -> None:
    """Dice, deal and settings are asked again after an interruption."""
    round_ = Round(PaiGowTiles(), [Seat(1, "Ann", 1000_00), Seat(2, "Bob", 1000_00)])
    steps: list[Any] = [
        Act(1, "bank", 100_00), Act(2, "bet", places=(("main", 10_00),)), (1, 1, 1),
        (0, 0, 1, 1, 2, 2, 3, 3), Act(2, "house_way"), Act(1, "house_way"),
    ]  # fmt: skip
    enter_asked_anew(round_, steps)
