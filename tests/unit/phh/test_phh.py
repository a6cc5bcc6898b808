"""PHH hands read and played: every field, against stacks worked out by hand."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway import phh
from houseway.engine.questions import Act
from houseway.phh import BadHand
from houseway.phh.text import _plain_lines, _toml
from houseway.phh.variants import VARIANTS

THREE = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"]
TWO = ["d dh p1 AhAd", "d dh p2 KhKd"]
BOARD = ["d db 2c3c8s", "d db 9s", "d db Jc"]


def hand(actions: list[str], **fields: Any) -> phh.Hand:
    """A no-limit hold'em hand of three with $1 and $2 blinds, or as said."""
    n = len(fields.get("starting_stacks", (1, 1, 1)))
    usual: dict[str, Any] = {
        "variant": "NT", "antes": [0] * n, "blinds_or_straddles": [1, 2, 0][:n], "min_bet": 2,
        "starting_stacks": [100] * n,
    }  # fmt: skip
    made = {key: value for key, value in {**usual, **fields}.items() if value is not None}
    return phh.read(phh.write(phh.Hand(actions=actions, **_split(made))))


def _split(fields: dict[str, Any]) -> dict[str, Any]:
    known = {key: fields.pop(key) for key in list(fields) if key in phh.Hand.__struct_fields__}
    return known | {"more": fields}


def stacks(actions: list[str], **fields: Any) -> list[Any]:
    return phh.replay(hand(actions, **fields)).stacks


def check_down(*players: int) -> list[str]:
    """The flop, turn and river, checked by these players."""
    return [text for card in BOARD for text in (card, *(f"p{p} cc" for p in players))]


def require_written_as_played(played: phh.ReplayedHand) -> phh.Hand:
    """Write a replayed hand, read it again, and require the same bets, events and stacks."""
    hand, made = played.hand, phh.from_round(played.round)
    keys = ("variant", "antes", "blinds_or_straddles", "bring_in", "starting_stacks")
    limits = ("small_bet", "big_bet") if made.min_bet is None else ("min_bet",)
    for key in (*keys, *limits):
        assert getattr(made, key) == getattr(hand, key), key
    assert made.trimmed == hand.trimmed and made.players == hand.players
    again = phh.replay(phh.read(phh.write(made)))
    assert again.round.events == played.round.events and not again.difference
    assert (again.stacks, again.stopped) == (played.stacks, played.stopped)
    return made


def test_blinds_and_a_showdown() -> None:
    actions = [*THREE, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3)]
    assert stacks([*actions, "p1 sm AhAd", "p3 sm QhQd"]) == [108, 98, 94]


def test_a_big_blind_ante_is_for_everybody() -> None:
    actions = [*THREE, "p3 cc", "p1 cc", "p2 cc", *check_down(1, 2, 3)]
    assert stacks(actions, antes=[0, 3, 0]) == [107, 95, 98]


@pytest.mark.parametrize(("trimmed", "wins"), [(False, [11, 97, 93]), (True, [3, 105, 93])])
def test_a_short_ante_wins_its_like_or_all_as_stated(trimmed: bool, wins: list[int]) -> None:
    """The aces have one chip for an ante of five; kings and queens put in two more each."""
    fields: dict[str, Any] = {
        "antes": [5, 5, 5], "blinds_or_straddles": [0, 2, 0], "starting_stacks": [1, 100, 100],
        "ante_trimming_status": trimmed,
    }  # fmt: skip
    assert stacks([*THREE, "p3 cc", "p2 cc", *check_down(2, 3)], **fields) == wins


def test_a_trimmed_ante_that_no_one_matches_goes_back() -> None:
    actions = [*THREE, "p3 f", "p1 f"]
    fields: dict[str, Any] = {"antes": [0, 3, 0], "ante_trimming_status": True}
    assert stacks(actions, **fields) == [99, 101, 100]
    assert stacks(actions, antes=[0, 3, 0]) == [99, 101, 100]


def test_a_lone_blind_opens_from_its_left() -> None:
    actions = [*THREE, "p3 f", "p1 f"]
    assert stacks(actions, blinds_or_straddles=[0, 2, 0]) == [100, 100, 100]
    button = [*THREE, "p1 f", "p2 cc", "p3 cc", *check_down(2, 3)]
    assert stacks(button, blinds_or_straddles=[0, 0, 2]) == [100, 102, 98]


