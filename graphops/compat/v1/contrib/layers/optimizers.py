"""``tf.contrib.layers``: one training step in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError

OPTIMIZER_CLS_NAMES: Mapping[str, Any] = {
    "Adagrad": tf.train.AdagradOptimizer,
    "Adam": tf.train.AdamOptimizer,
    "Ftrl": tf.train.FtrlOptimizer,
    "Momentum": lambda learning_rate: tf.train.MomentumOptimizer(learning_rate, momentum=0.9),
    "RMSProp": tf.train.RMSPropOptimizer,
    "SGD": tf.train.GradientDescentOptimizer,
}
OPTIMIZER_SUMMARIES = [
    "learning_rate",
    "loss",
    "gradients",
    "gradient_norm",
    "global_gradient_norm",
]

Pairs = list[tuple[Any, Any]]


def optimize_loss(
    loss: Any,
    global_step: Any,
    learning_rate: Any,
    optimizer: Any,
    gradient_noise_scale: float | None = None,
    gradient_multipliers: Mapping[Any, Any] | None = None,
    clip_gradients: Any = None,
    learning_rate_decay_fn: Callable[[Any, Any], Any] | None = None,
    update_ops: Iterable[Any] | None = None,
    variables: Any = None,
    name: str | None = None,
    summaries: Iterable[str] | None = None,
    colocate_gradients_with_ops: bool = False,
    increment_global_step: bool = True,
) -> Any:
    """Add a training step; the loss, which is computed with it.

    Args:
        global_step: a variable that counts the steps; default that of the graph.
        learning_rate: a float, which becomes the variable ``learning_rate``; a tensor; or ``None`` if the optimizer has
            one.
        optimizer: a name of :data:`OPTIMIZER_CLS_NAMES`, an optimizer, or a class or function that makes one of the
            learning rate.
        gradient_noise_scale: the standard deviation of what is added to gradients.
        gradient_multipliers: factors of gradients, by variable or its name.
        clip_gradients: the largest norm of all gradients together; or a function of pairs (gradient, variable).
        learning_rate_decay_fn: gives the learning rate of the first one and the global step.
        update_ops: what runs before the loss is computed; default the collection UPDATE_OPS.
        variables: what is changed; default the trainable variables.
        summaries: which of :data:`OPTIMIZER_SUMMARIES` are written; default the loss, the learning rate and the norm.

    Raises:
        InvalidArgumentError: arguments that are none of these.
    """
    value = tf.convert_to_tensor(loss)
    if value.shape.rank not in (0, None):
        raise InvalidArgumentError(f"loss of optimize_loss must be a number, got shape {value.shape}")
    step = tf.train.get_global_step() if global_step is None else global_step
    wanted = ["loss", "learning_rate", "global_gradient_norm"] if summaries is None else list(summaries)
    for each in wanted:
        if each not in OPTIMIZER_SUMMARIES:
            raise InvalidArgumentError(f"summaries of optimize_loss must be of {OPTIMIZER_SUMMARIES}, got {each!r}")
    with tf.variable_scope(name, "OptimizeLoss", [value]):
        before = tf.get_collection(tf.GraphKeys.UPDATE_OPS) if update_ops is None else list(update_ops)
        if before:
            with tf.control_dependencies(before):
                value = tf.identity(value)
        rate = _rate(learning_rate)
        if rate is not None and learning_rate_decay_fn is not None:
            if step is None:
                raise InvalidArgumentError("global_step of optimize_loss must be given with learning_rate_decay_fn")
            rate = learning_rate_decay_fn(rate, step)
            if "learning_rate" in wanted:
                tf.summary.scalar("learning_rate", rate)
        made = _optimizer(optimizer, rate)
        pairs: Pairs = made.compute_gradients(value, variables)
        if gradient_noise_scale is not None:
            pairs = [(_noisy(gradient, gradient_noise_scale), variable) for gradient, variable in pairs]
        if gradient_multipliers is not None:
            pairs = [_multiplied(gradient, variable, gradient_multipliers) for gradient, variable in pairs]
        norms = "global_gradient_norm" in wanted or "gradient_norm" in wanted
        if norms:
            tf.summary.scalar("global_norm/gradient_norm", tf.global_norm([gradient for gradient, _ in pairs]))
        clipped = _clipped(pairs, clip_gradients)
        _summarize(value, clipped, wanted)
        if norms and clip_gradients is not None:
            tf.summary.scalar("global_norm/clipped_gradient_norm", tf.global_norm([each for each, _ in clipped]))
        train = made.apply_gradients(clipped, step if increment_global_step else None, name="train")
        with tf.control_dependencies([train]):
            return tf.identity(value)


def _rate(learning_rate: Any) -> Any:
    if isinstance(learning_rate, tf.Tensor) and learning_rate.shape.rank == 0:
        return learning_rate
    if learning_rate is None:
        return None
    if isinstance(learning_rate, float) and learning_rate >= 0.0:
        start = tf.constant_initializer(learning_rate)
        return tf.get_variable("learning_rate", [], trainable=False, initializer=start)
    text = "learning_rate of optimize_loss must be a float that is not negative or a tensor of rank 0"
    raise InvalidArgumentError(f"{text}, got {learning_rate!r}")


def _optimizer(optimizer: Any, rate: Any) -> Any:
    if isinstance(optimizer, tf.train.Optimizer):
        return optimizer
    if isinstance(optimizer, str) and optimizer not in OPTIMIZER_CLS_NAMES:
        names = sorted(OPTIMIZER_CLS_NAMES)
        raise InvalidArgumentError(
            f"optimizer of optimize_loss must be an optimizer or one of {names}, got {optimizer!r}"
        )
    if rate is None and isinstance(optimizer, (str, type)):
        raise InvalidArgumentError(f"learning_rate of optimize_loss must be given for {optimizer!r}, got None")
    make = OPTIMIZER_CLS_NAMES[optimizer] if isinstance(optimizer, str) else optimizer
    made = None
    if callable(make):
        # TensorFlow's classes take it by name, functions by position.
        made = make(learning_rate=rate) if isinstance(optimizer, (str, type)) else make(*[] if rate is None else [rate])
    if not isinstance(made, tf.train.Optimizer):
        raise InvalidArgumentError(f"optimizer of optimize_loss must be an optimizer or make one, got {optimizer!r}")
    return made


def _noisy(gradient: Any, scale: float) -> Any:
    return None if gradient is None else gradient + tf.truncated_normal(tf.shape(gradient)) * scale


def _multiplied(gradient: Any, variable: Any, factors: Mapping[Any, Any]) -> tuple[Any, Any]:
    factor = factors.get(variable, factors.get(variable.name))
    if gradient is None or factor is None:
        return gradient, variable
    return gradient * tf.cast(factor, gradient.dtype), variable


def _clipped(pairs: Pairs, clip_gradients: Any) -> Pairs:
    if clip_gradients is None:
        return pairs
    if callable(clip_gradients):
        result: Pairs = clip_gradients(pairs)
        return result
    if not isinstance(clip_gradients, float):
        raise InvalidArgumentError(
            f"clip_gradients of optimize_loss must be a float or a function, got {clip_gradients!r}"
        )
    found, _ = tf.clip_by_global_norm([gradient for gradient, _ in pairs], clip_gradients)
    return [(gradient, variable) for gradient, (_, variable) in zip(found, pairs, strict=True)]


def _summarize(loss: Any, pairs: Pairs, wanted: list[str]) -> None:
    if "loss" in wanted:
        tf.summary.scalar("loss", loss)
    for gradient, variable in pairs:
        name = variable.name.replace(":", "_")
        if gradient is not None and "gradients" in wanted:
            tf.summary.histogram(f"gradients/{name}", gradient)
        if gradient is not None and "gradient_norm" in wanted:
            tf.summary.scalar(f"gradient_norm/{name}", tf.global_norm([gradient]))


def adaptive_clipping_fn(
    std_factor: Any = 2.0,
    decay: Any = 0.95,
    static_max_norm: float | None = None,
    global_step: Any = None,
    report_summary: bool = False,
    epsilon: float = 1e-8,
    name: str | None = None,
) -> Callable[[Pairs], Pairs]:
    """A function for ``clip_gradients`` that limits the norm by what it was before.

    Args:
        std_factor: above how many standard deviations of its logarithm a norm is too large; then it becomes the mean.
        decay: of the averages of the logarithm and of its square.
        static_max_norm: a limit that always holds.
        global_step: if given, the averages move faster in the beginning.
    """

    def clip(grads_and_vars: Pairs) -> Pairs:
        norm = tf.global_norm([gradient for gradient, _ in grads_and_vars])
        with tf.variable_scope(name, "AdaptiveMaxNorm", [norm]):
            log_norm, rate = tf.log(norm + epsilon), decay
            if global_step is not None:
                steps = tf.cast(global_step, tf.float32)
                rate = tf.minimum(decay, steps / (steps + 1.0))
            mean, square = (
                _average(each, value, rate) for each, value in (("mean", log_norm), ("sq_mean", tf.square(log_norm)))
            )
            deviation = tf.sqrt(tf.maximum(epsilon, square - tf.square(mean)))
            most = tf.exp(mean + std_factor * deviation)
        if report_summary:
            tf.summary.scalar("global_norm/adaptive_max_gradient_norm", most)
        factor = tf.where(norm < most, tf.ones_like(norm), tf.exp(mean) / norm)
        if static_max_norm is not None:
            factor = tf.minimum(static_max_norm / norm, factor)
        return [(None if gradient is None else gradient * factor, variable) for gradient, variable in grads_and_vars]

    return clip


def _average(name: str, value: Any, decay: Any) -> Any:
    average = tf.get_variable(name, value.shape, value.dtype, tf.zeros_initializer(), trainable=False)
    return tf.assign_sub(average, (average - value) * (1.0 - decay))


__all__ = ["OPTIMIZER_CLS_NAMES", "OPTIMIZER_SUMMARIES", "adaptive_clipping_fn", "optimize_loss"]

mark_all(globals(), ["adaptive_clipping_fn", "optimize_loss"])
