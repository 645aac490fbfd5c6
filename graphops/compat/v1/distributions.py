"""``tf.distributions``: distributions whose parameters are tensors; of each those of one batch."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arrays import expand_dims, ones_like, reshape, zeros_like
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.checks import assert_positive
from graphops.compat.v1.functions.joining import concat
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.reductions import reduce_prod, reduce_sum
from graphops.compat.v1.networks.nn_layers import log_softmax, softmax
from graphops.compat.v1.networks.nn_losses import (
    sigmoid_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphops.compat.v1.random import multinomial, normal, uniform
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype, int32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_HALF_LOG_2PI: Final = 0.5 * math.log(2 * math.pi)


class Distribution:
    """What all distributions here have.

    Attributes:
        name: as given.
        dtype: of samples.
    """

    def __init__(self, dtype: Any, validate_args: bool, allow_nan_stats: bool, name: str) -> None:
        self.dtype = as_dtype(dtype)
        self.validate_args = validate_args
        self.allow_nan_stats = allow_nan_stats
        self.name = name

    @property
    def _parameters(self) -> tuple[Tensor, ...]:
        """The tensors whose broadcast shape is that of the batch."""
        raise NotImplementedError

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The shape of one sample of the whole batch."""
        shape = raw_ops.Shape(input=self._parameters[0])
        for other in self._parameters[1:]:
            shape = raw_ops.BroadcastArgs(s0=shape, s1=raw_ops.Shape(input=other))
        return shape

    def sample(self, sample_shape: Any = (), seed: int | None = None, name: str = "sample") -> Tensor:
        """Draw samples: (*sample_shape, *batch shape)."""
        with get_default_graph().name_scope(f"{self.name}/{name}"):
            is_known = not hasattr(sample_shape, "graph")
            wanted = reshape(as_tensor(np.array(sample_shape, np.int32) if is_known else sample_shape, "int32"), [-1])
            count = reduce_prod(wanted)
            drawn = self._drawn(count, self.batch_shape_tensor(), seed)
            result = reshape(drawn, concat([wanted, self.batch_shape_tensor()], 0))
            if is_known:
                batch = self._sum_of_parameters().shape
                if batch.rank is not None:
                    result.set_shape([*np.array(sample_shape, np.int64).reshape(-1).tolist(), *batch.as_list()])
            return result

    def _sum_of_parameters(self) -> Any:
        total: Any = self._parameters[0]
        for other in self._parameters[1:]:
            total = total + other
        return total

    def _drawn(self, count: Tensor, batch: Tensor, seed: int | None) -> Tensor:
        raise NotImplementedError

    def log_prob(self, value: Any, name: str = "log_prob") -> Tensor:
        """The logarithm of the probability (density) of values."""
        raise NotImplementedError

    def prob(self, value: Any, name: str = "prob") -> Tensor:
        """The probability (density) of values."""
        result: Tensor = raw_ops.Exp(x=self.log_prob(value))
        return result

    def entropy(self, name: str = "entropy") -> Tensor:
        """The Shannon entropy, in nats."""
        raise NotImplementedError

    def mean(self, name: str = "mean") -> Tensor:
        """The mean."""
        raise NotImplementedError

    def variance(self, name: str = "variance") -> Tensor:
        """The variance."""
        raise NotImplementedError

    def stddev(self, name: str = "stddev") -> Tensor:
        """The standard deviation."""
        result: Tensor = raw_ops.Sqrt(x=self.variance())
        return result

    def kl_divergence(self, other: Any, name: str = "kl_divergence") -> Tensor:
        """The Kullback-Leibler divergence of ``other`` from this one, which is of the same kind."""
        return kl_divergence(self, other)

    def _divergence(self, other: Any) -> Tensor:
        raise InvalidTypeError(f"kl_divergence() must be of two distributions that it knows, got {self!r}")

    def __repr__(self) -> str:
        return f"<tf.distributions.{type(self).__name__} '{self.name}' dtype={self.dtype.name}>"


