"""Pools in every configuration against the oracle, and their gradients against differences."""

import itertools

import numpy as np
import pytest

import graphops as go
from graphops.testing import difference, gradcheck
from graphops_registry.op_def import lookup_op
from tests.reference.pool import answers

OPS = ["MaxPool", "MaxPoolGrad", "MaxPoolGradGrad", "MaxPoolV2", "MaxPoolGradV2", "MaxPoolGradGradV2", "AvgPool",
       "AvgPoolGrad", "MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad", "AvgPool3D", "AvgPool3DGrad"]  # fmt: skip
SPATIAL = {4: (7, 9), 5: (5, 7, 6)}
KSIZE = {4: (3, 2), 5: (2, 3, 1)}
STRIDES = {4: (2, 3), 5: (2, 1, 3)}


def calls(op):
    """(inputs, attrs) for every dtype, layout and padding, with all sizes different."""
    op_def = lookup_op(op).op_def
    rank = 5 if "3D" in op else 4
    attr = op_def.attr_by_name
    dtypes = [d for d in attr["T"].allowed if not d.is_quantized]
    formats = [f for f in attr["data_format"].allowed if f != "NCHW_VECT_C"]
    rng = np.random.default_rng(3)
    for dtype, layout, padding, strided in itertools.product(dtypes, formats, attr["padding"].allowed, (False, True)):
        first = layout.startswith("NC")

        def place(spatial, channels, first=first):
            return [channels, *spatial] if first else [*spatial, channels]

        steps = STRIDES[rank] if strided else (1,) * (rank - 2)
        attrs = {"padding": padding, "data_format": layout}
        windows = {"ksize": [1, *place(KSIZE[rank], 1)], "strides": [1, *place(steps, 1)]}
        if padding == "EXPLICIT":
            attrs["explicit_paddings"] = [0, 0, *([0, 0] if first else []), 1, 2, 0, 1, *([] if first else [0, 0])]
        x_shape = (2, *place(SPATIAL[rank], 3))
        # Within each window all values differ, so that a maximum is one element; below 97 every dtype holds them.
        steps_of = [1, *place((37, 11, 5)[5 - rank :], 1)]
        x = sum(step * index for step, index in zip(steps_of, np.indices(x_shape), strict=True)) % 97
        x = x.astype(dtype.numpy_dtype)
        forward = "AvgPool" if op.startswith("Avg") else "MaxPool"
        y = answers(forward + ("3D" if rank == 5 else ""), {"value" if forward == "AvgPool" and rank == 4 else "input":
                    x.astype(np.float64)}, {**attrs, **windows})[0].value  # fmt: skip
        dy = rng.integers(1, 9, y.shape).astype(dtype.numpy_dtype)
        inputs = {}
        for arg in op_def.inputs:
            inputs[arg.name] = {
                "input": x, "value": x, "orig_input": x, "orig_output": y.astype(x.dtype),
                "grad": x if op.endswith(("GradGrad", "GradGradV2")) else dy,
                "orig_input_shape": np.array(x_shape, np.int32),
                "ksize": np.array(windows["ksize"], np.int32), "strides": np.array(windows["strides"], np.int32),
            }[arg.name]  # fmt: skip
        if "ksize" in attr:
            attrs.update(windows)
        yield dtype, inputs, attrs


@pytest.mark.parametrize("op", OPS)
def test_every_configuration(op):
    wrong = []
    for dtype, inputs, attrs in calls(op):
        expected = answers(op, inputs, attrs)[0].value
        got = getattr(go.eager, op)(**inputs, **attrs)
        target = expected.astype(got.dtype) if got.dtype.kind in "iu" else expected
        problem = difference(got, target)
        if problem is not None:
            wrong.append(f"{dtype} {attrs}: {problem}")
    assert wrong == []


@pytest.mark.parametrize("op", [op for op in OPS if "MaxPool3D" not in op and "GradV2" not in op])
def test_gradients(op):
    for dtype, inputs, attrs in calls(op):
        if dtype.name != "float64":
            continue
        assert gradcheck(op, inputs, attrs, order=2, step=1e-3) >= 1
