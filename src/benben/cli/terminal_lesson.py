"""One lesson at one keyboard: prints each step, asks for what it waits for, and answers every try."""

from __future__ import annotations

import textwrap
from shlex import quote

from benben.cli.terminal_board import WIDTH, TerminalBoard, clause_text
from benben.core import lesson_walk
from benben.core.contract import Game, Illegal, Unreadable
from benben.core.exercises import GO
from benben.core.lesson_walk import NO_CLAUSE, StepState, clause_number
from benben.core.lessons import LessonPlan

LESSON_HELP = """\
  Enter       throw, when a throw is due; go on, when a step is done
  10-14       do that; choices lists what you may do
  show        say what the task asks for
  ?  or ? 5.1 print this list, or a clause of the rules
  board       draw the board again
  again       begin this step again
  skip, back  go to the next step, or to the one before
  quit        leave the lesson"""

MOST_CHOICES = 40  # that are listed


class LessonLeft(Exception):
    """The player leaves the lesson."""


class TerminalLesson:
    def __init__(self, game: Game, plan: LessonPlan, colour: bool) -> None:
        self.game, self.plan = game, plan
        self.board = TerminalBoard(game, colour)

    def play(self, first: int) -> None:
        """Play the steps from this one on."""
        count = len(self.plan.steps)
        print(f"{self.game.title} in {count} steps, about {self.plan.minutes} minutes. Type ? for help.")
        print(f"What wins: {self.plan.wins} ({self.plan.clause})")
        at = first
        while 0 <= at < count:
            at = max(0, at + self.play_step(at))
        options = ",".join(f"{name}={value}" for name, value in self.plan.options.items())
        seats = f" --seats {self.plan.seats}" if self.plan.seats else ""
        start = f" --seat 1 --position {quote(self.plan.position)}" if self.plan.position else ""
        level = f" --bot {self.game.levels[0].name}" if self.game.levels and self.plan.seats != 1 else ""
        chosen = f" --options {options}" if options else ""
        print(f"\nYou know {self.game.title} now. {self.plan.capstone}:")
        print(f"  benben play {self.game.name}{seats}{level}{chosen}{start}")

    def play_step(self, at: int) -> int:
        """Play one step. Returns how many steps to go on: 1, 0 to begin it again, -1 for the one before."""
        step = self.plan.steps[at]
        print(f"\n{at + 1} of {len(self.plan.steps)}  {step.title}\n")
        print(textwrap.fill(step.fact, WIDTH))
        state = lesson_walk.begin(self.game, step)
        self.tell(state, 0)
        task = -1
        while state.due is not None:
            if state.task != task:
                self.draw(state)
                task = state.task
                print(textwrap.fill(f"> {step.tasks[task]}", WIDTH))
            due = "press Enter to throw" if state.exercise.is_your_throw else "your move"
            word = input(f"{due} > ").strip()
            going = {"again": 0, "skip": 1, "back": -1}.get(word)
            if going is not None and word not in self.legal_texts(state):
                return going
            state = self.answer(state, word)
        self.draw(state)
        print(f"Done: {step.title}. ({', '.join(step.clauses)})")
        word = input("Enter: go on > ").strip()
        if word == "quit":
            raise LessonLeft
        return {"again": 0, "back": -1}.get(word, 1)

    def answer(self, state: StepState, word: str) -> StepState:
        """The step after a line that was typed: a command, or a try."""
        verb, _, rest = word.partition(" ")
        match "" if word in self.legal_texts(state) else verb:
            case "quit":
                raise LessonLeft
            case "?" | "help":
                found = clause_text(self.game, rest.strip()) if rest else LESSON_HELP
                print(found or "There is no such clause.")
            case "board":
                self.draw(state)
            case "show":
                print(self.shown(state))
            case "choices":
                print(self.choices(state))
            case _:
                return self.attempt(state, GO if not word and state.exercise.is_your_throw else word)
        return state

    def attempt(self, state: StepState, text: str) -> StepState:
        try:
            after = lesson_walk.attempt(state, text)
        except Unreadable as fault:
            print(f"That is neither a move nor a command: {fault.sentence}. Type ? for help.")
            return state
        except Illegal as fault:
            number = clause_number(self.game, fault.clause)
            print(fault.sentence + (f" ({number})" if fault.clause != NO_CLAUSE else ""))
            return state
        self.tell(after, after.rows_before)
        if after.answer:
            print(textwrap.fill(after.answer, WIDTH))
        if after.due and after.task == state.task:
            self.draw(after)
        return after

    def choices(self, state: StepState) -> str:
        texts = self.legal_texts(state)
        more = [f"and {len(texts) - MOST_CHOICES} more"] if len(texts) > MOST_CHOICES else []
        return textwrap.fill(", ".join(texts[:MOST_CHOICES] + more) or "Nothing but the throw.", WIDTH)

    def legal_texts(self, state: StepState) -> list[str]:
        """What you may do now, in notation. A word that is among them is no command."""
        m = state.exercise.match
        return [m.functions.name(m.state, action) for action in state.exercise.actions]

    def shown(self, state: StepState) -> str:
        if not state.show:
            return "From here no way is known. Type again to begin this step again."
        first = state.show[0]
        return "Press Enter: the throw is due." if first == GO else f"Type {first}"

    def draw(self, state: StepState) -> None:
        print(f"\n{self.board.text(state.exercise.view)}\n")

    def tell(self, state: StepState, since: int) -> None:
        """Print what has happened after the first `since` events."""
        for row in state.exercise.rows[since:]:
            seat = row.told.seat
            who = "Chance" if seat is None else "You" if seat == state.exercise.you else f"Seat {seat + 1}"
            print(f"  {who}: {row.told.words}.")
