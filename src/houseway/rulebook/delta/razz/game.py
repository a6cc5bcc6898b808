"""Seven Card Stud Low (Razz).  Delta Club Casino."""

from __future__ import annotations

from houseway.families.poker import Hands, PokerState, PotPart
from houseway.families.poker.dealing import LOW_PAIRS
from houseway.families.poker.streets import HIGH_CARD, LOW_BOARD
from houseway.game.posting import fact, posted
from houseway.hands.poker_low import NO_QUALIFIER, best_low
from houseway.rulebook.delta.poker import NO_LIMIT, with_shared
from houseway.rulebook.delta.seven_card_stud.game import SevenCardStud, seven_cards, stud_streets


class Razz(SevenCardStud):
    """Stud in everything (5), for the lowest hand: the highest card brings it in."""

    id = "razz"
    name = "Razz"
    section = "Delta Club Casino, Seven Card Stud Low (Razz)"
    sections = ("CA-RAZZ", *SevenCardStud.sections)
    parts = (PotPart("low", ("CA-RAZZ-01", "CA-RAZZ-06")),)
    inherits = {"CA-RAZZ-05": SevenCardStud}
    replaces = {
        "CA-STUD-02": ("CA-RAZZ-02",),
        "CA-STUD-03": ("CA-RAZZ-03",),
        "CA-STUD-21": ("CA-RAZZ-05",),
        "CA-STUD-23": ("CA-RAZZ-01", "CA-RAZZ-06"),
        **SevenCardStud.replaces,
    }

    streets = fact(
        stud_streets(HIGH_CARD, LOW_BOARD),
        "CA-RAZZ-02", "CA-RAZZ-03", "CA-RAZZ-05", "CA-STUD-01", "CA-STUD-05",
    )
    odd_chip = posted(
        "lowest_card", "lowest_card_ace_high", cite="CA-RAZZ-05",
        says="who gets an odd chip among tied hands",
    )
    announcements = posted(
        "all", "none", cite="CA-RAZZ-04", says="whether pairs that lie up are announced"
    )

    def announced(self) -> tuple[str, ...]:
        """Return the announced pairs: each the first time, never of face cards."""
        return (LOW_PAIRS,)

    def hands(self, s: PokerState) -> Hands:
        """The lowest five of seven cards: the ace is low, straights and flushes do not count."""
        held = seven_cards(s)
        low = NO_QUALIFIER
        return ({x: best_low(cards, low) if len(cards) == 7 else 0 for x, cards in held.items()},)

    cites = with_shared({
        "betting.brings_in":     ("CA-RAZZ-02",),
        "betting.bring_in":      ("CA-RAZZ-02", "CA-STUD-08", "CA-STUD-11", "CA-STUD-26"),
        "betting.opener":        ("CA-RAZZ-03", "CA-STUD-17", "CA-STUD-20"),
        "betting.betting_round": ("CA-STUD-01", "CA-RAZZ-02", "CA-RAZZ-03"),
        "announced":             ("CA-RAZZ-04",),
        "dealing.announce":      ("CA-RAZZ-04",),
        "smallest_chip":         ("CA-RAZZ-05",),
        "hands":                 ("CA-RAZZ-01", "CA-RAZZ-06", "CA-STUD-19"),
        "pots.side_pots":        ("CA-RAZZ-06",),
        "pots.equal_shares":     ("CA-RAZZ-05", "CA-RAZZ-06"),
        "pots.award":            ("CA-RAZZ-06",),
        "pots.side_pot":         ("CA-RAZZ-06",),
        "pots.equal_share":      ("CA-RAZZ-05", "CA-RAZZ-06"),
    }, NO_LIMIT)

    unseen_clauses = ("CA-RAZZ-06",)
    odd_chip_clauses = ("CA-RAZZ-05",)
    turn_clauses = ("CA-RAZZ-02", "CA-RAZZ-03")
    why_clauses = {
        **SevenCardStud.why_clauses,
        "bring_in": ("CA-RAZZ-02", "CA-STUD-11"),
        "chips":    ("CA-RAZZ-05",),
    }


GAME = Razz
