"""Initializers: objects that make the initial value of a variable from its shape; TensorFlow 1's names and rules.

Random ones draw the same bits as TensorFlow's for the same seeds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, shape_vector, static_sizes
from graphops.build.filled_constant import constant
from graphops.build.random_values import random_normal, random_uniform, truncated_normal
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

# The standard deviation of a normal distribution cut at two of its own.
_TRUNCATED_STDDEV = 0.87962566103423978


class Initializer:
    """Base: ``initializer(shape, dtype=None)`` gives a tensor."""

    dtype: DType

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        """The initial value; ``dtype`` is the initializer's own by default, ``partition_info`` has to be ``None``."""
        if partition_info is not None:
            raise InvalidArgumentError(f"partition_info of an initializer must be None, got {partition_info!r}")
        return self._make(shape, self.dtype if dtype is None else as_dtype(dtype))

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """What it was made with, by name."""
        config = {key: value for key, value in vars(self).items() if not key.startswith("_")}
        return {**config, "dtype": self.dtype.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        """The initializer that ``get_config`` describes."""
        return cls(**config)

    def __repr__(self) -> str:
        settings = ", ".join(f"{key}={value!r}" for key, value in self.get_config().items())
        return f"{type(self).__name__}({settings})"


class Zeros(Initializer):
    """Zeros (empty texts)."""

    def __init__(self, dtype: Any = "float32") -> None:
        self.dtype = as_dtype(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        return _filled(shape, 0, dtype, "zeros")


class Ones(Initializer):
    """Ones."""

    def __init__(self, dtype: Any = "float32") -> None:
        self.dtype = as_dtype(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        return _filled(shape, 1, dtype, "ones")


def _filled(shape: Any, value: int, dtype: DType, name: str) -> Tensor:
    element: Any = b"" if dtype.name == "string" else np.array(value, dtype.numpy_dtype)
    result: Tensor = raw_ops.Fill(dims=shape_vector(shape), value=element, name=name)
    return result


class Constant(Initializer):
    """A given value, repeated, or filled up with its last element.

    Raises:
        InvalidTypeError: a value of another shape, with ``verify_shape``; something that is no value.
    """

    def __init__(self, value: Any = 0, dtype: Any = "float32", verify_shape: bool = False) -> None:
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise InvalidTypeError(f"value of constant_initializer must be a number, a list or an array, got {value!r}")
        self.value = value
        self.dtype = as_dtype(dtype)
        self._verify_shape = verify_shape

    def __call__(
        self, shape: Any, dtype: Any = None, partition_info: Any = None, verify_shape: bool | None = None
    ) -> Tensor:
        wanted = self.dtype if dtype is None else as_dtype(dtype)
        verify = self._verify_shape if verify_shape is None else verify_shape
        value = np.asarray(self.value)
        if value.dtype.kind in "biufc" and not wanted.is_host_only:
            value = value.astype(wanted.numpy_dtype)
        sizes = static_sizes(shape) if shape is not None else None
        result: Tensor = constant(value, wanted, sizes, verify_shape=verify)
        return result


class RandomUniform(Initializer):
    """Values from [minval, maxval); ``maxval`` is 1 by default, and must be given for integers."""

    def __init__(self, minval: Any = 0.0, maxval: Any = None, seed: int | None = None, dtype: Any = "float32") -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed
        self.dtype = as_dtype(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        low = int(self.minval) if dtype.is_integer and isinstance(self.minval, float) else self.minval
        return random_uniform(shape, low, self.maxval, dtype, seed=self.seed)


class _Normal(Initializer):
    """What normally distributed values share."""

    def __init__(self, mean: Any = 0.0, stddev: Any = 1.0, seed: int | None = None, dtype: Any = "float32") -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed
        self.dtype = _real(dtype)


class RandomNormal(_Normal):
    """Normally distributed values."""

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        return random_normal(shape, self.mean, self.stddev, dtype, seed=self.seed)


class TruncatedNormal(_Normal):
    """Normally distributed values, none further than two standard deviations from the mean."""

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        return truncated_normal(shape, self.mean, self.stddev, dtype, seed=self.seed)


class UniformUnitScaling(Initializer):
    """Uniform values that keep the variance of what goes through a layer."""

    def __init__(self, factor: float = 1.0, seed: int | None = None, dtype: Any = "float32") -> None:
        self.factor = factor
        self.seed = seed
        self.dtype = _real(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        inputs = max(math.prod(float(size) for size in _known(shape)[:-1]), 1.0)
        limit = math.sqrt(3 / inputs) * self.factor
        return random_uniform(shape, -limit, limit, dtype, seed=self.seed)


class VarianceScaling(Initializer):
    """Random values whose variance is ``scale`` by the number of inputs, of outputs, or their mean.

    Args:
        scale: positive.
        mode: "fan_in", "fan_out" or "fan_avg".
        distribution: "normal" and "truncated_normal" (both truncated), "untruncated_normal" or "uniform".

    Raises:
        InvalidArgumentError: another mode or distribution; a scale that is not positive.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: Any = "float32",
    ) -> None:
        if not scale > 0.0:
            raise InvalidArgumentError(f"scale of variance_scaling must be positive, got {scale!r}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise InvalidArgumentError(
                f"mode of variance_scaling must be 'fan_in', 'fan_out' or 'fan_avg', got {mode!r}"
            )
        kinds = ("normal", "uniform", "truncated_normal", "untruncated_normal")
        if str(distribution).lower() not in kinds:
            raise InvalidArgumentError(f"distribution of variance_scaling must be one of {kinds}, got {distribution!r}")
        self.scale = scale
        self.mode = mode
        self.distribution = str(distribution).lower()
        self.seed = seed
        self.dtype = _real(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        fan_in, fan_out = _fans(_known(shape))
        fans = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}
        variance = self.scale / max(1.0, fans[self.mode])
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return random_uniform(shape, -limit, limit, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return random_normal(shape, 0.0, math.sqrt(variance), dtype, seed=self.seed)
        return truncated_normal(shape, 0.0, math.sqrt(variance) / _TRUNCATED_STDDEV, dtype, seed=self.seed)


class GlorotUniform(VarianceScaling):
    """Uniform values of variance 2 / (inputs + outputs)."""

    def __init__(self, seed: int | None = None, dtype: Any = "float32") -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)


class GlorotNormal(VarianceScaling):
    """Truncated normal values of variance 2 / (inputs + outputs)."""

    def __init__(self, seed: int | None = None, dtype: Any = "float32") -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)


def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal values of variance 1 / inputs."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform values of variance 1 / inputs."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def he_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal values of variance 2 / inputs."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform values of variance 2 / inputs."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


class Orthogonal(Initializer):
    """A random matrix (all axes but the last as rows) with orthogonal rows or columns, times ``gain``.

    Raises:
        InvalidArgumentError: when called, a rank below 2.
    """

    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: Any = "float32") -> None:
        self.gain = gain
        self.seed = seed
        self.dtype = _real(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        sizes = _known(shape)
        if len(sizes) < 2:
            raise InvalidArgumentError(f"shape for orthogonal_initializer must have rank 2 or more, got {list(sizes)}")
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        drawn = random_normal((max(rows, columns), min(rows, columns)), dtype=dtype, seed=self.seed)
        factors = raw_ops.Qr(input=drawn, full_matrices=False)
        # The signs of R's diagonal make Q uniformly distributed.
        matrix = factors.q * raw_ops.Sign(x=raw_ops.DiagPart(input=factors.r))
        if rows < columns:
            matrix = raw_ops.Transpose(x=matrix, perm=[1, 0])
        result: Tensor = as_tensor(self.gain, dtype) * raw_ops.Reshape(tensor=matrix, shape=shape_vector(sizes))
        return result


class Identity(Initializer):
    """The identity matrix times ``gain``.

    Raises:
        InvalidArgumentError: when called, another rank than 2.
    """

    def __init__(self, gain: float = 1.0, dtype: Any = "float32") -> None:
        self.gain = gain
        self.dtype = _real(dtype)

    def _make(self, shape: Any, dtype: DType) -> Tensor:
        sizes = _known(shape)
        if len(sizes) != 2:
            raise InvalidArgumentError(f"shape for the identity initializer must have rank 2, got {list(sizes)}")
        matrix = as_tensor(np.eye(*sizes).astype(dtype.numpy_dtype))
        return as_tensor(self.gain, dtype) * matrix


def _real(dtype: Any) -> DType:
    wanted = as_dtype(dtype)
    if not wanted.is_floating:
        raise InvalidArgumentError(f"dtype of an initializer must be real, got {wanted.name}")
    return wanted


def _known(shape: Any) -> tuple[int, ...]:
    sizes = static_sizes(shape)
    if sizes is None:
        raise InvalidArgumentError(f"shape of an initial value must be known, got {shape!r}")
    return sizes


def _fans(shape: Sequence[int]) -> tuple[int, int]:
    """The numbers of inputs and outputs of weights: (..., inputs, outputs), filters count each tap."""
    if not shape:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    taps = math.prod(shape[:-2])
    return shape[-2] * taps, shape[-1] * taps
