"""Regions of convolutions, their gradients and pools: random windows, random regions, borders included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.op_def import lookup_op
from tests.registry.region_calls import Array, RegionCall, called, check_partial_sums, check_parts

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
