"""Train a small convolutional network on 1,797 real handwritten digits, by graph, gradients and Session.

The digits come with scikit-learn: nothing is downloaded. A picture and a trace of one step are written to DIR.
"""

from __future__ import annotations

import argparse

HELP = "train a small network on real digits"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of weights and batches (default 0)")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="how many seeds, from --seed on (default 1)")
    parser.add_argument("--epochs", type=int, default=40, metavar="N", help="passes over the digits (default 40)")
    parser.add_argument("--out", default="out", metavar="DIR", help="where picture and trace go (default out)")


def run(args: argparse.Namespace) -> int:
    from graphops.apps.cli.usage import UsageError
    from graphops.plugins.extras import require

    for name in ("seeds", "epochs"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1, got {getattr(args, name)}")
    if args.seed < 0:
        raise UsageError(f"--seed must not be negative, got {args.seed}")
    require("graphops demo", "demo")
    from graphops.apps.demo import run_demo

    run_demo(range(args.seed, args.seed + args.seeds), args.epochs, args.out)
    return 0
