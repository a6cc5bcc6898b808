"""Sentences of events, drawn: the ``told.toml`` files in Rich's text."""

from __future__ import annotations

from rich.text import Text

from houseway.sentences import HEAD, Fill, sentence_of
from houseway.sentences import filled as pieces

__all__ = ["HEAD", "Fill", "filled", "sentence_of"]


def filled(sentence: str, fill: Fill, yours: bool) -> Text:
    """A sentence with everything in its place."""
    return Text.assemble(*pieces(sentence, fill, yours))
