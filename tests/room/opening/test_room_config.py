"""The room file: read whole, every fault with its line, and nothing else ever comes of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.errors import BadFile
from houseway.game.progressives import PARTS
from houseway.room.cage.state import CageTerms
from houseway.room.config.faults import BadRoom
from houseway.room.config.load import read_room, room_from
from houseway.room.config.schema import LISTS, SECTIONS, Rate, RoomFile
from houseway.room.config.toml_lines import Lines
from houseway.room.settings import Flat, file_keys, key_names
from houseway.room.tables.games import with_meters
from houseway.room.tables.terms import default_terms, house_banks, least_bet, usual_buy_in
from houseway.rulebook import find, games
from houseway.rulebook.clauses import all_clauses
from tests.support.random_play import LONG

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "room.toml"
PAGE = ROOT / "docs" / "room.md"
ROOM = '[room]\nname = "R"\n'
STAFF = '[[staff]]\nname = "F"\nrole = "supervisor"\ncard = "1001"\n'
TABLE = '[[table]]\nname = "T1"\ngame = "holdem"\n'


def faults(text: str) -> list[str]:
    with pytest.raises(BadRoom) as caught:
        room_from(text)
    assert all(str(fault) in str(caught.value) for fault in caught.value.faults)
    return [str(fault) for fault in caught.value.faults]


def table(lines: str, game: str = "holdem") -> RoomFile:
    return room_from(f'{ROOM}{STAFF}[[table]]\nname = "T1"\ngame = "{game}"\n{lines}\n')


def test_the_example_is_a_room() -> None:
    room = read_room(EXAMPLE)
    assert room.name == "Delta Club" and room.utc_offset_minutes == -7 * 60
    assert [t.name for t in room.tables] == ["BJ-1", "DICE-1", "TILES-1", "HOLDEM-1", "OMAHA-1"]
    holdem = room.tables[3]
    assert (holdem.terms.buy_in_least, holdem.terms.buy_in_most) == (40_00, 400_00)
    assert (holdem.terms.seats, holdem.terms.question_ms) == (9, 30_000)
    assert room.tables[0].terms.question_ms == 25_000
    assert room.tables[1].meters == {"triple_progressive": (2_512_40,)}
    assert room.staff[0].card == "700400001001"
    assert not room.notes
    for posted in room.tables:
        find(posted.game)(posted.posting)


def test_the_least_that_makes_a_room() -> None:
    room = room_from(ROOM + STAFF + TABLE)
    assert room.tables[0].terms == default_terms(find("holdem")())
    assert room.thresholds.payout == 3_000_00


def test_a_room_goes_through_the_log_and_has_one_digest() -> None:
    room = read_room(EXAMPLE)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(room), type=RoomFile)
    assert again == room and again.digest() == room.digest()
    text = EXAMPLE.read_text()
    assert room_from(text).digest() == room.digest()
    other = room_from(text.replace("payout     = 3_000", "payout     = 3_001"))
    assert other.digest() != room.digest() and other.source != room.source


def test_a_gaming_day_goes_over_midnight() -> None:
    calendar = read_room(EXAMPLE).calendar  # seven hours behind UTC, from six in the morning
    begins = 13 * 3_600_000
    assert calendar.day(begins - 1) == -1
    assert calendar.day(begins) == calendar.day(begins + 24 * 3_600_000 - 1) == 0


def test_the_cage_has_the_thresholds_of_the_file() -> None:
    cage = read_room(EXAMPLE).cage
    assert (cage.payout, cage.adjustment, cage.large_cash) == (3_000_00, 250_00, 10_000_00)
    assert (cage.pending_ms, cage.room) == (15 * 60_000, "Delta Club")
    assert cage.calendar.utc_offset_minutes == -7 * 60
    assert room_from(ROOM + STAFF + TABLE).cage == CageTerms(room="R")


def test_usual_terms_let_everybody_play_every_game() -> None:
    for game in games().values():
        built = game()
        terms = default_terms(built)
        assert least_bet(built) <= terms.buy_in_least <= terms.buy_in_most, game.id
        assert game.seats_min <= terms.start_with <= terms.seats == built.seats_max
    assert usual_buy_in(find("holdem")()) == (20_00, 400_00)  # five times $4, the largest bet
    assert usual_buy_in(find("holdem")({"structure": "no_limit"})) == (40_00, 400_00)


def test_a_result_can_be_read_before_cards_are_dealt_over_it() -> None:
    """The pages show how a round ended; after that the result stands for some seconds."""
    timeline = ROOT / "web" / "src" / "play" / "timeline.ts"
    found = re.search(r"MOST_MS = (\d+)", timeline.read_text())
    assert found is not None
    for game in games().values():
        built = game()
        pause_ms = default_terms(built).pause_ms
        assert built.opens_by_betting or pause_ms >= int(found[1]) + 5_000, game.id


def test_what_is_unusual_is_a_note_with_its_clause() -> None:
    (note,) = table('terms.buy_in = "19..80"').notes
    assert note.startswith("table T1: a buy-in of $19 is less than the usual five times")
    assert "CA-LTN-28" in note and "CA-LTN-28" in all_clauses()
    assert table('terms.buy_in = "20..80"').notes == ()


def test_meters_begin_as_the_file_says() -> None:
    game = find("3-dice-baccarat")()
    between = with_meters(game.first(()), {"triple_progressive": (2_512_40,)})
    game.check_carry_over(between)
    assert between.meters["triple_progressive"][0].value == 2_512_40 * PARTS


WRONG = (
    ("nonsense = 1", "line 1: nonsense: there is an unknown key"),
    ('[room]\nname = "R"\nutc_ofset = "x"', "line 3: room: utc_ofset: there is an unknown key"),
    ('[room]\nname = "R"\nutc_ofset = "x"', "did you mean utc_offset?"),
    ('[room]\nname = "R"\nutc_offset = "+15:00"', "line 3: room: utc_offset: must be like"),
    ('[room]\nname = "R"\nutc_offset = "+14:01"', "utc_offset: must be like"),
    ('[room]\nname = "R"\nday_begins = "24:00"', "line 3: room: day_begins: must be a time"),
    ('[room]\nname = ""', "line 2: room: name: must not be blank"),
    ("", "the key `room` is missing"),
    ("", "a room has at least one [[table]]"),
    (
        "",
        "no person could open a table: give one of the [[staff]] the role floor or supervisor",
    ),
    (
        '[[staff]]\nname = "A"\nrole = "floor"\ncard = "1001"',
        "no person could take cash",
    ),
    ("[thresholds]\npayout = -1", "line 2: thresholds: payout: must not be below $0"),
    ('[thresholds]\npayout = "much"', "line 2: thresholds: payout: 'much' is not money"),
    ("[logins]\ntries = 0", "line 2: logins: tries: must be 1 to 10, not 0"),
    ("[logins]\ntries = true", "logins: tries: must be a whole number, not true or false"),
    ("[server]\nport = 65536", "line 2: server: port: must be 0 to 65,535"),
    ("[server]\nlogin = { burst = 0, every_ms = 1 }", "line 2: server: login: burst: must be"),
    ("[server]\nlogin = { burst = 1 }", "server: login: the key `every_ms` is missing"),
    ('[server]\ncertificate = "x.pem"', "private_key is missing"),
    ('[server]\nproxies = ["everybody"]', "must be IP addresses, not 'everybody'"),
    ("[terms]\npause_seconds = -1", "line 2: terms: pause_seconds: must be 0 to 600"),
    ('table = "T1"', "write [[table]]"),
    ("[[table]]\ngame = 'holdem'", "line 1: table 1: the key `name` is missing"),
    ("[[table]]\nname = 'T 1'\ngame = 'holdem'", "line 2: table T 1: name: the name of a table"),
    ("[[table]]\nname = 'A'\ngame = 'holdm'", "line 3: table A: game: there is no game 'holdm'"),
    ("[[table]]\nname = 'A'\ngame = 'holdm'", "did you mean holdem?"),
    (f"{TABLE}dealer = 'Bob'", "line 4: table T1: dealer: tables are dealt by automatic"),
    (f"{TABLE}bankroll = 5", "line 4: table T1: bankroll: the house does not bank"),
    (f"{TABLE}meters.x = [1]", "line 4: table T1: meters: x: 'x' has no meter at this table"),
    (f"{TABLE}posting.big_blnd = 4", "nothing called 'big_blnd' to post in Texas Hold'em"),
    (f"{TABLE}posting.big_blnd = 4", "line 4: table T1: posting: big_blnd: "),
    (f"{TABLE}posting = {{ kill = 'x' }}", "kill cannot be 'x'; it may be off, full or half"),
    (f"{TABLE}posting.small_blind = 3", "small blind of $3 is above the big blind of $2 (CA-"),
    (f"{TABLE}terms.buy_in = '1..80'", "line 4: table T1: terms: buy_in: a buy-in of $1 is not"),
    (f"{TABLE}terms.buy_in = '80..20'", "buy_in: must go from more than $0 upwards"),
    (f"{TABLE}terms.buy_in = '80'", "must be the least and the most, like 40..200, not '80'"),
    (f"{TABLE}terms.seats = 11", "Texas Hold'em has 2 to 10 seats, not 11"),
    (f"{TABLE}terms = {{ seats = 2, start_with = 3 }}", "cannot wait for 3 players"),
    (f"{TABLE}[[table]]\nname = 't1'\ngame = 'razz'", "line 5: table t1: name: stands on line 2"),
    (f"{STAFF}pin = '1234'", "a PIN never stands in a file"),
    ("[[staff]]\nname = 'A'\nrole = 'flor'\ncard = '1001'", "line 3: staff A: role: a role"),
    ("[[staff]]\nname = 'A'\nrole = 'flor'\ncard = '1001'", "did you mean floor?"),
    ("[[staff]]\nname = 'A'\nrole = 'player'\ncard = '1001'", "is not 'player'"),
    ("[[staff]]\nname = 'A'\nrole = 'floor'\ncard = '101'", "line 4: staff A: card: a card number"),
    (f"{STAFF}{STAFF}", "line 8: staff F: card: stands on line 4 already"),
    (
        f"{STAFF}[[display]]\nname = 'S'\ntable = 'T1'\ncard = '10 01'",
        "line 8: display S: card: stands on line 4 already",
    ),
    (f"{TABLE}[[display]]\nname = 'S'\ntable = 'T2'\ncard = '9999'", "there is no table 'T2'"),
)


@pytest.mark.parametrize(("text", "told"), WRONG, ids=range(len(WRONG)))
def test_a_fault_is_told_with_its_line_and_reason(text: str, told: str) -> None:
    assert told in "\n".join(faults(text))


def test_all_faults_are_told_at_once_in_the_order_of_lines() -> None:
    text = f"{ROOM}nam = 1\n[server]\nport = -1\n{TABLE}terms.buy_in = 'x'\n{STAFF}pin = '1'\n"
    told = faults(text)
    assert len(told) == 4
    assert [int(re.findall(r"line ([0-9]+)", fault)[0]) for fault in told] == [3, 5, 9, 14]


def test_a_meter_does_not_begin_below_its_seed() -> None:
    assert table("meters.triple_progressive = [2000]", "3-dice-baccarat")
    for amounts, told in (
        ('["1999.99"]', "does not begin below its seed of $2,000: $1,999.99"),
        ("[2000, 2000]", "has 1 meter, not 2"),
        ("[-1]", "must not be below $0"),
    ):
        with pytest.raises(BadRoom, match=re.escape(told)):
            table(f"meters.triple_progressive = {amounts}", "3-dice-baccarat")


def test_a_bankroll_is_only_where_the_house_banks() -> None:
    assert table("bankroll = 500", "blackjack").tables[0].bankroll == 500_00
    for game in ("pai-gow-tiles", "holdem"):
        with pytest.raises(BadRoom, match="the house does not bank"):
            table("bankroll = 500", game)
    assert [game.id for game in games().values() if house_banks(game())] == [
        game.id for game in games().values() if game.jurisdiction == "Colorado"
    ]


def test_a_certificate_is_looked_for_beside_the_file(tmp_path: Path) -> None:
    tls = '[server]\ncertificate = "c.pem"\nprivate_key = "k.pem"\n'
    path = tmp_path / "room.toml"
    path.write_text(ROOM + tls + STAFF + TABLE)
    with pytest.raises(BadRoom, match=r"line 4: server: certificate: there is no file 'c.pem'"):
        read_room(path)
    for name in ("c.pem", "k.pem"):
        (tmp_path / name).write_text("")
    assert read_room(path).server.private_key == str(tmp_path / "k.pem")


def test_what_is_no_file_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="there is no such file"):
        read_room(tmp_path / "none.toml")
    with pytest.raises(BadFile, match=r"not TOML.*line 2"):
        room_from("[room]\nname = R")


VALUES = (
    "1",
    "-1",
    '""',
    '"x"',
    "[]",
    "[1]",
    "{}",
    "{ a = 1 }",
    "true",
    "1.5",
    "1979-05-27",
    "[[]]",
)


@pytest.mark.parametrize("seed", range(40 if LONG else 1))
def test_whatever_is_written_gives_a_room_or_a_refusal(seed: int) -> None:
    rng = random.Random(seed)
    lines = EXAMPLE.read_text().splitlines()
    for _ in range(60):
        changed = list(lines)
        for _ in range(rng.randint(1, 3)):
            i = rng.randrange(len(changed))
            key, equals, _rest = changed[i].partition("=")
            changed[i] = f"{key}= {rng.choice(VALUES)}" if equals and rng.random() < 0.8 else ""
        try:
            room_from("\n".join(changed))
        except BadFile as error:
            assert str(error)


TOML = '''# a comment with = and [
name = "x" # [no]
[room]
a.b = 1
"q.r" = """
[fake]
z = 1
"""
list = [
  1, # ]
  { k = "}" },
]
lit = \'\'\'
[[fake]]\'\'\'
[[table]]
name="A"
[table.posting]
decks = 6
[[table]]
# a comment
name = 'B'
[table.x.y]
y = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("room",), 3),
        (("room", "a", "b"), 4),
        (("room", "q.r"), 5),
        (("room", "list", 1, "k"), 9),
        (("room", "lit"), 13),
        (("table", 0), 15),
        (("table", 0, "name"), 16),
        (("table", 0, "posting", "decks"), 18),
        (("table", 1, "name"), 21),
        (("table", 1, "x", "y", "y"), 23),
        (("table", 1, "nothing"), 19),
        (("fake",), 0),
        (("nothing",), 0),
    ],
)
def test_on_which_line_a_key_stands(path: tuple[str | int, ...], line: int) -> None:
    assert Lines(TOML).of(path) == line


def test_the_page_has_every_key_and_no_other() -> None:
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]
    page = {}
    for section in sections:
        title = re.findall(r"`\[+(\w+)\]+`", section.partition("\n")[0])[0]
        cells = re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE)
        page[title] = {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}
    structs = SECTIONS | LISTS
    assert page == {name: set(key_names(struct)) for name, struct in structs.items()}
    assert all(f"`{field.name}`" in PAGE.read_text() for field in msgspec.structs.fields(Rate))


def test_the_page_has_the_defaults() -> None:
    """Each default stands in a struct once; the page repeats it in the unit of the file."""
    for section in re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]:
        title = re.findall(r"`\[+(\w+)\]+`", section.partition("\n")[0])[0]
        rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section, flags=re.MULTILINE))
        numbers = {
            key: int(found[0].replace(",", ""))
            for key, text in rows.items()
            if (found := re.match(r"[0-9,]+", text))
        }
        for key in written_numbers((SECTIONS | LISTS)[title]):
            name, value = key
            assert numbers.pop(name, value) == value, f"{title}.{name}"
        assert not numbers, f"{title}: {numbers} are no defaults"


def written_numbers(struct: type[msgspec.Struct]) -> Iterator[tuple[str, int]]:
    """Yield the keys of a section whose default is a number, as it is written."""
    for key in file_keys(struct):
        if isinstance(key.setting, Flat):
            yield from written_numbers(key.kind)
        elif type(key.field.default) is int and type(key.setting.write(key.field.default)) is int:
            yield key.name, key.setting.write(key.field.default)


@pytest.mark.parametrize(
    ("struct", "lines"),
    [
        ("thresholds", "pending_minutes = 1_441"),
        ("logins", "device_days = 367"),
        ("logins", "hashes_at_once = 0"),
        ("server", "most_body = 1_023"),
        ("server", "act = { burst = 1_000_001, every_ms = 1 }"),
        ("terms", "betting_seconds = 2"),
        ("terms", "watch_delay_seconds = 86_401"),
    ],
)
def test_the_bounds_of_a_struct_are_those_of_the_file(struct: str, lines: str) -> None:
    (fault,) = faults(f"{ROOM}{STAFF}{TABLE}[{struct}]\n{lines}\n")
    assert re.search(r"line 11: .* must be [0-9,]+ to [0-9,]+, not [0-9]+$", fault)


def test_a_field_that_is_not_written_is_an_unknown_key() -> None:
    (fault,) = faults(f"{ROOM}{STAFF}{TABLE}[logins]\nlanes = 2\n")
    assert "there is an unknown key `lanes`" in fault
