"""Progressive meters at live tables: to the cent, for any winner, and after voided rounds.

Random rounds of every progressive game, dealt so that meters are won all the time. They are
followed event by event, next to meters kept by ``houseway.game.progressives`` alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from houseway.engine.events import Account, Transfer, kind_of
from houseway.engine.questions import Act, Ask, Place
from houseway.engine.shoe import Shoe
from houseway.errors import Refused
from houseway.families.banked.progressives import MeterMoved, MeterReset
from houseway.families.banked.state import PLAYER, WagerReturned, WagerSettled
from houseway.game.base import OFF, Game
from houseway.game.posting import Fact
from houseway.game.progressives import Meter, Winner, award, fed
from houseway.pieces.cards import ACE
from houseway.records import files
from houseway.rulebook import find, games
from houseway.side_bets.straights import place
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import even, random_act, random_ruling

PROGRESSIVE = tuple(key for key, game in games().items() if any(w.progressive for w in game.wagers))
DEALS = {
    "rocket-aces": (("As Ah", "As Ks", "As Ks"), ("Ah Ad", "Ac", "Ks")),
    "ride-free": (("As", "As", "Ks"), ("Qh", "As", "Ks")),
}
"""First two cards that win meters: those of players, the dealer's up card and hole card."""
SEATS, TABLES, ROUNDS = 4, 300, 10


def progressives(game: Game) -> list[Any]:
    return [wager for wager in game.offered if wager.progressive]


Wanted = Callable[[int, int], Sequence[int]]


class Stacked(Shoe):
    """A shoe that often brings a wanted piece: of ``n`` cards drawn, as the ``i``-th."""

    def __init__(self, game: Game, rng: random.Random, wanted: Wanted) -> None:
        super().__init__(game.kind, game.sets(), rng)
        self.rng, self.wanted = rng, wanted

    def draw(self, n: int) -> tuple[int, ...]:
        drawn: list[int] = []
        for i in range(n):
            there = [piece for piece in self.wanted(i, n) if piece in self.pieces]
            if there and self.rng.random() < 0.9:
                drawn.append(self.rng.choice(there))
                self.pieces.remove(drawn[-1])
                self.left -= 1
            else:
                drawn += super().draw(1)
        return tuple(drawn)

    def dice(self, n: int) -> tuple[int, ...]:
        return tuple(self.rng.choices((3, 6, 1), (12, 2, 1), k=n))


def first_two(deal: Sequence[Sequence[int]]) -> Wanted:
    """Return the players' cards, the dealer's up card in the middle and the hole card at the
    end.
    """

    def wanted(i: int, n: int) -> Sequence[int]:
        return () if n < 4 else deal[1] if i == n // 2 - 1 else deal[2] if i == n - 1 else deal[0]

    return wanted


def growing(table: Table) -> Wanted:
    """Return a draw that makes the straight longer; low cards for the first deal."""

    def wanted(i: int, n: int) -> Sequence[int]:
        assert table.round is not None
        turn = table.round.state.playing()
        if turn is None:
            return () if table.round.state.hands else low(0, 1)
        places = [place(card) for card in table.round.state.hands[turn[0]][turn[1]].cards]
        return low(min(places) - 1, max(places) + 1)

    return wanted


def low(*places: int) -> list[int]:
    """Every card of these places in a straight, the ace of spades first among aces."""
    return [
        4 * (at - 1 if at else ACE) + suit for at in places if 0 <= at < 12 for suit in range(4)
    ]


def posting(game: type[Game], rng: random.Random) -> dict[str, Any]:
    """Every column and policy in its turn, with odd seeds and rates."""
    found: dict[str, Any] = {
        wager.paid_by: OFF
        for wager in game.wagers
        if OFF in getattr(game.declared().get(wager.paid_by), "values", ())
    }
    for wager in (wager for wager in game.wagers if wager.progressive):
        table = game.pay_tables()[wager.paid_by]
        column = found[wager.paid_by] = rng.choice(list(table.columns))
        if decks := table.decks.get(column):
            found["decks"] = decks[0]
        for key, choice in wager.postings().items():
            if isinstance(choice, Fact):
                continue
            if "_seed" in key:
                found[key] = rng.choice((0, 7, "333.33"))
            elif "_rate" in key or "_reserve_rate" in key:
                found[key] = rng.choice((0, 37, 1_501))
            elif hasattr(choice, "values"):
                found[key] = rng.choice(choice.values)
    return found


