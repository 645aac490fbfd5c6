"""What passes may do with an op, read from its OpDef and its kernels and cached for each op."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graphops_registry.device_def import device_types
from graphops_registry.dtypes import DType, resource, variant
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import REGISTRY, Op
from graphops_registry.traits import Trait

# What a kernel may use (``uses=``) and still be a function of its inputs alone.
_HARMLESS: Final = frozenset({"cancel", "stream", "memory"})


@dataclass(frozen=True, slots=True)
class OpFacts:
    """See the module.

    Attributes:
        pure: the outputs are functions of the inputs and attrs, and there is at least one.
        foldable: pure, and sensible to compute when the plan is made.
        unbounded: the size of a result may depend on data in an unpredictable way.
        may_take_long: the kernels can be interrupted, or come from a plug-in.
        choosy: some dtypes that the OpDef allows may have no kernel.
        tells: what of an input's shape the outputs are: "shape", "rank", "size", or ``None``.
        passed_on: when the outputs are an input as it is: a key of :data:`graphops_registry.traits.WHEN`, or ``None``.
    """

    pure: bool
    foldable: bool
    unbounded: bool
    may_take_long: bool
    choosy: bool
    passed_on: str | None
    tells: str | None


_found: dict[str, OpFacts] = {}
_generation = -1


def facts_of(op: Op) -> OpFacts:
    """What passes may do with nodes of ``op``. All kernels must have been loaded."""
    global _found, _generation
    if _generation != REGISTRY.generation:  # a kernel that was registered since may use more
        _found, _generation = {}, REGISTRY.generation
    facts = _found.get(op.name)
    if facts is None:
        facts = _found[op.name] = _facts(op)
    return facts


def _facts(op: Op) -> OpFacts:
    op_def = op.op_def
    definitions = [definition for device in device_types() for definition in kernels_of(op.name, device.type)]
    pure = (
        not op_def.is_stateful
        and not op_def.is_distributed_communication
        and bool(op_def.outputs)
        and bool(definitions)
        and not op.has(Trait.PLACEHOLDER)
        and not any(arg.is_ref for arg in (*op_def.inputs, *op_def.outputs))
        and all(definition.uses <= _HARMLESS for definition in definitions)
    )
    foldable = pure and bool(op_def.inputs) and not op.has(Trait.MADE_AT_EACH_RUN)
    return OpFacts(
        pure,
        foldable,
        unbounded=not op.has(Trait.BOUNDED_RESULT),
        may_take_long=">" in op.name or any("cancel" in definition.uses for definition in definitions),
        choosy=all(definition.types or hasattr(definition.cls, "unsupported") for definition in definitions),
        passed_on=op.traits.get(Trait.PASSES_THROUGH, (None, None))[1],
        tells=op.traits.get(Trait.TELLS, (None,))[0],
    )


def fails_for_shapes_alone(op: Op, sizes_known: bool) -> bool:
    """Whether nothing but the shapes of a node's inputs can make it fail.

    Args:
        sizes_known: whether its inputs that are integers are constants.
    """
    return op.has(Trait.CANNOT_FAIL) or (sizes_known and Trait.CONVOLUTION in op.traits)


def holds_no_value(dtype: DType) -> bool:
    """Whether a tensor of this dtype refers to something that changes: a variable, a resource, a list."""
    return dtype.is_ref or dtype is resource or dtype is variant
