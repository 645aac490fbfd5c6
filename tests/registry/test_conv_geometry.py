"""The geometry of windows, against counting positions one by one; every argument that cannot be a geometry."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.rules.conv_geometry import INT32_MAX, ConvGeometry, Tap, Window, WindowAttrs, conv_geometry
from graphops_registry.shape import TensorShape

small = st.integers(1, 5)


def window_attrs(padding, stride=1, dilation=1, pads=()) -> WindowAttrs:
    """Attrs of one spatial axis."""
    return WindowAttrs("Conv2D", (stride,), (dilation,), padding, (pads,) if pads else (), channels_first=False)


def window(size, kernel, padding="VALID", stride=1, dilation=1, pads=()) -> Window:
    (made,) = window_attrs(padding, stride, dilation, pads).windows([size], [kernel], "filter")
    return made


@st.composite
def windows(draw) -> Window:
    """A window of known sizes that fits."""
    kernel, stride, dilation = draw(st.integers(0, 6)), draw(small), draw(small)
    padding = draw(st.sampled_from(["SAME", "VALID", "EXPLICIT"]))
    pads = (draw(st.integers(0, 9)), draw(st.integers(0, 9))) if padding == "EXPLICIT" else ()
    size = draw(st.integers(0, 12))
    if padding != "SAME" and size:
        size = max(size, (kernel - 1) * dilation + 1 - sum(pads))
    return window(max(size, 0), kernel, padding, stride, dilation, pads)


def brute_force_taps(w: Window) -> list[Tap]:
    """Each kernel position with the outputs of which it meets an input element."""
    found = []
    for k in range(w.kernel):
        met = [i for i in range(w.output) if 0 <= i * w.stride + k * w.dilation - w.before < w.input]
        if met:
            assert met == list(range(met[0], met[-1] + 1)), "the outputs that a tap serves stand together"
            found.append(Tap(k, met[0], met[-1] + 1, met[0] * w.stride + k * w.dilation - w.before))
    return found


@given(windows())
def test_taps_are_those_that_meet_the_input(w):
    assert w.taps() == brute_force_taps(w)
    assert w.meetings() == sum(tap.stop - tap.first for tap in brute_force_taps(w))


@given(windows())
def test_the_last_window_ends_inside_and_the_next_would_not(w):
    if not (w.output and w.kernel):
        return
    reach = (w.kernel - 1) * w.dilation + 1
    padded = w.input + w.before + w.after
    assert (w.output - 1) * w.stride + reach <= padded
    # SAME gives ceil(input / stride) windows, even if the stride is larger than the kernel and more would fit.
    if w.before or w.after:
        assert w.output * w.stride + reach > padded


@given(st.integers(1, 60), small, st.integers(1, 60), small)
def test_same(size, kernel, stride, dilation):
    w = window(size, kernel, "SAME", stride, dilation)
    assert w.output == math.ceil(size / stride)
    needed = (w.output - 1) * stride + (kernel - 1) * dilation + 1 - size
    assert w.before + w.after == max(needed, 0)
    assert w.after - w.before in (0, 1), "the odd one comes after"


@pytest.mark.parametrize(
    ("w", "before", "after", "output"),
    [
        # TensorFlow's documentation of padding: 13 elements, a filter of 6, stride 5.
        (window(13, 6, "VALID", 5), 0, 0, 2),
        (window(13, 6, "SAME", 5), 1, 2, 3),
        (window(5, 3, "EXPLICIT", 2, 1, (1, 2)), 1, 2, 3),
        (window(5, 3, "EXPLICIT", 1, 1, (9, 9)), 9, 9, 21),
        (window(4, 2, "VALID", 1, 3), 0, 0, 1),
        (window(3, 1, "SAME", 7), 0, 0, 1),
        (window(0, 3, "SAME"), 0, 0, 0),
        (window(0, 3, "VALID"), 0, 0, 0),
        (window(0, 3, "EXPLICIT", 1, 1, (1, 0)), 1, 0, 0),
        (window(0, 3, "EXPLICIT", 1, 1, (2, 2)), 2, 2, 2),
    ],
)
def test_examples(w, before, after, output):
    assert (w.before, w.after, w.output) == (before, after, output)


@pytest.mark.parametrize(
    ("size", "kernel", "padding", "stride", "pads", "output"),
    [
        (None, 3, "SAME", 1, (), None),
        ("H", 3, "SAME", 1, (), "H"),
        ("H", 3, "SAME", 2, (), None),
        (7, None, "SAME", 2, (), 4),
        (7, None, "VALID", 1, (), None),
        ("H", 1, "VALID", 1, (), "H"),
        ("H", 1, "EXPLICIT", 1, (0, 0), "H"),
        ("H", 1, "EXPLICIT", 1, (0, 1), None),
        ("H", 3, "VALID", 1, (), None),
    ],
)
def test_what_is_known_of_an_output(size, kernel, padding, stride, pads, output):
    w = window(size, kernel, padding, stride, 1, pads)
    assert w.output == output
    with pytest.raises(InvalidArgumentError, match="known sizes"):
        w.taps()
    with pytest.raises(InvalidArgumentError, match="known sizes"):
        w.meetings()


@pytest.mark.parametrize(
    ("w", "taps", "meetings"),
    [
        (window(10, INT32_MAX, "SAME"), 19, 100),
        (window(10, 2, "SAME", 1, INT32_MAX), 0, 0),
        (window(10, 3, "SAME", 1, INT32_MAX), 1, 10),
        (window(10, 3, "SAME", INT32_MAX), 3, 3),
        (window(10, INT32_MAX, "EXPLICIT", 1, 1, (INT32_MAX, 0)), 10, 55),
        (window(1, 1, "EXPLICIT", 1, 1, (INT32_MAX, INT32_MAX)), 1, 1),
    ],
)
def test_large_numbers_take_no_longer(w, taps, meetings):
    begin = time.perf_counter()
    assert len(w.taps()) == taps
    assert w.meetings() == meetings
    assert time.perf_counter() - begin < 0.5


def test_meetings_of_many_taps_are_counted_at_once():
    n, half = INT32_MAX, (INT32_MAX - 1) // 2
    assert window(n, n, "SAME").meetings() == n * n - half * (half + 1)
    assert window(n, n, "VALID").meetings() == n
    assert window(n, 1000, "VALID", 999_983).meetings() == 1000 * 2148
    assert window(n, 3, "SAME", 2, 2).meetings() == 3 * (n // 2 + 1) - 2


def test_a_window_that_does_not_fit():
    with pytest.raises(
        InvalidArgumentError,
        match=r"filter of op 'Conv2D' must reach no further than the padded input, 7 \(4 plus padding 1 \+ 2\) "
        r"in spatial dimension 0, got 9 \(5 with dilation 2\)",
    ):
        window(4, 5, "EXPLICIT", 1, 2, (1, 2))
    with pytest.raises(InvalidArgumentError, match=r"padded input, 2 in spatial dimension 0, got 3$"):
        window(2, 3)


# -- attrs -----------------------------------------------------------------------------------------------------------

FIRST, LAST = [1, 1, 2, 3], [1, 2, 3, 1]
PADS_FIRST, PADS_LAST = [0, 0, 0, 0, 1, 2, 3, 4], [0, 0, 1, 2, 3, 4, 0, 0]


@pytest.mark.parametrize(
    ("data_format", "values", "pads", "axes", "channel_axis"),
    [
        ("NHWC", LAST, PADS_LAST, (1, 2), 3),
        ("NCHW", FIRST, PADS_FIRST, (2, 3), 1),
        ("CHANNELS_LAST", LAST, PADS_LAST, (1, 2), 3),
        ("CHANNELS_FIRST", FIRST, PADS_FIRST, (2, 3), 1),
        (None, LAST, PADS_LAST, (1, 2), 3),
    ],
)
def test_the_order_of_the_layout(data_format, values, pads, axes, channel_axis):
    attrs = {"strides": values, "dilations": values, "padding": "EXPLICIT", "explicit_paddings": pads}
    if data_format is not None:
        attrs["data_format"] = data_format
    parsed = WindowAttrs.parse("Conv2D", attrs, 2)
    assert (parsed.strides, parsed.dilations, parsed.explicit) == ((2, 3), (2, 3), ((1, 2), (3, 4)))
    assert (parsed.spatial_axes, parsed.channel_axis, parsed.rank) == (axes, channel_axis, 4)


def test_batch_dimensions_shift_the_axes_but_not_the_attrs():
    attrs = {"strides": [1, 1, 2, 3], "padding": "VALID", "data_format": "CHANNELS_FIRST", "batch_dims": 3}
    parsed = WindowAttrs.parse("Conv", attrs | {"dilations": []}, 2)
    assert (parsed.strides, parsed.dilations) == ((2, 3), (1, 1))
    assert (parsed.rank, parsed.channel_axis, parsed.spatial_axes) == (6, 3, (4, 5))


def test_rates_are_dilations_and_may_be_missing():
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    assert WindowAttrs.parse("Dilation2D", attrs | {"rates": [1, 2, 3, 1]}, 2).dilations == (2, 3)
    assert WindowAttrs.parse("MaxPool", attrs, 2).dilations == (1, 1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"strides": [1, 1, 1]}, r"attr 'strides' of op 'Conv2D' must have 4 values, got 3: \[1, 1, 1\]"),
        ({"strides": []}, r"attr 'strides' of op 'Conv2D' must have 4 values, got 0: \[\]"),
        ({"strides": [1, 0, 1, 1]}, r"'strides' .* must be between 1 and 2147483647 in the spatial dimensions, got \["),
        ({"strides": [1, 2**31, 1, 1]}, r"'strides' .* must be between 1 and 2147483647"),
        ({"strides": [2, 1, 1, 1]}, r"'strides' .* must be 1 in the batch and channel dimensions, got \[2, 1, 1, 1\]"),
        ({"strides": [1, 1, 1, 2]}, r"'strides' .* must be 1 in the batch and channel dimensions"),
        ({"strides": [1, 2, 1, 1], "data_format": "NCHW"}, r"'strides' .* must be 1 in the batch and channel"),
        ({"dilations": []}, r"attr 'dilations' of op 'Conv2D' must have 4 values, got 0"),
        ({"dilations": [1, 1, -1, 1]}, r"'dilations' .* must be between 1 and 2147483647"),
        ({"explicit_paddings": [0] * 8}, r"'explicit_paddings' .* must be empty unless padding is 'EXPLICIT' \(it is"),
        ({"padding": "EXPLICIT"}, r"'explicit_paddings' .* must have 8 values, a pair for each dimension, got 0"),
        ({"padding": "EXPLICIT", "explicit_paddings": [0] * 6}, r"must have 8 values, .* got 6"),
        ({"padding": "EXPLICIT", "explicit_paddings": [0, 0, -1, 0, 0, 0, 0, 0]}, r"must be between 0 and 2147483647"),
        ({"padding": "EXPLICIT", "explicit_paddings": [0, 0, 2**31, 0, 0, 0, 0, 0]}, r"must be between 0 and"),
        ({"padding": "EXPLICIT", "explicit_paddings": [0, 1, 0, 0, 0, 0, 0, 0]}, r"must be 0 in the batch and channel"),
        ({"padding": "EXPLICIT", "explicit_paddings": [0, 0, 0, 0, 0, 0, 1, 0]}, r"must be 0 in the batch and channel"),
        ({"batch_dims": -1}, r"attr 'batch_dims' of op 'Conv2D' must be between 0 and 250, got -1"),
        ({"batch_dims": 2**40}, r"attr 'batch_dims' .* must be between 0 and 250"),
    ],
)
def test_impossible_attrs(changes, sentence):
    attrs = {"strides": [1] * 4, "dilations": [1] * 4, "padding": "SAME", **changes}
    with pytest.raises(InvalidArgumentError, match=sentence):
        WindowAttrs.parse("Conv2D", attrs, 2)


# -- input, filter and output ----------------------------------------------------------------------------------------


def geometry(x, w, *, spatial_rank=2, attrs=None, **options) -> ConvGeometry:
    ones = [1] * (spatial_rank + 2)
    given_attrs = {"strides": ones, "dilations": ones, "padding": "SAME", **(attrs or {})}
    return conv_geometry("Conv2D", given_attrs, spatial_rank, TensorShape(x), TensorShape(w), **options)


@pytest.mark.parametrize(
    ("x", "w", "attrs", "output", "groups"),
    [
        ((2, 5, 6, 3), (3, 3, 3, 4), {}, (2, 5, 6, 4), 1),
        ((2, 5, 6, 6), (3, 3, 3, 4), {}, (2, 5, 6, 4), 2),
        ((2, 6, 5, 6), (3, 3, 3, 4), {"data_format": "NCHW"}, (2, 4, 5, 6), 2),
        ((2, 5, 6, 3), (3, 3, 3, 0), {}, (2, 5, 6, 0), 1),
        (("N", None, 6, 3), (3, 3, 3, 4), {}, ("N", None, 6, 4), 1),
        (None, (3, 3, 3, 4), {}, (None, None, None, 4), None),
        ((2, 5, 6, 3), None, {}, (2, 5, 6, None), None),
        (None, (3, 3, 3, 4), {"groups": 2}, (None, None, None, 4), 2),
        ((5, 6, 6), (3, 3, 3, 4), {"batch_dims": 0, "groups": 2}, (5, 6, 4), 2),
        ((7, 0, 5, 6, 6), (3, 3, 6, 4), {"batch_dims": 2}, (7, 0, 5, 6, 4), 1),
    ],
)
def test_dense(x, w, attrs, output, groups):
    found = geometry(x, w, attrs=attrs)
    assert (found.output_shape, found.groups) == (TensorShape(output), groups)


def test_stated_groups_tell_the_channels_of_the_input():
    assert geometry((2, 5, 6, None), (3, 3, 2, 4), attrs={"groups": 2}).input_shape == (2, 5, 6, 4)


@pytest.mark.parametrize(
    ("x", "w", "output", "multiplier"),
    [
        ((2, 5, 6, 3), (3, 3, 3, 4), (2, 5, 6, 12), 4),
        ((2, 5, 6, None), (3, 3, 3, 4), (2, 5, 6, 12), 4),
        ((2, 5, 6, "C"), (3, 3, None, 1), (2, 5, 6, "C"), 1),
        ((2, 5, 6, "C"), (3, 3, None, 2), (2, 5, 6, None), 2),
        ((2, 5, 6, 3), None, (2, 5, 6, None), None),
        ((2, 5, 6, 3), (3, 3, 3, 0), (2, 5, 6, 0), 0),
    ],
)
def test_depthwise(x, w, output, multiplier):
    found = geometry(x, w, depthwise=True)
    assert (found.output_shape, found.multiplier) == (TensorShape(output), multiplier)


@pytest.mark.parametrize(
    ("x", "w", "output"),
    [
        ((2, 5, 6, 3), (3, 3, 3), (2, 5, 6, 3)),
        ((2, 5, 6, 0), None, (2, 5, 6, 0)),
        (None, (3, 3, 7), (None,) * 3 + (7,)),
    ],
)
def test_morphological(x, w, output):
    assert geometry(x, w, morphological=True).output_shape == TensorShape(output)


@pytest.mark.parametrize(
    ("x", "w", "options", "sentence"),
    [
        ((5, 6, 3), (3, 3, 3, 4), {}, r"input of op 'Conv2D' must have rank 4, got rank 3 \(5, 6, 3\)"),
        ((2, 5, 6, 3), (3, 3, 3), {}, r"filter of op 'Conv2D' must have rank 4, got rank 3"),
        ((2, 5, 6, 3), (3, 3, 3, 1), {"morphological": True}, r"filter .* must have rank 3, got rank 4"),
        ((2, 5, 6, 3), (3, 0, 3, 4), {}, r"filter .* must have spatial sizes of at least 1, got \(3, 0, 3, 4\)"),
        ((2, 5, 6, 0), (3, 3, 3, 4), {}, r"input .* must have at least 1 channel, got 0"),
        ((2, 5, 6, 3), (3, 3, 0, 4), {}, r"filter .* must have at least 1 input channel, got 0"),
        ((2, 5, 6, 0), (3, 3, 0, 4), {"depthwise": True}, r"input .* must have at least 1 channel, got 0"),
        ((2, 5, 6, 5), (3, 3, 3, 4), {}, r"input .* must have a multiple of the 3 input channels of filter .* got 5"),
        ((2, 5, 6, 2), (3, 3, 3, 4), {}, r"input .* must have a multiple of the 3 input channels of filter .* got 2"),
        ((2, 5, 6, 6), (3, 3, 3, 5), {}, r"filter .* a multiple of the 2 groups as its output channels, got 5"),
        ((2, 5, 6, 6), (3, 3, 3, 4), {"attrs": {"groups": 3}}, r"'groups' .* must be the channels .* 6 / 3, got 3"),
        ((2, 5, 6, 6), None, {"attrs": {"groups": 0}}, r"attr 'groups' .* must be at least 1, got 0"),
        ((2, 5, 6, 4), (3, 3, 3, 2), {"depthwise": True}, r"filter .* the 4 channels of input in dimension 2, got 3"),
        ((2, 5, 6, 4), (3, 3, 3), {"morphological": True}, r"the 4 channels of input in dimension 2, got 3 in shape"),
    ],
)
def test_shapes_that_are_no_convolution(x, w, options, sentence):
    with pytest.raises(InvalidArgumentError, match=sentence):
        geometry(x, w, **options)


def test_an_empty_kernel_where_it_is_allowed():
    found = geometry((2, 5, 6, 3), (0, 3, 3, 4), allow_empty_kernel=True)
    assert (found.output_shape, found.products) == (TensorShape((2, 5, 6, 4)), 0)


def test_the_gradient_of_the_output_has_its_shape():
    found = geometry((2, 5, "W", 3), (3, 3, 3, 4), attrs={"strides": [1, 2, 1, 1]})
    assert found.merge_output(TensorShape((None, 3, 7, 4)), "out_backprop") == TensorShape((2, 3, 7, 4))
    assert found.merge_output(TensorShape(None), "out_backprop") == TensorShape((2, 3, "W", 4))
    for shape, sentence in (
        ((2, 3, 7), r"out_backprop of op 'Conv2D' must have rank 4, got rank 3"),
        ((3, 3, 7, 4), r"have the batch size of the input, 2, got 3 in shape"),
        ((2, 4, 7, 4), r"have size 3 in spatial dimension 0 \(input 5, kernel 3, stride 2, .* SAME\), got 4 in shape"),
        ((2, 3, 7, 5), r"have the 4 output channels of the filter, got 5"),
    ):
        with pytest.raises(InvalidArgumentError, match=sentence):
            found.merge_output(TensorShape(shape), "out_backprop")


@given(windows(), windows(), st.integers(0, 3), st.integers(1, 3), st.integers(1, 3), st.integers(0, 3))
def test_products_are_counted_without_padding(rows, columns, batch, per_group, groups, multiple):
    attrs = window_attrs("VALID")
    found = ConvGeometry(attrs, (batch,), (rows, columns), per_group * groups, multiple * groups, groups)
    meetings = [sum(t.stop - t.first for t in brute_force_taps(w)) for w in (rows, columns)]
    assert found.products == batch * math.prod(meetings) * per_group * multiple * groups
