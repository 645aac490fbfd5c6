"""Bad calls of the math family: the class of the error, and its sentence.

What shapes, dtypes and host inputs tell is refused when the graph is built, and by ``eager`` alike; what only the data
tell is refused at run, in the graph and in ``eager`` with the same words.
"""

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, UnimplementedError

F, I, B = np.float32, np.int32, np.bool_


def array(*shape: int, dtype: Any = F) -> np.ndarray:
    return np.ones(shape, dtype)


def vector(*values: int, dtype: Any = I) -> np.ndarray:
    return np.array(values, dtype)


def number(value: float, dtype: Any = I) -> np.ndarray:
    return np.array(value, dtype)


SUM = {"input": array(2, 3)}
MATRICES = {"a": array(2, 3), "b": array(2, 3)}

BUILD: list[tuple[str, dict[str, Any], type[Exception], str]] = [
    (
        "AddV2",
        {"x": array(2, 3), "y": array(4)},
        InvalidArgumentError,
        "x and y of op 'AddV2' must have shapes that broadcast, got (2, 3) and (4,)",
    ),
    ("AddV2", {"x": array(2), "y": array(2, dtype=I)}, InvalidTypeError, "y of op 'AddV2' must have dtype float32"),
    ("Mod", {"x": array(2, dtype="uint8"), "y": array(2, dtype="uint8")}, InvalidTypeError, "one of the dtypes int32"),
    ("LogicalAnd", {"x": array(2), "y": array(2, dtype=B)}, InvalidTypeError, "must have dtype bool"),
    (
        "Equal",
        {"x": array(2), "y": array(3)},
        InvalidArgumentError,
        "x and y of op 'Equal' must have shapes that broadcast",
    ),
    ("TanhGrad", {"y": array(2), "dy": array(3)}, InvalidArgumentError, "dy of op 'TanhGrad' must have the shape of y"),
    ("TanhGrad", {"y": array(2), "dy": array()}, InvalidArgumentError, "dy of op 'TanhGrad' must have the shape of y"),
    ("AddN", {"inputs": [array(2), array(3)]}, InvalidArgumentError, "inputs of op 'AddN' must have one shape"),
    ("AddN", {"inputs": []}, InvalidArgumentError, "inputs of op 'AddN' must have at least 1 tensors, got 0"),
    (
        "AccumulateNV2",
        {"inputs": [array(2)], "shape": (3,)},
        InvalidArgumentError,
        "inputs of op 'AccumulateNV2' must have the shape of attr 'shape', (3,), got (2,)",
    ),
    (
        "Cast",
        {"x": np.array([b"a"], dtype=object), "DstT": "float32"},
        UnimplementedError,
        "attr 'DstT' of op 'Cast' must be a dtype that string can be cast to",
    ),
    ("Cast", {"x": array(2), "DstT": "resource"}, UnimplementedError, "attr 'DstT' of op 'Cast' must be a dtype"),
    ("Cast", {"x": array(2), "DstT": "float31"}, InvalidTypeError, "attr 'DstT' of op 'Cast' must be a type"),
    (
        "Select",
        {"condition": array(3, dtype=B), "t": array(2, 3), "e": array(2, 3)},
        InvalidArgumentError,
        "condition of op 'Select' must have shape (2, 3) or (2,), got 3",
    ),
    (
        "Select",
        {"condition": array(2, 1, dtype=B), "t": array(2, 3), "e": array(2, 3)},
        InvalidArgumentError,
        "condition of op 'Select' must be a scalar, a vector or of the shape of t, (2, 3), got (2, 1)",
    ),
    (
        "Select",
        {"condition": array(2, dtype=B), "t": array(), "e": array()},
        InvalidArgumentError,
        "condition of op 'Select' must be a scalar, as t and e are",
    ),
    (
        "Select",
        {"condition": array(dtype=B), "t": array(2, 3), "e": array(3)},
        InvalidArgumentError,
        "e of op 'Select' must have the shape of t, (2, 3), got (3,)",
    ),
    (
        "SelectV2",
        {"condition": array(2, dtype=B), "t": array(3), "e": array(3)},
        InvalidArgumentError,
        "condition and t and e of op 'SelectV2' must have shapes that broadcast",
    ),
    (
        "ClipByValue",
        {"t": array(3), "clip_value_min": array(2, 3), "clip_value_max": array()},
        InvalidArgumentError,
        "clip_value_min of op 'ClipByValue' must have a shape that broadcasts to that of t, (3,), got (2, 3)",
    ),
    (
        "Sum",
        {**SUM, "reduction_indices": vector(2)},
        InvalidArgumentError,
        "reduction_indices of op 'Sum' must be in [-2, 2), as the input has rank 2, got 2",
    ),
    (
        "Mean",
        {**SUM, "reduction_indices": number(-3, np.int64)},
        InvalidArgumentError,
        "reduction_indices of op 'Mean' must be in [-2, 2), as the input has rank 2, got -3",
    ),
    (
        "Prod",
        {**SUM, "reduction_indices": vector(0, -2)},
        InvalidArgumentError,
        "reduction_indices of op 'Prod' must name each axis once, got [0, -2]",
    ),
    (
        "Max",
        {**SUM, "reduction_indices": array(1, 1, dtype=I)},
        InvalidArgumentError,
        "reduction_indices of op 'Max' must be a scalar or a vector, got rank 2 (1, 1)",
    ),
    ("Sum", {"input": array(), "reduction_indices": vector(0)}, InvalidArgumentError, "must be in [0, 0)"),
    ("Sum", {**SUM, "reduction_indices": array(1)}, InvalidTypeError, "reduction_indices of op 'Sum' must have one of"),
    ("Max", {"input": array(2, dtype="complex64"), "reduction_indices": vector(0)}, InvalidTypeError, "input of op"),
    ("Sum", {**SUM, "reduction_indices": vector(0), "keep_dims": 1}, InvalidTypeError, "attr 'keep_dims' of op 'Sum'"),
    (
        "ArgMax",
        {"input": array(2, 3), "dimension": number(2)},
        InvalidArgumentError,
        "dimension of op 'ArgMax' must be in [-2, 2), got 2",
    ),
    (
        "ArgMax",
        {"input": array(2, 3), "dimension": vector(0)},
        InvalidArgumentError,
        "dimension of op 'ArgMax' must be a scalar, got rank 1 (1,)",
    ),
    (
        "ArgMin",
        {"input": array(), "dimension": number(0)},
        InvalidArgumentError,
        "input of op 'ArgMin' must have rank 1 or more, got rank 0 ()",
    ),
    (
        "ArgMin",
        {"input": array(0, 3), "dimension": number(0)},
        InvalidArgumentError,
        "input of op 'ArgMin' must have elements along axis 0, got shape (0, 3)",
    ),
    (
        "ArgMax",
        {"input": array(2**15 + 1, dtype=B), "dimension": number(0), "output_type": "int16"},
        InvalidArgumentError,
        "attr 'output_type' of op 'ArgMax' must hold positions up to 32768",
    ),
    (
        "ArgMin",
        {"input": array(2), "dimension": number(0), "output_type": "uint16"},
        InvalidTypeError,
        "attr 'output_type' of op 'ArgMin' must be one of int32, int64, got uint16",
    ),
    (
        "MatMul",
        MATRICES,
        InvalidArgumentError,
        "b of op 'MatMul' must have the inner dimension 3 of a, whose shape is (2, 3), got 2 in shape (2, 3)",
    ),
    (
        "MatMul",
        {"a": array(2, 3), "b": array(3, 4), "transpose_b": True},
        InvalidArgumentError,
        "b of op 'MatMul' must have the inner dimension 3 of a, whose shape is (2, 3), got 4 in shape (3, 4)",
    ),
    (
        "MatMul",
        {"a": array(1, 2, 3), "b": array(3, 4)},
        InvalidArgumentError,
        "a of op 'MatMul' must have rank 2, got rank 3 (1, 2, 3)",
    ),
    (
        "BatchMatMul",
        {"x": array(2, 2, 3), "y": array(1, 3, 2)},
        InvalidArgumentError,
        "y of op 'BatchMatMul' must have leading dimensions that equal those of x, (2,), got (1,)",
    ),
    (
        "BatchMatMulV2",
        {"x": array(2, 2, 3), "y": array(3, 3, 2)},
        InvalidArgumentError,
        "y of op 'BatchMatMulV2' must have leading dimensions that broadcast with those of x, (2,), got (3,)",
    ),
    (
        "BatchMatMulV2",
        {"x": array(3), "y": array(3, 2)},
        InvalidArgumentError,
        "x of op 'BatchMatMulV2' must have rank 2 or more, got rank 1 (3,)",
    ),
    (
        "Cumsum",
        {"x": array(3), "axis": number(1)},
        InvalidArgumentError,
        "axis of op 'Cumsum' must be in [-1, 1), got 1",
    ),
    (
        "Cumprod",
        {"x": array(3), "axis": vector(0)},
        InvalidArgumentError,
        "axis of op 'Cumprod' must be a scalar, got rank 1 (1,)",
    ),
    ("Cumsum", {"x": array(), "axis": number(0)}, InvalidArgumentError, "x of op 'Cumsum' must have rank 1 or more"),
    (
        "SegmentSum",
        {"data": array(3), "segment_ids": vector(0, 1)},
        InvalidArgumentError,
        "segment_ids of op 'SegmentSum' must have one id for each of the 3 rows of data, got 2",
    ),
    (
        "SegmentSum",
        {"data": array(), "segment_ids": vector(0)},
        InvalidArgumentError,
        "data of op 'SegmentSum' must have rank 1 or more",
    ),
    (
        "SegmentSum",
        {"data": array(2), "segment_ids": array(2, 1, dtype=I)},
        InvalidArgumentError,
        "segment_ids of op 'SegmentSum' must have rank 1, got rank 2 (2, 1)",
    ),
    (
        "UnsortedSegmentSum",
        {"data": array(2, 3), "segment_ids": array(2, 2, dtype=I), "num_segments": number(3)},
        InvalidArgumentError,
        "segment_ids of op 'UnsortedSegmentSum' must have the first dimensions of data, whose shape is (2, 3)",
    ),
    (
        "UnsortedSegmentSum",
        {"data": array(2), "segment_ids": vector(0, 0), "num_segments": number(-1)},
        InvalidArgumentError,
        "num_segments of op 'UnsortedSegmentSum' must not be negative, got -1",
    ),
    (
        "UnsortedSegmentSum",
        {"data": array(2), "segment_ids": vector(0, 0), "num_segments": vector(3)},
        InvalidArgumentError,
        "num_segments of op 'UnsortedSegmentSum' must be a scalar, got rank 1 (1,)",
    ),
    (
        "UnsortedSegmentSum",
        {"data": array(1, 8), "segment_ids": vector(0), "num_segments": number(2**62, np.int64)},
        InvalidArgumentError,
        "must have at most 2**63 - 1 elements",
    ),
]


