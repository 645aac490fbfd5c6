"""Generated calls of every op: ``python -m tests.hostile.calls [--calls N] [--seed S] [--ops PATTERN]``.

Calls in the domain of an op, at its edges and malformed ones, each made eagerly, in a graph that knows all shapes and
in one that knows none, in a process with limits of memory and time that is started again when a call ends it.  Prints
what came of them; the exit status is 1 if there is a fault.  ``--replay FILE`` makes one call again.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from graphops.testing.cases import OpCase
from tests.hostile.calls.judge import FAULTS
from tests.hostile.calls.kinds import CONVOLUTIONS, KINDS, convolutions, each
from tests.ops.golden_calls import own_ops

BATCH = 100  # calls that are asked for at once
SHARES = {"in-domain": 0.4, "edge": 0.25, "malformed": 0.35}
ROOT = Path(__file__).parents[3]


class Runner:
    """The child process, and what it said so far."""

    def __init__(self, keep: Path, modules: Sequence[str] = (), processor_seconds: float = 20.0) -> None:
        self.keep, self.modules, self.processor_seconds = keep, modules, processor_seconds
        handle, name = tempfile.mkstemp(prefix="hostile-")
        os.close(handle)
        self.place = Path(name)
        self.process: subprocess.Popen[str] | None = None
        self.rows: list[dict[str, Any]] = []

    def ask(self, op: str, kind: str, count: int, seed: int) -> dict[str, Any]:
        """The counts of a batch; a call that ends the child is a death or a hang, and left out the next time."""
        skip: dict[int, str] = {}
        while True:
            found = self._once({"op": op, "kind": kind, "count": count, "seed": seed, "skip": skip})
            if isinstance(found, dict):
                self.rows.append(found)
                return found
            head = self.place.read_bytes()[:256].decode().split()
            if head[1:3] != [op, kind] or int(head[0]) in skip:
                raise RuntimeError(f"the child process failed at op {op}, {kind}, outside of a call: {found}")
            skip[int(head[0])] = found

    def _once(self, asked: dict[str, Any]) -> dict[str, Any] | str:
        if self.process is None or self.process.poll() is not None:
            one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
            command = [sys.executable, "-m", "tests.hostile.calls.child", str(self.place), str(self.keep),
                       str(self.processor_seconds), *self.modules]  # fmt: skip
            self.process = subprocess.Popen(
                command,
                env=os.environ | one | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
            )
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        status = self._end()
        if status >= 0:
            raise RuntimeError(f"the child process failed at {asked}")
        return "hang" if -status in (signal.SIGPROF, signal.SIGALRM) else "death"

    def _end(self) -> int:
        """Close what leads to the child, and wait for its end."""
        process, self.process = self.process, None
        if process is None:
            return 0
        with suppress(BrokenPipeError):
            process.communicate()
        return process.returncode

    def close(self) -> None:
        self._end()
        self.place.unlink(missing_ok=True)


def run(ops: list[str], total: int, seed: int, keep: Path, *, progress: bool = False) -> list[dict[str, Any]]:
    """What came of about ``total`` calls, shared out among ops and kinds; a row for each batch."""
    keep.mkdir(parents=True, exist_ok=True)
    runner = Runner(keep)
    begin = time.monotonic()
    try:
        for position, op in enumerate(ops):
            for kind in KINDS:
                share = max(1, round(total * SHARES[kind] / len(ops)))
                for batch in range(0, share, BATCH):
                    wanted = min(BATCH, share - batch)
                    # In the domain the first calls are those that are compared with TensorFlow, so all in one batch.
                    whole = kind == "in-domain"
                    runner.ask(op, kind, share if whole else wanted, seed if whole else seed + batch // BATCH)
                    if whole:
                        break
            if progress and position % 20 == 0:
                made = sum(sum(row["counts"].values()) for row in runner.rows)
                bad = sum(row["counts"].get(name, 0) for row in runner.rows for name in FAULTS)
                print(f"{position}/{len(ops)} {op}: {made:,} calls, {bad} faults, {time.monotonic() - begin:.0f} s",
                      file=sys.stderr, flush=True)  # fmt: skip
    finally:
        runner.close()
    return runner.rows


def run_convolutions(keep: Path) -> list[dict[str, Any]]:
    """What came of the malformed calls of convolutions that are known to hurt TensorFlow."""
    keep.mkdir(parents=True, exist_ok=True)
    runner = Runner(keep)
    try:
        for op in convolutions():
            runner.ask(op, CONVOLUTIONS, 1000, 0)
    finally:
        runner.close()
    return runner.rows


def table(rows: list[dict[str, Any]]) -> str:
    """Counts for each kind and outcome."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        counts[row["kind"]].update(row["counts"])
        counts["all"].update(row["counts"])
    outcomes = [name for name, _ in counts["all"].most_common() if name not in FAULTS]
    columns = [*KINDS, "all"]
    lines = [f"{'outcome':<28}" + "".join(f"{name:>12}" for name in columns)]
    for name in ("calls", *outcomes, *FAULTS):
        shown = [sum(counts[c].values()) if name == "calls" else counts[c][name] for c in columns]
        lines.append(f"{name:<28}" + "".join(f"{number:>12,}" for number in shown))
    lines.append(f"ops: {len({row['op'] for row in rows})}")
    return "\n".join(lines)


