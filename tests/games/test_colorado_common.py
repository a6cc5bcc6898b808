"""Rules that all Colorado games share, stated for each as its section has it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from houseway.engine.questions import DEALER, PLAYER, Act, Ask, Place, Spot, label_of
from houseway.errors import Refused
from houseway.game.base import Seat
from houseway.rulebook import find, games
from houseway.rulebook.versions import version_of
from houseway.sheets.rule_sheet import NOTICE, rule_sheet
from houseway.table.round import Round

BY_DIVISION = "posted"


class Section(NamedTuple):
    """One game: who holds the rights, what it asks of the table, and conditions on its wagers."""

    owner: str
    felt: str
    shown: bool
    predominant: str
    wagers: str
    """Every wager: ``!`` must be made, ``~`` takes no tip, ``$`` in whole dollars, ``^`` with an
    aggregate limit; ``:p`` and ``:b`` are the elements, ``>`` names what it needs."""
    dates: str = ""
    late: str = ""


BAC = "player^ banker^ tie^ golden_3^ golden_3_player^ golden_3_banker^ sun_7^ moon_8^ triple_3^"
BAC += " triple_1_or_6^ any_triple^ nine_over_6^ double_straight^ tie_0_or_9^ tie_5^ one_over_0^"
BAC += " golden_talons_player^ golden_talons_banker^ triple_progressive~"
RIDE = "main!:b hedge_22^:b>main silver_stack^:b>main classic_21_3^:p>main xtreme_21_3^:p>main"
RIDE += " top_3^:p>classic_21_3|xtreme_21_3 lucky_ladies^:p>main progressive_21_3~:p>main"
RIDE += " lucky_ladies_progressive~:p>main"
PLUS_3 = "twenty_one_plus_three"
SECTIONS = {
    "blackjack-burnout": Section(
        "Angel Espino", "blackjack-burnout", False, "blackjack", "main!:b",
        "effective 2018-02-14",
    ),
    "rocket-aces": Section(
        "Aces Up Gaming", "", False, "blackjack", "main!:b rocket_aces~:b>main",
    ),
    "3-card-shine": Section(
        "Aces Up Gaming", "3-card-shine", True, "poker", "ante pair_xxx super_6>ante|pair_xxx",
    ),
    "21-hold-em": Section(
        "Stanley Ackerson and Daniel Miller", "21-hold-em", True, "blackjack",
        "main!:b pk:p>main",
    ),
    "blackjack-switch": Section(
        "Shuffle Master Gaming", "blackjack-switch", True, BY_DIVISION,
        "main!:b super_match:p>main buster:b>main",
        "effective 2011-03-17, amended 2012-03-01 and 2018-05-15",
    ),
    "ante-up-21": Section(
        "Forster and Young International Gaming, LLC", "ante-up-21", True, BY_DIVISION,
        "main:b ante:p poker_bonus~:p>ante", "effective 2011-04-20",
    ),
    "21-plus-3": Section(
        "Galaxy Gaming, Inc.", "", False, BY_DIVISION, f"main!:b {PLUS_3}~^:p>main",
        "amended 2013-10-16 and 2018-08-14",
    ),
    "golden-21-poker": Section(
        "Score Gaming, LLC", "golden-21-poker", False, BY_DIVISION, "main!:b golden_21:p>main",
        "effective 2013-02-14, amended 2013-07-01 and 2013-10-16",
    ),
    "straight-jack": Section(
        "SG Gaming, Inc.", "", False, BY_DIVISION, "main!:b straight_jack~:p>main",
        "effective 2013-02-14, amended 2015-01-14 and 2020-12-15",
    ),
    "straight-jack-progressive": Section(
        "SG Gaming, Inc.", "", False, BY_DIVISION, "main!:b straight_jack_progressive~:p>main",
        "effective 2013-02-14, amended 2013-10-16 and 2015-01-14 and 2017-12-15 and 2020-09-14",
    ),
    "3-card-21-n-done": Section(
        "Score Gaming, LLC", "3-card-21-n-done", True, BY_DIVISION, "main!:b bonus!~:p>main",
        "effective 2016-02-14",
    ),
    "pai-jack": Section(
        "Score Gaming, LLC", "pai-jack", True, BY_DIVISION, "main!:b bonus:p>main",
        "effective 2016-08-14",
    ),
    "buffalo-blackjack-2": Section(
        "Galaxy Gaming, Inc.", "buffalo", True, BY_DIVISION, f"main!:b {PLUS_3}$^:p>main",
        "effective 2017-04-30, amended 2018-05-15 and 2020-01-30", "bust_bonus$:b",
    ),
    "buffalo-blackjack-3": Section(
        "Galaxy Gaming, Inc.", "buffalo", True, BY_DIVISION,
        f"main!:b {PLUS_3}$^:p>main top_3$^:p>{PLUS_3}",
        "effective 2018-05-15, amended 2020-01-30", "bust_bonus$:b",
    ),
    "free-bet-blackjack": Section(
        "LNW Gaming, Inc.", "free-bet-blackjack", True, BY_DIVISION,
        "main!:b push_22:b>main pot_of_gold:b>main kings_bounty:p>main",
    ),
    "ride-free": Section(
        "Galaxy Gaming", "ride-free", False, BY_DIVISION, RIDE, late="bust_bonus^:b>main",
    ),
    "3-dice-baccarat": Section(
        "Galaxy Gaming", "3-dice-baccarat", True, "baccarat", BAC,
    ),
}  # fmt: skip
EACH = pytest.mark.parametrize("game_id", list(SECTIONS))
ELEMENTS = {"b": "blackjack", "p": "poker", "": ""}


class Stated(NamedTuple):
    """A wager as a section states it."""

    name: str
    marks: str
    element: str
    needs: tuple[str, ...]


def stated(words: str) -> list[Stated]:
    found = []
    for word in words.split():
        rest, _, needs = word.partition(">")
        rest, _, element = rest.partition(":")
        name = rest.rstrip("!~$^")
        beside = tuple(needs.split("|")) if needs else ()
        found.append(Stated(name, rest[len(name) :], ELEMENTS[element], beside))
    return found


def betting(game_id: str, **posting: Any) -> tuple[Round, Place]:
    game: Any = find(game_id)(posting)
    round_ = Round(game, [Seat(1, "Ann", 100_000_00)])
    assert isinstance(round_.question, Ask)
    place = round_.question.choices_of(1)[0]
    assert isinstance(place, Place)
    return round_, place


def refusal(round_: Round, places: dict[str, int]) -> str:
    found = round_.refusal(Act(1, "bet", places=tuple(places.items())))
    return "" if found is None else str(found)


def least(spot: Spot) -> int:
    return -(-spot.least // spot.step) * spot.step


def with_what_it_needs(place: Place, name: str, wagers: dict[str, Stated]) -> dict[str, int]:
    """Return a wager with all required wagers, and with the first one it needs."""
    spots = {spot.name: spot for spot in place.spots}
    needs = wagers[name].needs[:1] if name in wagers else ()
    first = with_what_it_needs(place, needs[0], wagers) if needs else {}
    must = {spot.name: least(spot) for spot in place.spots if spot.required}
    found = {**must, **first, name: least(spots[name])}
    if any(spots[n].equals for n in found):
        found = dict.fromkeys(found, max(found.values()))
    return found


def test_every_section_is_stated() -> None:
    colorado = {id for id, game in games().items() if game.jurisdiction == "Colorado"}
    assert set(SECTIONS) == colorado - {"blackjack"}


@EACH
def test_rights_and_dates(game_id: str) -> None:
    """CO-ALL-1, CO-ALL-6: on the rule sheet with the notice that it is no official text."""
    sheet, told = rule_sheet(find(game_id)()), SECTIONS[game_id]
    assert (sheet.owner, sheet.version) == (told.owner, told.dates)
    assigned = sheet.rights == f"{sheet.owner}, its successors and assigns"
    assert assigned == (game_id not in ("3-card-shine", "ante-up-21"))
    assert sheet.notice == f"{NOTICE} (CO-ALL-6)"
    assert version_of("30-0") == version_of("30-0") and not version_of("30-0").words


@EACH
def test_layout_and_display(game_id: str) -> None:
    """CO-ALL-2, CO-ALL-3: another layout is refused, and so is a table that shows no pay table."""
    game, told = find(game_id), SECTIONS[game_id]
    for key, asked, clause in (
        ("felt", bool(told.felt), "CO-ALL-2"),
        ("pay_tables_shown", told.shown, "CO-ALL-3"),
    ):
        assert (key in game.declared()) == asked
        with pytest.raises(Refused) as refused:
            game({key: "another"})
        if asked:
            assert clause in refused.value.clauses
    if told.felt:
        signs = {sign.key: sign.posted for sign in game().layout().signage}
        assert signs["felt"] == told.felt


@EACH
def test_predominant_game(game_id: str) -> None:
    """CO-2103: the Division's decision is posted, unless the section or its rule says."""
    game, told = find(game_id), SECTIONS[game_id]
    if told.predominant != BY_DIVISION:
        assert game().predominant == told.predominant
        with pytest.raises(Refused):
            game({"predominant": "other"})
        return
    for kind, rule_ in (("blackjack", "Rule 9"), ("poker", "Rule 11")):
        assert ("accounts", f"{kind}, {rule_}") in game({"predominant": kind}).sign()


