"""``graphops bench OP``: one op, each of its kernels, and what others make of the same call, timed in turn."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

import graphops as go
from graphops.apps.bench import session
from graphops.apps.bench.cases import OURS
from graphops.apps.bench.machine import cores, machine
from graphops.apps.bench.measuring import Effort, Measured, close_all, measure
from graphops.apps.bench.op_bench_case import OpCall, op_call, op_calls
from graphops.apps.bench.op_bench_load import load
from graphops.apps.bench.op_bench_sides import KERNEL, HostArray, Results, local_function, our_sides
from graphops.apps.bench.peer import Peer, PeerError, Side
from graphops.apps.bench.report import duration
from graphops.apps.cli.table import table
from graphops.apps.cli.usage import UsageError
from graphops.testing.tolerances import difference
from graphops_registry.dtypes import as_dtype

FORMAT: Final = 1
WRONG: Final = "wrong: "  # what a side that gives another result begins its refusal with
_LIMIT: Final = 60.0  # seconds, at least, until a peer that does not answer is ended
_METHOD: Final = (
    "sides in turn; seconds: the least of the rounds' medians, without the first run; a side whose result differs from "
    "that of graphops is not timed"
)


@dataclass
class OpRow:
    """One call with what each side took.

    Attributes:
        call: as typed.
        flops, bytes: of one execution; 0 if unknown.
        sides: by name; ``graphops`` is the op as a user runs it.
        nans: which part of the results of graphops is no number.
    """

    call: str
    flops: int
    bytes: int
    sides: dict[str, Measured] = field(default_factory=dict)
    nans: float = 0.0

    @property
    def wrong(self) -> list[str]:
        """The sides that gave another result than graphops."""
        return [name for name, side in self.sides.items() if side.refused.startswith(WRONG)]

    def data(self) -> dict[str, Any]:
        """For JSON."""
        sides = {name: side.data() for name, side in self.sides.items()}
        return {"call": self.call, "flops": self.flops, "bytes": self.bytes, "sides": sides}

    def __str__(self) -> str:
        return text(self)


@dataclass(frozen=True)
class Against:
    """Whom the op is compared with.

    Attributes:
        text: as typed.
        side: ``numpy``, ``tensorflow`` or ``torch``.
        function: what it calls, or "".
    """

    text: str
    side: str
    function: str = ""


def against(given: str) -> Against:
    """What ``--against`` names.

    Raises:
        UsageError: nothing that can be called.
    """
    if given in ("numpy", "tensorflow"):
        return Against(given, given)
    framework, _, rest = given.partition(":")
    side, function = ("torch", rest) if framework == "torch" else ("numpy", given)
    path, colon, name = function.rpartition(":")
    if colon and path.endswith(".py") and name.isidentifier():
        if not Path(path).is_file():
            raise UsageError(f"--against must name a file, got '{path}'")
        return Against(given, side, f"{Path(path).resolve()}:{name}")
    if side == "torch" and "." in function and all(part.isidentifier() for part in function.split(".")):
        return Against(given, side, function)
    raise UsageError(
        "--against must be numpy, tensorflow, FILE.py:FUNCTION, torch:FILE.py:FUNCTION or torch:PACKAGE.FUNCTION, "
        f"got '{given}'"
    )


def run(args: argparse.Namespace) -> int:
    """What the arguments of ``graphops bench OP`` ask for; 1 if a side gave another result than graphops.

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
        from graphops.apps.bench import side_graphops_gpu

        shown = f"{side_graphops_gpu.machine()}; {shown}"
    print(f"{shown}; {threads} threads", flush=True)
    config = go.SessionConfig(intra_op_threads=args.threads) if args.threads else go.SessionConfig()
    sides: list[Side] = []
    rows: list[OpRow] = []
    try:
        for peer in peers:
            limit = max(_LIMIT, 3 * args.patience)
            python = args.peer_python or sys.executable
            sides.append(_Other(peer, python, threads, limit, args.device))
        if sides:
            print("beside " + ", ".join(f"{side.name} ({side.version})" for side in sides), flush=True)
        for called in calls:
            rows.append(_measure(called, device, config, sides, peers, session._effort(args), args.load))
            print(f"\n{rows[-1]}", flush=True)
    except PeerError as error:
        raise UsageError(str(error)) from None
    finally:
        close_all(sides)
    versions = {side.name: side.version for side in sides}
    if args.json:
        _write(Path(args.json), args, rows, shown, threads, versions)
    if args.plot:
        from graphops.apps.bench.op_bench_plot import plot

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
    judge = _judge(called, results, None)
    found = measure(sides, {}, effort or Effort(), judge)
    return OpRow(called.text, called.flops, called.bytes, found, _nans(results))


