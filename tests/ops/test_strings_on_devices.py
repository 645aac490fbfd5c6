"""Strings stay on the host, but what they are made of, or become, may be on a device."""

from __future__ import annotations

import pytest

from graphops.testing import difference
from tests.ops import golden_calls
from tests.ops.other_device import OTHER

FAMILIES = ("strings", "strings_parse", "strings_csv", "strings_regex", "strings_unicode", "checks")
FEW = 8  # calls of each op in the fast gate


@pytest.mark.parametrize(
    ("family", "op"), [found for found in golden_calls.operations() if found[0] in FAMILIES], ids=lambda value: value
)
def test_recorded_calls(family: str, op: str, full: bool) -> None:
    calls = golden_calls.recorded(family)[op]
    for case, expected in calls if full else calls[:: -(-len(calls) // FEW)]:
        found = golden_calls.run_in_session(case, f"/device:{OTHER}:0")
        assert len(found) == len(expected)
        for got, want in zip(found, expected, strict=True):
            assert got.dtype == want.dtype, str(case)
            assert difference(got, want) is None, str(case)
