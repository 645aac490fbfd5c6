"""Lower and upper factors: in every dtype, in stacks, with rows that change places, of one row, of none."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, reals
from tests.golden.cases.linalg import regular
from tests.golden.cases.math import COMPLEXES, FLOATS


def cases() -> Iterator[Case]:
    for dtype in (*FLOATS, *COMPLEXES):
        for shape in ((3, 3), (2, 2, 2), (2, 2, 3, 3), (1, 1), (0, 0), (0, 2, 2)):
            yield Case("Lu", {"input": regular(shape, dtype, 1) if min(shape[-2:]) else np.zeros(shape, dtype)})
        moved = regular((4, 4), dtype, 2)[[2, 3, 1, 0]]
        yield Case("Lu", {"input": moved}, {"output_idx_type": "int64"})
    yield Case("Lu", {"input": np.stack([np.eye(3)[[1, 2, 0]], reals((3, 3), "float64", 3)])})


CASES = list(cases())
