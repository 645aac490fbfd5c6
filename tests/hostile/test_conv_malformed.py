"""No malformed call of a convolution op ends the process, hangs, allocates for nothing or gives a number."""

import re
import time
import tracemalloc

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, ResourceExhaustedError
from tests.hostile.conv_calls import Call, faults, valid_calls

SENTENCE = re.compile(r" of op '\w+' must .+, got .+|'\w+' is no argument or attr of op '\w+'", re.DOTALL)
SECONDS = 10.0
BYTES = 32 << 20


def eager(call: Call):
    return getattr(go.eager, call.op)(**call.arguments)


def static(call: Call):
    """In a graph with known shapes: the fault is found when the node is added."""
    with go.Graph().as_default():
        return getattr(go.raw_ops, call.op)(**call.arguments)


def dynamic(call: Call):
    """In a graph where shapes and sizes are only known when it runs."""
    with go.Graph().as_default(), go.Session() as session:
        arguments, feeds = {}, {}
        for name, value in call.arguments.items():
            if isinstance(value, (np.ndarray, np.generic)):
                arguments[name] = go.placeholder(value.dtype)
                feeds[arguments[name]] = value
            else:
                arguments[name] = value
        return session.run(getattr(go.raw_ops, call.op)(**arguments), feeds)


ways = pytest.mark.parametrize("way", [eager, static, dynamic], ids=lambda way: way.__name__)
calls = pytest.mark.parametrize("call", valid_calls(), ids=lambda call: call.op)


@calls
@ways
def test_the_valid_calls_are_valid(call, way):
    assert way(call).dtype in (np.float32, go.float32)


@pytest.mark.few(20)
@calls
@ways
def test_every_fault(call, way):
    wrong = []
    for name, spoiled, expected in faults(call):
        outcome = expected
        if expected == "literal":
            outcome = "error" if way is dynamic else "ok"
        tracemalloc.start()
        begin = time.perf_counter()
        try:
            result = way(spoiled)
        except GraphopsError as error:
            problem = refusal(outcome, error)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        else:
            problem = None if outcome == "ok" or (outcome == "large" and way is static) else f"no error but {result!r}"
        seconds = time.perf_counter() - begin
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        if problem is None and seconds > SECONDS:
            problem = f"took {seconds:.1f} s"
        if problem is None and peak > BYTES:
            problem = f"allocated {peak:,} bytes"
        if problem is not None:
            wrong.append(f"{name}: {problem}")
    assert wrong == []


def refusal(outcome: str, error: GraphopsError) -> str | None:
    """What is wrong with refusing in this way, if anything."""
    if outcome == "ok":
        return f"refused: {error}"
    if outcome == "large":
        return None if isinstance(error, (ResourceExhaustedError, InvalidArgumentError)) else repr(error)
    if not isinstance(error, InvalidArgumentError):
        return f"is a {type(error).__name__}: {error}"
    return None if SENTENCE.search(str(error)) else f"the sentence is: {error}"


def test_there_are_many():
    count = sum(1 for call in valid_calls() for _ in faults(call))
    assert count > 700
