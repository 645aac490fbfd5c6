"""Arguments that TensorFlow's kernels refuse with another class than INVALID_ARGUMENT.

The classes are those of TensorFlow 2.21 in a run.  While a graph is built, its Python raises ValueError for most of
them, so here they are both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go

raw = go.raw_ops
IMAGES = np.ones((2, 4, 4, 6), np.float32)
VOLUMES = np.ones((2, 4, 4, 4, 6), np.float32)
WINDOW = {"ksize": [1, 1, 1, 1], "strides": [1, 1, 1, 1], "padding": "SAME"}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("Conv2D", {"input": IMAGES, "filter": np.ones((1, 1, 6, 6), np.float32), "strides": [2, 1, 1, 1],
                "padding": "SAME"}),
    ("Conv3D", {"input": VOLUMES, "filter": np.ones((1, 1, 1, 6, 6), np.float32), "strides": [1, 1, 1, 1, 2],
                "padding": "SAME"}),
    ("DepthwiseConv2dNative", {"input": IMAGES, "filter": np.ones((1, 1, 6, 1), np.float32), "strides": [1, 1, 1, 2],
                               "padding": "SAME"}),
    ("Dilation2D", {"input": IMAGES, "filter": np.ones((1, 1, 6), np.float32), "strides": [2, 1, 1, 1],
                    "rates": [1, 1, 1, 1], "padding": "SAME"}),
    ("AvgPool", {"value": IMAGES, **WINDOW, "strides": [2, 1, 1, 1]}),
    ("MaxPool", {"input": IMAGES, **WINDOW, "ksize": [2, 1, 1, 1]}),
    ("MaxPool", {"input": IMAGES, **WINDOW, "ksize": [1, 2, 2, 2], "strides": [1, 1, 1, 2]}),
    ("MaxPool", {"input": IMAGES, **WINDOW, "ksize": [1, 1, 1, 2]}),
    ("MaxPool", {"input": IMAGES, **WINDOW, "ksize": [1, 1, 1, 4], "strides": [1, 1, 1, 4]}),
    ("AvgPool3D", {"input": VOLUMES, **WINDOW, "ksize": [2, 1, 1, 1, 1], "strides": [1, 1, 1, 1, 1]}),
]  # fmt: skip


@pytest.mark.parametrize(("op", "arguments"), CALLS)
def test_windows_that_no_kernel_is_for_are_unimplemented_and_invalid(op: str, arguments: dict[str, Any]) -> None:
    with go.Graph().as_default(), pytest.raises(go.errors.UnimplementedError) as built:
        getattr(raw, op)(**arguments)
    with pytest.raises(go.errors.UnimplementedError) as computed:
        getattr(go.eager, op)(**arguments)
    for caught in (built, computed):
        assert isinstance(caught.value, (ValueError, NotImplementedError))
        assert isinstance(caught.value, go.errors.InvalidArgumentError)


@pytest.mark.parametrize("axis", [2, -3])
def test_an_axis_that_reduce_join_does_not_find_is_out_of_range_and_invalid(axis: int) -> None:
    with go.Graph().as_default() as graph, go.Session(graph) as session:
        axes = go.placeholder(go.int32)
        joined = raw.ReduceJoin(inputs=[[b"a", b"b"]], reduction_indices=axes)
        with pytest.raises(go.errors.OutOfRangeError) as caught:
            session.run(joined, {axes: axis})
        assert isinstance(caught.value, go.errors.InvalidArgumentError)
        with pytest.raises(ValueError, match=r"must be in \[-2, 2\), got"):
            raw.ReduceJoin(inputs=[[b"a", b"b"]], reduction_indices=axis)


@pytest.mark.parametrize("paddings", [[0, 0, 0, 1, 0, 2, 0, 0], [0, 0, 2, 0, 0, 1, 0, 0], [0, 0, 0, 0, 3, 0, 0, 0]])
@pytest.mark.parametrize("op", ["MaxPool", "MaxPoolGrad"])
def test_a_window_must_not_lie_in_the_padding_alone(op: str, paddings: list[int]) -> None:
    x = np.ones((1, 3, 3, 1), np.float32)
    inputs = {"input": x} if op == "MaxPool" else {"orig_input": x, "orig_output": x, "grad": x}
    with pytest.raises(go.errors.InvalidArgumentError, match=f"attr 'explicit_paddings' of op '{op}' must be less"):
        getattr(go.eager, op)(**inputs, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="EXPLICIT",
                              explicit_paddings=paddings)  # fmt: skip
