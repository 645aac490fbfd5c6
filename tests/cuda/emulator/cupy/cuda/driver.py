"""``cupy.cuda.driver``: its error alone."""

from __future__ import annotations

from cuda_model.errors import CUDADriverError as CUDADriverError
