"""Convolutions by oneDNN: the matrix of tests/ops/conv_matrix.py, what is refused, and what is not finite."""

from __future__ import annotations

import threading

import ml_dtypes
import numpy as np
import pytest

from graphops_cpu.onednn.library import why_unavailable
from graphops_cpu.onednn.weights_cache import WEIGHTS
from graphops_registry.errors import NotFoundError
from graphops_registry.kernels.context import NullContext
from tests.kernels.blas.runs import Run, kernel_named, run
from tests.kernels.onednn.dtypes import needs
from tests.ops.conv_matrix import (
    CONVOLUTIONS,
    call,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)
from tests.reference.bounds import assert_answer, assert_close_to_largest, assert_equal
from tests.reference.call import answers

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")
TYPES = ("float", "bfloat16")


def check(c, s):
    """Everything that is wrong with one configuration; a refusal is not."""
    wrong = []
    definition = kernel_named(c.op, ".onednn.conv.")
    for integers in (True, False):
        inputs, attrs = call(c, s, integers=integers)
        (answer,) = answers(c.op, inputs, attrs)
        dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))
        try:
            result = run(definition, inputs, attrs)
        except NotFoundError:
            continue
        try:
            if integers:
                assert_equal(result, answer.value, dtype)
            else:
                assert_answer(result, answer, dtype)
                assert_close_to_largest(result, answer.value, dtype)
        except AssertionError as fault:
            wrong.append(f"{c} {s} {'integers' if integers else 'reals'}: {fault}")
    return wrong


@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_every_configuration(op, full):
    """Without GRAPHOPS_FULL=1 the few in which every two values meet."""
    found = [c for c in configurations(op) if c.T in TYPES] if full else few_configurations(op, TYPES)
    assert [fault for c in found for fault in check(c, sizes_of(c))] == []


@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_the_edges(op, full):
    """Each size with each padding; with GRAPHOPS_FULL=1 in every configuration."""
    wrong = []
    every = ((c, name, sizes) for c in configurations(op) if c.T in TYPES for name, sizes in special_sizes(c))
    for c, _, sizes in every if full else few_edges(op, lambda c: c.T == "bfloat16" and not c.grouped):
        wrong += check(c, sizes)
    assert wrong == []


def conv3d_filter_gradient(shape, kernel, dtype, outputs):
    """A filter gradient that can be written down: of ones, it counts where a kernel position meets the input."""
    channels = kernel[-2]
    x = np.ones((1, *shape, channels), dtype)
    dy = np.ones((1, *outputs, kernel[-1]), dtype)
    return {"input": x, "filter_sizes": np.array(kernel, np.int32), "out_backprop": dy}, {
        "strides": [1, 1, 1, 1, 1],
        "padding": "SAME",
    }


def test_a_3d_filter_gradient_that_onednn_gets_wrong_is_refused():
    """C3D's last layers in bfloat16: two frames, a kernel of three."""
    needs(ml_dtypes.bfloat16)
    inputs, attrs = conv3d_filter_gradient((2, 7, 7), (3, 3, 3, 16, 16), ml_dtypes.bfloat16, (2, 7, 7))
    definition = kernel_named("Conv3DBackpropFilterV2", ".onednn.conv.")
    with pytest.raises(NotFoundError, match="kernel is larger than the input"):
        Run(definition, inputs, attrs)


