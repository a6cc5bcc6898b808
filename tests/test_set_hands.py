"""Set-hands games and the player-dealer layer: cases, money, cover, turns, secrets, replay."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway.rulebook.delta as delta
from houseway.bank import BankTurn, Coverage, PlayerBank
from houseway.cite import CITED
from houseway.errors import Refused
from houseway.events import Event
from houseway.game import Seat
from houseway.pay import LOSE, PUSH, parse_payout
from houseway.pieces.kinds import UNSEEN
from houseway.rulebook.delta.pai_gow_tiles.game import PaiGowTiles
from houseway.script import PLAYER, Act, Amount, Arrange, Ask, AskAll, Place, Put, Question
from houseway.shapes.bank_events import BankTaken
from houseway.shapes.banked import BankedBetween
from houseway.shapes.claims import Claim
from houseway.shapes.set_hands.dealing import action_seat, dealing_order
from houseway.shapes.set_hands.state import HandSet, PiecesDealt
from houseway.shapes.stakes import WagersPlaced
from houseway.table.case import Case, failures, load_cases
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.tomlfile import read_file

HERE = Path(delta.__file__).parent
CASES = [
    case
    for folder in ("pai_gow_tiles", "player_dealer")
    for case in load_cases(HERE / folder / "cases.toml", PaiGowTiles.id)
]
COVERAGES: tuple[Coverage, ...] = ("action", "net")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.clause}: {case.says}")
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
    sign = dict(layout.signage)
    assert layout.name == "Pai Gow Tiles"
    assert sign["main_limits"] == "50..300"
    assert (sign["player fee"], sign["player-dealer fee"]) == ("$2 per circle", "$3 per hand")
    assert [spot.name for spot in layout.spots] == ["main", "bank"]
    assert (layout.spots[0].least, layout.spots[0].most) == (50_00, 300_00)
    assert layout.pucks == ("bank", "action")
    assert [zone.name for zone in layout.zones] == ["tiles", "high", "low", "dice"]


def turn_of(bank: int, turn: int = 1) -> BankedBetween:
    return BankedBetween(position=BankTurn(bank, turn))


@pytest.mark.parametrize("total", range(3, 19))
def test_the_count_of_the_dice(total: int) -> None:
    """Eight at the table: the seats counter-clockwise from the player-dealer, 9 and 17 his own."""
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
        assert bank == game.bank.position(bank, 9) == game.bank.position(bank, 17)


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


# cover


class Dry:
    """A round without a script: only events."""

    def __init__(self, game: PaiGowTiles, seats: int) -> None:
        people = [Seat(n, f"player {n}", 1_000_000) for n in range(1, seats + 2)]
        self.state = game.new_state(people, game.first(people))
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        event.do(self.state)
        self.events.append(event)


def cover(claims: list[int], put_up: int, coverage: Coverage) -> list[int]:
    """What a bank covers of claims that come one after the other, written down a second time."""
    found, used, result = [], 0, 0
    for claim in claims:
        if coverage == "action":
            covered = max(-(put_up - used), min(put_up - used, claim))
        else:
            covered = max(-put_up - result, min(put_up - result, claim))
        used, result = used + abs(covered), result + covered
        found.append(covered)
    return found


PAYOUTS = ("1 to 1", "3 to 2", "30 to 1", "push", "lose")
WAGERS = st.lists(st.tuples(st.integers(1, 500), st.sampled_from(PAYOUTS)), min_size=1, max_size=7)


@given(WAGERS, st.integers(1, 2000), st.sampled_from(COVERAGES))
def test_the_player_dealer_never_wins_or_loses_more_than_his_wager(
    wagers: list[tuple[int, str]], put_up: int, coverage: Coverage
) -> None:
    game = PaiGowTiles({"coverage": coverage})
    dry = Dry(game, len(wagers))
    s = dry.state
    whole = sum(s.balances().values())
    dry.emit(BankTaken(1, put_up, 1))
    bank = s.bank
    assert bank is not None
    claims = []
    for seat, (cents, _) in enumerate(wagers, 2):
        s.waiting = [seat]
        dry.emit(WagersPlaced(seat, (Put("main", cents),)))
    for seat, (cents, text) in enumerate(wagers, 2):
        payout = parse_payout(text)
        claims.append(cents - payout.back(cents))
        game.settle(dry, [Claim((seat, "main", 0), text, payout, ())])
        assert abs(bank.wager - put_up) <= put_up
        assert bank.wager >= 0
        back = s.purses[seat] - 1_000_000
        assert back >= 0 or text == "lose"
    covered = cover(claims, put_up, coverage)
    assert [1_000_000 - s.purses[seat] for seat in range(2, len(wagers) + 2)] == covered
    if coverage == "action":
        assert bank.used == sum(map(abs, covered)) <= put_up
    game.bank.close(game, dry)
    assert bank.wager == 0 and not s.stakes
    assert sum(s.balances().values()) == whole
    assert abs(s.purses[1] - 1_000_000) <= put_up


@given(WAGERS, st.sampled_from(COVERAGES))
def test_enough_cover_settles_everything_in_full(
    wagers: list[tuple[int, str]], coverage: Coverage
) -> None:
    claims = [cents - parse_payout(text).back(cents) for cents, text in wagers]
    whole = sum(map(abs, claims))
    bank = PlayerBank(BankTurn(), coverage, put_up=whole, wager=whole)
    for claim in claims:
        covered = bank.covers(claim)
        assert covered == claim or (covered is None and bank.used == whole and not claim)
        bank.takes(covered or 0)


def test_a_short_payment_at_odds_leaves_the_stake() -> None:
    """AMB-01b: paid what is left, and the stake is returned."""
    game = PaiGowTiles()
    game.pay["main"] = (parse_payout("30 to 1"), PUSH, LOSE)
    dry = Dry(game, 1)
    dry.emit(BankTaken(1, 50_00, 1))
    dry.state.waiting = [2]
    dry.emit(WagersPlaced(2, (Put("main", 5_00),)))
    game.settle(dry, [Claim((2, "main", 0), "win", game.pay["main"][0], ())])
    assert dry.state.purses[2] == 1_000_000 + 50_00


# turns


def test_two_hands_each_then_counter_clockwise() -> None:
    rules = PaiGowTiles().bank
    turn = BankTurn()
    seen = []
    for _ in range(17):
        seen.append((turn.bank, turn.turn))
        turn = rules.next_turn(
            turn, f"player {turn.bank}", turn.bank, {f"player {turn.bank}": turn.bank}
        )
    order = [1, 8, 7, 6, 5, 4, 3, 2, 1]
    assert seen == [(seat, n) for seat in order for n in (1, 2)][:17]


def test_joint_holders_are_counted_each() -> None:
    rules = PaiGowTiles().bank
    turn = rules.next_turn(BankTurn(1), "Ann", 1, {"Ann": 1, "Eve": 5})
    assert turn == BankTurn(1, 2, {"Ann": 1, "Eve": 1})
    turn = rules.next_turn(turn, "Ann", 1, {"Ann": 1, "Eve": 5})
    assert turn == BankTurn(8, 1, {"Ann": 2, "Eve": 2})
    # Whoever was in it for one hand already has but one more, also in a seat of his own.
    turn = rules.next_turn(BankTurn(8, 1, {"Ann": 2, "Hal": 1}), "Hal", 8, {"Hal": 8})
    assert turn == BankTurn(7, 1, {"Hal": 2})


def test_turns_are_counted_by_person_not_by_seat() -> None:
    """Who moves to another seat takes the hands in a row along; a newcomer has none."""
    people = {1: ("Ann", "a"), 3: ("Bob", "b")}
    turn = PaiGowTiles().first(())
    for bank, left in ((1, 2), (1, 1)):
        round_ = Round(PaiGowTiles(), seats_of(people), turn)
        assert play_out(round_, bank), left
        turn = round_.game.carried(turn, round_.state)
    moved = {3: ("Bob", "b"), 8: ("Ann", "a")}
    round_ = Round(PaiGowTiles(), seats_of(moved), turn)
    assert round_.state.waiting == [3], "seat 8 is offered first, but Ann has had two hands"
    renamed = {1: ("Zoe", "z"), 3: ("Bob", "b"), 8: ("Annie", "a")}
    round_ = Round(PaiGowTiles(), seats_of(renamed), turn)
    assert round_.state.waiting == [3, 1], "a newcomer in seat 1, and Ann under another name"


def seats_of(people: dict[int, tuple[str, str]]) -> list[Seat]:
    return [Seat(seat, name, 1000_00, who) for seat, (name, who) in people.items()]


def play_out(round_: Round, bank: int) -> bool:
    """A hand with this seat as the bank, everybody else wagering $10 and setting the house way."""
    while round_.state.bank.seat != bank:
        asked = round_.question
        assert isinstance(asked, Ask)
        round_.act(
            Act(
                asked.seat, "bank" if asked.seat == bank else "refuse", 50_00 * (asked.seat == bank)
            )
        )
    while isinstance(asked := round_.question, AskAll) and round_.state.phase == "betting":
        round_.act(Act(asked.seats()[0], "bet", places=(("main", 10_00),)))
    round_.deal((1, 1, 1))
    round_.deal((0, 0, 1, 1, 2, 2, 3, 3))
    while isinstance(asked := round_.question, AskAll):
        round_.act(Act(asked.seats()[0], "house_way"))
    return round_.closed


@given(st.dictionaries(st.integers(1, 8), st.integers(1, 1000), min_size=1), st.integers(0, 5000))
def test_shares_add_up(shares: dict[int, int], left: int) -> None:
    bank = min(shares)
    parts = PaiGowTiles().bank.shared_out(shares, left, bank)
    assert sum(parts.values()) == left
    whole = sum(shares.values())
    for seat, cents in parts.items():
        assert abs(cents * whole - left * shares[seat]) < whole * len(shares)


# random play


def seated_table(chips: dict[int, int], posting: dict[str, Any], seed: int = 1) -> Table:
    table = Table(PaiGowTiles(posting), seed=seed)
    for seat, dollars_ in chips.items():
        table.sit(seat, f"player {seat}", dollars_ * 100)
    return table


def random_act(rng: random.Random, question: Question, state: Any) -> Act:
    """Any legal decision; nearly everybody takes the bank and bets."""
    assert isinstance(question, Ask | AskAll)
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
    game = round_.game
    state = game.new_state(round_.seats, round_.between)
    books = Counter(state.balances())
    whole = sum(books.values())
    for event in round_.events:
        event.do(state)
        for source, target, cents in event.transfers():
            assert cents >= 0
            books[source] -= cents
            books[target] += cents
        found = state.balances()
        assert {k: v for k, v in found.items() if v} == {k: v for k, v in books.items() if v}
        assert sum(found.values()) == whole
        assert all(cents >= 0 for cents in found.values())
    assert state == round_.state
    assert not state.stakes and not (state.bank and state.bank.wager)


def check_secrets(round_: Round) -> None:
    """Nobody is told of tiles that are another's and still covered."""
    for viewer in (0, *(seat.seat for seat in round_.seats)):
        for event in round_.told(viewer):
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
        again = Round(round_.game, round_.seats, round_.between)
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
            if rng.random() < 0.2 and isinstance(round_.question, Ask | AskAll):
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
        assert table.between.position == BankTurn(1)


def test_a_ruling_that_does_not_end_the_round_lets_every_question_stand() -> None:
    """Dice, deal and settings are asked anew when something intervened."""
    round_ = Round(PaiGowTiles(), [Seat(1, "Ann", 1000_00), Seat(2, "Bob", 1000_00)])
    steps: list[Any] = [
        Act(1, "bank", 100_00), Act(2, "bet", places=(("main", 10_00),)), (1, 1, 1),
        (0, 0, 1, 1, 2, 2, 3, 3), Act(2, "house_way"), Act(1, "house_way"),
    ]  # fmt: skip
    for step in steps:
        before, asked = len(round_.events), round_.question
        round_._resume(None)
        assert len(round_.events) == before and round_.question == asked
        if isinstance(step, Act):
            round_.act(step)
        else:
            round_.deal(step)
    assert round_.closed
