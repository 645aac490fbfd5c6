"""``check_package``: every op and kernel of a package on each device in each dtype; what ``graphops check`` prints."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from graphops.plugins.packages import find_plugin, load_kernels, plugins
from graphops.plugins.plugin import Plugin
from graphops.testing import standin
from graphops.testing.call_checks.call_check import CallCheck
from graphops.testing.call_checks.speed_check import slow_kernel
from graphops.testing.cases import OpCase
from graphops.testing.checks import OpChecks, registered_checks
from graphops.testing.made_calls.guessed_calls import guessed_calls
from graphops.testing.made_calls.variations import float_dtype
from graphops.testing.opcheck import examine, gradient_problems, wanted_devices
from graphops_registry.attr import attr_text
from graphops_registry.device_def import device_types
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    nearest,
)
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import Op, lookup_op, registered_ops

_THOROUGH: Final = 3  # calls of each op and dtype that get every check
_REASONS: Final = 6  # that a row gives
_ORDER: Final = ("wrong", "slow", "refused", "right")


@dataclass
class CheckRow:
    """One op on one device in one dtype.

    Attributes:
        op: its name.
        device: ``CPU``, ``STANDIN`` or ``GPU``.
        dtype: the value of its type attr; ``T=float32, Tidx=int32`` if there are several; ``-`` if there is none.
        verdict: ``right``, ``slow`` (another kernel is at least 1.5 times as fast as the one that runs), ``wrong``, or
            ``refused`` (no kernel takes it, or no call of it is known).
        calls: how many calls ran.
        refused: how many calls the op's rules refused.
        checks: how many things were compared.
        reasons: for any other verdict than ``right``.
    """

    op: str
    device: str
    dtype: str
    verdict: str = "right"
    calls: int = 0
    refused: int = 0
    checks: int = 0
    reasons: list[str] = field(default_factory=list)

    def say(self, verdict: str, *reasons: str) -> None:
        """Note what is not right; the worst verdict stays."""
        if _ORDER.index(verdict) < _ORDER.index(self.verdict):
            self.verdict = verdict
        self.reasons += [reason for reason in reasons if reason not in self.reasons]


@dataclass(frozen=True)
class PackageReport:
    """What :func:`check_package` found.

    Attributes:
        package: the name of the module.
        rows: one for each op, device and dtype.
    """

    package: str
    rows: tuple[CheckRow, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; what is slow or refused is the author's choice."""
        return all(row.verdict != "wrong" for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        """Rows by verdict."""
        return {verdict: sum(row.verdict == verdict for row in self.rows) for verdict in reversed(_ORDER)}

    def reasons(self) -> list[str]:
        """``Op on device in dtype: verdict`` and what is behind it, for each row that is not right."""
        lines = []
        for row in self.rows:
            if row.verdict != "right":
                dtype = "" if row.dtype == "-" else f", {row.dtype}"
                more = len(row.reasons) - _REASONS
                shown = [*row.reasons[:_REASONS], *([f"and {more} more"] if more > 0 else [])]
                lines += [f"{row.op} on {row.device}{dtype}: {row.verdict}", *(f"  {reason}" for reason in shown)]
        return lines


def check_package(name: str, *, devices: Sequence[str] | None = None, quick: bool = False) -> PackageReport:
    """Check all ops of a package, and all kernels that it registers for ops of others.

    Calls are those that the package declares with :func:`~graphops.testing.register_checks`, best in a module
    ``checks`` of the package, which is imported; for an op without any, small shapes are tried until its shape rule
    accepts some.  Each call goes through :func:`~graphops.testing.opcheck`, the first ones of each dtype thoroughly;
    gradients are compared with differences; and where an op has several kernels on a device, they are timed.

    Args:
        name: of an importable module, an entry point of the group ``graphops.plugins``, or a distribution.
        devices: device types, default ``CPU``, the stand-in, and ``GPU`` where there is one.
        quick: only ``opcheck`` as it is by default: no timing, no gradients, nothing thorough.

    Raises:
        FailedPreconditionError: there is nothing of that name, or it cannot be imported.
        NotFoundError: it registers nothing.
        InvalidArgumentError: a device that is not known.
    """
    load_kernels()
    standin.register()
    plugin = find_plugin(name)
    if plugin.error is not None:
        raise FailedPreconditionError(f"package '{name}' must be one that loads, got {plugin.error}")
    package = _package(plugin)
    _import_checks(package)
    ops = _ops_of(plugin, package)
    if not ops:
        raise NotFoundError(f"package '{name}' must register an op or a kernel, got none")
    names = wanted_devices(devices, "check_package()")
    rows = itertools.chain.from_iterable(_rows(op, names, quick) for op in ops)
    return PackageReport(package.__name__, tuple(rows))


def _package(plugin: Plugin) -> ModuleType:
    """The module that was named, or the package around the one that an entry point names."""
    module = sys.modules[plugin.module]
    above = sys.modules.get(plugin.module.rpartition(".")[0])
    if plugin not in plugins() or hasattr(module, "__path__") or getattr(above, "__file__", None) is None:
        return module
    return above if above is not None else module


def _import_checks(package: ModuleType) -> None:
    name = f"{package.__name__}.checks"
    if not hasattr(package, "__path__") or importlib.util.find_spec(name) is None:
        return
    try:
        importlib.import_module(name)
    except GraphopsError:
        raise
    except Exception as error:
        raise InvalidArgumentError(f"module '{name}' must be importable, but it raises {_said(error)}") from error


def _ops_of(plugin: Plugin, package: ModuleType) -> list[Op]:
    """The ops that a plug-in or the files of a package registered, or kernels of."""
    known = {*plugin.ops, *(kernel.op for kernel in plugin.kernels)}
    if plugin not in plugins() and "." in plugin.module:  # then they are those of the package around it
        known = set()
    found = []
    for op in registered_ops():
        places = [op.defined_at, *(definition.defined_at for definition in kernels_of(op.name))]
        if op.name in known or any(_is_within(place, package) for place in places):
            found.append(op)
    return found


def _is_within(place: str, module: ModuleType) -> bool:
    file = Path(place.rpartition(":")[0])
    folders = [Path(folder) for folder in getattr(module, "__path__", ())]
    if folders:
        return any(file.is_relative_to(folder) for folder in folders)
    return file == Path(module.__file__ or "")


def _rows(op: Op, devices: Sequence[str], quick: bool) -> Iterator[CheckRow]:
    if op.shape_fn is None and op.op_def.outputs:
        row = CheckRow(op.name, devices[0], "-")
        row.say("wrong", f"op '{op.name}' must have a shape rule, got none (registered at {op.defined_at})")
        yield row
        return
    declared = registered_checks(op.name)
    yield from _nowhere(op)
    calls: list[tuple[OpCase, OpChecks | None]] = []
    for checks in declared:
        try:
            calls += [(case, checks) for case in checks.cases()]
        except Exception as error:  # a function of the author's, or a shape that is none
            row = CheckRow(op.name, devices[0], "-")
            row.say("wrong", f"the calls declared at {checks.defined_at} must be made, but that raises {_said(error)}")
            yield row
            return
    if not declared:
        calls = [(case, None) for case in guessed_calls(op.name)]
    if not calls:
        row = CheckRow(op.name, devices[0], "-")
        row.say("refused", f"no call of it is known: declare one by register_checks('{op.name}', ...)")
        yield row
        return
    by_dtype: dict[str, list[tuple[OpCase, OpChecks | None]]] = {}
    for case, each in calls:
        by_dtype.setdefault(_dtype_text(op, case), []).append((case, each))
    differentiated = _widest(op, by_dtype)
    for device in devices:
        for dtype, group in by_dtype.items():
            row = CheckRow(op.name, device, dtype)
            _fill(row, op, group, quick=quick, gradients=dtype == differentiated)
            yield row


def _nowhere(op: Op) -> Iterator[CheckRow]:
    """Kernels for unknown device types, a misspelt one for example: they never run."""
    known = {device.type for device in device_types()}
    for kernel in kernels_of(op.name):
        if kernel.device not in known:
            row = CheckRow(op.name, kernel.device, "-")
            near = nearest(kernel.device, known)
            rule = f"be registered for a device type among {', '.join(sorted(known))}, got '{kernel.device}'{near}"
            row.say("refused", f"kernel {kernel.name} must {rule} at {kernel.defined_at}")
            yield row


def _widest(op: Op, by_dtype: Mapping[str, Sequence[tuple[OpCase, OpChecks | None]]]) -> str:
    """The dtype whose calls show gradients best."""
    names = ("float64", "float32", "float16", "bfloat16")

    def rank(dtype: str) -> int:
        found = float_dtype(op.op_def, by_dtype[dtype][0][0])
        return names.index(found.name) if found is not None and found.name in names else len(names)

    return min(by_dtype, key=rank)


def _fill(
    row: CheckRow, op: Op, group: Sequence[tuple[OpCase, OpChecks | None]], *, quick: bool, gradients: bool
) -> None:
    """Check the calls of one dtype on one device.

    Args:
        gradients: by differences; otherwise, on the CPU, those in half and bfloat16 beside those in a wide float.
    """
    ran: list[OpCase] = []
    differentiated = 0
    no_kernel = ""
    for case, checks in group:
        reference = checks.reference if checks is not None else None
        thorough = not quick and len(ran) < _THOROUGH
        try:
            check = _examined(case, reference, row.device, thorough)
        except NotFoundError as error:
            no_kernel = str(error)
            continue
        except InternalError as error:
            row.say("wrong", f"{case}: {_said(error)}")
            continue
        except GraphopsError as error:
            row.refused += 1
            no_kernel = no_kernel or str(error)
            continue
        except Exception as error:  # the reference, or a rule of the op
            row.say("wrong", f"{case} must be computed, but it raises {_said(error)}")
            continue
        if check is None:
            no_kernel = no_kernel or f"no kernel on {row.device} takes it"
            continue
        ran.append(case)
        row.checks += check.checks
        for problem in check.problems:
            row.say("wrong", f"{check.text}: {problem}")
        order = 2 if checks is None else 2 if checks.gradients is True else int(checks.gradients)
        if not quick and row.device == "CPU" and order and differentiated < _THOROUGH and not check.problems:
            problems, count = gradient_problems(case, order if gradients else 0)
            differentiated += bool(count) or not gradients
            row.checks += count
            for problem in problems:
                row.say("wrong", f"{check.text}: {problem}")
    row.calls = len(ran)
    if not ran and row.verdict == "right":
        row.say("refused", no_kernel)
    if ran and not quick and row.device != standin.TYPE and row.verdict == "right":
        largest = max(ran, key=_elements)
        slow = slow_kernel(largest, row.device)
        if slow is not None:
            row.say("slow", slow)


def _examined(case: OpCase, reference: Any, device: str, thorough: bool) -> CallCheck | None:
    """What :func:`examine` finds; ``None`` if there is no kernel. Without a reference a device is compared with the
    CPU."""
    on_cpu = CallCheck(case)
    if not on_cpu.has_kernel(device):
        return None
    if reference is None and device != "CPU":
        reference = on_cpu.plain_outputs()
    check = examine(case, reference=reference, devices=[device], thorough=thorough)
    return check if check.ran or check.problems else None


def _dtype_text(op: Op, case: OpCase) -> str:
    """The values of the type attrs of a call."""
    try:
        attrs: Mapping[str, Any] = CallCheck(case).bound.attrs
    except GraphopsError:
        return "-"
    types = {attr.name: attr_text(attrs[attr.name]) for attr in op.op_def.attrs if attr.base_type == "type"}
    return next(iter(types.values())) if len(types) == 1 else ", ".join(f"{k}={v}" for k, v in types.items()) or "-"


def _elements(case: OpCase) -> int:
    return sum(array.size for array in CallCheck(case).arrays)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def check_op(op: str, *, devices: Sequence[str] | None = None, quick: bool = False) -> tuple[CheckRow, ...]:
    """As :func:`check_package`, for one op."""
    load_kernels()
    return tuple(_rows(lookup_op(op), wanted_devices(devices, "check_op()"), quick))
