"""What ``tf.metrics`` gives, for graphops and for TensorFlow: :func:`results` runs with either."""

from __future__ import annotations

from typing import Any

import numpy as np

_RNG = np.random.default_rng(4)
BATCHES = 3
FLOATS = _RNG.uniform(0, 1, (2, BATCHES, 6)).astype(np.float32)
CLASSES = _RNG.integers(0, 4, (2, BATCHES, 6))
BOOLS = _RNG.integers(0, 2, (2, BATCHES, 6)).astype(bool)
TABLES, CLASS_TABLES = FLOATS.reshape(2, BATCHES, 2, 3), CLASSES.reshape(2, BATCHES, 2, 3)
WEIGHTS = _RNG.uniform(0, 2, (BATCHES, 6)).astype(np.float32)


def _known(vector: Any) -> Any:
    """The six elements of a batch, of a known shape."""
    vector.set_shape([6])
    return vector


# Name -> what the labels and the predictions are, and the function.
CALLS: dict[str, tuple[Any, Any, Any]] = {
    "mean": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean(p)),
    "mean, weighted": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean(p, w)),
    "accuracy": (CLASSES[0], CLASSES[1], lambda m, y, p, w: m.accuracy(y, p)),
    "accuracy, weighted": (CLASSES[0], CLASSES[1], lambda m, y, p, w: m.accuracy(y, p, w)),
    "mean_absolute_error": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_absolute_error(y, p)),
    "mean_relative_error": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_relative_error(y, p, y)),
    "mean_squared_error": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_squared_error(y, p, w)),
    "root_mean_squared_error": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.root_mean_squared_error(y, p)),
    "percentage_below": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.percentage_below(p, 0.5)),
    "mean_iou": (CLASSES[0], CLASSES[1], lambda m, y, p, w: m.mean_iou(y, p, 4)),
    "mean_iou, weighted": (CLASSES[0], CLASSES[1], lambda m, y, p, w: m.mean_iou(y, p, 5, w)),
    "mean_per_class_accuracy": (CLASSES[0], CLASSES[1], lambda m, y, p, w: m.mean_per_class_accuracy(y, p, 4)),
    "auc": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(y, p)),
    "auc, weighted": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(y, p, w, num_thresholds=20)),
    "auc of precision": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(y, p, curve="PR")),
    "auc of precision, interpolated": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(
        y, p, w, curve="PR", summation_method="careful_interpolation")),
    "auc, interpolated": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(
        y, p, summation_method="careful_interpolation")),
    "auc below": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(y, p, summation_method="minoring")),
    "auc above": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.auc(y, p, curve="PR", summation_method="majoring")),
}  # fmt: skip
_LEVELS = [0.2, 0.5, 0.8]
CALLS |= {
    "mean_cosine_distance": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_cosine_distance(y, p, 0)),
    "mean_cosine_distance, weighted": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_cosine_distance(
        y, p, 0, w[:1])),
    "sensitivity_at_specificity": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.sensitivity_at_specificity(y, p, 0.6)),
    "sensitivity_at_specificity, weighted": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.sensitivity_at_specificity(
        y, p, 0.4, w, num_thresholds=10)),
    "specificity_at_sensitivity": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.specificity_at_sensitivity(y, p, 0.6)),
    "specificity_at_sensitivity, weighted": (BOOLS[0], FLOATS[0], lambda m, y, p, w: m.specificity_at_sensitivity(
        y, p, 0.4, w, num_thresholds=10)),
    "mean_tensor": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_tensor(_known(p))),
    "mean_tensor, weighted": (FLOATS[0], FLOATS[1], lambda m, y, p, w: m.mean_tensor(_known(p), _known(w))),
}  # fmt: skip
for _name in ("true_positives", "true_negatives", "false_positives", "false_negatives", "precision", "recall"):
    CALLS[f"{_name}_at_thresholds"] = (BOOLS[0], FLOATS[0], lambda m, y, p, w, name=_name: getattr(
        m, f"{name}_at_thresholds")(y, p, _LEVELS))  # fmt: skip
    CALLS[f"{_name}_at_thresholds, weighted"] = (BOOLS[0], FLOATS[0], lambda m, y, p, w, name=_name: getattr(
        m, f"{name}_at_thresholds")(y, p, _LEVELS, w))  # fmt: skip
for _name in ("precision", "recall"):
    CALLS |= {
        f"{_name}_at_k": (CLASS_TABLES[0], TABLES[0], lambda m, y, p, w, name=_name: getattr(
            m, f"{name}_at_k")(y[:, 0], p, 2)),
        f"{_name}_at_k, of a class": (CLASS_TABLES[0], TABLES[0], lambda m, y, p, w, name=_name: getattr(
            m, f"{name}_at_k")(y, p, 2, class_id=1, name="own")),
        f"{_name}_at_k, weighted": (CLASS_TABLES[0], TABLES[0], lambda m, y, p, w, name=_name: getattr(
            m, f"{name}_at_k")(y, p, 1, weights=w[:2])),
        f"{_name}_at_top_k": (CLASS_TABLES[0], CLASS_TABLES[1], lambda m, y, p, w, name=_name: getattr(
            m, f"{name}_at_top_k")(y, p)),
    }  # fmt: skip
for _name in ("true_positives", "true_negatives", "false_positives", "false_negatives", "precision", "recall"):
    CALLS[_name] = BOOLS[0], BOOLS[1], lambda m, y, p, w, name=_name: getattr(m, name)(y, p)
    CALLS[f"{_name}, weighted"] = BOOLS[0], BOOLS[1], lambda m, y, p, w, name=_name: getattr(m, name)(y, p, w)


def results(tf: Any, name: str) -> dict[str, np.ndarray[Any, Any]]:
    """The names of the variables, and for each batch what the update gives and the value after it."""
    labels, predictions, function = CALLS[name]
    with tf.Graph().as_default(), tf.Session() as session:
        data = (labels[0], predictions[0], WEIGHTS[0])
        places = [tf.placeholder(each.dtype, [None, *each.shape[1:]]) for each in data]
        value, update = function(tf.metrics, *places)
        names = sorted(each.name for each in tf.local_variables())
        assert len(tf.get_collection(tf.GraphKeys.METRIC_VARIABLES)) == len(names)
        session.run(tf.local_variables_initializer())
        updates, values = [], []
        for batch in range(BATCHES):
            feeds = dict(zip(places, (labels[batch], predictions[batch], WEIGHTS[batch]), strict=True))
            updates.append(session.run(update, feeds))
            values.append(session.run(value))
    return {"names": np.array(names), "updates": np.array(updates), "values": np.array(values)}
