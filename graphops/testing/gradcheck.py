"""``gradcheck``: gradients against central differences, to any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.autodiff.gradients import gradients
from graphops.build.add_op import call
from graphops.build.constants import constant, placeholder
from graphops.graph.graph import Graph, Tensor
from graphops.plugins.packages import load_kernels
from graphops.session.session import Session
from graphops.testing.slopes import GradCheckError, HostArray, Settings, Slope, Values, largest
from graphops_registry.dtypes import DType, as_dtype, complex64, complex128, float32, float64
from graphops_registry.op_def import lookup_op

_DOUBLE: Final = (float64, complex128)
_SINGLE: Final = (float32, complex64)


def gradcheck(
    op: str | Callable[..., Any],
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    *,
    order: int = 1,
    constants: Iterable[str] = (),
    step: float | None = None,
    tolerance: float | None = None,
    directions: int = 2,
    partial: bool = True,
    seed: int = 0,
) -> int:
    """Compare gradients with central differences.

    Small functions are compared by their whole Jacobian, larger ones along random directions: with v a random gradient
    of the outputs, the gradient g of x must give ``Re(sum(conj(g) * d))`` for the slope of ``Re(sum(conj(v) * f(x)))``
    along d.  That is TensorFlow's convention for complex numbers.  Where a function has a kink (its slopes to both
    sides differ) or is not finite, nothing is compared.  Where ``gradients()`` returns ``None``, the slope must be 0.

    Args:
        op: the name of an op, or a function of tensors by keyword that returns a tensor or a list of them.
        inputs: arrays by argument, a list of arrays for a list argument. Those of float64 and complex128 are
            differentiated; of size 1 or so, away from kinks. All others are constants. Without any of these, those of
            float32 and complex64 are differentiated, less exactly.
        attrs: attrs of the op.
        order: 2 also checks the gradient of the gradient (of x and of v), and so on.
        constants: arguments that are not differentiated though they could be.
        step: the distance of the differences, default 1e-5 (float32: 1e-2); ten times as far is tried, too, and the
            better one counts.
        tolerance: error relative to the largest derivative, default 1e-6 (float32: 2e-3).
        directions: how many random ones.
        partial: also build the graph with nothing known of any shape, and with no constants, and compare the gradients.

    Returns:
        How many derivatives were compared; 0 if nothing could be differentiated.

    Raises:
        GradCheckError: they differ; the message names the op, the input, the order and both numbers.
    """
    load_kernels()
    rng = np.random.default_rng(seed)
    skip = frozenset(constants)
    kinds = _kinds(inputs)
    step = step if step is not None else 1e-5 if kinds is _DOUBLE else 1e-2
    tolerance = tolerance if tolerance is not None else 1e-6 if kinds is _DOUBLE else 2e-3
    compared = 0
    with Graph().as_default() as graph:
        values, feeds, arguments = _enter(inputs, kinds, skip, known=True)
        ys = _differentiable(_call(op, arguments, attrs or {}), kinds)
        if not values or not ys:
            return 0
        session = Session(graph)
        label = op if isinstance(op, str) else getattr(op, "__name__", "function")
        xs = list(values)
        for level in range(1, order + 1):
            settings = Settings((step, 10 * step), tolerance, directions, f"{label}, order {level}")
            vs = _output_gradients(session, ys, feeds, rng)
            found = gradients(ys, xs, grad_ys=list(vs))
            feeds |= vs
            for x, dx in zip(xs, found, strict=True):
                compared += Slope(session, ys, list(vs), x, dx, feeds, settings).compare(rng)
            useful = _differentiable([dx for dx in found if dx is not None], kinds)
            if level == 1 and partial:
                known = [dx if dx is None else session.run(dx, feeds) for dx in found]
                settings = Settings((step, 10 * step), tolerance, directions, label)
                _compare_partial((op, inputs, attrs or {}), (kinds, skip), list(vs.values()), known, settings)
            ys, xs = useful, [*xs, *vs]
            if not ys:
                break
    return compared


def _kinds(inputs: Mapping[str, Any]) -> tuple[DType, DType]:
    """The dtypes that are differentiated."""
    for value in inputs.values():
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if as_dtype(np.asarray(item).dtype) in _DOUBLE:
                return _DOUBLE
    return _SINGLE


def _enter(
    inputs: Mapping[str, Any], kinds: tuple[DType, DType], skip: frozenset[str], *, known: bool
) -> tuple[Values, Values, dict[str, Any]]:
    """The inputs as tensors: what is differentiated and its values, everything that is fed, the arguments of the op."""
    values: Values = {}
    feeds: Values = {}

    def enter(name: str, value: Any) -> Any:
        array = np.asarray(value)
        dtype = as_dtype(array.dtype)
        differentiated = dtype in kinds and name not in skip
        if known and not differentiated:
            return constant(array)
        tensor = placeholder(dtype, array.shape if known else None)
        feeds[tensor] = array
        if differentiated:
            values[tensor] = array
        return tensor

    arguments = {
        name: [enter(name, item) for item in value] if isinstance(value, (list, tuple)) else enter(name, value)
        for name, value in inputs.items()
    }
    return values, feeds, arguments


def _call(op: str | Callable[..., Any], arguments: dict[str, Any], attrs: Mapping[str, Any]) -> list[Any]:
    result = call(lookup_op(op), {**arguments, **attrs}) if isinstance(op, str) else op(**arguments, **attrs)
    flat: list[Any] = []
    for item in result if isinstance(result, (list, tuple)) else [result]:
        flat.extend(item if isinstance(item, (list, tuple)) else [item])
    return flat


def _differentiable(tensors: Sequence[Any], kinds: tuple[DType, DType]) -> list[Tensor]:
    return [t for t in tensors if isinstance(t, Tensor) and t.dtype.base in kinds]


def _random(shape: tuple[int, ...], dtype: np.dtype[Any], rng: np.random.Generator) -> HostArray:
    numbers: HostArray = rng.uniform(0.5, 1.5, shape) * rng.choice([-1.0, 1.0], shape)
    if dtype.kind == "c":
        numbers = numbers + 1j * rng.uniform(-1, 1, shape)
    return np.asarray(numbers, dtype)


def _output_gradients(session: Session, ys: Sequence[Tensor], feeds: Values, rng: np.random.Generator) -> Values:
    """For each output a placeholder for its gradient, with random numbers."""
    arrays = [np.asarray(value) for value in session.run(list(ys), feeds)]
    return {placeholder(as_dtype(a.dtype), a.shape): _random(a.shape, a.dtype, rng) for a in arrays}


def _compare_partial(
    called: tuple[str | Callable[..., Any], Mapping[str, Any], Mapping[str, Any]],
    what: tuple[tuple[DType, DType], frozenset[str]],
    vs: Sequence[HostArray],
    known: Sequence[Any],
    settings: Settings,
) -> None:
    """The same gradients from a graph that knows no shape and no value while it is built."""
    op, inputs, attrs = called
    kinds, skip = what
    label = settings.label
    with Graph().as_default() as graph:
        values, feeds, arguments = _enter(inputs, kinds, skip, known=False)
        ys = _differentiable(_call(op, arguments, attrs), kinds)
        tensors = [placeholder(as_dtype(v.dtype)) for v in vs]
        found = gradients(ys, list(values), grad_ys=tensors)
        feeds |= dict(zip(tensors, vs, strict=True))
        for x, dx, expected in zip(values, found, known, strict=True):
            if dx is None:
                if expected is not None:
                    raise GradCheckError(f"{label}: the gradient of {x.name} must not vanish when shapes are unknown")
                continue
            got = np.asarray(Session(graph).run(dx, feeds))
            expected = np.zeros(values[x].shape) if expected is None else expected
            if got.shape == expected.shape:
                with np.errstate(all="ignore"):
                    close = abs(got - expected) <= 1e-3 * settings.tolerance * largest(expected)
            if got.shape != expected.shape or not np.all(close | ~np.isfinite(expected)):
                raise GradCheckError(
                    f"{label}: the gradient of {x.name} must not depend on what is known of shapes while the graph is "
                    f"built, got {got.shape} {got!s:.200} for {expected.shape} {expected!s:.200}"
                )
