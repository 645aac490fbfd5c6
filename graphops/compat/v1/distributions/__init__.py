"""``tf.distributions``: distributions of numbers, classes and vectors.

Begin with :mod:`.distribution`, then :mod:`.normal`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "classes": "Bernoulli Categorical Multinomial",
    "distribution": "Distribution FULLY_REPARAMETERIZED NOT_REPARAMETERIZED ReparameterizationType",
    "divergence": "RegisterKL kl_divergence",
    "gamma": "Beta Dirichlet DirichletMultinomial Gamma",
    "normal": "Exponential Laplace Normal StudentT Uniform",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("distributions", name)
    found = getattr(import_module(f"graphops.compat.v1.distributions.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
