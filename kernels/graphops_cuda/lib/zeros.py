"""The kernel of convolutions whose sums are empty: the result is zeros."""

from __future__ import annotations

import cupy

from graphops_cpu.lib import conv_kernels


class PreparedZeros(conv_kernels.PreparedZeros):
    """Returns zeros for all inputs."""

    xp = cupy
