"""A review in words, with a small plot, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Game, Seat
from benben.core.judge import WHOLE
from benben.core.record import Record
from benben.core.review import (
    SHOWN,
    Account,
    JudgedChoice,
    Review,
    ReviewStep,
    TurningPoint,
    is_unlucky,
    rounded,
)

COLUMNS, ROWS = 60, 9  # of the plot
MOST_UNLUCKY = 3  # choices that are told to be unlucky and not bad
UNFORESEEN = "what no search foresaw"  # instead of chance, where the game has none


class Words:
    """The names in a review, and amounts in its unit."""

    def __init__(self, game: Game, file: Record, found: Review, you: Seat | None) -> None:
        self.unit, self.you = found.unit, you
        names = [one.name for one in file.seats]
        self.names = [f"{name} ({n})" if names.count(name) > 1 else name for n, name in enumerate(names, 1)]
        self.chance = (game.review.chance if game.review else "") or UNFORESEEN

    def whom(self, seat: Seat) -> str:
        return "you" if seat == self.you else self.names[seat]

    def choices(self, seat: Seat) -> str:
        return "your choices" if seat == self.you else f"{self.names[seat]}'s choices"

    def amount(self, amount: int) -> str:
        """An amount without its sign."""
        if self.unit == "chance":
            return f"{abs(amount) / WHOLE:.2f}"
        if self.unit == "time":
            return f"{abs(amount) / 1000:.1f} s"
        return f"{abs(amount)} {'pip' if abs(amount) == 1 else 'pips'}"

    def bound(self, error: int) -> str:
        """An error that is proved, in all its digits: the figures beside it have fewer."""
        return f"{error / WHOLE:.4f}" if self.unit == "chance" else self.amount(error)

    def signed(self, amount: int) -> str:
        """A change. Pips and time are counted up, chances up and down."""
        up = amount >= 0 if self.unit == "chance" else amount < 0
        return f"{'+' if up else '-'}{self.amount(amount)}"

    def moved(self, amount: int, seat: Seat) -> str:
        """What was gained or lost: "gave you 0.31", "cost Iset 3 pips"."""
        return f"{'cost' if amount < 0 else 'gave'} {self.whom(seat)} {self.amount(amount)}"


def text(game: Game, file: Record, found: Review, you: Seat | None) -> str:
    """The whole review."""
    words = Words(game, file, found, you)
    seats = [n for n in range(len(words.names)) if you is None or n == you]
    accounts = [rounded(account, SHOWN[found.unit]) for account in found.accounts]
    lines = [_heading(game, words), _result(file, words), ""]
    lines += [_sums(accounts[seat], words, seat) for seat in seats]
    lines += ["", *_plot(found, words), ""]
    for seat in seats:
        lines += [*_rows(accounts[seat], words, seat), ""]
    lines += [
        *_accuracy(found, words),
        "",
        *_turning_points(found, words),
        "",
        *_unlucky(found, words),
        _method(found, words),
    ]
    return "\n".join(lines)


def _heading(game: Game, words: Words) -> str:
    return f"{game.title}: {', '.join(f'seat {n} {name}' for n, name in enumerate(words.names, 1))}"


def _result(file: Record, words: Words) -> str:
    if file.outcome is None:
        return ""
    winners = [words.names[seat] for seat in file.outcome.winners]
    if len(winners) == len(words.names) > 1 or not winners:
        return f"No winner: {file.outcome.reason}."
    return f"{' and '.join(winners)} won: {file.outcome.reason}."


def _sums(account: Account, words: Words, seat: Seat) -> str:
    """The sums of a seat in a sentence: "The sticks gave you +0.31; your choices cost 0.12."."""
    told = []
    for what, amount in ((words.chance, account.chance), ("time", account.time), ("the end", account.agreed)):
        if amount or what not in (UNFORESEEN, "time", "the end"):
            told.append(f"{what} {words.moved(amount, seat)}")
    own = account.choices[seat]
    cost = "cost nothing" if own == 0 else f"{'cost' if own < 0 else 'gained'} {words.amount(own)}"
    told.append(f"{words.choices(seat)} {cost}")
    sentence = "; ".join(told)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _rows(account: Account, words: Words, seat: Seat) -> list[str]:
    """The account of a seat as rows that add up."""
    order = [seat, *(other for other in range(len(account.choices)) if other != seat)]
    rows = [(words.chance, account.chance), ("time", account.time), ("what all agreed on", account.agreed)]
    rows += [(words.choices(other), account.choices[other]) for other in order]
    told = [("at the start", words.amount(account.first))]
    told += [(what, words.signed(amount)) for what, amount in rows if amount]
    told.append(("at the end", words.amount(account.result)))
    wide = max(len(what) for what, _ in told)
    title = f"How it came out for {words.whom(seat)}"
    return [title, *(f"  {what.capitalize():{wide}}  {amount:>9}" for what, amount in told)]


def _accuracy(found: Review, words: Words) -> list[str]:
    told = []
    for seat, one in enumerate(found.accuracy):
        if one.of:
            told.append(f"{words.names[seat]}: {one.best} of {one.of} choices as good as the best.")
    return told or ["Nobody had a choice."]


def _turning_points(found: Review, words: Words) -> list[str]:
    if not found.turning_points:
        return ["No choice here changed much."]
    return ["Turning points", *(f"  {_turning_point(one, found, words)}" for one in found.turning_points)]


def _turning_point(one: TurningPoint, found: Review, words: Words) -> str:
    steps = found.steps[one.start - 1 : one.end]
    moved = words.moved(one.amount, one.seat)
    number = f"{one.start}" if one.start == one.end else f"{one.start} to {one.end}"
    name = words.whom(one.seat)
    if one.kind == "leaving":
        return f"{number}: {name} left the match, which {moved}"
    if one.kind == "chance":
        texts = [step.text for step in steps]
        what = ", ".join(texts) if len(texts) <= 5 else f"{texts[0]} ... {texts[-1]}"
        return f"{number}: {what}, which {moved}"
    told = f"{number}: {name} played {steps[0].text}, which {moved}; better was {one.better}"
    return told + _in_hindsight(steps[0].judged, words)


def _in_hindsight(judged: JudgedChoice | None, words: Words) -> str:
    """What a choice that was charged cost as things really lay: "; as things really lay it cost 0.18"."""
    if judged is None or judged.really is None:
        return ""
    cost, error = judged.really.cost, judged.really.error
    if cost > error:
        return f"; as things really lay it cost {words.amount(cost)}"
    what = f"; as things really lay it {'gained' if cost < 0 else 'cost'} {words.amount(cost)}"
    return f"{what}: lucky, not good" if cost < -error else f"{what}, give or take {words.amount(error)}"


def _unlucky(found: Review, words: Words) -> list[str]:
    """The choices that hidden things made worst, though nobody could know."""

    def cost(step: ReviewStep) -> int:
        return step.judged.really.cost if step.judged and step.judged.really else 0

    unlucky = [step for step in found.steps if step.judged and is_unlucky(step.judged)]
    unlucky = sorted(sorted(unlucky, key=cost)[-MOST_UNLUCKY:], key=lambda step: step.number)
    lines = []
    for step in unlucky:
        against = step.judged.really.against if step.judged and step.judged.really else ""
        name = words.whom(step.by)
        lines.append(
            f"  {step.number}: {name} played {step.text}; as things really lay {against} was better by "
            f"{words.amount(cost(step))}"
        )
    return ["Unlucky, not bad", *lines, ""] if lines else []


def _method(found: Review, words: Words) -> str:
    about = {
        "exact": "Exact: every line was searched.",
        "bounded": "Bounded: where the search ended early, nobody is blamed."
        if not found.error
        else f"Bounded: every value is known to {words.bound(found.error)}.",
        "estimated": f"Estimated: a value may be off by {words.amount(found.error)}.",
    }[found.label]
    return f"{found.method} {about} Numbers count the events of the match."


def _plot(found: Review, words: Words) -> list[str]:
    """The values of the seats from the start to the end, by the number of the seat."""
    columns = _columns([found.first, *(step.values for step in found.steps)])
    if words.you is not None or (found.unit == "chance" and len(words.names) == 2):
        seats = [words.you or 0]
    else:
        seats = list(range(len(words.names)))
    least = 0 if found.unit == "chance" else min(values[seat] for values in columns for seat in seats)
    most = WHOLE if found.unit == "chance" else 0
    grid = [[" "] * len(columns) for _ in range(ROWS)]
    for at, values in enumerate(columns):
        for seat in seats:
            row = round((ROWS - 1) * (most - values[seat]) / max(1, most - least))
            grid[row][at] = f"{seat + 1}"
    ends = {0: "100 %", ROWS // 2: "50 %", ROWS - 1: "0 %"}
    if found.unit != "chance":
        ends = {0: words.amount(most), ROWS - 1: words.amount(least)}
    wide = max(map(len, ends.values()))
    what = {"chance": "Chance to win", "pips": "Pips left at best", "time": "Time lost"}[found.unit]
    whose = ", ".join(f"{seat + 1} {words.names[seat]}" for seat in seats)
    lines = [f"{ends.get(n, ''):>{wide}} |{''.join(row).rstrip()}" for n, row in enumerate(grid)]
    return [f"{what}: {whose}", *lines]


def _columns(values: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """As many of the values as the plot has columns, evenly spread, the first and the last among them."""
    if len(values) <= COLUMNS:
        return list(values)
    return [values[n * (len(values) - 1) // (COLUMNS - 1)] for n in range(COLUMNS)]
