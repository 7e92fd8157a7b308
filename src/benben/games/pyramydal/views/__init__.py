"""What a seat may know of Pyramydal (knowledge.py), and how a client draws it (picture.py, choices.py)."""

from __future__ import annotations

from benben.games.pyramydal.views.choices import choice
from benben.games.pyramydal.views.knowledge import View, guess, hand, opened, seen, view
from benben.games.pyramydal.views.picture import ending, picture
from benben.games.pyramydal.views.picture_types import (
    Choice,
    Collector,
    Diagonal,
    Ending,
    Picture,
    Scored,
    Statue,
    Tally,
)

__all__ = [
    "Choice",
    "Collector",
    "Diagonal",
    "Ending",
    "Picture",
    "Scored",
    "Statue",
    "Tally",
    "View",
    "choice",
    "ending",
    "guess",
    "hand",
    "opened",
    "picture",
    "seen",
    "view",
]
