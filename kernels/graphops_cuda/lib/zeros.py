"""The kernel of what has nothing to add up."""

from __future__ import annotations

import cupy

from graphops_cpu.lib import conv_kernels


class PreparedZeros(conv_kernels.PreparedZeros):
    """A result of zeros, whatever the inputs are."""

    xp = cupy
