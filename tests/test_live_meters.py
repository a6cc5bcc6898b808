"""Progressive meters at live tables: to the cent, whoever wins, whatever is called void.

Random rounds of every progressive game, dealt so that meters are won all the time, are followed
event by event beside meters kept by ``houseway.meters`` alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.events import METER
from houseway.game import OFF, Game, Seat
from houseway.meters import PARTS, Meter, Winner, award, fed, opened
from houseway.pieces.cards import ACE
from houseway.posting import Fact
from houseway.rulebook import find, games
from houseway.script import Act, AskAll, Place, Ruling
from houseway.shapes.metering import MeterMoved, MeterReset
from houseway.shapes.stakes import PLAYER, WagerReturned, WagerSettled
from houseway.side_bets.straights import place
from houseway.table import saved
from houseway.table.round import Round
from houseway.table.shoe import Shoe
from houseway.table.table import Table
from support import random_act, random_ruling

PROGRESSIVE = tuple(key for key, game in games().items() if any(w.meters for w in game.wagers))
DEALS = {
    "rocket-aces": (("As Ah", "As Ks", "As Ks"), ("Ah Ad", "Ac", "Ks")),
    "ride-free": (("As", "As", "Ks"), ("Qh", "As", "Ks")),
}
"""First two cards that win meters: those of players, the dealer's up card and his hole card."""
SEATS, TABLES, ROUNDS = 4, 150, 10


def progressives(game: Game) -> list[Any]:
    return [wager for wager in game.offered if wager.meters]


# --- tables at which meters are won ---

Wanted = Callable[[int, int], Sequence[int]]


class Stacked(Shoe):
    """A shoe that often brings what somebody wants: of ``n`` cards drawn, as the ``i``-th."""

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
            else:
                drawn += super().draw(1)
        return tuple(drawn)

    def dice(self, n: int) -> tuple[int, ...]:
        return tuple(self.rng.choices((3, 6, 1), (12, 2, 1), k=n))


def first_two(deal: Sequence[Sequence[int]]) -> Wanted:
    """Players' cards, the dealer's up card in the middle and his hole card at the end."""

    def wanted(i: int, n: int) -> Sequence[int]:
        return () if n < 4 else deal[1] if i == n // 2 - 1 else deal[2] if i == n - 1 else deal[0]

    return wanted


def growing(table: Table) -> Wanted:
    """What makes the straight of the hand that draws longer; low cards for the first deal."""

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
    for wager in (wager for wager in game.wagers if wager.meters):
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
    if isinstance(question, AskAll) and round_.state.phase == "betting" and rng.random() < 0.9:
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
        hits = Act(question.seats()[0], "hit")  # type: ignore[union-attr]
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


def even(state: Any) -> None:
    """The books of every meter, at any moment."""
    for meter in (meter for kept in state.meters.values() for meter in kept):
        assert meter.balance == 0 and meter.value >= 0 and meter.reserve >= 0
        assert 0 <= meter.since <= meter.taken


# --- the same rounds on meters of their own ---


class Follower:
    """Keeps the meters of a round by its events, and pays winners by ``meters.award``."""

    def __init__(self, round_: Round) -> None:
        self.game: Any = round_.game
        kept = round_.between.meters or self.game.opened_meters()
        self.meters = {(spot, i): m for spot, ms in kept.items() for i, m in enumerate(ms)}
        self.won: dict[tuple[str, int], list[WagerSettled]] = {key: [] for key in self.meters}
        self.winners = self.shared = self.resets = 0

    def percent(self, event: WagerSettled) -> int:
        wager = self.game.wager_named[event.spot]
        outcome = wager.by.outcomes.index(event.outcome)
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
                self.game.wager_named[event.spot].by.outcomes.index(event.outcome)
            ]
            odds = payout.back(event.stake, self.game.breakage)
            topped = getattr(self.game, f"{event.spot}_at_least_fixed")
            assert event.back == odds + found.cents or (topped and event.back > found.cents)
        self.winners += len(events)
        self.shared += len(events) > 1
        events.clear()


def booked(round_: Round) -> int:
    """What the account of the meters has moved by, as the events say."""
    moved = 0
    for event in round_.events:
        for source, target, cents in event.transfers():
            moved += cents * (target == METER) - cents * (source == METER)
    return moved


