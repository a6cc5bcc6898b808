"""A question as text: every choice with its arguments, in few lines.

Tips for the dealer, second hands and the circles of others are folded into a line each; ``spots``
and ``help tips`` list them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from houseway.cli.play.edge_cache import edges
from houseway.cli.play.input_parser import as_said
from houseway.cli.play.views.arrangements import listed, way_lines
from houseway.cli.render.pieces import drawn_in, face, in_order
from houseway.cli.terminal.console import cited, hanging
from houseway.cli.terminal.wrap import TIED, WIDTH, columns, flow, narrowed, padded, short, width_of
from houseway.engine.questions import DEALER, Amount, Arrange, Button, Choice, Pick, Place, Spot
from houseway.families.blackjack.game import Blackjack
from houseway.families.set_hands.game import SetHands
from houseway.game.base import Game
from houseway.game.face.views import Prompt
from houseway.game.pay_tables import Payout
from houseway.game.wagers import Wager
from houseway.game.words import Words
from houseway.money import format_amount, format_dollars

LISTED = 9
"""The most spots that have a line each; more are set in two columns."""
STACKED = 8
"""The most choices that have a line each; more are set side by side."""
RAISES = ("raise", "complete")
"""Decisions whose amount is the whole bet."""
INDENT = 4
FEW = 4
"""The most different pays that are listed one by one; of more, only the highest is."""


def print_prompt(out: Console, game: Game, prompt: Prompt) -> None:
    """Print the question and its choices; tips and other circles are folded into a line each."""
    for line in prompt_lines(game, prompt, width_of(out)):
        out.print(line)


def print_spots(out: Console, game: Game, prompt: Prompt, which: str = "") -> None:
    """Print every spot that is open for chips now (``tips``: those for the dealer), unfolded."""
    for choice in prompt.actions:
        if isinstance(choice, Place):
            spots = [spot for spot in choice.spots if which != "tips" or spot.whom == DEALER]
            for line in _spot_rows(game, spots, width_of(out)):
                out.print(line)
            return
    out.print(Text("no chips are put down now"))


def print_forbidden(out: Console, prompt: Prompt) -> None:
    """Print the decisions that this seat may not take now, with reasons and clauses."""
    if not prompt.forbidden:
        out.print(Text("nothing else can be done here"))
    names: dict[str, list[str]] = {}
    for no in prompt.forbidden:
        by = f" ({cited(no.clauses)})" if no.clauses else ""
        names.setdefault(f"{no.why}{by}", []).append(no.name)
    out.print(hanging([(f"not {cited(who)}:", why) for why, who in names.items()], "dim"))


def prompt_lines(game: Game, prompt: Prompt, width: int = WIDTH) -> list[Text]:
    """Return the question and its choices as lines."""
    lines = flow([Text(prompt.words, style="bold")], width) if prompt.words else []
    if len(prompt.actions) > STACKED and all(isinstance(c, Button) for c in prompt.actions):
        return [*lines, *_side_by_side(game, prompt.actions, width)]
    name_width = max(len(choice.name) for choice in prompt.actions)
    for number, choice in enumerate(prompt.actions, 1):
        name = Text(as_said(choice.name), "bold")
        head = Text.assemble(f"{number:>3} ", padded(name, name_width), "  ")
        lines += _choice(game, choice, head, width)
    return lines


def _side_by_side(game: Game, choices: Sequence[Choice], width: int) -> list[Text]:
    """Return numbered choices in as few lines as fit."""
    parts = [
        Text.assemble(f"{number}\u00a0", (as_said(choice.name), "bold"))
        for number, choice in enumerate(choices, 1)
    ]
    return flow(parts, width, indent=2)


def _choice(game: Game, choice: Choice, head: Text, width: int) -> list[Text]:
    """Return one choice: its number, name and arguments."""
    if isinstance(choice, Place):
        return _place(game, choice, head, width)
    text = _takes(game, choice)
    lines = flow([text], width, head.cell_len, first=head.cell_len)
    lines[0] = Text.assemble(head, lines[0])
    if isinstance(choice, Arrange):
        lines += way_lines(game, choice, width, INDENT)
    return lines


def _takes(game: Game, choice: Button | Amount | Pick | Arrange) -> Text:
    """Return a description of a choice and its arguments."""
    called = game.words().action(choice.name)
    words = choice.words
    if isinstance(choice, Button | Amount) and called != choice.name.replace("_", " "):
        words = words or called
    if isinstance(choice, Button):
        cost = format_dollars(choice.cents) if choice.cents else ""
        return drawn_in(f"{words} ({cost})" if words and cost else words or cost, game.kind)
    if isinstance(choice, Amount):
        steps = f", in steps of {format_dollars(choice.step)}" if choice.step > 100 else ""
        bounds = f"{format_dollars(choice.least)} to {format_dollars(choice.most)}{steps}"
        amount = format_dollars(choice.least) if choice.least == choice.most else bounds
        to = "to " * (choice.name in RAISES)
        return Text(f"{words}: {to}{amount}" if words else f"{to}{amount}")
    if isinstance(choice, Pick):
        some = f"{choice.least} to {choice.most}" if choice.least != choice.most else choice.least
        names = in_order(game.kind.show(choice.pieces).split(), game.kind)
        return Text.assemble(f"{words}: " if words else "", f"{some} of ", _numbered(game, names))
    sizes = ", ".join(f"{part} {n}" for part, n in choice.parts)
    pieces = _numbered(game, in_order(game.kind.show(choice.pieces).split(), game.kind))
    if isinstance(game, SetHands) and not listed(game, choice):
        words = ", ".join(filter(None, (words, game.setting_aid(choice.pieces))))
    return Text.assemble(f"{words}; " if words else "", pieces, f" ({sizes})")


def _numbered(game: Game, names: Sequence[str]) -> Text:
    """Return pieces with the numbers by which they may be named."""
    return Text(", ").join(
        Text.assemble((f"{place}{TIED}", "dim"), face(name, game.kind))
        for place, name in enumerate(names, 1)
    )


def _place(game: Game, choice: Place, head: Text, width: int) -> list[Text]:
    """Return the spots of one's own first hand, and a line for each kind of other bet."""
    own = [s for s in choice.spots if s.required or not (s.circle or s.whom == DEALER or s.hand)]
    must = [spot for spot in own if spot.required]
    shown_ = own[: len(must) + 1] if must else own[:1]
    example = " ".join(f"{spot.name}={format_amount(_usual(spot))}" for spot in shown_)
    title = choice.words or f"for example: {choice.name} {example}"
    if len(own) > len(must) > 0:
        title += "   (* must be bet)"
    lines = [Text.assemble(head, (title, "dim"))]
    lines += _spot_rows(game, own, width)
    lines += _folded(game.words(), choice, own, width)
    return lines


