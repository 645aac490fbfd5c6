"""The geometry of patches: the windows of convolutions, with the window's size in ``ksizes``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphops_registry.errors import must
from graphops_registry.rules.conv_geometry import INT32_MAX, Window, WindowAttrs
from graphops_registry.shape import TensorShape

_RANK: Final = 5


def patch_windows(op: str, attrs: Mapping[str, Any], shape: TensorShape) -> tuple[Window, ...]:
    """A window for each spatial axis of a volume, `[batch, spatial..., channels]`, as far as they are known.

    Raises:
        InvalidArgumentError: anything that cannot be a window.
    """
    ksizes = attrs["ksizes"]
    window_attrs = WindowAttrs.parse(op, attrs, _RANK - 2)
    if len(ksizes) != _RANK:
        raise must("attr 'ksizes'", op, f"have {_RANK} values", f"{len(ksizes)}: {list(ksizes)}")
    if any(not 1 <= size <= INT32_MAX for size in ksizes[1:-1]):
        raise must("attr 'ksizes'", op, f"be between 1 and {INT32_MAX} in the spatial dimensions", list(ksizes))
    if ksizes[0] != 1 or ksizes[-1] != 1:
        raise must("attr 'ksizes'", op, "be 1 in the batch and channel dimensions", list(ksizes))
    dims = shape.dims if shape.dims is not None else (None,) * _RANK
    if len(dims) != _RANK:
        raise must("input", op, f"have rank {_RANK}", f"rank {len(dims)} {shape}")
    return window_attrs.windows(dims[1:-1], ksizes[1:-1], "attr 'ksizes'")
