"""The claims of a blackjack round: hands, insurance, and what goes with a hand that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import PLAYER
from houseway.families.banked.settlement import Claim, Step
from houseway.families.banked.state import StakeOwner
from houseway.families.blackjack import rules
from houseway.families.blackjack.state import (
    BlackjackHand,
    BlackjackState,
    CardsStay,
    CardsTurned,
    HandSettled,
    Surrendered,
)
from houseway.game.pay_tables import LOSE, Payout, parse_payout
from houseway.game.wagers import AFTER_HAND

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


DECIDES = ("bust", "check_hole_card", "pay_blackjacks", "hand_steps")
"""The steps by which a hand is won or lost."""
COMPARED = ("win", "push", "lose")
"""The words for hands that were held against the dealer's: why, they do not say."""
INSURANCE = parse_payout("2 to 1")
HALF_BACK = Payout("half back", -1, 2)


def decided_by(game: Blackjack) -> dict[str, tuple[str, ...]]:
    """Return the clauses of each deciding step, and the clause that applies another game's."""
    by, standard = next(iter(game.inherits.items()), ("", None))
    cited = standard.cited() if standard is not None else {}
    return {
        key: (*ours, by) if ours and ours == cited.get(key) else ours
        for key, ours in ((key, game.clauses_at(key)) for key in DECIDES)
    }


def hand_steps(game: Blackjack, s: BlackjackState, seat: int, i: int, last: bool) -> list[Step]:
    """One hand: its chips at the odds of its outcome, its lammers at even money or nothing.

    Cards that lie face down are turned up first.  ``last``: whether with it all hands of the seat
    are decided.
    """
    hand = s.hands[seat][i]
    count = game.count
    if count.line is not None:
        line = count.lines[count.line(hand.cards, s.dealer, game.made(hand))]
        outcome, clauses, words, why = line.outcome, line.clauses, line.word, line.because
    else:
        outcome = game.outcome_of(s, hand)
        clauses, words = game.outcome_cited(s, hand, outcome)
        why = reason_of(game, s, outcome) if words in COMPARED else ""
    of_tips: tuple[str, ...] = ()
    plus: dict[StakeOwner, tuple[int, str]] = {}
    if game.free is not None and (hand.lammers or hand.tucked):
        clauses += game.free.clauses(s, seat, hand, outcome)
        of_tips, plus = game.free.of_tips, game.free.won(s, seat, hand, outcome)
    if not game.peek:
        plus = with_spared(plus, spared_chips(game, s, hand, seat, i, outcome))
    pays = game.main_pays[outcome]
    claim = Claim(
        (seat, "main", i), words, payout=pays, clauses=clauses, row=-1, extras=plus,
        of_tips=of_tips, only_bettor=0, because=why,
    )  # fmt: skip
    over = over_steps(game, s, seat, i, last)
    return [CardsTurned(seat, s.dealt[seat]), claim, *over] if seat in s.down else [claim, *over]


def reason_of(game: Blackjack, s: BlackjackState, outcome: int) -> str:
    """Return the reason of a comparison with the dealer's hand: a name in the game's words."""
    count = game.count
    if outcome == rules.WIN:
        return "dealer_over" if count.over(s.dealer) else "higher"
    if outcome == rules.LOSE:
        return "dealer_blackjack" if count.natural(s.dealer) else "lower"
    if outcome == rules.PUSH:
        if count.over(s.dealer):
            return "dealer_22"
        return "both_blackjack" if count.natural(s.dealer) else "same"
    return ""


def with_spared(
    plus: dict[StakeOwner, tuple[int, str]], spared: dict[StakeOwner, int]
) -> dict[StakeOwner, tuple[int, str]]:
    """Return the amounts on a hand besides the odds, with the chips that may not be taken."""
    found = dict(plus)
    for who, cents in spared.items():
        more, note = plus.get(who, (0, ""))
        found[who] = (more + cents, note)
    return found


def spared_chips(
    game: Blackjack, s: BlackjackState, hand: BlackjackHand, seat: int, i: int, outcome: int
) -> dict[StakeOwner, int]:
    """Return chips beyond the original wager that a blackjack may not take without a peek."""
    count = game.count
    if game.no_peek_takes == "all" or not count.natural(s.dealer):
        return {}
    if outcome != rules.LOSE or count.over(hand.cards):
        return {}
    original = s.units[seat] if i < game.hands_dealt else {}
    lying = s.stakes.get((seat, "main", i), {}).items()
    more = {who: cents - original.get(who, 0) for who, cents in lying if who[1] == PLAYER}
    return {who: cents for who, cents in more.items() if cents}


