"""Setting a hand for the best: what it is worth against the house way, and where they differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.strategy_sheet import Figures, Paper, Part, Words, percent
from houseway.game.base import Game


@dataclass(frozen=True)
class BetterSetting:
    """A hand that the house way does not set for the best."""

    pieces: str
    house: str
    best: str
    gain: Fraction
    """What the better setting gains of a unit, when this hand is held."""
    ways: int
    """How many of all hands are this one."""


@dataclass(frozen=True)
class BankReply:
    """What a player who banks keeps when he, too, sets for the best, knowing how players set."""

    to_house_way: Fraction
    to_best: Fraction
    """Of players who set best against the bank's house way."""
    better: tuple[BetterSetting, ...]
    """The bank's hands set better than its house way, against players of the house way."""
    hands: int

    @property
    def differing(self) -> Fraction:
        """How often the bank's hand is one of those set better."""
        return Fraction(sum(line.ways for line in self.better), self.hands)


@dataclass(frozen=True)
class BestSettings:
    """What the bank keeps of a player who sets the house way, and of one who sets for the best."""

    bank: str
    house_way: Fraction
    best: Fraction
    better: tuple[BetterSetting, ...]
    """By what they gain overall."""
    hands: int
    """How many hands there are, counted like the ways of one."""
    easy: tuple[tuple[str, Fraction], ...] = ()
    """Easy rules in words, with what the bank keeps of a player who goes by them."""
    note: str = ""
    reply: BankReply | None = None
    in_all: tuple[int, int] = (0, 0)
    """How many hands are set better and their ways, where only the first of them are listed."""

    @property
    def number(self) -> int:
        """How many hands are set better."""
        return self.in_all[0] or len(self.better)

    @property
    def differing(self) -> Fraction:
        """How often a hand is one of those set better."""
        ways = self.in_all[1] or sum(line.ways for line in self.better)
        return Fraction(ways, self.hands)


def settings_paper(find: Callable[[Game], BestSettings]) -> Callable[[Game, int], Paper]:
    """The paper of a game in which hands are set, from how its best settings are found."""

    def paper(game: Game, most: int) -> Paper:
        best = find(game)
        found = {
            "game": game.id,
            "bank": best.bank,
            "note": best.note,
            "house_edge_house_way": str(best.house_way),
            "house_edge_best": str(best.best),
            "easy": [{"rule": words, "house_edge": str(edge)} for words, edge in best.easy],
            "better": [_plain(game, line) for line in best.better[:most]],
            "better_in_all": best.number,
            "better_share": str(best.differing),
        }  # fmt: skip
        better = _better(game, best.better, best.number, most, "hands", best.differing)
        parts: tuple[Part, ...] = (*_edges(best), better)
        if (reply := best.reply) is not None:
            found["banks_reply"] = {
                "house_edge_to_house_way": str(reply.to_house_way),
                "house_edge_to_best": str(reply.to_best),
                "better": [_plain(game, line) for line in reply.better[:most]],
                "better_in_all": len(reply.better),
            }
            parts += _reply(game, best.bank, reply, most)
        return Paper(f"{game.name}: the best settings against the house way", found, parts)

    return paper


def _edges(best: BestSettings) -> tuple[Part, ...]:
    note = f", {best.note}" if best.note else ""
    said = [
        Words(
            f"edge of {best.bank} against a player who sets {words}{note}: {percent(edge)} = {edge}"
        )
        for edge, words in ((best.house_way, "by the house way"), (best.best, "best"))
    ]
    easy = [Words(f"an easy rule: {words}: {percent(edge)}") for words, edge in best.easy]
    return (*said, *easy)


def _plain(game: Game, s: BetterSetting) -> dict[str, object]:
    return {
        game.kind.name: s.pieces, "house_way": s.house, "best": s.best, "gain": str(s.gain),
        "ways": s.ways,
    }  # fmt: skip


def _better(
    game: Game, lines: tuple[BetterSetting, ...], of: int, most: int, whose: str, share: Fraction
) -> Figures:
    shown = lines[:most]
    return Figures(
        (game.kind.name, "house way", "better", "gain when held", "ways"),
        tuple((s.pieces, s.house, s.best, percent(s.gain, 3), str(s.ways)) for s in shown),
        f"{len(shown)} of {of} {whose} set better than the house way, "
        f"{percent(share, 2)} of all that are dealt",
        ("gain when held", "ways"),
    )


def _reply(game: Game, bank: str, reply: BankReply, most: int) -> tuple[Part, ...]:
    """What a bank gains that does not keep to its house way either."""
    said = [
        Words(f"{bank} who sets best against players who set {words}: {percent(edge)} = {edge}")
        for edge, words in (
            (reply.to_house_way, "by the house way"),
            (reply.to_best, "best against that house way"),
        )
    ]
    whose = f"hands of {bank}, against players of the house way,"
    better = _better(game, reply.better, len(reply.better), most, whose, reply.differing)
    return (*said, better)
