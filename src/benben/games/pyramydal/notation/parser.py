"""Reads positions of Pyramydal. Everything that `write` never writes is refused, with its place."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

from benben.core.text_span import TextSpan
from benben.games.pyramydal.board import (
    COLOURS,
    DICE,
    EACH,
    LEAST_COLOURS,
    LEAST_SEATS,
    LONGEST,
    MOST_SEATS,
    OUT,
    RETIRED,
    STASH,
    Hands,
    Line,
    Statues,
    Table,
    letters,
    sort_key,
    statue_code,
)
from benben.games.pyramydal.rules.edits import with_pieces, with_pyramid, with_statue, with_token
from benben.games.pyramydal.rules.state import (
    BUILDING,
    CHOOSING,
    ENDED,
    LAYING,
    MOVING,
    State,
    can_move,
    is_out,
    movers,
)


def read(text: str) -> State:
    """The one position with this text."""
    fields = TextSpan(text, 0).split(" | ")
    if not 5 <= len(fields) <= 6:
        raise TextSpan(text, 0).fault(
            "a position is line, tokens, collections, statues, turn and perhaps options"
        )
    line, tokens, hands, shelves, turn = fields[:5]
    die, diagonal = _options(fields[5]) if len(fields) == 6 else (0, 0)
    seats = len(tokens.split(","))
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise tokens.fault(f"there are {LEAST_SEATS} to {MOST_SEATS} tokens")
    own, built = hands.split(","), shelves.split(",")
    for field, parts, word in ((hands, own, "collections"), (shelves, built, "statues")):
        if len(parts) != seats:
            raise field.fault(f"there are {seats} tokens, so there are {word} of {seats} seats")
    laid = _cells(line)
    held = [_pieces(part) for part in own]
    stood = [_statues(part) for part in built]
    pieces = [*laid, *chain(*held), *chain(*chain(*stood))]
    palette = (1 << max(LEAST_COLOURS, seats)) - 1
    for one in filter(None, pieces):
        palette |= 1 << COLOURS.index(one[0])
    table = Table(seats, palette.bit_count(), palette, die, diagonal)
    _check_numbers(line, laid, hands, pieces)
    s = _empty(table)._replace(cells=len(laid))
    for cell, one in enumerate(laid, 1):
        if one:
            s = s._replace(line=with_pyramid(s.line, cell, _kind(table, one)))
    for seat in range(seats):
        for one in held[seat]:
            s = s._replace(hands=with_pieces(s.hands, table, seat, 1 << 3 * _kind(table, one)))
    s = s._replace(statues=_all_statues(table, stood, built), tokens=_tokens(tokens, laid, die))
    for seat in range(seats):
        _check_order(table, own[seat], held[seat])
    return _phase(s, turn, line)


def _empty(table: Table) -> State:
    line, hands, statues = Line(0, 0, 0, 0, 0, 0), Hands(0, 0, 0, 0, 0), Statues(0, 0, 0, 0, 0)
    return State(table, line, 0, 0, hands, statues, LAYING, 0, 0, 0, 0)


def _options(part: TextSpan) -> tuple[int, int]:
    words = part.text.split(",")
    die = next((die for die in DICE[1:] if words[0] == f"die {die}"), 0)
    if words[1 if die else 0 :] not in (["diagonal"], [] if die else ["diagonal"]):
        raise part.fault("options are die 6, die 8 or die 10, and diagonal, joined by a comma")
    return die, int(words[-1] == "diagonal")


def _pair(part: TextSpan, at: int) -> str:
    one = part.text[at : at + 2]
    if len(one) < 2 or one[0] not in COLOURS or one[1] not in "123":
        raise part.fault("a pyramid is a colour and its pips, as in r3", at)
    return one


def _cells(part: TextSpan) -> list[str]:
    """The pyramids by cell; empty if one was taken."""
    if part.text == "-":
        return []
    cells = [
        "" if part.text[at : at + 2] == ".." else _pair(part, at) for at in range(0, len(part.text) or 1, 2)
    ]
    if len(cells) > LONGEST:
        raise part.fault(f"a line has {LONGEST} cells at most")
    return cells


def _pieces(part: TextSpan) -> list[str]:
    if part.text == "-":
        return []
    return [_pair(part, at) for at in range(0, len(part.text) or 1, 2)]


def _statues(part: TextSpan) -> list[list[str]]:
    if part.text == "-":
        return []
    found = []
    for one in part.split("+"):
        three = _pieces(one)
        if len(three) != 3:
            raise one.fault("a statue is three pyramids, from below")
        mixed = "".join(two[1] for two in three) == "321" and len({two[0] for two in three}) == 3
        if len(set(three)) > 1 and not mixed:
            raise one.fault("a statue is three alike, or large, medium and small in three colours")
        found.append(three)
    return found


def _kind(table: Table, one: str) -> int:
    return 3 * letters(table.palette).index(one[0]) + int(one[1]) - 1


def _check_numbers(line: TextSpan, laid: list[str], hands: TextSpan, pieces: list[str]) -> None:
    """Unreadable unless all the pyramids are there, and none too many (1.1)."""
    for one, many in Counter(filter(None, pieces)).items():
        if many > EACH:
            raise line.fault(f"there are only {EACH} {one}")
    gone, owned = laid.count(""), len(pieces) - len(laid)
    if gone != owned:
        raise hands.fault(f"{gone} cells are taken, but collections and statues have {owned} pyramids")


def _check_order(table: Table, part: TextSpan, held: list[str]) -> None:
    order = [(_kind(table, one) // 3, -int(one[1])) for one in held]
    if order != sorted(order):
        raise part.fault("a collection is sorted by colour, the larger pyramids first")


def _all_statues(table: Table, stood: list[list[list[str]]], parts: list[TextSpan]) -> Statues:
    found, seen = Statues(0, 0, 0, 0, 0), set()
    for seat, shelf in enumerate(stood):
        codes = [statue_code([_kind(table, one) for one in three], table.colours) for three in shelf]
        ranks = [sort_key(table, code) for code in codes]
        if ranks != sorted(ranks):
            raise parts[seat].fault("statues are sorted as pyramids are")
        for code in codes:
            if code in seen:
                raise parts[seat].fault("no two mixed statues have the same colours")
            seen.add(code)
            found = with_statue(found, seat, code)
    return found


def _tokens(part: TextSpan, laid: list[str], die: int) -> int:
    tokens, seen = 0, set()
    for seat, one in enumerate(part.split(",")):
        if one.text == "-":
            continue
        if one.text == "x":
            tokens = with_token(tokens, seat, OUT)
            continue
        if one.text == "=":
            if die:
                raise one.fault("with dice nobody retires")
            tokens = with_token(tokens, seat, RETIRED)
            continue
        if not re.fullmatch(r"[1-9][0-9]{0,2}", one.text) or int(one.text) > len(laid):
            raise one.fault(
                "a token is the number of its cell, - in the queue, = retired or x out of the match"
            )
        cell = int(one.text)
        if laid[cell - 1]:
            raise one.fault(f"a token stands on {cell}, so its pyramid was taken")
        if cell in seen:
            raise one.fault(f"two tokens stand on {cell}")
        seen.add(cell)
        tokens = with_token(tokens, seat, cell)
    return tokens


# Whose turn it is.


def _phase(s: State, part: TextSpan, line: TextSpan) -> State:
    if part.text == "lay":
        return _read_laying(s, part, line)
    if not s.cells:
        raise line.fault("the line has no cells")
    many = movers(s)
    if part.text == "over":
        if many > 1:
            raise part.fault(f"{many} tokens can move, so the game goes on")
        return s._replace(phase=ENDED)
    text, last = part.text.removesuffix(" last"), int(part.text.endswith(" last"))
    s = s._replace(last=last)
    if not s.table.die:
        return _by_turns(s, part, text, many)
    found = re.fullmatch(r"(choose|build) (\S+)", text)
    if not found:
        raise part.fault(
            "the turn is as in choose 4,?,- or build 3,1,2, with last in the last round, or over"
        )
    rest = TextSpan(found[2], part.at + found.start(2))
    return _choices(s, rest, many) if found[1] == "choose" else _builders(s, rest, many)


def _read_laying(s: State, part: TextSpan, line: TextSpan) -> State:
    full = STASH * max(LEAST_COLOURS, s.table.seats)
    if s.cells >= full:
        raise part.fault(f"all {full} pyramids are laid")
    if s.tokens or ".." in line.text or s.table.colours > max(LEAST_COLOURS, s.table.seats):
        raise line.fault("while the line is laid nobody moves, and only the stashes in play are used")
    return s


def _by_turns(s: State, part: TextSpan, text: str, many: int) -> State:
    found = re.fullmatch(r"([1-9][0-9]?) (move|build)", text)
    if not found or int(found[1]) > s.table.seats:
        raise part.fault("the turn is as in 2 move or 2 build, with last in the last turn, or over")
    seat = int(found[1]) - 1
    s = s._replace(seat=seat, phase=MOVING if found[2] == "move" else BUILDING)
    if is_out(s, seat):
        raise part.fault(f"seat {seat + 1} is out of the match")
    if s.phase == MOVING and not can_move(s, seat):
        raise part.fault("no pyramid is ahead of the mover")
    if s.last:
        _check_alone(s, part, seat, many)
    elif s.phase == MOVING and many < 2:
        raise part.fault("only one token can move, so this is the last turn")
    return s


def _check_alone(s: State, part: TextSpan, seat: int, many: int) -> None:
    if many > int(can_move(s, seat)):
        raise part.fault("others can move, so this is not the last turn")


def _choices(s: State, part: TextSpan, many: int) -> State:
    parts = part.split(",")
    if len(parts) != s.table.seats:
        raise part.fault(f"there is a choice for each of the {s.table.seats} seats")
    chosen = 0
    for seat, one in enumerate(parts):
        if (one.text == "-") == can_move(s, seat):
            raise one.fault("- stands for a seat that cannot move, and only for that")
        if one.text in ("-", "?"):
            continue
        if one.text == "*":
            raise one.fault("a position needs the numbers that a view hides")
        if not re.fullmatch(r"[1-9]|10", one.text) or int(one.text) > s.table.die:
            raise one.fault(f"a choice is 1 to {s.table.die}, ? while it is due, or -")
        chosen |= int(one.text) << 4 * seat
    if many == 0:
        raise part.fault("nobody can move, so the game is over")
    if (many == 1) != bool(s.last):
        raise part.fault("the last round is that of one token that can still move")
    return s._replace(phase=CHOOSING, chosen=chosen)


def _builders(s: State, part: TextSpan, many: int) -> State:
    order: list[int] = []
    for one in part.split(","):
        if not re.fullmatch(r"[1-9]|10", one.text) or int(one.text) > s.table.seats:
            raise one.fault("those still to build are seats, as in build 3,1,2")
        if is_out(s, int(one.text) - 1):
            raise one.fault(f"seat {one.text} is out of the match")
        if int(one.text) in order:
            raise one.fault("every seat builds once a round")
        order.append(int(one.text))
    if s.last:
        if len(order) > 1:
            raise part.fault("after the last round only its mover builds")
        _check_alone(s, part, order[0] - 1, many)
    queue = sum(seat << 4 * n for n, seat in enumerate(order[1:]))
    return s._replace(phase=BUILDING, seat=order[0] - 1, queue=queue)
