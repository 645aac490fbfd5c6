"""``tf.losses``: losses that are weighted, reduced and kept in a collection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.composed import IN, composed
from graphops.compat.v1.functions.arithmetic import add_n
from graphops.compat.v1.functions.arrays import squeeze
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.marked import mark_all, marking
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.reductions import reduce_sum
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.compat.v1.functions.variables import get_collection
from graphops.compat.v1.networks import nn_losses
from graphops.graph.graph import Tensor, get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import InvalidArgumentError


class Reduction:
    """What becomes of the weighted losses of the elements."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        return (cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, cls.SUM_BY_NONZERO_WEIGHTS)

    @classmethod
    def validate(cls, key: str) -> None:
        """Raise InvalidArgumentError unless ``key`` is one of :meth:`all`."""
        if key not in cls.all():
            raise InvalidArgumentError(f"reduction must be one of {cls.all()}, got {key!r}")


_DEFAULT = Reduction.SUM_BY_NONZERO_WEIGHTS
_LOSSES = GraphKeys.LOSSES


def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Losses times weights, reduced, and added to a collection.

    Args:
        weights: a number, or a tensor of the rank of ``losses`` whose sizes are theirs or 1.

    Raises:
        InvalidArgumentError: another reduction, or weights of another shape.
    """
    Reduction.validate(reduction)
    with get_default_graph().name_scope(scope or "weighted_loss"):
        given = as_tensor(losses)
        dtype = given.dtype.base
        values = cast(given, "float32")
        factors = cast(weights, "float32")
        _check_weights(factors, values)
        weighted = values * factors
        if reduction == Reduction.NONE:
            loss = weighted
        else:
            loss = reduce_sum(weighted)
            count = _count(values, factors, reduction)
            if count is not None:
                loss = raw_ops.DivNoNan(x=loss, y=count, name="value")
        loss = cast(loss, dtype)
        add_loss(loss, loss_collection)
    return loss


def _check_weights(weights: Tensor, losses: Tensor) -> None:
    own, other = weights.shape.dims, losses.shape.dims
    if not own or other is None:
        return
    fits = len(own) == len(other) and all(
        size == 1 or not (isinstance(size, int) and isinstance(whole, int)) or size == whole
        for size, whole in zip(own, other, strict=True)
    )
    if not fits:
        rule = f"be a number or have the sizes {losses.shape} or 1"
        raise InvalidArgumentError(f"weights must {rule}, got {weights.shape}")


def _count(losses: Tensor, weights: Tensor, reduction: str) -> Tensor | None:
    """What a sum is divided by."""
    if reduction == Reduction.MEAN:
        return reduce_sum(raw_ops.OnesLike(x=losses) * weights)
    if reduction == Reduction.SUM_OVER_BATCH_SIZE:
        return cast(raw_ops.Size(input=losses), "float32")
    if reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
        present = cast(raw_ops.NotEqual(x=weights, y=0.0), "float32")
        return reduce_sum(raw_ops.OnesLike(x=losses) * present)
    return None


def add_loss(loss: Any, loss_collection: str | None = _LOSSES) -> None:
    """Add a loss to a collection (to none if it is ``None``)."""
    if loss_collection:
        get_default_graph().add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: str = _LOSSES) -> list[Any]:
    """The losses in the collection."""
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """What regularizers added."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """The sum of what regularizers added, 0 if there is nothing."""
    losses = get_regularization_losses(scope)
    return add_n(losses, name) if losses else as_tensor(0.0)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """The sum of all losses, with what regularizers added.

    Raises:
        InvalidArgumentError: there is none.
    """
    losses = get_losses(scope)
    if add_regularization_losses:
        losses += get_regularization_losses(scope)
    if not losses:
        raise InvalidArgumentError("get_total_loss() must find a loss or more in the collections, got none")
    return add_n(losses, name)


def _elementwise(
    function: str,
    labels: Any,
    predictions: Any,
    formula: Callable[[Tensor, Tensor], Tensor],
    weights: Any,
    scope: str | None,
    loss_collection: str | None,
    reduction: str,
) -> Tensor:
    """A loss that compares float32 labels and predictions of one shape."""
    with get_default_graph().name_scope(scope or function) as names:
        truth = cast(needed(function, "labels", labels), "float32")
        guess = cast(needed(function, "predictions", predictions), "float32")
        if not truth.shape.is_compatible_with(guess.shape):
            raise InvalidArgumentError(f"labels of {function}() must have the shape {guess.shape}, got {truth.shape}")
        return compute_weighted_loss(formula(truth, guess), weights, names, loss_collection, reduction)


def absolute_difference(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """``abs(predictions - labels)``."""

    def formula(truth: Tensor, guess: Tensor) -> Tensor:
        result: Tensor = raw_ops.Abs(x=guess - truth)
        return result

    return _elementwise("absolute_difference", labels, predictions, formula, weights, scope, loss_collection, reduction)


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """``(predictions - labels) ** 2``."""

    def formula(truth: Tensor, guess: Tensor) -> Tensor:
        result: Tensor = raw_ops.SquaredDifference(x=guess, y=truth)
        return result

    return _elementwise("mean_squared_error", labels, predictions, formula, weights, scope, loss_collection, reduction)


def log_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """``-labels * log(predictions + epsilon) - (1 - labels) * log(1 - predictions + epsilon)``."""

    def formula(truth: Tensor, guess: Tensor) -> Tensor:
        hit = raw_ops.Neg(x=truth * raw_ops.Log(x=guess + epsilon))
        result: Tensor = hit - (1.0 - truth) * raw_ops.Log(x=1.0 - guess + epsilon)
        return result

    return _elementwise("log_loss", labels, predictions, formula, weights, scope, loss_collection, reduction)


def huber_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Half the square of the error up to ``delta``, linear beyond."""

    def formula(truth: Tensor, guess: Tensor) -> Tensor:
        error = raw_ops.Abs(x=guess - truth)
        quadratic = raw_ops.Minimum(x=error, y=delta)
        result: Tensor = (quadratic * quadratic) * 0.5 + (error - quadratic) * delta
        return result

    return _elementwise("huber_loss", labels, predictions, formula, weights, scope, loss_collection, reduction)


