"""Creation of tables: from a request, or as the rematch of a finished match."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from benben import games
from benben.core import chance, match
from benben.core.chance import IDLE_SEED
from benben.core.contract import Game, Illegal, Unreadable
from benben.core.opening_position import opening_at
from benben.server import wire
from benben.server.people.names import checked_name
from benben.server.storage import statements
from benben.server.storage.rows import Identity, LogRow, TableRow
from benben.server.storage.statements import Change
from benben.server.tables import log, log_codec, seat_rules, visibility
from benben.server.tables.codes import new_code
from benben.server.tables.log import Place, Sat, TablePlan
from benben.server.tables.state import TableState


class NewTableRows(NamedTuple):
    """The rows of a new table, for the store."""

    table: TableRow
    persons: list[str]  # people for whom a seat is kept
    entries: list[LogRow]


def from_request(wish: wire.NewTable, host: Identity, address: str) -> NewTableRows:
    """The rows of a new table, its bots already seated; Illegal or Unreadable if it cannot be made."""
    game = games.load(wish.game)
    options = (
        _options_at(game, wish) if wish.position else _checked_options(game, wish.options, len(wish.seats))
    )
    places = [_place(game, seat, host) for seat in wish.seats]
    seat_rules.check_plan(game, places)
    return _new(
        TablePlan(
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(options),
            places=places,
            seating=wish.seating,
            clock=wish.clock,
            public=wish.public,
            host=host.name,
            hosted=host.id,
            position=wish.position,
        ),
        address,
    )


def rematch_changes(state: TableState, host: Identity, address: str) -> tuple[str, list[Change]]:
    """The code of a rematch, in which every player sits one seat earlier, and the changes that create it.

    It begins at the start of the game, whatever this match began at.
    """
    seats = [_rematch_place(state, seat) for seat in range(state.match.seats)]
    game = games.load(state.plan.game)
    plan = msgspec.structs.replace(
        state.plan,
        version=game.version,  # by the rules of today, whatever this match was played by
        options=msgspec.to_builtins(_checked_options(game, state.plan.options, len(seats))),
        places=[*seats[1:], *seats[:1]],
        seating="choice",
        public=False,
        host=host.name,
        hosted=host.id,
        follows=state.code,
        position="",
    )
    new = _new(plan, address)
    return new.table.code, statements.new_table_statements(*new)


def describe_options(game: Game, wish: dict[str, Any]) -> wire.Fit:
    """A description of a table with these options. If they are illegal, it contains the fault."""
    words, remark, apart, fault, clause, seats = "", "", "", "", "", game.seats
    try:
        options = _named_options(game, wish)
        seats = game.seats_for(options)
        game.rules.start(seats[0], options)
        words = (game.summary or visibility.options_in_words)(options)
        remark = game.remark(options) if game.remark else ""
        apart = game.apart(options) if game.apart else ""
    except Illegal as illegal:
        fault, clause = illegal.sentence, illegal.clause
    return wire.Fit(seats[0], seats[-1], words, remark, apart, fault, clause)


def is_timed(game: Game, plan: TablePlan, options: dict[str, Any]) -> bool:
    """Whether time may act at such a table while nobody is there."""
    return plan.clock.kind != "none" or match.is_timed(game, game.options(**options))


def _new(plan: TablePlan, address: str) -> NewTableRows:
    """The rows of a new table with this plan: with a new code, a new secret, and the bots in their places."""
    secret = chance.fresh_secret()
    game = games.load(plan.game)
    timed = is_timed(game, plan, plan.options)
    table = TableRow(
        new_code(),
        log.encode_plan(plan),
        secret,
        plan.public,
        timed,
        "waiting",
        maker=plan.hosted,
        address=address,
    )
    sitters = {
        i: Sat(i, "", place.level.capitalize(), IDLE_SEED)
        for i, place in enumerate(plan.places)
        if place.kind == "bot"
    }
    lines: list[log.LogLine] = [*sitters.values()]
    state = TableState(table)
    begun = state.start_line(state.seats._replace(sitters=sitters))
    if begun:
        lines.append(begun)
        table = table._replace(status="playing")
    persons = dict.fromkeys(place.kept for place in plan.places if place.kept)
    return NewTableRows(table, list(persons), [log_codec.encode(n, line) for n, line in enumerate(lines)])


def _place(game: Game, wish: wire.SeatPlan, host: Identity) -> Place:
    if wish.kind == "me":
        called = checked_name(wish.name) if wish.name else ""
        return Place("person", kept=host.id, name=host.name, called=called)
    if wish.kind == "open":
        return Place("person")
    names = [level.name for level in game.levels]
    if wish.level not in names:
        raise Unreadable(
            f"{game.title} has no bot of that level; there are {', '.join(names)}", wish.level[:40]
        )
    return Place("bot", level=wish.level)


def _rematch_place(state: TableState, seat: int) -> Place:
    sat, place = state.player(seat), state.plan.places[state.seat_order[seat]]
    level = state.own_level(state.seat_order[seat])
    if level:
        return Place("bot", level=level)
    return Place("person", kept=sat.person, name=sat.name, called=place.called)


def _checked_options(game: Game, wish: dict[str, Any], seats: int) -> Any:
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        span = f"{least}" if least == most else f"{least} to {most}"
        raise Illegal("table", f"{game.title} is for {span} players.")
    options = _named_options(game, wish)
    game.rules.start(seats, options)
    return options


def _options_at(game: Game, wish: wire.NewTable) -> Any:
    """The options of the position where the match is to begin; Illegal if others are asked for.

    Who writes a position knows what it hides, so at a game with secrets everybody else has to be a bot.
    """
    if game.opened is not None and any(seat.kind == "open" for seat in wish.seats):
        raise Illegal(
            "table", f"A position of {game.title} is played against bots: its writer knows its secrets."
        )
    options = opening_at(game, wish.position).options
    wanted, has = msgspec.to_builtins(_named_options(game, wish.options)), msgspec.to_builtins(options)
    for name in wish.options:
        if wanted[name] != has[name]:
            raise Illegal(
                f"{game.name} options", f"The position has {name} {has[name]}, and not {wanted[name]}."
            )
    return options


def _named_options(game: Game, wish: dict[str, Any]) -> Any:
    for name in wish:
        if name not in game.Options.__struct_fields__:
            raise Illegal(f"{game.name} options", f"{game.title} has no option {name[:40]!r}.")
    return game.options(**wish)
