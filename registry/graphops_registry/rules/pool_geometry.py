"""The geometry of pools: windows as those of convolutions, with their sizes in ``ksize``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphops_registry.errors import UnsupportedArgumentError, must
from graphops_registry.kernel_def import KernelSpec
from graphops_registry.op_def import lookup_op
from graphops_registry.rules.conv_geometry import INT32_MAX, Window, WindowAttrs
from graphops_registry.rules.window_axes import spatial_axes
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.traits import Trait


@dataclass(frozen=True, slots=True)
class PoolGeometry:
    """What relates a pool's input and output.

    Attributes:
        attrs: the checked window attrs.
        batch: shared by input and output.
        windows: the spatial axes.
        channels: of the input.
        channel_window: how many channels make one of the output; above 1 only where the spatial windows are 1.
    """

    attrs: WindowAttrs
    batch: Dim
    windows: tuple[Window, ...]
    channels: Dim
    channel_window: int = 1

    @property
    def out_channels(self) -> Dim:
        if self.channel_window == 1:
            return self.channels
        return self.channels // self.channel_window if isinstance(self.channels, int) else None

    @property
    def input_shape(self) -> TensorShape:
        return self._layout([window.input for window in self.windows], self.channels)

    @property
    def output_shape(self) -> TensorShape:
        return self._layout([window.output for window in self.windows], self.out_channels)

    @property
    def axes(self) -> list[tuple[int, int, int, int, int]]:
        """For each spatial axis: sizes of input, output and window, the stride, the padding before; 0 if not known."""
        return [(_known(w.input), _known(w.output), _known(w.kernel), w.stride, w.before or 0) for w in self.windows]

    def _layout(self, spatial: list[Dim], channels: Dim) -> TensorShape:
        tail = (channels, *spatial) if self.attrs.channels_first else (*spatial, channels)
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


def pool_rank(op: str) -> int:
    """The rank of what a pool takes: batch, spatial axes, channels."""
    return 2 + (spatial_axes(op) or 2)


def pool_geometry(op: str, attrs: Mapping[str, Any], shape: TensorShape, argument: str) -> PoolGeometry:
    """The geometry of ``op`` for the shape of its forward input, as far as it is known.

    Args:
        attrs: with ``ksize`` and ``strides`` as tuples, whether the op has them as attrs or as inputs.
        shape: of ``argument``: ``[batch, spatial..., channels]`` or channels first.

    Raises:
        InvalidArgumentError: anything that cannot be a pool, in the one sentence form.
        UnsupportedArgumentError: a window over the batch, or one over channels that no kernel is for.
    """
    rank = pool_rank(op)
    ksize, strides = attrs["ksize"], attrs["strides"]
    channel_axis = 1 if attrs.get("data_format", "").startswith("NC") else rank - 1
    channel_window = 1
    if len(ksize) == len(strides) == rank and ksize[channel_axis] > 1:
        channel_window = ksize[channel_axis]
        _check_channel_window(op, attrs, channel_axis)
        ksize, strides = ((*v[:channel_axis], 1, *v[channel_axis + 1 :]) for v in (ksize, strides))
    window_attrs = WindowAttrs.parse(op, {**attrs, "strides": strides}, rank - 2)
    if len(ksize) != rank:
        raise must("attr 'ksize'", op, f"have {rank} values", f"{len(ksize)}: {list(ksize)}")
    axes = window_attrs.spatial_axes
    if any(not 1 <= ksize[axis] <= INT32_MAX for axis in axes):
        raise must("attr 'ksize'", op, f"be between 1 and {INT32_MAX} in the spatial dimensions", list(ksize))
    if any(size != 1 for axis, size in enumerate(ksize) if axis not in axes):
        rule = "be 1 in the batch and channel dimensions"
        raise must("attr 'ksize'", op, rule, list(ksize), kind=UnsupportedArgumentError)
    for axis, padding in zip(axes, window_attrs.explicit, strict=False):
        if max(padding) >= ksize[axis]:
            rule = f"be less than attr 'ksize', {list(ksize)}: a window must not lie in the padding alone"
            raise must("attr 'explicit_paddings'", op, rule, list(attrs["explicit_paddings"]))
    dims = shape.dims if shape.dims is not None else (None,) * rank
    if len(dims) != rank:
        raise must(argument, op, f"have rank {rank}", f"rank {len(dims)} {shape}")
    channels = dims[window_attrs.channel_axis]
    if isinstance(channels, int) and channels % channel_window:
        rule = f"have a multiple of {channel_window} channels, as attr 'ksize' says"
        raise must(argument, op, rule, f"{channels} in shape {shape}", kind=UnsupportedArgumentError)
    windows = window_attrs.windows([dims[axis] for axis in axes], [ksize[axis] for axis in axes], "attr 'ksize'")
    return PoolGeometry(window_attrs, dims[0], windows, channels, channel_window)


def pool_of(spec: KernelSpec) -> PoolGeometry:
    """The geometry of the forward pool that a kernel's ``spec`` is about. The op may be the pool or its gradient, and
    may have ``ksize`` and ``strides`` as attrs or as inputs, and the forward input or only its shape."""
    attrs: Mapping[str, Any] = spec.attrs
    names = [argument.name for argument in spec.op.op_def.inputs]
    if "ksize" not in attrs:
        values = {name: spec.values[names.index(name)] for name in ("ksize", "strides")}
        attrs = {**attrs, **{n: tuple(int(v) for v in value) for n, value in values.items() if value is not None}}
    given = spec.values[0] if names[0] == "orig_input_shape" else None
    shape = spec.shapes[0] if given is None else tuple(int(size) for size in given)
    return pool_geometry(spec.op.name, attrs, TensorShape.of(shape), "input")


def _known(size: Dim) -> int:
    return size if isinstance(size, int) else 0


def _check_channel_window(op: str, attrs: Mapping[str, Any], channel_axis: int) -> None:
    """Channels are pooled by few ops, in windows side by side, and nothing else with them."""
    ksize, strides = list(attrs["ksize"]), list(attrs["strides"])
    what = "attr 'ksize'"
    if not lookup_op(op).has(Trait.POOLS_CHANNELS):
        raise must(what, op, "be 1 in the batch and channel dimensions", ksize, kind=UnsupportedArgumentError)
    if ksize[channel_axis] > INT32_MAX:
        raise must(what, op, f"be at most {INT32_MAX}", ksize)
    if strides[channel_axis] != ksize[channel_axis]:
        rule = f"be {ksize[channel_axis]} for the channels, as is attr 'ksize'"
        raise must("attr 'strides'", op, rule, strides, kind=UnsupportedArgumentError)
    for name, values in (("ksize", ksize), ("strides", strides)):
        if any(value != 1 for axis, value in enumerate(values) if axis != channel_axis):
            rule = "be 1 in all other dimensions where channels are pooled"
            raise must(f"attr '{name}'", op, rule, values, kind=UnsupportedArgumentError)
    if any(attrs.get("explicit_paddings", ())):
        rule = "be 0 where channels are pooled"
        paddings = list(attrs["explicit_paddings"])
        raise must("attr 'explicit_paddings'", op, rule, paddings, kind=UnsupportedArgumentError)
