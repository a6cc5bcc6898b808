"""Looks of tables: each game has a cloth, a line, typical pieces and mottoes that are true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from houseway.errors import BadFile, Refused
from houseway.game.base import Game
from houseway.game.face import card_text, felt
from houseway.game.face.card_text import CardLine, as_shared
from houseway.game.face.felt import CLOTHS, FILE, FeltFile, felt_of
from houseway.game.posting import Fact, OneOf
from houseway.rulebook import find, games
from houseway.rulebook.clauses import clauses_of
from houseway.util.toml import decode_as, read_file
from tests.support.random_play import GAME_IDS

EACH = pytest.mark.parametrize("game_id", GAME_IDS)
LONGEST, MOST = 56, 5


@EACH
def test_every_game_has_a_look_of_its_own(game_id: str) -> None:
    game = games()[game_id]
    own = decode_as(read_file(game.folder() / FILE), FeltFile, game_id)
    assert own.cloth and own.about and own.shows and not own.families
    look = game().layout().look
    assert look.cloth in CLOTHS and look.family and look.family_words
    assert 1 <= len(look.mottoes) <= MOST and 2 <= len(look.shows) <= 4
    for text in (look.about, look.stakes, *look.mottoes):
        assert text and len(text) <= 72 and not set("_{}") & set(text), text
        assert not text.endswith("."), text
    assert all(len(motto) <= LONGEST for motto in look.mottoes), look.mottoes
    assert len(set(look.shows)) == len(look.shows) or game.kind.name == "dice"


def test_families_and_neighbours() -> None:
    """Neighbouring tables in the lobby do not share a cloth, unless they are one family."""
    all_looks = {game_id: game().layout().look for game_id, game in games().items()}
    families = {look.family: look.family_words for look in all_looks.values()}
    assert families == {
        "blackjack": "Blackjack", "ante": "Ante and play", "set": "Set your hand",
        "baccarat": "Baccarat and dice", "poker": "Poker",
    }  # fmt: skip
    row = list(all_looks.items())
    for (one, left), (other, right) in pairwise(row):
        assert left.cloth != right.cloth or left.family == right.family, (one, other)
    abouts = [look.about for look in all_looks.values()]
    assert len(set(abouts)) == len(abouts)


def mottoes_of(game: type[Game]) -> Iterator[CardLine]:
    for line in felt_of(game).motto:
        yield as_shared(game, line)


@EACH
def test_a_motto_hangs_on_what_is_posted_or_rests_on_a_clause(game_id: str) -> None:
    game = games()[game_id]
    known = {clause.id for clause in clauses_of(game_id)}
    wagers = {wager.name for wager in game.wagers}
    lines = list(mottoes_of(game))
    assert lines
    for line in lines:
        assert line.keys or line.wager or line.clause, line.says
        assert not line.clause or line.clause in known, line
        assert not line.wager or line.wager in wagers, line
        for key, values in (line.when | line.unless).items():
            choice = game.declared().get(key)
            if isinstance(choice, OneOf):
                wanted = [values] if isinstance(values, str) else values
                assert set(wanted) <= {choice.show(value) for value in choice.values}, line


@EACH
def test_mottoes_follow_the_posting(game_id: str) -> None:
    """Each option that a motto depends on, posted in every way: the motto appears only when
    true.
    """
    game = games()[game_id]
    for line in mottoes_of(game):
        for key in sorted(line.keys):
            choice = game.declared().get(key)
            if isinstance(choice, OneOf) and not isinstance(choice, Fact):
                check_motto(game, line, key, choice)


def check_motto(game: type[Game], line: CardLine, key: str, choice: OneOf) -> None:
    said: dict[str, tuple[str, ...]] = {}
    for value in choice.values:
        try:
            said[choice.show(value)] = game({key: value}).layout().look.mottoes
        except Refused:
            continue  # it does not go with the rest of the posting
    for value, mottoes in said.items():
        if key in line.when:
            wanted = line.when[key]
            holds = value in ([wanted] if isinstance(wanted, str) else wanted)
            assert (line.says in mottoes) == holds, (line, value)
        if f"{{{key}}}" in line.says:
            filled = line.says.replace(f"{{{key}}}", game.words().value(key, value))
            assert filled in mottoes, (line, value)


FELTS: list[tuple[str, dict[str, Any], str, dict[str, Any], str]] = [
    ("blackjack", {}, "Dealer hits soft 17", {"soft_17": "stand"}, "Dealer stands on all 17s"),
    ("blackjack", {}, "Blackjack pays 3 to 2", {"blackjack_pays": "6 to 5"},
     "Blackjack pays 6 to 5"),
    ("blackjack-switch", {}, "Dealer 22 pushes", {"dealer_22_pushes": "no"}, ""),
    ("no-bust-blackjack-5", {"insurance": "yes"}, "Insurance pays 2 to 1", {}, ""),
    ("pai-gow-poker", {}, "Joker: an ace, or fills a straight or flush", {"joker": "wild"},
     "The joker is wild"),
    ("three-card-poker", {}, "Equal hands push", {"ties": "bank"}, "Equal hands go to the bank"),
    ("21-plus-3", {}, "21+3: your first two cards and the dealer's up card",
     {"twenty_one_plus_three": "off"}, ""),
    ("omaha-8", {}, "Eight or better for low", {"qualifier": "none"},
     "The lowest hand wins its half"),
    ("holdem", {"kill": "half"}, "Half kill pots", {"kill": "full"}, "Full kill pots"),
]  # fmt: skip


@pytest.mark.parametrize("case", FELTS, ids=lambda case: f"{case[0]} {case[2]}")
def test_the_felt_prints_what_is_posted(case: Any) -> None:
    game_id, one, there, other, instead = case
    first, second = (find(game_id)(posting).layout().look.mottoes for posting in (one, other))
    assert there in first and there not in second
    assert not instead or (instead in second and instead not in first)


STAKES: list[tuple[str, dict[str, Any], str]] = [
    ("blackjack", {"main_limits": "10..300"}, "$10 – $300"),
    ("rocket-aces", {"main_limits": "25..25"}, "$25"),
    ("3-dice-baccarat", {"tie_limits": "5..1000"}, "$5 – $1,000"),
    ("holdem", {}, "limit $2/$4"),
    ("holdem", {"structure": "no_limit"}, "no limit · blinds $1/$2"),
    ("holdem", {"structure": "pot_limit", "blinds_left": 3, "second_blind": "2"},
     "pot limit · blinds $1/$2/$2"),
    ("holdem", {"structure": "spread_limit", "small_bet": "2", "big_bet": "10"},
     "spread limit $2 – $10"),
    ("lowball", {"structure": "no_limit", "blinds_left": 1}, "no limit · blind $2"),
    ("razz", {"ante": "2"}, "limit $15/$30 · ante $2"),
]  # fmt: skip


@pytest.mark.parametrize(("game_id", "posting", "said"), STAKES)
def test_stakes_in_words(game_id: str, posting: dict[str, Any], said: str) -> None:
    assert find(game_id)(posting).layout().look.stakes == said


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        (FeltFile(cloth="velvet"), "'velvet' is none of forest, "),
        (FeltFile(shows=["As", "teen"]), "'teen' is no piece of Blackjack"),
    ],
)
def test_what_pages_cannot_draw_is_refused(file: FeltFile, fault: str) -> None:
    with pytest.raises(BadFile, match=fault):
        felt._check(find("blackjack"), file)


def test_a_game_without_a_file_looks_like_its_family() -> None:
    class Own(find("blackjack").__mro__[1]):  # type: ignore[misc]
        """The family itself, as used by a game without an appearance file."""

    found = felt_of(Own)
    assert (found.cloth, found.family, found.about) == ("forest", "blackjack", "")
    assert [line.says or line.use for line in found.motto][:1] == [
        "Blackjack pays {blackjack_pays}"
    ]


def test_a_sentence_that_no_one_shares_is_refused() -> None:
    with pytest.raises(BadFile, match="is no sentence that is shared"):
        card_text.as_shared(find("blackjack"), CardLine(use="nothing"))