def brought(round_: Round, kind: type) -> dict[str, int]:
    """What was staked on each spot by wagers that were settled, or that were returned."""
    found: dict[str, int] = {}
    for event in round_.events:
        if isinstance(event, kind) and event.owner == PLAYER:  # type: ignore[attr-defined]
            cents = event.stake if isinstance(event, WagerSettled) else event.cents  # type: ignore[attr-defined]
            found[event.spot] = found.get(event.spot, 0) + cents  # type: ignore[attr-defined]
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
        between = None
        for _ in range(ROUNDS):
            round_ = play(table, rng, rulings=0.12)
            before = round_.between.meters or game.opened_meters()
            held = sum(meter.held for kept in before.values() for meter in kept)
            follower = Follower(round_)
            follower.follow(round_.events)
            after = round_.state.meters
            assert follower.meters == {
                (k, i): m for k, ms in after.items() for i, m in enumerate(ms)
            }
            assert held + booked(round_) == round_.state.balances().get(METER, 0)
            check_taken(round_, before, follower.resets)
            game.check_between(table.between)
            assert between is None or round_.between == between, "carried over as it was left"
            between = table.between
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
            record = saved.load(saved.to_toml(saved.record_of(round_)))
            again = saved.replay(record)
            assert again.difference is None
            assert again.round.state.meters == round_.state.meters


# --- by hand ---


def rocket(bets: str, deal: str, **posted: Any) -> Round:
    """A round of Rocket Aces, seats 1 to n with $1 on it, a meter of $1,000 and what they add."""
    game = find("rocket-aces")({"decks": 6, "rocket_aces_seed": 1000, **posted})
    round_ = Round(game, [Seat(seat, f"player {seat}", 10_000) for seat in map(int, bets)])
    for seat in map(int, bets):
        round_.act(Act(seat, "bet", places=(("main", 500), ("rocket_aces", 100))))
    round_.deal(game.kind.parse(deal))
    while round_.question is not None:
        round_.time_up(round_.question.seats()[0])  # type: ignore[union-attr]
    return round_


def awards(round_: Round, spot: str = "rocket_aces") -> list[tuple[int, int, int]]:
    """Seat, what it got, and what of it a meter paid, in the order of settlement."""
    return [
        (event.seat, event.back, event.from_meter)
        for event in round_.events
        if isinstance(event, WagerSettled) and event.spot == spot
    ]


SPADES_AND_HEARTS = "As Ah Ah As As Ah Ah Ks"
"""Three seats with aces of spades, hearts and hearts; the dealer a blackjack of spades."""


def test_split_part_shares_are_of_the_meter_as_it_stood_and_the_rest_is_all() -> None:
    round_ = rocket("123", SPADES_AND_HEARTS, rocket_aces="LONG-1")
    # $1,000.30: a quarter each to hearts, 250.07 and half a cent that stays; spades have the rest
    assert awards(round_) == [(3, 250_07, 250_07), (2, 250_07, 250_07), (1, 500_16, 500_16)]
    assert round_.state.meters["rocket_aces"][0].value == 1000_00 * PARTS


def test_in_turn_each_has_what_the_one_before_has_left() -> None:
    round_ = rocket("123", SPADES_AND_HEARTS, rocket_aces="LONG-1", rocket_aces_awards="in turn")
    # a quarter of 1,000.30 and half a cent left over; a quarter of 750.23; then all of the rest
    assert awards(round_) == [(3, 250_07, 250_07), (2, 187_55, 187_55), (1, 562_68, 562_68)]
    assert round_.state.meters["rocket_aces"][0].value == 1000_00 * PARTS


def test_two_winners_of_all_halve_it_and_the_odd_cent_stays() -> None:
    posted = {"rocket_aces": "QUICK-SINGLE-ACE-6D", "rocket_aces_rate": 1_050}
    round_ = rocket("12", "Ah Ad As Ah Ad Ks", **posted)
    assert awards(round_) == [(2, 500_10, 500_10), (1, 500_10, 500_10)]
    assert round_.state.meters["rocket_aces"][0].value == (1000_00 + 1) * PARTS
    round_ = rocket("12", "Ah Ad As Ah Ad Ks", rocket_aces_awards="in turn", **posted)
    assert awards(round_) == [(2, 1000_21, 1000_21), (1, 1000_00, 1000_00)]


@pytest.mark.parametrize(
    ("reserve", "begins", "from_house"),
    [("adds to seed", 1000_10, 1000_00), ("pays for seed", 1000_00, 999_90)],
)
def test_a_meter_that_was_won_begins_with_seed_and_reserve(
    reserve: str, begins: int, from_house: int
) -> None:
    posted = {"rocket_aces_reserve_rate": 1_000, "rocket_aces_reserve": reserve}
    round_ = rocket("1", "Ah As Ah Kd", rocket_aces="QUICK-SINGLE-ACE-6D", **posted)
    assert awards(round_) == [(1, 1000_10, 1000_10)]
    meter = round_.state.meters["rocket_aces"][0]
    assert (meter.value, meter.reserve, meter.won) == (begins * PARTS, 0, 1)
    assert meter.seeded == (1000_00 + from_house) * PARTS


