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
    "distances": "edit_distance parallel_stack",
    "partitioners": "fixed_size_partitioner min_max_variable_partitioner variable_axis_size_partitioner",
    "segments": "lbeta unsorted_segment_mean unsorted_segment_sqrt_n",
    "shape_rules": "broadcast_dynamic_shape broadcast_static_shape",
    "sorting": "argsort sort",
    "variable_slices": """batch_scatter_update count_up_to scatter_div scatter_max scatter_min scatter_mul
        scatter_nd_add scatter_nd_sub scatter_nd_update""",
}
PLACES: Final = {name: module for module, names in _NAMES.items() for name in names.split()}
"""The module of each name."""

_OF_MODULES: Final = {
    "linalg": {
        "linear_algebra": """adjoint logdet lu_matrix_inverse lu_reconstruct lu_solve matrix_rank matvec normalize pinv
            tridiagonal_matmul tridiagonal_solve""",
    },
    "math": {
        "assertions": "is_non_decreasing is_strictly_increasing",
        "counting": "bincount confusion_matrix",
        "segments": "lbeta unsorted_segment_mean unsorted_segment_sqrt_n",
        "special_math": """cumulative_logsumexp erfcinv polyval reciprocal_no_nan reduce_euclidean_norm reduce_std
            reduce_variance""",
    },
    "nn": {
        "blocks": "space_to_batch with_space_to_batch",
        "labels": "collapse_repeated ctc_unique_labels",
        "moments": """compute_average_loss normalize_moments scale_regularization_loss sufficient_statistics""",
        "pools": "avg_pool1d avg_pool_v2 erosion2d max_pool1d max_pool_v2 pool",
        "raw_loops": "raw_rnn static_state_saving_rnn",
        "transposes": "atrous_conv2d_transpose conv1d_transpose conv_transpose",
    },
}
IN: Final = {
    module: {name: place for place, names in places.items() for name in names.split()}
    for module, places in _OF_MODULES.items()
}
"""For ``tf.<module>`` the module of each name."""


def composed(name: str, module: str = "") -> Any:
    """The object that is called ``name``, one of :data:`PLACES`, or of a module of :data:`IN`."""
    place = (IN[module] if module else PLACES)[name]
    return getattr(import_module(f"graphops.compat.v1.composed.{place}"), name)
