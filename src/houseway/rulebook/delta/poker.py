"""The clauses shared by every poker game of the Delta Club, as data: no limit, pot limit, kill
pots.

Each is a section of its own, printed once for all games. A game cites its own text, and
``with_shared`` adds the clauses of these sections on the same steps.
"""

from __future__ import annotations

from houseway.cite import Cites

NO_LIMIT: Cites = {
    "structure": ("CA-NL-00",),
    "clock": ("CA-NL-18",),
    "silent_chip": ("CA-NL-13",),
    "showdown": ("CA-NL-17",),
    "positions.excluded": ("CA-NL-04", "CA-NL-17"),
    "betting.betting_round": ("CA-NL-10",),
    "betting.wager": ("CA-NL-06", "CA-NL-08", "CA-NL-09", "CA-NL-12"),
    "betting.silent_chip": ("CA-NL-13", "CA-NL-16"),
    "limits.may_raise": ("CA-NL-07", "CA-NL-09"),
    "limits.no_limit_bet": ("CA-NL-07", "CA-NL-08"),
    "limits.is_capped": ("CA-NL-06",),
    "pots.equal_shares": ("CA-NL-03",),
    "pots.equal_share": ("CA-NL-03",),
    "pots.award": ("CA-NL-02", "CA-NL-03"),
    "next_hand.hand_over": ("CA-NL-04",),
}
POT_LIMIT: Cites = {
    "structure": ("CA-PL-00",),
    "pot_rounding": ("CA-PL-03",),
    "silent_chip": ("CA-PL-05",),
    "betting.silent_chip": ("CA-PL-05",),
    "limits.pot_limit": ("CA-PL-01", "CA-PL-03", "CA-PL-04"),
}
WITH_BLINDS: Cites = {
    "smallest_chip": ("CA-PL-02",),
    "pot_limit_opening": ("CA-PL-02",),
    "opens_for": ("CA-PL-02",),
    "limits.opening_limit": ("CA-PL-02",),
    "positions.straddle_seat": ("CA-NL-19", "CA-PL-06"),
    "positions.straddle": ("CA-NL-19", "CA-PL-06"),
}
"""The clauses of both sections on blinds: the opening bet, and the straddle."""
KILL_POTS: Cites = {
    "kill_leg_on_split": ("CA-KILL-05",),
    "positions.post_kill": ("CA-KILL-02", "CA-KILL-10"),
    "events.around_the_killer": ("CA-KILL-11",),
    "kill.kill_before": ("CA-KILL-06", "CA-KILL-10"),
    "kill.qualifies": ("CA-KILL-03",),
    "kill.kill_after": ("CA-KILL-05", "CA-KILL-06", "CA-KILL-14"),
}

FLOOR: Cites = {
    "dead_hand": ("CA-NL-01", "CA-NL-02", "CA-NL-05"),
    "miscall": ("CA-NL-17",),
    "out_of_turn": ("CA-NL-04",),
    "clock": ("CA-NL-18",),
    "verbal_over_chips": ("CA-NL-11",),
    "over_the_pot": ("CA-PL-01",),
    "short_chips": ("CA-NL-14",),
    "short_chips_stay": ("CA-NL-15", "CA-KILL-09"),
    "excess_chips": ("CA-NL-02", "CA-NL-16"),
}
"""The rulings that these sections have for every game."""
REFUSALS: Cites = {
    "no_limit": ("CA-NL-07", "CA-NL-08"),
    "pot_limit": ("CA-PL-01",),
    "silent_chip": ("CA-NL-13", "CA-PL-05"),
    "too_little": ("CA-NL-15", "CA-KILL-09"),
    "short_raise": ("CA-NL-09",),
    "short_bet": ("CA-NL-07", "CA-NL-09"),
    "all_in": ("CA-NL-08",),
}
"""The reasons for which these sections refuse something."""


def with_shared(own: Cites, *shared: Cites) -> Cites:
    """Return a game's clauses by step, followed by those of the shared sections."""
    found = dict(own)
    for table in shared:
        for name in found.keys() & table.keys():
            found[name] = tuple(dict.fromkeys((*found[name], *table[name])))
    return found


def and_shared(own: Cites, *shared: Cites) -> Cites:
    """Return a game's own clauses with those of shared sections, steps of these alone included."""
    names: Cites = {name: () for table in shared for name in table}
    return with_shared({**names, **own}, *shared)
