"""The training family, and the changes of variables that it is made of.

An input of dtype resource is given as the value that the variable has before the op; what is recorded is the op's
outputs and then the values of its variables afterwards, in the order of the inputs.

Half and bfloat16 come with small numbers of few bits where TensorFlow's rounding of every intermediate result does not
show, and with ordinary ones where it does. Left out because TensorFlow has no CPU kernel: integers and quantised types
in optimizer steps; bool in changes.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals

FLOATS = ("float32", "float64")
HALVES = ("float16", "bfloat16")
COMPLEXES = ("complex64", "complex128")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
DTYPES = FLOATS + HALVES + COMPLEXES
NAN, INF = np.nan, np.inf


def numbers(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    if dtype in COMPLEXES:
        return (reals(shape, "float64", seed) + 1j * reals(shape, "float64", seed + 1)).astype(dtype)
    return reals(shape, dtype, seed)


def positive(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """Sums of squares: from 0.1 to 2.1; complex ones keep away from the square root's cut."""
    part = (reals(shape, "float64", seed) + 1.1) if dtype not in COMPLEXES else reals(shape, "float64", seed) + 2.5
    if dtype in COMPLEXES:
        return (part + 0.5j * reals(shape, "float64", seed + 1)).astype(dtype)
    return part.astype(reals((), dtype, 0).dtype)


def scalar(value: float, dtype: str) -> Array:
    return np.array(value).astype(reals((), dtype, 0).dtype if dtype not in COMPLEXES else dtype)


def optimizers(dtype: str, shape: tuple[int, ...], seed: int) -> Iterator[Case]:
    var, grad = numbers(shape, dtype, seed), numbers(shape, dtype, seed + 10)
    slot, square = numbers(shape, dtype, seed + 20), positive(shape, dtype, seed + 30)
    lr, momentum, rho, epsilon = (scalar(value, dtype) for value in (0.125, 0.9, 0.95, 0.01))
    yield Case("ResourceApplyGradientDescent", {"var": var, "alpha": lr, "delta": grad})
    for nesterov in (False, True):
        attrs = {"use_nesterov": nesterov}
        inputs = {"var": var, "accum": slot, "lr": lr, "grad": grad, "momentum": momentum}
        yield Case("ResourceApplyMomentum", inputs, attrs)
        yield Case("ResourceApplyKerasMomentum", inputs, attrs)
        adam = {
            "var": var,
            "m": slot,
            "v": square,
            "beta1_power": scalar(0.81, dtype),
            "beta2_power": scalar(0.5, dtype),
            "lr": lr,
            "beta1": momentum,
            "beta2": scalar(0.75, dtype),
            "epsilon": epsilon,
            "grad": grad,
        }
        yield Case("ResourceApplyAdam", adam, attrs)
    for update in (True, False):
        attrs = {"update_slots": update}
        yield Case("ResourceApplyAdagrad", {"var": var, "accum": square, "lr": lr, "grad": grad}, attrs)
        inputs = {"var": var, "accum": square, "lr": lr, "epsilon": epsilon, "grad": grad}
        yield Case("ResourceApplyAdagradV2", inputs, attrs)
    inputs = {
        "var": var,
        "ms": square,
        "mom": slot,
        "lr": lr,
        "rho": rho,
        "momentum": momentum,
        "epsilon": epsilon,
        "grad": grad,
    }
    yield Case("ResourceApplyRMSProp", inputs)


def special() -> Iterator[Case]:
    """Values that are not finite, in every optimizer."""
    grad = np.array([NAN, INF, -INF, 0.0, -0.0, 1e30, -1e30, 1e-30], "float32")
    for case in optimizers("float32", grad.shape, 900):
        inputs = dict(case.inputs)
        inputs["delta" if "delta" in inputs else "grad"] = grad
        yield Case(case.op, inputs, case.attrs)