@EACH
def test_wagers_as_stated(game_id: str) -> None:
    """CO-2101-a and the wager paragraphs: elements, steps, limits on what all are paid."""
    game, told = find(game_id)(), SECTIONS[game_id]
    wagers = stated(f"{told.wagers} {told.late}")
    assert sorted(w.name for w in game.offered) == sorted(w.name for w in wagers)
    declared = {wager.name: wager for wager in game.offered}
    for name, marks, element, _ in wagers:
        wager = declared[name]
        assert wager.element == element, name
        assert (wager.amounts.step == 100) == ("$" in marks), name
        limited = {f"{name}_aggregate", f"{name}_aggregate_per"} <= set(game.posting)
        assert limited == ("^" in marks), name
        assert wager.clauses or name == "main"


@EACH
def test_wagers_before_the_deal(game_id: str) -> None:
    """Required wagers, wagers that need others, whole dollars, and where tips are taken."""
    told = SECTIONS[game_id]
    round_, place = betting(game_id)
    wagers = {w.name: w for w in stated(told.wagers)}
    spots = {spot.name: spot for spot in place.spots}
    own = {spot.wager for spot in place.spots if spot.whom == PLAYER}
    assert own == set(wagers)
    plans = {plan.name: plan.required for plan in round_.game.layout().spots}
    for name, (_, marks, _, needs) in wagers.items():
        assert spots[name].required == plans[name] == ("!" in marks)
        whole = with_what_it_needs(place, name, wagers)
        assert refusal(round_, whole) == ""
        if needs:
            without = {n: cents for n, cents in whole.items() if n not in needs}
            assert re.search(r"\((CO|BJ)-", refusal(round_, without)), name
        if "$" in marks:
            assert "takes steps of $1" in refusal(round_, {**whole, name: whole[name] + 50})
        tip = label_of(name, 0, DEALER)
        assert (tip in spots) == ("~" not in marks)
        if "~" in marks:
            sentence = refusal(round_, {**whole, tip: 100})
            assert "no tip for the dealer is taken on it (" in sentence
    for late in stated(told.late):
        assert "there is no spot" in refusal(round_, {"main": 500, late.name: 100})


@EACH
def test_a_bet_is_of_chips(game_id: str) -> None:
    round_, place = betting(game_id)
    assert refusal(round_, {})
    assert refusal(round_, {spot.name: 0 for spot in place.spots})
