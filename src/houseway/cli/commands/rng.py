"""The commands ``rng test`` and ``rng dump``: the generator that deals, tested and written out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from rich.text import Text

from houseway.cli.options import Flag, Json, Whole
from houseway.cli.terminal import console
from houseway.cli.terminal.output import DIFFERENT, OK, print_json, require_writable
from houseway.cli.terminal.progress import ProgressLine, waiting
from houseway.errors import HousewayError
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import TILES
from houseway.room.fairness import rng_sample
from houseway.room.fairness.committed_shoe import CUP_DICE
from houseway.room.fairness.entropy import Entropy, SystemEntropy, from_system
from houseway.room.fairness.health import Unhealthy
from houseway.util.english import n as counted

KINDS = {"cards": CARDS, "joker": CARDS_AND_JOKER, "tiles": TILES, "dice": DICE}
Name = Literal["cards", "joker", "tiles", "dice"]
LEAST, MOST = 2_000, 10_000_000
"""The number of orders in a test: fewer prove little, more do not fit into memory."""
RAW_BYTES = 1 << 20
MOST_DECKS = 8
CHUNK = 1 << 16

app = App(
    name="rng",
    help="Test the generator that deals, or write out what it gives for an outside lab.",
    help_format="markdown",
)


class Tested(msgspec.Struct, frozen=True):
    """The findings about one subject: the operating system, the generator, or some orders."""

    of: str
    findings: list[Any]


@app.command
def test(
    *,
    kind: Name | None = None,
    decks: Whole | None = None,
    shuffles: Whole = 20_000,
    json: Json = False,
) -> int:
    """Test the generator and what is dealt with it, each test at 99 % on both sides.

    Parameters
    ----------
    kind
        Test only orders of these pieces: joker is a deck of 53 cards, dice are cups of 48.
    decks
        Number of decks or sets shuffled together.
    shuffles
        Number of orders tested, of each kind; half as many of six decks.
    """
    if not LEAST <= shuffles <= MOST:
        raise HousewayError(f"--shuffles: from {LEAST:,} to {MOST:,}, not {shuffles:,}")
    wanted = _wanted(kind, decks)
    try:
        with waiting("the source of randomness") as progress:
            entropy = SystemEntropy()
            tested = [] if kind else [_system(), _generator(entropy)]
            for name, sets in wanted:
                tested.append(_orders(entropy, name, sets, shuffles, progress))
    except Unhealthy as failed:
        return _unhealthy(failed, json)
    failed_tests = sum(not x.passed for group in tested for x in group.findings)
    if json:
        print_json(_plain(tested))
    else:
        _print(tested, failed_tests)
    return DIFFERENT if failed_tests else OK


def _unhealthy(failed: Unhealthy, json: bool) -> int:
    """Print that the source of randomness failed its self-test; return the exit code."""
    if json:
        print_json({"unhealthy": str(failed)})
    else:
        words = f"{failed}: nothing may be dealt"
        console.console().print(Text(words, style="bold red"), soft_wrap=True)
    return DIFFERENT


def _wanted(kind: str | None, decks: int | None) -> list[tuple[str, int]]:
    """Return the kinds of pieces to test, with their numbers of sets; Refused decks say why."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise HousewayError(f"--decks: from 1 to {MOST_DECKS}, not {decks}")
    if decks is not None and kind in (None, "dice"):
        raise HousewayError("--decks goes with --kind cards, joker or tiles")
    if kind:
        return [(kind, decks or 1)]
    return [("cards", 1), ("cards", 6), ("joker", 1), ("tiles", 1), ("dice", 1)]


def _system() -> Tested:
    """Return the tests of the operating system's random bytes."""
    from houseway.analysis.randomness.finding import battery
    from houseway.analysis.randomness.raw_bytes import raw_tests

    of = f"bytes of the operating system ({RAW_BYTES:,})"
    return Tested(of, battery(lambda: raw_tests(from_system(RAW_BYTES))))


def _generator(entropy: Entropy) -> Tested:
    """Test raw bytes of the generator."""
    from houseway.analysis.randomness.finding import battery
    from houseway.analysis.randomness.raw_bytes import raw_tests

    blocks = rng_sample.raw(entropy)
    wanted = RAW_BYTES // (32 * rng_sample.BLOCKS)
    of = f"bytes of the generator ({RAW_BYTES:,}, {counted(wanted, 'seed')})"
    return Tested(of, battery(lambda: raw_tests(b"".join(islice(blocks, wanted)))))


def _orders(
    entropy: Entropy, name: str, sets: int, shuffles: int, progress: ProgressLine
) -> Tested:
    """Return the tests of shuffled orders of pieces, or of rolled dice."""
    import numpy as np

    from houseway.analysis.randomness.finding import Finding, battery
    from houseway.analysis.randomness.orders import dice_tests, order_tests

    kind = KINDS[name]
    many = shuffles // 2 if sets > 1 else shuffles
    what = _named(name, sets)
    dealt = rng_sample.orders(entropy, kind, sets)

    def some() -> Iterator[tuple[int, ...]]:
        progress(what)
        for done, order in enumerate(islice(dealt, many)):
            progress.count(done, many, "orders")
            yield order

    def tests() -> list[Finding]:
        orders = np.array(list(some()), dtype=np.int64)
        return dice_tests(orders) if kind is DICE else order_tests(kind, sets, orders)

    of = what if kind is DICE else f"orders of {what}"
    return Tested(f"{many:,} {of}", battery(tests))


