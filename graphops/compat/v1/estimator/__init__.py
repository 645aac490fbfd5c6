"""``tf.estimator``: a model as a function of features and labels, with its training, evaluation and predictions.

:mod:`estimators` runs a ``model_fn``; :mod:`heads` have the losses, predictions and metrics of models that are made in
:mod:`linear`, :mod:`dnn` and :mod:`baseline`. May import the rest of ``compat.v1``. Begin with :mod:`estimators`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "baseline": "BaselineClassifier BaselineRegressor",
    "dnn": "DNNClassifier DNNRegressor DNNLinearCombinedClassifier DNNLinearCombinedRegressor",
    "estimators": "Estimator WarmStartSettings",
    "linear": "LinearClassifier LinearRegressor",
    "parsing": "classifier_parse_example_spec regressor_parse_example_spec",
    "settings": "EstimatorSpec EvalSpec ModeKeys RunConfig TrainSpec",
    "train_and_evaluate_loop": "train_and_evaluate",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}
_MODULES = ("export", "inputs")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _PLACES:
        raise missing("estimator", name)
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*_PLACES, *_MODULES])
