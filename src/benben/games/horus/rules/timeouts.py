"""The reaction time: how long a question stands, and what is answered when it runs out (4.12).

A state knows until when its question stands. `now` is set for an event at that time and is 0 in between, so
that equal positions are equal at any time.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Millis
from benben.games.horus.board import ESCAPED, FAR, IDOL, OUTSIDE, steps_from
from benben.games.horus.rules import effects, phases
from benben.games.horus.rules.events import DONE, EXIT, KEEP, PASS, Action, Drop, Go
from benben.games.horus.rules.state import Options, State, mummies_on

_ANSWERS: dict[str, Action] = {
    "load": DONE,
    "stamina": PASS,
    "alcove": KEEP,
    "rerolled": PASS,
    "wound": PASS,
    "foresight": PASS,
    "foreseen": KEEP,
    "dodge": PASS,
}
TIMED_QUESTIONS = frozenset((*_ANSWERS, "shed", "flee"))


def timed(options: Options) -> bool:
    return options.reaction > 0


def unhurried(options: Options) -> Options:
    """The options for one person against bots alone, who keeps nobody waiting (4.12)."""
    return replace(options, reaction=0)


def deadline(s: State) -> Millis | None:
    """When the question that stands is answered by itself (4.12)."""
    return s.until or None


def moment(s: State) -> Millis:
    """The earliest match time at which the position can stand: when its question came up (4.12)."""
    return max(s.until - 1000 * s.options.reaction, 0)


def advance(s: State, now: Millis) -> State:
    """The position that an event at this time meets; at the deadline the question is answered (4.12)."""
    if not s.options.reaction:
        return s
    if not s.until or now < s.until:
        return replace(s, now=now)
    return with_deadline(effects.play(s, s.seat, default_answer(s)), s.until)


def with_deadline(s: State, now: Millis) -> State:
    """The position with the deadline of a question that comes up at this time, if it is one (4.12)."""
    return replace(s, until=now + 1000 * s.options.reaction if s.phase in TIMED_QUESTIONS else 0, now=0)


def default_answer(s: State) -> Action:
    """The answer for a seat that does not answer: nothing is used up and nobody leaves (4.12).

    The answer follows from what everybody sees, so it tells nobody anything. Works on views too.
    """
    if s.phase == "shed":
        p = s.players[s.seat]
        god = (p.idols & -p.idols).bit_length() - 1
        return Drop(p.treasures[0] if p.treasures else IDOL + god)
    if s.phase == "flee":
        return _way_out(s)
    return _ANSWERS[s.phase]


def _way_out(s: State) -> Action:
    """Where to flee: to a space with a path to the door, without mummies and near the door; else outside."""
    steps = steps_from(s.blocked, OUTSIDE)

    def key(place: int) -> tuple[bool, bool, int, int, int]:
        if place == ESCAPED:
            return False, True, 0, 0, 0
        return steps[place] == FAR, False, mummies_on(s, place), steps[place], place

    place = min(phases.ways_out(s, s.players[s.seat].place), key=key)
    return EXIT if place == ESCAPED else Go(place)
