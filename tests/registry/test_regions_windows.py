"""Regions of convolutions, their gradients and pools: random windows, random regions, borders included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.op_def import lookup_op
from graphops_registry.rules.region_parts import region_rule_of
from tests.registry.region_calls import Array, RegionCall, called, check_partial_sums, check_parts, compute, cut

Random = np.random.Generator


def numbers(random: Random, shape: list[int], dtype: Any) -> Array:
    if np.dtype(dtype).kind in "iu":
        return random.integers(0 if np.dtype(dtype).kind == "u" else -4, 5, shape).astype(dtype)
    return random.standard_normal(shape).astype(dtype)


def layout(rank: int, first: bool) -> str:
    return {(2, False): "NHWC", (2, True): "NCHW", (3, False): "NDHWC", (3, True): "NCDHW"}[rank, first]


def arranged(batch: list[int], spatial: list[int], channels: int, first: bool) -> list[int]:
    return [*batch, channels, *spatial] if first else [*batch, *spatial, channels]


class Convolution:
    """A random convolution: attrs, and the shapes of input, filter and output."""

    def __init__(self, random: Random, op: str, rank: int) -> None:
        self.random, self.op = random, op
        depthwise, explicit = op.startswith("Depthwise"), rank == 2
        first = "data_format" in lookup_op(op).op_def.attr_by_name and bool(random.integers(2))
        groups = int(random.choice([1, 1, 2, 3]))
        each_in, each_out = int(random.integers(1, 3)), int(random.integers(1, 4))
        channels, out = groups * each_in, groups * each_out
        kernel = [int(k) for k in random.integers(1, 5 if rank == 2 else 4, rank)]
        strides = [int(s) for s in random.integers(1, 4, rank)]
        dilations = [int(d) for d in random.integers(1, 4, rank)]
        if depthwise:
            groups, strides = channels, [strides[0]] * rank
            out = channels * each_out
        spatial = [int(n) for n in random.integers(3, 12 if rank == 2 else 8, rank)]
        paddings = ["SAME", "VALID", "EXPLICIT"] if explicit or op == "Conv" else ["SAME", "VALID"]
        padding = str(random.choice(paddings))
        reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True)]
        spatial = [max(n, r) if padding != "SAME" else n for n, r in zip(spatial, reach, strict=True)]
        pairs = [[0, 0]] * rank
        if padding == "EXPLICIT":
            pairs = [[int(n) for n in random.integers(0, 5, 2)] for _ in range(rank)]
        batch = [int(n) for n in random.integers(1, 4, 2)] if op == "Conv" else [int(random.integers(1, 4))]
        self.attrs: dict[str, Any] = {
            "strides": arranged([1], strides, 1, first),
            "dilations": arranged([1], dilations, 1, first),
            "padding": padding,
        }
        if padding == "EXPLICIT":
            around = [[0, 0], *([[0, 0], *pairs] if first else [*pairs, [0, 0]])]
            self.attrs["explicit_paddings"] = [n for pair in around for n in pair]
        if op == "Conv":
            self.attrs |= {"data_format": "CHANNELS_FIRST" if first else "CHANNELS_LAST", "batch_dims": 2}
            self.attrs["groups"] = groups
        elif "data_format" in lookup_op(op).op_def.attr_by_name:
            self.attrs["data_format"] = layout(rank, first)
        self.input = arranged(batch, spatial, channels, first)
        self.filter = [*kernel, channels, each_out] if depthwise else [*kernel, channels // groups, out]
        lengths = []
        for n, r, s, (before, after) in zip(spatial, reach, strides, pairs, strict=True):
            lengths.append(-(-n // s) if padding == "SAME" else (n + before + after - r) // s + 1)
        self.output = arranged(batch, lengths, out, first)

    def call(self, dtype: Any) -> RegionCall:
        names = lookup_op(self.op).op_def.input_by_name
        arguments: dict[str, Any] = dict(self.attrs)
        shapes = {"input": self.input, "filter": self.filter, "out_backprop": self.output}
        for name, shape in shapes.items():
            if name in names:
                arguments[name] = numbers(self.random, shape, dtype)
            elif f"{name}_sizes" in names:
                arguments[f"{name}_sizes"] = np.array(shape, np.int32)
        return called(self.op, arguments)


def least(found: int, calls: int) -> None:
    """A rule that always says "the whole" would pass as well."""
    assert found > calls


FORWARD = [("Conv2D", 2, np.int32), ("Conv2D", 2, np.float32), ("Conv3D", 3, np.float64), ("Conv", 2, np.int32),
           ("Conv", 3, np.float32), ("DepthwiseConv2dNative", 2, np.float64)]  # fmt: skip
INPUT = [("Conv2DBackpropInput", 2, np.int32), ("Conv2DBackpropInputV2", 2, np.float64),
         ("Conv3DBackpropInput", 3, np.float64), ("Conv3DBackpropInputV2", 3, np.float32),
         ("DepthwiseConv2dNativeBackpropInput", 2, np.float64)]  # fmt: skip
FILTER = [("Conv2DBackpropFilter", 2, np.float64), ("Conv2DBackpropFilterV2", 2, np.float32),
          ("Conv3DBackpropFilter", 3, np.float64), ("Conv3DBackpropFilterV2", 3, np.float64),
          ("DepthwiseConv2dNativeBackpropFilter", 2, np.float64)]  # fmt: skip


@pytest.mark.parametrize(("op", "rank", "dtype"), FORWARD + INPUT)
def test_a_region_of_a_convolution(op: str, rank: int, dtype: Any, full: bool) -> None:
    random = np.random.default_rng([rank, len(op)])
    calls = 400 if full else 60
    found = sum(check_parts(Convolution(random, op, rank).call(dtype), random, 5) for _ in range(calls))
    least(found, calls)


@pytest.mark.parametrize(("op", "rank", "dtype"), FILTER)
def test_shares_of_a_filter_gradient_add_up_to_it(op: str, rank: int, dtype: Any, full: bool) -> None:
    random = np.random.default_rng([rank, len(op)])
    calls = 200 if full else 40
    found = sum(check_partial_sums(Convolution(random, op, rank).call(dtype), random, 3) for _ in range(calls))
    least(found, calls)


POOLS = [("MaxPool", 2, np.float32), ("MaxPool", 2, np.int32), ("MaxPool", 2, np.uint8), ("MaxPoolV2", 2, np.float64),
         ("MaxPool3D", 3, np.float32), ("AvgPool", 2, np.float64), ("AvgPool", 2, np.float32),
         ("AvgPool3D", 3, np.float64)]  # fmt: skip


@pytest.mark.parametrize(("op", "rank", "dtype"), POOLS)
def test_a_region_of_a_pool(op: str, rank: int, dtype: Any, full: bool) -> None:
    random = np.random.default_rng([rank, len(op)])
    calls = 400 if full else 60
    found = 0
    for _ in range(calls):
        first = bool(random.integers(2)) and np.dtype(dtype).kind == "f"
        ksize = [int(k) for k in random.integers(1, 5, rank)]
        paddings = ["SAME", "VALID", "EXPLICIT"] if op == "MaxPool" else ["SAME", "VALID"]
        padding = str(random.choice(paddings))
        spatial = [max(int(n), k) for n, k in zip(random.integers(2, 12, rank), ksize, strict=True)]
        shape = arranged([int(random.integers(1, 4))], spatial, int(random.integers(1, 4)), first)
        strides = [int(s) for s in random.integers(1, 5, rank)]
        name = lookup_op(op).op_def.inputs[0].name
        arguments: dict[str, Any] = {
            name: numbers(random, shape, dtype),
            "ksize": arranged([1], ksize, 1, first),
            "strides": arranged([1], strides, 1, first),
            "padding": padding,
            "data_format": layout(rank, first),
        }
        if padding == "EXPLICIT":
            pairs = [[int(n) for n in random.integers(0, k, 2)] for k in ksize]
            around = [[0, 0], *([[0, 0], *pairs] if first else [*pairs, [0, 0]])]
            arguments["explicit_paddings"] = [n for pair in around for n in pair]
        found += check_parts(called(op, arguments), random, 5)
    least(found, calls)


def test_the_whole_of_a_convolution_is_a_loop_in_numpy() -> None:
    """That the whole is right is tested elsewhere; here it is looked at once."""
    random = np.random.default_rng(0)
    x, w = random.integers(-3, 4, (1, 5, 6, 2)).astype(np.int32), random.integers(-3, 4, (3, 2, 2, 3)).astype(np.int32)
    call = called("Conv2D", {"input": x, "filter": w, "strides": [1, 2, 1, 1], "padding": "SAME"})
    padded = np.pad(x, [(0, 0), (1, 1), (0, 1), (0, 0)])
    for i, j in np.ndindex(3, 6):
        expected = np.einsum("hwc,hwco->o", padded[0, 2 * i : 2 * i + 3, j : j + 2], w)
        np.testing.assert_array_equal(call.outputs[0][0, i, j], expected)


def pool(random: Random, rank: int) -> tuple[list[int], dict[str, Any]]:
    """The shape of a pool's input, and attrs."""
    first = bool(random.integers(2))
    ksize, strides = ([int(k) for k in random.integers(1, 4, rank)] for _ in range(2))
    spatial = [max(int(n), k) for n, k in zip(random.integers(2, 12, rank), ksize, strict=True)]
    shape = arranged([int(random.integers(1, 4))], spatial, int(random.integers(1, 4)), first)
    attrs = {"padding": str(random.choice(["SAME", "VALID"])), "data_format": layout(rank, first)}
    return shape, attrs | {"ksize": arranged([1], ksize, 1, first), "strides": arranged([1], strides, 1, first)}


