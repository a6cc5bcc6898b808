"""Chips in other players' circles: behind a player, and on an empty circle."""

from __future__ import annotations

import pytest

from houseway.engine.questions import DEALER, PLAYER, Act, Ask, Asking, Put
from houseway.families.ante_play.state import HandDealt
from houseway.families.banked.state import WagerSettled, WagersPlaced
from houseway.game.base import Seat
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.three_card_shine.game import ThreeCardShine
from houseway.rulebook.colorado.three_dice_baccarat.game import ThreeDiceBaccarat
from houseway.table.round import Round
from tests.support.players_tables import PlayersDice, PlayersShine


def bet_elsewhere(round_: Round, seat: int, *puts: Put) -> None:
    """Chips that a seat puts down in another circle; no prompt offers that yet."""
    round_.emit(WagersPlaced(seat, puts))


def settled(round_: Round, seat: int, circle: int) -> dict[str, tuple[int, int]]:
    """Return the stake and the return of a seat on each spot of another's circle."""
    return {
        event.spot + ".tip" * (event.owner == DEALER): (event.stake, event.back)
        for event in round_.events
        if isinstance(event, WagerSettled) and (event.seat, event.circle) == (seat, circle)
    }


@pytest.mark.parametrize("game", (ThreeCardShine, PlayersShine))
def test_a_backline_bettor_goes_along_with_the_hand(game: type[ThreeCardShine]) -> None:
    round_ = Round(game(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    if game is PlayersShine:
        for seat in (1, 2):
            round_.act(Act(seat, "refuse"))
        round_.act(Act(3, "bank", 50_000))
    else:
        round_.act(Act(3, "sit_out"))
    behind = (Put("ante", 700, 0, PLAYER, 1), Put("ante", 200, 0, DEALER, 1))
    bet_elsewhere(round_, 2, *behind, Put("super_6", 300, 0, PLAYER, 1))
    round_.act(Act(1, "bet", places=(("ante", 1_000),)))
    round_.deal(CARDS.parse("4s Qh 5d 7d 6c 8h"))
    assert isinstance(round_.question, Ask) and round_.question.seats() == (1,)
    assert [(c.seat, c.spot, c.circle) for c in round_.view(2).chips if c.seat == 2][:1] == [
        (2, "ante", 1)
    ]
    assert "4s" not in str(round_.view(2).piles), "the cards are the player's"
    round_.act(Act(1, "play"))
    assert round_.closed
    assert settled(round_, 2, 1) == {
        "play": (700, 1_400), "ante_bonus": (0, 700), "ante": (700, 1_400),
        "ante_bonus.tip": (0, 200), "ante.tip": (200, 400), "super_6": (300, 300 + 3_000),
    }  # fmt: skip
    assert round_.state.purses[1] == 100_000 + 3_000
    assert round_.state.purses[2] == 100_000 - 200 + 3 * 700 + 3_000


@pytest.mark.parametrize("decision", ("play", "fold"))
@pytest.mark.parametrize("game", (ThreeCardShine, PlayersShine))
def test_a_bet_on_an_empty_circle_is_a_hand_of_its_own(
    game: type[ThreeCardShine], decision: str
) -> None:
    round_ = Round(game(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    if game is PlayersShine:
        round_.act(Act(1, "bank", 50_000))
    else:
        round_.act(Act(1, "sit_out"))
    bet_elsewhere(round_, 2, Put("ante", 1_000, 0, PLAYER, 5), Put("pair_xxx", 500, 0, PLAYER, 5))
    round_.act(Act(3, "bet", places=(("ante", 2_000),)))
    round_.deal(CARDS.parse("Ts As Qc 9d Ad 7d 8c 5d 2h"))  # circles 3 and 5, then the dealer
    (hand,) = [pile for pile in round_.view(2).piles if (pile.zone, pile.seat) == ("hand", 5)]
    assert hand.pieces == ["As", "Ad", "5d"] and hand.turn and hand.up == [False] * 3
    assert "As" not in str(round_.view(3)) and "As" not in str(round_.view(1))
    dealt = [event for event in round_.events if isinstance(event, HandDealt)]
    assert [event.seen_by(2) for event in dealt] == [False, True]
    assert round_.question is not None and round_.question.seats() == (3, 2)
    round_.act(Act(2, decision))
    round_.act(Act(3, "fold"))
    if decision == "play":
        wanted = {"play": (1_000, 2_000), "ante": (1_000, 2_000), "pair_xxx": (500, 1_000)}
        assert settled(round_, 2, 5) == wanted
    else:
        assert settled(round_, 2, 5) == {"ante": (1_000, 0), "pair_xxx": (500, 0)}
    assert round_.state.purses[3] == 98_000
    assert round_.state.purses[2] == 100_000 + (2_500 if decision == "play" else -1_500)


@pytest.mark.parametrize("game", (ThreeDiceBaccarat, PlayersDice))
def test_dice_pay_whoever_has_chips_in_a_circle(game: type[ThreeDiceBaccarat]) -> None:
    round_ = Round(game(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    if game is PlayersDice:
        round_.act(Act(1, "refuse"))
        round_.act(Act(3, "bank", 50_000))
    else:
        round_.act(Act(3, "sit_out"))
    behind = (Put("player", 600, 0, PLAYER, 1), Put("player", 100, 0, DEALER, 1))
    bet_elsewhere(round_, 2, *behind, Put("triple_progressive", 100, 0, PLAYER, 5),
                  Put("banker", 500, 0, PLAYER, 5))  # fmt: skip
    assert isinstance(round_.question, Asking)
    round_.act(Act(1, "bet", places=(("player", 1_000),)))
    assert round_.state.meters["triple_progressive"][0].taken, "it feeds the meter"
    round_.deal((4, 4, 4))
    round_.deal((3, 4, 4))
    assert round_.closed
    assert settled(round_, 2, 1) == {"player": (600, 1_200), "player.tip": (100, 200)}
    assert settled(round_, 2, 5) == {"triple_progressive": (100, 300), "banker": (500, 0)}
    assert round_.state.purses[1] == 101_000 and round_.state.tokes == 200
    assert round_.state.purses[2] == 100_000 + 600 - 100 + 200 - 500
