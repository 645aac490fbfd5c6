"""Slopes: how the outputs of a graph change with one input, measured by differences and as its gradient says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops.graph.graph import Tensor
from graphops.session.session import Session

HostArray = np.ndarray[Any, Any]
Values = dict[Tensor, HostArray]

_LARGEST_JACOBIAN: Final = 144  # entries beyond which random directions have to do
_KINK: Final = 0.3  # the slopes to both sides come together with the step: beyond this share they do not


class GradCheckError(AssertionError):
    """A gradient differs from what differences say."""


@dataclass(frozen=True)
class Settings:
    """``steps`` of differences, near and far; the ``tolerance`` of the relative error; names for errors."""

    steps: tuple[float, float]
    tolerance: float
    directions: int
    label: str


def real_row(array: Any) -> HostArray:
    """All numbers in one row; of complex ones the real parts, then the imaginary ones."""
    flat = np.asarray(array).reshape(-1)
    return np.concatenate([flat.real, flat.imag]) if flat.dtype.kind == "c" else flat


def from_row(row: HostArray, shape: tuple[int, ...], dtype: np.dtype[Any]) -> HostArray:
    """The array of which ``row`` is :func:`real_row`."""
    if dtype.kind == "c":
        row = row[: row.size // 2] + 1j * row[row.size // 2 :]
    return row.astype(dtype).reshape(shape)


def largest(slopes: HostArray) -> float:
    return float(np.max(np.abs(slopes), initial=0.0, where=np.isfinite(slopes)))


class Slope:
    """How ys change with one x, measured and as its gradient says."""

    def __init__(
        self,
        session: Session,
        ys: Sequence[Tensor],
        vs: Sequence[Tensor],
        x: Tensor,
        dx: Tensor | None,
        feeds: Values,
        settings: Settings,
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
        x_size = real_row(self.value).size
        weights = np.concatenate([real_row(self.feeds[v]) for v in self.vs])
        if not x_size or not weights.size:
            if self.gradient(self.feeds).any():  # it must be possible, have the right shape, and be 0
                raise GradCheckError(f"{self.settings.label}: the gradient of {self.x.name} must be 0 without outputs")
            return 0
        if x_size * weights.size <= _LARGEST_JACOBIAN:
            slopes = np.stack([self.gradient(self.weighted(unit)) for unit in np.eye(weights.size)])  # (outputs, x)
            size = largest(slopes)
            return sum(
                self.check(direction, slopes[:, place], None, size) for place, direction in enumerate(np.eye(x_size))
            )
        slope = self.gradient(self.feeds)
        size = largest(slope) * float(np.sqrt(x_size))
        count = 0
        for _ in range(self.settings.directions):
            direction = rng.choice([-1.0, 1.0], x_size) * rng.uniform(0.5, 1.5, x_size)
            with np.errstate(all="ignore"):
                expected = np.array([(slope * direction).sum()])
            count += self.check(direction, expected, weights, size)
        return count

    def weighted(self, weights: HostArray) -> Values:
        """The feeds with other gradients of the outputs."""
        changed = dict(self.feeds)
        for v in self.vs:
            size = real_row(self.feeds[v]).size
            changed[v] = from_row(weights[:size], self.feeds[v].shape, self.feeds[v].dtype)
            weights = weights[size:]
        return changed

    def gradient(self, feeds: Values) -> HostArray:
        """The gradient of x in one row, 0 where there is none."""
        if self._backward is None:
            return np.zeros(real_row(self.value).size)
        found = np.asarray(self._backward(*feeds.values()))
        if found.shape != self.value.shape or found.dtype != self.value.dtype:
            raise GradCheckError(
                f"{self.settings.label}: the gradient of {self.x.name}, {self.value.dtype}{self.value.shape}, must be "
                f"like it, got {found.dtype}{found.shape}"
            )
        return real_row(found)

    def outputs(self, moved: HostArray, weights: HostArray | None) -> HostArray:
        """All outputs in one row, or their weighted sum, with another x."""
        feeds = [
            from_row(moved, self.value.shape, self.value.dtype) if t is self.x else a for t, a in self.feeds.items()
        ]
        row = np.concatenate([real_row(y) for y in self._forward(*feeds)])
        return row if weights is None else np.array([(weights * row).sum()])

    def check(self, direction: HostArray, expected: HostArray, weights: HostArray | None, size: float) -> int:
        """Compare slopes along a direction: of all outputs, or of their weighted sum."""
        start = real_row(self.value)
        near, far = self.settings.steps
        with np.errstate(all="ignore"):
            here = self.outputs(start, weights)
            slopes: list[HostArray] = []
            turns: list[HostArray] = []  # how far the slopes to both sides differ
            for step in (near, far):
                ahead = (self.outputs(start + step * direction, weights) - here) / step
                behind = (here - self.outputs(start - step * direction, weights)) / step
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
