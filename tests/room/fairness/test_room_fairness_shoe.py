"""The committed shoe: what it deals, where it stands, and what is shown of it."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.engine.shoe import Source
from houseway.errors import HousewayError
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import TILES
from houseway.room.fairness import merkle
from houseway.room.fairness.committed_shoe import CUP_DICE, FairShoe, ShoePosition
from houseway.room.fairness.shuffle import CUP, DECK, Opening, context_of, holds

SEED = bytes(range(32))
SALT = bytes(range(16))


def shoe_of(kind: Kind = CARDS, sets: int = 1, number: int = 1, seed: bytes = SEED) -> FairShoe:
    return FairShoe("t1", number, kind, sets, seed)


def test_leaves_and_roots_are_those_another_program_makes() -> None:
    """By OpenSSL, of three places with pieces 48, 49 and 50 of table t1, shoe 1."""
    context = context_of("t1", 1, DECK, 0)
    leaves = merkle.leaves(context, (48, 49, 50), (SALT,) * 3)
    assert [leaf.hex()[:16] for leaf in leaves] == [
        "5037827e11d0d65c", "414c194a4970cb98", "7d9b91a1be2ad786",
    ]  # fmt: skip
    assert leaves == [merkle.leaf(context, i, 48 + i, SALT) for i in range(3)]
    top = merkle.levels(leaves)[-1][0]
    assert merkle.root(context, 3, top).hex() == (
        "aa022db7622c33d963e971cdc72c79427435a8a87523ec549f1cb81a0861db99"
    )


def independent_root(
    table: str, number: int, seed: bytes, pieces: list[int]
) -> tuple[list[int], str]:
    """Order and root of a first epoch once more, as docs/fairness.md has them."""
    name = table.encode()
    context = len(name).to_bytes(2, "big") + name + number.to_bytes(8, "big") + bytes(5)

    def key(word: bytes) -> bytes:
        said = len(word).to_bytes(4, "big") + word + len(context).to_bytes(4, "big") + context
        return hmac.new(seed, said, sha256).digest()

    def blocks(word: bytes, n: int) -> bytes:
        one = key(word)
        return b"".join(hmac.new(one, k.to_bytes(8, "big"), sha256).digest() for k in range(n))

    raw = blocks(b"order", len(pieces))
    words = [int.from_bytes(raw[k : k + 4], "big") for k in range(0, len(raw), 4)]
    order = sorted(pieces)
    for n in range(len(order), 1, -1):
        while (word := words.pop(0)) >= (1 << 32) // n * n:
            pass
        order[n - 1], order[word % n] = order[word % n], order[n - 1]
    salts = blocks(b"salt", len(pieces))
    row = [
        sha256(b"\0" + context + i.to_bytes(4, "big") + p.to_bytes(2, "big")
               + salts[16 * i : 16 * i + 16]).digest()
        for i, p in enumerate(order)
    ]  # fmt: skip
    while len(row) > 1:
        row = [
            sha256(b"\1" + row[k] + row[k + 1]).digest() if k + 1 < len(row) else row[k]
            for k in range(0, len(row), 2)
        ]
    return order, sha256(b"\2" + context + len(order).to_bytes(4, "big") + row[0]).hexdigest()


@pytest.mark.parametrize(
    ("kind", "sets"), [(CARDS, 1), (CARDS, 6), (CARDS_AND_JOKER, 1), (TILES, 1)]
)
def test_order_and_root_follow_from_the_seed_as_documented(kind: Kind, sets: int) -> None:
    seed = sha256(kind.name.encode()).digest()
    shoe = FairShoe("the long table", 12, kind, sets, seed)
    order, root = independent_root("the long table", 12, seed, kind.one_set(sets))
    assert shoe.root.hex() == root
    assert list(shoe.draw(shoe.left)) == order


def test_it_is_a_source_and_deals_each_piece_once() -> None:
    source: Source = shoe_of(CARDS, 2)
    first, rest = source.draw(10), source.draw(source.left - 10)
    assert source.left == 10
    assert Counter(first + rest + source.draw(10)) == Counter(CARDS.one_set(2))
    with pytest.raises(HousewayError, match="1 cards are wanted, and 0 are left"):
        source.draw(1)


def test_seed_table_and_number_each_make_another_order() -> None:
    other = bytes(31) + b"\1"
    orders = {
        FairShoe("t1", 1, CARDS, 1, SEED).draw(52), FairShoe("t1", 1, CARDS, 1, other).draw(52),
        FairShoe("t2", 1, CARDS, 1, SEED).draw(52), FairShoe("t1", 2, CARDS, 1, SEED).draw(52),
    }  # fmt: skip
    assert len(orders) == 4
    with pytest.raises(HousewayError, match="its seed has 31 bytes"):
        shoe_of(seed=bytes(31))


def test_pieces_put_back_or_laid_anew_begin_an_epoch() -> None:
    shoe = shoe_of()
    root, drawn = shoe.root, shoe.draw(20)
    shoe.put_back(drawn[:5])
    assert (shoe.left, shoe.place().epoch) == (37, 1)
    assert shoe.root != root
    left = Counter(CARDS.one_set()) - Counter(drawn[5:])
    second = shoe.draw(37)
    assert Counter(second) == left
    shoe.relay(drawn[:3])
    assert sorted(shoe.draw(3)) == sorted(drawn[:3])
    assert [(root.epoch, root.size) for root in shoe.roots()] == [(0, 52), (1, 37), (2, 3)]
    with pytest.raises(HousewayError, match="fewer of these: 2c"):
        shoe.relay((0, 0))
    assert shoe.place().epoch == 2


def test_an_epoch_does_not_tell_how_the_one_before_was_left() -> None:
    """Pieces are sorted before a shuffle: the same pieces give the same order."""
    one, other = shoe_of(), shoe_of()
    one.relay((3, 1, 2, 0))
    other.relay((0, 1, 2, 3))
    assert one.place() == other.place()
    assert one.draw(4) == other.draw(4)


def test_dice_are_a_row_that_is_committed_to_and_filled_again() -> None:
    shoe = shoe_of(DICE, 0)
    root = shoe.cup_root
    dice = shoe.dice(CUP_DICE - 1) + shoe.dice(3)
    assert (len(dice), set(dice)) == (CUP_DICE + 2, {1, 2, 3, 4, 5, 6})
    assert shoe.place() == ShoePosition(1, cup=1, thrown=2)
    assert [(r.stream, r.epoch) for r in shoe.roots()] == [(DECK, 0), (CUP, 0), (CUP, 1)]
    assert shoe.cup_root != root
    shown = shoe.openings(shoe.drawn_since(ShoePosition(1)))
    assert tuple(x.piece for x in shown) == dice
    roots = {(r.stream, r.epoch): r for r in shoe.roots()}
    for x in shown:
        of = roots[x.stream, x.epoch]
        assert holds(x, "t1", 1, of.size, of.root)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("draw"), st.integers(0, 9)),
        st.tuples(st.just("dice"), st.integers(0, 30)),
        st.tuples(st.just("back"), st.integers(0, 9)),
        st.tuples(st.just("relay"), st.integers(1, 40)),
    ),
    max_size=12,
)


def go(shoe: FairShoe, steps: list[tuple[str, int]], out: list[int]) -> list[tuple[int, ...]]:
    """Do some steps; ``out`` is what lies on the table."""
    found = []
    for name, n in steps:
        if name == "draw":
            found.append(shoe.draw(min(n, shoe.left)))
            out += found[-1]
        elif name == "dice":
            found.append(shoe.dice(n))
        elif name == "back":
            shoe.put_back(tuple(out[:n]))
            del out[:n]
        else:
            shoe.relay(shoe.whole[:n])
            out.clear()
            out += shoe.whole[n:]
    return found


@settings(max_examples=40, deadline=None)
@given(
    STEPS,
    STEPS,
    st.sampled_from([(CARDS, 1), (CARDS, 2), (TILES, 1)]),
    st.binary(min_size=32, max_size=32),
)
def test_a_shoe_goes_on_from_its_place_as_if_nothing_had_happened(
    before: list[tuple[str, int]], after: list[tuple[str, int]], of: tuple[Kind, int], seed: bytes
) -> None:
    shoe, out = FairShoe("t1", 3, *of, seed), list[int]()
    go(shoe, before, out)
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(shoe.place()), type=ShoePosition)
    again = FairShoe.at("t1", *of, seed, kept)
    assert (again.left, again.root, again.commitment) == (shoe.left, shoe.root, shoe.commitment)
    assert go(again, after, list(out)) == go(shoe, after, list(out))
    assert again.place() == shoe.place()
    assert again.drawn_since(kept) == shoe.drawn_since(kept)
    assert again.openings(again.drawn_since(kept)) == shoe.openings(shoe.drawn_since(kept))


@pytest.mark.parametrize(
    "place",
    [
        ShoePosition(1, drawn=53),
        ShoePosition(1, 1, 0, (0, 0)),
        ShoePosition(1, 1, 3, (0, 1)),
        ShoePosition(1, thrown=99),
    ],
)
def test_a_place_that_cannot_be_is_refused(place: ShoePosition) -> None:
    with pytest.raises(HousewayError, match="shoe 1 of table t1"):
        FairShoe.at("t1", CARDS, 1, SEED, place)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 31, 52])
def test_every_place_of_every_size_opens(size: int) -> None:
    shoe = shoe_of()
    shoe.relay(shoe.whole[:size])
    order = shoe.draw(size)
    for i in range(size):
        opening = shoe.opening(i)
        assert opening.piece == order[i]
        assert holds(opening, "t1", 1, size, shoe.root)


def test_any_change_to_an_opening_is_found_byte_by_byte() -> None:
    shoe = shoe_of(CARDS, 6)
    size, root = 312, shoe.root
    good = shoe.opening(200)
    assert holds(good, "t1", 1, size, root)

    def bad(opening: Opening = good, table: str = "t1", number: int = 1, n: int = size) -> bool:
        return not holds(opening, table, number, n, root)

    change = msgspec.structs.replace
    assert all(bad(change(good, salt=x)) for x in flips(good.salt))
    for k, part in enumerate(good.path):
        for x in flips(part):
            assert bad(change(good, path=(*good.path[:k], x, *good.path[k + 1 :])))
    assert all(bad(change(good, piece=p)) for p in range(-1, 60) if p != good.piece)
    assert all(bad(change(good, i=i)) for i in range(-1, 320) if i != good.i)
    assert all(not holds(good, "t1", 1, size, x) for x in flips(root))
    assert bad(change(good, epoch=1)) and bad(change(good, stream=CUP))
    assert bad(table="t2") and bad(number=2) and bad(n=311) and bad(n=313)
    assert bad(change(good, path=good.path[:-1])) and bad(change(good, path=(*good.path, root)))
    assert bad(change(good, salt=good.salt[:-1])) and bad(change(good, salt=b""))
    assert bad(change(good, path=(good.path[0][:-1], *good.path[1:])))


def flips(data: bytes) -> list[bytes]:
    """The same bytes with each of them changed in turn."""
    return [data[:k] + bytes([x ^ 1]) + data[k + 1 :] for k, x in enumerate(data)]


def test_salts_are_all_different_and_an_opening_has_its_own_only() -> None:
    shoe = shoe_of(CARDS, 6)
    shown = shoe.openings((DECK, 0, i) for i in range(312))
    assert len({x.salt for x in shown}) == 312
    said = b"".join((shown[7].salt, *shown[7].path))
    assert [x.i for x in shown if x.salt in said] == [7]


def test_what_was_not_dealt_from_here_is_not_opened() -> None:
    shoe = shoe_of()
    with pytest.raises(HousewayError, match="epoch 4 of the deck has not been dealt from here"):
        shoe.openings([(DECK, 4, 0)])
