"""Check every op and kernel of a package, or a page of blocks, without running the page.

PACKAGE is an importable module, an entry point of the group graphops.plugins, or a distribution: on each device and in
each dtype its ops are right, slow, wrong or refused. Its module "checks" says how they are called
(graphops.testing.register_checks). Or it is a page file, which ends in .json: every fault of its blocks, wires, attrs,
values, feeds and fetches is shown with its block and pin. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path

from graphops.apps.cli.table import table
from graphops.apps.cli.usage import UsageError

HELP = "check the ops and kernels of a package, or a page of blocks"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "module, entry point or distribution; or a page file"
    parser.add_argument("package", metavar="PACKAGE", nargs="?", default="", help=what)
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
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of page files, and check nothing")


def run(args: argparse.Namespace) -> int:
    if args.schema:
        print(resources.files("graphops.interchange.page").joinpath("page.schema.json").read_text("utf-8"), end="")
        return 0
    if not args.package:
        raise UsageError("PACKAGE must be given: a module, entry point or distribution, or a page file")
    if args.package.endswith(".json"):
        return _check_page(args)
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


def _check_page(args: argparse.Namespace) -> int:
    from graphops.apps.edit.reply import problem_json
    from graphops.interchange.page import Built, Pin, Problem, build_page, load_page, value_problems
    from graphops.interchange.page.fetches import default_fetches
    from graphops.interchange.page.modes import of_running_blocks
    from graphops.interchange.page.run import by_tensor
    from graphops_registry.errors import GraphopsError, shorten

    if args.device or args.quick:
        raise UsageError("--device and --quick must come with a package, got a page")
    path = Path(args.package)
    built: Built | None = None
    fetches: list[Pin] | None = None  # None: the page names what it computes, or it is wrong
    try:
        page = load_page(path)
        built = build_page(page, folder=path.parent)
        problems = built.problems + value_problems(page, built, path.parent)
        if not problems and not page.fetches:
            running = of_running_blocks(page, built)
            fetches = default_fetches(running, built, by_tensor(built, running.feeds.items()))
    except GraphopsError as error:  # no page: nothing can be said of its blocks
        problems = [Problem("", "", error)]
    right, skipped = (len(built.nodes), built.skipped) if built is not None else (0, [])
    muted = built.muted if built is not None else {}
    if args.json:
        found = {
            "page": args.package,
            "right": right,
            "skipped": skipped,
            "muted": muted,
            "problems": list(map(problem_json, problems)),
        }
        if fetches is not None:
            found["fetches"] = list(map(str, fetches))
        print(json.dumps(found, indent=1))
        return 1 if problems else 0
    for problem in problems:
        place = f"{problem.place}, pin '{problem.pin}'" if problem.pin else problem.place
        print(f"{place}: {problem.error}" if place else problem.error)
    for name in skipped:
        print(f"block '{name}': skipped, because it needs one of those")
    if fetches is not None:
        computed = ", ".join(map(str, fetches)) or "nothing until its placeholders are fed"
        print(f"{path.name}: names no fetches and computes {shorten(computed, 400)}")
    for name, cause in muted.items():
        print(f"block '{name}': muted" if name == cause else f"block '{name}': needs the muted block '{cause}'")
    counts = f"faults: {len(problems)}, skipped: {len(skipped)}" + (f", muted: {len(muted)}" if muted else "")
    print(f"{path.name}: right: {right} blocks, {counts}")
    return 1 if problems else 0
