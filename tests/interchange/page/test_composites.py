"""The layers, losses and optimizers that come with graphops, as pages."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.page import build_page, read_page, run_page
from graphops.interchange.page.composites import composites
from graphops.interchange.page.page_blocks import block_op

Json = dict[str, Any]
ALL = composites()
RNG = np.random.default_rng(0)


def part(name: str) -> tuple[str, Json, Json]:
    """A composite's sub-page, and what ``ui`` says of it."""
    ((page, about),) = ALL[name]["ui"]["composites"].items()
    return page, ALL[name]["pages"][page], about


def drawn(name: str, inputs: dict[str, np.ndarray[Any, Any]], fetch: str, set_: Json | None = None) -> Json:
    """A page with a composite whose ports get constants."""
    page, _, about = part(name)
    given = deepcopy(ALL[name])
    blocks = {block["id"]: block for block in given["pages"][page]["blocks"]}
    for parameter, value in (set_ or {}).items():
        for block, *keys, last in about["parameters"][parameter]:
            place = blocks[block]
            for key in keys:
                place = place[key]
            place[last] = value
    given["blocks"] = [
        {"id": port, "op": "Const", "attrs": {"value": {"dtype": str(array.dtype), "shape": list(array.shape),
                                                        "values": array.ravel().tolist()}}}
        for port, array in inputs.items()
    ]  # fmt: skip
    given["wires"] = [{"from": f"{port}:output", "to": f"{page}/{about['inputs'][port]}"} for port in inputs]
    given["fetches"] = [fetch if ":" not in fetch else f"{page}/{fetch}"]
    return given


def ran(given: Json, **more: Any) -> list[np.ndarray[Any, Any]]:
    return list(run_page(read_page(json.dumps(given)), **more).values())


def test_there_are_these() -> None:
    kinds = [part(name)[2]["kind"] for name in ALL]
    assert kinds == ["Adam optimizer", "convolution layer", "dense layer", "max pool layer", "mean squared error",
                     "momentum optimizer", "SGD optimizer", "softmax cross-entropy loss", "variable"]  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_ports_and_parameters_are_there(name: str) -> None:
    page, inner, about = part(name)
    blocks = {block["id"]: block for block in inner["blocks"]}
    for side, ports in (("inputs", about["inputs"]), ("outputs", about["outputs"])):
        for pin in ports.values():
            block, _, arg = pin.partition(":")
            assert arg in [item.name for item in getattr(block_op(blocks[block]["op"]).op_def, side)], pin
    for places in about["parameters"].values():
        values = []
        for block, *keys in places:
            value = blocks[block]
            for key in keys:
                value = value[key]
            values.append(value)
        assert all(value == values[0] for value in values)
    assert set(ALL[name]["ui"]["positions"]) == {page, *(f"{page}/{block}" for block in blocks)}
    # Nothing is wrong with it but that its inputs have no wires.
    unwired = {pin.partition(":")[0] for pin in about["inputs"].values()}
    problems = build_page(read_page(json.dumps(ALL[name]))).problems
    assert {problem.block.rpartition("/")[2] for problem in problems} <= unwired
    assert all("must be given" in str(problem.error) for problem in problems)


def test_dense_layer() -> None:
    x = RNG.normal(size=(4, 3)).astype(np.float32)
    sizes = {"inputs": 3, "units": 5, "stddev": 0.5, "seed": 7}
    (y,) = ran(drawn("dense_layer", {"x": x}, "output:output", sizes))
    (kernel,) = ran(drawn("dense_layer", {"x": x}, "kernel_read:value", sizes))
    assert kernel.shape == (3, 5)
    assert 0 < np.abs(kernel).max() <= 1.0  # twice the deviation
    np.testing.assert_allclose(y, x @ kernel, rtol=1e-6)  # the bias is 0 at first


def test_convolution_layer_against_its_definition() -> None:
    x = RNG.normal(size=(2, 6, 5, 3)).astype(np.float32)
    sizes = {"height": 3, "width": 2, "channels": 3, "filters": 4, "stride": 2, "padding": "VALID", "seed": 3}
    (y,) = ran(drawn("conv_layer", {"x": x}, "output:activations", sizes))
    (filter_,) = ran(drawn("conv_layer", {"x": x}, "filter_read:value", sizes))
    assert filter_.shape == (3, 2, 3, 4)
    expected = np.zeros((2, 2, 2, 4))
    for row, column in np.ndindex(2, 2):
        window = x[:, 2 * row : 2 * row + 3, 2 * column : 2 * column + 2]
        expected[:, row, column] = np.einsum("bhwc,hwcf->bf", window, filter_)
    np.testing.assert_allclose(y, np.maximum(expected, 0), rtol=1e-5, atol=1e-6)
    assert (y > 0).any()