def test_without_blinds_the_first_player_opens_for_the_least_bet() -> None:
    fields: dict[str, Any] = {"blinds_or_straddles": [0, 0, 0], "antes": [1, 1, 1]}
    assert stacks([*THREE, "p1 cc", "p2 cbr 2", "p3 f", "p1 f"], **fields) == [99, 102, 99]
    with pytest.raises(BadHand, match=r"p1 may f, cc or cbr 2 to 99"):
        stacks([*THREE, "p1 cbr 1"], **fields)


def test_a_straddle_acts_last_and_is_called() -> None:
    four = [*THREE, "d dh p4 7h6d"]
    fields: dict[str, Any] = {
        "antes": [0] * 4, "blinds_or_straddles": [1, 2, 4, 0], "starting_stacks": [100] * 4,
    }  # fmt: skip
    actions = [*four, "p4 f", "p1 cc", "p2 f", "p3 cc", *check_down(1, 3)]
    assert stacks(actions, **fields) == [106, 98, 96, 100]
    with pytest.raises(
        BadHand, match=r"action 5 'p4 cbr 5'.*p4 may f, cc \(call 4\) or cbr 6 to 100"
    ):
        stacks([*four, "p4 cbr 5"], **fields)


def test_a_short_blind_is_called_as_far_as_it_goes() -> None:
    """The big blind has one chip of two: one is to call, and a raise goes two higher."""
    fields: dict[str, Any] = {"starting_stacks": [100, 1, 100]}
    assert stacks([*THREE, "p3 cc", "p1 cc", *check_down(1, 3)], **fields) == [102, 0, 99]
    with pytest.raises(BadHand, match=r"p3 may f, cc \(call 1\) or cbr 3 to 100"):
        stacks([*THREE, "p3 cbr 2"], **fields)


def test_a_call_of_the_only_player_with_chips_is_no_idle_check() -> None:
    """The big blind is all-in with it, and the small one still has to call or to fold."""
    short: dict[str, Any] = {"starting_stacks": [2, 100]}
    assert stacks([*TWO, "p2 cc", *BOARD], **short) == [4, 98]
    assert stacks([*TWO, "p2 f"], **short) == [3, 99]


def test_a_post_is_a_bet_and_does_not_change_who_opens() -> None:
    four = [*THREE, "d dh p4 7h6d"]
    fields: dict[str, Any] = {
        "antes": [0] * 4, "blinds_or_straddles": [1, 2, 0, -2], "starting_stacks": [100] * 4,
    }  # fmt: skip
    actions = [*four, "p3 f", "p4 cc", "p1 f", "p2 cc", *check_down(2, 4)]
    assert stacks(actions, **fields) == [99, 103, 100, 98]


def test_between_two_the_button_has_the_small_blind() -> None:
    """The lists are the other way round; the first player has the big blind and acts last."""
    assert stacks([*TWO, "p2 f"], starting_stacks=[100, 100]) == [101, 99]
    actions = [*TWO, "p2 cc", "p1 cc", *check_down(1, 2)]
    assert stacks(actions, starting_stacks=[100, 100]) == [102, 98]
    ante = stacks([*TWO, "p2 f"], starting_stacks=[100, 100], antes=[0, 3])
    assert ante == [101, 99]
    with pytest.raises(BadHand, match="action 3 'p1 cc': it is not seat 1's turn"):
        stacks([*TWO, "p1 cc"], starting_stacks=[100, 100])


def test_decimals_are_exact() -> None:
    fields: dict[str, Any] = {
        "blinds_or_straddles": [Decimal("0.1"), Decimal("0.25"), Decimal(0)],
        "min_bet": Decimal("0.25"), "starting_stacks": [Decimal("10.3")] * 3,
    }  # fmt: skip
    played = stacks([*THREE, "p3 cbr 0.75", "p1 f", "p2 f"], **fields)
    assert played == [Decimal("10.2"), Decimal("10.05"), Decimal("10.65")]
    fine = fields | {"starting_stacks": [Decimal("0.30005")] * 3, "min_bet": Decimal("0.00025")}
    fine["blinds_or_straddles"] = [Decimal("0.00010"), Decimal("0.00025"), 0]
    assert stacks([*THREE, "p3 f", "p1 f"], **fine)[1] == Decimal("0.30015")


