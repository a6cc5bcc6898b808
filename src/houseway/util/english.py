"""Articles, plurals, lists and ranges of sentences, each written once for all callers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from houseway.money import format_dollars

_VOWEL_LETTER = re.compile(r"[aeiou]", re.IGNORECASE)
_SOUNDS_LIKE_A_CONSONANT = re.compile(r"(one|once|uni(?![mn])|us[eu]|eu)", re.IGNORECASE)
_SOUNDS_LIKE_A_VOWEL = re.compile(r"(8|1[18](?![0-9])|hour|honest|honou?r)", re.IGNORECASE)
_ONES = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDER = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
_PLURALS = {
    "is": "are",
    "goes": "go",
    "was": "were",
    "has": "have",
    "does": "do",
    "this": "these",
    "it": "they",
}


def a(words: str) -> str:
    """Return a noun with its article: ``an ante``, ``a play wager``, ``an 8``, ``a one``."""
    if _SOUNDS_LIKE_A_VOWEL.match(words):
        return f"an {words}"
    vowel = _VOWEL_LETTER.match(words) and not _SOUNDS_LIKE_A_CONSONANT.match(words)
    return f"an {words}" if vowel else f"a {words}"


def the(words: str) -> str:
    """Return a noun with its article, unless it is a name: ``the main wager``, ``Push 22``."""
    return f"the {words}" if words[:1].islower() else words


def plural(noun: str) -> str:
    """Return the plural of a noun: ``decks``, ``matches``, ``parties``, ``days``."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and not noun.endswith(("ay", "ey", "oy", "uy")):
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def n(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun: ``no cards``, ``1 player``, ``1,200 rounds``."""
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {many or plural(noun)}" if count else f"no {many or plural(noun)}"


def verb(count: int, singular: str) -> str:
    """Return the verb for a count: ``is`` or ``are``, ``needs`` or ``need``."""
    if count == 1:
        return singular
    return _PLURALS.get(singular) or singular.removesuffix("s")


def spelt(count: int) -> str:
    """Return a small number as a word, a large one in figures: ``two``, ``15``."""
    return _ONES[count] if 0 <= count < len(_ONES) else f"{count:,}"


def nth(number: int) -> str:
    """Return an ordinal, counted from one: ``first``, ``second``, ``21st``."""
    if 1 <= number <= len(_ORDER):
        return _ORDER[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def between(least: int, most: int) -> str:
    """Return a range of cents: ``$5 to $100``, or ``$1`` if both are equal."""
    return (
        format_dollars(least)
        if least == most
        else f"{format_dollars(least)} to {format_dollars(most)}"
    )


def within(least: int, most: int) -> str:
    """Return a range of cents after a verb: ``from $5 to $100``, or ``$1`` if both are equal."""
    return (
        format_dollars(least)
        if least == most
        else f"from {format_dollars(least)} to {format_dollars(most)}"
    )


def spread(least: int, most: int, noun: str = "", many: str = "") -> str:
    """Return a range of counts: ``1 to 8``, ``2 to 9 players``, ``1 player``."""
    if least == most:
        return n(most, noun, many) if noun else str(most)
    end = n(most, noun, many) if noun else f"{most:,}"
    return f"{least:,} to {end}"


def all_of(items: Iterable[object]) -> str:
    """Join words by "and": ``Ann``, ``Ann and Bob``, ``Ann, Bob and Cleo``."""
    return _listed([str(item) for item in items], "and")


def one_of(items: Iterable[object]) -> str:
    """Join words by "or": ``yes or no``; whole numbers in a row are a range: ``1 to 6 or 8``."""
    given = list(items)
    if all(type(item) is int for item in given):
        return _listed(_ranges([item for item in given if type(item) is int]), "or")
    return _listed([str(item) for item in given], "or")


def _ranges(numbers: Sequence[int]) -> list[str]:
    """Write three or more consecutive numbers as first to last."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    return told


def _listed(words: Sequence[str], last: str) -> str:
    """Return words with commas, and with ``last`` before the last one."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


LISTED = 40
"""Most known words in the answer to an unknown one; a longer list helps no reader."""


def suggest(word: str, known: Iterable[str], most: int = 2) -> str:
    """Return a hint for an unknown word: ``did you mean main?``, or all known words."""
    names = list(known)
    if close := close_matches(word, names, most):
        return f"did you mean {one_of(close)}?"
    if len(names) > LISTED:
        return f"there are {', '.join(names[:LISTED])} and {len(names) - LISTED} more"
    return list_available(names)


def list_available(names: Iterable[object]) -> str:
    """Return all words: ``there is A``, ``there are A, B and C``, ``there is none``."""
    given = list(names)
    return f"there {verb(len(given), 'is')} {all_of(given)}" if given else "there is none"


def close_matches(
    word: str, known: Iterable[str], most: int = 2, likeness: float = 0.6
) -> list[str]:
    """Return the known words that are most similar, in small letters or capitals."""
    from difflib import get_close_matches  # only for a misspelt word, so that start-up stays fast

    written: dict[str, list[str]] = {}
    for name in known:
        written.setdefault(name.lower(), []).append(name)
    close = get_close_matches(word.lower()[:80], written, n=most, cutoff=likeness)
    return [name for small in close for name in written[small]][:most]


def at_odds(text: str) -> str:
    """Return odds written alike for all tables: ``3 to 2`` for ``3:2``."""
    return re.sub(r"\b([0-9]+):([0-9]+)\b", r"\1 to \2", text)


def sentence(words: str) -> str:
    """Return words with a capital and a full stop."""
    whole = words[:1].upper() + words[1:]
    return whole if not whole or whole[-1] in ".!?" else f"{whole}."
