"""Whatever is not legal is refused, with a clause of the rulebook and a sentence."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from benben.core import cases
from benben.core.contract import CHANCE, OVER, Illegal
from benben.games import load
from benben.games.senet import notation, rules
from tests.games.senet.test_referee import crowded

TEXTS = [f"{a}{sort}{b}" for a in range(1, 31) for sort in "-x" for b in range(1, 31)]
TEXTS += [f"{a}-off" for a in range(1, 31)] + [f"{a}-27~{b}" for a in range(20, 31) for b in (1, 2, 15)]
TEXTS += ["decline", "throw 4", "0-4", "40-44", "10-44"]


def states(seed: str, count: int) -> list[rules.State]:
    """Positions at every sort of turn."""
    draw = random.Random(seed)
    found: list[rules.State] = []
    while len(found) < count:
        s = notation.read(crowded(draw))
        found.append(s)
        while rules.turn(s) != OVER and draw.random() < 0.8:
            if rules.turn(s) == CHANCE:
                s = rules.settle(s, draw.choice(rules.chances(s))[0])
            else:
                s = rules.play(s, s.mover, draw.choice(rules.actions(s, s.mover)))
            found.append(s)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_every_action_is_legal_or_refused(seed: int) -> None:
    for s in states(f"refused {seed}", 20):
        for seat in (0, 1):
            legal = rules.actions(s, seat)
            for text in TEXTS:
                action = notation.find(s, text)
                if action not in legal:
                    clause, sentence = rules.why(s, seat, action)
                    assert re.fullmatch(r"senet \d+\.\d+", clause)
                    assert re.fullmatch(r"[A-Z0-9].*\.", sentence)


@pytest.mark.parametrize("seed", range(3))
def test_a_piece_is_hindered_exactly_when_it_cannot_move(seed: int) -> None:
    for s in states(f"hindered {seed}", 300):
        if rules.turn(s) < 0:
            continue
        own = s.cones if s.mover == 0 else s.spools
        for square in range(1, 31):
            if own >> square & 1 and not s.used >> square & 1:
                ahead = rules.hindrance(s, square, 1) is None
                behind = rules.hindrance(s, square, -1) is None
                assert (s.able >> square & 1) == (behind if s.able & 1 else ahead), notation.write(s)
                assert not (s.able & 1 and ahead), notation.write(s)


def test_every_reason_in_the_code_has_a_case() -> None:
    """A reason is a `return "5.1", ...` below `fault`; each must be given by some case, word for word."""
    source = Path(str(rules.__file__)).read_text("utf-8")
    reasons = re.findall(r'\("?([0-9]+\.[0-9]+)", f?"([^"]+)"\)|return "([0-9.]+)", f?"([^"]+)"', source)
    given = [
        line.answer for case in cases.cases(load("senet")) for line in case.lines if line.verb == "refuse"
    ]
    assert len(reasons) > 20
    for first, words, second, more in reasons:
        clause, text = first or second, words or more
        pattern = "".join(
            ".+" if part.startswith("{") else re.escape(part) for part in re.split(r"({[^}]*})", text)
        )
        assert any(
            re.fullmatch(rf"{re.escape(clause)} {pattern}\.", answer, re.IGNORECASE) for answer in given
        ), f"no case is refused by {clause}: {text}"


def test_actions_that_no_text_means_are_refused_too() -> None:
    s = notation.read("........../.x......../...x.....o x 3")
    for action in (
        rules.Move(0, 3, 3, 0),
        rules.Move(12, -3, -3, 0),
        rules.Move(12, 15, 16, 0),
        rules.Move(12, 15, 15, 5),
        rules.Move(24, 27, 15, 1),
        rules.Move(24, 27, 16, 0),
        rules.Move(99, 99, 99, 9),
    ):
        assert action not in rules.actions(s, 0)
        clause, sentence = rules.why(s, 0, action)
        assert clause.startswith("senet ")
        assert sentence.endswith(".")


def test_there_is_no_reason_against_a_legal_action() -> None:
    for s in states("legal", 100):
        for seat in (0, 1):
            for action in rules.actions(s, seat):
                with pytest.raises(ValueError, match="is legal"):
                    rules.why(s, seat, action)


def test_the_game_starts_only_with_two_seats_and_sound_options() -> None:
    for seats, options in ((1, rules.Options()), (3, rules.Options()), (2, rules.Options(pieces=8))):
        with pytest.raises(Illegal):
            rules.start(seats, options)
    with pytest.raises(Illegal, match=r"0\.2"):
        rules.start(2, rules.Options(pieces=0))
    with pytest.raises(Illegal, match=r"10\.1"):
        rules.start(2, rules.Options(cap=-1))
    with pytest.raises(Illegal, match="options"):
        load("senet").options(pieces=8)
