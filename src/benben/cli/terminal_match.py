"""One match at one keyboard: asks people for their moves, lets bots act, and prints what happens."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benben import bots
from benben.bots.paced import Paced
from benben.cli.seats import match_secret, people_seats, player_seed
from benben.cli.terminal_board import TerminalBoard, clause_text, summary_text
from benben.core import chance, match, record
from benben.core.achievement_check import earned_by_seat
from benben.core.chance import IDLE_SEED
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, EVERYONE, TIME, Event, Game, Illegal, Millis, Seat, Unreadable
from benben.core.entries import Entry, Undone
from benben.core.replay import Fold

HELP = """\
  Enter          throw, when a throw is due
  a, b, c ...    make that move of the list; you can also type 10-14, or the square 10
  ?  or ? 5.1    print the game in short and this list, or a clause of the rules
  ? 10-14        say why that move is not possible
  undo           take back your moves since the last throw, or your last move in a game for one
  hint           say what the strongest bot would do
  board          draw the board again
  record FILE    write the match to a file
  resign, quit   give up, or break off without a result"""

MAX_CHANCE_LINES = 12  # of a longer run of chance events only the first and the last are printed


class Quit(Exception):
    """The player quits."""


class TerminalMatch:
    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        position: str = "",
        *,
        seat: str,
        level: str | None,
        seed: str | None,
        player: str,
    ) -> None:
        self.game, self.options, self.player, self.position = game, options, player, position
        self.fold = Fold(game, seats, options, position)
        self.entries: list[Entry] = []
        self.secret = match_secret(seed)
        self.by_chance = seat == "any"
        people = [0] if self.by_chance else people_seats(seat, seats)  # in order of joining
        own = [player_seed(self.secret, n, seed) if n in people else IDLE_SEED for n in range(seats)]
        self.joined = chance.seating(self.secret, own) if self.by_chance else tuple(range(seats))
        self.seeds = [own[player] for player in self.joined]
        self.people = [n for n, player in enumerate(self.joined) if player in people]
        self.adviser: bots.Bot | None = None
        self.advised: set[Seat] = set()  # seats that asked what to do
        self.bots: dict[Seat, bots.Bot] = {}
        if len(self.people) < seats:
            names = [one.name for one in game.levels]
            if not names:
                raise Unreadable(f"{game.title} has no bots; play with --seat all", "--bot")
            self.level = level or names[len(names) // 2]
            self.bots = {n: bots.level(game, self.level) for n in range(seats) if n not in self.people}
            self.warm_bots(self.bots.values())
        self.draw = random.Random(self.secret).randrange if seed else random.SystemRandom().randrange
        self.board = TerminalBoard(game, sys.stdout.isatty())
        self.stale = True  # the board has changed since it was drawn
        self.planned: dict[Seat, Event] = {}  # the next event of each bot that may act
        self.began = time.monotonic()
        self.moment = self.skipped = (
            self.fold.match.at
        )  # ms; skipped: time that passed without anybody waiting

    def warm_bots(self, some: Iterable[bots.Bot]) -> None:
        if compiled(self.game.rules).fast:
            print("Getting the bots ready. The first time this takes a while.", file=sys.stderr)
            bots.warm(self.game, some, len(self.seeds), self.options)

    # Printing

    def name(self, seat: Seat) -> str:
        if seat in self.bots:
            return self.level.capitalize() + (f" {seat + 1}" if len(self.bots) > 1 else "")
        return "You" if len(self.people) == 1 else f"Player {seat + 1}"

    def greeting(self) -> str:
        who = ", ".join(f"seat {seat + 1} {self.name(seat)}" for seat in range(len(self.seeds)))
        hash = chance.commitment(self.secret)
        return f"{self.game.title}: {who}.\nThe secret of the throws has this hash:\n{hash}\nType ? for help."

    def board_text(self) -> str:
        viewer = self.people[0] if len(self.people) == 1 else None
        return self.board.text(self.game.views.view(self.fold.state, viewer))

    def show(self) -> None:
        if self.stale:
            print(f"\n{self.board_text()}")
            self.stale = False

    def ending(self) -> str:
        outcome = self.fold.match.outcome
        winners = ", ".join(self.name(seat) for seat in outcome.winners) or "Nobody"
        return f"{self.board_text()}\n{winners} won: {outcome.reason}.{self.earned_text()}"

    def earned_text(self) -> str:
        """What the player has earned, a line each; nothing from a position, or if several play here."""
        book = self.game.achievements
        if book is None or len(self.people) != 1 or self.position:
            return ""
        fold = self.fold
        ids = earned_by_seat(fold.match, self.entries, fold.states, self.advised)[self.people[0]]
        earned = [one for one in book.ACHIEVEMENTS if one.id in ids]
        return "".join(f"\nEarned: {one.title}. {one.sentence}" for one in earned)

    def event_text(self, event: Event) -> str:
        viewer = self.people[0] if len(self.people) == 1 else None
        v = self.game.views.view(self.fold.state, viewer)
        line = self.game.notation.tell(v, self.game.views.seen(self.fold.state, event, viewer))
        who = self.name(line.seat) if line.seat is not None else "Chance"
        return f"{who}: {line.words}."

    # Playing

    def now(self) -> int:
        """The match time, which advances at a key press and from turn to turn, never in between."""
        return max(self.moment, self.fold.match.at)

    def update_clock(self) -> None:
        self.moment = int(1000 * (time.monotonic() - self.began)) + self.skipped

    def add(self, entry: Entry) -> None:
        """Add an entry to the match, and print it if it is an event."""
        text = self.event_text(entry) if isinstance(entry, Event) else None
        self.fold.add(entry)
        self.entries.append(entry)
        if text is not None:
            print(text)

    def play(self) -> None:
        last = -1  # the person asked last; where several may act they take turns at the keyboard
        while not self.fold.match.over:
            self.update_clock()
            if self.game.rules.turn(self.fold.state) == CHANCE:
                self.throw()
                continue
            able = self.seats_to_act()
            people = [seat for seat in self.people if seat in able]
            coming = self.next_event(able)
            if coming and (coming.at <= self.now() or not people):
                self.skipped += max(0, coming.at - self.now())
                self.moment = max(self.moment, coming.at)
                self.apply(coming)
            else:
                last = next((seat for seat in people if seat > last), people[0])
                self.ask_move(last)

    def throw(self) -> None:
        seat = self.thrower()
        if seat is None:
            self.run_chance()
        elif seat in self.bots or self.ask_throw(seat):
            self.add(self.chance_event(self.now()))

    def thrower(self) -> Seat | None:
        """The seat that throws, at a turn of chance; None where chance acts by itself."""
        views = self.game.views
        return views.thrower(views.view(self.fold.state, None))

    def chance_event(self, at: Millis) -> Event:
        return match.chance_event(self.game, self.fold.state, self.fold.draws, self.secret, self.seeds, at)

    def run_chance(self) -> None:
        """Let chance act by itself. Of a long run, such as a deal, the first and last events are printed."""
        texts: list[str] = []
        while self.game.rules.turn(self.fold.state) == CHANCE and self.thrower() is None:
            event = self.chance_event(self.fold.match.at)
            texts.append(self.event_text(event))
            self.fold.add(event)
            self.entries.append(event)
        short = [texts[0], f"  ... {len(texts) - 2} more ...", texts[-1]]
        print("\n".join(texts if len(texts) <= MAX_CHANCE_LINES else short))
        self.stale = True  # a throw does not change the board yet, a card does

    def seats_to_act(self) -> list[Seat]:
        """The seats that may act now."""
        s, rules = self.fold.state, self.game.rules
        turn = rules.turn(s)
        seats = range(len(self.seeds)) if turn == EVERYONE else [turn]
        return [seat for seat in seats if rules.actions(s, seat)]

    def next_event(self, able: list[Seat]) -> Event | None:
        """What happens next if no person acts: the time is up, or a bot acts; None if nothing does."""
        s, views = self.fold.state, self.game.views
        self.planned = {seat: event for seat, event in self.planned.items() if seat in able}
        for seat in able:
            if seat in self.bots and seat not in self.planned:
                v, bot = views.view(s, seat), self.bots[seat]
                action, at = bot.choose(v, seat, self.draw), self.now()
                if isinstance(bot, Paced):  # a race goes on while a person thinks
                    at = self.fold.match.at + bot.pace(v, seat, action, self.draw)
                self.planned[seat] = Event(at, seat, action)
        events = list(self.planned.values())
        limit = match.deadline(self.fold.match)
        if limit is not None:
            events.append(Event(limit, TIME, None))
        # At the deadline itself a bot is too late: TIME is the lowest seat.
        return min(events, key=lambda event: event[:2], default=None)

    def apply(self, event: Event) -> None:
        s, views, seat = self.fold.state, self.game.views, event.by
        if seat != TIME:
            del self.planned[seat]
            if event.what not in self.game.rules.actions(s, seat):  # it was chosen in another position
                event = event._replace(what=self.bots[seat].choose(views.view(s, seat), seat, self.draw))
            event = event._replace(at=max(event.at, self.fold.match.at))
        self.add(event)
        self.stale = True
        if not self.people:
            self.show()

    def apply_due_events(self) -> None:
        """Apply all that happened while a person was thinking."""
        while not self.fold.match.over:
            if self.game.rules.turn(self.fold.state) == CHANCE:
                if self.thrower() in self.people:
                    return
                self.throw()
                continue
            coming = self.next_event(self.seats_to_act())
            if not coming or coming.at > self.now():
                return
            self.apply(coming)

    def ask_throw(self, seat: Seat) -> bool:
        """Whether the player throws; False if another command came first, such as an undo."""
        self.show()
        word = self.ask(f"{self.name(seat)}, press Enter to throw > ")
        if word in ("", "throw"):
            return True
        if not self.run_command(word, seat):
            print("A throw is due: press Enter. Type ? for help.")
        return False

    def ask_move(self, seat: Seat) -> None:
        self.show()
        s, length = self.fold.state, self.fold.match.length
        v = self.game.views.view(s, seat)
        able = {_letter(n): action for n, action in enumerate(self.game.rules.actions(s, seat))}
        texts = {self.game.notation.name(s, action) for action in able.values()} - {"resign"}
        for letter, action in able.items():
            choice = self.game.views.choice(v, seat, action)
            about = " ".join(filter(None, (getattr(choice, "words", ""), getattr(choice, "more", ""))))
            print(f"  {letter}  {choice.text:10} {about}")
        while self.fold.match.length == length:
            word = self.ask(f"{self.name(seat)}, your move > ")
            self.apply_due_events()
            if self.fold.match.over:
                return
            if word not in able and word not in texts and self.run_command(word, seat):
                continue
            action = self.legal_action(self.game.notation.name(s, able[word]) if word in able else word, seat)
            if action is not None:
                self.add(Event(self.now(), seat, action))
                self.stale = True

    def legal_action(self, text: str, seat: Seat) -> Any:
        """The legal action of that notation; None, with the reason printed, if there is none."""
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
        self.update_clock()
        return word

    def run_command(self, line: str, seat: Seat) -> bool:
        """Run a command; False if the line is not a command."""
        word, _, rest = line.partition(" ")
        match word:
            case "?" | "help":
                print(self.explanation(rest.strip(), seat))
            case "undo":
                self.undo(seat)
            case "hint":
                self.hint(seat)
            case "board":
                print(self.board_text())
            case "record" if rest:
                try:
                    self.write_record(Path(rest.strip()))
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

    def explanation(self, about: str, seat: Seat) -> str:
        if not about:
            return f"{summary_text(self.game)}\n\n{HELP}"
        found = clause_text(self.game, about)
        if found:
            return found
        s = self.fold.state
        try:
            action = self.game.notation.find(s, about)
        except Unreadable as fault:
            return f"There is no clause of that number, and it is not a move either: {fault.sentence}."
        if action in self.game.rules.actions(s, seat):
            return "That is possible now."
        number, sentence = self.game.rules.why(s, seat, action)
        return "\n".join(filter(None, (sentence, clause_text(self.game, number.split()[-1]))))

    def undo(self, seat: Seat) -> None:
        kept = match.free_undo(self.fold.match, seat)
        if kept is None:
            free = match.allows_undo_and_hints(self.fold.match)
            print(f"There is nothing to take back{': a throw stands as it fell' if free else ' in a race'}.")
            return
        if len(self.seeds) == 1:  # nobody else waits, so one step at a time
            kept = len(self.fold.match.events) - 1
        self.add(Undone(self.now(), seat, kept))
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
                self.warm_bots([self.adviser])
            self.advised.add(seat)
            v = self.game.views.view(self.fold.state, seat)
            action = self.adviser.choose(v, seat, self.draw)
            why = f" {self.game.tutor.reason(v, seat, action)}" if self.game.tutor else ""
            print(f"The {best.name} would play {self.game.notation.name(self.fold.state, action)}.{why}")

    def write_record(self, path: Path) -> None:
        """Write the record so far; the secret is in it only when the match is over."""
        sitters = [
            record.Sitter(self.name(seat), self.level, seed)
            if seat in self.bots
            else record.Sitter(self.player if len(self.people) == 1 else self.name(seat), "", seed)
            for seat, seed in enumerate(self.seeds)
        ]
        whole = record.make(
            self.game,
            self.options,
            sitters,
            "chance" if self.by_chance else "choice",
            self.joined,
            chance.commitment(self.secret),
            self.secret if self.fold.match.over else None,
            self.entries,
            position=self.position,
        )
        path.write_text(record.write_text(whole), encoding="utf-8", newline="\n")
        print(f"The record is in {path}.")


def _letter(n: int) -> str:
    """The name of choice n: a ... z, then aa, ab ..."""
    return ("" if n < 26 else _letter(n // 26 - 1)) + "abcdefghijklmnopqrstuvwxyz"[n % 26]