class Normal(Distribution):
    """The normal distribution of mean ``loc`` and standard deviation ``scale``."""

    def __init__(
        self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Normal"
    ) -> None:
        self.loc, self.scale = _two(loc, scale, "loc and scale", name)
        if validate_args:
            with get_default_graph().control_dependencies([assert_positive(self.scale)]):
                self.scale = raw_ops.Identity(input=self.scale)
        super().__init__(self.loc.dtype.base, validate_args, allow_nan_stats, name)

    @property
    def _parameters(self) -> tuple[Tensor, ...]:
        return self.loc, self.scale

    def _drawn(self, count: Tensor, batch: Tensor, seed: int | None) -> Tensor:
        shape = concat([reshape(count, [1]), batch], 0)
        result: Tensor = normal(shape, dtype=self.dtype, seed=seed) * self.scale + self.loc
        return result

    def log_prob(self, value: Any, name: str = "log_prob") -> Tensor:
        z = (as_tensor(value, self.dtype) - self.loc) / self.scale
        result: Tensor = -0.5 * (z * z) - (_HALF_LOG_2PI + raw_ops.Log(x=self.scale))
        return result

    def cdf(self, value: Any, name: str = "cdf") -> Tensor:
        """The probability of a value or a smaller one."""
        z = (as_tensor(value, self.dtype) - self.loc) / self.scale
        result: Tensor = 0.5 * raw_ops.Erfc(x=z * -math.sqrt(0.5))
        return result

    def entropy(self, name: str = "entropy") -> Tensor:
        result: Tensor = (_HALF_LOG_2PI + 0.5) + raw_ops.Log(x=self.scale * ones_like(self.loc))
        return result

    def mean(self, name: str = "mean") -> Tensor:
        result: Tensor = self.loc * ones_like(self.scale)
        return result

    mode = mean

    def stddev(self, name: str = "stddev") -> Tensor:
        result: Tensor = self.scale * ones_like(self.loc)
        return result

    def variance(self, name: str = "variance") -> Tensor:
        result: Tensor = raw_ops.Square(x=self.stddev())
        return result

    def _divergence(self, other: Any) -> Tensor:
        ratio = raw_ops.Square(x=self.scale) / raw_ops.Square(x=other.scale)
        apart = raw_ops.Square(x=self.loc - other.loc) / (2.0 * raw_ops.Square(x=other.scale))
        result: Tensor = apart + 0.5 * (ratio - 1.0 - raw_ops.Log(x=ratio))
        return result