def open_table(game_id: str, rng: random.Random) -> Table:
    while True:
        try:
            table = Table(find(game_id)(posting(find(game_id), rng)), seed=rng.randrange(1 << 30))
            break
        except Refused as refused:  # tables of two wagers, for different decks
            assert "decks only" in str(refused)
    for seat in range(1, SEATS + 1):
        table.sit(seat, f"player {seat}", 10_000_000)
    deal = rng.choice(DEALS.get(game_id, (("", "", ""),)))
    chase = game_id == "straight-jack-progressive"
    wanted = growing(table) if chase else first_two([table.game.kind.parse(x) for x in deal])
    table.shoe = Stacked(table.game, rng, wanted)
    return table


def decision(table: Table, rng: random.Random) -> Act:
    """The progressive wagers with nearly every bet, and hits for a longer straight."""
    round_ = table.round
    assert round_ is not None
    question = round_.question
    if isinstance(question, Ask) and round_.state.phase == "betting" and rng.random() < 0.9:
        seat = question.seats()[0]
        choice = question.choices_of(seat)[0]
        assert isinstance(choice, Place)
        names = {wager.name for wager in progressives(table.game)} | {"main", "player"}
        places = tuple(
            (spot.name, rng.randint(spot.least, min(spot.most, 3 * spot.least)))
            for spot in choice.spots
            if spot.name in names
        )
        return Act(seat, "bet", places=places)
    if "straight" in table.game.id and rng.random() < 0.9:
        hits = Act(question.seats()[0], "hit")
        if round_.refusal(hits) is None:
            return hits
    return random_act(round_, rng)


def play(table: Table, rng: random.Random, rulings: float) -> Round:
    table.shoe.fill()
    round_ = table.start()
    while round_.question is not None:
        ruling = random_ruling(round_, rng) if rng.random() < rulings else None
        if ruling is not None:
            table.rule(ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount)
        else:
            table.enter(decision(table, rng))
        even(round_.state)
    return round_


class Follower:
    """Keeps the meters of a round by its events, and pays winners by ``meters.award``."""

    def __init__(self, round_: Round) -> None:
        self.game: Any = round_.game
        kept = round_.carry_over.meters or self.game.opened_meters()
        self.meters = {(spot, i): m for spot, ms in kept.items() for i, m in enumerate(ms)}
        self.won: dict[tuple[str, int], list[WagerSettled]] = {key: [] for key in self.meters}
        self.winners = self.shared = self.resets = 0

    def percent(self, event: WagerSettled) -> int:
        wager = self.game.wager_named[event.spot]
        outcome = wager.rule.outcomes.index(event.outcome)
        found: int = self.game.pay[wager.paid_by][outcome].meter_percent
        return found

    def follow(self, events: Sequence[Any]) -> None:
        for event in events:
            if isinstance(event, MeterMoved):
                key = (event.spot, event.meter)
                self.pay_out(key)
                self.meters[key] = fed(self.meters[key], event.added, event.reserved)
            elif isinstance(event, WagerSettled) and event.spot in self.game.meter_terms:
                if self.percent(event):
                    self.won[event.spot, event.meter].append(event)
                else:
                    assert not event.from_meter
            elif isinstance(event, MeterReset):
                self.pay_out((event.spot, event.meter))
                self.resets += 1
        for key in self.meters:
            self.pay_out(key)

    def pay_out(self, key: tuple[str, int]) -> None:
        """All winners since the last time, together; a 100 % brings the seed with it."""
        events, terms = self.won[key], self.game.meter_terms[key[0]][key[1]]
        winners = [Winner(event.seat, self.percent(event)) for event in events]
        self.meters[key], awards = award(self.meters[key], terms, winners)
        assert [event.from_meter for event in events] == [found.cents for found in awards]
        for event, found in zip(events, awards, strict=True):
            payout = self.game.pay[event.spot][
                self.game.wager_named[event.spot].rule.outcomes.index(event.outcome)
            ]
            odds = payout.back(event.stake, self.game.breakage)
            topped = getattr(self.game, f"{event.spot}_at_least_fixed")
            assert event.back == odds + found.cents or (topped and event.back > found.cents)
        self.winners += len(events)
        self.shared += len(events) > 1
        events.clear()


