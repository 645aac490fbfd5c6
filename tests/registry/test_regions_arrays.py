"""Regions of ops that rearrange, cut, join and pick: random shapes and arguments, larger than recorded ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
import pytest

from graphops_registry.rules.layout_regions import reshaped
from tests.registry.region_calls import Array, called, check_partial_sums, check_parts

Random = np.random.Generator


def numbers(random: Random, shape: Any) -> Array:
    return random.integers(-1000, 1000, shape).astype(np.int32)


def a_shape(random: Random, low: int = 1, high: int = 4, largest: int = 7) -> list[int]:
    return [int(n) for n in random.integers(1, largest, int(random.integers(low, high + 1)))]


def reshape(random: Random) -> dict[str, Any]:
    """Axes split and merged, some of size 1 among them."""
    factors = [int(n) for n in random.choice([1, 2, 3, 4], int(random.integers(1, 6)))]

    def grouped() -> list[int]:
        cuts = sorted(int(n) for n in random.integers(0, len(factors) + 1, int(random.integers(0, 4))))
        ends = [0, *cuts, len(factors)]
        return [prod(factors[a:b]) for a, b in pairwise(ends)]

    return {"tensor": numbers(random, grouped()), "shape": np.array(grouped(), np.int64)}


def transpose(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    return {"x": numbers(random, shape), "perm": random.permutation(len(shape)).astype(np.int32)}


def expand(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    return {"input": numbers(random, shape), "dim": np.int32(random.integers(-len(shape) - 1, len(shape) + 1))}


def squeeze(random: Random) -> dict[str, Any]:
    shape = [int(n) for n in random.choice([1, 2, 5], 4)]
    ones = [axis for axis, size in enumerate(shape) if size == 1 and random.integers(2)]
    return {"input": numbers(random, shape), "squeeze_dims": ones}


def slice_(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    begin = [int(random.integers(0, n + 1)) for n in shape]
    size = [int(random.integers(-1, n - b + 1)) for n, b in zip(shape, begin, strict=True)]
    return {"input": numbers(random, shape), "begin": np.array(begin, np.int32), "size": np.array(size, np.int32)}


def strided(random: Random) -> dict[str, Any]:
    shape = a_shape(random, largest=12)
    count = int(random.integers(1, len(shape) + 1))
    masks = {f"{name}_mask": int(random.integers(0, 1 << count)) for name in ("begin", "end")}
    shrink = int(random.integers(0, 1 << count)) if random.integers(2) else 0
    strides = [1 if shrink >> i & 1 else int(random.choice([-3, -2, -1, 1, 2, 3])) for i in range(count)]
    begin = [int(random.integers(-n, n)) for n in shape[:count]]
    end = [int(random.integers(-n - 2, n + 3)) for n in shape[:count]]
    arguments: dict[str, Any] = {"input": numbers(random, shape), "shrink_axis_mask": shrink, **masks}
    kind = int(random.integers(3))
    place = int(random.integers(0, count + 1))
    if kind:  # one more entry: an ellipsis or a new axis
        for values in (begin, end, strides):
            values.insert(place, 1)
        low = (1 << place) - 1
        for name in ("begin_mask", "end_mask", "shrink_axis_mask"):
            arguments[name] = (arguments[name] & low) | (arguments[name] & ~low) << 1
        arguments["ellipsis_mask" if kind == 1 else "new_axis_mask"] = 1 << place
        if kind == 1:  # what comes behind names the last axes
            behind = count - place
            for i in range(behind):
                size = shape[len(shape) - behind + i]
                begin[place + 1 + i] = int(random.integers(-size, size))
    vectors = {"begin": begin, "end": end, "strides": strides}
    return arguments | {name: np.array(values, np.int32) for name, values in vectors.items()}


def pad(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    return {"input": numbers(random, shape), "paddings": random.integers(0, 5, (len(shape), 2)).astype(np.int32)}


def pad_v2(random: Random) -> dict[str, Any]:
    return pad(random) | {"constant_values": np.int32(7)}


def mirror(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    mode = str(random.choice(["REFLECT", "SYMMETRIC"]))
    most = [n - (mode == "REFLECT") for n in shape]
    pairs = [[int(n) for n in random.integers(0, m + 1, 2)] for m in most]
    return {"input": numbers(random, shape), "paddings": np.array(pairs, np.int32), "mode": mode}


def concat(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    axis = int(random.integers(0, len(shape)))
    values = []
    for _ in range(int(random.integers(2, 5))):
        shape[axis] = int(random.integers(0, 5))
        values.append(numbers(random, shape))
    return {"values": values, "axis": np.int32(axis - len(shape) * int(random.integers(2)))}


def pack(random: Random) -> dict[str, Any]:
    shape = a_shape(random, 0, 3)
    values = [numbers(random, shape) for _ in range(int(random.integers(1, 4)))]
    return {"values": values, "axis": int(random.integers(-len(shape) - 1, len(shape) + 1))}


def unpack(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    axis = int(random.integers(0, len(shape)))
    return {"value": numbers(random, shape), "axis": axis, "num": shape[axis]}


def split(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    axis, count = int(random.integers(0, len(shape))), int(random.integers(1, 4))
    shape[axis] *= count
    return {"value": numbers(random, shape), "split_dim": np.int32(axis), "num_split": count}


def split_v(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    axis, sizes = int(random.integers(0, len(shape))), random.integers(0, 5, 3)
    shape[axis] = int(sizes.sum())
    if random.integers(2):
        sizes[int(random.integers(3))] = -1
    return {"value": numbers(random, shape), "split_dim": np.int32(axis), "size_splits": sizes, "num_split": 3}


def tile(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    return {"input": numbers(random, shape), "multiples": random.integers(0, 4, len(shape)).astype(np.int32)}


def broadcast(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    own = [1 if random.integers(2) else n for n in shape][int(random.integers(0, len(shape))) :]
    return {"input": numbers(random, own), "shape": np.array(shape, np.int32)}


def reverse(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    axes = [axis for axis in range(len(shape)) if random.integers(2)]
    return {"tensor": numbers(random, shape), "axis": np.array(axes, np.int32)}


def roll(random: Random) -> dict[str, Any]:
    shape = a_shape(random)
    axis = random.integers(-len(shape), len(shape), 3).astype(np.int32)
    return {"input": numbers(random, shape), "shift": random.integers(-9, 10, 3).astype(np.int32), "axis": axis}


def gather(random: Random) -> dict[str, Any]:
    shape = a_shape(random, 2, 4)
    batch = int(random.integers(0, len(shape)))
    axis = int(random.integers(batch, len(shape)))
    indices = random.integers(0, shape[axis], [*shape[:batch], *a_shape(random, 0, 2)])
    batch_dims = batch if random.integers(2) or batch == indices.ndim else batch - indices.ndim
    return {"params": numbers(random, shape), "indices": indices, "axis": np.int32(axis), "batch_dims": batch_dims}


def gather_nd(random: Random) -> dict[str, Any]:
    shape = a_shape(random, 1, 3)
    depth = int(random.integers(0, len(shape) + 1))
    rows = a_shape(random, 0, 2)
    indices = np.stack([random.integers(0, n, rows) for n in shape[:depth]] or [np.zeros(rows, np.int64)], axis=-1)
    return {"params": numbers(random, shape), "indices": indices[..., :depth]}


def one_hot(random: Random) -> dict[str, Any]:
    shape = a_shape(random, 0, 3)
    axis = int(random.integers(-1, len(shape) + 1))
    indices, depth = random.integers(-1, 4, shape), np.int32(3)
    return {"indices": indices, "depth": depth, "on_value": np.int32(5), "off_value": np.int32(2), "axis": axis}


def to_depth(random: Random) -> dict[str, Any]:
    block, (n, h, w, d) = int(random.integers(2, 4)), (int(k) for k in random.integers(1, 4, 4))
    first = bool(random.integers(2))
    shape = [n, d, h * block, w * block] if first else [n, h * block, w * block, d]
    return {"input": numbers(random, shape), "block_size": block, "data_format": "NCHW" if first else "NHWC"}


def to_space(random: Random) -> dict[str, Any]:
    arguments = to_depth(random)
    axis, block = 1 if arguments["data_format"] == "NCHW" else 3, arguments["block_size"]
    shape = list(arguments["input"].shape)
    shape[axis] *= block * block
    return arguments | {"input": numbers(random, shape)}


def to_batch(random: Random) -> dict[str, Any]:
    count = int(random.integers(1, 3))
    blocks = [int(n) for n in random.integers(1, 4, count)]
    sizes = [int(n) for n in random.integers(1, 8, count)]
    pairs = []
    for size, block in zip(sizes, blocks, strict=True):
        before = int(random.integers(0, 4))
        pairs.append([before, -(size + before) % block + block * int(random.integers(0, 2))])
    shape = [int(random.integers(1, 3)), *sizes, *a_shape(random, 0, 1)]
    arrays = {"block_shape": np.array(blocks, np.int32), "paddings": np.array(pairs, np.int32)}
    return {"input": numbers(random, shape), **arrays}


def from_batch(random: Random) -> dict[str, Any]:
    count = int(random.integers(1, 3))
    blocks = [int(n) for n in random.integers(1, 4, count)]
    sizes = [int(n) for n in random.integers(1, 5, count)]
    pairs = [[int(n) for n in random.integers(0, b * n // 2 + 1, 2)] for b, n in zip(blocks, sizes, strict=True)]
    shape = [int(random.integers(1, 3)) * prod(blocks), *sizes, *a_shape(random, 0, 1)]
    arrays = {"block_shape": np.array(blocks, np.int32), "crops": np.array(pairs, np.int32)}
    return {"input": numbers(random, shape), **arrays}


def product(random: Random) -> dict[str, Any]:
    n, k, m = (int(n) for n in random.integers(1, 7, 3))
    swap_a, swap_b = (bool(n) for n in random.integers(0, 2, 2))
    a, b = numbers(random, [k, n] if swap_a else [n, k]), numbers(random, [m, k] if swap_b else [k, m])
    return {"a": a, "b": b, "transpose_a": swap_a, "transpose_b": swap_b}


def stacked_product(random: Random) -> dict[str, Any]:
    both = a_shape(random, 0, 2, 4)
    arguments = product(random)
    shapes = [[1 if random.integers(3) == 0 else n for n in both][int(random.integers(0, len(both) + 1)) :]
              for _ in range(2)]  # fmt: skip
    x, y = (numbers(random, [*lead, *arguments[name].shape]) for lead, name in zip(shapes, ("a", "b"), strict=True))
    return {"x": x, "y": y, "adj_x": arguments["transpose_a"], "adj_y": arguments["transpose_b"]}


CALLS: list[tuple[str, Callable[[Random], dict[str, Any]]]] = [
    ("Reshape", reshape), ("Transpose", transpose), ("ExpandDims", expand), ("Squeeze", squeeze), ("Slice", slice_),
    ("StridedSlice", strided), ("Pad", pad), ("PadV2", pad_v2), ("MirrorPad", mirror), ("ConcatV2", concat),
    ("Pack", pack), ("Unpack", unpack), ("Split", split), ("SplitV", split_v), ("Tile", tile),
    ("BroadcastTo", broadcast), ("ReverseV2", reverse), ("Roll", roll), ("GatherV2", gather), ("GatherNd", gather_nd),
    ("OneHot", one_hot), ("SpaceToDepth", to_depth), ("DepthToSpace", to_space), ("SpaceToBatchND", to_batch),
    ("BatchToSpaceND", from_batch), ("MatMul", product), ("BatchMatMulV2", stacked_product),
]  # fmt: skip


@pytest.mark.parametrize(("op", "arguments"), CALLS, ids=[op for op, _ in CALLS])
def test_a_region_comes_from_regions(op: str, arguments: Callable[[Random], dict[str, Any]], full: bool) -> None:
    random = np.random.default_rng(len(op))
    calls = 400 if full else 60
    found = sum(check_parts(called(op, arguments(random)), random, 4) for _ in range(calls))
    assert found > calls


@pytest.mark.parametrize(("op", "arguments"), CALLS[-2:], ids=[op for op, _ in CALLS[-2:]])
def test_shares_of_the_inner_axis_add_up(op: str, arguments: Callable[[Random], dict[str, Any]], full: bool) -> None:
    random = np.random.default_rng(len(op))
    calls = 200 if full else 40
    found = sum(check_partial_sums(called(op, arguments(random)), random, 2) for _ in range(calls))
    assert found > calls


def test_rows_of_an_image_that_is_flattened() -> None:
    """Four rows of three pixels as a vector: the pixels 4 to 8 need rows 1 and 2, and these alone."""
    image = np.arange(12, dtype=np.int32).reshape(4, 3)
    call = called("Reshape", {"tensor": image, "shape": np.array([12], np.int32)})
    part = reshaped(call.context([((4, 8),)], call.value))
    assert part is not None
    assert part.inputs[0] == ((1, 3), (0, 3))
    assert part.gives[0] == ((3, 9),)