def test_a_share_is_no_less_than_the_next_fixed_award_where_that_is_posted() -> None:
    # 2 % of $1,000.10 are $20 (and a fifth of a cent); two aces and a blackjack are paid 100 for 1
    assert awards(rocket("1", "Ah As Ah Kd", rocket_aces="LONG-1")) == [(1, 20_00, 20_00)]
    topped = rocket("1", "Ah As Ah Kd", rocket_aces="LONG-1", rocket_aces_at_least_fixed=True)
    assert awards(topped) == [(1, 100_00, 20_00)], "the house adds what the meter does not pay"
    assert topped.state.meters["rocket_aces"][0].paid == 20_00 * PARTS


def test_the_three_meters_of_long_3_know_nothing_of_each_other() -> None:
    posted = {"rocket_aces_seed_2": 500, "rocket_aces_seed_3": 100, "rocket_aces_rate_2": 2_000,
              "rocket_aces_rate_3": 0}  # fmt: skip
    round_ = rocket("123", SPADES_AND_HEARTS, rocket_aces="LONG-3", **posted)
    # spades win the first meter, both hands of hearts share the second, the third stays as it is
    assert awards(round_) == [(3, 250_30, 250_30), (2, 250_30, 250_30), (1, 1000_30, 1000_30)]
    assert [meter.value for meter in round_.state.meters["rocket_aces"]] == [
        1000_00 * PARTS, 500_00 * PARTS, 100_00 * PARTS
    ]  # fmt: skip
    assert [meter.won for meter in round_.state.meters["rocket_aces"]] == [1, 1, 0]


def progressive(deal: str, *calls: Any, **posted: Any) -> Round:
    """Two seats at Straight Jack Progressive with $1 each; then decisions, rulings and cards."""
    game = find("straight-jack-progressive")({f"straight_jack_{k}": v for k, v in posted.items()})
    round_ = Round(game, [Seat(seat, f"player {seat}", 10_000) for seat in (1, 2)])
    for seat in (1, 2):
        places = (("main", 500), ("straight_jack_progressive", 100))
        round_.act(Act(seat, "bet", places=places))
    for call in (deal, *calls):
        if isinstance(call, str):
            round_.deal(game.kind.parse(call))
        else:
            round_.enter(call)
    return round_


def test_what_was_won_with_the_meter_does_not_go_out_again() -> None:
    """Seat 1 busts with five cards and is paid at once, seat 2's contribution with it."""
    hit = Act(1, "hit")
    round_ = progressive("As 9h 7h 2d 9d Tc", hit, "3d", hit, "4h", hit, "5c", hit, "Kd",
                         Ruling("void_hand", seat=2),
                         progressive="SJP4", progressive_seed=0)  # fmt: skip
    spot = "straight_jack_progressive"
    # 9-9 lost with the first two cards: its five cents stay in the meter in any case
    assert awards(round_, spot) == [(2, 0, 0), (1, 201_10, 10)]
    assert round_.state.meters[spot] == [Meter(0, 0, 0, 10 * PARTS, 10 * PARTS, won=1)]
    round_ = progressive("As 8h 7h 2d 9d Tc", hit, "3d", hit, "4h", hit, "5c", hit, "Kd",
                         Ruling("void_hand", seat=2),
                         progressive="SJP4", progressive_seed=100)  # fmt: skip
    # 8-9 was still on the table and goes back, but its five cents were won by seat 1
    assert awards(round_, spot) == [(1, 201_00 + 100_10, 100_10)]
    assert round_.state.purses[2] == 10_000
    meter = Meter(100_00 * PARTS, 0, 200_00 * PARTS, 10 * PARTS, 100_10 * PARTS, won=1)
    assert round_.state.meters[spot] == [meter]
    round_.game.check_between(round_.game.carried(round_.between, round_.state))


def test_a_returned_wager_takes_out_no_more_than_there_is() -> None:
    """Seat 1 busts with five cards and is paid a part of the meter before seat 2 is void."""
    game: Any = find("straight-jack-progressive")()
    round_ = progressive("As 8h 7h 2d 9d Tc")
    state, spot = round_.state, "straight_jack_progressive"
    state.meters[spot] = [Meter(2 * PARTS, 0, 0, 10 * PARTS, 8 * PARTS, since=10 * PARTS)]
    round_.ruling(Ruling("void_hand", seat=2))
    even(state)
    assert state.meters[spot] == [Meter(0, 0, 0, 8 * PARTS, 8 * PARTS, since=8 * PARTS)]
    game.check_between(game.carried(round_.between, state))


def test_opened_meters_are_the_seeds() -> None:
    game: Any = find("rocket-aces")({"decks": 6, "rocket_aces": "LONG-3"})
    assert game.opened_meters() == {
        "rocket_aces": [opened(t) for t in game.meter_terms["rocket_aces"]]
    }
    assert len(game.opened_meters()["rocket_aces"]) == 3