def faults(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"op": row["op"], "kind": row["kind"], **fault} for row in rows for fault in row["faults"]]


def by_op(rows: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row["op"]].update(row["counts"])
    return {op: dict(counts) for op, counts in found.items()}


def replay(path: Path) -> int:
    """Make the call of a file again, in this process."""
    from tests.hostile.calls.child import prepare, text
    from tests.hostile.calls.judge import judged

    number, place, data = pickle.loads(path.read_bytes())
    found: list[OpCase] = []
    if data:
        found = [OpCase(*pickle.loads(data))]
    else:
        each(place["op"], place["kind"], place["count"], place["seed"],
             lambda at, case: found.append(case) if at == number else None)  # fmt: skip
    case = found[0]
    print(text(case), flush=True)
    prepare()
    status, told = judged(case, number)
    print(status, told)
    return 1 if status in FAULTS else 0


def compared(peer: str, ops: list[str], cases: int) -> int:
    """The calls in the domain, with TensorFlow's answers: :mod:`tests.differential`."""
    command = [peer, "-m", "tests.differential", *ops, "--cases", str(cases), "--children", "1", "--examples"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.calls", description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ops", action="append", help="a pattern of names; may be given again; default all")
    parser.add_argument("--json", type=Path, help="a file for the counts of each op, and for the faults")
    parser.add_argument("--keep", type=Path, help="a folder for the calls that went wrong")
    parser.add_argument("--replay", type=Path, help="a file of that folder: make this call")
    parser.add_argument(
        "--convolutions", action="store_true", help="the malformed calls of tests/hostile/conv_calls.py, too"
    )
    parser.add_argument("--peer", help="a Python that has TensorFlow: compare with its answers, too")
    arguments = parser.parse_args()
    if arguments.replay is not None:
        return replay(arguments.replay)
    patterns = arguments.ops or ["*"]
    ops = [op.name for op in own_ops() if any(fnmatchcase(op.name, pattern) for pattern in patterns)]
    keep = arguments.keep or Path(tempfile.mkdtemp(prefix="hostile-calls-"))
    rows = run(ops, arguments.calls, arguments.seed, keep, progress=True)
    spoilt = run_convolutions(keep) if arguments.convolutions else []
    found = faults([*rows, *spoilt])
    for fault in found:
        print(
            f"{fault['status']}: {fault['op']}, {fault['kind']}, {fault['file']}\n    {fault['call']}\n    {fault['told']}"
        )
    print(table(rows))
    if spoilt:
        counts = sum((Counter(row["counts"]) for row in spoilt), Counter[str]())
        print(f"malformed calls of convolutions: {counts.total()}, of which {counts['death'] + counts['hang']} ended the "
              f"process (TensorFlow 2.21 for CPUs: 62 of 727); {dict(counts)}")  # fmt: skip
    if arguments.json is not None:
        arguments.json.write_text(json.dumps({"ops": by_op(rows), "faults": found, "table": table(rows)}, indent=1))
    if not found:
        if arguments.keep is None:
            shutil.rmtree(keep)
    else:
        print(f"the calls are in {keep}; make one again with --replay FILE")
    status = 1 if found else 0
    if arguments.peer is not None:
        status = max(status, compared(arguments.peer, patterns, max(1, arguments.calls // len(ops))))
    return status


if __name__ == "__main__":
    sys.exit(main())
