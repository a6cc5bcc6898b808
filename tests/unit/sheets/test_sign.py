"""Table signs and rule cards: every game has both, as posted, in words, on few pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.cli.main import run
from houseway.game.face.card_text import as_shared, card_file
from houseway.game.pay_tables import LOSE
from houseway.rulebook import find, games
from houseway.sheets.pdf import browser, pdf_of
from houseway.sheets.posted_table import card_of
from houseway.sheets.sign import MARGIN, PAGES, sign_html, sign_sheet
from tests.oracles.strict_html import Page, assert_alone, measured, pages_of

ENOUGH = 5
"""Steps that tell a game from the first wager to the last chip."""


def words_of(text: str) -> str:
    return Page(re.sub(r"<style>.*?</style>", "", text, flags=re.S)).words


@pytest.mark.parametrize("game_id", list(games()))
def test_every_game_has_a_sign_and_a_card_in_words(game_id: str) -> None:
    game = find(game_id)()
    sheet = sign_sheet(game)
    text = sign_html(sheet)
    assert_alone(text)
    words = words_of(text)
    assert len(sheet.card.steps) >= ENOUGH and sheet.card.headlines
    assert not re.search(r"[{}]|[a-z0-9]_[a-z0-9]", words), "a name for programs"
    for wager in game.offered:
        line = next(
            w for w in sheet.wagers if w.name.lower() == game.words().wager(wager.name).lower()
        )
        assert line.limits in words and line.name in words
    for name, payouts in game.pay.items():
        if any(wager.paid_by == name for wager in game.offered):
            printed = [p for payout in payouts for _, p in payout.by_amount or ((0, payout),)]
            assert all(payout.text in words for payout in printed if payout != LOSE)
    if fees := getattr(game, "fees", None):
        assert "Collection" in words and (not fees.player_fee or fees.player_words in words)


@pytest.mark.parametrize("game_id", list(games()))
def test_a_line_hangs_on_what_can_be_posted(game_id: str) -> None:
    kind = find(game_id)
    own = {wager.name for wager in kind.wagers}
    file = card_file(kind)
    for line in (as_shared(kind, each) for each in (*file.headline, *file.step)):
        assert line.says and (not line.wager or line.wager in own)
        for key, values in (line.when | line.unless).items():
            choice = kind.declared().get(key)
            allowed = (
                [choice.show(value) for value in getattr(choice, "values", ())] if choice else []
            )
            known = [values] if isinstance(values, str) else values
            assert not allowed or set(known) & set(allowed), f"{key} is never {known}"


def test_the_card_follows_the_posting() -> None:
    hits, stands = (card_of(find("blackjack")({"soft_17": way})) for way in ("hit", "stand"))
    assert "Dealer hits soft 17" in hits.headlines
    assert "Dealer stands on all 17s" in stands.headlines and len(hits.steps) == len(stands.steps)
    game = find("ride-free")({"top_3": "off", "hedge_22": "PT-FLT-SB1-02"})
    words = words_of(sign_html(sign_sheet(game)))
    assert "Top 3" not in words and "PT-FLT-SB1-02" in words
    limits = find("holdem")({"structure": "no_limit", "small_blind": "5", "big_blind": "10"})
    assert {"Blinds $5 and $10", "no limit"} <= set(card_of(limits).headlines)


@pytest.mark.parametrize(
    ("posted", "words"),
    [
        ({"structure": "limit"}, "Bets of $2, twice as much in the later rounds"),
        ({"structure": "limit", "big_bet": 10}, "Bets of $2, later of $10"),
        ({"structure": "limit", "small_bet": 3, "big_bet": 9}, "Bets of $3, later of $9"),
        ({"structure": "spread_limit"}, "Bets from $2 to twice as much"),
        ({"structure": "spread_limit", "big_bet": 10}, "Bets from $2 to $10"),
        ({"structure": "spread_limit", "small_bet": 3, "big_bet": 9}, "Bets from $3 to $9"),
        ({"structure": "no_limit", "small_bet": 3}, ""),
    ],
)
def test_a_sign_says_what_may_be_bet(posted: dict[str, object], words: str) -> None:
    said = [line for line in card_of(find("holdem")(posted)).headlines if line.startswith("Bets")]
    assert said == [words] * bool(words)


def test_a_sign_says_what_clauses_have_displayed() -> None:
    assert "Accounts: blackjack, Rule 9." in sign_sheet(find("21-plus-3")()).notices
    bonus = find("no-bust-blackjack-5")({"gega_number": "GEGA-004"})
    assert any("GEGA-004" in text for text in sign_sheet(bonus).notices)
    words = words_of(sign_html(sign_sheet(find("free-bet-blackjack")()), only="sign"))
    assert "Rights: " in words and "How to play" not in words
    assert "How to play" in words_of(sign_html(sign_sheet(find("holdem")()), only="card"))


BAD = {
    "there is no game": ["blackjak", "-o", "OUT/x.html"],
    "a sign is a file .html or .pdf": ["holdem", "-o", "OUT/x.txt"],
    "say where the sign goes": ["holdem"],
    "for --only. Choose from": ["holdem", "-o", "OUT/x.html", "--only", "felt"],
    "for --paper. Choose from": ["holdem", "-o", "OUT/x.html", "--paper", "b5"],
    "No such file or directory": ["holdem", "-o", "OUT/no/x.html"],
}


@pytest.mark.parametrize("says", list(BAD))
def test_bad_input_is_one_sentence(
    says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sign", *(word.replace("OUT", str(tmp_path)) for word in BAD[says])]) == 2
    said = capsys.readouterr()
    assert says in " ".join((said.err + said.out).split()) and not list(tmp_path.iterdir())


def test_a_sign_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sign.html"
    assert run(["sign", "holdem", "-o", str(out), "-p", "big_blind=4", "small_blind=2"]) == 0
    assert capsys.readouterr().out == f"{out}: Texas Hold'em, sign and card as posted\n"
    assert "Blinds $2 and $4" in words_of(out.read_text(encoding="utf-8"))


@pytest.mark.browser
@pytest.mark.skipif(browser() is None, reason="NO BROWSER (make browser)")
def test_a_printed_sign_has_a_page_and_so_has_the_card() -> None:
    found = pdf_of(sign_html(sign_sheet(find("no-bust-blackjack-5")()), "letter", fitted=True))
    assert pages_of(found) == 2


@pytest.mark.browser
@pytest.mark.skipif(browser() is None, reason="NO BROWSER (make browser)")
@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["ride-free", "3-dice-baccarat", "blackjack-x", "omaha-8"])
def test_no_sign_is_cut_off_or_takes_more_than_a_few_pages(game_id: str, tmp_path: Path) -> None:
    sheet = sign_sheet(find(game_id)())
    wide = round((PAGES["a4"][0] - 2 * MARGIN) / 25.4 * 96)
    for only in ("sign", "card"):
        text = sign_html(sheet, "a4", only, fitted=True)
        assert pages_of(pdf_of(text)) <= 2
        assert measured(text, wide, True, tmp_path).cut_off == []


def test_the_page_about_sheets_does_what_it_says() -> None:
    page = (Path(__file__).parents[3] / "docs" / "sheets.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    made: dict[str, str] = {}
    exec(code, made)
    assert "Times in 10 hands" in made["html"] and "Blinds $2 and $4" in made["sign"]
