"""The page of the command line, made from what its parsers know."""

from __future__ import annotations

import argparse
import inspect
import os

from graphops.apps.cli import _parser

_WIDTH = 100


def cli_page() -> str:
    """The page in Markdown: the help of each verb."""
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(_WIDTH)  # what argparse breaks lines at
    try:
        parser = _parser()
        status = (
            "The exit status is 0 for success, 1 for an error of graphops or a check that failed, 2 for bad usage. "
            "An error is one line on standard error."
        )
        lines = ["# Command line", "", f"`graphops VERB --help` prints the same texts. {status}"]
        lines += ["", *_help(parser)]
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, verb in action.choices.items():
                    lines += ["", f"## graphops {name}", "", *_help(verb)]
        return "\n".join(lines) + "\n"
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns


def _help(parser: argparse.ArgumentParser) -> list[str]:
    return ["```text", inspect.cleandoc(parser.format_help()).rstrip(), "```"]
