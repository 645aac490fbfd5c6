"""``gradcheck``: gradients against central differences, to any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops.build import call
from graphops.gradients import gradients
from graphops.graph import Graph, Tensor
from graphops.session import Session
from graphops.values import constant, placeholder
from graphops_registry.dtypes import DType, as_dtype, complex64, complex128, float32, float64
from graphops_registry.op_def import lookup_op

HostArray = np.ndarray[Any, Any]
Values = dict[Tensor, HostArray]

_DOUBLE: Final = (float64, complex128)
_SINGLE: Final = (float32, complex64)
_LARGEST_JACOBIAN: Final = 144  # entries beyond which random directions have to do
_KINK: Final = 0.3  # the slopes to both sides come together with the step: beyond this share they do not


class GradCheckError(AssertionError):
    """A gradient differs from what differences say."""


@dataclass(frozen=True)
class _Settings:
    """``steps`` of differences, near and far; the ``tolerance`` of the relative error; names for errors."""

    steps: tuple[float, float]
    tolerance: float
    directions: int
    label: str


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
    sides differ) or is not finite, nothing is compared.  Where ``gradients()`` answers ``None``, the slope must be 0.

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
            settings = _Settings((step, 10 * step), tolerance, directions, f"{label}, order {level}")
            vs = _output_gradients(session, ys, feeds, rng)
            found = gradients(ys, xs, grad_ys=list(vs))
            feeds |= vs
            for x, dx in zip(xs, found, strict=True):
                compared += _Slope(session, ys, list(vs), x, dx, feeds, settings).compare(rng)
            useful = _differentiable([dx for dx in found if dx is not None], kinds)
            if level == 1 and partial:
                known = [dx if dx is None else session.run(dx, feeds) for dx in found]
                settings = _Settings((step, 10 * step), tolerance, directions, label)
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


def _real(array: Any) -> HostArray:
    """All numbers in one row; of complex ones the real parts, then the imaginary ones."""
    flat = np.asarray(array).reshape(-1)
    return np.concatenate([flat.real, flat.imag]) if flat.dtype.kind == "c" else flat


def _unreal(row: HostArray, shape: tuple[int, ...], dtype: np.dtype[Any]) -> HostArray:
    """The array of which ``row`` is :func:`_real`."""
    if dtype.kind == "c":
        row = row[: row.size // 2] + 1j * row[row.size // 2 :]
    return row.astype(dtype).reshape(shape)


class _Slope:
    """How ys change with one x, measured and as its gradient says."""

    def __init__(
        self,
        session: Session,
        ys: Sequence[Tensor],
        vs: Sequence[Tensor],
        x: Tensor,
        dx: Tensor | None,
        feeds: Values,
        settings: _Settings,
    ) -> None:
        self.vs = vs
        self.x = x
        self.feeds = feeds
        self.value = feeds[x]
        self.settings = settings
        self._forward = session.make_callable(list(ys), list(feeds))
        self._backward = None if dx is None else session.make_callable(dx, list(feeds))

    def compare(self, rng: np.random.Generator) -> int:
        """How many slopes were compared."""
        x_size = _real(self.value).size
        weights = np.concatenate([_real(self.feeds[v]) for v in self.vs])
        if not x_size or not weights.size:
            if self.gradient(self.feeds).any():  # it must be possible, have the right shape, and be 0
                raise GradCheckError(f"{self.settings.label}: the gradient of {self.x.name} must be 0 without outputs")
            return 0
        if x_size * weights.size <= _LARGEST_JACOBIAN:
            slopes = np.stack([self.gradient(self.weighted(unit)) for unit in np.eye(weights.size)])  # (outputs, x)
            return sum(
                self.check(direction, slopes @ direction, np.eye(weights.size), abs(slopes).max(initial=0.0))
                for direction in np.eye(x_size)
            )
        slope = self.gradient(self.feeds)
        count = 0
        for _ in range(self.settings.directions):
            direction = rng.choice([-1.0, 1.0], x_size) * rng.uniform(0.5, 1.5, x_size)
            size = abs(slope).max(initial=0.0) * np.sqrt(x_size)
            count += self.check(direction, np.array([slope @ direction]), weights[None], size)
        return count

    def weighted(self, weights: HostArray) -> Values:
        """The feeds with other gradients of the outputs."""
        changed = dict(self.feeds)
        for v in self.vs:
            size = _real(self.feeds[v]).size
            changed[v] = _unreal(weights[:size], self.feeds[v].shape, self.feeds[v].dtype)
            weights = weights[size:]
        return changed

    def gradient(self, feeds: Values) -> HostArray:
        """The gradient of x in one row, 0 where there is none."""
        if self._backward is None:
            return np.zeros(_real(self.value).size)
        found = np.asarray(self._backward(*feeds.values()))
        if found.shape != self.value.shape or found.dtype != self.value.dtype:
            raise GradCheckError(
                f"{self.settings.label}: the gradient of {self.x.name}, {self.value.dtype}{self.value.shape}, must be "
                f"like it, got {found.dtype}{found.shape}"
            )
        return _real(found)

    def outputs(self, moved: HostArray) -> HostArray:
        feeds = [
            _unreal(moved, self.value.shape, self.value.dtype) if t is self.x else a for t, a in self.feeds.items()
        ]
        return np.concatenate([_real(y) for y in self._forward(*feeds)])

    def check(self, direction: HostArray, expected: HostArray, weights: HostArray, size: float) -> int:
        """Compare slopes along a direction; ``weights`` (checks, outputs) says of which sums of outputs."""
        start = _real(self.value)
        near, far = self.settings.steps
        with np.errstate(all="ignore"):
            here = weights @ self.outputs(start)
            slopes: list[HostArray] = []
            turns: list[HostArray] = []  # how far the slopes to both sides differ
            for step in (near, far):
                ahead = (weights @ self.outputs(start + step * direction) - here) / step
                behind = (here - weights @ self.outputs(start - step * direction)) / step
                slopes.append((ahead + behind) / 2)
                turns.append(abs(ahead - behind))
            scale = np.maximum.reduce([abs(slopes[0]), abs(expected), np.full(expected.shape, size), 1e-3 * abs(here)])
            scale = np.maximum(scale, 1e-9)
            errors = [abs(slope - expected) / scale for slope in slopes]
            best = np.fmin(*errors)
            measured = np.where(errors[0] <= errors[1], *slopes)
            # What is not finite is not smooth.
            smooth = turns[0] <= np.maximum(_KINK * turns[1], self.settings.tolerance * scale)
        wrong = smooth & ~(best <= self.settings.tolerance)
        if wrong.any():
            worst = int(np.argmax(np.where(wrong, np.nan_to_num(best, nan=np.inf), -1.0)))
            missing = "; gradients() answered None" if self._backward is None else ""
            raise GradCheckError(
                f"{self.settings.label}: the slope of {self.x.name}, {self.value.dtype}{self.value.shape}, must be "
                f"{measured[worst]:.9g} as differences say, got {expected[worst]:.9g} by the gradient "
                f"(relative error {best[worst]:.2g}{missing})"
            )
        return int(smooth.sum())


def _compare_partial(
    called: tuple[str | Callable[..., Any], Mapping[str, Any], Mapping[str, Any]],
    what: tuple[tuple[DType, DType], frozenset[str]],
    vs: Sequence[HostArray],
    known: Sequence[Any],
    settings: _Settings,
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
            size = float(np.max(np.abs(expected), initial=0.0))
            if got.shape != expected.shape or not np.all(
                (abs(got - expected) <= 1e-3 * settings.tolerance * size) | ~np.isfinite(expected)
            ):
                raise GradCheckError(
                    f"{label}: the gradient of {x.name} must not depend on what is known of shapes while the graph is "
                    f"built, got {got.shape} {got!s:.200} for {expected.shape} {expected!s:.200}"
                )
