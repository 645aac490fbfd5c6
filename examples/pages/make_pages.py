"""Write the example pages beside this file, but ``filter_gradient.json``, which is written by hand.

``python examples/pages/make_pages.py`` gives the same bytes every time, on every machine with the same scikit-learn.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

import graphops as go
from graphops.page import Page, Pin, page_of, page_text

HERE = Path(__file__).parent
BATCH = 64
RATE = 0.5
SIDE = 24


def note(x: int, y: int, text: str) -> dict[str, object]:
    """The note beside a page's blocks: a few lines of 30 letters."""
    return {"page": "", "x": x, "y": y, "text": text}


def digits() -> tuple[np.ndarray, np.ndarray]:
    """The first pictures (64, 8, 8, 1) of scikit-learn's digits, grey values from 0 to 1, and what they show."""
    from sklearn.datasets import load_digits

    found = load_digits()
    return (found.images[:BATCH, :, :, None] / 16).astype(np.float32), found.target[:BATCH].astype(np.int32)


def weights() -> dict[str, np.ndarray]:
    """What the variables begin with: multiples of 1/64, which every format writes exactly."""
    draw = np.random.default_rng(7)
    shapes = {"filter": ((3, 3, 1, 8), 0.4), "dense": ((4 * 4 * 8, 10), 0.15)}
    found = {name: np.round(draw.normal(0, deviation, shape) * 64) / 64 for name, (shape, deviation) in shapes.items()}
    found["bias"] = np.zeros(10)
    return {name: value.astype(np.float32) for name, value in found.items()}


def digits_cnn_step() -> Page:
    """One step of gradient descent: convolution, maximum, dense layer, loss, their gradients, updates."""
    pictures, labels = digits()
    raw = go.raw_ops
    with go.Graph().as_default() as graph:
        with go.name_scope("batch"):
            x = raw.Const(value=pictures, dtype=go.float32, name="pictures")
            y = raw.Const(value=labels, dtype=go.int32, name="labels")
        handles, values, starts = {}, {}, []
        for name, start in weights().items():
            with go.name_scope(f"variables/{name}"):
                handles[name] = raw.VarHandleOp(dtype=go.float32, shape=start.shape, shared_name=name, name="variable")
                starts.append(raw.AssignVariableOp(resource=handles[name], value=start, name="begin").name)
                values[name] = raw.ReadVariableOp(resource=handles[name], dtype=go.float32, name="now")
        with go.name_scope("model"):
            conv = raw.Conv2D(
                input=x, filter=values["filter"], strides=[1, 1, 1, 1], padding="SAME", name="convolution"
            )
            active = raw.Relu(features=conv, name="relu")
            pooled = raw.MaxPool(input=active, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME", name="maximum")
            flat = raw.Reshape(tensor=pooled, shape=[BATCH, 4 * 4 * 8], name="flat")
            product = raw.MatMul(a=flat, b=values["dense"], name="dense")
            scores = raw.BiasAdd(value=product, bias=values["bias"], name="scores")
        with go.name_scope("loss"):
            each = raw.SparseSoftmaxCrossEntropyWithLogits(features=scores, labels=y, name="each")
            loss = raw.Mean(input=each.loss, axis=[0], name="mean")
        with go.name_scope("gradients"):
            # What the loss changes by: softmax less the right answer for each picture, divided by their number.
            d_scores = raw.Mul(x=each.backprop, y=np.float32(1 / BATCH), name="scores")
            slopes = {"bias": raw.BiasAddGrad(out_backprop=d_scores, name="bias")}
            slopes["dense"] = raw.MatMul(a=flat, b=d_scores, transpose_a=True, name="dense")
            d_flat = raw.MatMul(a=d_scores, b=values["dense"], transpose_b=True, name="flat")
            d_pooled = raw.Reshape(tensor=d_flat, shape=[BATCH, 4, 4, 8], name="maximum")
            d_active = raw.MaxPoolGrad(
                orig_input=active, orig_output=pooled, grad=d_pooled, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1],
                padding="SAME", name="relu",
            )  # fmt: skip
            d_conv = raw.ReluGrad(gradients=d_active, features=active, name="convolution")
            slopes["filter"] = raw.Conv2DBackpropFilter(
                input=x, filter_sizes=[3, 3, 1, 8], out_backprop=d_conv, strides=[1, 1, 1, 1], padding="SAME",
                name="filter",
            )  # fmt: skip
        # They wait for all gradients: a step computes with the variables as they were when it began.
        with go.name_scope("updates"), go.control_dependencies(list(slopes.values())):
            steps = [
                raw.ResourceApplyGradientDescent(
                    var=handles[name], alpha=np.float32(RATE), delta=slopes[name], name=name
                ).name
                for name in slopes
            ]
    page = page_of(graph, fetches=[loss, *steps], title="Training step of a small network on handwritten digits")
    notes = [
        note(0, -150, "A run is 20 steps of training. Step goes on from there; the arrow that goes round begins anew."),
        note(300, -90, "A double click on its head opens a sub-page."),
        note(620, -100, "This falls: 2.42 in the first step, 0.30 in the last."),
        note(330, 440, "How the loss changes with each variable, and what this does to them."),
    ]
    places = {"batch": [0, 0], "variables": [0, 180], "model": [300, 60], "loss": [620, 0], "gradients": [620, 290],
              "updates": [1000, 310]}  # fmt: skip
    shut = ["batch", "variables", "model", "gradients", "updates"]
    ui = {"collapsed": shut, "positions": places, "notes": notes}
    return replace(page, init=tuple(Pin(name) for name in starts), steps=20, ui=ui)


