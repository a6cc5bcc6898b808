"""Streets and forced bets are data: games that no section prints, declared in a few lines here."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from houseway.engine.events import line
from houseway.engine.questions import Act, Chance
from houseway.errors import Refused
from houseway.families.poker import Cards, Hands, Poker, PokerCarryOver, PokerState, PotPart, Street
from houseway.families.poker.streets import (
    DOWN,
    HIGH_BOARD,
    HIGH_CARD,
    LOW_BOARD,
    LOW_CARD,
    UP,
    UPPER,
)
from houseway.game.base import Seat
from houseway.game.posting import fact, posted_money
from houseway.hands.poker_high import best_high
from houseway.hands.poker_low import NO_QUALIFIER, best_low
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.table.round import Round
from tests.oracles.card_follower import Follower


def stud_streets(opens: str, then: str) -> tuple[Street, ...]:
    return (
        Street("third street", (DOWN, DOWN, UP), opens=opens),
        Street("fourth street", (UP,), burn=True, opens=then, open_pair=True),
        Street("fifth street", (UP,), burn=True, opens=then, tier=UPPER),
        Street("sixth street", (UP,), burn=True, opens=then, tier=UPPER),
        Street("seventh street", (DOWN,), burn=True, opens=then, tier=UPPER),
    )


class Stud(Poker):
    """Seven cards, two and the last of them down."""

    id = "stud"
    name = "Stud"
    blinds_left = 0
    folded_go_on = True
    parts: ClassVar[tuple[PotPart, ...]] = (PotPart("high", odd_chip="highest_card"),)
    why_clauses: ClassVar[dict[str, tuple[str, ...]]] = dict.fromkeys(Holdem.why_clauses, ())
    why_clauses |= {"bring_in": ()}
    streets = fact(stud_streets(LOW_CARD, HIGH_BOARD))
    ante = posted_money(1_00)
    bring_in = posted_money(5_00)
    small_bet = posted_money(15_00)
    big_bet = posted_money(30_00)

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_high(s.hole[seat] + s.board) for seat in s.live},)


class Low(Stud):
    """The lowest hand wins; the highest card brings it in."""

    id = "low-stud"
    parts = (PotPart("low", odd_chip="lowest_card"),)
    streets = fact(stud_streets(HIGH_CARD, LOW_BOARD))

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_low(s.hole[seat], NO_QUALIFIER) for seat in s.live},)


class ThreeCards(Holdem):
    """Three hole cards, one of which is given up after the betting on the flop."""

    id = "three-cards"
    why_clauses: ClassVar[dict[str, tuple[str, ...]]] = {**Holdem.why_clauses, "discard": ()}
    streets = fact(
        (
            Street("preflop", (Cards(3),), opens="blinds"),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, discard=1, tier=UPPER),
            Street("river", board=1, burn=True, tier=UPPER),
        )
    )


def table(game: Poker, deal: str, *chips: int) -> Round:
    seats = [Seat(i, f"seat {i}", 100 * x) for i, x in enumerate(chips, 1)]
    round_ = Round(game, seats)
    go_on(round_, deal)
    return round_


def go_on(round_: Round, deal: str) -> Round:
    """Deal these cards as they are asked for, any others after them."""
    cards = [CARDS.names.index(name) for name in deal.split()]
    while isinstance(round_.question, Chance):
        n = round_.question.n
        now, cards = cards[:n], cards[n:]
        others = [x for x in round_.unseen() if x not in now and x not in cards]
        round_.deal((*now, *others[: n - len(now)]) if round_.question.kind == "pieces" else ())
    return round_


def act(round_: Round, words: str, deal: str = "") -> Round:
    for word in words.split("; "):
        name, *amount = word.split()
        assert round_.question is not None and not isinstance(round_.question, Chance)
        seat = round_.question.seats()[0]
        round_.act(Act(seat, name, 100 * int(amount[0]) if amount else 0))
        go_on(round_, deal if isinstance(round_.question, Chance) else "")
    return round_


def asked(round_: Round) -> dict[str, Any]:
    assert round_.question is not None and not isinstance(round_.question, Chance)
    seat = round_.question.seats()[0]
    return {choice.name: choice for choice in round_.question.choices_of(seat)} | {"seat": seat}


THREE = "Ac Kc Qc Ad Kd Qd 2c 2s 9h"
"""Two cards down to each of three players; the deuce of clubs is the lowest of those up."""


def test_the_lowest_card_by_suit_brings_it_in_and_completing_is_no_raise() -> None:
    round_ = table(Stud(), THREE, 500, 500, 500)
    s = round_.state
    assert s.bets[1:4] == [5_00, 0, 0] and s.pot == 3_00 and s.antes[1:4] == [1_00] * 3
    assert s.up[1:4] == [(0,), (3,), (30,)] and len(s.hole[1]) == 3
    now = asked(round_)
    assert now["seat"] == 2 and (now["complete"].least, now["complete"].most) == (15_00, 15_00)
    act(round_, "complete 15; raise 30; raise 45; raise 60")
    assert s.capped and "raise" not in asked(round_)
    assert s.raises == 3  # three raises after the completion


def test_a_bring_in_that_all_call_has_been_acted_on() -> None:
    round_ = act(table(Stud(), THREE, 500, 500, 500), "call; call")
    assert round_.state.street == 1 and round_.state.pot == 18_00
    assert round_.state.gathered[0] == ((1, 5_00), (2, 5_00), (3, 5_00))


def test_the_highest_board_opens_and_an_open_pair_doubles_the_bet() -> None:
    round_ = act(table(Stud(), THREE, 500, 500, 500), "call; call", "Jc 3h 8c 9d")
    now = asked(round_)
    assert now["seat"] == 3  # the board of this seat shows a pair of nines
    bet = now["bet"]
    assert (bet.least, bet.most, bet.step) == (15_00, 30_00, 15_00)
    with pytest.raises(Refused, match="steps"):
        act(round_, "bet 20")
    act(round_, "bet 15")
    low = asked(round_)["raise"]
    assert (low.least, low.most, low.step) == (30_00, 45_00, 15_00)
    act(round_, "raise 45")
    assert (asked(round_)["raise"].least, asked(round_)["raise"].most) == (75_00, 75_00)


def test_without_a_pair_the_lower_limit_holds() -> None:
    round_ = act(table(Stud(), THREE, 500, 500, 500), "call; call", "Jc 8h 7c Th")
    assert (asked(round_)["bet"].least, asked(round_)["bet"].most) == (15_00, 15_00)


class BringInIsNoWager(Stud):
    """A player who folds against the forced bet goes on receiving cards."""

    fold_to_bring_in = "goes_on"


def test_who_folds_before_a_bet_goes_on_receiving_until_there_is_one() -> None:
    round_ = table(BringInIsNoWager(), THREE, 500, 500, 500)
    act(round_, "fold; call")
    s = round_.state
    assert s.going_on == (2,) and [len(s.hole[i]) for i in (1, 2, 3)] == [4, 4, 4]
    act(round_, "bet 15")
    assert s.going_on == ()
    act(round_, "call")
    assert [len(s.hole[i]) for i in (1, 2, 3)] == [5, 4, 5]
    late = act(table(BringInIsNoWager(), THREE, 500, 500, 500), "complete 15; fold; call")
    assert late.state.going_on == () and len(late.state.hole[3]) == 3


def test_a_forced_bet_is_a_wager_unless_the_house_says_otherwise() -> None:
    s = act(table(Stud(), THREE, 500, 500, 500), "fold; call").state
    assert s.going_on == () and [len(s.hole[i]) for i in (1, 2, 3)] == [4, 3, 4]
    checked = act(table(Stud(), THREE, 500, 500, 500), "call; call; fold; check; check").state
    assert len(checked.going_on) == 1 and [len(checked.hole[i]) for i in (1, 2, 3)] == [5, 5, 5]


def test_the_lowest_card_all_in_for_the_ante_leaves_the_opening_to_the_next() -> None:
    round_ = table(Stud(), THREE, 1, 500, 500)
    now = asked(round_)
    assert now["seat"] == 2 and set(now) == {"fold", "bring_in", "complete", "seat"}
    opened = act(table(Stud(), THREE, 1, 500, 500), "bring_in")
    assert asked(opened)["complete"].least == 15_00 and asked(opened)["call"].cents == 5_00
    full = act(round_, "complete 15")
    assert asked(full)["raise"].least == 30_00
    left = act(table(Stud(), THREE, 1, 500, 500), "fold")
    assert left.closed  # one player has chips: there is nothing to bet for


def test_low_stud_opens_the_other_way_round() -> None:
    round_ = table(Low(), THREE, 500, 500, 500)
    assert round_.state.bets[1:4] == [0, 0, 5_00] and asked(round_)["seat"] == 1
    act(round_, "call; call", "Jc Ks Ah 3d")
    assert asked(round_)["seat"] == 2  # deuce and ace are the lowest board
    king = table(Low(), "Ac Kc Qc Ad Kd Qd As 2s Kh", 500, 500, 500)
    assert king.state.bets[1:4] == [0, 0, 5_00]  # the ace is low
    act(round_, "; ".join(["check"] * 12))
    assert round_.closed and "low" in round_.events[-3].settlement().outcome


def test_up_cards_are_seen_by_all_and_down_cards_by_one() -> None:
    round_ = act(table(Stud(), THREE, 500, 500, 500), "call; fold; check; check; check; check")
    act(round_, "check; bet 30; call; check; check")
    assert round_.closed
    Follower(round_)
    zones = {pile.seat: pile.pieces for pile in Round(Stud(), round_.seats).view(0).piles}
    assert zones == {}
    early = table(Stud(), THREE, 500, 500, 500)
    assert [p.pieces for p in early.view(0).piles if p.seat == 1] == [["??", "??", "2c"]]
    assert [p.pieces for p in early.view(1).piles if p.seat == 1] == [["Ac", "Ad", "2c"]]


def test_no_button_and_no_blinds() -> None:
    round_ = act(table(Stud(), THREE, 500, 500, 500), "fold; fold")
    carried = round_.game.carried(round_.carry_over, round_.state)
    assert carried.button == 0 and carried.missed == () and round_.view(0).pucks == []


def test_a_card_is_given_up_in_secret_before_the_turn() -> None:
    game = ThreeCards({"structure": "no_limit"})
    round_ = table(game, "", 100, 100, 100)
    act(round_, "call; call; check; check; check; check")
    s = round_.state
    assert s.street == 2 and not s.muck and len(s.board) == 3
    held = s.hole[2]
    with pytest.raises(Refused, match="takes 1 card, not 2"):
        round_.act(Act(2, "discard", pieces=held[:2]))
    with pytest.raises(Refused, match="does not hold"):
        round_.act(Act(2, "discard", pieces=s.hole[1][:1]))
    round_.act(Act(2, "discard", pieces=held[:1]))
    assert s.hole[2] == held[1:] and len(s.board) == 3
    round_.time_up(1)
    round_.act(Act(3, "discard", pieces=s.hole[3][:1]))
    go_on(round_, "")
    assert len(s.board) == 4 and [len(s.hole[i]) for i in (1, 2, 3)] == [2, 2, 2]
    told = [line(event, CARDS) for event in round_.events_for(1)]
    assert "card_discarded seat=2 pieces=??" in told
    act(round_, "check; check; check; check; check; check")
    assert round_.closed
    Follower(round_)


class Blinds(Holdem):
    """Hold'em with other forced bets."""

    id = "other-blinds"


