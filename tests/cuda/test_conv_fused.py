"""Fused convolutions on the emulated GPU against what TensorFlow recorded, by cuDNN and by products."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.plan.choose.prepared_cache import PREPARED
from graphops_registry.kernel_def import kernels_of
from tests.ops.golden_calls import recorded, run_in_session
from tests.ops.test_goldens import problem
from tests.reference.call import answers

pytestmark = pytest.mark.emulator

OP = "_FusedConv2D"


@pytest.fixture(params=["with cuDNN", "without"])
def way(request, monkeypatch):
    from graphops.plugins.packages import load_kernels

    load_kernels()
    from graphops_cuda.native import fused_conv

    PREPARED.clear()
    if request.param == "without":
        monkeypatch.setattr(fused_conv, "why_unavailable", lambda: "a test took it away")
    yield request.param
    PREPARED.clear()


def test_recorded_calls(way):
    cases = recorded("fused")[OP]
    assert len(cases) > 40
    wrong = []
    for case, expected in cases:
        (result,) = run_in_session(case, "/device:GPU:0")
        found = problem(result, expected[0], False)
        if found is not None:
            wrong.append(f"{case}: {found}")
    assert wrong == []


def test_a_half_result_is_rounded_once(way):
    """1 + 2^-12 is no half: it would be lost if the convolution were rounded before -1 is added."""
    x = np.array([1, 2.0**-12], np.float16).reshape(1, 1, 1, 2)
    w = np.ones((1, 1, 2, 1), np.float16)
    attrs = {"strides": [1] * 4, "padding": "SAME", "fused_ops": ["BiasAdd"], "num_args": 1, "TArgs": ["half"]}
    with go.Graph().as_default(), go.device("/device:GPU:0"), go.Session() as session:
        fed = go.placeholder(go.float16, x.shape)
        y = go.raw_ops._FusedConv2D(input=fed, filter=w, args=[np.array([-1], np.float16)], host_args=[], **attrs)
        assert "graphops_cuda.native.fused_conv.FusedConv2D" in session.explain(y, {fed: x})
        assert session.run(y, {fed: x}).item() == 2.0**-12


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("after", [[], ["Relu"], ["Relu6"], ["Tanh"]])
def test_a_bias_in_half(way, layout, after):
    """Small integers, exact in any order; an activation that commutes with rounding, and one that does not."""
    rng = np.random.default_rng(3)
    x, w = rng.integers(-1, 2, (2, 6, 5, 4)).astype(np.float16), rng.integers(-1, 2, (3, 2, 2, 6)).astype(np.float16)
    bias = rng.integers(-3, 4, 6).astype(np.float16)
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    (answer,) = answers("Conv2D", {"input": x, "filter": w}, attrs)
    expected = answer.value + bias.astype(np.float64)
    bounds = {"Relu": (0, np.inf), "Relu6": (0, 6)}
    for name in after:
        expected = np.tanh(expected) if name == "Tanh" else np.clip(expected, *bounds[name])
    if layout == "NCHW":
        x, expected = np.ascontiguousarray(np.moveaxis(x, -1, 1)), np.moveaxis(expected, -1, 1)
    with go.Graph().as_default(), go.device("/device:GPU:0"), go.Session() as session:
        y = go.raw_ops._FusedConv2D(
            input=x, filter=w, args=[bias], host_args=[], fused_ops=["BiasAdd", *after], num_args=1, data_format=layout,
            TArgs=[go.as_dtype(x.dtype)], **attrs,
        )  # fmt: skip
        result = session.run(y)
    np.testing.assert_array_equal(result, expected.astype(np.float16))


def test_it_is_the_first_choice():
    definitions = kernels_of(OP, "GPU")
    assert [d.name.split(".")[-2] for d in definitions] == ["fused_conv", "fused"]
