"""What came of a call: an answer, a refusal, or a fault."""

from __future__ import annotations

import copy
import re
from typing import Any, Final

import numpy as np

from graphops.testing.call_checks.kernel_check import bits_of
from graphops.testing.cases import OpCase
from graphops.testing.tolerances import RELATIVE, difference
from graphops_registry.errors import (
    DeadlineExceededError,
    GraphopsError,
    InvalidTypeError,
    PermissionDeniedError,
    ResourceExhaustedError,
)
from graphops_registry.op_def import lookup_op
from tests.differential import values
from tests.hostile.calls import oracle
from tests.hostile.calls.handles import Handle
from tests.hostile.calls.ways import BYTES, WAYS, Made, make

FAULTS: Final = ("death", "hang", "foreign exception", "wrong answer", "wrong static shape", "write to an input",
                 "shared memory", "too much memory", "ways disagree", "oracle failed",
          "generation failed")  # fmt: skip
Verdict = tuple[str, str]
_LEGACY: Final = re.compile(r"must have rank 1, got rank 0 \(\)|must be a scalar, got rank 1 \([1?],\)")


def judged(case: OpCase, number: int) -> Verdict:
    """``("ok", "")``, the class of the refusal, or one of ``FAULTS`` and what is wrong."""
    made: dict[str, Made] = {}
    given = _laid_out(case, number)
    before = _bits(given)
    for way in WAYS:
        peak = _peak()
        found = make(given, way, number)
        if found is None:
            continue
        made[way] = found
        if found.error is not None and not isinstance(found.error, GraphopsError):
            return "foreign exception", f"{way}: {type(found.error).__name__}: {found.error}"
        if _peak() - peak > 2 * BYTES:
            return "too much memory", f"{way}: {(_peak() - peak) >> 20} MiB more"
        if _bits(given) != before:
            return "write to an input", way
        told = _broken_promise(found)
        if told is not None:
            return "wrong static shape", f"{way}: {told}"
        if way == "eager" and found.outputs is not None and (told := _shared(given, found.outputs)) is not None:
            return "shared memory", told
    return _compared(given, number, made)


def _laid_out(case: OpCase, number: int) -> OpCase:
    """The call with arrays of its own, that can be written to, in memory of various orders."""

    def own(item: Any) -> Any:
        if isinstance(item, np.generic):
            return np.array(item)
        if type(item) is not np.ndarray:
            return item
        found = values.laid_out(item.copy(), number)
        found.flags.writeable = True
        return found

    inputs = {n: [own(item) for item in v] if isinstance(v, list) else own(v) for n, v in case.inputs.items()}
    return OpCase(case.op, inputs, case.attrs)


def _bits(case: OpCase) -> list[Any]:
    return [
        bits_of([item]) if item.dtype.kind != "O" else list(map(id, item.reshape(-1).tolist()))
        for value in case.inputs.values()
        for item in (value if isinstance(value, list) else [value])
        if isinstance(item, np.ndarray)
    ]


def _peak() -> int:
    """The most bytes that this process has had. (What ``getrusage`` says begins with those of the one that started it.)"""
    with open("/proc/self/status", encoding="ascii") as file:
        line = next(line for line in file if line.startswith("VmHWM:"))
    return int(line.split()[1]) << 10


def _broken_promise(found: Made) -> str | None:
    for place, (output, (dtype, shape)) in enumerate(zip(found.outputs or [], found.promised or [], strict=False)):
        if output is None or dtype is None:
            continue
        if output.dtype != dtype.base.numpy_dtype:
            return f"output {place} has dtype {output.dtype}, promised {dtype}"
        dims = shape.dims
        if dims is None:
            continue
        wrong = len(dims) != output.ndim or any(
            isinstance(dim, int) and dim != size for dim, size in zip(dims, output.shape, strict=True)
        )
        if wrong:
            return f"output {place} has shape {output.shape}, promised {shape}"
    return None


def _shared(case: OpCase, outputs: list[Any]) -> str | None:
    for name, value in case.inputs.items():
        for item in value if isinstance(value, list) else [value]:
            for place, output in enumerate(outputs):
                if isinstance(item, np.ndarray) and output is not None and np.may_share_memory(item, output):
                    return f"output {place} shares memory with {name}"
    return None


