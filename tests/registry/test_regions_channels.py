"""Regions of ops with numbers for each channel, of losses of rows, and of transforms of whole axes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.op_def import lookup_op
from graphops_registry.regions import Region
from graphops_registry.rules.region_parts import region_rule_of
from tests.registry.region_calls import Array, RegionCall, called, check_parts, compute

LAYOUTS = {"NHWC": (2, 5, 6, 4), "NCHW": (2, 4, 5, 6), "NDHWC": (2, 3, 4, 5, 4), "NCDHW": (2, 4, 3, 4, 5)}


def normals(random: np.random.Generator, *shape: int) -> Array:
    return random.standard_normal(shape).astype(np.float32)


def batch_norm(op: str, data_format: str, training: bool) -> RegionCall:
    random = np.random.default_rng(len(op))
    vectors = {name: normals(random, 4) for name in ("scale", "offset", "mean")}
    vectors["variance"] = np.abs(normals(random, 4)) + 1
    x = normals(random, *LAYOUTS[data_format])
    return called(op, {"x": x, **vectors, "data_format": data_format, "is_training": training})


@pytest.mark.parametrize("op", ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"])
@pytest.mark.parametrize("data_format", LAYOUTS)
def test_batch_normalisation_with_given_statistics_has_parts(op: str, data_format: str) -> None:
    if len(data_format) == 5 and op != "FusedBatchNormV3":
        return
    call = batch_norm(op, data_format, training=False)
    assert check_parts(call, np.random.default_rng(1), 40) > 20


def test_statistics_of_a_batch_need_all_of_it() -> None:
    call = batch_norm("FusedBatchNormV3", "NHWC", training=True)
    assert check_parts(call, np.random.default_rng(1), 20) == 0


@pytest.mark.parametrize("data_format", ["NHWC", "NCDHW"])
def test_the_gradient_of_batch_normalisation_with_given_statistics(data_format: str) -> None:
    random = np.random.default_rng(2)
    shape = LAYOUTS[data_format]
    axis = data_format.index("C")
    arguments: dict[str, Any] = {
        "y_backprop": normals(random, *shape),
        "x": normals(random, *shape),
        "scale": normals(random, 4),
        "reserve_space_1": normals(random, 4),
        "reserve_space_2": np.abs(normals(random, 4)) + 1,
        "reserve_space_3": np.float32(0),
        "data_format": data_format,
        "is_training": False,
    }
    call = called("FusedBatchNormGradV3", arguments)
    rule = region_rule_of(lookup_op(call.op))
    assert rule is not None
    region: Region = tuple((1, 3) if place == axis else (0, 2) for place in range(len(shape)))
    part = rule(call.context([region, None, None, None, None], call.value))
    assert part is not None
    assert part.inputs[2] == ((1, 3),)
    place = tuple(slice(start, stop) for start, stop in region)
    np.testing.assert_allclose(compute(call, part)[0], call.outputs[0][place], rtol=1e-6)
    assert rule(call.context([region, ((0, 4),), None, None, None], call.value)) is None


def test_losses_of_rows_with_labels_that_broadcast() -> None:
    random = np.random.default_rng(3)
    for rows in ((6, 1), (1, 6), (6, 6), (1, 1)):
        features, labels = normals(random, rows[0], 3), np.abs(normals(random, rows[1], 3))
        call = called("SoftmaxCrossEntropyWithLogits", {"features": features, "labels": labels})
        assert check_parts(call, random, 20) > 10


@pytest.mark.parametrize("shape", [(), (7,), (7, 3, 2)])
def test_a_vector_selects_along_the_first_axis(shape: tuple[int, ...]) -> None:
    random = np.random.default_rng(4)
    t, e = normals(random, 7, 3, 2), normals(random, 7, 3, 2)
    condition = random.integers(0, 2, shape).astype(bool)
    assert check_parts(called("Select", {"condition": condition, "t": t, "e": e}), random, 20) > 10


EQUATIONS = {"bij,bjk->bik": ((2, 4, 3), (2, 3, 5)), "...ij,jk->...ki": ((2, 3, 4, 3), (3, 5)), "ii->i": ((5, 5),),
             "i->ii": ((5,),), "ij,kj->": ((3, 4), (2, 4)), "a...,...b->b...a": ((3, 1, 4), (2, 4, 5))}  # fmt: skip


@pytest.mark.parametrize("equation", EQUATIONS)
def test_labels_of_a_product_are_regions(equation: str) -> None:
    random = np.random.default_rng(5)
    inputs = [random.integers(-9, 9, shape).astype(np.int32) for shape in EQUATIONS[equation]]
    assert check_parts(called("Einsum", {"inputs": inputs, "equation": equation}), random, 30) == 30


STACKED = {
    "FFT2D": lambda x: {"input": x.astype(np.complex64)},
    "RFFT": lambda x: {"input": x, "fft_length": np.array([4], np.int32)},
    "IRFFT2D": lambda x: {"input": x.astype(np.complex64), "fft_length": np.array([4, 6], np.int32)},
    "Cholesky": lambda x: {"input": x @ x.swapaxes(-1, -2) + np.eye(4, dtype=np.float32)},
    "LogMatrixDeterminant": lambda x: {"input": x},
    "AdjustContrastv2": lambda x: {"images": x, "contrast_factor": np.float32(2)},
    "TopKV2": lambda x: {"input": x, "k": np.int32(2)},
    "ReverseSequence": lambda x: {"input": x, "seq_lengths": np.array([1, 3, 2]), "seq_dim": 2, "batch_dim": 1},
    "FakeQuantWithMinMaxVarsPerChannel": lambda x: {
        "inputs": x, "min": np.full(4, -1, np.float32), "max": np.arange(1, 5, dtype=np.float32)
    },
    "AdjustHue": lambda x: {"images": np.abs(x[..., :3]), "delta": np.float32(0.2)},
}  # fmt: skip


@pytest.mark.parametrize("op", STACKED)
def test_axes_that_belong_together_stay_whole(op: str) -> None:
    random = np.random.default_rng(6)
    call = called(op, STACKED[op](normals(random, 2, 3, 4, 4)))
    assert check_parts(call, random, 20, scale=4.0) > 10


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_windows_as_pixels(padding: str) -> None:
    random = np.random.default_rng(7)
    attrs = {"ksizes": [1, 3, 2, 1], "strides": [1, 2, 1, 1], "rates": [1, 1, 2, 1], "padding": padding}
    images = random.integers(0, 9, (2, 9, 8, 3)).astype(np.int32)
    assert check_parts(called("ExtractImagePatches", {"images": images, **attrs}), random, 30) > 15
