"""What a seat may know of the pyramid (knowing.py), and how a client draws it (picturing.py, choosing.py)."""

from benben.games.horus.choosing import Choice, choice
from benben.games.horus.knowing import View, guess, hand, opened, seen, view
from benben.games.horus.picture import Picture
from benben.games.horus.picturing import picture

__all__ = ["Choice", "Picture", "View", "choice", "guess", "hand", "opened", "picture", "seen", "view"]
