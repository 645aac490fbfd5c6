"""``tf.estimator.export``: what a model that is exported takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError


class ServingInputReceiver(NamedTuple):
    """What a model that is exported gets.

    Attributes:
        features: tensors for the ``model_fn``, by name.
        receiver_tensors: what is fed, by name, or one tensor.
        receiver_tensors_alternatives: other tensors that may be fed in their place, by the name of the signature.
    """

    features: Any
    receiver_tensors: Any
    receiver_tensors_alternatives: Mapping[str, Mapping[str, Any]] | None = None


class PredictOutput:
    """Tensors by name, or one tensor, "output"."""

    method_name = "tensorflow/serving/predict"

    def __init__(self, outputs: Any) -> None:
        self.outputs = dict(outputs) if isinstance(outputs, Mapping) else {"output": outputs}

    def tensors(self) -> dict[str, Any]:
        """What a signature gives, by name."""
        return {str(name): tensor for name, tensor in self.outputs.items()}


class ClassificationOutput:
    """Scores or classes, or both.

    Raises:
        InvalidArgumentError: neither.
    """

    method_name = "tensorflow/serving/classify"

    def __init__(self, scores: Any = None, classes: Any = None) -> None:
        if scores is None and classes is None:
            raise InvalidArgumentError("scores or classes of ClassificationOutput must be given, got None")
        self.scores, self.classes = scores, classes

    def tensors(self) -> dict[str, Any]:
        """What a signature gives, by name."""
        found = {"scores": self.scores, "classes": self.classes}
        return {name: tensor for name, tensor in found.items() if tensor is not None}


class RegressionOutput:
    """Numbers."""

    method_name = "tensorflow/serving/regress"

    def __init__(self, value: Any) -> None:
        self.value = value

    def tensors(self) -> dict[str, Any]:
        """What a signature gives, by name."""
        return {"outputs": self.value}


def build_raw_serving_input_receiver_fn(
    features: Any, default_batch_size: int | None = None
) -> Callable[[], ServingInputReceiver]:
    """A function for ``export_saved_model``: what is fed are features.

    Args:
        features: tensors by name, or one, of which placeholders have dtype and shape.
        default_batch_size: the first size of these shapes; default unknown.
    """

    def serving_input_receiver_fn() -> ServingInputReceiver:
        def placeholder(name: str, tensor: Any) -> Any:
            shape = tensor.shape.as_list()
            return tf.placeholder(tensor.dtype, [default_batch_size, *shape[1:]], name)

        if not isinstance(features, Mapping):
            one = placeholder("feature", features)
            return ServingInputReceiver(one, {"feature": one})
        made = {name: placeholder(name, tensor) for name, tensor in features.items()}
        return ServingInputReceiver(made, made)

    return serving_input_receiver_fn


def build_parsing_serving_input_receiver_fn(
    feature_spec: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], ServingInputReceiver]:
    """A function for ``export_saved_model``: what is fed are serialised Examples, which are parsed."""

    def serving_input_receiver_fn() -> ServingInputReceiver:
        examples = tf.placeholder(tf.string, [default_batch_size], "input_example_tensor")
        return ServingInputReceiver(tf.parse_example(examples, feature_spec), {"examples": examples})

    return serving_input_receiver_fn


def __getattr__(name: str) -> Any:
    raise missing("estimator.export", name)


__all__ = [
    "ClassificationOutput",
    "PredictOutput",
    "RegressionOutput",
    "ServingInputReceiver",
    "build_parsing_serving_input_receiver_fn",
    "build_raw_serving_input_receiver_fn",
]
