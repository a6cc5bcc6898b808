"""The table at the terminal: every game played by a bot through the screens a player would see."""

from __future__ import annotations

import io
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from houseway.advice import wagers
from houseway.advice.wagers import Known
from houseway.cli.main import run
from houseway.cli.play import edge_cache
from houseway.cli.play.narration import event_log, money_lines
from houseway.cli.play.narration.course import LocalCourse
from houseway.cli.play.narration.narrator import filled
from houseway.cli.play.views import prompt, results, screen
from houseway.cli.render import pieces
from houseway.cli.terminal import wrap
from houseway.engine.events import COVERS, DOWN, Event, field_kinds
from houseway.engine.questions import Asking, Place
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.money import dollars
from houseway.players.bots import Bot
from houseway.presentation.event_text import sentence_of
from houseway.rulebook import find, games
from houseway.table.round import Round
from houseway.table.table import Table

GAME_IDS = list(games())
ME = 1
AGAIN = [Text("Enter bets the same again")]
MOVED = re.compile(r"([+-])\$([\d,]+(?:\.\d\d)?)$")
MACHINE = re.compile(r"[\w:.]*[^\W_]_[\w.]*")


class Played:
    """Rounds of one game, and everything that was on the screen of one player."""

    def __init__(self, game_id: str, seed: int, bots: int = 99, rounds: int = 2) -> None:
        game = find(game_id)({})
        self.table = Table(game, seed=seed)
        for seat in range(1, 1 + min(game.seats_max, bots + 1)):
            self.table.sit(seat, "you" if seat == ME else f"Bot no. {seat}", dollars(500))
        self.bot, self.rng = Bot(seed), random.Random(seed)
        self.screens: list[str] = []
        self.printed: list[tuple[Round, list[str]]] = []
        self.typed: set[str] = set()
        for _ in range(rounds):
            self.play_round()

    def play_round(self) -> None:
        round_, since, lines = self.table.start(), 0, []
        while isinstance(question := round_.question, Asking):
            seat = self.rng.choice(question.seats())
            if seat == ME:
                for choice in question.choices_of(ME):
                    spots = choice.spots if isinstance(choice, Place) else ()
                    self.typed |= {choice.name, *(spot.name for spot in spots)}
                lines += [line.plain for line in event_log.lines(LocalCourse(round_, ME), since)]
                since = self.shown(
                    lambda out, n: screen.show(out, LocalCourse(round_, ME), n, AGAIN), since
                )
            self.table.enter(self.bot.choose(round_, seat))
        lines += [line.plain for line in event_log.lines(LocalCourse(round_, ME), since)]
        self.shown(lambda out, n: screen.show_result(out, LocalCourse(round_, ME), n), since)
        self.printed.append((round_, lines))

    def shown(self, show, since: int) -> int:  # type: ignore[no-untyped-def]
        """Return the output at a terminal of 80 by 24."""
        file = io.StringIO()
        out = Console(file=file, force_terminal=True, width=80, height=24, color_system=None,
                      highlight=False)  # fmt: skip
        found: int = show(out, since)
        self.screens.append(re.sub(r"\x1b\[[\d;]*m", "", file.getvalue()))
        return found


def change(round_: Round) -> int:
    """Return the change of the player's chips in the round, from the state alone."""
    before = next(seat.chips for seat in round_.seats if seat.seat == ME)
    after: int = round_.game.chips_after(round_.state)[ME]
    return after - before


