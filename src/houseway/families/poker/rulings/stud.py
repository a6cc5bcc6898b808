"""Rulings of stud games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.engine.questions import Ask, Chance
from houseway.errors import Reason
from houseway.families.poker.dealing import burn_next, cards_left
from houseway.families.poker.events.rulings import (
    LAST_CARD,
    AbsentForfeits,
    BothCardsUp,
    BurnError,
    BurnPutRight,
    CardBackOnDeck,
    CardMoved,
    CardPlays,
    CardsAside,
    DealtTooSoon,
    FinalKept,
    FinalTooSoon,
    HandDead,
    HoleCardUp,
    LastCardAnswered,
    LastCardComesUp,
    LastCardUp,
    ManagerCalled,
    UpCardsAside,
    WrongLow,
    WrongLowStands,
)
from houseway.families.poker.rulings.cards import explain_too_few_cards, no_live_hand, not_held
from houseway.families.poker.rulings.players import explain_not_in_hand
from houseway.game.decisions import decision
from houseway.game.rulings import ruling

if TYPE_CHECKING:
    from houseway.engine.questions import Act, Ruling, Script
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerState
    from houseway.game.base import RoundContext

LAST_CARD_UP = "last card up"
"""The moment at which a player whose last card lies up goes on, or is all-in."""


def nobody_has_acted(s: PokerState) -> bool:
    """Return True if the betting round stands as it was opened; a forced bet is no action."""
    raised = s.bring_in > 0 and s.to_call > s.bring_in
    return s.betting and not raised and tuple(s.queue) == s.order[s.bring_in > 0 :]


def last_street(game: Poker, s: PokerState) -> bool:
    """Return True if the last cards have come, or are coming."""
    return s.street == len(game.streets) - 1


def dealt_last(s: PokerState) -> list[int]:
    """Return the seats that got a card of the last round, in the order of the deal."""
    most = max([len(s.hole[seat]) for seat in s.live])
    return [seat for seat in s.dealt_in if len(s.hole[seat]) == most]


def explain_not_burned_twice(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why a second card cannot have been burned."""
    if why := explain_up_cards_final(game, s, ruling):
        return why
    return explain_too_few_cards(cards_left(game, s), 1)


