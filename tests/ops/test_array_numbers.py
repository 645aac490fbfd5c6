"""Array ops where TensorFlow has no answer to record: layouts and dtypes it lacks, sizes beside a size of 0, views."""

import ml_dtypes
import numpy as np
import pytest

import graphops as go

HUGE = 2**40


def ints(*values):
    return np.array(values, np.int64)


@pytest.mark.parametrize("block", [2, 3])
def test_channels_first_is_channels_last_transposed(block):
    x = np.arange(2.0 * 6 * 12 * 5).reshape(2, 6, 12, 5)  # NHWC
    last = go.eager.SpaceToDepth(input=x, block_size=block)
    first = go.eager.SpaceToDepth(input=x.transpose(0, 3, 1, 2), block_size=block, data_format="NCHW")
    assert np.array_equal(first, last.transpose(0, 3, 1, 2))
    back = go.eager.DepthToSpace(input=first, block_size=block, data_format="NCHW")
    assert np.array_equal(back, x.transpose(0, 3, 1, 2))


def test_fours_of_channels_stay_together():
    x = np.arange(1 * 3 * 4 * 4 * 4).reshape(1, 3, 4, 4, 4).astype(np.int8)  # NCHW_VECT_C
    layout = {"block_size": 2, "data_format": "NCHW_VECT_C"}
    blocks = go.eager.SpaceToDepth(input=x, **layout)
    assert blocks.shape == (1, 12, 2, 2, 4)
    for four in range(4):
        plain = go.eager.SpaceToDepth(input=x[..., four], block_size=2, data_format="NCHW")
        assert np.array_equal(blocks[..., four], plain)
    assert np.array_equal(go.eager.DepthToSpace(input=blocks, **layout), x)


@pytest.mark.parametrize(
    ("op", "arguments", "shape"),
    [
        ("Tile", {"input": np.zeros((0, 3)), "multiples": ints(HUGE, HUGE)}, (0, 3 * HUGE)),
        ("Tile", {"input": np.zeros((2, 3)), "multiples": ints(0, HUGE)}, (0, 3 * HUGE)),
        ("OneHot", {"indices": np.zeros(0, np.int32), "depth": np.int32(2**31 - 1), "on_value": 1.0, "off_value": 0.0},
         (0, 2**31 - 1)),
        ("MatrixBandPart", {"input": np.zeros((0, 2**20, 2**20)), "num_lower": ints(0)[0], "num_upper": ints(0)[0]},
         (0, 2**20, 2**20)),
        ("SpaceToBatchND",
         {"input": np.zeros((0, 0)), "block_shape": ints(2**50), "paddings": ints([2**60, 2**60])}, (0, 2**11)),
        ("BatchToSpaceND",
         {"input": np.zeros((0, HUGE)), "block_shape": ints(2**19), "crops": ints([2**58, 2**58])}, (0, 2**59 - 2**59)),
        ("Fill", {"dims": ints(0, HUGE), "value": 1.0}, (0, HUGE)),
        ("Pad", {"input": np.zeros((0, 3)), "paddings": ints([0, 0], [0, HUGE])}, (0, HUGE + 3)),
        ("BroadcastTo", {"input": np.zeros((0, 1)), "shape": ints(0, HUGE)}, (0, HUGE)),
        ("ScatterNd", {"indices": ints().reshape(0, 1), "updates": np.zeros((0, HUGE)), "shape": ints(0, HUGE)},
         (0, HUGE)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_size_of_0_costs_nothing(op, arguments, shape):
    assert getattr(go.eager, op)(**arguments).shape == shape


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_sums_of_small_floats_are_rounded_once(dtype):
    number = np.dtype(getattr(ml_dtypes, dtype, dtype))
    ones = np.ones(4096, number)  # added one by one in half, or in bfloat16, they would stop at 2048 or 256
    places = np.zeros((4096, 1), np.int32)
    assert float(go.eager.ScatterNd(indices=places, updates=ones, shape=np.array([1], np.int32))[0]) == 4096


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "int4", "uint2", "float4_e2m1fn"])
def test_narrow_dtypes_are_moved(dtype):
    x = np.array([[1, 0], [0, 1]]).astype(getattr(ml_dtypes, dtype))
    twice = go.eager.ConcatV2(values=[x, x], axis=0)
    assert twice.dtype == x.dtype
    assert np.array_equal(go.eager.GatherV2(params=twice, indices=np.array([3]), axis=0), x[1:])
    assert np.array_equal(go.eager.MatrixBandPart(input=x, num_lower=0, num_upper=0), x)


def test_identities_are_views_and_results_are_not():
    with go.Graph().as_default(), go.Session() as session:
        x, y = go.constant([1.0, 2.0]), go.constant([3.0])
        outputs = go.raw_ops.IdentityN(input=[x, y])
        first, second = session.run(list(outputs))
        first[0], second[0] = 7, 7  # what is fetched is the caller's
        assert session.run([x, y])[0].tolist() == [1, 2]
        assert session.run(list(outputs))[1].tolist() == [3]


def test_check_numerics():
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.bfloat16, (None,))
        y = go.raw_ops.CheckNumerics(tensor=x, message="loss")
        assert session.run(y, {x: [1.0]}).tolist() == [1]
        with pytest.raises(ValueError, match="loss: tensor of op 'CheckNumerics' must be finite, got 1 NaN and 2 Inf"):
            session.run(y, {x: [np.nan, np.inf, -np.inf, 0]})


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.uint32, np.uint64])
def test_ranges_at_the_ends_of_a_dtype(dtype):
    low, high = (int(getattr(np.iinfo(dtype), end)) for end in ("min", "max"))
    step = (high - low) // 3
    up = go.eager.Range(start=dtype(low), limit=dtype(high), delta=dtype(min(step, np.iinfo(dtype).max)))
    assert up.dtype == dtype
    assert up.tolist() == list(range(low, high, min(step, int(np.iinfo(dtype).max))))