def changes() -> Iterator[Case]:
    for number, dtype in enumerate(DTYPES + INTEGERS):
        for shape in ((3, 2), (), (0, 2)):
            if dtype in INTEGERS:
                largest = np.array(np.iinfo(dtype).max, dtype)  # large enough to wrap around
                old = np.asarray(largest - integers(shape, dtype, number, 1, 3))
                new = integers(shape, dtype, number + 50, 0, 5)
            else:
                old, new = numbers(shape, dtype, number), numbers(shape, dtype, number + 50)
            for op in ("AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"):
                if op != "AssignVariableOp" or shape == (3, 2):
                    yield Case(op, {"resource": old, "value": new})
    yield Case("AssignVariableOp", {"resource": np.array([True, False]), "value": np.array([False, False])})
    texts = np.array([b"a", b"", b"\xff"], dtype=object)
    yield Case("AssignVariableOp", {"resource": texts, "value": texts[::-1].copy()})
    yield Case("ReadVariableOp", {"resource": reals((2, 3), "float32", 1)}, {"dtype": "float32"})
    yield Case("ReadVariableOp", {"resource": texts}, {"dtype": "string"})
    for out_type in ("int32", "int64"):
        yield Case("VariableShape", {"input": reals((2, 0, 3), "float32", 1)}, {"out_type": out_type})
    yield Case("VariableShape", {"input": reals((), "float32", 1)})
    yield Case("VarIsInitializedOp", {"resource": reals((), "float32", 1)})


def entries() -> Iterator[Case]:
    """Gathering and scattering."""
    for number, dtype in enumerate(
        ("float32", "float64", "float16", "bfloat16", "complex64", "int8", "uint64", "bool")
    ):
        table = integers((5, 2, 3), "float32", number, 0, 1).astype(reals((), dtype, 0).dtype)
        for indices in (np.array([4, 0, 0, 2], "int32"), np.array([[1, 3], [0, 4]], "int64"), np.array(2, "int32")):
            yield Case("ResourceGather", {"resource": table, "indices": indices}, {"dtype": dtype})
    table = reals((2, 3, 4), "float64", 7)
    for batch, indices in (
        (1, np.array([[2, 0], [1, 1]], "int32")),
        (1, np.array([2, 0], "int64")),
        (2, np.array([[3, 0, 1], [2, 2, 3]], "int32")),
        (1, np.zeros((2, 0), "int32")),
    ):
        attrs = {"dtype": "float64", "batch_dims": batch}
        yield Case("ResourceGather", {"resource": table, "indices": indices}, attrs)
    texts = np.array([b"a", b"", b"\xff"], dtype=object)
    yield Case("ResourceGather", {"resource": texts, "indices": np.array([2, 2, 0])}, {"dtype": "string"})

    for op in ("ResourceScatterAdd", "ResourceScatterSub", "ResourceScatterUpdate"):
        for number, dtype in enumerate((*DTYPES, *INTEGERS)):
            low = 0 if dtype.startswith("u") else -3
            table = integers((4, 3), "float32", number, low, 3).astype(reals((), dtype, 0).dtype)
            indices = np.array([3, 0, 3, 1, 3], "int64" if number % 2 else "int32")
            updates = integers((5, 3), "float32", number + 40, 0, 3).astype(table.dtype)
            yield Case(op, {"resource": table, "indices": indices, "updates": updates})
        vector = reals((4,), "float64", 60)
        yield Case(op, {"resource": vector, "indices": np.array([1, 2], "int32"), "updates": np.array(0.5)})
        yield Case(op, {"resource": vector, "indices": np.array([[1], [2]]), "updates": reals((2, 1), "float64", 61)})
        yield Case(op, {"resource": vector, "indices": np.array(3), "updates": np.array(0.25)})
        nothing = {"resource": vector, "indices": np.zeros((0,), "int32"), "updates": np.zeros((0,))}
        yield Case(op, nothing)
    flags = np.array([True, False, True])
    inputs = {"resource": flags, "indices": np.array([0, 1]), "updates": np.array([False, True])}
    yield Case("ResourceScatterUpdate", inputs)
    inputs = {"resource": texts, "indices": np.array([0, 0]), "updates": np.array([b"x", b"y"], dtype=object)}
    yield Case("ResourceScatterUpdate", inputs)


CASES = [
    *(case for number, dtype in enumerate(DTYPES) for case in optimizers(dtype, (2, 3), 100 * number)),
    *(case for shape in ((), (0, 3)) for case in optimizers("float32", shape, 700)),
    *special(),
    *changes(),
    *entries(),
]
