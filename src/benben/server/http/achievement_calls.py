"""The handler of the call about achievements."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from benben import games
from benben.core.contract import Game
from benben.server import wire
from benben.server.http.api import Api
from benben.server.http.requests import json_response
from benben.server.tables.codes import normalized_code


async def achievements(api: Api, request: Request) -> Response:
    hub = api.context.hub
    member = await api.context.optional_member(request)
    if member and (code := request.query_params.get("table")):
        await hub.achievement_recorder.wait_until_read(normalized_code(code))
    earned = await hub.achievements.earned(member.id) if member else []
    found = {(one.game, one.id): one for one in earned}
    return json_response([_game_message(games.load(name), found) for name in games.COURSES])


def _game_message(game: Game, earned: dict[tuple[str, str], wire.EarnedAchievement]) -> wire.GameAchievements:
    listed = []
    for one in game.achievements.ACHIEVEMENTS if game.achievements else ():
        own = earned.get((game.name, one.id))
        table, at = (own.table, own.at) if own else ("", 0)
        listed.append(wire.AchievementInfo(one.id, one.title, one.sentence, list(one.clauses), table, at))
    return wire.GameAchievements(game.name, game.title, listed)
