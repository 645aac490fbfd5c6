"""``opcheck``: does an op keep its promises, with each of its kernels, on each device?"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops.plugins.packages import load_kernels
from graphops.testing import standin
from graphops.testing.call_checks.bad_calls import bad_call_problems
from graphops.testing.call_checks.call_check import CallCheck, Outputs, Reference
from graphops.testing.call_checks.narrow_gradients import narrow_gradient_problems
from graphops.testing.call_checks.trait_check import trait_problems
from graphops.testing.cases import OpCase
from graphops.testing.gradcheck import gradcheck
from graphops.testing.made_calls.variations import (
    NARROW,
    Variation,
    float_dtype,
    in_dtype,
    narrowed,
    other_attrs,
    widened,
    with_special_values,
    without_elements,
)
from graphops.testing.slopes import GradCheckError
from graphops_registry.device_def import device_types
from graphops_registry.dtypes import DType, float32, float64
from graphops_registry.errors import GraphopsError, InternalError, InvalidArgumentError, InvalidTypeError, shorten
from graphops_registry.op_def import lookup_op

# Half and bfloat16 beside the result in double: a kernel that rounds at each of three or four steps is no wrong one.
_NARROW_SCALE: Final = 4.0


class OpCheckError(AssertionError):
    """An op broke a promise; the message lists all that were broken."""


@dataclass(frozen=True)
class OpReport:
    """What :func:`opcheck` checked.

    Attributes:
        call: the op and its arguments, in short.
        kernels: those that ran, with their devices; for an op with state the Sessions.
        checks: how many things were compared.
    """

    call: str
    kernels: tuple[str, ...]
    checks: int

    def __str__(self) -> str:
        return f"{self.call}: {self.checks} checks passed in {', '.join(self.kernels)}"


def opcheck(
    op: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    *,
    reference: Reference = None,
    scale: float = 1.0,
    devices: Sequence[str] | None = None,
    thorough: bool = False,
    gradients: int | None = None,
) -> OpReport:
    """Run one call in every way there is, and compare.

    Checked for each kernel that takes the call on each device:

    * outputs have the dtypes of the OpDef, the shapes of the shape rule, and are on the device that they should be on;
    * inputs are not written to, may be read-only, and need not be contiguous;
    * outputs share memory with inputs only where the kernel's ``views`` says so, and not with one another;
    * two runs give the same bits, and so does a run in which only one of several outputs is wanted.

    Then the shape rule: with every dimension, rank or value unknown, one at a time, and with symbols, it does not fail
    and promises nothing that the outputs break.  Then ``eager`` and a Session on each device, built with unknown sizes:
    the same bits as the kernel alone on the CPU.  And all agree with ``reference``, or with the first kernel, within
    :mod:`~graphops.testing.tolerances`.  And the traits that the op's block states hold, as far as calls like this one
    can tell: ``linear_in``, ``elementwise``, ``cannot_fail``, ``passes_through``, ``tells``, ``bounded_result``.

    With ``thorough`` also, some ten times as much work:

    * each kernel: inputs in other layouts, and such as can be written to; nothing stays from one call to the next,
      results that were returned stay as they are, several threads at once and one call within another;
    * calls like this one, of all kernels: inputs without elements, each attr at other values that the OpDef allows,
      NaN and infinities, half and bfloat16 against the widest float; what the shape rule refuses is left out;
    * bad arguments, one at a time, which may only give a result or an error of graphops;
    * gradients.

    Ops with state run in Sessions only, a new one each time.

    Args:
        op: its name.
        inputs: arrays by argument, a list of arrays for a list argument.
        attrs: as for ``raw_ops``.
        reference: the expected outputs, or a function of the inputs and attrs (by keyword) that gives them.
        scale: widens the tolerance towards the reference and between devices.
        devices: device types; default: ``CPU``, and of the stand-in and ``GPU`` (where there is one) those that have a
            kernel for these dtypes. Strings never leave the host.
        thorough: for an op that was never checked before.
        gradients: to which order gradients are compared with differences, if the op has them and the inputs are (or
            can be made) float64 or float32; ``True`` for 2. Default: 2 with ``thorough``, else 0.

    Raises:
        OpCheckError: everything that is wrong, one line each.
        InvalidArgumentError: inputs or attrs that the OpDef does not allow; a handle cannot be given; a device type
            that has no device here.
    """
    for what, given in (("inputs", inputs), ("attrs", attrs or {})):
        if not isinstance(given, Mapping):
            raise InvalidTypeError(f"{what} of opcheck() must be given by name, got {shorten(repr(given))}")
    case = OpCase(op, dict(inputs), dict(attrs or {}))
    check = examine(case, reference=reference, scale=scale, devices=devices, thorough=thorough)
    order = (2 if thorough else 0) if gradients is None else 2 if gradients is True else int(gradients)
    if order:
        problems, count = gradient_problems(case, order)
        check.problems += problems
        check.checks += count
    if check.problems:
        raise OpCheckError("\n  ".join([f"{check.text}:", *check.problems]))
    return OpReport(check.text, tuple(check.ran), check.checks)


def wanted_devices(wanted: Sequence[str] | None, where: str) -> list[str]:
    """Device types, in capitals; for ``None`` the ``CPU``, the stand-in, and ``GPU`` where there is one.

    Raises:
        InvalidArgumentError: none, or one without a device here, given to the function ``where``.
    """
    standin.register()  # with all that was registered until now
    there = {device.type for device in device_types() if device.count}
    if wanted is None:
        return ["CPU", standin.TYPE, *(["GPU"] if "GPU" in there else [])]
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for name in names or ["none"]:
        if not isinstance(name, str) or name.upper() not in there:
            raise InvalidArgumentError(f"devices of {where} must be among {', '.join(sorted(there))}, got {name!r}")
    return [name.upper() for name in names]


def examine(
    case: OpCase,
    *,
    reference: Reference = None,
    scale: float = 1.0,
    devices: Sequence[str] | None = None,
    thorough: bool = False,
) -> CallCheck:
    """What :func:`opcheck` does, except for gradients; it raises nothing and returns the faults as ``problems``."""
    load_kernels()
    check = CallCheck(case, reference, scale)
    if devices is None:
        devices = [
            device for device in wanted_devices(None, "opcheck()") if device == "CPU" or check.has_kernel(device)
        ]
    else:
        devices = wanted_devices(devices, "opcheck()")
    devices = [device for device in devices if device == "CPU" or not check.on_host]
    for device in devices:
        check.kernels(device, thorough=thorough)
    if check.made is not None:
        check.shapes(check.made)
    for device in devices:
        check.session(device)
    check.eager()
    if not check.ran and not check.problems:
        check.problems.append("some kernel must take the call, got none")
    if check.first is not None:
        problems, count = trait_problems(case, check.bound.attrs)
        check.problems += problems
        check.checks += count
    if thorough:
        with np.errstate(all="ignore"):
            _look_around(check, devices)
    check.problems[:] = dict.fromkeys(check.problems)  # several runs may show one fault
    return check


def _look_around(check: CallCheck, devices: Sequence[str]) -> None:
    """Calls like this one, and bad ones."""
    op_def = check.op.op_def
    if not op_def.is_stateful:
        variations: list[Iterable[Variation]] = [
            without_elements(check.case),
            other_attrs(op_def, check.case, check.bound.attrs),
            with_special_values(check.case),
        ]
        for group in variations:
            for label, case in group:
                _look_at(check, label, case, devices)
        _look_at_precision(check, devices)
    problems, count = bad_call_problems(check.op, check.case, check.bound.attrs)
    check.problems += problems
    check.checks += count


def _look_at(
    check: CallCheck,
    label: str,
    case: OpCase,
    devices: Sequence[str],
    expected: Outputs | None = None,
    scale: float = 1.0,
) -> None:
    """Examine a call like the one of ``check``, unless it is refused.

    Args:
        expected: without it the reference of ``check`` is called, if it is a function that accepts the call.
    """
    reference = check.reference if expected is None and callable(check.reference) else None
    try:
        try:
            other = CallCheck(case, reference if _fits(reference, case) else None, check.scale * scale)
        except GraphopsError:
            raise
        except Exception:  # the kernels have one another
            other = CallCheck(case, None, check.scale * scale)
        if expected is not None:
            other.expected = expected
        elif other.expected is None and "CPU" not in devices:
            other.expected = other.plain_outputs()
        for device in devices:
            other.kernels(device, may_refuse=True)
        if other.refused and other.ran:
            differ = f"{other.refused[0]} refuses them and {other.ran[0]} does not"
            other.problems.append(f"the inputs must be refused by all kernels or by none, but {differ}")
        if other.made is not None:
            other.shapes(other.made)
    except InternalError as error:
        check.problems.append(f"with {label}, {type(error).__name__}: {error}")
        return
    except GraphopsError:
        return
    check.problems += [f"with {label}, {problem}" for problem in other.problems]
    check.checks += other.checks


def _look_at_precision(check: CallCheck, devices: Sequence[str]) -> None:
    """Half and bfloat16 against the same numbers in a wide float."""
    op_def = check.op.op_def
    pairs = [("this dtype", check.case), *narrowed(op_def, check.case)]
    for label, narrow in pairs:
        wide = widened(op_def, narrow)
        if wide is None:
            continue
        beside = CallCheck(wide)
        try:
            expected = beside.plain_outputs()
        except GraphopsError:
            continue
        if expected is not None:
            expected = _rounded(expected, op_def.output_types(CallCheck(narrow).bound.attrs))
            _look_at(check, f"{label} beside a wider one", narrow, devices, expected, _NARROW_SCALE)


def _rounded(outputs: Outputs, dtypes: Sequence[DType]) -> Outputs:
    """Wide results as a narrow dtype has them; ``None`` for those that are no such numbers, and for those beyond its
    range: where results depend on what that is."""
    found: Outputs = []
    for output, dtype in zip(outputs, dtypes, strict=True):
        if output is None or dtype not in NARROW:
            found.append(None)
            continue
        narrow = output.astype(dtype.numpy_dtype)
        overflows = np.any(np.isfinite(output) & ~np.isfinite(narrow.astype(np.float32)))
        found.append(None if overflows else narrow)
    return found


def _fits(reference: Any, case: OpCase) -> bool:
    """Whether a reference takes the arguments of a call."""
    if reference is None:
        return False
    try:
        inspect.signature(reference).bind(**case.inputs, **case.attrs)
    except TypeError:
        return False
    except ValueError:  # no signature to look at
        return True
    return True


def gradient_problems(case: OpCase, order: int) -> tuple[list[str], int]:
    """What is wrong with the op's gradient at a call, and how many derivatives were compared.

    It is compared with differences in float64, or in float32 if the op takes no float64; for a call in half or bfloat16
    also with the gradient in a wide float, with ``order`` 0 with that alone.
    """
    op = lookup_op(case.op)
    if op.gradient_fn is None or not op.differentiable:
        return [], 0
    given = case
    dtype = float_dtype(op.op_def, case)
    if dtype is not None and dtype is not float64:
        wide = (in_dtype(op.op_def, case, dtype, target) for target in (float64, float32))
        case = next((each for each in wide if each is not None), case)
    try:
        narrow = narrow_gradient_problems(given)
        return narrow, gradcheck(case.op, case.inputs, case.attrs, order=order) if order else 0
    except GradCheckError as error:
        return [f"its gradient must be right: {error}"], 1
    except GraphopsError as error:
        return [f"its gradient must be computed, but it raises {type(error).__name__}: {error}"], 1
    except Exception as error:
        return [f"its gradient must raise no {type(error).__name__}: {error}"], 1
