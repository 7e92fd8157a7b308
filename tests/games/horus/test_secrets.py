"""Who knows what in The Pyramid of Horus: nothing leaks, and guesses have nature's odds."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from benben import games
from benben.core.contract import CHANCE, Event
from benben.games.horus.board import SECRET, card_name
from benben.games.horus.rules.state import State
from benben.games.horus.views import knowledge
from tests.contract import leaks
from tests.contract.games import states_of, steps_of
from tests.games.horus import referee

HORUS = games.load("horus")
RULES, VIEWS, NOTATION = HORUS.rules, HORUS.views, HORUS.notation
OTHER = "2: maki ready, e1, wll 2, actions 0; -; -; -; -"
CARD = re.compile(r"(?:[1-6]|chest) (?:hededet|sobek|necklace)")


@pytest.mark.parametrize("seed", range(6))
def test_nothing_leaks_deep_in_a_long_game(seed: int) -> None:
    """The contract's leak tests, where many cards are held, given up, read and foreseen."""
    whole = leaks.walk_of(referee.deep(HORUS, 3, seed, 180 + 60 * seed))
    late = leaks.Walk(HORUS, 3, whole.states[-31:], whole.events[-30:])
    assert leaks.check(late, Random(seed).randrange, starts=3, ahead=20) > 30


