"""One call of ``graphops bench``: choose the cases, start the sides, measure alternately, report and write."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from graphops.apps.bench import document, gpu_cases
from graphops.apps.bench.cases import (
    OURS,
    Case,
    Row,
    chosen,
    layer_cases,
    network_cases,
    pair_cases,
    scaling_cases,
    small_cases,
    training_cases,
)
from graphops.apps.bench.install import costs, report
from graphops.apps.bench.machine import ceilings, cores, machine, product_rates
from graphops.apps.bench.measuring import close_all, effort_of, is_done, measure, start_peers
from graphops.apps.bench.peer import InThisProcess, PeerError, Side, Twin
from graphops.apps.bench.report import comparison, line, summary
from graphops.apps.bench.sides.layers import DTYPES, LAYOUTS, PASSES, Layer, default_layers, load_layers
from graphops.apps.cli.usage import UsageError

_IN_PROCESSES = ("training", "scaling", "networks")  # graphops too, because processes are compared
_LIMIT = 60.0  # seconds, at least, until a peer that does not respond is ended
_AFRESH = ("training",)  # a new process for each case, so that its memory is its own


class Run:
    """Run ``graphops bench`` with these arguments.

    Raises:
        UsageError: cases, files or peers that are not there.
    """

    def __init__(self, args: argparse.Namespace, suites: Sequence[str]) -> None:
        self.args = args
        self.suites = suites
        self.threads = args.threads or cores()
        self.device = args.device
        self.effort = effort_of(args)
        self.old = _document("--compare", args.compare, self.device)[1]
        self.slow = {
            row.case.key: {name: side for name, side in row.sides.items() if name != OURS and is_done(side)}
            for row in _document("--known-slow", args.known_slow, self.device)[1]
        }
        resumed = args.json if args.resume and Path(args.json).exists() else None
        before, known = _document("--json", resumed, self.device)
        self.cases = self._cases()
        wanted = {case.key for case in self.cases}
        self.rows = {row.case.key: row for row in known}
        self.products: dict[str, float] = before.get("ceilings", {})
        self.peers: dict[str, str] = before.get("peers", {})
        self.install: list[dict[str, Any]] = before.get("install", [])
        self.names = [] if args.ours_only else list(dict.fromkeys(args.peer))
        self.shown = wanted
        self.shown_peers: dict[str, str] = {}

    def _cases(self) -> list[Case]:
        found: list[Case] = []
        for suite in dict.fromkeys(self.suites):
            found += self._suite(suite)
        cases = chosen(found, self.args.case)
        for pattern in self.args.case:
            if not chosen(found, [pattern]):
                known = ", ".join(dict.fromkeys(case.name for case in found)) or "none"
                raise UsageError(f"--case must fit a case of {', '.join(self.suites)} ({known}), got '{pattern}'")
        if self.device == "gpu" and any(case.suite == "layers" for case in cases):
            return [*gpu_cases.ceiling_cases(dict.fromkeys(case.dtype for case in cases if case.bytes)), *cases]
        return cases

    def _suite(self, suite: str) -> list[Case]:
        args = self.args
        if self.device == "gpu":
            return self._gpu_suite(suite)
        dtypes, passes = args.dtype or DTYPES, args.passes or PASSES
        if suite == "layers":
            return layer_cases(_layers(args.layers), dtypes, passes, args.layout or LAYOUTS[:1])
        if suite == "pairs":
            return pair_cases(_layers(args.layers), dtypes, passes)
        if suite == "install":
            return []
        if suite == "small":
            return small_cases()
        if suite == "training":
            return training_cases()
        if suite == "scaling":
            return scaling_cases()
        if suite == "networks":
            if not args.model:
                raise UsageError("--suite networks must come with --model FILE.pb, got none")
            return network_cases([readable("--model", name) for name in args.model], args.batch or 1)
        raise UsageError(f"--suite must be one that can be measured, got '{suite}'")

    def _gpu_suite(self, suite: str) -> list[Case]:
        args = self.args
        if suite == "layers":
            return gpu_cases.layer_cases(
                _layers(args.layers),
                args.dtype or gpu_cases.DTYPES,
                args.passes or PASSES,
                args.layout or LAYOUTS[:1],
                factor=args.batch_factor,
                autotune=args.autotune,
            )
        if suite == "small":
            return gpu_cases.small_cases()
        return [case for case in gpu_cases.training_cases() if not args.dtype or case.dtype in args.dtype]

    @cached_property
    def _machine(self) -> str:
        if self.device == "cpu":
            return machine()
        from graphops.apps.bench.sides import side_graphops_gpu

        return f"{side_graphops_gpu.machine()}; {machine()}"

    def _ceilings(self, rows: Sequence[Row]) -> dict[str, float]:
        if self.device == "gpu":
            return gpu_cases.ceilings(rows)
        return ceilings(self.products, [row for row in rows if row.case.suite == "layers"])

    def run(self) -> int:
        """Measure everything; the exit status."""
        todo = [case for case in self.cases if case.key not in self.rows]
        print(self._machine)
        start = time.monotonic()
        left = 0
        by_process = [case for case in todo if case.suite in _IN_PROCESSES and self.device == "cpu"]
        in_process = [case for case in todo if case not in by_process]
        try:
            if "install" in self.suites:
                python = self.args.peer_python or sys.executable
                found = costs(self.names, python, self.effort.rounds)
                self.install = [cost.data() for cost in found]
                print(report(found))
            for group, sides in ((in_process, False), (by_process, True)):
                if group:
                    left += self._measure(group, sides, start)
        except PeerError as error:
            raise UsageError(str(error)) from None
        rows = [self.rows[key] for key in self.rows if key in self.shown]
        limits = self._ceilings(rows)
        if rows:
            print("\n" + summary(rows, limits))
        if self.old:
            print("\n" + comparison(rows, self.old))
        self._write(limits)
        if self.args.plot:
            from graphops.apps.bench.plot import plot

            plot(rows, Path(self.args.plot), self.peers)
        if left:
            print(f"\n{left} cases left: the budget of {self.args.budget:g} s is spent")
        return 0

    def _measure(self, cases: Sequence[Case], in_processes: bool, start: float) -> int:
        """How many cases the budget left."""
        sides: list[Side] = []
        try:
            for number, case in enumerate(cases):
                if self.args.budget is not None and time.monotonic() - start > self.args.budget:
                    return len(cases) - number
                if case.suite in _AFRESH and self.device == "cpu":
                    close_all(sides)
                    sides = []
                sides = sides or self._sides(case.suite, in_processes)
                if case.suite == "layers" and self.device == "cpu" and case.dtype not in self.products:
                    self.products |= product_rates([case.dtype])
                known = self.slow.get(case.key, {})
                effort = replace(self.effort, rounds=min(self.effort.rounds, case.most_rounds))
                found = measure([side for side in sides if side.name not in known], case.data, effort)
                row = Row(case, found | {name: side for name, side in known.items() if name in self.names})
                self.rows[case.key] = row
                print(line(row), flush=True)
                self._write(self.products if self.device == "cpu" else self._ceilings(list(self.rows.values())))
        finally:
            close_all(sides)
        return 0

    def _sides(self, suite: str, in_processes: bool) -> list[Side]:
        """Ours first."""
        if suite == "pairs":
            return [InThisProcess(self.args.threads), Twin(self.args.threads)]
        limit = max(_LIMIT, 3 * self.args.patience)
        python = self.args.peer_python or sys.executable
        sides = start_peers(self.names, python, self.threads, limit, self.device)
        versions = {side.name: side.version for side in sides}
        if versions and versions != self.shown_peers:
            self.shown_peers = versions
            self.peers = self.peers | versions
            named = ", ".join(f"{name} {version}" for name, version in versions.items())
            print(f"beside {named}, {self.threads} threads", flush=True)
        if not in_processes:
            return [InThisProcess(self.args.threads, device=self.device), *sides]
        try:
            return [*start_peers([OURS], sys.executable, self.threads, limit), *sides]
        except PeerError:
            close_all(sides)
            raise

    def _write(self, limits: dict[str, float]) -> None:
        if self.args.json:
            data = document.document(
                list(self.rows.values()),
                machine=self._machine,
                threads=self.threads,
                peers=self.peers,
                effort=self.effort,
                ceilings=limits,
                install=self.install,
                device=self.device,
            )
            document.write(Path(self.args.json), data)


def _layers(name: str | None) -> list[Layer]:
    path = default_layers() if name is None else Path(name)
    try:
        return load_layers(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"--layers must name a file with layers, got '{path}' ({_short(error)})") from None


def _document(option: str, name: str | None, device: str) -> tuple[dict[str, Any], list[Row]]:
    if name is None:
        return {}, []
    try:
        data, rows = document.read(Path(name))
        if data.get("device", "cpu") != device:
            raise ValueError(f"it was measured on a {data['device'].upper()}")
        return data, rows
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{option} must name a file of graphops bench --json, got '{name}' ({_short(error)})"
        ) from None


def _short(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())[:200]


def readable(option: str, name: str) -> Path:
    """The path of a file that an option names.

    Raises:
        UsageError: there is none.
    """
    path = Path(name)
    if not path.is_file():
        raise UsageError(f"{option} must name a file, got '{name}'")
    return path
