"""Play in the terminal, against bots or with friends at one keyboard.

benben play senet
benben play senet --seat 1 --bot vizier --options pieces=3 --record game.txt
benben play senet --seat all
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benben import bots, games
from benben.cli import sitting, words
from benben.cli.board import Board, clause
from benben.core import chance, match, record
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, EVERYONE, TIME, Event, Game, Illegal, Millis, Seat, Unreadable

HELP = """\
  Enter          throw, when a throw is due
  a, b, c ...    make that move of the list; 10-14 or the square 10 does it too
  ?  or ? 5.1    this list, or a clause of the rules
  ? 10-14        why that is not possible
  undo           take back your moves since the last throw, or the last one of a game for one
  hint           what the strongest bot would do
  board          draw the board again
  record FILE    write the match to a file
  resign, quit   give up, or break off without a result"""


RUN = 12  # events of chance that are all told
IDLE_SEED = "0" * 32  # a bot adds nothing to the dice


class Quit(Exception):
    """The player has had enough."""


def arguments(parser: argparse.ArgumentParser) -> None:
    words.game(parser)
    parser.add_argument(
        "--seat", default="any", help="1, 2 ..., any: drawn by chance, all or both: no bots, none: bots only"
    )
    parser.add_argument("--bot", metavar="LEVEL", help="of the other seats; else the middle one")
    parser.add_argument("--seats", type=words.whole(1, 99), help="how many play, where that is open")
    parser.add_argument("--name", default="Player", help="yours, in the record (%(default)s)")
    parser.add_argument("--seed", metavar="HEX", help="fixes every throw, for tests; up to 64 digits")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the match there when it ends")
    words.options(parser)


def run(arguments: argparse.Namespace) -> int:
    game = games.load(arguments.game)
    options = game.options(**words.chosen(game, arguments.options))
    allowed = game.seats_for(options)
    seats = arguments.seats or max(allowed[0], min(2, allowed[-1]))
    if seats not in allowed:
        raise Illegal("seats", f"With these options {game.title} is not for {seats}.")
    if arguments.record and not arguments.record.parent.is_dir():
        raise Unreadable("there is no such folder", str(arguments.record.parent))
    if arguments.record and arguments.record.is_dir():
        raise Unreadable("that is a folder; a record is a file", str(arguments.record))
    if any(0xD800 <= ord(c) <= 0xDFFF for c in arguments.name):  # bytes of the command line that are no text
        raise Unreadable("that name is no text", "--name")
    table = Table(game, seats, options, arguments.seat, arguments.bot, arguments.seed, arguments.name)
    print(table.greeting())
    status = 0
    try:
        table.play()
    except (Quit, EOFError, KeyboardInterrupt) as end:
        status = 130 if isinstance(end, KeyboardInterrupt) else 0
        table.add(match.Aborted(table.now(), table.people[0] if table.people else 0))
        print("The match is broken off.")
    print(table.ending())
    if arguments.record:
        table.write(arguments.record)
    return status


class Table:
    """One match at one keyboard."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        seat: str,
        level: str | None,
        seed: str | None,
        player: str,
    ) -> None:
        self.game, self.options, self.player = game, options, player
        self.fold = match.Fold(game, seats, options)
        self.entries: list[match.Entry] = []
        self.secret = sitting.secret(seed)
        self.by_chance = seat == "any"
        people = [0] if self.by_chance else sitting.people(seat, seats)  # in order of joining
        brought = [sitting.brought(self.secret, n, seed) if n in people else IDLE_SEED for n in range(seats)]
        self.joined = chance.seating(self.secret, brought) if self.by_chance else tuple(range(seats))
        self.seeds = [brought[player] for player in self.joined]
        self.people = [n for n, player in enumerate(self.joined) if player in people]
        self.adviser: bots.Bot | None = None
        self.bots: dict[Seat, bots.Bot] = {}
        if len(self.people) < seats:
            names = [one.name for one in game.levels]
            if not names:
                raise Unreadable(f"{game.title} has no bots; play with --seat all", "--bot")
            self.level = level or names[len(names) // 2]
            self.bots = {n: bots.level(game, self.level) for n in range(seats) if n not in self.people}
            self.warm(self.bots.values())
        self.draw = random.Random(self.secret).randrange if seed else random.SystemRandom().randrange
        self.board = Board(game, sys.stdout.isatty())
        self.stale = True  # the board has changed since it was drawn
        self.due: dict[Seat, Event] = {}  # what a bot that may act has thought of
        self.began = time.monotonic()
        self.moment = self.skipped = 0  # ms; skipped is what nobody had to sit through

    def warm(self, some: Iterable[bots.Bot]) -> None:
        if compiled(self.game.rules).fast:
            print("Getting the bots ready. The first time this takes a while.", file=sys.stderr)
            bots.warm(self.game, some, len(self.seeds), self.options)

    # Telling

    def name(self, seat: Seat) -> str:
        if seat in self.bots:
            return self.level.capitalize() + (f" {seat + 1}" if len(self.bots) > 1 else "")
        return "You" if len(self.people) == 1 else f"Player {seat + 1}"

    def greeting(self) -> str:
        who = ", ".join(f"seat {seat + 1} {self.name(seat)}" for seat in range(len(self.seeds)))
        seal = chance.commitment(self.secret)
        return f"{self.game.title}: {who}.\nThe throws are settled under this seal:\n{seal}\nType ? for help."

    def drawn(self) -> str:
        looker = self.people[0] if len(self.people) == 1 else None
        return self.board.drawn(self.game.views.view(self.fold.state, looker))

    def show(self) -> None:
        if self.stale:
            print(f"\n{self.drawn()}")
            self.stale = False

    def ending(self) -> str:
        outcome = self.fold.match.outcome
        winners = ", ".join(self.name(seat) for seat in outcome.winners) or "Nobody"
        return f"{self.drawn()}\n{winners} won: {outcome.reason}."

    def told(self, event: Event) -> str:
        looker = self.people[0] if len(self.people) == 1 else None
        v = self.game.views.view(self.fold.state, looker)
        told = self.game.notation.tell(v, self.game.views.seen(self.fold.state, event, looker))
        who = self.name(told.seat) if told.seat is not None else "Chance"
        return f"{who}: {told.words}."

    # Playing

    def now(self) -> int:
        """The moment that is being played: it moves on at a key and from turn to turn, never in between."""
        return max(self.moment, self.fold.match.at)

    def look_at_clock(self) -> None:
        self.moment = int(1000 * (time.monotonic() - self.began)) + self.skipped

    def add(self, entry: match.Entry) -> None:
        told = self.told(entry) if isinstance(entry, Event) else None
        self.fold.add(entry)
        self.entries.append(entry)
        if told is not None:
            print(told)

    def play(self) -> None:
        last = -1  # the person asked last; where several may act they take turns at the keyboard
        while not self.fold.match.over:
            self.look_at_clock()
            if self.game.rules.turn(self.fold.state) == CHANCE:
                self.throw()
                continue
            able = self.able()
            people = [seat for seat in self.people if seat in able]
            coming = self.coming(able)
            if coming and (coming.at <= self.now() or not people):
                self.skipped += max(0, coming.at - self.now())
                self.moment = max(self.moment, coming.at)
                self.happen(coming)
            else:
                last = next((seat for seat in people if seat > last), people[0])
                self.ask_move(last)

    def throw(self) -> None:
        hand = self.hand()
        if hand is None:
            self.run()
        elif hand in self.bots or self.ask_throw(hand):
            self.add(self.drawn_event(self.now()))

    def hand(self) -> Seat | None:
        """Who throws, at a turn of chance."""
        views = self.game.views
        return views.hand(views.view(self.fold.state, None))

    def drawn_event(self, at: Millis) -> Event:
        return match.drawn(self.game, self.fold.state, self.fold.draws, self.secret, self.seeds, at)

    def run(self) -> None:
        """What chance does by itself and at once. Of a long run, such as a deal, first and last are told."""
        told: list[str] = []
        while self.game.rules.turn(self.fold.state) == CHANCE and self.hand() is None:
            event = self.drawn_event(self.fold.match.at)
            told.append(self.told(event))
            self.fold.add(event)
            self.entries.append(event)
        short = [told[0], f"  ... {len(told) - 2} more ...", told[-1]]
        print("\n".join(told if len(told) <= RUN else short))
        self.stale = True  # a throw changes nothing yet, a card does

    def able(self) -> list[Seat]:
        """The seats that may act, chance aside."""
        s, rules = self.fold.state, self.game.rules
        turn = rules.turn(s)
        seats = range(len(self.seeds)) if turn == EVERYONE else [turn]
        return [seat for seat in seats if rules.actions(s, seat)]

    def coming(self, able: list[Seat]) -> Event | None:
        """What happens next if no person acts: time is up, or a bot has thought."""
        s, views = self.fold.state, self.game.views
        self.due = {seat: event for seat, event in self.due.items() if seat in able}
        for seat in able:
            if seat in self.bots and seat not in self.due:
                v, bot = views.view(s, seat), self.bots[seat]
                action, pace = bot.choose(v, seat, self.draw), getattr(bot, "pace", None)
                since = self.fold.match.at  # a race goes on while a person thinks
                at = since + pace(v, seat, action, self.draw) if pace else self.now()
                self.due[seat] = Event(at, seat, action)
        events = list(self.due.values())
        limit = match.deadline(self.fold.match)
        if limit is not None:
            events.append(Event(limit, TIME, None))
        # At the deadline itself a bot is too late: TIME is the lowest seat.
        return min(events, key=lambda event: event[:2], default=None)

    def happen(self, event: Event) -> None:
        s, views, seat = self.fold.state, self.game.views, event.by
        if seat != TIME:
            del self.due[seat]
            if event.what not in self.game.rules.actions(s, seat):  # it was thought of in another position
                event = event._replace(what=self.bots[seat].choose(views.view(s, seat), seat, self.draw))
            event = event._replace(at=max(event.at, self.fold.match.at))
        self.add(event)
        self.stale = True
        if not self.people:
            self.show()

    def meanwhile(self) -> None:
        """All that happened while a person thought; the thought counts from now on."""
        while not self.fold.match.over:
            if self.game.rules.turn(self.fold.state) == CHANCE:
                if self.game.views.hand(self.game.views.view(self.fold.state, None)) in self.people:
                    return
                self.throw()
                continue
            coming = self.coming(self.able())
            if not coming or coming.at > self.now():
                return
            self.happen(coming)

    def ask_throw(self, seat: Seat) -> bool:
        """True when the player throws; False when something else came first, an undo for instance."""
        self.show()
        word = self.ask(f"{self.name(seat)}, Enter throws > ")
        if word in ("", "throw"):
            return True
        if not self.obey(word, seat):
            print("A throw is due: press Enter. Type ? for help.")
        return False

    def ask_move(self, seat: Seat) -> None:
        self.show()
        s, length = self.fold.state, self.fold.match.length
        v = self.game.views.view(s, seat)
        able = {_letter(n): action for n, action in enumerate(self.game.rules.actions(s, seat))}
        for letter, action in able.items():
            choice = self.game.views.choice(v, seat, action)
            about = " ".join(filter(None, (getattr(choice, "words", ""), getattr(choice, "more", ""))))
            print(f"  {letter}  {choice.text:10} {about}")
        while self.fold.match.length == length:
            word = self.ask(f"{self.name(seat)}, your move > ")
            self.meanwhile()
            if self.fold.match.over:
                return
            if word not in able and self.obey(word, seat):
                continue
            action = self.found(self.game.notation.name(s, able[word]) if word in able else word, seat)
            if action is not None:
                self.add(Event(self.now(), seat, action))
                self.stale = True

    def found(self, text: str, seat: Seat) -> Any:
        """The legal action of that notation; None, and the reason told, if there is none."""
        s = self.fold.state
        try:
            action = self.game.notation.find(s, text)
        except Unreadable as fault:
            print(f"That is neither a move nor a command: {fault.sentence}. Type ? for help.")
            return None
        if action in self.game.rules.actions(s, seat):
            return action
        number, sentence = self.game.rules.why(s, seat, action)
        print(f"{sentence} ({number}; type ? {number.split()[-1]} for the rule)")
        return None

    def ask(self, prompt: str) -> str:
        word = input(prompt).strip()
        self.look_at_clock()
        return word

    def obey(self, line: str, seat: Seat) -> bool:
        """Does what a command says; False if it is none."""
        word, _, rest = line.partition(" ")
        match word:
            case "?" | "help":
                print(self.explained(rest.strip(), seat))
            case "undo":
                self.undo(seat)
            case "hint":
                self.hint(seat)
            case "board":
                print(self.drawn())
            case "record" if rest:
                try:
                    self.write(Path(rest.strip()))
                except (OSError, ValueError) as fault:
                    print(f"That file cannot be written: {getattr(fault, 'strerror', fault)}.")
            case "resign":
                try:
                    self.add(match.resignation(self.fold.match, seat, self.now()))
                except Illegal as fault:
                    print(fault)
            case "quit" | "exit":
                raise Quit
            case _:
                return False
        return True

    def explained(self, about: str, seat: Seat) -> str:
        if not about:
            return HELP
        found = clause(self.game, about)
        if found:
            return found
        s = self.fold.state
        try:
            action = self.game.notation.find(s, about)
        except Unreadable as fault:
            return f"There is no clause of that number, and as a move: {fault.sentence}."
        if action in self.game.rules.actions(s, seat):
            return "That is possible now."
        number, sentence = self.game.rules.why(s, seat, action)
        return "\n".join(filter(None, (sentence, clause(self.game, number.split()[-1]))))

    def undo(self, seat: Seat) -> None:
        kept = match.free_undo(self.fold.match, seat)
        if kept is None:
            free = match.free(self.fold.match)
            print(f"There is nothing to take back{': a throw stands as it fell' if free else ' in a race'}.")
            return
        if len(self.seeds) == 1:  # nobody waits, so one step at a time
            kept = len(self.fold.match.events) - 1
        self.add(match.Undone(self.now(), seat, kept))
        self.stale = True
        print("Taken back.")

    def hint(self, seat: Seat) -> None:
        if not self.game.rules.actions(self.fold.state, seat):
            print("There is no move to make now.")
        elif not self.game.levels:
            print(f"{self.game.title} has no bot to ask.")
        else:
            best = self.game.levels[-1]
            if self.adviser is None:
                self.adviser = bots.level(self.game, best.name)
                self.warm([self.adviser])
            v = self.game.views.view(self.fold.state, seat)
            action = self.adviser.choose(v, seat, self.draw)
            print(f"The {best.name} would play {self.game.notation.name(self.fold.state, action)}.")

    def write(self, path: Path) -> None:
        """The record so far; the secret is told only when the match is over."""
        sitters = [
            record.Sitter(self.name(seat), self.level, seed)
            if seat in self.bots
            else record.Sitter(self.player if len(self.people) == 1 else self.name(seat), "", seed)
            for seat, seed in enumerate(self.seeds)
        ]
        whole = record.of(
            self.game,
            self.options,
            sitters,
            "chance" if self.by_chance else "choice",
            self.joined,
            chance.commitment(self.secret),
            self.secret if self.fold.match.over else None,
            self.entries,
        )
        path.write_text(record.write_text(whole), encoding="utf-8", newline="\n")
        print(f"The record is in {path}.")


def _letter(n: int) -> str:
    """a ... z, then aa, ab ..."""
    return ("" if n < 26 else _letter(n // 26 - 1)) + "abcdefghijklmnopqrstuvwxyz"[n % 26]
