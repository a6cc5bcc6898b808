"""The checker in the browser and the one in Python: the same hashes, orders, verdicts and words."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.dice import DICE
from houseway.pieces.tiles import TILES
from houseway.room.fairness import shuffle
from houseway.room.fairness.record import may_open_seed
from houseway.room.fairness.verify import Verdict, read_record, verify
from houseway.rulebook import find, games
from houseway.sheets.rulebook_pages.index import dealt_with
from tests.e2e.web.stations import Open
from tests.support.damaged_records import CHANGES, changed, house_round
from tests.support.fair_rounds import SIGNER, rounds, with_receipt

PLAYED_AGAIN = "the round was played again"
OF_THE_RULES = ("the round is not played again", "the rules of this program")
"""Checks that only Python makes, which has the rules."""


@pytest.fixture
def page(open_page: Open) -> Iterator[Page]:
    found = open_page("/verify")
    expect(found.locator("h1")).to_be_visible()
    yield found


def asked(page: Page, module: str, body: str, given: Any) -> Any:
    """Return the result of a module of the page; ``m`` is the module, ``given`` the argument."""
    return page.evaluate(
        f"async (given) => {{ const m = await import('/static/js/verify/{module}.js');"
        f" const b = await import('/static/js/verify/bytes.js'); {body} }}",
        given,
    )


VECTORS = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}  # fmt: skip
"""Of FIPS 180-4."""


def test_sha_256_is_that_of_the_standard(page: Page) -> None:
    body = "return given.map((text) => b.hex(m.sha256(b.text(text))))"
    assert asked(page, "sha256", body, list(VECTORS)) == list(VECTORS.values())


def test_hashes_of_every_length_are_those_of_python(page: Page) -> None:
    rng = random.Random(1)
    texts = [rng.randbytes(n) for n in (*range(150), 1000, 4096)]
    body = "return given.map((t) => b.hex(m.sha256(b.fromHex(t, t.length / 2))))"
    found = asked(page, "sha256", body, [text.hex() for text in texts])
    assert found == [hashlib.sha256(text).hexdigest() for text in texts]


RFC_4231 = (
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First",
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
)  # fmt: skip


def test_hmac_is_that_of_the_standard_and_of_python(page: Page) -> None:
    rng = random.Random(2)
    pairs = [(rng.randbytes(n % 90), rng.randbytes(n)) for n in range(150)]
    pairs += [(key, text) for key, text, _ in RFC_4231]
    body = (
        "return given.map(([k, t]) => b.hex(m.hmac(b.fromHex(k, k.length / 2),"
        " b.fromHex(t, t.length / 2))))"
    )
    found = asked(page, "sha256", body, [(key.hex(), text.hex()) for key, text in pairs])
    assert found == [hmac.digest(key, text, "sha256").hex() for key, text in pairs]
    assert found[-3:] == [digest for *_, digest in RFC_4231]


def test_pieces_are_numbered_alike(page: Page) -> None:
    kinds = asked(page, "pieces", "return m.KINDS", None)
    known = {"cards": CARDS, "cards and joker": CARDS_AND_JOKER, "tiles": TILES, "dice": DICE}
    assert set(kinds) == set(known)
    for name, kind in known.items():
        assert kinds[name]["names"] == list(kind.names)
        assert kinds[name]["copies"] == list(kind.copies)
        assert (kinds[name]["name"], kinds[name]["noun"]) == (kind.name, kind.noun)
    for game in games().values():
        posted = game()
        dealt = dealt_with(posted)
        assert known[dealt.kind] is posted.kind and dealt.sets == posted.sets()


def test_a_seed_makes_the_same_order_salts_and_root(page: Page) -> None:
    rng = random.Random(3)
    wanted, given = [], []
    for kind, sets in ((CARDS, 1), (CARDS, 6), (CARDS_AND_JOKER, 1), (TILES, 1), (CARDS, 8)):
        for n in range(3):
            seed, shoe = rng.randbytes(32), rng.randrange(1 << 50)
            context = shuffle.context_of("table ü 7", shoe, shuffle.DECK, n)
            pieces = kind.one_set(sets)
            order = shuffle.deck_order(seed, context, pieces)
            made = shuffle.Epoch(seed, context, shuffle.DECK, n, order)
            salted = [salt.hex() for salt in shuffle.salts(seed, context, len(order))]
            wanted.append([list(order), salted, made.root.hex()])
            given.append([seed.hex(), shoe, n, pieces])
    body = """return given.map(([hex, shoe, n, pieces]) => {
      const seed = b.fromHex(hex, 32), context = m.contextOf('table ü 7', shoe, 'deck', n);
      const order = m.deckOrder(seed, context, pieces.toReversed());
      const salts = m.salts(seed, context, order.length).map(b.hex);
      return [order, salts, b.hex(m.rootOf(seed, context, order))];
    })"""
    assert asked(page, "shuffle", body, given) == wanted


CHECK = """
  const { readRecord, NoRecord } = await import('/static/js/verify/record.js');
  const { KINDS } = await import('/static/js/verify/pieces.js');
  return given.map(([text, dealt, noted, key]) => {
    try {
      return m.check(readRecord(text), { ...dealt, kind: KINDS[dealt.kind] }, noted, key);
    } catch (error) {
      if (!(error instanceof NoRecord)) throw error;
      return { refused: error.message };
    }
  });"""


def handed(data: dict[str, Any], noted: str = "", key: str = "") -> list[Any]:
    game = find(data["game"])(data["posted"])
    return [json.dumps(data), msgspec.to_builtins(dealt_with(game)), noted, key]


def told(verdict: Verdict) -> list[list[str]]:
    """Return Python's findings, without those that need the rules."""
    checked = [text for text in verdict.checked if not text.startswith(PLAYED_AGAIN)]
    notes = [text for text in verdict.notes if not text.startswith(OF_THE_RULES)]
    return [checked, verdict.faults, notes]


