"""Looking at every value of a run: stop where the first one is not finite, and statistics of all nodes.

>>> debug = Debug()
>>> session.run(loss, feeds, debug=debug)
InvalidArgumentError: output 0 of node 'Log' (op 'Log') must be finite, got 2 nan, 0 inf of 8 elements
>>> print(debug.table())
"""

from __future__ import annotations

import fnmatch
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node
from graphops_registry.device_def import owner_of
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.locks import new_lock
from graphops_registry.traits import Trait

_CHUNK: Final = 1 << 20  # elements that are checked at a time: bounds the working memory


@dataclass(frozen=True, slots=True)
class Statistics:
    """What one output of a node was like in its last run. Numbers are those of the finite elements.

    Attributes:
        node, op: its name and op.
        output: which output.
        dtype, shape: of the value.
        min, max, mean, std: ``None`` if there is no finite element, and for strings and handles.
        nan, inf: how many elements are so.
        zeros: the fraction of elements that are zero, ``None`` without elements.
        runs: how often the node has run.
    """

    node: str
    op: str
    output: int
    dtype: str
    shape: tuple[int, ...]
    min: float | None
    max: float | None
    mean: float | None
    std: float | None
    nan: int
    inf: int
    zeros: float | None
    runs: int

    def text(self) -> str:
        """On one line, for notes on errors."""
        parts = [f"{self.dtype}{self.shape}"]
        if self.min is not None:
            parts.append(f"min {self.min:.6g}, max {self.max:.6g}, mean {self.mean:.6g}, std {self.std:.6g}")
        if self.nan or self.inf:
            parts.append(f"{self.nan} nan, {self.inf} inf")
        if self.zeros is not None:
            parts.append(f"{self.zeros:.0%} zero")
        return "; ".join(parts)


