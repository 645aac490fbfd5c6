"""``tf.contrib.training``: the node of a training step, with changes of gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError

Pairs = list[tuple[Any, Any]]
_OF_THE_GRAPH: Any = 0  # the default of global_step: that of the graph


def create_train_op(
    total_loss: Any,
    optimizer: Any,
    global_step: Any = _OF_THE_GRAPH,
    update_ops: Iterable[Any] | None = None,
    variables_to_train: Any = None,
    transform_grads_fn: Callable[[Pairs], Pairs] | None = None,
    summarize_gradients: bool = False,
    gate_gradients: int = 1,
    aggregation_method: Any = None,
    colocate_gradients_with_ops: bool = False,
    check_numerics: bool = True,
) -> Any:
    """A tensor that does a training step and gives the loss.

    Args:
        global_step: a variable that counts the steps; ``None`` for none; default that of the graph, made if missing.
        update_ops: what runs before the loss is used; default the collection UPDATE_OPS.
        transform_grads_fn: changes pairs (gradient, variable).
        summarize_gradients: whether summaries of them are written.
        check_numerics: whether a loss that is not finite is an error.
    """
    step = tf.train.get_or_create_global_step() if global_step is _OF_THE_GRAPH else global_step
    loss = tf.convert_to_tensor(total_loss)
    before = tf.get_collection(tf.GraphKeys.UPDATE_OPS) if update_ops is None else list(update_ops)
    if before:
        with tf.control_dependencies(before):
            loss = tf.identity(loss)
    pairs: Pairs = optimizer.compute_gradients(loss, variables_to_train)
    if transform_grads_fn is not None:
        pairs = transform_grads_fn(pairs)
    if summarize_gradients:
        with tf.name_scope("summarize_grads"):
            add_gradients_summaries(pairs)
    update = optimizer.apply_gradients(pairs, step)
    with tf.name_scope("train_op"):
        if check_numerics:
            loss = tf.check_numerics(loss, "LossTensor is inf or nan")
        with tf.control_dependencies([update]):
            train = tf.identity(loss)
    there = tf.get_collection_ref(tf.GraphKeys.TRAIN_OP)
    if all(each is not train for each in there):
        there.append(train)
    return train


def clip_gradient_norms(gradients_to_variables: Pairs, max_norm: float) -> Pairs:
    """Each gradient with a norm of at most ``max_norm``."""
    return [(None if g is None else tf.clip_by_norm(g, max_norm), variable) for g, variable in gradients_to_variables]


def clip_gradient_norms_fn(max_norm: float) -> Callable[[Pairs], Pairs]:
    """:func:`clip_gradient_norms` for ``transform_grads_fn``."""
    return lambda pairs: clip_gradient_norms(pairs, max_norm)


def multiply_gradients(grads_and_vars: Pairs, gradient_multipliers: Mapping[Any, Any]) -> Pairs:
    """Gradients times factors, by variable or the name of its op.

    Raises:
        InvalidArgumentError: no dict of factors, or one for a variable without a gradient.
    """
    if (
        not isinstance(grads_and_vars, list)
        or not isinstance(gradient_multipliers, Mapping)
        or not gradient_multipliers
    ):
        raise InvalidArgumentError("multiply_gradients must get a list of pairs and a dict of factors")
    found: Pairs = []
    for gradient, variable in grads_and_vars:
        factor = gradient_multipliers.get(variable, gradient_multipliers.get(variable.op.name))
        if factor is not None and gradient is None:
            raise InvalidArgumentError(
                f"gradient_multipliers must name variables with gradients, got {variable.op.name}"
            )
        found.append((gradient if factor is None else gradient * tf.cast(factor, gradient.dtype), variable))
    return found


def add_gradients_summaries(grads_and_vars: Pairs) -> list[Any]:
    """A histogram and the norm of each gradient, as summaries."""
    found = []
    for gradient, variable in grads_and_vars:
        if gradient is None:
            tf.logging.info("Var %s has no gradient", variable.op.name)
            continue
        found.append(tf.summary.histogram(f"{variable.op.name}/gradient", gradient))
        found.append(tf.summary.scalar(f"{variable.op.name}/gradient_norm", tf.global_norm([gradient])))
    return found


__all__ = [
    "add_gradients_summaries",
    "clip_gradient_norms",
    "clip_gradient_norms_fn",
    "create_train_op",
    "multiply_gradients",
]

mark_all(globals(), __all__)
