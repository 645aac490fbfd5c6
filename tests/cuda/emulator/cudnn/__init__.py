"""The emulated ``cudnn`` of nvidia-cudnn-frontend: graphs of one convolution, computed in float64 from what they
describe.

It takes the calls of versions 1.23 to 1.28 that graphops makes, and no others; refuses what the real one refuses as far
as that is known, and what it accepts although its answer is wrong: filters in another order than KRSC or KCRS.
"""

from __future__ import annotations

from cudnn.constants import build_plan_policy, data_type, heur_mode, numerical_note
from cudnn.errors import cudnnGraphNotSupportedError
from cudnn.graph import pygraph
from cudnn.handle import Handle, create_handle, destroy_handle, get_stream, set_stream

__version__ = "1.28.0"
IS_EMULATED = True

__all__ = [
    "Handle", "backend_version", "build_plan_policy", "create_handle", "cudnnGraphNotSupportedError", "data_type",
    "destroy_handle", "get_stream", "heur_mode", "numerical_note", "pygraph", "set_stream",
]  # fmt: skip


def backend_version() -> int:
    """Of cuDNN itself."""
    return 91900
