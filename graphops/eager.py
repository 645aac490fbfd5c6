"""Every op, computed now: ``eager.Conv3D(input=array, filter=array, strides=[1] * 5, padding="SAME")``.

The public path of :mod:`graphops.session.eager`, which says more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphops.session.eager import EagerOp, __dir__, __getattr__  # noqa: F401

if TYPE_CHECKING:
    from graphops.session.eager import *  # noqa: F403
