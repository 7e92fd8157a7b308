"""What a seat may know of Pyramydal (knowledge.py), and how a client draws it (picture.py, choices.py)."""

from __future__ import annotations

from benben.games.pyramydal.views.choices import choice
from benben.games.pyramydal.views.knowledge import View, guess, opened, seen, thrower, view
from benben.games.pyramydal.views.picture import picture
from benben.games.pyramydal.views.picture_types import Choice, Picture

__all__ = [
    "Choice",
    "Picture",
    "View",
    "choice",
    "guess",
    "opened",
    "picture",
    "seen",
    "thrower",
    "view",
]
