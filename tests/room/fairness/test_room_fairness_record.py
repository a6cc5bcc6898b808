"""The public record: what is opened to whom, and what a reader finds out about a changed one."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.cli.main import run
from houseway.engine.questions import Act, Ruling
from houseway.errors import BadFile, HousewayError
from houseway.game.base import Game, Seat
from houseway.room.api.record_types import PublicRecord
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.piece_tracking import Followed
from houseway.room.fairness.record import may_open_seed, public_record
from houseway.room.fairness.shuffle import DECK
from houseway.room.fairness.verify import KEY_NOT_KNOWN, read_record, verify
from houseway.rulebook import find
from houseway.table.round import Round
from tests.oracles.card_follower import may_see, shown_in
from tests.support.damaged_records import CHANGES, changed, house_round
from tests.support.fair_rounds import TABLE, acted, rounds, shoe_for, with_receipt
from tests.support.random_play import GAME_IDS

ANN = [Seat(1, "Ann", 500_00, "account-1")]


def json_of(record: PublicRecord) -> bytes:
    return msgspec.json.encode(record)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_records_of_every_game_hold_for_everybody_and_for_each_seat(game_id: str) -> None:
    check_records(game_id, 11, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_records_of_every_game_at_length(game_id: str) -> None:
    for seed in range(20, 30):
        check_records(game_id, seed, 10)


def check_records(game_id: str, seed: int, many: int) -> None:
    for number, (round_, start, end) in enumerate(rounds(game_id, seed, many, rulings=0.05), 1):
        before = start.place()
        for viewer in (0, round_.seats[0].seat):
            record = with_receipt(round_, start, end, number, viewer)
            found = verify(read_record(json_of(record), "record"))
            assert found.good, found.faults
            assert start.place() == before
            opened_is_what_was_seen(round_, start, record)


def opened_is_what_was_seen(round_: Round, start: FairShoe, record: PublicRecord) -> None:
    """By the tables of card_follower.py, written from the rules and not from the events."""
    followed = Followed(round_, start)
    assert followed.round.events == round_.events
    seen = set()
    for event, places in zip(round_.events, followed.placed, strict=True):
        assert places.keys() == shown_in(event).keys(), event
        for spots in places.values():
            assert None not in spots, f"{event}: which of two is it?"
            if may_see(event, record.viewer):
                seen |= set(spots)
    assert {shown.spot for shown in record.openings} == seen
    names = followed.round.game.kind.names
    for shown in record.openings:
        if shown.stream == DECK:
            assert names[followed.drawn[shown.spot]] == shown.piece
    if record.replay is not None:
        assert len(record.openings) == sum(draw.n for draw in record.draws)


def test_a_poker_hand_that_is_thrown_away_is_in_no_record_but_its_own() -> None:
    """Nor anything to work it out from: its salt, a leaf with it in a place that is opened."""
    mucked = 0
    for number, (round_, start, end) in enumerate(rounds("holdem", 21, 12), 1):
        record = with_receipt(round_, start, end, number)
        assert record.replay is None
        text = json_of(record).decode()
        read = re.sub("[0-9a-f]{16,}", "", text)
        shown = {x.spot for x in record.openings}
        secret = [spot for spot in end.drawn_since(start.place()) if spot not in shown]
        mucked += len(secret)
        up = Counter(x.piece for x in record.openings)
        for opening in end.openings(secret):
            name = round_.game.kind.names[opening.piece]
            assert opening.salt.hex() not in text
            assert not up[name]
            assert name not in read.replace('"posted"', "").split('"events"')[1]
        undealt = end.copy()
        rest = [(DECK, undealt.place().epoch, i) for i in range(undealt.place().drawn, 52)]
        assert not [x for x in undealt.openings(rest) if x.salt.hex() in text]
        for seat in round_.seats:
            own = public_record(round_, start, number, seat.seat)
            assert {x.spot for x in own.openings} >= shown
            others = {x.spot for x in own.openings} - shown
            mine = {
                spot
                for event, places in zip_places(round_, start)
                if getattr(event, "seat", 0) == seat.seat
                for spots in places.values()
                for spot in spots
            }
            assert others <= mine
    assert mucked > 100


def zip_places(round_: Round, start: FairShoe) -> Any:
    followed = Followed(round_, start)
    return zip(followed.round.events, followed.placed, strict=True)


def test_no_account_of_a_person_is_in_a_record() -> None:
    for game_id in ("holdem", "no-bust-blackjack-5", "pai-gow-tiles", "free-bet-blackjack"):
        for number, (round_, start, _) in enumerate(rounds(game_id, 31, 2), 1):
            assert b"account-" not in json_of(public_record(round_, start, number))


def two_alike(game: Game) -> FairShoe:
    """A shoe in which the dealer's hole card looks the same as a card of the only player."""
    for n in range(10_000):
        shoe = shoe_for(game, 1, n.to_bytes(32, "big"))
        a, up, b, hole = shoe.copy().draw(4)
        if hole in (a, b) and a // 4 + b // 4 < 15 and up // 4 < 8:
            return shoe
    raise AssertionError