def test_an_unknown_stack_is_never_used_up() -> None:
    actions = [*THREE, "p3 cbr 5000", "p1 cc", "p2 f", *check_down(3), "p1 sm", "p3 sm -"]
    played = stacks(actions, starting_stacks=[100, 100, Decimal("inf")])
    assert played == [0, 98, Decimal("inf")]


def test_every_field_survives() -> None:
    more: dict[str, Any] = {
        "author": "Ann O'Hara", "event": "a \"game\"\tof two", "venue": "", "hand": 7,
        "time": datetime.time(12, 30, 5), "time_zone": "America/Toronto", "day": 3, "level": 2,
        "seats": [4, 2, 9], "seat_count": 9, "table": "T1", "players": ["Ann", "Bé", ""],
        "currency": "USD", "currency_symbol": "$", "time_limit": Decimal("inf"),
        "time_banks": [Decimal("30.5"), 10, 10], "ante_trimming_status": True,
        "_sponsors": ["", "x", ""], "_nested": {"a b": [1, {"c": True}], "d": Decimal("1.50")},
    }  # fmt: skip
    made = hand([*THREE, "p3 f", "p1 f"], **more)
    assert made.more == more
    again = phh.read(phh.write(made))
    assert again == made and phh.write(again) == phh.write(made)
    assert phh.replay(made).stacks == [99, 101, 100]


def test_plain_lines_are_read_as_toml_reads_them() -> None:
    plain = "a = [1, 2.50, -3]\nb = ['x # y', \"z\"]\nc = true\n# no\n\nd = 1e3\ne = ''\n"
    assert _plain_lines(plain.replace("'x # y', \"z\"", "'x # y', 'z'")) == _toml(
        plain.replace("'x # y', \"z\"", "'x # y', 'z'")
    )
    for odd in (
        "a = 1 # c", "a = [1,\n2]", "a.b = 1", "[t]\na = 1", "a = null", "a = 'x'\na = 'y'",
        'a = "\\u0041"', "a = {b = 1}", "a = 12:30:00", "a = inf", "a = 1_000", "a = 'it''s'",
        "a = +1", "a = 0x10", "a = 1234567890123456789012", "a = '''x'''", "a = [{\"b\": 1}]",
    ):  # fmt: skip
        assert _plain_lines(odd) is None
    written = phh.write(hand([*THREE, "p3 f"], players=["a", "b", "c"]))
    assert _plain_lines(written) == _toml(written)


def test_comments_spaces_and_empty_actions() -> None:
    actions = [
        "# the first",
        "",
        "  ",
        *THREE,
        " p3   cbr 6 # large",
        "p1 f  # why",
        "# so",
        "p2 f",
    ]
    assert stacks(actions) == [99, 98, 103]
    with pytest.raises(BadHand, match="action 4 'p3 cbr'"):
        stacks([*THREE, "p3 cbr"])


def test_hands_shown_early_twice_or_not_at_all() -> None:
    all_in = [*THREE, "p3 cbr 100", "p1 cc", "p2 f"]
    early = [*all_in, "p1 sm AhAd", "p3 sm -", *BOARD]
    assert stacks(early) == stacks([*early, "p3 sm QhQd", "p1 sm AhAd"]) == [202, 98, 0]
    assert stacks([*all_in, *BOARD]) == [202, 98, 0]  # cards speak
    lost = [*all_in, *BOARD, "p1 sm", "p3 sm QhQd"]
    assert stacks(lost) == [0, 98, 202]  # the aces were thrown away
    with pytest.raises(BadHand, match="action 12 'p1 sm KhKc': p1 does not hold Kh Kc"):
        stacks([*all_in, *BOARD, "p3 sm -", "p2 sm", "p1 sm KhKc"])