class Debug:
    """What ``session.run(..., debug=Debug())`` does after each node. One object may see many runs and threads.

    Args:
        check_finite: stop at the first node that makes nan or infinity out of finite or other inputs.
        ignore: nodes not to check, by name (``"dropout/*"``) or by op (``"Log"``); placeholders never are.
        statistics: keep statistics of every node; else only of what an error shows.
        nodes: names (with ``*``) of the nodes to keep statistics of; default all.

    Attributes:
        statistics: by ``(node, output)`` in the order of the first run.

    Raises:
        InvalidTypeError: ``ignore`` or ``nodes`` that are no names.
    """

    def __init__(
        self,
        *,
        check_finite: bool = True,
        ignore: Iterable[str] = (),
        statistics: bool = True,
        nodes: Iterable[str] | None = None,
    ) -> None:
        self._check_finite = check_finite
        self._ignore = _patterns(ignore, "ignore")
        self._keep = statistics
        self._nodes = None if nodes is None else _patterns(nodes, "nodes")
        self._lock = new_lock()
        self.statistics: dict[tuple[str, int], Statistics] = {}

    def after(self, node: Node, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Look at what a node was given and what it made. The runner calls this.

        Args:
            node: which has just run.
            inputs, outputs: arrays, on any device; ``None`` for an output that no step reads. Do not change them.

        Raises:
            InvalidArgumentError: an output is not finite and should be. The runner notes the node and the user's line.
        """
        checked = self._check_finite and not _matches(self._ignore, node) and not node.op.has(Trait.NONFINITE_EXPECTED)
        kept = self._keep and (self._nodes is None or _matches(self._nodes, node))
        if not checked and not kept:
            return
        for index, value in enumerate(outputs):
            if value is None or (not kept and not _may_be_odd(value)):
                continue
            found = self._describe(node, index, value)
            if kept:
                with self._lock:
                    self.statistics[node.name, index] = found
            if checked and (found.nan or found.inf):
                raise _not_finite(node, found, inputs)

    def _describe(self, node: Node, index: int, value: Any) -> Statistics:
        before = self.statistics.get((node.name, index))
        runs = 1 if before is None else before.runs + 1
        return describe(value, node.name, node.type, index, runs, node.outputs[index].dtype.base)

    def table(self, sort: str = "", most: int | None = None) -> str:
        """The statistics as a table of text.

        Args:
            sort: a column to sort by, largest first; default the order of running.
            most: how many lines.

        Raises:
            InvalidArgumentError: no such column.
        """
        rows = list(self.statistics.values())
        if sort:
            if sort not in Statistics.__slots__:
                raise InvalidArgumentError(f"sort must be one of {', '.join(Statistics.__slots__)}, got '{sort}'")
            rows.sort(key=lambda row: _sortable(getattr(row, sort)), reverse=True)
        lines = [("tensor", "op", "dtype", "shape", "min", "max", "mean", "std", "nan", "inf", "zero")]
        for row in rows[:most]:
            numbers = ["" if n is None else f"{n:.4g}" for n in (row.min, row.max, row.mean, row.std)]
            zeros = "" if row.zeros is None else f"{row.zeros:.0%}"
            shape = "x".join(map(str, row.shape)) or "-"
            name = f"{row.node}:{row.output}"
            lines.append((name, row.op, row.dtype, shape, *numbers, str(row.nan), str(row.inf), zeros))  # type: ignore[arg-type]
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if column < 4 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def to_json(self, indent: int | None = None) -> str:
        """The statistics as a JSON list; numbers that are not finite do not occur."""
        return json.dumps([asdict(row) for row in self.statistics.values()], indent=indent)

    def __repr__(self) -> str:
        return f"<graphops.Debug of {len(self.statistics)} tensors>"


def as_debug(value: object) -> Any:
    """The debugger that ``debug=`` of a run names: an object with ``after``; ``True`` is a new Debug that only checks.

    Raises:
        InvalidTypeError: anything else.
    """
    if value is True:
        return Debug(statistics=False)
    if value is None or value is False:
        return None
    if not callable(getattr(value, "after", None)) or isinstance(value, type):
        raise InvalidTypeError(f"debug of run() must be a graphops.debug.Debug or True, got {value!r}")
    return value


def describe(
    value: Any, node: str = "", op: str = "", output: int = 0, runs: int = 1, dtype: DType | None = None
) -> Statistics:
    """The statistics of an array, wherever it is. Working memory: a few megabytes, and a copy of a device's array.

    Complex numbers count by their magnitude.

    Args:
        dtype: of the tensor, where that of the array does not say it (handles, quantised numbers).
    """
    owner = owner_of(value)
    array = np.asarray(value if owner is None or owner.is_host else owner.copy_out(value))
    dtype = as_dtype(array.dtype) if dtype is None else dtype
    shape = tuple(int(size) for size in array.shape)
    if dtype.is_host_only:
        return Statistics(node, op, output, dtype.name, shape, None, None, None, None, 0, 0, None, runs)
    flat = array.reshape(-1)
    total = _total(flat, dtype.is_complex, 1.0)
    largest = max(abs(total.low), abs(total.high)) if total.count else 1.0
    scale = 1.0
    if not 1e-140 < largest < 1e150 and largest:  # squares would leave the range of float64
        scale = 2.0**-600 if largest > 1 else 2.0**600
    scaled = total if scale == 1.0 else _total(flat, dtype.is_complex, scale)
    count = total.count
    mean = scaled.mean / scale if count else None
    std = math.sqrt(scaled.squares / count) / scale if count else None
    low, high = (total.low, total.high) if count else (None, None)
    zeros = total.zeros / flat.size if flat.size else None
    return Statistics(node, op, output, dtype.name, shape, low, high, mean, std, total.nan, total.inf, zeros, runs)


def _total(flat: np.ndarray[Any, Any], is_complex: bool, scale: float) -> _Total:
    total = _Total()
    for start in range(0, flat.size, _CHUNK):
        part = flat[start : start + _CHUNK]
        with np.errstate(all="ignore"):
            total.add((np.abs(part) if is_complex else part).astype(np.float64) * scale)
    return total


class _Total:
    """Count, mean and squared deviations of what was added, joined chunk by chunk so that nothing cancels."""

    def __init__(self) -> None:
        self.count = self.nan = self.inf = self.zeros = 0
        self.low, self.high = math.inf, -math.inf
        self.mean = self.squares = 0.0

    def add(self, part: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        self.zeros += int(np.count_nonzero(part == 0))
        self.nan += int(np.isnan(part).sum())
        self.inf += int(np.isinf(part).sum())
        good = part[np.isfinite(part)]
        if not good.size:
            return
        self.low, self.high = min(self.low, float(good.min())), max(self.high, float(good.max()))
        both = self.count + good.size
        mean = float(good.mean())
        change = mean - self.mean
        self.squares += float(np.square(good - mean).sum()) + change * change * (self.count * good.size / both)
        self.mean += change * (good.size / both)
        self.count = both


def _not_finite(node: Node, found: Statistics, inputs: Sequence[Any]) -> InvalidArgumentError:
    size = math.prod(found.shape)
    error = InvalidArgumentError(
        f"output {found.output} of node '{node.name}' (op '{node.type}') must be finite, "
        f"got {found.nan} nan, {found.inf} inf of {size} elements"
    ).concerns(op=node.type, node=node.name)
    for tensor, value in zip(node.inputs, inputs, strict=False):
        shown = "nothing" if value is None else describe(value, dtype=tensor.dtype.base).text()
        error.add_note(f"  input {tensor.name}: {shown}")
    error.add_note(f"  output {found.output}: {found.text()}")
    return error


def _may_be_odd(value: Any) -> bool:
    """Whether a value's dtype has nan and infinity."""
    dtype = as_dtype(value.dtype)
    return dtype.is_floating or dtype.is_complex


def _patterns(names: Iterable[str], what: str) -> tuple[str, ...]:
    found = (names,) if isinstance(names, str) else tuple(names)
    for name in found:
        if not isinstance(name, str):
            raise InvalidTypeError(f"{what} of Debug must be names of nodes or ops, got {name!r}")
    return found


def _matches(patterns: Sequence[str], node: Node) -> bool:
    return any(pattern == node.type or fnmatch.fnmatchcase(node.name, pattern) for pattern in patterns)


def _sortable(value: Any) -> Any:
    return (value is not None, value) if value is not None else (False, 0)
