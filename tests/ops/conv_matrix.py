"""Every configuration of the convolution ops that their OpDefs allow, with operands whose sizes all differ.

A configuration is an op, a number of spatial dimensions, a dtype, a layout, a padding, and whether there are
dilations, groups and strides.  Within a case all spatial sizes, kernel sizes, strides, dilations and pads differ
pairwise, so that no two of them can be mistaken for each other.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

import ml_dtypes
import numpy as np

from graphops_registry.op_def import lookup_op
from tests.reference.conv import sizes_and_pads

Array = np.ndarray[Any, Any]

SPATIAL = {2: (8, 9), 3: (5, 7, 6)}
KERNEL = {2: (3, 2), 3: (2, 3, 1)}
STRIDES = {2: (2, 3), 3: (2, 1, 3)}
DILATIONS = {2: (2, 3), 3: (2, 1, 3)}
PADS = {2: ((1, 2), (0, 3)), 3: ((1, 4), (5, 2), (0, 3))}
CONVOLUTIONS = (
    "Conv2D", "Conv2DBackpropInput", "Conv2DBackpropInputV2", "Conv2DBackpropFilter", "Conv2DBackpropFilterV2",
    "Conv3D", "Conv3DBackpropInput", "Conv3DBackpropInputV2", "Conv3DBackpropFilter", "Conv3DBackpropFilterV2",
    "DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter", "Conv",
)  # fmt: skip
MORPHOLOGY = ("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter")


@dataclass(frozen=True)
class Configuration:
    """One row of the matrix; the fields are those of ``tests/golden/support.py``."""

    op: str
    spatial_rank: int
    T: str
    data_format: str
    padding: str
    dilated: bool
    grouped: bool
    strided: bool


@dataclass(frozen=True)
class Sizes:
    """The sizes of a case; what is left out comes from the tables above."""

    spatial: tuple[int, ...]
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[tuple[int, int], ...] = ()
    batch: tuple[int, ...] = (2,)
    channels: int = 4
    groups: int = 1
    out_channels: int = 6
    multiplier: int = 2
    extra: dict[str, Any] = field(default_factory=dict)


def configurations(op: str) -> Iterator[Configuration]:
    """All that the OpDef of ``op`` allows."""
    attrs = lookup_op(op).op_def.attr_by_name
    formats: Any = attrs["data_format"].allowed if "data_format" in attrs else None
    for rank in (2, 3) if op == "Conv" else (3,) if "3D" in op else (2,):
        for dtype, layout, padding, dilated, grouped, strided in itertools.product(
            attrs["T"].allowed or (),
            formats or ("NDHWC" if rank == 3 else "NHWC",),
            attrs["padding"].allowed or (),
            (False, True),
            (False,) if op.startswith(("Depthwise", "Dilation2D")) else (False, True),
            (False, True),
        ):
            yield Configuration(op, rank, dtype.spec_name, layout, padding, dilated, grouped, strided)


def few_configurations(op: str, dtypes: Sequence[str] = ()) -> list[Configuration]:
    """Some configurations in which any two fields take every two values that they have together in the matrix.

    They suffice for the fast run: what a convolution does wrong with one value of a field, or with two of two, shows in
    one of them.  Only what takes three values at once does not, which the whole matrix finds (``.ci/run --full``).

    Args:
        dtypes: the only ones to take; all of the op's if it is empty.
    """
    many = [c for c in configurations(op) if not dtypes or c.T in dtypes]
    pairs = {c: set(itertools.combinations(enumerate(astuple(c)), 2)) for c in many}
    missing = set().union(*pairs.values())
    few = []
    while missing:
        best = max(many, key=lambda c: len(pairs[c] & missing))
        few.append(best)
        missing -= pairs[best]
    return few


def few_edges(op: str, is_meant: Callable[[Configuration], bool]) -> Iterator[tuple[Configuration, str, Sizes]]:
    """Each of :func:`special_sizes` once with each padding and number of dimensions; the other fields take turns.

    They suffice for the fast run: what is special about these sizes is where windows lie, which is the padding's, and
    not the dtype's or the layout's.
    """
    turns: dict[tuple[int, str], list[Configuration]] = {}
    for c in configurations(op):
        if is_meant(c):
            turns.setdefault((c.spatial_rank, c.padding), []).append(c)
    for found in turns.values():
        for number in range(len(list(special_sizes(found[0])))):
            c = found[number % len(found)]
            name, sizes = list(special_sizes(c))[number]
            yield c, name, sizes


def sizes_of(c: Configuration) -> Sizes:
    rank = c.spatial_rank
    ones = (1,) * rank
    return Sizes(
        SPATIAL[rank],
        KERNEL[rank],
        STRIDES[rank] if c.strided else ones,
        DILATIONS[rank] if c.dilated else ones,
        PADS[rank] if c.padding == "EXPLICIT" else (),
        groups=2 if c.grouped else 1,
        channels=3 if c.op.startswith(("Depthwise", "Dilation2D")) else 4,
    )


def call(c: Configuration, s: Sizes, *, integers: bool, seed: int = 0) -> tuple[dict[str, Array], dict[str, Any]]:
    """Inputs and attrs of a call, in the op's own layout.

    Args:
        integers: small integers, whose sums of products are exact in float32; otherwise numbers in [-1, 1).
    """
    rng = np.random.default_rng([seed, *c.op.encode()])
    dtype = np.dtype(
        getattr(ml_dtypes, c.T, {"half": "float16", "float": "float32", "double": "float64"}.get(c.T, c.T))
    )
    first = c.data_format in ("NCHW", "NCDHW", "CHANNELS_FIRST")
    depthwise = c.op.startswith("Depthwise")
    outputs, _ = sizes_and_pads(s.spatial, s.kernel, s.strides, s.dilations, c.padding, s.pads)
    out_channels = s.channels * s.multiplier if depthwise else s.out_channels

    def layout(shape: list[Any], last: Any) -> list[Any]:
        return [last, *shape] if first else [*shape, last]

    x_shape = (*s.batch, *layout(list(s.spatial), s.channels))
    y_shape = (*s.batch, *layout(outputs, out_channels))
    w_shape: tuple[int, ...] = (*s.kernel, s.channels // s.groups, out_channels)
    if depthwise:
        w_shape = (*s.kernel, s.channels, s.multiplier)
    if c.op.startswith("Dilation2D"):
        w_shape, y_shape = (*s.kernel, s.channels), (*s.batch, *outputs, s.channels)

    def numbers(shape: tuple[int, ...]) -> Array:
        if integers or dtype.kind in "iu":
            low = 0 if dtype.kind == "u" else -2
            return rng.integers(low, 4, shape).astype(dtype)
        return (2 * rng.random(shape) - 1).astype(dtype)

    values = {"input": x_shape, "filter": w_shape, "out_backprop": y_shape}
    sizes = {"input_sizes": x_shape, "filter_sizes": w_shape}
    op_def = lookup_op(c.op).op_def
    inputs: dict[str, Array] = {}
    for arg in op_def.inputs:
        inputs[arg.name] = np.array(sizes[arg.name], np.int32) if arg.name in sizes else numbers(values[arg.name])
    attrs: dict[str, Any] = {
        "strides": [1, *layout(list(s.strides), 1)],
        "padding": c.padding,
        "rates" if "rates" in op_def.attr_by_name else "dilations": [1, *layout(list(s.dilations), 1)],
    }
    if "data_format" in op_def.attr_by_name:
        attrs["data_format"] = c.data_format
    if s.pads:
        attrs["explicit_paddings"] = [n for pair in [(0, 0), *layout(list(s.pads), (0, 0))] for n in pair]
    if c.op == "Conv":
        attrs["groups"] = s.groups
        attrs["batch_dims"] = len(s.batch)
    return inputs, {**attrs, **s.extra}


def special_sizes(c: Configuration) -> Iterator[tuple[str, Sizes]]:
    """Cases at the edges, each with a name."""
    base, rank = sizes_of(c), c.spatial_rank
    ones: Sequence[int] = (1, 1, 1)
    changes: dict[str, dict[str, Any]] = {
        "stride above kernel": {"strides": (4, 5, 7), "dilations": ones},
        "1x1": {"kernel": ones, "dilations": ones},
        "1x1 with strides": {"kernel": ones, "strides": (3, 2, 4), "dilations": ones},
        "even kernel": {"kernel": (4, 2, 6), "dilations": ones},
        "one channel": {"channels": 1, "groups": 1, "out_channels": 1, "multiplier": 1},
        "multiplier 1": {"multiplier": 1},
        "multiplier 3": {"multiplier": 3},
        "as many groups as channels": {"groups": 4, "out_channels": 8, "channels": 4},
        "kernel of the input's size": {"kernel": SPATIAL[rank], "dilations": ones},
        "one row": {"spatial": (1, 9, 4), "kernel": (1, 2, 3), "dilations": ones},
        "no image": {"batch": (0,)},
        "no rows": {"spatial": (0, 9, 4)},
        "large dilation": {"kernel": (2, 2, 2), "dilations": {2: (7, 5), 3: (4, 6, 5)}[rank]},
    }
    if c.padding == "SAME":
        changes["kernel above input"] = {"spatial": (2, 3, 1), "kernel": (5, 4, 3)}
        changes["dilation above input"] = {"kernel": (3, 2, 2), "dilations": (11, 13, 17)}
        changes["stride above input"] = {"strides": (20, 30, 25)}
    if c.padding == "EXPLICIT":
        changes["pads above kernel"] = {"pads": ((5, 4), (3, 6), (2, 7))}
        changes["kernel above input"] = {
            "spatial": (2, 3, 1), "kernel": (5, 4, 3), "dilations": ones, "pads": ((1, 2), (0, 3), (2, 1)),
        }  # fmt: skip
    if not c.op.startswith(("Depthwise", "Dilation2D")):
        changes["no output channels"] = {"out_channels": 0}
    if "Backprop" in c.op and not c.op.startswith("Dilation2D"):
        changes["no kernel rows"] = {"kernel": (0, 2, 3), "dilations": ones}
    if c.op == "Conv":
        changes["two batch dimensions"] = {"batch": (2, 3)}
        changes["no batch dimension"] = {"batch": ()}
    for name, change in changes.items():
        values = {f: getattr(base, f) for f in Sizes.__dataclass_fields__} | change
        for spatial in ("spatial", "kernel", "strides", "dilations", "pads"):
            values[spatial] = values[spatial][:rank]
        yield name, Sizes(**values)
