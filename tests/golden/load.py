"""``load(family)``: the cases of a family, each with what TensorFlow answered."""

import importlib
import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from tests.golden.case import Array, Case, cases_digest

GOLDEN = Path(__file__).parent


def load_cases(family: str) -> list[Case]:
    """The case list of ``cases/<family>.py``."""
    cases: list[Case] = importlib.import_module(f"tests.golden.cases.{family}").CASES
    return cases


def load(family: str) -> list[tuple[Case, list[Array]]]:
    """Each case of ``family`` with its recorded outputs, in the OpDef's order.

    Raises ``ValueError`` when ``<family>.npz`` was recorded from another list of cases, and
    ``FileNotFoundError`` when the family was never recorded.
    """
    path = GOLDEN / f"{family}.npz"
    cases = load_cases(family)
    with np.load(path, allow_pickle=False) as stored:
        meta: dict[str, Any] = json.loads(str(stored["meta"]))
        if meta["cases_sha256"] != cases_digest(cases):
            raise ValueError(
                f"{path.name} was recorded from other cases than cases/{family}.py holds now: "
                f"record it again with `PYTHON -m tests.golden.record {family}`"
            )
        outputs: list[list[Array]] = [[] for _ in cases]
        for key, dtype in meta["dtypes"].items():  # in the order of recording
            outputs[int(key.split("/")[0])].append(decode(key, dtype, stored))
    return list(zip(cases, outputs, strict=True))


def decode(key: str, dtype: str, stored: Any) -> Array:
    """The array that was stored under ``key``, in its own dtype (``qint8`` as ``int8``)."""
    array: Array = stored[key]
    if dtype == "string":
        lengths: Array = stored[f"{key}/lengths"]
        ends = np.cumsum(lengths)
        content = array.tobytes()
        texts = np.empty(lengths.shape, dtype=object)
        texts.ravel()[:] = [
            content[end - length : end] for end, length in zip(ends.tolist(), lengths.ravel().tolist(), strict=True)
        ]
        return texts
    return array.view(np.dtype(getattr(ml_dtypes, dtype, dtype.removeprefix("q"))))