def test_unknown_cards_are_found_out_or_never_win() -> None:
    unknown = ["d dh p1 ????", "d dh p2 KhKd", "d dh p3 ??Qd"]
    actions = [*unknown, "p3 cbr 6", "p1 cc", "p2 cc", *check_down(1, 2, 3)]
    shown = phh.replay(hand([*actions, "p1 sm AhAd", "p2 sm KhKd", "p3 sm ??Qd"]))
    assert shown.stacks == [112, 94, 94] and not shown.stopped
    assert len(shown.unknown) == 1 and not shown.unknown & set(shown.round.state.hole[1])
    assert stacks(actions) == [94, 112, 94]
    no_one = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *actions[3:]]
    undecided = phh.replay(hand(no_one, finishing_stacks=[94, 112, 94]))
    assert undecided.stopped == "undecided" and not undecided.difference
    given_up = phh.replay(hand([*no_one, "p1 sm", "p2 sm"]))
    assert given_up.stacks == [94, 94, 112]  # the last one left need not show


def test_a_check_that_no_one_is_asked_for_is_passed_over() -> None:
    fields: dict[str, Any] = {"starting_stacks": [50, 100, 100]}
    actions = [*THREE, "p3 cbr 50", "p1 cc", "p2 f", "d db 2c3c8s", "p3 cc", *BOARD[1:]]
    assert stacks(actions, **fields) == [102, 98, 50]


def test_a_hand_may_stop_anywhere() -> None:
    for n in range(len(THREE) + 1):
        assert phh.replay(hand(THREE[:n])).stopped == "unfinished"
    played = phh.replay(hand([*THREE, "p3 cbr 6", "p1 cc"], finishing_stacks=[94, 98, 94]))
    assert played.stopped == "unfinished" and not played.difference
    wrong = phh.replay(hand([*THREE, "p3 cbr 6", "p1 cc"], finishing_stacks=[95, 98, 94]))
    assert wrong.difference == "finishing_stacks: p1 has 94 by the rules, not 95"


SPLIT = ["d dh p1 AhKd", "d dh p2 AcKs", "d dh p3 7h2d", "p3 f", "p1 cc", "p2 cc"]


def test_the_odd_chip_is_that_of_the_chips_in_play() -> None:
    """A pot of 50 is halved; only chips of 25 leave nothing over, chips of ten leave one."""
    fields: dict[str, Any] = {
        "blinds_or_straddles": [10, 20, 0], "min_bet": 20, "antes": [0, 0, 10],
        "starting_stacks": [100, 100, 100],
    }  # fmt: skip
    actions = [*SPLIT, *check_down(1, 2)]
    tens = phh.replay(hand(actions, **fields, finishing_stacks=[110, 100, 90]))
    assert tens.stacks == [110, 100, 90] and not tens.difference
    fives = phh.replay(hand(actions, **fields, finishing_stacks=[105, 105, 90]))
    assert fives.stacks == [105, 105, 90] and not fives.difference


def test_a_wrong_stack_is_noticed() -> None:
    actions = [*THREE, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3), "p1 sm -", "p3 sm"]
    right = [108, 98, 94]
    assert not phh.replay(hand(actions, finishing_stacks=right)).difference
    for player in range(3):
        for off in (-3, -1, 1):
            wrong = list(right)
            wrong[player] += off
            played = phh.replay(hand(actions, finishing_stacks=wrong))
            if player == 0 and off == -1:  # the winner has a little less: a rake, and told
                assert played.rake == 1 and not played.difference
            else:
                assert f"p{player + 1} has {right[player]} by the rules" in played.difference


