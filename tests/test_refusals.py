"""What is refused: in a sentence, with the clause where there is one, and never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from houseway.cite import CITED
from houseway.cli import run
from houseway.errors import BadFile, HousewayError, Refused, brief
from houseway.events import line
from houseway.game import Seat
from houseway.money import dollars
from houseway.pay import parse_payout
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.rulebook import find, games
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.script import Act, Amount, Arrange, Ask, Button, Pick, Place, Ruling, Spot
from houseway.shapes.poker_room.end_events import HandVoided
from houseway.sheets import matrix as sheets
from houseway.sheets.explain import settle
from houseway.table import saved
from houseway.table.case import failures, read_cases
from houseway.table.record import Playback, Record, load_record
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.tomlfile import read_file, read_toml
from houseway.wager import AFTER_DEAL, side

DEALT = {"posted": {"decks": 1}, "bets": {"main": 10}, "deal": "Ts Th 9d 8s"}


def table_of(game_id: str, seats: int, **posting: Any) -> Table:
    table = Table(game_id, posting, seed=4)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 500_00)
    return table


def blackjack(**more: Any) -> Record:
    data: dict[str, Any] = {"game": "blackjack", **DEALT, "play": "stand", **more}
    return load_record(data, "r.toml")


# -- money is whole cents ------------------------------------------------------------------------


@pytest.mark.parametrize("cents", [1000.0, True, "1000", None, 1000.5])
def test_only_whole_cents_are_wagered(cents: Any) -> None:
    table = table_of("blackjack", 1)
    table.start()
    with pytest.raises(Refused, match="whole cents"):
        table.bet(1, main=cents)
    table.bet(1, main=1000)


@pytest.mark.parametrize("cents", [10_000.5, 10_000.0, True, "100"])
def test_only_whole_cents_are_sat_down_with(cents: Any) -> None:
    with pytest.raises(Refused, match="whole cents"):
        Table("blackjack").sit(1, "Ann", cents)


def test_only_whole_cents_are_bet_or_ruled() -> None:
    table = table_of("holdem", 3, structure="no_limit")
    round_ = table.start()
    assert isinstance(round_.question, Ask)
    seat = round_.question.seat
    wrong: tuple[Any, ...] = (600.0, True, "600")
    for cents in wrong:
        with pytest.raises(Refused, match="whole cents"):
            table.act(seat, "raise", cents)
        with pytest.raises(Refused, match="whole cents"):
            table.rule("verbal_over_chips", seat=seat, amount=cents)
    table.act(seat, "raise", 600)


def test_whoever_sits_down_has_a_name() -> None:
    for name in ("", "  "):
        with pytest.raises(Refused, match="needs a name"):
            Table("holdem").sit(1, name, 500_00)


# -- choices take what their shape takes ---------------------------------------------------------

CHOICES: list[tuple[Any, dict[str, Any]]] = [
    (Button("x"), {}),
    (Button("x", "", 500), {"amount": 500}),
    (Amount("x", 100, 900), {"amount": 500}),
    (Pick("x", (1, 2), 1, 1), {"pieces": (1,)}),
    (Arrange("x", (1, 2), (("high", 1), ("low", 1))), {"parts": (("high", (1,)), ("low", (2,)))}),
    (Place("x", (Spot("main", 100, 900),)), {"places": (("main", 500),)}),
]
FIELDS: dict[str, Any] = {
    "amount": 777, "pieces": (3,), "parts": (("high", (1,)),), "places": (("main", 1),),
}  # fmt: skip


@pytest.mark.parametrize(("choice", "fits"), CHOICES)
def test_a_field_the_choice_does_not_take_is_refused(choice: Any, fits: dict[str, Any]) -> None:
    assert choice.fault(Act(1, "x", **fits)) is None
    for field, value in FIELDS.items():
        if field not in fits:
            assert "x takes no " in choice.fault(Act(1, "x", **fits, **{field: value}))


def test_a_plain_decision_takes_nothing_more() -> None:
    for line_, words in (
        ("hit 5", "hit takes no amount"),
        ("stand up", "stand takes nothing more: write 'stand'"),
        ("stand up now", "stand takes nothing more: write 'stand'"),
        ("double 7", "double takes no other amount than \\$10"),
    ):
        with pytest.raises(Refused, match=words):
            Playback(blackjack(play=line_, deal="5s 6h 6d 8s")).run()


def test_the_tile_that_is_not_held_is_named() -> None:
    record = Record(
        game="pai-gow-tiles", seats={"1": 500, "2": 500}, dice="1 1 1", deal="xx " * 8,
        play=["1 bank 200", "2 bet main=10"],
    )  # fmt: skip
    round_ = Playback(record).run()
    held = list(round_.state.dealt[2])
    kind = round_.game.kind
    other = next(p for p, n in enumerate(kind.copies) if n and p not in held)
    parts = (("high", (other, held[1])), ("low", tuple(held[2:])))
    with pytest.raises(Refused, match=rf"{kind.names[other]} is not among .*\(CA-TILE-06\)"):
        round_.act(Act(2, "set", parts=parts))
    with pytest.raises(Refused, match="number 99 is not among"):
        round_.act(Act(2, "set", parts=(("high", (99, held[1])), ("low", tuple(held[2:])))))


# -- rulings -------------------------------------------------------------------------------------

RULINGS: list[tuple[str, dict[str, Any], str]] = [
    ("void_hand", {}, "say which seat, like seat=1"),
    ("void_hand", {"seat": 9}, "nobody sits at seat 9"),
    ("void_hand", {"seat": "1"}, "a seat is a whole number, not '1'"),
    ("void_hand", {"seat": 1, "amount": 5}, "takes no amount"),
    ("void_hand", {"seat": 1, "pieces": (5,)}, "takes no pieces"),
    ("void_round", {"seat": 1}, "takes no seat"),
    ("void_round", {"moon": 1}, "not 'moon'"),
    ("void_round", {"reason": 5}, "in words"),
]


@pytest.mark.parametrize(("name", "details", "words"), RULINGS)
def test_a_ruling_needs_its_particulars(name: str, details: dict[str, Any], words: str) -> None:
    table = table_of("blackjack", 1)
    table.start()
    table.bet(1, main=1000)
    with pytest.raises(Refused, match=words):
        table.rule(name, **details)


def test_a_poker_ruling_needs_its_particulars() -> None:
    table = table_of("holdem", 3)
    round_ = table.start()
    wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("exposed_card", {"seat": 1}, "say which card"),
        ("exposed_card", {"seat": 1, "pieces": (99,)}, "card number 99 does not exist"),
        ("exposed_card", {"seat": 1, "pieces": (-1,)}, "card number -1 does not exist"),
        ("short_chips", {"seat": 1}, "say which amount"),
        ("short_chips", {"seat": 1, "amount": -5}, "say which amount"),
        ("dead_hand", {"seat": -1}, "nobody sits at seat -1"),
        ("misdeal", {"amount": 5}, "takes no amount"),
    )
    for name, details, words in wrong:
        with pytest.raises(Refused, match=rf"{words}.*\(CA-"):
            table.rule(name, **details)
    assert not any(isinstance(given, Ruling) for given in round_.inputs)


def test_every_ruling_takes_a_reason_and_says_what_it_needs() -> None:
    for game in games().values():
        for known in game.rulings:
            assert set(known.takes) <= {"seat", "pieces", "amount", "reason"}, known.name


# -- what people write ---------------------------------------------------------------------------

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
        ('{"a":' * 20_000, "nested too deep"),
        ('{"game": 1' + "0" * 9000 + "}", "too large"),
        ("[1]", "must be a table of keys, not a list"),
        ("{", "not JSON"),
        (b"\xff{}", "not UTF-8"),
    ],
)
def test_a_json_no_person_writes_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(BadFile, match=rf"r\.json: .*{words}"):
        saved.load_json(text, "r.json")


def test_files_are_refused_in_our_words(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="it is a directory"):
        read_file(tmp_path)
    path = tmp_path / "r.toml"
    path.write_bytes(b'game = "\xe9"')
    with pytest.raises(BadFile, match="it is not UTF-8 text"):
        read_file(path)
    path.write_bytes(b"\xef\xbb\xbfgame = 'blackjack'\r\n")
    assert read_file(path) == {"game": "blackjack"}
    assert saved.load_json(b'\xef\xbb\xbf{"game": "blackjack"}').game == "blackjack"


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
    assert len(brief("x" * 10_000)) < 70 and brief("moon") == "'moon'"
    assert brief(10**9000) == "so large a number"


# -- side bets bring a book ----------------------------------------------------------------------

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
            side("lucky", "Lucky", "BJ-14", by=by, resolves=AFTER_DEAL, book=book),
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


# -- citations -----------------------------------------------------------------------------------


def test_a_stray_citation_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sheets.strays() == []
    case = read_cases({"case": [{"clause": "MOON-1", "says": "so"}]}, "blackjack", "x")
    monkeypatch.setattr(sheets, "all_cases", lambda: tuple(case))
    assert sheets.strays() == [
        "case 'so' of blackjack cites MOON-1, which stands in no clauses.toml"
    ]
    assert run(["check", "blackjack"]) == 1
    assert "cites MOON-1" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setitem(CITED, "MOON-2", ["houseway.moon", "elsewhere"])
    assert sheets.strays() == ["houseway.moon cites MOON-2, which stands in no clauses.toml"]
    assert run(["check", "blackjack"]) == 1


# -- records -------------------------------------------------------------------------------------


def test_settle_compares_the_events() -> None:
    record = saved.record_of(Playback(blackjack()).finish())
    assert settle(record).differences == ()
    record.events[2] = "something else"
    (wrong,) = settle(record).differences
    assert wrong.startswith("event 3 is '") and "not 'something else'" in wrong
    record.events = record.events[:2]
    assert len(settle(record).differences) == 1


def test_a_result_of_nobody_is_refused() -> None:
    settle(blackjack(nets={"1": "+10", "house": -10, "tokes": 0}))
    for key in ("2", "moon"):
        with pytest.raises(Refused, match=rf"nets\.{key}: there is no such account; there is"):
            settle(blackjack(nets={key: 0}))
    case = read_cases({"case": [{"clause": "BJ-8", "says": "x", **DEALT, "play": "stand",
                                 "nets": {"moon": 0}}]}, "blackjack", "x")  # fmt: skip
    assert "no such account" in failures(case[0])[0]


SEATS: list[tuple[str, dict[str, Any], str]] = [
    ("blackjack", {"1": 50, "01": 50}, "a seat is a number"),
    ("blackjack", {"01": 50}, "a seat is a number"),
    ("blackjack", {"²": 50}, "a seat is a number"),
    ("blackjack", {"1": "much"}, "seats.1: 'much' is not money"),
    ("blackjack", {"1": -5}, "nobody sits down with -\\$5"),
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
    with pytest.raises(Refused, match="3 4 is left over of the dice"):
        Playback(blackjack(dice="3 4")).finish()


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
        Playback(blackjack(play=play)).run()


def test_bets_are_called_bets() -> None:
    with pytest.raises(Refused, match=r"^bets 'bet main=1': "):
        Playback(blackjack(bets={"main": 1})).run()


def test_a_joker_in_a_game_without_one() -> None:
    with pytest.raises(Refused, match="deal: 'Jk' is the joker; this game is played with 52"):
        Playback(blackjack(deal="Jk"))
    assert CARDS_AND_JOKER.parse("Jk") == (52,)
    assert CARDS.parse("Ts 2c") == (35, 0) or CARDS.parse("2c") == (0,)


def test_a_viewer_is_a_seat() -> None:
    case = read_cases({"case": [{"clause": "BJ-2", "says": "x", **DEALT, "sees": {"x": ["a"]}}]},
                      "blackjack", "x")  # fmt: skip
    assert "a viewer is a seat" in failures(case[0])[0]


def test_a_question_without_a_default_leaves_no_trace() -> None:
    table = table_of("blackjack", 1)
    round_ = table.start()
    round_.question = Ask(1, (Button("hit"),))
    before = list(round_.inputs)
    with pytest.raises(Refused, match="no default"):
        round_.time_up(1)
    assert round_.inputs == before


# -- by which clause -----------------------------------------------------------------------------


def start(game_id: str, n: int, **posting: Any) -> Round:
    seats = tuple(Seat(seat, f"player {seat}", 500_00) for seat in range(1, n + 1))
    return Round(find(game_id)(posting), seats)


def twice(round_: Round) -> Callable[[], None]:
    return lambda: round_.deal((0,) * round_.question.n)  # type: ignore[union-attr]


def test_what_is_dealt_twice_is_refused_by_clause() -> None:
    round_ = start("blackjack", 1, decks=1)
    round_.act(Act(1, "bet", places=(("main", 1000),)))
    with pytest.raises(Refused, match=r"cannot come again.*\(BJ-2, BJ-12\)"):
        twice(round_)()
    with pytest.raises(Refused, match=r"takes 4 cards, not 1 \(BJ-2, BJ-12\)"):
        round_.deal((0,))
    round_ = start("holdem", 2)
    with pytest.raises(Refused, match=r"\(CA-HOLDEM-00\)"):
        twice(round_)()
    round_ = start("pai-gow-tiles", 2)
    round_.act(Act(1, "bank", 100_00))
    round_.act(Act(2, "bet", places=(("main", 10_00),)))
    with pytest.raises(Refused, match=r"a die shows 1 to 6 \(CA-TILE-01"):
        round_.deal((1, 2, 7))
    round_.deal((1, 2, 3))
    with pytest.raises(Refused, match=r"\(CA-TILE-01, CA-TILE-05\)"):
        twice(round_)()


def test_a_wrong_amount_is_refused_by_clause() -> None:
    for structure, clause in (
        ("limit", "CA-HOLDEM-00"), ("no_limit", "CA-NL-08"), ("pot_limit", "CA-PL-01"),
    ):  # fmt: skip
        table = table_of("holdem", 3, structure=structure)
        round_ = table.start()
        assert isinstance(round_.question, Ask)
        seat = round_.question.seat
        with pytest.raises(Refused, match=clause):
            table.act(seat, "raise", 3_01)
        with pytest.raises(Refused, match="CA-NL-04"):
            table.act(seat % 3 + 1, "fold")
    round_ = start("pai-gow-tiles", 2)
    with pytest.raises(Refused, match="CA-PD-03"):
        round_.act(Act(1, "bank", 1))


def test_the_clauses_of_refusals_exist() -> None:
    for game in games().values():
        table = game()
        named = {*table.deal_clauses, *table.turn_clauses}
        named |= {c for clauses in table.choice_clauses.values() for c in clauses}
        assert named and named <= set(CITED)


# -- in words ------------------------------------------------------------------------------------


def test_the_element_is_no_part_of_the_outcome() -> None:
    record = Record(
        game="free-bet-blackjack", bets={"main": 10, "push_22": 5}, deal="Ts 6h 9d 6s | Tc",
        play="stand",
    )  # fmt: skip
    found = {wager.wager: wager for wager in settle(record).wagers}
    assert found["push_22"].note == "" and found["push_22"].element == "blackjack"
    spots = {spot.name: spot.element for spot in games()["free-bet-blackjack"]().layout().spots}
    assert spots["kings_bounty"] == "poker" and spots["main"] == "blackjack"


@pytest.mark.parametrize("game_id", list(games()))
def test_no_fact_or_posting_is_shown_as_python_writes_it(game_id: str) -> None:
    game = games()[game_id]
    for key, choice in game.declared().items():
        text = choice.show(choice.default)
        assert not any(sign in text for sign in "{}[]()="), f"{key}: {text}"


def test_events_write_dollars() -> None:
    table = table_of("holdem", 2)
    round_ = table.start()
    while isinstance(question := round_.question, Ask):
        names = [choice.name for choice in question.choices]
        table.act(question.seat, "call" if "call" in names else "check")
    lines = [line(event, round_.game.kind) for event in round_.events]
    assert "bets_gathered bets=1:2,2:2" in lines
    void = HandVoided((("stake", 2, 1_50), ("pot", 1, 2_00)), "spilled")
    assert line(void, round_.game.kind) == "hand_voided back=stake:2:1.50,pot:1:2 why=spilled"
