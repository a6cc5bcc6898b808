"""Pai Gow Tiles: the order of two-tile hands, settlement, and the house way over all hands."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest

from houseway.cite import RULES
from houseway.hands import pai_gow_tiles as hands
from houseway.hands import pai_gow_tiles_house_way as way
from houseway.pieces.tiles import TILES

ALL_HANDS = Counter(combinations(TILES.one_set(), 4))
TWO_TILES = Counter(combinations(TILES.one_set(), 2))
POSTINGS = (False, True)


def cases(text: str, between: str = ",") -> list[list[str]]:
    """A table of ``given = expected`` (or more columns), one entry after the other."""
    return [[word.strip() for word in entry.split("=")] for entry in text.split(between)]


def tiles(text: str) -> Any:
    return TILES.parse(text)


def rank(text: str, lowest: bool = False) -> int:
    return hands.hand_rank(*tiles(text), lowest)


def house(text: str, guard: bool = True) -> str:
    """The house way's high and low hand, each in order of the tiles."""
    a, b, c, d = way.setting(*tiles(text), way.house_way(*tiles(text), guard, False), False)
    return f"{TILES.show(sorted((a, b)))} | {TILES.show(sorted((c, d)))}"


# CA-TILE-01, CA-TILE-07: the set and the points


def test_the_set_and_its_hands_are_counted() -> None:
    assert len(TILES.one_set()) == 32
    assert sum(ALL_HANDS.values()) == comb(32, 4) == 35_960
    # Twenty-one pieces, eleven of them twice: none, one or two matched pairs among the four.
    assert len(ALL_HANDS) == comb(21, 4) + 11 * comb(20, 2) + comb(11, 2) == 8_130
    assert (sum(TWO_TILES.values()), len(TWO_TILES)) == (496, 221)
    assert sum(n for (a, b), n in TWO_TILES.items() if hands.pair_rank(a, b)) == 16
    found: Counter[int] = Counter()
    for four, n in ALL_HANDS.items():
        found[sum(hands.pair_rank(a, b) > 0 for a, b in combinations(four, 2))] += n
    assert found == {2: comb(16, 2), 1: 16 * (comb(30, 2) - 15), 0: comb(16, 4) * 2**4}


def test_a_tile_counts_its_last_digit() -> None:
    values = [hands.tile_value(t) for t in tiles("teen dey 3-6 ping foo 2-4")]
    assert values == [2, 2, 9, 0, 1, 6]


POINTS = """2-6 4-5 = 7, yun 3-6 = 7, gor 1-4 = 9, gor look = 0, foo ping = 1, 2-4 1-4 = 8,
1-2 1-4 = 8, 2-4 gor = 7, 1-2 teen = 8, 2-4 tit = 3, 1-2 look = 9, 2-4 chong = 9"""


@pytest.mark.parametrize("case", cases(POINTS))
def test_points_and_the_two_tiles_that_count_three_or_six(case: list[str]) -> None:
    a, b = tiles(case[0])
    assert hands.points(a, b) == hands.points(b, a) == int(case[1])


# CA-TILE-08: the order of hands

PAIRS_DOWN = cases("""2-4 1-2, teen teen, dey dey, yun yun, gor gor, mooy mooy, chong chong,
bon bon, foo foo, ping ping, tit tit, look look, 3-6 4-5, 2-6 3-5, 2-5 3-4, 1-4 2-3""")
THEN_DOWN = cases("""teen 4-5, dey 3-6, teen 2-6, dey yun, teen tit, dey 2-5, gor 1-4, look 1-2,
teen look, yun ping, yun 4-5, gor 1-2, foo ping, gor look""")


@pytest.mark.parametrize("lowest", POSTINGS)
def test_pairs_then_wong_gong_and_points(lowest: bool) -> None:
    order = [rank(text, lowest) for (text,) in PAIRS_DOWN + THEN_DOWN]
    assert order == sorted(set(order), reverse=True)
    assert [hands.pair_rank(*tiles(text)) for (text,) in PAIRS_DOWN] == list(range(16, 0, -1))


@pytest.mark.parametrize("text", ["yun 2-6", "2-5 tit", "chong look", "gor bon", "look 2-4"])
def test_equal_spots_of_two_families_are_no_pair(text: str) -> None:
    assert hands.pair_rank(*tiles(text)) == 0
    assert hands.value_of(rank(text)) < hands.GONG