def seen(found: dict[str, Any]) -> list[list[str]]:
    """The same of the browser's verdict."""
    steps = found["steps"]
    good = [text for step in steps if step["state"] == "good" for text in step["says"]]
    wrong = [text for step in steps if step["state"] == "wrong" for text in step["says"]]
    assert found["good"] == (not wrong)
    return [good, wrong, found["notes"]]


def as_json(record: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(record))
    return found


def compare(page: Page, records: list[tuple[dict[str, Any], str]], key: str = "") -> int:
    """Both checkers on each record; how many had faults."""
    found = asked(page, "check", CHECK, [handed(data, noted, key) for data, noted in records])
    wrong = 0
    for (data, noted), one in zip(records, found, strict=True):
        verdict = verify(read_record(json.dumps(data).encode(), "record"), noted, key)
        assert seen(one) == told(verdict), data["game"]
        wrong += not verdict.good
    return wrong


def test_records_of_every_game_are_found_good_by_both(page: Page) -> None:
    records: list[tuple[dict[str, Any], str]] = []
    for game_id in games():
        for number, (round_, start, end) in enumerate(rounds(game_id, 17, 2, rulings=0.05), 1):
            for viewer in (0, round_.seats[0].seat):
                data = as_json(with_receipt(round_, start, end, number, viewer))
                records.append((data, data["roots"][0]["root"].upper()))
    assert len(records) == 4 * len(games())
    assert compare(page, records, SIGNER.public) == 0


def test_seeds_of_finished_shoes_are_found_good_by_both(page: Page) -> None:
    records = []
    for game_id in games():
        if may_open_seed(find(game_id)()):
            for round_, start, end in rounds(game_id, 23, 2):
                data = as_json(with_receipt(round_, start, end, 1, seed=start._seed))
                records.append((data, ""))
    assert len(records) > 20
    assert compare(page, records) == 0


OF_REPLAYS = ("the results are", "was recorded as", "not dealt the pieces that are opened",
              "is of 'blackjack'", "another posting", "other rules than the record says",
              "events are told", "is told as")  # fmt: skip
"""Changes that show only when the round is played again."""


def test_damaged_records_have_the_same_faults_in_the_same_words(page: Page) -> None:
    round_, start, end = house_round()
    good = as_json(with_receipt(round_, start, end, 9, seed=start._seed))
    records = [
        (changed(good, change), "ab" * 32)
        for why, change in CHANGES.items()
        if why not in OF_REPLAYS
    ]
    rng, partly = random.Random(4), {**good, "replay": None}
    for _ in range(150):
        records.append((changed(partly, lambda data: damage(data, rng)), ""))
    assert compare(page, records) > 100


PARTS = ("shoe", "commitment", "seed", "table", "roots", "draws", "openings", "events")


def damage(data: dict[str, Any], rng: random.Random) -> None:
    """Something somewhere becomes something else of its type."""
    place: Any = data
    keys: list[Any] = [*PARTS]
    while True:
        key = rng.choice(keys)
        value = place[key]
        if isinstance(value, dict | list) and value:
            place, keys = value, list(value) if isinstance(value, dict) else list(range(len(value)))
            continue
        break
    if isinstance(value, int):
        place[key] = max(0, value + rng.choice((-1, 1, 5)))
    elif isinstance(value, str) and value:
        at = rng.randrange(len(value))
        place[key] = value[:at] + rng.choice("0123456789abcdefKs") + value[at + 1 :]


def test_what_is_no_record_is_refused_by_both(page: Page) -> None:
    good = as_json(with_receipt(*house_round(), 9))
    dealt = handed(good)[1]
    for change in (
        lambda d: d.pop("roots"),
        lambda d: d.update(more=1),
        lambda d: d.update(round="9"),
        lambda d: d["roots"][0].update(more=1),
        lambda d: d["openings"][0].pop("salt"),
        lambda d: d["openings"][0].update(i=1.5),
        lambda d: d["draws"][0].update(n=True),
        lambda d: d["events"][0].update(opened={"pieces": ["1"]}),
        lambda d: d.update(shoe=-1),
        lambda d: d.update(format="houseway-public-round-2"),
    ):
        data = changed(good, change)
        text = json.dumps(data)
        with pytest.raises(Exception, match=r".+"):
            verify(read_record(text.encode(), "record"))
        (found,) = asked(page, "check", CHECK, [[text, dealt, "", ""]])
        assert set(found) == {"refused"}, found
