"""A prepared kernel: one that is ready to run for given shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from numbers import Integral
from typing import Any, Final

import numpy as np

from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.faults import broken
from graphops_registry.kernels.loop_list import SequenceAccess
from graphops_registry.kernels.spec import Array, KernelSpec, Shape


class Prepared:
    """A kernel made ready for given shapes: immutable, shareable between threads, plans and ``eager``.

    Attributes:
        output_shapes: what ``run`` returns, ``None`` where data decides.
        workspace_bytes: memory that ``run`` needs beyond inputs and outputs.
        aliases: output index -> index of an input that the output may share memory with (a view).
        fresh: whether ``run`` keeps none of its inputs, and returns nothing that shares memory with one or with
            anything else, but for ``aliases``. Memory that only such kernels have seen may be used again.
        direct: when there is nothing to do beyond a call: a function of the inputs that gives the only output, fresh;
            it may raise NumPy's floating-point warnings, which the caller silences, and give a scalar for rank 0.
        direct_out: whether ``direct`` takes, after the inputs, an array to write into: one of its inputs, if it has
            the output's shape and dtype, or one that overlaps with none.
        reads_ahead: the inputs on which the outputs depend alone, if ``run`` may be called before a loop instead of in
            each iteration, where these inputs stay the same and no step changes any state.
    """

    output_shapes: tuple[Shape | None, ...] = ()
    workspace_bytes: int = 0
    aliases: Mapping[int, int] = {}
    fresh: bool = False
    direct: Callable[..., Array] | None = None
    direct_out: bool = False
    reads_ahead: tuple[int, ...] | None = None

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array | None]:
        """Compute the outputs.

        Args:
            inputs: contiguous or not, never to be written to.
            out: for each output an array to write into and return, or ``None``; may be ``None`` altogether.

        Returns:
            One array for each output, or ``None`` for outputs that are not wanted.
        """
        raise NotImplementedError

    def direct_for(self, constants: Sequence[Array | None]) -> Callable[..., Array | None] | None:
        """What ``run`` does, for inputs of which some are always the same arrays, with less to do at each call.

        Args:
            constants: for each input the read-only array that it always is, ``None`` where it varies.

        Returns:
            ``None``, or a function of the inputs that vary, in their order, and of ``out=``: an array of the output's
            shape and dtype that shares no memory with an input, or ``None``.  It gives the only output, the same bits
            as ``run``: ``out`` if there is one, else a fresh array; or ``None`` for values that only ``run`` can take.
        """
        return None

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        """What ``run`` does, as calls of C functions for a call list: the same bits.

        Args:
            constants: as of :meth:`direct_for`.

        Returns:
            ``None``, or a kernel whose operands are the inputs that vary, in their order, and then all outputs.
        """
        return None

    def sequence_access(self) -> SequenceAccess | None:
        """How ``run`` reads or writes one element of a sequence, if that is all that it does."""
        return None


class ComputePrepared(Prepared):
    """A class with only ``compute(*inputs)``, as a :class:`Prepared`.

    The class may set ``fresh = True``, and may have a method ``direct(spec)`` that returns ``(direct, direct_out)`` or
    ``None``, methods ``machine_kernel(spec, constants)`` and ``sequence_access(spec)``, and an attribute
    ``reads_ahead``.  They mean the same as in :class:`Prepared`.
    """

    def __init__(self, kernel: Any, spec: KernelSpec, aliases: Mapping[int, int], with_context: bool) -> None:
        self.output_shapes = spec.output_shapes
        self.aliases = aliases
        outputs = spec.op.op_def.outputs
        self._single = len(outputs) == 1 and not outputs[0].is_list
        self._compute = kernel.compute
        self._with_context = with_context
        self.fresh = getattr(kernel, "fresh", False)
        self._kernel, self._spec = kernel, spec
        kernel_class: Any = type(kernel)
        if _says_what_it_computes(kernel_class, "reads_ahead"):
            self.reads_ahead = kernel.reads_ahead
        direct = getattr(kernel, "direct", None)
        if direct is not None and self._single and (found := direct(spec)) is not None:
            if not (isinstance(found, tuple) and len(found) == 2 and callable(found[0])):
                raise broken(kernel, "direct(spec)", "return None or (function, takes_out)", found)
            self.direct, self.direct_out = found
        estimate = getattr(kernel, "workspace", None)
        self.workspace_bytes = estimate(spec) if estimate is not None else 0
        if not isinstance(self.workspace_bytes, Integral) or self.workspace_bytes < 0:
            raise broken(kernel, "workspace(spec)", "return a number of bytes", self.workspace_bytes)

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array | None]:
        result = self._compute(ctx, *inputs) if self._with_context else self._compute(*inputs)
        # NumPy turns 0-d results into scalars; every value of a graph is an array.
        if self._single:
            return (np.asarray(result) if isinstance(result, np.generic) else result,)
        if result is not None and not isinstance(result, (tuple, list)):
            got = type(result).__name__
            raise broken(self._compute.__self__, "compute", "return a tuple of arrays, one for each output", got)
        return [np.asarray(r) if isinstance(r, np.generic) else r for r in result or ()]

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        kernel_class: Any = type(self._kernel)
        if not _says_what_it_computes(kernel_class, "machine_kernel"):
            return None
        found: MachineKernel | None = self._kernel.machine_kernel(self._spec, constants)
        return found

    def sequence_access(self) -> SequenceAccess | None:
        kernel_class: Any = type(self._kernel)
        if not _says_what_it_computes(kernel_class, "sequence_access"):
            return None
        found: SequenceAccess | None = self._kernel.sequence_access(self._spec)
        return found


_COMPUTING: Final = ("compute", "apply", "reduce", "direct")


@cache
def _says_what_it_computes(kernel: Any, method: str) -> bool:
    """Whether a class has a method, ``machine_kernel`` say, that no subclass overtook by computing something else."""
    owners = {name: next((i for i, each in enumerate(kernel.__mro__) if name in vars(each)), None)
              for name in (method, *_COMPUTING)}  # fmt: skip
    said = owners.pop(method)
    return said is not None and all(owner is None or said <= owner for owner in owners.values())