class _Other(Peer):
    """A peer that is told which of the things to compare with it is."""

    def __init__(self, peer: Against, python: str, threads: int, limit: float, device: str) -> None:
        if peer.side == "numpy":  # which needs what this interpreter has, and no GPU
            python, device = sys.executable, "cpu"
        super().__init__(peer.side, python, threads, limit, device, peer.text)
        self._function = peer.function

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        number = case["peers"].index(self.name)
        own = {**case, "function": self._function, "result": f"{case['result']}{number}"}
        return super().prepare(own, patience)


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
            case = _as_files(called, Path(folder), [name.text for name in names], loaded)
        found = measure(sides, case, effort, _judge(called, results, case))
    return OpRow(called.text, called.flops, called.bytes, found, _nans(results))


def _as_files(called: OpCall, folder: Path, names: Sequence[str], loaded: Sequence[str]) -> dict[str, Any]:
    """The call as peers take it.

    Raises:
        UsageError: something in it that they cannot take.
    """

    def entry(name: str, number: int, value: Any) -> dict[str, str]:
        array = np.ascontiguousarray(value)
        dtype = as_dtype(array.dtype).name
        if array.dtype.kind not in "biufc" and dtype != "bfloat16":
            raise UsageError(f"--against must have inputs that others can take, got {name} of {dtype}")
        path = folder / f"{name}.{number}.npy"
        np.save(path, array.view(np.uint16) if dtype == "bfloat16" else array, allow_pickle=False)
        return {"file": str(path), "dtype": dtype}

    inputs = {
        name: [entry(name, number, item) for number, item in enumerate(value)]
        if isinstance(value, list)
        else entry(name, 0, value)
        for name, value in called.inputs.items()
    }
    attrs = {name: _attr(name, value) for name, value in called.attrs.items()}
    return {"kind": "call", "op": called.op.name, "inputs": inputs, "attrs": attrs, "peers": list(names),
            "load": [os.path.abspath(name) if name.endswith(".py") else name for name in loaded],
            "result": str(folder / "result")}  # fmt: skip


def _attr(name: str, value: Any) -> Any:
    """An attr for JSON: dtypes by their names."""
    if isinstance(value, (list, tuple)):
        return [_attr(name, item) for item in value]
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, go.DType):
        return value.name
    raise UsageError(f"--against must have attrs that others can take, got {name} of {type(value).__name__}")


def _judge(called: OpCall, results: Results, case: Mapping[str, Any] | None) -> Callable[[dict[str, Measured]], None]:
    """Compares what the first runs gave with what graphops gave, before anything is timed."""

    def judge(found: dict[str, Measured]) -> None:
        ours = results.get(OURS)
        if ours is None or called.op.op_def.is_stateful:
            return
        for name, side in found.items():
            if name == OURS or side.refused or side.at_least:
                continue
            if name in results:
                problem = _differs(results[name], ours, own=name.startswith(KERNEL))
            else:
                problem = _differs(_written(case or {}, name), ours, own=False)
            if problem is not None:
                side.refused = f"{WRONG}{problem}"

    return judge