def said(lines: list[str]) -> int:
    """The amounts at the ends of the lines, in cents."""
    found = [match for line in lines if (match := MOVED.search(line))]
    return sum((1 if m[1] == "+" else -1) * dollars(m[2]) for m in found)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_screen_fits_and_every_dollar_is_told(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {wager.name: "edge about 12.34 %" for wager in find(game_id).wagers}
    monkeypatch.setattr(prompt, "edges", lambda game: known)
    played = Played(game_id, seed=len(game_id))
    for shown in played.screens:
        lines = shown.splitlines()
        assert len(lines) <= 23, f"{len(lines)} lines:\n{shown}"
        assert max(map(cell_len, lines)) <= 80, shown
        for word in MACHINE.findall(shown):
            assert word.rstrip("=") in played.typed, f"{word} is no word for people:\n{shown}"
    for round_, lines in played.printed:
        assert said(lines) == change(round_), "\n".join(lines)
        rows = results.rows(round_, ME)
        assert sum(row.net for row in rows) == change(round_)
        assert "other chips" not in [row.name for row in rows], rows
        assert_nothing_hidden_is_told(round_, lines)


def assert_nothing_hidden_is_told(round_: Round, lines: list[str]) -> None:
    """Every card in the output was seen by the player: reported, or visible on the table."""
    kind = round_.game.kind
    if kind.noun != "card":
        return
    seen = {piece for event in round_.events_for(ME) for piece in getattr(event, "pieces", ())}
    names = {kind.names[piece] for piece in seen if piece >= 0}
    names |= {name for pile in round_.view(ME).piles for name in pile.pieces}
    drawn = {pieces.face(name, kind).plain for name in names}
    for line in lines:
        for card in re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", line):
            assert card in drawn, f"{card} may not be known: {line}"


def test_amounts_that_are_not_told_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above is red when lines say nothing of the money, or of some of it."""
    monkeypatch.setattr(event_log, "moved", lambda cents: "" if cents > 0 else f"-${-cents // 100}")
    played = Played("pai-gow-tiles", seed=3, rounds=4)
    assert any(said(lines) != change(round_) for round_, lines in played.printed)


def test_a_card_that_may_not_be_known_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above is red when the teller sees what the table knows."""
    monkeypatch.setattr(Round, "events_for", lambda self, viewer: self.events)
    played = Played("holdem", seed=3, rounds=1)
    monkeypatch.undo()
    with pytest.raises(AssertionError, match="may not be known"):
        for round_, lines in played.printed:
            assert_nothing_hidden_is_told(round_, lines)


def every_event() -> Iterator[type[Event]]:
    """All classes of events of the package."""
    for game_id in GAME_IDS:
        find(game_id)
    found, left = [], [Event]
    while left:
        found += (classes := left.pop().__subclasses__())
        left += classes
    return (cls for cls in dict.fromkeys(found) if cls.__module__.startswith("houseway."))


def test_every_event_has_a_sentence() -> None:
    """Or an empty one, which means no line; and a sentence names fields of its event."""
    known = {"who", "who's", "total", "street"}
    for cls in every_event():
        sentence = sentence_of(cls)
        if cls in money_lines.WAYS or cls in money_lines.GATHERED:
            continue
        assert sentence is not None, f"{cls.__module__}.{cls.__name__} has no sentence"

        def fill(name: str, cls: type[Event] = cls) -> str:
            assert name in known or name in cls.__struct_fields__, f"{cls.__name__}: {name}"
            return "something"

        for yours in (True, False):
            assert "_" not in filled(sentence.rpartition(" | ")[2], fill, yours).plain
        if "pieces" in field_kinds(cls).values() and (cover := COVERS[cls]):
            assert cover.faces is not DOWN or "piece" not in sentence, f"{cls.__name__} is covered"


def test_cards_and_tiles_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    cards, tiles = find("holdem").kind, find("pai-gow-tiles").kind
    assert pieces.faces(["Ts", "2h", "??"], cards).plain == "10♠ 2♥ ??"
    red = [str(pieces.face(name, cards).style) for name in ("Ah", "Ad", "As", "Ac")]
    assert [style.endswith("red") for style in red] == [True, True, False, False]
    assert pieces.faces(["teen", "2-4", "4-5"], tiles).plain == "[teen 6-6] [gee 2-4] [4-5]"
    assert pieces.drawn_in("keep Ah Td (soft 21) As", cards).plain == "keep A♥ 10♦ (soft 21) A♠"
    monkeypatch.setattr(pieces, "is_unicode", lambda: False)
    assert pieces.faces(["Ts", "2h"], cards).plain == "Ts 2h"


def test_the_tiles_prompt_lists_every_setting_once() -> None:
    """The house way is one of them and says so; the printed aid is another or the same."""
    game = find("pai-gow-tiles")({})
    table = Table(game, seed=6)
    for seat in (1, 2):
        table.sit(seat, "you" if seat == ME else "Bo", dollars(500))
    round_ = table.start()
    table.act(1, "refuse")
    table.act(2, "bank", dollars(200))
    table.bet(1, main=dollars(10))
    view = round_.view(ME)
    assert view.prompt is not None
    shown = " ".join(line.plain for line in prompt.prompt_lines(game, view.prompt))
    assert shown.count("house way: ") == 1 and shown.count(" or: ") == 2
    assert "aid:" not in shown


def test_screens_are_as_narrow_as_they_must_be() -> None:
    rows = [[wrap.Text("a"), wrap.Text("b" * 90), wrap.Text("c" * 90)]]
    (line,) = wrap.columns(wrap.narrowed(rows, 40))
    assert line.cell_len <= 40
    lines = wrap.flow([wrap.Text("one " * 40)], 10, indent=2)
    assert max(line.cell_len for line in lines) <= 10
    lines = wrap.flow([wrap.Text(wrap.tied("Ann Lee") + " bets")], 8)
    assert [line.plain for line in lines] == ["Ann Lee", "bets"]


PAGE = Path(__file__).parents[3] / "docs" / "screen.md"


def test_the_page_shows_what_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round on the page is the one that its command plays; HOUSEWAY_GOLDEN=1 writes it
    again.
    """
    monkeypatch.setattr(prompt, "edges", lambda game: {})
    monkeypatch.setattr(sys, "stdin", io.StringIO("bet main=10 push_22=5\nstand\n"))
    monkeypatch.setenv("COLUMNS", "80")
    words = "play free-bet-blackjack --seed 3 --bots 2 --rounds 1"
    assert run(words.split()) == 0
    seen = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split("```text\n", 1)
    shown, tail = rest.split("```\n", 1)
    assert f"`houseway {words}`" in head
    if os.environ.get("HOUSEWAY_GOLDEN"):
        PAGE.write_text(f"{head}```text\n{seen}\n```\n{tail}", encoding="utf-8")
    else:
        assert seen + "\n" == shown


def test_edges_are_kept_for_tables_posted_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked out once, read by the next prompt; a damaged file is as good as none."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(edge_cache, "_known", {})
    asked: list[str] = []

    def known(game: Game, wager: Wager, progress: object) -> Known | str:
        asked.append(wager.name)
        exact = "exact" if wager.name == "main" else "simulated"
        return "no one knows" if wager.name == "push_22" else Known(
            wager.name, -0.01 if exact == "exact" else 0.2316, 0.5, "A", exact, ()
        )  # fmt: skip

    monkeypatch.setattr(wagers, "known_wager", known)
    game, other = (find("free-bet-blackjack")({"decks": decks}) for decks in (6, 8))
    assert edge_cache.edges(game) == {}
    edge_cache.work_out(game)
    edge_cache.work_out(game)
    assert asked == ["main", "push_22", "pot_of_gold", "kings_bounty"]
    found = edge_cache.edges(game)
    assert found["main"] == "yours 1.00 %" and found["push_22"] == ""
    assert found["kings_bounty"] == "edge about 23.16 %"
    assert edge_cache.edges(other) == {}
    (file,) = (tmp_path / "edges").iterdir()
    file.write_text("{", encoding="utf-8")
    monkeypatch.setattr(edge_cache, "_known", {})
    assert edge_cache.edges(game) == {}
