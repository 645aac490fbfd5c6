"""What scripts call ``tf.<name>`` and is made of other functions of ``tf``; each module is loaded when it is asked for.

:data:`PLACES` says which name is where.  May import ``graphops.compat.v1``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_NAMES: Final = {
    "assertions": """add_check_numerics_ops assert_near assert_proper_iterable assert_rank_in assert_same_float_dtype
        assert_variables_initialized is_non_decreasing is_numeric_tensor is_strictly_increasing
        verify_tensor_all_finite""",
    "blocks": "batch_to_space extract_image_patches required_space_to_batch_paddings space_to_batch",
    "counting": "bincount confusion_matrix histogram_fixed_width histogram_fixed_width_bins",
    "partitioners": "fixed_size_partitioner min_max_variable_partitioner variable_axis_size_partitioner",
    "segments": "lbeta unsorted_segment_mean unsorted_segment_sqrt_n",
    "sequences": "edit_distance parallel_stack",
    "shape_rules": "broadcast_dynamic_shape broadcast_static_shape",
    "sorting": "argsort sort",
    "variable_slices": """batch_scatter_update count_up_to scatter_div scatter_max scatter_min scatter_mul
        scatter_nd_add scatter_nd_sub scatter_nd_update""",
}
PLACES: Final = {name: module for module, names in _NAMES.items() for name in names.split()}
"""The module of each name."""


def composed(name: str) -> Any:
    """The object that is called ``name``, one of :data:`PLACES`."""
    return getattr(import_module(f"graphops.compat.v1.composed.{PLACES[name]}"), name)