def _named(name: str, sets: int) -> str:
    """Return a kind of pieces and the number of sets in words."""
    pieces = {"cards": "52 cards", "joker": "52 cards and a joker", "tiles": "32 tiles"}
    if name == "dice":
        return f"cups of {CUP_DICE} dice"
    return pieces[name] if sets == 1 else f"{sets} sets of {pieces[name]}"


def _plain(tested: list[Tested]) -> list[dict[str, Any]]:
    """Return findings as JSON values."""
    return [
        {
            "of": group.of,
            "tests": [{**msgspec.to_builtins(x), "passed": x.passed} for x in group.findings],
        }
        for group in tested
    ]


def _print(tested: list[Tested], failed: int) -> None:
    out = console.console()
    for group in tested:
        title = group.of[:1].upper() + group.of[1:]
        table = console.grid("test", "what was asked", "statistic", "df", "p", "", title=title,
                           right=("statistic", "df", "p"))  # fmt: skip
        for x in group.findings:
            verdict = ("ok, the second time" if x.again else "ok") if x.passed else "FAILED"
            console.add(
                table, x.test, x.asked, f"{x.statistic:,.2f}", x.freedom or "", f"{x.p:.4f}",
                verdict, style="" if x.passed else "bold red",
            )  # fmt: skip
        out.print(table)
    total = sum(len(group.findings) for group in tested)
    out.print(
        Text(
            f"{total} tests at 99 %, two-sided; one that is out of bounds is made again on new "
            "numbers, and fails if it is out again."
        ),
        soft_wrap=True,
    )
    said = f"{failed} failed." if failed else "None failed."
    out.print(Text(said, style="bold red" if failed else "bold green"))


@app.command
def dump(
    *,
    out: Path,
    bytes_: Annotated[Whole | None, Parameter(name="--bytes")] = None,
    shuffles: Whole | None = None,
    kind: Name = "cards",
    decks: Whole = 1,
    system: Flag = False,
    text: Flag = False,
) -> int:
    """Write raw bytes of the generator, or final outcomes: whole orders, as tables get them.

    Parameters
    ----------
    out
        The file to write.
    bytes_
        Write this number of raw bytes.
    shuffles
        Write this number of orders (of dice: cups of 48), one after another.
    kind
        The pieces: joker is a deck of 53 cards.
    decks
        Number of decks or sets shuffled together.
    system
        Write raw bytes of the operating system, which seeds are made from.
    text
        Write hex or notation: one line for each 32 bytes or each order.
    """
    wanted = bytes_ if shuffles is None else shuffles
    if (bytes_ is None) == (shuffles is None) or wanted is None:
        raise HousewayError("say either --bytes or --shuffles, and how many")
    if not 1 <= wanted <= 10**12:
        raise HousewayError(f"from 1 to 1,000,000,000,000 can be written, not {wanted:,}")
    if system and bytes_ is None:
        raise HousewayError("--system gives raw bytes: it goes with --bytes")
    sets = _wanted(kind, None if kind == "dice" and decks == 1 else decks)[0][1]
    require_writable(out)
    with waiting(str(out)) as progress:
        entropy = SystemEntropy()
        if bytes_ is not None:
            parts = _bytes_of(entropy, bytes_, system)
            write: Callable[[bytes], bytes] = _in_hex if text else bytes
        else:
            parts = map(bytes, islice(rng_sample.orders(entropy, KINDS[kind], sets), shuffles))
            write = _in_words(KINDS[kind]) if text else bytes
        _write(out, parts, write, wanted, "orders" if shuffles else "bytes", progress)
    return OK


def _bytes_of(entropy: Entropy, n: int, system: bool) -> Iterator[bytes]:
    """Yield ``n`` random bytes in parts, from the operating system or from the room's generator."""
    blocks = iter(lambda: from_system(CHUNK), b"") if system else rng_sample.raw(entropy)
    while n > 0:
        part = next(blocks)[:n]
        n -= len(part)
        yield part


def _in_hex(part: bytes) -> bytes:
    """Return bytes as lines of 64 hexadecimal digits."""
    lines = [part[at : at + 32].hex() for at in range(0, len(part), 32)]
    return ("\n".join(lines) + "\n").encode()


def _in_words(kind: Kind) -> Callable[[bytes], bytes]:
    """Return a function that writes an order of pieces as a line of names."""
    return lambda order: f"{kind.show(order)}\n".encode()


def _write(
    path: Path, parts: Iterator[bytes], write: Callable[[bytes], bytes], of: int, what: str,
    progress: ProgressLine,
) -> None:  # fmt: skip
    """Write parts to a file with a progress line; OSError becomes an error with the path."""
    done = 0
    try:
        with path.open("wb") as file:
            for part in parts:
                file.write(write(part))
                done += 1 if what == "orders" else len(part)
                progress.count(done, of, what)
    except OSError as error:
        raise HousewayError(f"{path}: {error.strerror}") from None