def test_a_range_ends_as_it_does_in_its_own_precision():
    assert len(go.eager.Range(start=np.float32(0), limit=np.float32(0.3), delta=np.float32(0.1))) == 3
    assert len(go.eager.Range(start=np.float64(0), limit=np.float64(0.3), delta=np.float64(0.1))) == 3
    below = go.eager.Range(start=np.float32(0.1), limit=np.float32(-23.3), delta=np.float32(-1.3))
    assert len(below) == 18


@pytest.mark.parametrize(
    ("params", "indices", "axis", "batch_dims"),
    [
        ((0, 3), (0, 2), 1, 1),
        ((2, 3), (2, 0), 1, 1),
        ((3, 0), (2,), 0, 0),
        ((2, 0, 3), (0,), 1, 0),
        ((2, 3, 4), (2, 2), -1, 1),
        ((2, 3, 4), (2, 3, 2), -1, -1),
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_gradients_of_gathers_that_are_empty_or_batched(params, indices, axis, batch_dims, known):
    table = np.arange(float(np.prod(params))).reshape(params)
    places = np.zeros(indices, np.int32)
    with go.Graph().as_default(), go.Session() as session:
        x, i = (
            go.placeholder(go.float64, params if known else None),
            go.placeholder(go.int32, indices if known else None),
        )
        a = go.constant(axis) if known else go.placeholder(go.int32)
        y = go.raw_ops.GatherV2(params=x, indices=i, axis=a, batch_dims=batch_dims)
        (dx,) = go.gradients(y, [x])
        feeds = {x: table, i: places} | ({} if known else {a: axis})
        picked, found = session.run([y, dx], feeds)
    assert found.shape == params
    assert found.sum() == picked.size  # a one for each element that was picked
    if found.size:
        assert np.take(found, range(1, params[axis]), axis=axis).sum() == 0
