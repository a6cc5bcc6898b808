"""Rulings at a table: the possible ones, previews of their effect on money, and making one.

The row of a ruling names its maker, and the second person if there is one. A ruling carries the
number of the row at which it was previewed; if anything has happened since, it is refused. A
preview replays a copy of the round with the ruling. It stops where hidden pieces would decide:
before the first piece that would be turned up, and before the first event that follows from hidden
pieces. A test exchanges hidden pieces and finds the preview unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.engine.events import UP, event_name, field_kinds
from houseway.engine.inputs import Ruling
from houseway.engine.refusals import explain_ruling
from houseway.errors import Refused
from houseway.money import format_dollars
from houseway.records.files import rerun
from houseway.room.api import roles
from houseway.room.api.table_types import Moved, RulingAsked, RulingKnown, RulingPreview
from houseway.room.errors import Denied, optional_reason
from houseway.room.history.text import Teller
from houseway.room.tables import log, rounds
from houseway.room.tables.log import PendingRow
from houseway.room.tables.state import the_round

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.game.base import Game
    from houseway.game.rulings import RulingRule
    from houseway.room.api.roles import Caller
    from houseway.room.api.table_types import Answer
    from houseway.room.approvals.approvals import Approvals
    from houseway.room.store.stream import Journal
    from houseway.room.tables.actor import Actor, Turn
    from houseway.room.tables.registry import TableRegistry
    from houseway.room.tables.state import TableState
    from houseway.table.round import Round


ABOUT_CARDS = frozenset({"false_openers"})
"""Rulings that hidden cards decide: their fit is found out when they are made."""
RULED = ("open", "closing", "paused")


class Rulings:
    """Rulings of the floor and of dealers.

    Refused rulings about hidden cards are logged in ``journal``.
    """

    def __init__(self, registry: TableRegistry, journal: Journal, approvals: Approvals) -> None:
        self.table, self.journal, self._approvals = registry.table, journal, approvals

    async def rulings(self, caller: Caller, table: str) -> list[RulingKnown]:
        """Return every ruling of a table's game, and whether it is possible now."""
        roles.check(caller, "rule_dealer")
        actor = self.table(table)

        def look(live: TableState) -> list[RulingKnown]:
            if live.game is None:
                raise Denied(f"no game is posted at {table}")
            round_ = live.round_ if live.status in RULED else None
            return [_known(live.posted, rule, round_) for rule in live.posted.ruling_rules.values()]

        return await actor.read(look)

    async def preview(self, caller: Caller, table: str, request: RulingAsked) -> RulingPreview:
        """Return the effect of a ruling on money; nothing changes, and hidden cards stay hidden."""
        roles.check(caller, "preview_ruling")
        actor = self.table(table)

        def look(live: TableState) -> RulingPreview:
            ruled(live)
            round_, ruling = the_round(live), _ruling(live.posted, request)
            _check_open(round_, ruling)
            try:
                return preview_ruling(
                    table, actor.seq, live.number + live.awaits_first_bet, round_, ruling
                )
            except Refused as refused:
                raise Denied(refused.what, "refused", refused.clauses) from None

        return await actor.read(look)

    async def rule(
        self, caller: Caller, table: str, request: RulingAsked, seq: int, *,
        second: Caller | None = None, key: str = "",
    ) -> Answer:  # fmt: skip
        """Make a ruling at a table that is still at row ``seq``."""
        actor = self.table(table)
        rule = self._rule(actor, request.name)
        roles.check(caller, "rule_dealer" if rule.needs == "dealer" else "rule_floor")
        who = self._second(caller, second)

        async def work(turn: Turn) -> Answer:
            live = ruled(turn.live)
            if turn.seq != seq:
                raise Denied(
                    f"something has happened at {table} since row {seq}: look again", "stale"
                )
            ruling, now = _ruling(live.posted, request), turn.at
            if reason := explain_ruling(live.posted, the_round(live).state, ruling):
                raise Refused.because(reason)
            note = log.Note(f"ruling: {rule.words}", _more(live, ruling, second))

            def make() -> list[PendingRow]:
                found, at = [], turn.seq + 1
                if live.awaits_first_bet:
                    found.append(rounds.begin(live, at, now))
                found.append(rounds.rule(live, at + len(found), ruling, now, who))
                return [*found, PendingRow(note)]

            return await turn.commit_round(make)

        try:
            return await actor.command(caller, key, ("rule", request, seq, who), work)
        except Denied as denied:
            if denied.code == "refused":
                await self._refused(caller, table, request, denied)
            raise

    def _rule(self, actor: Actor, name: str) -> RulingRule:
        """Return a ruling of the table's game; Denied if it has none of this name."""
        now = actor.summary
        if now.status not in RULED or not now.has_open_round:
            raise Denied(NO_ROUND.format(now.name), "stale")
        game = now.posted
        found = game.ruling_rules.get(name)
        if found is None:
            refused = explain_ruling(game, None, Ruling(name))
            raise Denied(refused.what if refused else "there is no such ruling", "unknown")
        return found

    def _second(self, caller: Caller, second: Caller | None) -> int:
        """Return the second person of a ruling, another person with the right."""
        if second is None:
            return 0
        self._approvals.check_pair(caller.person, second, "rule_floor")
        return second.person

    async def _refused(
        self, caller: Caller, table: str, request: RulingAsked, denied: Denied
    ) -> None:
        """Log a refusal that may reveal something of hidden cards, with the person who tried."""
        if request.pieces or request.name in ABOUT_CARDS:
            body = RulingRefused(table, request, denied.what)
            await self.journal.write(caller, "ruling_refused", body)


