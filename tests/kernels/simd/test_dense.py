"""The dense convolutions in SIMD: everything that the ops allow, and the sizes at which their tiles and blocks end."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.few import few
from tests.kernels.blas.runs import Run, check, kernel_named, run
from tests.kernels.simd.dense_elements import Layer
from tests.ops.conv_matrix import (
    Configuration,
    Sizes,
    call,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)
from tests.reference.bounds import RELATIVE_TO_LARGEST
from tests.reference.call import answers

pytest.importorskip("numba")

KERNELS = "graphops_cpu.simd.dense."
OPS = (
    "Conv2D", "Conv2DBackpropInput", "Conv2DBackpropInputV2", "Conv2DBackpropFilter", "Conv2DBackpropFilterV2",
    "Conv3D", "Conv3DBackpropInput", "Conv3DBackpropInputV2", "Conv3DBackpropFilter", "Conv3DBackpropFilterV2", "Conv",
)  # fmt: skip
PASSES = ("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter")


def ours(op: str) -> Any:
    return kernel_named(op, KERNELS)


def configuration(op: str, dtype: str = "double", **changes: Any) -> Configuration:
    """One configuration; unless changed: channels last, SAME, nothing dilated, grouped or strided."""
    rank = 3 if "3D" in op else 2
    values = {"spatial_rank": rank, "data_format": "NHWC" if rank == 2 else "NDHWC", "padding": "SAME"}
    return Configuration(op, **{"dilated": False, "grouped": False, "strided": False, **values, **changes}, T=dtype)


@pytest.mark.parametrize("op", few(OPS, 2))
def test_every_configuration(op: str, full: bool) -> None:
    """Without GRAPHOPS_FULL=1 the few in which every two values meet, and each special size with each padding."""
    wrong: list[str] = []
    every = [c for c in configurations(op) if c.T in ("float", "double")]
    for c in every if full else few_configurations(op, ("float", "double")):
        wrong += check(ours(op), c, sizes_of(c))
    edges = ((c, name, sizes) for c in every for name, sizes in special_sizes(c))
    for c, _, sizes in edges if full else few_edges(op, lambda c: c.T == "double" and not c.grouped):
        wrong += check(ours(op), c, sizes)
    assert wrong == []


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize(("channels", "out_channels"), [(1, 1), (3, 17), (5, 8), (16, 33), (17, 3), (70, 24), (33, 70)])
def test_channels_that_fill_no_vector(op: str, channels: int, out_channels: int) -> None:
    for dtype in ("double", "float"):
        c = configuration(op, dtype)
        s = Sizes((7, 9), (3, 3), (1, 1), (1, 1), channels=channels, out_channels=out_channels)
        assert check(ours(op), c, s) == []
        s = Sizes((9, 8), (3, 2), (2, 3), (1, 1), channels=channels, out_channels=out_channels)
        assert check(ours(op), c, s) == []


@pytest.mark.parametrize("op", PASSES)
def test_more_of_everything_than_a_block_holds(op: str) -> None:
    """More than 224 positions, 512 deep, with what is left over in each of them."""
    for dtype in ("double", "float"):
        s = Sizes((17, 19), (3, 3), (1, 1), (1, 1), channels=67, out_channels=37, batch=(2,))
        assert check(ours(op), configuration(op, dtype), s) == []


@pytest.mark.parametrize("op", ["Conv2DBackpropInput", "Conv3DBackpropInputV2"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_input_gradients_of_few_channels(op: str, channels: int) -> None:
    rank = 3 if "3D" in op else 2
    for kernel, strides, dilations in (
        ((3, 5, 4), (1, 1, 1), (1, 1, 1)),
        ((4, 7, 7), (2, 2, 2), (1, 1, 1)),
        ((2, 4, 4), (3, 4, 5), (1, 1, 1)),
        ((3, 3, 2), (1, 2, 1), (2, 1, 3)),
    ):
        for padding in ("SAME", "VALID"):
            s = Sizes(
                (6, 15, 17)[-rank:], kernel[-rank:], strides[-rank:], dilations[-rank:], channels=channels,
                out_channels=19, batch=(3,),
            )  # fmt: skip
            for layout in ("NHWC", "NCHW") if rank == 2 else ("NDHWC", "NCDHW"):
                assert check(ours(op), configuration(op, padding=padding, data_format=layout), s) == []


def test_a_product_too_wide_to_scatter() -> None:
    s = Sizes((14, 13), (14, 13), (1, 1), (1, 1), channels=4, out_channels=3)
    assert check(ours("Conv2DBackpropInput"), configuration("Conv2DBackpropInput"), s) == []


@pytest.mark.parametrize("op", PASSES)
def test_groups(op: str) -> None:
    for channels, out_channels, groups in ((12, 20, 4), (34, 6, 2), (6, 6, 6)):
        s = Sizes(
            (8, 9), (3, 2), (2, 1), (1, 2), channels=channels, out_channels=out_channels, groups=groups
        )  # fmt: skip
        assert check(ours(op), configuration(op), s) == []


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize(("dtype", "layout"), [("double", "NHWC"), ("float", "NHWC"), ("double", "NCHW")])
def test_what_is_not_finite_reaches_what_it_meets_and_nothing_else(op: str, dtype: str, layout: str) -> None:
    c = configuration(op, dtype, padding="EXPLICIT", strided=True, data_format=layout)
    for channels in (3, 6):
        s = Sizes((9, 8), (3, 2), (2, 1), (1, 2), ((1, 2), (3, 0)), channels=channels, out_channels=5)
        inputs, attrs = call(c, s, integers=True)
        for name in [n for n in inputs if not n.endswith("_sizes")]:
            for value in (np.inf, np.nan):
                for place in (0, inputs[name].size // 2, -1):
                    spoilt = {**inputs, name: inputs[name].copy()}
                    spoilt[name].reshape(-1)[place] = value
                    (answer,) = answers(op, spoilt, attrs)
                    found = run(ours(op), spoilt, attrs)
                    np.testing.assert_array_equal(found.astype(np.float64), answer.value)


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("dtype", ["double", "float"])
def test_channels_first(op: str, dtype: str) -> None:
    """Rows shorter and longer than vectors, with steps of 1, 2 and 3, over several images and blocks."""
    c = configuration(op, dtype, data_format="NCHW")
    for s in (
        Sizes((17, 19), (3, 3), (1, 1), (1, 1), channels=67, out_channels=37),
        Sizes((21, 70), (3, 5), (1, 2), (1, 1), channels=9, out_channels=17),
        Sizes((40, 11), (3, 2), (3, 3), (1, 2), channels=3, out_channels=20),
        Sizes((7, 7), (3, 3), (2, 2), (1, 1), channels=40, out_channels=30, batch=(5,)),
        Sizes((9, 33), (1, 1), (1, 1), (1, 1), channels=33, out_channels=16),
        Sizes((9, 10), (3, 3), (1, 1), (2, 1), channels=12, out_channels=20, groups=4),
    ):
        assert check(ours(op), c, s) == []


LAYERS = {
    "ResNet 3x3, 512 channels": ((2, 7, 7, 512), (3, 3, 512, 512), (1, 1), (1, 1), ((1, 1), (1, 1))),
    "ResNet 1x1": ((2, 28, 28, 256), (1, 1, 256, 128), (1, 1), (1, 1), ((0, 0), (0, 0))),
    "ResNet stem": ((1, 224, 224, 3), (7, 7, 3, 64), (2, 2), (1, 1), ((3, 3), (3, 3))),
    "DeepLab rate 12": ((1, 33, 33, 96), (3, 3, 96, 80), (1, 1), (12, 12), ((12, 12), (12, 12))),
    "C3D": ((1, 4, 28, 28, 64), (3, 3, 3, 64, 128), (1, 1, 1), (1, 1, 1), ((1, 1), (1, 1), (1, 1))),
    "I3D stem": ((1, 8, 56, 56, 3), (7, 7, 7, 3, 64), (2, 2, 2), (1, 1, 1), ((2, 3), (2, 3), (2, 3))),
}


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_layers_of_networks(name: str, dtype: str) -> None:
    """Some elements of each result, also beside the borders and at the ends of blocks."""
    layer = Layer(*LAYERS[name])
    rank = len(layer.strides)
    rng = np.random.default_rng(len(name))
    x, w, dy = ((2 * rng.random(shape) - 1).astype(dtype) for shape in (layer.x, layer.w, layer.y))
    attrs = {"strides": [1, *layer.strides, 1], "dilations": [1, *layer.dilations, 1]}
    same = [(sum(p), p[0]) for p in layer.pads]
    attrs["padding"] = "SAME" if any(total for total, _ in same) else "VALID"
    v2 = "V2" if rank == 3 else ""
    results = (
        (f"Conv{rank}D", {"input": x, "filter": w}, lambda at: layer.forward(x, w, at)),
        (
            f"Conv{rank}DBackpropInput{v2}",
            {"input_sizes": np.array(x.shape, np.int32), "filter": w, "out_backprop": dy},
            lambda at: layer.input_gradient(w, dy, at),
        ),
        (
            f"Conv{rank}DBackpropFilter{v2}",
            {"input": x, "filter_sizes": np.array(w.shape, np.int32), "out_backprop": dy},
            lambda at: layer.filter_gradient(x, dy, at),
        ),
    )
    if name == "ResNet stem":  # SAME pads 2 and 3 there
        attrs |= {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 3, 3, 3, 3, 0, 0]}
    for op, inputs, element in results:
        found = run(ours(op), inputs, attrs)
        largest = float(np.abs(found).max())
        places = [tuple(int(i) for i in rng.integers(0, found.shape)) for _ in range(60)]
        places += [(0,) * found.ndim, tuple(n - 1 for n in found.shape)]
        for at in places:
            assert abs(float(found[at]) - element(at)) <= RELATIVE_TO_LARGEST[dtype] * largest, (op, at)


@pytest.mark.parametrize("op", PASSES)
def test_the_same_to_the_bit_every_time(op: str) -> None:
    inputs, attrs = call(
        configuration(op), Sizes((30, 31), (3, 3), (1, 1), (1, 1), channels=3, out_channels=20), integers=False
    )
    prepared = Run(ours(op), inputs, attrs)
    first = prepared().tobytes()
    assert all(prepared().tobytes() == first for _ in range(20))
    assert all(run(ours(op), inputs, attrs).tobytes() == first for _ in range(3))


def test_eight_threads_with_different_problems() -> None:
    """Shared prepared kernels and scratch memory."""
    prepared = []
    for op in PASSES:
        for channels in (3, 20):
            s = Sizes((12, 20), (3, 3), (1, 1), (1, 1), channels=channels, out_channels=24)
            one = Run(ours(op), *call(configuration(op), s, integers=False))
            prepared.append((one, one()))
    wrong: list[str] = []

    def work(start: int) -> None:
        for i in range(60):
            one, expected = prepared[(start + i) % len(prepared)]
            if one().tobytes() != expected.tobytes():
                wrong.append(one.choice.definition.name)

    threads = [threading.Thread(target=work, args=(t,)) for t in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_any_number_of_threads_gives_right_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """How work is cut depends on the number of threads; that more are asked for than there are is no fault."""
    for threads in (1, 3, 7, 32):
        monkeypatch.setattr("graphops_cpu.runtime.threads._count", threads)
        for op in PASSES:
            for s in (
                Sizes((40, 41), (3, 3), (1, 1), (1, 1), channels=3, out_channels=33),
                Sizes((9, 9), (3, 3), (1, 1), (1, 1), channels=40, out_channels=80),
            ):
                assert check(ours(op), configuration(op), s) == []


_NARROW = """
from tests.kernels.simd import test_dense as t
for op in t.PASSES:
    for dtype in ("double", "float"):
        c = t.configuration(op, dtype)
        for channels, out in ((3, 17), (33, 20), (8, 8)):
            for s in (
                t.Sizes((9, 11), (3, 3), (1, 1), (1, 1), channels=channels, out_channels=out),
                t.Sizes((9, 11), (3, 3), (2, 1), (1, 2), channels=channels, out_channels=out),
            ):
                assert t.check(t.ours(op), c, s) == []
"""


@pytest.mark.full
@pytest.mark.parametrize("bits", ["128", "256"])
def test_narrower_vectors(bits: str) -> None:
    """As on CPUs without AVX-512."""
    root = Path(__file__).parents[3]
    path = os.pathsep.join(str(root / part) for part in (".", "kernels", "registry"))
    environment = {**os.environ, "GRAPHOPS_SIMD_BITS": bits, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", _NARROW], cwd=root, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
