"""Bad input at the tables that a player banks: a sentence, its clause, and nothing changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.engine.questions import Act, Asking
from houseway.errors import Refused
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.records.record import Playback, Record
from houseway.rulebook import games
from houseway.sheets.conformance.matrix import cases_of
from houseway.sheets.settlement.settle import settle
from houseway.table.round import Round
from tests.support.random_play import open_table, random_act

BANKED = tuple(
    game_id for game_id, game in games().items()
    if isinstance(getattr(game(), "bank", None), PlayerDealer)
)  # fmt: skip
SEATS: dict[str, Any] = {"1": 1000, "2": 500}
THREE: dict[str, Any] = {**SEATS, "3": 500}
HELD = {"position": {"bank": 2, "held": {"seat 1": 2}}}
"""Seat 1 has had its two hands, and seat 2 is asked."""
NEW = {"position": {"bank": 2, "bettors": ["seat 3"], "held": {"seat 1": 2}}}
"""Seat 3 made a bet in the last hand, and seat 2 has only just sat down."""
BANK = "1 bank 300"
BETS = "1 bank 300; 2 bet main=10; 3 bet main=10"
TWO = "1 bank 300; 2 bet main=10"
PILES = "2c 4d 6h 8s Tc Qd Kh | 9c 9d Jc Jd 3h 5s 7c | xx*35"
SEVENS = {"dice": "3 3 2", "deal": PILES}
FOUL = "2 set high=9c,9d,3h,5s,7c low=Jc,Jd"
FIVES = " | Kc 9c Qc 6c 4c"

NO_CARD = "takes no more cards"
DEALT: dict[str, Any] = {"deal": "5s 2h Kd Kc"}
OPEN = {**DEALT, "posted": {"tie": "8 to 1"}}

Bad = tuple[str, str, str, str, str, str, dict[str, Any]]
REFUSED: tuple[Bad, ...] = (
    # what it is, game, what came before, what is refused, in which words, the clause, the table
    ("a newcomer's bank", "three-card-poker", "", "2 bank 100", "seat 2 made no bet in the last "
     "hand, and new players may have the position only when all others refuse it", "CA-PD-10",
     {"between": NEW, "seats": THREE}),
    ("a newcomer's bank", "pai-gow-poker", "", "2 bank 100", "seat 2 made no bet in the last "
     "hand", "CA-PD-10", {"between": NEW, "seats": THREE}),
    ("unposted tie odds", "21st-century-baccarat", TWO, "2 add tie=10",
     "the odds of the tie bet are not posted at this table", "CA-B21-08", DEALT),
    ("a tie bet after a decision", "21st-century-baccarat",
     f"{BETS}; 2 no_bet; 3 no_bet; 2 stand", "3 add tie=10", "a tie bet is made when the three "
     "cards lie open and before anybody decides", "CA-B21-07", {**OPEN, "seats": THREE}),
    ("a Dragon on a Tie", "commission-free-baccarat", BANK, "2 bet tie=10 player_dragon=10",
     "Dragon Bonus on Player needs a Player or Banker wager", "CA-CFB-06", {}),
    ("a Dragon on a Tie", "commission-free-baccarat", BANK, "2 bet tie=10 banker_dragon=10",
     "Dragon Bonus on Banker needs a Player or Banker wager", "CA-CFB-06", {}),
    ("a bonus below the ante", "three-card-poker", BANK, "2 bet ante=10 bonus=9.99",
     "Bonus is equal to the Ante: $10, not $9.99", "CA-TCP-08", {}),
    ("a bonus above the ante", "three-card-poker", BANK, "2 bet ante=10 bonus=10.01",
     "Bonus is equal to the Ante: $10, not $10.01", "CA-TCP-08", {}),
    ("a side bet above its base", "no-bust-blackjack-5", BANK, "2 bet main=5 buster=5.01",
     "Buster Blackjack may not be more than", "CA-BUST-02", {}),
    ("a side bet above its base", "no-bust-blackjack-5", BANK, "2 bet main=5 bonus_hands=5.01",
     "Blackjack Bonus Hands may not be more than", "CA-BBH-01", {}),
    ("a side bet above its base", "blackjack-x", BANK, "2 bet main=10 buster=10.01",
     "may not be more than", "CA-BJX-12", {}),
    ("a side bet above its base", "21st-century-baccarat", TWO, "2 add tie=10.01",
     "the tie bet may not be more than", "CA-B21-07", OPEN),
    ("a side bet above its base", "commission-free-baccarat", BANK,
     "2 bet player=10 player_dragon=10.01", "Dragon Bonus on Player may not be more than",
     "CA-CFB-06", {}),
    ("an Aces Bonus of $51", "blackjack-x", BANK, "2 bet main=60 aces_bonus=51",
     "$1 to $50, not $51", "CA-BJX-13", {}),
    ("standing on 11", "no-bust-blackjack-5", TWO, "2 stand", "a hand of 11 must take a card",
     "CA-NB5-05", {"deal": "5s 9h 6d Tc"}),
    ("standing on 11", "blackjack-7", TWO, "2 stand", "a hand of 11 must take a card", "CA-B7-01",
     {"deal": "5s 9h 6d Tc"}),
    ("standing on 4", "21st-century-baccarat", TWO, "2 stand", "4", "CA-B21-04",
     {"deal": "4s 2h Kd Kc"}),
    ("hitting 23", "no-bust-blackjack-5", f"{BETS}; 2 hit", "2 hit",
     f"a hand of 23, over, {NO_CARD}", "CA-NB5-05",
     {"deal": "Ks Ts 9h 4d 9d Tc 9c", "seats": THREE}),
    ("hitting 23", "blackjack-7", f"{BETS}; 2 hit", "2 hit", f"a hand of 23, over, {NO_CARD}",
     "CA-B7-01", {"deal": "Ks Ts 9h 4d 9d Tc 9c", "seats": THREE}),
    ("hitting 23", "blackjack-x", f"{BETS}; 2 hit", "2 hit", f"a hand of 23, frozen, {NO_CARD}",
     "CA-BJX-02", {"deal": "5h 5c 7c 8d Td 9c Th", "seats": THREE}),
    ("the bank's surrender", "funtazee-21", f"{TWO}; 2 house_way", "1 surrender",
     "the player-dealer can never surrender", "CA-FTZ-07",
     {"dice": "4 3 3", "deal": f"Ks Qs Ts 7s 4s{FIVES}"}),
    ("the bank's surrender", "blackjack-x", TWO, "1 surrender", "seat 1 is the player-dealer, "
     "whose hand is drawn by rule", "CA-BJX-09", {"deal": "5h Tc Td 9d"}),
    ("a busted hand's surrender", "funtazee-21", TWO, "2 surrender", "a busted hand is lost and "
     "cannot be surrendered", "CA-FTZ-07", {"dice": "4 3 3", "deal": f"8s 8h 8d 8c 9s{FIVES}"}),
    ("a frozen hand's surrender", "blackjack-x", f"{BETS}; 2 hit", "2 surrender",
     f"a hand of 24, frozen, {NO_CARD}", "CA-BJX-02",
     {"deal": "5h 5c 6c Td Td 9c 9h", "seats": THREE}),
    ("a surrender after a hit", "blackjack-x", f"{TWO}; 2 hit", "2 surrender",
     "that is for the first two cards of a hand", "CA-BJX-09", {"deal": "5h 6c 2d 9d 2h"}),
    ("a foul Pai Gow setting", "pai-gow-poker", f"{TWO}; 1 pile_1", FOUL, "the two-card hand, a "
     "pair of jacks, is above the five-card hand, a pair of nines", "CA-PGP-14", SEVENS),
    ("a foul Pai Gow setting", "fortune-pai-gow-poker", f"{TWO}; 1 pile_1", FOUL, "the two-card "
     "hand, a pair of jacks, is above the five-card hand, a pair of nines", "CA-PGP-14", SEVENS),
    *(("a third turn", game_id, "", "1 bank 100", "seat 1 has held the position for 2 hands in a "
       "row", "CA-PD-07", {"between": HELD}) for game_id in BANKED),
)  # fmt: skip


def everything(round_: Round) -> tuple[Any, ...]:
    """All there is of a round: log, events, state, question, and what everybody sees."""
    views = [round_.view(viewer) for viewer in (0, *(seat.seat for seat in round_.seats))]
    return list(round_.inputs), list(round_.events), round_.state, round_.question, views


def refused_after(record: Record, line: str) -> Refused:
    """Return the refusal of a line, which changes nothing."""
    round_ = Playback(record).run()
    before = copy.deepcopy(everything(round_))
    play = [*record.lines(), line]
    with pytest.raises(Refused) as caught:
        playback = Playback(replace(record, play=play))
        playback.run()
    assert playback.next == len(play), "refused before the line that is meant"
    assert everything(playback.round) == before, "something changed"
    return caught.value


@pytest.mark.parametrize("bad", REFUSED, ids=[f"{bad[1]}, {bad[0]}" for bad in REFUSED])
def test_bad_input_gets_a_sentence_and_its_clause_and_changes_nothing(bad: Bad) -> None:
    _, game_id, play, line, words, clause, table = bad
    record = Record(**{"game": game_id, "seats": SEATS, "play": play, **table})
    refused = refused_after(record, line)
    assert words in refused.what and clause in refused.clauses, refused


def test_a_third_turn_in_7_0_when_all_others_have_refused() -> None:
    record = Record(game="blackjack-7", seats=THREE, between=HELD, play="2 refuse; 3 refuse")
    round_ = Playback(replace(record, play=[*record.lines(), "1 bank 100"])).run()
    assert round_.state.bank is not None and round_.state.bank.seat == 1
    assert "CA-PD-07" in refused_after(replace(record, play="2 refuse"), "1 bank 100").clauses


@pytest.mark.parametrize(("game_id", "most"), [("no-bust-blackjack-5", 3), ("blackjack-7", 5)])
def test_one_rate_of_collection_more_than_the_game_allows(game_id: str, most: int) -> None:
    lines = ("2..10", "5..50", "10..100", "25..200", "50..300", "100..500")
    games()[game_id]({"schedule": "5..50", "rates": ", ".join(lines[:most])})
    with pytest.raises(Refused, match=f"at most {most} rates .* not {most + 1}") as caught:
        games()[game_id]({"schedule": "5..50", "rates": ", ".join(lines[: most + 1])})
    assert "CA-PD-15" in caught.value.clauses


def test_a_foul_in_funtazee_stands_and_loses() -> None:
    play = f"{TWO}; 2 set front=Ks,9s back=Ts,6s,2s; 1 house_way"
    record = Record(
        game="funtazee-21", seats=SEATS, dice="4 3 3", play=play,
        deal=f"Ks 9s Ts 6s 2s{FIVES}",
    )  # fmt: skip
    (main,) = (wager for wager in settle(record).wagers if wager.seat == 2)
    assert (main.outcome, main.net) == ("foul", -10_00)
    assert "CA-FTZ-04" in {cited.clause for cited in main.clauses}


LATE = (
    # the game, what came before, the cards, and what is done for seat 2
    ("no-bust-blackjack-5", TWO, "5s 9h 6d Tc", "hit"),
    ("no-bust-blackjack-5", TWO, "5s 9h 7d Tc", "stand"),
    ("blackjack-7", TWO, "5s 9h 6d Tc", "hit"),
    ("blackjack-7", TWO, "5s 9h 7d Tc", "stand"),
    ("blackjack-x", TWO, "2s 6h 2d Tc", "stand"),
    ("three-card-poker", "1 bank 300; 2 bet ante=10", "Ks Qh 9d 2c 3c 4d", "fold"),
    ("21st-century-baccarat", TWO, "4s 2h Kd Kc", "house_way"),
    ("21st-century-baccarat", TWO, "6s 2h Kd Kc", "house_way"),
    ("pai-gow-poker", f"{TWO}; 1 pile_1", PILES, "house_way"),
    ("fortune-pai-gow-poker", f"{TWO}; 1 pile_1", PILES, "house_way"),
    ("pai-gow-tiles", TWO, "xx*8", "house_way"),
    ("funtazee-21", TWO, f"Ks 9s Ts 6s 2s{FIVES}", "house_way"),
)


@pytest.mark.parametrize(("game_id", "play", "deal", "done"), LATE)
def test_time_up_does_what_the_chart_demands_or_the_house_way(
    game_id: str, play: str, deal: str, done: str
) -> None:
    """A decision that the chart leaves open is passed over, as by a silent player."""
    dice = {"pai-gow-tiles": "3 3 4", "funtazee-21": "4 3 3"}.get(game_id, "3 3 2")
    record = Record(game=game_id, seats=SEATS, play=play, deal=deal, dice=dice)
    late, asked = (Playback(record).run() for _ in range(2))
    late.time_up(2)
    asked.act(Act(2, done))
    assert late.events == asked.events and late.state == asked.state


@pytest.mark.parametrize("game_id", BANKED)
def test_time_up_is_never_what_is_not_open(game_id: str) -> None:
    table, rng = open_table(game_id, 99)
    ran_out = 0
    for _ in range(20):
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            if rng.random() < 0.6:
                table.enter(random_act(round_, rng))
                continue
            seat = rng.choice(question.seats())
            prompt = round_.view(seat).prompt
            assert prompt is not None and prompt.default_action in {
                action.name for action in prompt.actions
            }
            table.time_up(seat)
            ran_out += 1
    assert ran_out > 10


@pytest.mark.parametrize("game_id", BANKED)
def test_whatever_a_case_is_refused_changes_nothing_and_names_a_clause(game_id: str) -> None:
    tried = 0
    for case in cases_of(game_id):
        try:
            playback = Playback(case)
            playback.run()
        except Refused as refused:
            if refused.what.startswith("play line"):  # else no round had begun
                *before, line = case.lines()[: playback.next]
                assert refused_after(replace(case, play=before), line).clauses, case.title
                tried += 1
    assert tried > 5
