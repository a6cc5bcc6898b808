"""What is typed at the terminal: beginnings of words, amounts, numbers of choices and of pieces.

``10`` and ``bet 10`` are the wager that must be made, ``10 push_22=5`` that and another; ``sta`` is
stand where nothing else begins so.  Whatever is understood becomes a line as records have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from houseway.cli.play.drawing import example
from houseway.cli.terminal.pieces import in_order
from houseway.engine.questions import Act, Amount, Arrange, Asking, Choice, Pick, Place, Spot
from houseway.engine.round import Round
from houseway.errors import Refused, short_repr
from houseway.game.base import Game, RulingRule
from houseway.money import dollars, format_dollars
from houseway.pieces.kind import Kind
from houseway.records.record import read_act
from houseway.util.english import one_of, suggest


def ruling_help(rule: RulingRule) -> tuple[str, str]:
    """How a ruling is typed and what it does."""
    takes = "".join(f" {key}=.." for key in rule.takes)
    return f"floor {rule.name}", f"{rule.words};{takes}" if takes else rule.words


def folded(words: list[str]) -> list[str]:
    """Typed words with names in small letters; cards keep theirs, and so do folders."""
    names = 2 if words and words[0].isdigit() else 1
    found = [word.lower() for word in words[:names]]
    for word in words[names:]:
        key, equals, value = word.partition("=")
        found.append(f"{key.lower()}={value}" if equals else word)
    return found


def is_money(word: str) -> bool:
    """Whether this is an amount: ``10``, ``7.50``, ``$1,000``."""
    try:
        return dollars(word) >= 0
    except ValueError:
        return False


# -- beginnings ----------------------------------------------------------------------------------


def beginning(word: str, names: Iterable[str]) -> list[str]:
    """The names that a word may stand for: the same one alone, or all that begin so."""
    key = _key(word)
    known = {_key(name): name for name in names}
    if key in known:
        return [known[key]]
    return [name for begins, name in known.items() if key and begins.startswith(key)]


def _key(name: str) -> str:
    """A name as it is compared: blanks, hyphens and underscores are alike."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def as_said(name: str) -> str:
    """A choice as people say it, and may type it: ``sit out``."""
    return name.replace("_", " ")


def the_one(word: str, names: Sequence[str], what: str) -> str:
    """The one name that begins so; several, or none, are refused with those there are."""
    found = beginning(word, names)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(f"{short_repr(word)} may be {one_of(found)}: type more of it")
    raise Refused(f"there is no {what} {short_repr(word)}; {suggest(_key(word), names)}")


def chosen(words: Sequence[str], choices: Sequence[str], commands: Sequence[str]) -> list[str]:
    """The words with their first, or first two, replaced by the name that they begin.

    A choice of the question goes before a command; what begins several is refused with all.
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
    """The sentence for a word that is neither a choice nor a command."""
    close = suggest(_key(word), [*choices, *commands])
    if not close.startswith("did"):
        close = (
            f"the choices are {one_of(map(as_said, choices))}; help shows what else can be typed"
        )
    return Refused(f"{short_repr(word)} is not understood; {close}")


def to_you(words: str, me: int) -> str:
    """A refusal as it is said to the player's face: ``you may not hit now``."""
    said = words.removeprefix(f"seat {me}: ")
    said = re.sub(rf"\bseat {me} (may|cannot)\b", r"you \1", said)
    said = re.sub(rf"\bseat {me}'s turn\b", "your turn", said)
    return re.sub(rf"\bwaits for seat {me}\b(?!,)", "waits for you", said)


# -- decisions -----------------------------------------------------------------------------------


def read_answer(words: list[str], question: Asking, seat: int, game: Game) -> Act:
    """A typed decision: as in a record, or with the number of the choice for its name.

    An arrangement alone is the suggested one, and an amount that can only be one need not be said.
    Pieces may be named by their places; where there is nothing else to choose, these are enough.
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
    """An amount for the one wager that must be made, or for the only amount; or a choice's number.

    Where a number could be both, it is money if so much may be wagered.
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
    """Whether a line begins with a spot and an amount: ``banker 20``, ``push_22=5 main=10``."""
    name, equals, value = words[0].partition("=")
    amount = value if equals else (words[1] if len(words) > 1 else "")
    spots = [spot.name for c in choices if isinstance(c, Place) for spot in c.spots]
    return is_money(amount) and bool(beginning(name, spots))


def _first_spot(choice: Place) -> Spot | None:
    """The spot that an amount alone is meant for: the one that must be played, or the only one."""
    own = [spot for spot in choice.spots if not spot.circle and spot.whom == "player"]
    required = [spot for spot in own if spot.required and not spot.equals]
    if len(required) == 1:
        return required[0]
    return own[0] if len(own) == 1 and not required else None


def placed(choice: Place, words: Sequence[str], game: Game) -> tuple[tuple[str, int], ...]:
    """Chips on spots: ``10``, ``main=10``, ``main 10``, ``10 push=5``; equal ones follow."""
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
    own = [spot.name for spot in choice.spots if not spot.circle and spot.whom == "player"]
    return f"say on which wager: {one_of(f'{name}={word}' for name in own[:4])}"


def _spot(choice: Place, word: str, game: Game) -> str:
    """The spot of this name, of these words, or the one that begins so."""
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
    """Parts by the beginnings of their names; or the places of the pieces of the smallest."""
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
    """The pieces of a pick at these places as they are shown, the first being 1."""
    shown_ = in_order([kind.names[piece] for piece in choice.pieces], kind)
    by_name = {kind.names[piece]: piece for piece in choice.pieces}
    return tuple(by_name[shown_[n]] for n in _places(places, len(shown_)))


def _places(words: Sequence[str], most: int) -> list[int]:
    numbers = [int(word) for word in words]
    if not all(1 <= number <= most for number in numbers) or len(set(numbers)) < len(numbers):
        raise Refused(f"the pieces are 1 to {most}, each once, not {' '.join(words)}")
    return [number - 1 for number in numbers]


# -- the same again ------------------------------------------------------------------------------


def same_again(last: Act | None, question: Asking, seat: int, round_: Round) -> Act | None:
    """The wagers of the last time, if they may be made now."""
    if last is None or last.name not in {choice.name for choice in question.choices_of(seat)}:
        return None
    return last if round_.refusal(last) is None else None


def wagers_words(act: Act, choice: Choice, game: Game) -> str:
    """``main wager $10, Push 22 $5``."""
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
