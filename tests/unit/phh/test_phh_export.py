"""Our hands as PHH: out and in again they are the same inputs, and PokerKit reads them too."""

from __future__ import annotations

import random
import warnings
from decimal import Decimal
from typing import Any

import pytest
from pokerkit import HandHistory

from houseway import phh
from houseway.engine.questions import Act, Amount, Asking, Chance, Pick, Question, Ruling, TimeUp
from houseway.errors import HousewayError
from houseway.families.poker import PokerCarryOver
from houseway.families.poker.events.betting import HandOpened
from houseway.families.poker.events.ending import PotAwarded
from houseway.game.base import Seat
from houseway.phh.model import OURS, plain
from houseway.phh.variants import GAMES, VARIANTS, code_of
from houseway.pieces.cards import CARDS
from houseway.rulebook import find, games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import LONG, play_rounds

HANDS = 6 * (50 if LONG else 1)


def decide(rng: random.Random, question: Question) -> Act:
    """Return one of the offered decisions; no fold where a check is possible."""
    assert not isinstance(question, Chance)
    seat = rng.choice(question.seats())
    choices = question.choices_of(seat)
    if isinstance(question, Asking) and [c.name for c in choices[:2]] == ["fold", "check"]:
        choices = choices[1:]
    choice = rng.choice(choices)
    if isinstance(choice, Amount):
        most = choice.most if rng.random() < 0.3 else min(choice.most, 3 * choice.least)
        steps = max(most - choice.least, 0) // choice.step
        return Act(seat, choice.name, choice.least + rng.randint(0, steps) * choice.step)
    if isinstance(choice, Pick):
        n = rng.randint(choice.least, choice.most)
        return Act(seat, choice.name, pieces=tuple(rng.sample(choice.pieces, n)))
    return Act(seat, choice.name)


def hands_of(game_id: str, structure: str, **posted: str) -> list[Round]:
    """Random hands of a table to which people come."""
    rng = random.Random(f"{game_id} {structure} {posted}")
    played: list[Round] = []
    while len(played) < HANDS:
        table = Table(game_id, {"structure": structure, **posted}, seed=rng.randrange(10**9))
        most = min(table.game.seats_max, 6)
        for seat in sorted(rng.sample(range(1, most + 1), rng.randint(2, most - 1))):
            table.sit(seat, f"player {seat}", rng.randint(2, 300) * 100)
        for _ in range(4):
            free = [x for x in range(1, most + 1) if x not in table.seats]
            if free and rng.random() < 0.4:
                table.sit(rng.choice(free), "a newcomer", 100_00, who="card 7")
            if sum(person.chips > 0 for person in table.seats.values()) < table.game.seats_min:
                break
            played.append(table.play(lambda question, state: decide(rng, question)))
    return played


def again(round_: Round) -> tuple[phh.Hand, phh.ReplayedHand]:
    """A round written as text, read and played."""
    hand = phh.from_round(round_)
    read = phh.read(phh.write(hand))
    assert read == hand
    return hand, phh.replay(read)


