"""Rulings of stud games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.engine.questions import AskAll, Button, Chance
from houseway.families.poker.dealing import burn_next, cards_left
from houseway.families.poker.ruling_events import (
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
from houseway.families.poker.rulings.players import in_the_hand
from houseway.game.base import RulingRule

if TYPE_CHECKING:
    from houseway.engine.questions import Ruling, Script
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerState
    from houseway.game.base import RoundContext


# -- stud card rulings ------------------------------------------------------------------------
# Rulings on the cards of stud: burn errors, cards dealt too soon, a last card that lies up.

PLAY_ON = Button("play_on", "take part in the betting")
ALL_IN = Button("all_in", "all-in with what is in the pot")


def nobody_has_acted(s: PokerState) -> bool:
    """Whether this betting round stands as it was opened; a forced bet is no action."""
    raised = s.brought > 0 and s.to_call > s.brought
    return s.betting and not raised and tuple(s.queue) == s.order[s.brought > 0 :]


def last_street(game: Poker, s: PokerState) -> bool:
    """Whether the last cards have come, or are coming."""
    return s.street == len(game.streets) - 1


def dealt_last(s: PokerState) -> list[int]:
    """Who got a card of the last round, in the order of the deal."""
    most = max([len(s.hole[seat]) for seat in s.live])
    return [seat for seat in s.dealt_in if len(s.hole[seat]) == most]


# -- the deck ------------------------------------------------------------------------------------


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


def not_burned(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """What lay before the first player is the burn card, each card one place back.

    So the table has recorded it: its first card is the burn.
    """
    r.emit(BurnError(0))
    r.emit(BurnPutRight((r.state.burns[-1],)))
    return
    yield


def up_cards_just_dealt(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Up cards can be put right once, until there is action; last cards were seen, and stay."""
    if not s.street or s.cards_owed():
        return "that is for a round of cards that has been dealt after a burn"
    if last_street(game, s):
        return "the last cards have been seen or lie among the others: they stay as they are"
    if not nobody_has_acted(s) or s.going_on:
        return "there has been action: the cards stay as they are"
    if s.burn_with:
        return "these cards have been put right, and the one that was over lies on the deck"
    return None


