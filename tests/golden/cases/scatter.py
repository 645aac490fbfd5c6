"""Tensors that change at coordinates: every dtype, repeated places, empty ones, indices that are passed over."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.math import COMPLEXES, FLOATS, HALVES, INF, NAN, distinct

SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
OPS = ("TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMin", "TensorScatterMax",
       "ScatterNdNonAliasingAdd")  # fmt: skip


def _call(op: str, tensor: Array, indices: Any, updates: Array, index: str = "int32", **attrs: Any) -> Case:
    first = "input" if op == "ScatterNdNonAliasingAdd" else "tensor"
    return Case(op, {first: tensor, "indices": np.array(indices, index), "updates": updates}, attrs)


def _cases() -> Iterator[Case]:
    for op in OPS:
        extreme = op.endswith(("Min", "Max"))
        dtypes = [*FLOATS, *HALVES, *SIGNED, *UNSIGNED, *([] if extreme else COMPLEXES)]
        if op in ("TensorScatterUpdate", "ScatterNdNonAliasingAdd"):
            dtypes.append("bool")
        for dtype in dtypes:
            low = 0 if dtype.startswith("u") or dtype == "bool" else -5
            tensor, updates = integers((5, 2), dtype, 1, low, 5), integers((4, 2), dtype, 2, low, 5)
            yield _call(op, tensor, [[4], [0], [3], [0]], updates)
        x = distinct((3, 4), "float64", 3)
        more = distinct((5,), "float64", 4) + 0.25
        yield _call(op, x, [[0, 1], [2, 3], [1, 1], [0, 0], [2, 2]], more, "int64")
        yield _call(op, x, [[[1], [2]]], distinct((1, 2, 4), "float64", 5) + 0.25)
        yield _call(op, x, [[1, 2]], more[:1])
        yield _call(op, x, np.zeros((0, 1)), np.zeros((0, 4)))
        yield _call(op, reals((3,), "float32", 7), [[5], [1], [-1]], reals((3,), "float32", 8),
                    bad_indices_policy="IGNORE")  # fmt: skip
        special = np.array([NAN, INF, 1, -INF], "float32")
        yield _call(op, special, [[0], [1], [2], [3]], np.array([1, -INF, NAN, 2], "float32"))
    words = np.array([b"a", b"b", b"c"], object)
    yield _call("TensorScatterUpdate", words, [[2], [0]], np.array([b"x", b"yy"], object))


CASES = list(_cases())