def test_max_pool_layer() -> None:
    x = np.arange(36, dtype=np.float32).reshape(1, 6, 6, 1)
    (y,) = ran(drawn("max_pool_layer", {"x": x}, "pool:output", {"size": 3, "stride": 3}))
    assert y.ravel().tolist() == [14.0, 17.0, 32.0, 35.0]


def test_losses() -> None:
    logits, labels = RNG.normal(size=(3, 4)).astype(np.float32), np.array([0, 3, 1], np.int64)
    (loss,) = ran(drawn("softmax_cross_entropy_loss", {"logits": logits, "labels": labels}, "mean:output"))
    share = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    assert loss == pytest.approx(-np.log(share[np.arange(3), labels]).mean(), rel=1e-5)
    a, b = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32), np.array([[1.0, 0.0], [0.0, 4.0]], np.float32)
    (error,) = ran(drawn("mean_squared_error", {"predictions": a, "targets": b}, "mean:output"))
    assert error == pytest.approx(13 / 4)


def test_variable() -> None:
    (value,) = ran(drawn("variable", {}, "variable_read:value", {"shape": [3, 2], "stddev": 2, "seed": 5}))
    assert value.shape == (3, 2)
    assert 0 < np.abs(value).max() <= 4
    (scalar,) = ran(drawn("variable", {}, "variable_read:value", {"shape": []}))
    assert scalar.shape == ()


OPTIMIZERS: dict[str, tuple[Json, Any]] = {
    "sgd": ({"learning_rate": 0.25}, lambda: go.train.GradientDescentOptimizer(0.25)),
    "momentum": ({"learning_rate": 0.25, "momentum": 0.5, "nesterov": True},
                 lambda: go.train.MomentumOptimizer(0.25, 0.5, use_nesterov=True)),
    "adam": ({"learning_rate": 0.25, "beta1": 0.8, "beta2": 0.9},
             lambda: go.train.AdamOptimizer(0.25, beta1=0.8, beta2=0.9)),
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_take_the_steps_of_go_train(name: str) -> None:
    """Two variables, four steps, the same bits."""
    set_, optimizer = OPTIMIZERS[name]
    starts = {"a": [1.0, -2.0], "b": [0.5]}
    page, _, about = part(name)
    given = drawn(name, {}, "loss", set_)
    variables = [
        {"id": key, "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [len(start)]}}
        for key, start in starts.items()
    ]
    for key, start in starts.items():
        variables.append({"id": f"{key}_begin", "op": "AssignVariableOp",
                          "inputs": {"value": {"dtype": "float", "values": start}}})  # fmt: skip
        variables.append({"id": f"{key}_read", "op": "ReadVariableOp", "attrs": {"dtype": "float"}})
    axis = {"dtype": "int32", "values": [0]}
    given["blocks"] += [*variables, {"id": "both", "op": "ConcatV2", "inputs": {"axis": 0}},
                        {"id": "square", "op": "Square"},
                        {"id": "loss", "op": "Sum", "inputs": {"reduction_indices": axis}},
                        {"id": "grads", "op": "Gradients"}]  # fmt: skip
    wires = [("both:values:0", "a_read:value"), ("both:values:1", "b_read:value"), ("square:x", "both:output"),
             ("loss:input", "square:y"), ("grads:ys:0", "loss:output"),
             (f"{page}/{about['inputs']['gradients']}", "grads:grads")]  # fmt: skip
    for number, key in enumerate(starts):
        wires += [(f"{key}_begin:resource", f"{key}:resource"), (f"{key}_read:resource", f"{key}:resource"),
                  (f"grads:xs:{number}", f"{key}:resource"),
                  (f"{page}/{about['inputs']['variables']}:{number}", f"{key}:resource")]  # fmt: skip
    given["wires"] += [{"from": source, "to": target} for target, source in wires]
    given["init"] = [*given.get("init", []), "a_begin", "b_begin"]
    given["fetches"] = ["loss", *ALL[name]["fetches"]]
    found = [ran(given, steps=steps)[0] for steps in (1, 2, 3, 4)]
    with go.Graph().as_default():
        a, b = (go.Variable(np.array(start, np.float32)) for start in starts.values())
        loss = go.raw_ops.Sum(
            input=go.raw_ops.Square(x=go.raw_ops.ConcatV2(values=[a.value(), b.value()], axis=0)),
            reduction_indices=[0],
        )
        step = optimizer().minimize(loss)
        with go.Session() as session:
            session.run(go.global_variables_initializer())
            expected = [session.run([loss, step])[0] for _ in range(4)]
    assert [value.tobytes() for value in found] == [value.tobytes() for value in expected]
