"""What a seat may know of the pyramid (knowledge.py), and how a client draws it (picture.py, choices.py)."""

from benben.games.horus.rules.state import Options
from benben.games.horus.views.choices import Choice, choice
from benben.games.horus.views.knowledge import View, guess, opened, seen, thrower, view
from benben.games.horus.views.picture import picture
from benben.games.horus.views.picture_types import Picture

__all__ = [
    "Choice",
    "Picture",
    "View",
    "apart",
    "choice",
    "guess",
    "opened",
    "picture",
    "seen",
    "thrower",
    "view",
]


def apart(options: Options) -> str:  # noqa: ARG001
    """Why several people cannot share a device: everybody would see cards and peeks (4.9)."""
    return "Cards and peeks are secret here, so everybody needs a device."
