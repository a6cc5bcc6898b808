"""Rulings at a live table: foreseen without touching it, made by who may, nothing covered told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.engine.inputs import Act, Drawn, Ruling
from houseway.engine.questions import Asking
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import RulingAsked, RulingPreview
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.floor import rulings
from houseway.room.floor.rulings import ABOUT_CARDS
from houseway.room.room import Room
from houseway.room.tables import log
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from tests.room.floor.test_room_floor import SHIFT, begin, blackjack, evening
from tests.support.local_room import FLOOR, decide, open_table, player, same, sit
from tests.support.random_play import GAME_IDS, random_act

DEALER = Caller(904, "dealer", "Dee", "table")
VOID = RulingAsked("void_round", reason="the shoe fell down")


def test_a_ruling_is_foreseen_and_then_made_as_foreseen(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        rng = random.Random(4)
        actor = await blackjack(room)
        while not room.store.balance("table:T1:stake:1"):
            await decide(actor, rng)
        seq, chips = actor.seq, room.store.balances("table:T1:")
        told = await room.rulings.preview(FLOOR, "T1", VOID)
        assert told.seq == seq and told.says and told.clauses
        assert any("goes back to" in said and "$" in said for said in told.events), told.events
        assert not any("=" in said for said in told.events), "they are words, not records"
        assert (actor.seq, room.store.balances("table:T1:")) == (seq, chips), "nothing was touched"
        assert any("has $" in move.words and move.seat for move in told.moves)
        await room.rulings.rule(FLOOR, "T1", VOID, told.seq, second=SHIFT)
        after = room.store.balances("table:T1:")
        moved = {
            name.removeprefix("table:T1:"): cents - chips.get(name, 0)
            for name, cents in after.items()
            if cents != chips.get(name, 0)
        }
        assert moved == {move.account: move.cents for move in told.moves}
        note = room.store.last_row("table:T1", "noted")
        assert note is not None and note.by == FLOOR.person
        body = log.read(note.body)
        assert isinstance(body, log.Note) and body.more["reason"] == "the shoe fell down"
        assert body.more["second"] == SHIFT.name
        same(actor, room)

    evening(tmp_path, play)


def test_a_ruling_is_made_of_what_was_looked_at(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor, rng = await blackjack(room), random.Random(4)
        await begin(actor, rng)
        told = await room.rulings.preview(FLOOR, "T1", VOID)
        await decide(actor, rng)
        seq = actor.seq
        with pytest.raises(Denied, match="something has happened") as stale:
            await room.rulings.rule(FLOOR, "T1", VOID, told.seq)
        assert stale.value.code == "stale" and actor.seq == seq

    evening(tmp_path, play)


def test_who_may_rule_what(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        rng = random.Random(4)
        actor = await open_table(room, "P1", "holdem", {"structure": "no_limit"})
        for person in (1, 2, 3):
            await sit(room, actor, person)
        known = {ruling.name: ruling for ruling in await room.rulings.rulings(DEALER, "P1")}
        assert known["clock"].needs == "dealer" and known["void"].needs == "floor"
        assert known["void"].fits and known["clock"].seats
        with pytest.raises(Denied, match="ruling of the floor"):
            await room.rulings.rule(DEALER, "P1", RulingAsked("void", reason="x"), actor.seq)
        with pytest.raises(Denied, match="takes two people"):
            await room.rulings.rule(FLOOR, "P1", RulingAsked("void"), actor.seq, second=FLOOR)
        with pytest.raises(Denied, match="dealer's ruling"):
            await room.rulings.rulings(player(1), "P1")
        with pytest.raises(Denied, match="there is no ruling 'voyd'"):
            await room.rulings.rule(FLOOR, "P1", RulingAsked("voyd"), actor.seq)
        [seat, *_] = known["clock"].seats
        await room.rulings.rule(DEALER, "P1", RulingAsked("clock", seat), actor.seq)
        while actor.live.number == 1 and actor.live.playing:
            await decide(actor, rng)
        same(actor, room)

    evening(tmp_path, play)


def test_a_ruling_can_be_made_while_the_table_is_paused(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor = await blackjack(room)
        await begin(actor, random.Random(4))
        await room.floor.pause(FLOOR, "T1")
        await room.rulings.rule(FLOOR, "T1", VOID, actor.seq)
        assert actor.live.status == "paused" and not actor.live.playing and not actor.live.due
        with pytest.raises(Denied, match="no round is being played"):
            await room.rulings.preview(FLOOR, "T1", VOID)
        same(actor, room)

    evening(tmp_path, play)


def test_a_ruling_about_cards_has_no_preview_and_a_wrong_one_is_noted(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor = await open_table(room, "P1", "holdem")
        for person in (1, 2, 3):
            await sit(room, actor, person)
        round_ = actor.live.round_
        assert round_ is not None
        asked = RulingAsked("exposed_card", 1, "As")
        with pytest.raises(Denied, match="about covered cards"):
            await room.rulings.preview(FLOOR, "P1", asked)
        not_held, before = round_.game.kind.names[round_.unseen()[0]], actor.seq
        with pytest.raises(Denied):
            await room.rulings.rule(FLOOR, "P1", RulingAsked("exposed_card", 1, not_held), before)
        noted = room.store.last_row("floor", "ruling_refused")
        assert noted is not None and noted.by == FLOOR.person and actor.seq == before

    evening(tmp_path, play)


def rulings_of(game: Game, round_: Round) -> Iterator[Ruling]:
    """Every ruling that has a preview, about everybody."""
    for rule in game.ruling_rules.values():
        if "pieces" in rule.takes or rule.name in ABOUT_CARDS:
            continue
        for seat in [s.seat for s in round_.seats] if "seat" in rule.takes else [0]:
            yield Ruling(rule.name, seat, (), 5_00 if "amount" in rule.takes else 0, "why")


def outcome(round_: Round, ruling: Ruling) -> RulingPreview | str:
    """Return the preview of a ruling, or the reason of its refusal."""
    try:
        return rulings.preview_ruling("T", 1, 1, round_, ruling)
    except Refused as refused:
        return refused.what


def twin(round_: Round, rng: random.Random) -> Round | None:
    """The same round to everybody who looks on, with two covered cards exchanged; None: not now."""
    kind, game = round_.game.kind, round_.game
    seen = set(rulings.face_up(round_))
    dealt = {p for given in round_.inputs if isinstance(given, Drawn) for p in given.pieces}
    covered = [p for p in sorted(dealt) if kind.names[p] not in seen]
    if not covered:
        return None
    one = rng.choice(covered)
    others = [p for p, n in enumerate(game.in_play) if n and kind.names[p] not in seen and p != one]
    swap = {one: (two := rng.choice(others)), two: one}

    def other(pieces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(p, p) for p in pieces)

    again = Round(game, round_.seats, round_.carry_over)
    try:
        for given in round_.inputs:
            if isinstance(given, Drawn):
                given = Drawn(given.what, other(given.pieces))
            elif isinstance(given, Act):
                parts = tuple((name, other(pieces)) for name, pieces in given.parts)
                given = msgspec.structs.replace(given, pieces=other(given.pieces), parts=parts)
            again.enter(given)
    except HousewayError:
        return None
    return again if again.events_for(0) == round_.events_for(0) else None


def compare(game_id: str, rounds: int, steps: int = 30) -> tuple[int, list[str]]:
    """Return the number of compared twins, and the rulings that told them apart."""
    rng, game, looked, apart = random.Random(game_id), find(game_id)({}), 0, []
    for seed in range(rounds):
        table = Table(game, seed=seed)
        for seat in range(1, min(game.seats_max, max(3, game.seats_min)) + 1):
            table.sit(seat, f"p{seat}", 1000_00)
        round_ = table.start()
        for _ in range(steps):
            if round_.closed or not isinstance(round_.question, Asking):
                break
            if (other := twin(round_, rng)) is not None:
                looked += 1
                told = [
                    (outcome(round_, r), outcome(other, r), r) for r in rulings_of(game, round_)
                ]
                apart += [r.name for one, two, r in told if one != two]
            table.enter(random_act(round_, rng))
    return looked, apart


FAMILIES = (
    "free-bet-blackjack", "21-hold-em", "3-card-shine", "blackjack-x", "pai-gow-poker",
    "three-card-poker", "21st-century-baccarat", "omaha-8", "razz", "draw-jacks-or-better",
)  # fmt: skip
"""One game of each kind; all of them at length."""


@pytest.mark.parametrize("game", FAMILIES)
def test_a_preview_tells_nothing_that_is_covered(game: str) -> None:
    looked, apart = compare(game, 3, 20)
    assert looked and not apart


@pytest.mark.slow
@pytest.mark.parametrize("game", GAME_IDS)
def test_no_preview_of_any_game_tells_anything_covered(game: str) -> None:
    looked, apart = compare(game, 40, 60)
    assert not apart
    # Dice are thrown in the open, and the cards of a baccarat shoe are open at every question.
    assert looked or game in ("3-dice-baccarat", "commission-free-baccarat")


def test_without_its_end_a_preview_would_tell_covered_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rulings, "by_cards", lambda *_: False)
    assert "void_hand" in compare("ante-up-21", 6)[1]
