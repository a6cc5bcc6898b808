"""The pay tables of Ride Free against a second transcription of the printed ones."""

from __future__ import annotations

import tomllib
from pathlib import Path

from houseway.game.pay_tables import Payout, parse_payout
from houseway.rulebook import find

PRINTED = Path(__file__).parent.parent / "ride_free_tables.toml"
EVENTS = {
    "Hedge 22": ("hedge_22", {"DEALER 22 (SUITED)": "suited_22", "DEALER 22 (SAME COLOR)":
                              "colored_22", "DEALER 22 (OTHER)": "other_22", "OTHER": "not_22"}),
    "Silver Stack": ("silver_stack", dict(zip(
        "7654321", ("seven", "six", "five", "four", "three", "two", "one"), strict=True))),
    "21+3 Classic": ("classic_21_3", {}),
    "21+3 Classic (with dealer envy)": ("classic_21_3", {}),
    "21+3 Xtreme": ("xtreme_21_3", {}),
    "21+3 Top 3": ("top_3", {}),
    "Lucky Ladies (felt)": ("lucky_ladies", {}),
    "21+3 Progressive": ("progressive_21_3", {}),
    "Lucky Ladies Progressive": ("lucky_ladies_progressive", {}),
    "Bust Bonus": ("bust_bonus", {}),
}  # fmt: skip
QUEENS = "QUEEN OF HEARTS PAIR"
BY_EVENT = {
    "SUITED THREE-OF-A-KIND": "suited_three_of_a_kind", "THREE-OF-A-KIND (SUITED)":
    "suited_three_of_a_kind", "STRAIGHT FLUSH": "straight_flush", "THREE-OF-A-KIND":
    "three_of_a_kind", "THREE-OF-A-KIND (OFFSUIT)": "three_of_a_kind", "STRAIGHT": "straight",
    "FLUSH": "flush", "PAIR": "pair", QUEENS: "queens_of_hearts", "MATCHED 20": "matched_20",
    "SUITED 20": "suited_20", "ANY 20": "any_20",
    f"{QUEENS} WITH DEALER BLACKJACK": "queens_of_hearts_and_dealer_blackjack",
    f"{QUEENS} WITH DEALER BLACKJACK (SUITED)": "queens_of_hearts_and_suited_blackjack",
    f"{QUEENS} WITH DEALER BLACKJACK (SUIT SPECIFIC)":
    "queens_of_hearts_and_blackjack_of_the_suit",
}  # fmt: skip
UP_CARDS = {
    "ACE": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "10": "ten", "8-8-8": "three_eights",
}  # fmt: skip


def outcomes_meant(event: str, known: dict[str, str]) -> tuple[str, ...]:
    """The outcomes that a printed row pays."""
    if event in known:
        return (known[event],)
    if event in BY_EVENT:
        return (BY_EVENT[event],)
    if " / " in event:
        up, _, suits = event.partition(" / ")
        return (f"{UP_CARDS[up]}_{suits.replace(' ', '_')}",)
    ranks, _, suit = event.partition(" (")
    kind = "of_the_suit" if suit.startswith("SPEC") else "suited"
    return tuple(f"{rank}_{kind}" for rank in ("aces", "kings", "queens") if rank.upper() in ranks)


def test_pay_tables_are_the_printed_ones() -> None:
    tables, checked = find("ride-free").pay_tables(), 0
    for wager, of_wager in tomllib.loads(PRINTED.read_text()).items():
        name, known = EVENTS[wager]
        table = tables[name]
        assert set(of_wager) <= set(table.columns), wager
        for column, printed in of_wager.items():
            payouts = dict(zip(table.outcomes, table.columns[column], strict=True))
            for event, cell in printed["rows"]:
                outcomes = outcomes_meant(event, known)
                assert outcomes, event
                for outcome in outcomes:
                    assert_paid(payouts, outcome, cell.removesuffix(" ?"), printed["odds"])
                    checked += 1
                if cell.endswith(" ?"):
                    assert table.reading(column, outcomes[-1]) == "RF17"
    assert checked > 250


def assert_paid(payouts: dict[str, Payout], outcome: str, cell: str, odds: str) -> None:
    mine = payouts[outcome]
    if cell == "-":
        assert mine == payouts["three_of_a_kind"]
    elif cell.endswith("%"):
        assert mine.meter_percent == int(cell[:-1])
    elif cell == "lose":
        assert mine.text == "lose"
    else:
        pays, _, envy = cell.partition(" envy ")
        assert mine.net() == parse_payout(f"{pays} {odds}").net(), (outcome, cell)
        assert mine.envy == 100 * int(envy or 0)


def test_every_column_of_the_rulebook_is_printed() -> None:
    """The other way round: no schedule that the document does not have."""
    printed = tomllib.loads(PRINTED.read_text())
    columns: dict[str, set[str]] = {}
    for wager, of_wager in printed.items():
        columns.setdefault(EVENTS[wager][0], set()).update(of_wager)
    for name, table in find("ride-free").pay_tables().items():
        assert set(table.columns) == columns[name], name
