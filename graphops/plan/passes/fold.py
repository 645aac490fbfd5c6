"""fold_constants: nodes that depend on constants only are computed when the plan is made.

A large result is kept only if it is about as large as the constants that it is made of, such as an embedding table with
a row more.  The large ones have an allowance of their own, and plans of one graph share them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plan.execute import Execution, Lone, execute
from graphops.plan.passes.equal import attrs_key, value_key
from graphops.plan.passes.facts import OpFacts
from graphops.plan.passes.shared import shared
from graphops_registry.device_def import device_type
from graphops_registry.errors import InternalError, ResourceExhaustedError
from graphops_registry.kernel_def import Prepared
from graphops_registry.op_def import REGISTRY
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

Array = np.ndarray[Any, Any]

LARGEST: Final = 16 << 20  # bytes of one result, unless it is about as large as its inputs:
_GROWTH_OF_LARGE: Final = 1 / 8  # ... how much larger it may be
_GROWTH: Final = 10  # how much larger than its inputs a result may be ...
_SMALL: Final = 64 << 10  # ... beyond these bytes, which are always allowed
_MOST_FLOPS: Final = 100_000_000
_MOST_ELEMENTS: Final = 1 << 16  # for an op without a cost rule that is not known to take linear time
_ALL_BYTES: Final = 64 << 20  # of all results of one plan but the large ones
_ALL_LARGE: Final = 256 << 20  # of all large ones; there are none where a memory limit is set
_ALL_WORK: Final = 1_000_000_000  # operations, for one plan


class Folding:
    """Computes nodes, as long as the share of time and memory for that lasts: one for a plan and all its functions.

    Args:
        memory_limit: bytes; see :class:`graphops.SessionConfig`.
    """

    __slots__ = ("_bytes", "_device", "_large", "_limited", "_work", "_workspace")

    def __init__(self, memory_limit: int | None = None) -> None:
        self._limited = memory_limit is not None
        self._bytes = _ALL_BYTES if memory_limit is None else min(_ALL_BYTES, int(memory_limit))
        self._large = _ALL_LARGE if memory_limit is None else 0
        self._workspace = LARGEST * 4 if memory_limit is None else min(LARGEST * 4, int(memory_limit))
        self._work = _ALL_WORK
        self._device = device_type("CPU")

    def values(self, node: Node, facts: OpFacts, inputs: list[Array]) -> list[Array] | None:
        """The outputs of ``node`` for ``inputs``, read-only; ``None`` if it is better computed at the run.

        A node that fails is left to fail at the run, where the error tells what it came from.
        """
        given = sum(map(_bytes, inputs))
        if given > LARGEST * 4:
            return None
        least = min(LARGEST, _GROWTH * given + _SMALL, self._bytes)
        most = min(int(given * (1 + _GROWTH_OF_LARGE)) + _SMALL, self._large)
        try:
            if most <= LARGEST:
                outputs = self._computed(node, facts, inputs, least)
            else:
                outputs = _shared(node, inputs, lambda: self._computed(node, facts, inputs, max(least, most)))
        except Exception:
            return None
        found = sum(map(_bytes, outputs))
        if found > (most if found > LARGEST else least):
            return None
        if found > LARGEST:
            self._large -= found
        else:
            self._bytes -= found
        return outputs

    def _computed(self, node: Node, facts: OpFacts, inputs: list[Array], largest: int) -> list[Array]:
        """The outputs of ``node``, read-only.

        Raises:
            ResourceExhaustedError: they would have more bytes than ``largest``, or take too long.
        """
        kernels = NodeKernels(node.op, node.attrs, "CPU", node.name)
        trial = _Trial(EagerContext(self._device, room=largest), self, node, facts, inputs)
        outputs = execute(Lone(kernels), inputs, trial)[1]
        if len(outputs) != len(node.outputs) or not all(isinstance(array, np.ndarray) for array in outputs):
            raise InternalError(f"a kernel must return the arrays that its op declares, got {len(outputs)} results")
        return [_read_only(array) for array in outputs]

    @property
    def is_limited(self) -> bool:
        """Whether there is a memory limit, which counts values that steps share, too."""
        return self._limited

    def keeps(self, nbytes: int) -> bool:
        """Whether there is room for an array that a pass makes of a constant, such as a scaled filter.

        It takes the place of the constant, so only a memory limit counts it.
        """
        if self._limited:
            if nbytes > self._bytes:
                return False
            self._bytes -= nbytes
        return True

    def admit(self, node: Node, facts: OpFacts, inputs: list[Array], prepared: Prepared, largest: int) -> None:
        """Take what computing a node costs from the share.

        Raises:
            ResourceExhaustedError: it is better left to the run.
        """
        promised, more = _promised(node, prepared.output_shapes)
        unbounded = facts.unbounded and None in prepared.output_shapes
        elements = sum(_bytes(array) if array.dtype.kind == "O" else array.size for array in inputs)
        work = self._operations(node, facts, inputs, elements + more)
        if unbounded or promised > largest or prepared.workspace_bytes > self._workspace or work is None:
            raise ResourceExhaustedError(
                f"what is computed with the plan must be small, got node '{node.name}'"
            ).concerns(op=node.type, node=node.name)
        self._work -= work

    def _operations(self, node: Node, facts: OpFacts, inputs: list[Array], elements: int) -> int | None:
        """About how many operations it takes, or ``None`` if there are too many."""
        if node.op.cost_fn is not None:
            context = ShapeContext(
                node.op_def, node.attrs, [TensorShape.of(array.shape) for array in inputs], lambda index: inputs[index]
            )
            work = node.op.cost_fn(context).flops
        elif node.op.has(Trait.LINEAR_TIME):
            work = elements
        elif elements <= _MOST_ELEMENTS and not facts.may_take_long:
            work = elements * 100
        else:
            return None
        return work if work <= min(_MOST_FLOPS, self._work) else None


def _shared(node: Node, inputs: list[Array], make: Callable[[], list[Array]]) -> list[Array]:
    """What ``make`` gives, or another plan of the graph has already."""
    if any(attr.base_type in ("tensor", "func") for attr in node.op_def.attrs):  # these have no key
        return make()
    small = tuple(map(value_key, inputs))
    large = [array for array, key in zip(inputs, small, strict=True) if key is None]
    return shared((REGISTRY.generation, node.op, attrs_key(node.attrs), small), large, make)


class _Trial(Execution):
    """What surrounds a node that is computed with the plan."""

    __slots__ = ("_facts", "_folding", "_inputs", "_node", "_room")

    def __init__(
        self, context: EagerContext, folding: Folding, node: Node, facts: OpFacts, inputs: list[Array]
    ) -> None:
        super().__init__(context, context.room)
        self._room = context.room or 0
        self._folding, self._node, self._facts, self._inputs = folding, node, facts, inputs

    def admit(self, step: Lone, choice: Choice) -> None:
        self._folding.admit(self._node, self._facts, self._inputs, choice.prepared, self._room)


def static_values(node: Node, what: str, shape_of: Callable[[Tensor], TensorShape]) -> list[Array] | None:
    """The outputs of an op that looks at nothing but the shapes of its inputs, where these are certain.

    Args:
        what: of each shape they tell: "shape", "rank" or "size".
        shape_of: tensor -> what is certain about its shape.
    """
    results = []
    for operand, tensor in zip(node.inputs, node.outputs, strict=True):
        sizes = _sizes(what, shape_of(operand))
        dtype = tensor.dtype.numpy_dtype
        if sizes is None or max(sizes, default=0) > np.iinfo(dtype).max:  # what does not fit is an error at the run
            return None
        results.append(_read_only(np.array(sizes if what == "shape" else sizes[0], dtype=dtype)))
    return results


def _sizes(what: str, shape: TensorShape) -> tuple[int, ...] | None:
    """The ``shape`` itself, or its ``rank`` or ``size`` as the one number."""
    if what == "rank":
        return None if shape.rank is None else (shape.rank,)
    if not shape.is_fully_defined:
        return None
    sizes = shape.as_tuple()
    return (prod(sizes),) if what == "size" else sizes


def _promised(node: Node, shapes: Sequence[tuple[int, ...] | None]) -> tuple[int, int]:
    """The bytes and elements of the outputs whose shapes are known; of a text the pointer alone."""
    pairs = [(prod(s), t.dtype.size or 8) for s, t in zip(shapes, node.outputs, strict=True) if s is not None]
    return sum(count * size for count, size in pairs), sum(count for count, _ in pairs)


def described(node: Node, tensors: tuple[Tensor, ...], arrays: list[Array]) -> str:
    """The note on a folded node."""
    kinds = ", ".join(f"{t.dtype.name}{list(a.shape)}" for t, a in zip(tensors, arrays, strict=True))
    return f"{node.name} ({node.type}) -> constant {kinds}"


def _bytes(array: Array) -> int:
    if array.dtype.kind == "O":
        return array.nbytes + sum(len(item) for item in array.flat if isinstance(item, bytes))
    return array.nbytes


def _read_only(array: Array) -> Array:
    """The array, which nobody can write to any more: kernels keep copies of filters for which that is certain."""
    if array.flags.writeable:
        array = array if array.base is None else array.copy()
        array.flags.writeable = False
    return array