class RulingRefused(msgspec.Struct, frozen=True):
    """Row: a ruling about cards was tried and did not fit them."""

    table: str
    request: RulingAsked
    why: str


NO_ROUND = "no round is being played at {} that could be ruled on"


def ruled(live: TableState) -> TableState:
    """Return a table at which rulings are possible now."""
    if live.status not in RULED or live.round_ is None or live.round_.closed:
        raise Denied(NO_ROUND.format(live.name), "stale")
    return live


def _ruling(game: Game, request: RulingAsked) -> Ruling:
    """Return the ruling in the form the game takes."""
    try:
        pieces = game.kind.parse(request.pieces)
    except (ValueError, KeyError, Refused) as error:
        raise Denied(f"{request.name}: {error}") from None
    return Ruling(
        request.name, request.seat, pieces, request.amount, optional_reason(request.reason)
    )


def _check_open(round_: Round, ruling: Ruling) -> None:
    """Raise Denied if even a refusal of the preview would reveal hidden cards."""
    names = round_.game.kind.names
    up = face_up(round_)
    hidden = any(not 0 <= p < len(names) or names[p] not in up for p in ruling.pieces)
    if hidden or ruling.name in ABOUT_CARDS:
        raise Denied(
            f"{ruling.name} is about covered cards: it has no preview, because that would tell "
            "who holds them; make it, or look at what has no cards in it"
        )


def _known(game: Game, rule: RulingRule, round_: Round | None) -> RulingKnown:
    """Return a ruling, and whether it is possible now."""
    known = RulingKnown(rule.name, rule.words, rule.takes, rule.clauses, rule.needs, None)
    replace = msgspec.structs.replace
    if round_ is None or round_.closed:
        return replace(known, fits=False, why_not="no round is being played")
    if rule.name in ABOUT_CARDS or {"pieces", "amount"} & set(rule.takes):
        return known
    if "seat" not in rule.takes:
        refused = explain_ruling(game, round_.state, Ruling(rule.name, reason="-"))
        return replace(known, fits=refused is None, why_not=refused.what if refused else "")
    tried = {
        seat: explain_ruling(game, round_.state, Ruling(rule.name, seat, reason="-"))
        for seat in game.ruled_on(round_.state)
    }
    seats = tuple(seat for seat, refused in tried.items() if refused is None)
    why = next((refused.what for refused in tried.values() if refused), "")
    return replace(known, fits=bool(seats), why_not="" if seats else why, seats=seats)


def _more(live: TableState, ruling: Ruling, second: Caller | None) -> dict[str, str]:
    """Return the notes of a ruling, besides its inputs, for readers of the log."""
    more = {
        "round": str(live.number + live.awaits_first_bet),
        "name": ruling.name,
        "reason": ruling.reason,
    }
    if ruling.seat:
        more["seat"] = str(ruling.seat)
    if second:
        more["second"] = second.name
    return more


