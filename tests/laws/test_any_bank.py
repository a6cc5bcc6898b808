"""Any family with any bank: the house, or a player with a short wager, in both readings of cover.

Each family is shown by its simplest game, put on a player-dealer by one fact.  Rounds are played at
random with banks from a dollar to more than all action, alone and jointly.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.engine.questions import Act, Amount
from houseway.families.banked.player_dealer.bank import CLOCKWISE, COUNTERCLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import VOID, void_round
from houseway.families.banked.settlement import FeesTaken
from houseway.game.base import Game
from houseway.game.fees import Schedule, Tier
from houseway.game.posting import fact
from houseway.records.files import rerun
from houseway.rulebook import games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.oracles.bank_laws import check_round
from tests.support.random_play import random_act

HOUSE, PLAYER = "house", "player-dealer"
FAMILIES = {
    "blackjack": "blackjack",
    "ante and play": "3-card-shine",
    "set hands, cards": "pai-jack",
    "set hands, tiles": "pai-gow-tiles",
    "baccarat": "3-dice-baccarat",
    "free bets": "free-bet-blackjack",
    "two hands": "blackjack-switch",
    "poker after blackjack": "21-hold-em",
    "poker beside blackjack": "ante-up-21",
}
SEATS = 6
FEES = Schedule("any", "CA-PD-02", 1, 1_000_00, 50, (Tier(0, 1_00),))


def on(bank: str, game: type[Game], direction: int = CLOCKWISE) -> type[Game]:
    """The same game on another bank: one fact, and fees of our own making."""
    facts: dict[str, Any] = {"zones": game.zones, "cites": {}, "id": game.id}
    if bank == PLAYER:
        facts["bank"] = fact(
            PlayerDealer(rotation=Rotation(positions=8, direction=direction), joint=True)
        )
        facts["seats_min"] = 2
    else:
        facts["bank"] = fact(games()["blackjack"].bank)
        facts["schedule"] = fact("")
    made = type(f"{game.__name__}On{bank.title()}", (game,), facts)
    made.folder = classmethod(lambda cls: game.folder())
    return made


def tables(family: str, bank: str, rounds: int) -> Iterator[tuple[Table, random.Random]]:
    game = on(bank, games()[FAMILIES[family]])
    for seed in range(rounds):
        rng = random.Random(f"{family} {bank} {seed}")
        posting: dict[str, Any] = {}
        if bank == PLAYER:
            meters = {wager.name: "off" for wager in game.wagers if wager.progressive}
            posting = {"coverage": rng.choice(("action", "net")), **meters}
        table = Table(game(posting), seed=seed)
        for seat in sorted(rng.sample(range(1, SEATS + 1), rng.randint(2, SEATS))):
            table.sit(seat, f"player {seat}", rng.choice((5_000, 20_000, 100_000)))
        yield table, rng


def some_act(round_: Round, rng: random.Random) -> Act:
    """A legal decision; the position is often taken, mostly with a short wager."""
    act = random_act(round_, rng)
    if act.name not in ("refuse", "bank", "join_bank"):
        return act
    for seat in round_.question.seats():
        for choice in round_.question.choices_of(seat):
            if isinstance(choice, Amount) and choice.name == "bank" and rng.random() < 0.8:
                short = rng.choice((choice.least, 700, 2_500, 10_000, choice.most))
                return Act(seat, "bank", max(choice.least, min(choice.most, short)))
    return act


def play(table: Table, rng: random.Random) -> Round:
    round_ = table.start()
    while round_.question is not None:
        table.enter(some_act(round_, rng))
    return round_


@pytest.mark.parametrize("family", FAMILIES)
def test_on_the_house_every_cent_is_somewhere(family: str) -> None:
    for table, rng in tables(family, HOUSE, 40):
        before = sum(seat.chips for seat in table.seats.values())
        round_ = play(table, rng)
        balances = round_.state.balances()
        meters = sum(m.held for kept in round_.carry_over.meters.values() for m in kept)
        assert sum(balances.values()) == before + meters, "money came or went"
        assert not round_.state.stakes and not round_.state.deferred
        assert all(cents >= 0 for (name, _), cents in balances.items() if name == "purse")
        assert rerun(round_).events == round_.events


@pytest.mark.parametrize("family", FAMILIES)
def test_on_a_player_every_law_of_such_a_bank_holds(family: str) -> None:
    tried: Counter[str] = Counter()
    for table, rng in tables(family, PLAYER, 60):
        tried += check_round(play(table, rng))
    assert tried["hands"] > 10 and tried["in part"], "no short bank was ever used up"


def test_the_position_and_the_settlement_go_the_way_the_game_says() -> None:
    for direction, second in ((CLOCKWISE, 2), (COUNTERCLOCKWISE, 8)):
        game = on(PLAYER, games()["blackjack"], direction)()
        assert game.bank.rotation.position(1, 2) == second


def test_fees_are_taken_for_each_wager_and_hand_and_nothing_else() -> None:
    game = on(PLAYER, games()["blackjack"])
    game.schedule = fact("any")
    game.schedules = classmethod(lambda cls: {"any": FEES})  # type: ignore[assignment]
    table = Table(game(), seed=3)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 100_00)
    table.start()
    table.act(1, "bank", 20_00)
    table.bet(2, main=10_00)
    table.bet(3, main=10_00)
    assert table.round is not None and table.round.state.fees == {2: 50, 3: 50, 1: 1_00}


@pytest.mark.parametrize("taken", ["before the deal", "after the deal"])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_void_round_gives_everything_back_whatever_has_happened(
    family: str, taken: FeesTaken
) -> None:
    """Wagers, the bank's too, fees and meters; and the turn is as it was."""
    made = on(PLAYER, games()[FAMILIES[family]])
    bank = PlayerDealer(rotation=Rotation(positions=8), joint=True, fees_taken=taken)
    facts = {"bank": fact(bank), "schedule": fact("any"), "zones": made.zones, "id": made.id}
    if not any(ruling.name == VOID for ruling in made.rulings):
        facts["rulings"] = (*made.rulings, void_round())
    game = type("Voided", (made,), facts)
    game.folder = made.folder
    game.schedules = classmethod(lambda cls: {"any": FEES})
    paid = 0
    for seed in range(40):
        rng = random.Random(f"{family} {taken} {seed}")
        posting = {wager.name: "off" for wager in game.wagers if wager.progressive}
        table = Table(game(posting), seed=seed)
        for seat in range(1, SEATS + 1):
            table.sit(seat, f"player {seat}", rng.choice((5_000, 20_000, 100_000)))
        before = {seat: person.chips for seat, person in table.seats.items()}
        round_ = table.start()
        turn = round_.carry_over.position
        steps = rng.randint(1, 30)
        while round_.question is not None and steps:
            table.enter(some_act(round_, rng))
            steps -= 1
        if round_.question is None:
            continue
        paid += bool(round_.state.fees)
        table.rule(VOID)
        assert round_.closed and round_.state.purses == before
        assert not round_.state.drop and not round_.state.stakes and not round_.state.fees
        assert round_.state.bank.wager == 0
        assert table.carry_over.position == turn
        assert rerun(round_).events == round_.events
    # A hand of dice baccarat has no questions; test_any_bank_cards.py voids it between dice.
    assert paid or family == "baccarat", "no fee was ever taken"
