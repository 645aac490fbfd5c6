"""Region rules of all ops: on the recorded calls, random regions are what they are in the whole."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from graphops_registry.op_def import lookup_op
from graphops_registry.rules.region_parts import region_rule_of
from tests.golden.case import Case
from tests.ops import golden_calls
from tests.registry.region_calls import called, check_partial_sums, check_parts


@cache
def cases() -> dict[str, list[Case]]:
    """The recorded calls of each op with a rule, that a call without a Session can make."""
    found: dict[str, list[Case]] = {}
    for family, name in golden_calls.operations():
        op = lookup_op(name)
        if op.op_def.is_stateful or (region_rule_of(op) is None and op.partial_sum is None):
            continue
        calls = [case for case, _ in golden_calls.recorded(family)[name]]
        found.setdefault(name, []).extend(calls)
    return found


@pytest.mark.parametrize("op", sorted(cases()))
def test_parts_of_recorded_calls_are_those_of_the_whole(op: str, full: bool) -> None:
    random = np.random.default_rng(len(op))
    chosen = cases()[op] if full else golden_calls.few(cases()[op])
    for case in chosen:
        call = called(op, {**case.inputs, **case.attrs})
        if region_rule_of(lookup_op(op)) is not None:
            check_parts(call, random, 10 if full else 5)
        if lookup_op(op).partial_sum is not None:
            check_partial_sums(call, random, 3)
