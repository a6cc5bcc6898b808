"""Search in the rulebook: games, wagers, options, clauses, readings and words, ranked.

    >>> from houseway.sheets.search.index import find_words
    >>> [each.title for each in find_words("push 22").found]

The index is in memory. Each entry has a title and a text. A word in a title counts more than one in
a text, a rare word more than a common one. A prefix counts less than a whole word. A result has all
words of the question, or if there is none, the most of them. An unknown word is replaced by the
nearest known one.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from houseway.rulebook import cached_until_changed
from houseway.sheets.search.entries import KINDS, Thing, things
from houseway.util.english import close_matches

MOST_WORDS = 12
IN_TITLE = 6
EXACT, LEADING = 40, 12
"""Score added if the title equals the question, or begins with it."""
_WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+)?")
_NOTHING = frozenset(("a", "an", "the", "of", "in", "on", "at", "to", "and", "or", "is", "for",
                      "what", "when", "does", "do", "may", "how", "if"))  # fmt: skip


class SearchResult(msgspec.Struct, frozen=True):
    """An entry that was found, and the address of its page.

    ``kind`` is its kind (``kind_words`` for people); ``text`` is the excerpt with the words.
    """

    kind: str
    kind_words: str
    title: str
    text: str
    game: str
    game_name: str
    at: str
    more: int = 0
    """The number of further games that have it."""


class Searched(msgspec.Struct, frozen=True):
    """The results of a question, the best first.

    ``instead`` is the question as corrected if one of its words is not in the rulebook; empty
    otherwise.
    """

    asked: str
    instead: str
    total: int
    kinds: dict[str, int]
    found: tuple[SearchResult, ...]


class _Index:
    """Words -> the entries that have them, in the title or in the text."""

    def __init__(self, listed: Iterable[Thing]) -> None:
        self.things = tuple(listed)
        self.titles: dict[str, set[int]] = {}
        self.texts: dict[str, set[int]] = {}
        self.plain = [" ".join(words_in(thing.title)) for thing in self.things]
        for number, thing in enumerate(self.things):
            for word in words_in(f"{thing.title} {thing.also}"):
                self.titles.setdefault(word, set()).add(number)
            for word in words_in(f"{thing.text} {thing.within}"):
                self.texts.setdefault(word, set()).add(number)
        self.words = sorted({*self.titles, *self.texts})

    def beginning(self, start: str) -> list[str]:
        """Return the words with this prefix, including the word itself."""
        first = bisect_left(self.words, start)
        last = bisect_left(self.words, start + "\uffff")
        return self.words[first:last]

    def scores(self, word: str) -> dict[int, int]:
        """Return the score that a word of the question gives each entry that has it."""
        found: dict[int, int] = {}
        for known in self.beginning(word):
            titles, texts = self.titles.get(known, set()), self.texts.get(known, set())
            whole = 4 if known == word else 1
            rare = 1 + int(math.log2(len(self.things) / len(titles | texts)))
            for places, weight in ((texts, 1), (titles, IN_TITLE)):
                for number in places:
                    found[number] = max(found.get(number, 0), weight * whole * rare)
        return found


@cached_until_changed
def _index() -> _Index:
    """Return the index of all entries; built once."""
    return _Index(things())


def words_in(text: str) -> Iterator[str]:
    """Yield the normalised words of a text: lower case, without the plural ``s``."""
    for word in _WORD.findall(text.lower().replace("'", "").replace("’", "")):
        yield word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "su" else word


def find_words(query: str, most: int = 20, kind: str = "") -> Searched:
    """Return the entries for these words; ``kind`` limits them to one kind."""
    index = _index()
    said = list(dict.fromkeys(words_in(query)))[:MOST_WORDS]
    wanted = [word for word in said if word not in _NOTHING] or said
    meant = [_nearest(index, word) for word in wanted]
    found = _best_of(index, meant)
    plain = " ".join(words_in(query))
    order = sorted(found, key=lambda number: (-_weight(index, number, found, plain), number))
    kinds = Counter(index.things[number].kind for number in order)
    shown = [number for number in order if kind in ("", index.things[number].kind)]
    return Searched(
        query,
        " ".join(meant) if meant != wanted else "",
        len(shown),
        {name: kinds[name] for name in KINDS if kinds[name]},
        tuple(_found(index.things[number], meant) for number in shown[:most]),
    )


def _nearest(index: _Index, word: str) -> str:
    """Return the word itself if the rulebook has it or a word that begins with it, else the
    nearest.
    """
    if index.beginning(word):
        return word
    close = close_matches(word, (known for known in index.words if not known[0].isdigit()))
    return close[0] if close else word


def _best_of(index: _Index, meant: Iterable[str]) -> dict[int, int]:
    """Return the entries with the most of the words, and their scores."""
    found: Counter[int] = Counter()
    words: Counter[int] = Counter()
    for word in meant:
        scores = index.scores(word)
        found.update(scores)
        words.update(scores.keys())
    most = max(words.values(), default=0)
    return {number: score for number, score in found.items() if words[number] == most}


def _weight(index: _Index, number: int, found: dict[int, int], plain: str) -> int:
    """Return the rank of an entry: points of the words found, more if the title begins so."""
    title, kind = index.plain[number], index.things[number].kind
    more = EXACT if title == plain else LEADING if title.startswith(plain) else 0
    return (found[number] + more) * KINDS[kind].weight


def _found(thing: Thing, meant: Iterable[str]) -> SearchResult:
    """Return an entry as a result, with the part of its text around the words ``meant``."""
    return SearchResult(
        thing.kind, KINDS[thing.kind].words, thing.title, _around(thing.text, meant),
        thing.game, thing.game_name, thing.at, thing.more,
    )  # fmt: skip


EXCERPT = 150


def _around(text: str, meant: Iterable[str]) -> str:
    """Return an excerpt of one line around the first of the words."""
    if len(text) <= EXCERPT:
        return text
    lower = text.lower()
    at = min((p for word in meant if (p := lower.find(word)) >= 0), default=0)
    first = 0 if at < EXCERPT // 2 else text.rfind(" ", 0, at - EXCERPT // 3) + 1
    before = "… " if first else ""
    if first + EXCERPT >= len(text):
        return before + text[first:]
    return f"{before}{text[first : first + EXCERPT].rsplit(' ', 1)[0]} …"
