"""Values that are looked at: of every dtype, no elements, infinities and NaN, texts."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Case, reals
from tests.golden.cases.sparse import DTYPES, entries
from tests.golden.cases.strings import scalar, text

ODD = np.array([[1.0, -2.0, 0.0], [np.nan, np.inf, -np.inf]])
NAME = {"tensor_name": "x:0"}


def calls() -> Iterator[Case]:
    for dtype in (*DTYPES, "string"):
        yield Case("CopyHost", {"input": entries(3, dtype)})
        yield Case("Copy", {"input": entries(3, dtype)})
        yield Case("DebugIdentity", {"input": entries(3, dtype)}, NAME)
        yield Case("DebugIdentityV2", {"input": entries(3, dtype)})
    for dtype in ("float32", "float64", "int32", "uint8", "bool", "int64"):
        x = ODD.astype(dtype) if dtype.startswith("float") else entries(6, dtype).reshape(2, 3)
        yield Case("DebugNumericSummary", {"input": x}, NAME)
        if dtype != "bool":
            yield Case("DebugNanCount", {"input": x}, NAME)
    yield Case("DebugNanCount", {"input": ODD.astype("float16")}, NAME)
    yield Case("DebugNumericSummary", {"input": np.zeros((0, 2))}, NAME)
    yield Case("DebugNumericSummary", {"input": np.array(np.nan)}, NAME)
    bounds = {"lower_bound": -0.5, "upper_bound": 0.25, "mute_if_healthy": True}
    yield Case("DebugNumericSummary", {"input": reals((3, 1, 4), "float64", 1)}, NAME | bounds)
    for dtype in DTYPES:
        yield Case("Fingerprint", {"data": entries(6, dtype).reshape(2, 3), "method": scalar(b"farmhash64")})
    for data in (
        text(b"a", b"bc"),
        text(b"a", b"bc", b"", b"d" * 80).reshape(2, 2),
        np.zeros((0, 2)),
        reals((3, 40), "float64", 2),
    ):
        yield Case("Fingerprint", {"data": data, "method": scalar(b"farmhash64")})
    for value in (0.0, 2.0, np.nan):
        yield Case("ToBool", {"input": np.array(value)})
    for x in (
        np.zeros(0),
        np.zeros(1),
        np.zeros((0, 3)),
        np.array(True),
        np.array(0),
        scalar(b""),
        scalar(b"a"),
        text(b""),
    ):
        yield Case("ToBool", {"input": x})


CASES = list(calls())