def test_winnings_and_rake() -> None:
    actions = [*THREE, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3), "p1 sm -", "p3 sm"]
    assert phh.replay(hand(actions, winnings=[14, 0, 0])).winnings == [14, 0, 0]
    both = phh.replay(hand(actions, winnings=[13, 0, 0], finishing_stacks=[107, 98, 94]))
    assert both.rake == 1 and not both.difference
    other = phh.replay(hand(actions, winnings=[13, 0, 0], finishing_stacks=[108, 98, 94]))
    assert "same rake" in other.difference
    assert "winnings: p2 has 0" in phh.replay(hand(actions, winnings=[14, 1, 0])).difference


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([*THREE, "p1 f"], "action 4 'p1 f': it is not seat 1's turn to fold"),
        ([*THREE, "p3 cbr 3"], r"raise must be from \$4 to \$100, not \$3.*CA-NL-07"),
        ([*THREE, "p3 cbr 101"], r"p3 may f, cc \(call 2\) or cbr 4 to 100"),
        ([*THREE, "p3 cbr x"], "action 4 'p3 cbr x': 'x' is not an amount"),
        ([*THREE, "p3 pb"], "is not a decision of Texas Hold'em; seat 3 may fold, call or raise"),
        ([*THREE, "p3 dance"], "like 'p2 cbr 300'"),
        ([*THREE, "p4 f"], "there are 3 players, and no p4"),
        ([*THREE, "d db 2c3c4c"], "action 4 'd db 2c3c4c': the round waits for seat 3; p3 may f"),
        ([*THREE, "p3 f", "p1 f", "p2 cc"], "action 6 'p2 cc': the hand is over"),
        ([*THREE, "p3 f", "p1 cc", "p2 cc", "p1 cc"], "action 7 'p1 cc': the flop comes first"),
        ([*THREE, "p3 f", "p1 cc", "p2 cc", "d db 2c3c"], "flop takes 3 cards, not 2"),
        ([*THREE[:2], "d dh p3 AhQd"], "action 3 .*Ah cannot come again"),
        ([THREE[0], "d dh p2 AhQd", THREE[2]], "action 2 .*Ah cannot come again"),
        ([*THREE[:2], "p3 f"], "action 3 'p3 f': p3 gets 2 of its cards first"),
        ([*THREE, "d dh p2 2c", "p3 f", "p1 f"], "action 4 'd dh p2 2c': p2 gets 1 card too many"),
        ([*THREE[:2], "d dh p3 1sQd"], "'1s' is not a card"),
        ([*THREE[:2], "d dh p3 JkQd"], "there is no Jk in the deck"),
        ([*THREE, "p3 f f"], "f takes nothing more"),
        ([*THREE, "p3 sd"], "is not a decision of Texas Hold'em; seat 3 may fold, call or raise"),
    ],
)
def test_a_bad_action_is_told(actions: list[str], words: str) -> None:
    with pytest.raises(BadHand, match=words):
        phh.replay(hand(actions))


AMOUNTS = {
    "inf": "must be finite",
    "nan": "must be finite",
    "1e40000000": "is too large",
    "1e400275": "is too large",
    "1e300": "is too large",
    "1e17": "is too large",
    "1e-40000000": "has too many decimals",
    "0.0000000000001": "has too many decimals",
}


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize(
    "field",
    [
        "antes",
        "blinds_or_straddles",
        "starting_stacks",
        "winnings",
        "finishing_stacks",
        "min_bet",
        "bring_in",
    ],
)
def test_an_impossible_amount_is_refused_in_a_sentence(field: str, amount: str) -> None:
    text = f"{field} = {amount}\n" if field in ("min_bet", "bring_in") else ""
    text = text or f"{field} = [0, 0, {amount}]\n"
    fields = [x for x in phh.write(hand(THREE)).splitlines() if not x.startswith(field)]
    whole = "\n".join(fields) + "\n" + text
    if amount == "inf" and field.endswith("_stacks"):
        assert phh.read(whole.replace("[0, 0, inf]", "[9, 9, inf]"))  # an unknown stack
        return
    with pytest.raises(BadHand, match=f"{field}: .*{AMOUNTS[amount]}"):
        phh.read(whole)


@pytest.mark.parametrize(
    "amount", ["1e400275", "1e40000000", "1e300", "9" * 5000, "1e-40000000", "inf", "nan"]
)
def test_an_impossible_wager_is_refused_in_a_sentence(amount: str) -> None:
    with pytest.raises(BadHand, match=r"action 4 .*(is too large|decimals|can be bet)"):
        phh.replay(hand([*THREE, f"p3 cbr {amount}"]))


def test_the_largest_amount_is_played_exactly() -> None:
    stack = Decimal("999999999999999.000000000001")
    played = stacks([*THREE, "p3 f", "p1 f"], starting_stacks=[stack] * 3)
    assert played == [stack - 1, stack + 1, stack]


def test_a_winner_may_have_the_largest_stacks_of_all() -> None:
    played = phh.replay(hand([*THREE, "p3 f", "p1 f"], starting_stacks=[10**15] * 3))
    assert phh.replay(phh.read(phh.write(phh.from_round(played.round)))).stacks == played.stacks


