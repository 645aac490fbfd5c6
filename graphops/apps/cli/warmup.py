"""Compile ahead what kernels would compile at their first use, once for this machine. The results are kept on disk.

Example: graphops warmup --dtype float32 --dtype float64
"""

from __future__ import annotations

import argparse

from graphops.apps.cli.usage import UsageError
from graphops.plugins.packages import load_kernels
from graphops_registry.device_def import device_types
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError

HELP = "compile kernels ahead of their first use"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dtype", action="append", metavar="DTYPE", help="only for this dtype; may be repeated")


def run(args: argparse.Namespace) -> int:
    try:
        dtypes = [as_dtype(name).name for name in args.dtype or ()]
    except GraphopsError as error:
        raise UsageError(f"--dtype: {error}") from None
    load_kernels()
    count, total = 0, 0.0
    for device in device_types():
        for name, seconds in device.warm_up(dtypes):
            print(f"{device.type}: {name} {seconds:.2f} s", flush=True)
            count += 1
            total += seconds
    print(f"{count} kernels ready in {total:.1f} s" if count else "there is nothing to compile")
    return 0