def bets(chips: int = 100, **facts: Any) -> PokerState:
    game = type("Forced", (Blinds,), facts)({"structure": "no_limit"})
    seats = [Seat(i, f"seat {i}", 100 * chips) for i in (1, 2, 3)]
    state: PokerState = Round(game, seats, PokerCarryOver(button=3)).state
    return state


def test_blinds_and_antes_by_place() -> None:
    assert bets().bets[1:] == [1_00, 2_00, *[0] * 8]
    button = bets(button_blind=1_00)
    assert button.bets[1:4] == [1_00, 2_00, 1_00] and button.forced[3] == 1_00
    all_of_it = bets(button_blind=2_00, blinds_left=3)
    assert all_of_it.bets[1:4] == [1_00, 1_00, 2_00]  # of three players the button has the third
    lone = bets(blinds_left=1)
    assert lone.bets[1:4] == [2_00, 0, 0] and (lone.small, lone.big) == (0, 1)
    everybody = bets(ante=1_00)
    assert everybody.pot == 3_00 and everybody.put[1:4] == [1_00] * 3 and not everybody.dead
    one = bets(ante=3_00, ante_of="big")
    assert one.pot == one.dead == 3_00 and one.chips[2] == 95_00 and one.put[2] == 0
    short = bets(chips=1, ante=1_00)
    assert short.pot == 3_00 and short.live == [1, 2, 3]