def test_a_dilated_depthwise_filter_gradient_in_bfloat16_is_refused():
    needs(ml_dtypes.bfloat16)
    x = np.ones((2, 33, 33, 8), ml_dtypes.bfloat16)
    inputs = {"input": x, "filter_sizes": np.array([3, 3, 8, 1], np.int32), "out_backprop": x}
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME", "dilations": [1, 2, 2, 1]}
    with pytest.raises(NotFoundError, match="reads memory that nobody wrote"):
        Run(kernel_named("DepthwiseConv2dNativeBackpropFilter", ".onednn.conv."), inputs, attrs)


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
@pytest.mark.parametrize("channels", [(3, 5), (16, 32), (1, 17)])
@pytest.mark.parametrize("pass_", ["", "BackpropInput", "BackpropFilter"])
def test_an_infinity_reaches_what_it_meets_and_nothing_else(dtype, channels, pass_):
    needs(dtype)
    rng = np.random.default_rng(0)
    shapes = {"input": (2, 7, 9, channels[0]), "filter": (3, 5, *channels), "out_backprop": (2, 7, 9, channels[1])}
    names = {"": ("input", "filter"), "BackpropInput": ("filter", "out_backprop"),
             "BackpropFilter": ("input", "out_backprop")}[pass_]  # fmt: skip
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    definition = kernel_named(f"Conv2D{pass_}", ".onednn.conv.")
    for spoilt in names:
        inputs = {name: rng.integers(-2, 4, shapes[name]).astype(dtype) for name in names}
        inputs[spoilt].reshape(-1)[rng.integers(0, inputs[spoilt].size, 2)] = np.inf
        for name, given in (("input", "BackpropInput"), ("filter", "BackpropFilter")):
            if pass_ == given:
                inputs[f"{name}_sizes"] = np.array(shapes[name], np.int32)
        (answer,) = answers(f"Conv2D{pass_}", inputs, attrs)
        assert_equal(run(definition, inputs, attrs), answer.value, dtype)


def layer(dtype=np.float32, size=28, channels=32):
    rng = np.random.default_rng(1)
    inputs = {
        "input": rng.standard_normal((2, size, size, channels)).astype(dtype),
        "filter": rng.standard_normal((3, 3, channels, channels)).astype(dtype),
    }
    return inputs, {"strides": [1, 1, 1, 1], "padding": "SAME"}


