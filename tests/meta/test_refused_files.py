"""Files and records that are refused: in a sentence, with the place, and never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from houseway.cite import CITED
from houseway.cli.main import run
from houseway.engine.questions import Ask, Button
from houseway.errors import BadFile, HousewayError, Refused, short_repr
from houseway.game.pay_tables import parse_payout
from houseway.game.wagers import AFTER_DEAL, side
from houseway.money import dollars
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.records import files
from houseway.records.cases import failures, read_cases
from houseway.records.record import Playback, Record, load_record
from houseway.rulebook import find, register
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.sheets.conformance import matrix
from houseway.sheets.settlement.settle import settle
from houseway.util.toml import read_file, read_toml
from tests.support.random_play import DEALT, blackjack_record, table_of

LONG = "9" * 5000


@pytest.mark.parametrize("n", range(5))
def test_a_number_of_nonsense_is_refused(n: int) -> None:
    value: Any = ("²", LONG, "٣", 10**5000, {"a": [1] * 99})[n]
    with pytest.raises(Refused, match=r"decks cannot be .{1,99} it may be 1 to 8 \(BJ-12\)"):
        StandardBlackjack({"decks": value})


def test_money_of_nonsense_is_refused() -> None:
    for amount in (LONG, 10**5000, "²", "٣", "1" + "0" * 20):
        with pytest.raises(ValueError, match="money") as found:
            dollars(amount)
        assert len(str(found.value)) < 200
    with pytest.raises(Refused, match="main_limits cannot be"):
        StandardBlackjack({"main_limits": 10**5000})
    with pytest.raises(Refused, match="small_blind"):
        Holdem({"small_blind": LONG})
    for text in ("5 to 0", f"{LONG} to 1", "5 to ²", f"{LONG}%", f"${LONG}"):
        with pytest.raises(ValueError, match=r"payout|money"):
            parse_payout(text)


@pytest.mark.parametrize("text", [f"a = {'1' * 9000}", f"a = {'[' * 5000}", "a = 2020-13-45"])
def test_a_toml_no_person_writes_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match=r"r\.toml: not TOML"):
        read_toml(text, "r.toml")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a":' * 20_000, "nested too deeply"),
        ('{"game": 1' + "0" * 9000 + "}", "too large"),
        ("[1]", "must be a table of keys, not a list"),
        ("{", "not JSON"),
        (b"\xff{}", "not UTF-8"),
    ],
)
def test_a_json_no_person_writes_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(BadFile, match=rf"r\.json: .*{words}"):
        files.load_json(text, "r.json")


def test_files_are_refused_in_our_words(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="it is a directory"):
        read_file(tmp_path)
    path = tmp_path / "r.toml"
    path.write_bytes(b'game = "\xe9"')
    with pytest.raises(BadFile, match="it is not UTF-8 text"):
        read_file(path)
    path.write_bytes(b"\xef\xbb\xbfgame = 'blackjack'\r\n")
    assert read_file(path) == {"game": "blackjack"}
    assert files.load_json(b'\xef\xbb\xbf{"game": "blackjack"}').game == "blackjack"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"seats": {"2": 1.5}}, r"seats\.2: must be a whole number or text in quotes or a table"),
        ({"seats": {"2": {"chps": 1}}}, r"seats\.2: there is an unknown key `chps`"),
        ({"seats": {"2": {"name": "Ann"}}}, r"seats\.2: the key `chips` is missing"),
        ({"posted": 5}, "posted: must be a table of keys, not a whole number"),
        ({"play": ["hit", 2]}, r"play\.2: must be text in quotes, not a whole number"),
        ({"game": 5}, "game: must be text in quotes, not a whole number"),
        ({"card": 5}, "there is an unknown key `card`"),
    ],
)
def test_a_wrong_value_is_found_by_its_key(data: dict[str, Any], words: str) -> None:
    with pytest.raises(BadFile, match=rf"^r\.toml: {words}"):
        load_record({"game": "blackjack", **data}, "r.toml")
    with pytest.raises(BadFile, match="the key `game` is missing"):
        load_record({}, "r.toml")


def test_what_is_repeated_is_cut_short() -> None:
    assert len(short_repr("x" * 10_000)) < 70 and short_repr("moon") == "'moon'"
    assert short_repr(10**9000) == "so large a number"


BOOK = """
title  = "Lucky"
source = "a test"
[pay]
clause  = "BJ-14"
columns = ["A"]
rows = [["yes", "1 to 1"], ["no", "lose"]]
"""


def lucky(first_two: Any) -> int:
    return 0


def unlucky(weather: Any) -> int:
    return 0


def game_with(by: Any, book: str) -> type[StandardBlackjack]:
    by.clauses, by.outcomes = ("BJ-14",), ("yes", "no")

    class Lucky(StandardBlackjack):
        wagers: ClassVar[Any] = (
            *StandardBlackjack.wagers,
            side("lucky", "Lucky", "BJ-14", rule=by, resolves=AFTER_DEAL, book=book),
        )

        @classmethod
        def folder(cls) -> Path:
            return StandardBlackjack.folder()

    return Lucky


def test_a_book_has_what_a_book_has_and_nothing_else() -> None:
    game_with(lucky, BOOK)()
    with pytest.raises(BadFile, match="lucky: the key `pay` is missing"):
        game_with(lucky, BOOK.partition("[pay]")[0])()
    with pytest.raises(BadFile, match="lucky: there is an unknown key `colour`"):
        game_with(lucky, f'colour = "red"\n{BOOK}')()


def test_a_rule_that_reads_what_no_table_knows_is_refused() -> None:
    with pytest.raises(HousewayError, match=r"lucky reads 'weather'.*first_two.*\(BJ-14\)"):
        game_with(unlucky, BOOK)()


def test_a_stray_citation_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert matrix.strays() == []
    case = read_cases({"case": [{"clause": "MOON-1", "says": "so"}]}, "blackjack", "x")
    monkeypatch.setattr(matrix, "cases_of", lambda game_id: tuple(case))
    assert matrix.strays(["blackjack"]) == [
        "case 'so' of blackjack cites MOON-1, which stands in no clauses.toml"
    ]
    assert run(["check", "blackjack"]) == 1
    assert "cites MOON-1" in capsys.readouterr().err
    monkeypatch.undo()
    register(find("blackjack"))  # what was found out about it with that case alone is not kept
    monkeypatch.setitem(CITED, "MOON-2", ["houseway.moon", "elsewhere"])
    assert matrix.strays() == ["houseway.moon cites MOON-2, which stands in no clauses.toml"]
    assert run(["check", "blackjack"]) == 1


def test_settle_compares_the_events() -> None:
    record = files.record_of(Playback(blackjack_record()).finish())
    assert settle(record).differences == ()
    record.events[2] = "something else"
    (wrong,) = settle(record).differences
    assert wrong.startswith("event 3 is '") and "not 'something else'" in wrong
    record.events = record.events[:2]
    assert len(settle(record).differences) == 1


def test_a_result_of_no_one_is_refused() -> None:
    settle(blackjack_record(nets={"1": "+10", "house": -10, "tokes": 0}))
    for key in ("2", "moon"):
        with pytest.raises(Refused, match=rf"nets\.{key}: there is no such account; there are"):
            settle(blackjack_record(nets={key: 0}))
    case = read_cases({"case": [{"clause": "BJ-8", "says": "x", **DEALT, "play": "stand",
                                 "nets": {"moon": 0}}]}, "blackjack", "x")  # fmt: skip
    assert "no such account" in failures(case[0])[0]


SEATS: list[tuple[str, dict[str, Any], str]] = [
    ("blackjack", {"1": 50, "01": 50}, "a seat is a number"),
    ("blackjack", {"01": 50}, "a seat is a number"),
    ("blackjack", {"²": 50}, "a seat is a number"),
    ("blackjack", {"1": "much"}, "seats.1: 'much' is not money"),
    ("blackjack", {"1": -5}, "a seat needs at least \\$0.01, not -\\$5"),
    ("holdem", {"1": 50}, "needs 2 players, not 1"),
    ("pai-gow-tiles", {}, "needs 2 players, not 1"),
]


@pytest.mark.parametrize(("game", "seats", "words"), SEATS)
def test_seats_that_cannot_be_are_refused(game: str, seats: Any, words: str) -> None:
    with pytest.raises(HousewayError, match=words):
        Playback(load_record({"game": game, "seats": seats}, "r.toml"))
    with pytest.raises(HousewayError, match=words):
        Playback(Record(game=game, seats=seats))


@pytest.mark.parametrize(
    "between",
    [{"button": 99}, {"button": -1}, {"big_blind": 11}, {"active": [1, 11]}, {"missed": [0]},
     {"kill_button": -2}, {"names": {"12": "Ann"}}],
)  # fmt: skip
def test_what_cannot_be_carried_over_is_refused(between: dict[str, Any]) -> None:
    record = Record(game="holdem", seats={"1": 50, "2": 50}, between=between)
    with pytest.raises(Refused, match=r"between.*seat"):
        Playback(record)
    Playback(msgspec.structs.replace(record, between={"button": 2, "active": [1, 2]}))


def test_dice_left_over_are_reported() -> None:
    with pytest.raises(Refused, match="3 4 are left over of the dice"):
        Playback(blackjack_record(dice="3 4")).finish()


LINES: list[tuple[Any, str]] = [
    (["@4 stand"], "play line 1 '@4 stand': only a ruling"),
    (["@9 floor void_round"], "4 pieces are dealt .* waits for seat 1"),
    (["", "moon"], "play line 2 'moon'"),
    ("; ;moon", "play line 3 'moon'"),
    ("floor void_hand", "play line 1 .*say which seat"),
    ("floor void_hand seat=x", "a seat is a number, like seat=2, not 'x'"),
    ("floor void_hand seat=1 seat=2", "seat is said twice"),
    ("floor void_hand seat=1 moon=2", "not 'moon'"),
    ("time_up ²", "write 'time_up 2'"),
]


@pytest.mark.parametrize(("play", "words"), LINES)
def test_a_wrong_line_is_found_by_its_own_number(play: Any, words: str) -> None:
    with pytest.raises(Refused, match=words):
        Playback(blackjack_record(play=play)).run()


def test_bets_are_called_bets() -> None:
    with pytest.raises(Refused, match=r"^bets 'bet main=1': "):
        Playback(blackjack_record(bets={"main": 1})).run()


def test_a_joker_in_a_game_without_one() -> None:
    with pytest.raises(Refused, match="deal: 'Jk' is the joker; this game is played with 52"):
        Playback(blackjack_record(deal="Jk"))
    assert CARDS_AND_JOKER.parse("Jk") == (52,)
    assert CARDS.parse("Ts 2c") == (35, 0) or CARDS.parse("2c") == (0,)


def test_a_viewer_is_a_seat() -> None:
    case = read_cases({"case": [{"clause": "BJ-2", "says": "x", **DEALT, "sees": {"x": ["a"]}}]},
                      "blackjack", "x")  # fmt: skip
    assert "a viewer is a seat" in failures(case[0])[0]


def test_a_question_without_a_default_leaves_no_trace() -> None:
    table = table_of("blackjack", 1)
    round_ = table.start()
    round_.question = Ask({1: (Button("hit"),)})
    before = list(round_.inputs)
    with pytest.raises(Refused, match="no default"):
        round_.time_up(1)
    assert round_.inputs == before
