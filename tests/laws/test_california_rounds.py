"""Random rounds of every game that a player banks, checked against the laws of such a bank.

Postings, short and joint banks, bets behind others and in empty circles, time-outs and rulings are
random. One person may sit at two seats, and several may play for one firm. ``make long`` plays a
million rounds.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.engine.questions import Act, Amount, Asking, Place, Ruling, TimeUp
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.player_dealer.events import BankTaken
from houseway.players.bots import Bot, play_round
from houseway.rulebook import games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.oracles.bank_laws import InARow, check_round
from tests.oracles.card_follower import Follower
from tests.support.random_play import random_act, random_answer, random_posting, random_ruling

GAMES = {
    game_id: game
    for game_id, game in games().items()
    if isinstance(getattr(game(), "bank", None), PlayerDealer)
}
LONG = os.environ.get("HOUSEWAY_LONG")
IN_ALL = 1_000_000 if LONG else 600
PARTS = 20 if LONG else 1
LOOKS = 50 if LONG else 2
"""Every n-th round is followed piece by piece, which takes as long as all else together."""
SITTING = 12
"""Rounds at one table."""
PURSES = (700, 5_000, 20_000, 100_000, 1_000_000)
BANKS = (1, 700, 2_500, 10_000, 10**9)


def opened(game_id: str, rng: random.Random) -> Table:
    """A table with any posting; some people sit at two seats, some play for one firm."""
    game = GAMES[game_id]
    table = Table(game(random_posting(game, rng)), seed=rng.randrange(10**9))
    n = rng.randint(game.seats_min, game.seats_max)
    people = [f"person {i}" for i in range(rng.choice((n, n, max(2, n - 2))))]
    firms = rng.choice((("",), ("", "", "", "A", "B")))
    for seat in sorted(rng.sample(range(1, game.seats_max + 1), n)):
        who = people.pop() if people else f"person {rng.randrange(n)}"
        firm = firms[sum(map(ord, who)) % len(firms)]
        table.sit(seat, f"seat {seat}", rng.choice(PURSES), who, firm)
    return table


def answered(round_: Round, rng: random.Random) -> Act:
    """A legal decision: the position is mostly taken, with any wager, and bets are mostly made."""
    question = round_.question
    assert isinstance(question, Asking)
    seat = rng.choice(question.seats())
    for choice in question.choices_of(seat):
        if isinstance(choice, Amount) and choice.name == "bank" and rng.random() < 0.7:
            wager = max(choice.least, min(choice.most, rng.choice(BANKS)))
            return Act(seat, choice.name, wager)
        if isinstance(choice, Place) and rng.random() < 0.7:
            act = random_answer(seat, choice, rng)
            if rng.random() < 0.15:
                most = {spot.name: spot.most for spot in choice.spots}
                act = replace(act, places=tuple((name, most[name]) for name, _ in act.places))
            if round_.refusal(act) is None:
                return act
    return random_act(round_, rng)


def play(table: Table, rng: random.Random) -> Round:
    """Play one round; now and then a player's time is up, or the floor rules."""
    round_ = table.start()
    rulings = rng.choice((0.0, 0.0, 0.03))
    while (question := round_.question) is not None:
        chance = rng.random()
        if chance < rulings and (ruling := random_ruling(round_, rng)) is not None:
            table.rule(ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount)
        elif chance < 0.08:
            assert isinstance(question, Asking)
            table.time_up(rng.choice(question.seats()))
        else:
            table.enter(answered(round_, rng))
    return round_


def sittings(game_id: str, rounds: int, part: int) -> Iterator[tuple[Round, InARow]]:
    """Yield rounds, at a new table every few, each with what went before it there."""
    rng = random.Random(f"{game_id} {part}")
    while rounds > 0:
        table, before = opened(game_id, rng), InARow()
        for _ in range(SITTING):
            if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
                break
            yield play(table, rng), before
            rounds -= 1


def what_came(round_: Round) -> Counter[str]:
    """Return the counts of the tried features in this round."""
    bank, seats = round_.state.bank, {seat.seat for seat in round_.seats}
    elsewhere = {event.circle for event in round_.events if getattr(event, "circle", 0)}
    return Counter(
        {
            "joint": len(bank.shares) > 1,
            "behind": bool(elsewhere & seats),
            "empty": bool(elsewhere - seats),
            "time-out": any(isinstance(given, TimeUp) for given in round_.inputs),
            "ruling": any(isinstance(given, Ruling) for given in round_.inputs),
            "fee": bool(round_.state.fees),
        }
    )


def follow_laws(game_id: str, rounds: int, part: int = 0, looks: int = 0) -> Counter[str]:
    """Play rounds under all laws; every n-th is checked for secrets too. Return what happened."""
    tried: Counter[str] = Counter()
    for n, (round_, before) in enumerate(sittings(game_id, rounds, part)):
        try:
            tried += check_round(round_) + what_came(round_)
            before.check(round_)
            if looks and n % looks == 0:
                Follower(round_)
        except AssertionError as error:
            error.add_note(f"round {n} of part {part}: {game_id} {round_.game.posting}")
            raise
    return tried


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", GAMES)
def test_the_laws_of_a_players_bank(game_id: str, part: int) -> None:
    tried = follow_laws(game_id, -(-IN_ALL // len(GAMES) // PARTS), part, LOOKS)
    game: Any = GAMES[game_id]()
    wanted = {"hands", "in part", "not at all", "time-out", "ruling", "fee"}
    wanted |= {"joint"} if game.bank.joint else set()
    wanted |= {"behind"} if game.backline else set()
    wanted |= {"empty"} if game.empty_circles else set()
    assert wanted <= tried.keys(), f"never came: {wanted - tried.keys()}"


@pytest.mark.parametrize("game_id", GAMES)
def test_bots_bank_join_and_bet_behind(game_id: str) -> None:
    """A table of bots plays hands, against banks that are worth betting against."""
    table, bot, came, hands = Table(game_id, seed=1), Bot(1), Counter[str](), 0
    for seat in range(1, 7):
        table.sit(seat, f"bot {seat}", 500_00)
    for _ in range(25):
        round_ = play_round(table, bot)
        came += what_came(round_)
        hands += bool(round_.state.decided)
        for taken in (event for event in round_.events if isinstance(event, BankTaken)):
            before = next(seat.chips for seat in round_.seats if seat.seat == taken.seat)
            assert taken.cents > before // 3
    game: Any = table.game
    assert hands > 20, "most rounds have a bank and a hand"
    assert came["joint"] or not game.bank.joint
    assert came["behind"] or not game.backline
