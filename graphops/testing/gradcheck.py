"""``gradcheck``: an op's gradient against central differences, to any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphops.build import call
from graphops.gradients import gradients
from graphops.graph import Graph, Tensor
from graphops.session import Session
from graphops.values import constant, placeholder
from graphops_registry.dtypes import as_dtype
from graphops_registry.op_def import lookup_op


class GradCheckError(AssertionError):
    """A gradient differs from what differences say."""


def gradcheck(
    op: str | Callable[..., Any],
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    *,
    order: int = 1,
    step: float = 1e-5,
    tolerance: float = 1e-6,
    directions: int = 2,
    seed: int = 0,
) -> int:
    """Compare gradients with central differences along random directions.

    With f the op and v a random weight for its outputs, the gradient of ``sum(v * f(x))`` along a random direction d
    must be ``(f(x + h d) - f(x - h d)) / (2 h)``.  Two step sizes are tried and the better one counts, so that a kink
    or cancellation at one of them does no harm.  Complex inputs get complex directions; the convention for their
    gradients is TensorFlow's: the conjugate of the derivative.

    Args:
        op: the name of an op, or a function of tensors by keyword that returns a tensor or a list of them.
        inputs: arrays by argument, float64 or complex128 where they are differentiated; an argument that is a list
            of tensors gets a list. Integers, booleans and texts are constants.
        attrs: attrs of the op.
        order: 2 also checks the gradient of the gradient, and so on.
        step: relative to 1; inputs should be of that size.
        tolerance: of the relative error.

    Returns:
        How many derivatives were compared; 0 if nothing could be differentiated.

    Raises:
        GradCheckError: they differ; the message names op, input, order and both numbers.
    """
    rng = np.random.default_rng(seed)
    with Graph().as_default() as graph:
        arrays, arguments = _placeholders(inputs)
        outputs = _call(op, arguments, attrs or {})
        outputs = [y for y in outputs if y.dtype.base.name in ("float64", "complex128", "float32", "complex64")]
        if not arrays or not outputs:
            return 0
        compared = 0
        session = Session(graph)
        label = op if isinstance(op, str) else getattr(op, "__name__", "function")
        for level in range(1, order + 1):
            scalar = _weighted(outputs, rng)
            xs = list(arrays)
            found = gradients(scalar, xs)
            useful = [(x, dx) for x, dx in zip(xs, found, strict=True) if dx is not None]
            for x, dx in useful:
                compared += 1
                _compare(session, scalar, x, dx, arrays, rng, (step, tolerance, directions), f"{label}, order {level}")
            outputs = [dx for _, dx in useful]
            if not outputs:
                break
    return compared


def _placeholders(inputs: Mapping[str, Any]) -> tuple[dict[Tensor, np.ndarray[Any, Any]], dict[str, Any]]:
    arrays: dict[Tensor, np.ndarray[Any, Any]] = {}
    arguments: dict[str, Any] = {}

    def enter(value: Any) -> Any:
        array = np.asarray(value)
        if array.dtype not in (np.float64, np.complex128):
            return constant(array)
        tensor = placeholder(as_dtype(array.dtype), array.shape)
        arrays[tensor] = array
        return tensor

    for name, value in inputs.items():
        arguments[name] = [enter(item) for item in value] if isinstance(value, (list, tuple)) else enter(value)
    return arrays, arguments


def _call(op: str | Callable[..., Any], arguments: dict[str, Any], attrs: Mapping[str, Any]) -> list[Tensor]:
    result = call(lookup_op(op), {**arguments, **attrs}) if isinstance(op, str) else op(**arguments, **attrs)
    flat: list[Tensor] = []
    for item in result if isinstance(result, (list, tuple)) else [result]:
        flat.extend(item if isinstance(item, list) else [item])
    return [item for item in flat if isinstance(item, Tensor)]


def _weighted(outputs: Sequence[Tensor], rng: np.random.Generator) -> Tensor:
    """A scalar: the sum of all outputs with random weights, so that no error hides in a symmetry."""
    parts: list[Tensor] = []
    for y in outputs:
        shape = y.shape.as_tuple() if y.shape.is_fully_defined else ()
        weight = rng.uniform(0.5, 1.5, shape).astype(y.dtype.as_numpy_dtype)
        if y.dtype.is_complex:
            weight = weight * np.exp(1j * rng.uniform(0, 6, shape)).astype(weight.dtype)
        product = call(lookup_op("Mul"), {"x": y, "y": weight})
        if y.dtype.is_complex:
            product = call(lookup_op("Real"), {"input": product, "Tout": "double"})
        axes = call(lookup_op("Range"), {"start": 0, "limit": call(lookup_op("Rank"), {"input": product}), "delta": 1})
        parts.append(call(lookup_op("Sum"), {"input": product, "reduction_indices": axes}))
    total: Tensor = parts[0]
    for part in parts[1:]:
        total = call(lookup_op("AddV2"), {"x": total, "y": part})
    return total


def _compare(
    session: Session,
    scalar: Tensor,
    x: Tensor,
    dx: Tensor,
    arrays: Mapping[Tensor, np.ndarray[Any, Any]],
    rng: np.random.Generator,
    settings: tuple[float, float, int],
    label: str,
) -> None:
    step, tolerance, directions = settings
    value = arrays[x]
    analytic = np.asarray(session.run(dx, dict(arrays)))
    if analytic.shape != value.shape:
        raise GradCheckError(f"{label}: the gradient of {x.name} has shape {analytic.shape}, the input {value.shape}")
    if not value.size:
        return
    run = session.make_callable(scalar, list(arrays))
    for _ in range(directions):
        direction = rng.normal(size=value.shape)
        if value.dtype.kind == "c":
            direction = direction + 1j * rng.normal(size=value.shape)
        direction /= np.sqrt((np.abs(direction) ** 2).sum())
        # The change of a real function along d is Re(sum(d * gradient)) with TensorFlow's (conjugate) gradients' conj.
        expected = float(np.real((np.conj(analytic) * direction).sum()))
        best, measured = np.inf, 0.0
        for h in (step, step * 30):
            ends = [
                run(*[array + sign * h * direction if tensor is x else array for tensor, array in arrays.items()])
                for sign in (1, -1)
            ]
            slope = float(ends[0] - ends[1]) / (2 * h)
            scale = max(1.0, abs(slope), abs(expected), float(np.abs(ends[0])) * 1e-3)
            error = abs(slope - expected) / scale
            if error < best:
                best, measured = error, slope
        if not best <= tolerance:
            raise GradCheckError(
                f"{label}: the derivative with respect to {x.name} {value.shape} along a random direction is "
                f"{expected!r} by the gradient, {measured!r} by differences (relative error {best:.2g})"
            )
