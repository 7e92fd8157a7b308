"""Every preset, from the set-up page to the made table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benben import games
from tests.web.host import Host
from tests.web.visitor import Visitor

Options = dict[str, Any]
Schema = dict[str, Any]

# What the presets of the page stand for, by who plays; options that are not named are as by default.
PRESETS: dict[str, dict[str, dict[str, Options]]] = {
    "senet": {"friend": {"Five pieces": {}, "The short game": {"pieces": 3}}},
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
    group = page.get_by_role("group", name=re.compile("^(How long|Which game)$"))
    expect(group.get_by_role("radio")).to_have_count(len(presets))
    for label, options in presets.items():
        choice = group.get_by_role("radio", name=re.compile(f"^{label}"))
        choice.check()
        expect(choice).to_be_checked()
        assert _made(page, host) == {**plain, **options}, label
        page.go_back()


def test_the_games_here_are_those_of_the_server() -> None:
    assert set(PRESETS) == set(games.NAMES)


def _published(host: Host, game: str) -> dict[str, Schema]:
    """The options of a game as the server publishes them: a JSON schema by name."""
    found = next(one for one in host.call("GET", "/api/games") if one["name"] == game)
    properties: dict[str, Schema] = found["options"]["properties"]
    return properties


def _defaults(properties: dict[str, Schema]) -> Options:
    return {name: schema["default"] for name, schema in properties.items()}


def _made(page: Page, host: Host) -> Options:
    """Presses the button and reads the options of the table from the server."""
    page.get_by_role("button", name=re.compile("^(Play|Make the table)$")).click()
    page.wait_for_url("**/t/*")
    code = page.url.rpartition("/")[2]
    options: Options = host.call("GET", f"/api/tables/{code}")["options"]
    return options