def _compared(case: OpCase, number: int, made: dict[str, Made]) -> Verdict:
    """What the ways say together."""
    answers = {way: found for way, found in made.items() if found.outputs is not None}
    refusals = {way: found.error for way, found in made.items() if found.error is not None}
    if answers and refusals:
        moves_files = case.op == "MergeV2Checkpoints"
        if (
            moves_files
            or not _holds_arrays(case)
            or any(_may_differ(case.op, error, way) for way, error in refusals.items())
        ):
            return type(next(iter(refusals.values()))).__name__, ""
        shown = "; ".join(f"{way}: {type(error).__name__}: {error}" for way, error in refusals.items())
        return "ways disagree", f"{', '.join(answers)} answers, but {shown}"
    if refusals:
        return type(next(iter(refusals.values()))).__name__, ""
    first = next(iter(answers.values()))
    if not _is_left_to_chance(case):
        for way, found in answers.items():
            told = _other(
                found.outputs or [], first.outputs or [], number % 4 == 0, _coarsest(case), oracle.is_extreme(case)
            )
            if told is not None:
                return "ways disagree", f"{way} gives something else than {next(iter(answers))}: {told}"
    if "eager" in answers and _is_plain(case):
        try:
            told = oracle.wrong(case, first.outputs or [])
        except Exception as error:
            return "oracle failed", f"{type(error).__name__}: {error}"
        if told is not None:
            return "wrong answer", told
    return "ok", ""


def _other(got: list[Any], want: list[Any], exactly: bool, relative: float | None, extreme: bool) -> str | None:
    """Where two ways differ: in any bit, or by more than rounding when a graph copies what lies in another order in
    memory, for which NumPy's loops are not the same."""
    if bits_of(got) == bits_of(want):
        return None
    for place, (a, b) in enumerate(zip(got, want, strict=True)):
        if a is None or b is None or bits_of([a]) == bits_of([b]):
            continue
        if not exactly and extreme:
            continue
        if exactly or a.dtype.kind == "O" or (told := difference(a, b, relative=relative)) is not None:
            return f"output {place}, {a!r:.150} and {b!r:.150}" if exactly or a.dtype.kind == "O" else f"{place} {told}"
    return None


def _may_differ(op: str, error: BaseException, way: str) -> bool:
    """Whether one way may refuse what another answers: literals convert, placeholders do not; a Session alone
    counts all memory, stops what takes too long, and keeps files to its folders; a graph that knows the ranks refuses
    the scalars for vectors of TensorFlow 0.x (and the reverse), which runs take as TensorFlow's kernels do."""
    if op in ("Fill", "Range", "Reshape") and way != "eager" and _LEGACY.search(str(error)):
        return True
    if isinstance(error, PermissionDeniedError) and way != "eager":
        return True
    if isinstance(error, (ResourceExhaustedError, DeadlineExceededError)):
        return True
    return isinstance(error, InvalidTypeError) and way == "dynamic"


def _coarsest(case: OpCase) -> float | None:
    """The tolerance of the narrowest dtype among the inputs: a result in a wider one is no better."""
    names = {getattr(getattr(i, "dtype", None), "name", "") for v in case.inputs.values() for i in
             (v if isinstance(v, list) else [v])}  # fmt: skip
    return max((RELATIVE[name] for name in names if name in RELATIVE), default=None)


def _is_left_to_chance(case: OpCase) -> bool:
    """Whether the call draws random numbers that no seed settles, or takes whichever input comes first."""
    if case.op in ("Merge", "RefMerge"):
        return True
    names = [name for name in ("seed", "seed2") if name in lookup_op(case.op).op_def.attr_by_name]
    return bool(names) and not any(case.attrs.get(name) for name in names)


def _holds_arrays(case: OpCase) -> bool:
    """Whether all inputs are arrays or handles; other values are converted differently as feeds than as literals."""
    items = [i for value in case.inputs.values() for i in (value if isinstance(value, list) else [value])]
    return all(isinstance(item, (np.ndarray, Handle)) for item in items)


def _is_plain(case: OpCase) -> bool:
    """Whether all inputs are arrays."""
    items = [i for value in case.inputs.values() for i in (value if isinstance(value, list) else [value])]
    return all(type(item) is np.ndarray and not isinstance(item, Handle) for item in items)


def kept(case: OpCase) -> OpCase:
    """A copy that later changes of its arrays do not touch; the call itself if it cannot be copied."""
    try:
        return copy.deepcopy(case)
    except Exception:
        return case
