"""``graphops bench OP``: one op, each of its kernels, and other functions on the same call, timed alternately."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import graphops as go
from graphops.apps.bench.machine import cores, machine
from graphops.apps.bench.measuring import Effort, close_all, effort_of, measure
from graphops.apps.bench.op.calls import OpCall, op_call, op_calls
from graphops.apps.bench.op.others import Against, OtherSide, against, as_files
from graphops.apps.bench.op.own_sides import Results, local_function, our_sides
from graphops.apps.bench.op.plot import plot
from graphops.apps.bench.op.results import judging, share_of_nans
from graphops.apps.bench.op.rows import OpRow
from graphops.apps.bench.peer import PeerError, Side
from graphops.apps.bench.sides.loading import load
from graphops.apps.cli.usage import UsageError
from graphops.checkpoint.atomic import write_atomically

FORMAT: Final = 1
_LIMIT: Final = 60.0  # seconds, at least, until a peer that does not respond is ended
_METHOD: Final = (
    "sides in turn; seconds: the least of the rounds' medians, without the first run; a side whose result differs from "
    "that of graphops is not timed"
)


def run(args: argparse.Namespace) -> int:
    """Run ``graphops bench OP``; returns 1 if a side gave another result than graphops.

    Raises:
        UsageError: arguments that mean nothing.
        GraphopsError: no such op, or a call that it does not take.
    """
    peers = [against(given) for given in dict.fromkeys(args.against)]
    load(args.load)
    calls = op_calls(args.op, args.case)
    threads = args.threads or cores()
    device = args.device.upper()
    shown = machine()
    if args.device == "gpu":
        from graphops.apps.bench.sides import side_graphops_gpu

        shown = f"{side_graphops_gpu.machine()}; {shown}"
    print(f"{shown}; {threads} threads", flush=True)
    config = go.SessionConfig(intra_op_threads=args.threads) if args.threads else go.SessionConfig()
    sides: list[Side] = []
    rows: list[OpRow] = []
    try:
        for peer in peers:
            limit = max(_LIMIT, 3 * args.patience)
            python = args.peer_python or sys.executable
            sides.append(OtherSide(peer, python, threads, limit, args.device))
        if sides:
            print("beside " + ", ".join(f"{side.name} ({side.version})" for side in sides), flush=True)
        for called in calls:
            rows.append(_measure(called, device, config, sides, peers, effort_of(args), args.load))
            print(f"\n{rows[-1]}", flush=True)
    except PeerError as error:
        raise UsageError(str(error)) from None
    finally:
        close_all(sides)
    versions = {side.name: side.version for side in sides}
    if args.json:
        _write(Path(args.json), args, rows, shown, threads, versions)
    if args.plot:
        plot(rows, args.op, Path(args.plot))
    return 1 if any(row.wrong for row in rows) else 0


def benchmark(
    op: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    *,
    against: Mapping[str, Callable[..., Any]] | None = None,
    device: str = "CPU",
    effort: Effort | None = None,
) -> OpRow:
    """Time one call of an op, each of its kernels, and functions that claim to compute the same, in this process.

    Args:
        op: its name.
        inputs: arrays by argument, a list of arrays for a list argument.
        attrs: as for ``raw_ops``.
        against: by name, functions of the inputs and attrs by keyword.
        device: ``"CPU"`` or ``"GPU"``.
        effort: how long to measure.

    Returns:
        A row that prints as a table; ``row.sides[name].seconds`` is the least of the rounds' medians, ``None`` for a
        side that refused, or whose result differs from that of graphops (``row.wrong``).

    Raises:
        NotFoundError: no such op, or none of its kernels is for this device.
        InvalidArgumentError: inputs or attrs that the op does not take.
    """
    load([])
    called = op_call(op, inputs, attrs or {})
    results: Results = {}
    sides: list[Side] = list(our_sides(called, device, go.SessionConfig(), results))
    sides += [local_function(name, function, called, results) for name, function in (against or {}).items()]
    judge = judging(called, results, None)
    found = measure(sides, {}, effort or Effort(), judge)
    return OpRow(called.text, called.flops, called.bytes, found, share_of_nans(results))


def _measure(
    called: OpCall,
    device: str,
    config: go.SessionConfig,
    peers: Sequence[Side],
    names: Sequence[Against],
    effort: Effort,
    loaded: Sequence[str],
) -> OpRow:
    """All sides on one call."""
    results: Results = {}
    sides = [*our_sides(called, device, config, results), *peers]
    with tempfile.TemporaryDirectory(prefix="graphops-bench-") as folder:
        case: dict[str, Any] = {}
        if peers:
            case = as_files(called, Path(folder), [name.text for name in names], loaded)
        found = measure(sides, case, effort, judging(called, results, case))
    return OpRow(called.text, called.flops, called.bytes, found, share_of_nans(results))


def _write(
    path: Path, args: argparse.Namespace, rows: Sequence[OpRow], shown: str, threads: int, versions: Mapping[str, str]
) -> None:
    """Everything that was found, as JSON; all of it or nothing."""
    data = {
        "graphops_bench_op": FORMAT, "op": args.op, "device": args.device, "machine": shown, "threads": threads,
        "peers": dict(versions), "method": _METHOD, "effort": asdict(effort_of(args)),
        "rows": [row.data() for row in rows],
    }  # fmt: skip
    write_atomically(path, lambda file: file.write((json.dumps(data, indent=1) + "\n").encode()))