class Books:
    """A ledger of one table: opened with the seeds, then nothing but transfers."""

    def __init__(self, game: Any) -> None:
        self.accounts: Counter[Account] = Counter()
        self._enter(game.opening_transfers())

    def _enter(self, transfers: Iterable[Transfer]) -> None:
        for source, target, cents in transfers:
            assert cents >= 0
            self.accounts[source] -= cents
            self.accounts[target] += cents

    def meters(self) -> dict[Account, int]:
        return {x: cents for x, cents in self.accounts.items() if kind_of(x) == "meter"}

    def follow(self, round_: Round) -> None:
        """No meter is ever overdrawn, and each holds what its own account says."""
        for event in round_.events:
            self._enter(event.transfers())
            assert all(cents >= 0 for cents in self.meters().values()), event
        held = round_.state.balances()
        held = {x: cents for x, cents in held.items() if kind_of(x) == "meter"}
        assert held and held == {account: self.accounts[account] for account in held}
        assert sum(self.accounts.values()) == 0


def brought(round_: Round, kind: type) -> dict[str, int]:
    """Return the stakes on each spot of wagers that were settled, or that were returned."""
    found: dict[str, int] = {}
    for event in round_.events:
        if isinstance(event, kind) and event.owner == PLAYER:
            cents = event.stake if isinstance(event, WagerSettled) else event.cents
            found[event.spot] = found.get(event.spot, 0) + cents
    return found


def check_taken(round_: Round, before: dict[str, list[Meter]], resets: int) -> None:
    """A wager with action has fed its meters, one without has not (unless they were won first)."""
    settled, returned = brought(round_, WagerSettled), brought(round_, WagerReturned)
    paid = any(isinstance(event, WagerSettled) and event.from_meter for event in round_.events)
    game: Any = round_.game
    for spot, terms in game.meter_terms.items():
        for old, new, term in zip(before[spot], round_.state.meters[spot], terms, strict=True):
            taken, rate = new.taken - old.taken, term.rate + term.reserve_rate
            most = settled.get(spot, 0) + returned.get(spot, 0)
            assert settled.get(spot, 0) * rate <= taken <= most * rate
            if not paid and not resets:
                assert taken == settled.get(spot, 0) * rate


@pytest.mark.parametrize("game_id", PROGRESSIVE)
def test_meters_of_live_rounds_are_those_of_the_pure_functions(game_id: str) -> None:
    rng = random.Random(f"{game_id}, live meters")
    winners = shared = resets = returned = 0
    for _ in range(TABLES):
        table = open_table(game_id, rng)
        game: Any = table.game
        between, books = None, Books(game)
        for _ in range(ROUNDS):
            round_ = play(table, rng, rulings=0.12)
            before = round_.carry_over.meters or game.opened_meters()
            follower = Follower(round_)
            follower.follow(round_.events)
            after = round_.state.meters
            assert follower.meters == {
                (k, i): m for k, ms in after.items() for i, m in enumerate(ms)
            }
            books.follow(round_)
            check_taken(round_, before, follower.resets)
            game.check_carry_over(table.carry_over)
            assert between is None or round_.carry_over == between, "carried over as it was left"
            between = table.carry_over
            winners, shared = winners + follower.winners, shared + follower.shared
            resets += follower.resets
            returned += any(isinstance(e, MeterMoved) and e.added < 0 for e in round_.events)
    assert min(winners, resets) > 50
    if game_id != "3-dice-baccarat":  # whose dice fall as soon as all have bet
        assert returned > 2, "wagers that had fed a meter"
    if game_id != "straight-jack-progressive":  # whose winners come one by one
        assert shared > 3, "several winners of one meter in one round"


@pytest.mark.parametrize("game_id", PROGRESSIVE)
def test_rounds_with_meters_are_saved_and_played_again(game_id: str) -> None:
    rng = random.Random(f"{game_id}, saved")
    for _ in range(3):
        table = open_table(game_id, rng)
        for _ in range(4):
            round_ = play(table, rng, rulings=0.12)
            record = files.load(files.to_toml(files.record_of(round_)))
            again = files.replay(record)
            assert again.difference is None
            assert again.round.state.meters == round_.state.meters