def test_a_lone_blind_heads_up_is_not_the_button() -> None:
    game = type("Lone", (Blinds,), {"blinds_left": 1})({"structure": "no_limit"})
    seats = [Seat(i, f"seat {i}", 100_00) for i in (1, 2)]
    round_ = go_on(Round(game, seats, PokerCarryOver(button=1)), "")
    assert round_.state.bets[1:3] == [0, 2_00] and round_.state.queue == [1, 2]


def seventh_street(players: int, folded: int = 0) -> Round:
    """All call and check to the end; this number of seats has folded on sixth street."""
    round_ = table(Stud(), "", *[500] * players)
    while round_.question is not None:
        assert not isinstance(round_.question, Chance)
        names = asked(round_)
        if folded and round_.state.street == 3:
            act(round_, "fold")
            folded -= 1
        else:
            act(round_, "check" if "check" in names else "call")
    return round_


def dealt(round_: Round, *names: str) -> list[str]:
    """The events of these names on the last street, without their pieces."""
    lines = [line(event, CARDS).split(" pieces=")[0] for event in round_.events]
    last = max(i for i, words in enumerate(lines) if words.startswith("street_opened"))
    return [words for words in lines[last:] if words.split()[0] in names]


DEALT = ("burned", "burn_omitted", "hole_dealt", "stub_scrambled", "community_used", "board_dealt")


