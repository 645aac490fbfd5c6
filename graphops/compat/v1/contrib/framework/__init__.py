"""``tf.contrib.framework``: scopes of arguments, and variables by their collections.

Begin with :mod:`.argument_scopes`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "argument_scopes": """add_arg_scope arg_scope arg_scope_func_key arg_scoped_arguments current_arg_scope
        has_arg_scope""",
    "checkpoints": """assign_from_checkpoint assign_from_checkpoint_fn assign_from_values assign_from_values_fn
        init_from_checkpoint list_variables load_checkpoint load_variable""",
    "tensors": "deprecated is_tensor reduce_sum_n smart_cond smart_constant_value with_shape zero_initializer",
    "variables": """add_model_variable assert_global_step assert_or_get_global_step create_global_step filter_variables
        get_global_step get_local_variables get_model_variables get_or_create_global_step get_trainable_variables
        get_unique_variable get_variable_full_name get_variables get_variables_by_name get_variables_by_suffix
        get_variables_to_restore global_variable local_variable model_variable variable""",
}
_SAME = frozenset({"argsort", "sort"})
"""Names that are those of ``tf``."""
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name == "nest":
        return import_module("graphops.compat.v1.contrib.framework.nest")
    if name in _SAME:
        return getattr(import_module("graphops.compat.v1"), name)
    if name not in _PLACES:
        raise missing("contrib.framework", name)
    found = getattr(import_module(f"graphops.compat.v1.contrib.framework.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*_PLACES, *_SAME, "nest"})