def read_by_pokerkit(hand: phh.Hand) -> list[Any]:
    """The stacks to which PokerKit plays the text of a hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, last = HandHistory.loads(phh.write(hand))
    assert not last.status
    return list(last.stacks)


def scooped_beside_a_low(round_: Round) -> bool:
    """Return whether one pot has a low and another none, of which PokerKit pays half to others.

    Its own test is in test_pokerkit_lockstep: a side pot without a low is scooped.
    """
    awards = [event for event in round_.events if isinstance(event, PotAwarded)]
    lows = {award.pot for award in awards if award.part == "low"}
    return bool(lows) and lows != {award.pot for award in awards}


def choices(game_id: str, key: str) -> tuple[str, ...]:
    """Return the values that the house may post in a game, or the only one."""
    declared = find(game_id).declared()[key]
    found: tuple[str, ...] = getattr(declared, "values", (declared.default,))
    return found


POKER = [game_id for game_id in games() if game_id in GAMES]


@pytest.mark.parametrize("showdown", ["cards_speak", "declare"])
@pytest.mark.parametrize("game_id", POKER)
def test_out_and_in_again(game_id: str, showdown: str) -> None:
    """Every input comes back, whatever was posted; what PokerKit knows it reads to our stacks."""
    told = 0
    chosen = {"showdown": showdown} if showdown in choices(game_id, "showdown") else {}
    for structure in choices(game_id, "structure"):
        for round_ in hands_of(game_id, structure, **chosen):
            hand, played = again(round_)
            assert played.inputs == round_.inputs and played.round.events == round_.events
            assert not played.difference and not played.stopped
            if hand.variant in HandHistory.game_types:
                stacks = read_by_pokerkit(hand)
                assert hand.finishing_stacks is not None
                off = [abs(a - b) for a, b in zip(stacks, hand.finishing_stacks, strict=True)]
                same = sum(off) <= 2 * max(len(off) - 1, 1) * 1
                assert same or scooped_beside_a_low(round_), (stacks, phh.write(hand))
                told += not any(off)
    posted = [{"structure": structure} for structure in choices(game_id, "structure")]
    if any(code_of(find(game_id)(posting), False) in VARIANTS for posting in posted):
        assert told


@pytest.mark.parametrize("game_id", POKER)
def test_rulings_and_whatever_is_posted_come_back(game_id: str) -> None:
    for round_ in play_rounds(game_id, 10 * (50 if LONG else 1), rulings=0.08, seed=5):
        if any(isinstance(event, HandOpened) for event in round_.events):
            hand, played = again(round_)
            assert played.inputs == round_.inputs and played.round.events == round_.events
            if hand.variant in HandHistory.game_types and round_.closed:
                assert hand.finishing_stacks is not None
                theirs = read_by_pokerkit(hand)
                off = sum(abs(a - b) for a, b in zip(theirs, hand.finishing_stacks, strict=True))
                state, chip = round_.state, round_.game.smallest_chip
                assert 100 * off <= 2 * len(theirs) * chip + state.collected, phh.write(hand)


@pytest.mark.parametrize(
    ("game_id", "posted", "code"),
    [
        ("omaha-8", {"qualifier": "none"}, "FO/8+"),
        ("omaha-8", {"qualifier": "eight"}, "FO/8"),
        ("holdem", {"seat_collection": 1}, "FT+"),
        ("holdem", {"dead_collection_blind": 1}, "FT+"),
        ("holdem", {"pot_collection": 1}, "FT"),
    ],
)
def test_what_others_would_play_otherwise_has_a_plus(
    game_id: str, posted: dict[str, Any], code: str
) -> None:
    round_ = seated(game_id, {"structure": "limit", **posted}, 100, 100, 100)
    deal(round_)
    round_.act(Act(6, "fold"))
    round_.act(Act(2, "fold"))
    assert phh.from_round(round_).variant == code


def test_every_poker_game_has_a_code() -> None:
    ours = [x.id for x in games().values() if x.family == "poker"]
    assert set(ours) <= set(GAMES) and len(set(GAMES.values())) == len(GAMES)


def seated(game_id: str, posted: dict[str, str], *chips: int, button: int = 0) -> Round:
    seats = [Seat(2 * i, f"seat {2 * i}", 100 * x) for i, x in enumerate(chips, 1)]
    return Round(find(game_id)(posted), seats, PokerCarryOver(button=button or 2 * len(chips)))


def deal(round_: Round) -> None:
    """Deal the next cards."""
    while isinstance(question := round_.question, Chance):
        round_.deal(tuple(round_.unseen()[: question.n]) if question.kind == "pieces" else ())


def test_rulings_time_and_silent_chips_come_back() -> None:
    round_ = seated("holdem", {"structure": "no_limit", "silent_chip": "on"}, 100, 100, 100)
    deal(round_)
    round_.act(Act(6, "chip", 25_00))
    round_.ruling(Ruling("clock", seat=2, reason="it takes too long; really"))
    round_.time_up(2)
    round_.act(Act(4, "check"))
    deal(round_)
    round_.time_up(4)
    hand, played = again(round_)
    assert hand.variant == "NT+" and hand.actions[3:] == [
        *("p3 cc", "p1 f", "p2 cc", "d db 3s4c4d", "p2 cc")
    ]
    assert played.inputs == round_.inputs and played.stopped == "unfinished"


@pytest.mark.parametrize(("last", "code"), [("call", "FT"), ("raise", "FT+")])
def test_a_raise_that_half_a_bet_allows_is_not_had_elsewhere(last: str, code: str) -> None:
    """A bettor may raise again after an all-in of a bet and a half; PokerKit allows a call only."""
    round_ = seated("holdem", {"structure": "limit"}, 100, 5, 100)
    deal(round_)
    for act in (Act(6, "call"), Act(2, "call"), Act(4, "check")):
        round_.act(act)
    deal(round_)
    for act in (Act(2, "bet", 2_00), Act(4, "raise", 3_00), Act(6, "call")):
        round_.act(act)
    round_.act(Act(2, last, 5_00 if last == "raise" else 0))
    hand, played = again(round_)
    assert hand.variant == code and played.inputs == round_.inputs


@pytest.mark.parametrize(("chip", "code"), [(5_00, "PO"), (10_00, "PO+")])
def test_a_silent_chip_above_the_pot_of_others_has_a_plus(chip: int, code: str) -> None:
    """The pot of $6 is rounded up to $10 here."""
    posted = {"structure": "pot_limit", "silent_chip": "on"}
    round_ = seated("omaha", posted, 1000, 1000, 1000)
    deal(round_)
    for act in (Act(6, "call"), Act(2, "call"), Act(4, "check")):
        round_.act(act)
    deal(round_)
    round_.act(Act(2, "chip", chip))
    hand, played = again(round_)
    assert hand.variant == code and played.inputs == round_.inputs


@pytest.mark.parametrize(("does", "code"), [("bring_in", "FR"), ("fold", "FR+")])
def test_who_has_to_open_and_folds_does_so_here_alone(does: str, code: str) -> None:
    """The highest card is all-in for the ante: the next player opens or folds."""
    round_ = seated("razz", {"structure": "limit"}, 100, 100, 1)
    deal(round_)
    assert isinstance(round_.question, Asking) and round_.question.seat == 2
    round_.act(Act(2, does))
    hand, played = again(round_)
    assert hand.variant == code and played.inputs == round_.inputs


@pytest.mark.parametrize(("players", "code"), [(2, "NT+"), (3, "NT")])
def test_between_two_players_with_equal_blinds_others_begin_elsewhere(
    players: int, code: str
) -> None:
    posted: dict[str, Any] = {"structure": "no_limit", "small_blind": 2, "big_blind": 2}
    assert phh.from_round(seated("holdem", posted, *[100] * players)).variant == code


def test_a_ruling_after_a_fifth_card_comes_after_it() -> None:
    """Four cards of a draw come at once and the fifth later; one action tells all five."""
    round_ = seated("lowball", {}, 100, 100, 100)
    deal(round_)
    for act in (Act(6, "fold"), Act(2, "call"), Act(4, "check")):
        round_.act(act)
    deal(round_)
    round_.act(Act(2, "pat"))
    round_.act(Act(4, "discard", pieces=round_.state.hole[4]))
    deal(round_)
    round_.ruling(Ruling("void"))
    hand, played = again(round_)
    assert len(hand.actions[-1].split()[-1]) == 10 and played.inputs == round_.inputs


def test_what_is_between_the_actions_is_told_with_its_place() -> None:
    round_ = seated("holdem", {"structure": "no_limit"}, 100, 100, 100)
    deal(round_)
    for act in (Act(6, "fold"), Act(2, "call"), Act(4, "check")):
        round_.act(act)
    deal(round_)
    round_.ruling(Ruling("premature_turn"))
    deal(round_)
    hand, played = again(round_)
    assert played.inputs == round_.inputs
    assert any(" floor premature_turn" in line for line in hand.more[OURS]["lines"])


def test_forced_bets_are_told_by_player() -> None:
    heads_up = phh.from_round(seated("holdem", {"structure": "no_limit"}, 100, 100))
    assert heads_up.blinds_or_straddles == [1, 2] and heads_up.more["seats"] == [2, 4]
    short = phh.from_round(seated("holdem", {"structure": "no_limit"}, 100, 1, 100))
    assert short.blinds_or_straddles == [1, 2, 0] and short.variant == "NT+"
    round_ = seated("holdem", {"structure": "no_limit", "straddle": "on"}, 100, 100, 100)
    round_.act(Act(6, "straddle"))
    assert phh.from_round(round_).blinds_or_straddles == [1, 2, 4]


@pytest.mark.parametrize(("says", "code"), [("play_board", "NT"), ("show", "NT+")])
def test_who_plays_the_board_and_does_not_say_so_has_lost_here_alone(says: str, code: str) -> None:
    """Both are all-in, so that their hands lie open before; elsewhere cards speak."""
    round_ = seated("holdem", {"structure": "no_limit", "showdown": "declare"}, 100, 100)
    cards = iter(CARDS.parse("2c 2d 3c 3d | 7s | Ah Kh Qh | 7c | Jh | 7d | Th"))
    for name, cents in (("raise", 100_00), ("call", 0), ("play_board", 0), (says, 0)):
        while isinstance(question := round_.question, Chance):
            round_.deal(tuple(next(cards) for _ in range(question.n)))
        assert isinstance(question, Asking)
        round_.act(Act(question.seat, name, cents))
    hand, played = again(round_)
    assert hand.variant == code and played.inputs == round_.inputs


def test_a_bring_in_that_is_short_is_called_in_full_here_alone() -> None:
    codes = []
    for short in range(3):
        round_ = seated("razz", {}, *[2 if place == short else 100 for place in range(3)])
        deal(round_)
        codes.append(phh.from_round(round_).variant)
    assert sorted(codes) == ["FR", "FR", "FR+"]


def test_who_comes_in_posts() -> None:
    game = find("holdem")({"structure": "no_limit"})
    seats = [Seat(i, f"seat {i}", 100_00) for i in range(1, 6)]
    between = PokerCarryOver(button=2, big_blind=3, active=(1, 2, 3, 4))
    round_ = Round(game, seats, between)
    round_.act(Act(5, "post"))
    hand, _ = again(round_)
    at = hand.more["seats"].index(5)
    assert hand.blinds_or_straddles is not None
    assert hand.blinds_or_straddles[at] == -2 and hand.antes[at] == 1


def test_a_game_that_is_no_poker_is_refused() -> None:
    table = Table("free-bet-blackjack", seed=1)
    table.sit(1, "Ann", 100_00)
    with pytest.raises(HousewayError, match="is not a poker game"):
        phh.from_round(table.start())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "hold-em"}, "did you mean holdem"),
        ({"game": "holdem", "dance": 1}, "unknown key `dance`"),
        ({"lines": ["x"]}, "is not a number of actions and an input"),
        ({"lines": ["0 floor dance"]}, "floor dance"),
        ({"lines": ["99 time_up 2"]}, "comes too late"),
        ({"posted": {"structure": "none"}}, "structure cannot be 'none'"),
        ({"posted": {"structure": ["limit"]}}, "posted.structure: must be .*, not a list"),
    ],
)
def test_a_bad_field_of_ours_is_told(changed: dict[str, Any], words: str) -> None:
    round_ = seated("holdem", {"structure": "no_limit"}, 100, 100)
    deal(round_)
    round_.act(Act(4, "fold"))
    hand = phh.from_round(round_)
    hand.more[OURS] = hand.more[OURS] | changed
    with pytest.raises(phh.BadHand, match=words):
        phh.replay(phh.read(phh.write(hand)))


def test_a_seat_that_is_not_there_is_told() -> None:
    hand = phh.from_round(seated("holdem", {"structure": "no_limit"}, 100, 100))
    entries = {str(seat): {"chips": "100", "name": ""} for seat in hand.more["seats"]}
    hand.more[OURS]["seats"] = entries
    hand.more["seats"] = [hand.more["seats"][0], 17]
    with pytest.raises(phh.BadHand, match="seats: 17 is not a seat"):
        phh.replay(hand)


def test_a_fraction_of_a_cent_does_not_change_the_bets_of_ours() -> None:
    """It was taken for the unit of the whole hand: a bet of $8 was played as one of $80."""
    hand = phh.from_round(seated("holdem", {"structure": "no_limit"}, 100, 100))
    hand.blinds_or_straddles = [Decimal("0.333"), 2]
    with pytest.raises(phh.BadHand, match="dollars and cents, without finer fractions"):
        phh.replay(hand)


@pytest.mark.parametrize("stack", [99, Decimal("inf")])
def test_a_changed_stack_is_noticed(stack: Any) -> None:
    hand = phh.from_round(seated("holdem", {"structure": "no_limit"}, 100, 100))
    entries = {str(seat): {"chips": "100", "name": ""} for seat in hand.more["seats"]}
    hand.more[OURS]["seats"] = entries
    assert not phh.replay(hand).difference
    hand.starting_stacks[1] = stack
    with pytest.raises(phh.BadHand, match=f"p2 has {plain(stack)}, and 100 in _houseway"):
        phh.replay(hand)


def test_a_changed_action_is_noticed() -> None:
    round_ = seated("holdem", {"structure": "no_limit"}, 100, 100, 100)
    deal(round_)
    round_.act(Act(6, "raise", 6_00))
    round_.act(Act(2, "fold"))
    round_.act(Act(4, "fold"))
    hand = phh.from_round(round_)
    assert not phh.replay(hand).difference
    hand.actions[3] = "p3 cbr 8"
    assert not phh.replay(hand).difference  # no caller: the stacks are the same
    hand.actions[4] = "p1 cc"
    assert phh.replay(hand).difference or phh.replay(hand).stopped
    assert TimeUp(2) not in phh.replay(hand).inputs
