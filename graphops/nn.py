"""Neural-network functions with TensorFlow's signatures; each adds nodes to a graph.

The public path of :mod:`graphops.build.nn`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphops.build.nn import (  # noqa: F401
    FUNCTIONS,
    __dir__,
    __getattr__,
    conv2d_transpose,
    conv3d_transpose,
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)

if TYPE_CHECKING:
    from graphops.build.nn import *  # noqa: F403
