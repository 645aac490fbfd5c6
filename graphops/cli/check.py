"""Check every op and kernel of a package: on each device and in each dtype right, slow, wrong or refused.

PACKAGE is an importable module, an entry point of the group graphops.plugins, or a distribution. Its module "checks"
says how its ops are called (graphops.testing.register_checks). Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from graphops.cli.table import table

HELP = "check the ops and kernels of a package"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("package", metavar="PACKAGE", help="module, entry point or distribution")
    parser.add_argument(
        "--device",
        action="append",
        choices=["cpu", "standin", "gpu"],
        help="only there; may be repeated (default: cpu, the stand-in, and gpu if there is one)",
    )
    parser.add_argument(
        "--quick", action="store_true", help="the plain opcheck: no gradients, threads, bad calls, timing"
    )
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")


def run(args: argparse.Namespace) -> int:
    from graphops.testing.package_check import check_package

    report = check_package(args.package, devices=args.device, quick=args.quick)
    if args.json:
        print(json.dumps({"package": report.package, "rows": [asdict(row) for row in report.rows]}, indent=1))
        return 0 if report.ok else 1
    head = ("op", "device", "dtype", "verdict", "calls", "checks")
    rows = [(r.op, r.device, r.dtype, r.verdict, str(r.calls), f"{r.checks:,}") for r in report.rows]
    print(table(head, rows))
    reasons = report.reasons()
    if reasons:
        print("", *reasons, sep="\n")
    counts = ", ".join(f"{count} {verdict}" for verdict, count in report.counts.items())
    print(f"\n{report.package}: {counts}")
    return 0 if report.ok else 1
