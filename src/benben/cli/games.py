"""List the games, their options and bots."""

from __future__ import annotations

import argparse

import msgspec

from benben import games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    for name in games.NAMES:
        game = games.load(name)
        few, many = game.seats[0], game.seats[-1]
        seats = f"{few}" if few == many else f"{few} to {many}"
        print(f"{name:10} {game.title}, {seats} {'player' if many == 1 else 'players'}")
        schema = msgspec.json.schema_components((game.Options,))[1][game.Options.__name__]
        for option, field in schema["properties"].items():
            print(f"  option {option}={field.get('default', '')}: {field.get('description', '')}")
        for level in game.levels:
            print(f"  bot {level.name} ({level.bot}): {level.about}")
    return 0
