"""The plain kernel of fits that only go down."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("IsotonicRegression", "CPU")
class IsotonicRegression(PlainKernel):
    """Pools neighbours that go up, in float64, which takes time proportional to the number of elements."""

    host_data = ("input",)

    def compute(self, x: Array) -> tuple[Array, Array]:
        length = x.shape[-1] if x.ndim else 1
        fitted, runs = np.empty(x.shape, np.float64), np.empty(x.shape, np.int32)
        if x.size:
            rows = zip(x.reshape(-1, length), fitted.reshape(-1, length), runs.reshape(-1, length), strict=True)
            for given, fit, run in rows:
                _fit(given.astype(np.float64).tolist(), fit, run)
        with np.errstate(all="ignore"):
            result = fitted.astype(self.attrs["output_dtype"].numpy_dtype)
        return self.xp.asarray(result), self.xp.asarray(runs)


def _fit(row: list[float], fit: Any, run: Any) -> None:
    """Write the fit of ``row`` and the numbers of its runs."""
    sums: list[float] = []
    counts: list[int] = []
    for value in row:
        total, count = value, 1
        # A run of one mean is one run where it was pooled, and apart where it was not.
        while sums and sums[-1] * count < total * counts[-1]:
            total += sums.pop()
            count += counts.pop()
        sums.append(total)
        counts.append(count)
    start = 0
    for number, (total, count) in enumerate(zip(sums, counts, strict=True)):
        fit[start : start + count] = total / count
        run[start : start + count] = number
        start += count