def hinge_loss(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """``max(0, 1 - (2 * labels - 1) * logits)`` for labels 0 and 1."""

    def formula(truth: Tensor, guess: Tensor) -> Tensor:
        result: Tensor = raw_ops.Relu(features=1.0 - (truth * 2.0 - 1.0) * guess)
        return result

    return _elementwise("hinge_loss", labels, logits, formula, weights, scope, loss_collection, reduction)


def cosine_distance(
    labels: Any,
    predictions: Any,
    axis: Any = None,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
    dim: Any = None,
) -> Tensor:
    """1 minus the dot product of unit vectors along ``axis``."""
    at = needed("cosine_distance", "axis", one_of("cosine_distance", "axis", axis, "dim", dim))

    def formula(truth: Tensor, guess: Tensor) -> Tensor:
        result: Tensor = 1.0 - reduce_sum(guess * truth, [at], keepdims=True)
        return result

    return _elementwise(
        "cosine_distance", labels, predictions, formula, weights, scope or "cosine_distance_loss", loss_collection,
        reduction,
    )  # fmt: skip


def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Cross entropy with independent probabilities; smoothing draws the labels towards 1/2."""
    with get_default_graph().name_scope(scope or "sigmoid_cross_entropy_loss") as names:
        scores = as_tensor(needed("sigmoid_cross_entropy", "logits", logits))
        truth = cast(needed("sigmoid_cross_entropy", "multi_class_labels", multi_class_labels), scores.dtype.base)
        if label_smoothing > 0:
            truth = truth * (1.0 - label_smoothing) + 0.5 * label_smoothing
        losses = nn_losses.sigmoid_cross_entropy_with_logits(truth, scores, name="xentropy")
        return compute_weighted_loss(losses, weights, names, loss_collection, reduction)


def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Cross entropy with distributions; smoothing draws the labels towards equal ones."""
    with get_default_graph().name_scope(scope or "softmax_cross_entropy_loss") as names:
        scores = as_tensor(needed("softmax_cross_entropy", "logits", logits))
        truth = cast(needed("softmax_cross_entropy", "onehot_labels", onehot_labels), scores.dtype.base)
        if label_smoothing > 0:
            classes = cast(raw_ops.Shape(input=truth)[-1], scores.dtype.base)
            truth = truth * (1.0 - label_smoothing) + label_smoothing / classes
        truth = raw_ops.StopGradient(input=truth, name="labels_stop_gradient")
        losses = nn_losses.softmax_cross_entropy_with_logits_v2(truth, scores, name="xentropy")
        return compute_weighted_loss(losses, weights, names, loss_collection, reduction)


def sparse_softmax_cross_entropy(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = _LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Cross entropy with classes; labels and weights may have a last axis of size 1 too many."""
    with get_default_graph().name_scope(scope or "sparse_softmax_cross_entropy_loss") as names:
        scores = as_tensor(needed("sparse_softmax_cross_entropy", "logits", logits))
        truth = as_tensor(needed("sparse_softmax_cross_entropy", "labels", labels))
        if truth.shape.rank is not None and truth.shape.rank == scores.shape.rank:
            truth = squeeze(truth, [-1])
        factors = as_tensor(weights)
        if factors.shape.rank is not None and truth.shape.rank is not None and factors.shape.rank > truth.shape.rank:
            factors = squeeze(factors, [-1])
        losses = nn_losses.sparse_softmax_cross_entropy_with_logits(truth, scores, name="xentropy")
        return compute_weighted_loss(losses, factors, names, loss_collection, reduction)


def __getattr__(name: str) -> Any:
    if name in IN["losses"]:
        return marking(composed(name, "losses"))
    raise missing("losses", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *IN["losses"]})


__all__ = [
    "Reduction",
    "absolute_difference",
    "add_loss",
    "compute_weighted_loss",
    "cosine_distance",
    "get_losses",
    "get_regularization_loss",
    "get_regularization_losses",
    "get_total_loss",
    "hinge_loss",
    "huber_loss",
    "log_loss",
    "mean_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
]

mark_all(globals(), __all__)