def test_posts_without_a_blind_are_no_reason_to_stop() -> None:
    assert stacks([*THREE, "p1 f", "p2 f"], blinds_or_straddles=[-2, -2, -2]) == [98, 98, 104]


def test_a_field_of_another_game_changes_nothing() -> None:
    folded = [*THREE, "p3 f", "p1 f"]
    with_it = phh.replay(hand(folded, bring_in=1))
    assert with_it.stacks == [99, 101, 100] and with_it.round.game.bring_in == 0


def test_a_huge_number_in_another_field_is_written_short() -> None:
    made = hand(THREE, _x=Decimal("1e40000000"))
    assert len(phh.write(made)) < 1000 and phh.read(phh.write(made)) == made


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"variant": "XX"}, "there is no variant 'XX'; there are FT, NT"),
        ({"min_bet": None}, "the field min_bet is missing; a hand of NT has it"),
        ({"antes": [0, 0]}, "antes has 2 numbers for 3 players"),
        ({"antes": [0, -1, 0]}, "antes cannot be negative"),
        ({"starting_stacks": [100, 0, 100]}, "starting_stacks must be above zero"),
        ({"min_bet": -2}, "min_bet cannot be negative"),
        ({"blinds_or_straddles": [1, Decimal("inf"), 0]}, "only a stack may be inf"),
        ({"players": ["a", "b"]}, "players must be a list with something for each of 3"),
        ({"finishing_stacks": [1, 2, "3"]}, "finishing_stacks: '3' must be a number"),
        ({"seats": [1, Decimal("1.5"), 2]}, "seats cannot have Decimal"),
    ],
)
def test_a_bad_field_is_told(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(BadHand, match=words):
        phh.replay(hand([*THREE, "p3 f", "p1 f"], **fields))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("variant = 'NT'", "the field antes is missing"),
        ("variant = 'NT", "not TOML"),
        ("variant = 7\nantes = []\nstarting_stacks = []\nactions = []", "variant must be text"),
        ("variant = 'NT'\nantes = 1\nstarting_stacks = [1]\nactions = [3]", "an action is text"),
        ("variant = 'NT'\nantes = 1\nstarting_stacks = [1]\nactions = []", "antes must be a list"),
        ("variant = 'NT'\nantes = [0]\nstarting_stacks = [9]\nactions = []", "from 2 to 10 pl"),
    ],
)
def test_a_bad_text_is_told(text: str, words: str) -> None:
    with pytest.raises(BadHand, match=words):
        phh.read(text)


def test_what_the_house_posts_may_be_said() -> None:
    limit: dict[str, Any] = {"variant": "FT", "min_bet": None, "small_bet": 2, "big_bet": 4}
    raised = ["p3 cbr 4", "p1 cbr 6", "p2 cbr 8", "p3 cbr 10", "p1 cbr 12"]
    with pytest.raises(BadHand, match=r"action 8 'p1 cbr 12'.*capped at a bet and 4"):
        phh.replay(hand([*THREE, *raised], **limit))
    played = phh.replay(hand([*THREE, *raised], **limit), {"raises_max": "5"})
    assert played.inputs[-1] == Act(1, "raise", 1200)


@pytest.mark.parametrize(
    ("actions", "fields"),
    [
        ([*THREE, "p3 cbr 6", "p1 f", "p2 f"], {}),
        ([*THREE, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3), "p1 sm AhAd", "p3 sm"], {}),
        ([*THREE, "p3 cc"], {}),  # unfinished
        ([*THREE, "p3 cbr 60", "p1 cc", "p2 cc", *BOARD], {"starting_stacks": [20, 60, 60]}),
        ([*TWO, "p2 cc", "p1 cc", *check_down(1, 2)], {"starting_stacks": [99, 50]}),
        ([*THREE, "p3 f", "p1 f"], {"antes": [0, 3, 0]}),
        ([*THREE, "p3 f", "p1 f"], {"antes": [1, 1, 1], "ante_trimming_status": True}),
        ([*THREE, "p1 f", "p2 f"], {"blinds_or_straddles": [1, 2, 4]}),  # a straddle
        ([*THREE, "p2 f", "p3 cc", "p1 f"], {"blinds_or_straddles": [2, 0, -2]}),  # a post
        ([*THREE, "p3 f", "p1 f"], {"players": ["Ann", "Bob", "Cat"]}),
    ],
)
def test_a_replayed_hand_is_written_as_it_was_played(
    actions: list[str], fields: dict[str, Any]
) -> None:
    made = require_written_as_played(phh.replay(hand(actions, **fields)))
    without = [[x for x in listed if " sm" not in x] for listed in (made.actions, actions)]
    assert without[0] == without[1] and "_houseway" not in made.more