@pytest.mark.parametrize("rank", [2, 3])
def test_regions_of_the_gradients_of_pools(rank: int, full: bool) -> None:
    random = np.random.default_rng(rank)
    calls = 100 if full else 30
    suffix = "3D" if rank == 3 else ""
    found = [0, 0, 0]
    for _ in range(calls):
        shape, attrs = pool(random, rank)
        x = random.integers(0, 4, shape).astype(np.float32)  # often a maximum twice
        y = called(f"MaxPool{suffix}", {"input": x, **attrs}).outputs[0]
        both = {"orig_input": x, "orig_output": y}
        dy = numbers(random, list(y.shape), np.float32)
        down = called(f"MaxPool{suffix}Grad", {**both, "grad": dy, **attrs})
        up = called(f"MaxPool{suffix}GradGrad", {**both, "grad": numbers(random, shape, np.float32), **attrs})
        mean = called(f"AvgPool{suffix}Grad", {"orig_input_shape": np.array(shape, np.int32), "grad": dy, **attrs})
        for index, call in enumerate((down, up, mean)):
            found[index] += check_parts(call, random, 5)
    assert min(found) > calls // 2


def test_padding_wins_no_gradient_of_a_maximum() -> None:
    """A window of nothing but minus infinity gives its gradient to an element of the input."""
    x = np.full((1, 5, 5, 1), -np.inf, np.float32)
    attrs: dict[str, Any] = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME", "data_format": "NHWC"}
    y = called("MaxPool", {"input": x, **attrs}).outputs[0]
    call = called("MaxPoolGrad", {"orig_input": x, "orig_output": y, "grad": np.ones_like(y), **attrs})
    assert call.outputs[0].sum() == y.size
    check_parts(call, np.random.default_rng(0), 40)


