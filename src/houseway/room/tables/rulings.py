"""Rulings at a live table: which there are, where one would move the money, and making it.

Who makes a ruling, and the second person where there is one, stand in its row.  A ruling is made
with the number of the row at which it was looked at: if anything has happened since, it is refused
and looked at again.
"""

from __future__ import annotations

import msgspec

from houseway.engine.inputs import Ruling
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.rulings import RulingRule
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.floor.base import Desk, noted
from houseway.room.tables import log, rounds
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.ruling_preview import Foreseen, face_up, foreseen
from houseway.room.tables.state import TableState

ABOUT_CARDS = frozenset({"false_openers"})
"""Whether they fit is decided by covered cards: it is found out when they are made."""
RULED = ("open", "closing", "paused")


class RulingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling as somebody asks for it; ``pieces`` in their notation, as ``Ks 9d``."""

    name: str
    seat: int = 0
    pieces: str = ""
    amount: int = 0
    reason: str = ""


class RulingKnown(msgspec.Struct, frozen=True):
    """A ruling that the game of a table has."""

    name: str
    words: str
    takes: tuple[str, ...]
    clauses: tuple[str, ...]
    needs: str
    """Who makes it: ``floor`` or ``dealer``."""
    fits: bool | None
    """Whether it can be made now; None: that depends on what is said with it."""
    why_not: str = ""
    seats: tuple[int, ...] = ()
    """The seats about which it can be made now, where it takes one."""


class Rulings(Desk):
    """What is ruled on the floor."""

    async def rulings(self, caller: Caller, table: str) -> list[RulingKnown]:
        """Every ruling of the game at a table, and whether it can be made now."""
        roles.check(caller, "rule_dealer")
        actor = self.table(table)

        async def work() -> list[RulingKnown]:
            live = actor.live
            if live.game is None:
                raise Denied(f"no game is posted at {table}")
            round_ = live.round_ if live.status in RULED else None
            return [_known(live.posted, rule, round_) for rule in live.posted.ruling_rules.values()]

        return await actor.turn(work)

    async def preview(self, caller: Caller, table: str, asked: RulingAsked) -> Foreseen:
        """Where a ruling would move the money; the table is not touched, covered cards not told."""
        roles.check(caller, "preview_ruling")
        actor = self.table(table)

        async def work() -> Foreseen:
            live = ruled(actor.live)
            round_, ruling = rounds.the_round(live), _ruling(live.posted, asked)
            _check_open(round_, ruling)
            try:
                return foreseen(table, actor.seq, live.number + live.idle, round_, ruling)
            except Refused as refused:
                raise Denied(refused.what, "refused", refused.clauses) from None

        return await actor.turn(work)

    async def rule(
        self, caller: Caller, table: str, asked: RulingAsked, seq: int, *,
        second: Caller | None = None, key: str = "",
    ) -> Answer:  # fmt: skip
        """Make a ruling at a table that still stands at row ``seq``."""
        actor = self.table(table)
        rule = self._rule(actor, asked.name)
        roles.check(caller, "rule_dealer" if rule.needs == "dealer" else "rule_floor")
        who = self._second(caller, second)

        async def work() -> Answer:
            live = ruled(actor.live)
            if actor.seq != seq:
                raise Denied(
                    f"something has happened at {table} since row {seq}: look again", "stale"
                )
            ruling, now = _ruling(live.posted, asked), actor.now
            if refused := live.posted.ruling_refused(rounds.the_round(live).state, ruling):
                raise refused
            note = log.Said(f"ruling: {rule.words}", _more(live, ruling, second))

            def make() -> list[PendingRow]:
                found, at = [], actor.seq + 1
                if live.idle:
                    found.append(rounds.begin(live, at, now))
                found.append(rounds.rule(live, at + len(found), ruling, now, who))
                return [*found, PendingRow(note)]

            return await actor.moved(make)

        try:
            return await actor.command(caller, key, ("rule", asked, seq, who), work)
        except Denied as denied:
            if denied.code == "refused":
                await self._refused(caller, table, asked, denied)
            raise

    def _rule(self, actor: Actor, name: str) -> RulingRule:
        game = ruled(actor.live).posted
        found = game.ruling_rules.get(name)
        if found is None:
            refused = game.ruling_refused(None, Ruling(name))
            raise Denied(refused.what if refused else "there is no such ruling", "unknown")
        return found

    def _second(self, caller: Caller, second: Caller | None) -> int:
        """The second person of a ruling, somebody else who may rule too."""
        if second is None:
            return 0
        roles.check(second, "rule_floor")
        if second.person == caller.person:
            raise Denied("the second person of a ruling is somebody else", "role")
        return second.person

    async def _refused(
        self, caller: Caller, table: str, asked: RulingAsked, denied: Denied
    ) -> None:
        """A refusal may tell something of covered cards: who tries is noted."""
        if asked.pieces or asked.name in ABOUT_CARDS:
            body = RulingRefused(table, asked, denied.what)
            await self.journal.write(caller, "ruling_refused", body)


class RulingRefused(msgspec.Struct, frozen=True):
    """Row: somebody tried a ruling about cards, and it did not fit them."""

    table: str
    asked: RulingAsked
    why: str


def ruled(live: TableState) -> TableState:
    """A table at which something can be ruled now."""
    if live.status not in RULED or live.round_ is None or live.round_.closed:
        raise Denied(f"no round is being played at {live.name} that could be ruled on", "stale")
    return live


def _ruling(game: Game, asked: RulingAsked) -> Ruling:
    """What is asked for, as the game takes it."""
    try:
        pieces = game.kind.parse(asked.pieces)
    except (ValueError, KeyError, Refused) as error:
        raise Denied(f"{asked.name}: {error}") from None
    return Ruling(asked.name, asked.seat, pieces, asked.amount, noted(asked.reason))


def _check_open(round_: Round, ruling: Ruling) -> None:
    """A preview tells nothing of what is covered, not even by being refused."""
    names = round_.game.kind.names
    up = face_up(round_)
    hidden = any(not 0 <= p < len(names) or names[p] not in up for p in ruling.pieces)
    if hidden or ruling.name in ABOUT_CARDS:
        raise Denied(
            f"{ruling.name} is about covered cards: it has no preview, because that would tell "
            "who holds them; make it, or look at what has no cards in it"
        )


def _known(game: Game, rule: RulingRule, round_: Round | None) -> RulingKnown:
    """A ruling, and whether it can be made now."""
    told = RulingKnown(rule.name, rule.words, rule.takes, rule.clauses, rule.needs, None)
    replace = msgspec.structs.replace
    if round_ is None or round_.closed:
        return replace(told, fits=False, why_not="no round is being played")
    if rule.name in ABOUT_CARDS or {"pieces", "amount"} & set(rule.takes):
        return told
    if "seat" not in rule.takes:
        refused = game.ruling_refused(round_.state, Ruling(rule.name, reason="-"))
        return replace(told, fits=refused is None, why_not=refused.what if refused else "")
    tried = {
        seat: game.ruling_refused(round_.state, Ruling(rule.name, seat, reason="-"))
        for seat in game.ruled_on(round_.state)
    }
    seats = tuple(seat for seat, refused in tried.items() if refused is None)
    why = next((refused.what for refused in tried.values() if refused), "")
    return replace(told, fits=bool(seats), why_not="" if seats else why, seats=seats)


def _more(live: TableState, ruling: Ruling, second: Caller | None) -> dict[str, str]:
    """What is noted of a ruling beside its inputs, for people who read the log."""
    more = {"round": str(live.number + live.idle), "name": ruling.name, "reason": ruling.reason}
    if ruling.seat:
        more["seat"] = str(ruling.seat)
    if second:
        more["second"] = second.name
    return more