@ruling("two cards were burned", unless=explain_not_burned_twice)
def burned_twice(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The second burn card is the first player's, each card one place on; the last goes back."""
    s = r.state
    r.emit(BurnError(2))
    while s.error_cards:
        second = yield Chance("second burn", 1)
        if second is not None:
            seats = dealt_last(s)
            cards = [second, *[s.hole[seat][-1:] for seat in seats]]
            for seat, card in zip(seats, cards[:-1], strict=True):
                r.emit(CardMoved(seat, card))
            r.emit(CardBackOnDeck(cards[-1]))


def explain_up_cards_final(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the up cards stay as they are: corrected once, and only before action."""
    if not s.street or s.cards_owed():
        return Reason(
            "not-after-a-burn",
            "this ruling is for a round of cards that has been dealt after a burn",
        )
    if last_street(game, s):
        return Reason(
            "last-cards-seen",
            "the last cards have been seen or lie among the others: they stay as they are",
        )
    if not nobody_has_acted(s) or s.going_on:
        return Reason("action-before-ruling", "there has been action: the cards stay as they are")
    if s.burn_with:
        return Reason(
            "put-right-already",
            "these cards have been put right, and the one that was over lies on the deck",
        )
    return None


@ruling("no card was burned", unless=explain_up_cards_final)
def not_burned(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Take the first player's card as the burn card, and move each card one place back.

    The table has recorded it so: its first card is the burn.
    """
    r.emit(BurnError(0))
    r.emit(BurnPutRight((r.state.burns[-1],)))


def explain_not_before_next_cards(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why cards cannot have come too soon, the last of them to this seat."""
    if not s.betting or last_street(game, s):
        return Reason("not-before-next-card", "this ruling is for the betting before another card")
    if ruling.seat not in s.receiving():
        return Reason("gets-no-card", f"seat {ruling.seat} does not get a card in this round")
    return explain_too_few_cards(cards_left(game, s), s.receiving().index(ruling.seat) + 2)


@ruling(
    "cards came before betting was complete, the last to this seat",
    unless=explain_not_before_next_cards,
    takes=("seat",),
)
def dealt_too_soon(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a) These cards go out, with others for a round of them. (b), (c) Betting; burn and deal."""
    s = r.state
    seats = s.receiving()
    cards = seats.index(ruling.seat) + 1
    others = others_out(cards, len(seats), game.premature_extra == "all_active")
    r.emit(DealtTooSoon(cards, min(others, r.left - 1 - cards)))
    while s.error_cards or s.others_out:
        if s.burn_owed:
            yield from burn_next(r)
        elif s.error_cards:
            pieces = yield Chance("cards dealt too soon", s.error_cards)
            if pieces is not None:
                up = game.streets[s.street + 1].cards[0].up
                r.emit(UpCardsAside(pieces) if up else CardsAside(pieces))
        else:
            pieces = yield Chance("cards out of play", s.others_out)
            if pieces is not None:
                r.emit(CardsAside(pieces))


@step
@rule()
def others_out(dealt: int, players: int, all_active: bool) -> int:
    """Return how many cards go out with those dealt too soon: a full round, or one for each
    player.
    """
    return players if all_active else players - dealt


def explain_not_before_last_cards(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this seat cannot have received its last card too soon."""
    if not s.betting or s.street != len(game.streets) - 2:
        return Reason(
            "not-before-last-card",
            "this ruling is for the betting on sixth street, before the last card",
        )
    if ruling.seat in s.ahead:
        return Reason("has-last-card", f"seat {ruling.seat} has its last card already")
    return explain_too_few_cards(cards_left(game, s), 2) or explain_not_in_hand(game, s, ruling)


@ruling(
    "a last card came before betting was complete, and was seen",
    unless=explain_not_before_last_cards,
    takes=("seat",),
)
def final_too_soon(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Let a player keep a last card that was seen or mixed with the others; no raise on this
    round.
    """
    s = r.state
    r.emit(FinalTooSoon(ruling.seat, not s.ahead))
    while s.error_cards:
        if s.burn_owed:
            yield from burn_next(r)
        else:
            piece = yield Chance("last card dealt too soon", 1)
            if piece is not None:
                r.emit(FinalKept(ruling.seat, piece))


def explain_last_card_not_up(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the last card of this hand cannot be turned up, before action on it."""
    seat = ruling.seat
    if not last_street(game, s) or s.board or s.board_owed:
        return Reason("not-for-last-card", "this ruling is for the last card a player gets")
    if (why := explain_not_in_hand(game, s, ruling)) is not None:
        return why
    if (seat, LAST_CARD) in s.turned:
        return Reason("last-card-up-already", f"the last card of seat {seat} lies up already")
    if s.hole_owed and len(s.hole[seat]) == LAST_CARD:
        return None
    return (
        None
        if nobody_has_acted(s)
        else Reason("action-on-last-card", "there has been action on the last card")
    )


@ruling("a player's last card was dealt up", unless=explain_last_card_not_up, takes=("seat",))
def last_card_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a), (c) Let the player declare an all-in. (b) Of two, if the first's card lies up, so does
    the other's.
    """
    s = r.state
    seat = ruling.seat
    both = len(s.live) == 2 and seat == s.live[0]
    for x in s.live if both else (seat,):
        if (x, LAST_CARD) in s.turned:
            continue
        if s.hole_owed:
            r.emit(LastCardComesUp(x, not both))
        else:
            r.emit(LastCardUp(x, s.hole[x][-1:], not both))
    if s.betting:
        yield from answer_last_card(game, r)


def explain_last_card_down(game: Poker, s: PokerState, seat: int) -> Reason | None:
    """Explain that a seat's last card lies down; None if it is asked about one that lies up."""
    if s.deciding and s.deciding[0] == seat:
        return None
    words = "that is for a player whose last card was dealt up"
    return game.no("last-card-not-up", words, "last_card_up")


@decision("take part in the betting", unless=explain_last_card_down, at=LAST_CARD_UP)
def play_on(game: Poker, r: RoundContext[PokerState], act: Act) -> None:
    """The player takes part in the betting."""
    r.emit(LastCardAnswered(act.seat, False))


@decision("all-in with what is in the pot", unless=explain_last_card_down, at=LAST_CARD_UP)
def all_in(game: Poker, r: RoundContext[PokerState], act: Act) -> None:
    """The player is all-in with what is in the pot."""
    r.emit(LastCardAnswered(act.seat, True))


@step
def answer_last_card(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Ask a player whose last card lies up to go on or be all-in, before there is any action."""
    s = r.state
    while s.deciding:
        seat = s.deciding[0]
        others = [x for x in s.live if x != seat and s.chips[x]]
        if seat not in s.live or not s.chips[seat] or not others:
            r.emit(LastCardAnswered(seat, False))
            continue
        choices = game.decision_table.offered(LAST_CARD_UP, s, seat)
        act = yield Ask({seat: choices}, "your last card lies up", play_on.name)
        if act is not None:
            game.decision_table.run[act.name](r, act)


def explain_not_before_third_card(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this is not a hole card of a live hand, before the third cards."""
    seat = ruling.seat
    if s.street or not s.hole_owed or not s.rounds:
        return Reason(
            "not-for-hole-cards",
            "this ruling is for the hole cards, before the third card is dealt",
        )
    if seat not in s.live:
        return no_live_hand(seat)
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return not_held(seat, "was dealt up")
    if s.up[seat]:
        return Reason(
            "hole-card-up-already",
            f"a hole card of seat {seat} lies up already; if both do, the hand is dead",
        )
    return None


@ruling("a hole card was dealt up", unless=explain_not_before_third_card, takes=("seat", "pieces"))
def hole_card_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """The card stays up, and the third card of its player comes down."""
    r.emit(HoleCardUp(ruling.seat, ruling.pieces))


def explain_not_two_hole_cards(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the two hole cards are not out, or the third card is."""
    if s.street or not s.hole_owed or s.rounds != 2:
        return Reason(
            "not-for-two-hole-cards",
            "this ruling is for two hole cards, before the third card is dealt",
        )
    return explain_not_in_hand(game, s, ruling)


@ruling(
    "both hole cards of a player were dealt up", unless=explain_not_two_hole_cards, takes=("seat",)
)
def both_cards_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """The hand is dead and its ante goes back to the player."""
    s = r.state
    seat = ruling.seat
    r.emit(BothCardsUp(seat, s.hole[seat], s.antes[seat] if s.antes else 0))


def explain_not_just_dealt(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this card cannot have fallen off the table."""
    seat = ruling.seat
    if seat not in s.live or len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return not_held(seat, "fell off the table")
    if ruling.pieces[0] in s.up[seat]:
        return None
    if not s.street:
        return explain_not_before_third_card(game, s, ruling)
    if ruling.pieces[0] != s.hole[seat][-1]:
        return Reason(
            "not-the-last-card", "only the card that was dealt last can have fallen off the table"
        )
    return explain_last_card_not_up(game, s, ruling)


@ruling("a card fell off the table", unless=explain_not_just_dealt, takes=("seat", "pieces"))
def card_off_table(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The card plays, and is treated as one that was exposed."""
    s = r.state
    seat, card = ruling.seat, ruling.pieces
    if card[0] in s.up[seat]:
        r.emit(CardPlays(seat, card))
    elif s.street:
        yield from last_card_up.run(game, r, ruling)
    else:
        r.emit(HoleCardUp(seat, card))


def explain_not_absent_in_turn(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why an absent player does not forfeit now."""
    if (why := explain_not_in_hand(game, s, ruling)) is not None:
        return why
    if s.betting and (s.queue[:1] == [ruling.seat] or made_forced_bet(s, ruling.seat)):
        return None
    return Reason(
        "not-absent-in-turn",
        f"an absent player's hand is forfeited in turn, and it is not seat {ruling.seat}'s turn",
    )


@ruling(
    "a player is absent when the turn comes", unless=explain_not_absent_in_turn, takes=("seat",)
)
def absent(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Hand, ante and forced bet are forfeited; without a wager the seat goes on receiving cards."""
    s = r.state
    r.emit(AbsentForfeits(ruling.seat, not s.to_call or made_forced_bet(s, ruling.seat)))


def made_forced_bet(s: PokerState, seat: int) -> bool:
    """Return True if this player made the forced bet, and there is no higher one."""
    return s.bring_in > 0 and s.to_call == s.bring_in and s.order[:1] == (seat,)


def explain_not_taken_for_low(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this seat cannot have made the forced bet by mistake."""
    if s.street or not s.bring_in or not nobody_has_acted(s):
        return Reason(
            "forced-bet-settled",
            "the forced bet is put right before there is other action on the first round",
        )
    if s.order[0] not in s.live:
        return Reason(
            "low-card-out",
            f"seat {s.order[0]}, whose card brings it in, has lost hand and forced bet already",
        )
    if ruling.seat == s.order[0]:
        return Reason("has-low-card", f"seat {ruling.seat} has the card that brings it in")
    if ruling.seat not in s.queue:
        return Reason("not-the-bring-in", f"seat {ruling.seat} cannot have made the forced bet")
    return None


@ruling("the wrong player made the forced bet", unless=explain_not_taken_for_low, takes=("seat",))
def wrong_low(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Make the true low card bet; the forced bet of the wrong player goes back."""
    s = r.state
    cents = min(game.bring_in, s.chips[ruling.seat])
    r.emit(WrongLow(ruling.seat, cents, s.order[0]))


@ruling(
    "the wrong player made the forced bet, and there is action behind",
    unless=explain_not_taken_for_low,
    takes=("seat",),
)
def wrong_low_stands(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """It cannot be put right any more: the forced bet stays where it was made."""
    s = r.state
    low = s.order[0]
    cents = min(game.bring_in, s.chips[ruling.seat])
    r.emit(WrongLowStands(ruling.seat, cents, low, s.bets[low]))


def explain_not_facing_bet(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this seat faces no bet."""
    if (why := explain_not_in_hand(game, s, ruling)) is not None:
        return why
    if s.betting and s.to_call > s.bets[ruling.seat]:
        return None
    return Reason(
        "faces-no-bet",
        "where all check, or a bet has been called, picking up one's cards kills no hand",
    )


@ruling(
    "a player picked up the up cards, and another acted behind",
    unless=explain_not_facing_bet,
    takes=("seat",),
)
def up_cards_picked_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Kill the hand of a player who picked up the cards and made another act behind."""
    r.emit(HandDead(ruling.seat, "picked up the up cards"))


def explain_not_after_last_cards(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that the last cards are not all dealt."""
    if not last_street(game, s) or s.cards_owed():
        return Reason("last-cards-not-dealt", "the last cards are not dealt yet")
    return explain_not_in_hand(game, s, ruling)


@ruling("a player does not have seven cards", unless=explain_not_after_last_cards, takes=("seat",))
def without_seven(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Exclude hands without seven cards from winning at the showdown."""
    r.emit(HandDead(ruling.seat, "does not have seven cards"))


def explain_no_community_card(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that no community card is used."""
    return (
        None
        if s.board or s.board_owed
        else Reason("no-community-card", "no community card is used")
    )


@ruling("the community card is in doubt", unless=explain_no_community_card, takes=("reason",))
def shift_manager(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """The dealer is not sure of the community card, or a player asks."""
    r.emit(ManagerCalled(ruling.reason or "the community card is in doubt"))


STUD_RULINGS = (
    hole_card_up, both_cards_up, card_off_table, absent, wrong_low, wrong_low_stands,
    burned_twice, not_burned, dealt_too_soon, final_too_soon, last_card_up, up_cards_picked_up,
    without_seven, shift_manager,
)  # fmt: skip

STUD_GAMES = tuple(rule.name for rule in STUD_RULINGS)