def test_wong_and_gong_stand_on_nine_and_eight_spots() -> None:
    assert sum(n for two, n in TWO_TILES.items() if hands.wong(*two)) == 4 * 2
    assert sum(n for two, n in TWO_TILES.items() if hands.gong(*two)) == 4 * 4
    for beside, value in (("ping", 2), ("4-5", hands.WONG), ("3-5", hands.GONG), ("3-4", 9)):
        assert hands.value_of(rank(f"teen {beside}")) == value
        assert hands.value_of(rank(f"{beside} dey")) == value


def test_equal_points_go_by_the_leading_tile_only() -> None:
    assert rank("yun ping") > rank("gor bon")
    assert rank("teen look") == rank("teen chong")
    assert rank("3-6 yun") > rank("foo look") > rank("tit ping")
    assert rank("3-6 ping") == rank("4-5 ping")
    singles = [hands.single_rank(t, False) for t in range(21)]
    assert singles == [*range(17, 6, -1), 6, 6, 5, 5, 4, 4, 2, 2, 3, 1]  # 2-4 over fives


def test_the_nevada_order_changes_the_two_four_with_a_five_and_nothing_else() -> None:
    changed = {
        frozenset(TILES.names[t] for t in (a, b))
        for (a, b), (c, d) in permutations(TWO_TILES, 2)
        if (hands.hand_rank(a, b, False) > hands.hand_rank(c, d, False))
        != (hands.hand_rank(a, b, True) > hands.hand_rank(c, d, True))
    }
    assert changed == {frozenset({"2-4", "1-4"}), frozenset({"2-4", "2-3"})}
    assert rank("2-4 1-4") > rank("1-2 1-4")
    assert rank("2-4 1-4", lowest=True) == rank("1-2 1-4", lowest=True)


@pytest.mark.parametrize("lowest", POSTINGS)
def test_ranks_are_one_order_blind_to_the_order_of_two_tiles(lowest: bool) -> None:
    for a, b in TWO_TILES:
        one = hands.hand_rank(a, b, lowest)
        assert one == hands.hand_rank(b, a, lowest)
        assert 0 <= one < way.RANKS
        assert hands.settle_tiles(a, b, a, b, a, b, a, b, lowest) == 2
    for (a, b), (c, d) in combinations(TWO_TILES, 2):
        high = hands.settle_tiles(a, b, a, b, c, d, c, d, lowest) == 0
        assert not (high and hands.settle_tiles(c, d, c, d, a, b, a, b, lowest) == 0)


# CA-TILE-09, CA-TILE-10: copies, zeros, settlement


def test_zero_against_zero_is_the_player_dealers_whatever_the_tiles() -> None:
    zeros = [(a, b) for a, b in TWO_TILES if hands.hand_rank(a, b, False) < hands.STEP]
    assert {(hands.points(*two), hands.hand_rank(*two, False)) for two in zeros} == {(0, 0)}
    assert rank("gor look") == rank("bon chong") < rank("foo ping")


SETTLED = """
teen 3-6 gor 1-4 = dey 4-5 bon 2-3 = win,   teen 3-6 bon 1-4 = dey 4-5 gor 2-3 = push,
dey 4-5 gor 2-3 = teen 3-6 bon 1-4 = push,  dey 4-5 bon 2-3 = teen 3-6 gor 1-4 = lose"""
COPIES = """
teen 3-6 gor 1-4 = dey 4-5 gor 2-3 = push,  teen 3-6 gor 1-4 = teen 4-5 bon 2-3 = push,
teen 3-6 gor 1-4 = teen 4-5 gor 2-3 = lose, teen 3-6 bon 1-4 = teen 4-5 gor 2-3 = lose"""
ZEROS = """
teen 3-6 gor look = dey 4-5 bon chong = push, teen 3-6 foo ping = dey 4-5 gor look = win"""


@pytest.mark.parametrize("case", cases(SETTLED) + cases(COPIES) + cases(ZEROS))
def test_settlement(case: list[str]) -> None:
    """High hand first; a copy and two zeros are the player-dealer's (AMB-24c)."""
    index = hands.settle_tiles(*tiles(case[0]), *tiles(case[1]), False)
    assert hands.settle_tiles.outcomes[index] == case[2]


def test_ordered_names_the_higher_hand_the_high_hand() -> None:
    assert hands.ordered(*tiles("foo ping teen 3-6"), False) == tiles("teen 3-6 foo ping")
    assert hands.ordered(*tiles("teen 3-6 foo ping"), False) == tiles("teen 3-6 foo ping")


WORDS = """1-2 2-4 = gee joon; teen teen = pair of teen; 4-5 3-6 = mixed nines;
1-4 2-3 = mixed fives; 3-6 dey = wong with dey; teen yun = gong with teen;
tit teen = nine with teen; gor 1-4 = 9, gor high; 1-4 teen = 7, teen high;
1-4 2-4 = 8, 2-4 high; gor look = zero"""