@step("over")
def over_steps(game: Blackjack, s: BlackjackState, seat: int, i: int, last: bool) -> list[Step]:
    """A hand is decided; its cards stay if a wager still looks at the original hand.

    Before the cards of a spot's last hand are taken, the wagers are settled that go with it.
    """
    steps: list[Step] = []
    if last:
        for side in game.sides_at(AFTER_HAND):
            steps += game.side_steps(s, (seat, 0), side)
    steps.append(HandSettled(seat, i))
    if i == 0 and s.phase != "settling":
        for spot in game.cards_stay_for:
            if (seat, spot, 0) in s.stakes:
                steps.append(CardsStay(seat, i, spot))
    return steps


def main_steps(game: Blackjack, s: BlackjackState, seat: int) -> list[Step]:
    """All hands of a seat that are not decided yet; a tucked one last, for it measures lammers."""
    hands = s.hands[seat]
    left = [i for i, hand in enumerate(hands) if not hand.settled]
    if len(left) > 1:
        left.sort(key=lambda i: hands[i].tucked)
    steps: list[Step] = []
    for i in left:
        steps += game.hand_steps(s, seat, i, i == left[-1])
    if game.free is not None:
        steps += game.free.gathered(s, seat)
    return steps


def surrender_steps(game: Blackjack, s: BlackjackState, seat: int, i: int = 0) -> list[Step]:
    """A hand is given up for half of its wager."""
    clauses = game.declared()["surrender"].clauses
    claim = Claim((seat, "main", i), "surrender", HALF_BACK, clauses)
    last = all(hand.settled or j == i for j, hand in enumerate(s.hands[seat]))
    return [Surrendered(seat, i), claim, *over_steps(game, s, seat, i, last)]


@step("insurance")
def insurance_steps(game: Blackjack, s: BlackjackState, seat: int) -> list[Step]:
    """Insurance pays 2 to 1 under a dealer's blackjack and loses otherwise."""
    unsettled = []
    for hand in range(game.hands_dealt):
        place = (seat, "insurance", hand)
        if place in s.stakes and place not in s.deferred:
            unsettled.append(place)
    if not unsettled:
        return []
    if game.count.natural(s.dealer):
        words, payout = f"dealer {game.count.natural_word}", INSURANCE
        cited = game.clauses_at("settlement.insurance")
    else:
        words, payout = "lose", LOSE
        cited = game.insurance_lost_clauses or game.clauses_at("settlement.insurance")
    return [Claim(place, words, payout, cited) for place in unsettled]


def all_insurance(game: Blackjack, s: BlackjackState) -> list[Step]:
    """The insurance of every seat, in the order of settlement."""
    return [step for seat in game.settling(s) for step in insurance_steps(game, s, seat)]


def outcome_cited(
    game: Blackjack, s: BlackjackState, hand: BlackjackHand, outcome: int
) -> tuple[tuple[str, ...], str]:
    """The clauses an outcome of a hand rests on, and the word for it."""
    count = game.count
    if outcome == rules.LOSE and count.over(hand.cards):
        found, words = game.decided_by["bust"], count.over_word
    elif outcome == rules.BLACKJACK:
        found, words = game.declared()["blackjack_pays"].clauses, count.natural_word
    elif outcome == rules.PUSH and count.total(s.dealer) == 22:
        found, words = game.declared()["dealer_22_pushes"].clauses, "push"
    elif outcome > rules.LOSE:
        found, words = game.declared()["pays_more"].clauses, count.outcome.outcomes[outcome]
    else:
        found, words = game.decided_by[_compared(game, s, outcome)], rules.OUTCOMES[outcome]
    return found, words


def _compared(game: Blackjack, s: BlackjackState, outcome: int) -> str:
    """The step that settles two hands: a dealer's natural pushes a natural and takes the rest."""
    if not game.count.natural(s.dealer):
        return "hand_steps"
    return "pay_blackjacks" if outcome == rules.PUSH else "check_hole_card"
