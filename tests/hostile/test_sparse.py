"""Sparse tensors, sets and ragged tensors that are wrong: refused with a sentence, before anything is allocated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError, ResourceExhaustedError

I = np.array([[0, 0], [0, 2], [2, 1]])  # coordinates
V = np.array([1.0, 2.0, 3.0])
S = np.array([3, 3])
NONE = {"indices": np.zeros((0, 2), np.int64), "values": V[:0]}
SPLITS = np.array([0, 2, 2, 3])


def tensor(prefix: str, indices: Any = I, values: Any = V, shape: Any = S) -> dict[str, Any]:
    parts = {"indices": indices, "values": values, "shape": shape}
    return {f"{prefix}_{name}".lstrip("_"): np.array(part) for name, part in parts.items()}


A, B = tensor("a"), tensor("b")
OUT = [[0, 0], [0, 3], [2, 1]]
UNSORTED = {"set_indices": I[::-1], "set_values": np.array([1, 2, 3]), "set_shape": S}
TWICE = {"set_indices": I[[0, 0, 2]], "set_values": np.array([1, 2, 3]), "set_shape": S}
SETS = {"set1": np.ones((3, 2), np.int32), "set2": np.ones((3, 2), np.int32)}
RAGGED = {"params_nested_splits": [SPLITS], "params_dense_values": V, "OUTPUT_RAGGED_RANK": 1}
DENSE = {"shape": np.array([-1, -1]), "values": V, "default_value": 0.0, "row_partition_types": ["ROW_SPLITS"]}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("SparseReorder", tensor("input", values=V[:2]), "input_values of op 'SparseReorder' must have one value for each"),
    ("SparseReorder", tensor("input", shape=[3]), "input_shape of op 'SparseReorder' must have one size for each"),
    ("SparseReorder", tensor("input", indices=[0, 1, 2]), "input_indices of op 'SparseReorder' must have rank 2"),
    ("SparseReshape", {"input_indices": OUT, "input_shape": S, "new_shape": [9]}, "must be within the shape [3, 3], got [0, 3] in row 1"),
    ("SparseReshape", {"input_indices": I, "input_shape": S, "new_shape": [-1, -1]}, "have one -1 at most"),
    ("SparseReshape", {"input_indices": I, "input_shape": S, "new_shape": [2, -1]}, "describe 9 elements"),
    ("SparseReshape", {"input_indices": I, "input_shape": S, "new_shape": [0, -1]}, "have sizes > 0 beside its -1"),
    ("SparseReshape", {"input_indices": I, "input_shape": [2**40, 2**40], "new_shape": [1]}, "at most 2**63 - 1 elements"),
    ("SparseReshape", {"input_indices": I, "input_shape": [-3, 3], "new_shape": [9]}, "have sizes >= 0"),
    ("SparseFillEmptyRows", {"indices": I, "values": V, "dense_shape": [2, 3], "default_value": 0.0}, "within the shape [2]"),
    ("SparseFillEmptyRows", {"indices": I[:, :0], "values": V, "dense_shape": [], "default_value": 0.0}, "at least one size"),
    ("SparseFillEmptyRowsGrad", {"reverse_index_map": [3], "grad_values": V}, "within the shape [3], got [3]"),
    ("SparseConcat", {"indices": [I, I], "values": [V, V], "shapes": [S, [3, 4]], "concat_dim": 0}, "shapes[1] of op 'SparseConcat' must be [3, 3] but for axis 0"),
    ("SparseConcat", {"indices": [I, I], "values": [V, V], "shapes": [S, S], "concat_dim": 2}, "be in [-2, 2)"),
    ("SparseConcat", {"indices": [I, OUT], "values": [V, V], "shapes": [S, S], "concat_dim": 0}, "indices[1] of op 'SparseConcat' must be within"),
    ("SparseConcat", {"indices": [I[:1]] * 2, "values": [V[:1]] * 2, "shapes": [[2**62, 1]] * 2, "concat_dim": 0}, "at most 2**63 - 1 elements"),
    ("SparseSplit", {**tensor("", shape=S), "split_dim": 0, "num_split": 4}, "be at most 3, the size of axis 0"),
    ("SparseSplit", {**tensor("", shape=S), "split_dim": 2, "num_split": 2}, "be in [-2, 2)"),
    ("SparseSlice", {**tensor("", indices=OUT), "start": [0, 0], "size": [1, 1]}, "must be within the shape"),
    ("SparseSlice", {**tensor(""), "start": [0], "size": [1, 1]}, "have 2 values, as shape has"),
    ("SparseSliceGrad", {"backprop_val_grad": V[:1], "input_indices": I, "input_start": [0, 0], "output_indices": [[7, 7]]}, "hold those rows of input_indices"),
    ("SparseTensorDenseMatMul", {**A, "b": np.ones((2, 2))}, "have an inner size of 3"),
    ("SparseTensorDenseMatMul", {**tensor("a", indices=OUT), "b": np.ones((3, 2))}, "must be within the shape"),
    ("SparseTensorDenseAdd", {**A, "b": np.ones((3, 2))}, "have the shape a_shape"),
    ("SparseDenseCwiseMul", {**tensor("sp"), "dense": np.ones((2, 3))}, "broadcasts to"),
    ("SparseDenseCwiseDiv", {**tensor("sp", values=[1, 2, 3]), "dense": np.zeros(3, np.int64)}, "not be 0 anywhere"),
    ("SparseAdd", {**A, **tensor("b", shape=[3, 4]), "thresh": 0.0}, "b_shape of op 'SparseAdd' must be a_shape"),
    ("SparseAdd", {**A, **tensor("b", indices=OUT), "thresh": 0.0}, "b_indices of op 'SparseAdd' must be within"),
    ("SparseReduceSum", {**tensor("input"), "reduction_axes": [2]}, "be in [-2, 2)"),
    ("SparseReduceSum", {**tensor("input", indices=OUT), "reduction_axes": [1]}, "must be within the shape"),
    ("SparseSoftmax", tensor("sp", indices=[[0], [1], [2]], shape=[3]), "have at least 2 sizes"),
    ("DenseToDenseSetOperation", {**SETS, "set_operation": "xor"}, "be one of a-b, b-a, intersection, union"),
    ("DenseToDenseSetOperation", {"set1": SETS["set1"], "set2": SETS["set2"][:2], "set_operation": "union"}, "but for the last axis"),
    ("SetSize", UNSORTED, "be in row-major order, each place once"),
    ("SetSize", TWICE, "be in row-major order, each place once"),
    ("SetSize", {**TWICE, "set_indices": [[0, 0], [1, 0], [2, 3]]}, "must be within the shape"),
    ("RaggedRange", {"starts": [0], "limits": [3], "deltas": [0]}, "deltas of op 'RaggedRange' must not be 0"),
    ("RaggedRange", {"starts": [0.0], "limits": [np.inf], "deltas": [1.0]}, "lead to at most 2**62 values"),
    ("RaggedRange", {"starts": [0.0], "limits": [np.nan], "deltas": [1.0]}, "lead to at most 2**62 values"),
    ("RaggedRange", {"starts": [0, 1], "limits": [3, 4, 5], "deltas": 1}, "have 2 values, as the others have"),
    ("RaggedGather", {**RAGGED, "indices": [3]}, "be in [0, 3)"),
    ("RaggedGather", {**RAGGED, "indices": [[0]]}, "be 2 where indices has rank 2"),
    ("RaggedGather", {**RAGGED, "params_nested_splits": [np.array([0, 9])], "indices": [0]}, "be at most 3"),
    ("RaggedGather", {**RAGGED, "params_nested_splits": [np.array([2, 1, 3])], "indices": [0]}, "be sorted, got 2 followed by 1"),
    ("RaggedTensorToSparse", {"rt_nested_splits": [np.array([0, 2])], "rt_dense_values": V}, "end with 3, got 2"),
    ("RaggedTensorToTensor", {**DENSE, "row_partition_tensors": [np.array([0, 2])]}, "have 2 rows, as the partitions say"),
    ("RaggedTensorToTensor", {**DENSE, "row_partition_tensors": [np.array([1, 3])]}, "begin with 0"),
    ("RaggedTensorToTensor", {**DENSE, "row_partition_tensors": [SPLITS], "default_value": [0.0]}, "broadcasts to that of a value"),
    ("RaggedTensorToTensor", {**DENSE, "row_partition_tensors": [SPLITS], "shape": [-1]}, "have 2 sizes"),
    ("RaggedTensorToTensor", {**DENSE, "row_partition_tensors": [SPLITS], "row_partition_types": ["ROW_LENGTHS"]}, "hold FIRST_DIM_SIZE"),
    ("RaggedFillEmptyRows", {"value_rowids": [5], "values": V[:1], "nrows": 2, "default_value": 0.0}, "within the shape [2]"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "arguments", "sentence"), REFUSED)
def test_wrong_parts_are_refused(op: str, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        getattr(go.eager, op)(**arguments)
    assert sentence in str(caught.value)


HUGE = np.array([2**40, 2])
LARGE: list[tuple[str, dict[str, Any]]] = [
    ("SparseFillEmptyRows", {**NONE, "dense_shape": HUGE, "default_value": 0.0}),
    ("SparseToDense", {"sparse_indices": NONE["indices"], "output_shape": HUGE, "sparse_values": V[:0], "default_value": 0.0}),
    ("SparseReduceSum", {"input_indices": NONE["indices"], "input_values": V[:0], "input_shape": HUGE, "reduction_axes": 1}),
    ("SparseTensorDenseMatMul", {"a_indices": NONE["indices"], "a_values": V[:0], "a_shape": HUGE, "b": np.ones((2, 2))}),
    ("SetSize", {"set_indices": NONE["indices"], "set_values": np.zeros(0, np.int32), "set_shape": HUGE}),
    ("RaggedRange", {"starts": [0], "limits": np.array([2**40]), "deltas": np.array([1])}),
    ("RaggedTensorToTensor", {**DENSE, "row_partition_tensors": [SPLITS], "shape": HUGE}),
    ("RaggedFillEmptyRows", {"value_rowids": np.zeros(0, np.int64), "values": V[:0], "nrows": 2**40, "default_value": 0.0}),
]  # fmt: skip


@pytest.mark.parametrize(("op", "arguments"), LARGE, ids=[op for op, _ in LARGE])
def test_huge_results_are_refused_before_they_are_made(op: str, arguments: dict[str, Any]) -> None:
    arguments = {name: np.array(value) if name == "starts" else value for name, value in arguments.items()}
    feeds: dict[Any, Any] = {}
    with go.Graph().as_default() as graph:
        inputs = {}
        for name, value in arguments.items():
            if isinstance(value, np.ndarray):
                inputs[name] = go.placeholder(value.dtype, value.shape)
                feeds[inputs[name]] = value
            else:
                inputs[name] = value
        result = getattr(go.raw_ops, op)(**inputs)
    config = go.SessionConfig(memory_limit=2**30)
    with go.Session(graph, config=config) as session, pytest.raises(ResourceExhaustedError):
        session.run(result, feeds)