def _written(case: Mapping[str, Any], name: str) -> list[HostArray]:
    """The outputs that a peer wrote."""
    prefix = f"{case['result']}{case['peers'].index(name)}"
    found: list[HostArray] = []
    while (path := Path(f"{prefix}.{len(found)}.npy")).exists():
        found.append(np.load(path, allow_pickle=False))
    return found


def _differs(theirs: Sequence[HostArray], ours: Sequence[HostArray], *, own: bool) -> str | None:
    """What is wrong with a side's outputs, ``None`` if nothing is."""
    if len(theirs) != len(ours):
        return f"it gives {len(theirs)} outputs instead of {len(ours)}"
    for index, (output, want) in enumerate(zip(theirs, ours, strict=True)):
        if not own and output.dtype != want.dtype:  # others may compute in another type
            if output.dtype.kind in "fc" and not (as_dtype(want.dtype).is_floating or want.dtype.kind == "c"):
                return f"output {index} has dtype {output.dtype}, not {want.dtype}"
            output = output.astype(want.dtype)
        problem = difference(output, want)
        if problem is not None:
            return f"output {index} {problem}"
    return None


def _nans(results: Results) -> float:
    """Which part of the results of graphops is no number."""
    floats = [output for output in results.get(OURS, []) if output.dtype.kind in "fc"]
    size = sum(output.size for output in floats)
    return sum(int(np.isnan(output).sum()) for output in floats) / size if size else 0.0


# -- the report -------------------------------------------------------------------------------------------------------


def text(row: OpRow) -> str:
    """The call, then a line for each side."""
    ours = row.sides[OURS]
    head = ["", "time", "spread", "of graphops", "first run", "GB/s"] + (["GFLOP/s"] if row.flops else [])
    lines = []
    for name, side in row.sides.items():
        if side.refused or not side.seconds:
            reason = side.refused.removeprefix(WRONG)
            kind = "WRONG" if side.refused.startswith(WRONG) else "refused"
            lines.append([name, kind, "-", "-", "-", "-"] + (["-"] if row.flops else []) + [reason])
            continue
        share = f"{side.seconds / ours.seconds:.2f}" if ours.seconds and not ours.refused else "-"
        taken = ("over " if side.at_least else "") + duration(side.seconds)
        cells = [name, taken, spread(side), share, duration(side.first)]
        cells.append(_figure(row.bytes / side.seconds / 1e9) if row.bytes else "-")
        if row.flops:
            cells.append(_figure(row.flops / side.seconds / 1e9))
        lines.append([*cells, f"ran {side.kernel}" if name == OURS and side.kernel else ""])
    width = len(head)
    shown = table(head, [line[:width] for line in lines]).splitlines()
    notes = ["", *(line[width] if len(line) > width else "" for line in lines)]
    full = max(map(len, shown))
    joined = [f"{line.ljust(full)}  {note}".rstrip() for line, note in zip(shown, notes, strict=True)]
    warning = [f"{row.nans:.0%} of the results are NaN: give inputs as .npy files"] if row.nans else []
    return "\n".join([row.call, *joined, *warning])


def spread(side: Measured) -> str:
    """How much longer the slowest turn took than the quickest: what else the machine did meanwhile."""
    return f"{100 * (max(side.rounds) / min(side.rounds) - 1):.0f} %" if len(side.rounds) > 1 else "-"


def _figure(value: float) -> str:
    """Three figures."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _write(
    path: Path, args: argparse.Namespace, rows: Sequence[OpRow], shown: str, threads: int, versions: Mapping[str, str]
) -> None:
    """Everything that was found, as JSON; all of it or nothing."""
    data = {
        "graphops_bench_op": FORMAT, "op": args.op, "device": args.device, "machine": shown, "threads": threads,
        "peers": dict(versions), "method": _METHOD, "effort": asdict(session._effort(args)),
        "rows": [row.data() for row in rows],
    }  # fmt: skip
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)
