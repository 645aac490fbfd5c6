"""Does one kernel, run alone, keep the promises of its registration?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.testing.call_checks.memory_check import MemoryCheck
from graphops.testing.call_checks.result_bits import bits_of
from graphops.testing.strict.strict_array import StrictArray, unwrap
from graphops.testing.tolerances import difference
from graphops_registry.device_def import DeviceType, device_type
from graphops_registry.errors import GraphopsError, InternalError
from graphops_registry.kernel_def import KernelDef, Mode
from graphops_registry.op_def import Op

HostArray = np.ndarray[Any, Any]
Outputs = list[HostArray | None]
DETERMINISTIC = Mode(deterministic=True)
RUNS_ALONE = frozenset({"cancel", "stream", "name", "memory"})  # what a kernel may use and still run outside a Session


@dataclass
class KernelCheck:
    """One kernel and one call.

    Attributes:
        mode: with ``deterministic`` every run must give the same bits.
        may_refuse: whether the values may be such as the kernel refuses, with an error of graphops.
        refused: whether it does.
        problems: what is wrong, one sentence each.
        checks: the number of checks made.
    """

    op: Op
    attrs: Mapping[str, Any]
    definition: KernelDef
    inputs: Sequence[HostArray]
    mode: Mode = DETERMINISTIC
    may_refuse: bool = False
    refused: bool = False
    problems: list[str] = field(default_factory=list)
    checks: int = 0

    def __post_init__(self) -> None:
        self.device: DeviceType = device_type(self.definition.device)
        self.kernels = NodeKernels(self.op, self.attrs, self.device.type, "opcheck", [self.definition], mode=self.mode)

    @property
    def label(self) -> str:
        return f"kernel {self.definition.name} on {self.device.type}"

    def run(self) -> Outputs | None:
        """The outputs, on the host; ``None`` if the kernel fails."""
        plain = self._run(self._copies(), "contiguous inputs", self._place)
        self.may_refuse = False
        if plain is None:
            return None
        again = self._run(self._copies(), "contiguous inputs", self._place)
        same = again is not None and bits_of(again) == bits_of(plain)
        self._check(same or not self.mode.deterministic, "give the same bits in each run, got others")
        what = "inputs that are not contiguous"
        self._compare(what, self._run([_scattered(array) for array in self.inputs], what, self._place_scattered), plain)
        for index in range(len(plain)) if len(plain) > 1 else ():
            what = f"only output {index} wanted"
            wanted = tuple(position == index for position in range(len(plain)))
            single = self._run(self._copies(), what, self._place, wanted)
            self._compare(what, single, [output if want else None for output, want in zip(plain, wanted, strict=True)])
        return plain

    def run_thoroughly(self, plain: Outputs) -> None:
        """What takes longer: other layouts of the inputs, writes to them, what stays between calls, threads.

        Args:
            plain: what :meth:`run` answered.
        """
        before = bits_of(self.inputs)
        for what, layout in _LAYOUTS.items():
            if self.device.is_host:
                self._compare(what, self._run([layout(array) for array in self.inputs], what, self._place), plain)
        writeable = self._copies()
        self._run(writeable, "inputs that may be written to", self._place, writeable=True)
        self._check(bits_of(writeable) == before, "not write to its inputs, but it does when they can be written to")
        memory = MemoryCheck(self.definition, self.device, self.kernels, self.mode)
        self.problems += [f"{self.label} must {rule}" for rule in memory.run(self.inputs)]
        self.checks += memory.checks

    def _copies(self) -> list[HostArray]:
        return [array.copy() for array in self.inputs]

    def _run(
        self,
        arrays: list[HostArray],
        what: str,
        place: Callable[[HostArray], Any],
        wanted: tuple[bool, ...] | None = None,
        *,
        writeable: bool = False,
    ) -> Outputs | None:
        wanted = wanted if wanted is not None else (True,) * len(self.kernels.output_dtypes)
        before = bits_of(arrays)
        for array in arrays:
            array.flags.writeable = writeable  # a kernel that writes fails at once
        placed = [
            array if index in self.kernels.host_inputs or array.dtype.kind == "O" else place(array)
            for index, array in enumerate(arrays)
        ]
        try:
            choice = self.kernels.choose(placed, wanted)
            made = list(choice.run(EagerContext(self.device), placed))
        except Exception as error:
            if self.may_refuse and isinstance(error, GraphopsError) and not isinstance(error, InternalError):
                self.refused = True
                return None
            self._check(False, f"run with {what}, but it raises {type(error).__name__}: {error}")
            return None
        self.checks += len(made)  # their dtypes and shapes, compared with what was promised
        self._check(before == bits_of(arrays), "not write to its inputs, but it does")
        for index, output in enumerate(made):
            if output is not None:
                self._check_place(index, output)
                self._check_sharing(index, output, placed, choice.prepared.aliases.get(index))
                self._check_outputs_apart(index, made, choice.prepared.aliases)
        return [self._host(output) for output in made]

    def _place(self, array: HostArray) -> Any:
        return array if self.device.is_host else self.device.copy_in(array)

    def _place_scattered(self, array: HostArray) -> Any:
        """A device array that is not contiguous, made of the memory that ``array`` is a part of."""
        if self.device.is_host or array.base is None:
            return self._place(array)
        return self.device.copy_in(np.asarray(array.base))[..., 1::2]

    def _host(self, output: Any) -> HostArray | None:
        if output is None:
            return None
        return self.device.copy_out(output) if self.device.owns(output) else np.array(output)

    def _check_place(self, index: int, output: Any) -> None:
        """On a device, outputs are there unless they are declared to be on the host."""
        if self.device.is_host or not getattr(output, "size", 0):
            return
        on_host = index in self.kernels.host_outputs or self.kernels.output_dtypes[index].is_host_only
        where = "the host" if on_host else "the device"
        self._check(self.device.owns(output) != on_host, f"return output {index} on {where}")

    def _check_sharing(self, index: int, output: Any, inputs: Sequence[Any], alias: int | None) -> None:
        for position, array in enumerate(inputs):
            if alias != position:
                shared = _share_memory(output, array)
                self._check(not shared, f"declare that output {index} is a view of input {position} (views = ...)")

    def _check_outputs_apart(self, index: int, outputs: Sequence[Any], aliases: Mapping[int, int]) -> None:
        """Outputs share memory with one another only if they are views of one input."""
        for other in range(index):
            views_of_one = index in aliases and aliases.get(index) == aliases.get(other)
            if outputs[other] is not None and not views_of_one:
                shared = _share_memory(outputs[index], outputs[other])
                self._check(not shared, f"give outputs that share no memory, but {other} and {index} do")

    def _compare(self, what: str, got: Outputs | None, expected: Outputs) -> None:
        if got is None:
            return  # reported already
        for index, (output, want) in enumerate(zip(got, expected, strict=True)):
            if want is None:
                continue
            problem = "is None" if output is None else difference(output, want)
            self._check(problem is None, f"give the same with {what}, but output {index} {problem}")

    def _check(self, right: bool, rule: str) -> None:
        self.checks += 1
        if not right:
            self.problems.append(f"{self.label} must {rule}")


def _share_memory(first: Any, second: Any) -> bool:
    """Whether two arrays of the host, or of the stand-in, have an element in common."""
    mine, theirs = (unwrap(a, "_share_memory()", None) if isinstance(a, StrictArray) else a for a in (first, second))
    both = isinstance(mine, np.ndarray) and isinstance(theirs, np.ndarray)
    return both and bool(mine.size and np.shares_memory(mine, theirs))


def _scattered(array: HostArray) -> HostArray:
    """The same values with others between them."""
    if not array.ndim:
        return array.copy()
    wide = np.empty((*array.shape[:-1], 2 * array.shape[-1] + 1), dtype=array.dtype)
    wide[...] = b"between" if array.dtype.kind == "O" else np.ones((), array.dtype)
    view = wide[..., 1::2]
    view[...] = array
    return view


def _backwards(array: HostArray) -> HostArray:
    """The same values, stored in the opposite order."""
    if not array.ndim:  # NumPy gives the value itself for it, and a text has no dtype object then
        return array
    return np.flip(np.ascontiguousarray(np.flip(array)))


_LAYOUTS: Final[dict[str, Callable[[HostArray], HostArray]]] = {
    "inputs in Fortran's order": lambda array: np.array(array, order="F"),
    "inputs that are stored backwards": _backwards,
}