def test_what_is_not_in_order_and_not_aligned():
    inputs, attrs = layer()
    prepared = Run(kernel_named("Conv2D", ".onednn.conv."), inputs, attrs)
    expected = prepared()
    x, w = prepared.inputs
    odd = np.empty(x.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(x.shape)
    odd[...] = x
    for awkward in (np.asfortranarray(x), odd, x[::-1].copy()[::-1], np.repeat(x, 2, axis=3)[..., ::2]):
        np.testing.assert_array_equal(prepared(inputs=[awkward, w]), expected)
    target = np.full((*expected.shape[:-1], 64), 7, np.float32)[..., ::2]
    assert prepared(out=target) is target
    np.testing.assert_array_equal(target, expected)


def test_the_same_from_run_to_run():
    inputs, attrs = layer()
    inputs["out_backprop"] = inputs["input"]
    inputs["filter_sizes"] = np.array(inputs.pop("filter").shape, np.int32)
    prepared = Run(kernel_named("Conv2DBackpropFilter", ".onednn.conv."), inputs, attrs)
    first = prepared()
    assert all(prepared().tobytes() == first.tobytes() for _ in range(20))


def test_eight_threads_with_different_shapes():
    definition = kernel_named("Conv2D", ".onednn.conv.")
    runs = [Run(definition, *layer(size=size, channels=channels)) for size in (5, 9, 14, 28) for channels in (3, 16)]
    expected = [each() for each in runs]
    wrong = []

    def work(first):
        for number in range(60):
            index = (first + number) % len(runs)
            if runs[index]().tobytes() != expected[index].tobytes():
                wrong.append(index)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


IN_SESSION = NullContext(arrays_are_constant=True)


def test_a_constant_filter_is_kept_and_forgotten_with_it():
    inputs, attrs = layer(channels=48)
    prepared = Run(kernel_named("Conv2D", ".onednn.conv."), inputs, attrs)
    x, w = prepared.inputs
    expected = prepared()
    constant = w.copy()
    constant.flags.writeable = False
    context = IN_SESSION
    WEIGHTS.clear()
    for sizes in (0, constant.nbytes, constant.nbytes):
        (y,) = prepared.choice.prepared.run(context, [x, constant], None)
        np.testing.assert_array_equal(y, expected)
        assert WEIGHTS.bytes >= sizes
    other = -w  # a filter that may change is not looked up
    np.testing.assert_array_equal(prepared.choice.prepared.run(context, [x, other], None)[0], -expected)
    del constant
    assert WEIGHTS.bytes == 0


def test_more_constants_than_may_be_kept(monkeypatch):
    monkeypatch.setattr(WEIGHTS, "capacity", 100_000)
    WEIGHTS.clear()
    inputs, attrs = layer()
    prepared = Run(kernel_named("Conv2D", ".onednn.conv."), inputs, attrs)
    x, w = prepared.inputs
    constants = [w * (n + 1) for n in range(6)]
    for constant in constants:
        constant.flags.writeable = False
    context = IN_SESSION
    for _ in range(3):
        for n, constant in enumerate(constants):
            (y,) = prepared.choice.prepared.run(context, [x, constant], None)
            np.testing.assert_allclose(y, prepared() * (n + 1), rtol=1e-4, atol=1e-3)
            assert WEIGHTS.bytes <= 100_000


@pytest.mark.parametrize(
    "kernel, dilation, dtype, pass_, expected",
    [(3, 1, np.float32, "", 30), (7, 1, np.float32, "", 18), (7, 1, np.float32, "BackpropFilter", 10),
     (3, 2, np.float32, "BackpropFilter", 10), (3, 1, np.float32, "BackpropFilter", 30)],
)  # fmt: skip
def test_depthwise_kernels_stand_back_where_others_are_faster(kernel, dilation, dtype, pass_, expected):
    x = np.ones((1, 56, 56, 8), dtype)
    w = np.ones((kernel, kernel, 8, 1), dtype)
    inputs = {"input": x, "filter": w}
    if pass_:
        inputs = {"input": x, "filter_sizes": np.array(w.shape, np.int32), "out_backprop": x}
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME", "dilations": [1, dilation, dilation, 1]}
    definition = kernel_named(f"DepthwiseConv2dNative{pass_}", ".onednn.conv.")
    assert definition.priority_for(Run(definition, inputs, attrs).choice.spec) == expected


@pytest.mark.parametrize("taps", [5, 113])
def test_slow_loops_stand_back(taps):
    """Of one channel oneDNN computes long filters by the loops that it tests itself with."""
    definition = kernel_named("Conv2D", ".onednn.conv.")
    inputs = {"input": np.ones((2, 1, 500, 1), np.float32), "filter": np.ones((1, taps, 1, 1), np.float32)}
    found = Run(definition, inputs, {"strides": [1, 1, 1, 1], "padding": "SAME"})
    is_reference = found.choice.prepared._programs.now().implementation.startswith("ref")
    assert definition.priority_for(found.choice.spec) == (5 if is_reference else 30)


@pytest.mark.parametrize("channels, groups, kernel, refused", [(17, 1, 3, True), (32, 2, 3, True), (34, 2, 1, False)])
def test_a_dilated_filter_gradient_in_bfloat16_is_refused_unless_its_blocks_are_full(channels, groups, kernel, refused):
    needs(ml_dtypes.bfloat16)
    rng = np.random.default_rng(2)
    x = rng.integers(-2, 4, (2, 15, 33, channels)).astype(ml_dtypes.bfloat16)
    rows = 15 - (kernel - 1) * 2
    dy = rng.integers(-2, 4, (2, rows, 33 - kernel + 1, 6)).astype(ml_dtypes.bfloat16)
    sizes = np.array([kernel, kernel, channels // groups, 6], np.int32)
    inputs = {"input": x, "filter_sizes": sizes, "out_backprop": dy}
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID", "dilations": [1, 2, 1, 1]}
    definition = kernel_named("Conv2DBackpropFilter", ".onednn.conv.")
    if refused:
        with pytest.raises(NotFoundError, match="reads memory that nobody wrote"):
            Run(definition, inputs, attrs)
    else:
        (answer,) = answers("Conv2DBackpropFilter", inputs, attrs)
        assert_equal(run(definition, inputs, attrs), answer.value, x.dtype)