@pytest.mark.parametrize("case", cases(WORDS, between=";"))
def test_hands_in_words(case: list[str]) -> None:
    assert hands.describe_hand(*tiles(case[0])) == case[1]
    assert hands.describe_hand(*tiles("1-4 2-4"), True) == "8, 1-4 high"


# CA-TILE-12, CA-TILE-14: pairs in the house way

TWO_PAIRS = "teen teen 3-6 4-5 = teen teen | 3-6 4-5, 2-4 1-2 look look = 1-2 2-4 | look look"
GEE_JOON = """2-4 1-2 look bon = look 2-4 | bon 1-2, 2-4 1-2 chong gor = chong 2-4 | gor 1-2,
2-4 1-2 look 1-4 = look 1-2 | 1-4 2-4, 2-4 1-2 chong look = chong 2-4 | look 1-2,
2-4 1-2 look tit = 1-2 2-4 | tit look, 2-4 1-2 look dey = 1-2 2-4 | dey look,
2-4 1-2 gor 1-4 = 2-4 1-2 | gor 1-4"""
# 7 low with a ten, 8 with an eleven; 6 with a nine is too little, and so is no teen or dey.
SEVENS = """tit tit dey ping = dey tit | ping tit, 2-5 3-4 teen foo = teen 2-5 | foo 3-4,
tit tit dey 3-6 = tit tit | dey 3-6, tit tit mooy ping = tit tit | mooy ping"""
# 7 low with a nine; 6 with another eight is too little.
EIGHTS = """yun yun foo 3-6 = yun foo | yun 3-6, 2-6 3-5 mooy ping = mooy 2-6 | ping 3-5,
yun yun foo 2-6 = yun yun | foo 2-6"""
# 9 low with a ten; 7 with an eight is the next below, for none makes 8.
NINES = """3-6 4-5 teen ping = teen 3-6 | ping 4-5, 3-6 4-5 dey 2-6 = 3-6 4-5 | dey 2-6,
3-6 4-5 teen foo = 3-6 4-5 | teen foo"""
# 6 low with a four, and none makes 5; a nine and an eleven, and either alone.
TEEN_DEY = """teen teen gor look = teen look | teen gor, dey dey 3-6 bon = dey 3-6 | dey bon,
teen teen 3-6 foo = teen 3-6 | teen foo, teen teen 2-6 foo = teen teen | foo 2-6,
teen teen 3-6 ping = teen teen | ping 3-6"""
NEVER = """gor gor 3-6 1-4 = gor gor | 3-6 1-4, 1-4 2-3 bon gor = 1-4 2-3 | gor bon,
look look 1-2 chong = look look | chong 1-2, ping ping 3-6 2-6 = ping ping | 3-6 2-6,
foo foo teen dey = foo foo | teen dey"""


@pytest.mark.parametrize(
    "case", cases(",".join((TWO_PAIRS, GEE_JOON, SEVENS, EIGHTS, NINES, TEEN_DEY, NEVER)))
)
def test_pairs_kept_and_split(case: list[str]) -> None:
    four, (high, low) = tiles(case[0]), (tiles(part) for part in case[1].split("|"))
    expected = hands.hand_rank(*high, False), hands.hand_rank(*low, False)
    assert sorted(high + low) == sorted(four)
    assert way.ranks(*four, way.house_way(*four, True, False), False) == expected


def test_the_guard() -> None:
    assert house("yun yun 3-6 ping", guard=True) == "yun yun | ping 3-6"
    assert house("yun yun 3-6 ping", guard=False) == "yun ping | yun 3-6"
    assert house("teen teen gor 1-4", guard=True) == "teen teen | gor 1-4"
    assert house("teen teen gor 1-4", guard=False) == "teen 1-4 | teen gor"


def listed_split(pair: int, x: int, y: int) -> bool:
    """Appendix B (2), as lists of the spots of the other two tiles; 0 is a gee joon tile."""
    wild = ("2-4", "1-2")
    one, two = sorted(0 if TILES.names[t] in wild else hands.SPOTS[t] for t in (x, y))
    spots, beside = hands.SPOTS[pair], (one, two)
    if TILES.names[pair] in wild:
        return beside in ((4, 6), (5, 6), (6, 6))
    if spots in (2, 12):
        nines = [(n, 9) for n in (4, 5, 6, 7, 8)] + [(9, 11)]
        rest = [(n, top) for top in (8, 7, 6) for n in range(4, top + 1)]
        return beside in (*nines, *rest, (0, 7), (0, 8), (0, 9))
    if spots == 9:
        return {one, two} <= {2, 12, 10}
    if spots == 8:
        return {one, two} <= {2, 12, 11, 10} or beside == (9, 11)
    if spots == 7:
        return bool({one, two} & {2, 12}) and {one, two} <= {2, 12, 11, 10}
    return False


