"""Rounds dealt from committed shoes, with random decisions, as a room plays them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.engine.questions import Act
from houseway.engine.shoe import deal
from houseway.errors import Refused
from houseway.game.base import Game, Seat
from houseway.records.files import record_of
from houseway.room.api.record_types import PublicRecord, SignedReceipt
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.fairness.receipt import draft_receipt, sign_receipt
from houseway.room.fairness.record import nameless_close, public_record
from houseway.rulebook import find
from houseway.table.round import Round
from tests.support.random_play import random_act, random_ruling

TABLE = "table 7"


def rounds(
    game_id: str, seed: int, number: int, rulings: float = 0.0, **posted: Any
) -> Iterator[tuple[Round, FairShoe, FairShoe]]:
    """Each round with its shoe as it was before and as it is after."""
    rng, entropy = random.Random(seed), RehearsedEntropy(seed)
    game: Game = find(game_id)(posted)
    seats = min(game.seats_max, max(game.seats_min, 4))
    shoe, shoes, between = shoe_for(game, 1, entropy.seed()), 1, None
    for _ in range(number):
        if shoe.left <= game.reshuffle_at():
            shoes += 1
            shoe = shoe_for(game, shoes, entropy.seed())
        start, shoe = shoe.copy(), shoe.copy()
        people = [Seat(n, f"Guest {n}", 500_00, f"account-{9000 + n}") for n in range(1, seats + 1)]
        round_ = Round(game, people, between)
        play(round_, shoe, rng, rulings)
        between = game.carried(round_.carry_over, round_.state)
        yield round_, start, shoe


class FixedSigner:
    """A signer with a key that never changes."""

    def __init__(self, n: int = 1) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([n] * 32))

    @property
    def public(self) -> str:
        return self._key.public_key().public_bytes_raw().hex()

    def sign_message(self, message: bytes) -> str:
        return self._key.sign(message).hex()


SIGNER = FixedSigner()


def signed(
    round_: Round, start: FairShoe, end: FairShoe, number: int, before: bytes = b""
) -> SignedReceipt | None:
    """The receipt of a round, as a room signs it at the close; None for one that is not over."""
    if not round_.closed:
        return None
    told, whole = nameless_close(round_, record_of(round_))
    draft = draft_receipt(told, end, start.place(), number, whole)
    first = 10 * number
    found = draft.complete(first, first + 9, sha256(b"%d" % number).digest(), before, SIGNER.public)
    return sign_receipt(found, SIGNER)


def with_receipt(
    round_: Round, start: FairShoe, end: FairShoe, number: int, viewer: int = 0, seed: bytes = b""
) -> PublicRecord:
    """The public record of a round with its receipt."""
    receipt = signed(round_, start, end, number)
    return public_record(round_, start, number, viewer, seed, receipt)


def shoe_for(game: Game, number: int, seed: bytes) -> FairShoe:
    return FairShoe(TABLE, number, game.kind, game.sets(), seed)


def play(round_: Round, shoe: FairShoe, rng: random.Random, rulings: float) -> None:
    deal(round_, shoe)
    while round_.question is not None:
        ruling = random_ruling(round_, rng) if rng.random() < rulings else None
        if ruling is not None:
            with suppress(Refused):
                round_.ruling(ruling)
        else:
            round_.act(random_act(round_, rng))
        deal(round_, shoe)


def acted(round_: Round, shoe: FairShoe, *acts: Act) -> Round:
    """A round with these decisions."""
    deal(round_, shoe)
    for act in acts:
        round_.act(act)
        deal(round_, shoe)
    return round_