@pytest.mark.parametrize(("op", "arguments", "kind", "sentence"), BUILD, ids=lambda value: str(value)[:40])
def test_refused_when_the_graph_is_built_and_by_eager(op, arguments, kind, sentence):
    with go.Graph().as_default() as graph, pytest.raises(kind) as built:
        getattr(go.raw_ops, op)(**arguments)
    assert sentence in str(built.value)
    assert not [node for node in graph.nodes if node.type == op]
    with pytest.raises(kind) as computed:
        getattr(go.eager, op)(**arguments)
    assert sentence in str(computed.value)


RUN: list[tuple[str, dict[str, Any], str]] = [
    *(
        (
            op,
            {"x": vector(1, 2, 3), "y": vector(1, 0, 0)},
            f"y of op '{op}' must not be 0 anywhere (integer division by zero), got 2 zeros among 3 values",
        )
        for op in ("Div", "FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod")
    ),
    ("FloorDiv", {"x": number(1, "uint8"), "y": number(0, "uint8")}, "got 1 zero among 1 values"),
    ("Reciprocal", {"x": vector(1, 0)}, "x of op 'Reciprocal' must not be 0 anywhere"),
    ("Inv", {"x": vector(1, 0)}, "x of op 'Inv' must not be 0 anywhere"),
    (
        "Pow",
        {"x": vector(2, 3), "y": vector(1, -1)},
        "y of op 'Pow' must not be negative where T is an integer type, got 1 negative values",
    ),
    (
        "SegmentSum",
        {"data": array(3), "segment_ids": vector(0, 2, 1)},
        "segment_ids of op 'SegmentSum' must be sorted, got 1 ids that are smaller than the one before",
    ),
    (
        "SegmentSum",
        {"data": array(2), "segment_ids": vector(-1, 0)},
        "segment_ids of op 'SegmentSum' must not be negative, got -1",
    ),
    (
        "UnsortedSegmentSum",
        {"data": array(3), "segment_ids": vector(0, 3, 9), "num_segments": number(3)},
        "segment_ids of op 'UnsortedSegmentSum' must be less than num_segments, 3, got 2 larger ids, up to 9",
    ),
    (
        "UnsortedSegmentSum",
        {"data": array(1), "segment_ids": vector(0), "num_segments": number(0)},
        "must be less than num_segments, 0",
    ),
]


