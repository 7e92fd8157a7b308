"""What became of a proposal that did not come about, as a remark in the log of play."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.contract import Seat
from benben.server.tables.journal_row import Remark
from benben.server.tables.log import Offered


class Verdict(NamedTuple):
    text: Remark
    words: str  # after the name of who said no


_DECLINED = {"undo": "to take back", "draw": "a draw", "bot": "a bot for {}", "end": "to break off the match"}
_WITHDRAWN = {
    "undo": "the wish to take back",
    "draw": "the offer of a draw",
    "bot": "the proposal of a bot for {}",
    "end": "the proposal to break off the match",
}


def refused(offer: Offered, by: Seat, absent: str) -> Verdict:
    """Somebody said no, or who made it withdrew it; `absent` is the name of who a bot would play for."""
    if by == offer.by:
        return Verdict("withdraw", f"withdraws {_WITHDRAWN[offer.what].format(absent)}")
    return Verdict("refuse", f"declines {_DECLINED[offer.what].format(absent)}")
