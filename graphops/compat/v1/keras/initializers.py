"""``tf.keras.initializers``: those of ``tf.initializers`` with the defaults of Keras."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphops.compat.v1 import initializers as _plain
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.keras.named import found

Zeros = zeros = _plain.zeros
Ones = ones = _plain.ones
Constant = constant = _plain.constant
Orthogonal = orthogonal = _plain.orthogonal
Identity = identity = _plain.identity
VarianceScaling = _plain.variance_scaling
glorot_normal, glorot_uniform = _plain.glorot_normal, _plain.glorot_uniform
he_normal, he_uniform = _plain.he_normal, _plain.he_uniform
lecun_normal, lecun_uniform = _plain.lecun_normal, _plain.lecun_uniform


def RandomNormal(mean: float = 0.0, stddev: float = 0.05, seed: int | None = None, dtype: Any = "float32") -> Any:
    """Normal values."""
    return _plain.random_normal(mean, stddev, seed, dtype)


def RandomUniform(minval: float = -0.05, maxval: float = 0.05, seed: int | None = None, dtype: Any = "float32") -> Any:
    """Values of an interval."""
    return _plain.random_uniform(minval, maxval, seed, dtype)


def TruncatedNormal(mean: float = 0.0, stddev: float = 0.05, seed: int | None = None, dtype: Any = "float32") -> Any:
    """Normal values within two standard deviations."""
    return _plain.truncated_normal(mean, stddev, seed, dtype)


normal = random_normal = RandomNormal
uniform = random_uniform = RandomUniform
truncated_normal = TruncatedNormal

_NAMES: Final = [
    "Constant", "Identity", "Ones", "Orthogonal", "RandomNormal", "RandomUniform", "TruncatedNormal", "VarianceScaling",
    "Zeros", "constant", "glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "identity", "lecun_normal",
    "lecun_uniform", "normal", "ones", "orthogonal", "random_normal", "random_uniform", "truncated_normal", "uniform",
    "zeros",
]  # fmt: skip
_KNOWN: Final[dict[str, Callable[..., Any]]] = {name: globals()[name] for name in _NAMES}


def get(identifier: Any) -> Any:
    """The initializer of a name, or a class.

    Raises:
        InvalidArgumentError: another name.
    """
    return found(identifier, "an initializer", _KNOWN, make=True)


def __getattr__(name: str) -> Any:
    raise missing("keras.initializers", name)


__all__ = [*_NAMES, "get"]
