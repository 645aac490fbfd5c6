"""Run a model here and in your own TensorFlow, on the same inputs, and compare every tensor.

Examples:

  graphops verify frozen.pb --peer /path/to/python-with-tensorflow
  graphops verify exported/ --peer ../venv/bin/python --feed x=image.npy --signature serving_default
  graphops verify languages/ --peer python3 --feed "text=['import os', 'int main() {}']"
  graphops verify train.pbtxt --peer python3 --init init --size 4 --fetch loss:0

MODEL is a GraphDef (.pb, .pbtxt), a MetaGraphDef (.meta), the folder of a SavedModel, or a model of Keras (.keras,
.h5), which the peer exports first. Inputs that are not given are random. Exit status 1 when a tensor differs by more
than the tolerance, relative to its largest magnitude, when only one side computes it, and when there is nothing to
compare.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from graphops.apps.cli.call_arguments import read_input
from graphops.apps.cli.usage import UsageError
from graphops_registry.dtypes import DType

HELP = "compare a model here and in TensorFlow, tensor by tensor"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a GraphDef, a MetaGraphDef, a SavedModel or a model of Keras")
    parser.add_argument("--peer", required=True, metavar="PYTHON", help="a Python that has TensorFlow")
    parser.add_argument(
        "--feed", action="append", default=[], metavar="NAME=VALUE", help="of an input: FILE.npy or 2,2"
    )
    parser.add_argument("--fetch", action="append", default=[], metavar="TENSOR", help="compare only these, 'y:0'")
    parser.add_argument("--init", action="append", default=[], metavar="NODE", help="a node to run first")
    parser.add_argument("--signature", metavar="NAME", help="of a SavedModel, whose inputs are fed")
    parser.add_argument("--tolerance", type=float, default=1e-4, help="of the relative difference (default 1e-4)")
    parser.add_argument("--size", type=int, default=2, help="the size of unknown dimensions of inputs (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="of random inputs (default 0)")
    parser.add_argument("--json", action="store_true", help="print all differences as JSON")


def run(args: argparse.Namespace) -> int:
    from graphops.inspect.verify import verify

    feeds: dict[str, Callable[[DType], Any]] = {}
    for given in args.feed:
        name, equals, text = given.partition("=")
        if not equals or not name:
            raise UsageError(f"--feed must be NAME=VALUE, got '{given}'")
        feeds[name] = partial(read_input, f"--feed {name}", text)
    report = verify(
        args.model,
        args.peer,
        feeds=feeds,
        signature=args.signature,
        init=args.init,
        fetches=args.fetch,
        tolerance=args.tolerance,
        size=args.size,
        seed=args.seed,
    )
    if args.json:
        print(json.dumps({"peer": report.peer, "differences": [asdict(d) for d in report.differences]}))
    else:
        print(report.text())
    return 1 if report.wrong or not report.compared else 0
