"""Every preset and every option value that the server publishes, from the set-up page to the made table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from benben import games
from tests.web.host import Host
from tests.web.visitor import Visitor

EACH = 4  # a range of at most so many whole numbers is tried number by number, a longer one at its ends
Options = dict[str, Any]
Schema = dict[str, Any]

# What the presets of the page stand for, by who plays; options that are not named are as by default.
PRESETS: dict[str, dict[str, dict[str, Options]]] = {
    "senet": {"friend": {"The short game": {"pieces": 3}, "Five pieces": {}}},
    "gate": {
        "alone": {
            "Easy puzzles": {"mode": "practice", "grade": "easy"},
            "All puzzles": {"mode": "practice"},
            "Expert puzzles": {"mode": "practice", "side": "expert"},
        },
        "friend": {
            "Normal side": {},
            "Expert side": {"side": "expert", "sand": 120},
            "Short sand": {"sand": 30},
        },
    },
    "solitaire": {
        "alone": {
            "Three by four": {},
            "A single medium": {"goal": "medium"},
            "A single large": {"goal": "large"},
            "One by seven": {"ranks": 1, "files": 7},
            "Four by five": {"ranks": 4, "files": 5},
            "Six by six": {"ranks": 6, "files": 6},
        },
        "friend": {
            "Quicksand": {"mode": "quicksand"},
            "Hidden sand": {"mode": "quicksand", "hidden": True},
            "King Tut": {"mode": "king-tut"},
        },
    },
    "pyramydal": {
        "friend": {"By turns": {}, "With diagonals": {"diagonal": True}, "All at once": {"die": 6}}
    },
    "horus": {
        "friend": {
            "As dealt": {"reaction": 30},
            "Chosen adventurers": {"adventurers": "chosen", "reaction": 30},
            "To the letter": {"load": "literal", "reaction": 30},
        }
    },
}
BY_COMPANY = [(game, company) for game, presets in PRESETS.items() for company in presets]


@pytest.mark.parametrize(("game", "company"), BY_COMPANY)
def test_every_preset_arrives_at_the_table(
    visitor: Callable[..., Visitor], host: Host, game: str, company: str
) -> None:
    presets = PRESETS[game][company]
    plain = _defaults(_published(host, game))
    page = visitor().go(f"/play/{game}?with={company}")
    for label, options in presets.items():
        group = _reach(page, page.get_by_role("group", name=re.compile("^(How long|Which game)$")).last)
        expect(group.get_by_role("radio")).to_have_count(len(presets))
        choice = group.get_by_role("radio", name=re.compile(f"^{label}"))
        choice.check()
        expect(choice).to_be_checked()
        assert _made(page, host) == {**plain, **options}, label
        page.go_back()


@pytest.mark.parametrize("game", games.NAMES)
def test_every_option_value_arrives_at_the_table(
    visitor: Callable[..., Visitor], host: Host, game: str
) -> None:
    properties = _published(host, game)
    page = visitor().page
    for row in _rows(host, game, properties):
        if "mode" in properties:
            _choose_mode(page, game, str(row.get("mode", properties["mode"]["default"])))
        else:
            page.goto(f"/play/{game}?with=friend")
        for name in sorted(row.keys() - {"mode"}, key=lambda one: len(_conditions(properties[one]))):
            _set(page, _label(name, properties[name]), properties[name], row[name])
        made = _made(page, host)
        assert {name: made[name] for name in row} == row


def test_the_games_here_are_those_of_the_server() -> None:
    assert set(PRESETS) == set(games.NAMES)


def _published(host: Host, game: str) -> dict[str, Schema]:
    """The options of a game as the server publishes them: a JSON schema by name."""
    found = next(one for one in host.call("GET", "/api/games") if one["name"] == game)
    properties: dict[str, Schema] = found["options"]["properties"]
    return properties


def _defaults(properties: dict[str, Schema]) -> Options:
    return {name: schema["default"] for name, schema in properties.items()}


def _conditions(schema: Schema) -> Options:
    """Other options on which this one depends, with their values."""
    found: Options = schema.get("when", {})
    return found


def _label(name: str, schema: Schema) -> str:
    title: str = schema.get("title", name.replace("_", " ").capitalize())
    return title


def _values(name: str, schema: Schema) -> list[Any]:
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "boolean":
        return [True, False]
    if schema["type"] == "integer":
        least, most = schema["minimum"], schema["maximum"]
        return list(range(least, most + 1)) if most - least < EACH else [least, most]
    assert schema.get("examples"), f"{name} is text, and no example says how to write it"
    return ["", *schema["examples"]]


def _rows(host: Host, game: str, properties: dict[str, Schema]) -> Iterator[Options]:
    """Options of tables in which every value of every option occurs; each of them fits by the server."""
    values = {name: _values(name, schema) for name, schema in properties.items()}
    missing = [(name, value) for name, some in values.items() for value in some]
    others = [{name: value} for name, value in missing]
    while missing:
        row: Options = {}
        for name, value in missing:
            trial = {**row, **_conditions(properties[name]), name: value}
            if _agrees(trial, row, properties) and _fits(host, game, trial):
                row = trial
        if not row:  # no table takes a value alone, but some may take it with another one
            name, value = missing[0]
            pairs = ({**_conditions(properties[name]), **other, name: value} for other in others)
            row = next((one for one in pairs if _agrees(one, {}, properties) and _fits(host, game, one)), {})
        assert row, f"no table takes {missing}"
        missing = [(name, value) for name, value in missing if row.get(name, ...) != value]
        yield row


def _agrees(trial: Options, row: Options, properties: dict[str, Schema]) -> bool:
    """Whether nothing in the row changes, and every option that is set matters."""
    whole = {**_defaults(properties), **trial}
    return all(trial[name] == value for name, value in row.items()) and all(
        whole[other] == wanted for name in trial for other, wanted in _conditions(properties[name]).items()
    )


def _fits(host: Host, game: str, options: Options) -> bool:
    return not host.call("POST", f"/api/games/{game}/options", **options)["fault"]


def _choose_mode(page: Page, game: str, mode: str) -> None:
    """Who plays decides the mode: alone, or with others; among those a preset may."""
    alone = mode in ("practice", "solo")
    page.goto(f"/play/{game}?with={'alone' if alone else 'friend'}")
    if mode in ("quicksand", "king-tut"):
        name = "King Tut" if mode == "king-tut" else "Quicksand"
        _reach(page, page.locator(".opened").get_by_role("radio", name=name)).check()


def _reach(page: Page, wanted: Locator) -> Locator:
    """Open one phrase of the sentence after the other until what is wanted is there."""
    phrases = page.locator(".sent button")
    expect(phrases.first).to_be_visible()
    for at in range(phrases.count()):
        if wanted.count():
            return wanted
        if phrases.nth(at).get_attribute("aria-expanded") == "false":
            phrases.nth(at).click()
        expect(page.locator(".opened")).to_be_visible()
    assert wanted.count(), f"no phrase opens {wanted}"
    return wanted


def _set(page: Page, label: str, schema: Schema, value: Any) -> None:
    """Set the control of an option, and check that it keeps its value."""
    control = _reach(page, page.locator(".opened").get_by_label(label, exact=True))
    if "enum" in schema:
        expect(control.locator("option")).to_have_count(len(schema["enum"]))
        control.select_option(value=str(value))
    elif schema["type"] == "boolean":
        control.set_checked(value)
    else:
        control.fill(str(value))
    if schema.get("type") == "boolean":
        expect(control).to_be_checked(checked=value)
    else:
        expect(control).to_have_value(str(value))


def _made(page: Page, host: Host) -> Options:
    """Press the button, and read the options of the table from the server."""
    page.get_by_role("button", name=re.compile("^(Play|Make the (table|link))$")).click()
    page.wait_for_url("**/t/*")
    waiting = page.get_by_role("heading", name=re.compile("^Waiting for"))
    expect(waiting.or_(page.get_by_role("region", name="What now")).first).to_be_visible()
    code = page.url.rpartition("/")[2]
    options: Options = host.call("GET", f"/api/tables/{code}")["options"]
    return options
