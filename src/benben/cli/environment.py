"""Settings from environment variables: the flag --log-level is also BENBEN_LOG_LEVEL. A flag wins."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import Any

PREFIX = "BENBEN_"
BUILD_VARIABLES = {"BENBEN_COMPILE"}  # which only building a wheel reads
YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


class Several(argparse.Action):
    """A flag that can be repeated. What the environment says counts only if the flag is not given."""

    def __call__(
        self, _: argparse.ArgumentParser, into: argparse.Namespace, value: Any, __: str | None = None
    ) -> None:
        had = getattr(into, self.dest)
        setattr(into, self.dest, [value] if had is self.default else [*had, value])


def use_environment(parser: argparse.ArgumentParser, variables: Mapping[str, str] | None = None) -> None:
    """Take the defaults of all flags from the environment; the parser refuses a value that cannot be."""
    variables = os.environ if variables is None else variables
    flags = {variable_name(action): action for action in parser._actions if _is_setting(action)}
    for name, action in flags.items():
        if name in variables:
            try:
                parser.set_defaults(**{action.dest: _value(action, variables[name])})
            except argparse.ArgumentTypeError as fault:
                parser.error(f"environment variable {name}: {fault}")


def unknown_variables(parser: argparse.ArgumentParser, variables: Mapping[str, str]) -> list[str]:
    """Variables that look like settings of Benben and are none."""
    known = {variable_name(action) for action in parser._actions} | BUILD_VARIABLES
    return sorted(name for name in variables if name.startswith(PREFIX) and name not in known)


def variable_name(action: argparse.Action) -> str:
    """The environment variable of a flag."""
    return PREFIX + action.dest.upper()


def _is_setting(action: argparse.Action) -> bool:
    return bool(action.option_strings) and action.dest != "help"


def _value(action: argparse.Action, text: str) -> Any:
    """The text of a variable as a value of this flag; ArgumentTypeError if it cannot be one."""
    if action.nargs == 0:  # a flag without a value
        if text.strip().lower() not in YES + NO:
            raise argparse.ArgumentTypeError(f"{text} is neither {YES[0]} nor {NO[1]}")
        return text.strip().lower() in YES
    if isinstance(action, Several):
        return [_one(action, word) for word in text.replace(",", " ").split()]
    return _one(action, text)


def _one(action: argparse.Action, text: str) -> Any:
    choices: Sequence[str] | None = action.choices  # type: ignore[assignment]
    if choices and text not in choices:
        raise argparse.ArgumentTypeError(f"{text} is not one of {', '.join(choices)}")
    return action.type(text) if callable(action.type) else text
