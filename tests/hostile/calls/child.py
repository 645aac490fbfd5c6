"""The process that makes calls: ``python -m tests.hostile.calls.child PLACE KEEP SECONDS MODULE...``, then a JSON line for
each batch on standard input; it responds with a JSON line.

PLACE is a file that holds the call being made, for the parent to read when this process ends; KEEP a folder for calls
that went wrong; SECONDS of the processor are what a call may take; the modules register more ops.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from graphops.plugins.packages import load_kernels
from graphops.testing.cases import OpCase
from graphops_registry.device_def import device_type
from tests.hostile.calls.judge import FAULTS, judged
from tests.hostile.calls.kinds import each
from tests.hostile.calls.places import prepare_files
from tests.hostile.calls.ways import BYTES

MEMORY: Final = 4 << 30  # more than at the start, before calls; a process can have more addresses than memory
WALL_SECONDS: Final = 120.0
EXAMPLES: Final = 5  # kept of each fault of an op


class Batch:
    """Calls of one op and kind, and what came of them."""

    def __init__(self, place: int, keep: Path, seconds: float, asked: dict[str, Any]) -> None:
        self.place, self.keep, self.seconds, self.asked = place, keep, seconds, asked
        self.counts: Counter[str] = Counter()
        self.faults: list[dict[str, Any]] = []
        self.slowest = 0.0
        self.skip = {int(number): status for number, status in asked["skip"].items()}

    def run(self) -> dict[str, Any]:
        begin = time.process_time()
        try:
            each(self.asked["op"], self.asked["kind"], self.asked["count"], self.asked["seed"], self.consume)
        except MemoryError:  # a call with more numbers than there is room for is no call
            pass
        except Exception as error:  # what makes calls is wrong itself; the others need not be lost for it
            traceback.print_exc()
            self.counts["generation failed"] += 1
            told = f"{type(error).__name__}: {error}"[:1500]
            self.faults.append({"status": "generation failed", "number": -1, "told": told, "call": "", "file": ""})
        return {
            **self.asked, "counts": self.counts, "faults": self.faults, "slowest": round(self.slowest, 2),
            "seconds": round(time.process_time() - begin, 2),
        }  # fmt: skip

    def consume(self, number: int, case: OpCase) -> None:
        if number in self.skip:
            self.note(number, case, self.skip[number], "")
            return
        data = pickled(case)
        head = f"{number} {self.asked['op']} {self.asked['kind']} {len(data)}".ljust(256).encode()
        os.pwrite(self.place, head + data, 0)
        begin = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
        status, told = judged(case, number)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.slowest = max(self.slowest, time.process_time() - begin)
        self.note(number, case, status, told)

    def note(self, number: int, case: OpCase, status: str, told: str) -> None:
        self.counts[status] += 1
        if status in FAULTS and sum(fault["status"] == status for fault in self.faults) < EXAMPLES:
            name = f"{self.asked['op'].replace('>', '.')}-{self.asked['kind']}-{self.asked['seed']}-{number}.pickle"
            place = {key: self.asked[key] for key in ("op", "kind", "count", "seed")}
            (self.keep / name).write_bytes(pickle.dumps((number, place, pickled(case))))
            self.faults.append({"status": status, "number": number, "told": told[:1500], "call": text(case),
                                "file": name})  # fmt: skip


def pickled(case: OpCase) -> bytes:
    """The call as bytes; none for what cannot be written, which must be generated again."""
    with suppress(Exception):
        return pickle.dumps(tuple(case))
    return b""


def text(case: OpCase) -> str:
    with suppress(Exception):
        shown = {n: repr(v)[:300] for n, v in {**case.inputs, **case.attrs}.items()}
        return f"{case.op}({', '.join(f'{n}={v}' for n, v in shown.items())})"[:1500]
    return case.op


def prepare() -> None:
    """Limits for this process, and a small machine for the library."""
    load_kernels()
    prepare_files()
    device = device_type("CPU")
    device.memory = lambda index=0: (BYTES, BYTES)  # type: ignore[method-assign]
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))


def main() -> None:
    place = os.open(sys.argv[1], os.O_RDWR)
    answers = os.fdopen(os.dup(1), "w")
    log = os.open(Path(sys.argv[2]) / "child.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(log, 1)  # some ops print
    os.dup2(log, 2)
    for module in sys.argv[4:]:
        import_module(module)
    prepare()
    gc.freeze()
    for line in sys.stdin:
        found = Batch(place, Path(sys.argv[2]), float(sys.argv[3]), json.loads(line)).run()
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
