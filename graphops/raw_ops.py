"""Every registered op as a function: ``raw_ops.Conv3D(input=x, filter=w, strides=[1] * 5, padding="SAME")``.

The public path of :mod:`graphops.build.raw_ops`, which says more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphops.build.raw_ops import __dir__, __getattr__, documentation, signature  # noqa: F401

if TYPE_CHECKING:
    from graphops.build.raw_ops import *  # noqa: F403
