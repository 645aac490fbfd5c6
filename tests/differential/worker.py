"""The child process: makes the calls of the ops named on its command line, prints a JSON line for each op.

TensorFlow can end the process, so the place is written to a file before each call, and the parent starts another
child that leaves the call out.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import Elementwise
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op
from tests.differential import compare, differences, own, values
from tests.differential.generate import Generator, shown
from tests.differential.known import explanation
from tests.differential.peer import Peer
from tests.differential.peer import Refused as RefusedThere
from tests.differential.seeds import PEERS, seeds
from tests.golden.case import Array, Case

MEMORY = 12 << 30
# TensorFlow writes past its arrays where arguments do not fit together, and ends calls later: only good ones for these.
CORRUPTING = "*Pool*Grad*"
STATE = 256  # where in the file the counts are, behind the place
EXAMPLES = 6  # kept of each kind


class Op:
    """One op's calls and what came of them."""

    def __init__(self, peer: Peer, name: str, progress: int, skipped: dict[int, str]) -> None:
        self.peer, self.name, self.progress, self.skipped = peer, name, progress, skipped
        self.counts = dict.fromkeys(differences.STATUSES, 0)
        self.explained: dict[str, int] = {}
        self.examples: dict[str, list[Any]] = {}
        self.missing: dict[int, str] = {}  # calls for dtypes, "T=half", that TensorFlow has no kernel for
        self.answers: tuple[list[Array], list[Array]] = ([], [])  # to the last call, ours and TensorFlow's
        self.elementwise = any(issubclass(kernel.cls, Elementwise) for kernel in kernels_of(name, "CPU"))

    def run(self, wanted: int, most: int) -> dict[str, Any]:
        """Goes on until so many calls were answered by both, or so many were tried."""
        started = time.perf_counter()
        starts = seeds(self.name)
        if any(arg.is_ref for arg in lookup_op(self.name).op_def.inputs):
            wanted, most = wanted // 3, most // 3  # each needs a graph there
        if not starts:
            return {"op": self.name, "counts": self.counts, "explained": {}, "examples": {}, "seconds": 0.0}
        generator = Generator(lookup_op(self.name), starts)
        done = self._resumed() if self.skipped else -1
        for number, (label, case) in enumerate(generator.calls()):
            if self.counts["cases"] >= wanted or number >= most:
                break
            if number > done:
                self.answers = ([], [])
                status, told = self._call(number, label, case)
                if status == "refused there" and label.count("=") == 1 and differences.is_missing_kernel(told):
                    self.missing[number] = label
                self._note(status, label, case, told)
                self._save(number)
            if number in self.missing:
                attr, dtype = self.missing[number].split("=")
                generator.refused.add((attr, dtype))
        seconds = round(time.perf_counter() - started, 2)
        return {
            "op": self.name, "counts": self.counts, "explained": self.explained, "examples": self.examples,
            "seconds": seconds,
        }  # fmt: skip

    def _save(self, number: int) -> None:
        """Writes down what came of the calls so far, for a process that goes on after this one's end."""
        state = [self.name, number, self.counts, self.explained, self.examples, self.missing]
        text = json.dumps(state, default=repr).encode()
        os.pwrite(self.progress, f"{len(text):8d}".encode() + text, STATE)

    def _resumed(self) -> int:
        """Takes up what is written down; the number of the last call."""
        length = int(os.pread(self.progress, 8, STATE) or b"0")
        if not length:
            return -1
        name, number, counts, explained, examples, missing = json.loads(os.pread(self.progress, length, STATE + 8))
        if name != self.name:
            return -1
        self.counts, self.explained, self.examples = counts, explained, examples
        self.missing = {int(place): label for place, label in missing.items()}
        return int(number)

    def _at(self, number: int, who: str) -> None:
        os.pwrite(self.progress, f"{number:7d} {who} {self.name:<80}".encode(), 0)

    def _call(self, number: int, label: str, case: Case) -> tuple[str, str]:
        if self.skipped.get(number) == "alone":
            self._at(number, "here")
            with suppress(own.Refused, own.Foreign):
                own.answer(case, number)
            return "aborts there", ""
        if number in self.skipped:
            return self.skipped[number], ""
        if fnmatchcase(self.name, CORRUPTING) and not self._is_taken_here(number, case):
            return "left out", ""
        other = PEERS.get(self.name, lambda case: case)(case)
        self._at(number, "there")
        theirs: list[Array] | None = None
        why = ""
        try:
            theirs = self.peer.answer(other)
        except RefusedThere as error:
            why = str(error)
        self._at(number, "here")
        try:
            ours = own.answer(case, number)
        except own.Refused as error:
            if theirs is None:
                return "both refuse", ""
            in_graph = self.peer.refuses_in_graph(other)
            return "refused here", f"{differences.IN_GRAPH}: {error}" if in_graph else str(error)
        except own.Foreign as error:
            return "foreign error", str(error)
        if theirs is None:
            return "refused there", why
        self.answers = (ours, theirs)
        found = compare.different(ours, theirs, self.elementwise)
        if found is None:
            return "equal", ""
        self._at(number, "there")
        again = self.peer.answer(other)
        if compare.different(again, theirs, True) is not None:
            return "unstable there", found
        if self._is_wider_answer(case, ours, theirs):
            return "different", differences.WIDER
        return "different", found

    def _is_taken_here(self, number: int, case: Case) -> bool:
        self._at(number, "here")
        try:
            with suppress(own.Foreign):
                own.answer(case, number)
        except own.Refused:
            return False
        return True

    def _is_wider_answer(self, case: Case, ours: list[Array], theirs: list[Array]) -> bool:
        """Whether ours is what TensorFlow answers to the same numbers in a wider dtype, rounded."""
        try:
            wide = self.peer.answer(PEERS.get(self.name, lambda case: case)(values.widened(case)))
        except RefusedThere:
            return False
        with np.errstate(all="ignore"):
            narrow = [x.astype(y.dtype) if x.dtype != object else x for x, y in zip(wide, theirs, strict=True)]
        return compare.different(ours, narrow, self.elementwise) is None

    def _note(self, status: str, label: str, case: Case, told: str) -> None:
        if status in ("equal", "different", "unstable there"):
            self.counts["cases"] += 1
        if status in ("equal", "both refuse", "left out"):
            self.counts[status] += 1
            return
        reason = explanation(self.name, status, case, told, self.answers)
        if reason is not None:
            self.counts[f"{status}, explained"] += 1
            rule = f"{reason.ops}: {reason.there}"
            self.explained[rule] = self.explained.get(rule, 0) + 1
            kept = self.examples.setdefault(rule, [])
            if len(kept) < EXAMPLES:
                kept.append([label, dict(shown(case)), told[:500]])
            return
        self.counts[status] += 1
        kept = self.examples.setdefault(status, [])
        if len(kept) < EXAMPLES:
            kept.append([label, dict(shown(case)), told[:500]])


def main() -> None:
    """``PROGRESS_FILE WANTED MOST``, then on standard input ``op {"number": status}`` a line."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    progress = os.open(sys.argv[1], os.O_RDWR)
    wanted, most = int(sys.argv[2]), int(sys.argv[3])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # some ops print
    peer = Peer()
    gc.freeze()
    for line in sys.stdin:
        name, _, skipped = line.strip().partition(" ")
        found = Op(peer, name, progress, {int(k): v for k, v in json.loads(skipped or "{}").items()})
        print(json.dumps(found.run(wanted, most), default=repr), file=answers, flush=True)


if __name__ == "__main__":
    main()
