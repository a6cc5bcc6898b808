"""A side bet is decided by what all know at that moment: it tells nothing that is covered."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from houseway.cite import rule
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.banked.settlement import open_at
from houseway.game.base import Seat
from houseway.game.wagers import (
    AFTER_DEAL,
    AFTER_DEALER,
    AFTER_HAND,
    AFTER_PEEK,
    BEFORE_DEALER,
    HANDS_KNOWN,
)
from houseway.hands.blackjack import natural
from houseway.pieces.cards import ACE, QUEEN, TEN
from houseway.rulebook import find, games
from houseway.rulebook.colorado.ride_free.bonuses import lucky_ladies_progressive
from houseway.rulebook.colorado.rocket_aces.game import rocket_aces
from houseway.table.round import Round
from tests.laws.test_own_wagers import judged, odd, offered
from tests.support.own_rulebook import changed

SOME = [*range(4), *range(TEN * 4, TEN * 4 + 4), QUEEN * 4 + 2, *range(ACE * 4, ACE * 4 + 4)]
"""Cards of every suit: twos, tens, aces, and the lady."""
HOLE_CARD = ("dealer", "dealer_two")
OPEN_FROM = {
    "first_two": AFTER_DEAL,
    "dealer_up": AFTER_DEAL,
    "dealer_blackjack": AFTER_PEEK,
    "player": AFTER_HAND,
    "player_over_21": AFTER_HAND,
    "player_over_29": AFTER_HAND,
    "original": AFTER_HAND,
    "opening": AFTER_HAND,
    "split_aces": AFTER_HAND,
    "run": AFTER_HAND,
    "lammers": AFTER_HAND,
    "dealer": AFTER_DEALER,
    "dealer_two": AFTER_DEALER,
}


@pytest.fixture(autouse=True)
def rulebook() -> Any:
    with changed():
        yield


@pytest.mark.parametrize("fact", sorted(find("blackjack").facts))
@pytest.mark.parametrize("moment", [AFTER_DEAL, AFTER_PEEK, AFTER_HAND, AFTER_DEALER])
def test_a_fact_of_blackjack_is_read_from_its_moment_on(fact: str, moment: str) -> None:
    moments = (AFTER_DEAL, AFTER_PEEK, AFTER_HAND, AFTER_DEALER)
    if moments.index(moment) >= moments.index(OPEN_FROM[fact]):
        offered("blackjack", odd(reads=(fact,), resolves=moment))
        return
    with pytest.raises(Refused) as refused:
        offered("blackjack", odd(reads=(fact,), resolves=moment))
    said = str(refused.value)
    assert f"the rule of odd reads {fact!r}, which is not known to all {moment!r}" in said
    assert f"what reads it may be decided {OPEN_FROM[fact]!r}" in said


@pytest.mark.parametrize(
    ("game", "known", "posting"),
    [
        ("blackjack", {}, {"peek": "no"}),
        ("blackjack-x", {"surrender": "late"}, {"surrender": "early"}),
    ],
)
def test_where_a_hand_may_be_over_before_the_look_a_natural_is_not_known_with_it(
    game: str, known: dict[str, Any], posting: dict[str, Any]
) -> None:
    wager = odd(reads=("dealer_blackjack",), resolves=AFTER_HAND)
    offered(game, wager, **known)
    with pytest.raises(Refused, match="reads 'dealer_blackjack', which is not known to all"):
        offered(game, wager, **posting)
    offered(game, odd(reads=("dealer_blackjack",), resolves=AFTER_PEEK), **posting)


@pytest.mark.parametrize(
    ("game", "fact"), [("blackjack-switch", "dealer_two"), ("blackjack-switch", "dealer")]
)
def test_a_game_with_facts_of_its_own_is_held_to_it_too(game: str, fact: str) -> None:
    with pytest.raises(Refused, match=f"reads '{fact}', which is not known to all"):
        offered(game, odd(reads=(fact,)))


def test_what_nothing_is_said_of_is_known_at_the_end() -> None:
    for game_id, kind in games().items():
        facts = getattr(kind, "facts", {})
        game: Any = kind()
        for name in facts:
            assert game.moments[-1] in open_at(game, name), (game_id, name)
            assert set(open_at(game, name)) <= set(game.moments), (game_id, name)
    shine: Any = find("3-card-shine")()
    assert open_at(shine, "dealer") == (AFTER_DEALER,)
    baccarat: Any = find("3-dice-baccarat")()
    assert open_at(baccarat, "player_dice") == (HANDS_KNOWN,)


@pytest.mark.parametrize(
    ("game_id", "rule_", "more"),
    [("rocket-aces", rocket_aces, ()), ("ride-free", lucky_ladies_progressive, (0,))],
)
def test_two_wagers_look_at_the_hole_card_only_where_it_makes_a_blackjack(
    game_id: str, rule_: Any, more: tuple[int, ...]
) -> None:
    """They are settled after the look, and read both cards: what is said tells no more than it."""
    for first_two in itertools.product(SOME, repeat=2):
        for up in range(52):
            holes = (hole for hole in range(52) if not natural((up, hole)))
            assert len({rule_(first_two, (up, hole), *more) for hole in holes}) == 1
    with pytest.raises(Refused, match="the rule of odd reads 'dealer_two', which is not known"):
        offered(game_id, odd(reads=("dealer_two",), resolves=AFTER_PEEK))


@pytest.mark.parametrize("game_id", ["ride-free", "no-bust-blackjack-5", "straight-jack"])
def test_what_is_decided_early_does_not_rest_on_the_hole_card(game_id: str) -> None:
    wagers = [wager for wager in find(game_id).wagers if wager.decided_early is not None]
    two: list[Any] = [*itertools.product(SOME, repeat=2)]
    hidden = {"dealer_blackjack": [False, True], "dealer_two": two}
    for wager in wagers:
        for first_two in filter(wager.decided_early, two):
            seen: dict[str, list[Any]] = {"first_two": [first_two], "run": [first_two]}
            values = [(hidden | seen).get(name, [0]) for name in wager.reads]
            assert len({wager.rule(*each) for each in itertools.product(*values)}) == 1
    assert wagers


@pytest.mark.parametrize("decks", [1, 2])
def test_cards_that_lie_down_are_told_by_nothing(decks: int) -> None:
    pair = odd(resolves=AFTER_DEAL)
    offered("21-plus-3", pair, decks=decks)
    with pytest.raises(Refused, match="Odd looks at cards that lie face down after the deal"):
        offered("21-plus-3", pair, decks=decks, player_cards="face down")
    offered("21-plus-3", odd(resolves=AFTER_HAND), decks=decks, player_cards="face down")
    offered("21-plus-3", odd(reads=("dealer_up",)), decks=decks, player_cards="face down")


def test_a_wager_is_not_placed_when_all_that_it_reads_is_known() -> None:
    with pytest.raises(Refused, match="when all that its rule reads is known"):
        offered("blackjack", odd(placed=BEFORE_DEALER, resolves=AFTER_DEALER))
    late = odd(reads=("first_two", "dealer"), placed=BEFORE_DEALER, resolves=AFTER_DEALER)
    offered("blackjack", late)


@pytest.mark.parametrize("fact", ["dealer_blackjack", "dealer_two", "run"])
def test_what_says_that_a_wager_is_decided_reads_the_first_cards_only(fact: str) -> None:
    wager = odd(reads=("first_two",), decided_early=judged(fact), resolves=AFTER_PEEK)
    with pytest.raises(
        Refused, match=f"decided_early of odd reads '{fact}', which is not known to all"
    ):
        offered("blackjack", wager)


@pytest.mark.parametrize("fact", HOLE_CARD)
def test_nothing_is_decided_early_by_a_hand_that_is_turned_over_last(fact: str) -> None:
    wager = odd(reads=("first_two", fact), decided_early=judged("first_two"), resolves=AFTER_DEALER)
    with pytest.raises(Refused, match=f"reads '{fact}', which is not known to all 'after the deal"):
        offered("blackjack", wager)


def test_a_wager_waits_for_the_look_whatever_is_said_if_it_makes_a_difference() -> None:
    """The outcome would tell the hole card, whatever ``decided_early`` returns."""

    @rule("LP-1", outcomes=("suited_pair", "pair", "no_pair"))
    def tells(first_two: Any, dealer_blackjack: bool) -> int:
        return 0 if dealer_blackjack else 2

    @rule("LP-1", outcomes=("suited_pair", "pair", "no_pair"))
    def tells_nothing(first_two: Any, dealer_blackjack: bool) -> int:
        return 2

    always = rule("LP-1")(lambda first_two: True)
    game = offered(
        "blackjack",
        odd("tells", rule=tells, decided_early=always, resolves=AFTER_PEEK),
        odd("nothing", rule=tells_nothing, decided_early=always, resolves=AFTER_PEEK),
    )
    round_ = Round(game, [Seat(1, "Ann", 1_000_00)])
    round_.act(Act(1, "bet", places=(("main", 10_00), ("tells", 5_00), ("nothing", 5_00))))
    round_.deal(tuple(map(game.kind.names.index, ("9s", "Ah", "9d", "Ks"))))
    stakes = {spot for _, spot, _ in round_.state.stakes}
    assert "tells" in stakes and "nothing" not in stakes
