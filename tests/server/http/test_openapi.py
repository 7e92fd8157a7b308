"""The description of the REST side is whole, and true."""

from __future__ import annotations

import inspect
from typing import Any

from benben.server import wire
from benben.server.http import openapi, routes
from tests.server.guest import Guest
from tests.server.house import House, run


def test_the_description_is_served_and_every_reference_in_it_leads_somewhere(house: House) -> None:
    told = run(Guest(house.url).call("GET", "/api/openapi.json"))
    assert told["openapi"] == "3.1.0"
    found = list(_references(told))
    assert len(found) > 50
    for reference in found:
        place = told
        for word in reference.removeprefix("#/").split("/"):
            place = place[word]


def test_each_operation_has_a_name_of_its_own_and_says_how_it_may_be_refused(house: House) -> None:
    told = run(Guest(house.url).call("GET", "/api/openapi.json"))
    operations = [each for path in told["paths"].values() for each in path.values()]
    assert len({each["operationId"] for each in operations}) == len(operations) == len(routes.CALLS)
    sit = told["paths"]["/api/tables/{code}/sit"]["post"]
    assert set(sit["responses"]) == {"200", "400", "401", "403", "404", "408", "409", "413", "429", "503"}
    assert sit["security"] == [{"token": []}]
    assert sit["parameters"][0]["name"] == "code"


def test_docstrings_and_comments_are_the_descriptions() -> None:
    schemas = openapi.document(routes.CALLS)["components"]["schemas"]
    assert schemas["Sit"]["description"] == inspect.getdoc(wire.Sit)
    assert schemas["NewTable"]["properties"]["public"]["description"] == "listed among the open tables"
    for name, field in (
        ("Table", "hosting"),
        ("Table", "patience"),
        ("ClockPlan", "seconds"),
        ("Refused", "clause"),
    ):
        assert "description" in schemas[name]["properties"][field], field
    assert "`text`" in schemas["Act"]["properties"]["action"]["description"]  # how a choice becomes an action
    assert {"Welcome", "News", "Act", "Refused"} <= set(schemas)  # what a stream and a message hold


def test_what_is_posted_to_a_webhook_is_described_with_its_kinds(house: House) -> None:
    told = run(Guest(house.url).call("GET", "/api/openapi.json"))
    body = told["webhooks"]["notice"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    notice = told["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    assert set(notice["properties"]["kind"]["enum"]) == {"turn", "proposal", "over", "test"}


def _references(told: Any) -> Any:
    if isinstance(told, dict):
        if isinstance(told.get("$ref"), str):
            yield told["$ref"]
        for each in told.values():
            yield from _references(each)
    elif isinstance(told, list):
        for each in told:
            yield from _references(each)
