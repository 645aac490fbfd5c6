"""Run a failing node again from the file that a Session with SessionConfig(repro=DIR) wrote.

Exit status 1 while the node still fails, 0 once it runs.
"""

from __future__ import annotations

import argparse

from graphops.inspect.repro import replay
from graphops_registry.errors import shown

HELP = "replay a saved failing node"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the .json file; its .npz must lie beside it")


def run(args: argparse.Namespace) -> int:
    found = replay(args.file)
    print(shown(f"node {found.node} (op {found.op}), written by graphops {found.version}"))
    print(shown(f"then: {found.recorded}"))
    if found.error is None:
        print("now:  it runs and gives " + (", ".join(found.outputs) or "no outputs"))
        return 0
    print(f"now:  {type(found.error).__name__}: {found.error}")
    for note in getattr(found.error, "__notes__", ()):
        print(note)
    print("the same error" if found.reproduced else "another error than then")
    return 1
