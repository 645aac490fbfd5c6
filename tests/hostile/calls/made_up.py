"""Good calls of the ops that were not recorded: control flow, handles, files. What recorded calls are to the others."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from graphops.testing.cases import OpCase
from tests.hostile.calls.handles import Handle
from tests.hostile.calls.places import FOLDER

X: Final = np.arange(6, dtype=np.float32).reshape(2, 3)
ROW: Final = np.array([5.0, 6.0, 7.0], np.float32)
FLOW: Final = Handle("flow", X)
TWO: Final = np.array([0, 1], np.int32)
ONE: Final = np.int32(1).reshape(())
THREE: Final = np.array([3], np.int32)


def _texts(*items: bytes) -> Any:
    found = np.empty(len(items), object)
    found[:] = items
    return found


def _text(item: bytes) -> Any:
    found = np.empty((), object)
    found[()] = item
    return found


def _each(names: str, *calls: tuple[dict[str, Any], dict[str, Any]]) -> dict[str, list[tuple[Any, Any]]]:
    return {name: list(calls) for name in names.split()}


SAVED: Final = str(FOLDER / "saved").encode()  # by prepare_files()
SAVED_V1: Final = str(FOLDER / "saved_v1").encode()
NEW: Final = str(FOLDER / "new").encode()


@cache
def _calls() -> dict[str, list[tuple[Any, Any]]]:
    true, false = np.array(True), np.array(False)
    array, a_list = Handle("tensor array", X), Handle("list", X)
    optional, stack = Handle("optional", X), Handle("stack", X)
    one = {"Tout": ["float32"]}
    no_flow = {"handle": array, "flow_in": FLOW}
    fresh = {"handle": Handle("empty tensor array", X), "flow_in": FLOW}
    pairs = {"tensor_names": _texts(b"a", b"b"), "shape_and_slices": _texts(b"", b"")}
    return {
        **_each("Case StatelessCase",
                ({"branch_index": ONE, "input": [X]}, {**one, "branches": ["same", "negated"]}),
                ({"branch_index": np.int32(-7).reshape(()), "input": [X]}, {**one, "branches": ["same", "next", "negated"]})),
        **_each("If StatelessIf",
                ({"cond": true, "input": [X]}, {**one, "then_branch": "same", "else_branch": "negated"}),
                ({"cond": np.array([], np.float32), "input": [X]}, {**one, "then_branch": "same", "else_branch": "next"}),
                ({"cond": _text(b"a"), "input": [X, X]}, {"Tout": ["float32"] * 2, "then_branch": "swapped", "else_branch": "swapped"}),
                ({"cond": false, "input": []}, {"Tout": [], "then_branch": "nothing", "else_branch": "nothing"})),
        **_each("PartitionedCall StatefulPartitionedCall",
                ({"args": [X]}, {**one, "f": "negated"}), ({"args": [X, X + 1]}, {"Tout": ["float32"] * 2, "f": "swapped"}),
                ({"args": [TWO]}, {"Tout": ["int32"], "f": "integer"}), ({"args": []}, {"Tout": [], "f": "nothing"})),
        **_each("While StatelessWhile",
                ({"input": [np.float32(7).reshape(())]}, {"cond": "below_ten", "body": "next"}),
                ({"input": [X[:0, 0].sum().reshape(())]}, {"cond": "below_ten", "body": "next"}),
                ({"input": [np.float32(7).reshape(())]}, {"cond": "never", "body": "negated"})),
        **_each("Enter", ({"data": X}, {"frame_name": "f"}), ({"data": X}, {"frame_name": "f", "is_constant": True})),
        **_each("RefEnter", ({"data": X}, {"frame_name": "f"})),
        **_each("Exit RefExit", ({"data": X}, {})), **_each("NextIteration RefNextIteration", ({"data": X}, {})),
        **_each("Switch RefSwitch", ({"data": X, "pred": true}, {}), ({"data": X, "pred": false}, {})),
        **_each("Merge RefMerge", ({"inputs": [X]}, {}), ({"inputs": [X, X]}, {})),
        **_each("LoopCond", ({"input": true}, {})),
        **_each("RefSelect", ({"index": ONE, "inputs": [X, X + 1]}, {})),
        **_each("RefIdentity", ({"input": X}, {})),
        **_each("IsVariableInitialized", ({"ref": X}, {})),
        **_each("Placeholder PlaceholderV2", ({}, {"dtype": "float32", "shape": [2, 3]})),
        **_each("Variable VariableV2", ({}, {"dtype": "float32", "shape": [2, 3]})),
        **_each("TemporaryVariable", ({}, {"dtype": "float32", "shape": [2, 3]})),
        **_each("DestroyTemporaryVariable", ({"ref": X}, {"var_name": "v"})),
        **_each("Const", ({}, {"dtype": "float32", "value": X})),
        **_each("OptionalNone", ({}, {})), **_each("OptionalFromValue", ({"components": [X, TWO]}, {})),
        **_each("OptionalHasValue", ({"optional": optional}, {}), ({"optional": Handle("no optional", X)}, {})),
        **_each("OptionalGetValue", ({"optional": optional}, {"output_types": ["float32"], "output_shapes": [[2, 3]]})),
        **_each("StackV2", ({"max_size": np.int32(4).reshape(())}, {"elem_type": "float32"})),
        **_each("StackPushV2", ({"handle": stack, "elem": X}, {})),
        **_each("StackPopV2", ({"handle": stack}, {"elem_type": "float32"})),
        **_each("StackCloseV2", ({"handle": stack}, {})),
        **_each("TensorArrayV3", ({"size": ONE}, {"dtype": "float32"}), ({"size": ONE}, {"dtype": "int32", "element_shape": [2], "dynamic_size": True})),
        **_each("TensorArrayWriteV3", ({**fresh, "index": ONE, "value": ROW}, {})),
        **_each("TensorArrayReadV3", ({**no_flow, "index": ONE}, {"dtype": "float32"})),
        **_each("TensorArrayGatherV3", ({**no_flow, "indices": TWO}, {"dtype": "float32"}), ({**no_flow, "indices": TWO}, {"dtype": "float32", "element_shape": [3]})),
        **_each("TensorArrayScatterV3", ({**fresh, "indices": TWO, "value": X}, {})),
        **_each("TensorArrayConcatV3", ({**no_flow}, {"dtype": "float32"})),
        **_each("TensorArraySplitV3", ({**fresh, "value": np.arange(4, dtype=np.float32)[:, None], "lengths": np.array([2, 2])}, {})),
        **_each("TensorArraySizeV3", ({**no_flow}, {})), **_each("TensorArrayCloseV3", ({"handle": array}, {})),
        **_each("TensorArrayGradV3", ({**no_flow}, {"source": "gradients"})),
        **_each("TensorArrayGradWithShape", ({**no_flow, "shape_to_prepend": np.array([2], np.int32)}, {"source": "gradients"})),
        **_each("EmptyTensorList", ({"element_shape": THREE, "max_num_elements": np.int32(-1).reshape(())}, {"element_dtype": "float32"})),
        **_each("TensorListReserve", ({"element_shape": THREE, "num_elements": ONE}, {"element_dtype": "float32"})),
        **_each("TensorListFromTensor", ({"tensor": X, "element_shape": THREE}, {})),
        **_each("TensorListConcat", ({"input_handle": a_list}, {"element_dtype": "float32", "element_shape": [3]})),
        **_each("TensorListConcatV2", ({"input_handle": a_list, "element_shape": THREE, "leading_dims": np.array([3, 3])}, {"element_dtype": "float32"})),
        **_each("TensorListConcatLists", ({"input_a": a_list, "input_b": a_list}, {"element_dtype": "float32"})),
        **_each("TensorListElementShape", ({"input_handle": a_list}, {"shape_type": "int64"})),
        **_each("TensorListGather", ({"input_handle": a_list, "indices": TWO, "element_shape": THREE}, {"element_dtype": "float32"})),
        **_each("TensorListGetItem", ({"input_handle": a_list, "index": ONE, "element_shape": THREE}, {"element_dtype": "float32"})),
        **_each("TensorListLength", ({"input_handle": a_list}, {})),
        **_each("TensorListPopBack", ({"input_handle": a_list, "element_shape": THREE}, {"element_dtype": "float32"})),
        **_each("TensorListPushBack", ({"input_handle": a_list, "tensor": ROW}, {})),
        **_each("TensorListResize", ({"input_handle": a_list, "size": np.int32(5).reshape(())}, {})),
        **_each("TensorListScatter", ({"tensor": X, "indices": TWO, "element_shape": THREE}, {})),
        **_each("TensorListScatterV2", ({"tensor": X, "indices": TWO, "element_shape": THREE, "num_elements": np.int32(4).reshape(())}, {})),
        **_each("TensorListScatterIntoExistingList", ({"input_handle": a_list, "tensor": X, "indices": TWO}, {})),
        **_each("TensorListSetItem", ({"input_handle": a_list, "index": ONE, "item": ROW}, {}), ({"input_handle": a_list, "index": np.int32(9).reshape(()), "item": ROW}, {"resize_if_index_out_of_bounds": True})),
        **_each("TensorListSplit", ({"tensor": X, "element_shape": THREE, "lengths": np.array([1, 1])}, {}), ({"tensor": X, "element_shape": np.array([-1, 3]), "lengths": np.array([2, 0])}, {})),
        **_each("TensorListStack", ({"input_handle": a_list, "element_shape": THREE}, {"element_dtype": "float32"}), ({"input_handle": a_list, "element_shape": THREE}, {"element_dtype": "float32", "num_elements": 2})),
        **_each("VarHandleOp", ({}, {"dtype": "float32", "shape": [2, 3], "shared_name": "v"})),
        **_each("DisableCopyOnRead", ({"resource": X}, {})),
        **_each("DestroyResourceOp", ({"resource": X}, {})),
        **_each("SaveV2", ({"prefix": _text(NEW), **pairs, "tensors": [X, TWO]}, {})),
        **_each("Save", ({"filename": _text(NEW), "tensor_names": _texts(b"a", b"b"), "data": [X, TWO]}, {})),
        **_each("SaveSlices", ({"filename": _text(NEW), "tensor_names": _texts(b"a", b"b"), "shapes_and_slices": _texts(b"", b"4 0,2"), "data": [X, TWO]}, {})),
        **_each("RestoreV2", ({"prefix": _text(SAVED), **pairs}, {"dtypes": ["float32", "int32"]}),
                ({"prefix": _text(SAVED), "tensor_names": _texts(b"a"), "shape_and_slices": _texts(b"2 3 0,1:-")}, {"dtypes": ["float32"]})),
        **_each("Restore", ({"file_pattern": _text(SAVED_V1), "tensor_name": _text(b"a")}, {"dt": "float32"})),
        **_each("RestoreSlice", ({"file_pattern": _text(SAVED_V1), "tensor_name": _text(b"a"), "shape_and_slice": _text(b"2 3 0,1:-")}, {"dt": "float32"})),
        **_each("MergeV2Checkpoints", ({"checkpoint_prefixes": _texts(SAVED), "destination_prefix": _text(NEW)}, {"delete_old_dirs": False})),
    }  # fmt: skip


def made_up(op: str) -> list[OpCase]:
    """Good calls of an op without recorded ones; none for the others."""
    return [OpCase(op, dict(inputs), dict(attrs)) for inputs, attrs in _calls().get(op, ())]
