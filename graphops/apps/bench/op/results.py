"""Whether the sides gave the same results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphops.apps.bench.cases import OURS
from graphops.apps.bench.measuring import Measured
from graphops.apps.bench.op.calls import OpCall
from graphops.apps.bench.op.others import written
from graphops.apps.bench.op.own_sides import KERNEL, HostArray, Results
from graphops.apps.bench.op.rows import WRONG
from graphops.testing.tolerances import difference
from graphops_registry.dtypes import as_dtype


def judging(called: OpCall, results: Results, case: Mapping[str, Any] | None) -> Callable[[dict[str, Measured]], None]:
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
                problem = _differs(written(case or {}, name), ours, own=False)
            if problem is not None:
                side.refused = f"{WRONG}{problem}"

    return judge


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


def share_of_nans(results: Results) -> float:
    """Which part of the results of graphops is no number."""
    floats = [output for output in results.get(OURS, []) if output.dtype.kind in "fc"]
    size = sum(output.size for output in floats)
    return sum(int(np.isnan(output).sum()) for output in floats) / size if size else 0.0
