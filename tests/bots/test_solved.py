"""The bot and the judge that use a game's table: what is in it is judged by it, and all else by a search."""

from __future__ import annotations

from random import Random

import pytest

from benben import bots, games
from benben.bots import arena, judges
from benben.core import match, record, review
from benben.core.contract import CHANCE, Event, Unreadable
from benben.core.judge import WHOLE
from benben.core.match import Match
from benben.core.opening_position import opening_at
from benben.games.senet import bot as senet_bot
from benben.games.senet import notation
from tests.bots.test_judges import KEPT, check_sums

SENET = games.load("senet")
FIVE = "..o.xo.x../x.o.o..x../...x.o.... x 3"
FOUR = "......x.../o..x.oxo../.o..x..... x 3 of 4"
THREE = "......x.../...x..o..o/.o..x..... x 3 of 3"


def begun(text: str) -> Match:
    return match.begin_with(SENET, opening_at(SENET, text))


def test_the_strongest_level_and_the_review_use_the_table() -> None:
    assert SENET.levels[-1].bot.split()[0] == "solved"
    assert [level.bot.split()[0] for level in SENET.levels[:-1]] == ["greedy", *["expectimax"] * 3]
    assert SENET.review is not None
    assert SENET.review.judge == SENET.levels[-1].bot


@pytest.mark.parametrize("spec", ["solved", "solved 4", "solved x", "solved 1 1"])
def test_words_that_make_no_such_bot_are_refused(spec: str) -> None:
    with pytest.raises(Unreadable, match="it looks 0 to 3 events of chance ahead"):
        bots.make(SENET, spec)


def test_a_game_without_a_table_has_no_such_bot() -> None:
    with pytest.raises(Unreadable, match="has no table of solved positions"):
        bots.make(games.load("horus"), "solved 2")


@pytest.mark.parametrize("text", [FIVE, FOUR, f"{THREE[:-5]} of 3 cap 3/90"])
def test_where_the_table_knows_nothing_the_search_chooses(text: str) -> None:
    s = notation.read(text)
    one, other = bots.make(SENET, "solved 2"), bots.make(SENET, "expectimax 2")
    assert isinstance(one, bots.ComparingBot)
    assert isinstance(other, bots.ComparingBot)
    for action in SENET.rules.actions(s, s.mover):
        draws = Random(1), Random(1)
        assert one.choose(s, s.mover, draws[0].randrange) == other.choose(s, s.mover, draws[1].randrange)
        compared = one.compare(s, s.mover, action, draws[0].randrange)
        assert compared == other.compare(s, s.mover, action, draws[1].randrange)


def test_of_equal_choices_the_one_is_taken_that_looks_better() -> None:
    """The spools are so far behind that both moves are worth 1 by the table, which is rounded."""
    s = notation.read(".o.oo...../........../.....x...x x 3 of 3")
    bot = bots.make(SENET, "solved 2")
    able = SENET.rules.actions(s, 0)
    known = SENET.bot.known
    assert known is not None
    found = [known(SENET.rules.play(s, 0, action), 0) for action in able]
    assert len({one.chance for one in found if one}) == 1 < len(able)
    best = max(able, key=lambda action: senet_bot.evaluate(SENET.rules.play(s, 0, action), 0))
    assert {bot.choose(s, 0, Random(n).randrange) for n in range(9)} == {best}
    assert notation.name(s, best) == "26-29"


def test_it_is_no_weaker_than_the_search_with_three_a_side() -> None:
    score = list(arena.contest(SENET, ["solved 1", "expectimax 1"], 400, options={"pieces": 3}, seed="t"))[-1]
    assert score.wins[0] + score.wins[1] == 400
    assert score.wins[0] > 180


def test_positions_in_the_table_are_judged_with_its_error_and_others_are_estimated() -> None:
    judge = judges.judge_of(begun(THREE))
    assert judge.method == "Judged by a table of solved positions."
    known = SENET.bot.known
    assert known is not None
    s = notation.read(THREE)
    found, exact = judge.position(s, 1), known(s, 0)
    assert found is not None
    assert exact is not None
    assert found.label == "bounded"
    assert exact.error * WHOLE < found.error < 10
    assert found.values == (round(exact.chance * WHOLE), WHOLE - round(exact.chance * WHOLE))
    verdict = judge.choice(s, Event(0, 0, notation.find(s, "7-10")), 1)
    assert verdict is not None
    assert (notation.name(s, verdict.better), verdict.label) == ("14x17", "bounded")
    assert verdict.effects[0] == -verdict.effects[1] < -verdict.error
    assert verdict.error == 2 * found.error
    judge = judges.judge_of(begun(FIVE))
    assert judge.method == "Judged by looking one throw ahead, and by a table where positions are solved."
    estimated = judge.position(notation.read(FIVE), 1)
    assert estimated is not None
    assert estimated.label == "estimated"
    within = judge.position(s, 2)
    assert within == found


def test_the_end_of_a_match_is_exact() -> None:
    judge = judges.judge_of(begun(THREE))
    over = judge.position(notation.read("o........./........../.......... x #"), 9)
    assert over == ((WHOLE, 0), "exact", 0)


def test_a_review_with_three_a_side_is_bounded_throughout() -> None:
    kept = record.read(KEPT["senet-1-three"].read_text())
    found = review.review_record(kept, games.load, judges.judge_of)
    check_sums(found)
    assert (found.label, found.method) == ("bounded", "Judged by a table of solved positions.")
    assert 0 < found.error < 10
    judged = [step.judged for step in found.steps if step.judged is not None]
    assert {one.label for one in judged} == {"bounded"}
    assert any(one.cost for one in judged)
    assert all(one.cost > one.error for one in judged if one.cost)


def test_nothing_is_charged_to_who_plays_by_the_table() -> None:
    bot = bots.level(SENET, SENET.levels[-1].name)
    m = match.begin(SENET, 2, SENET.options(pieces=3))
    while not m.over:
        if m.turn == CHANCE:
            m = match.after(m, match.next_chance_event(m, "0" * 64, ["0" * 32] * 2, m.at))
        else:
            m = match.after(m, Event(m.at, m.turn, bot.choose(m.state, m.turn, Random(1).randrange)))
    found = review.review(m, judges.judge_of(m))
    check_sums(found)
    assert [account.choices for account in found.accounts] == [(0, 0), (0, 0)]
    assert all(one.best == one.of > 0 for one in found.accuracy)
