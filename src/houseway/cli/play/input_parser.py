"""The parser of typed lines: prefixes of words, amounts, numbers of choices and pieces.

``10`` and ``bet 10`` are the required wager, ``10 push_22=5`` is that and another. ``sta`` is stand
if nothing else begins with it. A typed line is converted to the notation of records.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from houseway.cli.render.pieces import in_order
from houseway.engine.questions import Act, Amount, Arrange, Asking, Choice, Pick, Place, Spot
from houseway.errors import Reason, Refused, short_repr
from houseway.game.base import Game, RulingRule
from houseway.money import dollars, format_amount, format_dollars
from houseway.pieces.kind import Kind
from houseway.records.notation import read_act
from houseway.util.english import one_of, suggest


def ruling_help(rule: RulingRule) -> tuple[str, str]:
    """Return how a ruling is typed and what it does."""
    takes = "".join(f" {key}=.." for key in rule.takes)
    return f"floor {rule.name}", f"{rule.words};{takes}" if takes else rule.words


def folded(words: list[str]) -> list[str]:
    """Return typed words with names in lower case; cards and folder names stay unchanged."""
    names = 2 if words and words[0].isdigit() else 1
    found = [word.lower() for word in words[:names]]
    for word in words[names:]:
        key, equals, value = word.partition("=")
        found.append(f"{key.lower()}={value}" if equals else word)
    return found


def is_money(word: str) -> bool:
    """Return True for an amount: ``10``, ``7.50``, ``$1,000``."""
    try:
        return dollars(word) >= 0
    except ValueError:
        return False


def beginning(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word may mean: itself if it is one, else all with that prefix."""
    key = _key(word)
    known = {_key(name): name for name in names}
    if key in known:
        return [known[key]]
    return [name for begins, name in known.items() if key and begins.startswith(key)]


