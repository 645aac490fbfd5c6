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
        lines = ["# Command line", "", "`graphops VERB --help` prints the same. Exit status: 0 for success, 1 for an "]
        lines[-1] += (
            "error of graphops or a check that failed, 2 for bad usage; an error is one line on standard error."
        )
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
