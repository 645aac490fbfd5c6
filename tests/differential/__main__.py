"""Every op on generated calls, here and in TensorFlow 2.21: ``PYTHON -m tests.differential [OP...]``.

Run it from the repository's root with a Python that has ``tensorflow-cpu==2.21.0`` beside this library's own
requirements, and with ``registry``, ``kernels`` and ``.`` on the path. Prints a line for each op and the totals; the
exit status is 1 if anything is not explained in ``differences.py``.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from graphops_registry.kernel_def import kernels_of
from tests.differential import page
from tests.differential.differences import BAD, STATUSES
from tests.differential.seeds import ELSEWHERE
from tests.ops.golden_calls import own_ops

PATIENCE = 20.0  # seconds for a call


class Child:
    """A worker process, started again whenever a call ends it."""

    def __init__(self, wanted: int, most: int) -> None:
        self.place = Path(tempfile.mkstemp(prefix="differential-")[1])
        self.command = [sys.executable, "-m", "tests.differential.worker", str(self.place), str(wanted), str(most)]
        self.process: subprocess.Popen[str] | None = None

    def ask(self, op: str) -> dict[str, Any]:
        """The counts of one op; what ends the child is counted as such."""
        skipped: dict[int, str] = {}
        while True:
            found = self._once(op, skipped)
            if isinstance(found, dict):
                return found
            number, who = self.position(op)
            if who == "here" and number not in skipped:
                # TensorFlow may have written past its arrays before: so once more without it.
                skipped[number] = "alone"
            else:
                skipped[number] = f"{found} {who}"

    def position(self, op: str) -> tuple[int, str]:
        """The call that the child was at, and in whose code."""
        words = self._position().split()
        if len(words) < 3 or words[2] != op:
            raise RuntimeError(f"the child process failed before op {op}")
        return int(words[0]), words[1]

    def _position(self) -> str:
        return self.place.read_bytes()[:256].decode()

    def _once(self, op: str, skipped: dict[int, str]) -> dict[str, Any] | str:
        if self.process is None or self.process.poll() is not None:
            quiet = {"TF_CPP_MIN_LOG_LEVEL": "3", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
            self.process = subprocess.Popen(
                self.command, env=os.environ | quiet, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=None if os.environ.get("VERBOSE") == "2" else subprocess.DEVNULL, text=True,
            )  # fmt: skip
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{op} {json.dumps(skipped)}\n")
        process.stdin.flush()
        stuck = threading.Event()
        done = threading.Event()
        watch = threading.Thread(target=self._watch, args=(process, done, stuck))
        watch.start()
        line = process.stdout.readline()
        done.set()
        watch.join()
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        if process.wait() > 0:
            raise RuntimeError(f"the child process failed at op {op}; VERBOSE=2 shows why")
        return "hangs" if stuck.is_set() else "aborts"

    def _watch(self, process: subprocess.Popen[str], done: threading.Event, stuck: threading.Event) -> None:
        last = ""
        while not done.wait(PATIENCE):
            now = self._position()
            if now == last:
                stuck.set()
                process.kill()
                return
            last = now

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()
        self.place.unlink(missing_ok=True)


def elsewhere(op: str) -> str | None:
    """The file that compares the op with TensorFlow, if it is no call on arrays."""
    return next((file for names, file in ELSEWHERE.items() if any(fnmatchcase(op, name) for name in names)), None)


def compared_ops(patterns: Sequence[str]) -> list[str]:
    """The ops with a CPU kernel that are compared here, of those that match a pattern."""
    names = [op.name for op in own_ops() if list(kernels_of(op.name, "CPU")) and elsewhere(op.name) is None]
    return [name for name in names if not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)]


def run(ops: Sequence[str], wanted: int, most: int, children: int) -> list[dict[str, Any]]:
    """The counts of each op, from as many processes."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    for op in ops:
        waiting.put(op)
    found: list[dict[str, Any]] = []
    failed: list[BaseException] = []

    def work() -> None:
        child = Child(wanted, most)
        try:
            while not failed:
                try:
                    op = waiting.get_nowait()
                except queue.Empty:
                    return
                found.append(child.ask(op))
                if sys.stderr.isatty() or os.environ.get("VERBOSE"):
                    print(f"{len(found)}/{len(ops)} {op} {found[-1]['seconds']} s", file=sys.stderr, flush=True)
        except BaseException as error:
            failed.append(error)
        finally:
            child.close()

    threads = [threading.Thread(target=work) for _ in range(children)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        print(f"stopped after {len(found)} ops: {failed[0]}", file=sys.stderr)
    return sorted(found, key=lambda row: row["op"])


def unexplained(row: dict[str, Any]) -> int:
    """How many of an op's calls have no explanation."""
    return sum(row["counts"][name] for name in BAD)


def explained(row: dict[str, Any]) -> int:
    return sum(row["counts"][f"{name}, explained"] for name in BAD)


def line(row: dict[str, Any]) -> str:
    """One op in the printed table."""
    counts = row["counts"]
    return (
        f"{row['op']:<42} {counts['cases']:>6} {counts['equal']:>6} {counts['different, explained']:>9} "
        f"{counts['different']:>11} {counts['refused here']:>5}/{counts['refused here, explained']:<5} "
        f"{counts['refused there']:>5}/{counts['refused there, explained']:<5} {counts['both refuse']:>6}"
        + "".join(f" {name}: {counts[name]}" for name in BAD[3:] if counts[name])
    )


def in_words(counts: dict[str, int], ops: int) -> str:
    """The totals, for the page."""
    return (
        f"{ops} ops, {counts['cases']:,} calls that both answer: {counts['equal']:,} answers are equal, "
        f"{counts['different, explained'] + counts['unstable there, explained']:,} differ as the tables say; "
        f"{counts['both refuse']:,} calls are refused by both, {counts['refused here, explained']:,} here only, "
        f"{counts['refused there, explained']:,} there only; "
        f"{counts['aborts there, explained']:,} end TensorFlow's process."
    )


HEADER = (
    f"{'op':<42} {'cases':>6} {'equal':>6} {'explained':>9} {'unexplained':>11} {'here only':>11} {'there only':>11} "
    f"{'both':>6}   (refused: unexplained/explained)"
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("ops", nargs="*", help="names or patterns; all without")
    parser.add_argument("--cases", type=int, default=120, help="calls that both answer, for each op")
    parser.add_argument("--most", type=int, default=400, help="calls to try, for each op")
    parser.add_argument("--children", type=int, default=2)
    parser.add_argument("--json", type=Path, help="a file for everything, examples included")
    parser.add_argument("--examples", action="store_true", help="print calls that are not explained")
    parser.add_argument("--page", action="store_true", help="write docs/reference/differences.md, and run nothing")
    arguments = parser.parse_args()
    if arguments.page:
        page.PAGE.write_text(page.page(), encoding="utf-8")
        return 0
    ops = compared_ops(arguments.ops)
    rows = run(ops, arguments.cases, arguments.most, arguments.children)
    print(HEADER)
    for row in rows:
        print(line(row))
        if arguments.examples:
            for status in BAD:
                examples = row["examples"].get(status, [])
                for label, call, told in examples:
                    print(f"    {status} [{label}] {call}\n        {told}")
    totals = {"op": f"{len(rows)} ops", "counts": {n: sum(row["counts"][n] for row in rows) for n in STATUSES}}
    print(line(totals))
    print(f"unexplained: {sum(map(unexplained, rows))}, explained: {sum(map(explained, rows))}")
    if not arguments.ops and len(rows) == len(ops):
        page.PAGE.write_text(page.with_totals(page.page(), in_words(totals["counts"], len(rows))), encoding="utf-8")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(rows, indent=1))
    return 1 if any(map(unexplained, rows)) or len(rows) < len(ops) else 0


if __name__ == "__main__":
    sys.exit(main())
