"""Does a kernel's result depend on earlier calls, or share memory with the results of other calls?"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from types import FrameType
from typing import Any, Final

import numpy as np

from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.testing.call_checks.result_bits import bits_of
from graphops.testing.tolerances import difference
from graphops_registry.device_def import DeviceType
from graphops_registry.errors import GraphopsError
from graphops_registry.kernel_def import KernelDef, Mode, Prepared

HostArray = np.ndarray[Any, Any]
Outputs = list[HostArray | None]

_THREADS: Final = 4
_RUNS: Final = 8  # of each thread
_PAUSES: Final = 200  # places in a kernel's code where another call may come between
_PAUSES_OF_SLOW: Final = 20  # of a kernel that takes longer than this many seconds
_SLOW: Final = 2e-3
_PATIENCE: Final = 1.0  # seconds for a call that comes between; beyond, the kernel holds a lock, which is its right


class MemoryCheck:
    """One kernel, called with two sets of inputs of the same shapes: alternating, in threads, one within the other.

    Args:
        kernels: the kernel's host inputs and dtypes.
        mode: without ``deterministic`` results are compared within rounding, else bit for bit.
    """

    def __init__(self, definition: KernelDef, device: DeviceType, kernels: NodeKernels, mode: Mode) -> None:
        self.definition = definition
        self.device = device
        self.kernels = kernels
        self.mode = mode
        self.checks = 0
        self._context = EagerContext(device)
        self._rules: list[str] = []

    def run(self, inputs: Sequence[HostArray]) -> list[str]:
        """What it breaks: each text continues ``the kernel must ...``."""
        first, second = self._placed(inputs), self._placed(self._others(inputs))
        try:
            alone = self._host(self._call(self._prepare(second), second))
        except GraphopsError:  # these values are not allowed
            second, alone = first, self._host(self._call(self._prepare(first), first))
        prepared = self._prepare(first)
        first_outputs = self._call(prepared, first)
        before = self._host(first_outputs)
        bits = bits_of(before)
        after = self._host(self._call(prepared, second))
        self._check(self._same(after, alone), "give the same whatever was computed before, got others")
        self._check(
            bits_of(self._host(first_outputs)) == bits, "leave results alone that it returned before, but changes them"
        )
        again = [self._host(self._call(prepared, first)) for _ in range(3)]
        again.append(self._host(self._call(self._prepare(first), first)))  # another instance
        self._check(all(self._same(each, before) for each in again), "give the same in each run, got others")
        self._together(prepared, (first, second), (before, alone))
        if self.device.is_host or self.device.type == "STANDIN":
            self._one_within_the_other(prepared, (first, second), (before, alone))
        return self._rules

    def _prepare(self, placed: Sequence[Any]) -> Prepared:
        spec = self.kernels.spec_of(placed, (True,) * len(self.kernels.output_dtypes))
        return self.definition.prepare(self.definition.make(self.kernels.attrs), spec)

    def _call(self, prepared: Prepared, placed: Sequence[Any]) -> list[Any]:
        with np.errstate(all="ignore"):
            return list(prepared.run(self._context, placed, None))

    def _placed(self, arrays: Sequence[HostArray]) -> list[Any]:
        host = self.kernels.host_inputs
        return [
            a.copy() if self.device.is_host or i in host or a.dtype.kind == "O" else self.device.copy_in(a)
            for i, a in enumerate(arrays)
        ]

    def _others(self, arrays: Sequence[HostArray]) -> list[HostArray]:
        """The same numbers in another order; where that changes nothing, halves of them."""
        host = self.kernels.host_inputs
        turned = [a if i in host else np.array(np.flip(a)).reshape(a.shape) for i, a in enumerate(arrays)]
        if bits_of(turned) != bits_of(arrays):
            return turned
        return [
            a if i in host or a.dtype.kind not in "fcV" else np.asarray(a / 2).astype(a.dtype)
            for i, a in enumerate(arrays)
        ]

    def _host(self, outputs: Sequence[Any]) -> Outputs:
        return [None if o is None else self.device.copy_out(o) if self.device.owns(o) else np.array(o) for o in outputs]

    def _same(self, got: Outputs, expected: Outputs) -> bool:
        if self.mode.deterministic:
            return bits_of(got) == bits_of(expected)
        pairs = zip(got, expected, strict=True)
        return all(a is None or b is None or difference(a, b) is None for a, b in pairs)

    def _together(self, prepared: Prepared, inputs: Sequence[list[Any]], expected: Sequence[Outputs]) -> None:
        """Several threads at once, each with the inputs that its neighbour does not have."""
        start = threading.Barrier(_THREADS)

        def work(number: int) -> bool:
            start.wait()
            which = number % 2
            runs = [self._call(prepared, inputs[which]) for _ in range(_RUNS)]
            return all(self._same(self._host(each), expected[which]) for each in runs)

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(_THREADS) as pool:
                right = _attempt(lambda: all(list(pool.map(work, range(_THREADS)))))
        finally:
            sys.setswitchinterval(interval)
        self._check(right is True, f"give the same in {_THREADS} threads at once, {_got(right)}")

    def _one_within_the_other(
        self, prepared: Prepared, inputs: Sequence[list[Any]], expected: Sequence[Outputs]
    ) -> None:
        """At each step of the kernel's Python code another thread computes something else: what threads do by chance,
        done on purpose."""
        file = _source_of(self.definition.cls)
        seen: set[tuple[object, int]] = set()
        start = time.perf_counter()
        self._call(prepared, inputs[1])
        most = _PAUSES if time.perf_counter() - start < _SLOW else _PAUSES_OF_SLOW
        right = True
        locked = False

        def visit(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal right, locked
            if frame.f_code.co_filename != file:
                return None
            frame.f_trace_opcodes = True
            place = (frame.f_code, frame.f_lasti)
            if event == "opcode" and place not in seen and len(seen) < most and not locked:
                seen.add(place)
                try:
                    between = pool.submit(self._call, prepared, inputs[1]).result(_PATIENCE)
                    right = right and self._same(self._host(between), expected[1])
                except NotInTime:
                    locked = True
                except Exception:
                    right = False
            return visit

        before = sys.gettrace()
        with ThreadPoolExecutor(1) as pool:
            sys.settrace(visit)
            try:
                got = _attempt(lambda: self._call(prepared, inputs[0]))
            finally:
                sys.settrace(before)
        right = right and not isinstance(got, Exception) and self._same(self._host(got), expected[0])
        self._check(right, "give the same when another thread's call comes between, got others")

    def _check(self, right: bool, rule: str) -> None:
        self.checks += 1
        if not right:
            self._rules.append(rule)


def _attempt(function: Callable[[], Any]) -> Any:
    """What the function gives, or the exception that it raises."""
    try:
        return function()
    except Exception as error:
        return error


def _got(result: Any) -> str:
    return f"but it raises {type(result).__name__}: {result}" if isinstance(result, Exception) else "got others"


def _source_of(cls: type[Any]) -> str:
    """The file of the class's own code."""
    for name in ("compute", "prepare"):
        code = getattr(getattr(cls, name, None), "__code__", None)
        if code is not None:
            return str(code.co_filename)
    return ""
