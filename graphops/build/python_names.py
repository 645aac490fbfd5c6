"""Arguments whose name in TensorFlow's Python functions is not that of the OpDef: you may use either."""

from __future__ import annotations

from typing import Any, Final

from graphops_registry.errors import InvalidTypeError, must

_REDUCTION: Final = {"axis": "reduction_indices"}
# Op -> (Python's name -> the OpDef's), for all ops of TensorFlow 2.21 whose raw_ops differ.
PYTHON_NAMES: Final[dict[str, dict[str, str]]] = {
    "All": _REDUCTION, "Any": _REDUCTION, "EuclideanNorm": _REDUCTION, "Max": _REDUCTION, "Mean": _REDUCTION,
    "Min": _REDUCTION, "Prod": _REDUCTION, "Sum": _REDUCTION, "ExpandDims": {"axis": "dim"},
    "Select": {"x": "t", "y": "e"}, "Split": {"axis": "split_dim"}, "SplitV": {"axis": "split_dim"},
    "Squeeze": {"axis": "squeeze_dims"}, "Where": {"condition": "input"},
}  # fmt: skip


def with_op_def_names(op: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """``arguments`` by the OpDef's names.

    Raises:
        InvalidTypeError: an argument by both of its names.
    """
    names = PYTHON_NAMES.get(op)
    if names is None or names.keys().isdisjoint(arguments):
        return arguments
    for python, own in names.items():
        if python in arguments and own in arguments:
            raise must(own, op, "be given once", f"it as '{python}' too", kind=InvalidTypeError)
    return {names.get(name, name): value for name, value in arguments.items()}