def test_decimals_are_written_as_they_were_played() -> None:
    fine: dict[str, Any] = {
        "blinds_or_straddles": [Decimal("0.0001"), Decimal("0.00025"), 0],
        "min_bet": Decimal("0.00025"), "starting_stacks": [Decimal("0.30005")] * 3,
    }  # fmt: skip
    made = require_written_as_played(
        phh.replay(hand([*THREE, "p3 cbr 0.0005", "p1 f", "p2 f"], **fine))
    )
    assert made.actions[3] == "p3 cbr 0.0005"


def test_what_a_hand_does_not_tell_is_not_written() -> None:
    cards = ["d dh p1 ????", "d dh p2 Kh??", "d dh p3 ????"]
    unknown: dict[str, Any] = {"starting_stacks": [Decimal("inf"), 100, Decimal("inf")]}
    actions = [*cards, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3), "p1 sm AhAd", "p3 sm ????"]
    made = require_written_as_played(phh.replay(hand(actions, **unknown)))
    assert made.actions[:3] == ["d dh p1 AhAd", "d dh p2 Kh??", "d dh p3 ????"]
    assert made.finishing_stacks == [Decimal("inf"), 98, Decimal("inf")]
    undecided = phh.replay(hand([*cards, "p3 cc", "p1 cc", "p2 cc", *check_down(1, 2, 3)]))
    assert undecided.stopped == "undecided"
    assert "finishing_stacks" not in require_written_as_played(undecided).more


TOKENS = [
    "p1", "p2", "p9", "p0", "d", "dh", "db", "f", "cc", "cbr", "pb", "sd", "sm", "-", "??", "????",
    "Ah", "AhKd", "2c2c", "Jk", "0", "7", "1e9", "0.01", "inf", "#",
]  # fmt: skip
NUMBERS = [
    "0", "-1", "1e15", "0.5", "inf", "nan", "1e300", "1e-9", "3.333", '"x"', "true", "[]", "",
]  # fmt: skip
WRITTEN = [
    phh.write(
        hand([*THREE, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3), "p1 sm AhAd", "p3 sm"])
    ),
    phh.write(hand(["d dh p1 ????", *THREE[1:], "p3 cbr 100", "p1 cc", "p2 cc", *BOARD])),
    phh.write(hand([*TWO, "p2 f"], starting_stacks=[100, 100], winnings=[2, 0])),
]


@given(st.data())
def test_a_hand_with_mistakes_is_played_or_refused_in_a_sentence(data: st.DataObject) -> None:
    """Words, numbers and codes are replaced at random: nothing but ``BadHand`` may be raised."""
    text = data.draw(st.sampled_from(WRITTEN))
    variant = data.draw(st.sampled_from(["NT", *VARIANTS]))
    text = text.replace("'NT'", f"'{variant}'")
    for _ in range(data.draw(st.integers(1, 4))):
        pattern, others = data.draw(
            st.sampled_from([(r"(?<=[' ])[^' ,=]+(?=[' ])", TOKENS), (r"-?\d+", NUMBERS)])
        )
        if places := list(re.finditer(pattern, text)):
            place = data.draw(st.sampled_from(places))
            text = text[: place.start()] + data.draw(st.sampled_from(others)) + text[place.end() :]
    try:
        played = phh.replay(phh.read(text))
    except BadHand as bad:
        assert str(bad)
        return
    phh.history(played.round, phh.EVERYTHING, played.unknown, played.scale)
    made = phh.from_round(played.round)
    again = phh.replay(phh.read(phh.write(made)))
    assert (again.stacks, again.stopped) == (played.stacks, played.stopped)