# Preview.

RETURNS = frozenset({"wager_returned", "settlement_undone", "bank_returned", "pot_awarded"})
"""Events that settle without cards: the award of an uncontested pot, and refunds."""
LOOKS_AT_CARDS = frozenset(
    {"hole_card_checked", "openers_missing", "claim_noted", "hand_counted", "hand_settled"}
)
"""Events that follow from pieces though they show none."""
COVERED = "??"


def preview_ruling(
    table: str, seq: int, number: int, round_: Round, ruling: Ruling
) -> RulingPreview:
    """Return a copy of the round with the ruling made; ``Refused`` if it does not fit."""
    rule = round_.game.ruling_rules.get(ruling.name)
    covered = lies_covered(round_)
    again = rerun(round_)
    before = len(again.events)
    again.ruling(ruling)
    happened = list(_visible_events(round_, again.events[before:], covered))
    whole = len(happened) == len(again.events) - before
    moves, teller = _moves(round_, happened), Teller(again)
    return RulingPreview(
        table, seq, number, ruling.name, rule.words if rule else "", rule.clauses if rule else (),
        tuple(moves), tuple(said for event in happened if (said := teller.words(event.hidden()))),
        again.standing() if whole else "then the cards decide, and the preview hides them",
    )  # fmt: skip


def _visible_events(round_: Round, events: list[Event], covered: bool) -> Iterator[Event]:
    """Return the events of a ruling up to the first that hidden pieces decide."""
    open_ = face_up(round_)
    for event in events:
        if covered and by_cards(event, open_, round_.game):
            return
        yield event


def by_cards(event: Event, open_: Counter[str], game: Game) -> bool:
    """Return True if an event shows, or follows from, a hidden piece."""
    name = event_name(type(event))
    if name in LOOKS_AT_CARDS or (event.settlement() is not None and name not in RETURNS):
        return True
    if vars(type(event)).get("faces") is not UP:
        return False
    return bool(Counter(_pieces(event, game)) - open_)


def _pieces(event: Event, game: Game) -> Iterator[str]:
    """Return the pieces that an event names, as they are written."""
    for field, kind in field_kinds(type(event)).items():
        if kind == "pieces":
            yield from game.kind.show(getattr(event, field)).split()


def face_up(round_: Round) -> Counter[str]:
    """Return the pieces that all players see."""
    piles = round_.view(0).piles
    return Counter(piece for pile in piles for piece in pile.pieces if piece != COVERED)


def lies_covered(round_: Round) -> bool:
    """Return True if some piece on the table is not visible to all."""
    return any(pile.count or COVERED in pile.pieces for pile in round_.view(0).piles)


def _moves(round_: Round, happened: list[Event]) -> list[Moved]:
    """Return the cents these events move, by account."""
    moves: Counter[tuple[str, int]] = Counter()
    for event in happened:
        for giver, getter, cents in event.transfers():
            moves[giver] -= cents
            moves[getter] += cents
    names = {seat.seat: seat.name for seat in round_.seats}
    return [_moved(account, cents, names) for account, cents in sorted(moves.items()) if cents]


def _moved(account: tuple[str, int], cents: int, names: dict[int, str]) -> Moved:
    """Return what an account gains (cents above 0) or loses by a ruling, with a sentence."""
    name, number = account
    changes = f"{format_dollars(abs(cents))} {'more' if cents > 0 else 'less'}"
    if number in names and name in OF_A_SEAT:
        words = f"seat {number} ({names[number]}) has {changes} {OF_A_SEAT[name]}"
        return Moved(f"{name}:{number}", number, cents, words)
    whose = ELSEWHERE.get(name.partition(":")[0], name)
    return Moved(f"{name}:{number}" if number else name, 0, cents, f"{whose} has {changes}")


OF_A_SEAT = {"purse": "in chips", "stake": "at risk", "bank": "in its bank"}
ELSEWHERE = {
    "house": "the house", "drop": "the drop", "tokes": "the box for tips", "pot": "the pot",
    "meter": "the meter", "purse": "a purse", "stake": "a wager", "bank": "a bank",
}  # fmt: skip
