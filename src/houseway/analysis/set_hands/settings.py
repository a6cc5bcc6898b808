"""The best settings of hands: their value against the house way, and where they differ from it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from houseway.analysis.game_math import timed_out
from houseway.analysis.strategy_sheet import (
    BankReply,
    BestSettings,
    BetterSetting,
    Figures,
    Sentence,
    SheetPart,
    StrategySheet,
    percent,
)
from houseway.game.base import Game

HOUSE_WAY_PLAYER = (timed_out, "everybody sets the house way")
"""The description of a live player who lets time run out: the table then sets the house way."""


def settings_sheet(find: Callable[[Game], BestSettings]) -> Callable[[Game, int], StrategySheet]:
    """Return the strategy sheet of a game in which hands are set, from its best settings."""

    def paper(game: Game, most: int) -> StrategySheet:
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
        parts: tuple[SheetPart, ...] = (*_edges(best), better)
        if (reply := best.reply) is not None:
            found["banks_reply"] = {
                "house_edge_to_house_way": str(reply.to_house_way),
                "house_edge_to_best": str(reply.to_best),
                "better": [_plain(game, line) for line in reply.better[:most]],
                "better_in_all": len(reply.better),
            }
            parts += _reply(game, best.bank, reply, most)
        return StrategySheet(f"{game.name}: the best settings against the house way", found, parts)

    return paper


def _edges(best: BestSettings) -> tuple[SheetPart, ...]:
    """Return sentences on the bank's edge against the house way, best settings and easy rules."""
    note = f", {best.note}" if best.note else ""
    said = [
        Sentence(
            f"edge of {best.bank} against a player who sets {words}{note}: {percent(edge)} = {edge}"
        )
        for edge, words in ((best.house_way, "by the house way"), (best.best, "best"))
    ]
    easy = [Sentence(f"an easy rule: {words}: {percent(edge)}") for words, edge in best.easy]
    return (*said, *easy)


def _plain(game: Game, s: BetterSetting) -> dict[str, object]:
    """Return a better setting as JSON values."""
    return {
        game.kind.name: s.pieces, "house_way": s.house, "best": s.best, "gain": str(s.gain),
        "ways": s.ways,
    }  # fmt: skip


def _better(
    game: Game, lines: tuple[BetterSetting, ...], of: int, most: int, whose: str, share: Fraction
) -> Figures:
    """Return the table of hands that are set better than by the house way, ``most`` at most."""
    shown = lines[:most]
    return Figures(
        (game.kind.name, "house way", "better", "gain when held", "ways"),
        tuple((s.pieces, s.house, s.best, percent(s.gain, 3), str(s.ways)) for s in shown),
        f"{len(shown)} of {of} {whose} set better than the house way, "
        f"{percent(share, 2)} of all that are dealt",
        ("gain when held", "ways"),
    )


def _reply(game: Game, bank: str, reply: BankReply, most: int) -> tuple[SheetPart, ...]:
    """Return the gain of a bank that also departs from its house way."""
    said = [
        Sentence(f"{bank} who sets best against players who set {words}: {percent(edge)} = {edge}")
        for edge, words in (
            (reply.to_house_way, "by the house way"),
            (reply.to_best, "best against that house way"),
        )
    ]
    whose = f"hands of {bank}, against players of the house way,"
    better = _better(game, reply.better, len(reply.better), most, whose, reply.differing)
    return (*said, better)