@pytest.mark.parametrize(("op", "arguments", "sentence"), RUN, ids=lambda value: str(value)[:40])
def test_refused_at_run(op, arguments, sentence):
    with pytest.raises(InvalidArgumentError) as computed:
        getattr(go.eager, op)(**arguments)
    assert sentence in str(computed.value)
    with go.Graph().as_default() as graph:
        fed = {name: go.placeholder(go.as_dtype(value.dtype), None, name=name) for name, value in arguments.items()}
        result = getattr(go.raw_ops, op)(**fed)
    with go.Session(graph) as session, pytest.raises(InvalidArgumentError) as ran:
        session.run(result, {tensor: arguments[name] for name, tensor in fed.items()})
    assert sentence in str(ran.value)


@pytest.mark.parametrize(
    ("op", "arguments", "sentence"),
    [
        ("Sum", {"input": array(2, 3), "reduction_indices": vector(5)}, "must be in [-2, 2)"),
        ("Sum", {"input": array(2, 3), "reduction_indices": vector(0, 0)}, "must name each axis once"),
        ("MatMul", MATRICES, "must have the inner dimension 3 of a"),
        ("AddV2", {"x": array(2), "y": array(3)}, "must have shapes that broadcast, got (2,) and (3,)"),
        ("ArgMax", {"input": array(2), "dimension": number(-2)}, "must be in [-1, 1)"),
        ("Cumsum", {"x": array(2), "axis": number(1)}, "must be in [-1, 1)"),
        (
            "UnsortedSegmentSum",
            {"data": array(1), "segment_ids": vector(0), "num_segments": number(-2)},
            "must not be negative",
        ),
    ],
)
def test_shapes_and_host_inputs_that_are_known_late_are_checked_at_run(op, arguments, sentence):
    with go.Graph().as_default() as graph:
        fed = {name: go.placeholder(go.as_dtype(value.dtype), None, name=name) for name, value in arguments.items()}
        result = getattr(go.raw_ops, op)(**fed)
    with go.Session(graph) as session, pytest.raises(InvalidArgumentError) as ran:
        session.run(result, {tensor: arguments[name] for name, tensor in fed.items()})
    assert sentence in str(ran.value)


