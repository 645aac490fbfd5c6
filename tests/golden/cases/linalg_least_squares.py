"""Least squares: more and fewer equations than unknowns, in stacks, weighted, by product and by singular values."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case
from tests.golden.cases.linalg import regular
from tests.golden.cases.math import COMPLEXES, FLOATS


def cases() -> Iterator[Case]:
    for dtype in (*FLOATS, *COMPLEXES):
        for shape in ((3, 3), (4, 2), (2, 4), (2, 3, 2), (2, 2, 3), (1, 1)):
            matrix, rhs = regular(shape, dtype, 1), regular((*shape[:-1], 2), dtype, 2)
            # Gradients are checked in the wide dtypes: not at 0, below which no weight is.
            weight = np.float64(0 if dtype in ("float32", "complex64") else 0.25)
            inputs = {"matrix": matrix, "rhs": rhs, "l2_regularizer": weight}
            yield Case("MatrixSolveLs", inputs)
            yield Case("MatrixSolveLs", {**inputs, "l2_regularizer": np.float64(0.5)})
            yield Case("MatrixSolveLs", inputs, {"fast": False})
    for shape in ((2, 0), (0, 2, 2)):
        inputs = {"matrix": np.zeros(shape), "rhs": np.zeros((*shape[:-1], 3)), "l2_regularizer": np.float64(1)}
        yield Case("MatrixSolveLs", inputs)


CASES = list(cases())
