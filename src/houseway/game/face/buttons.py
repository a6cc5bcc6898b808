"""The buttons of a game's decisions: label, key and place of each."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING

from houseway.game.face.layout import ActionPlan
from houseway.game.words import ButtonFace, Words

if TYPE_CHECKING:
    from houseway.game.base import Game


def actions_of(game: Game, words: Words) -> tuple[ActionPlan, ...]:
    """Return every decision of the game with its button."""
    faces = {name: words.button(name) for name in dict.fromkeys(game.actions())}
    keys, places = keys_of(faces), places_of(faces)
    return tuple(
        ActionPlan(name, words.action(name), face.label, face.says, keys[name], places[name])
        for name, face in faces.items()
    )


def keys_of(faces: Mapping[str, ButtonFace]) -> dict[str, str]:
    """Return the key of each button; one without a key of its own gets a free letter."""
    found = {name: face.key for name, face in faces.items()}
    for name, face in faces.items():
        if not face.key:
            free = (x for x in face.label.upper() + ascii_uppercase if x in ascii_uppercase)
            found[name] = next((x for x in free if x not in found.values()), "")
    return found


def places_of(faces: Mapping[str, ButtonFace]) -> dict[str, int]:
    """Return the places, numbered from 1 without gaps; a button without one goes last."""
    known = sorted({face.place for face in faces.values()} - {0})
    found = {name: known.index(face.place) + 1 for name, face in faces.items() if face.place}
    for name in faces:
        found.setdefault(name, 1 + max(found.values(), default=0))
    return found
