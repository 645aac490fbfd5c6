"""The calls give what TensorFlow gave."""

import numpy as np
import pytest

import graphops.compat.v1 as tf
from tests.compat.run_calls import VALUES, answers
from tests.compat.serialized_calls import CALLS
from tests.compat.trainings import OPTIMIZERS, trained

RECORDED = np.load(VALUES)

# Sums in another order; elementary functions are exact to a few units in the last place.
RELATIVE, ABSOLUTE = 2e-5, 2e-6


def expected(name: str) -> list[np.ndarray]:
    found = []
    while f"{name}/{len(found)}" in RECORDED:
        found.append(RECORDED[f"{name}/{len(found)}"])
    return found


@pytest.mark.parametrize("name", CALLS)
def test_values_are_tensorflows(name: str) -> None:
    want = expected(name)
    got = answers(tf, name)
    assert len(got) == len(want)
    wrong = []
    for number, (mine, theirs) in enumerate(zip(got, want, strict=True)):
        if mine.dtype == object:
            mine = mine.astype("S")
            same = mine.tolist() == theirs.tolist()
        elif mine.dtype != theirs.dtype or mine.shape != theirs.shape:
            same = False
        elif mine.dtype.kind in "fc":
            same = np.allclose(mine, theirs, RELATIVE, ABSOLUTE, equal_nan=True)
        else:
            same = np.array_equal(mine, theirs)
        if not same:
            wrong.append(
                f"{number}: {mine.dtype}{mine.shape} {mine}\nTensorFlow: {theirs.dtype}{theirs.shape} {theirs}"
            )
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_trainings_are_tensorflows(name: str) -> None:
    prefix = f"trained/{name}/"
    want = {key.removeprefix(prefix): RECORDED[key] for key in RECORDED if key.startswith(prefix)}
    got = trained(tf, name)
    assert sorted(got) == sorted(want)
    assert got["slots"].tolist() == want["slots"].tolist()
    for key in set(want) - {"slots"}:
        assert got[key].dtype == want[key].dtype, key
        np.testing.assert_allclose(got[key], want[key], RELATIVE, ABSOLUTE, err_msg=key)
