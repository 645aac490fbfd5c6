"""Samplers of candidates: the first run of a node, for given seeds."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers


def classes(batch: int, true: int, most: int) -> dict[str, Array]:
    return {"true_classes": integers((batch, true), "int64", batch + true, 0, most - 1)}


def _cases() -> Iterator[Case]:
    for op in ("LogUniformCandidateSampler", "UniformCandidateSampler"):
        for number, most in enumerate((6, 10, 16, 1000, 2**40)):
            for unique in (True, False):
                attrs = {"num_true": 2, "num_sampled": 6, "unique": unique, "range_max": most}
                yield Case(op, classes(3, 2, min(most, 2**31)), {**attrs, "seed": number, "seed2": 5})
        many = {"num_true": 1, "num_sampled": 300, "range_max": 400, "seed": 2}
        yield Case(op, classes(7, 1, 400), {**many, "unique": True})
        yield Case(op, classes(7, 1, 400), {**many, "unique": False})
        yield Case(op, {"true_classes": np.zeros((0, 1), np.int64)}, {**many, "unique": True})
        one = {"num_true": 1, "num_sampled": 1, "range_max": 1, "seed": 2}
        yield Case(op, classes(2, 1, 1), {**one, "unique": True})
    attrs = {"num_true": 3, "num_sampled": 5, "unique": True, "seed": 1}
    yield Case("AllCandidateSampler", classes(4, 3, 5), attrs)
    yield Case("AllCandidateSampler", classes(4, 3, 5), {**attrs, "unique": False})


CASES = [*_cases()]