def test_six_players_have_cards_enough() -> None:
    round_ = seventh_street(6)
    assert [x.split()[0] for x in dealt(round_, *DEALT)] == ["burned", *["hole_dealt"] * 6]
    assert all(len(hole) == 7 for hole in round_.state.hole[1:7])


def test_as_many_cards_as_players_are_dealt_without_a_burn() -> None:
    round_ = seventh_street(7)  # seven cards are left
    what = [x.split()[0] for x in dealt(round_, *DEALT)]
    assert what == ["burn_omitted", *["hole_dealt"] * 7]
    assert all(len(hole) == 7 for hole in round_.state.hole[1:8]) and round_.closed
    Follower(round_)


def test_eight_players_share_a_community_card() -> None:
    round_ = seventh_street(8)  # one card is left, and three burns
    what = [x.split()[0] for x in dealt(round_, *DEALT)]
    assert what == ["stub_scrambled", "community_used", "burned", "board_dealt"]
    assert len(round_.state.board) == 1 and len(round_.state.hole[1]) == 6 and round_.closed
    Follower(round_)


@pytest.mark.parametrize(("folded", "burned"), [(4, 0), (5, 1)])
def test_the_last_card_and_the_burns_reach_four_without_another_burn(
    folded: int, burned: int
) -> None:
    round_ = seventh_street(8, folded)
    live = 8 - folded
    what = [x.split()[0] for x in dealt(round_, *DEALT)]
    assert what == ["stub_scrambled", *["burned"] * burned, *["hole_dealt"] * live]
    short = seventh_street(8, 3)  # five live, four cards: one for all
    assert "community_used" in dealt(short, *DEALT)
