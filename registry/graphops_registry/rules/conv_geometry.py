"""The geometry of windows: strides, dilations, padding, data format and groups are interpreted here and nowhere else.

Sizes may be partially known (``None`` or a symbol), so that shape rules and kernels use the same code.  The formulas
are TensorFlow's (``GetWindowedOutputSize``): with ``effective = (kernel - 1) * dilation + 1``,

* VALID and EXPLICIT: ``output = floor((input + before + after - effective) / stride) + 1``;
* SAME: ``output = ceil(input / stride)``, total padding ``max((output - 1) * stride + effective - input, 0)``, of
  which ``floor(total / 2)`` comes before.

An input without elements has outputs without elements where TensorFlow's kernels and shape functions disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from graphops_registry.errors import InvalidArgumentError, UnsupportedArgumentError, must
from graphops_registry.shape import Dim, TensorShape, merge_dims

INT32_MAX: Final = 2**31 - 1
_MOST_BATCH_DIMS: Final = 250  # TensorFlow's shapes have at most 254 dimensions


@dataclass(frozen=True, slots=True)
class Tap:
    """Where one kernel position of one axis meets the input.

    Output positions ``first <= i < stop`` read input positions ``start + (i - first) * stride``; all others of this
    tap fall into the padding.
    """

    index: int  # position in the kernel
    first: int
    stop: int
    start: int


@dataclass(frozen=True, slots=True)
class Window:
    """One spatial axis. ``before``/``after`` are ``None`` when SAME padding of an unknown input size is not known."""

    input: Dim
    kernel: Dim
    stride: int
    dilation: int
    before: int | None
    after: int | None
    output: Dim

    def taps(self) -> list[Tap]:
        """The kernel positions that meet at least one input element; needs known sizes.

        Costs as many steps as there are such positions, however large the kernel, the padding or the dilation are.
        """
        size, kernel, output, before = self._known()
        if not (size and kernel and output):
            return []
        # Tap k reads input position i * stride + k * dilation - before for output i; find the k that hit [0, size).
        low = max(0, -((-(before - (output - 1) * self.stride)) // self.dilation))
        high = min(kernel - 1, (size - 1 + before) // self.dilation)
        taps: list[Tap] = []
        for k in range(low, high + 1):
            offset = k * self.dilation - before
            first = max(0, -(offset // self.stride))  # ceil(-offset / stride)
            stop = min(output, (size - 1 - offset) // self.stride + 1)
            if first < stop:
                taps.append(Tap(k, first, stop, first * self.stride + offset))
        return taps

    def meetings(self) -> int:
        """How many pairs of an output and a kernel position meet an input element; needs known sizes.

        The sum of ``stop - first`` over the taps, in logarithmically many steps however many taps there are.
        """
        size, kernel, output, before = self._known()
        if not (size and kernel and output):
            return 0
        # Output i and tap k meet input element i * stride + k * dilation - before.
        return self._pairs_below(output, kernel, before + size) - self._pairs_below(output, kernel, before)

    def _pairs_below(self, outputs: int, taps: int, limit: int) -> int:
        """How many ``i < outputs`` and ``k < taps`` have ``i * stride + k * dilation < limit``."""
        some = min(taps, -(-limit // self.dilation))  # the taps for which at least output 0 is one
        full = -((-(limit - (outputs - 1) * self.stride)) // self.dilation)  # those for which all outputs are
        full = min(max(full, 0), some)
        rest = some - full
        # Of the others, from the last to the first: 1 + floor((limit - 1 - k * dilation) / stride) outputs.
        start = limit - 1 - (some - 1) * self.dilation
        return full * outputs + rest + _floor_sum(rest, self.stride, self.dilation, start)

    def _known(self) -> tuple[int, int, int, int]:
        known = (self.input, self.kernel, self.output, self.before)
        size, kernel, output, before = known
        if not (isinstance(size, int) and isinstance(kernel, int) and isinstance(output, int)) or before is None:
            raise InvalidArgumentError(f"a window must have known sizes to be computed, got {known}")
        return size, kernel, output, before


def _floor_sum(count: int, divisor: int, step: int, start: int) -> int:
    """The sum of ``(start + j * step) // divisor`` for ``0 <= j < count``; start >= 0.

    It counts the integer points under a line.  Whole multiples of the divisor are summed at once; what remains has a
    slope below 1, and its points are counted along the other axis: Euclid's algorithm on divisor and step.
    """
    total = 0
    while count:
        total += count * (count - 1) // 2 * (step // divisor) + count * (start // divisor)
        step, start = step % divisor, start % divisor
        count, start = divmod(start + count * step, divisor)
        divisor, step = step, divisor
    return total


@dataclass(frozen=True, slots=True)
class WindowAttrs:
    """Strides, dilations and padding of the spatial axes, checked; the layout of the input.

    Attributes:
        op: the op's name, for errors.
        strides, dilations: one number for each spatial axis.
        padding: ``SAME``, ``VALID`` or ``EXPLICIT``.
        explicit: (before, after) for each spatial axis when ``padding`` is ``EXPLICIT``.
        channels_first: ``NCHW`` and its like.
        batch_dims: how many leading dimensions are batch.
    """

    op: str
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: str
    explicit: tuple[tuple[int, int], ...]
    channels_first: bool
    batch_dims: int = 1

    @property
    def spatial_rank(self) -> int:
        """How many spatial dimensions there are."""
        return len(self.strides)

    @property
    def rank(self) -> int:
        """The number of dimensions of input and output."""
        return self.batch_dims + self.spatial_rank + 1

    @property
    def channel_axis(self) -> int:
        """The axis of the channels."""
        return self.batch_dims if self.channels_first else self.rank - 1

    @property
    def spatial_axes(self) -> tuple[int, ...]:
        """The axes of the spatial dimensions."""
        start = self.batch_dims + self.channels_first
        return tuple(range(start, start + self.spatial_rank))

    @classmethod
    def parse(cls, op: str, attrs: Mapping[str, Any], spatial_rank: int) -> WindowAttrs:
        """Read and check the attrs of any windowed op.

        ``data_format`` may be missing (channels last), ``CHANNELS_FIRST`` or any ``N...C``/``NC...`` string;
        ``dilations`` may be missing, empty (all ones) or called ``rates``; ``ksize`` is read by :func:`kernel_sizes`.
        """
        data_format = attrs.get("data_format", "")
        channels_first = data_format == "CHANNELS_FIRST" or data_format.startswith("NC")
        # Conv counts its batch dimensions as one in strides, dilations and explicit_paddings.
        rank = spatial_rank + 2
        spatial = slice(2, rank) if channels_first else slice(1, rank - 1)
        strides = _per_axis(op, "strides", attrs["strides"], rank, spatial)
        name = "rates" if "rates" in attrs else "dilations"
        given = attrs.get(name, ())
        if not given and (name not in attrs or op == "Conv"):
            given = (1,) * rank
        dilations = _per_axis(op, name, given, rank, spatial)
        padding = attrs["padding"]
        explicit = _explicit(op, padding, attrs.get("explicit_paddings", ()), rank, spatial)
        batch_dims = attrs.get("batch_dims", 1)
        if not 0 <= batch_dims <= _MOST_BATCH_DIMS:
            raise must("attr 'batch_dims'", op, f"be between 0 and {_MOST_BATCH_DIMS}", batch_dims)
        return cls(op, strides, dilations, padding, explicit, channels_first, batch_dims)

    def windows(self, input_sizes: Sequence[Dim], kernel_sizes: Sequence[Dim], kernel_name: str) -> tuple[Window, ...]:
        """A :class:`Window` for each spatial axis."""
        return tuple(
            self._window(axis, input_sizes[axis], kernel_sizes[axis], kernel_name) for axis in range(self.spatial_rank)
        )

    def _window(self, axis: int, size: Dim, kernel: Dim, kernel_name: str) -> Window:
        stride, dilation = self.strides[axis], self.dilations[axis]
        if self.padding == "SAME":
            if not isinstance(size, int):
                return Window(size, kernel, stride, dilation, None, None, size if stride == 1 else None)
            output = -(-size // stride)
            if not isinstance(kernel, int):
                return Window(size, kernel, stride, dilation, None, None, output)
            effective = (kernel - 1) * dilation + 1
            total = max((output - 1) * stride + effective - size, 0) if output else 0
            return Window(size, kernel, stride, dilation, total // 2, total - total // 2, output)
        before, after = self.explicit[axis] if self.padding == "EXPLICIT" else (0, 0)
        if not (isinstance(size, int) and isinstance(kernel, int)):
            same = stride == 1 and before + after == 0 and kernel == 1
            return Window(size, kernel, stride, dilation, before, after, size if same else None)
        effective = (kernel - 1) * dilation + 1
        room = size + before + after - effective
        if room < 0 and size > 0:
            padded = f" ({size} plus padding {before} + {after})" if before + after else ""
            reach = f" ({kernel} with dilation {dilation})" if dilation > 1 else ""
            raise must(
                kernel_name,
                self.op,
                f"reach no further than the padded input, {size + before + after}{padded} in spatial dimension {axis}",
                f"{effective}{reach}",
            )
        return Window(size, kernel, stride, dilation, before, after, max(room // stride + 1, 0) if room >= 0 else 0)


def _per_axis(op: str, name: str, values: Sequence[int], rank: int, spatial: slice) -> tuple[int, ...]:
    """The spatial part of ``strides`` or ``dilations``, after all of it was checked."""
    what = f"attr '{name}'"
    if len(values) != rank:
        raise must(what, op, f"have {rank} values", f"{len(values)}: {list(values)}")
    own = values[spatial]
    for value in own:
        if not 1 <= value <= INT32_MAX:
            raise must(what, op, f"be between 1 and {INT32_MAX} in the spatial dimensions", list(values))
    if any(value != 1 for axis, value in enumerate(values) if axis not in range(rank)[spatial]):
        kind = UnsupportedArgumentError if name == "strides" else InvalidArgumentError
        raise must(what, op, "be 1 in the batch and channel dimensions", list(values), kind=kind)
    return tuple(own)


def _explicit(op: str, padding: str, values: Sequence[int], rank: int, spatial: slice) -> tuple[tuple[int, int], ...]:
    what = "attr 'explicit_paddings'"
    if padding != "EXPLICIT":
        if values:
            raise must(what, op, f"be empty unless padding is 'EXPLICIT' (it is '{padding}')", list(values))
        return ()
    if len(values) != 2 * rank:
        raise must(what, op, f"have {2 * rank} values, a pair for each dimension", f"{len(values)}: {list(values)}")
    if any(not 0 <= value <= INT32_MAX for value in values):
        raise must(what, op, f"be between 0 and {INT32_MAX}", list(values))
    pairs = list(zip(values[::2], values[1::2], strict=True))
    own = pairs[spatial]
    if sum(values) != sum(map(sum, own)):
        raise must(what, op, "be 0 in the batch and channel dimensions", list(values))
    return tuple(own)


@dataclass(frozen=True, slots=True)
class ConvGeometry:
    """A convolution as a whole: what relates input, filter and output shapes.

    Attributes:
        attrs: the checked window attrs.
        batch: the batch dimensions (one, but for ``Conv``).
        windows: the spatial axes.
        in_channels, out_channels: of input and output.
        groups: ``in_channels / filter channels`` (1 when unknown); for a depthwise convolution ``in_channels``.
        multiplier: output channels per input channel of a depthwise convolution, else ``None``.
    """

    attrs: WindowAttrs
    batch: tuple[Dim, ...]
    windows: tuple[Window, ...]
    in_channels: Dim
    out_channels: Dim
    groups: Dim
    multiplier: Dim = None

    @property
    def input_shape(self) -> TensorShape:
        """The shape of the input, in the layout of the attrs."""
        return self._layout([window.input for window in self.windows], self.in_channels)

    @property
    def output_shape(self) -> TensorShape:
        """The shape of the output, in the layout of the attrs."""
        return self._layout([window.output for window in self.windows], self.out_channels)

    @property
    def products(self) -> int:
        """How many products of an input and a filter element a pass adds up; all sizes must be known."""
        *batch, in_channels, out_channels, groups = TensorShape.of(
            (*self.batch, self.in_channels, self.out_channels, self.groups)
        ).as_tuple()
        meetings = prod(window.meetings() for window in self.windows)
        return prod(batch) * meetings * (in_channels // max(1, groups)) * out_channels

    def _layout(self, spatial: Sequence[Dim], channels: Dim) -> TensorShape:
        tail = (channels, *spatial) if self.attrs.channels_first else (*spatial, channels)
        return TensorShape.of((*self.batch, *tail))

    def merge_output(self, shape: TensorShape, name: str) -> TensorShape:
        """``shape`` (of the argument ``name``) merged with the output's; it must be compatible.

        Raises:
            InvalidArgumentError: batch, channels or a spatial size differ; the message says which.
        """
        expected = self.output_shape
        if shape.dims is None:
            return expected
        op = self.attrs.op
        if len(shape.dims) != self.attrs.rank:
            raise must(name, op, f"have rank {self.attrs.rank}", f"rank {len(shape.dims)} {shape}")
        merged: list[Dim] = []
        for axis, (own, theirs) in enumerate(zip(expected.dims or (), shape.dims, strict=True)):
            try:
                merged.append(merge_dims(own, theirs))
            except ValueError:
                raise must(name, op, f"have {self._describe(axis)}", f"{theirs} in shape {shape}") from None
        return TensorShape.of(tuple(merged))

    def _describe(self, axis: int) -> str:
        if axis < self.attrs.batch_dims:
            return f"the batch size of the input, {self.batch[axis]}"
        if axis == self.attrs.channel_axis:
            return f"the {self.out_channels} output channels of the filter"
        index = self.attrs.spatial_axes.index(axis)
        window = self.windows[index]
        return (
            f"size {window.output} in spatial dimension {index} (input {window.input}, kernel {window.kernel}, "
            f"stride {window.stride}, dilation {window.dilation}, padding {self.attrs.padding})"
        )


def conv_geometry(
    op: str,
    attrs: Mapping[str, Any],
    spatial_rank: int,
    input_shape: TensorShape,
    filter_shape: TensorShape,
    *,
    input_name: str = "input",
    filter_name: str = "filter",
    depthwise: bool = False,
    morphological: bool = False,
    allow_empty_kernel: bool = False,
) -> ConvGeometry:
    """The geometry of ``op`` for the shapes of its (forward) input and filter, as far as they are known.

    Args:
        op: the op's name, for errors.
        spatial_rank: 2 or 3.
        input_shape: ``[batch..., spatial..., channels]`` or channels first, as ``attrs['data_format']`` says.
        filter_shape: ``[spatial..., in_channels / groups, out_channels]``; depthwise
            ``[rows, cols, in_channels, multiplier]``, morphological ``[rows, cols, in_channels]``.
        input_name, filter_name: the arguments that the shapes come from, for errors.
        allow_empty_kernel: a filter whose spatial size is 0 is an error unless this is set (a gradient of such a
            filter is empty or zero; a forward result would not be defined).

    Raises:
        InvalidArgumentError: anything that cannot be a convolution, in the one sentence form.
    """
    window_attrs = WindowAttrs.parse(op, attrs, spatial_rank)
    rank = window_attrs.rank
    inputs = _dims(op, input_name, input_shape, rank)
    filters = _dims(op, filter_name, filter_shape, spatial_rank + (1 if morphological else 2))
    kernel = filters[:spatial_rank]
    if not allow_empty_kernel and 0 in kernel:
        raise must(filter_name, op, "have spatial sizes of at least 1", filter_shape)
    in_channels, group_channels = inputs[window_attrs.channel_axis], filters[spatial_rank]
    last: Dim = 1 if morphological else filters[-1]
    spatial = [inputs[axis] for axis in window_attrs.spatial_axes]
    windows = window_attrs.windows(spatial, kernel, filter_name)
    batch = inputs[: window_attrs.batch_dims]
    if depthwise or morphological:
        channels = _shared_channels(op, in_channels, filter_shape, spatial_rank, input_name, filter_name)
        if channels == 0 and depthwise:
            raise must(input_name, op, "have at least 1 channel", 0)
        out: Dim = channels if last == 1 else None
        if isinstance(channels, int) and isinstance(last, int):
            out = channels * last
        return ConvGeometry(window_attrs, batch, windows, channels, out, channels, last)
    groups = _groups(op, attrs, in_channels, group_channels, last, input_name, filter_name)
    if in_channels is None and isinstance(group_channels, int) and isinstance(groups, int) and "groups" in attrs:
        in_channels = group_channels * groups
    return ConvGeometry(window_attrs, batch, windows, in_channels, last, groups)


def _dims(op: str, name: str, shape: TensorShape, rank: int) -> tuple[Dim, ...]:
    if shape.dims is None:
        return (None,) * rank
    if len(shape.dims) != rank:
        raise must(name, op, f"have rank {rank}", f"rank {len(shape.dims)} {shape}")
    return shape.dims


def _shared_channels(
    op: str, channels: Dim, filter_shape: TensorShape, axis: int, input_name: str, filter_name: str
) -> Dim:
    """The channels of input and filter, of which there are as many."""
    of_filter = filter_shape[axis]
    try:
        return merge_dims(channels, of_filter)
    except ValueError:
        rule = f"have the {channels} channels of {input_name} in dimension {axis}"
        raise must(filter_name, op, rule, f"{of_filter} in shape {filter_shape}") from None


def _groups(
    op: str, attrs: Mapping[str, Any], channels: Dim, per_group: Dim, out: Dim, input_name: str, filter_name: str
) -> Dim:
    """The number of groups: how many times the filter's input channels go into the input's channels."""
    stated = attrs.get("groups")
    if stated is not None and stated < 1:
        raise must("attr 'groups'", op, "be at least 1", stated)
    if per_group == 0:
        raise must(filter_name, op, "have at least 1 input channel", 0)
    if channels == 0:
        raise must(input_name, op, "have at least 1 channel", 0)
    groups: Dim = stated
    if isinstance(channels, int) and isinstance(per_group, int):
        if channels % per_group:
            rule = f"have a multiple of the {per_group} input channels of {filter_name} as its channels"
            raise must(input_name, op, rule, channels)
        groups = channels // per_group
        if stated is not None and groups != stated:
            rule = f"be the channels of {input_name} over the input channels of {filter_name}, {channels} / {per_group}"
            raise must("attr 'groups'", op, rule, stated)
    if isinstance(groups, int) and isinstance(out, int) and out % groups:
        raise must(filter_name, op, f"have a multiple of the {groups} groups as its output channels", out)
    return groups
