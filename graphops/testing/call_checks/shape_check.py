"""Is a shape rule's result compatible with the real shapes, for every subset of what is known?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from graphops_registry.op_def import Op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes

HostArray = np.ndarray[Any, Any]
Shapes = list[TensorShape]


def shape_problems(
    op: Op,
    attrs: Mapping[str, Any],
    inputs: Sequence[HostArray],
    host_inputs: Collection[int],
    outputs: Sequence[HostArray | None],
) -> list[str]:
    """What the op's shape rule gets wrong for a call with these inputs and outputs, both flat.

    The rule is called with everything known, then with one dimension after the other, one rank after the other, all
    dimensions, or everything unknown, and with symbols for dimensions; each time with and without the values of
    ``host_inputs``.  It must not fail, and the outputs must have the shapes that it promises.
    """
    found: list[str] = []
    for label, shapes in _knowledge(inputs, host_inputs):
        full = all(shapes[index].is_fully_defined for index in host_inputs)
        for known_values in (True, False) if full else (False,):  # who knows a value knows its shape
            text = f"with {label} and {'known' if known_values else 'unknown'} values"
            value_of = _values(inputs, host_inputs if known_values else ())
            try:
                promised = infer_shapes(op, ShapeContext(op.op_def, attrs, shapes, value_of))
            except Exception as error:
                found.append(
                    f"the shape rule must take the inputs {text}, but it raises {type(error).__name__}: {error}"
                )
                continue
            sizes = _sizes(shapes, inputs)
            for index, (shape, output) in enumerate(zip(promised, outputs, strict=True)):
                if output is not None and not _comes_true(shape, output.shape, sizes):
                    found.append(f"the shape rule must be right {text}: output {index} has shape {output.shape}, "
                                 f"promised {shape}")  # fmt: skip
    return found


def _knowledge(inputs: Sequence[HostArray], host_inputs: Collection[int]) -> Iterator[tuple[str, Shapes]]:
    """What may be known of the inputs' shapes."""
    full = [TensorShape.of(array.shape) for array in inputs]
    free = [index for index in range(len(inputs)) if index not in host_inputs]
    yield "known shapes", full
    yield "unknown ranks", [TensorShape(None) if i in free else shape for i, shape in enumerate(full)]
    yield "unknown sizes", [TensorShape.unknown(len(s)) if i in free else s for i, s in enumerate(full)]
    symbols = [TensorShape.of(tuple(f"i{i}_{axis}" for axis in range(len(shape)))) for i, shape in enumerate(full)]
    yield "symbols for sizes", [symbols[i] if i in free else shape for i, shape in enumerate(full)]
    same = [TensorShape.of(tuple(f"n{dim}" for dim in shape.as_tuple())) for shape in full]
    yield "shared symbols for sizes", [same[i] if i in free else shape for i, shape in enumerate(full)]
    for i in range(len(inputs)):
        yield f"an unknown rank of input {i}", [*full[:i], TensorShape(None), *full[i + 1 :]]
        for axis in range(len(full[i])):
            dims: list[Dim] = list(full[i])
            dims[axis] = None
            yield f"an unknown dimension {axis} of input {i}", [*full[:i], TensorShape.of(tuple(dims)), *full[i + 1 :]]


def _values(inputs: Sequence[HostArray], known: Collection[int]) -> Any:
    return lambda index: inputs[index] if index in known else None


def _sizes(shapes: Shapes, inputs: Sequence[HostArray]) -> dict[str, int]:
    """The size of each symbolic dimension."""
    return {
        dim: size
        for shape, array in zip(shapes, inputs, strict=True)
        for dim, size in zip(shape.dims or (), array.shape, strict=False)
        if isinstance(dim, str)
    }


def _comes_true(promised: TensorShape, shape: tuple[int, ...], sizes: Mapping[str, int]) -> bool:
    if promised.dims is None:
        return True
    return len(promised.dims) == len(shape) and all(
        dim is None or (sizes.get(dim) if isinstance(dim, str) else dim) == size
        for dim, size in zip(promised.dims, shape, strict=True)
    )