@pytest.mark.parametrize("part", ["_player", "seen", "_hide_block"])
def test_a_leak_planted_here_is_caught(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others' cards, events or foreseen blocks shown as they are."""
    leaky: dict[str, Any] = {
        "_player": lambda s, seat, p, viewer: p,  # noqa: ARG005
        "seen": lambda s, event, seat: event,  # noqa: ARG005
        "_hide_block": lambda pending: pending,
    }
    monkeypatch.setattr(VIEWS if part == "seen" else knowledge, part, leaky[part])
    with pytest.raises(leaks.Leak):
        check_late(range(6))


def check_late(seeds: range) -> None:
    for seed in seeds:
        w = leaks.walk_of(referee.deep(HORUS, 2, seed, 250))
        leaks.check(leaks.Walk(HORUS, 2, w.states[-121:], w.events[-120:]), Random(seed).randrange, 4, 10)


@pytest.mark.parametrize("seed", [3, 4])
def test_no_card_is_named_to_anybody_who_does_not_know_it(seed: int) -> None:
    """In the view, the picture, the choices, the log and the refusals."""
    m = referee.deep(HORUS, 4, seed, 500)
    named = 0
    for s, event in steps_of(m)[::3]:
        for seat in (0, 1, 2, 3, None):
            v = VIEWS.view(s, seat)
            told = [NOTATION.write(v), msgspec.json.encode(VIEWS.picture(v)).decode()]
            told.append(str(NOTATION.tell(v, VIEWS.seen(s, event, seat))).lower().replace(" of ", " "))
            if seat is not None:
                told += [str(VIEWS.choice(v, seat, one)) for one in RULES.actions(s, seat)]
                told.append(str(RULES.why(s, seat, event.what)))
            known = {card_name(card) for card in _known(s, seat)}
            if seat is not None and s.seat == seat:
                known |= {card_name(getattr(event.what, "card", 0))}  # the one that it draws now
            if s.phase == "score":
                known |= {card_name(getattr(event.what, "card", 0))}  # turned up now
            found = set(CARD.findall(" | ".join(told)))
            assert found <= known, (seat, found - known)
            named += len(found)
    assert named > 500


def _known(s: State, seat: int | None) -> list[int]:
    """Secret cards whose value this seat has a right to know."""
    known = [] if seat is None else [*s.players[seat].treasures, *s.dropped[seat]]
    if s.phase in ("chest", "over", "score"):
        known += s.shown
        for other, p in enumerate(s.players):
            if p.place == 65 and (s.phase != "score" or other < s.seat):
                known += p.treasures
    return [card for card in known if card < SECRET]


def test_the_replay_of_a_running_match_shows_a_seat_no_more_than_it_saw() -> None:
    m = referee.deep(HORUS, 3, 8, 260)
    for s, event in steps_of(m):
        for seat in (0, 1, 2):
            what = VIEWS.seen(s, event, seat).what
            if getattr(event.what, "card", SECRET) < SECRET and s.phase not in ("score",) and s.seat != seat:
                assert what == event.what or what.text.endswith("?") or "?" in what.text
                assert getattr(what, "card", 9) % 10 == 9


# Guesses against all that nature could have done


def worlds(s: State, script: list[str], weight: Fraction = Fraction(1)) -> Iterator[tuple[State, Fraction]]:
    """Every world after the script, in which `*` is any chance, with its probability."""
    if not script:
        yield s, weight
        return
    first, *rest = script
    if first == "*":
        rows = RULES.chances(s)
        total = sum(ways for _, ways in rows)
        for what, ways in rows:
            yield from worlds(RULES.settle(s, what), rest, weight * Fraction(ways, total))
    elif RULES.turn(s) == CHANCE:
        what = NOTATION.find(s, first)
        rows = RULES.chances(s)
        ways = sum(many for one, many in rows if one == what)
        if ways:
            part = Fraction(ways, sum(many for _, many in rows))
            yield from worlds(RULES.settle(s, what), rest, weight * part)
    else:
        seat = RULES.turn(s)
        what = NOTATION.find(s, first)
        if seat >= 0 and what in RULES.actions(s, seat):
            yield from worlds(RULES.play(s, seat, what), rest, weight)


def guesses(v: Any) -> Iterator[tuple[State, Fraction]]:
    """Every guess, with its probability: all that draw could answer."""
    asked: list[list[int]] = [[]]
    while asked:
        answers = asked.pop()
        sizes: list[int] = []

        def draw(n: int, answers: list[int] = answers, sizes: list[int] = sizes) -> int:
            sizes.append(n)
            return answers[len(sizes) - 1] if len(sizes) <= len(answers) else 0

        s = VIEWS.guess(v, draw)
        if len(sizes) > len(answers):
            asked += [[*answers, one] for one in range(sizes[len(answers)])]
        else:
            chance = Fraction(1)
            for size in sizes:
                chance /= size
            yield s, chance


def same_odds(position: str, script: list[str], seat: int | None) -> int:
    """Whatever the seat sees after the script, its guesses are the worlds that fit, with their odds."""
    by_view: dict[str, dict[State, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    views = {}
    for s, weight in worlds(NOTATION.read(position), script):
        v = VIEWS.view(s, seat)
        by_view[str(v)][s] += weight
        views[str(v)] = v
    assert by_view
    for key, truth in by_view.items():
        total = sum(truth.values())
        found: dict[State, Fraction] = defaultdict(Fraction)
        for s, chance in guesses(views[key]):
            found[s] += chance
        assert dict(found) == {s: weight / total for s, weight in truth.items()}
    return max(len(truth) for truth in by_view.values())


SAND = "seats: 2 / ankh: 2 / phase: turn 1 / cast: 2 2 2 2 2 / "
SAND += "1: edgar ready, c5, wll 2, actions 4; -; -; -; - / "


@pytest.mark.parametrize(
    ("position", "script", "seat", "many"),
    [
        (SAND + OTHER, ["search", "*"], 1, 5),
        (SAND + OTHER, ["search", "*", "search", "*"], 1, 15),
        (SAND + OTHER, ["search", "*", "search", "*"], None, 15),
        (SAND + OTHER, ["search", "*", "search", "*"], 0, 1),
        (
            SAND.replace("c5", "e1") + OTHER,
            ["search", "*", "search", "*"],
            1,
            5,
        ),
        (  # one's own card is not in the other's hand
            SAND.replace("ankh: 2", "ankh: 1")
            .replace("2 2 2 2 2", "2 1 1 1 1")
            .replace("actions 4", "actions 1")
            + OTHER.replace("e1, wll 2, actions 0", "c5, wll 2, actions 1"),
            ["search", "*", "search", "*"],
            1,
            5,
        ),
        (  # a treasure that left unseen may be any
            SAND.replace("turn 1", "search 1 / gone: ? hededet") + OTHER,
            ["*"],
            1,
            5,
        ),
        (  # what somebody read, before and after others were opened
            "seats: 2 / ankh: 2 / phase: turn 1 / cast: 2 2 2 2 2 / "
            "1: abdel ready, a5, wll 2, actions 1; -; -; -; - / " + OTHER,
            ["read a4", "*", "open", "*"],
            1,
            4,
        ),
        (
            "seats: 2 / phase: foresight 1 / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / "
            "1: rasputin ready, e2, wll 2, actions 0; -; -; -; - / " + OTHER,
            ["clairvoyance", "*", "keep"],
            1,
            36,
        ),
        (
            "seats: 2 / phase: foresight 1 / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / "
            "1: rasputin ready, e2, wll 2, actions 0; -; -; -; - / " + OTHER,
            ["clairvoyance", "*", "return"],
            None,
            36,
        ),
    ],
)
def test_guesses_are_the_worlds_that_fit_with_natures_odds(
    position: str, script: list[str], seat: int | None, many: int
) -> None:
    assert same_odds(position, script, seat) == many


def test_a_guess_that_likes_low_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of guesses fails where guesses do not follow the odds."""
    plain = VIEWS.guess

    def careless(v: Any, draw: Callable[[int], int]) -> State:
        s: State = plain(v, lambda n: min(draw(n), 3))
        return s

    monkeypatch.setattr(VIEWS, "guess", careless)
    with pytest.raises(AssertionError):
        same_odds(SAND + OTHER, ["search", "*"], 1)


def test_a_guess_keeps_all_that_the_seat_knows_in_a_long_game() -> None:
    random = Random(5)
    for s in states_of(referee.deep(HORUS, 4, 21, 500))[::7]:
        for seat in (0, 3, None):
            v = VIEWS.view(s, seat)
            guessed = VIEWS.guess(v, random.randrange)
            assert VIEWS.view(guessed, seat) == v
            referee.check(NOTATION.write(guessed))
            assert NOTATION.read(NOTATION.write(guessed)) == guessed


def test_long_games_bring_every_secret_about() -> None:
    """The leak tests walk such games, so every secret must come up in them."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        for s, event in steps_of(referee.deep(HORUS, 3, seed, 180 + 60 * seed)):
            text = Event(*VIEWS.seen(s, event, None)).what
            seen[getattr(text, "text", "")] += 1
    for hidden in ("card ?", "content ?", "block ?", "drop ? hededet", "drop ? necklace", "drop ? sobek"):
        assert seen[hidden], hidden
