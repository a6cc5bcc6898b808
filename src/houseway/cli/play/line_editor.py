"""Lines edited at a terminal, by prompt_toolkit: Tab, history, and output above the line."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from houseway.cli.play.keyboard import Complete, Key
from houseway.cli.terminal.output import printable


class LineEditor:
    """The keyboard of a terminal."""

    is_terminal = True

    def __init__(self, complete: Complete) -> None:
        self._session: PromptSession[str] = PromptSession(
            completer=_Words(complete),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            output=_output(),
        )

    async def line(self, prompt: Callable[[], str]) -> str | Key:
        """Return an edited line; the prompt is asked for again whenever it is drawn."""
        try:
            return printable(await self._session.prompt_async(prompt))
        except EOFError:
            return Key.END
        except KeyboardInterrupt:
            return Key.INTERRUPT

    @contextlib.contextmanager
    def above(self) -> Iterator[None]:
        """Take the line away while something is printed, then draw it again as it was."""
        app = self._session.app
        if not app.is_running:
            yield
            return
        app.renderer.erase()
        try:
            yield
        finally:
            sys.stdout.flush()
            app.renderer.reset()
            app.invalidate()


class _Words(Completer):
    """Completions of the word before the cursor."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        """Yield the completions, each with a blank where a word ends."""
        word = document.get_word_before_cursor(WORD=True)
        before = document.text_before_cursor.removesuffix(word)
        for found in self._complete(before, word):
            text = found if found.endswith("=") else f"{found} "
            yield Completion(text, -len(word), display=found)


def _output() -> Vt100_Output:
    """Return the terminal; its cursor position is not asked for, since not all of them answer."""

    def size() -> Size:
        columns, rows = shutil.get_terminal_size()
        return Size(rows, columns)

    return Vt100_Output(sys.stdout, size, os.environ.get("TERM"), enable_cpr=False)
