"""List the plug-ins: installed packages that add ops and kernels, what each registered, or why it failed.

Examples:

  graphops plugins           each with its distribution, ops, kernels and gradients
  graphops plugins -v        with the traceback of each that failed
  GRAPHOPS_PLUGINS=off graphops plugins    without loading any

Exit status 1 when one of them failed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import warnings
from typing import Any

from graphops.plugins.installed import ENTRY_POINT_GROUP
from graphops.plugins.packages import plugins
from graphops.plugins.plugin import Plugin

HELP = "list plug-ins, what they registered, or why they failed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="everything about them, as JSON")


def run(args: argparse.Namespace) -> int:
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(sys.stderr),
    ):  # what plug-ins print is no part of the list
        warnings.filterwarnings("ignore", "the plug-in '")  # those that failed are listed below
        found = plugins()
    if args.json:
        print(json.dumps([as_json(plugin) for plugin in found], indent=1))
    elif found:
        print("\n\n".join(describe(plugin, args.verbose) for plugin in found))
    else:
        print(f"no installed package has an entry point in the group {ENTRY_POINT_GROUP}")
    return 1 if any(plugin.error is not None for plugin in found) else 0


def describe(plugin: Plugin, verbose: bool = False) -> str:
    """Some lines on a plug-in; with ``verbose`` the traceback of one that failed."""
    seconds = f", {plugin.seconds:.3f} s to load" if plugin.seconds else ""
    lines = [f"{plugin.name}: {plugin.source}, {plugin.value}{seconds}"]
    if plugin.skipped or plugin.error is not None:
        lines.append(f"  {plugin.status}")
        if verbose and plugin.traceback is not None:
            lines += [f"    {line}" for line in plugin.traceback.rstrip().splitlines()]
        return "\n".join(lines)
    lines.append(f"  ops: {', '.join(plugin.ops) or 'none'}")
    by_device = _kernels_by_device(plugin)
    lines += [f"  kernels on {device}: {', '.join(names)}" for device, names in by_device.items()] or [
        "  kernels: none"
    ]
    lines.append(f"  gradients: {', '.join(plugin.gradients) or 'none'}")
    return "\n".join(lines)


def _kernels_by_device(plugin: Plugin) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kernel in plugin.kernels:
        found.setdefault(kernel.device, []).append(kernel.cls.__qualname__)
    return found


def as_json(plugin: Plugin) -> dict[str, Any]:
    """What a program would like to know of a plug-in."""
    return {
        "name": plugin.name,
        "value": plugin.value,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "status": "skipped" if plugin.skipped else "loaded" if plugin.error is None else "failed",
        "error": plugin.error,
        "traceback": plugin.traceback,
        "seconds": round(plugin.seconds, 6),
        "ops": list(plugin.ops),
        "kernels": [
            {"op": kernel.op, "device": kernel.device, "name": kernel.name, "priority": kernel.priority}
            for kernel in plugin.kernels
        ],
        "gradients": list(plugin.gradients),
    }
