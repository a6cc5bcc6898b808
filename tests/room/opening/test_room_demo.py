"""The demo room: a table of every game, bots that fit, and money that is all there."""

from __future__ import annotations

from houseway.room import demo
from houseway.room.config.schema import RoomFile
from houseway.room.config.tables import NAME
from houseway.room.tables.terms import house_banks
from houseway.rulebook import find, games

ROOM = demo.demo_room()


def test_there_is_a_table_of_every_game_and_of_each_bank() -> None:
    dealt = {table.name: find(table.game)(table.posting) for table in ROOM.tables}
    assert [table.game for table in ROOM.tables] == list(games())
    assert len(dealt) == len(ROOM.tables), "no two have one name"
    assert all(NAME.fullmatch(name) for name in dealt)
    assert all(table.terms.practice for table in ROOM.tables)
    assert {game.jurisdiction for game in dealt.values()} == {"Colorado", "California"}
    assert any(getattr(game, "meter_terms", None) for game in dealt.values())
    for table in ROOM.tables:
        assert bool(table.bankroll) == house_banks(dealt[table.name]), table.name


def test_a_guest_finds_a_seat_and_someone_to_play_with_at_every_table() -> None:
    seated = {table.name: 0 for table in ROOM.tables}
    for tables in demo.places().values():
        for name in tables:
            seated[name] += 1
    for table in ROOM.tables:
        game = find(table.game)(table.posting)
        assert seated[table.name] + 1 >= max(game.seats_min, table.terms.start_with), table.name
        assert table.terms.seats - seated[table.name] >= 2, table.name
        assert table.terms.people_least == 1
        assert any(guest.cents >= table.terms.buy_in_least for guest in demo.GUESTS)
        assert ROOM.guests is not None and ROOM.guests.cents >= table.terms.buy_in_least


def test_bots_sit_once_at_a_table_with_a_buy_in_it_takes_and_money_for_more() -> None:
    terms = {table.name: table.terms for table in ROOM.tables}
    for card, (name, tables) in zip(demo.bots(), demo.places().items(), strict=True):
        assert card.name == name and tables
        for table, cents in tables.items():
            assert terms[table].buy_in_least <= cents <= terms[table].buy_in_most
        assert card.cents == demo.BUY_INS * sum(tables.values())


def test_no_two_have_the_same_card_and_the_staff_can_run_the_room() -> None:
    everybody = (*ROOM.staff, *ROOM.displays, *demo.GUESTS, *demo.bots())
    assert len({who.card for who in everybody}) == len(everybody)
    assert {who.role for who in ROOM.staff} >= {"floor", "cashier", "supervisor", "admin"}
    assert demo.CASHIER.role == "cashier"
    assert ROOM.guests is not None and ROOM.guests.cashier == demo.CASHIER.card
    assert {screen.table for screen in ROOM.displays} <= {table.name for table in ROOM.tables}
    assert isinstance(ROOM, RoomFile) and ROOM.digest() == demo.demo_room().digest()