class Uniform(Distribution):
    """All numbers in [low, high), equally likely."""

    def __init__(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        self.low, self.high = _two(low, high, "low and high", name)
        if validate_args:
            with get_default_graph().control_dependencies([assert_positive(self.high - self.low)]):
                self.high = raw_ops.Identity(input=self.high)
        super().__init__(self.low.dtype.base, validate_args, allow_nan_stats, name)

    @property
    def _parameters(self) -> tuple[Tensor, ...]:
        return self.low, self.high

    def range(self, name: str = "range") -> Tensor:
        """``high - low``."""
        result: Tensor = self.high - self.low
        return result

    def _drawn(self, count: Tensor, batch: Tensor, seed: int | None) -> Tensor:
        shape = concat([reshape(count, [1]), batch], 0)
        result: Tensor = self.low + self.range() * uniform(shape, dtype=self.dtype, seed=seed)
        return result

    def prob(self, value: Any, name: str = "prob") -> Tensor:
        x = as_tensor(value, self.dtype) * ones_like(self.range())
        density = ones_like(x) / self.range()
        inside = raw_ops.SelectV2(
            condition=raw_ops.LogicalOr(x=x < self.low, y=x >= self.high), t=zeros_like(x), e=density
        )
        result: Tensor = raw_ops.SelectV2(condition=raw_ops.IsNan(x=x), t=x, e=inside)
        return result

    def log_prob(self, value: Any, name: str = "log_prob") -> Tensor:
        result: Tensor = raw_ops.Log(x=self.prob(value))
        return result

    def entropy(self, name: str = "entropy") -> Tensor:
        result: Tensor = raw_ops.Log(x=self.range())
        return result

    def mean(self, name: str = "mean") -> Tensor:
        result: Tensor = (self.low + self.high) / 2.0
        return result

    def variance(self, name: str = "variance") -> Tensor:
        result: Tensor = raw_ops.Square(x=self.range()) / 12.0
        return result


class _OfLogits(Distribution):
    """Distributions of logits or of probabilities."""

    def _take(self, logits: Any, probs: Any, several: bool) -> None:
        if (logits is None) == (probs is None):
            raise InvalidArgumentError(f"{type(self).__name__} must have either logits or probs")
        if logits is not None:
            self.logits = as_tensor(logits, name="logits")
            self.probs: Tensor = softmax(self.logits) if several else raw_ops.Sigmoid(x=self.logits)
            return
        self.probs = as_tensor(probs, name="probs")
        logarithm = raw_ops.Log(x=self.probs)
        self.logits = logarithm if several else logarithm - raw_ops.Log1p(x=-self.probs)

    def _divergence(self, other: Any) -> Tensor:
        raise NotImplementedError


class Bernoulli(_OfLogits):
    """1 with a probability, else 0."""

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        self._take(logits, probs, several=False)
        super().__init__(dtype, validate_args, allow_nan_stats, name)

    @property
    def _parameters(self) -> tuple[Tensor, ...]:
        return (self.logits,)

    def _drawn(self, count: Tensor, batch: Tensor, seed: int | None) -> Tensor:
        shape = concat([reshape(count, [1]), batch], 0)
        return cast(uniform(shape, dtype=self.probs.dtype, seed=seed) < self.probs, self.dtype)

    def log_prob(self, value: Any, name: str = "log_prob") -> Tensor:
        event = cast(value, self.logits.dtype) + zeros_like(self.logits)
        logits = self.logits + zeros_like(event)
        result: Tensor = -sigmoid_cross_entropy_with_logits(labels=event, logits=logits)
        return result

    def entropy(self, name: str = "entropy") -> Tensor:
        x = self.logits
        result: Tensor = -x * (raw_ops.Sigmoid(x=x) - 1.0) + raw_ops.Softplus(features=-x)
        return result

    def mean(self, name: str = "mean") -> Tensor:
        result: Tensor = raw_ops.Identity(input=self.probs)
        return result

    def variance(self, name: str = "variance") -> Tensor:
        result: Tensor = self.mean() * (1.0 - self.probs)
        return result

    def mode(self, name: str = "mode") -> Tensor:
        """The more likely one."""
        return cast(self.probs > 0.5, self.dtype)

    def _divergence(self, other: Any) -> Tensor:
        def soft(x: Any) -> Any:
            return raw_ops.Softplus(features=x)

        a, b = self.logits, other.logits
        first, second = soft(-b) - soft(-a), soft(b) - soft(a)
        result: Tensor = raw_ops.Sigmoid(x=a) * first + raw_ops.Sigmoid(x=-a) * second
        return result


class Categorical(_OfLogits):
    """Numbers of classes; ``logits`` or ``probs`` (..., classes)."""

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        self._take(logits, probs, several=True)
        super().__init__(dtype, validate_args, allow_nan_stats, name)

    @property
    def _parameters(self) -> tuple[Tensor, ...]:
        return (self.logits[..., 0],)

    @property
    def event_size(self) -> Tensor:
        """How many classes there are."""
        result: Tensor = raw_ops.Shape(input=self.logits)[-1]
        return result

    def _drawn(self, count: Tensor, batch: Tensor, seed: int | None) -> Tensor:
        rows = reshape(self.logits, raw_ops.Pack(values=[-1, self.event_size]))
        drawn = multinomial(rows, reshape(count, []), seed=seed, output_dtype="int32")
        turned = raw_ops.Transpose(x=drawn, perm=np.array([1, 0], np.int32))
        return cast(reshape(turned, concat([reshape(count, [1]), batch], 0)), self.dtype)

    def log_prob(self, value: Any, name: str = "log_prob") -> Tensor:
        classes = as_tensor(value, self.dtype if not hasattr(value, "dtype") else None)
        zeros = zeros_like(self.logits[..., 0])
        classes = cast(classes, "int32") + cast(zeros, "int32")
        logits = self.logits + cast(expand_dims(zeros_like(classes), -1), self.logits.dtype)
        result: Tensor = -sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits)
        return result

    def entropy(self, name: str = "entropy") -> Tensor:
        result: Tensor = -reduce_sum(log_softmax(self.logits) * self.probs, -1)
        return result

    def mode(self, name: str = "mode") -> Tensor:
        """The most likely class."""
        return cast(raw_ops.ArgMax(input=self.logits, dimension=-1), self.dtype)

    def _divergence(self, other: Any) -> Tensor:
        apart = log_softmax(self.logits) - log_softmax(other.logits)
        return reduce_sum(softmax(self.logits) * apart, -1)


def kl_divergence(
    distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: str | None = None
) -> Tensor:
    """The Kullback-Leibler divergence of two distributions of one kind.

    Raises:
        InvalidTypeError: of two kinds, or of one for which it is not known.
    """
    if type(distribution_a) is not type(distribution_b):
        raise InvalidTypeError(f"kl_divergence() must be of two of a kind, got {distribution_a!r}, {distribution_b!r}")
    result: Tensor = distribution_a._divergence(distribution_b)  # noqa: SLF001
    return result


def _two(first: Any, second: Any, names: str, distribution: str) -> tuple[Tensor, Tensor]:
    """Two parameters of one real dtype."""
    a = as_tensor(first, None if hasattr(first, "dtype") else getattr(second, "dtype", None))
    b = as_tensor(second, None if hasattr(second, "dtype") else a.dtype.base)
    if a.dtype.base is not b.dtype.base or not a.dtype.is_floating:
        raise InvalidTypeError(f"{names} of {distribution} must have one real dtype, got {a.dtype} and {b.dtype}")
    return a, b


def __getattr__(name: str) -> Any:
    raise missing("distributions", name)


__all__ = ["Bernoulli", "Categorical", "Distribution", "Normal", "Uniform", "kl_divergence"]

mark_all(globals(), __all__)