def test_of_two_cards_that_look_the_same_the_covered_one_stays_covered() -> None:
    """The round is void after the deal, and the hole card is never turned over."""
    game = find("blackjack")({})
    start = two_alike(game)
    shoe = start.copy()
    round_ = acted(Round(game, ANN), shoe, Act(1, "bet", places=(("main", 10_00),)))
    round_.ruling(Ruling("void_round", reason="a misdeal"))
    assert round_.closed
    record = public_record(round_, start, 1)
    hole = next(event for event in round_.events if type(event).__name__ == "HoleCardDealt")
    assert start.copy().draw(4).count(hole.pieces[0]) == 2
    assert [x.i for x in record.openings] == [0, 1, 2]
    assert record.replay is None
    assert verify(record).notes[0] == "1 piece stayed covered for this reader: not opened here"


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_of(with_receipt(*house_round(), 9)))
    return found


def faults(data: dict[str, Any], root: str = "") -> str:
    return "; ".join(verify(read_record(json.dumps(data).encode(), "r"), root).faults)


def test_a_good_record_has_everything_checked(good: dict[str, Any]) -> None:
    found = verify(read_record(json.dumps(good).encode(), "r"), good["roots"][0]["root"])
    assert found.good
    assert "every wager settled as recorded" in found.checked[-1]
    assert found.notes == [KEY_NOT_KNOWN]


@pytest.mark.parametrize("why", CHANGES)
def test_a_changed_record_is_found_in_words(good: dict[str, Any], why: str) -> None:
    found = faults(changed(good, CHANGES[why]))
    assert why in found, found


def test_a_draw_that_leaves_something_out_is_found(good: dict[str, Any]) -> None:
    assert len(good["draws"]) > 1
    data = changed(good, lambda d: d["draws"][1].update(first=d["draws"][1]["first"] + 1))
    assert "was next" in faults(data)
    data = changed(good, lambda d: d["draws"][1].update(first=d["draws"][0]["first"]))
    assert "was next" in faults(data)


def test_a_root_that_was_noted_must_be_there(good: dict[str, Any]) -> None:
    assert "the root that was noted is none of this record" in faults(good, "ab" * 32)
    assert not faults(good, good["roots"][0]["root"].upper())


def test_every_letter_of_salts_paths_and_roots_counts(good: dict[str, Any]) -> None:
    shown = good["openings"][3]
    for key in ("salt", *range(len(shown["path"]))):
        text = shown[key] if key == "salt" else shown["path"][key]
        for at in range(0, len(text), 23):
            letter = "0" if text[at] != "0" else "1"
            wrong = text[:at] + letter + text[at + 1 :]

            def change(d: dict[str, Any], key: Any = key, wrong: str = wrong) -> None:
                target = d["openings"][3]
                (target if key == "salt" else target["path"])[key] = wrong

            assert "does not lead to the root" in faults(changed(good, change))


