"""The geometry of pools: windows as those of convolutions, with their sizes in ``ksize``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphops_registry.conv_geometry import INT32_MAX, Window, WindowAttrs
from graphops_registry.errors import must
from graphops_registry.shape import Dim, TensorShape


@dataclass(frozen=True, slots=True)
class PoolGeometry:
    """What relates a pool's input and output.

    Attributes:
        attrs: the checked window attrs.
        batch, channels: shared by input and output.
        windows: the spatial axes.
    """

    attrs: WindowAttrs
    batch: Dim
    windows: tuple[Window, ...]
    channels: Dim

    @property
    def input_shape(self) -> TensorShape:
        return self._layout([window.input for window in self.windows])

    @property
    def output_shape(self) -> TensorShape:
        return self._layout([window.output for window in self.windows])

    def _layout(self, spatial: list[Dim]) -> TensorShape:
        tail = (self.channels, *spatial) if self.attrs.channels_first else (*spatial, self.channels)
        return TensorShape.of((self.batch, *tail))

    def merge_output(self, shape: TensorShape, name: str) -> TensorShape:
        """``shape`` (of the argument ``name``) merged with the output's; it must be compatible.

        Raises:
            InvalidArgumentError: it is not.
        """
        expected = self.output_shape
        if not shape.is_compatible_with(expected):
            raise must(name, self.attrs.op, f"have the shape of the pool's output, {expected}", shape)
        return expected.merge_with(shape)


def pool_geometry(op: str, attrs: Mapping[str, Any], shape: TensorShape, argument: str) -> PoolGeometry:
    """The geometry of ``op`` for the shape of its forward input, as far as it is known.

    Args:
        attrs: with ``ksize`` and ``strides`` as tuples, whether the op has them as attrs or as inputs.
        shape: of ``argument``: ``[batch, spatial..., channels]`` or channels first.

    Raises:
        InvalidArgumentError: anything that cannot be a pool, in the one sentence form.
    """
    rank = 5 if "3D" in op else 4
    window_attrs = WindowAttrs.parse(op, attrs, rank - 2)
    ksize = attrs["ksize"]
    if len(ksize) != rank:
        raise must("attr 'ksize'", op, f"have {rank} values", f"{len(ksize)}: {list(ksize)}")
    axes = window_attrs.spatial_axes
    if any(not 1 <= ksize[axis] <= INT32_MAX for axis in axes):
        raise must("attr 'ksize'", op, f"be between 1 and {INT32_MAX} in the spatial dimensions", list(ksize))
    if any(size != 1 for axis, size in enumerate(ksize) if axis not in axes):
        raise must("attr 'ksize'", op, "be 1 in the batch and channel dimensions", list(ksize))
    dims = shape.dims if shape.dims is not None else (None,) * rank
    if len(dims) != rank:
        raise must(argument, op, f"have rank {rank}", f"rank {len(dims)} {shape}")
    windows = window_attrs.windows([dims[axis] for axis in axes], [ksize[axis] for axis in axes], "attr 'ksize'")
    return PoolGeometry(window_attrs, dims[0], windows, dims[window_attrs.channel_axis])
