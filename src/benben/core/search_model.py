"""What a game may give to the tree search for states that machine words have no room for."""

from __future__ import annotations

from typing import Any, Protocol


class SearchModel(Protocol):
    """A module with positions of its own for the tree search, where machine words have no room for a state.

    It has what a search asks of rules, `breadth` included, and of the guide too, in numba's dialect. Actions
    are those of the rules, in the guide's order.
    """

    __name__: str

    def position(self, s: Any, fast: bool, /) -> Any: ...  # to search from, or None; fast: for machine code
    def events(self, s: Any, fast: bool, /) -> int: ...  # a search from this state may spend