def test_the_seed_of_a_house_shoe_shows_the_whole_order() -> None:
    (round_, start, end), *_ = list(rounds("free-bet-blackjack", 51, 1))
    seed = start._seed
    data = json.loads(json_of(with_receipt(round_, start, end, 1, seed=seed)))
    found = verify(read_record(json.dumps(data).encode(), "r"))
    assert found.good
    assert "the seed makes the orders and roots" in found.checked[-1]
    data["seed"] = bytes(32).hex()
    said = faults(data)
    assert "not the one that was committed to" in said
    assert "the seed makes another order" in said
    data["seed"] = "00"
    assert "the seed is not 32 bytes in hex" in faults(data)
    data["seed"], data["roots"][0]["contents"] = seed.hex(), "2c 2c"
    assert "what was shuffled is not said" in faults(data)


@pytest.mark.parametrize("game_id", ["holdem", "razz", "three-card-poker", "pai-gow-tiles"])
def test_the_seed_of_a_deck_for_one_hand_is_never_shown(game_id: str) -> None:
    (round_, start, _), *_ = list(rounds(game_id, 61, 1))
    assert not may_open_seed(round_.game)
    with pytest.raises(HousewayError, match="is never shown"):
        public_record(round_, start, 1, seed=start._seed)


def test_a_record_is_not_made_from_another_shoe_or_for_a_stranger() -> None:
    (round_, start, end), *_ = list(rounds("omaha", 71, 1))
    with pytest.raises(HousewayError, match="no player was dealt in at seat 9"):
        public_record(round_, start, 1, 9)
    with pytest.raises(HousewayError, match="was not dealt from it at this place"):
        public_record(round_, FairShoe(TABLE, 2, end.kind, 1, bytes(32)), 1)


def test_the_command_says_what_is_wrong(
    good: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(good))
    assert run(["verify", str(path)]) == 0
    assert "All checks passed." in capsys.readouterr().out
    assert run(["verify", str(path), "--root", "00"]) == 1
    assert "WRONG" in capsys.readouterr().out
    path.write_text(json.dumps(changed(good, CHANGES["does not lead to the root"])))
    assert run(["verify", str(path), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert not said["good"]
    assert "does not lead to the root" in said["faults"][0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON"),
        ('game = "holdem"\n', "not JSON but TOML"),
        ("[" * 100_000, "nested too deeply"),
        ("{}", "missing required field"),
        ('{"table": "a", "table": "b"}', "stands twice"),
        ("\xff", "not"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        read_record(text.encode("latin-1"), "r")
    with pytest.raises(HousewayError, match="format"):
        data = {"format": "houseway-public-round-9"}
        verify(msgspec.convert({**BARE, **data}, PublicRecord))


BARE: dict[str, Any] = {
    "table": "t", "round": 1, "viewer": 0, "game": "holdem", "posted": {}, "rules": "",
    "closed": True, "shoe": 1, "commitment": "", "roots": [], "draws": [], "openings": [],
    "events": [],
}  # fmt: skip


def test_numbers_that_no_shoe_has_are_refused_in_a_sentence(good: dict[str, Any]) -> None:
    for change in (
        lambda d: d.update(shoe=-1),
        lambda d: d.update(table="x" * 70_000),
        lambda d: d["roots"][0].update(epoch=-1),
        lambda d: d["openings"][0].update(i=1 << 40),
    ):
        with pytest.raises(HousewayError, match="that no shoe has"):
            faults(changed(good, change))


def test_a_stream_that_is_not_known_is_a_fault_and_no_crash(good: dict[str, Any]) -> None:
    def elsewhere(data: dict[str, Any]) -> None:
        data["seed"] = bytes(32).hex()
        for part in ("roots", "draws", "openings"):
            for one in data[part]:
                one["stream"] = "sleeve"

    said = faults(changed(good, elsewhere))
    assert "pieces come from a deck or a cup" in said
    assert "there is no root for it" in said and "cannot be in this shoe" in said