def test_the_gradient_of_means_needs_few_windows_where_none_sees_padding() -> None:
    attrs: dict[str, Any] = {"ksize": [1, 3, 3, 1], "strides": [1, 1, 1, 1], "padding": "SAME"}
    gradients = np.ones((1, 9, 9, 1), np.float32)
    call = called("AvgPoolGrad", {"orig_input_shape": np.array([1, 9, 9, 1], np.int32), "grad": gradients, **attrs})
    rule = region_rule_of(lookup_op("AvgPoolGrad"))
    assert rule is not None
    inside = rule(call.context([((0, 1), (3, 5), (4, 5), (0, 1))], call.value))
    assert inside is not None
    assert inside.inputs[1] == ((0, 1), (2, 6), (3, 6), (0, 1))
    border = rule(call.context([((0, 1), (0, 2), (4, 5), (0, 1))], call.value))
    assert border is not None
    assert border.inputs[1] == ((0, 1), (0, 9), (0, 9), (0, 1))


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
def test_a_region_of_a_dilation(dtype: Any, full: bool) -> None:
    random = np.random.default_rng(3)
    calls = 200 if full else 40
    found = 0
    for _ in range(calls):
        kernel, strides, rates = ([int(k) for k in random.integers(1, 4, 2)] for _ in range(3))
        reach = [(k - 1) * r + 1 for k, r in zip(kernel, rates, strict=True)]
        spatial = [max(int(n), r) for n, r in zip(random.integers(2, 12, 2), reach, strict=True)]
        found += check_parts(
            called(
                "Dilation2D",
                {
                    "input": numbers(random, [2, *spatial, 3], dtype),
                    "filter": numbers(random, [*kernel, 3], dtype),
                    "strides": [1, *strides, 1],
                    "rates": [1, *rates, 1],
                    "padding": str(random.choice(["SAME", "VALID"])),
                },
            ),
            random,
            5,
        )
    least(found, calls)


def test_the_maxima_of_a_pool_with_positions() -> None:
    """Positions count from the start of the whole image, so those are no part."""
    x = np.random.default_rng(0).standard_normal((1, 8, 8, 1)).astype(np.float32)
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    call = called("MaxPoolWithArgmax", {"input": x, **attrs})
    rule = region_rule_of(lookup_op("MaxPoolWithArgmax"))
    assert rule is not None
    region = ((0, 1), (1, 3), (2, 4), (0, 1))
    assert rule(call.context([region, region], call.value)) is None
    part = rule(call.context([region, None], call.value))
    assert part is not None
    assert part.inputs[0] == ((0, 1), (2, 6), (4, 8), (0, 1))
    np.testing.assert_array_equal(compute(call, part)[0], cut(call.outputs[0], region))
