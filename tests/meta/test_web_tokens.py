"""Contrasts computed from the tokens, because a checker does not see gradients."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.game.face import felt

CSS = (Path(__file__).parents[2] / "web" / "css" / "tokens.css").read_text()
TOKENS = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", CSS.split("/* A room")[0]))
CLOTHS = {
    name: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body))
    for name, body in re.findall(r"\.cloth-(\w+) {([^}]*)}", CSS)
}
PAPER = dict(
    re.findall(r"--([\w-]+): (#[0-9a-f]{6});", CSS.split("/* Paper")[1].split("@media")[0])
)
Rgb = tuple[float, float, float]


def rgb(text: str) -> Rgb:
    return tuple(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def mixed(over: Rgb, under: Rgb, share: float) -> Rgb:
    """One colour over another that shows through."""
    both = zip(over, under, strict=True)
    return tuple(a * share + b * (1 - share) for a, b in both)  # type: ignore[return-value]


def light(colour: Rgb) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgb, other: Rgb) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula() -> None:
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.48, abs=0.01)


def test_words_on_dark_grounds() -> None:
    for text in ("text-1", "text-2", "text-3"):
        for ground in ("ink-0", "ink-1", "ink-2", "ink-3"):
            assert contrast(rgb(TOKENS[text]), rgb(TOKENS[ground])) >= 4.5, (text, ground)


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("brass-ink", "brass"), ("brass", "brass-ground"), ("brass", "ink-1"), ("turn", "ink-1"),
        ("win", "win-ground"), ("lose", "lose-ground"), ("push", "push-ground"),
        ("win", "ink-2"), ("lose", "ink-2"), ("info", "ink-2"), ("info", "ink-3"),
        ("win-ink", "win"), ("lose-ink", "lose-ground"), ("turn-ink", "turn"),
        ("plate-quiet", "plate"), ("text-1", "plate-mark"), ("brass", "plate"),
    ],
)  # fmt: skip
def test_results_and_the_main_action(text: str, ground: str) -> None:
    assert contrast(rgb(TOKENS[text]), rgb(TOKENS[ground])) >= 4.5


def test_cards_tiles_and_dice() -> None:
    for colour in ("card-black", "card-red", "card-blue", "card-green"):
        assert contrast(rgb(TOKENS[colour]), rgb(TOKENS["card-face"])) >= 4.5, colour
    assert contrast(rgb(TOKENS["pip"]), rgb(TOKENS["tile"])) >= 4.5
    assert contrast(rgb(TOKENS["pip-red"]), rgb(TOKENS["tile"])) >= 3  # a dot, not a letter
    assert contrast(rgb(TOKENS["die-pip"]), rgb(TOKENS["pip"])) >= 4.5


@pytest.mark.parametrize("cloth", sorted(CLOTHS))
def test_words_on_a_cloth(cloth: str) -> None:
    """On the brightest place of the gradient, the base with 6 % of white, and on the base."""
    found = CLOTHS[cloth]
    base, white = rgb(found["felt"]), (1.0, 1.0, 1.0)
    lit = mixed(white, base, 0.06)
    assert contrast(mixed(white, base, 0.82), base) >= 6
    assert contrast(mixed(white, lit, 0.82), lit) >= 4.5
    assert contrast(rgb(found["accent"]), base) >= 4
    assert contrast(rgb(found["accent"]), lit) >= 3  # titles: large letters
    assert light(rgb(found["felt-edge"])) < light(base)


@pytest.mark.parametrize("cloth", sorted(CLOTHS))
def test_words_on_what_lies_on_a_cloth(cloth: str) -> None:
    """Plates let a little of the cloth through, spots more; a spot that has lost is dimmed."""
    base, white = rgb(CLOTHS[cloth]["felt"]), (1.0, 1.0, 1.0)
    lit = mixed(white, base, 0.06)
    plate = mixed(rgb(TOKENS["plate"]), lit, 0.88)
    assert contrast(rgb(TOKENS["plate-quiet"]), plate) >= 4.5
    for dark in (0.13, 0.36):
        spot = mixed((0.0, 0.0, 0.0), lit, dark)
        assert contrast(white, spot) >= 4.5
        assert (
            contrast(mixed(white, spot, 0.62), spot) >= 3
        )  # what is dimmed says so in a pill, too
    assert contrast(white, mixed(rgb(TOKENS["win"]), lit, 0.26)) >= 4.5


def test_all_cloths_are_there() -> None:
    assert set(CLOTHS) == set(felt.CLOTHS)


def test_words_on_paper() -> None:
    for text in ("ink", "ink-quiet", "ink-faint", "link", "good", "bad", "gold"):
        for ground in ("page", "sheet"):
            assert contrast(rgb(PAPER[text]), rgb(PAPER[ground])) >= 4.5, (text, ground)
    assert contrast(rgb(PAPER["gold"]), rgb(PAPER["gold-ground"])) >= 4.5
    assert contrast(rgb(PAPER["main-ink"]), rgb(PAPER["main"])) >= 4.5