@pytest.mark.parametrize(
    ("op", "arguments"),
    [
        ("RealDiv", {"x": vector(1), "y": vector(1)}),
        ("FloorDiv", {"x": array(1, dtype="complex64"), "y": array(1, dtype="complex64")}),
        ("BatchMatMulV3", {"x": array(2, 2), "y": array(2, 2), "Tout": "int32"}),
        ("BatchMatMulV3", {"x": array(2, 2, dtype="complex64"), "y": array(2, 2), "Tout": "float32"}),
    ],
)
def test_what_the_op_def_allows_but_means_nothing_has_no_kernel(op, arguments):
    with pytest.raises(NotFoundError, match=f"'{op}' must have a kernel on CPU"):
        getattr(go.eager, op)(**arguments)


@pytest.mark.parametrize("op", ["Sum", "Prod", "Cumsum"])
def test_a_result_that_cannot_exist_costs_nothing(op):
    """Shapes of no elements but enormous other dimensions are harmless, and give no wrong answer."""
    argument = "x" if op == "Cumsum" else "input"
    axis = {"axis": number(0)} if op == "Cumsum" else {"reduction_indices": vector(0)}
    result = getattr(go.eager, op)(**{argument: np.zeros((2, 0, 2**40), F)}, **axis)
    assert result.shape == ((2, 0, 2**40) if op == "Cumsum" else (0, 2**40))


def test_a_segment_id_beyond_all_memory_is_an_error_and_no_crash():
    with pytest.raises(MemoryError):
        go.eager.SegmentSum(data=array(1), segment_ids=vector(2**60, dtype=np.int64))
