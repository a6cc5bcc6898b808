"""Crazy Pineapple.  Delta Club Casino, "Crazy Pineapple"."""

from __future__ import annotations

from typing import ClassVar

from houseway.families.poker import FLOP_GAMES, Cards, PotPart, Street
from houseway.game.posting import fact
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.poker import NO_LIMIT, with_shared


class CrazyPineapple(Holdem):
    """Three hole cards, of which one is discarded before the turn; by reading, else Hold'em."""

    id = "crazy-pineapple"
    name = "Crazy Pineapple"
    section = "Delta Club Casino, Crazy Pineapple"
    sections: ClassVar[tuple[str, ...]] = ("CA-PINE", *Holdem.sections)
    parts: ClassVar[tuple[PotPart, ...]] = (PotPart("high", ("CA-PINE-03", "CA-PINE-06")),)
    inherits = {"CA-PINE-07": Holdem}
    replaces = {
        "CA-HOLDEM-00": ("CA-PINE-01", "CA-PINE-03", "CA-PINE-06"),
        "CA-HOLDEM-20": ("CA-PINE-03",),
    }

    streets = fact(
        (
            Street("preflop", (Cards(3),), opens="blinds"),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, discard=1, tier=2),
            Street("river", board=1, burn=True, tier=2),
        ),
        "CA-PINE-01",
    )

    cites = with_shared({
        "odd_chip":              ("CA-PINE-06",),
        "raises_max":            ("CA-PINE-01",),
        "short_all_in":          ("CA-PINE-01",),
        "showdown":              ("CA-PINE-03", "CA-HOLDEM-21"),
        "positions.post_blinds": ("CA-PINE-06", "CA-HOLDEM-01", "CA-HOLDEM-05",
                                        "CA-HOLDEM-06"),
        "positions.first_order":          ("CA-PINE-02", "CA-HOLDEM-05", "CA-HOLDEM-12",
                                        "CA-KILL-11"),
        "dealing.deal_hole":  ("CA-PINE-01",),
        "dealing.discard":    ("CA-PINE-01", "CA-PINE-05"),
        "dealing.deal_board": ("CA-PINE-01", "CA-HOLDEM-16", "CA-HOLDEM-17",
                                        "CA-HOLDEM-18"),
        "betting.betting_round":      ("CA-PINE-01",),
        "limits.limit_raise_is_full": ("CA-PINE-01",),
        "limits.is_capped":           ("CA-PINE-01",),
        "hands":                      ("CA-PINE-03", "CA-PINE-06"),
        "pots.showdown":              ("CA-PINE-03", "CA-HOLDEM-21"),
        "pots.side_pots":             ("CA-PINE-06",),
        "pots.equal_shares":          ("CA-PINE-06",),
        "pots.side_pot":              ("CA-PINE-06",),
        "pots.equal_share":           ("CA-PINE-06",),
        "pots.award":                 ("CA-PINE-06",),
    }, NO_LIMIT)

    rulings = tuple(
        rule.by(("CA-PINE-07", *rule.clauses)) if rule.name in FLOP_GAMES else rule
        for rule in Holdem.rulings
    )
    """Those on cards hold here by reading."""

    deal_clauses = ("CA-PINE-01",)
    unseen_clauses = ("CA-PINE-06",)
    why_clauses = {
        **Holdem.why_clauses,
        "betting": ("CA-PINE-01",),
        "limit":   ("CA-PINE-01",),
        "discard": ("CA-PINE-01", "CA-PINE-05"),
        "shows":   ("CA-PINE-03",),
    }


GAME = CrazyPineapple
