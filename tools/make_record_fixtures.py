"""Makes the record fixtures: matches of bots with fixed secrets, whose records stay in tests/records.

    python tools/make_record_fixtures.py            make those that are not there yet
    python tools/make_record_fixtures.py SLUG ...   only those of these names

An existing record is never overwritten: it proves that what was played once can still be read. A game whose
rules change gets new files beside the old ones, named by version.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benben import bots, games
from benben.bots.paced import Paced
from benben.core import chance, match, record
from benben.core import clock as clocks
from benben.core.chance import IDLE_SEED
from benben.core.contract import CHANCE, OVER, TIME, Event, Millis, Seat
from benben.core.entries import Aborted, Consented, Drawn, Entry, Flagged, Forfeited, Reseated, Undone
from benben.core.match import Match
from benben.core.record import Agreed, Sitter
from benben.core.record.verify import verify_record

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
PEOPLE = ("Nefer", "Hori", "Iset", "Senbi", "Meryt", "Bek")


class FixturePlan(NamedTuple):
    """One match to play and record."""

    game: str
    slug: str
    # A letter for each player, in order of joining: p a person, or the first of a bot's level. All are played
    # by that game's bots.
    players: str
    options: dict[str, Any]
    undo: int = 0  # how many actions are taken back
    consent: int = 0  # the entry after which the first person takes back more and all others agree; 0: none
    change: int = 0  # the entry after which somebody else plays the first seat; 0: none
    resign: int = 0  # the entry after which the first seat resigns; 0: none
    forfeit: int = 0  # the entry after which the seat to act is away too long; 0: none
    abort: int = 0  # the entry after which the first seat breaks off; 0: none
    draw: int = 0  # the entry after which a draw is agreed; 0: none
    clock: Agreed = record.NO_CLOCK
    stall: int = 0  # the entry after which a person never moves again; 0: none


PLANS = (
    FixturePlan("gate", "race", "ap", {"sand": 20}, resign=150),
    FixturePlan("gate", "experts", "ssp", {"side": "expert", "sand": 60, "tracks": 12}, abort=90),
    FixturePlan("gate", "practice", "p", {"mode": "practice", "puzzle": "12 eye"}, undo=2),
    FixturePlan("gate", "box", "ap", {"box": 2, "sand": 20}),  # with fresh boards as they were first made
    FixturePlan(
        "gate", "day", "p", {"mode": "practice", "grade": "easy", "box": 739935, "puzzle": "12 ankh"}
    ),
    FixturePlan("senet", "three", "pa", {"pieces": 3}, undo=4, change=20),
    FixturePlan("senet", "consent", "pp", {"pieces": 3}, consent=30),
    FixturePlan("senet", "committed", "pa", {"pieces": 3, "cap": 40}, undo=2),
    FixturePlan("senet", "forfeited", "pp", {"pieces": 5}, forfeit=40),
    FixturePlan("senet", "flagged", "pp", {"pieces": 5}, clock=Agreed("bank", 60_000, 2_000), stall=40),
    FixturePlan("senet", "capped", "as", {"pieces": 4, "cap": 30}),
    FixturePlan("solitaire", "solo", "p", {"ranks": 3, "files": 3, "goal": "large"}, undo=3),
    FixturePlan("solitaire", "hidden", "aap", {"mode": "quicksand", "hidden": True, "least": 60, "most": 70}),
    FixturePlan("solitaire", "tut", "ap", {"mode": "king-tut", "rounds": 2, "limit": 120}),
    FixturePlan("pyramydal", "dice", "pap", {"die": 6, "diagonal": True}, change=90),
    FixturePlan("pyramydal", "turns", "apap", {"die": 0}, resign=120, undo=2),
    FixturePlan("pyramydal", "committed", "ppa", {"die": 6}, consent=40),
    FixturePlan("horus", "committed", "papp", {}, consent=60, resign=150),
    FixturePlan("horus", "two", "pa", {}, undo=3),
    FixturePlan("horus", "four", "papa", {"load": "literal", "adventurers": "chosen"}, change=60, resign=200),
    FixturePlan("horus", "agreed", "pp", {}, draw=50),
    FixturePlan("horus", "flagged", "pp", {"adventurers": "chosen"}, clock=Agreed("move", 30_000), stall=120),
)


class FixtureMatch:
    """A match between bots, played entry by entry."""

    def __init__(self, plan: FixturePlan) -> None:
        self.plan, self.game = plan, games.load(plan.game)
        self.random = Random(f"{plan.game} {plan.slug}")
        self.secret = hashlib.sha256(f"{plan.game} {plan.slug}".encode()).hexdigest()
        seats = len(plan.players)
        own = [f"{self.random.getrandbits(128):032x}" if c == "p" else IDLE_SEED for c in plan.players]
        self.joined = chance.seating(self.secret, own)
        self.seeds = tuple(own[player] for player in self.joined)
        names = [one.name for one in self.game.levels]
        by_letter = {letter: next((n for n in names if n[0] == letter), "") for letter in plan.players}
        self.levels = [by_letter[plan.players[player]] for player in self.joined]
        self.bots = [bots.level(self.game, level or names[0]) for level in self.levels]
        self.options = self.game.options(**plan.options)
        self.match: Match = match.begin(self.game, seats, self.options)
        self.clock = clocks.begin(plan.clock.kind, seats, plan.clock.budget, plan.clock.increment)
        self.clock = clocks.after(self.clock, match.seat_on_clock(self.match), 0)
        self.entries: list[Entry] = []
        self.undone = 0
        self.chosen: dict[Seat, tuple[Millis, Any]] = {}

    def play(self) -> record.Record:
        while not self.match.over:
            self.add(self.next_entry())
        committed = chance.commitment(self.secret)
        sitters = [
            Sitter(level.capitalize(), level, seed)
            if level
            else Sitter(PEOPLE[seat], "", seed, chance.seed_commitment(committed, seed))
            for seat, (level, seed) in enumerate(zip(self.levels, self.seeds, strict=True))
        ]
        return record.make(
            self.game,
            self.options,
            sitters,
            "chance",
            self.joined,
            committed,
            self.secret,
            self.entries,
            self.plan.clock,
        )

    def add(self, entry: Entry) -> None:
        self.match = match.after(self.match, entry)
        self.entries.append(entry)
        if self.clock.kind != "none":
            thinker = match.seat_on_clock(self.match)
            self.clock = clocks.after(self.clock, thinker, entry.at, isinstance(entry, Undone))
        self.chosen = {
            seat: choice
            for seat, choice in self.chosen.items()
            if choice[1] in self.game.rules.actions(self.match.state, seat)
        }

    def next_entry(self) -> Entry:
        m, plan, many = self.match, self.plan, len(self.entries)
        turn = self.game.rules.turn(m.state)
        if turn == CHANCE:
            return match.next_chance_event(m, self.secret, self.seeds, m.at)
        limit = match.deadline(m)
        at = m.at + 40 if limit is None else min(m.at + 40, limit - 1)
        if at >= m.at:
            if plan.change and many >= plan.change and not self.has_entry(Reseated):
                return Reseated(at, 0, "Ahmose", "")
            if plan.resign and many >= plan.resign and self.may_resign():
                return match.resignation(m, 0, at)
            if plan.forfeit and many >= plan.forfeit and turn >= 0:
                return Forfeited(at, turn)
            if plan.abort and many >= plan.abort:
                return Aborted(at, 0)
            if plan.draw and many >= plan.draw:
                return Drawn(at, 1)
            if plan.consent and many >= plan.consent and not self.has_entry(Undone):
                return self.undo_by_consent(at)
            taken = self.undo_by_person(at)
            if taken:
                return taken
        return self.action(limit)

    def has_entry(self, kind: type[Entry]) -> bool:
        return any(isinstance(entry, kind) for entry in self.entries)

    def may_resign(self) -> bool:
        """Whether the first seat can resign now: where a game goes on without it, resigning is an action."""
        word = match.resign_action(self.game)
        return word is None or word in self.game.rules.actions(self.match.state, 0)

    def undo_by_consent(self, at: Millis) -> Entry:
        """The next consent to an undo of the first person; the undo itself when all other people agreed."""
        asking, *others = (seat for seat, level in enumerate(self.levels) if not level)
        agreed = sum(isinstance(entry, Consented) for entry in self.entries)
        if agreed < len(others):
            return Consented(at, others[agreed])
        return Undone(at, asking, len(self.match.events) - 5)

    def undo_by_person(self, at: Millis) -> Undone | None:
        """An undo, now and then, by the person who acted last; None otherwise."""
        m = self.match
        last = m.events[-1].by if m.events else OVER
        if self.undone == self.plan.undo or last < 0 or self.levels[last] or self.random.randrange(4):
            return None
        kept = match.free_undo(m, last)
        if kept is None:
            return None
        self.undone += 1
        return Undone(at, last, max(kept, len(m.events) - 2))

    def action(self, limit: Millis | None) -> Entry:
        m, rules, draw = self.match, self.game.rules, self.random.randrange
        for seat in range(m.seats):
            if seat not in self.chosen and rules.actions(m.state, seat):
                bot, v = self.bots[seat], self.game.views.view(m.state, seat)
                action = bot.choose(v, seat, draw)
                pace = bot.pace(v, seat, action, draw) if isinstance(bot, Paced) else 300 + draw(1500)
                self.chosen[seat] = (m.at + pace, action)
        expiry = clocks.expiry(self.clock)
        if self.plan.stall and len(self.entries) >= self.plan.stall and expiry and not self.levels[expiry[0]]:
            return Flagged(expiry[1], expiry[0])
        seat, (at, action) = min(
            self.chosen.items(), key=lambda choice: choice[1][0], default=(OVER, (limit or 0, None))
        )
        if limit is not None and (seat == OVER or at >= limit):
            return Event(limit, TIME, None)
        del self.chosen[seat]
        return Event(max(at, m.at), seat, action)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or [plan.slug for plan in PLANS]
    for plan in [plan for plan in PLANS if plan.slug in wanted]:
        version = games.load(plan.game).version
        path = FOLDER / f"{plan.game}-{version}-{plan.slug}.txt"
        if path.exists():
            continue
        found = FixtureMatch(plan).play()
        verdict = verify_record(found, games.load)
        if not verdict.good:
            print(f"{path.name}: {verdict.place}: {verdict.sentence}", file=sys.stderr)
            return 1
        path.write_text(record.write_text(found))
        print(f"{path.name}: {len(found.entries)} entries, {path.stat().st_size:,} bytes, {found.outcome}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
