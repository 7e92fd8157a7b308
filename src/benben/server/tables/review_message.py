"""The review of a finished match as a message. It is worked out in a worker, from the log of the table."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from benben.bots.judges import judge_of
from benben.core import perspective
from benben.core.contract import Event, Game
from benben.core.perspective import OPEN
from benben.core.review import SHOWN, Account, JudgedChoice, Review, ReviewStep, review, rounded
from benben.server import wire
from benben.server.storage.rows import TableRow
from benben.server.tables import log_codec
from benben.server.tables.state import TableState
from benben.server.workers.worker_process import tell_progress


def reviewed_log(game: Game, table: TableRow, pages: Sequence[bytes], lines: int) -> tuple[int, bytes]:
    """The review of a match by the first lines of its log: its steps, and the message, packed.

    Illegal if there is no judge for it. Run in a worker.
    """
    state = TableState(table, game)
    for page in pages:
        for line in log_codec.unpack(page):
            if line.n < lines:
                state.apply(line)
    m, last = state.match, state.entries[-1]
    tell_progress(0, len(m.events))
    found = review(m, judge_of(m), None if isinstance(last, Event) else last, tell_progress)
    return len(found.steps), packed(review_message(state, found))


def packed(message: wire.MatchReview) -> bytes:
    return zlib.compress(msgspec.json.encode(message))


def unpacked(body: bytes) -> bytes:
    """The message as JSON."""
    return zlib.decompress(body)


def review_message(state: TableState, found: Review) -> wire.MatchReview:
    """A review of the match of this table."""
    support = state.game.review
    return wire.MatchReview(
        unit=found.unit,
        method=found.method,
        label=found.label,
        error=found.error,
        chance=support.chance if support else "",
        first=list(found.first),
        steps=[_step_message(state, step) for step in found.steps],
        accounts=[_account_message(rounded(one, SHOWN[found.unit])) for one in found.accounts],
        accuracy=[wire.ReviewAccuracy(one.best, one.of) for one in found.accuracy],
        turns=[
            wire.ReviewTurn(one.start, one.end, one.kind, one.seat, one.amount)
            for one in found.turning_points
        ],
    )


def _step_message(state: TableState, step: ReviewStep) -> wire.ReviewedStep:
    return wire.ReviewedStep(
        by=step.by,
        kind=step.kind,
        text=step.text,
        values=list(step.values),
        chance=list(step.chance),
        chosen=list(step.chosen),
        time=list(step.time),
        agreed=list(step.agreed),
        choice=None if step.judged is None else _choice_message(state, step, step.judged),
    )


def _choice_message(state: TableState, step: ReviewStep, judged: JudgedChoice) -> wire.ReviewedChoice:
    game, event = state.game, state.match.events[step.number - 1]
    s = state.states[step.number - 1]
    if game.timing is not None:
        s = game.timing.advance(s, event.at)
    better = event._replace(what=game.notation.find(s, judged.better))
    v, actions = game.views.view(s, event.by), [better.what]
    if judged.better != step.text:
        actions.append(event.what)
    return wire.ReviewedChoice(
        better=judged.better,
        words=perspective.visible_event_in_words(game, s, better, OPEN)[1].words,
        drawn=[game.views.choice(v, event.by, action) for action in actions],
        best=judged.best,
        cost=judged.cost,
        label=judged.label,
        error=judged.error,
        really=wire.ReviewHindsight(judged.really.cost, judged.really.error) if judged.really else None,
    )


def _account_message(account: Account) -> wire.ReviewAccount:
    return wire.ReviewAccount(
        first=account.first,
        chance=account.chance,
        choices=list(account.choices),
        time=account.time,
        agreed=account.agreed,
        result=account.result,
    )