@pytest.mark.parametrize("lowest", POSTINGS)
def test_rules_with_the_guard_are_the_lists_over_every_hand(lowest: bool) -> None:
    split: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for four, n in ALL_HANDS.items():
        together = way.pair_stays_high(*four)
        if together < 0:
            continue
        p, _, x, y = way.setting(*four, together, lowest)
        kept = hands.pair_rank(x, y) > 0
        for guard in (True, False):
            parted = way.house_way(*four, guard, lowest) != together
            split[guard][hands.FAMILY_NAMES[hands.FAMILY[p]]] += n * parted
            if guard:
                assert parted == (not kept and listed_split(p, x, y)), TILES.show(four)
    with_guard = {"teen": 192, "dey": 192, "yun": 44, "eights": 44, "tit": 28, "sevens": 28}
    with_guard |= {"nines": 24, "gee joon": 28}
    letter = with_guard | {"teen": 224, "dey": 224, "yun": 60, "eights": 60}
    assert +split[True] == with_guard and +split[False] == letter
    assert (sum(with_guard.values()), sum(letter.values())) == (580, 676)


def test_every_pair_has_exactly_one_printed_rule() -> None:
    for p in (tiles(text)[0] for (text,) in PAIRS_DOWN):
        other_rule = hands.FAMILY[p] == hands.GEE_JOON or hands.SPOTS[p] in (2, 12, 7, 8, 9)
        assert way.never_split(p) != other_rule


@pytest.mark.parametrize("low_value", range(13))
def test_both_sides_of_each_printed_number(low_value: int) -> None:
    teen, ping, foo, nine = tiles("teen ping foo 3-6")
    assert way.split_sevens(teen, ping, low_value) == (low_value >= 7)
    assert not way.split_sevens(foo, ping, low_value)
    assert way.split_eights(low_value) == (low_value >= 7)
    assert way.split_nines(low_value) == (low_value >= 9)
    assert way.split_teen_or_dey(ping, foo, low_value) == (low_value >= 6)
    assert way.split_teen_or_dey(nine, foo, low_value) and way.split_teen_or_dey(foo, nine, 0)


@pytest.mark.parametrize("four", range(2, 13))
def test_gee_joon_splits_beside_a_six_and_four_to_six(four: int) -> None:
    look = tiles("look")[0]
    for tile in (t for t in range(19) if hands.SPOTS[t] == four):
        assert way.split_gee_joon(look, tile) == way.split_gee_joon(tile, look) == (4 <= four <= 6)
        assert way.split_gee_joon(tile, tile) == (four == 6)


# Hands without a pair: Appendix B (3) to (5)

# Nine before gong before wong while 3 stay low; three is enough; else the highest of the three.
STEP_3 = """teen tit 2-6 3-6 = teen tit | 3-6 2-6, teen 2-6 3-6 gor = teen 2-6 | gor 3-6,
teen dey 2-5 2-6 = teen 2-6 | dey 2-5, teen dey 2-5 gor = teen 2-5 | dey gor,
dey tit 2-6 1-4 = dey tit | 2-6 1-4, dey tit 3-6 gor = dey tit | gor 3-6,
dey tit 2-6 bon = dey 2-6 | bon tit, teen 2-6 3-6 foo = teen 3-6 | foo 2-6,
teen 2-6 gor look = teen 2-6 | gor look"""
# Best low hand from 3 up; else best high hand from 7 up; else best low hand.
STEP_4 = """foo ping gor look = ping look | gor foo, teen mooy foo 1-4 = mooy 1-4 | teen foo,
yun gor bon 1-4 = gor bon | yun 1-4, teen mooy ping 1-4 = teen 1-4 | mooy ping,
gor chong look 2-4 = chong 2-4 | gor look, teen gor mooy ping = gor ping | teen mooy"""
# The better ten leads the low hand below a 7, and the high hand when that is an 8.
STEP_5 = """mooy ping tit 1-4 = ping tit | mooy 1-4, mooy ping 2-6 1-4 = mooy 2-6 | ping 1-4"""


@pytest.mark.parametrize("case", cases(",".join((STEP_3, STEP_4, STEP_5))))
def test_no_pair(case: list[str]) -> None:
    high, low = (TILES.show(sorted(tiles(part))) for part in case[1].split("|"))
    assert house(case[0]) == f"{high} | {low}"


