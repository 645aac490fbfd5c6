"""``tf.contrib.slim``: the layers, scopes of arguments, losses and the training loop in one module.

Begin with :mod:`.learning`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

_CONTRIB = "graphops.compat.v1.contrib"
_MODULES = {
    "evaluation": f"{_CONTRIB}.slim.evaluation",
    "initializers": f"{_CONTRIB}.layers.initializers",
    "layers": f"{_CONTRIB}.layers",
    "learning": f"{_CONTRIB}.slim.learning",
    "losses": f"{_CONTRIB}.losses",
    "model_analyzer": f"{_CONTRIB}.slim.model_analyzer",
    "regularizers": f"{_CONTRIB}.layers.regularizers",
    "summaries": f"{_CONTRIB}.slim.summaries",
    "utils": f"{_CONTRIB}.layers.named_outputs",
    "variables": f"{_CONTRIB}.framework.variables",
}
_OF_FRAMEWORK = """add_arg_scope add_model_variable arg_scope arg_scope_func_key arg_scoped_arguments assert_global_step
    assert_or_get_global_step assign_from_checkpoint assign_from_checkpoint_fn assign_from_values assign_from_values_fn
    create_global_step current_arg_scope filter_variables get_global_step get_local_variables get_model_variables
    get_or_create_global_step get_trainable_variables get_unique_variable get_variable_full_name get_variables
    get_variables_by_name get_variables_by_suffix get_variables_to_restore global_variable has_arg_scope local_variable
    model_variable variable"""


def __getattr__(name: str) -> Any:
    found = _find(name)
    globals()[name] = found
    return found


def _find(name: str) -> Any:
    if name in _MODULES:
        return import_module(_MODULES[name])
    layers = import_module(f"{_CONTRIB}.layers")
    if name in _OF_FRAMEWORK.split():
        return getattr(import_module(f"{_CONTRIB}.framework"), name)
    if name in dir(layers):
        return getattr(layers, name)
    raise missing("contrib.slim", name)


def __dir__() -> list[str]:
    return sorted({*_MODULES, *_OF_FRAMEWORK.split(), *dir(import_module(f"{_CONTRIB}.layers"))})
