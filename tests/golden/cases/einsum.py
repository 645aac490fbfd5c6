"""Einsum in every dtype that TensorFlow has a CPU kernel for, its gradient's forms, and Cross."""

from collections.abc import Iterator

from tests.golden.case import Case, integers, reals
from tests.golden.cases.math import COMPLEXES, FLOATS, HALVES

# equation: the shapes of its operands
EQUATIONS: dict[str, list[tuple[int, ...]]] = {
    "ij,jk->ik": [(2, 3), (3, 4)],
    "ij->ji": [(2, 3)],
    "ij->": [(2, 3)],
    "ij->i": [(2, 3)],
    "ii->i": [(3, 3)],
    "ii->": [(3, 3)],
    "iji->j": [(2, 3, 2)],
    "iii->i": [(2, 2, 2)],
    "i->ii": [(3,)],
    "ij->jji": [(2, 3)],
    "ij->jiji": [(2, 3)],
    "->": [()],
    ",->": [(), ()],
    "i,->i": [(3,), ()],
    "i,j->ij": [(2,), (3,)],
    "i,i->": [(3,), (3,)],
    "ij,ij->ij": [(2, 3), (2, 3)],
    "ij,ik->": [(2, 3), (2, 4)],
    "ij,kl->jl": [(2, 3), (2, 4)],
    "abc,cde->abde": [(2, 3, 4), (4, 2, 3)],
    "abcd,cbed->ace": [(2, 3, 4, 2), (4, 3, 2, 2)],
    "iij,jkk->iikk": [(2, 2, 3), (3, 2, 2)],
    "iij,jk->ik": [(2, 2, 3), (3, 2)],
    "bij,bjk->bik": [(2, 3, 4), (2, 4, 2)],
    "bthd,bshd->bhts": [(2, 3, 2, 4), (2, 5, 2, 4)],
    "IJ,Jk->kI": [(2, 3), (3, 4)],
    "...->...": [(2, 3)],
    "...ij->...": [(2, 3, 4)],
    "...ij->...ji": [(2, 3, 4, 2)],
    "i...->...i": [(2, 3, 4)],
    "i...j->j...i": [(2, 3, 4)],
    "...i->...ii": [(2, 3)],
    "...ii->...i": [(2, 3, 3)],
    "...ij,...jk->...ik": [(2, 1, 3, 4), (3, 4, 2)],
    "...ij,jk->...ik": [(2, 2, 3, 4), (4, 2)],
    "ij,...jk->...ik": [(3, 4), (2, 4, 2)],
    "...i,...i->...": [(1, 3), (4, 2, 3)],
    "...i,...j->j...i": [(2, 1, 3), (2, 2)],
    "i...,i...->...": [(3, 1), (3, 2)],
    "i...j,k...->...k": [(2, 3, 2), (4, 3)],
    "...ik,...kk->i...": [(3, 2, 2), (1, 2, 2)],
    "...,...->...": [(3,), (2, 3)],
    "...,->...": [(2, 3), ()],
}
EMPTY: dict[str, list[tuple[int, ...]]] = {
    "ij,jk->ik": [(2, 0), (0, 3)],
    "ij->i": [(2, 0)],
    "...i,...i->...": [(0, 3), (2, 1, 3)],
    "i->ii": [(0,)],
}


def _cases() -> Iterator[Case]:
    for number, (equation, shapes) in enumerate(EQUATIONS.items()):
        seeds = [7 * number + place for place in range(len(shapes))]
        dtypes = [*FLOATS, "complex128"] if number % 3 else [*FLOATS, *HALVES, *COMPLEXES, "int32", "int64"]
        for dtype in dtypes:
            if dtype in HALVES or dtype.startswith("int"):
                inputs = [integers(shape, dtype, seed, -3, 3) for shape, seed in zip(shapes, seeds, strict=True)]
            else:
                inputs = [reals(shape, dtype, seed) for shape, seed in zip(shapes, seeds, strict=True)]
                if dtype in COMPLEXES:
                    inputs = [x * (1 + 1j * (place + 1)) for place, x in enumerate(inputs)]
                    inputs = [x.astype(dtype) for x in inputs]
            yield Case("Einsum", {"inputs": inputs}, {"equation": equation})
    for equation, shapes in EMPTY.items():
        yield Case("Einsum", {"inputs": [reals(shape, "float32", 1) for shape in shapes]}, {"equation": equation})
    for dtype in (*FLOATS, *HALVES, "int8", "int32", "uint8", "uint64"):
        low = 0 if dtype.startswith("u") else -4
        for shape in ((3,), (2, 4, 3), (0, 3)):
            a, b = integers(shape, dtype, 1, low, 4), integers(shape, dtype, 2, low, 4)
            yield Case("Cross", {"a": a, "b": b})
    yield Case("Cross", {"a": reals((4, 3), "float64", 3), "b": reals((4, 3), "float64", 4)})


CASES = list(_cases())