def test_points_balance_on_three_and_seven() -> None:
    """Every hand that cannot have both its best high and its best low points."""
    seen: Counter[tuple[bool, bool]] = Counter()
    for four in ALL_HANDS:
        if way.pair_stays_high(*four) >= 0 or way.make_nine_gong_wong(*four, False) >= 0:
            continue
        three = [way.ranks(*four, choice, False) for choice in range(3)]
        values = [(hands.value_of(high), hands.value_of(low)) for high, low in three]
        best = max(high for high, _ in values), max(low for _, low in values)
        if best not in values:
            chosen = values[way.house_way(*four, True, False)]
            assert (chosen[0] == best[0]) == (best[1] < 3 and best[0] >= 7)
            assert (chosen[1] == best[1]) == (best[1] >= 3 or best[0] < 7)
            seen[best[1] >= 3, best[0] >= 7] += 1
    assert set(seen) == {(True, True), (True, False), (False, True), (False, False)}


@pytest.mark.parametrize("lowest", POSTINGS)
@pytest.mark.parametrize("guard", (True, False))
def test_the_house_way_is_a_setting_for_every_hand(guard: bool, lowest: bool) -> None:
    for four in ALL_HANDS:
        choice = way.house_way(*four, guard, lowest)
        assert 0 <= choice <= 2
        assert sorted(way.setting(*four, choice, lowest)) == list(four)
        high, low = way.ranks(*four, choice, lowest)
        assert high >= low
        if guard:
            others = (way.ranks(*four, other, lowest) for other in range(3))
            better = [r for r in others if r != (high, low) and r[0] >= high and r[1] >= low]
            assert not better, f"{TILES.show(four)} could be set higher in both hands"


def test_the_order_in_which_tiles_lie_is_nothing_to_the_house_way() -> None:
    for four in random.Random(24).sample(list(ALL_HANDS), 200):
        lies: list[Any] = list(permutations(four))
        assert len({way.ranks(*t, way.house_way(*t, True, False), False) for t in lies}) == 1
        assert len({way.ranks(*t, aid(t), False) for t in lies}) == 1


# CA-TILE-13: the arranging aid


def aid(four: Any) -> int:
    return way.arranging_aid(*four, False)


AID = """2-4 1-2 look bon = 2-4 1-2, teen teen 3-6 foo = teen teen, 1-4 2-3 teen 3-6 = 1-4 2-3,
teen tit 2-6 3-6 = teen 3-6, teen tit 2-6 gor = teen 2-6, gor 1-4 ping foo = gor 1-4,
3-6 ping 2-6 tit = 3-6 ping, 3-6 2-6 tit look = 3-6 look"""


@pytest.mark.parametrize("case", cases(AID))
def test_the_aid_goes_down_its_list(case: list[str]) -> None:
    a, b, c, d = way.partition(*tiles(case[0]), aid(tiles(case[0])))
    assert sorted(tiles(case[1])) in (sorted((a, b)), sorted((c, d)))


def test_how_often_the_aid_sets_tiles_as_the_house_does() -> None:
    same = 0
    for four, n in ALL_HANDS.items():
        chosen = way.ranks(*four, way.house_way(*four, True, False), False)
        same += n * (chosen == way.ranks(*four, aid(four), False))
    assert same == 22_116


# Compiled twins

OWN = {n: r for n, r in RULES.items() if n.rpartition(".")[0] in (hands.__name__, way.__name__)}
RANGES = dict.fromkeys(("choice", "together"), 3) | dict.fromkeys(("spots", "low_value"), 13)
RANGES |= dict.fromkeys(("rank", "high", "low"), way.RANKS)


def arguments(rule: Any, chance: random.Random) -> list[Any]:
    """Tiles of one set for every argument that is not a number or a posting."""
    dealt = iter(chance.sample(TILES.one_set(), 16))
    given = dict.fromkeys(inspect.signature(rule).parameters)
    for name in given:
        if name in ("never_split_into_worse", "gee_joon_lowest"):
            given[name] = chance.choice(POSTINGS)
        else:
            given[name] = chance.randrange(RANGES[name]) if name in RANGES else next(dealt)
    return list(given.values())


@pytest.mark.parametrize("name", sorted(OWN))
def test_compiled_is_interpreted(name: str) -> None:
    rule, chance = OWN[name], random.Random(name)
    twin = rule.jit()
    assert rule.clauses and all(c.startswith("CA-TILE-") for c in rule.clauses)
    for _ in range(500):
        given = arguments(rule, chance)
        assert twin(*given) == rule(*given), given
