"""``tf.layers``: batch normalization."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.build.initializers import Ones
from graphops.compat.v1.layers.base import ZEROS, Layer, known
from graphops.compat.v1.layers.core import chosen
from graphops_registry.errors import InvalidArgumentError, UnimplementedError


class BatchNormalization(Layer):
    """Normalization by the moments of the batch in training, by their moving averages else.

    Args:
        axis: of the channels; one integer, or a list of one.
        momentum: how much of the moving averages is kept in each step.
        fused: whether one op does it; default where the input has rank 4 and the channels are first or last.

    Raises:
        UnimplementedError: ``renorm``, ``virtual_batch_size`` or ``adjustment``.
        InvalidArgumentError: several axes.
    """

    def __init__(
        self,
        axis: Any = -1,
        momentum: Any = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = ZEROS,
        gamma_initializer: Any = Ones,
        moving_mean_initializer: Any = ZEROS,
        moving_variance_initializer: Any = Ones,
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        renorm: bool = False,
        renorm_clipping: Any = None,
        renorm_momentum: float = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Any = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable, name, **kwargs)
        if renorm or virtual_batch_size is not None or adjustment is not None:
            text = "batch_normalization must be without renorm, virtual_batch_size and adjustment: they do not exist"
            raise UnimplementedError(text)
        axes = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        if len(axes) != 1:
            raise InvalidArgumentError(f"axis of batch_normalization must be one axis, got {axis!r}")
        self.axis, self.momentum, self.epsilon, self.center, self.scale = int(axes[0]), momentum, epsilon, center, scale
        self._gamma = gamma_initializer, gamma_regularizer, gamma_constraint
        self._beta = beta_initializer, beta_regularizer, beta_constraint
        self._moving = moving_mean_initializer, moving_variance_initializer
        self._fused = fused
        self.gamma: Any = None
        self.beta: Any = None
        self.moving_mean: Any = None
        self.moving_variance: Any = None

    def build(self, input_shape: Any) -> None:
        rank = input_shape.rank
        shape = [known(input_shape, self.axis, "batch_normalization")]
        self.axis %= rank
        usable = rank == 4 and self.axis in (1, 3)
        self._fused = usable if self._fused is None else bool(self._fused) and usable
        if self.dtype.name in ("float16", "bfloat16"):
            self.dtype = tf.float32
        for each, there in (("gamma", self.scale), ("beta", self.center)):
            start, regularizer, constraint = getattr(self, f"_{each}")
            if there:
                setattr(self, each, self.add_weight(each, shape, None, start, regularizer, constraint=constraint))
        for each, start in zip(("moving_mean", "moving_variance"), self._moving, strict=True):
            setattr(self, each, self.add_weight(each, shape, None, start, trainable=False))

    def call(self, inputs: Any, training: Any = False, **kwargs: Any) -> Any:
        result, mean, variance = (
            self._by_one_op(inputs, training) if self._fused else self._by_moments(inputs, training)
        )
        value = tf.get_static_value(training) if isinstance(training, tf.Tensor) else training
        if value is None or isinstance(value, tf.Variable) or value:
            decay = chosen(training, lambda: tf.constant(1.0 - self.momentum), lambda: tf.constant(0.0))
            for moving, now in ((self.moving_mean, mean), (self.moving_variance, variance)):
                with tf.name_scope("AssignMovingAvg"):
                    change = (moving - tf.cast(now, moving.dtype.base)) * tf.cast(decay, moving.dtype.base)
                    self.add_update(tf.assign_sub(moving, change))
        return result

    def _by_one_op(self, inputs: Any, training: Any) -> tuple[Any, Any, Any]:
        shape, layout = self.moving_mean.shape, "NCHW" if self.axis == 1 else "NHWC"
        gamma = tf.ones(shape) if self.gamma is None else self.gamma
        beta = tf.zeros(shape) if self.beta is None else self.beta

        def trained() -> tuple[Any, Any, Any]:
            y, mean, variance = tf.nn.fused_batch_norm(inputs, gamma, beta, epsilon=self.epsilon, data_format=layout)
            return y, mean, variance

        def used() -> tuple[Any, Any, Any]:
            mean, variance = tf.identity(self.moving_mean), tf.identity(self.moving_variance)
            y = tf.nn.fused_batch_norm(
                inputs, gamma, beta, mean, variance, self.epsilon, layout, is_training=False
            )[0]  # fmt: skip
            return y, mean, variance

        found: tuple[Any, Any, Any] = chosen(training, trained, used)
        return found

    def _by_moments(self, inputs: Any, training: Any) -> tuple[Any, Any, Any]:
        rank = inputs.shape.rank
        others = [axis for axis in range(rank) if axis != self.axis]
        mean, variance = chosen(
            training,
            lambda: tf.nn.moments(inputs, others),
            lambda: (tf.identity(self.moving_mean), tf.identity(self.moving_variance)),
        )
        along = [1] * rank
        along[self.axis] = -1

        def wide(value: Any) -> Any:
            return value if value is None or self.axis == rank - 1 else tf.reshape(value, along)

        result = tf.nn.batch_normalization(
            inputs, *map(wide, (mean, variance, self.beta, self.gamma)), self.epsilon
        )  # fmt: skip
        result.set_shape(inputs.shape)
        return result, mean, variance


def batch_normalization(
    inputs: Any,
    axis: Any = -1,
    momentum: Any = 0.99,
    epsilon: float = 1e-3,
    center: bool = True,
    scale: bool = True,
    beta_initializer: Any = ZEROS,
    gamma_initializer: Any = Ones,
    moving_mean_initializer: Any = ZEROS,
    moving_variance_initializer: Any = Ones,
    beta_regularizer: Any = None,
    gamma_regularizer: Any = None,
    beta_constraint: Any = None,
    gamma_constraint: Any = None,
    training: Any = False,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
    renorm: bool = False,
    renorm_clipping: Any = None,
    renorm_momentum: float = 0.99,
    fused: bool | None = None,
    virtual_batch_size: int | None = None,
    adjustment: Any = None,
) -> Any:
    """:class:`BatchNormalization` of ``inputs``; ``training`` is a bool or a tensor.

    In training, the updates of the moving averages are in the collection UPDATE_OPS, which the training step must run.
    """
    layer = BatchNormalization(
        axis, momentum, epsilon, center, scale, beta_initializer, gamma_initializer, moving_mean_initializer,
        moving_variance_initializer, beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint, renorm,
        renorm_clipping, renorm_momentum, fused, trainable, virtual_batch_size, adjustment, name, _scope=name,
        _reuse=reuse,
    )  # fmt: skip
    return layer(inputs, training=training)
