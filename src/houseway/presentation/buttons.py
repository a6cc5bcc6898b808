"""The decisions of a game as the bar shows them: label, key and place of each button."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING

from houseway.game.words import ButtonFace, Words
from houseway.presentation.layout import ActionPlan

if TYPE_CHECKING:
    from houseway.game.base import Game


def actions_of(game: Game, words: Words) -> tuple[ActionPlan, ...]:
    """Every decision of the game with its button."""
    faces = {name: words.button(name) for name in dict.fromkeys(game.actions())}
    keys, places = keys_of(faces), places_of(faces)
    return tuple(
        ActionPlan(name, words.action(name), face.label, face.says, keys[name], places[name])
        for name, face in faces.items()
    )


def keys_of(faces: Mapping[str, ButtonFace]) -> dict[str, str]:
    """The key of each button; one without a key of its own gets a letter that is free."""
    found = {name: face.key for name, face in faces.items()}
    for name, face in faces.items():
        if not face.key:
            free = (x for x in face.label.upper() + ascii_uppercase if x in ascii_uppercase)
            found[name] = next((x for x in free if x not in found.values()), "")
    return found


def places_of(faces: Mapping[str, ButtonFace]) -> dict[str, int]:
    """The places without gaps; a button that has none stands at the end."""
    known = sorted({face.place for face in faces.values()} - {0})
    found = {name: known.index(face.place) + 1 for name, face in faces.items() if face.place}
    for name in faces:
        found.setdefault(name, 1 + max(found.values(), default=0))
    return found