def _key(name: str) -> str:
    """Return a name in normal form: blanks, hyphens and underscores are equal."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def as_said(name: str) -> str:
    """Return a choice in words, which may also be typed: ``sit out``."""
    return name.replace("_", " ")


def the_one(word: str, names: Sequence[str], what: str) -> str:
    """Return the one name with a prefix; several, or none, are refused with a list."""
    found = beginning(word, names)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(f"{short_repr(word)} may be {one_of(found)}: type more of it")
    raise Refused(f"there is no {what} {short_repr(word)}; {suggest(_key(word), names)}")


def chosen(words: Sequence[str], choices: Sequence[str], commands: Sequence[str]) -> list[str]:
    """Return the words with the first one or two replaced by the name that they abbreviate.

    Choices of the question take precedence over commands. An ambiguous prefix is refused with a
    list.
    """
    if len(words) > 1:
        both = _key(" ".join(words[:2]))
        if both in map(_key, choices):
            return [both, *words[2:]]
    word = words[0]
    for names in (choices, commands):
        if _key(word) in map(_key, names):
            return [beginning(word, names)[0], *words[1:]]
    for names in (choices, commands):
        found = beginning(word, names)
        if len(found) == 1:
            return [found[0], *words[1:]]
        if found:
            others = found + (beginning(word, commands) if names is choices else [])
            raise Refused(f"{short_repr(word)} may be {one_of(others)}: type more of it")
    return list(words)


def unknown(word: str, choices: Sequence[str], commands: Sequence[str]) -> Refused:
    """Return the sentence for a word that is neither a choice nor a command."""
    close = suggest(_key(word), [*choices, *commands])
    if not close.startswith("did"):
        close = (
            f"the choices are {one_of(map(as_said, choices))}; help shows what else can be typed"
        )
    return Refused(f"{short_repr(word)} is not understood; {close}")


def to_you(words: str, me: int) -> str:
    """Return a refusal addressed to the player: ``you may not hit now``."""
    said = words.removeprefix(f"seat {me}: ")
    said = re.sub(rf"\bseat {me} (may|cannot)\b", r"you \1", said)
    said = re.sub(rf"\bseat {me}'s turn\b", "your turn", said)
    return re.sub(rf"\bwaits for seat {me}\b(?!,)", "waits for you", said)


def example(choice: Choice, kind: Kind) -> str:
    """Return an example line for this choice."""
    if isinstance(choice, Amount):
        return f"{choice.name} {format_amount(choice.least)}"
    if isinstance(choice, Pick):
        return f"{choice.name} {kind.show(choice.pieces[: choice.most]).replace(' ', ',')}".strip()
    if isinstance(choice, Arrange):
        parts, at = [], 0
        for part, n in choice.parts:
            pieces = kind.show(choice.pieces[at : at + n]).replace(" ", ",")
            parts.append(f"{part}={pieces}")
            at += n
        return " ".join([choice.name, *parts])
    if isinstance(choice, Place):
        spots = [spot for spot in choice.spots if spot.required] or list(choice.spots[:1])
        return " ".join([choice.name, *(f"{s.name}={format_amount(s.least)}" for s in spots)])
    return choice.name


def read_answer(words: list[str], question: Asking, seat: int, game: Game) -> Act:
    """Return a typed decision, in the notation of records or with the number of the choice.

    An arrangement without pieces is the suggested one. An amount with only one possible value may
    be left out. Pieces may be given by their positions, without the choice if there is only one.
    """
    choices = question.choices_of(seat)
    known = {choice.name for choice in choices}.union(game.actions())
    kind = game.kind
    if len(choices) == 1 and isinstance(choices[0], Pick) and words[-1].isdigit():
        words = [choices[0].name, *[word for word in words if word.isdigit()]]
    elif words[0].isdigit() and len(words) > 1 and words[1] in known:
        return read_act(words, question, kind)
    elif is_money(words[0]):
        words = _by_number(words, choices)
    elif spot_begins(words, choices):
        words = [next(c.name for c in choices if isinstance(c, Place)), *words]
    choice = next((c for c in choices if c.name == words[0]), None)
    if isinstance(choice, Place):
        return Act(seat, choice.name, places=placed(choice, words[1:], game))
    if isinstance(choice, Pick) and words[1:] and all(word.isdigit() for word in words[1:]):
        return Act(seat, choice.name, pieces=_at_places(choice, words[1:], kind))
    if isinstance(choice, Arrange) and words[1:]:
        words = [choice.name, *_parts(choice, words[1:], game)]
    if len(words) == 1:
        if isinstance(choice, Arrange) and choice.suggestion:
            return Act(seat, choice.name, parts=choice.suggestion)
        if isinstance(choice, Amount) and choice.least == choice.most:
            return Act(seat, choice.name, choice.least)
        if isinstance(choice, Amount):
            limits = f"{format_dollars(choice.least)} to {format_dollars(choice.most)}"
            raise Refused(f"say how much, {limits}, like {example(choice, kind)}")
    return read_act([str(seat), *words], question, kind)


def _by_number(words: list[str], choices: Sequence[Choice]) -> list[str]:
    """Read a number: an amount for the one required wager, for the only amount, or a choice.

    A number that could be both is money if that amount may be wagered.
    """
    places = [choice for choice in choices if isinstance(choice, Place)]
    amounts = [choice for choice in choices if isinstance(choice, Amount)]
    cents = dollars(words[0])
    first = _first_spot(places[0]) if len(places) == 1 else None
    if first is not None and (len(words) > 1 or first.least <= cents <= first.most):
        return [places[0].name, *words]
    parted = [choice for choice in choices if isinstance(choice, Arrange)]
    if len(words) > 1 and len(parted) == 1 and all(word.isdigit() for word in words):
        return [parted[0].name, *words]
    number = int(words[0]) if words[0].isdecimal() else 0
    if 1 <= number <= len(choices):
        return [choices[number - 1].name, *words[1:]]
    if first is not None:
        return [places[0].name, *words]
    if places:
        raise Refused(_say_where(places[0], words[0]))
    if len(amounts) == 1:
        return [amounts[0].name, *words]
    raise Refused(f"the choices are 1 to {len(choices)}, not {words[0]}")


def spot_begins(words: Sequence[str], choices: Sequence[Choice]) -> bool:
    """Return True if a line begins with a spot and an amount: ``banker 20``, ``push_22=5``."""
    name, equals, value = words[0].partition("=")
    amount = value if equals else (words[1] if len(words) > 1 else "")
    spots = [spot.name for c in choices if isinstance(c, Place) for spot in c.spots]
    return is_money(amount) and bool(beginning(name, spots))


def _first_spot(choice: Place) -> Spot | None:
    """Return the spot for an amount alone: the required one, or the only one; else None."""
    own = [spot for spot in choice.spots if not spot.circle and spot.whom == "player"]
    required = [spot for spot in own if spot.required and not spot.equals]
    if len(required) == 1:
        return required[0]
    return own[0] if len(own) == 1 and not required else None


def placed(choice: Place, words: Sequence[str], game: Game) -> tuple[tuple[str, int], ...]:
    """Return chips on spots: ``10``, ``main=10``, ``main 10``, ``10 push=5``; equal wagers
    follow.
    """
    if not words:
        raise Refused(f"say how much, like {example(choice, game.kind)}")
    first = _first_spot(choice)
    found: dict[str, int] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if not equals and is_money(word):
            if first is None or found:
                raise Refused(_say_where(choice, word))
            name, value = first.name, word
        elif not equals:
            if not rest or not is_money(rest[0]):
                raise Refused(f"say how much on {short_repr(name)}, like {name[:40]}=5")
            value = rest.pop(0)
        spot = _spot(choice, name, game)
        if spot in found:
            raise Refused(f"{spot} is said twice")
        found[spot] = dollars(value)
    for spot_ in choice.spots:
        if spot_.required and spot_.equals in found and spot_.name not in found:
            found[spot_.name] = found[spot_.equals]
    return tuple(found.items())


def _say_where(choice: Place, word: str) -> str:
    """Return the reply to an amount without the name of a wager, with examples."""
    own = [spot.name for spot in choice.spots if not spot.circle and spot.whom == "player"]
    return f"say on which wager: {one_of(f'{name}={word}' for name in own[:4])}"


def _spot(choice: Place, word: str, game: Game) -> str:
    """Return the spot with this name, these words, or this prefix."""
    names = [spot.name for spot in choice.spots]
    if word in names:
        return word
    words = game.words()
    own = [spot for spot in choice.spots if not spot.circle]
    called = {spot.name: spot.name for spot in own}
    called |= {
        _key(words.spot(spot.wager or spot.name, spot.hand, spot.whom)): spot.name for spot in own
    }
    found = {called[name] for name in beginning(word, called)}
    mine = {spot.name for spot in own if spot.whom == "player" and not spot.hand}
    likely = found & mine or found
    if len(likely) == 1:
        return likely.pop()
    if likely:
        raise Refused(f"{short_repr(word)} may be {one_of(sorted(likely))}: type more of it")
    return word  # the rules say why there is no such spot


def _parts(choice: Arrange, words: list[str], game: Game) -> list[str]:
    """Return parts by prefixes of their names, or by positions of the pieces of the smallest
    part.
    """
    names = [name for name, _ in choice.parts]
    if all(word.isdigit() for word in words) and len(names) == 2:
        least, other = sorted(choice.parts, key=lambda part: part[1])
        if len(words) != least[1]:
            part = game.words().zone(least[0])
            raise Refused(f"say which {least[1]} go into the {part}, by their places")
        shown_ = in_order([game.kind.names[p] for p in choice.pieces], game.kind)
        places = _places(words, len(shown_))
        pieces = {
            least[0]: [shown_[n] for n in places],
            other[0]: [piece for n, piece in enumerate(shown_) if n not in places],
        }
        return [f"{name}={','.join(pieces[name])}" for name in names]
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            return words
        found[the_one(name, names, "part")] = value
    return [f"{name}={found[name]}" for name in names if name in found]


def _at_places(choice: Pick, places: list[str], kind: Kind) -> tuple[int, ...]:
    """Return the pieces at these displayed positions, counted from 1."""
    shown_ = in_order([kind.names[piece] for piece in choice.pieces], kind)
    by_name = {kind.names[piece]: piece for piece in choice.pieces}
    return tuple(by_name[shown_[n]] for n in _places(places, len(shown_)))


def _places(words: Sequence[str], most: int) -> list[int]:
    """Return numbers of pieces, counted from 1, as places from 0; Refused if one is not there."""
    numbers = [int(word) for word in words]
    if not all(1 <= number <= most for number in numbers) or len(set(numbers)) < len(numbers):
        raise Refused(f"the pieces are 1 to {most}, each once, not {' '.join(words)}")
    return [number - 1 for number in numbers]


def same_again(
    last: Act | None, choices: Sequence[Choice], explain: Callable[[Act], Reason | None]
) -> Act | None:
    """Return the wagers of the last time; None if they may not be made now."""
    if last is None or last.name not in [choice.name for choice in choices]:
        return None
    return last if explain(last) is None else None


def wagers_words(act: Act, choice: Choice, game: Game) -> str:
    """Return wagers in words: ``main wager $10, Push 22 $5``."""
    words = game.words()
    spots = {spot.name: spot for spot in choice.spots} if isinstance(choice, Place) else {}
    said = []
    for name, cents in act.places:
        spot = spots.get(name)
        called = name
        if spot is not None:
            called = words.spot(spot.wager or name, spot.hand, spot.whom, spot.circle)
        said.append(f"{called} {format_dollars(cents)}")
    return ", ".join(said)
