"""Changes of entries of variables by factors, bounds, coordinates and slices; reading by coordinates; counting.

An input of dtype resource is given as the value that the variable has before the op; what is recorded is the op's
outputs and then the value of the variable afterwards.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.training import COMPLEXES, DTYPES, INF, INTEGERS, NAN, numbers

TEXTS = np.array([b"a", b"", b"\xff", b"long"], dtype=object)


def entries() -> Iterator[Case]:
    """By index."""
    for op in ("ResourceScatterMul", "ResourceScatterDiv", "ResourceScatterMin", "ResourceScatterMax"):
        ordered = op.endswith(("Min", "Max"))
        for number, dtype in enumerate((*DTYPES, *INTEGERS)):
            if ordered and dtype in COMPLEXES:
                continue
            low = 0 if dtype.startswith("u") else -3
            table = integers((4, 3), "float32", number, low, 3).astype(reals((), dtype, 0).dtype)
            if dtype in INTEGERS:
                table = table * np.array(17, dtype)
            indices = np.array([3, 0, 3, 1, 3], "int64" if number % 2 else "int32")
            updates = integers((5, 3), "float32", number + 40, 1, 3)
            if not dtype.startswith("u"):
                updates = updates * np.where(integers((5, 3), "float32", number + 41, 0, 1) > 0, 1, -1)
            yield Case(op, {"resource": table, "indices": indices, "updates": updates.astype(table.dtype)})
        vector = reals((4,), "float64", 60)
        yield Case(op, {"resource": vector, "indices": np.array([1, 2], "int32"), "updates": np.array(0.5)})
        yield Case(op, {"resource": vector, "indices": np.array([[1], [2]]), "updates": reals((2, 1), "float64", 61)})
        yield Case(op, {"resource": vector, "indices": np.zeros((0,), "int32"), "updates": np.zeros((0,))})
        odd = np.array([NAN, 1.0, NAN, 0.0, INF, -INF], "float32")
        updates = np.array([1.0, NAN, NAN, 4.0 if op.endswith("Div") else 0.0, INF, 2.0], "float32")
        yield Case(op, {"resource": odd, "indices": np.arange(6), "updates": updates})
    least = np.array([-128, -128, 127], "int8")
    yield Case("ResourceScatterMul", {"resource": least, "indices": np.arange(3), "updates": np.int8([2, -1, 2])})


def coordinates() -> Iterator[Case]:
    """By rows of coordinates."""
    for kind in ("Update", "Add", "Sub", "Min", "Max"):
        op = f"ResourceScatterNd{kind}"
        for number, dtype in enumerate((*DTYPES, *INTEGERS, "bool")):
            if kind in ("Min", "Max") and dtype in (*COMPLEXES, "bool"):
                continue
            low = 0 if dtype.startswith(("u", "b")) else -3
            table = integers((3, 2, 2), "float32", number, low, 1 if dtype == "bool" else 3)
            table = table.astype(reals((), dtype, 0).dtype)
            updates = integers((4, 2), "float32", number + 40, 0, 1 if dtype == "bool" else 3).astype(table.dtype)
            index = "int64" if number % 2 else "int32"
            indices = np.array([[2, 1], [0, 0], [2, 1], [1, 0]], index)
            yield Case(op, {"ref": table, "indices": indices, "updates": updates})
        cube = reals((3, 2, 2), "float64", 70)
        whole = np.array([[[2], [0]]], "int32")
        yield Case(op, {"ref": cube, "indices": whole, "updates": reals((1, 2, 2, 2), "float64", 71)})
        single = np.array([[1, 0, 1]], "int64")
        yield Case(op, {"ref": cube, "indices": single, "updates": np.array([0.5])})
        nothing = np.zeros((0, 2), "int32")
        yield Case(op, {"ref": cube, "indices": nothing, "updates": np.zeros((0, 2))})
        beyond = np.array([[2, 1], [3, 0], [0, -1]], "int32")
        inputs = {"ref": cube, "indices": beyond, "updates": reals((3, 2), "float64", 72)}
        yield Case(op, inputs, {"bad_indices_policy": "IGNORE"})
    inputs = {"ref": TEXTS, "indices": np.array([[3], [0]]), "updates": np.array([b"x", b"y"], dtype=object)}
    yield Case("ResourceScatterNdUpdate", inputs)


def picked() -> Iterator[Case]:
    for number, dtype in enumerate(
        ("float32", "float64", "float16", "bfloat16", "complex64", "int8", "uint64", "bool")
    ):
        table = integers((3, 2, 2), "float32", number, 0, 1).astype(reals((), dtype, 0).dtype)
        for indices in (
            np.array([[2, 1], [0, 0]], "int32"),
            np.array([[[2, 1, 1]], [[0, 1, 0]]], "int64"),
            np.array([1], "int32"),
            np.zeros((2, 0), "int32"),
            np.zeros((0, 2), "int64"),
        ):
            yield Case("ResourceGatherNd", {"resource": table, "indices": indices}, {"dtype": dtype})
    yield Case("ResourceGatherNd", {"resource": TEXTS, "indices": np.array([[2], [0]])}, {"dtype": "string"})


def slices() -> Iterator[Case]:
    def case(table: Array, begin: list[int], end: list[int], strides: list[int], value: Array, **masks: int) -> Case:
        bounds = [np.array(part, "int64" if masks else "int32") for part in (begin, end, strides)]
        inputs = {"ref": table, "begin": bounds[0], "end": bounds[1], "strides": bounds[2], "value": value}
        return Case("ResourceStridedSliceAssign", inputs, masks)

    for number, dtype in enumerate(
        ("float32", "float64", "float16", "bfloat16", "complex64", "int8", "uint64", "bool")
    ):
        table = integers((4, 3), "float32", number, 0, 1).astype(reals((), dtype, 0).dtype)
        value = integers((2, 2), "float32", number + 9, 0, 1).astype(table.dtype)
        yield case(table, [1, 0], [3, 2], [1, 1], value)
    table = numbers((4, 3, 2), "float64", 5)
    yield case(table, [3, -1], [-5, -4], [-2, -1], numbers((2, 3, 2), "float64", 6))
    yield case(table, [1], [2], [1], numbers((3, 2), "float64", 7), shrink_axis_mask=1)
    yield case(table, [0, 1], [0, 2], [1, 1], numbers((4, 3, 1), "float64", 8), ellipsis_mask=1)
    yield case(table, [0, 9, 0], [2, 9, 2], [1, 1, 1], numbers((2, 1, 2, 2), "float64", 9), new_axis_mask=2)
    yield case(table, [9], [9], [2], numbers((2, 3, 2), "float64", 10), begin_mask=1, end_mask=1)
    yield case(table, [2], [1], [1], np.zeros((0, 3, 2)))
    yield case(table, [1], [3], [1], np.array(7.0))
    yield case(table, [1], [3], [1], numbers((3, 1), "float64", 11))
    yield case(table, [1], [3], [1], numbers((1, 1, 3, 2), "float64", 12))
    yield case(TEXTS, [0], [4], [2], np.array([b"x", b"y"], dtype=object))


def counters() -> Iterator[Case]:
    for dtype in ("int32", "int64"):
        yield Case("ResourceCountUpTo", {"resource": np.array(3, dtype)}, {"limit": 4, "T": dtype})
    yield Case("ResourceCountUpTo", {"resource": np.array(-7, "int32")}, {"limit": 0, "T": "int32"})


CASES = [*entries(), *coordinates(), *picked(), *slices(), *counters()]
