"""Layout, views and texts of poker games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from houseway.engine.events import Settlement
from houseway.families.poker.betting.amounts import amounts
from houseway.families.poker.betting.limits import POT_LIMIT, SPREAD
from houseway.families.poker.betting.rounds import pot_allows
from houseway.families.poker.draw import drew
from houseway.families.poker.events.betting import (
    BetMade,
    BroughtIn,
    Called,
    Raised,
    UncalledReturned,
)
from houseway.families.poker.events.dealing import DrawAsked
from houseway.families.poker.hand_words import cards_that_play, describe_hand
from houseway.families.poker.pots import Pot, pots_of, side_pots
from houseway.families.poker.state import PokerState
from houseway.game.face.layout import Look, SpotPlan, chips
from houseway.game.face.presenter import TO, Presenter, in_steps, pot_of
from houseway.game.face.views import Chips, OwnPile, Pile, PotView, Puck, Result, SeatView, View
from houseway.game.posting import ANY_AMOUNT
from houseway.hands.names import a_hand
from houseway.money import format_dollars
from houseway.util.english import all_of

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.engine.questions import Act, Amount
    from houseway.families.poker.game import Poker
    from houseway.families.poker.streets import Street
    from houseway.game.base import Game
    from houseway.game.face.layout import Layout
    from houseway.game.face.presenter import Moment

WAGERS = ("bet", "raise", "complete")
"""Decisions whose amount is the total of the bet."""
PARTS = (("½ pot", 1, 2), ("¾ pot", 3, 4), ("Pot", 1, 1))
MIN, MAX, POT, ALL_IN = "Min", "Max", "Pot", "All in"
UNCALLED = "no one called it"
DREW = "Draw"
FOLDED = "folded"
ODD_CHIP = "with the odd chip"
LIMIT_BETS, LEAST_BETS = 100, 1_000
"""The greatest value of the largest chip: in upper limits, or in least bets where there are
none.
"""


class Won(NamedTuple):
    """A pot and the shares of it that have been won."""

    number: int
    cents: int
    seats: list[int]
    shares: list[Settlement]


class PokerPresenter(Presenter):
    """Cards, bets and pots of a hand of poker."""

    game: Poker

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._here: dict[tuple[str, ...], Moment] = {}

    def view(self, state: Any, viewer: int) -> View:
        """Seats, cards, chips, pots and buttons as this viewer sees them."""
        s: PokerState = state
        return View(
            game=self.game.id,
            viewer=viewer,
            phase=self._phase(s),
            seats=self._seats(s),
            piles=self._piles(s, viewer),
            chips=[Chips(p.seat, "bet", s.bets[p.seat]) for p in s.players if s.bets[p.seat]],
            pots=pot_views(s),
            pucks=_pucks(s),
            said=list(s.said),
        )

    def _seats(self, s: PokerState) -> list[SeatView]:
        """Return the seats with their chips and status."""
        found = []
        for player in s.players:
            seat = player.seat
            found.append(
                SeatView(seat, player.name, s.chips[seat], self.words.status(status(s, seat)))
            )
        return found

    def _phase(self, s: PokerState) -> str:
        """Return the name of the stage: a street, the forced bets, the showdown or void."""
        if s.void:
            return "void"
        if s.shown or s.showing:
            return "showdown"
        return (
            self.game.streets[s.street].name
            if s.street >= 0
            else ("blinds" if self.game.blinds_left else "antes")
        )

    def _piles(self, s: PokerState, viewer: int) -> list[Pile]:
        """Return the hands, the board, and the piles that are covered or out of play."""
        piles = [self._hand(s, seat, viewer) for seat in s.live if s.hole[seat]]
        piles += [self._folded(s, seat, viewer) for seat in s.dealt_in if _is_out(s, seat)]
        if s.under_chip:
            piles.append(self._kept(s, viewer))
        if s.board:
            piles.append(self._board(s))
        if s.back:
            names, up = self.game.kind.names, [card not in s.covered for card in s.back]
            cards = [names[x] if lies_up else "??" for x, lies_up in zip(s.back, up, strict=True)]
            piles.append(Pile("aside", 0, cards, up=up, marks=["taken out of play"]))
        if s.burns:
            piles.append(Pile("burns", 0, [], count=len(s.burns)))
        if s.muck:
            piles.append(Pile("muck", 0, [], count=len(s.muck)))
        return piles

    def _hand(self, s: PokerState, seat: int, viewer: int) -> Pile:
        """The cards of a seat: its player sees them all, the others those that lie up."""
        names, shown, own = self.game.kind.names, seat in s.shown, seat == viewer
        hole = s.hole[seat]
        up = [shown or card in s.up[seat] for card in hole]
        cards = [
            names[card] if own or lies_up else "??" for card, lies_up in zip(hole, up, strict=True)
        ]
        drawn = drew(s, seat)
        total = describe_hand(self.game, hole, s.board) if own or shown else ""
        lit: list[bool] = []
        if shown:
            used = cards_that_play(self.game, hole, s.board)
            lit = [card in used for card in hole]
        lost = bool(s.awarded) and not s.pot and seat not in winners(s)
        return Pile(
            "hole", seat, pieces=cards, hand=0, up=up, turn=_is_asked(s, seat), total=total,
            marks=[drawn] if drawn else [], lit=[] if all(lit) else lit, lost=lost,
        )  # fmt: skip

    def _known(self, s: PokerState, seen: Pile) -> Pile:
        """A hand that is not shown, of which others see this, as its player sees it."""
        names, hole = self.game.kind.names, s.hole[seen.seat]
        cards, total = [names[card] for card in hole], describe_hand(self.game, hole, s.board)
        return Pile(
            "hole", seen.seat, pieces=cards, hand=0, up=seen.up, turn=seen.turn, total=total,
            marks=seen.marks, lost=seen.lost,
        )  # fmt: skip

    def _folded(self, s: PokerState, seat: int, viewer: int) -> Pile:
        """A hand in the muck: its player knows what it was, as long as it lies there."""
        hole = s.hole[seat] if seat == viewer and {*s.hole[seat]} <= {*s.muck} else ()
        cards = [self.game.kind.names[card] for card in hole]
        total = describe_hand(self.game, hole, s.board) if hole else ""
        marks = [self.words.status("folded")]
        return Pile(
            "hole", seat, pieces=cards, hand=0, up=[False] * len(cards), turn=False, total=total,
            marks=marks, lost=True,
        )  # fmt: skip

    def _board(self, s: PokerState) -> Pile:
        """The board; when the pots are won, which of it the winners' hands are made of."""
        board = [self.game.kind.names[card] for card in s.board]
        lit: list[bool] = []
        if won := [seat for seat in winners(s) if seat in s.shown]:
            used = {
                card for seat in won for card in cards_that_play(self.game, s.hole[seat], s.board)
            }
            lit = [card in used for card in s.board]
        return Pile("board", 0, board, up=[True] * len(board), lit=[] if all(lit) else lit)

    def _kept(self, s: PokerState, viewer: int) -> Pile:
        """Return the pile that the opener keeps under a chip."""
        names, known = self.game.kind.names, s.turned_up or viewer == s.opener
        kept = [names[card] if known else "??" for card in s.under_chip]
        up = [s.turned_up] * len(kept)
        return Pile("under_chip", s.opener, kept, up=up, marks=["under a chip"])

    def own_piles(self, state: PokerState, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """A seat's own cards, and what it keeps under a chip."""
        found = []
        for at, pile in enumerate(public):
            if pile.seat == viewer:
                if pile.zone != "hole":
                    mine = self._kept(state, viewer)
                elif _is_out(state, viewer):
                    mine = self._folded(state, viewer, viewer)
                elif viewer in state.shown:
                    continue
                else:
                    mine = self._known(state, pile)
                if mine != pile:
                    found.append(OwnPile(at, mine))
        return found

    def bare_layout(self) -> Layout:
        """The table with the spot of each seat's bet, and places for as many cards as come."""
        plan, game = super().bare_layout(), self.game
        upper = game.upper_limit * LIMIT_BETS if game.limited else game.least_bet * LEAST_BETS
        bet = SpotPlan(
            "bet", "what a player has put in on this street", game.smallest_chip, ANY_AMOUNT,
            False, game.why_clauses.get("betting", ()), rank="follows",
        )  # fmt: skip
        places = {"hole": held(game.streets), "board": sum(x.board for x in game.streets)}
        return replace(
            plan,
            zones=tuple(
                replace(zone, slots=places.get(zone.name, zone.slots)) for zone in plan.zones
            ),
            spots=(bet,),
            scene="ring",
            denominations=chips(game.smallest_chip, upper),
            look=Look(stakes=self._stakes()),
        )

    def _stakes(self) -> str:
        """Return the stakes in words: ``limit $2/$4``, ``no limit · blinds $1/$2``."""
        game = self.game
        said = self.words.value("structure", game.structure)
        small, big = (format_dollars(cents) for cents in amounts(game).limits)
        if game.betting == SPREAD:
            said = f"{said} {small} – {big}"
        elif game.limited:
            said = f"{said} {small}/{big}"
        blinds = (game.small_blind, game.middle_blind, game.big_blind)
        forced = {1: blinds[2:], 2: (blinds[0], blinds[2]), 3: blinds}.get(game.blinds_left, ())
        parts = [said]
        if any(forced) and not game.limited:
            parts.append(f"blind{'s' * (len(forced) > 1)} {'/'.join(map(format_dollars, forced))}")
        if game.ante:
            parts.append(f"ante {format_dollars(game.ante)}")
        return " · ".join(parts)

    def of_shape(self) -> tuple[Moment, ...]:
        game = self.game
        silent = ("chip",) if game.silent_chips else ()
        opening = (("check", "bet"), ("check", "open")) if game.opened_by_a_hand else ()
        turns = (("check", "bet"), ("call", "raise"), ("check", "raise"), ("call", "complete"))
        shows = ("show", "play_board", "muck") if game.board_plays else ("show", "muck")
        return (
            *opening,
            *(("fold", *turn, *silent) for turn in turns),
            ("fold", "bring_in", "complete"),
            ("post", "buy_button", "wait"), ("kill", "wait"), ("agree", "object"),
            ("straddle", "pass"), ("kill", "pass"),
            ("pat", "discard"), ("pat", "discard", "split"), shows,
        )  # fmt: skip

    def here(self, state: PokerState, seat: int, names: Collection[str]) -> Collection[str]:
        """Return the decisions shown together now: those of the first moment with this bet or
        raise.
        """
        raises = "bet" if not state.to_call else "raise"
        if state.bring_in and state.bring_in == state.to_call:
            raises = "complete"
        key = (raises, *names)
        found = self._here.get(key)
        if found is None:
            fits = [x for x in self.moments if all(name in x for name in names)]
            found = next((x for x in fits if raises in x), fits[0] if fits else ())
            self._here[key] = found
        return found

    def means(self, choice: Amount) -> str:
        """Return the word for an amount that is a total, as in "raise to"; else ""."""
        return TO if choice.name in WAGERS else ""

    def presets(self, state: Any, seat: int, choice: Amount) -> Sequence[tuple[str, int]]:
        """Parts of the pot where the pot is the measure; they are called and then raised by.

        A chip without a word is one of those that are used.
        """
        if choice.name not in WAGERS:
            return [
                (f"{format_dollars(x)} chip", x)
                for x in chips(self.game.smallest_chip, choice.most)
            ]
        s: PokerState = state
        bet = s.bets[seat]
        all_in = choice.most == s.chips[seat] + bet
        if self.game.limited:
            return ((MIN, choice.least), (ALL_IN if all_in else MAX, choice.most))
        pot = s.in_play() + s.to_call - bet
        named = [(words, in_steps(choice, s.to_call + pot * n // of)) for words, n, of in PARTS]
        most = ALL_IN if all_in else POT if self._is_the_pot(s, choice, bet) else MAX
        return ((MIN, choice.least), *named, (most, choice.most))

    def _is_the_pot(self, s: PokerState, choice: Amount, bet: int) -> bool:
        """Return True if the most is the pot limit; an opener may have a limit of its own."""
        game = self.game
        if game.betting != POT_LIMIT or choice.most != pot_allows(game, s, bet):
            return False
        return bool(s.street or s.opened or not game.opens_by_blinds)

    def did(self, act: Act, happened: Sequence[Event]) -> str:
        """Describe a decision: bets and raises by their total, calls by their cost."""
        label = self.words.button(act.name).label
        for event in happened:
            if isinstance(event, Raised):
                return f"{label} to {format_dollars(event.to)}"
            if isinstance(event, BetMade):
                return f"{label} {format_dollars(event.to)}"
            if isinstance(event, Called | BroughtIn):
                return f"{label} {format_dollars(event.cents)}"
            if isinstance(event, DrawAsked):
                return DREW  # the number is shown with the hand until there is action
        return super().did(act, happened)

    def returned(self, event: Event) -> str:
        return UNCALLED if isinstance(event, UncalledReturned) else super().returned(event)

    def names(self, state: PokerState) -> Mapping[int, str]:
        return {player.seat: player.name for player in state.players}

    def headline(self, state: PokerState, results: Sequence[Result]) -> str:
        """Return the winners with their amounts of all pots and their hands; the largest first."""
        if state.void:
            return "The hand is void"
        won: dict[int, list[Settlement]] = {}
        for pot in pots_won(state):
            for share in pot.shares:
                won.setdefault(share.seat, []).append(share)
        names, told = self.names(state), []
        for seat, shares in sorted(won.items(), key=lambda item: -_sum(item[1])):
            if not _sum(shares):
                continue  # the pot has no contribution
            best = max(shares, key=lambda share: share.back)
            told.append(f"{names[seat]} wins {format_dollars(_sum(shares))}{with_what(best)}")
        if not told and state.closed and state.lying:
            return f"No one wins: {format_dollars(state.lying)} stays in the pot"
        return all_of(told)

    def pots(self, state: PokerState, put: Mapping[int, int]) -> list[list[Result]]:
        """Return the results of every pot that is won whole: each seat's chips in it
        and from it.
        """
        pots = pots_won(state)
        whole = [pot for pot in pots if sum(share.back for share in pot.shares) == pot.cents]
        stakes = put_into(state, [(pot.cents, pot.seats) for pot in pots], put)
        return [self._rows(state, pot, len(pots), stakes[pot.number - 1]) for pot in whole]

    def _rows(self, s: PokerState, pot: Won, of: int, put: Mapping[int, int]) -> list[Result]:
        """Return the rows of a pot: its winners, then the players who lost what they put in."""
        names, label = self.names(s), pot_name(pot.number, of)
        won: dict[int, list[Settlement]] = {}
        for share in pot.shares:
            won.setdefault(share.seat, []).append(share)
        cited = tuple(dict.fromkeys(clause for share in pot.shares for clause in share.clauses))
        lost = "lost to " + all_of(
            dict.fromkeys(f"{names[x.seat]}{lost_to(x)}" for x in pot.shares)
        )
        found = []
        for seat in (*won, *(seat for seat in sorted(put) if seat not in won and put[seat])):
            shares = won.get(seat, [])
            back = sum(share.back for share in shares)
            said = "; ".join(outcome_of(share) for share in shares)
            said = said or (lost if seat in s.live else FOLDED)
            note = ", ".join(dict.fromkeys(filter(None, (note_of(x, pot.shares) for x in shares))))
            stake = put.get(seat, 0)
            if not (stake or back):
                continue
            found.append(Result(
                seat, "pot", label=label, outcome=said, odds="", stake=stake, back=back,
                net=back - stake, note=note, clauses=cited,
            ))  # fmt: skip
        return found


def status(s: PokerState, seat: int) -> str:
    """One word on a seat's part in the hand."""
    if seat not in s.live:
        if s.hole[seat]:
            return "folded"
        return "waiting" if s.live else ""
    if (not s.chips[seat] or seat in s.said_all_in) and not s.closed:
        return "all-in"
    if s.betting and s.queue and s.queue[0] == seat:
        return "to act"
    return "winner" if s.awarded and seat in winners(s) else ""


def _is_asked(s: PokerState, seat: int) -> bool:
    """Return True if it is this hand's turn: to bet, to give up cards, to be shown."""
    if s.betting:
        return s.queue[:1] == [seat]
    return seat in s.discarding or s.drawing[:1] == (seat,) or s.showing[:1] == [seat]


def _is_out(s: PokerState, seat: int) -> bool:
    """Return True if a seat was dealt in and is no longer live."""
    return seat not in s.live and bool(s.hole[seat])


def _pucks(s: PokerState) -> list[Puck]:
    """Return the dealer button and the kill button."""
    pucks = [Puck("dealer", s.button, "D")] if s.button else []
    if s.kill_button:
        pucks.append(Puck("kill", s.kill_button, "kill" if s.killer == s.kill_button else "leg"))
    if s.killer and s.killer != s.kill_button:
        pucks.append(Puck("kill", s.killer, "kill"))
    return pucks


def held(streets: Sequence[Street]) -> int:
    """The most cards that a player holds at one time."""
    most = now = 0
    for street in streets:
        now += sum(cards.n for cards in street.cards) - street.discard
        most = max(most, now)
    return most


def _sum(shares: Sequence[Settlement]) -> int:
    """Return the cents that go back by these settlements."""
    return sum(share.back for share in shares)


def pot_name(number: int, of: int) -> str:
    """A pot as people call it: ``pot`` if there is no other, ``main pot``, ``side pot 1``."""
    if number > 1:
        return f"side pot {number - 1}"
    return "main pot" if of > 1 else "pot"


def pots_won(s: PokerState) -> list[Won]:
    """The pots of a hand as they were when the first of them was won, with the shares so far."""
    shares = [share for event in s.awarded if (share := event.settlement()) is not None]
    if not shares:
        return []
    pots: list[Pot] = pots_of(s) if len(s.live) > 1 else [(shares[0].back, list(s.live))]
    return [
        Won(number, cents, seats, [share for share in shares if pot_of(share)[0] == number])
        for number, (cents, seats) in enumerate(pots, 1)
    ]


def winners(s: PokerState) -> list[int]:
    """Return the seats that have won a part of a pot."""
    return [share.seat for event in s.awarded if (share := event.settlement()) and share.back]


def put_into(s: PokerState, pots: Sequence[Pot], put: Mapping[int, int]) -> list[dict[int, int]]:
    """Return for each pot the cents that every seat has put into it.

    Antes and dead chips count for the first pot that a seat plays for. A seat that is all in with
    its antes has bet nothing: a level without chips is no pot.
    """
    found: list[dict[int, int]] = [{} for _ in pots]
    seats = [list(pot[1]) for pot in pots]
    before = 0
    levels = side_pots(s.put, s.live, 0) if len(s.live) > 1 and any(s.put) else []
    levels = [(cents, playing) for cents, playing in levels if cents]
    for number, (_, playing) in enumerate(levels):
        level = min(s.put[seat] for seat in playing)
        at = found[seats.index(playing)]
        last = number == len(levels) - 1
        for seat, cents in enumerate(s.put):
            part = (cents if last else min(cents, level)) - min(cents, before)
            if part:
                at[seat] = at.get(seat, 0) + part
        before = level
    for seat, cents in put.items():
        rest = cents - sum(of.get(seat, 0) for of in found)
        if rest:
            at = next(
                (of for of, playing in zip(found, seats, strict=True) if seat in playing), found[0]
            )
            at[seat] = at.get(seat, 0) + rest
    return found


def pot_views(s: PokerState) -> list[PotView]:
    """The pots as they are, or when they were won: by whom, and with what."""
    won = pots_won(s)
    if won:
        names = {player.seat: player.name for player in s.players}
        return [
            PotView(
                pot_name(pot.number, len(won)), pot.cents, pot.seats,
                list(dict.fromkeys(share.seat for share in pot.shares)),
                "; ".join(f"{names[x.seat]}: {outcome_of(x)}" for x in pot.shares),
            )
            for pot in won
            if pot.cents
        ]  # fmt: skip
    if not s.pot:
        return []
    parted = s.live and (any(s.put) or s.ante_pots)
    pots = pots_of(s) if parted else [(s.pot, list(s.live))]
    return [
        PotView(pot_name(i, len(pots)), cents, seats) for i, (cents, seats) in enumerate(pots, 1)
    ]


def outcome_of(share: Settlement) -> str:
    """Return the hand that won a share: ``two pair, aces and threes``, ``high half: ...``."""
    _, part = pot_of(share)
    hand = "no one else was left" if share.outcome == "uncontested" else share.outcome
    return f"{part} half: {hand}" if part else hand


def with_what(share: Settlement) -> str:
    """Return the winning hand for a sentence: `` with two pair, aces and threes``; ""
    without one.
    """
    return "" if share.outcome == "uncontested" else f" with {a_hand(share.outcome)}"


def lost_to(share: Settlement) -> str:
    """Return the half of the pot and the winning hand, in words."""
    _, part = pot_of(share)
    half = f" ({part} half)" if part else ""
    return f"{half}{with_what(share)}"


def note_of(share: Settlement, shares: Sequence[Settlement]) -> str:
    """Kickers, and whether a share is larger by the odd chip."""
    same = [x.back for x in shares if x.wager == share.wager]
    odd = ODD_CHIP if share.back > min(same) else ""
    return ", ".join(filter(None, (share.note, odd)))
