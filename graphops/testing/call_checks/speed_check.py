"""Is the kernel that runs first also the fastest one?"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from typing import Any, Final

import numpy as np

from graphops.plan.choose.kernel_choice import Choice
from graphops.plan.contexts import EagerContext
from graphops.testing.call_checks.call_check import CallCheck
from graphops.testing.cases import OpCase
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.kernel_def import KernelDef

_ELEMENTS: Final = 1 << 16  # what the inputs of a call are enlarged to
_FACTOR: Final = 1.5  # what is slower by less is noise, or taste
_ROUNDS: Final = 9


def slow_kernel(case: OpCase, device: str = "CPU") -> str | None:
    """A sentence if another kernel of the device is at least 1.5 times as fast as the one that runs; else ``None``.

    The kernels take turns, and their medians are compared, on this call enlarged to some 65,000 elements if its shape
    rule takes that.
    """
    check = _largest(case, device)
    if check is None:
        return None
    runs: dict[KernelDef, Callable[[], Any]] = {}
    for each in check.kernel_checks(device):
        placed = [
            array if index in each.kernels.host_inputs or array.dtype.kind == "O" else each.device.copy_in(array)
            for index, array in enumerate(check.arrays)
        ]
        choice = each.kernels.choose(placed, (True,) * len(each.kernels.output_dtypes))
        context = EagerContext(each.device)
        runs[each.definition] = partial(_run, choice, context, placed)
    if len(runs) < 2:
        return None
    seconds = _medians(runs)
    first, *others = runs
    best = min(others, key=seconds.__getitem__)
    if seconds[best] * _FACTOR > seconds[first]:
        return None
    return (
        f"kernel {first.name} runs first on {device}, but {best.name} is {seconds[first] / seconds[best]:.1f} times "
        f"as fast for {check.text} ({seconds[best] * 1e6:.0f} us, not {seconds[first] * 1e6:.0f} us): give it a higher "
        f"priority there (priority, priority_for)"
    )


def _run(choice: Choice, context: EagerContext, placed: list[Any]) -> None:
    """One call, to its end."""
    choice.run(context, placed)
    wait = getattr(context.stream, "synchronize", None)
    if wait is not None:
        wait()


def _medians(runs: Mapping[KernelDef, Callable[[], Any]]) -> dict[KernelDef, float]:
    """Seconds for a call, the kernels alternating; several calls at once where one takes less than 100 us."""
    counts: dict[KernelDef, int] = {}
    times: dict[KernelDef, list[float]] = {definition: [] for definition in runs}
    with np.errstate(all="ignore"):
        for definition, run in runs.items():
            run()  # what is compiled or tuned at the first call
            counts[definition] = max(1, min(100, int(1e-4 / max(_seconds(run, 1), 1e-7))))
        for _ in range(_ROUNDS):
            for definition, run in runs.items():
                times[definition].append(_seconds(run, counts[definition]))
    return {definition: median(each) for definition, each in times.items()}


def _seconds(run: Callable[[], Any], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        run()
    return (time.perf_counter() - start) / count


def _largest(case: OpCase, device: str) -> CallCheck | None:
    """The call, with each size multiplied by the same number as long as the shape rule takes it."""
    best: CallCheck | None = None
    for factor in (1, 4, 16, 64, 256, 1024):
        larger = _enlarged(case, factor)
        if larger is None:
            break
        try:
            check = CallCheck(larger)
            if not check.kernel_checks(device):
                break
        except GraphopsError:
            break
        best = check
        if sum(array.size for array in check.arrays) >= _ELEMENTS:
            break
    return best


def _enlarged(case: OpCase, factor: int) -> OpCase | None:
    """The call with float arrays ``factor`` times as long along the first axis that is neither 0 nor 1."""
    axis = min((_axis(array) for array in _float_arrays(case) if array.ndim), default=None)
    if axis is None:
        return case if factor == 1 else None
    inputs = {
        name: [_repeated(item, axis, factor) for item in value]
        if isinstance(value, (list, tuple))
        else _repeated(value, axis, factor)
        for name, value in case.inputs.items()
    }
    return OpCase(case.op, inputs, case.attrs)


def _float_arrays(case: OpCase) -> list[np.ndarray[Any, Any]]:
    arrays = [
        np.asarray(item)
        for value in case.inputs.values()
        for item in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return [array for array in arrays if as_dtype(array.dtype).is_floating]


def _axis(array: np.ndarray[Any, Any]) -> int:
    return next((axis for axis, size in enumerate(array.shape) if size > 1), 0)


def _repeated(value: Any, axis: int, factor: int) -> Any:
    array = np.asarray(value)
    if not as_dtype(array.dtype).is_floating or array.ndim <= axis or factor == 1:
        return array
    return np.repeat(array, factor, axis=axis)