def phantom() -> np.ndarray:
    """A head of ellipsoids (1, 24, 24, 24, 1) for a scanner: skull, brain, two ventricles, a tumour, noise."""
    places = np.stack(np.meshgrid(*[np.linspace(-1, 1, SIDE)] * 3, indexing="ij"), -1)
    volume = np.zeros((SIDE,) * 3)
    for centre, radii, grey in [
        ((0, 0, 0), (0.92, 0.9, 0.75), 1.0), ((0, 0, 0), (0.84, 0.82, 0.67), -0.7),
        ((0, -0.1, 0.22), (0.4, 0.3, 0.12), -0.2), ((0, -0.1, -0.22), (0.4, 0.3, 0.12), -0.2),
        ((0.2, 0.45, 0.1), (0.16, 0.16, 0.16), 0.4),
    ]:  # fmt: skip
        volume += grey * ((((places - centre) / radii) ** 2).sum(-1) <= 1)
    volume += np.random.default_rng(3).normal(0, 0.05, volume.shape)
    return (np.round(volume * 256) / 256).astype(np.float16)[None, ..., None]  # exact in two bytes a voxel


def volume_filter() -> Page:
    """A volume smoothed by a binomial filter, and what the squared difference says of the filter's weights."""
    raw = go.raw_ops
    line = np.float32([1, 2, 1]) / 4
    binomial = np.einsum("i,j,k->ijk", line, line, line)[..., None, None]
    how = {"strides": [1, 1, 1, 1, 1], "padding": "SAME"}
    with go.Graph().as_default() as graph:
        scan = raw.Const(value=phantom(), dtype=go.half, name="scan")
        volume = raw.Cast(x=scan, DstT=go.float32, name="volume")
        kernel = raw.Const(value=binomial, dtype=go.float32, name="filter")
        smooth = raw.Conv3D(input=volume, filter=kernel, **how, name="smooth")
        noise = raw.Sub(x=smooth, y=volume, name="difference")
        gradient = raw.Conv3DBackpropFilterV2(
            input=volume, filter_sizes=[3, 3, 3, 1, 1], out_backprop=noise, **how, name="filter_gradient"
        )
    page = page_of(graph, fetches=[smooth, gradient], title="A volume smoothed, and the gradient of its filter")
    notes = [
        note(0, -130, "Run, open the result of 'volume' or 'smooth', choose 'image': a head in slices."),
        note(1180, -130, "For each weight of the filter: how the squared difference grows with it."),
    ]
    places = {"scan": [0, 0], "volume": [290, 0], "filter": [290, 220], "smooth": [600, 150], "difference": [890, 70],
              "filter_gradient": [1180, 0]}  # fmt: skip
    return replace(page, ui={"positions": places, "notes": notes})


def intended_error() -> Page:
    """A convolution whose filter wants other channels than the pictures have."""
    from graphops.page import Block, Wire

    blocks = (
        Block("pictures", "Placeholder", {"dtype": "float", "shape": [None, 8, 8, 3]}),
        Block("filter", "Const", {"value": {"dtype": "float", "shape": [3, 3, 4, 1], "values": [0.0] * 36}}),
        Block("convolution", "Conv2D", {"strides": [1, 1, 1, 1], "padding": "SAME"}),
        Block("result", "Relu"),
    )
    wires = (
        Wire(Pin("pictures", "output"), Pin("convolution", "input")),
        Wire(Pin("filter", "output"), Pin("convolution", "filter")),
        Wire(Pin("convolution", "output"), Pin("result", "features")),
    )
    notes = [
        note(0, -130, "Wrong on purpose: the pictures have 3 channels, the filter is for 4."),
        note(330, -130, "'result' is skipped. Make the filter 3,3,3,1 with 27 numbers, and all is right."),
    ]
    return Page(
        blocks, wires, fetches=(Pin("result"),), title="An intended error: channels that do not match",
        ui={"notes": notes},
    )  # fmt: skip


PAGES = {
    "digits_cnn_step": digits_cnn_step,
    "volume_filter": volume_filter,
    "intended_error": intended_error,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE, help="default: beside this file")
    folder = parser.parse_args().out
    for name, make in PAGES.items():
        path = folder / f"{name}.json"
        path.write_text(page_text(make()), encoding="utf-8")
        print(f"wrote {path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