def _usual(spot: Spot) -> int:
    """Return a suitable amount: ten dollars, or the nearest allowed one."""
    return min(max(spot.least, 1000), spot.most)


def _spot_rows(game: Game, spots: Sequence[Spot], width: int) -> list[Text]:
    """Return a line for each spot: the word to type, name, limits, pay and edge."""
    if len(spots) > LISTED:
        return _two_columns(game, spots, width)
    known = edges(game)
    words, rows = game.words(), []
    for spot in spots:
        edge = known.get(spot.wager, "") if spot.whom != DEALER else ""
        rows.append([
            Text(f"{spot.name}=", style="bold"),
            Text(_called(words, spot)),
            Text(_limits(spot), style="" if not spot.required else "bold"),
            Text(_pays(game, spot), style="green"),
            Text(edge, style="yellow"),
        ])  # fmt: skip
    if not any(row[-1].plain for row in rows):
        rows = [row[:-1] for row in rows]
    gap = 2 if narrowed(rows, width - INDENT) == rows else 1
    lines = columns(narrowed(rows, width - INDENT, gap), gap)
    return [_cut(Text.assemble(" " * INDENT, line), width) for line in lines]


def _two_columns(game: Game, spots: Sequence[Spot], width: int) -> list[Text]:
    """Return many spots in two columns: the word to type and the pay; common limits once."""
    limits: dict[str, list[str]] = {}
    known, cells = edges(game), []
    for spot in spots:
        limits.setdefault(_limits(spot), []).append(spot.name)
        edge = known.get(spot.wager, "") if spot.whom != DEALER else ""
        number = edge.removeprefix("edge ").removesuffix(" %")
        pays = Text("" if spot.whom == DEALER else short(_pays(game, spot), 13), "green")
        cells.append([Text(f"{spot.name}=", "bold"), pays, Text(number, "yellow")])
    half = -(-len(cells) // 2)
    left, right = columns(cells[:half], 1), columns(cells[half:], 1)
    lines = [
        _cut(Text.assemble(" " * INDENT, a, "  ", b), width)
        for a, b in zip_longest(left, right, fillvalue=Text())
    ]
    most = max(limits, key=lambda each: len(limits[each]))
    said = [f"{', '.join(names)}: {each}" for each, names in limits.items() if each != most]
    said.append(f"{'all others' if said else 'each'}: {most}")
    if known:
        said.append("the house edge is in %")
    takes = flow([Text("; ".join(said), style="dim")], width, INDENT, first=INDENT)
    return [*lines, Text.assemble(" " * INDENT, takes[0]), *takes[1:]]


def _called(words: Words, spot: Spot) -> str:
    """Return the label of the spot, unless the word to type equals it."""
    said = words.spot(spot.wager or spot.name, spot.hand, spot.whom, spot.circle)
    if _letters(said) == _letters(spot.name):
        said = ""
    return f"{said} *".strip() if spot.required else said


def _letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, to compare names."""
    return "".join(char for char in text.lower() if char.isalnum())


def _limits(spot: Spot) -> str:
    """Return the limits of a spot in dollars; spots that must equal another say so."""
    if spot.equals:
        return "the same again"
    return format_dollars(spot.least) if spot.least == spot.most else (
        f"{format_dollars(spot.least)}-{format_dollars(spot.most)}"
    )  # fmt: skip


def _pays(game: Game, spot: Spot) -> str:
    """Return the pays of a spot's wager in words; "" for a spot without a wager."""
    wager = next((w for w in game.wagers if w.name == (spot.wager or spot.name)), None)
    return pays_of(game, wager) if wager is not None else ""


def _cut(line: Text, width: int) -> Text:
    """Return a line of at most this width; an ellipsis marks what is left out."""
    found = line.copy()
    found.rstrip()
    found.truncate(width, overflow="ellipsis")
    return found


def _folded(words: Words, choice: Place, own: Sequence[Spot], width: int) -> list[Text]:
    """Return the other possible bets, a line for each kind."""
    rest = [spot for spot in choice.spots if spot not in own]
    hands = [spot for spot in rest if spot.hand and spot.whom != DEALER and not spot.circle]
    tips = [spot for spot in rest if spot.whom == DEALER]
    behind = [spot for spot in rest if spot.circle and spot.whom != DEALER]
    lines = []
    if hands:
        lines.append(f"on another hand: e.g. {_example(hands[0])}; spots lists them")
    if behind:
        circles = sorted({spot.circle for spot in behind})
        where = ", ".join(map(str, circles))
        seats = f"circle{'s' * (len(circles) > 1)} {where}"
        lines.append(f"in {seats} too: e.g. {_example(behind[0])}; spots lists them")
    if tips:
        lines.append(f"tips for the dealer: e.g. {_example(tips[0])}; help tips lists them")
    return [_cut(Text(f"{'':{INDENT}}{line}", "dim"), width) for line in lines]


def _example(spot: Spot) -> str:
    """Return the words that put the least amount on a spot."""
    return f"{spot.name}={format_amount(spot.least)}"


def pays_of(game: Game, wager: Wager) -> str:
    """Return pays in short: ``8 to 1``; ``50/20/8 to 1``; ``up to 1,000 to 1``; ``meter, up to 50
    for 1``.
    """
    table = game.pay.get(wager.paid_by)
    if table is None:
        if isinstance(game, Blackjack):
            return f"1 to 1, {game.count.natural_word} {getattr(game, game.natural_price)}"
        return ""
    return pays_in_words(table)


def pays_in_words(table: tuple[Payout, ...]) -> str:
    """Return the pays of a column from the highest down, if there are few of them."""
    winning = [pay.by_amount[-1][1] if pay.by_amount else pay for pay in table]
    winning = [pay for pay in winning if pay.meter_percent or pay.net() > 0]
    fixed = sorted({pay.net(): pay for pay in winning if not pay.meter_percent}.items())
    texts = [_odds(pay) for _, pay in reversed(fixed)]
    words = ""
    if len(texts) > FEW:
        words = f"up to {texts[0]}"
    elif texts:
        same = {text.partition(" ")[2] for text in texts}
        heads = [text.partition(" ")[0] for text in texts]
        words = f"{'/'.join(heads)} {same.pop()}" if len(same) == 1 else _either(texts)
    if any(pay.meter_percent for pay in winning):
        return f"meter, {words}" if words else "the meter"
    return words


def _odds(pay: Payout) -> str:
    """Return the odds alone, with a colon as ``to`` and without an envy."""
    return pay.text.partition(",  ")[0].split(", envy")[0].replace(":", " to ")


def _either(texts: list[str]) -> str:
    """Return texts with commas, and "or" before the last one."""
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))
