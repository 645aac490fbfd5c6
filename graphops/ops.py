"""Ops in the C++ style: ``ops.Conv3D(scope, input, filter, strides, padding, attrs=ops.Conv3D.data_format("NCDHW"))``.

The public path of :mod:`graphops.build.ops`, which says more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphops.build.ops import __dir__, __getattr__  # noqa: F401

if TYPE_CHECKING:
    from graphops.build.ops import *  # noqa: F403