def two_may_be_burned(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The same, and the deck has a card that can have been burned."""
    why = up_cards_just_dealt(game, s, ruling)
    return "the deck has no more cards" if why is None and not cards_left(game, s) else why


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
    """How many cards go out with those dealt too soon: to make a round, or one for each player."""
    return players if all_active else players - dealt


def next_cards(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """In the betting before another round of cards; ``seat`` got the last of those dealt."""
    if not s.betting or last_street(game, s):
        return "that is for the betting before another card"
    if ruling.seat not in s.receiving():
        return f"seat {ruling.seat} does not get a card in this round"
    if cards_left(game, s) < s.receiving().index(ruling.seat) + 2:
        return "the deck has too few cards for that"
    return None


def final_too_soon(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """He has seen his last card or put it among the others: he keeps it, and may not raise."""
    s = r.state
    r.emit(FinalTooSoon(ruling.seat, not s.ahead))
    while s.error_cards:
        if s.burn_owed:
            yield from burn_next(r)
        else:
            piece = yield Chance("last card dealt too soon", 1)
            if piece is not None:
                r.emit(FinalKept(ruling.seat, piece))


def last_cards_next(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """In the betting before the last cards, of a player who has not got his."""
    if not s.betting or s.street != len(game.streets) - 2:
        return "that is for the betting on sixth street, before the last card"
    if ruling.seat in s.ahead:
        return f"seat {ruling.seat} has its last card already"
    if cards_left(game, s) < 2:
        return "the deck has too few cards for that"
    return in_the_hand(game, s, ruling)


# -- the last card lies up -----------------------------------------------------------------------


def last_card_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a), (c) He may say he is all-in. (b) Of two, if the first's lies up, the other's too."""
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
        yield from answer_last_card(r)


@step
def answer_last_card(r: RoundContext[PokerState]) -> Script:
    """Whose last card lies up goes on, or is all-in, before there is any action."""
    s = r.state
    while s.deciding:
        seat = s.deciding[0]
        others = [x for x in s.live if x != seat and s.chips[x]]
        if seat not in s.live or not s.chips[seat] or not others:
            r.emit(LastCardAnswered(seat, False))
            continue
        act = yield AskAll({seat: (PLAY_ON, ALL_IN)}, "your last card lies up", "play_on")
        if act is not None:
            r.emit(LastCardAnswered(act.seat, act.name == "all_in"))


def last_card_lies_up(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The last card of a live hand, as it is dealt or before there is action on it."""
    seat = ruling.seat
    if not last_street(game, s) or s.board or s.board_owed:
        return "that is for the last card a player gets"
    if (why := in_the_hand(game, s, ruling)) is not None:
        return why
    if (seat, LAST_CARD) in s.turned:
        return f"the last card of seat {seat} lies up already"
    if s.hole_owed and len(s.hole[seat]) == LAST_CARD:
        return None
    return None if nobody_has_acted(s) else "there has been action on the last card"


# -- stud rulings -----------------------------------------------------------------------------
# Rulings in stud: hole cards dealt up, the wrong low card, absent players, cards picked up.
#
# Each is a small script that reads like its clause. What the deck owes because of it stands in
# the state as a debt, which the deck procedure pays.

# -- hole cards that lie up ----------------------------------------------------------------------


def hole_card_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The card stays up, and the third card of its player comes down."""
    r.emit(HoleCardUp(ruling.seat, ruling.pieces))
    return
    yield


def third_card_to_come(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A hole card of a live hand, before the third cards are dealt."""
    seat = ruling.seat
    if s.street or not s.hole_owed or not s.rounds:
        return "that is for the hole cards, before the third card is dealt"
    if seat not in s.live:
        return f"seat {seat} has no live hand"
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return f"seat {seat} does not hold that card; name the one that was dealt up"
    if s.up[seat]:
        return f"a hole card of seat {seat} lies up already; if both do, the hand is dead"
    return None


def both_cards_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The hand is dead and its ante goes back to the player."""
    s = r.state
    seat = ruling.seat
    r.emit(BothCardsUp(seat, s.hole[seat], s.antes[seat] if s.antes else 0))
    return
    yield


def two_hole_cards(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Two hole cards are dealt, the third is not."""
    if s.street or not s.hole_owed or s.rounds != 2:
        return "that is for two hole cards, before the third card is dealt"
    return in_the_hand(game, s, ruling)


def card_off_table(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The card plays, and is treated as one that was exposed."""
    s = r.state
    seat, card = ruling.seat, ruling.pieces
    if card[0] in s.up[seat]:
        r.emit(CardPlays(seat, card))
    elif s.street:
        yield from last_card_up(game, r, ruling)
    else:
        r.emit(HoleCardUp(seat, card))


def just_dealt(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """An up card of the hand, a hole card before the third card, or the last one before action."""
    seat = ruling.seat
    if seat not in s.live or len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return f"seat {seat} does not hold that card; name the one that fell off the table"
    if ruling.pieces[0] in s.up[seat]:
        return None
    if not s.street:
        return third_card_to_come(game, s, ruling)
    if ruling.pieces[0] != s.hole[seat][-1]:
        return "only the card that was dealt last can have fallen off the table"
    return last_card_lies_up(game, s, ruling)


# -- players -------------------------------------------------------------------------------------


def absent(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Hand, ante and forced bet are forfeited; without a wager the seat goes on receiving cards."""
    s = r.state
    r.emit(AbsentForfeits(ruling.seat, not s.to_call or made_forced_bet(s, ruling.seat)))
    return
    yield


def made_forced_bet(s: PokerState, seat: int) -> bool:
    """Whether this player made the forced bet, and nobody has bet more."""
    return s.brought > 0 and s.to_call == s.brought and s.order[:1] == (seat,)


def is_absent_in_turn(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """It is his turn, or his the forced bet that nobody has completed."""
    if (why := in_the_hand(game, s, ruling)) is not None:
        return why
    if s.betting and (s.queue[:1] == [ruling.seat] or made_forced_bet(s, ruling.seat)):
        return None
    return f"an absent player's hand is forfeited in turn, and it is not seat {ruling.seat}'s turn"


def wrong_low(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The true low card bets; who was taken for it takes his forced bet back."""
    s = r.state
    cents = min(game.bring_in, s.chips[ruling.seat])
    r.emit(WrongLow(ruling.seat, cents, s.order[0]))
    return
    yield


def wrong_low_stands(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """It cannot be put right any more: the forced bet stays where it was made."""
    s = r.state
    low = s.order[0]
    cents = min(game.bring_in, s.chips[ruling.seat])
    r.emit(WrongLowStands(ruling.seat, cents, low, s.bets[low]))
    return
    yield


def taken_for_low(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Another than the low card, on the first round, before anybody has acted or lost his hand."""
    if s.street or not s.brought or not nobody_has_acted(s):
        return "the forced bet is put right before there is other action on the first round"
    if s.order[0] not in s.live:
        return f"seat {s.order[0]}, whose card brings it in, has lost hand and forced bet already"
    if ruling.seat == s.order[0]:
        return f"seat {ruling.seat} has the card that brings it in"
    if ruling.seat not in s.queue:
        return f"seat {ruling.seat} cannot have made the forced bet"
    return None


def up_cards_picked_up(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """By picking up his cards he made another act behind him: his hand is dead."""
    r.emit(HandDead(ruling.seat, "picked up the up cards"))
    return
    yield


def faces_a_bet(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Not where all check, nor where a bet was called."""
    if (why := in_the_hand(game, s, ruling)) is not None:
        return why
    if s.betting and s.to_call > s.bets[ruling.seat]:
        return None
    return "where all check, or a bet has been called, picking up one's cards kills no hand"


def without_seven(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Who has not seven cards cannot win at the showdown."""
    r.emit(HandDead(ruling.seat, "does not have seven cards"))
    return
    yield


def at_the_end(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """All last cards are dealt."""
    if not last_street(game, s) or s.cards_owed():
        return "the last cards are not dealt yet"
    return in_the_hand(game, s, ruling)


# -- the Shift Manager ---------------------------------------------------------------------------


def shift_manager(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The dealer is not sure of the community card, or a player asks."""
    r.emit(ManagerCalled(ruling.reason or "the community card is in doubt"))
    return
    yield


def community_in_use(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The deck has run out, and one card is for all."""
    return None if s.board or s.board_owed else "no community card is used"


STUD_RULINGS = (
    RulingRule(
        "hole_card_up", "a hole card was dealt up", (),
        hole_card_up, third_card_to_come, ("seat", "pieces"),
    ),
    RulingRule(
        "both_cards_up", "both hole cards of a player were dealt up", (),
        both_cards_up, two_hole_cards, ("seat",),
    ),
    RulingRule(
        "card_off_table", "a card fell off the table", (),
        card_off_table, just_dealt, ("seat", "pieces"),
    ),
    RulingRule(
        "absent", "a player is absent when the turn comes", (),
        absent, is_absent_in_turn, ("seat",),
    ),
    RulingRule(
        "wrong_low", "the wrong player made the forced bet", (),
        wrong_low, taken_for_low, ("seat",),
    ),
    RulingRule(
        "wrong_low_stands", "the wrong player made the forced bet, and there is action behind", (),
        wrong_low_stands, taken_for_low, ("seat",),
    ),
    RulingRule(
        "burned_twice", "two cards were burned", (), burned_twice, two_may_be_burned
    ),
    RulingRule("not_burned", "no card was burned", (), not_burned, up_cards_just_dealt),
    RulingRule(
        "dealt_too_soon", "cards came before betting was complete, the last to this seat", (),
        dealt_too_soon, next_cards, ("seat",),
    ),
    RulingRule(
        "final_too_soon", "a last card came before betting was complete, and was seen", (),
        final_too_soon, last_cards_next, ("seat",),
    ),
    RulingRule(
        "last_card_up", "a player's last card was dealt up", (),
        last_card_up, last_card_lies_up, ("seat",),
    ),
    RulingRule(
        "up_cards_picked_up", "a player picked up the up cards, and another acted behind", (),
        up_cards_picked_up, faces_a_bet, ("seat",),
    ),
    RulingRule(
        "without_seven", "a player does not have seven cards", (),
        without_seven, at_the_end, ("seat",),
    ),
    RulingRule(
        "shift_manager", "the community card is in doubt", (),
        shift_manager, community_in_use, ("reason",),
    ),
)  # fmt: skip

STUD_GAMES = tuple(rule.name for rule in STUD_RULINGS)
