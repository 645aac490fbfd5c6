"""What is measured on a GPU: ceilings, the layers with larger batches, small graphs, training steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import prod
from typing import Any, Final

from graphops.apps.bench.cases import OURS, TOLERANCES, Case, Row
from graphops.apps.bench.sides.gpu_networks import GPU_NETWORKS
from graphops.apps.bench.sides.layers import Layer, layer_data

DTYPES: Final = ("half", "bfloat16", "tf32", "float32", "float64")
"""``tf32``: float32 whose products may round their operands to 11 bits; ``float32``: strictly not."""

BYTES: Final = {"half": 2, "bfloat16": 2, "tf32": 4, "float32": 4, "float64": 8}
PRODUCT: Final = 8192  # rows and columns of the matrices whose product is a ceiling
COPIED: Final = 1 << 30  # bytes of the array whose copy is one
SMALL: Final = (
    "ten_ops_nodes", "ten_ops_replayed", "ten_ops_from_host", "empty_recording", "tiny_conv_eager"
)  # fmt: skip

_TOLERANCES: Final = {**TOLERANCES, "tf32": 1e-2}
_MOST_FACTOR: Final = 64
_MOST_ELEMENTS: Final = 1 << 27  # of one operand: 1 GiB in float64


def batch_factor(layer: Layer) -> int:
    """By how much the batch of a layer, chosen for CPUs, is multiplied: a power of two, at most 64, with operands of at
    most 2**27 elements."""
    factor = 1
    largest = max(prod(layer.input), prod(layer.output))
    while factor < _MOST_FACTOR and largest * factor * 2 <= _MOST_ELEMENTS:
        factor *= 2
    return factor


def enlarged(layer: Layer, factor: int | None = None) -> Layer:
    """A layer with a batch for a GPU.

    Args:
        factor: default :func:`batch_factor`.
    """
    times = factor or batch_factor(layer)
    return replace(layer, input=(layer.input[0] * times, *layer.input[1:]))


def least_bytes(layer: Layer, dtype: str) -> int:
    """What any pass must read and write: image, filter and result once each."""
    return BYTES[dtype] * (prod(layer.input) + prod(layer.filter) + prod(layer.output))


def layer_cases(
    layers: Iterable[Layer],
    dtypes: Iterable[str],
    passes: Iterable[str],
    layouts: Iterable[str],
    *,
    factor: int | None = None,
    autotune: bool = False,
) -> list[Case]:
    """All combinations, a dtype at a time; ``layers`` as they are for CPUs."""
    larger = [enlarged(layer, factor) for layer in layers]
    return [
        Case(
            "layers",
            layer.name,
            {"kind": "layer", "layer": layer_data(layer), "pass": pass_, "layout": layout, "autotune": autotune,
             **_precision(dtype)},
            layer.class_,
            dtype,
            pass_,
            layout,
            layer.flops,
            _TOLERANCES[dtype],
            bytes=least_bytes(layer, dtype),
        )
        for dtype in dtypes
        for layout in layouts
        for layer in larger
        for pass_ in passes
    ]  # fmt: skip


def ceiling_cases(dtypes: Iterable[str]) -> list[Case]:
    """The copy of a large array, and a large matrix product in each dtype."""
    copy = Case("ceilings", "copy", {"kind": "copy", "bytes": COPIED}, "ceilings", bytes=2 * COPIED)
    products = [
        Case(
            "ceilings",
            "product",
            {"kind": "product", "size": PRODUCT, **_precision(dtype)},
            "ceilings",
            dtype,
            flops=2 * PRODUCT**3,
            tolerance=_TOLERANCES[dtype],
        )
        for dtype in dtypes
    ]
    return [copy, *products]


def ceilings(rows: Iterable[Row]) -> dict[str, float]:
    """What any side reached: by dtype GFLOP/s of the product, and "copy" in GB/s, bytes read and bytes written."""
    found: dict[str, float] = {}
    for row in rows:
        if row.case.suite != "ceilings":
            continue
        for name, side in row.sides.items():
            if side.seconds and not side.refused and not side.at_least and (name == OURS or row.counts(name)):
                amount = row.case.flops or row.case.bytes
                key = row.case.dtype or row.case.name
                found[key] = max(found.get(key, 0.0), amount / side.seconds / 1e9)
    return found


def small_cases() -> list[Case]:
    """What a call costs, from the call until its result is there."""
    return [Case("small", name, {"kind": "small", "name": name}, "small", "float32", tolerance=1e-3) for name in SMALL]


def training_cases() -> list[Case]:
    """A step of each network in each precision that it has."""
    return [
        Case(
            "training",
            name,
            {"kind": "training", "name": name, **_precision(dtype)},
            "training",
            dtype,
            tolerance=_TOLERANCES[dtype],
        )
        for name, network in GPU_NETWORKS.items()
        for dtype in network.dtypes
    ]


def _precision(dtype: str) -> Mapping[str, Any]:
    return {"dtype": "float32" if dtype == "tf32" else dtype, "tf32": dtype == "tf32"}
