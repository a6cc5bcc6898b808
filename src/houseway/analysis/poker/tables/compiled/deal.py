"""The deck: shuffling, the cards of a street, burns, and a deck that runs out."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.poker.tables.compiled.layout import (
    A_STREET,
    BOARD,
    BOARD_CARDS,
    BOARD_N,
    BURN,
    BURNS,
    BURNT,
    CARDS_FROM,
    DEALT,
    DECK,
    DECK_SIZE,
    DRAWS,
    DREW,
    DUE,
    FOLDED,
    GOING,
    HELD,
    HELD_MOST,
    HOLE,
    LATER,
    LIVE,
    MUCK,
    N_ROUNDS,
    N_STREETS,
    OPENER,
    POLICY_FROM,
    ROUNDS,
    SEATS,
    SHUFFLED,
    STREET,
    STREETS,
    STUB,
    UP,
    UP_N,
    count,
)
from houseway.analysis.random_streams import mix, next_word
from houseway.families.poker.dealing import cards_suffice, omits_burn


def seed_hand(random: Any, seed: int, number: int) -> None:
    """Seed the random streams of a hand from its number alone: one for cards, one for policies."""
    policy = random[POLICY_FROM:]
    policy[0] = np.uint64(seed)
    policy[0] = next_word(policy) + np.uint64(number)
    for i in range(POLICY_FROM):
        random[CARDS_FROM + i] = next_word(policy)
    policy[0] = next_word(policy)


def shuffle(g: Any, t: Any, c: Any, random: Any) -> None:
    """Fill a new deck, of which as many cards as the game can use are in random order."""
    cards = g[DECK_SIZE]
    for i in range(cards):
        c[DECK + i] = i
    mix(c[DECK : DECK + cards], 0, g[SHUFFLED], random[CARDS_FROM:POLICY_FROM])
    t[STUB] = cards
    if g[DRAWS]:
        for i in range(cards):
            c[MUCK + i] = 0


def burn(t: Any, c: Any) -> None:
    """Burn a card."""
    c[BURNS + t[BURNT]] = c[DECK + t[DEALT]]
    t[BURNT] += 1
    t[DEALT] += 1


def deal_round(t: Any, c: Any, to: int, n: int, up: int) -> None:
    """Deal ``n`` cards to each of these places, one at a time in rotation."""
    at = t[DEALT]
    for _ in range(n):
        for place in range(t[SEATS]):
            if to >> place & 1:
                card = c[DECK + at]
                at += 1
                c[HOLE + HELD_MOST * place + t[HELD + place]] = card
                t[HELD + place] += 1
                if up:
                    t[UP + HELD_MOST * place + t[UP_N + place]] = card
                    t[UP_N + place] += 1
    t[DEALT] = at


def deal_street(g: Any, t: Any, c: Any, random: Any) -> None:
    """Deal the cards of a street to the players and the board."""
    street = STREETS + A_STREET * t[STREET]
    burn_owed = g[street + BURN] == 1
    board = g[street + BOARD_CARDS]
    scrambled = False
    done = 0
    while done < g[street + N_ROUNDS]:
        n, up = g[street + ROUNDS + 2 * done], g[street + ROUNDS + 2 * done + 1]
        to = t[LIVE] | t[GOING]
        left = t[STUB] - t[DEALT]
        if t[STREET] and (scrambled or n * count(to) + burn_owed > left):
            short = short_of(t)
            players = count(short)
            if players + burn_owed <= left:
                if burn_owed:
                    burn(t, c)
                    burn_owed = False
                else:
                    deal_round(t, c, short, n, up)
                    done += 1
                continue
            if not scrambled and omits_burn(players, left, t[STREET] == g[N_STREETS] - 1):
                burn_owed = False
                continue
            enough = not scrambled and cards_suffice(players, left, t[BURNT], burn_owed)
            if scrambled or (not enough and left > 1):
                done, board, burn_owed = g[street + N_ROUNDS], 1, True
            elif enough and left > 1 and burn_owed:
                burn(t, c)
                burn_owed = False
            elif enough and left > 1:
                deal_round(t, c, first_of(short, left - 1), n, up)
            else:
                scramble(t, c, random)
                scrambled = True
                burn_owed = players < t[STUB] - t[DEALT]
        elif burn_owed:
            burn(t, c)
            burn_owed = False
        else:
            deal_round(t, c, to, n, up)
            done += 1
    if board:
        if burn_owed:
            burn(t, c)
        for _ in range(board):
            t[BOARD + t[BOARD_N]] = c[DECK + t[DEALT]]
            t[BOARD_N] += 1
            t[DEALT] += 1


def short_of(t: Any) -> int:
    """Return the places without their card of this round: live hands with the fewest."""
    fewest = HELD_MOST
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1 and t[HELD + place] < fewest:
            fewest = t[HELD + place]
    short = 0
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1 and t[HELD + place] == fewest:
            short |= 1 << place
    return short


def first_of(mask: int, n: int) -> int:
    """Return the first n places of a mask."""
    left = mask
    for _ in range(n):
        left &= left - 1
    return mask & ~left


def draw_cards(t: Any, c: Any, random: Any, place: int, n: int) -> None:
    """Replace the cards that a player discarded; an exhausted stub is refilled."""
    for _ in range(n):
        if t[DEALT] == t[STUB]:
            refill(t, c, random, place)
        c[HOLE + HELD_MOST * place + t[HELD + place]] = c[DECK + t[DEALT]]
        t[HELD + place] += 1
        t[DEALT] += 1


def refill(t: Any, c: Any, random: Any, place: int) -> None:
    """Shuffle burn cards and discards into the deck, without the discards of the player who
    draws.
    """
    for card in range(HOLE - MUCK):
        if c[MUCK + card] and c[MUCK + card] != place + 1:
            c[MUCK + card] = 0
            c[DECK + t[STUB]] = card
            t[STUB] += 1
    scramble(t, c, random)


def give_up(t: Any, c: Any, place: int, which: int) -> None:
    """Move the cards of a mask from the hand to the discards, face down."""
    kept, first = 0, HOLE + HELD_MOST * place
    for i in range(t[HELD + place]):
        card = c[first + i]
        if which >> i & 1:
            c[MUCK + card] = 0 if t[OPENER] == place + 1 else place + 1
        else:
            c[first + kept] = card
            kept += 1
    t[HELD + place] = kept


def fold_cards(t: Any, c: Any, place: int) -> None:
    """Move the cards of a folding player to the muck."""
    first = HOLE + HELD_MOST * place
    for i in range(t[HELD + place]):
        c[MUCK + c[first + i]] = FOLDED


def open_draw(t: Any, c: Any) -> None:
    """Forget the owners of earlier discards before a draw."""
    for card in range(HOLE - MUCK):
        if c[MUCK + card]:
            c[MUCK + card] = FOLDED
    t[DUE] = 0
    for place in range(t[SEATS]):
        t[DREW + place] = -1
        t[LATER + place] = 0


def deal_due(t: Any, c: Any, random: Any, turn: int) -> None:
    """Deal the last place in turn its replacement cards at once."""
    draw_cards(t, c, random, turn, t[DUE])
    t[DUE] = 0


def deal_later(t: Any, c: Any, random: Any) -> None:
    """After all draws, deal in turn the cards that could not be dealt before."""
    for place in range(t[SEATS]):
        draw_cards(t, c, random, place, t[LATER + place])
        t[LATER + place] = 0


def scramble(t: Any, c: Any, random: Any) -> None:
    """Mix the rest of the deck with the burn cards, and deal from them."""
    first = t[DEALT]
    for i in range(t[BURNT]):
        c[DECK + t[STUB]] = c[BURNS + i]
        t[STUB] += 1
    t[BURNT] = 0
    stub = c[DECK + first : DECK + t[STUB]]
    mix(stub, 0, len(stub), random[CARDS_FROM:POLICY_FROM])
